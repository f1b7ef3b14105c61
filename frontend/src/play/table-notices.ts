// What lies on the table or is in force beside the stands, in words.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Scene, Sheet } from "./model";
import { icon } from "./parts";

export function lying(scene: Scene): TemplateResult | typeof nothing {
  const lines = (of: Sheet): TemplateResult =>
    html`<section><h3>${of.title}</h3><ul>${of.lines.map((one) => html`<li>${one.says}${one.clause ? html` <span class="cl">${one.clause}</span>` : nothing}</li>`)}</ul></section>`;
  return scene.sheets.length ? html`<div class="sheets">${scene.sheets.map(lines)}</div>` : nothing;
}

/** That this turn is the last of the game, as it begins, or that the last is over: whoever may close it is led there. */
export function howItEnds(scene: Scene): TemplateResult | typeof nothing {
  // Whoever plays on has read it where the turn began.
  if (scene.closed || !scene.end || (scene.steps[0] && scene.steps[0].state !== "now")) return nothing;
  if (scene.end === "last") return html`<p class="ends">${icon("mind")}<span><b>${scene.turn}</b> is the last.</span></p>`;
  const { seats, reports } = document.body.dataset;
  const way = seats
    ? html`<a class="btn chief" href="${seats}#close">${reports === undefined ? "Close the game" : "Close the game and read its report"}</a>`
    : nothing;
  // Nobody reads the report of a game that is still played: it tells what each side kept to itself.
  const words = seats
    ? "Close it, or play on."
    : `The host may close it.${reports === undefined ? "" : " Then everybody may read its report."} You may play on.`;
  // A turn is called as its rule system calls it, such as "Bound 4".
  const turn = scene.turn.split(" ")[0]!.toLowerCase();
  return html`<p class="ends">${icon("mind")}<span><b>The last ${turn} is over.</b> ${words}</span>${way}</p>`;
}

/** So many events are there before anybody at the table does anything. */
const BEGUN = 6;

/** Whether the host sits here alone, and nothing was done yet. */
function isAlone(scene: Scene): boolean {
  return !scene.others && !scene.closed && scene.number <= BEGUN;
}

/** Before anything is done its host is led to the seats of the others, whatever his card is about. */
export function nobodyElse(scene: Scene): TemplateResult | typeof nothing {
  const { seats } = document.body.dataset;
  return seats && scene.turn && isAlone(scene)
    ? html`<p class="ends">${icon("mind")}<span>Nobody else sits here yet.</span><a class="btn" href="${seats}#at-once">Invite the others</a></p>`
    : nothing;
}

/** The pages beside the table that are wanted at this moment: before the first turn its host asks the others in. */
export function wanted(scene: Scene): TemplateResult | typeof nothing {
  const { seats } = document.body.dataset;
  const inviting = seats && !scene.turn ? [{ sign: "go", says: "Invite the others", address: seats }] : [];
  const ways = [...inviting, ...scene.ways.filter((one) => one.now)];
  return ways.length
    ? html`<p class="wanted">${ways.map((one) => html`<a class="btn" href=${one.address}>${icon(one.sign)}${one.says}</a>`)}</p>`
    : nothing;
}
