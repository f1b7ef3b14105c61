// Swaps regions of the page by htmx's morph, keeps what belongs to the person at the device, and replaces the page of a
// game that was closed while it was open.
import htmx from "htmx.org";
import { rescueAnswers } from "../components/announcements";
import { showClocks } from "../components/clocks";
import { letSleep } from "../components/wake-lock";

/** Attributes of the position of a thing on the map. */
const HELD: ReadonlySet<string> = new Set(["transform", "data-x", "data-y", "data-facing", "data-held"]);

export function startMorph(): void {
  // A dice pad draws its own content.
  htmx.config.morphSkipChildren = "dice-pad";
  htmx.registerExtension("keep-own", {
    htmx_before_morph_attr: (element: Element, { attrName }: { attrName: string }) => !isOwn(element, attrName),
  });
}

let running: Promise<unknown> = Promise.resolve();

/**
 * Morphs these [data-live][id] regions to those of another document, one document after the other. `holds` returns false,
 * and nothing happens, if the page shows something else by then.
 */
export function morphRegions(fresh: Document, only: ReadonlySet<string>, holds: () => boolean = () => true): Promise<boolean> {
  const shown = running.then(async () => {
    if (!holds()) return false;
    await morph(fresh, only);
    return true;
  });
  running = shown.catch(() => undefined);
  return shown;
}

async function morph(fresh: Document, only: ReadonlySet<string>): Promise<void> {
  showClocks(fresh);
  if (isOver(fresh)) showOver(fresh);
  else await morphInto(fresh, only);
  document.dispatchEvent(new CustomEvent("bz:morphed"));
}

async function morphInto(fresh: Document, only: ReadonlySet<string>): Promise<void> {
  const restoreAnswers = rescueAnswers();
  const restoreChoices = rescueChoices();
  for (const region of document.querySelectorAll<HTMLElement>("[data-live][id]")) {
    const newer = only.has(region.id) ? fresh.getElementById(region.id) : null;
    if (!newer || newer.isEqualNode(region)) continue;
    if (newer.dataset["about"] !== region.dataset["about"]) replace(region, newer);
    else await htmx.swap({ text: newer.outerHTML, target: region, sourceElement: region, swap: "outerMorph" });
  }
  if (fresh.title) document.title = fresh.title;
  restoreChoices();
  restoreAnswers();
}

/** Text and dice entered for one thing must not move to the form of another; a note belongs to neither. */
function replace(region: HTMLElement, newer: HTMLElement): void {
  region.replaceWith(newer);
  for (const { id } of region.querySelectorAll("details[id][open]"))
    newer.querySelector(`details#${CSS.escape(id)}`)?.setAttribute("open", "");
  for (const own of region.querySelectorAll("[data-own][id]")) newer.querySelector(`#${CSS.escape(own.id)}`)?.replaceWith(own);
}

// An open <details>, a typed value, a switch, the position of a thing that is held: the morph must not remove what the
// service did not write.
function isOwn(element: Element, name: string): boolean {
  if (HELD.has(name)) return element.closest("[data-held]") !== null;
  if (name === "open") return element instanceof HTMLDetailsElement;
  if (!(element instanceof HTMLInputElement) || element.type === "hidden") return false;
  if (name === "checked") return element.type === "checkbox" && element.checked !== element.defaultChecked;
  return name === "value" && element.value !== element.defaultValue;
}

/** Of several radio buttons the browser checks the last one written: the player's choice is checked again after a morph. */
function rescueChoices(): () => void {
  const choices = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    "[data-live] input[type=radio]:checked, [data-live] select",
  );
  const rescued = [...choices].filter(isChosen).map(({ form, name, value, parentElement }) => {
    return { form, name, value, within: parentElement?.closest("[id]")?.id };
  });
  return () => {
    for (const { form, name, value, within } of rescued) {
      // A choice about one thing does not move to another in its place.
      if (form?.isConnected && (!within || document.getElementById(within))) choose(form, name, value);
    }
  };
}

function isChosen(choice: HTMLInputElement | HTMLSelectElement): boolean {
  if (choice instanceof HTMLInputElement) return !choice.defaultChecked;
  const written = [...choice.options].findIndex((option) => option.defaultSelected);
  return choice.selectedIndex !== Math.max(0, written);
}

/** Where a choice is no longer available, the service's applies. */
function choose(form: HTMLFormElement, name: string, value: string): void {
  const choice = form.elements.namedItem(name);
  if (choice instanceof RadioNodeList) choice.value = value;
  else if (choice instanceof HTMLSelectElement && [...choice.options].some((option) => option.value === value)) choice.value = value;
}

const CHANGED = ["main", "#place", "#menu .links"];

/** Whether the game was closed since the page was loaded. A wall display or a log only gets a new part. */
export function isOver(fresh: Document): boolean {
  return "closed" in fresh.body.dataset && !("closed" in document.body.dataset);
}

export function showOver(fresh: Document): void {
  // The answer to a last command stays.
  const restoreAnswers = rescueAnswers();
  for (const part of CHANGED) {
    const newer = fresh.querySelector(part);
    if (newer) document.querySelector(part)?.replaceWith(document.adoptNode(newer));
  }
  document.title = fresh.title;
  document.body.dataset["closed"] = "";
  letSleep();
  restoreAnswers();
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}
