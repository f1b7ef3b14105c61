// The map of a game: a stand, its company or its battalion dragged or turned becomes one command; so do the forms beside
// it. Of a unit that has a move left it is a move to be tried out first. After every answer the map shows what the game
// knows, so that a refused drag springs back.
import { read } from "../../centimetres";
import { sendCommand } from "../../commands";
import type { Json } from "../../compose";
import { refresh } from "../../live";
import { own, type Spot, turnedAbout } from "../../map/places";
import { startStandForms } from "../../map/stand-forms";
import { startToolForm, TOOL } from "../map/tool-form";
import { TrenchMap } from "../../map/trench-map";
import { pagePlace, sayRefused } from "../../say";
import { showAt } from "../../showing";

if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);
startStandForms();
startToolForm();

interface Standing extends Spot {
  readonly id: string;
  readonly facing: number;
}

document.addEventListener("map-moved", (event) => {
  const { id, by } = (event as CustomEvent<{ id: string; by: Spot }>).detail;
  if (id === TOOL) return;
  const others = together(id).filter((one) => one.id !== id);
  put([standing(id), ...others.map((one) => ({ ...one, x: one.x + by.x, y: one.y + by.y }))]);
});

document.addEventListener("map-turned", (event) => {
  const { id, facing } = (event as CustomEvent<{ id: string; facing: number }>).detail;
  if (id === TOOL) return;
  const held = standing(id);
  const before = Number(told(id)?.dataset["facing"] ?? facing);
  const by = facing - before;
  const others = together(id).filter((one) => one.id !== id);
  const turned = others.map((one) => ({ ...one, ...turnedAbout(one, held, by), facing: (one.facing + by + 360) % 360 }));
  put([{ ...held, facing }, ...turned]);
});

document.addEventListener("map-lost", (event) => {
  const { words } = (event as CustomEvent<{ words: string }>).detail;
  sayRefused(pagePlace(), { because: `${words} was taken off the map while you held it.`, instead: "Nothing was sent." });
});

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const { putStand, layTable } = form.dataset;
  if (putStand === undefined && layTable === undefined) return;
  event.preventDefault();
  if (form.dataset["sending"]) return;
  if (layTable !== undefined) void send({ kind: "lay_table", table: { id: String(new FormData(form).get("table")) } }, form);
  else putFrom(form, putStand ?? "");
});

/** What the drag takes along: the stand alone, or all of its unit or battalion that are on the map. */
function together(id: string): Standing[] {
  const [listed, which] = [told(id), whatMoves()];
  const unit = listed?.dataset["unit"];
  const among =
    which === "holder" ? listed?.closest("[data-holder]")?.querySelectorAll<HTMLElement>("[data-told]") : which === "unit" && unit ? document.querySelectorAll<HTMLElement>(`[data-told][data-unit="${CSS.escape(unit)}"]`) : null;
  const ids = [...(among ?? [])].map((one) => one.dataset["told"] ?? "");
  return ids.filter((one) => shown(one)).map(standing);
}

function shown(id: string): SVGGElement | null {
  return document.querySelector<SVGGElement>(`[data-stand="${CSS.escape(id)}"]`);
}

function standing(id: string): Standing {
  const data = shown(id)?.dataset ?? {};
  return { id, x: Number(data["x"]), y: Number(data["y"]), facing: Number(data["facing"]) };
}

/** Stands of a unit that has a move left may be making it: that is tried out first. Others are only placed. */
function put(stands: readonly Standing[]): void {
  const [unit] = [...new Set(stands.map(({ id }) => told(id)?.dataset["unit"]))];
  const isMove = whatMoves() !== "holder" && stands.every(({ id }) => told(id)?.dataset["unit"] === unit && told(id)?.hasAttribute("data-may-move"));
  if (isMove && unit) tryMove(unit, stands);
  else void place(stands);
}

/** What is tried out stands in the address: every stand of the unit that was put somewhere else. */
function tryMove(unit: string, stands: readonly Standing[]): void {
  const query = new URLSearchParams(location.search);
  const before = query.get("move") === unit ? query.getAll("at") : [];
  const kept = before.filter((one) => !stands.some(({ id }) => one.startsWith(`${id},`)));
  query.set("move", unit);
  query.delete("at");
  for (const one of [...kept, ...stands.map(({ id, x, y, facing }) => [id, Math.round(x), Math.round(y), facing].join(","))]) query.append("at", one);
  void showAt(`?${query}`, new Set(["map-region", "move-here", "forces", "map-edge"])).then(() => {
    document.getElementById("move-here")?.scrollIntoView({ block: "nearest" });
  });
}

function told(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-told="${CSS.escape(id)}"]`);
}

function whatMoves(): string | undefined {
  return document.querySelector<HTMLInputElement>("input[name=moves]:checked")?.value;
}

async function place(stands: readonly Standing[], form?: HTMLFormElement): Promise<void> {
  const places = stands.map(({ id, x, y, facing }) => ({ stand: id, x_mm: Math.round(x), y_mm: Math.round(y), facing_deg: facing }));
  const names = stands.map(({ id }) => told(id)?.querySelector("b")?.textContent ?? "").filter(Boolean);
  await send({ kind: "place_stands", stands: places }, form, shown(stands[0]?.id ?? ""), `on the map, ${names.join(", ")}`);
}

/** What was dropped stays where it was dropped until the answer is there: news that comes first does not put it back. */
async function send(command: { [key: string]: Json }, form?: HTMLFormElement, dropped: Element | null = null, what?: string): Promise<void> {
  dropped?.setAttribute("data-held", "");
  const answer = await sendCommand(command, form, undefined, what).finally(() => dropped?.removeAttribute("data-held"));
  if (answer.kind !== "accepted") await refresh();
}

function putFrom(form: HTMLFormElement, id: string): void {
  const at = placeIn(form);
  if (at) void place([{ id, ...at }], form);
}

/** The place typed into a form, as the reader counts: cm from the own left corner, degrees from straight ahead. */
function placeIn(form: HTMLFormElement): (Spot & { facing: number }) | null {
  const map = document.querySelector("trench-map");
  if (!(map instanceof TrenchMap)) return null;
  const [x, y, facing] = ["x", "y", "facing"].map((name) => typed(form, name));
  if (x === undefined || y === undefined || facing === undefined) return null;
  const at = own({ x: Math.round(x * 10), y: Math.round(y * 10) }, map.size, map.across);
  return { ...at, facing: (facing + (map.across ? 180 : 0)) % 360 };
}

function typed(form: HTMLFormElement, name: string): number | undefined {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return undefined;
  const reading = read(field.value, { min: 0, max: name === "facing" ? 360 : null, decimals: 1 });
  field.setCustomValidity("problem" in reading ? reading.problem : "");
  field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
  if ("value" in reading) return reading.value;
  field.reportValidity();
  return undefined;
}
