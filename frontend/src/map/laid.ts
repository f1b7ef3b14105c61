// A table of the library as a game keeps it: every piece with its sort and one line, be that an outline or a path.
import type { Json } from "../compose";
import { pointsOf, type TableDocument } from "./document";

export function laid(table: TableDocument): { [key: string]: Json } {
  const pieces = table.features.map((one) => ({ ...one.properties, id: one.id, line: pointsOf(one) }));
  const whole = { name: table.name, width_mm: table.width_mm, depth_mm: table.depth_mm, pieces };
  return JSON.parse(JSON.stringify(whole)) as { [key: string]: Json };
}

/** A table of the library by its id; null where it is gone or cannot be reached. */
export async function tableOf(id: string): Promise<{ [key: string]: Json } | null> {
  const answer = await fetch(`/api/v1/tables/${encodeURIComponent(id)}`).catch(() => null);
  return answer?.ok ? laid((await answer.json()) as TableDocument) : null;
}
