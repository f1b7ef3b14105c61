// The two buttons below the card: Undo, by the name of the last tap, and Next, which has one of four labels.
import { html, nothing, type TemplateResult } from "lit-html";
import { endsOf, sendsAs } from "./command-card";
import { firstOf, throwsOrAims } from "./dock";
import {
  agreedRequest,
  otherDecisions,
  decisions,
  commandsOf,
  nextCommands,
  nextStep,
  requiredCommands,
  unitsLeft,
  unitOf,
} from "./step-flow";
import { meetingOf, whereToTell } from "./contested-roll";
import { type Aim, areExceptions } from "./command-draft";
import { capital, icon } from "./parts";
import type { CommandSpec, Unit } from "./model";
import { wordsOf } from "./waiting-commands";
import type { PlayScreen } from "./play-screen";

interface Foot {
  readonly title: string;
  readonly small?: string;
  readonly lit?: boolean;
  readonly go?: () => void;
}

export function foot(screen: PlayScreen): TemplateResult {
  const [back, next] = [backOf(screen), nextOf(screen)];
  const words = (item: Foot): TemplateResult =>
    html`<span>${item.title}${item.small ? html`<small>${item.small}</small>` : nothing}</span>`;
  // A spectator has nothing to undo.
  const taking = screen.state.data.sides.length
    ? html`<button type="button" class="btn back ${back.go ? "" : "not-yet"}" aria-disabled=${back.go ? nothing : "true"} @click=${() => back.go?.()}>${icon("undo")}${words(back)}</button>`
    : nothing;
  return html`<div class="foot">
${taking}
<button type="button" class="btn next ${next.lit ? "chief" : ""} ${next.go ? "" : "not-yet"}" aria-disabled=${next.go ? nothing : "true"} @click=${() => next.go?.()}>${words(next)}${next.go ? icon("go") : nothing}</button></div>`;
}

export function backOf(screen: PlayScreen): Foot {
  const { draft, data } = screen.state;
  const go = (): void => screen.requests.undo();
  if (screen.state.sending) return { title: "Take back", small: screen.state.sending.waits ? "not sent yet" : "on its way" };
  if (screen.state.correctingDie) return { title: "Leave it", small: "the die stands", go };
  if (screen.state.pendingAnswer) return { title: "Take back", small: "on its way" };
  const last = draft?.trail.at(-1);
  const face = last?.name.startsWith("die") ? `, a ${draft!.tapped.dice.at(-1)?.pips}` : "";
  if (last) return { title: "Take back", small: last.name + face, go };
  if (draft && !draft.byItself) return { title: "Take back", small: draft.deed.says, go };
  const waits = screen.state.waiting.at(-1);
  if (waits)
    return screen.service.wasSent(waits)
      ? { title: "Take back", small: "sent, no answer yet" }
      : { title: "Take back", small: wordsOf(waits), go };
  if ((data.asking || agreedRequest(data)) && data.sides.length) return { title: "Take back", small: "the request", go };
  if (!data.back) return { title: "Take back", small: "nothing yet" };
  return { title: data.back.asks ? "Ask it back" : "Take back", small: data.back.name, go };
}

