// The two buttons below the card: Take back, by the name of the last tap, and Next, which says one of four things.
import { html, nothing, type TemplateResult } from "lit-html";
import { endsOf, sendsAs } from "./command-card";
import { firstOf, throwsOrAims } from "./dock";
import { agreedTo, besides, decisions, deedsOf, goingOn, nextStep, owed, unitsLeft, unitOf } from "./step-flow";
import { meetingOf, whereToTell } from "./contested-roll";
import { type Aim, areExceptions } from "./command-draft";
import { capital, icon } from "./parts";
import type { Deed, Unit } from "./model";
import { wordsOf } from "./waiting-commands";
import type { PlayScreen } from "./play-screen";

interface Foot {
  readonly title: string;
  readonly small?: string;
  readonly lit?: boolean;
  readonly go?: () => void;
}

export function foot(table: PlayScreen): TemplateResult {
  const [back, next] = [backOf(table), nextOf(table)];
  const words = (one: Foot): TemplateResult => html`<span>${one.title}${one.small ? html`<small>${one.small}</small>` : nothing}</span>`;
  // Who looks on has nothing to take back.
  const taking = table.state.scene.sides.length
    ? html`<button type="button" class="btn back ${back.go ? "" : "not-yet"}" aria-disabled=${back.go ? nothing : "true"} @click=${() => back.go?.()}>${icon("undo")}${words(back)}</button>`
    : nothing;
  return html`<div class="foot">
${taking}
<button type="button" class="btn next ${next.lit ? "chief" : ""} ${next.go ? "" : "not-yet"}" aria-disabled=${next.go ? nothing : "true"} @click=${() => next.go?.()}>${words(next)}${next.go ? icon("go") : nothing}</button></div>`;
}

export function backOf(table: PlayScreen): Foot {
  const { hand, scene } = table.state;
  const go = (): void => table.requests.back();
  if (table.state.sending) return { title: "Take back", small: table.state.sending.waits ? "not sent yet" : "on its way" };
  if (table.state.again) return { title: "Leave it", small: "the die stands", go };
  if (table.state.saying) return { title: "Take back", small: "on its way" };
  const last = hand?.trail.at(-1);
  const face = last?.name.startsWith("die") ? `, a ${hand!.tapped.dice.at(-1)?.pips}` : "";
  if (last) return { title: "Take back", small: last.name + face, go };
  if (hand && !hand.byItself) return { title: "Take back", small: hand.deed.says, go };
  const waits = table.state.waiting.at(-1);
  if (waits)
    return table.service.wasSent(waits)
      ? { title: "Take back", small: "sent, no answer yet" }
      : { title: "Take back", small: wordsOf(waits), go };
  if ((scene.asking || agreedTo(scene)) && scene.sides.length) return { title: "Take back", small: "the request", go };
  if (!scene.back) return { title: "Take back", small: "nothing yet" };
  return { title: scene.back.asks ? "Ask it back" : "Take back", small: scene.back.name, go };
}

