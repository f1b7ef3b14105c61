// Rows of any kind: each has its prompts below each other, with words to tap and figures to type.
import { html, nothing, type TemplateResult } from "lit-html";
import { isDrawn } from "./command-draft";
import type { Prompt, Json } from "./model";
import { capital } from "./parts";
import type { PlayScreen } from "./play-screen";

type Row = { [key: string]: Json };

/** A prompt for rows that are neither tapped on the board nor things with one word each. */
export function rowsAsk(screen: PlayScreen): Prompt | undefined {
  if (screen.state.aim) return undefined;
  // Places that a drag enters are shown on the map.
  return screen.state.prompts?.prompts.find(
    (prompt) => prompt.kind === "rows" && !isDrawn(prompt) && (prompt.rows.length > 0 || (prompt.next_row.length > 0 && prompt.needed)),
  );
}

function told(screen: PlayScreen, prompt: Prompt): Row[] {
  const rows = screen.state.draft!.tapped.facts[prompt.name];
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

export function rowsForm(screen: PlayScreen, prompt: Prompt): TemplateResult {
  const rows = told(screen, prompt);
  const shown = rows.length
    ? rows.map((row, n) => rowForm(screen, prompt, n, row, prompt.rows[n] ?? prompt.next_row))
    : [rowForm(screen, prompt, 0, {}, prompt.next_row)];
  const more = rows.length > 0 && prompt.next_row.length > 0 && (prompt.maximum === null || rows.length < prompt.maximum);
  return html`${shown}${more ? html`<div class="open"><button type="button" class="btn" @click=${() => screen.targets.fact([], prompt.name, [...rows, {}], `one more of ${prompt.says}`)}>One more: ${prompt.says}</button></div>` : nothing}`;
}

function rowForm(screen: PlayScreen, prompt: Prompt, nth: number, row: Row, prompts: readonly Prompt[]): TemplateResult {
  const rows = told(screen, prompt);
  const tell = (name: string, value: Json, says: string): void => {
    const all = rows.length ? rows : [{}];
    screen.targets.fact(
      [],
      prompt.name,
      all.map((each, n) => (n === nth ? { ...each, [name]: value } : each)),
      says,
    );
  };
  const title = rows.length > 1 ? html`<p class="label lead">${capital(prompt.says)}, ${nth + 1}</p>` : nothing;
  return html`${title}${prompts.filter((prompt) => prompt.kind !== "dice" && prompt.kind !== "drawn").map((prompt) => field(prompt, row[prompt.name], (value) => tell(prompt.name, value, prompt.says)))}`;
}

function field(prompt: Prompt, value: Json | undefined, tell: (value: Json) => void): TemplateResult {
  return html`<div class="open"><p class="label">${capital(prompt.brief || prompt.says)}</p>${prompt.among ? words(prompt, value, tell) : prompt.kind === "switch" ? yesNo(value ?? prompt.usual, tell) : figure(prompt, value, tell)}</div>`;
}

function words(prompt: Prompt, value: Json | undefined, tell: (value: Json) => void): TemplateResult {
  const taken = Array.isArray(value) ? value : [];
  const on = (choice: Json): boolean => (prompt.kind === "several" ? taken.includes(choice) : (value ?? prompt.usual) === choice);
  const tapped = (value: Json): void =>
    tell(prompt.kind === "several" ? (taken.includes(value) ? taken.filter((each) => each !== value) : [...taken, value]) : value);
  return html`<div class="words" role="group" aria-label=${prompt.says}>${(prompt.among ?? []).map((value, n) => html`<button type="button" class="btn" aria-pressed=${on(value) ? "true" : "false"} @click=${() => tapped(value)}>${capital(prompt.words?.[n] ?? String(value))}</button>`)}</div>`;
}

function yesNo(value: Json, tell: (value: Json) => void): TemplateResult {
  return html`<div class="words"><button type="button" class="btn" aria-pressed=${value === true ? "true" : "false"} @click=${() => tell(true)}>Yes</button><button type="button" class="btn" aria-pressed=${value === false ? "true" : "false"} @click=${() => tell(false)}>No</button></div>`;
}

function figure(prompt: Prompt, value: Json | undefined, tell: (value: Json) => void): TemplateResult {
  const typed = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector("input")!;
    const text = field.value.trim();
    const number = Number(text.replace(",", ".").replace("\u2212", "-"));
    if (text) tell(prompt.kind === "text" ? text : Number.isFinite(number) ? number : text);
    else field.focus();
  };
  return html`<form class="typed" @submit=${typed}><input inputmode=${prompt.kind === "text" ? "text" : "decimal"} autocomplete="off" aria-label=${prompt.says} .value=${value === undefined || value === null ? "" : String(value)}><button class="btn" type="submit">Tell</button></form>`;
}
