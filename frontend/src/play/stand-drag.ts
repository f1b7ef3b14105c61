// A stand that is dragged or turned on the map: a move of its unit that is tried out first, if that has one; else it is placed.
import { html, nothing, type TemplateResult } from "lit-html";
import { type Spot, turnedAbout } from "../map/geometry";
import type { TrenchMap } from "../map/trench-map";
import type { Deed, Json } from "./model";
import { wantedOf } from "./place-prompts";
import type { PlayScreen } from "./play-screen";

/** Where a stand is, in mm and degrees of the table. */
export interface Standing extends Spot {
  readonly id: string;
  readonly facing: number;
}

/** A deed that a drag may be, and its field that tells where stands are (app/play/play_screen.py, Drag). */
interface Drag {
  readonly kind: string;
  readonly rows: string;
}

type Row = { [field: string]: Json };

const TOGETHER = ["stand", "unit", "formation"] as const;
const WORDS = { stand: "One stand", unit: "Its unit", formation: "Its formation" } as const;
const FULL_TURN = 360;

/** What a drag takes along, whichever map is shown. */
let takes: (typeof TOGETHER)[number] = "stand";

export class Dragging {
  readonly #map: () => TrenchMap | null;
  readonly #drags: () => readonly Drag[];
  readonly #table: () => PlayScreen | null;
  /** Where stands are by the game, as the map came. */
  #known = new Map<string, Standing>();
  /** What is on its way to the service lies where it was dropped until the answer shows. */
  #sent: readonly Standing[] = [];

