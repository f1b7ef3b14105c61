// The draft of a long form: stored on this device, restored when the page is loaded again, and dropped when the form is
// sent or the draft is discarded.
import type { Json } from "./form-json";
import { clockTime } from "../live/page-state";
import { addRow } from "./form-rows";

/** One control: its name, its index among those of this name, its value, and whether it is checked. */
type Entry = readonly [string, number, string, boolean];

interface Draft {
  readonly at: string;
  readonly entries: readonly Entry[];
  /** The revision of the document that it changes; empty: a new one. */
  readonly revision: string;
  /** The number of rows in each place for rows. */
  readonly rows: { readonly [place: string]: number };
  /** Data of the form's own script. */
  readonly more: Json;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const KEY = "beaten-zone.draft.";

export interface FormDraft {
  /** Stores the form as it is now. */
  readonly keep: () => void;
}

/** Restores a stored draft, says so, and stores the form from then on; `more` and `takeMore` handle the script's own data. */
export function startDraft(form: HTMLFormElement, more: () => Json, takeMore: (more: Json) => void): FormDraft {
  const key = KEY + location.pathname;
  const draft = read(key);
  if (draft) {
    takeMore(draft.more);
    fill(form, draft);
    // The document may have been saved elsewhere since: the service says so, and overwrites nothing.
    if (draft.revision) form.dataset["revision"] = draft.revision;
    sayRestored(form, draft, () => drop(key));
  }
  let isSent = false;
  const keep = (): void => {
    if (!isSent)
      write(key, {
        at: new Date().toISOString(),
        revision: form.dataset["revision"] ?? "",
        entries: entriesOf(form),
        rows: rowsOf(form),
        more: more(),
      });
  };
  form.addEventListener("bz:sent", () => {
    isSent = true;
    drop(key);
  });
  form.addEventListener("input", keep);
  return { keep };
}

function controlsOf(form: HTMLFormElement): Control[] {
  const isKept = (element: Element): element is Control =>
    (element instanceof HTMLInputElement && element.type !== "file" && element.type !== "hidden") ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement;
  return [...form.elements].filter(isKept).filter((control) => control.name !== "" && !control.closest("fieldset:disabled"));
}

/** Each control with its index among those of its name; a radio button is identified by its value too. */
function numbered(form: HTMLFormElement): [Control, string, number][] {
  const counts = new Map<string, number>();
  return controlsOf(form).map((control) => {
    const isChoice = control instanceof HTMLInputElement && (control.type === "radio" || control.type === "checkbox");
    const name = isChoice ? `${control.name}=${control.value}` : control.name;
    const at = counts.get(name) ?? 0;
    counts.set(name, at + 1);
    return [control, name, at];
  });
}

function entriesOf(form: HTMLFormElement): Entry[] {
  return numbered(form).map(([control, name, at]) => [name, at, control.value, control instanceof HTMLInputElement && control.checked]);
}

function placesOf(form: HTMLFormElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>("[data-rows]")];
}

function rowsOf(form: HTMLFormElement): { [place: string]: number } {
  return Object.fromEntries(
    placesOf(form).map((place) => [place.dataset["rows"] ?? "", place.querySelectorAll(".one-row:not(:disabled)").length]),
  );
}

function fill(form: HTMLFormElement, draft: Draft): void {
  for (const place of placesOf(form)) {
    const wanted = draft.rows[place.dataset["rows"] ?? ""];
    if (wanted === undefined) continue;
    const rows = [...place.querySelectorAll(".one-row")];
    for (const row of rows.slice(wanted)) row.remove();
    for (let n = rows.length; n < wanted; n++) addRow(form, place.dataset["rows"] ?? "");
  }
  const entries = new Map(draft.entries.map(([name, at, value, isChosen]) => [`${name} ${at}`, { value, isChosen }]));
  for (const [control, name, at] of numbered(form)) {
    const entry = entries.get(`${name} ${at}`);
    if (!entry) continue;
    if (control instanceof HTMLInputElement && (control.type === "radio" || control.type === "checkbox")) control.checked = entry.isChosen;
    else put(control, entry.value);
  }
}

/** An option that does not exist yet, such as a part of a force that is still to be counted, is added by its value. */
function put(control: Control, value: string): void {
  if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value))
    control.add(new Option(value, value));
  control.value = value;
}

function sayRestored(form: HTMLFormElement, { at }: Draft, discard: () => void): void {
  const template = document.querySelector<HTMLTemplateElement>("template#draft");
  const said = template?.content.firstElementChild?.cloneNode(true);
  if (!(said instanceof HTMLElement)) return;
  const hour = said.querySelector("[data-fill=hour]");
  const when = new Date(at);
  const day =
    when.toDateString() === new Date().toDateString() ? "" : `${when.toLocaleDateString("en-GB", { day: "numeric", month: "long" })}, `;
  if (hour) hour.textContent = `${day}${clockTime(when)}`;
  said.querySelector("button")?.addEventListener("click", () => {
    discard();
    form.reset();
    location.reload();
  });
  form.prepend(said);
}

function read(key: string): Draft | null {
  try {
    const there = JSON.parse(localStorage.getItem(key) ?? "null") as Draft | null;
    return there && Array.isArray(there.entries) && typeof there.rows === "object" ? there : null;
  } catch {
    return null;
  }
}

function write(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

function drop(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
