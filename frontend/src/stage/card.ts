// The card: what is owed, its dice, its result, and what comes next, in one place.
import { html, nothing, type TemplateResult } from "lit-html";
import { acts, choices, chosenAmong, pad } from "./dock";
import { meetingOf } from "./duel";
import { choicesOf, inHand, wayOf } from "./deed-card";
import { lately } from "./drawer";
import { facts } from "./facts";
import { barredDecisions, besides, decisions, deedsOf, doneSince, goingOn, heldUp, newest, otherWays, owed } from "./flow";
import { actsNow, awaitedNames, foot } from "./foot";
import { howItEnds, lying, nobodyElse, wanted } from "./lying";
import type { NotDone } from "../not-done";
import { sentence } from "../opening";
import { clockTime } from "../page";
import type { Counter, Deed, Result, Scene } from "./model";
import { button, capital, columns, die, icon, ledger, type Face, type Part, pips } from "./parts";
import { counter as counterDrawn, modeOf, showsBoth, tip } from "./board";
import { onlyQueued, queued, QUEUED } from "./queue";
import { resultBody, typo } from "./result-rows";
import type { Table } from "./table";
import { howItClosed } from "./wall";

/** What a tap does with a refusal: a referee and a side that plays alone set it aside, any other side asks. */
function sets({ scene }: Table): string {
  return scene.sides.length > 1 || !scene.others ? "Set the rule aside" : "Ask to allow it";
}

/** Stands below a refusal for which there is no request and no override. */
const FINAL = "This cannot be set aside.";
/** The same while a request waits for its answer: there is one request at a time. */
const ASKED_ALREADY = "A request is open. It can be set aside after that is answered.";
/** So many lines of the log stand on the card of whoever has both sides before him. */
const LATELY = 6;

export function card(table: Table): { readonly kind: string; readonly title: string; readonly drawn: TemplateResult } {
  const face = faceOf(table);
  const isNotDone = table.notDone.length > 0 && !table.sending;
  const hint = modeOf(table) === "aim" || table.look ? html`<span class="hint ${table.look ? "read" : ""}">${tip(table)}</span>` : nothing;
  const lines = pastOf(table);
  const past = lines.length ? html`<ul class="past">${lines.map((one) => html`<li>${icon("ok")}<span>${one}</span></li>`)}</ul>` : nothing;
  const drawn = html`<section class="sheet ${table.sending?.waits ? "pend" : ""}" tabindex="-1" aria-label=${face.title}><div class="hd"><div><span class="label ${hint === nothing ? "" : "hinted"}">${face.label}</span>${hint}<h1>${face.title}</h1></div><div class="r">${face.right ?? nothing}</div></div>${queued(table, face.kind.startsWith(QUEUED))}
${table.refused || isNotDone ? nothing : html`${nobodyElse(table.scene)}${howItEnds(table.scene)}${past}${aside(table)}${notTaken(table)}${face.strip ?? nothing}`}<div class="body">${isNotDone ? face.body : table.refused ? refusal(table) : html`${face.above ?? nothing}${face.body ?? nothing}${showsBoth(table) && !table.result ? lately(table, LATELY) : nothing}`}</div>${table.below || isNotDone ? nothing : facts(table)}${face.dock ?? html`<div class="dock"></div>`}</section>${foot(table)}`;
  return { kind: face.kind, title: face.title, drawn };
}

/** What was done with the last tap; of one of a row, such as the next recovery, what the last came to. */
function pastOf(table: Table): readonly string[] {
  const { result, hand } = table;
  // Whoever has begun to tell something has read it.
  if (!result) return table.taken || hand?.trail.length ? [] : table.past.slice(-3);
  if (!hand) return answersTo(table, result);
  return hand?.byItself && !table.below && !meetingOf(table) && result.said ? [result.said] : [];
}

/** So many deeds of others stand above a result that they came after. */
const ANSWERS = 2;

/** What another seat did after the own deed whose result still stands, such as the morale test that followed from it. */
function answersTo({ scene }: Table, result: Result): readonly string[] {
  const came = scene.lines.filter(
    (line) => line.number > result.number && line.side && !scene.sides.includes(line.side) && !line.gone && !line.begins,
  );
  return scene.sides.includes(result.side)
    ? came
        .slice(0, ANSWERS)
        .map((line) => line.says)
        .reverse()
    : [];
}

