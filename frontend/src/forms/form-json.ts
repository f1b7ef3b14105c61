// Converts the fields of a form to the JSON of a command. Pure.
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Field {
  /**
   * "unit", "shot.range_cm" for a field inside, "targets[]" for one of a list, "stands.0.cover" for a field of the first
   * in a list. "_near" is for the page's address alone.
   */
  readonly name: string;
  readonly value: string;
  /** number, boolean, json; anything else is text. */
  readonly type?: string | undefined;
}

export function commandOfFields(kind: string, fields: readonly Field[]): { [key: string]: Json } {
  const command: { [key: string]: Json } = { kind };
  for (const field of fields) if (!field.name.startsWith("_")) place(command, field.name, valueOf(field));
  for (const [name, value] of Object.entries(command)) command[name] = numbered(value);
  return command;
}

/** Fields under numbers are a list, in their order. */
function numbered(value: Json): Json {
  if (!isRecord(value)) return value;
  const inner = Object.entries(value).map(([name, value]) => [name, numbered(value)] as const);
  const counts = inner.length > 0 && inner.every(([name]) => /^\d+$/.test(name));
  return counts ? inner.map(([, value]) => value) : Object.fromEntries(inner);
}

function valueOf({ value, type }: Field): Json {
  if (type === "boolean") return value === "true";
  if (type === "json") return JSON.parse(value) as Json;
  if (type !== "number") return value;
  if (value.trim() === "") return null;
  const number = Number(value.replace("−", "-").replace(",", "."));
  // A value that is no number stays as it was typed: the service answers with what is expected.
  return Number.isFinite(number) ? number : value;
}

function place(into: { [key: string]: Json }, name: string, value: Json): void {
  const [head = "", ...rest] = name.split(".");
  if (rest.length) place(inside(into, head), rest.join("."), value);
  else if (head.endsWith("[]")) list(into, head.slice(0, -2)).push(value);
  else into[head] = value;
}

function inside(into: { [key: string]: Json }, key: string): { [key: string]: Json } {
  const there = into[key];
  if (isRecord(there)) return there;
  const made = {};
  into[key] = made;
  return made;
}

function list(into: { [key: string]: Json }, key: string): Json[] {
  const there = into[key];
  if (Array.isArray(there)) return there;
  const made: Json[] = [];
  into[key] = made;
  return made;
}

function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