export function nextOf(screen: PlayScreen): Foot {
  const { draft, data } = screen.state;
  if (screen.state.sending)
    return { title: screen.state.sending.what, small: screen.state.sending.waits ? "goes out when the line is back" : "on its way" };
  if (screen.state.refusedCommands.length) return { title: "First: the refused command", small: "its reason is above" };
  if (screen.state.correctingDie) return { title: "First: this die", small: "what did it show?" };
  if (screen.prompts.isAsking) return { title: draft!.deed.says, small: "on its way" };
  const first = requiredCommands(data)[0];
  if (first && screen.state.isBelowResult)
    return {
      title: `Next: ${first.says}`,
      small: screen.state.openPrompt ? "or choose here" : "or tap on the board",
      lit: true,
      go: () => screen.progress.next(),
    };
  if (draft && (!draft.byItself || draft.tapped.targets.length > 0 || draft.tapped.dice.length > 0)) {
    const passing = passingBy(screen);
    return passing ?? pending(screen);
  }
  if (first) return owedNext(screen, first);
  const unit = screen.state.unitNow;
  const left = unitsLeft(data);
  if (draft && unit && unit.left <= 0 && left.some((candidate) => candidate.id === unit.id)) return puttingOff(screen);
  const isLeft = !!unit && unit.left > 0 && left.some((candidate) => candidate.id === unit.id);
  // In a step that both sides share Next leads from a result to what is left, and does not end the step.
  if (isLeft && screen.state.result && !data.whose_name)
    return {
      title: `Next: ${unit.name}`,
      small: left.length > 1 ? `${left.length} ${whatIsLeft(left)}` : unit.state,
      lit: true,
      go: () => screen.progress.next(),
    };
  if (isLeft) return doneWith(screen);
  const next =
    left.find((candidate) => !screen.state.postponed.includes(candidate.id) && candidate.id !== unit?.id) ??
    left.find((candidate) => candidate.id !== unit?.id);
  const lapses = lapsing(screen);
  if (lapses)
    return next
      ? { title: `Next: ${next.name}`, small: lapses, go: () => screen.selection.pick(next.id) }
      : { ...onwards(screen), lit: false, small: lapses };
  // In a step that both sides share the open decisions come after the result.
  const open = screen.state.result && !data.whose_name && !next ? decisions(data).find((spec) => !spec.barred) : undefined;
  if (open) return { title: `Next: ${open.says}`, small: open.of, lit: true, go: () => screen.progress.next() };
  if (next)
    return {
      title: `Next: ${next.name}`,
      small: left.length > 1 ? `${left.length} ${whatIsLeft(left)}` : "",
      lit: true,
      go: () => screen.selection.pick(next.id),
    };
  return onwards(screen);
}

/** What a unit without actions may still do after its result, such as following up: Next gives it up. */
function lapsing({ state: { data, result, unitNow: unit } }: PlayScreen): string {
  if (!result || !unit || unit.left > 0 || !data.whose_name) return "";
  const names = [
    ...new Set(
      commandsOf(data, unit.id)
        .filter((spec) => !spec.barred)
        .map((spec) => spec.says.toLowerCase()),
    ),
  ];
  return names.length ? `without: ${names.join(", ")}` : "";
}

/** The required command. A result leads to it, or to its end if it was just done and the map proposes no more stands. */
function owedNext(screen: PlayScreen, first: CommandSpec): Foot {
  if (first.at_once) return { title: `First: ${first.says}` };
  if (screen.state.draft) return passingBy(screen) ?? pending(screen);
  const isOver = screen.state.result && screen.selection.isLast(first) && !screen.lookAhead.proposedOf(first).length;
  return (isOver ? ending(screen) : null) ?? { title: `Next: ${first.says}`, small: first.of, lit: true, go: () => screen.progress.next() };
}

