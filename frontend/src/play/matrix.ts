// Rows that are not on the board: each thing has one of a few words, tapped beside its name.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Prompt, Json } from "./model";
import { capital } from "./parts";
import type { PlayScreen } from "./play-screen";

const MOST_WORDS = 9;

type Row = { [key: string]: Json };

/** A prompt for rows of a thing and one of a few words, with the prompts of both. */
export interface Matrix {
  readonly ask: Prompt;
  readonly of: Prompt;
  readonly word: Prompt;
}

export function matrixOf(screen: PlayScreen): Matrix | null {
  if (screen.state.aim || !screen.state.prompts) return null;
  for (const prompt of screen.state.prompts.prompts) {
    if (prompt.kind !== "rows") continue;
    const shape = prompt.next_row.length ? prompt.next_row : (prompt.rows[0] ?? []);
    const [of, word] = shape;
    const few = word?.among && word.among.length <= MOST_WORDS && (word.kind === "word" || word.kind === "one");
    if (of?.kind === "one" && of.among && word && few) return { ask: prompt, of: { ...of, ...everything(prompt, of.name) }, word };
  }
  return null;
}

/** All things that rows can be about: those left, and those with a row. */
function everything(prompt: Prompt, name: string): Pick<Prompt, "among" | "words"> {
  const pairs = new Map<Json, string>();
  for (const cell of [...prompt.rows, prompt.next_row].flat())
    if (cell.name === name) cell.among?.forEach((value, n) => pairs.set(value, cell.words?.[n] ?? String(value)));
  return { among: [...pairs.keys()], words: [...pairs.values()] };
}

function rowsOf(screen: PlayScreen, matrix: Matrix): Row[] {
  const told = screen.state.draft!.tapped.facts[matrix.ask.name];
  return Array.isArray(told) ? (told as Row[]) : [];
}

export function matrix(screen: PlayScreen, wordMatrix: Matrix): TemplateResult {
  const rows = rowsOf(screen, wordMatrix);
  const line = (value: Json, n: number): TemplateResult => {
    const own = rows.find((row) => row[wordMatrix.of.name] === value);
    return html`<li><span class="nm">${wordMatrix.of.words?.[n] ?? String(value)}</span><span class="words" role="group" aria-label=${wordMatrix.of.words?.[n] ?? String(value)}>${(wordMatrix.word.among ?? []).map((word, k) => wordButton(screen, wordMatrix, value, word, wordMatrix.word.words?.[k] ?? String(word), own?.[wordMatrix.word.name] === word))}</span></li>`;
  };
  return html`<p class="label lead">${capital(wordMatrix.ask.says)}</p><ul class="matrix">${(wordMatrix.of.among ?? []).map(line)}</ul>${open(screen, wordMatrix)}`;
}

/** Several things that are not on the board: a tap on a name selects or removes it. */
export function several(screen: PlayScreen): TemplateResult | typeof nothing {
  const prompts = (screen.state.prompts?.prompts ?? []).filter(
    (prompt) => prompt.kind === "several" && prompt !== screen.state.aim?.ask && prompt.among?.length,
  );
  return prompts.length ? html`${prompts.map((prompt) => toggles(screen, prompt))}` : nothing;
}

function toggles(screen: PlayScreen, prompt: Prompt): TemplateResult {
  const told = screen.state.draft!.tapped.facts[prompt.name];
  const taken = Array.isArray(told) ? told : [];
  const tapped = (value: Json): void =>
    screen.targets.fact([], prompt.name, taken.includes(value) ? taken.filter((each) => each !== value) : [...taken, value], prompt.says);
  return html`<div class="open"><p class="label">${capital(prompt.says)}</p><div class="words" role="group" aria-label=${prompt.says}>${(prompt.among ?? []).map((value, n) => html`<button type="button" class="btn" aria-pressed=${taken.includes(value) ? "true" : "false"} @click=${() => tapped(value)}>${capital(prompt.words?.[n] ?? String(value))}</button>`)}</div></div>`;
}

function wordButton(screen: PlayScreen, wordMatrix: Matrix, of: Json, value: Json, word: string, on: boolean): TemplateResult {
  const tapped = (): void => {
    const rest = rowsOf(screen, wordMatrix).filter((row) => row[wordMatrix.of.name] !== of);
    const rows = on ? rest : [...rest, { [wordMatrix.of.name]: of, [wordMatrix.word.name]: value }];
    screen.targets.fact([], wordMatrix.ask.name, inOrder(rows, wordMatrix), `${capital(word)}`);
  };
  return html`<button type="button" class="btn" aria-pressed=${on ? "true" : "false"} @click=${tapped}>${capital(word)}</button>`;
}

/** The rows in the order of the card. */
function inOrder(rows: Row[], wordMatrix: Matrix): Row[] {
  const at = (row: Row): number => (wordMatrix.of.among ?? []).indexOf(row[wordMatrix.of.name] ?? null);
  return [...rows].sort((a, b) => at(a) - at(b));
}

/** What a row still needs beside its word. */
function open(screen: PlayScreen, wordMatrix: Matrix): TemplateResult | typeof nothing {
  const place = screen.state.prompts?.missing?.field.match(/^(.+)\.(\d+)\.([^.]+)$/);
  if (!place || place[1] !== wordMatrix.ask.name) return nothing;
  const [nth, name] = [Number(place[2]), place[3]!];
  const prompt = wordMatrix.ask.rows[nth]?.find((each) => each.name === name);
  const rows = rowsOf(screen, wordMatrix);
  if (!prompt?.among || !rows[nth]) return nothing;
  const told = (value: Json): void =>
    screen.targets.fact(
      [],
      wordMatrix.ask.name,
      rows.map((row, n) => (n === nth ? { ...row, [name]: value } : row)),
      prompt.says,
    );
  return html`<div class="open"><p class="label">${String(wordMatrix.of.words?.[(wordMatrix.of.among ?? []).indexOf(rows[nth]![wordMatrix.of.name] ?? null)] ?? "")}: ${prompt.says}</p><div class="words">${prompt.among.map((value, n) => html`<button type="button" class="btn" @click=${() => told(value)}>${capital(prompt.words?.[n] ?? String(value))}</button>`)}</div></div>`;
}
