// The board's face "Map": the table with its stands, and the same targets, numbers and taps as on the counters.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Point } from "../map/geometry";
import type { TrenchMap } from "../map/trench-map";
import { StandDrag } from "./stand-drag";
import { areExceptions, needsRoll } from "./command-draft";
import { halfOf, type ScreenPoint, nearest, placeOf, placePair } from "./map-picking";
import { icon } from "./parts";
import { placePromptOf } from "./place-prompts";
import type { PlayScreen } from "./play-screen";

/** The key of the map among the faces of the board. */
export const MAP_FACE = "@map";
const SVG = "http://www.w3.org/2000/svg";
/** Between a base and its ring, and between two rings (cm). */
const RING_CM = 0.6;
const MM_A_CM = 10;
const AGAIN_MS = 3000;
/** A script that does not load is reported for the whole page. */
function sayMissing(wrong: unknown): never {
  document.dispatchEvent(new CustomEvent("bz:half-loaded"));
  throw wrong;
}

const OVERLAYS = 'data-part="overlays"';

/** Whether the board shows the map: the player turned to it, or the command needs a place. */
export function showsMap(table: PlayScreen): boolean {
  if (!table.state.data.has_map) return false;
  if (table.state.face !== null) return table.state.face === MAP_FACE;
  const wanted = placePromptOf(table);
  return !!wanted && (wanted.needed || isAboutAPlace(table)) && !(wanted.isTold && table.state.aim);
}

/** Whether a command is about a place: it has no targets and no dice. */
function isAboutAPlace(table: PlayScreen): boolean {
  const { prompts } = table.state.prompts!;
  return !table.state.aim && placePair(prompts) !== null && !prompts.some(needsRoll) && prompts.some((prompt) => prompt.kind === "text");
}

/** Whether any of these stands is on the map. */
export function isAnyOnMap(ids: ReadonlySet<string>): boolean {
  return [...document.querySelectorAll<SVGGElement>(".groundhost .stand[data-stand]")].some((element) =>
    ids.has(element.dataset["stand"]!),
  );
}

/** The map, kept between drawings so that it stays where the player moved it. */
class GroundShown {
  readonly host = document.createElement("div");
  #of = -1;
  #head = "";
  #framed: object | null = null;
  #table: PlayScreen | null = null;
  readonly dragging = new StandDrag(
    this.host,
    () => this.map,
    () => this.#table,
  );

