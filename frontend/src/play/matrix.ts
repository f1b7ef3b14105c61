// Rows that do not stand on the board: each thing has one of few words, tapped beside its name.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Ask, Json } from "./model";
import { capital } from "./parts";
import type { PlayScreen } from "./play-screen";

const MOST_WORDS = 9;

type Row = { [key: string]: Json };

/** A rows ask in which a thing is named first and told one of few words, and those two asks. */
export interface Matrix {
  readonly ask: Ask;
  readonly of: Ask;
  readonly word: Ask;
}

export function matrixOf(table: PlayScreen): Matrix | null {
  if (table.state.aim || !table.state.asked) return null;
  for (const ask of table.state.asked.asks) {
    if (ask.kind !== "rows") continue;
    const shape = ask.next_row.length ? ask.next_row : (ask.rows[0] ?? []);
    const [of, word] = shape;
    const few = word?.among && word.among.length <= MOST_WORDS && (word.kind === "word" || word.kind === "one");
    if (of?.kind === "one" && of.among && word && few) return { ask, of: { ...of, ...everything(ask, of.name) }, word };
  }
  return null;
}

/** All that the rows may be of: what is left, and what has a row. */
function everything(ask: Ask, name: string): Pick<Ask, "among" | "words"> {
  const pairs = new Map<Json, string>();
  for (const one of [...ask.rows, ask.next_row].flat())
    if (one.name === name) one.among?.forEach((value, n) => pairs.set(value, one.words?.[n] ?? String(value)));
  return { among: [...pairs.keys()], words: [...pairs.values()] };
}

function rowsOf(table: PlayScreen, matrix: Matrix): Row[] {
  const told = table.state.hand!.tapped.facts[matrix.ask.name];
  return Array.isArray(told) ? (told as Row[]) : [];
}

export function matrix(table: PlayScreen, found: Matrix): TemplateResult {
  const rows = rowsOf(table, found);
  const line = (value: Json, n: number): TemplateResult => {
    const own = rows.find((row) => row[found.of.name] === value);
    return html`<li><span class="nm">${found.of.words?.[n] ?? String(value)}</span><span class="words" role="group" aria-label=${found.of.words?.[n] ?? String(value)}>${(found.word.among ?? []).map((word, k) => one(table, found, value, word, found.word.words?.[k] ?? String(word), own?.[found.word.name] === word))}</span></li>`;
  };
  return html`<p class="label lead">${capital(found.ask.says)}</p><ul class="matrix">${(found.of.among ?? []).map(line)}</ul>${open(table, found)}`;
}

/** Several things that do not stand on the board: each is taken or let go by a tap on its name. */
export function several(table: PlayScreen): TemplateResult | typeof nothing {
  const asks = (table.state.asked?.asks ?? []).filter((ask) => ask.kind === "several" && ask !== table.state.aim?.ask && ask.among?.length);
  return asks.length ? html`${asks.map((ask) => toggles(table, ask))}` : nothing;
}

function toggles(table: PlayScreen, ask: Ask): TemplateResult {
  const told = table.state.hand!.tapped.facts[ask.name];
  const taken = Array.isArray(told) ? told : [];
  const tapped = (value: Json): void =>
    table.targets.fact([], ask.name, taken.includes(value) ? taken.filter((each) => each !== value) : [...taken, value], ask.says);
  return html`<div class="open"><p class="label">${capital(ask.says)}</p><div class="words" role="group" aria-label=${ask.says}>${(ask.among ?? []).map((value, n) => html`<button type="button" class="btn" aria-pressed=${taken.includes(value) ? "true" : "false"} @click=${() => tapped(value)}>${capital(ask.words?.[n] ?? String(value))}</button>`)}</div></div>`;
}

function one(table: PlayScreen, found: Matrix, of: Json, value: Json, word: string, on: boolean): TemplateResult {
  const tapped = (): void => {
    const rest = rowsOf(table, found).filter((row) => row[found.of.name] !== of);
    const rows = on ? rest : [...rest, { [found.of.name]: of, [found.word.name]: value }];
    table.targets.fact([], found.ask.name, inOrder(rows, found), `${capital(word)}`);
  };
  return html`<button type="button" class="btn" aria-pressed=${on ? "true" : "false"} @click=${tapped}>${capital(word)}</button>`;
}

/** The rows in the order in which they stand on the card. */
function inOrder(rows: Row[], found: Matrix): Row[] {
  const at = (row: Row): number => (found.of.among ?? []).indexOf(row[found.of.name] ?? null);
  return [...rows].sort((a, b) => at(a) - at(b));
}

/** What a row still has to tell beside its word. */
function open(table: PlayScreen, found: Matrix): TemplateResult | typeof nothing {
  const place = table.state.asked?.missing?.field.match(/^(.+)\.(\d+)\.([^.]+)$/);
  if (!place || place[1] !== found.ask.name) return nothing;
  const [nth, name] = [Number(place[2]), place[3]!];
  const ask = found.ask.rows[nth]?.find((each) => each.name === name);
  const rows = rowsOf(table, found);
  if (!ask?.among || !rows[nth]) return nothing;
  const told = (value: Json): void =>
    table.targets.fact(
      [],
      found.ask.name,
      rows.map((row, n) => (n === nth ? { ...row, [name]: value } : row)),
      ask.says,
    );
  return html`<div class="open"><p class="label">${String(found.of.words?.[(found.of.among ?? []).indexOf(rows[nth]![found.of.name] ?? null)] ?? "")}: ${ask.says}</p><div class="words">${ask.among.map((value, n) => html`<button type="button" class="btn" @click=${() => told(value)}>${capital(ask.words?.[n] ?? String(value))}</button>`)}</div></div>`;
}
