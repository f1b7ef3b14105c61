// A fire plan's document and every change to it, pure: each gives a new document and leaves the old one as it was, which is
// what taking back rests on. Lengths are whole millimetres from the side's own left corner. The service says what is wrong.
import type { Place } from "../../map/table-document";

export type Value = string | number | boolean | Place | readonly number[] | readonly Halt[] | undefined;

export interface Line {
  readonly id: string;
  readonly [field: string]: Value;
}

export interface Halt {
  readonly up_mm: number;
  readonly turns?: number;
}

export interface Allowed {
  readonly finding: string;
  readonly because: string;
}

export const LISTS = ["weapons", "shifts", "bombardments", "barrages", "gas", "works", "sos_points"] as const;
export type List = (typeof LISTS)[number];

export type PlanDocument = { readonly [list in List]?: readonly Line[] } & {
  readonly format: string;
  readonly version: number;
  readonly name: string;
  readonly side: string;
  readonly written_for?: { readonly [field: string]: string | number | boolean };
  readonly air_missions?: number;
  readonly notes?: string;
  readonly allowed?: readonly Allowed[];
};

export type Fields = { readonly [field: string]: Value };

/** A band that is bent lies in pieces so long, from the left; what is drawn is written in steps of so much. */
export type Drawn = { readonly piece_mm: number; readonly step_mm: number };

export function lineOf(plan: PlanDocument, id: string): Line | undefined {
  return LISTS.flatMap((list) => plan[list] ?? []).find((line) => line.id === id);
}

/** What is not filled in is left out, as in the file. */
function filled<Some extends object>(fields: Some): Some {
  const isFilled = ([, value]: [string, unknown]) =>
    value !== undefined && value !== "" && value !== false && !(Array.isArray(value) && !value.length);
  return Object.fromEntries(Object.entries(fields).filter(isFilled)) as Some;
}

function changed(plan: PlanDocument, id: string, change: (line: Line) => Line): PlanDocument {
  const lists = LISTS.filter((list) => plan[list]?.some((line) => line.id === id));
  return {
    ...plan,
    ...Object.fromEntries(lists.map((list) => [list, (plan[list] ?? []).map((line) => (line.id === id ? change(line) : line))])),
  };
}

/** A line with what was told of it; what a form only shows stands where the line says nothing. Its fields keep their order. */
export function lineSet(plan: PlanDocument, id: string, told: Fields, shown: Fields = {}): PlanDocument {
  return changed(plan, id, (line) => filled({ ...line, ...shown, ...line, ...told }));
}

export function lineAdded(plan: PlanDocument, list: List, line: Line): PlanDocument {
  return { ...plan, [list]: [...(plan[list] ?? []), filled(line)] };
}

/** A line struck out; with a weapon go its moves and its planned fire, and what was only noted for it is for any. */
export function lineDropped(plan: PlanDocument, id: string): PlanDocument {
  const lists = LISTS.map((list) => {
    const left = (plan[list] ?? []).filter((line) => line.id !== id && (list === "sos_points" || line["weapon"] !== id));
    return [list, left.map((line) => (line["weapon"] === id ? filled({ ...line, weapon: undefined }) : line))] as const;
  });
  const { allowed: _, ...rest } = plan;
  const kept = Object.fromEntries(lists.filter(([list, left]) => left.length || plan[list]));
  return filled({ ...rest, ...kept, ...(plan.allowed ? { allowed: plan.allowed } : {}) });
}

export function planSet(plan: PlanDocument, fields: Fields): PlanDocument {
  return filled({
    ...plan,
    ...fields,
    air_missions: fields["air_missions"] === 0 ? undefined : (fields["air_missions"] ?? plan.air_missions),
  }) as PlanDocument;
}

export function writtenFor(plan: PlanDocument, fields: { readonly [field: string]: string | number | boolean | undefined }): PlanDocument {
  return filled({ ...plan, written_for: filled({ ...plan.written_for, ...fields }) as { [field: string]: string | number | boolean } });
}

/** A finding is let pass, with the reason; without one it is not any more. */
export function letPass(plan: PlanDocument, finding: string, because: string | null): PlanDocument {
  const others = (plan.allowed ?? []).filter((allowed) => allowed.finding !== finding);
  return filled({ ...plan, allowed: because === null ? others : [...others, { finding, because }] });
}

/** One piece of a barrage leads the rest by so much, or lags behind it. */
export function bent(plan: PlanDocument, id: string, piece: number, lead_mm: number, pieces: number): PlanDocument {
  return changed(plan, id, (line) => {
    const leads = (line["leads_mm"] ?? []) as readonly number[];
    const all = Array.from({ length: pieces }, (_, at) => (at === piece ? lead_mm : (leads[at] ?? 0)));
    return filled({ ...line, leads_mm: all.some((allowed) => allowed) ? all : [] });
  });
}

/** A start line as it was drawn, by its places along and up: how far up it lies for the most part, and how it is bent. */
export function lineDrawn(
  points: readonly Place[],
  width_mm: number,
  { piece_mm, step_mm }: Drawn,
): { start_mm: number; leads_mm: readonly number[] } {
  const sorted = [...points].sort((point, other) => point[0] - other[0]);
  const middles = Array.from({ length: Math.ceil(width_mm / piece_mm) }, (_, piece) => Math.min(width_mm, (piece + 0.5) * piece_mm));
  const heights = middles.map((along) => Math.round(heightAt(sorted, along) / step_mm) * step_mm);
  const start = [...heights].sort((height, other) => height - other)[Math.floor((heights.length - 1) / 2)] ?? 0;
  const leads = heights.map((height) => height - start);
  return { start_mm: start, leads_mm: leads.some((lead) => lead) ? leads : [] };
}

function heightAt(points: readonly Place[], along: number): number {
  const after = points.findIndex((point) => point[0] >= along);
  const [from, to] = [points[after > 0 ? after - 1 : 0], points[after < 0 ? points.length - 1 : after]];
  if (after < 0 || after === 0 || !from || !to) return (after < 0 ? points.at(-1) : points[0])?.[1] ?? 0;
  return from[1] + ((to[1] - from[1]) * (along - from[0])) / (to[0] - from[0]);
}