  constructor() {
    this.host.className = "groundhost";
    // The map itself knows which touch area is on top, not which stand is nearest.
    this.host.addEventListener("click", (event) => this.#tapped(event));
  }

  get map(): TrenchMap | null {
    return this.host.querySelector<TrenchMap>("trench-map");
  }

  show(table: PlayScreen): void {
    this.#table = table;
    if (this.#of !== table.state.data.number) void this.#fetch(table);
    queueMicrotask(() => this.#mark(table));
  }

  async #fetch(table: PlayScreen): Promise<void> {
    const number = table.state.data.number;
    this.#of = number;
    try {
      const [markup, { TrenchMap }] = await Promise.all([table.service.ground(), import("../map/trench-map").catch(sayMissing)]);
      if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);
      if (this.#of === number) this.#put(markup);
    } catch {
      // Tries again after a while.
      setTimeout(() => {
        if (this.#of === number) this.#of = -1;
        table.draw();
      }, AGAIN_MS);
    }
    table.draw();
  }

  /** If the ground is unchanged, only stands and overlays are drawn again. */
  #put(markup: string): void {
    const fresh = document.createElement("template");
    fresh.innerHTML = markup;
    const head = markup.slice(0, markup.indexOf(OVERLAYS));
    const { map } = this;
    this.dragging.came(fresh.content.querySelectorAll<SVGGElement>(".stand[data-stand]"));
    if (!map || head !== this.#head) {
      this.host.replaceChildren(fresh.content);
      this.#framed = null;
    } else {
      for (const part of ["overlays", "measured"])
        map.querySelector(`[data-part=${part}]`)!.replaceWith(fresh.content.querySelector(`[data-part=${part}]`)!);
      standAnew(map.querySelector("[data-part=stands]")!, fresh.content.querySelector("[data-part=stands]")!);
      map.redraw();
    }
    this.#head = head;
  }

  /** Rings, numbers and suppression of stands, and the entered place. */
  #mark(table: PlayScreen): void {
    const { map } = this;
    const view = map?.querySelector("[data-part=view]");
    if (!map || !view || !map.isConnected) return;
    let marks = view.querySelector(":scope > [data-part=marks]");
    if (!marks) {
      marks = document.createElementNS(SVG, "g");
      marks.setAttribute("data-part", "marks");
      view.append(marks);
    }
    const scale = map.screen;
    this.dragging.show(table);
    marks.innerHTML =
      this.dragging.ways(table) +
      [...map.querySelectorAll<SVGGElement>(".stand[data-stand]")].map((element) => this.#markOf(table, element, scale)).join("") +
      this.#spotMark(table, map, scale);
    this.#frame(table, map);
  }

  #markOf(table: PlayScreen, stand: SVGGElement, scale: number): string {
    const id = stand.dataset["stand"]!;
    const targets = table.state.draft?.tapped.targets ?? [];
    const at = targets.findIndex((target) => target.id === id);
    const placed = table.state.placed(id);
    const place = stand.getAttribute("transform") ?? "";
    const [inside, levels] = [[] as string[], placed?.counter.levels ?? 0];
    const rings = at >= 0 ? 1 : table.state.result?.changed.includes(id) ? 2 : 0;
    const cls = at < 0 ? "" : table.state.draft!.proposed ? "prop" : "";
    const ringed = rings || table.state.unitNow?.stands.includes(id) ? ringsOf(stand, rings || 1, rings ? `ring ${cls}` : "inhand") : "";
    if (levels) inside.push('<path class="sup" d="M0-6 6 0 0 6-6 0Z"/>');
    if (at >= 0 && table.state.aim)
      inside.push(
        `<circle class="no" cx="22" r="11"/><text x="22" y="5">${table.state.aim.spread ? `×${targets[at]!.count}` : at + 1}</text>`,
      );
    stand.classList.toggle("away", table.state.aiming && at < 0 && !table.state.aim!.among.has(id));
    const small = inside.length ? `<g data-screen transform="scale(${scale})">${inside.join("")}</g>` : "";
    return ringed || small ? `<g class="mark" data-of="${attribute(id)}" transform="${place}">${ringed}${small}</g>` : "";
  }

  #spotMark(table: PlayScreen, map: TrenchMap, scale: number): string {
    const wanted = placePromptOf(table);
    const spot = wanted && placeOf(wanted.pair, wanted.told, map.size, this.#far(table));
    if (!spot) return "";
    const { x, y } = map.sheetOf(spot);
    const wide = (wanted.pair[0].circle_mm ?? 0) / MM_A_CM;
    const circle = wide ? `<circle class="mark laid" cx="${x}" cy="${y}" r="${wide / 2}"/>` : "";
    return `${circle}<g class="mark spot" data-screen transform="translate(${x} ${y}) scale(${scale})"><circle class="ring" r="9"/><path class="ring" d="M0-18V-4M0 4V18M-18 0H-4M4 0H18"/></g>`;
  }

  /** Whether the far edge of the table is the own one of the command's side. */
  #far(screen: PlayScreen): boolean {
    const far = this.host.querySelector<HTMLElement>(".ground")?.dataset["far"];
    const by = screen.state.draft?.deed.by || (screen.state.data.sides.length === 1 ? screen.state.data.sides[0] : "");
    return !!by && by === far;
  }

  /** Zooms once to all targets and the unit that aims, when aiming begins. */
  #frame(screen: PlayScreen, map: TrenchMap): void {
    const spec = screen.state.aiming && !areExceptions(screen.state.aim!.ask) ? screen.state.draft!.deed : null;
    if (spec === this.#framed || !map.getBoundingClientRect().width) return;
    this.#framed = spec;
    if (!spec) return;
    const ids = new Set([...screen.state.aim!.among, ...(screen.state.unitNow?.stands ?? [])]);
    const spots = [...map.querySelectorAll<SVGGElement>(".stand[data-stand]")]
      .filter((element) => ids.has(element.dataset["stand"]!))
      .map(spotOfStand);
    if (spots.length) map.bring(spots);
  }

