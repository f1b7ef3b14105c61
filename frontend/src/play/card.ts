// The card: what is owed, its dice, its result, and what comes next, in one place.
import { html, nothing, type TemplateResult } from "lit-html";
import { acts, choices, chosenAmong, pad } from "./dock";
import { meetingOf } from "./contested-roll";
import { choicesOf, inHand, wayOf } from "./command-card";
import { lately } from "./drawer";
import { facts } from "./fact-chips";
import { barredDecisions, besides, decisions, deedsOf, doneSince, goingOn, heldUp, newest, otherWays, owed } from "./step-flow";
import { actsNow, awaitedNames, foot } from "./footer";
import { howItEnds, lying, nobodyElse, wanted } from "./table-notices";
import type { NotDone } from "../games/refused-commands";
import { sentence } from "../forms/problem-details";
import { clockTime } from "../live/page-state";
import type { Counter, Deed, Result, Scene } from "./model";
import { button, capital, columns, die, icon, ledger, type Face, type Part, pips } from "./parts";
import { counter as counterDrawn, modeOf, showsBoth, tip } from "./board";
import { onlyQueued, queued, QUEUED } from "./waiting-commands";
import { resultBody, typo } from "./result";
import type { PlayScreen } from "./play-screen";
import { howItClosed } from "./wall";

/** What a tap does with a refusal: a referee and a side that plays alone set it aside, any other side asks. */
function sets({ state: { scene } }: PlayScreen): string {
  return scene.sides.length > 1 || !scene.others ? "Set the rule aside" : "Ask to allow it";
}

/** Stands below a refusal for which there is no request and no override. */
const FINAL = "This cannot be set aside.";
/** The same while a request waits for its answer: there is one request at a time. */
const ASKED_ALREADY = "A request is open. It can be set aside after that is answered.";
/** So many lines of the log stand on the card of whoever has both sides before him. */
const LATELY = 6;

export function card(table: PlayScreen): { readonly kind: string; readonly title: string; readonly drawn: TemplateResult } {
  const face = faceOf(table);
  const isNotDone = table.state.notDone.length > 0 && !table.state.sending;
  const hint =
    modeOf(table) === "aim" || table.state.look ? html`<span class="hint ${table.state.look ? "read" : ""}">${tip(table)}</span>` : nothing;
  const lines = pastOf(table);
  const past = lines.length ? html`<ul class="past">${lines.map((one) => html`<li>${icon("ok")}<span>${one}</span></li>`)}</ul>` : nothing;
  const drawn = html`<section class="sheet ${table.state.sending?.waits ? "pend" : ""}" tabindex="-1" aria-label=${face.title}><div class="hd"><div><span class="label ${hint === nothing ? "" : "hinted"}">${face.label}</span>${hint}<h1>${face.title}</h1></div><div class="r">${face.right ?? nothing}</div></div>${queued(table, face.kind.startsWith(QUEUED))}
${table.state.refused || isNotDone ? nothing : html`${nobodyElse(table.state.scene)}${howItEnds(table.state.scene)}${past}${aside(table)}${notTaken(table)}${face.strip ?? nothing}`}<div class="body">${isNotDone ? face.body : table.state.refused ? refusal(table) : html`${face.above ?? nothing}${face.body ?? nothing}${showsBoth(table) && !table.state.result ? lately(table, LATELY) : nothing}`}</div>${table.state.below || isNotDone ? nothing : facts(table)}${face.dock ?? html`<div class="dock"></div>`}</section>${foot(table)}`;
  return { kind: face.kind, title: face.title, drawn };
}

/** What was done with the last tap; of one of a row, such as the next recovery, what the last came to. */
function pastOf(table: PlayScreen): readonly string[] {
  const { result, hand } = table.state;
  // Whoever has begun to tell something has read it.
  if (!result) return table.state.taken || hand?.trail.length ? [] : table.state.past.slice(-3);
  if (!hand) return answersTo(table, result);
  return hand?.byItself && !table.state.below && !meetingOf(table) && result.said ? [result.said] : [];
}

/** So many deeds of others stand above a result that they came after. */
const ANSWERS = 2;

