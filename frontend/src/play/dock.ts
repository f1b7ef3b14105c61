// The dock: dice with their odds, or the available commands.
import { html, nothing, type TemplateResult } from "lit-html";
import { duel, meetingOf } from "./contested-roll";
import { commandsOf, dockedCommands } from "./step-flow";
import { areExceptions, factPlace, needsRoll } from "./command-draft";
import { keysOfADie } from "./parts";
import type { Prompt, CommandSpec, Json, Odds } from "./model";
import { button, capital, columns, die } from "./parts";
import type { PlayScreen } from "./play-screen";

/** Whether own stands are tapped: these act, and are no targets. */
export function aimsAtOwn(screen: PlayScreen): boolean {
  return !!screen.state.aim && [...screen.state.aim.among].every((id) => screen.state.placed(id)?.side === screen.state.draft!.deed.by);
}

/** Whether the selected command has dice or targets: else a button in the dock sends it. */
export function throwsOrAims(screen: PlayScreen): boolean {
  return !!screen.state.prompts?.prompts.some(needsRoll) || (!!screen.state.aim && !areExceptions(screen.state.aim.ask));
}

/** Whether the stands to tap are not targets. */
function isNoTarget(screen: PlayScreen): boolean {
  return screen.state.aim!.how === "several" || (screen.state.aim!.how === "one" && screen.state.draft!.byItself);
}

/** The label of what is to be tapped first: the card has the words of its prompt. */
export function firstOf(screen: PlayScreen): string {
  return aimsAtOwn(screen) ? "First: tap who" : isNoTarget(screen) ? "First: tap on the board" : "First: tap a target";
}

export function pad(screen: PlayScreen): TemplateResult {
  const kept = screen.state.slots.filter((slot) => slot.kept);
  if (kept.length && screen.state.dice.length === screen.state.slots.length && !screen.state.draft?.tapped.dice.length)
    return lies(
      screen,
      kept.map((slot) => slot.kept),
    );
  if (isCertain(screen)) return certain(screen);
  // Where something is to be corrected or entered first, the dock has no dice.
  if (!screen.state.correctingDie && (screen.state.refused || (!screen.state.aim && screen.state.prompts && !throwsOrAims(screen))))
    return html`<div class="dock"></div>`;
  const contest = screen.state.correctingDie ? null : meetingOf(screen);
  if (contest) return duel(screen, contest);
  const open = screen.state.padOpen;
  const { slots, dice, correctingDie: again } = screen.state;
  const at = dice.length;
  const odds = again ? undefined : screen.state.odds[at];
  const rest = slots.filter((_, n) => n >= at && screen.state.odds[n]?.bars.length !== 1).length;
  const title = again ? "What did it show?" : open ? titleOf(screen, odds) : " ";
  const mayRoll = open && !again;
  return html`<div class="dock pads ${open ? "" : "off"}">${keysOfADie({
    title,
    count: again ? "" : howMany(screen),
    beside: mayRoll
      ? button({
          title: rest > 1 ? `Roll ${at ? "the other" : "all"} ${rest}` : "Roll for me",
          tap: () => screen.diceInput.roll(),
          off: !screen.state.isAnswered,
        })
      : nothing,
    bars: odds?.bars,
    instead: open ? whatFor(screen) : "",
    corners: Object.fromEntries(Object.entries(countsOf(screen)).map(([face, count]) => [face, `×${count}`])),
    shut: !open,
    tap: (face) => screen.diceInput.die(face),
  })}</div>`;
}

/** Whether no face of the dice changes anything: the service rolls them, and one tap sends the command. */
function isCertain(screen: PlayScreen): boolean {
  const { slots, draft } = screen.state;
  return (
    !!draft &&
    !screen.state.correctingDie &&
    screen.state.isAnswered &&
    !screen.state.prompts?.refused &&
    screen.state.waitsForDice &&
    slots.length > 0 &&
    screen.state.dice.length === slots.length &&
    !draft.tapped.dice.length
  );
}

