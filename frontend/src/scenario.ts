// From the fields of the form of a scenario to its open document (docs/scenario-format.md). Pure.
import type { Json } from "./compose";

export type Sides = "attacker" | "defender";
export type Doc = { [key: string]: Json };

/** What the form holds: the values of its fields by name, and what came from files or from the kept document. */
export interface Filled {
  readonly one: (name: string) => string;
  readonly all: (name: string) => readonly string[];
  readonly force: (side: Sides) => Json | null;
  readonly table: Json | null;
  readonly house: readonly { readonly ruling: string; readonly option: string }[];
}

const MM_A_CM = 10;
export const WHOLE_WIDTH_CM = 1000;
const SORTS = ["bombardments", "barrages", "gas", "works", "missions"] as const;
export const ZONES = [1, 2] as const;

export function documentOf(filled: Filled): Doc {
  const chosen = filled.one("table");
  const table = chosen === "held" ? filled.table : chosen ? { id: chosen } : null;
  return {
    format: "beaten-zone-scenario",
    version: 1,
    title: filled.one("title") || "A game of two forces",
    date: filled.one("date"),
    attacker: side(filled, "attacker"),
    defender: side(filled, "defender"),
    situation: lines(filled.one("situation")),
    origin: filled.one("origin"),
    special_rules: lines(filled.one("special_rules")),
    house_rules: filled.house.map(({ ruling, option }) => ({ ruling, option })),
    limits_plans: filled.one("limits_plans") === "yes",
    turns: whole(filled.one("turns")),
    objectives: objectives(filled),
    ...(table === null ? {} : { table }),
  };
}

function side(filled: Filled, of: Sides): Doc {
  const first = whole(filled.one(`${of}_first_turn`)) || 2;
  const needed = faces(filled.one(`${of}_needed`));
  const where = filled.one(`${of}_where`);
  return {
    force: filled.force(of),
    name: filled.one(`${of}_name`),
    zones: zones(filled, of),
    reserves: filled.all(`${of}_reserve`).map((battalion) => ({ battalion, first_turn: first, needed, where })),
    behind_the_table: [...filled.all(`${of}_behind`)],
    in_action: filled.one(`${of}_in_action`) === "yes",
    plan: Object.fromEntries(SORTS.map((sort) => [sort, whole(filled.one(`${of}_${sort}`))])),
  };
}

/** A zone is told by how far up the table it reaches; left and right may stay empty for the whole width. */
function zones(filled: Filled, of: Sides): Json[] {
  const found: Json[] = [];
  for (const number of ZONES) {
    const [near, far, left, right] = ["near", "far", "left", "right"].map((edge) => filled.one(`${of}_${edge}_${number}`));
    if (!far) continue;
    found.push({ left_mm: mm(left ?? ""), near_mm: mm(near ?? ""), right_mm: mm(right || String(WHOLE_WIDTH_CM)), far_mm: mm(far) });
  }
  return found;
}

function objectives(filled: Filled): Json[] {
  const [whose, points, along, up] = ["objective_side", "objective_points", "objective_along", "objective_up"].map((name) => filled.all(name));
  return filled.all("objective").flatMap((name, number) => {
    if (!name) return [];
    const place = along?.[number] && up?.[number] ? { x_mm: mm(along[number]), y_mm: mm(up[number]) } : {};
    const ofSide = whose?.[number] ? { side: whose[number] } : {};
    return [{ name, points: points?.[number] ? whole(points[number]) : 1, ...ofSide, ...place }];
  });
}

function lines(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

function faces(text: string): number[] {
  return text.split(/[^0-9]+/).filter(Boolean).map(Number);
}

/** What is no number goes on as it was typed: the service says what is wrong with it. */
function whole(text: string): number {
  return text.trim() === "" ? 0 : Number(text.replace(",", ".")) || 0;
}

function mm(text: string): number {
  return Math.round((Number(text.replace(",", ".")) || 0) * MM_A_CM);
}
