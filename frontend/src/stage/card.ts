// The card: what is owed, its dice, its result, and what comes next, in one place.
import { html, nothing, type TemplateResult } from "lit-html";
import { acts, choices, chooser, chosenAmong, counted, countedLot, pad, throwsOrAims } from "./dock";
import { factors, fights, meetingHead, meetingOf } from "./duel";
import { lately } from "./drawer";
import { facts } from "./facts";
import { areExceptions, factPlace } from "./hand";
import { decisions, deedsOf, doneSince, goingOn, heldUp, newest, otherWays, owed } from "./flow";
import { actsNow, awaitedNames, foot } from "./foot";
import { lying, wanted } from "./lying";
import type { Ask, Counter, Deed, Line, Odds, Result, Scene } from "./model";
import { button, capital, columns, die, icon, ledger, oddsBar, type Part, pips, signed } from "./parts";
import { counter as counterDrawn, modeOf, showsBoth, tip } from "./board";
import { showsMap } from "./ground";
import { matrix, matrixOf, several } from "./matrix";
import { rowsAsk, rowsForm } from "./rows";
import { wantedOf } from "./spots";
import { resultBody, typo } from "./result-rows";
import { section, sectionOf } from "./section";
import type { Table } from "./table";
import { howItClosed } from "./wall";

interface Face {
  /** What kind of thing stands on the card: a bouncing finger does nothing on another. */
  readonly kind: string;
  readonly label: string;
  readonly title: string;
  readonly right?: Part;
  /** What stands between head and body, and never scrolls; and what stands first in the body. */
  readonly strip?: Part;
  readonly above?: Part;
  readonly body?: Part;
  readonly dock?: Part;
}

/** So many lines of the log stand on the card of whoever has both sides before him. */
const LATELY = 6;

export function card(table: Table): { readonly kind: string; readonly title: string; readonly drawn: TemplateResult } {
  const face = faceOf(table);
  const hint = modeOf(table) === "aim" || table.look ? html`<span class="hint ${table.look ? "read" : ""}">${tip(table)}</span>` : nothing;
  const lines = pastOf(table);
  const past = lines.length ? html`<ul class="past">${lines.map((one) => html`<li>${icon("ok")}<span>${one}</span></li>`)}</ul>` : nothing;
  const drawn = html`<section class="sheet ${table.sending?.waits ? "pend" : ""}" tabindex="-1" aria-label=${face.title}><div class="hd"><div><span class="label ${hint === nothing ? "" : "hinted"}">${face.label}</span>${hint}<h1>${face.title}</h1></div><div class="r">${face.right ?? nothing}</div></div>
${table.refused ? nothing : html`${past}${aside(table)}${face.strip ?? nothing}`}<div class="body">${table.refused ? refusal(table) : html`${face.above ?? nothing}${face.body ?? nothing}${showsBoth(table) && !table.result ? lately(table, LATELY) : nothing}`}</div>${table.below ? nothing : facts(table)}${face.dock ?? html`<div class="dock"></div>`}</section>${foot(table)}`;
  return { kind: face.kind, title: face.title, drawn };
}

/** What was done with the last tap; of one of a row, such as the next recovery, what the last came to. */
function pastOf(table: Table): readonly string[] {
  const { result, hand } = table;
  if (!result) return table.taken ? [] : table.past.slice(-3);
  return hand?.byItself && !table.below && !meetingOf(table) && result.said ? [result.said] : [];
}

function faceOf(table: Table): Face {
  const { scene, hand, result, taken, again, sending } = table;
  if (scene.closed) return closed(table);
  if (again) return reading(table);
  if (sending) return onItsWay(table);
  if (taken) return takenBack(table);
  if (result && table.below) return resultOf(table, result);
  if (hand) return inHand(table);
  if (result) return resultOf(table, result);
  const first = owed(scene);
  if (first.length) return decision(table, first.filter((one) => one.kind === first[0]!.kind), "Owed first");
  const deeds = table.unitNow ? deedsOf(scene, table.unit) : [];
  if (deeds.some((one) => !one.barred)) return unitInHand(table, deeds);
  const own = decisions(scene).filter((one) => !one.barred);
  if (own.length) return decision(table, own, scene.step ? scene.step.full : "To decide");
  return (table.inTurn && !scene.stage.waiting.some((one) => one.kind)) || bothAreToSay(scene) ? nothingLeft(table) : waiting(table);
}