function certain(screen: PlayScreen): TemplateResult {
  return html`<div class="dock"><div class="top"><b>No die changes anything</b></div>${button({ title: screen.state.draft!.deed.says, small: "every face does the same", cls: "chief wide", tap: () => screen.diceInput.countStoredDice() })}</div>`;
}

/** Dice that were rolled before: they count again, with one tap. */
function lies(screen: PlayScreen, pips: readonly number[]): TemplateResult {
  const words = pips.length === 1 ? `The ${pips[0]} counts again` : "They count again";
  return html`<div class="dock"><div class="top"><b>${pips.length === 1 ? "Its die lies thrown" : "Its dice lie thrown"}</b><span class="dz2">${pips.slice(0, 8).map((face) => die(face, "xs hit"))}</span></div>${button({ title: words, small: pips.length === 1 ? "as it fell" : "as they fell", cls: "chief wide", tap: () => screen.diceInput.countStoredDice() })}</div>`;
}

function alike(candidate: Odds, other: Odds): boolean {
  return JSON.stringify(candidate.six) === JSON.stringify(other.six) && JSON.stringify(candidate.bars) === JSON.stringify(other.bars);
}

/** How often each face was entered, of dice with the same odds in one lot or at one stand. */
function countsOf(screen: PlayScreen): { [face: number]: number } {
  const { odds, lots, dice } = screen.state;
  const here = odds[dice.length];
  if (!here) return {};
  const lot = lots[dice.length];
  const counts: { [face: number]: number } = {};
  dice.forEach((die, n) => {
    const isHere = lot ? lots[n] === lot : odds[n] && odds[n].of === here.of && alike(odds[n], here);
    if (die.pips && isHere) counts[die.pips] = (counts[die.pips] ?? 0) + 1;
  });
  return counts;
}

/** The purpose of the next die, where it has no odds. */
function whatFor(screen: PlayScreen): string {
  const prompt = screen.state.slots[screen.state.dice.length]?.ask;
  return !prompt || prompt.each?.length || /^(the|its) (die|dice)$/.test(prompt.says) ? "each face counts as it is" : capital(prompt.says);
}

/** How many dice were entered, and of how many: of one lot, where there are others. */
function howMany(screen: PlayScreen): string {
  const { slots, odds, lots, dice } = screen.state;
  const lot = lots[dice.length];
  const wanted = slots.flatMap((slot, n) => (odds[n]?.bars.length !== 1 && !slot.kept && (!lot || lots[n] === lot) ? [n] : []));
  return wanted.length > 1 ? `${wanted.filter((n) => n < dice.length).length} of ${wanted.length}` : "";
}

/** A lot of at least so many stands is one line from its first die on. */
const TO_GROUP = 4;

/** The lot that is one line, with dice still to come; 0: none. */
export function countedLot(screen: PlayScreen): number {
  const lot = screen.state.lots[screen.state.dice.length] ?? 0;
  if (!lot || !screen.state.padOpen) return 0;
  return screen.state.lots[screen.state.dice.length - 1] === lot ||
    screen.state.lots.filter((candidate) => candidate === lot).length >= TO_GROUP
    ? lot
    : 0;
}

/** Stands in short: a whole row by its name, of another row the stands. */
function together(screen: PlayScreen, stands: readonly (readonly [string, string])[]): string {
  const rows = new Map<string, string[]>();
  for (const [id, name] of stands) {
    const there = screen.state.placed(id);
    const row = there?.row.counters.some((counter) => counter.id === id) ? there.row.name : "";
    rows.set(row, [...(rows.get(row) ?? []), there ? (row ? id : there.counter.brief) : name]);
  }
  const words = ([row, ids]: [string, string[]]): string => {
    if (!row) return ids.join(", ");
    const all = screen.state.placed(ids[0]!)!.row.counters.filter((counter) => !counter.out);
    return all.length === ids.length ? row : `${row} ${ids.map((id) => screen.state.placed(id)!.counter.short).join(", ")}`;
  };
  return [...rows].map(words).join("; ");
}

