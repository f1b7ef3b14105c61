// Which stand a tap on the map means, and a place of the table as the asks of a deed count it. Pure.
import type { Size, Spot } from "../map/geometry";
import type { Ask } from "./model";

/** A finger means what lies no farther from it than this. */
export const REACH_PX = 24;
const MM_A_CM = 10;

/** Something on the map, in pixels of the window. */
export interface Lying extends Spot {
  readonly id: string;
}

/** The nearest within a finger's reach; null where none is. */
export function nearest(at: Spot, all: Iterable<Lying>, reach = REACH_PX): string | null {
  let [best, least] = [null as string | null, reach];
  for (const one of all) {
    const far = Math.hypot(one.x - at.x, one.y - at.y);
    if (far <= least && !(best && far === least)) [best, least] = [one.id, far];
  }
  return best;
}

/** Halves of a place that count in millimetres; the others in centimetres. */
export const OF_MM: ReadonlySet<string> = new Set(["x", "y"]);
const OTHER: { readonly [half: string]: string } = { x: "y", along: "up" };

/** The asks that together want a place on the ground; the second half may not have been asked for yet. */
export function spotOf(asks: readonly Ask[]): readonly [Ask, Ask] | null {
  const first = asks.find((one) => one.mate && OTHER[one.spot ?? ""]);
  if (!first) return null;
  const mate = asks.find((one) => one.name === first.mate);
  return [first, mate ?? { ...first, name: first.mate!, mate: "", spot: OTHER[first.spot!]! }];
}

/** A place of the table (mm from its corner) as an ask counts its half of it: `far` is whether its side's own edge is the far one. */
export function halfOf(ask: Ask, spot: Spot, size: Size, far: boolean): number {
  if (ask.spot === "x") return spot.x;
  if (ask.spot === "y") return spot.y;
  const [from, whole] = ask.spot === "along" ? [spot.x, size.width] : [spot.y, size.depth];
  return (far ? whole - from : from) / MM_A_CM;
}

/** And back: where two told halves lie on the table; null where one is not told. */
export function placeOf(pair: readonly [Ask, Ask], told: readonly [unknown, unknown], size: Size, far: boolean): Spot | null {
  const [x, y] = told;
  if (typeof x !== "number" || typeof y !== "number") return null;
  if (pair[0].spot === "x") return { x, y };
  const at = { x: x * MM_A_CM, y: y * MM_A_CM };
  return far ? { x: size.width - at.x, y: size.depth - at.y } : at;
}
