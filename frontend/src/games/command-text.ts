// The text of a command: the heading of its form, the button, and the entries.
import type { Json } from "../forms/form-json";

const LONGEST = 200;

export function commandText(form: HTMLFormElement, submitter: HTMLElement | null, command: { readonly [key: string]: Json }): string {
  const pressed = submitter?.closest("dice-pad") ? "" : said(submitter);
  return clipped([headingOf(form), pressed, ...entriesOf(form), diceOf(command)]);
}

/** The text of a command without a form. */
export function kindText(kind: Json | undefined): string {
  return clipped([String(kind ?? "").replaceAll("_", " ")]);
}

function headingOf(form: HTMLFormElement): string {
  const named = form.getAttribute("aria-label");
  if (named) return named;
  const around = form.closest("details, section, article");
  return said(around?.querySelector("summary, h1, h2, h3") ?? null) || (around?.getAttribute("aria-label") ?? "");
}

/** The visible entries of a form. */
function entriesOf(form: HTMLFormElement): string[] {
  return [...form.elements].flatMap((element) => {
    if (element.closest("dice-pad, [data-answer]")) return [];
    if (element instanceof HTMLSelectElement) return [told(element, element.selectedOptions[0]?.textContent?.trim() ?? "")];
    if (element instanceof HTMLTextAreaElement) return [told(element, element.value)];
    if (!(element instanceof HTMLInputElement) || element.type === "hidden") return [];
    if (element.type !== "radio" && element.type !== "checkbox") return [told(element, element.value)];
    return element.checked ? [said(element.labels?.[0] ?? null)] : [];
  });
}

function told(element: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string): string {
  return value ? [said(element.labels?.[0] ?? null), value].filter(Boolean).join(" ") : "";
}

/** The dice entered in a command. */
function diceOf(command: Json): string {
  const pips = pipsIn(command).filter((face) => face > 0);
  return pips.length ? `${pips.length === 1 ? "die" : "dice"} ${pips.join(" ")}` : "";
}

function pipsIn(value: Json): number[] {
  if (typeof value !== "object" || value === null) return [];
  const own = !Array.isArray(value) && typeof value["pips"] === "number" ? [value["pips"]] : [];
  return [...own, ...Object.values(value).flatMap(pipsIn)];
}

function said(element: Element | null): string {
  return element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

function clipped(parts: readonly string[]): string {
  const words = parts.filter(Boolean).join(", ");
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}
