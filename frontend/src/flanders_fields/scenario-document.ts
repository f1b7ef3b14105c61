// From the fields of the form of a scenario to its open document (docs/scenario-format.md). Pure.
import type { Json } from "../forms/form-json";

export type Sides = "attacker" | "defender";
export type Doc = { [key: string]: Json };

/** What the form holds: the values of its fields by name, and what came from files or from the kept document. */
export interface Filled {
  readonly value: (name: string) => string;
  readonly all: (name: string) => readonly string[];
  readonly force: (side: Sides) => Json | null;
  readonly table: Json | null;
  readonly house: readonly { readonly ruling: string; readonly option: string; readonly reason?: string }[];
}

const MM_A_CM = 10;
export const WHOLE_WIDTH_CM = 1000;
const SORTS = ["bombardments", "barrages", "gas", "works", "missions"] as const;

/** Before the id of a part that was chosen, and that the force chosen now does not have. */
const GONE = "gone:";
export const goneOf = (id: string): string => (isGone(id) ? id : `${GONE}${id}`);
export const isGone = (id: string): boolean => id.startsWith(GONE);
export const idOf = (id: string): string => (isGone(id) ? id.slice(GONE.length) : id);

export interface Part {
  readonly id: string;
  readonly name: string;
}

/** The same part in another force: the one that is called so; of several the one with the same id. None: it is gone. */
export function sameIn(parts: readonly Part[], id: string, called: string | undefined): string | null {
  const like = parts.filter((part) => (called === undefined ? part.id === id : part.name === called));
  return (like.find((entry) => entry.id === id) ?? like[0])?.id ?? null;
}

function there(ids: readonly string[]): string[] {
  return ids.filter((id) => !isGone(id));
}

/** What stands in the form and would be lost if it were kept: the field, what is wrong, and what would be right. */
export interface Unclear {
  readonly field: string;
  readonly row: number;
  readonly because: string;
  readonly instead: string;
}

/** `all` gives the values of every field of a name, one for each row; `called` what a part that is gone was called. */
export function unclear(all: Filled["all"], called: (id: string) => string): Unclear[] {
  const unclear: Unclear[] = [];
  const say = (field: string, row: number, because: string, instead: string): void => void unclear.push({ field, row, because, instead });
  const numbers = ["turns", "objective_points", "objective_along", "objective_up"];
  for (const of of ["attacker", "defender"]) {
    numbers.push(...["near", "far", "left", "right", "first_turn", ...SORTS].map((name) => `${of}_${name}`));
    all(`${of}_needed`).forEach((text, row) => {
      if (!/^[1-6\s,]*$/.test(text)) say(`${of}_needed`, row, `${text} is no list of dice`, "faces from 1 to 6, for instance 6 5 4");
    });
    chosen(
      `${of}_reserve`,
      [`${of}_first_turn`, `${of}_needed`, `${of}_where`],
      "a reserve has no battalion",
      "choose one, or remove the row",
    );
    chosen(`${of}_start_of`, [], "nobody is chosen who begins otherwise", "choose somebody, or remove the row");
    for (const guns of ["behind", "superimposed"]) {
      all(`${of}_${guns}`).forEach((id, row) => {
        if (isGone(id))
          say(
            `${of}_${guns}`,
            row,
            `${called(id)} is marked, and the ${of}’s force has no such battery now`,
            "take the mark away, or choose the force that has it",
          );
      });
    }
  }
  for (const name of numbers) {
    all(name).forEach((text, row) => {
      if (text && !/^-?\d+([.,]\d+)?$/.test(text)) say(name, row, `${text} is no number`, "write a number, or leave it empty");
    });
  }
  all("objective_along").forEach((along, row) => {
    const up = all("objective_up")[row] ?? "";
    if (Boolean(along) !== Boolean(up))
      say(along ? "objective_up" : "objective_along", row, "an objective has half a place", "write both distances, or neither");
  });
  return unclear;

  function chosen(name: string, beside: readonly string[], because: string, instead: string): void {
    all(name).forEach((id, row) => {
      if (isGone(id)) say(name, row, `${called(id)} is not in the force chosen now`, "choose another, or remove the row");
      else if (!id && (!beside.length || beside.some((entry) => all(entry)[row]))) say(name, row, because, instead);
    });
  }
}

