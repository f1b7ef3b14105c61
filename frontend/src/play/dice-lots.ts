// Dice of which the table tells only how often each face lies: those at several stands that stand alike. Pure.
import { slotsOf, type Slot } from "./command-draft";
import type { PromptsResponse, Odds, DieEntry } from "./model";

/** The dice of a deed in the order in which they are read: each with its odds, and the number of its lot (0: none). */
export interface DiceLayout {
  readonly slots: readonly Slot[];
  readonly odds: readonly (Odds | undefined)[];
  readonly lots: readonly number[];
}

/** A die as it goes into a command: the service deals those of one lot among each other. */
export interface CommandDie {
  readonly pips: number;
  readonly source: "entered" | "rolled" | "counted";
  readonly lot?: number;
}

export const NO_DICE: DiceLayout = { slots: [], odds: [], lots: [] };
const layouts = new WeakMap<PromptsResponse, DiceLayout>();

/** Dice that stand alike are read together, where the first of them stands; all others keep their order. */
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
export function countedDice(dice: readonly DieEntry[], lots: readonly number[]): readonly CommandDie[] {
  const told = [...dice] as CommandDie[];
  for (const lot of new Set(lots)) {
    const places = lots.flatMap((candidate, n) => (candidate === lot && dice[n] ? [n] : []));
    // What the service throws all by itself needs nobody to deal it.
    if (!lot || !places.some((n) => dice[n]!.source === "entered")) continue;
    const sorted = places.map((n) => dice[n]!).sort((die, other) => die.pips - other.pips);
    places.forEach((n, k) => (told[n] = { pips: sorted[k]!.pips, source: sorted[k]!.source === "entered" ? "counted" : "rolled", lot }));
  }
  return told;
}

/** The dice without one of those that show a face, in the lot that is being told. */
export function without(dice: readonly DieEntry[], lots: readonly number[], pips: number): readonly DieEntry[] {
  const lot = lots[dice.length];
  const at = lot ? dice.findLastIndex((die, n) => lots[n] === lot && die.pips === pips) : -1;
  return at < 0 ? dice : [...dice.slice(0, at), ...dice.slice(at + 1)];
}
