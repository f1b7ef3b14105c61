// Swaps regions of the page by htmx's morph, and keeps what belongs to the person at the device.
import htmx from "htmx.org";

// An open <details>, a typed figure, a chosen radio: what the service did not write it must not take away.
function ownAttribute(element: Element, name: string): boolean {
  if (name === "open") return element instanceof HTMLDetailsElement;
  if (name !== "value" && name !== "checked") return false;
  return element instanceof HTMLInputElement && element.type !== "hidden" && isChanged(element);
}

function isChanged(input: HTMLInputElement): boolean {
  return input.value !== input.defaultValue || input.checked !== input.defaultChecked;
}

export function startMorph(): void {
  htmx.registerExtension("keep-own", {
    htmx_before_morph_attr: (element: Element, detail: { attrName: string }) => !ownAttribute(element, detail.attrName),
  });
}

/** Brings every [data-live][id] region of the page up to the same region of another document. */
export async function morphRegions(fresh: Document, only: ReadonlySet<string>): Promise<void> {
  for (const region of document.querySelectorAll<HTMLElement>("[data-live][id]")) {
    const newer = only.has(region.id) ? fresh.getElementById(region.id) : null;
    if (newer && !newer.isEqualNode(region)) {
      await htmx.swap({ text: newer.outerHTML, target: region, sourceElement: region, swap: "outerMorph" });
    }
  }
  document.dispatchEvent(new CustomEvent("bz:morphed"));
}
