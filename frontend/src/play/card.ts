// The card: the required command, its dice, its result, and what comes next, in one place.
import { html, nothing, type TemplateResult } from "lit-html";
import { acts, choices, chosenAmong, pad } from "./dock";
import { meetingOf } from "./contested-roll";
import { choicesOf, inHand, wayOf } from "./command-card";
import { lately } from "./drawer";
import { facts } from "./fact-chips";
import {
  unavailableDecisions,
  otherDecisions,
  decisions,
  commandsOf,
  linesSinceStep,
  nextCommands,
  blockedCommands,
  newestResult,
  alternatives,
  requiredCommands,
} from "./step-flow";
import { actsNow, awaitedNames, foot } from "./footer";
import { endNotice, sheetList, inviteNotice, pageLinks } from "./table-notices";
import type { RefusedCommand } from "../games/refused-commands";
import { asSentence } from "../forms/problem-details";
import { clockTime } from "../live/page-state";
import type { Counter, CommandSpec, Result, ScreenData } from "./model";
import { button, capital, columns, die, icon, ledger, type Face, type Part, pips } from "./parts";
import { counter as counterDrawn, modeOf, showsBoth, tip } from "./board";
import { onlyQueued, queued, QUEUED } from "./waiting-commands";
import { resultBody, typo } from "./result";
import type { PlayScreen } from "./play-screen";
import { howItClosed } from "./wall";

/** The label of an override: a referee or a single side overrides, any other side asks. */
function sets({ state: { data } }: PlayScreen): string {
  return data.sides.length > 1 || !data.others ? "Set the rule aside" : "Ask to allow it";
}

/** Shown below a refusal that cannot be overridden. */
const FINAL = "This cannot be set aside.";
/** Shown below a refusal while a request is open: there is one request at a time. */
const ASKED_ALREADY = "A request is open. It can be set aside after that is answered.";
/** So many log lines are on the card of a device that shows both sides. */
const LATELY = 6;

export function card(screen: PlayScreen): { readonly kind: string; readonly title: string; readonly drawn: TemplateResult } {
  const face = faceOf(screen);
  const isNotDone = screen.state.refusedCommands.length > 0 && !screen.state.sending;
  const hint =
    modeOf(screen) === "aim" || screen.state.notice
      ? html`<span class="hint ${screen.state.notice ? "read" : ""}">${tip(screen)}</span>`
      : nothing;
  const lines = pastOf(screen);
  const past = lines.length
    ? html`<ul class="past">${lines.map((line) => html`<li>${icon("ok")}<span>${line}</span></li>`)}</ul>`
    : nothing;
  const drawn = html`<section class="sheet ${screen.state.sending?.waits ? "pend" : ""}" tabindex="-1" aria-label=${face.title}><div class="hd"><div><span class="label ${hint === nothing ? "" : "hinted"}">${face.label}</span>${hint}<h1>${face.title}</h1></div><div class="r">${face.right ?? nothing}</div></div>${queued(screen, face.kind.startsWith(QUEUED))}
${screen.state.refused || isNotDone ? nothing : html`${inviteNotice(screen.state.data)}${endNotice(screen.state.data)}${past}${aside(screen)}${notTaken(screen)}${face.strip ?? nothing}`}<div class="body">${isNotDone ? face.body : screen.state.refused ? refusal(screen) : html`${face.above ?? nothing}${face.body ?? nothing}${showsBoth(screen) && !screen.state.result ? lately(screen, LATELY) : nothing}`}</div>${screen.state.isBelowResult || isNotDone ? nothing : facts(screen)}${face.dock ?? html`<div class="dock"></div>`}</section>${screen.state.data.closed ? nothing : foot(screen)}`;
  return { kind: face.kind, title: face.title, drawn };
}

/** The outcome of the last tap; of a row of commands, such as recoveries, that of the last one. */
function pastOf(screen: PlayScreen): readonly string[] {
  const { result, draft } = screen.state;
  // A player who has begun to enter something has read it.
  if (!result) return screen.state.undone || draft?.trail.length ? [] : screen.state.recentLines.slice(-3);
  if (!draft) return answersTo(screen, result);
  return draft?.byItself && !screen.state.isBelowResult && !meetingOf(screen) && result.said ? [result.said] : [];
}

/** At most so many actions of other seats are listed above a result. */
const ANSWERS = 2;