  constructor(host: HTMLElement, map: () => TrenchMap | null, table: () => PlayScreen | null) {
    [this.#map, this.#table] = [map, table];
    this.#drags = () =>
      (host.querySelector<HTMLElement>(".ground")?.dataset["drags"] ?? "")
        .split(" ")
        .filter(Boolean)
        .map((one) => {
          const [kind, rows] = one.split(".");
          return { kind: kind!, rows: rows! };
        });
    host.addEventListener("map-moving", () => this.#learn(this.#table()));
    host.addEventListener("map-moved", (event) => this.#moved((event as CustomEvent<{ id: string; by: Spot }>).detail));
    host.addEventListener("map-turned", (event) => this.#turned((event as CustomEvent<{ id: string; facing: number }>).detail));
    host.addEventListener("map-lost", (event) => this.#table()?.targets.lost((event as CustomEvent<{ words: string }>).detail.words));
  }

  /** The stands came anew, where the game has them. */
  came(stands: Iterable<SVGGElement>): void {
    this.#known = new Map([...stands].map((one) => [one.dataset["stand"]!, standingOf(one)]));
    if (!this.#table()?.state.sending) this.#sent = [];
  }

  /** Stands lie where the deed in hand has them go, all others where the game has them; none is dragged while another deed aims at the board. */
  show(table: PlayScreen): void {
    const tried = this.#tried(table);
    if (table.state.sending && tried.length) this.#sent = tried;
    const waiting = table.state.waiting.flatMap(({ command }) => this.#placed(command));
    if ((table.state.refused || waiting.length) && !table.state.sending) this.#sent = [];
    const lying = new Map([...waiting, ...this.#sent, ...tried].map((one) => [one.id, one]));
    for (const one of this.#stands()) {
      if ("held" in one.dataset) continue;
      const known = this.#known.get(one.dataset["stand"]!);
      const at = lying.get(one.dataset["stand"]!) ?? known;
      if (at) this.#put(one, at);
      one.classList.toggle("going", !!at && at !== known && !alike(at, known));
    }
    const own = new Set(this.#own);
    const isDragged = this.#drags().some((one) => one.kind === table.state.hand?.deed.kind);
    const wanted = wantedOf(table);
    // A tap that tells a place may come down on a stand.
    const isPlaceAsked = !!wanted && wanted.needed && !wanted.isTold;
    const may =
      !table.state.scene.closed && (!table.state.aiming || isDragged) && !isPlaceAsked && !table.state.sending && this.#drags().length > 0;
    for (const one of this.#stands()) one.toggleAttribute("data-moves", may && own.has(one.dataset["stand"]!));
    if (may && !this.#learnedAt) this.#learn(table);
  }

  /** The number of the table of which it was asked last what placing asks; 0: never. */
  #learnedAt = 0;

  /** Asks what placing asks before stands are dropped, once for each change of the table. */
  #learn(table: PlayScreen | null): void {
    if (!table || table.state.scene.number === this.#learnedAt) return;
    this.#learnedAt = table.state.scene.number;
    const deeds = [...table.state.scene.stage.owed, ...table.state.scene.stage.offered];
    for (const { kind } of this.#drags()) {
      for (const deed of deeds.filter((one) => one.kind === kind && !one.barred && !one.about["unit"])) table.lookAhead.learnPrompts(deed);
    }
  }

  /** From where to where whatever is tried out goes, on the sheet. */
  ways(table: PlayScreen): string {
    const map = this.#map();
    if (!map) return "";
    return this.#going(table)
      .map(({ id, x, y }) => {
        const [from, to] = [map.sheetOf(this.#known.get(id)!), map.sheetOf({ x, y })];
        return `<path class="mark way" d="M${from.x} ${from.y}L${to.x} ${to.y}"/>`;
      })
      .join("");
  }

  /** What a drag takes along; of what is tried out, that it is only placed. */
  bar(table: PlayScreen): TemplateResult | typeof nothing {
    // While a place is asked for no button lies on the ground.
    const isAsked = table.state.aiming || wantedOf(table) !== null;
    if (!this.#own.length || table.state.scene.closed || (isAsked && !this.#tried(table).length)) return nothing;
    const next = TOGETHER[(TOGETHER.indexOf(takes) + 1) % TOGETHER.length]!;
    const turn = (): void => ((takes = next), table.draw());
    const tried = this.#going(table);
    const only = html`<button type="button" class="btn" @click=${() => this.#place(table, tried)}>Only place it, no move</button>`;
    return html`<div class="drags"><button type="button" class="btn" aria-label="A drag moves ${WORDS[takes].toLowerCase()}. Change it" @click=${turn}><small>A drag moves</small> <b>${WORDS[takes]}</b></button>${tried.length ? only : nothing}</div>`;
  }

  /** Own stands by the markup: what may be dragged now is another matter. */
  get #own(): string[] {
    return this.#stands()
      .filter((one) => one.querySelector("[data-turns]"))
      .map((one) => one.dataset["stand"]!);
  }

  #stands(): SVGGElement[] {
    return [...(this.#map()?.querySelectorAll<SVGGElement>(".stand[data-stand]") ?? [])];
  }

  #put(one: SVGGElement, at: Standing): void {
    if (alike(standingOf(one), at)) return;
    const map = this.#map()!;
    const { x, y } = map.sheetOf(at);
    Object.assign(one.dataset, { x: String(at.x), y: String(at.y), facing: String(at.facing) });
    one.setAttribute("transform", `translate(${x} ${y})`);
    for (const turned of one.querySelectorAll(".base, .arm-of"))
      turned.setAttribute("transform", `rotate(${at.facing + (map.across ? FULL_TURN / 2 : 0)})`);
  }

  /** The stands of the deed in hand that a drag told, those too that stay. */
  #tried(table: PlayScreen): Standing[] {
    const { hand } = table.state;
    return hand?.deed.about["unit"] ? this.#placed({ kind: hand.deed.kind, ...hand.tapped.facts }) : [];
  }

  /** Where a command puts stands that are dragged. */
  #placed(command: Row): Standing[] {
    const drag = this.#drags().find((one) => one.kind === command["kind"]);
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

  #going(table: PlayScreen): Standing[] {
    return this.#tried(table).filter((one) => this.#known.has(one.id) && !alike(one, this.#known.get(one.id)));
  }

  #moved({ id, by }: { id: string; by: Spot }): void {
    const held = this.#standing(id);
    const others = this.#together(id).filter((one) => one.id !== id);
    if (held) this.#dropped([held, ...others.map((one) => ({ ...one, x: one.x + by.x, y: one.y + by.y }))]);
  }

  #turned({ id, facing }: { id: string; facing: number }): void {
    const held = this.#standing(id);
    const before = this.#triedOrKnown(id);
    if (!held || !before) return;
    const by = facing - before.facing;
    const others = this.#together(id).filter((one) => one.id !== id);
    this.#dropped([
      { ...held, facing },
      ...others.map((one) => ({ ...one, ...turnedAbout(one, held, by), facing: (one.facing + by + FULL_TURN) % FULL_TURN })),
    ]);
  }

  #triedOrKnown(id: string): Standing | undefined {
    const table = this.#table();
    return (table && this.#tried(table).find((one) => one.id === id)) ?? this.#known.get(id);
  }

  #standing(id: string): Standing | null {
    const found = this.#stands().find((one) => one.dataset["stand"] === id);
    return found ? standingOf(found) : null;
  }

  /** What a drag takes along: the stand alone, or all of its unit or formation that may be dragged. */
  #together(id: string): Standing[] {
    const there = this.#table()?.state.placed(id);
    if (!there || takes === "stand") return [];
    const block = this.#table()!
      .state.scene.faces.flatMap((face) => face.blocks)
      .find((one) => one.rows.some((row) => row === there.row || row.unit === there.counter.unit));
    const rows = takes === "unit" ? [there.row] : (block?.rows ?? []);
    const ids = new Set(rows.flatMap((row) => [...row.counters, ...row.last]).map((one) => one.id));
    const own = new Set(this.#own);
    return this.#stands()
      .filter((one) => ids.has(one.dataset["stand"]!) && own.has(one.dataset["stand"]!))
      .map(standingOf);
  }

  /** Stands of one unit that has a move may be making it; what nobody knows the place of is only placed. */
  #dropped(stands: readonly Standing[]): void {
    const table = this.#table();
    if (!table) return;
    const [unit, ...more] = [...new Set(stands.map(({ id }) => table.state.placed(id)?.counter.unit ?? ""))];
    const known = stands.every(
      ({ id }) =>
        !this.#stands()
          .find((one) => one.dataset["stand"] === id)
          ?.classList.contains("unsure"),
    );
    const [drag, deed] =
      (takes !== "formation" && unit && !more.length && known && this.#offered(table, (one) => one.about["unit"] === unit)) || [];
    if (!drag || !deed) return this.#place(table, stands);
    const before = this.#tried(table).filter((one) => table.state.placed(one.id)?.counter.unit === unit);
    // Those that stay are told where they are, so that they do not count as moved; those that go come last, to lie on nobody.
    const staying = this.#unit(unit!).filter((one) => ![...before, ...stands].some(({ id }) => id === one.id));
    const kept = before.filter((one) => !stands.some(({ id }) => id === one.id));
    table.targets.drop(deed, drag.rows, [...staying, ...kept, ...stands].map(asPlace), "the drag");
  }

  /** Where the stands of a unit are whose places the game knows. */
  #unit(unit: string): Standing[] {
    const ids = this.#stands()
      .filter((one) => !one.classList.contains("unsure"))
      .map((one) => one.dataset["stand"]!);
    return ids.filter((id) => this.#table()?.state.placed(id)?.counter.unit === unit).flatMap((id) => this.#known.get(id) ?? []);
  }

  #place(table: PlayScreen, stands: readonly Standing[]): void {
    const sides = new Set(stands.map(({ id }) => table.state.placed(id)?.side ?? ""));
    const [drag, deed] = this.#offered(table, (one) => !one.about["unit"] && sides.has(one.by)) ?? [];
    if (!drag || !deed) return table.draw();
    this.#sent = stands;
    table.targets.drop(
      deed,
      drag.rows,
      stands.map(asPlace),
      `on the map, ${stands
        .map(({ id }) => table.state.placed(id)?.counter.name ?? "")
        .filter(Boolean)
        .join(", ")}`,
    );
  }

  /** The first of the deeds that a drag may be, with whatever is offered of it. */
  #offered(table: PlayScreen, is: (deed: Deed) => boolean): [Drag, Deed] | null {
    const { owed, offered } = table.state.scene.stage;
    for (const drag of this.#drags()) {
      const deed = [...owed, ...offered].find((one) => one.kind === drag.kind && !one.barred && is(one));
      if (deed) return [drag, deed];
    }
    return null;
  }
}

function standingOf(one: SVGGElement): Standing {
  return { id: one.dataset["stand"]!, x: Number(one.dataset["x"]), y: Number(one.dataset["y"]), facing: Number(one.dataset["facing"]) };
}

function alike(one: Standing, other: Standing | undefined): boolean {
  return !!other && one.x === other.x && one.y === other.y && one.facing === other.facing;
}

function asPlace({ id, x, y, facing }: Standing): Row {
  return { stand: id, x_mm: Math.round(x), y_mm: Math.round(y), facing_deg: facing };
}