function faceOf(table: Table): Face {
  const { scene, hand, result, taken, again, sending } = table;
  if (table.notDone.length && !sending) return notCarriedOut(table, table.notDone[0]!);
  if (scene.closed) return closed(table);
  if (again) return reading(table);
  if (sending) return onItsWay(table);
  if (taken) return takenBack(table);
  if (result && table.below) return resultOf(table, result);
  if (hand) return inHand(table);
  if (result) return resultOf(table, result);
  const first = owed(scene);
  if (first.length)
    return decision(
      table,
      first.filter((one) => one.kind === first[0]!.kind),
      "Owed first",
    );
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

// ---------- results ----------

function resultOf(table: Table, result: Result): Face {
  const { scene } = table;
  const deeds = table.unitNow ? deedsOf(scene, table.unit).filter((one) => table.unitNow!.left > 0 || !one.barred) : [];
  const able = deeds.some((one) => !one.barred);
  const owedNow = owed(scene).filter((one) => one.at_once);
  const again = owed(scene).filter((one) => !one.at_once && table.isLast(one));
  const ask = table.below ? table.openAsk : null;
  const below = ask
    ? chosenAmong(table, ask)
    : again.length
      ? html`<div class="acts ${columns(Math.min(2, again.length))}">${again.map((one) => button({ title: one.says, small: "others", cls: "wide", tap: () => table.choose(one) }))}</div>`
      : owedNow.length
        ? choicesOf(table, owedNow)
        : able && !owed(scene).length
          ? acts(table, deeds)
          : nothing;
  return {
    kind: `result ${result.command}`,
    label: result.label,
    title: result.headline,
    right: html`${result.small || strengthOf(table, result)}`,
    body: resultBody(table, result),
    dock: html`<div class="dock">${typo(table, result)}${below}</div>`,
  };
}

/** What is left of the formation that was hit. */
function strengthOf(table: Table, result: Result): Part {
  const hit = table.scene.faces
    .flatMap((face) => face.blocks)
    .filter((block) => block.rows.some((row) => [...row.counters, ...row.last].some((one) => result.changed.includes(one.id))));
  return hit.length === 1 ? html`${hit[0]!.name}<br>${hit[0]!.strength}` : nothing;
}

function reading(table: Table): Face {
  const { result, row, die: at } = table.again!;
  const was = result.rows[row]?.dice[at];
  return {
    kind: "again",
    label: result.label,
    title: "Read it again",
    right: html`was ${was}`,
    body: html`<p class="say1"><span>The log keeps both: ${was}, read again as …</span></p>`,
    dock: pad(table),
  };
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
  const thrown = dice.length
    ? html`<div class="dz2">${dice.slice(0, 8).map((one) => die(one, "xs hit"))}<span>stay thrown</span></div>`
    : nothing;
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
  return set
    ? html`<p class="aside">${icon("no")}<span>Set aside: ${set.reason} <span class="cl">${set.overrule}</span></span></p>`
    : nothing;
}

/** Which stands of a row were not taken as targets, and why. */
function notTaken({ notTaken: says, sending }: Table): Part {
  return says && !sending ? html`<p class="aside">${icon("mind")}<span>${says}</span></p>` : nothing;
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
  const allow = html`<form class="row" @submit=${sent}><input name="reason" maxlength="200" aria-label="Why the rule is set aside" placeholder="why, in a few words"><button class="btn" type="submit">${sets(table)}</button>${ways}</form>`;
  return html`<div class="refuse" role="group">${icon("no")}<div><b>${capital(refused!.because)}.</b><span class="rt">${capital(refused!.instead)} <span class="cl">${refused!.clause}</span></span>${refused!.isFinal ? html`<span class="fin">${FINAL}</span>` : nothing}${refused!.overrule ? whileNoneIsOpen(table, allow, ways) : html`<div class="row">${ways}</div>`}</div></div>`;
}

/** The form that sets a refusal aside; while a request is open, the other ways to go on. */
function whileNoneIsOpen({ scene }: Table, form: TemplateResult, ways: TemplateResult): TemplateResult {
  return scene.request ? html`<span class="fin">${ASKED_ALREADY}</span><div class="row">${ways}</div>` : form;
}

/** A command that was not carried out: why, and the two ways to go on. */
function notCarriedOut(table: Table, one: NotDone): Face {
  const aside = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector("input")!;
    if (input.value.trim()) void table.sendAgain(one, { overrule: one.clause, reason: input.value.trim() });
    else input.focus();
  };
  const ways = html`${one.again && !table.scene.closed ? button({ title: "Send again", cls: "chief", tap: () => void table.sendAgain(one) }) : nothing}${button({ title: "Discard", tap: () => table.discard(one) })}`;
  const allow = html`<form class="row" @submit=${aside}><input name="reason" maxlength="200" aria-label="Why the rule is set aside" placeholder="why, in a few words"><button class="btn" type="submit">${sets(table)}</button>${ways}</form>`;
  return {
    kind: `refused ${one.command_id}`,
    label: `Refused, tapped at ${clockTime(new Date(one.at))}`,
    title: capital(one.what),
    right: table.notDone.length > 1 ? html`1 of ${table.notDone.length}` : nothing,
    body: html`<div class="refuse" role="group">${icon("no")}<div><b>${sentence(capital(one.because))}</b><span class="rt">${capital(one.instead)} <span class="cl">${one.clause}</span></span>${one.can_override ? nothing : html`<span class="fin">${FINAL}</span>`}${one.again && one.can_override ? whileNoneIsOpen(table, allow, ways) : html`<div class="row">${ways}</div>`}</div></div>`,
    dock: html`<div class="dock"></div>`,
  };
}