/** What another seat did after the own deed whose result still stands, such as the morale test that followed from it. */
function answersTo({ state: { scene } }: PlayScreen, result: Result): readonly string[] {
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

function faceOf(table: PlayScreen): Face {
  const { scene, hand, result, taken, again, sending } = table.state;
  if (table.state.notDone.length && !sending) return notCarriedOut(table, table.state.notDone[0]!);
  if (scene.closed) return closed(table);
  if (again) return reading(table);
  if (sending) return onItsWay(table);
  if (taken) return takenBack(table);
  if (result && table.state.below) return resultOf(table, result);
  if (hand) return inHand(table);
  if (result) return resultOf(table, result);
  const first = owed(scene);
  if (first.length)
    return decision(
      table,
      first.filter((one) => one.kind === first[0]!.kind),
      "Owed first",
    );
  const deeds = table.state.unitNow ? deedsOf(scene, table.state.unit) : [];
  if (deeds.some((one) => !one.barred)) return unitInHand(table, deeds);
  const own = decisions(scene).filter((one) => !one.barred);
  if (own.length) return decision(table, own, scene.step ? scene.step.full : "To decide");
  return (table.state.inTurn && !scene.stage.waiting.some((one) => one.kind)) || bothAreToSay(scene) ? nothingLeft(table) : waiting(table);
}

/** Whether whoever is waited for is waited for with what this seat has yet to say itself: it says it, and then waits. */
function bothAreToSay(scene: Scene): boolean {
  const mine = goingOn(scene);
  return mine.length > 0 && scene.stage.waiting.every((one) => mine.some((deed) => deed.kind === one.kind));
}

// ---------- results ----------

function resultOf(table: PlayScreen, result: Result): Face {
  const { scene } = table.state;
  const deeds = table.state.unitNow ? deedsOf(scene, table.state.unit).filter((one) => table.state.unitNow!.left > 0 || !one.barred) : [];
  const able = deeds.some((one) => !one.barred);
  const owedNow = owed(scene).filter((one) => one.at_once);
  const again = owed(scene).filter((one) => !one.at_once && table.selection.isLast(one));
  const ask = table.state.below ? table.state.openAsk : null;
  const below = ask
    ? chosenAmong(table, ask)
    : again.length
      ? html`<div class="acts ${columns(Math.min(2, again.length))}">${again.map((one) => button({ title: one.says, small: "others", cls: "wide", tap: () => table.selection.choose(one) }))}</div>`
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
function strengthOf(table: PlayScreen, result: Result): Part {
  const hit = table.state.scene.faces
    .flatMap((face) => face.blocks)
    .filter((block) => block.rows.some((row) => [...row.counters, ...row.last].some((one) => result.changed.includes(one.id))));
  return hit.length === 1 ? html`${hit[0]!.name}<br>${hit[0]!.strength}` : nothing;
}

function reading(table: PlayScreen): Face {
  const { result, row, die: at } = table.state.again!;
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

function onItsWay(table: PlayScreen): Face {
  const { what, dice, waits } = table.state.sending!;
  return {
    kind: "sending",
    label: waits ? "Not sent yet" : "As this tablet reckons it",
    title: table.state.hand ? capital(table.state.hand.deed.of || what) : what,
    body: html`<p class="wait1">${dice.length ? html`<span class="dz2">${dice.slice(0, 8).map((one) => die(one, "sm hit"))}</span>` : icon("wait")}<b>${waits ? "It goes out when the line is back" : what}</b></p>`,
    dock: html`<div class="dock pads off"></div>`,
  };
}

function takenBack(table: PlayScreen): Face {
  const { name, headline, dice } = table.state.taken!;
  const thrown = dice.length
    ? html`<div class="dz2">${dice.slice(0, 8).map((one) => die(one, "xs hit"))}<span>stay thrown</span></div>`
    : nothing;
  return {
    kind: "taken",
    label: "Taken back",
    title: capital(name),
    right: html`as before it`,
    body: html`<div class="back1"><p><del>${headline}</del></p><p>All stands as before it.</p>${thrown}</div>`,
    dock: html`<div class="dock">${button({ title: "Go on from here", cls: "chief wide", tap: () => table.progress.goOn() })}</div>`,
  };
}

/** Which rule is set aside with the deed in hand, and why. */
function aside(table: PlayScreen): Part {
  const set = table.state.sending ? undefined : table.state.hand?.aside;
  return set
    ? html`<p class="aside">${icon("no")}<span>Set aside: ${set.reason} <span class="cl">${set.overrule}</span></span></p>`
    : nothing;
}

/** Which stands of a row were not taken as targets, and why. */
function notTaken({ state: { notTaken: says, sending } }: PlayScreen): Part {
  return says && !sending ? html`<p class="aside">${icon("mind")}<span>${says}</span></p>` : nothing;
}

function refusal(table: PlayScreen): TemplateResult {
  const { refused } = table.state;
  const sent = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector("input")!;
    if (input.value.trim()) table.refusals.overrule(input.value.trim());
    else input.focus();
  };
  const ways = html`${table.state.hand?.byItself ? otherWays(table.state.scene, table.state.hand.deed).map((one) => wayOf(table, one)) : nothing}${button({ title: "Leave it", tap: () => table.refusals.leaveRefusal() })}`;
  const allow = html`<form class="row" @submit=${sent}><input name="reason" maxlength="200" aria-label="Why the rule is set aside" placeholder="why, in a few words"><button class="btn" type="submit">${sets(table)}</button>${ways}</form>`;
  return html`<div class="refuse" role="group">${icon("no")}<div><b>${capital(refused!.because)}.</b><span class="rt">${capital(refused!.instead)} <span class="cl">${refused!.clause}</span></span>${refused!.isFinal ? html`<span class="fin">${FINAL}</span>` : nothing}${refused!.overrule ? whileNoneIsOpen(table, allow, ways) : html`<div class="row">${ways}</div>`}</div></div>`;
}

/** The form that sets a refusal aside; while a request is open, the other ways to go on. */
function whileNoneIsOpen({ state: { scene } }: PlayScreen, form: TemplateResult, ways: TemplateResult): TemplateResult {
  return scene.request ? html`<span class="fin">${ASKED_ALREADY}</span><div class="row">${ways}</div>` : form;
}

/** A command that was not carried out: why, and the two ways to go on. */
function notCarriedOut(table: PlayScreen, one: NotDone): Face {
  const aside = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector("input")!;
    if (input.value.trim()) void table.refusals.sendAgain(one, { overrule: one.clause, reason: input.value.trim() });
    else input.focus();
  };
  const ways = html`${one.again && !table.state.scene.closed ? button({ title: "Send again", cls: "chief", tap: () => void table.refusals.sendAgain(one) }) : nothing}${button({ title: "Discard", tap: () => table.refusals.discard(one) })}`;
  const allow = html`<form class="row" @submit=${aside}><input name="reason" maxlength="200" aria-label="Why the rule is set aside" placeholder="why, in a few words"><button class="btn" type="submit">${sets(table)}</button>${ways}</form>`;
  return {
    kind: `refused ${one.command_id}`,
    label: `Refused, tapped at ${clockTime(new Date(one.at))}`,
    title: capital(one.what),
    right: table.state.notDone.length > 1 ? html`1 of ${table.state.notDone.length}` : nothing,
    body: html`<div class="refuse" role="group">${icon("no")}<div><b>${sentence(capital(one.because))}</b><span class="rt">${capital(one.instead)} <span class="cl">${one.clause}</span></span>${one.can_overrule ? nothing : html`<span class="fin">${FINAL}</span>`}${one.again && one.can_overrule ? whileNoneIsOpen(table, allow, ways) : html`<div class="row">${ways}</div>`}</div></div>`,
    dock: html`<div class="dock"></div>`,
  };
}

// ---------- nothing in hand ----------

function unitInHand(table: PlayScreen, deeds: readonly Deed[]): Face {
  const unit = table.state.unitNow!;
  const others = besides(table.state.scene);
  const beside = others.length
    ? html`<div class="acts instead ${columns(Math.min(2, others.length))}">${others.map((one) => button({ title: one.says, small: one.of, tap: () => table.selection.choose(one) }))}</div>`
    : nothing;
  return {
    kind: `unit ${unit.id} ${unit.left}`,
    label: table.state.scene.step?.full ?? "In hand",
    title: unit.name,
    right: html`${pips(table.state.scene.hampers, unit.levels)}<br>${unit.state}`,
    body: html`${lastOf(table, unit.id)}${beside}`,
    dock: html`<div class="dock">${acts(table, deeds)}</div>`,
  };
}

/** How a game ended, where the page has brought that. */
function closed(table: PlayScreen): Face {
  const how = howItClosed();
  return {
    kind: "closed",
    label: "This game is closed",
    title: table.state.scene.title,
    body: how === nothing ? html`<p class="wait1"><b>Nothing can be done in it any more</b></p>` : html`<div class="ended">${how}</div>`,
  };
}

/** What the unit in hand came to last in this step. */
function lastOf(table: PlayScreen, unit: string): Part {
  const last = table.state.scene.results.findLast((one) => one.unit === unit);
  return last ? html`<p class="label lead">${last.label}: ${last.headline.toLowerCase()}</p>${resultBody(table, last)}` : nothing;
}

function decision(table: PlayScreen, deeds: readonly Deed[], label: string): Face {
  const says = new Set(deeds.map((one) => one.says));
  // Outside of any step what may be decided is not what the card is about.
  const title =
    says.size === 1 && (table.state.scene.step || owed(table.state.scene).length)
      ? [...says][0]!
      : table.state.scene.step
        ? label
        : table.state.scene.title;
  return {
    kind: `decision ${[...says].join()}`,
    label,
    title,
    body: table.state.scene.step ? nothing : html`${wanted(table.state.scene)}${lying(table.state.scene)}`,
    dock: choices(table, deeds, title),
  };
}

function nothingLeft(table: PlayScreen): Face {
  const { scene } = table.state;
  // What was written since, and stands in no log, is what was done last.
  const [newest] = scene.lines;
  const isWritten = !!scene.back?.written;
  const done = isWritten ? capital(scene.back!.name) : (newest?.says ?? "");
  const begins = scene.turn && scene.sides.length === 1 ? "Your turn" : scene.title;
  if (table.state.waiting.length && !goingOn(scene).length) return onlyQueued(table);
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
    body: html`${table.state.past.includes(done) ? nothing : html`<p class="wait1">${icon("ok")}<b>${done}</b></p>`}${wanted(scene)}`,
  };
}