export function nextOf(table: PlayScreen): Foot {
  const { hand, scene } = table.state;
  if (table.state.sending)
    return { title: table.state.sending.what, small: table.state.sending.waits ? "goes out when the line is back" : "on its way" };
  if (table.state.notDone.length) return { title: "First: the refused command", small: "its reason is above" };
  if (table.state.again) return { title: "First: this die", small: "what did it show?" };
  if (table.prompts.isAsking) return { title: hand!.deed.says, small: "on its way" };
  const first = owed(scene)[0];
  if (first && table.state.below)
    return {
      title: `Next: ${first.says}`,
      small: table.state.openAsk ? "or choose here" : "or tap on the board",
      lit: true,
      go: () => table.progress.goOn(),
    };
  if (hand && (!hand.byItself || hand.tapped.targets.length > 0 || hand.tapped.dice.length > 0)) {
    const passing = passingBy(table);
    return passing ?? pending(table);
  }
  if (first) return owedNext(table, first);
  const unit = table.state.unitNow;
  const left = unitsLeft(scene);
  if (hand && unit && unit.left <= 0 && left.some((one) => one.id === unit.id)) return puttingOff(table);
  const isLeft = !!unit && unit.left > 0 && left.some((one) => one.id === unit.id);
  // In a step that both sides share going on from a result leads to what is left, and does not end the step.
  if (isLeft && table.state.result && !scene.whose_name)
    return {
      title: `Next: ${unit.name}`,
      small: left.length > 1 ? `${left.length} ${whatIsLeft(left)}` : unit.state,
      lit: true,
      go: () => table.progress.goOn(),
    };
  if (isLeft) return doneWith(table);
  const next = left.find((one) => !table.state.later.includes(one.id) && one.id !== unit?.id) ?? left.find((one) => one.id !== unit?.id);
  const lapses = lapsing(table);
  if (lapses)
    return next
      ? { title: `Next: ${next.name}`, small: lapses, go: () => table.selection.pick(next.id) }
      : { ...onwards(table), lit: false, small: lapses };
  // In a step that both sides share nobody is called on: what is still to decide comes after the result that stands.
  const open = table.state.result && !scene.whose_name && !next ? decisions(scene).find((one) => !one.barred) : undefined;
  if (open) return { title: `Next: ${open.says}`, small: open.of, lit: true, go: () => table.progress.goOn() };
  if (next)
    return {
      title: `Next: ${next.name}`,
      small: left.length > 1 ? `${left.length} ${whatIsLeft(left)}` : "",
      lit: true,
      go: () => table.selection.pick(next.id),
    };
  return onwards(table);
}

/** What a unit without an action may still do after its result, such as following up: going on gives it up. */
function lapsing({ state: { scene, result, unitNow: unit } }: PlayScreen): string {
  if (!result || !unit || unit.left > 0 || !scene.whose_name) return "";
  const names = [
    ...new Set(
      deedsOf(scene, unit.id)
        .filter((deed) => !deed.barred)
        .map((deed) => deed.says.toLowerCase()),
    ),
  ];
  return names.length ? `without: ${names.join(", ")}` : "";
}

/** What is owed first. A result leads to it, unless it was just done and the map proposes nobody else: then to its end. */
function owedNext(table: PlayScreen, first: Deed): Foot {
  if (first.at_once) return { title: `First: ${first.says}` };
  if (table.state.hand) return passingBy(table) ?? pending(table);
  const isOver = table.state.result && table.selection.isLast(first) && !table.lookAhead.proposedOf(first).length;
  return (isOver ? ending(table) : null) ?? { title: `Next: ${first.says}`, small: first.of, lit: true, go: () => table.progress.goOn() };
}

/** What is still to tell before the deed in hand is done. */
function pending(table: PlayScreen): Foot {
  const { hand, asked, aim } = table.state;
  const again = hand!.byItself ? "" : `or take ${hand!.deed.says} back`;
  if (table.state.refused) return { title: "First: put it right", small: again };
  const [ends] = endsOf(table);
  if (ends) return { title: `First: ${ends.says}`, small: "or tap another" };
  if (!asked)
    return table.state.isUnasked ? { title: hand!.deed.says, small: "goes on when the line is back" } : { title: "First: a moment" };
  const left = table.state.slots.filter((_, n) => n >= table.state.dice.length && table.state.odds[n]?.bars.length !== 1).length;
  if (aim && !hand!.tapped.targets.length && asked.ready && !table.state.slots.length)
    return { ...withNobody(aim, hand!.deed), go: () => void (areExceptions(aim.ask) ? table.diceInput.submit() : table.progress.nobody()) };
  if (aim && !hand!.tapped.targets.length && !(table.state.waitsForDice && left)) return { title: firstOf(table), small: again };
  const wanting = aim?.how === "several" ? (aim.ask.least ?? 0) - hand!.tapped.targets.length : 0;
  if (wanting > 0 && !table.state.slots.length) return { title: `${wanting} more to tap`, small: aim!.says };
  const meeting = meetingOf(table);
  if (meeting && left > 0)
    return {
      title: `${left} ${left === 1 ? "die" : "dice"} to come`,
      small: meeting.to_come?.length ? `then ${meeting.to_come.length} more` : whereToTell(table, meeting),
    };
  if (table.state.slots.length && left > 0)
    return {
      title: left === 1 ? "1 die to come" : `${left} dice to come`,
      small: table.state.aiming && aim!.how !== "one" ? "or tap other targets" : "",
    };
  if (table.state.slots.length && table.state.dice.every((one) => one.pips === 0))
    return { title: "No face changes anything", small: `${hand!.deed.says} all the same`, go: () => table.diceInput.countAgain() };
  if (table.state.slots.length)
    return { title: "The dice lie", small: "they count again", lit: true, go: () => table.diceInput.countAgain() };
  // Where a button in the dock does it, that one is lit.
  if (table.state.isWanted) return { title: hand!.deed.says, small: "on its way" };
  if (asked.ready) return { title: sendsAs(table), small: hand!.deed.of, lit: throwsOrAims(table), go: () => table.diceInput.submit() };
  return { title: table.state.openAsk ? "First: choose" : "First: tell it", small: asked.missing?.instead.replace("give: ", "") ?? "" };
}