/** Whether whoever is waited for is waited for with what this seat has yet to say itself: it says it, and then waits. */
function bothAreToSay(scene: Scene): boolean {
  const mine = goingOn(scene);
  return mine.length > 0 && scene.stage.waiting.every((one) => mine.some((deed) => deed.kind === one.kind));
}

// ---------- a deed in hand ----------

function inHand(table: Table): Face {
  const { hand, asked, unitNow, scene } = table;
  const deed = hand!.deed;
  const isOrder = hand!.byItself && unitNow && deed.about["unit"] === unitNow.id;
  // One of its stands is named with it.
  const isOfOne = unitNow && deed.of.startsWith(`${unitNow.name}, `) && unitNow.stands.some((id) => Object.values(deed.about).includes(id));
  const title = unitNow && deed.about["unit"] === unitNow.id && !isOfOne ? unitNow.name : capital(deed.of || deed.says);
  const right: Part = isOrder ? html`${pips(table.scene.hampers, unitNow.levels)}<br>${unitNow.stands.filter((id) => !table.placed(id)?.counter.out).length} of ${unitNow.stands.length}` : unitNow && unitNow.left ? html`${unitNow.state}` : nothing;
  const face: Omit<Face, "body" | "dock"> = { kind: `deed ${deed.kind} ${deed.of}`, label: title === deed.says && scene.step && !hand!.aside && !asked?.asks.some((one) => one.kind === "dice") ? `Step ${scene.step.number}, one decision` : deed.says, title, right, ...aboutIt(table) };
  if (!asked) return { ...face, body: nothing, dock: pad(table) };
  const rows = table.refused ? null : matrixOf(table);
  if (rows) return { ...face, body: matrix(table, rows), dock: asked.ready ? confirm(table) : html`<div class="dock"></div>` };
  const form = table.refused ? undefined : rowsAsk(table);
  if (form) return { ...face, body: rowsForm(table, form), dock: asked.ready ? confirm(table) : pad(table) };
  const ask = table.openAsk;
  if (ask) return { ...face, kind: `${face.kind} ${ask.name}`, body: told(table), dock: chooser(table, ask) };
  // What ends a deed that is told stand by stand stands below it.
  const ends = hand!.tapped.targets.length || hand!.tapped.dice.length ? [] : owed(table.scene).filter((one) => one.at_once);
  if (ends.length) return { ...face, body: bodyOf(table), dock: html`<div class="dock">${choicesOf(table, ends)}</div>` };
  return { ...face, body: html`${bodyOf(table)}${instead(table)}`, dock: throwsOrAims(table) || !asked.ready ? pad(table) : confirm(table) };
}

/** What may be done instead of what is in hand by itself, as long as nothing was told of it. */
function instead(table: Table): Part {
  const { byItself, deed, tapped } = table.hand!;
  const ways = byItself && !tapped.targets.length && !tapped.dice.length ? otherWays(table.scene, deed) : [];
  return ways.length ? html`<div class="acts instead ${columns(Math.min(2, ways.length))}">${ways.map((one) => wayOf(table, one))}</div>` : nothing;
}

function wayOf(table: Table, deed: Deed): TemplateResult {
  const { hand } = table;
  return button({ title: deed.says, small: deed.of === hand!.deed.of ? "" : deed.of, tap: () => table.chooseInstead(deed) });
}

/** What the head says of a deed that is more than its unit's: two dice that meet, or what lies across the table. */
function aboutIt(table: Table): Partial<Face> {
  const { deed } = table.hand!;
  const meeting = meetingOf(table);
  if (meeting) {
    const { label, title, right } = meetingHead(table, meeting);
    return { label, title, right: html`${right}`, strip: fights(table, meeting) };
  }
  const lies = sectionOf(table, deed);
  return lies ? { label: capital(deed.of), title: lies.title, right: html`${lies.small.map((one, n) => (n ? html`<br>${one}` : one))}`, above: section(table, lies) } : {};
}

