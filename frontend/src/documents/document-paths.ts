// Changes of a document by paths, such as "formations.0.sub_units.2.bases". Pure: each returns a new document.
import type { Json } from "../forms/form-json";

export type Document = { [key: string]: Json };

/** The steps of a path such as "formations.0.grade". */
function steps(at: string): string[] {
  return at.split(".").filter(Boolean);
}

function copied(document: Document): Document {
  return JSON.parse(JSON.stringify(document)) as Document;
}

/** The parent of the last step; missing objects on the way are created. */
function holder(document: Document, path: readonly string[]): Document | Json[] {
  let here: Document | Json[] = document;
  for (const step of path) {
    const record = here as Document;
    record[step] ??= {};
    here = record[step] as Document | Json[];
  }
  return here;
}

export function withValue(document: Document, at: string, value: Json): Document {
  const made = copied(document);
  const path = steps(at);
  (holder(made, path.slice(0, -1)) as Document)[path.at(-1) ?? ""] = value;
  return made;
}

/** Appends a value to a list, which is created if it is missing. */
export function withOneMore(document: Document, at: string, value: Json): Document {
  const made = copied(document);
  const path = steps(at);
  const holds = holder(made, path.slice(0, -1)) as Document;
  const name = path.at(-1) ?? "";
  holds[name] = [...((holds[name] as Json[] | undefined) ?? []), value];
  return made;
}

export function without(document: Document, at: string): Document {
  const [made, list, place] = inList(document, at);
  list.splice(place, 1);
  return made;
}

export function moved(document: Document, at: string, by: number): Document {
  const [made, list, place] = inList(document, at);
  const [value] = list.splice(place, 1);
  if (value !== undefined) list.splice(place + by, 0, value);
  return made;
}

function inList(document: Document, at: string): [Document, Json[], number] {
  const made = copied(document);
  const path = steps(at);
  return [made, holder(made, path.slice(0, -1)) as Json[], Number(path.at(-1))];
}

/** The id of a path in the tree: its numbers alone, "0.2" for "formations.0.sub_units.2". */
export function idOf(at: string): string {
  return steps(at)
    .filter((step) => /^\d+$/.test(step))
    .join(".");
}

export function lengthOf(document: Document, at: string): number {
  const list = steps(at).reduce<Json | undefined>((here, step) => (here as Document | undefined)?.[step], document);
  return Array.isArray(list) ? list.length : 0;
}