  #tapped(event: MouseEvent): void {
    const { map } = this;
    const table = this.#table;
    if (!map || !table || event.defaultPrevented || !(event.target as Element).closest("[data-part=sheet]")) return;
    const at = { x: event.clientX, y: event.clientY };
    const wanted = placePromptOf(table);
    const lying = [...map.querySelectorAll<SVGGElement>(".stand[data-stand]")].map(lyingOf);
    const able = table.state.aiming
      ? nearest(
          at,
          lying.filter((point) => table.state.aim!.among.has(point.id)),
        )
      : null;
    const place = wanted && !(able && (wanted.isTold || !wanted.needed));
    if (place) {
      const spot = map.placeAt(at.x, at.y);
      const far = this.#far(table);
      return wanted.tell([halfOf(wanted.pair[0], spot, map.size, far), halfOf(wanted.pair[1], spot, map.size, far)]);
    }
    const id = able ?? nearest(at, lying);
    if (!id) return;
    const there = table.state.placed(id);
    const unit = there?.own && !table.state.aiming ? table.state.data.units.find((unit) => unit.stands.includes(id)) : undefined;
    if (unit && unit.id !== table.state.unit) table.selection.pick(unit.id);
    else table.targets.stand(id);
  }
}

/** Replaces all stands, except one that the player holds, unless it was removed. */
function standAnew(now: Element, fresh: Element): void {
  const held = now.querySelector<SVGGElement>("[data-held]");
  const same = held && fresh.querySelector(`[data-stand="${CSS.escape(held.dataset["stand"]!)}"]`);
  if (!held || !same) return now.replaceWith(fresh);
  for (const element of [...now.children]) if (element !== held) element.remove();
  const all = [...fresh.children];
  held.before(...all.slice(0, all.indexOf(same)));
  held.after(...all.slice(all.indexOf(same) + 1));
}

/** Rings around a base, with its size and direction. */
function ringsOf(stand: SVGGElement, count: number, cls: string): string {
  const base = stand.querySelector<SVGGraphicsElement>(".base .edge")!.getBBox();
  const turn = stand.querySelector(".base")!.getAttribute("transform") ?? "";
  const ring = (n: number): string => {
    const by = RING_CM * (n + 1);
    return `<rect class="${cls}" x="${base.x - by}" y="${base.y - by}" width="${base.width + 2 * by}" height="${base.height + 2 * by}"/>`;
  };
  return `<g transform="${turn}">${Array.from({ length: count }, (_, n) => ring(n)).join("")}</g>`;
}

/** An id as an attribute value, without markup. */
function attribute(id: string): string {
  return id.replace(/[&<>"]/g, "");
}

function spotOfStand(stand: SVGGElement): Point {
  return { x: Number(stand.dataset["x"]), y: Number(stand.dataset["y"]) };
}

/** A stand with the middle of its base in the window. */
function lyingOf(stand: SVGGElement): ScreenPoint {
  const box = (stand.querySelector(".base .edge") ?? stand).getBoundingClientRect();
  return { id: stand.dataset["stand"]!, x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

let shown: GroundShown | null = null;

export function groundFace(screen: PlayScreen): TemplateResult {
  shown ??= new GroundShown();
  shown.show(screen);
  return html`<div class="onmap">${shown.host}${shown.dragging.bar(screen)}${zooms()}</div>`;
}

function zooms(): TemplateResult {
  return html`<div class="zooms" role="group" aria-label="The map"><button type="button" class="btn" data-map="in" aria-label="Larger">${icon("plus")}</button><button type="button" class="btn" data-map="out" aria-label="Smaller">${icon("minus")}</button></div>`;
}

/** The tab of the map; nothing if the game has no map. */
export function mapTab(screen: PlayScreen, short = false): TemplateResult | typeof nothing {
  if (!screen.state.data.has_map) return nothing;
  const turn = (): void => {
    [screen.state.face, screen.state.notice] = [MAP_FACE, ""];
    screen.draw();
  };
  return html`<button type="button" role="tab" aria-selected=${showsMap(screen)} aria-label="Map" @click=${turn}>${icon("map")}${short ? nothing : html`<span>Map</span>`}</button>`;
}