function told(table: Table): Part {
  return table.asked!.odds?.length ? bodyOf(table) : reckoned(table);
}

function confirm(table: Table): TemplateResult {
  const { deed } = table.hand!;
  return html`<div class="dock">${button({ title: deed.says, small: table.isWanted ? "on its way" : "", cls: "chief wide", off: table.isWanted, tap: () => table.submit() })}</div>`;
}

function bodyOf(table: Table): Part {
  const { aim, hand, asked } = table;
  if (aim && !hand!.tapped.targets.length) {
    const many = aim.how === "one" ? "" : aim.spread ? "All turn to the first; each tap on another brings one more." : aim.how === "several" ? "The letter or number of a row takes all in it." : "In order. The letter or number of a row takes all in it.";
    const lines = areExceptions(aim.ask) ? reckoned(table) : nothing;
    if (lines !== nothing) return lines;
    if (areExceptions(aim.ask) && asked!.ready && aim.ask.brief) return html`<p class="wait1">${icon("aim")}<b>${aim.ask.brief}: tap who</b>Usually it is nobody.</p>`;
    if (!aim.ask.needed && (asked!.ready || table.slots.length)) return html`${reckoned(table)}<p class="wait1">${icon("aim")}<b>If there are any, tap on the board: ${aim.ask.says}</b>${table.slots.length ? "Else the dice are next." : many}</p>`;
    return html`${reckoned(table)}<p class="wait1">${icon("aim")}<b>Tap on the board: ${aim.says}</b>${many}</p>`;
  }
  if (aim) return html`${areExceptions(aim.ask) ? reckoned(table) : nothing}${targets(table)}${textsToTell(table)}`;
  const chosen = several(table);
  if (chosen !== nothing) return chosen;
  const meeting = meetingOf(table);
  if (meeting) return factors(table, meeting);
  const odds = asked!.odds?.[0];
  if (!odds) return stillToTell(table);
  if ((asked!.odds?.length ?? 0) > 1 && !areOneVolley(asked!.odds!)) return rowsOfOdds(table);
  if (!odds.lines.length && odds.bars.length > 1 && table.slots.length === 1) return html`${ledger([], html`<li class="sum"><span class="v">${signed(0)}</span><span class="w">on the die: nothing adds to it</span><span class="cl"></span></li>`)}${setAside(odds)}`;
  return reckoningOf(odds);
}

/** What is added to a die, and what it comes to. */
function reckoningOf(odds: Odds, dice = 1): Part {
  const total = odds.total === null || odds.total === "" ? nothing : html`<li class="sum"><span class="v">${signed(odds.total)}</span><span class="w">on ${dice > 1 ? "each" : "the"} die</span><span class="cl"></span></li>`;
  return odds.lines.length || total !== nothing ? html`${ledger(odds.lines.map((one) => ({ ...one, value: signed(one.value) })), total)}${setAside(odds)}` : setAside(odds);
}

/** What was looked at and did not apply, by the short form of its clause. */
function setAside({ considered = [] }: Odds): Part {
  const one = ({ says, clause }: Line, n: number): Part => html`${n ? "; " : " "}${says} <span class="cl">${clause.replace(/^\w+-(?=\w+-)/, "")}</span>`;
  return considered.length ? html`<p class="not"><b>Did not apply:</b>${considered.map(one)}.</p>` : nothing;
}

/** What the rules make of what was told so far. */
function reckoned(table: Table): Part {
  const asks = table.asked?.asks ?? [];
  const lines = asks.flatMap((one) => one.reckoned ?? []);
  const chosen = asks.filter((one) => one.chosen);
  return lines.length || chosen.length ? html`${lines.length ? ledger(lines) : nothing}${chosen.map((one) => stepper(table, one))}` : nothing;
}

