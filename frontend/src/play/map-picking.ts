// Which stand a tap on the map means, and conversions between places on the table and prompts. Pure.
import type { Size, Point } from "../map/geometry";
import type { Prompt } from "./model";

/** A tap means the nearest thing within this distance. */
export const REACH_PX = 24;
const MM_A_CM = 10;

/** A thing on the map, in pixels of the window. */
export interface ScreenPoint extends Point {
  readonly id: string;
}

/** The nearest thing within reach; null if there is none. */
export function nearest(at: Point, all: Iterable<ScreenPoint>, reach = REACH_PX): string | null {
  let [best, least] = [null as string | null, reach];
  for (const point of all) {
    const far = Math.hypot(point.x - at.x, point.y - at.y);
    if (far <= least && !(best && far === least)) [best, least] = [point.id, far];
  }
  return best;
}

/** Halves of a place in millimetres; the others are in centimetres. */
export const OF_MM: ReadonlySet<string> = new Set(["x", "y"]);
const OTHER: { readonly [half: string]: string } = { x: "y", along: "up" };

/** The two prompts of a place; the second may not be among the prompts yet. */
export function placePair(prompts: readonly Prompt[]): readonly [Prompt, Prompt] | null {
  const first = prompts.find((prompt) => prompt.mate && OTHER[prompt.spot ?? ""]);
  if (!first) return null;
  const mate = prompts.find((prompt) => prompt.name === first.mate);
  return [first, mate ?? { ...first, name: first.mate!, mate: "", spot: OTHER[first.spot!]! }];
}

/** Converts a place (mm from the table's corner) to a prompt's half; `far`: its side's own edge is the far one. */
export function halfOf(prompt: Prompt, spot: Point, size: Size, far: boolean): number {
  if (prompt.spot === "x") return spot.x;
  if (prompt.spot === "y") return spot.y;
  const [from, whole] = prompt.spot === "along" ? [spot.x, size.width] : [spot.y, size.depth];
  return (far ? whole - from : from) / MM_A_CM;
}

/** Converts two entered halves to a place on the table; null if one is missing. */
export function placeOf(pair: readonly [Prompt, Prompt], told: readonly [unknown, unknown], size: Size, far: boolean): Point | null {
  const [x, y] = told;
  if (typeof x !== "number" || typeof y !== "number") return null;
  if (pair[0].spot === "x") return { x, y };
  const at = { x: x * MM_A_CM, y: y * MM_A_CM };
  return far ? { x: size.width - at.x, y: size.depth - at.y } : at;
}
