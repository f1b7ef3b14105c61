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
  readonly house: readonly { readonly ruling: string; readonly option: string; readonly reason?: string }[];
}

const MM_A_CM = 10;
export const WHOLE_WIDTH_CM = 1000;
const SORTS = ["bombardments", "barrages", "gas", "works", "missions"] as const;

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
    house_rules: filled.house.map(({ ruling, option, reason }) => ({ ruling, option, ...(reason ? { reason } : {}) })),
    limits_plans: filled.one("limits_plans") === "yes",
    turns: whole(filled.one("turns")),
    objectives: objectives(filled),
    decides: lines(filled.one("decides")),
    ...(table === null ? {} : { table }),
  };
}

function side(filled: Filled, of: Sides): Doc {
  return {
    force: filled.force(of),
    name: filled.one(`${of}_name`),
    zones: zones(filled, of),
    reserves: reserves(filled, of),
    starts: starts(filled, of),
    behind_the_table: [...filled.all(`${of}_behind`)],
    in_action: filled.one(`${of}_in_action`) === "yes",
    plan: Object.fromEntries(SORTS.map((sort) => [sort, whole(filled.one(`${of}_${sort}`))])),
  };
}

/** The rows of one sort: what stands in the fields of each, one after the other. */
function rows(filled: Filled, names: readonly string[]): string[][] {
  const columns = names.map((name) => filled.all(name));
  return (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? ""));
}

/** What of a zone is left empty reaches to the edge of the table. */
function zones(filled: Filled, of: Sides): Json[] {
  return rows(filled, ["near", "far", "left", "right"].map((edge) => `${of}_${edge}`)).flatMap(([near, far, left, right]) =>
    near || far || left || right ? [{ left_mm: mm(left ?? ""), near_mm: mm(near ?? ""), right_mm: mm(right || String(WHOLE_WIDTH_CM)), far_mm: mm(far || String(WHOLE_WIDTH_CM)) }] : [],
  );
}

function reserves(filled: Filled, of: Sides): Json[] {
  return rows(filled, ["reserve", "first_turn", "needed", "where"].map((name) => `${of}_${name}`)).flatMap(([battalion, first, needed, where]) =>
    battalion ? [{ battalion, first_turn: whole(first ?? "") || 2, needed: faces(needed ?? ""), where: where ?? "" }] : [],
  );
}

function starts(filled: Filled, of: Sides): Json[] {
  return rows(filled, [`${of}_start_of`, `${of}_start_begins`]).flatMap(([part, begins]) => (part ? [{ of: part, begins: begins ?? "" }] : []));
}

function objectives(filled: Filled): Json[] {
  const fields = ["objective", "objective_points", "objective_side", "objective_holder", "objective_along", "objective_up"];
  return rows(filled, fields).flatMap(([name, points, of, holder, along, up]) => {
    if (![name, points, along, up].some(Boolean)) return [];
    const place = along && up ? { x_mm: mm(along), y_mm: mm(up) } : {};
    return [{ name: name ?? "", points: points ? whole(points) : 1, ...(of ? { side: of } : {}), ...(holder ? { holder } : {}), ...place }];
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