/** A number that a person chooses, one up or down with a tap. */
function stepper(table: Table, ask: Ask): TemplateResult {
  const value = Number(table.hand!.tapped.facts[factPlace(null, ask.name)] ?? table.asked!.told[ask.name] ?? ask.usual ?? ask.least ?? 0);
  const to = (next: number, sign: string, name: string): TemplateResult => {
    const off = next < (ask.least ?? next) || next > (ask.most ?? next);
    return html`<button type="button" class="btn ${off ? "not-yet" : ""}" aria-disabled=${off ? "true" : nothing} aria-label="${name}: ${ask.says}" @click=${() => !off && table.fact([], ask.name, next, ask.says)}>${icon(sign)}</button>`;
  };
  return html`<div class="chosen"><span>${capital(ask.says)}</span>${to(value - 1, "minus", "One fewer")}<b>${value}</b>${to(value + 1, "plus", "One more")}</div>`;
}

/** Whether all dice are thrown at one target for the same reasons: these are told once, and the pad counts the dice. */
function areOneVolley(odds: readonly Odds[]): boolean {
  const [first, ...others] = odds;
  return first!.lines.length > 0 && others.every((one) => one.of === first!.of && JSON.stringify(one.lines) === JSON.stringify(first!.lines));
}

function stillToTell(table: Table): Part {
  const { asked } = table;
  const lines = reckoned(table);
  if (!asked?.missing) return lines === nothing && wantedOf(table) ? whereItLies(table) : lines;
  if (table.waitsForDice) return lines;
  const texts = textsToTell(table);
  if (texts !== nothing) return texts;
  if (lines !== nothing) return lines;
  const how = table.scene.has_map && wantedOf(table) ? "Tap it on the map, or tell it below." : "Tell it below.";
  return html`<p class="wait1"><b>${capital(asked.missing.instead.replace("give: ", ""))}</b>${how}</p>`;
}

/** A place that need not be told: by a tap on the map, by its figures, or in words. */
function whereItLies(table: Table): Part {
  const how = showsMap(table) ? "Tap it on the map, or tell it below." : table.scene.has_map ? "Turn the board to the map and tap it, or tell it below." : "Tell it below.";
  const told = wantedOf(table)!.isTold;
  // A place that lies on the map needs no name.
  const words = told ? [] : (table.asked?.asks ?? []).filter((one) => one.kind === "text" && !one.answered);
  return html`${told ? nothing : html`<p class="wait1">${icon("aim")}<b>Where it lies</b>${how}</p>`}${words.map((one) => writing(table, one))}`;
}

/** What has to be written before the deed is whole. */
function textsToTell(table: Table): Part {
  const texts = (table.asked?.asks ?? []).filter((one) => one.kind === "text" && one.needed && !one.answered);
  return texts.length ? html`${texts.map((one) => writing(table, one))}` : nothing;
}

function writing(table: Table, ask: Ask): TemplateResult {
  const written = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector("textarea")!;
    const text = field.value.trim();
    if (text) table.pickOne(ask.name, text, ask.says);
    else field.focus();
  };
  return html`<form class="writing" @submit=${written}><label>${capital(ask.says)}<textarea name="text" rows="3" maxlength="400"></textarea></label><button class="btn chief" type="submit">Tell it</button></form>`;
}