// ---------- nothing in hand ----------

function unitInHand(table: Table, deeds: readonly Deed[]): Face {
  const unit = table.unitNow!;
  const others = besides(table.scene);
  const beside = others.length
    ? html`<div class="acts instead ${columns(Math.min(2, others.length))}">${others.map((one) => button({ title: one.says, small: one.of, tap: () => table.choose(one) }))}</div>`
    : nothing;
  return {
    kind: `unit ${unit.id} ${unit.left}`,
    label: table.scene.step?.full ?? "In hand",
    title: unit.name,
    right: html`${pips(table.scene.hampers, unit.levels)}<br>${unit.state}`,
    body: html`${lastOf(table, unit.id)}${beside}`,
    dock: html`<div class="dock">${acts(table, deeds)}</div>`,
  };
}

/** How a game ended, where the page has brought that. */
function closed(table: Table): Face {
  const how = howItClosed();
  return {
    kind: "closed",
    label: "This game is closed",
    title: table.scene.title,
    body: how === nothing ? html`<p class="wait1"><b>Nothing can be done in it any more</b></p>` : html`<div class="ended">${how}</div>`,
  };
}

/** What the unit in hand came to last in this step. */
function lastOf(table: Table, unit: string): Part {
  const last = table.scene.results.findLast((one) => one.unit === unit);
  return last ? html`<p class="label lead">${last.label}: ${last.headline.toLowerCase()}</p>${resultBody(table, last)}` : nothing;
}

function decision(table: Table, deeds: readonly Deed[], label: string): Face {
  const says = new Set(deeds.map((one) => one.says));
  // Outside of any step what may be decided is not what the card is about.
  const title =
    says.size === 1 && (table.scene.step || owed(table.scene).length) ? [...says][0]! : table.scene.step ? label : table.scene.title;
  return {
    kind: `decision ${[...says].join()}`,
    label,
    title,
    body: table.scene.step ? nothing : html`${wanted(table.scene)}${lying(table.scene)}`,
    dock: choices(table, deeds, title),
  };
}

function nothingLeft(table: Table): Face {
  const { scene } = table;
  // What was written since, and stands in no log, is what was done last.
  const [newest] = scene.lines;
  const isWritten = !!scene.back?.written;
  const done = isWritten ? capital(scene.back!.name) : (newest?.says ?? "");
  const begins = scene.turn && scene.sides.length === 1 ? "Your turn" : scene.title;
  if (table.waiting.length && !goingOn(scene).length) return onlyQueued(table);
  const barred = scene.step ? barredDecisions(scene) : [];
  if (barred.length) return notYet(table, barred);
  const held = heldUp(scene);
  if (held.length)
    return {
      kind: `held ${scene.step?.number ?? ""}`,
      label: scene.step?.full ?? scene.title,
      title: "Nobody can act now",
      body: ledger(
        held.map((one) => ({
          value: "",
          says: `${capital(one.of.split(", ")[0] ?? "")}: ${one.barred!.because}`,
          clause: one.barred!.clause,
        })),
      ),
    };
  return {
    kind: `over ${scene.step?.number ?? ""}`,
    label: scene.step ? `${scene.step.number} ${scene.step.full}` : scene.turn || scene.title,
    title:
      isWritten && scene.step
        ? "All is written"
        : scene.units.length
          ? "All are done"
          : scene.step
            ? isToBeSaid(scene)
              ? scene.step.full
              : "Nothing to do here"
            : begins,
    body: html`${table.past.includes(done) ? nothing : html`<p class="wait1">${icon("ok")}<b>${done}</b></p>`}${wanted(scene)}`,
  };
}