/** A deed of which the board takes only exceptions is done without any; else nobody is what is told. */
function withNobody(aim: Aim, deed: Deed): Foot {
  if (areExceptions(aim.ask))
    return { title: deed.says, small: aim.ask.brief ? `nobody ${aim.ask.brief.toLowerCase()}` : "without any", lit: true };
  return { title: "Nobody", small: `${deed.says}, ${deed.of}` };
}

/** Where nobody need be named, going on is a way out of what is in hand. */
function passingBy(table: PlayScreen): Foot | null {
  const { hand } = table.state;
  return !hand || hand.tapped.targets.length || hand.tapped.dice.length || !hand.byItself ? null : ending(table);
}

/** What is owed is over when whoever owes it says so. */
function ending(table: PlayScreen): Foot | null {
  const on = goingOn(table.state.scene).filter((one) => table.state.scene.stage.owed.includes(one));
  const left = table.state.hand
    ? table.lookAhead.proposedOf(table.state.hand.deed).map((id) => table.state.placed(id)?.counter.brief ?? id)
    : [];
  return on.length === 1
    ? { title: on[0]!.says, small: left.length ? `without ${left.join(", ")}` : "", go: () => void table.progress.advance(on[0]!) }
    : null;
}

function puttingOff(table: PlayScreen): Foot {
  const { scene, later } = table.state;
  const unit = table.state.unitNow!;
  const others = unitsLeft(scene).filter((one) => one.id !== unit.id);
  const fresh = others.find((one) => !later.includes(one.id)) ?? (later.includes(unit.id) ? undefined : others[0]);
  if (fresh) return { title: `${calledBriefly(unit)} later`, small: `Next: ${fresh.name}`, go: () => table.selection.putOff() };
  const on = onwards(table);
  const left = unitsLeft(scene);
  return {
    ...on,
    lit: false,
    small:
      unit.state === "done"
        ? `without: ${table.state.hand!.deed.says.toLowerCase()}`
        : `${whatIsLeft(left).replace("to order", "not ordered")}: ${left.map((one) => calledBriefly(one)).join(", ")}${alsoLost(table)}`,
  };
}

/** What units have yet to do, such as to order or to shoot, where it is the same for all of them. */
function whatIsLeft(units: readonly Unit[]): string {
  const states = new Set(units.map((one) => one.state));
  const [only] = states;
  return states.size === 1 && only!.startsWith("to ") ? only! : "left";
}