/** The targets in their order, each with its chances and its die. */
function targets(table: Table): TemplateResult {
  const { hand, slots, dice, aim } = table;
  const odds = table.odds;
  const all = table.asked?.odds ?? [];
  const next = dice.length;
  const { targets: told } = hand!.tapped;
  // Which target the facts below are of, where each has its own.
  const read = aim!.how === "rows" && told.length > 1 ? Math.min(table.row, told.length - 1) : -1;
  const reads = (n: number): void => {
    [table.row, table.unfolded] = [n, null];
    table.draw();
  };
  const row = (target: { id: string; count: number }, n: number): TemplateResult => {
    const own = all.find((one) => one.of === target.id);
    const places = slots.flatMap((_, k) => (odds[k]?.of === target.id ? [k] : []));
    // Which die of a lot is this stand's nobody knows before it is dealt.
    const lot = table.lots[places[0] ?? -1];
    const on = lot ? lot === table.lots[next] : places.includes(next);
    const lies = lot ? [] : places.filter((k) => k < next);
    const blunt = own?.bars.length === 1;
    const shown = lot && places.length > 1 ? html`<span class="dice4"><b>${places.length}</b> dice</span>` : blunt ? html`<span></span>` : places.length > 1 ? html`<span class="dice4"><b>${lies.length}</b> of ${places.length}</span>` : places.length ? die(lies.length ? (dice[places[0]!]?.pips ?? 0) : 0, `sm ${lies.length ? "hit" : on ? "wait sel" : "wait"}`) : html`<span></span>`;
    const mod = own && own.total !== null ? html` <b>${signed(own.total)}</b>` : nothing;
    return html`<li class="${on ? "now" : ""} ${n === read ? "read" : ""} ${n === told.length - 1 ? "end" : ""}" @click=${read < 0 ? nothing : () => reads(n)}><span class="lane"><span class="no">${aim!.spread ? `×${target.count}` : n + 1}</span></span><div><div class="nm">${table.placed(target.id)?.counter.brief ?? target.id}</div><div class="m">${factsInWords(table, target.id)}${mod}</div></div>${own && !blunt ? oddsBar(own, "sm") : !slots.length && !blunt ? html`<span></span>` : html`<span class="odds sm plain"><span class="f6">${blunt || (slots.length && table.isAnswered) ? "no die: nothing can happen" : ""}</span></span>`}${shown}</li>`;
  };
  const others = told.map((target, n) => ({ target, n })).filter(({ target }) => !isTold(table, target.id));
  const only = told.length === 1 && table.isAnswered ? all.find((one) => one.of === told[0]!.id) : undefined;
  return html`${counted(table)}<ul class="tg-list ${aim!.spread ? "grp1" : ""}">${others.map(({ target, n }) => row(target, n))}</ul>${only ? reckoningOf(only, slots.length) : nothing}`;
}

/** Whether dice of the lot that this stand belongs to are being told: they stand together above the list. */
function isTold(table: Table, id: string): boolean {
  const lot = countedLot(table);
  return lot > 0 && table.odds.some((one, n) => one?.of === id && table.lots[n] === lot);
}

function factsInWords(table: Table, target: string): string {
  const cover = table.placed(target)?.counter.cover;
  const aim = table.aim!;
  if (aim.how !== "rows") return cover?.says ?? "";
  const rows = table.asked?.told[aim.ask.name];
  const row = Array.isArray(rows) ? rows.find((one) => one && typeof one === "object" && !Array.isArray(one) && one[aim.target] === target) : undefined;
  if (!row || typeof row !== "object" || Array.isArray(row)) return cover?.says ?? "";
  const at = Array.isArray(rows) ? rows.indexOf(row) : -1;
  const said = Object.entries(row).flatMap(([name, value]): { of: string; word: string }[] => {
    const ask = (aim.ask.rows[at] ?? []).find((one) => one.name === name);
    if (!ask || name === aim.target || name === aim.actor || value === false) return [];
    const of = ask.brief || capital(ask.says);
    const doubt = table.asked?.origins[`${aim.ask.name}.${at}.${name}`] === "assumed" ? "?" : "";
    if (ask.kind === "cm") return [{ of, word: `${ask.bands?.find((one) => doubt && one.value === value)?.says ?? `${String(value)} cm`}${doubt}` }];
    if (ask.kind === "word") return [{ of, word: `${capital(ask.words?.[ask.among?.indexOf(value) ?? -1] ?? String(value))}${doubt}` }];
    return value === true ? [{ of, word: ask.says }] : [];
  });
  // A word that two facts share says of which it is.
  return said.map(({ of, word }) => (said.filter((one) => one.word === word).length > 1 ? `${of}: ${word}` : word)).join(", ");
}