/** Actions of other seats since the result on the card, such as a morale test that followed from it. */
function answersTo({ state: { data } }: PlayScreen, result: Result): readonly string[] {
  const came = data.lines.filter(
    (line) => line.number > result.number && line.side && !data.sides.includes(line.side) && !line.gone && !line.begins,
  );
  return data.sides.includes(result.side)
    ? came
        .slice(0, ANSWERS)
        .map((line) => line.says)
        .reverse()
    : [];
}

function faceOf(screen: PlayScreen): Face {
  const { data, draft, result, undone, correctingDie: again, sending } = screen.state;
  if (screen.state.refusedCommands.length && !sending) return notCarriedOut(screen, screen.state.refusedCommands[0]!);
  if (data.closed) return closed(screen);
  if (again) return reading(screen);
  if (sending) return onItsWay(screen);
  if (undone) return takenBack(screen);
  if (result && screen.state.isBelowResult) return resultOf(screen, result);
  if (draft) return inHand(screen);
  if (result) return resultOf(screen, result);
  const first = requiredCommands(data);
  if (first.length)
    return decision(
      screen,
      first.filter((spec) => spec.kind === first[0]!.kind),
      "Owed first",
    );
  const specs = screen.state.unitNow ? commandsOf(data, screen.state.unit) : [];
  if (specs.some((spec) => !spec.barred)) return unitInHand(screen, specs);
  const own = decisions(data).filter((spec) => !spec.barred);
  if (own.length) return decision(screen, own, data.step ? data.step.full : "To decide");
  return (screen.state.inTurn && !data.stage.blocked.some((waiting) => waiting.kind)) || bothAreToSay(data)
    ? nothingLeft(screen)
    : waiting(screen);
}

/** Whether the seat that is waited for waits for this seat's own entry. */
function bothAreToSay(data: ScreenData): boolean {
  const mine = nextCommands(data);
  return mine.length > 0 && data.stage.blocked.every((waiting) => mine.some((spec) => spec.kind === waiting.kind));
}

// ---------- results ----------

function resultOf(screen: PlayScreen, result: Result): Face {
  const { data } = screen.state;
  const specs = screen.state.unitNow
    ? commandsOf(data, screen.state.unit).filter((spec) => screen.state.unitNow!.left > 0 || !spec.barred)
    : [];
  const able = specs.some((spec) => !spec.barred);
  const owedNow = requiredCommands(data).filter((spec) => spec.at_once);
  const again = requiredCommands(data).filter((spec) => !spec.at_once && screen.selection.isLast(spec));
  const prompt = screen.state.isBelowResult ? screen.state.openPrompt : null;
  const below = prompt
    ? chosenAmong(screen, prompt)
    : again.length
      ? html`<div class="acts ${columns(Math.min(2, again.length))}">${again.map((spec) => button({ title: spec.says, small: "others", cls: "wide", tap: () => screen.selection.choose(spec) }))}</div>`
      : owedNow.length
        ? choicesOf(screen, owedNow)
        : able && !requiredCommands(data).length
          ? acts(screen, specs)
          : nothing;
  return {
    kind: `result ${result.command}`,
    label: result.label,
    title: result.headline,
    right: html`${result.small || strengthOf(screen, result)}`,
    body: resultBody(screen, result),
    dock: html`<div class="dock">${typo(screen, result)}${below}</div>`,
  };
}

/** The strength of the formation that was hit. */
function strengthOf(screen: PlayScreen, result: Result): Part {
  const hit = screen.state.data.faces
    .flatMap((face) => face.blocks)
    .filter((block) => block.rows.some((row) => [...row.counters, ...row.last].some((counter) => result.changed.includes(counter.id))));
  return hit.length === 1 ? html`${hit[0]!.name}<br>${hit[0]!.strength}` : nothing;
}

function reading(screen: PlayScreen): Face {
  const { result, row, die: at } = screen.state.correctingDie!;
  const was = result.rows[row]?.dice[at];
  return {
    kind: "again",
    label: result.label,
    title: "Read it again",
    right: html`was ${was}`,
    body: html`<p class="say1"><span>The log keeps both: ${was}, read again as …</span></p>`,
    dock: pad(screen),
  };
}

function onItsWay(screen: PlayScreen): Face {
  const { what, dice, waits } = screen.state.sending!;
  return {
    kind: "sending",
    label: waits ? "Not sent yet" : "As this tablet reckons it",
    title: screen.state.draft ? capital(screen.state.draft.deed.of || what) : what,
    body: html`<p class="wait1">${dice.length ? html`<span class="dz2">${dice.slice(0, 8).map((face) => die(face, "sm hit"))}</span>` : icon("wait")}<b>${waits ? "It goes out when the line is back" : what}</b></p>`,
    dock: html`<div class="dock pads off"></div>`,
  };
}

