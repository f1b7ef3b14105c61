// Dragging and turning stands on the map: tried out as a move of their unit, if that has one; else they are placed.
import { html, nothing, type TemplateResult } from "lit-html";
import { type Point, turnedAbout } from "../map/geometry";
import type { TrenchMap } from "../map/trench-map";
import type { CommandSpec, Json } from "./model";
import { placePromptOf } from "./place-prompts";
import type { PlayScreen } from "./play-screen";

/** The position of a stand, in mm and degrees of the table. */
export interface StandPosition extends Point {
  readonly id: string;
  readonly facing: number;
}

/** A command that a drag can be, and its field for positions (app/play/play_screen.py, Drag). */
interface Drag {
  readonly kind: string;
  readonly rows: string;
}

type Row = { [field: string]: Json };

const TOGETHER = ["stand", "unit", "formation"] as const;
const WORDS = { stand: "One stand", unit: "Its unit", formation: "Its formation" } as const;
const FULL_TURN = 360;

/** What a drag takes along, on any map. */
let takes: (typeof TOGETHER)[number] = "stand";

export class StandDrag {
  readonly #map: () => TrenchMap | null;
  readonly #drags: () => readonly Drag[];
  readonly #table: () => PlayScreen | null;
  /** The positions of stands in the game. */
  #known = new Map<string, StandPosition>();
  /** Stands that are being sent stay where they were dropped until the answer arrives. */
  #sent: readonly StandPosition[] = [];