/** The stands of the current lot together, with their dice: a tap removes one. */
export function counted(screen: PlayScreen): TemplateResult | typeof nothing {
  const lot = countedLot(screen);
  if (!lot) return nothing;
  const stands = [
    ...new Map(screen.state.odds.flatMap((odds, n) => (odds && screen.state.lots[n] === lot ? [[odds.of, odds.name] as const] : []))),
  ];
  const away = ([face, count]: [string, number]): TemplateResult =>
    html`<button type="button" aria-label=${`Take a ${face} away, ${count} told`} @click=${() => screen.diceInput.takeAway(Number(face))}>${die(Number(face), "sm hit")}<span>×${count}</span></button>`;
  const told = Object.entries(countsOf(screen));
  return html`${told.length ? html`<div class="counted" role="group" aria-label="Told so far">${told.map(away)}<small>A tap takes one away</small></div>` : nothing}<div class="grp"><span><b>${stands.length} stand alike</b><small>${together(screen, stands)}</small></span></div>`;
}

function titleOf(screen: PlayScreen, odds: Odds | undefined): string {
  if (screen.state.slots.length <= 1) return "Tap the face you rolled";
  if (screen.state.lots[screen.state.dice.length]) return "How many of each face?";
  const slot = screen.state.slots[screen.state.dice.length];
  const each = slot?.ask.each?.[slot.at];
  if (each) return capital(each);
  const next = screen.state.odds[screen.state.dice.length + 1];
  if (odds && (odds.throws > 1 || (next && next !== odds && next.of === odds.of && alike(next, odds)))) return "Tap each face you rolled";
  const targets = screen.state.draft?.tapped.targets ?? [];
  const at = odds ? targets.findIndex((target) => target.id === odds.of) : -1;
  if (at >= 0 && targets.length > 1 && !screen.state.aim?.spread) return `Die for ${at + 1}`;
  const name = odds ? (screen.state.placed(odds.of)?.counter.brief ?? odds.name) : "";
  return name ? `Die: ${name}` : `Die ${screen.state.dice.length + 1}`;
}

/** Commands: four have fixed places, rarer ones are in a row above, and unavailable ones say why. */
export function acts(screen: PlayScreen, specs: readonly CommandSpec[]): TemplateResult {
  const rare = specs.filter((spec) => !spec.place && !spec.barred);
  const placed = dockedCommands(specs);
  const others = specs.filter((spec) => spec.place && !spec.barred && !placed.includes(spec));
  const chief = chiefOf(specs);
  const above = [
    ...[...others, ...rare].map((spec) => act(screen, spec, spec === chief)),
    ...[...placed, ...others, ...rare].flatMap((spec) => tellMore(screen, spec)),
  ];
  return html`${above.length ? html`<div class="acts rare ${columns(Math.min(4, above.length))}">${above}</div>` : nothing}
${placed.length ? html`<div class="acts ${columns(4)}">${placed.map((spec) => act(screen, spec, spec === chief))}</div>` : nothing}`;
}

/** The one main button: the first with a place, if it is available; else the only available one. */
function chiefOf(specs: readonly CommandSpec[]): CommandSpec | undefined {
  const able = specs.filter((spec) => !spec.barred);
  return able.find((spec) => spec.place === 1) ?? (able.length === 1 ? able[0] : undefined);
}

