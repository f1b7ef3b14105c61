// The library of tables: forms that make, bring in, copy, rename and throw away; and the map where there is one.
import { startDocuments } from "../documents/document-forms";
import { TrenchMap } from "../map/trench-map";

if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);
startDocuments({ form: "table", file: "tableFile", then: goOn });

// What is tapped on the map is marked in the list; what is tapped in the list is shown on the map.
document.addEventListener("map-chosen", (event) => {
  const { id } = (event as CustomEvent<{ id: string }>).detail;
  mark(id)?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("click", (event) => {
  const id = (event.target as Element).closest<HTMLElement>("[data-show]")?.dataset["show"];
  const map = document.querySelector("trench-map");
  if (id === undefined || !(map instanceof TrenchMap)) return;
  mark(id);
  map.show(id);
});

function mark(id: string): HTMLElement | null {
  for (const element of document.querySelectorAll("[data-show][aria-pressed=true]")) element.setAttribute("aria-pressed", "false");
  const element = document.querySelector<HTMLElement>(`[data-show="${CSS.escape(id)}"]`);
  element?.setAttribute("aria-pressed", "true");
  return element;
}

function goOn(form: HTMLFormElement, made: { id: string } | null): string {
  const then = form.dataset["then"] ?? "edit";
  if (then === "list" || !made) return "/tables";
  return `/tables/${encodeURIComponent(made.id)}${then ? `/${then}` : ""}`;
}
