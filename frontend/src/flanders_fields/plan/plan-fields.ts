// From the fields of a plan's forms to what its document holds: lengths typed in cm become whole mm, what is left empty is
// not filled in. A field that cannot be read says so itself, keeps the focus, and nothing is saved.
import { read } from "../../components/centimetres";
import type { Fields, Halt, Value } from "./plan-document";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const WHOLE = new Set(["turn", "turns", "wind_deg", "air_missions", "regiments"]);
const WHOLES = "back";
const MM_A_CM = 10;

/** What was told in a form's fields, by their names, and what the others show, which may be older than the plan. */
export interface Filled {
  readonly told: Fields;
  readonly shown: Fields;
}

/** Every field of a form; null where one cannot be read. */
export function fieldsOf(form: HTMLFormElement): Filled | null {
  const names = new Set([...form.elements].map((element) => (element as Control).name).filter(Boolean));
  const all = [...names].map((name) => [name, valueOf(controls(form, name), name)] as const);
  if (all.some(([, value]) => value === null)) return null;
  const [entered, shown] = [true, false].map(
    (is) => Object.fromEntries(all.filter(([name]) => controls(form, name).some(isTold) === is)) as Fields,
  );
  return { told: entered ?? {}, shown: shown ?? {} };
}

function controls(form: HTMLFormElement, name: string): Control[] {
  return [...form.elements].filter((element): element is Control => (element as Control).name === name);
}

function valueOf(all: Control[], name: string): Value | null {
  const [control] = all;
  if (!control) return undefined;
  if (name === "at") return places(all);
  if (name === "halts") return halts(all);
  if (name === "leads_mm") return leads(all);
  if (name === WHOLES) return wholes(control);
  if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked;
  const value =
    control instanceof HTMLInputElement && control.type === "radio"
      ? (all as HTMLInputElement[]).find((each) => each.checked)?.value
      : control.value;
  if (name.endsWith("_mm")) return millimetres(control, false);
  if (WHOLE.has(name)) return value ? Number(value.replace("−", "-")) : undefined;
  return value?.trim();
}

/** A place needs both of its numbers; while only one is there it is not filled in. */
function places([along, up]: Control[]): Value | null {
  if (!along || !up || !along.value.trim() || !up.value.trim()) return undefined;
  const [x, y] = [millimetres(along, true), millimetres(up, true)];
  return x === null || y === null || x === undefined || y === undefined ? null : [x, y];
}

function halts(all: Control[]): readonly Halt[] {
  const entered = all.map((control) => ({ up_mm: Number(control.dataset["up"]), turns: Number(control.value) || 0 }));
  return entered.filter((control) => control.turns).map(({ up_mm, turns }) => (turns > 1 ? { up_mm, turns } : { up_mm }));
}

function leads(all: Control[]): readonly number[] | null {
  const entered = all.map((control) => millimetres(control, true) ?? (control.value.trim() ? null : 0));
  if (entered.some((control) => control === null)) return null;
  return entered.some((control) => control) ? (entered as number[]) : [];
}

function wholes(control: Control): readonly number[] | null {
  const parts = control.value.split(/[\s,;]+/).filter(Boolean);
  if (parts.every((part) => /^\d{1,2}$/.test(part))) return fits(control, parts.map(Number));
  return wrong(control, "Write turns as numbers, such as 4, 5");
}

function millimetres(control: Control, below: boolean): number | undefined | null {
  if (!control.value.trim()) return fits(control, undefined);
  const reading = read(control.value, { min: below ? null : 0, max: null, decimals: 1 });
  return "problem" in reading ? wrong(control, reading.problem) : fits(control, Math.round(reading.value * MM_A_CM));
}

function fits<Some>(control: Control, value: Some): Some {
  control.setCustomValidity("");
  return value;
}

function wrong(control: Control, problem: string): null {
  control.setCustomValidity(problem);
  control.addEventListener("input", () => control.setCustomValidity(""), { once: true });
  return null;
}

/** What a form holds now; called once that is saved, so that the page may write over it, but not over what was typed since. */
export function sent(form: HTMLFormElement): () => void {
  const settles = [...form.elements].map(settling);
  return () => settles.forEach((settle) => settle());
}

/** Whether something stands in a form that was neither written by the service nor saved. */
export function isUnsent(form: HTMLFormElement): boolean {
  return [...form.elements].some(isTold);
}

function isTold(element: Element): boolean {
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio"))
    return element.checked !== element.defaultChecked;
  if (element instanceof HTMLSelectElement)
    return (
      element.selectedIndex !==
      Math.max(
        0,
        [...element.options].findIndex((option) => option.defaultSelected),
      )
    );
  return (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.value !== element.defaultValue;
}

function settling(element: Element): () => void {
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) {
    const { checked } = element;
    return () => (element.defaultChecked = checked);
  }
  if (element instanceof HTMLSelectElement) {
    const { selectedIndex } = element;
    return () => [...element.options].forEach((option, at) => (option.defaultSelected = at === selectedIndex));
  }
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return () => undefined;
  const { value } = element;
  return () => (element.defaultValue = value);
}
