// The dock: dice with their odds, or the deeds that may be done.
import { html, nothing, type TemplateResult } from "lit-html";
import { duel, meetingOf } from "./contested-roll";
import { deedsOf, placedOf } from "./step-flow";
import { areExceptions, factPlace, isThrown } from "./command-draft";
import { keysOfADie } from "./parts";
import type { Ask, Deed, Json, Odds } from "./model";
import { button, capital, columns, die } from "./parts";
import type { PlayScreen } from "./play-screen";

/** Whether own stands are pointed at: these do something, and are no targets. */
export function aimsAtOwn(table: PlayScreen): boolean {
  return !!table.state.aim && [...table.state.aim.among].every((id) => table.state.placed(id)?.side === table.state.hand!.deed.by);
}

/** Whether the deed in hand has dice or targets: else a button in the dock does it. */
export function throwsOrAims(table: PlayScreen): boolean {
  return !!table.state.asked?.asks.some(isThrown) || (!!table.state.aim && !areExceptions(table.state.aim.ask));
}

/** Whether what is to be tapped is no target. */
function isNoTarget(table: PlayScreen): boolean {
  return table.state.aim!.how === "several" || (table.state.aim!.how === "one" && table.state.hand!.byItself);
}

/** What is to be tapped before anything else, in few words: the card has the words of its ask. */
export function firstOf(table: PlayScreen): string {
  return aimsAtOwn(table) ? "First: tap who" : isNoTarget(table) ? "First: tap on the board" : "First: tap a target";
}

export function pad(table: PlayScreen): TemplateResult {
  const kept = table.state.slots.filter((slot) => slot.kept);
  if (kept.length && table.state.dice.length === table.state.slots.length && !table.state.hand?.tapped.dice.length)
    return lies(
      table,
      kept.map((slot) => slot.kept),
    );
  if (isCertain(table)) return certain(table);
  // Where something has to be put right or told first and no die is asked for, its place is the map's and the card's.
  if (!table.state.again && (table.state.refused || (!table.state.aim && table.state.asked && !throwsOrAims(table))))
    return html`<div class="dock"></div>`;
  const meeting = table.state.again ? null : meetingOf(table);
  if (meeting) return duel(table, meeting);
  const open = table.state.padOpen;
  const { slots, dice, again } = table.state;
  const at = dice.length;
  const odds = again ? undefined : table.state.odds[at];
  const rest = slots.filter((_, n) => n >= at && table.state.odds[n]?.bars.length !== 1).length;
  const title = again ? "What did it show?" : open ? titleOf(table, odds) : " ";
  const mayRoll = open && !again;
  return html`<div class="dock pads ${open ? "" : "off"}">${keysOfADie({
    title,
    count: again ? "" : howMany(table),
    beside: mayRoll
      ? button({
          title: rest > 1 ? `Roll ${at ? "the other" : "all"} ${rest}` : "Roll for me",
          tap: () => table.diceInput.roll(),
          off: !table.state.isAnswered,
        })
      : nothing,
    bars: odds?.bars,
    instead: open ? whatFor(table) : "",
    corners: Object.fromEntries(Object.entries(countsOf(table)).map(([face, count]) => [face, `×${count}`])),
    shut: !open,
    tap: (face) => table.diceInput.die(face),
  })}</div>`;
}

/** Whether dice are thrown of which no face changes anything: the service throws them, and one tap does the deed. */
function isCertain(table: PlayScreen): boolean {
  const { slots, hand } = table.state;
  return (
    !!hand &&
    !table.state.again &&
    table.state.isAnswered &&
    !table.state.asked?.refused &&
    table.state.waitsForDice &&
    slots.length > 0 &&
    table.state.dice.length === slots.length &&
    !hand.tapped.dice.length
  );
}

function certain(table: PlayScreen): TemplateResult {
  return html`<div class="dock"><div class="top"><b>No die changes anything</b></div>${button({ title: table.state.hand!.deed.says, small: "every face does the same", cls: "chief wide", tap: () => table.diceInput.countAgain() })}</div>`;
}

/** Dice that lie thrown: they count again, with one tap. */
function lies(table: PlayScreen, pips: readonly number[]): TemplateResult {
  const words = pips.length === 1 ? `The ${pips[0]} counts again` : "They count again";
  return html`<div class="dock"><div class="top"><b>${pips.length === 1 ? "Its die lies thrown" : "Its dice lie thrown"}</b><span class="dz2">${pips.slice(0, 8).map((one) => die(one, "xs hit"))}</span></div>${button({ title: words, small: pips.length === 1 ? "as it fell" : "as they fell", cls: "chief wide", tap: () => table.diceInput.countAgain() })}</div>`;
}

function alike(one: Odds, other: Odds): boolean {
  return JSON.stringify(one.six) === JSON.stringify(other.six) && JSON.stringify(one.bars) === JSON.stringify(other.bars);
}