function doneWith(table: PlayScreen): Foot {
  const unit = table.state.unitNow!;
  const deed = [...table.state.scene.stage.owed, ...table.state.scene.stage.offered].find(
    (one) => one.where === "on" && !one.barred && unitOf(table.state.scene, one)?.id === unit.id,
  );
  // Whoever goes on leaves undone what is left: it is said, and is not what the eye falls on.
  if (!deed) {
    const left = unitsLeft(table.state.scene);
    return goingOn(table.state.scene).length
      ? {
          ...onwards(table),
          lit: false,
          small: `${whatIsLeft(left)}: ${left.map((one) => calledBriefly(one)).join(", ")}${alsoLost(table)}`,
        }
      : onwards(table);
  }
  const on = goingOn(table.state.scene);
  // Nobody comes after the last of a step: going on says what is left unspent.
  if (on[0]?.place === 1 && !unitsLeft(table.state.scene).some((one) => one.id !== unit.id))
    return { ...onwards(table), lit: false, small: `${calledBriefly(unit)}: ${unit.state}` };
  return { title: `Done with ${calledBriefly(unit)}`, small: unit.state, go: () => void table.progress.finish(deed) };
}

/** The deed of going on: to the next step, or whatever ends this one. */
function onwards(table: PlayScreen): Foot {
  const { scene } = table.state;
  const on = goingOn(scene);
  const deed: Deed | undefined = on[0];
  if (!deed) {
    const waits = scene.stage.waiting[0];
    const barred = scene.stage.offered.filter((one) => one.where === "on" && one.barred).sort((one, other) => other.place - one.place)[0];
    if (!waits && barred) return { title: `Not yet: ${barred.says}`, small: capital(barred.barred!.because) };
    return waits
      ? {
          title: sidesAwaited(table).length > 1 ? actsNow(table) : `The ${awaitedNames(table)} seat acts`,
          small: waits.says || (scene.sides.length ? "your dice are asked for here" : ""),
        }
      : { title: "Nothing to do", small: "" };
  }
  // Never lit while a decision of the step is open, and never without a word of it.
  const open = scene.step ? decisions(scene).filter((one) => !one.barred) : [];
  const lost = leaving(deed, open);
  const next = { lit: !open.length, go: () => void table.progress.advance(deed) };
  if (deed.place !== 1)
    return { title: deed.says, small: lost || (scene.sides.length === 1 && deed.about["side"] === scene.sides[0] ? "" : deed.of), ...next };
  const step = nextStep(scene);
  return { title: step ? `Next: ${step.full || step.words}` : deed.says, small: lost || (step?.small ?? ""), ...next };
}

/** What is lost, or left open, beside what units leave undone. */
function alsoLost(table: PlayScreen): string {
  const lost = goingOn(table.state.scene)[0]?.lapses ?? [];
  if (lost.length) return `; ${lost.join("; ")}`;
  const names = [...new Set(besides(table.state.scene).map((one) => one.says.toLowerCase()))].join(", ");
  return names ? `; without: ${names}` : "";
}

/** What going on leaves behind: what is lost with it, else the decisions that are open. */
function leaving(deed: Deed, open: readonly Deed[]): string {
  if (deed.lapses?.length) return capital(deed.lapses.join("; "));
  const names = [...new Set(open.map((one) => one.says))].join(", ");
  return names ? `without: ${names}` : "";
}

function sidesAwaited(table: PlayScreen): string[] {
  return [...new Set(table.state.scene.stage.waiting.map((one) => one.side))];
}

/** Who is waited for: one side, or several of whom each has yet to do the same. */
export function awaitedNames(table: PlayScreen): string {
  return sidesAwaited(table)
    .map((side) => sideName(table, side))
    .join(" and ");
}

export function actsNow(table: PlayScreen): string {
  return `${awaitedNames(table)} ${sidesAwaited(table).length > 1 ? "act" : "acts"}`;
}

export function sideName(table: PlayScreen, side: string): string {
  return table.state.scene.faces.find((one) => one.side === side)?.name ?? side;
}

/** A letter says who is meant; a number or the two letters on a counter do not. */
function calledBriefly(unit: Unit): string {
  return /^[A-Z]$/.test(unit.short) ? unit.short : unit.name;
}
