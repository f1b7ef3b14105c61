// What lies on the table or is in force beside the stands, in words.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Scene, Sheet } from "./model";
import { icon } from "./parts";

export function lying(scene: Scene): TemplateResult | typeof nothing {
  const lines = (of: Sheet): TemplateResult => html`<section><h3>${of.title}</h3><ul>${of.lines.map((one) => html`<li>${one.says}${one.clause ? html` <span class="cl">${one.clause}</span>` : nothing}</li>`)}</ul></section>`;
  return scene.sheets.length ? html`<div class="sheets">${scene.sheets.map(lines)}</div>` : nothing;
}

/** The pages beside the table that are wanted at this moment: before the first turn its host asks the others in. */
export function wanted(scene: Scene): TemplateResult | typeof nothing {
  const { seats } = document.body.dataset;
  const inviting = seats && !scene.turn ? [{ sign: "go", says: "Invite the others", address: seats }] : [];
  const ways = [...inviting, ...scene.ways.filter((one) => one.now)];
  return ways.length ? html`<p class="wanted">${ways.map((one) => html`<a class="btn" href=${one.address}>${icon(one.sign)}${one.says}</a>`)}</p>` : nothing;
}