function act(screen: PlayScreen, spec: CommandSpec, chief: boolean): TemplateResult {
  // The subject of a command is named where it is a stand, or where two commands have the same name.
  const several = commandsOf(screen.state.data, screen.state.unit).filter((candidate) => candidate.says === spec.says).length > 1;
  const of = Object.entries(spec.about).filter(([name, value]) => name !== "unit" && (several || screen.state.onBoard(String(value))));
  const small = spec.barred
    ? capital(spec.barred.because)
    : screen.selection.hasLastTargets(spec)
      ? "same targets"
      : of.length
        ? spec.of.split(", ").slice(-of.length).join(", ")
        : "";
  return button({
    title: spec.says,
    small,
    cls: `${chief ? "chief" : ""} ${spec.barred ? "not-yet" : ""}`,
    tap: () => screen.selection.choose(spec),
  });
}

/** The button that opens a command to enter exceptions, where one tap would send it. */
function tellMore(screen: PlayScreen, spec: CommandSpec): TemplateResult[] {
  const words = screen.lookAhead.exceptionsOf(spec);
  if (!words.length) return [];
  return [button({ title: `${spec.says} \u2026`, small: words.join(", ").toLowerCase(), tap: () => screen.selection.choose(spec, true) })];
}

/** The decisions of the step, each by its subject; their name is above them, unless the card has it. */
export function choices(screen: PlayScreen, specs: readonly CommandSpec[], onCard: string): TemplateResult {
  const able = specs.filter((spec) => !spec.barred);
  const kinds = new Set(able.map((spec) => spec.says));
  // A single one has its name on its button.
  const title = able.length > 1 && kinds.size === 1 ? [...kinds][0]! : "";
  return html`<div class="dock many">${title && title !== onCard ? html`<div class="top"><b>${title}</b></div>` : nothing}<div class="acts ${columns(able.length > 3 ? 2 : 1)}">${able.map((spec) => button({ title: title ? capital(spec.of || spec.says) : spec.says, small: title ? "" : spec.of, cls: "two", tap: () => screen.selection.choose(spec) }))}</div></div>`;
}

/** The state of a formation that can be chosen. */
function standingOf(screen: PlayScreen, value: Json): string {
  const block = screen.state.data.faces.flatMap((face) => face.blocks).find((block) => block.key === value);
  return block ? [block.quality, block.strength].filter(Boolean).join(", ") : "";
}

/** A prompt with choices that are not on the board: each with its outcome, and those that are unavailable. */
export function chooser(screen: PlayScreen, prompt: Prompt): TemplateResult {
  return html`<div class="dock many ${choicesOf(prompt).length + (prompt.denied?.length ?? 0) > LONG ? "long" : ""}">${chosenAmong(screen, prompt)}</div>`;
}

/** With more choices than these the list is in the card's body, three beside each other. */
const LONG = 8;

function choicesOf(prompt: Prompt): [Json, string][] {
  return prompt.kind === "switch"
    ? [
        [true, "yes"],
        [false, "no"],
      ]
    : (prompt.among ?? []).map((value, n) => [value, prompt.words?.[n] ?? String(value)]);
}

/** The same where the dock has something else too. */
export function chosenAmong(screen: PlayScreen, prompt: Prompt): TemplateResult {
  const pairs = choicesOf(prompt);
  const denied = prompt.denied ?? [];
  const many = pairs.length + denied.length;
  const tapped = screen.state.draft?.tapped.facts[factPlace(null, prompt.name)];
  return html`<div class="top"><b>${capital(prompt.says)}</b></div><div class="acts ${columns(many > LONG || (many > 4 && !prompt.brings?.length) ? 3 : many > 1 ? 2 : 1)}">${pairs.map(([value, word], n) => button({ title: capital(word), small: prompt.brings?.[n] ?? standingOf(screen, value), cls: prompt.brings?.length ? "two" : "", on: value === tapped, tap: () => screen.targets.pickChoice(prompt.name, value, prompt.says) }))}${denied.map((choice) => button({ title: capital(choice.word), small: capital(`${choice.because} ${choice.clause}`), cls: "two not-yet", tap: () => screen.refusals.refuseChoice(prompt, choice) }))}</div>`;
}
