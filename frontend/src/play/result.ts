// The result of a command: its rows with their dice, the five seconds to correct a mistyped die, and the space it needs.
import { html, nothing, type TemplateResult } from "lit-html";
import { bothNames, thrownIn } from "./contested-roll";
import type { Result, ResultRow } from "./model";
import { briefly, die, ledger, type Part, tag } from "./parts";
import type { PlayScreen } from "./play-screen";

/** From so many rows on, rows are grouped below the name of their company. */
const TO_GROUP = 5;

/** Groups the rows of a result by the row of their stands; null if that groups nothing. */
function groupsOf(screen: PlayScreen, result: Result): Map<string, number[]> | null {
  if (result.rows.length < TO_GROUP) return null;
  const groups = new Map<string, number[]>();
  for (const [n, row] of result.rows.entries()) {
    const there = screen.state.placed(row.stand);
    if (!there) return null;
    const name = there.row.counters.some((counter) => counter.id === row.stand) ? there.row.name : "Beside them";
    groups.set(name, [...(groups.get(name) ?? []), n]);
  }
  return groups.size > 1 ? groups : null;
}

function rowsOfResult(screen: PlayScreen, result: Result, isLive: boolean): TemplateResult {
  const groups = groupsOf(screen, result);
  const item = (n: number, names: string): TemplateResult => resultRow(screen, result.rows[n]!, n, names);
  if (!groups)
    return html`<ul class="res ${result.rows.length > 6 ? "close" : ""} ${isLive ? "live" : ""}">${result.rows.map((_, n) => item(n, bothNames(screen, result)))}</ul>`;
  return html`<div class="dealt">${[...groups].map(([name, rows]) => {
    const names = briefly(rows.map((n) => (screen.state.placed(result.rows[n]!.stand)?.counter.brief ?? "").split(",")[0]!));
    return html`<section><h3>${name}</h3><ul class="res close">${rows.map((n, k) => item(n, names[k]!))}</ul></section>`;
  })}</div>`;
}

export function resultBody(screen: PlayScreen, result: Result, isLive = false): TemplateResult {
  return html`${rowsOfResult(screen, result, isLive)}${thrownIn(screen, result)}${result.dealt ? html`<p class="say1"><span>Dealt by lot: they stood alike, and the service deals</span></p>` : nothing}${result.said ? html`<p class="say1"><span>${result.said}</span></p>` : nothing}`;
}

function resultRow(screen: PlayScreen, row: ResultRow, n: number, names: string): TemplateResult {
  const open = Date.now() < screen.state.mistypedUntil;
  const dice = row.dice.map((pips, k) =>
    open
      ? html`<button type="button" class="dz" aria-label="Die ${pips}: read it again" @click=${() => screen.diceInput.startCorrection(n, k)}>${die(pips, "sm hit")}</button>`
      : html`<span class="dz">${die(pips, "sm hit")}</span>`,
  );
  const inside = html`<span class="rw"><span class="nm">${names || (screen.state.placed(row.stand)?.counter.brief ?? row.name)}</span><span class="m">${row.reckoning}</span></span>`;
  const why = row.lines.length ? html`<details class="why"><summary>${inside}</summary>${ledger(row.lines)}</details>` : inside;
  return html`<li><span class="dzs">${dice}</span>${why}<span class="tags">${row.tags.map(tag)}</span></li>`;
}

/** For five seconds a tap corrects a mistyped die; afterwards the other side has to agree. */
export function typo(screen: PlayScreen, result: Result): Part {
  if (!result.dice) return nothing;
  const left = screen.state.mistypedUntil - Date.now();
  if (left > 0) return html`<div class="typo" data-until=${screen.state.mistypedUntil}><span><b>Mistyped?</b> Tap the die</span></div>`;
  return html`<div class="typo gone"><span>${screen.state.data.others ? "A die is read again with the other side’s consent: Ask it back" : "Nobody else is seated: Take back, and the log says so"}</span></div>`;
}

/** First rows move together; then the board is replaced by a button; then a row keeps its name and outcome only. */
const LEVELS = ["1", "2", "3"];

/** Takes as much space as the outcome needs, and gives it back when the card changes. */
export function makeRoom(main: HTMLElement): void {
  const { body } = document;
  delete body.dataset["room"];
  const outcome = main.querySelector<HTMLElement>(".res")?.closest<HTMLElement>(".body");
  if (!outcome) return;
  for (const level of LEVELS) {
    if (fits(outcome)) return;
    body.dataset["room"] = level;
  }
}

function fits(outcome: HTMLElement): boolean {
  const sheet = outcome.closest<HTMLElement>(".sheet")!;
  return outcome.scrollHeight <= outcome.clientHeight + 1 && sheet.scrollHeight <= sheet.clientHeight + 1;
}
