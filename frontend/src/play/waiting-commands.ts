// Commands that wait for the connection: their list on the card, and the commands that are unavailable until they are answered.
import { html, nothing } from "lit-html";
import { isOfStep, shareThings } from "../games/command-conflicts";
import type { Envelope } from "../games/outbox";
import { plainly } from "../games/command-text";
import { alike } from "./step-flow";
import type { Deed, Json, Refusal, Scene } from "./model";
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

/** The scene in which every command that depends on a waiting one is barred and not owed. */
export function withQueue(scene: Scene, queue: readonly Envelope[]): Scene {
  if (!queue.length) return scene;
  const { owed, offered } = scene.stage;
  const decides = queue.some((one) => decidesStep(scene, one));
  const barred = (deed: Deed): Deed => (deed.barred ? deed : { ...deed, barred: waitsFor(deed, queue, decides) });
  const units = scene.units.map((unit) => (isActor(unit.id, queue) ? { ...unit, state: NOT_SENT } : unit));
  const stillOwed = owed.filter((deed) => !waitsFor(deed, queue, decides));
  const waiting = owed.filter((deed) => !stillOwed.includes(deed));
  return { ...scene, units, stage: { ...scene.stage, owed: stillOwed, offered: [...waiting, ...offered].map(barred) } };
}

/** Whether a waiting command is one of this unit. */
function isActor(unit: string, queue: readonly Envelope[]): boolean {
  return queue.some(({ command }) => command["unit"] === unit);
}

function deedsOf({ stage }: Scene): readonly Deed[] {
  return [...stage.owed, ...stage.offered];
}

/** Whether a waiting command is about the step as a whole: what follows depends on its answer. */
function decidesStep(scene: Scene, { command }: Envelope): boolean {
  const isAtAnyTime = deedsOf(scene).some((deed) => deed.kind === command["kind"] && deed.where === "more");
  return !isAtAnyTime && isOfStep(command);
}

/** Why a command cannot be entered yet; null if no waiting command affects it. */
function waitsFor(deed: Deed, queue: readonly Envelope[], decides: boolean): Refusal | null {
  const about = deed.about as { [key: string]: Json };
  const isNamed = Object.keys(about).length > 0;
  const isQueued = queue.some(
    ({ command }) =>
      deed.kind === command["kind"] && alike(about, Object.fromEntries(Object.keys(about).map((name) => [name, command[name] ?? null]))),
  );
  if (deed.where === "back") return null;
  if (deed.where === "more") return isQueued && isNamed ? ITS_COMMAND : null;
  if (decides) return THE_STEP;
  return isQueued || queue.some(({ command }) => shareThings(about, command)) ? ITS_COMMAND : null;
}

/** The label of a waiting command. */
export function wordsOf({ what, command }: Envelope): string {
  return what || plainly(command["kind"]);
}

/** The list of waiting commands with their state, after the results of those answered since. `isAlone`: the card has nothing else. */
export function queued({ state: { waiting, outcomes, result, notDone }, service }: PlayScreen, isAlone: boolean): Part {
  const answered = outcomes.filter(({ command }) => notDone.length > 0 || command !== result?.command);
  if (!waiting.length && !answered.length) return nothing;
  const state = (one: Envelope): string =>
    service.because ? `sent in a moment: ${service.because}` : service.wasSent(one) ? "sent, no answer yet" : "waits";
  return html`<ul class="queue ${isAlone ? "alone" : ""}" tabindex="0" aria-label="Commands that wait">${answered.map(({ says }) => html`<li>${icon("ok")}<span>${says}</span></li>`)}${waiting.map((one) => html`<li class="waits">${icon("wait")}<span>${capital(wordsOf(one))}</span><small>${state(one)}</small></li>`)}</ul>`;
}

/** The kind of the card with nothing but commands that wait. */
export const QUEUED = "queued";

/** The card where nothing else can be entered before the waiting commands are answered. */
export function onlyQueued({ state: { scene, waiting } }: PlayScreen): Face {
  const title = waiting.length === 1 ? "1 command waits" : `${waiting.length} commands wait`;
  return {
    kind: `${QUEUED} ${waiting.length}`,
    label: scene.step?.full ?? scene.title,
    title,
    body: html`<p class="wait1">${icon("wait")}<b>Sent when the connection is back</b>Nothing counts until it is answered.</p>`,
  };
}