function rowsOfOdds(table: Table): TemplateResult {
  const odds = table.odds;
  const row = (n: number): TemplateResult => {
    const one = odds[n];
    const lot = table.lots[n];
    const lies = !lot && n < table.dice.length;
    return html`<li class="${lot ? (lot === table.lots[table.dice.length] ? "now" : "") : n === table.dice.length ? "now" : ""}"><span class="lane"><span class="no">${n + 1}</span></span><div><div class="nm">${one?.name ?? `Die ${n + 1}`}</div></div>${one ? oddsBar(one, "sm") : html`<span></span>`}${die(lies ? (table.dice[n]?.pips ?? 0) : 0, `sm ${lies ? "hit" : "wait"}`)}</li>`;
  };
  const others = table.slots.flatMap((_, n) => (countedLot(table) > 0 && table.lots[n] === countedLot(table) ? [] : [n]));
  return html`${counted(table)}<ul class="tg-list">${others.map(row)}</ul>`;
}

// ---------- results ----------

function resultOf(table: Table, result: Result): Face {
  const { scene } = table;
  const deeds = table.unitNow ? deedsOf(scene, table.unit).filter((one) => table.unitNow!.left > 0 || !one.barred) : [];
  const able = deeds.some((one) => !one.barred);
  const owedNow = owed(scene).filter((one) => one.at_once);
  const again = owed(scene).filter((one) => !one.at_once && table.isLast(one));
  const ask = table.below ? table.openAsk : null;
  const below = ask ? chosenAmong(table, ask) : again.length ? html`<div class="acts ${columns(Math.min(2, again.length))}">${again.map((one) => button({ title: one.says, small: "others", cls: "wide", tap: () => table.choose(one) }))}</div>` : owedNow.length ? choicesOf(table, owedNow) : able && table.unitNow!.left > 0 ? acts(table, deeds) : nothing;
  return {
    kind: `result ${result.command}`,
    label: result.label,
    title: result.headline,
    right: html`${result.small || strengthOf(table, result)}`,
    body: resultBody(table, result),
    dock: html`<div class="dock">${typo(table, result)}${below}</div>`,
  };
}

/** What is left of the battalion that was hit. */
function strengthOf(table: Table, result: Result): Part {
  const hit = table.scene.faces.flatMap((face) => face.blocks).filter((block) => block.rows.some((row) => [...row.counters, ...row.last].some((one) => result.changed.includes(one.id))));
  return hit.length === 1 ? html`${hit[0]!.name}<br>${hit[0]!.strength}` : nothing;
}

function choicesOf(table: Table, deeds: readonly Deed[]): TemplateResult {
  return html`<div class="acts">${deeds.map((one) => button({ title: one.says, small: one.of, cls: "chief wide", tap: () => table.choose(one) }))}</div>`;
}

function reading(table: Table): Face {
  const { result, row, die: at } = table.again!;
  const was = result.rows[row]?.dice[at];
  return { kind: "again", label: result.label, title: "Read it again", right: html`was ${was}`, body: html`<p class="say1"><span>The log keeps both: ${was}, read again as …</span></p>`, dock: pad(table) };
}

function onItsWay(table: Table): Face {
  const { what, dice, waits } = table.sending!;
  return {
    kind: "sending",
    label: waits ? "Not sent yet" : "As this tablet reckons it",
    title: table.hand ? capital(table.hand.deed.of || what) : what,
    body: html`<p class="wait1">${dice.length ? html`<span class="dz2">${dice.slice(0, 8).map((one) => die(one, "sm hit"))}</span>` : icon("wait")}<b>${waits ? "It goes out when the line is back" : what}</b></p>`,
    dock: html`<div class="dock pads off"></div>`,
  };
}

function takenBack(table: Table): Face {
  const { name, headline, dice } = table.taken!;
  const thrown = dice.length ? html`<div class="dz2">${dice.slice(0, 8).map((one) => die(one, "xs hit"))}<span>stay thrown</span></div>` : nothing;
  return {
    kind: "taken",
    label: "Taken back",
    title: capital(name),
    right: html`as before it`,
    body: html`<div class="back1"><p><del>${headline}</del></p><p>All stands as before it.</p>${thrown}</div>`,
    dock: html`<div class="dock">${button({ title: "Go on from here", cls: "chief wide", tap: () => table.goOn() })}</div>`,
  };
}