/** Of dice with the same chances, of one lot or at one stand: how often each face lies already. */
function countsOf(table: PlayScreen): { [face: number]: number } {
  const { odds, lots, dice } = table.state;
  const here = odds[dice.length];
  if (!here) return {};
  const lot = lots[dice.length];
  const counts: { [face: number]: number } = {};
  dice.forEach((one, n) => {
    const isHere = lot ? lots[n] === lot : odds[n] && odds[n].of === here.of && alike(odds[n], here);
    if (one.pips && isHere) counts[one.pips] = (counts[one.pips] ?? 0) + 1;
  });
  return counts;
}

/** What the next die is thrown for, where no odds are told of it. */
function whatFor(table: PlayScreen): string {
  const ask = table.state.slots[table.state.dice.length]?.ask;
  return !ask || ask.each?.length || /^(the|its) (die|dice)$/.test(ask.says) ? "each face counts as it is" : capital(ask.says);
}

/** How many dice lie, and of how many: of the lot that is told, where there are others beside it. */
function howMany(table: PlayScreen): string {
  const { slots, odds, lots, dice } = table.state;
  const lot = lots[dice.length];
  const wanted = slots.flatMap((slot, n) => (odds[n]?.bars.length !== 1 && !slot.kept && (!lot || lots[n] === lot) ? [n] : []));
  return wanted.length > 1 ? `${wanted.filter((n) => n < dice.length).length} of ${wanted.length}` : "";
}

/** So many stands that stand alike are one line from the first die on; fewer as soon as one of their dice is told. */
const TO_GROUP = 4;

/** The lot that stands together in one line, of which dice are still to come; 0: none. */
export function countedLot(table: PlayScreen): number {
  const lot = table.state.lots[table.state.dice.length] ?? 0;
  if (!lot || !table.state.padOpen) return 0;
  return table.state.lots[table.state.dice.length - 1] === lot || table.state.lots.filter((one) => one === lot).length >= TO_GROUP
    ? lot
    : 0;
}

/** Stands in few words: a row of which all are meant by its name, of another who they are. */
function together(table: PlayScreen, stands: readonly (readonly [string, string])[]): string {
  const rows = new Map<string, string[]>();
  for (const [id, name] of stands) {
    const there = table.state.placed(id);
    const row = there?.row.counters.some((one) => one.id === id) ? there.row.name : "";
    rows.set(row, [...(rows.get(row) ?? []), there ? (row ? id : there.counter.brief) : name]);
  }
  const words = ([row, ids]: [string, string[]]): string => {
    if (!row) return ids.join(", ");
    const all = table.state.placed(ids[0]!)!.row.counters.filter((one) => !one.out);
    return all.length === ids.length ? row : `${row} ${ids.map((id) => table.state.placed(id)!.counter.short).join(", ")}`;
  };
  return [...rows].map(words).join("; ");
}

/** The stands of the lot that is told, together, with its dice: each is taken away again with a tap. */
export function counted(table: PlayScreen): TemplateResult | typeof nothing {
  const lot = countedLot(table);
  if (!lot) return nothing;
  const stands = [
    ...new Map(table.state.odds.flatMap((one, n) => (one && table.state.lots[n] === lot ? [[one.of, one.name] as const] : []))),
  ];
  const away = ([face, count]: [string, number]): TemplateResult =>
    html`<button type="button" aria-label=${`Take a ${face} away, ${count} told`} @click=${() => table.diceInput.takeAway(Number(face))}>${die(Number(face), "sm hit")}<span>×${count}</span></button>`;
  const told = Object.entries(countsOf(table));
  return html`${told.length ? html`<div class="counted" role="group" aria-label="Told so far">${told.map(away)}<small>A tap takes one away</small></div>` : nothing}<div class="grp"><span><b>${stands.length} stand alike</b><small>${together(table, stands)}</small></span></div>`;
}

function titleOf(table: PlayScreen, odds: Odds | undefined): string {
  if (table.state.slots.length <= 1) return "Tap the face you rolled";
  if (table.state.lots[table.state.dice.length]) return "How many of each face?";
  const slot = table.state.slots[table.state.dice.length];
  const each = slot?.ask.each?.[slot.at];
  if (each) return capital(each);
  const next = table.state.odds[table.state.dice.length + 1];
  if (odds && (odds.throws > 1 || (next && next !== odds && next.of === odds.of && alike(next, odds)))) return "Tap each face you rolled";
  const targets = table.state.hand?.tapped.targets ?? [];
  const at = odds ? targets.findIndex((one) => one.id === odds.of) : -1;
  if (at >= 0 && targets.length > 1 && !table.state.aim?.spread) return `Die for ${at + 1}`;
  const name = odds ? (table.state.placed(odds.of)?.counter.brief ?? odds.name) : "";
  return name ? `Die: ${name}` : `Die ${table.state.dice.length + 1}`;
}