function takenBack(screen: PlayScreen): Face {
  const { name, headline, dice } = screen.state.undone!;
  const thrown = dice.length
    ? html`<div class="dz2">${dice.slice(0, 8).map((face) => die(face, "xs hit"))}<span>stay thrown</span></div>`
    : nothing;
  return {
    kind: "taken",
    label: "Taken back",
    title: capital(name),
    right: html`as before it`,
    body: html`<div class="back1"><p><del>${headline}</del></p><p>All stands as before it.</p>${thrown}</div>`,
    dock: html`<div class="dock">${button({ title: "Go on from here", cls: "chief wide", tap: () => screen.progress.next() })}</div>`,
  };
}

/** The rule that the draft overrides, and the reason. */
function aside(screen: PlayScreen): Part {
  const set = screen.state.sending ? undefined : screen.state.draft?.aside;
  return set
    ? html`<p class="aside">${icon("no")}<span>Set aside: ${set.reason} <span class="cl">${set.overrule}</span></span></p>`
    : nothing;
}

/** The stands of a row that were left out, and why. */
function notTaken({ state: { leftOut: says, sending } }: PlayScreen): Part {
  return says && !sending ? html`<p class="aside">${icon("mind")}<span>${says}</span></p>` : nothing;
}

function refusal(screen: PlayScreen): TemplateResult {
  const { refused } = screen.state;
  const sent = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector("input")!;
    if (input.value.trim()) screen.refusals.override(input.value.trim());
    else input.focus();
  };
  const ways = html`${screen.state.draft?.byItself ? alternatives(screen.state.data, screen.state.draft.deed).map((spec) => wayOf(screen, spec)) : nothing}${button({ title: "Leave it", tap: () => screen.refusals.dismiss() })}`;
  const allow = html`<form class="row" @submit=${sent}><input name="reason" maxlength="200" aria-label="Why the rule is set aside" placeholder="why, in a few words"><button class="btn" type="submit">${sets(screen)}</button>${ways}</form>`;
  return html`<div class="refuse" role="group">${icon("no")}<div><b>${capital(refused!.because)}.</b><span class="rt">${capital(refused!.instead)} <span class="cl">${refused!.clause}</span></span>${refused!.isFinal ? html`<span class="fin">${FINAL}</span>` : nothing}${refused!.overrule ? whileNoneIsOpen(screen, allow, ways) : html`<div class="row">${ways}</div>`}</div></div>`;
}

/** The form to override a refusal; while a request is open, the other ways to go on. */
function whileNoneIsOpen({ state: { data } }: PlayScreen, form: TemplateResult, ways: TemplateResult): TemplateResult {
  return data.request ? html`<span class="fin">${ASKED_ALREADY}</span><div class="row">${ways}</div>` : form;
}

/** A refused command: the reason, and the two ways to go on. */
function notCarriedOut(screen: PlayScreen, refusedCommand_: RefusedCommand): Face {
  const aside = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).querySelector("input")!;
    if (input.value.trim())
      void screen.refusals.sendAgain(refusedCommand_, { overrule: refusedCommand_.clause, reason: input.value.trim() });
    else input.focus();
  };
  const ways = html`${refusedCommand_.again && !screen.state.data.closed ? button({ title: "Send again", cls: "chief", tap: () => void screen.refusals.sendAgain(refusedCommand_) }) : nothing}${button({ title: "Discard", tap: () => screen.refusals.discard(refusedCommand_) })}`;
  const allow = html`<form class="row" @submit=${aside}><input name="reason" maxlength="200" aria-label="Why the rule is set aside" placeholder="why, in a few words"><button class="btn" type="submit">${sets(screen)}</button>${ways}</form>`;
  return {
    kind: `refused ${refusedCommand_.command_id}`,
    label: `Refused, tapped at ${clockTime(new Date(refusedCommand_.at))}`,
    title: capital(refusedCommand_.what),
    right: screen.state.refusedCommands.length > 1 ? html`1 of ${screen.state.refusedCommands.length}` : nothing,
    body: html`<div class="refuse" role="group">${icon("no")}<div><b>${asSentence(capital(refusedCommand_.because))}</b><span class="rt">${capital(refusedCommand_.instead)} <span class="cl">${refusedCommand_.clause}</span></span>${refusedCommand_.can_override ? nothing : html`<span class="fin">${FINAL}</span>`}${refusedCommand_.again && refusedCommand_.can_override ? whileNoneIsOpen(screen, allow, ways) : html`<div class="row">${ways}</div>`}</div></div>`,
    dock: html`<div class="dock"></div>`,
  };
}

