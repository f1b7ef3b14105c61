// Lots: dice of several stands with the same odds, of which players enter only how often each face was rolled. Pure.
import { slotsOf, type Slot } from "./command-draft";
import type { PromptsResponse, Odds, DieEntry } from "./model";

/** The dice of a command in reading order, with their odds and the number of their lot (0: none). */
export interface DiceLayout {
  readonly slots: readonly Slot[];
  readonly odds: readonly (Odds | undefined)[];
  readonly lots: readonly number[];
}

/** One die of a command: the service deals the dice of a lot among their stands. */
export interface CommandDie {
  readonly pips: number;
  readonly source: "entered" | "rolled" | "counted";
  readonly lot?: number;
}

export const NO_DICE: DiceLayout = { slots: [], odds: [], lots: [] };
const layouts = new WeakMap<PromptsResponse, DiceLayout>();

/** Puts the dice of each lot together, at the place of the first; the others keep their order. */
export function layoutDice(prompts: PromptsResponse): DiceLayout {
  const before = layouts.get(prompts);
  if (before) return before;
  const laid = readingOrder(
    slotsOf(prompts),
    (prompts.odds ?? []).flatMap((odds) => Array.from({ length: Math.max(1, odds.throws) }, () => odds)),
  );
  layouts.set(prompts, laid);
  return laid;
}

function readingOrder(slots: readonly Slot[], odds: readonly Odds[]): DiceLayout {
  const alike = new Map<string, number[]>();
  slots.forEach((slot, n) => {
    const name = nameOf(slot, odds[n]);
    if (name) alike.set(name, [...(alike.get(name) ?? []), n]);
  });
  // At one stand the order of dice means nothing: no deal is needed.
  const groups = [...alike.values()].filter((group) => new Set(group.map((n) => odds[n]!.of)).size > 1);
  const lotOf = (n: number): number => groups.findIndex((group) => group.includes(n)) + 1;
  const order = slots.flatMap((_, n) => {
    const group = groups[lotOf(n) - 1];
    return group ? (group[0] === n ? group : []) : [n];
  });
  return { slots: order.map((n) => slots[n]!), odds: order.map((n) => odds[n]), lots: order.map(lotOf) };
}

/** What the dice of a lot share; empty for a die that is not rolled by hand. */
function nameOf(slot: Slot, odds: Odds | undefined): string {
  return odds && odds.bars.length > 1 && !slot.kept && !slot.ask.each?.length ? JSON.stringify([slot.ask.name, odds.six, odds.bars]) : "";
}

/** The dice for the service: each lot by the number of its faces. */
export function countedDice(dice: readonly DieEntry[], lots: readonly number[]): readonly CommandDie[] {
  const told = [...dice] as CommandDie[];
  for (const lot of new Set(lots)) {
    const places = lots.flatMap((candidate, n) => (candidate === lot && dice[n] ? [n] : []));
    // A lot that the service rolls needs no deal.
    if (!lot || !places.some((n) => dice[n]!.source === "entered")) continue;
    const sorted = places.map((n) => dice[n]!).sort((die, other) => die.pips - other.pips);
    places.forEach((n, k) => (told[n] = { pips: sorted[k]!.pips, source: sorted[k]!.source === "entered" ? "counted" : "rolled", lot }));
  }
  return told;
}

/** The dice without one of a face, in the lot that is being entered. */
export function without(dice: readonly DieEntry[], lots: readonly number[], pips: number): readonly DieEntry[] {
  const lot = lots[dice.length];
  const at = lot ? dice.findLastIndex((die, n) => lots[n] === lot && die.pips === pips) : -1;
  return at < 0 ? dice : [...dice.slice(0, at), ...dice.slice(at + 1)];
}