/** Which rule is set aside with the deed in hand, and why. */
function aside(table: Table): Part {
  const set = table.sending ? undefined : table.hand?.aside;
  return set ? html`<p class="aside">${icon("no")}<span>Set aside: ${set.reason} <span class="cl">${set.overrule}</span></span></p>` : nothing;
}

function refusal(table: Table): TemplateResult {
  const { refused } = table;
  const sent = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector("input")!;
    if (input.value.trim()) table.overrule(input.value.trim());
    else input.focus();
  };
  const ways = html`${table.hand?.byItself ? otherWays(table.scene, table.hand.deed).map((one) => wayOf(table, one)) : nothing}${button({ title: "Leave it", tap: () => table.leaveRefusal() })}`;
  const allow = html`<form class="row" @submit=${sent}><input name="reason" maxlength="200" aria-label="Why the rule is set aside" placeholder="why, in a few words"><button class="btn" type="submit">${table.scene.sides.length > 1 ? "Set the rule aside" : "Ask to allow it"}</button>${ways}</form>`;
  return html`<div class="refuse" role="group">${icon("no")}<div><b>${capital(refused!.because)}.</b><span class="rt">${capital(refused!.instead)} <span class="cl">${refused!.clause}</span></span>${refused!.overrule ? allow : html`<div class="row">${ways}</div>`}</div></div>`;
}

// ---------- nothing in hand ----------

function unitInHand(table: Table, deeds: readonly Deed[]): Face {
  const unit = table.unitNow!;
  return { kind: `unit ${unit.id} ${unit.left}`, label: table.scene.step?.full ?? "In hand", title: unit.name, right: html`${pips(table.scene.hampers, unit.levels)}<br>${unit.state}`, body: lastOf(table, unit.id), dock: html`<div class="dock">${acts(table, deeds)}</div>` };
}

/** How a game ended, where the page has brought that. */
function closed(table: Table): Face {
  const how = howItClosed();
  return { kind: "closed", label: "This game is closed", title: table.scene.title, body: how === nothing ? html`<p class="wait1"><b>Nothing can be done in it any more</b></p>` : html`<div class="ended">${how}</div>` };
}

/** What the unit in hand came to last in this step. */
function lastOf(table: Table, unit: string): Part {
  const last = table.scene.results.findLast((one) => one.unit === unit);
  return last ? html`<p class="label lead">${last.label}: ${last.headline.toLowerCase()}</p>${resultBody(table, last)}` : nothing;
}

function decision(table: Table, deeds: readonly Deed[], label: string): Face {
  const says = new Set(deeds.map((one) => one.says));
  // Outside of any step what may be decided is not what the card is about.
  const title = says.size === 1 && (table.scene.step || owed(table.scene).length) ? [...says][0]! : table.scene.step ? label : table.scene.title;
  return { kind: `decision ${[...says].join()}`, label, title, body: table.scene.step ? nothing : html`${wanted(table.scene)}${lying(table.scene)}`, dock: choices(table, deeds) };
}

function nothingLeft(table: Table): Face {
  const { scene } = table;
  // What was written since, and stands in no log, is what was done last.
  const [newest] = scene.lines;
  const isWritten = !!scene.back?.written;
  const done = isWritten ? capital(scene.back!.name) : (newest?.says ?? "");
  const begins = scene.turn && scene.sides.length === 1 ? "Your turn" : scene.title;
  const held = heldUp(scene);
  if (held.length) return { kind: `held ${scene.step?.number ?? ""}`, label: scene.step?.full ?? scene.title, title: "Nobody can act now", body: ledger(held.map((one) => ({ value: "", says: `${capital(one.of.split(", ")[0] ?? "")}: ${one.barred!.because}`, clause: one.barred!.clause }))) };
  return { kind: `over ${scene.step?.number ?? ""}`, label: scene.step ? `${scene.step.number} ${scene.step.full}` : scene.turn || scene.title, title: isWritten && scene.step ? "All is written" : scene.units.length ? "All are done" : scene.step ? "Nothing to do here" : begins, body: html`${table.past.includes(done) ? nothing : html`<p class="wait1">${icon("ok")}<b>${done}</b></p>`}${wanted(scene)}` };
}