// ---------- no command selected ----------

function unitInHand(screen: PlayScreen, specs: readonly CommandSpec[]): Face {
  const unit = screen.state.unitNow!;
  const others = otherDecisions(screen.state.data);
  const beside = others.length
    ? html`<div class="acts instead ${columns(Math.min(2, others.length))}">${others.map((spec) => button({ title: spec.says, small: spec.of, tap: () => screen.selection.choose(spec) }))}</div>`
    : nothing;
  return {
    kind: `unit ${unit.id} ${unit.left}`,
    label: screen.state.data.step?.full ?? "In hand",
    title: unit.name,
    right: html`${pips(screen.state.data.hampers, unit.levels)}<br>${unit.state}`,
    body: html`${lastOf(screen, unit.id)}${beside}`,
    dock: html`<div class="dock">${acts(screen, specs)}</div>`,
  };
}

/** How a game ended, where the page has that. */
function closed(screen: PlayScreen): Face {
  const how = howItClosed();
  return {
    kind: "closed",
    label: "This game is closed",
    title: screen.state.data.title,
    body: how === nothing ? html`<p class="wait1"><b>Nothing can be done in it any more</b></p>` : html`<div class="ended">${how}</div>`,
  };
}

/** The last result of the chosen unit in this step. */
function lastOf(screen: PlayScreen, unit: string): Part {
  const last = screen.state.data.results.findLast((result) => result.unit === unit);
  return last ? html`<p class="label lead">${last.label}: ${last.headline.toLowerCase()}</p>${resultBody(screen, last)}` : nothing;
}

function decision(screen: PlayScreen, specs: readonly CommandSpec[], label: string): Face {
  const says = new Set(specs.map((spec) => spec.says));
  // Outside of any step the card is not about the decisions that are available.
  const title =
    says.size === 1 && (screen.state.data.step || requiredCommands(screen.state.data).length)
      ? [...says][0]!
      : screen.state.data.step
        ? label
        : screen.state.data.title;
  return {
    kind: `decision ${[...says].join()}`,
    label,
    title,
    body: screen.state.data.step ? nothing : html`${pageLinks(screen.state.data)}${sheetList(screen.state.data)}`,
    dock: choices(screen, specs, title),
  };
}

function nothingLeft(screen: PlayScreen): Face {
  const { data } = screen.state;
  // Notes since then are in no log: they were the last action.
  const [newest] = data.lines;
  const isWritten = !!data.back?.written;
  const done = isWritten ? capital(data.back!.name) : (newest?.says ?? "");
  const begins = data.turn && data.sides.length === 1 ? "Your turn" : data.title;
  if (screen.state.waiting.length && !nextCommands(data).length) return onlyQueued(screen);
  const barred = data.step ? unavailableDecisions(data) : [];
  if (barred.length) return notYet(screen, barred);
  const held = blockedCommands(data);
  if (held.length)
    return {
      kind: `held ${data.step?.number ?? ""}`,
      label: data.step?.full ?? data.title,
      title: "Nobody can act now",
      body: ledger(
        held.map((spec) => ({
          value: "",
          says: `${capital(spec.of.split(", ")[0] ?? "")}: ${spec.barred!.because}`,
          clause: spec.barred!.clause,
        })),
      ),
    };
  return {
    kind: `over ${data.step?.number ?? ""}`,
    label: data.step ? `${data.step.number} ${data.step.full}` : data.turn || data.title,
    title:
      isWritten && data.step
        ? "All is written"
        : data.units.length
          ? "All are done"
          : data.step
            ? isToBeSaid(data)
              ? data.step.full
              : "Nothing to do here"
            : begins,
    body: html`${screen.state.recentLines.includes(done) ? nothing : html`<p class="wait1">${icon("ok")}<b>${done}</b></p>`}${pageLinks(data)}`,
  };
}

/** Why the decisions of a step are unavailable, each with its override. */
function notYet(screen: PlayScreen, specs: readonly CommandSpec[]): Face {
  const lines = specs.map((spec) => ({
    value: "",
    says: `${capital(spec.of || spec.says)}: ${spec.barred!.because}. ${asSentence(capital(spec.barred!.instead))}`,
    clause: spec.barred!.clause,
  }));
  const buttons = specs.map((spec) =>
    button({ title: spec.says, small: spec.of, cls: "two not-yet", tap: () => screen.selection.choose(spec) }),
  );
  return {
    kind: "barred",
    label: screen.state.data.step!.full,
    title: `Not yet: ${specs[0]!.says}`,
    body: ledger(lines),
    dock: html`<div class="dock many"><div class="acts ${columns(specs.length > 3 ? 2 : 1)}">${buttons}</div></div>`,
  };
}

