// The units, stands, targets, places and squares that a command names. A command depends on an earlier one if they share
// any of these. The service compares a late command with later events in the same way (app/games/command_conflicts.py).
import type { Json } from "../forms/form-json";

type Command = { readonly [key: string]: Json };

/** Kinds of commands about no unit, place or step. */
const ABOUT_NOTHING: ReadonlySet<string> = new Set(["note"]);
/** Fields that name another command, or hold a person's words. */
const NO_THING: ReadonlySet<string> = new Set(["kind", "command_id", "text", "reason"]);
/** The two halves of a place, and how near two of them are the same, in their unit. */
const HALVES = [
  ["x_mm", "y_mm", 20],
  ["along_cm", "up_cm", 2],
] as const;

interface Things {
  /** Ids in their steps: a1.1.c1.p2 is a stand of a1.1.c1. */
  readonly ids: readonly (readonly string[])[];
  readonly places: readonly (readonly [string, number, number, number])[];
  readonly squares: readonly string[];
}

/** Whether a command depends on an earlier one: they share a thing, or the later one is about a step as a whole. */
export function dependsOn(later: Command, earlier: Command): boolean {
  if ([later, earlier].some(({ kind }) => ABOUT_NOTHING.has(String(kind)))) return false;
  return isOfStep(later) || share(thingsIn(later), thingsIn(earlier));
}

/** Whether a command names no unit, stand or place: it is about the current step, as Next is. */
export function isOfStep(command: Command): boolean {
  const { ids, places, squares } = thingsIn(command);
  return !ABOUT_NOTHING.has(String(command["kind"])) && !ids.length && !places.length && !squares.length;
}

/** Whether two values name the same unit, stand, place or square. */
export function shareThings(candidate: Json, other: Json): boolean {
  return share(thingsIn(candidate), thingsIn(other));
}

function share(item: Things, other: Things): boolean {
  const holds = (longer: readonly string[], shorter: readonly string[]): boolean => shorter.every((step, n) => longer[n] === step);
  const isNear = ([first, x, y, near]: Things["places"][number]): boolean =>
    other.places.some(([same, ox, oy]) => first === same && Math.abs(x - ox) <= near && Math.abs(y - oy) <= near);
  return (
    item.ids.some((id) => other.ids.some((own) => holds(id, own) || holds(own, id))) ||
    item.places.some(isNear) ||
    item.squares.some((square) => other.squares.includes(square))
  );
}

function thingsIn(value: Json): Things {
  const objects = [...objectsIn(value)];
  const strings = objects.flatMap((object) =>
    Object.entries(object).flatMap(([name, inside]) => (NO_THING.has(name) ? [] : stringsOf(inside))),
  );
  return {
    ids: strings.filter((word) => /\d/.test(word) && !/\s/.test(word)).map((word) => word.toLowerCase().match(/[a-z]*\d+|[a-z]+/g) ?? []),
    places: objects.flatMap((object) =>
      HALVES.flatMap(([first, second, near]) => {
        const [x, y] = [object[first], object[second]];
        return typeof x === "number" && typeof y === "number" ? [[first, x, y, near] as const] : [];
      }),
    ),
    squares: objects.flatMap(({ square }) => (typeof square === "string" && square ? [square] : [])),
  };
}

/** The strings of a value itself, without those of objects in it. */
function stringsOf(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.flatMap(stringsOf) : [];
}

/** Every object with named fields in a value, the value itself included. */
function* objectsIn(value: Json | undefined): Generator<Command> {
  if (!value || typeof value !== "object") return;
  if (!Array.isArray(value)) yield value;
  for (const inside of Object.values(value) as Json[]) yield* objectsIn(inside);
}