  constructor(host: HTMLElement, map: () => TrenchMap | null, table: () => PlayScreen | null) {
    [this.#map, this.#table] = [map, table];
    this.#drags = () =>
      (host.querySelector<HTMLElement>(".ground")?.dataset["drags"] ?? "")
        .split(" ")
        .filter(Boolean)
        .map((pair) => {
          const [kind, rows] = pair.split(".");
          return { kind: kind!, rows: rows! };
        });
    host.addEventListener("map-moving", () => this.#learn(this.#table()));
    host.addEventListener("map-moved", (event) => this.#moved((event as CustomEvent<{ id: string; by: Point }>).detail));
    host.addEventListener("map-turned", (event) => this.#turned((event as CustomEvent<{ id: string; facing: number }>).detail));
    host.addEventListener("map-lost", (event) => this.#table()?.targets.showLost((event as CustomEvent<{ words: string }>).detail.words));
  }

  /** Takes new positions from the game. */
  came(stands: Iterable<SVGGElement>): void {
    this.#known = new Map([...stands].map((element) => [element.dataset["stand"]!, standingOf(element)]));
    if (!this.#table()?.state.sending) this.#sent = [];
  }

  /** Shows stands where the draft moves them, all others where the game has them. Aiming stops dragging. */
  show(screen: PlayScreen): void {
    const tried = this.#tried(screen);
    if (screen.state.sending && tried.length) this.#sent = tried;
    const waiting = screen.state.waiting.flatMap(({ command }) => this.#placed(command));
    if ((screen.state.refused || waiting.length) && !screen.state.sending) this.#sent = [];
    const lying = new Map([...waiting, ...this.#sent, ...tried].map((position) => [position.id, position]));
    for (const element of this.#stands()) {
      if ("held" in element.dataset) continue;
      const known = this.#known.get(element.dataset["stand"]!);
      const at = lying.get(element.dataset["stand"]!) ?? known;
      if (at) this.#put(element, at);
      element.classList.toggle("going", !!at && at !== known && !alike(at, known));
    }
    const own = new Set(this.#own);
    const isDragged = this.#drags().some((drag) => drag.kind === screen.state.draft?.deed.kind);
    const wanted = placePromptOf(screen);
    // A tap that enters a place may be on a stand.
    const isPlaceAsked = !!wanted && wanted.needed && !wanted.isTold;
    const may =
      !screen.state.data.closed &&
      (!screen.state.aiming || isDragged) &&
      !isPlaceAsked &&
      !screen.state.sending &&
      this.#drags().length > 0;
    for (const element of this.#stands()) element.toggleAttribute("data-moves", may && own.has(element.dataset["stand"]!));
    if (may && !this.#learnedAt) this.#learn(screen);
  }

  /** The log number at which the prompts of placing were fetched; 0: never. */
  #learnedAt = 0;

  /** Fetches the prompts of placing before stands are dropped, once for each change of the game. */
  #learn(table: PlayScreen | null): void {
    if (!table || table.state.data.number === this.#learnedAt) return;
    this.#learnedAt = table.state.data.number;
    const specs = [...table.state.data.stage.required, ...table.state.data.stage.available];
    for (const { kind } of this.#drags()) {
      for (const spec of specs.filter((spec) => spec.kind === kind && !spec.barred && !spec.about["unit"]))
        table.lookAhead.learnPrompts(spec);
    }
  }

  /** Lines from the positions of the game to those tried out. */
  ways(screen: PlayScreen): string {
    const map = this.#map();
    if (!map) return "";
    return this.#going(screen)
      .map(({ id, x, y }) => {
        const [from, to] = [map.sheetOf(this.#known.get(id)!), map.sheetOf({ x, y })];
        return `<path class="mark way" d="M${from.x} ${from.y}L${to.x} ${to.y}"/>`;
      })
      .join("");
  }

  /** Buttons for what a drag takes along, and to place stands that are tried out as a move. */
  bar(screen: PlayScreen): TemplateResult | typeof nothing {
    // While a place is to be entered no button covers the ground.
    const isAsked = screen.state.aiming || placePromptOf(screen) !== null;
    if (!this.#own.length || screen.state.data.closed || (isAsked && !this.#tried(screen).length)) return nothing;
    const next = TOGETHER[(TOGETHER.indexOf(takes) + 1) % TOGETHER.length]!;
    const turn = (): void => ((takes = next), screen.draw());
    const tried = this.#going(screen);
    const only = html`<button type="button" class="btn" @click=${() => this.#place(screen, tried)}>Only place it, no move</button>`;
    return html`<div class="drags"><button type="button" class="btn" aria-label="A drag moves ${WORDS[takes].toLowerCase()}. Change it" @click=${turn}><small>A drag moves</small> <b>${WORDS[takes]}</b></button>${tried.length ? only : nothing}</div>`;
  }

  /** Own stands, by the markup. */
  get #own(): string[] {
    return this.#stands()
      .filter((element) => element.querySelector("[data-turns]"))
      .map((element) => element.dataset["stand"]!);
  }

  #stands(): SVGGElement[] {
    return [...(this.#map()?.querySelectorAll<SVGGElement>(".stand[data-stand]") ?? [])];
  }

  #put(element: SVGGElement, at: StandPosition): void {
    if (alike(standingOf(element), at)) return;
    const map = this.#map()!;
    const { x, y } = map.sheetOf(at);
    Object.assign(element.dataset, { x: String(at.x), y: String(at.y), facing: String(at.facing) });
    element.setAttribute("transform", `translate(${x} ${y})`);
    for (const turned of element.querySelectorAll(".base, .arm-of"))
      turned.setAttribute("transform", `rotate(${at.facing + (map.across ? FULL_TURN / 2 : 0)})`);
  }

  /** The stands of the draft that a drag entered, with those that stay. */
  #tried(screen: PlayScreen): StandPosition[] {
    const { draft } = screen.state;
    return draft?.deed.about["unit"] ? this.#placed({ kind: draft.deed.kind, ...draft.tapped.facts }) : [];
  }

  /** The positions in a command that a drag sends. */
  #placed(command: Row): StandPosition[] {
    const drag = this.#drags().find((drag) => drag.kind === command["kind"]);
    const rows = drag && command[drag.rows];
    return Array.isArray(rows)
      ? (rows as Row[]).map((row) => ({
          id: String(row["stand"]),
          x: Number(row["x_mm"]),
          y: Number(row["y_mm"]),
          facing: Number(row["facing_deg"]),
        }))
      : [];
  }

  #going(screen: PlayScreen): StandPosition[] {
    return this.#tried(screen).filter((position) => this.#known.has(position.id) && !alike(position, this.#known.get(position.id)));
  }

  #moved({ id, by }: { id: string; by: Point }): void {
    const held = this.#standing(id);
    const others = this.#together(id).filter((position) => position.id !== id);
    if (held) this.#dropped([held, ...others.map((position) => ({ ...position, x: position.x + by.x, y: position.y + by.y }))]);
  }

  #turned({ id, facing }: { id: string; facing: number }): void {
    const held = this.#standing(id);
    const before = this.#triedOrKnown(id);
    if (!held || !before) return;
    const by = facing - before.facing;
    const others = this.#together(id).filter((position) => position.id !== id);
    this.#dropped([
      { ...held, facing },
      ...others.map((position) => ({
        ...position,
        ...turnedAbout(position, held, by),
        facing: (position.facing + by + FULL_TURN) % FULL_TURN,
      })),
    ]);
  }

  #triedOrKnown(id: string): StandPosition | undefined {
    const table = this.#table();
    return (table && this.#tried(table).find((position) => position.id === id)) ?? this.#known.get(id);
  }

  #standing(id: string): StandPosition | null {
    const stand = this.#stands().find((element) => element.dataset["stand"] === id);
    return stand ? standingOf(stand) : null;
  }

  /** What a drag takes along: the stand alone, or its whole unit or formation. */
  #together(id: string): StandPosition[] {
    const there = this.#table()?.state.placed(id);
    if (!there || takes === "stand") return [];
    const block = this.#table()!
      .state.data.faces.flatMap((face) => face.blocks)
      .find((block) => block.rows.some((row) => row === there.row || row.unit === there.counter.unit));
    const rows = takes === "unit" ? [there.row] : (block?.rows ?? []);
    const ids = new Set(rows.flatMap((row) => [...row.counters, ...row.last]).map((counter) => counter.id));
    const own = new Set(this.#own);
    return this.#stands()
      .filter((element) => ids.has(element.dataset["stand"]!) && own.has(element.dataset["stand"]!))
      .map(standingOf);
  }

  /** Stands of one unit with a move are tried out as that; stands without a known position are only placed. */
  #dropped(stands: readonly StandPosition[]): void {
    const table = this.#table();
    if (!table) return;
    const [unit, ...more] = [...new Set(stands.map(({ id }) => table.state.placed(id)?.counter.unit ?? ""))];
    const known = stands.every(
      ({ id }) =>
        !this.#stands()
          .find((element) => element.dataset["stand"] === id)
          ?.classList.contains("unsure"),
    );
    const [drag, spec] =
      (takes !== "formation" && unit && !more.length && known && this.#offered(table, (spec) => spec.about["unit"] === unit)) || [];
    if (!drag || !spec) return this.#place(table, stands);
    const before = this.#tried(table).filter((position) => table.state.placed(position.id)?.counter.unit === unit);
    // Stands that stay are sent too, so that they do not count as moved; those that move come last.
    const staying = this.#unit(unit!).filter((position) => ![...before, ...stands].some(({ id }) => id === position.id));
    const kept = before.filter((position) => !stands.some(({ id }) => id === position.id));
    table.targets.drop(spec, drag.rows, [...staying, ...kept, ...stands].map(asPlace), "the drag");
  }

  /** The known positions of a unit's stands. */
  #unit(unit: string): StandPosition[] {
    const ids = this.#stands()
      .filter((element) => !element.classList.contains("unsure"))
      .map((element) => element.dataset["stand"]!);
    return ids.filter((id) => this.#table()?.state.placed(id)?.counter.unit === unit).flatMap((id) => this.#known.get(id) ?? []);
  }

  #place(screen: PlayScreen, stands: readonly StandPosition[]): void {
    const sides = new Set(stands.map(({ id }) => screen.state.placed(id)?.side ?? ""));
    const [drag, spec] = this.#offered(screen, (spec) => !spec.about["unit"] && sides.has(spec.by)) ?? [];
    if (!drag || !spec) return screen.draw();
    this.#sent = stands;
    screen.targets.drop(
      spec,
      drag.rows,
      stands.map(asPlace),
      `on the map, ${stands
        .map(({ id }) => screen.state.placed(id)?.counter.name ?? "")
        .filter(Boolean)
        .join(", ")}`,
    );
  }

  /** The first available command that a drag can be. */
  #offered(screen: PlayScreen, is: (spec: CommandSpec) => boolean): [Drag, CommandSpec] | null {
    const { required, available } = screen.state.data.stage;
    for (const drag of this.#drags()) {
      const spec = [...required, ...available].find((spec) => spec.kind === drag.kind && !spec.barred && is(spec));
      if (spec) return [drag, spec];
    }
    return null;
  }
}

function standingOf(element: SVGGElement): StandPosition {
  return {
    id: element.dataset["stand"]!,
    x: Number(element.dataset["x"]),
    y: Number(element.dataset["y"]),
    facing: Number(element.dataset["facing"]),
  };
}

function alike(position: StandPosition, other: StandPosition | undefined): boolean {
  return !!other && position.x === other.x && position.y === other.y && position.facing === other.facing;
}

function asPlace({ id, x, y, facing }: StandPosition): Row {
  return { stand: id, x_mm: Math.round(x), y_mm: Math.round(y), facing_deg: facing };
}
