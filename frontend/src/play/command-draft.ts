// The deed in hand as far as it was tapped: targets, facts, dice, and the way back through the taps. Pure.
import type { Lying } from "./dice-lots";
import type { Ask, Asked, Deed, Json, SetAside, Told, Throw } from "./model";

/** A stand that was tapped, and how many of the unit's own turn to it. */
export interface Target {
  readonly id: string;
  readonly count: number;
}

/** What was tapped since the deed came into the hand; each tap makes a new one. */
export interface Tapped {
  readonly targets: readonly Target[];
  readonly facts: { readonly [place: string]: Json };
  readonly dice: readonly Throw[];
}

/** A tap that can be taken back, by its name, with what stood before it. */
export interface Step {
  readonly name: string;
  readonly before: Tapped;
}

export interface Hand {
  readonly deed: Deed;
  readonly tapped: Tapped;
  readonly trail: readonly Step[];
  /** It came into the hand by itself: there is no deed to take back. */
  readonly byItself: boolean;
  /** The targets came from the map, and nobody has changed them. */
  readonly proposed: boolean;
  /** Every stand that was proposed since the deed came into the hand: one that was let go is not proposed again. */
  readonly offered: readonly string[];
  /** The refusal that is set aside with it. */
  readonly aside?: SetAside;
}

export const NOTHING: Tapped = { targets: [], facts: {}, dice: [] };

export function inHand(deed: Deed, byItself: boolean): Hand {
  return { deed, tapped: NOTHING, trail: [], byItself, proposed: false, offered: [] };
}

/** Whether nothing was told of the deed in hand. */
export function isUntouched({ tapped }: Hand): boolean {
  return !tapped.targets.length && !tapped.dice.length && !Object.keys(tapped.facts).length;
}

/** Whether the stands to tap are all those that something happens to: a stand that comes later belongs to them. */
export function namesVictims(aim: Aim): boolean {
  return aim.how !== "one" && !aim.actor;
}

/** The stands that the map proposes to tap, each with how many of the unit turn to it. */
export function proposedTargets(aim: Aim): Target[] {
  const value = aim.ask.proposals.find((one) => one.origin === "map")?.value;
  const ids = (Array.isArray(value) ? value : [value]).map((one) =>
    one && typeof one === "object" && !Array.isArray(one) ? one[aim.target] : one,
  );
  const counts = new Map<string, number>();
  for (const id of ids) if (typeof id === "string" && aim.among.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, count]) => ({ id, count }));
}

/** The targets with a proposal of the map: a new proposal replaces an old one, and adds to a choice of victims that are new. */
export function withProposed(hand: Hand, found: readonly Target[], aim: Aim): readonly Target[] {
  const { targets } = hand.tapped;
  if (hand.proposed || (!targets.length && !hand.offered.length)) return found;
  if (!namesVictims(aim)) return targets;
  const fresh = found.filter((one) => !hand.offered.includes(one.id) && !targets.some((other) => other.id === one.id));
  return fresh.length ? [...targets, ...fresh].slice(0, aim.most) : targets;
}

/** The same hand after one more tap. */
export function tap(hand: Hand, name: string, tapped: Partial<Tapped>): Hand {
  return { ...hand, proposed: false, tapped: { ...hand.tapped, ...tapped }, trail: [...hand.trail, { name, before: hand.tapped }] };
}

/** The hand before its last tap. */
export function untapped(hand: Hand): Hand {
  const last = hand.trail.at(-1);
  return last ? { ...hand, proposed: false, tapped: last.before, trail: hand.trail.slice(0, -1) } : hand;
}

/** How stands are chosen: which ask takes them, and of rows which of its asks. */
export interface Aim {
  readonly ask: Ask;
  readonly how: "one" | "several" | "rows";
  readonly among: ReadonlySet<string>;
  /** Of rows: the ask of who does it, the ask that takes the stand, and the own stands in their order. */
  readonly actor: string;
  readonly target: string;
  /** What is tapped, in words. */
  readonly says: string;
  readonly actors: readonly string[];
  /** Each of the own stands once, so that a tap spreads them; else one stand takes many targets. */
  readonly spread: boolean;
  readonly most: number;
}

/** The ask of a deed that is answered on the board, if there is one: the first whose choices all stand there, and that nobody proposes. */
export function aimOf(asked: Asked, onBoard: (id: string) => boolean, own: (id: string) => boolean): Aim | null {
  for (const ask of asked.asks) {
    if (ask.kind === "rows") {
      if (isDrawn(ask)) continue;
      const found = aimOfRows(ask, onBoard, own);
      if (found) return found;
    } else if ((ask.kind === "one" || ask.kind === "several") && standsIn(ask, onBoard) && !(ask.name in asked.origins)) {
      const how = ask.kind;
      const most = how === "one" ? 1 : Math.min(ask.most ?? Infinity, ask.among?.length ?? 0);
      return { ask, how, among: new Set(texts(ask.among)), actor: "", target: ask.name, says: ask.says, actors: [], spread: false, most };
    }
  }
  return null;
}

