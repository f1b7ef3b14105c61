// The card while commands wait for the line: how many there are, and the deeds that do not depend on their answers.
import { html, nothing } from "lit-html";
import type { Json } from "../compose";
import type { Envelope } from "../outbox";
import { goingOn, owed } from "./flow";
import type { Deed, Scene } from "./model";
import { button, columns, type Part } from "./parts";
import type { Table } from "./table";

const NEEDS_ANSWER = "Everything else depends on an answer of the service. It can be entered when the line is back.";

/** The deeds that can join the queue: deeds without prompts of units that no waiting command names, and going on once. */
export function joinable(scene: Scene, waiting: readonly Envelope[]): Deed[] {
  const named = new Set(waiting.flatMap(({ command }) => wordsIn(command)));
  const isFree = (deed: Deed): boolean => Object.keys(deed.about).length > 0 && !wordsIn(deed.about).some((word) => named.has(word));
  const on = owed(scene).length ? [] : goingOn(scene).filter((one) => one.at_once);
  // The step after the next one is not known before the first is answered.
  if (on.some((one) => named.has(one.kind)) || !waiting.length) return [];
  const others = scene.stage.offered.filter((one) => one.where === "hand" && one.at_once && !one.barred && isFree(one));
  return [...others, ...on];
}

function wordsIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap((one: Json) => wordsIn(one)) : [];
}

/** The commands that wait, in the order in which they will be sent. */
export function queued(waiting: readonly Envelope[]): Part {
  if (waiting.length < 2) return nothing;
  return html`<p class="say1"><b>${waiting.length} commands wait</b></p><ol>${waiting.map((one) => html`<li>${one.what}</li>`)}</ol>`;
}

/** The dock with the deeds that can join, and a sentence about all others. */
export function joining(table: Table): Part {
  const { waiting } = table.service;
  const deeds = joinable(table.scene, waiting);
  const tap = (deed: Deed) => (): void => (deed.where === "on" ? void table.advance(deed) : table.choose(deed));
  return html`<div class="dock many">${deeds.length ? html`<div class="acts ${columns(1)}">${deeds.map((one) => button({ title: one.says, small: one.of || "waits too", tap: tap(one) }))}</div>` : nothing}<p class="say1"><span>${NEEDS_ANSWER}</span></p></div>`;
}
