// The tool in hand on the map of a game. What is filled in for it stands in the page's address, so that it is measured
// anew whenever a stand moves; a drag, a turn or a tap on the map fills in the same fields, counted from the reader's edge.
import { showAt } from "../showing";
import { own, type Spot } from "./places";
import { TrenchMap } from "./trench-map";

/** The id of the tool among the things that can be held on the map. */
export const TOOL = "tool";
const SHOWS: ReadonlySet<string> = new Set(["map-region", "tool-fields", "tool-said", "tool-lying", "map-edge"]);
const HALF_TURN = 180;
const MM_A_CM = 10;

export function startToolForm(): void {
  document.addEventListener("change", (event) => {
    if ((event.target as Element).closest("form[data-tool]")) ask({});
  });
  document.addEventListener("submit", (event) => {
    if (!(event.target as Element).closest("form[data-tool]")) return;
    event.preventDefault();
    ask({});
  });
  document.addEventListener("map-moving", follow);
  document.addEventListener("map-moved", (event) => {
    const { id, part, x, y } = (event as CustomEvent<{ id: string; part: string } & Spot>).detail;
    if (id === TOOL) laid(part, { x, y });
  });
  document.addEventListener("map-turned", (event) => {
    const { id, facing } = (event as CustomEvent<{ id: string; facing: number }>).detail;
    const map = shownMap();
    if (id === TOOL && map) ask({ on: "", facing: (facing + (map.across ? HALF_TURN : 0)) % (2 * HALF_TURN) });
  });
  document.addEventListener("map-tapped", (event) => {
    const { x, y, stand } = (event as CustomEvent<{ stand: string } & Spot>).detail;
    const part = grip()?.dataset["part"];
    if (part === undefined) return;
    if (stand && canLieOn(stand)) ask({ on: stand });
    else laid(part, { x, y });
  });
}

/** The tool was laid at a place of the table; a start line is only so far up it from its side's edge. */
function laid(part: string, at: Spot): void {
  const map = shownMap();
  if (!map) return;
  if (part === "start") return ask({ start: at.y / MM_A_CM });
  if (part === "start-across") return ask({ start: (map.size.depth - at.y) / MM_A_CM });
  const seen = own(at, map.size, map.across);
  ask({ on: "", x: seen.x / MM_A_CM, y: seen.y / MM_A_CM });
}

/** The page with what the form says, and with what was said on the map. */
function ask(onMap: { readonly [name: string]: string | number }): void {
  const form = document.querySelector<HTMLFormElement>("form[data-tool]");
  if (!form) return;
  for (const [name, value] of Object.entries(onMap)) write(form, name, String(value));
  const query = new URLSearchParams(location.search);
  for (const [name, value] of new FormData(form)) query.set(name, String(value));
  for (const [name, value] of Object.entries(onMap)) query.set(name, String(value));
  void showAt(`?${query}`, SHOWS);
}

/** What was written by hand stays in its field, so what is said on the map is written there too. */
function write(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
}

function canLieOn(stand: string): boolean {
  const field = document.querySelector<HTMLFormElement>("form[data-tool]")?.elements.namedItem("on");
  return field instanceof HTMLSelectElement && [...field.options].some((one) => one.value === stand);
}

/** What is shown of the tool goes along under the finger; where it is let go the service shows it anew. */
function follow(event: Event): void {
  const { id, part, x, y } = (event as CustomEvent<{ id: string; part: string } & Spot>).detail;
  const map = shownMap();
  const from = grip()?.dataset;
  if (id !== TOOL || !map || !from || part !== "centre") return;
  const [was, is] = [map.sheetOf({ x: Number(from["x"]), y: Number(from["y"]) }), map.sheetOf({ x, y })];
  for (const one of map.querySelectorAll<SVGGElement>(".overlay.held")) one.setAttribute("transform", `translate(${is.x - was.x} ${is.y - was.y})`);
}

function grip(): SVGGElement | null {
  return document.querySelector<SVGGElement>(`[data-piece="${TOOL}"]`);
}

function shownMap(): TrenchMap | null {
  const map = document.querySelector("trench-map");
  return map instanceof TrenchMap ? map : null;
}