/** Whether rows are exceptions; elsewhere, as with a cloud, they are what the deed is about. */
export function areExceptions(rows: Ask): boolean {
  return rows.kind === "rows" && rows.seldom === true;
}

/** How many stands are to be tapped. Of several that are alike no order is asked, and where so many have to be, not fewer. */
export function tapsWanted(aim: Aim): string {
  // As many as there are is no number to keep to.
  const isLimit = aim.most < aim.among.size;
  if (aim.how === "several")
    return aim.ask.least === aim.most ? `Tap ${aim.most}: ${aim.says}` : isLimit ? `Tap up to ${aim.most}: ${aim.says}` : `Tap ${aim.says}`;
  // Where it counts how far each is, the nearest comes first.
  const order = aim.ask.next_row?.some((one) => one.kind === "cm") ? "nearest first" : "in order";
  return isLimit ? `Tap up to ${aim.most}, ${order}` : `Tap them, ${order}`;
}

/** Rows that want figures nobody proposes, such as places on the ground: they are drawn on the map, not tapped here. */
export function isDrawn(ask: Ask): boolean {
  return !ask.needed && ask.next_row.some((one) => FIGURES.has(one.kind) && one.needed && !one.answered && !one.proposals.length);
}

const FIGURES = new Set(["number", "cm", "degrees"]);

function aimOfRows(ask: Ask, onBoard: (id: string) => boolean, own: (id: string) => boolean): Aim | null {
  const shapes = [...ask.rows, ask.next_row];
  const known = shapes.flat().filter((one) => one.kind === "one" && standsIn(one, onBoard));
  const names = [...new Set(known.map((one) => one.name))];
  const among = (name: string): string[] => [...new Set(known.filter((one) => one.name === name).flatMap((one) => texts(one.among)))];
  const actor = names.find((name) => names.length > 1 && among(name).every(own)) ?? "";
  const target = names.find((name) => name !== actor);
  if (!target) return null;
  const says = known.find((one) => one.name === target)?.says ?? ask.says;
  const actors = actor ? among(actor) : [];
  const spread = actors.length > 1 && ask.most === actors.length;
  return { ask, how: "rows", among: new Set(among(target)), actor, target, says, actors, spread, most: ask.most ?? Infinity };
}

function standsIn(ask: Ask, onBoard: (id: string) => boolean): boolean {
  const ids = texts(ask.among);
  return ids.length > 0 && ids.length >= (ask.among?.length ?? 0) - 1 && ids.every(onBoard);
}

function texts(among: readonly Json[] | null): string[] {
  return (among ?? []).filter((one): one is string => typeof one === "string" && one !== "");
}

/** The targets after a tap on a stand; null where it can take no more. */
export function aimed(targets: readonly Target[], id: string, aim: Aim): readonly Target[] | null {
  const at = targets.findIndex((one) => one.id === id);
  if (aim.spread) return spreadTo(targets, id, at, aim.actors.length);
  if (at >= 0) return targets.filter((one) => one.id !== id);
  if (aim.how === "one") return [{ id, count: 1 }];
  return targets.length < aim.most ? [...targets, { id, count: 1 }] : null;
}

/** All turn to the first; each further tap brings one more, from the target that has most; on the one that has all it lets go. */
function spreadTo(targets: readonly Target[], id: string, at: number, all: number): readonly Target[] {
  if (!targets.length) return [{ id, count: all }];
  if (at >= 0 && targets[at]?.count === all) return [];
  const others = targets.filter((one) => one.id !== id);
  const giver = others.reduce((most, one) => (one.count > most.count ? one : most), others[0]!);
  const moved = targets.map((one) =>
    one.id === giver.id ? { ...one, count: one.count - 1 } : one.id === id ? { ...one, count: one.count + 1 } : one,
  );
  const all_of_them = at >= 0 ? moved : [...moved, { id, count: 1 }];
  return all_of_them.filter((one) => one.count > 0);
}

