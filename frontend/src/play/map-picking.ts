// Which stand a tap on the map means, and a place of the table as the asks of a deed count it. Pure.
import type { Size, Spot } from "../map/geometry";
import type { Prompt } from "./model";

/** A finger means what lies no farther from it than this. */
export const REACH_PX = 24;
const MM_A_CM = 10;

/** Something on the map, in pixels of the window. */
export interface ScreenPoint extends Spot {
  readonly id: string;
}

/** The nearest within a finger's reach; null where none is. */
export function nearest(at: Spot, all: Iterable<ScreenPoint>, reach = REACH_PX): string | null {
  let [best, least] = [null as string | null, reach];
  for (const point of all) {
    const far = Math.hypot(point.x - at.x, point.y - at.y);
    if (far <= least && !(best && far === least)) [best, least] = [point.id, far];
  }
  return best;
}

/** Halves of a place that count in millimetres; the others in centimetres. */
export const OF_MM: ReadonlySet<string> = new Set(["x", "y"]);
const OTHER: { readonly [half: string]: string } = { x: "y", along: "up" };

/** The asks that together want a place on the ground; the second half may not have been asked for yet. */
export function placePair(prompts: readonly Prompt[]): readonly [Prompt, Prompt] | null {
  const first = prompts.find((prompt) => prompt.mate && OTHER[prompt.spot ?? ""]);
  if (!first) return null;
  const mate = prompts.find((prompt) => prompt.name === first.mate);
  return [first, mate ?? { ...first, name: first.mate!, mate: "", spot: OTHER[first.spot!]! }];
}

/** A place of the table (mm from its corner) as an ask counts its half of it: `far` is whether its side's own edge is the far one. */
export function halfOf(prompt: Prompt, spot: Spot, size: Size, far: boolean): number {
  if (prompt.spot === "x") return spot.x;
  if (prompt.spot === "y") return spot.y;
  const [from, whole] = prompt.spot === "along" ? [spot.x, size.width] : [spot.y, size.depth];
  return (far ? whole - from : from) / MM_A_CM;
}

/** And back: where two told halves lie on the table; null where one is not told. */
export function placeOf(pair: readonly [Prompt, Prompt], told: readonly [unknown, unknown], size: Size, far: boolean): Spot | null {
  const [x, y] = told;
  if (typeof x !== "number" || typeof y !== "number") return null;
  if (pair[0].spot === "x") return { x, y };
  const at = { x: x * MM_A_CM, y: y * MM_A_CM };
  return far ? { x: size.width - at.x, y: size.depth - at.y } : at;
}