/** Why the decisions of a step may not be made now, each with the way to set its rule aside. */
function notYet(table: PlayScreen, deeds: readonly Deed[]): Face {
  const lines = deeds.map((deed) => ({
    value: "",
    says: `${capital(deed.of || deed.says)}: ${deed.barred!.because}. ${sentence(capital(deed.barred!.instead))}`,
    clause: deed.barred!.clause,
  }));
  const buttons = deeds.map((deed) =>
    button({ title: deed.says, small: deed.of, cls: "two not-yet", tap: () => table.selection.choose(deed) }),
  );
  return {
    kind: "barred",
    label: table.state.scene.step!.full,
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
function waiting(table: PlayScreen): Face {
  const { scene } = table.state;
  const last = newest(scene);
  const awaited = scene.stage.waiting[0];
  const own = scene.faces.find((one) => one.own);
  const block =
    own?.blocks.find((one) => one.key === table.state.shownBlock[own.side]) ??
    own?.blocks.find((one) =>
      one.rows.some((row) => [...row.counters, ...row.last].some((stand: Counter) => last?.changed.includes(stand.id))),
    ) ??
    own?.blocks[0];
  // Of a step that both sides share nobody has the turn: it is said who is waited for.
  const whose =
    scene.whose_name && !table.state.inTurn
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
      own && block && !table.state.inTurn
        ? html`<div class="own mineview"><div class="tabs bnb" role="tablist" aria-label="Own formations">${own.blocks.filter((one) => !one.away || one.key === block.key).map((one) => html`<button type="button" role="tab" aria-selected=${one.key === block.key} @click=${() => ((table.state.shownBlock[own.side] = one.key), table.draw())}>${one.name}</button>`)}</div>${ownBlock(table, own.side, block.key)}</div>`
        : html`<div class="dock"></div>`,
  };
}

/** So many of the last deeds stand on the card of whoever waits: where planned fire lies is told before it is rolled for. */
const NEWS = 3;

/** What was done last, of a step since it began: how it begins is told to whoever has to do something then. */
function newsOf({ state: { scene, past } }: PlayScreen): Part {
  const said = doneSince(scene).filter((one) => !past.includes(one));
  if (said.length) return html`${said.slice(-NEWS).map((one) => html`<b>${one}</b>`)}`;
  return past.length ? nothing : html`${scene.step ? "Nothing was done in it yet" : (scene.lines[0]?.says ?? "")}`;
}

function ownBlock(table: PlayScreen, side: string, key: string): Part {
  const block = table.state.scene.faces.find((one) => one.side === side)!.blocks.find((one) => one.key === key)!;
  const widest = Math.max(...block.rows.map((row) => row.counters.length));
  const beside = Math.max(...block.rows.map((row) => row.last.length));
  // Every column stands below its own, whoever has more beside it.
  const gaps = (some: number): TemplateResult[] => Array.from({ length: some }, () => html`<span></span>`);
  const stands = (row: (typeof block.rows)[number]): TemplateResult =>
    html`<span class="lab">${row.label}</span><div class="row8">${row.counters.map((one) => counterOf(table, one))}${gaps(widest - row.counters.length)}${row.last.map((one) => counterOf(table, one))}${gaps(beside - row.last.length)}</div>`;
  return html`<div class="mine">${block.rows.map(stands)}</div>`;
}

function counterOf(table: PlayScreen, one: Counter): TemplateResult {
  return counterDrawn(table, one);
}