/** The targets after a tap on the letter or number of a row: all its stands, or, where all are taken, none of them. */
export function aimedRow(targets: readonly Target[], ids: readonly string[], aim: Aim): readonly Target[] {
  const able = ids.filter((id) => aim.among.has(id));
  const first = able[0];
  if (first === undefined) return targets;
  if (aim.spread || aim.how === "one") return aimed(targets, first, aim) ?? targets;
  if (able.every((id) => targets.some((one) => one.id === id))) return targets.filter((one) => !able.includes(one.id));
  const more = able.filter((id) => !targets.some((one) => one.id === id)).map((id) => ({ id, count: 1 }));
  return [...targets, ...more].slice(0, aim.most);
}

/** The place under which a fact of a row's target is remembered while the deed is in hand. */
export function factPlace(target: string | null, name: string): string {
  return target === null ? name : `${target}|${name}`;
}

/** The answers so far, without dice: what the service is asked with. */
export function toldOf(tapped: Tapped, aim: Aim | null): Told {
  const told: { [key: string]: Json } = {};
  for (const [place, value] of Object.entries(tapped.facts)) if (!place.includes("|")) put(told, place, value);
  if (!aim || !tapped.targets.length) return told;
  if (aim.how === "one") put(told, aim.target, tapped.targets[0]?.id ?? null);
  else if (aim.how === "several")
    put(
      told,
      aim.target,
      tapped.targets.map((one) => one.id),
    );
  else put(told, aim.ask.name, rowsOf(tapped, aim));
  return told;
}

/** A row for each of the own stands that turns to a target, with the facts that were told of that target. */
function rowsOf(tapped: Tapped, aim: Aim): Json[] {
  const rows: { [key: string]: Json }[] = [];
  let next = 0;
  for (const { id, count } of tapped.targets) {
    for (let nth = 0; nth < count; nth++) {
      const row: { [key: string]: Json } = {};
      const actor = aim.actors[aim.spread ? next++ : 0];
      if (aim.actor && actor !== undefined) row[aim.actor] = actor;
      row[aim.target] = id;
      for (const [place, value] of Object.entries(tapped.facts)) {
        if (place.startsWith(`${id}|`)) put(row, place.slice(id.length + 1), value);
      }
      rows.push(row);
    }
  }
  return rows;
}

function put(into: { [key: string]: Json }, path: string, value: Json): void {
  const steps = path.split(".");
  const last = steps.pop()!;
  let at = into;
  for (const step of steps) at = at[step] = { ...((at[step] as { [key: string]: Json }) ?? {}) };
  at[last] = value;
}

/** Where one die lies: in which ask, of rows in which row, at which place; the face where it lies thrown already. */
export interface Slot {
  readonly ask: Ask;
  readonly row: number | null;
  readonly at: number;
  readonly single: boolean;
  readonly kept: number;
}

/** Dice of which at least one is thrown. */
export function isThrown(ask: Ask): boolean {
  return ask.kind === "dice" && ask.most !== 0;
}

/** The dice that a deed asks, in the order in which they are read. */
export function slotsOf(asked: Asked): Slot[] {
  return asked.asks
    .filter((ask) => ask.kind === "dice")
    .flatMap((ask) => {
      const single = ask.most === null;
      const counts = ask.per ? ask.counts : [single ? 1 : (ask.most ?? 1)];
      let before = 0;
      return counts.flatMap((count, row) =>
        Array.from({ length: count }, (_, at) => ({ ask, row: ask.per ? row : null, at, single, kept: ask.kept[before++] ?? 0 })),
      );
    });
}

/** The whole command: what was told and proposed, and the dice in their places. */
export function commandOf(deed: Deed, asked: Asked, slots: readonly Slot[], dice: readonly Lying[]): { [key: string]: Json } {
  const command = structuredClone({ ...asked.told, ...deed.about }) as { [key: string]: Json };
  for (const slot of slots) {
    const into = slot.row === null ? command : ((command[slot.ask.per] as { [key: string]: Json }[])[slot.row] ?? {});
    // Dice that were told already lie in what was told: they are put in anew, in whatever order they are read.
    const here = slots.flatMap((one, n) =>
      one.ask === slot.ask && one.row === slot.row && dice[n] ? [{ at: one.at, die: { ...dice[n] } as Json }] : [],
    );
    if (here.length)
      put(into, slot.ask.name, slot.single ? here[0]!.die : here.sort((one, other) => one.at - other.at).map((one) => one.die));
  }
  return { kind: deed.kind, ...command };
}

/** Dice that lie thrown already from here on: they count again and are not asked for. */
export function withKept(slots: readonly Slot[], dice: readonly Throw[]): readonly Throw[] {
  const all = [...dice];
  while (all.length < slots.length && slots[all.length]!.kept > 0) all.push({ pips: slots[all.length]!.kept, source: "entered" });
  return all;
}