export function documentOf(filled: Filled): Doc {
  const chosen = filled.value("table");
  const table = chosen === "held" ? filled.table : chosen ? { id: chosen } : null;
  return {
    format: "beaten-zone-scenario",
    version: 1,
    title: filled.value("title") || "A game of two forces",
    date: filled.value("date"),
    attacker: side(filled, "attacker"),
    defender: side(filled, "defender"),
    situation: lines(filled.value("situation")),
    origin: filled.value("origin").replace(/\s+/g, " "),
    special_rules: lines(filled.value("special_rules")),
    specimen_rules: filled.value("specimen_rules") === "yes",
    house_rules: filled.house.map(({ ruling, option, reason }) => ({ ruling, option, ...(reason ? { reason } : {}) })),
    limits_plans: filled.value("limits_plans") === "yes",
    turns: whole(filled.value("turns")),
    objectives: objectives(filled),
    decides: lines(filled.value("decides")),
    ...(table === null ? {} : { table }),
  };
}

function side(filled: Filled, of: Sides): Doc {
  return {
    force: filled.force(of),
    name: filled.value(`${of}_name`),
    zones: zones(filled, of),
    reserves: reserves(filled, of),
    starts: starts(filled, of),
    behind_the_table: there(filled.all(`${of}_behind`)),
    superimposed: there(filled.all(`${of}_superimposed`)),
    in_action: filled.value(`${of}_in_action`) === "yes",
    heavy_artillery: filled.value(`${of}_heavy_artillery`) === "yes",
    plan: Object.fromEntries(SORTS.map((sort) => [sort, whole(filled.value(`${of}_${sort}`))])),
  };
}

/** The rows of one sort: what stands in the fields of each, one after the other. */
function rows(filled: Filled, names: readonly string[]): string[][] {
  const columns = names.map((name) => filled.all(name));
  return (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? ""));
}

/** What of a zone is left empty reaches to the edge of the table. */
function zones(filled: Filled, of: Sides): Json[] {
  return rows(
    filled,
    ["near", "far", "left", "right"].map((edge) => `${of}_${edge}`),
  ).flatMap(([near, far, left, right]) =>
    near || far || left || right
      ? [
          {
            left_mm: mm(left ?? ""),
            near_mm: mm(near ?? ""),
            right_mm: mm(right || String(WHOLE_WIDTH_CM)),
            far_mm: mm(far || String(WHOLE_WIDTH_CM)),
          },
        ]
      : [],
  );
}

function reserves(filled: Filled, of: Sides): Json[] {
  return rows(
    filled,
    ["reserve", "first_turn", "needed", "where"].map((name) => `${of}_${name}`),
  ).flatMap(([battalion, first, needed, where]) =>
    battalion && !isGone(battalion)
      ? [{ battalion, first_turn: whole(first ?? "") || 2, needed: faces(needed ?? ""), where: where ?? "" }]
      : [],
  );
}

function starts(filled: Filled, of: Sides): Json[] {
  return rows(filled, [`${of}_start_of`, `${of}_start_begins`]).flatMap(([part, begins]) =>
    part && !isGone(part) ? [{ of: part, begins: begins ?? "" }] : [],
  );
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
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function faces(text: string): number[] {
  return text
    .split(/[^0-9]+/)
    .filter(Boolean)
    .map(Number);
}

/** What is no number counts as none: `unclear` says so before anything is kept. */
function whole(text: string): number {
  return text.trim() === "" ? 0 : Number(text.replace(",", ".")) || 0;
}

function mm(text: string): number {
  return Math.round((Number(text.replace(",", ".")) || 0) * MM_A_CM);
}