/** The other seat's turn: what it does, its results as they fall, and the own stands. */
function waiting(table: Table): Face {
  const { scene } = table;
  const last = newest(scene);
  const awaited = scene.stage.waiting[0];
  const own = scene.faces.find((one) => one.own);
  const block = own?.blocks.find((one) => one.key === table.battalion[own.side]) ?? own?.blocks.find((one) => one.rows.some((row) => [...row.counters, ...row.last].some((stand: Counter) => last?.changed.includes(stand.id)))) ?? own?.blocks[0];
  // Of a step that both sides share nobody has the turn: it is said who is waited for.
  const whose = scene.whose_name && !table.inTurn ? `${scene.whose_name} turn` : awaited ? `Waiting for the ${awaitedNames(table)} seat${awaitedNames(table).includes(" and ") ? "s" : ""}` : "";
  const step = scene.step?.full ?? "";
  const title = last?.headline ?? (awaited?.says ? (scene.whose_name ? capital(awaited.says) : actsNow(table)) : step || scene.turn || scene.title);
  // Whose turn it is, the step and what is waited for are each said once.
  const inStep = step && step.toLowerCase() !== title.toLowerCase() ? `, ${step.toLowerCase()}` : "";
  return {
    kind: `waiting ${last?.command ?? ""}`,
    label: whose ? `${whose}${inStep}` : scene.title,
    title,
    right: html`${last?.label ?? ""}`,
    body: last ? resultBody(table, last, last.rows.length <= 3) : html`<p class="wait1">${icon("wait")}${newsOf(table)}</p>${wanted(scene)}`,
    // Where the board shows the own stands they are not drawn twice.
    dock: own && block && !table.inTurn ? html`<div class="own mineview"><div class="tabs bnb" role="tablist" aria-label="Own battalions">${own.blocks.filter((one) => !one.away || one.key === block.key).map((one) => html`<button type="button" role="tab" aria-selected=${one.key === block.key} @click=${() => ((table.battalion[own.side] = one.key), table.draw())}>${one.name}</button>`)}</div>${ownBlock(table, own.side, block.key)}</div>` : html`<div class="dock"></div>`,
  };
}

/** So many of the last deeds stand on the card of whoever waits: where planned fire lies is told before it is rolled for. */
const NEWS = 3;

/** What was done last, of a step since it began: how it begins is told to whoever has to do something then. */
function newsOf({ scene, past }: Table): Part {
  const said = doneSince(scene).filter((one) => !past.includes(one));
  if (said.length) return html`${said.slice(-NEWS).map((one) => html`<b>${one}</b>`)}`;
  return past.length ? nothing : html`${scene.step ? "Nothing was done in it yet" : (scene.lines[0]?.says ?? "")}`;
}

function ownBlock(table: Table, side: string, key: string): Part {
  const block = table.scene.faces.find((one) => one.side === side)!.blocks.find((one) => one.key === key)!;
  const widest = Math.max(...block.rows.map((row) => row.counters.length));
  const beside = Math.max(...block.rows.map((row) => row.last.length));
  // Every column stands below its own, whoever has more beside it.
  const gaps = (some: number): TemplateResult[] => Array.from({ length: some }, () => html`<span></span>`);
  const stands = (row: (typeof block.rows)[number]): TemplateResult => html`<span class="lab">${row.label}</span><div class="row8">${row.counters.map((one) => counterOf(table, one))}${gaps(widest - row.counters.length)}${row.last.map((one) => counterOf(table, one))}${gaps(beside - row.last.length)}</div>`;
  return html`<div class="mine">${block.rows.map(stands)}</div>`;
}

function counterOf(table: Table, one: Counter): TemplateResult {
  return counterDrawn(table, one);
}
