// A finger drawn over counters takes each that it touches: the board does not scroll under it while it aims.
import type { Table } from "./table";

export function startStrokes(table: Table): void {
  let seen: string[] | null = null;
  let drawn = false;
  const under = (event: PointerEvent): string | undefined =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(".board button[data-st]")?.dataset["st"];
  document.addEventListener("pointerdown", (event) => {
    const first = (event.target as Element).closest<HTMLElement>(".board button[data-st]")?.dataset["st"];
    seen = first && table.aiming && !table.aim!.spread && table.aim!.how !== "one" ? [first] : null;
    drawn = false;
  });
  document.addEventListener("pointermove", (event) => {
    if (!seen || !(event.buttons & 1)) return;
    const id = under(event);
    if (!id || seen.includes(id)) return;
    seen.push(id);
    drawn = true;
  });
  document.addEventListener("pointerup", () => {
    if (seen && drawn) table.stroke(seen);
    seen = null;
  });
  // The click that ends a stroke is no tap of its own.
  document.addEventListener("click", (event) => drawn && (event.stopPropagation(), (drawn = false)), { capture: true });
}
