// Rows of any kind: each asks what it asks, one thing below the other, with words to tap and figures to type.
import { html, nothing, type TemplateResult } from "lit-html";
import { isDrawn } from "./command-draft";
import type { Ask, Json } from "./model";
import { capital } from "./parts";
import type { PlayScreen } from "./play-screen";

type Row = { [key: string]: Json };

/** An ask of rows that is neither aimed at on the board nor a list of things with one word each. */
export function rowsAsk(table: PlayScreen): Ask | undefined {
  if (table.state.aim) return undefined;
  // Places that a drag tells are seen on the map.
  return table.state.asked?.asks.find(
    (one) => one.kind === "rows" && !isDrawn(one) && (one.rows.length > 0 || (one.next_row.length > 0 && one.needed)),
  );
}

function told(table: PlayScreen, ask: Ask): Row[] {
  const rows = table.state.hand!.tapped.facts[ask.name];
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

export function rowsForm(table: PlayScreen, ask: Ask): TemplateResult {
  const rows = told(table, ask);
  const shown = rows.length
    ? rows.map((row, n) => rowForm(table, ask, n, row, ask.rows[n] ?? ask.next_row))
    : [rowForm(table, ask, 0, {}, ask.next_row)];
  const more = rows.length > 0 && ask.next_row.length > 0 && (ask.most === null || rows.length < ask.most);
  return html`${shown}${more ? html`<div class="open"><button type="button" class="btn" @click=${() => table.targets.fact([], ask.name, [...rows, {}], `one more of ${ask.says}`)}>One more: ${ask.says}</button></div>` : nothing}`;
}

function rowForm(table: PlayScreen, ask: Ask, nth: number, row: Row, asks: readonly Ask[]): TemplateResult {
  const rows = told(table, ask);
  const tell = (name: string, value: Json, says: string): void => {
    const all = rows.length ? rows : [{}];
    table.targets.fact(
      [],
      ask.name,
      all.map((each, n) => (n === nth ? { ...each, [name]: value } : each)),
      says,
    );
  };
  const title = rows.length > 1 ? html`<p class="label lead">${capital(ask.says)}, ${nth + 1}</p>` : nothing;
  return html`${title}${asks.filter((one) => one.kind !== "dice" && one.kind !== "drawn").map((one) => field(one, row[one.name], (value) => tell(one.name, value, one.says)))}`;
}

function field(ask: Ask, value: Json | undefined, tell: (value: Json) => void): TemplateResult {
  return html`<div class="open"><p class="label">${capital(ask.brief || ask.says)}</p>${ask.among ? words(ask, value, tell) : ask.kind === "switch" ? yesNo(value ?? ask.usual, tell) : figure(ask, value, tell)}</div>`;
}

function words(ask: Ask, value: Json | undefined, tell: (value: Json) => void): TemplateResult {
  const taken = Array.isArray(value) ? value : [];
  const on = (one: Json): boolean => (ask.kind === "several" ? taken.includes(one) : (value ?? ask.usual) === one);
  const tapped = (one: Json): void =>
    tell(ask.kind === "several" ? (taken.includes(one) ? taken.filter((each) => each !== one) : [...taken, one]) : one);
  return html`<div class="words" role="group" aria-label=${ask.says}>${(ask.among ?? []).map((one, n) => html`<button type="button" class="btn" aria-pressed=${on(one) ? "true" : "false"} @click=${() => tapped(one)}>${capital(ask.words?.[n] ?? String(one))}</button>`)}</div>`;
}

function yesNo(value: Json, tell: (value: Json) => void): TemplateResult {
  return html`<div class="words"><button type="button" class="btn" aria-pressed=${value === true ? "true" : "false"} @click=${() => tell(true)}>Yes</button><button type="button" class="btn" aria-pressed=${value === false ? "true" : "false"} @click=${() => tell(false)}>No</button></div>`;
}

function figure(ask: Ask, value: Json | undefined, tell: (value: Json) => void): TemplateResult {
  const typed = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector("input")!;
    const text = field.value.trim();
    const number = Number(text.replace(",", ".").replace("\u2212", "-"));
    if (text) tell(ask.kind === "text" ? text : Number.isFinite(number) ? number : text);
    else field.focus();
  };
  return html`<form class="typed" @submit=${typed}><input inputmode=${ask.kind === "text" ? "text" : "decimal"} autocomplete="off" aria-label=${ask.says} .value=${value === undefined || value === null ? "" : String(value)}><button class="btn" type="submit">Tell</button></form>`;
}