/** Deeds: four keep their places, rarer ones stand in a row above, and what cannot be done says why. */
export function acts(table: PlayScreen, deeds: readonly Deed[]): TemplateResult {
  const rare = deeds.filter((one) => !one.place && !one.barred);
  const placed = placedOf(deeds);
  const others = deeds.filter((one) => one.place && !one.barred && !placed.includes(one));
  const chief = chiefOf(deeds);
  const above = [
    ...[...others, ...rare].map((one) => act(table, one, one === chief)),
    ...[...placed, ...others, ...rare].flatMap((one) => tellMore(table, one)),
  ];
  return html`${above.length ? html`<div class="acts rare ${columns(Math.min(4, above.length))}">${above}</div>` : nothing}
${placed.length ? html`<div class="acts ${columns(4)}">${placed.map((one) => act(table, one, one === chief))}</div>` : nothing}`;
}

/** One chief button: the first that keeps a place, where it may be done; else the only one that may. */
function chiefOf(deeds: readonly Deed[]): Deed | undefined {
  const able = deeds.filter((one) => !one.barred);
  return able.find((one) => one.place === 1) ?? (able.length === 1 ? able[0] : undefined);
}

function act(table: PlayScreen, deed: Deed, chief: boolean): TemplateResult {
  // What it is of is said where it is a stand, or where it tells two deeds of one name apart.
  const several = deedsOf(table.state.scene, table.state.unit).filter((one) => one.says === deed.says).length > 1;
  const of = Object.entries(deed.about).filter(([name, value]) => name !== "unit" && (several || table.state.onBoard(String(value))));
  const small = deed.barred
    ? capital(deed.barred.because)
    : table.selection.hasLast(deed)
      ? "same targets"
      : of.length
        ? deed.of.split(", ").slice(-of.length).join(", ")
        : "";
  return button({
    title: deed.says,
    small,
    cls: `${chief ? "chief" : ""} ${deed.barred ? "not-yet" : ""}`,
    tap: () => table.selection.choose(deed),
  });
}

/** The way into a deed that one tap does as it is usually done, for whoever has an exception to tell. */
function tellMore(table: PlayScreen, deed: Deed): TemplateResult[] {
  const words = table.lookAhead.mayTell(deed);
  if (!words.length) return [];
  return [button({ title: `${deed.says} \u2026`, small: words.join(", ").toLowerCase(), tap: () => table.selection.choose(deed, true) })];
}

/** Decisions of the step: one below the other, each by what it is of; their name above them, unless the card bears it. */
export function choices(table: PlayScreen, deeds: readonly Deed[], onCard: string): TemplateResult {
  const able = deeds.filter((one) => !one.barred);
  const kinds = new Set(able.map((one) => one.says));
  // Of one alone its name is on its button.
  const title = able.length > 1 && kinds.size === 1 ? [...kinds][0]! : "";
  return html`<div class="dock many">${title && title !== onCard ? html`<div class="top"><b>${title}</b></div>` : nothing}<div class="acts ${columns(able.length > 3 ? 2 : 1)}">${able.map((one) => button({ title: title ? capital(one.of || one.says) : one.says, small: title ? "" : one.of, cls: "two", tap: () => table.selection.choose(one) }))}</div></div>`;
}

/** How a formation stands that is a choice. */
function standingOf(table: PlayScreen, value: Json): string {
  const block = table.state.scene.faces.flatMap((face) => face.blocks).find((one) => one.key === value);
  return block ? [block.quality, block.strength].filter(Boolean).join(", ") : "";
}

/** One ask that is answered by a choice that does not stand on the board: each with what it brings, and what may not be chosen now. */
export function chooser(table: PlayScreen, ask: Ask): TemplateResult {
  return html`<div class="dock many ${choicesOf(ask).length + (ask.denied?.length ?? 0) > LONG ? "long" : ""}">${chosenAmong(table, ask)}</div>`;
}

/** With more choices than these the list takes the room of the card's body, and three stand beside each other. */
const LONG = 8;

function choicesOf(ask: Ask): [Json, string][] {
  return ask.kind === "switch"
    ? [
        [true, "yes"],
        [false, "no"],
      ]
    : (ask.among ?? []).map((value, n) => [value, ask.words?.[n] ?? String(value)]);
}

/** The same where something else stands in the dock too. */
export function chosenAmong(table: PlayScreen, ask: Ask): TemplateResult {
  const pairs = choicesOf(ask);
  const denied = ask.denied ?? [];
  const many = pairs.length + denied.length;
  const tapped = table.state.hand?.tapped.facts[factPlace(null, ask.name)];
  return html`<div class="top"><b>${capital(ask.says)}</b></div><div class="acts ${columns(many > LONG || (many > 4 && !ask.brings?.length) ? 3 : many > 1 ? 2 : 1)}">${pairs.map(([value, word], n) => button({ title: capital(word), small: ask.brings?.[n] ?? standingOf(table, value), cls: ask.brings?.length ? "two" : "", on: value === tapped, tap: () => table.targets.pickOne(ask.name, value, ask.says) }))}${denied.map((one) => button({ title: capital(one.word), small: capital(`${one.because} ${one.clause}`), cls: "two not-yet", tap: () => table.refusals.refuseChoice(ask, one) }))}</div>`;
}
