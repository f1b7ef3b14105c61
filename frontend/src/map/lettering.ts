// What is written on a map and around it keeps its size in pixels at every scale: names, figures at the edges, handles.
import type { Size } from "./geometry";

/** Pixels to a centimetre: below, minor names and units' labels wait; below, every second figure does. */
const FAR = 7;
const SPARSE = 3;
/** Two scales that differ by less are one. */
const SAME = 1e-4;
/** What the figures at an edge need of a frame: at its sides, and at its top and foot. */
const RULER_PX = { beside: 38, over: 24 };
/** What the words around a whole table need of a frame: the figures at its sides, the edges’ names and the scale besides above and below. */
const AROUND_PX = { beside: 42, over: 54 };
/** Where nothing is written around it. */
const BARE_PX = { beside: 6, over: 6 };
/** Where a letter or a number by which squares are called is all that is written there. */
const SQUARES_PX = { beside: 22, over: 24 };

/** A map whose size is in millimetres, and how many centimetres of the table a pixel shows. */
interface Lettered extends HTMLElement {
  readonly size: Size;
  readonly screen: number;
}

export class Lettering {
  readonly #map: Lettered;
  #fitted = 0;
  #clearing = 0;

  constructor(map: Lettered) {
    this.#map = map;
  }

  /** After the map has been written anew nothing has its size yet. */
  forget(): void {
    this.#fitted = 0;
  }

  /** The whole table fills its frame but for the words around it, which are as large on a phone as on a wall. */
  spread(): void {
    const { width, height } = partOf(this.#map, "frame").getBoundingClientRect();
    const [wide, deep] = [this.#map.size.width / 10, this.#map.size.depth / 10];
    const around = !("bare" in this.#map.dataset) ? AROUND_PX : "squares" in this.#map.dataset ? SQUARES_PX : BARE_PX;
    const scale = Math.min((width - 2 * around.beside) / wide, (height - 2 * around.over) / deep);
    if (!(scale > 0)) return;
    const [beside, over] = [around.beside / scale, around.over / scale];
    partOf(this.#map, "sheet").setAttribute("viewBox", `${-beside} ${-over} ${wide + 2 * beside} ${deep + 2 * over}`);
  }

  /** Words, handles and touching areas keep their size in pixels; where only the place in view changes, they have it. */
  fit(): void {
    const scale = this.#map.screen;
    if (!Number.isFinite(scale)) return;
    this.#keepRulers(scale);
    if (Math.abs(scale - this.#fitted) < scale * SAME) return;
    this.#fitted = scale;
    this.#map.dataset["zoom"] = 1 / scale < FAR ? "far" : "near";
    this.#map.dataset["ticks"] = 1 / scale < SPARSE ? "sparse" : "all";
    for (const label of partOf(this.#map, "view").querySelectorAll<SVGGraphicsElement>("[data-screen]")) {
      const had = label.getAttribute("transform") ?? "";
      const next = had.includes("scale(") ? had.replace(/scale\([^)]*\)/, `scale(${scale})`) : `${had} scale(${scale})`;
      if (next !== had) label.setAttribute("transform", next);
    }
    this.#clear();
  }

  /** The figures at the edges stay in sight while their edge is out of it: places are read wherever one looks. */
  #keepRulers(scale: number): void {
    const frame = partOf(this.#map, "frame").getBoundingClientRect();
    const matrix = partOf<SVGGElement>(this.#map, "view").getScreenCTM();
    if (!matrix || !frame.width) return;
    const [left, top] = [(frame.left - matrix.e) / matrix.a, (frame.top - matrix.f) / matrix.d];
    const [right, bottom] = [left + frame.width * scale, top + frame.height * scale];
    const ruler = "squares" in this.#map.dataset ? SQUARES_PX : RULER_PX;
    const [beside, over] = [ruler.beside * scale, ruler.over * scale];
    const { width, depth } = this.#map.size;
    this.#shift("below", 0, Math.min(0, bottom - over - depth / 10));
    this.#shift("above", 0, Math.max(0, top + over));
    this.#shift("left", Math.max(0, left + beside), 0);
    this.#shift("right", Math.min(0, right - beside - width / 10), 0);
  }

  #shift(ruler: string, x: number, y: number): void {
    this.#map.querySelector(`[data-ruler="${ruler}"]`)?.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** Names make room for who stands there; of those that would lie on one another the later ones wait for a larger scale. */
  #clear(): void {
    cancelAnimationFrame(this.#clearing);
    this.#clearing = requestAnimationFrame(() => {
      // What was measured goes before whose stand it is, and that before what the ground is called.
      const names = [
        ...this.#map.querySelectorAll(".name.tool"),
        ...this.#map.querySelectorAll(".stand > .name"),
        ...partOf(this.#map, "names").children,
      ];
      const yielding = names.filter((element) => !element.parentElement?.matches(".stand"));
      for (const element of yielding) element.querySelector("text")?.removeAttribute("transform");
      // All are measured before any is changed: a browser lays out anew for each that is asked after a change.
      const bases = [...this.#map.querySelectorAll(".stand > .base")].map((element) => element.getBoundingClientRect());
      const kept: Box[] = [];
      const shifts = names.map((element): number | null => {
        const box = element.getBoundingClientRect();
        const shift = box.width > 0 && yielding.includes(element) ? clearOf(box, bases, kept) : 0;
        if (shift === null || (box.width > 0 && kept.some((other) => overlap(shifted(box, shift), other)))) return null;
        kept.push(shifted(box, shift));
        return shift;
      });
      names.forEach((element, at) => {
        element.classList.toggle("waits", shifts[at] === null);
        if (shifts[at]) element.querySelector("text")?.setAttribute("transform", `translate(0 ${shifts[at]})`);
      });
    });
  }
}

/** As far as a name may stand from where it belongs (pixels). */
const FARTHEST = 36;

/** How far up or down a name goes so that it lies on nobody; null where it has no place near where it belongs. */
export function clearOf(box: Box, bases: readonly Box[], names: readonly Box[]): number | null {
  const under = bases.filter((base) => overlap(base, box));
  if (!under.length) return 0;
  const up = Math.min(...under.map((label) => label.top)) - box.bottom;
  const down = Math.max(...under.map((label) => label.bottom)) - box.top;
  const ways = [up, down].sort((label, other) => Math.abs(label) - Math.abs(other));
  const isFree = (way: number): boolean => ![...bases, ...names].some((name) => overlap(name, shifted(box, way)));
  return ways.find((way) => Math.abs(way) <= FARTHEST && isFree(way)) ?? null;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function shifted({ left, right, top, bottom }: Box, by: number): Box {
  return { left, right, top: top + by, bottom: bottom + by };
}

function overlap(label: Box, other: Box): boolean {
  return label.left < other.right && other.left < label.right && label.top < other.bottom && other.top < label.bottom;
}

/** A part of the map's own markup, which is always there. */
export function partOf<Kind extends Element>(map: HTMLElement, name: string): Kind {
  const element = map.querySelector<Kind>(`[data-part="${name}"]`);
  if (!element) throw new Error(`a trench-map holds [data-part=${name}]`);
  return element;
}