/** Why the decisions of a step may not be made now, each with the way to set its rule aside. */
function notYet(table: Table, deeds: readonly Deed[]): Face {
  const lines = deeds.map((deed) => ({
    value: "",
    says: `${capital(deed.of || deed.says)}: ${deed.barred!.because}. ${sentence(capital(deed.barred!.instead))}`,
    clause: deed.barred!.clause,
  }));
  const buttons = deeds.map((deed) => button({ title: deed.says, small: deed.of, cls: "two not-yet", tap: () => table.choose(deed) }));
  return {
    kind: "barred",
    label: table.scene.step!.full,
    title: `Not yet: ${deeds[0]!.says}`,
    body: ledger(lines),
    dock: html`<div class="dock many"><div class="acts ${columns(deeds.length > 3 ? 2 : 1)}">${buttons}</div></div>`,
  };
}

/** Whether a step is over only when a player says so: something is done at the table or on another page. */
function isToBeSaid(scene: Scene): boolean {
  return goingOn(scene)[0]?.place === 0;
}

/** The other seat's turn: what it does, its results as they fall, and the own stands. */
function waiting(table: Table): Face {
  const { scene } = table;
  const last = newest(scene);
  const awaited = scene.stage.waiting[0];
  const own = scene.faces.find((one) => one.own);
  const block =
    own?.blocks.find((one) => one.key === table.shownBlock[own.side]) ??
    own?.blocks.find((one) =>
      one.rows.some((row) => [...row.counters, ...row.last].some((stand: Counter) => last?.changed.includes(stand.id))),
    ) ??
    own?.blocks[0];
  // Of a step that both sides share nobody has the turn: it is said who is waited for.
  const whose =
    scene.whose_name && !table.inTurn
      ? `${scene.whose_name} turn`
      : awaited
        ? `Waiting for the ${awaitedNames(table)} seat${awaitedNames(table).includes(" and ") ? "s" : ""}`
        : "";
  const step = scene.step?.full ?? "";
  const title =
    last?.headline ??
    (awaited?.says ? (scene.whose_name ? capital(awaited.says) : capital(actsNow(table))) : step || scene.turn || scene.title);
  // Whose turn it is, the step and what is waited for are each said once.
  const inStep = step && step.toLowerCase() !== title.toLowerCase() ? `, ${step.toLowerCase()}` : "";
  return {
    kind: `waiting ${last?.command ?? ""}`,
    label: whose ? `${whose}${inStep}` : scene.title,
    title,
    right: html`${last?.label ?? ""}`,
    body: last
      ? resultBody(table, last, last.rows.length <= 3)
      : html`<p class="wait1">${icon("wait")}${newsOf(table)}</p>${wanted(scene)}`,
    // Where the board shows the own stands they are not drawn twice.
    dock:
      own && block && !table.inTurn
        ? html`<div class="own mineview"><div class="tabs bnb" role="tablist" aria-label="Own formations">${own.blocks.filter((one) => !one.away || one.key === block.key).map((one) => html`<button type="button" role="tab" aria-selected=${one.key === block.key} @click=${() => ((table.shownBlock[own.side] = one.key), table.draw())}>${one.name}</button>`)}</div>${ownBlock(table, own.side, block.key)}</div>`
        : html`<div class="dock"></div>`,
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
  const stands = (row: (typeof block.rows)[number]): TemplateResult =>
    html`<span class="lab">${row.label}</span><div class="row8">${row.counters.map((one) => counterOf(table, one))}${gaps(widest - row.counters.length)}${row.last.map((one) => counterOf(table, one))}${gaps(beside - row.last.length)}</div>`;
  return html`<div class="mine">${block.rows.map(stands)}</div>`;
}

function counterOf(table: Table, one: Counter): TemplateResult {
  return counterDrawn(table, one);
}