/** What is still to enter before the command is sent. */
function pending(screen: PlayScreen): Foot {
  const { draft, prompts, aim } = screen.state;
  const again = draft!.byItself ? "" : `or take ${draft!.deed.says} back`;
  if (screen.state.refused) return { title: "First: put it right", small: again };
  const [ends] = endsOf(screen);
  if (ends) return { title: `First: ${ends.says}`, small: "or tap another" };
  if (!prompts)
    return screen.state.isOfflineDraft ? { title: draft!.deed.says, small: "goes on when the line is back" } : { title: "First: a moment" };
  const left = screen.state.slots.filter((_, n) => n >= screen.state.dice.length && screen.state.odds[n]?.bars.length !== 1).length;
  if (aim && !draft!.tapped.targets.length && prompts.ready && !screen.state.slots.length)
    return {
      ...withNobody(aim, draft!.deed),
      go: () => void (areExceptions(aim.ask) ? screen.diceInput.submit() : screen.progress.sendEmpty()),
    };
  if (aim && !draft!.tapped.targets.length && !(screen.state.waitsForDice && left)) return { title: firstOf(screen), small: again };
  const wanting = aim?.how === "several" ? (aim.ask.minimum ?? 0) - draft!.tapped.targets.length : 0;
  if (wanting > 0 && !screen.state.slots.length) return { title: `${wanting} more to tap`, small: aim!.says };
  const contest = meetingOf(screen);
  if (contest && left > 0)
    return {
      title: `${left} ${left === 1 ? "die" : "dice"} to come`,
      small: contest.to_come?.length ? `then ${contest.to_come.length} more` : whereToTell(screen, contest),
    };
  if (screen.state.slots.length && left > 0)
    return {
      title: left === 1 ? "1 die to come" : `${left} dice to come`,
      small: screen.state.aiming && aim!.how !== "one" ? "or tap other targets" : "",
    };
  if (screen.state.slots.length && screen.state.dice.every((die) => die.pips === 0))
    return { title: "No face changes anything", small: `${draft!.deed.says} all the same`, go: () => screen.diceInput.countStoredDice() };
  if (screen.state.slots.length)
    return { title: "The dice lie", small: "they count again", lit: true, go: () => screen.diceInput.countStoredDice() };
  // Where a button in the dock sends it, that one is highlighted.
  if (screen.state.isSubmitted) return { title: draft!.deed.says, small: "on its way" };
  if (prompts.ready)
    return { title: sendsAs(screen), small: draft!.deed.of, lit: throwsOrAims(screen), go: () => screen.diceInput.submit() };
  return {
    title: screen.state.openPrompt ? "First: choose" : "First: tell it",
    small: prompts.missing?.instead.replace("give: ", "") ?? "",
  };
}

/** Sends a command without exceptions or without targets. */
function withNobody(aim: Aim, spec: CommandSpec): Foot {
  if (areExceptions(aim.ask))
    return { title: spec.says, small: aim.ask.brief ? `nobody ${aim.ask.brief.toLowerCase()}` : "without any", lit: true };
  return { title: "Nobody", small: `${spec.says}, ${spec.of}` };
}

/** Where no target is required, Next leaves the command. */
function passingBy(screen: PlayScreen): Foot | null {
  const { draft } = screen.state;
  return !draft || draft.tapped.targets.length || draft.tapped.dice.length || !draft.byItself ? null : ending(screen);
}

/** A required command of several is over when the player says so. */
function ending(screen: PlayScreen): Foot | null {
  const on = nextCommands(screen.state.data).filter((spec) => screen.state.data.stage.required.includes(spec));
  const left = screen.state.draft
    ? screen.lookAhead.proposedOf(screen.state.draft.deed).map((id) => screen.state.placed(id)?.counter.brief ?? id)
    : [];
  return on.length === 1
    ? { title: on[0]!.says, small: left.length ? `without ${left.join(", ")}` : "", go: () => void screen.progress.advance(on[0]!) }
    : null;
}

function puttingOff(screen: PlayScreen): Foot {
  const { data, postponed } = screen.state;
  const unit = screen.state.unitNow!;
  const others = unitsLeft(data).filter((candidate) => candidate.id !== unit.id);
  const fresh = others.find((unit) => !postponed.includes(unit.id)) ?? (postponed.includes(unit.id) ? undefined : others[0]);
  if (fresh) return { title: `${calledBriefly(unit)} later`, small: `Next: ${fresh.name}`, go: () => screen.selection.postpone() };
  const on = onwards(screen);
  const left = unitsLeft(data);
  return {
    ...on,
    lit: false,
    small:
      unit.state === "done"
        ? `without: ${screen.state.draft!.deed.says.toLowerCase()}`
        : `${whatIsLeft(left).replace("to order", "not ordered")}: ${left.map((unit) => calledBriefly(unit)).join(", ")}${alsoLost(screen)}`,
  };
}

/** What units have left to do, such as to order or to shoot, where it is the same for all. */
function whatIsLeft(units: readonly Unit[]): string {
  const states = new Set(units.map((unit) => unit.state));
  const [only] = states;
  return states.size === 1 && only!.startsWith("to ") ? only! : "left";
}

