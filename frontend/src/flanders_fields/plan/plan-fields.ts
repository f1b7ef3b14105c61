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
  const names = new Set([...form.elements].map((one) => (one as Control).name).filter(Boolean));
  const all = [...names].map((name) => [name, valueOf(controls(form, name), name)] as const);
  if (all.some(([, value]) => value === null)) return null;
  const [told, shown] = [true, false].map(
    (is) => Object.fromEntries(all.filter(([name]) => controls(form, name).some(isTold) === is)) as Fields,
  );
  return { told: told ?? {}, shown: shown ?? {} };
}

function controls(form: HTMLFormElement, name: string): Control[] {
  return [...form.elements].filter((one): one is Control => (one as Control).name === name);
}

function valueOf(all: Control[], name: string): Value | null {
  const [one] = all;
  if (!one) return undefined;
  if (name === "at") return places(all);
  if (name === "halts") return halts(all);
  if (name === "leads_mm") return leads(all);
  if (name === WHOLES) return wholes(one);
  if (one instanceof HTMLInputElement && one.type === "checkbox") return one.checked;
  const value =
    one instanceof HTMLInputElement && one.type === "radio" ? (all as HTMLInputElement[]).find((each) => each.checked)?.value : one.value;
  if (name.endsWith("_mm")) return millimetres(one, false);
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
  const told = all.map((one) => ({ up_mm: Number(one.dataset["up"]), turns: Number(one.value) || 0 }));
  return told.filter((one) => one.turns).map(({ up_mm, turns }) => (turns > 1 ? { up_mm, turns } : { up_mm }));
}

function leads(all: Control[]): readonly number[] | null {
  const told = all.map((one) => millimetres(one, true) ?? (one.value.trim() ? null : 0));
  if (told.some((one) => one === null)) return null;
  return told.some((one) => one) ? (told as number[]) : [];
}

function wholes(one: Control): readonly number[] | null {
  const parts = one.value.split(/[\s,;]+/).filter(Boolean);
  if (parts.every((part) => /^\d{1,2}$/.test(part))) return fits(one, parts.map(Number));
  return wrong(one, "Write turns as numbers, such as 4, 5");
}

function millimetres(one: Control, below: boolean): number | undefined | null {
  if (!one.value.trim()) return fits(one, undefined);
  const reading = read(one.value, { min: below ? null : 0, max: null, decimals: 1 });
  return "problem" in reading ? wrong(one, reading.problem) : fits(one, Math.round(reading.value * MM_A_CM));
}

function fits<Some>(one: Control, value: Some): Some {
  one.setCustomValidity("");
  return value;
}

function wrong(one: Control, problem: string): null {
  one.setCustomValidity(problem);
  one.addEventListener("input", () => one.setCustomValidity(""), { once: true });
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

function isTold(one: Element): boolean {
  if (one instanceof HTMLInputElement && (one.type === "checkbox" || one.type === "radio")) return one.checked !== one.defaultChecked;
  if (one instanceof HTMLSelectElement)
    return (
      one.selectedIndex !==
      Math.max(
        0,
        [...one.options].findIndex((option) => option.defaultSelected),
      )
    );
  return (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) && one.value !== one.defaultValue;
}

function settling(one: Element): () => void {
  if (one instanceof HTMLInputElement && (one.type === "checkbox" || one.type === "radio")) {
    const { checked } = one;
    return () => (one.defaultChecked = checked);
  }
  if (one instanceof HTMLSelectElement) {
    const { selectedIndex } = one;
    return () => [...one.options].forEach((option, at) => (option.defaultSelected = at === selectedIndex));
  }
  if (!(one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement)) return () => undefined;
  const { value } = one;
  return () => (one.defaultValue = value);
}
