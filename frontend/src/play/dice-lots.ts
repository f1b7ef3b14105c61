// Dice of which the table tells only how often each face lies: those at several stands that stand alike. Pure.
import { slotsOf, type Slot } from "./command-draft";
import type { Asked, Odds, Throw } from "./model";

/** The dice of a deed in the order in which they are read: each with its odds, and the number of its lot (0: none). */
export interface Laid {
  readonly slots: readonly Slot[];
  readonly odds: readonly (Odds | undefined)[];
  readonly lots: readonly number[];
}

/** A die as it goes into a command: the service deals those of one lot among each other. */
export interface Lying {
  readonly pips: number;
  readonly source: "entered" | "rolled" | "counted";
  readonly lot?: number;
}

export const NO_DICE: Laid = { slots: [], odds: [], lots: [] };
const known = new WeakMap<Asked, Laid>();

/** Dice that stand alike are read together, where the first of them stands; all others keep their order. */
export function laidOut(asked: Asked): Laid {
  const before = known.get(asked);
  if (before) return before;
  const laid = reading(
    slotsOf(asked),
    (asked.odds ?? []).flatMap((one) => Array.from({ length: Math.max(1, one.throws) }, () => one)),
  );
  known.set(asked, laid);
  return laid;
}

function reading(slots: readonly Slot[], odds: readonly Odds[]): Laid {
  const alike = new Map<string, number[]>();
  slots.forEach((slot, n) => {
    const name = nameOf(slot, odds[n]);
    if (name) alike.set(name, [...(alike.get(name) ?? []), n]);
  });
  // At one stand their order means nothing: nobody has to deal them.
  const groups = [...alike.values()].filter((group) => new Set(group.map((n) => odds[n]!.of)).size > 1);
  const lotOf = (n: number): number => groups.findIndex((group) => group.includes(n)) + 1;
  const order = slots.flatMap((_, n) => {
    const group = groups[lotOf(n) - 1];
    return group ? (group[0] === n ? group : []) : [n];
  });
  return { slots: order.map((n) => slots[n]!), odds: order.map((n) => odds[n]), lots: order.map(lotOf) };
}

/** What two dice have in common that stand alike; empty for one that is not thrown by hand. */
function nameOf(slot: Slot, odds: Odds | undefined): string {
  return odds && odds.bars.length > 1 && !slot.kept && !slot.ask.each?.length ? JSON.stringify([slot.ask.name, odds.six, odds.bars]) : "";
}

/** The dice as the service takes them: of each lot how often each face was told, in no order of the table's. */
export function asTold(dice: readonly Throw[], lots: readonly number[]): readonly Lying[] {
  const told = [...dice] as Lying[];
  for (const lot of new Set(lots)) {
    const places = lots.flatMap((one, n) => (one === lot && dice[n] ? [n] : []));
    // What the service throws all by itself needs nobody to deal it.
    if (!lot || !places.some((n) => dice[n]!.source === "entered")) continue;
    const sorted = places.map((n) => dice[n]!).sort((one, other) => one.pips - other.pips);
    places.forEach((n, k) => (told[n] = { pips: sorted[k]!.pips, source: sorted[k]!.source === "entered" ? "counted" : "rolled", lot }));
  }
  return told;
}

/** The dice without one of those that show a face, in the lot that is being told. */
export function without(dice: readonly Throw[], lots: readonly number[], pips: number): readonly Throw[] {
  const lot = lots[dice.length];
  const at = lot ? dice.findLastIndex((one, n) => lots[n] === lot && one.pips === pips) : -1;
  return at < 0 ? dice : [...dice.slice(0, at), ...dice.slice(at + 1)];
}
