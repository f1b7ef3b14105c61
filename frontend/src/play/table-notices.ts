// Notices about the game as a whole: what is in effect on the table, its end, and pages to open.
import { html, nothing, type TemplateResult } from "lit-html";
import type { ScreenData, Sheet } from "./model";
import { icon } from "./parts";

export function sheetList(data: ScreenData): TemplateResult | typeof nothing {
  const lines = (of: Sheet): TemplateResult =>
    html`<section><h3>${of.title}</h3><ul>${of.lines.map((line) => html`<li>${line.says}${line.clause ? html` <span class="cl">${line.clause}</span>` : nothing}</li>`)}</ul></section>`;
  return data.sheets.length ? html`<div class="sheets">${data.sheets.map(lines)}</div>` : nothing;
}

/** Says that this turn is the last, or that the last is over, and leads the host to close the game. */
export function endNotice(data: ScreenData): TemplateResult | typeof nothing {
  // Players who play on have read it when the turn began.
  if (data.closed || !data.end || (data.steps[0] && data.steps[0].state !== "now")) return nothing;
  if (data.end === "last") return html`<p class="ends">${icon("mind")}<span><b>${data.turn}</b> is the last.</span></p>`;
  const { seats, reports } = document.body.dataset;
  const way = seats
    ? html`<a class="btn chief" href="${seats}#close">${reports === undefined ? "Close the game" : "Close the game and read its report"}</a>`
    : nothing;
  // A report reveals what each side kept secret: it opens when the game is closed.
  const words = seats
    ? "Close it, or play on."
    : `The host may close it.${reports === undefined ? "" : " Then everybody may read its report."} You may play on.`;
  // Each rule system has its own word for a turn, such as "Bound 4".
  const turn = data.turn.split(" ")[0]!.toLowerCase();
  return html`<p class="ends">${icon("mind")}<span><b>The last ${turn} is over.</b> ${words}</span>${way}</p>`;
}

/** So many events exist before a player does anything. */
const BEGUN = 6;

/** Whether the host is alone, and nothing was done yet. */
function isAlone(data: ScreenData): boolean {
  return !data.others && !data.closed && data.number <= BEGUN;
}

/** Leads the host to invite other players before anything is done. */
export function inviteNotice(data: ScreenData): TemplateResult | typeof nothing {
  const { seats } = document.body.dataset;
  return seats && data.turn && isAlone(data)
    ? html`<p class="ends">${icon("mind")}<span>Nobody else sits here yet.</span><a class="btn" href="${seats}#at-once">Invite the others</a></p>`
    : nothing;
}

/** Pages that are useful now: before the first turn, inviting other players. */
export function pageLinks(data: ScreenData): TemplateResult | typeof nothing {
  const { seats } = document.body.dataset;
  const inviting = seats && !data.turn ? [{ sign: "go", says: "Invite the others", address: seats }] : [];
  const ways = [...inviting, ...data.ways.filter((link) => link.now)];
  return ways.length
    ? html`<p class="wanted">${ways.map((link) => html`<a class="btn" href=${link.address}>${icon(link.sign)}${link.says}</a>`)}</p>`
    : nothing;
}