function doneWith(screen: PlayScreen): Foot {
  const unit = screen.state.unitNow!;
  const spec = [...screen.state.data.stage.required, ...screen.state.data.stage.available].find(
    (spec) => spec.where === "on" && !spec.barred && unitOf(screen.state.data, spec)?.id === unit.id,
  );
  // Next leaves undone what is left: it says so, and is not highlighted.
  if (!spec) {
    const left = unitsLeft(screen.state.data);
    return nextCommands(screen.state.data).length
      ? {
          ...onwards(screen),
          lit: false,
          small: `${whatIsLeft(left)}: ${left.map((unit) => calledBriefly(unit)).join(", ")}${alsoLost(screen)}`,
        }
      : onwards(screen);
  }
  const on = nextCommands(screen.state.data);
  // After the last unit of a step Next says what is left.
  if (on[0]?.place === 1 && !unitsLeft(screen.state.data).some((candidate) => candidate.id !== unit.id))
    return { ...onwards(screen), lit: false, small: `${calledBriefly(unit)}: ${unit.state}` };
  return { title: `Done with ${calledBriefly(unit)}`, small: unit.state, go: () => void screen.progress.finish(spec) };
}

/** Next: to the next step, or the end of this one. */
function onwards(screen: PlayScreen): Foot {
  const { data } = screen.state;
  const on = nextCommands(data);
  const spec: CommandSpec | undefined = on[0];
  if (!spec) {
    const waits = data.stage.blocked[0];
    const barred = data.stage.available
      .filter((spec) => spec.where === "on" && spec.barred)
      .sort((spec, other) => other.place - spec.place)[0];
    if (!waits && barred) return { title: `Not yet: ${barred.says}`, small: capital(barred.barred!.because) };
    return waits
      ? {
          title: sidesAwaited(screen).length > 1 ? actsNow(screen) : `The ${awaitedNames(screen)} seat acts`,
          small: waits.says || (data.sides.length ? "your dice are asked for here" : ""),
        }
      : { title: "Nothing to do", small: "" };
  }
  // Next is never highlighted while a decision of the step is open, and names it.
  const open = data.step ? decisions(data).filter((spec) => !spec.barred) : [];
  const lost = leaving(spec, open);
  const next = { lit: !open.length, go: () => void screen.progress.advance(spec) };
  if (spec.place !== 1)
    return { title: spec.says, small: lost || (data.sides.length === 1 && spec.about["side"] === data.sides[0] ? "" : spec.of), ...next };
  const step = nextStep(data);
  return { title: step ? `Next: ${step.full || step.words}` : spec.says, small: lost || (step?.small ?? ""), ...next };
}

/** What is lost or left open beside the units' actions. */
function alsoLost(screen: PlayScreen): string {
  const lost = nextCommands(screen.state.data)[0]?.lapses ?? [];
  if (lost.length) return `; ${lost.join("; ")}`;
  const names = [...new Set(otherDecisions(screen.state.data).map((spec) => spec.says.toLowerCase()))].join(", ");
  return names ? `; without: ${names}` : "";
}

/** What Next leaves behind: what is lost with it, else the open decisions. */
function leaving(spec: CommandSpec, open: readonly CommandSpec[]): string {
  if (spec.lapses?.length) return capital(spec.lapses.join("; "));
  const names = [...new Set(open.map((spec) => spec.says))].join(", ");
  return names ? `without: ${names}` : "";
}

function sidesAwaited(screen: PlayScreen): string[] {
  return [...new Set(screen.state.data.stage.blocked.map((waiting) => waiting.side))];
}

/** Who is waited for: one side, or several with the same left to do. */
export function awaitedNames(screen: PlayScreen): string {
  return sidesAwaited(screen)
    .map((side) => sideName(screen, side))
    .join(" and ");
}

export function actsNow(screen: PlayScreen): string {
  return `${awaitedNames(screen)} ${sidesAwaited(screen).length > 1 ? "act" : "acts"}`;
}

export function sideName(screen: PlayScreen, side: string): string {
  return screen.state.data.faces.find((face) => face.side === side)?.name ?? side;
}

/** A letter tells who is meant; a number or the two letters on a counter do not. */
function calledBriefly(unit: Unit): string {
  return /^[A-Z]$/.test(unit.short) ? unit.short : unit.name;
}