/** Whether a player has to end the step: something is done at the table or on another page. */
function isToBeSaid(data: ScreenData): boolean {
  return nextCommands(data)[0]?.place === 0;
}

/** The other seat's turn: its actions, its results, and the own stands. */
function waiting(screen: PlayScreen): Face {
  const { data } = screen.state;
  const last = newestResult(data);
  const awaited = data.stage.blocked[0];
  const own = data.faces.find((face) => face.own);
  const block =
    own?.blocks.find((block) => block.key === screen.state.shownBlock[own.side]) ??
    own?.blocks.find((block) =>
      block.rows.some((row) => [...row.counters, ...row.last].some((stand: Counter) => last?.changed.includes(stand.id))),
    ) ??
    own?.blocks[0];
  // In a step that both sides share the card says who is waited for.
  const whose =
    data.whose_name && !screen.state.inTurn
      ? `${data.whose_name} turn`
      : awaited
        ? `Waiting for the ${awaitedNames(screen)} seat${awaitedNames(screen).includes(" and ") ? "s" : ""}`
        : "";
  const step = data.step?.full ?? "";
  const title =
    last?.headline ??
    (awaited?.says ? (data.whose_name ? capital(awaited.says) : capital(actsNow(screen))) : step || data.turn || data.title);
  // The turn, the step and who is waited for are each shown once.
  const inStep = step && step.toLowerCase() !== title.toLowerCase() ? `, ${step.toLowerCase()}` : "";
  return {
    kind: `waiting ${last?.command ?? ""}`,
    label: whose ? `${whose}${inStep}` : data.title,
    title,
    right: html`${last?.label ?? ""}`,
    body: last
      ? resultBody(screen, last, last.rows.length <= 3)
      : html`<p class="wait1">${icon("wait")}${newsOf(screen)}</p>${pageLinks(data)}`,
    // Own stands that the board shows are not drawn twice.
    dock:
      own && block && !screen.state.inTurn
        ? html`<div class="own mineview"><div class="tabs bnb" role="tablist" aria-label="Own formations">${own.blocks.filter((refusedCommand_) => !refusedCommand_.away || refusedCommand_.key === block.key).map((refusedCommand_) => html`<button type="button" role="tab" aria-selected=${refusedCommand_.key === block.key} @click=${() => ((screen.state.shownBlock[own.side] = refusedCommand_.key), screen.draw())}>${refusedCommand_.name}</button>`)}</div>${ownBlock(screen, own.side, block.key)}</div>`
        : html`<div class="dock"></div>`,
  };
}

/** So many actions are on the card of a side that waits. */
const NEWS = 3;

/** The last actions since the step began; its first line is for the side that acts. */
function newsOf({ state: { data, recentLines: past } }: PlayScreen): Part {
  const said = linesSinceStep(data).filter((face) => !past.includes(face));
  if (said.length) return html`${said.slice(-NEWS).map((face) => html`<b>${face}</b>`)}`;
  return past.length ? nothing : html`${data.step ? "Nothing was done in it yet" : (data.lines[0]?.says ?? "")}`;
}

function ownBlock(screen: PlayScreen, side: string, key: string): Part {
  const block = screen.state.data.faces.find((face) => face.side === side)!.blocks.find((block) => block.key === key)!;
  const widest = Math.max(...block.rows.map((row) => row.counters.length));
  const beside = Math.max(...block.rows.map((row) => row.last.length));
  // Each column has its own height.
  const gaps = (some: number): TemplateResult[] => Array.from({ length: some }, () => html`<span></span>`);
  const stands = (row: (typeof block.rows)[number]): TemplateResult =>
    html`<span class="lab">${row.label}</span><div class="row8">${row.counters.map((counter) => counterOf(screen, counter))}${gaps(widest - row.counters.length)}${row.last.map((counter) => counterOf(screen, counter))}${gaps(beside - row.last.length)}</div>`;
  return html`<div class="mine">${block.rows.map(stands)}</div>`;
}

function counterOf(screen: PlayScreen, counter: Counter): TemplateResult {
  return counterDrawn(screen, counter);
}
