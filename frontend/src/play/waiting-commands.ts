// Commands that wait for the connection: their list on the card, and the commands that are unavailable until they are answered.
import { html, nothing } from "lit-html";
import { isOfStep, shareThings } from "../games/command-conflicts";
import type { Envelope } from "../games/outbox";
import { kindText } from "../games/command-text";
import { areAlike } from "./step-flow";
import type { CommandSpec, Json, Refusal, ScreenData } from "./model";
import { capital, icon, type Face, type Part } from "./parts";
import type { PlayScreen } from "./play-screen";

const ITS_COMMAND: Refusal = {
  clause: "",
  because: "an earlier command about it waits for the connection",
  instead: "Enter it when that command is answered.",
};
const NOT_SENT = "not sent yet";
const THE_STEP: Refusal = {
  clause: "",
  because: "a command of this step waits for the connection",
  instead: "What follows depends on its answer.",
};

/** The data in which every command that depends on a waiting one is unavailable and not required. */
export function withQueue(data: ScreenData, queue: readonly Envelope[]): ScreenData {
  if (!queue.length) return data;
  const { required, available } = data.stage;
  const decides = queue.some((envelope) => decidesStep(data, envelope));
  const barred = (spec: CommandSpec): CommandSpec => (spec.barred ? spec : { ...spec, barred: waitsFor(spec, queue, decides) });
  const units = data.units.map((unit) => (isActor(unit.id, queue) ? { ...unit, state: NOT_SENT } : unit));
  const stillRequired = required.filter((spec) => !waitsFor(spec, queue, decides));
  const waiting = required.filter((spec) => !stillRequired.includes(spec));
  return { ...data, units, stage: { ...data.stage, required: stillRequired, available: [...waiting, ...available].map(barred) } };
}

/** Whether a waiting command is one of this unit. */
function isActor(unit: string, queue: readonly Envelope[]): boolean {
  return queue.some(({ command }) => command["unit"] === unit);
}

function deedsOf({ stage }: ScreenData): readonly CommandSpec[] {
  return [...stage.required, ...stage.available];
}

/** Whether a waiting command is about the step as a whole: what follows depends on its answer. */
function decidesStep(data: ScreenData, { command }: Envelope): boolean {
  const isAtAnyTime = deedsOf(data).some((spec) => spec.kind === command["kind"] && spec.where === "more");
  return !isAtAnyTime && isOfStep(command);
}

/** Why a command cannot be entered yet; null if no waiting command affects it. */
function waitsFor(spec: CommandSpec, queue: readonly Envelope[], decides: boolean): Refusal | null {
  const about = spec.about as { [key: string]: Json };
  const isNamed = Object.keys(about).length > 0;
  const isQueued = queue.some(
    ({ command }) =>
      spec.kind === command["kind"] && areAlike(about, Object.fromEntries(Object.keys(about).map((name) => [name, command[name] ?? null]))),
  );
  if (spec.where === "back") return null;
  if (spec.where === "more") return isQueued && isNamed ? ITS_COMMAND : null;
  if (decides) return THE_STEP;
  return isQueued || queue.some(({ command }) => shareThings(about, command)) ? ITS_COMMAND : null;
}

/** The label of a waiting command. */
export function wordsOf({ what, command }: Envelope): string {
  return what || kindText(command["kind"]);
}

/** The list of waiting commands with their state, after the results of those answered since. `isAlone`: the card has nothing else. */
export function queued({ state: { waiting, outcomes, result, refusedCommands: notDone }, service }: PlayScreen, isAlone: boolean): Part {
  const answered = outcomes.filter(({ command }) => notDone.length > 0 || command !== result?.command);
  if (!waiting.length && !answered.length) return nothing;
  const state = (envelope: Envelope): string =>
    service.because ? `sent in a moment: ${service.because}` : service.wasSent(envelope) ? "sent, no answer yet" : "waits";
  return html`<ul class="queue ${isAlone ? "alone" : ""}" tabindex="0" aria-label="Commands that wait">${answered.map(({ says }) => html`<li>${icon("ok")}<span>${says}</span></li>`)}${waiting.map((envelope) => html`<li class="waits">${icon("wait")}<span>${capital(wordsOf(envelope))}</span><small>${state(envelope)}</small></li>`)}</ul>`;
}

/** The kind of the card with only waiting commands. */
export const QUEUED = "queued";

/** The card where nothing else can be entered before the waiting commands are answered. */
export function onlyQueued({ state: { data, waiting } }: PlayScreen): Face {
  const title = waiting.length === 1 ? "1 command waits" : `${waiting.length} commands wait`;
  return {
    kind: `${QUEUED} ${waiting.length}`,
    label: data.step?.full ?? data.title,
    title,
    body: html`<p class="wait1">${icon("wait")}<b>Sent when the connection is back</b>Nothing counts until it is answered.</p>`,
  };
}
