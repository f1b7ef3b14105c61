// The tool in hand on the map of a game. What is filled in for it stands in the page's address, so that it is measured
// anew whenever a stand moves; a drag, a turn or a tap on the map fills in the same fields, counted from the reader's edge.
import { showAt } from "../../live/page-loader";
import { own, type Point } from "../../map/geometry";
import { TrenchMap } from "../../map/trench-map";

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
    const { id, part, x, y } = (event as CustomEvent<{ id: string; part: string } & Point>).detail;
    if (id === TOOL) laid(part, { x, y });
  });
  document.addEventListener("map-turned", (event) => {
    const { id, facing } = (event as CustomEvent<{ id: string; facing: number }>).detail;
    const map = shownMap();
    if (id === TOOL && map) ask({ on: "", facing: (facing + (map.across ? HALF_TURN : 0)) % (2 * HALF_TURN) });
  });
  document.addEventListener("click", (event) => {
    const way = (event.target as Element).closest<HTMLElement>("form[data-tool] [data-way]")?.dataset["way"];
    if (way !== undefined) ask({ way });
  });
  document.addEventListener("map-tapped", (event) => {
    const { x, y, stand } = (event as CustomEvent<{ stand: string } & Point>).detail;
    if (wayField()) return drawn(stand, { x, y });
    const part = grip()?.dataset["part"];
    if (part === undefined) return;
    if (stand && canLieOn(stand)) ask({ on: stand });
    else laid(part, { x, y });
  });
}

/** The tool was laid at a place of the table; a start line is only so far up it from its side's edge. */
function laid(part: string, at: Point): void {
  const map = shownMap();
  if (!map) return;
  if (part === "start") return ask({ start: at.y / MM_A_CM });
  if (part === "start-across") return ask({ start: (map.size.depth - at.y) / MM_A_CM });
  if (part.startsWith("lead-")) return ask({ leads: leads(map, part, at).join(", ") });
  if (part.startsWith("way-")) return ask({ way: bent(map, Number(part.slice("way-".length)), at) });
  const seen = own(at, map.size, map.across);
  ask({ on: "", x: seen.x / MM_A_CM, y: seen.y / MM_A_CM });
}

/** A tap while a way is drawn: whoever is tapped first goes along it, every other place is its next bend. */
function drawn(stand: string, at: Point): void {
  const [field, goer, map] = [wayField(), shownTool()?.elements.namedItem("from"), shownMap()];
  if (!field || !map) return;
  const empty = field.value.trim() === "";
  if (stand && empty && goer instanceof HTMLSelectElement && !goer.value) return ask({ from: stand });
  ask({ way: empty ? told(map, at) : `${field.value.trim().replace(/;$/, "")}; ${told(map, at)}` });
}

/** The way with one of its bends at another place. */
function bent(map: TrenchMap, place: number, at: Point): string {
  const bends = grips(map, "way-").map((grip) => told(map, grip));
  bends[place] = told(map, at);
  return bends.join("; ");
}

function told(map: TrenchMap, at: Point): string {
  const seen = own(at, map.size, map.across);
  return `${seen.x / MM_A_CM}, ${seen.y / MM_A_CM}`;
}

/** How far each piece of a barrage lies before its start line, in whole cm, one of them held at another place. */
function leads(map: TrenchMap, held: string, at: Point): number[] {
  const far = held.endsWith("-across");
  const start = grips(map, "start")[0]?.y ?? 0;
  const pieces = grips(map, "lead-");
  pieces[Number(held.split("-")[1])] = at;
  return pieces.map((piece) => Math.round((far ? start - piece.y : piece.y - start) / MM_A_CM));
}

/** What the tool is held by, of the parts whose names begin so, in their order. */
function grips(map: TrenchMap, part: string): Point[] {
  const held = map.querySelectorAll<SVGGElement>(`[data-piece="${TOOL}"][data-part^="${part}"]`);
  return [...held].map((element) => ({ x: Number(element.dataset["x"]), y: Number(element.dataset["y"]) }));
}

/** The page with what the form says, and with what was said on the map. */
function ask(onMap: { readonly [name: string]: string | number }): void {
  const form = shownTool();
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

function shownTool(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>("form[data-tool]");
}

/** The field of the bends, while a way is drawn. */
function wayField(): HTMLInputElement | undefined {
  const field = shownTool()?.elements.namedItem("way");
  return field instanceof HTMLInputElement ? field : undefined;
}

function canLieOn(stand: string): boolean {
  const field = shownTool()?.elements.namedItem("on");
  return field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === stand);
}

/** What is shown of the tool goes along under the finger; where it is let go the service shows it anew. */
function follow(event: Event): void {
  const { id, part, x, y } = (event as CustomEvent<{ id: string; part: string } & Point>).detail;
  const map = shownMap();
  const from = grip()?.dataset;
  if (id !== TOOL || !map || !from || part !== "centre") return;
  const [was, is] = [map.sheetOf({ x: Number(from["x"]), y: Number(from["y"]) }), map.sheetOf({ x, y })];
  for (const element of map.querySelectorAll<SVGGElement>(".overlay.held"))
    element.setAttribute("transform", `translate(${is.x - was.x} ${is.y - was.y})`);
}

function grip(): SVGGElement | null {
  return document.querySelector<SVGGElement>(`[data-piece="${TOOL}"]`);
}

function shownMap(): TrenchMap | null {
  const map = document.querySelector("trench-map");
  return map instanceof TrenchMap ? map : null;
}
