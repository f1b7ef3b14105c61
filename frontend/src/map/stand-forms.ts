// Forms beside the map that place and turn a stand: they say what a drag would have said, in the same events, so that a
// page listens to one thing. Read as the reader counts: cm from the own left corner, degrees from straight ahead.
import { read } from "../centimetres";
import { own } from "./places";
import { TrenchMap } from "./trench-map";

export function startStandForms(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const id = form.dataset["placeStand"];
    const map = document.querySelector("trench-map");
    if (id === undefined || !(map instanceof TrenchMap)) return;
    event.preventDefault();
    const [x, y, facing] = ["x", "y", "facing"].map((name) => typed(form, name));
    if (x === undefined || y === undefined || facing === undefined) return;
    map.place(id, own({ x: x * 10, y: y * 10 }, map.size, map.across), (facing + (map.across ? 180 : 0)) % 360);
  });
  document.addEventListener("map-moved", tell);
  document.addEventListener("map-turned", tell);
}

/** What was dragged on the map stands in its form too. */
function tell(event: Event): void {
  const map = event.target;
  const { id } = (event as CustomEvent<{ id: string }>).detail;
  const form = document.querySelector<HTMLFormElement>(`form[data-place-stand="${CSS.escape(id)}"]`);
  const stand = document.querySelector<SVGGElement>(`[data-stand="${CSS.escape(id)}"]`);
  if (!(map instanceof TrenchMap) || !form || !stand) return;
  const at = own({ x: Number(stand.dataset["x"]), y: Number(stand.dataset["y"]) }, map.size, map.across);
  const facing = (Number(stand.dataset["facing"]) + (map.across ? 180 : 0)) % 360;
  for (const [name, value] of Object.entries({ x: at.x / 10, y: at.y / 10, facing })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = String(Math.round(value * 10) / 10);
  }
}

function typed(form: HTMLFormElement, name: string): number | undefined {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return undefined;
  const reading = read(field.value, { min: name === "facing" ? 0 : null, max: name === "facing" ? 360 : null, decimals: 1 });
  field.setCustomValidity("problem" in reading ? reading.problem : "");
  field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
  if ("value" in reading) return reading.value;
  field.reportValidity();
  return undefined;
}
