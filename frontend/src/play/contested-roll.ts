// Two dice that meet: what each side adds, and a table of 36 in which rows are the one die and columns the other.
import { html, nothing, type TemplateResult } from "lit-html";
import type { End, Face, Meeting, Met, Result } from "./model";
import { briefly, button, capital, die, flag, signed } from "./parts";
import type { PlayScreen } from "./play-screen";

const FACES = [1, 2, 3, 4, 5, 6] as const;

/** The meeting that the deed in hand throws a die of, as long as that die is to come. */
export function meetingOf(table: PlayScreen): Meeting | null {
  const { asked, hand } = table.state;
  return hand && asked?.meeting && !asked.refused && table.state.waitsForDice ? asked.meeting : null;
}

/** What pairs of faces come to for one face of a side's die, in a sentence. */
export function against(meeting: Meeting, ofRows: boolean, face: number): string {
  const ends = FACES.map((other) => endAt(meeting, ofRows ? face : other, ofRows ? other : face).word);
  const parts: string[] = [];
  for (let from = 0; from < ends.length; ) {
    let to = from;
    while (ends[to + 1] === ends[from]) to++;
    parts.push(`against ${from === to ? from + 1 : `${from + 1} to ${to + 1}`} ${ends[from]}`);
    from = to + 1;
  }
  return parts.join(", ");
}

export function endAt(meeting: Meeting, row: number, column: number): End {
  return meeting.ends[meeting.cells[(row - 1) * FACES.length + column - 1]!]!;
}

/** Whether this device throws both dice: neither lies, and it speaks for both sides. */
export function throwsBoth(table: PlayScreen, meeting: Meeting): boolean {
  const { sides } = table.state.scene;
  const other = table.state.hand?.deed.by !== meeting.columns.side ? meeting.columns : meeting.rows;
  return !other.die && sides.includes(meeting.rows.side) && sides.includes(meeting.columns.side);
}

/** The pad of a meeting: the own die by the head of its row or column, both by the cell where a device speaks for both sides. */
export function duel(table: PlayScreen, meeting: Meeting): TemplateResult {
  const open = table.state.padOpen;
  const ofRows = table.state.hand!.deed.by !== meeting.columns.side;
  const both = throwsBoth(table, meeting);
  const title = both ? "Tap where the two dice meet" : "Tap the face you rolled";
  const head = (face: number, isRow: boolean): TemplateResult => {
    const one = isRow ? meeting.rows : meeting.columns;
    const drawn = die(face, one.die === face ? "hit" : "");
    const cls = `ax ${sideOf(table, one)} ${one.die && one.die !== face ? "faded" : ""}`;
    if (isRow !== ofRows) return html`<span class=${cls}>${drawn}</span>`;
    return html`<button type="button" class=${cls} aria-label=${face} aria-description=${against(meeting, isRow, face)} aria-disabled=${open ? nothing : "true"} data-die=${face} @click=${() => open && table.diceInput.die(face)}>${drawn}</button>`;
  };
  const cell = (row: number, column: number): TemplateResult => {
    const end = endAt(meeting, row, column);
    const cls = `cell ${clsOf(table, meeting, end)} ${(meeting.rows.die && meeting.rows.die !== row) || (meeting.columns.die && meeting.columns.die !== column) || (both && table.state.firstDie && table.state.firstDie !== row) ? "faded" : ""}`;
    if (!both) return html`<span class=${cls} aria-hidden="true">${letterOf(table, meeting, end)}</span>`;
    const says = `${sideName(table, meeting.rows)} ${row}, ${sideName(table, meeting.columns)} ${column}: ${end.word}`;
    return html`<button type="button" class=${cls} aria-label=${says} aria-disabled=${open ? nothing : "true"} data-meets="${row}${column}" @click=${() => open && void table.diceInput.meet(row, column)}>${letterOf(table, meeting, end)}</button>`;
  };
  return html`<div class="dock pads duels ${open ? "" : "off"}"><div class="top">${chances(table, meeting)}${open ? button({ title: "Roll for me", tap: () => table.diceInput.roll(), off: !table.state.isAnswered }) : nothing}</div>
<div class="duel" role="group" aria-label=${title}>${key(table, meeting)}${FACES.map((face) => head(face, false))}${FACES.map((row) => html`${head(row, true)}${FACES.map((column) => cell(row, column))}`)}</div></div>`;
}

/** Both stands, what each adds to its die, and why. */
export function factors(table: PlayScreen, meeting: Meeting): TemplateResult {
  const row = (one: Met): TemplateResult =>
    html`<li>${flagOf(table, one)}<b>${signed(one.added)}</b><span><strong>${table.state.placed(one.stand)?.counter.brief ?? one.name}</strong> ${one.lines.map((line) => `${signed(line.value)} ${line.says.charAt(0).toLowerCase()}${line.says.slice(1)}`).join(", ") || "nothing"}</span><span class="cl">${one.lines[0]?.clause ?? ""}</span></li>`;
  return html`<ul class="factors">${row(meeting.rows)}${row(meeting.columns)}</ul>`;
}

/** One of a row of meetings: both stands, and how it ended or where it stands. */
interface Bout {
  readonly pair: readonly [string, string];
  readonly state: "was" | "now" | "";
  readonly says: TemplateResult;
}

const MOST_BOUTS = 4;
const AT = " at ";

/** Every meeting of the row that is in hand: those before it, it, and those to come. */
export function bouts(table: PlayScreen, meeting: Meeting): Bout[] {
  const fought = table.state.scene.results.filter((one) => one.kind === meeting.comes_to && one.between?.length === 2);
  const was = fought.map(
    (one): Bout => ({
      pair: [one.between![0]!, one.between![1]!],
      state: "was",
      says: html`${one.rows[0]?.dice.join("–")} <b>${endedFor(table, one)}</b>`,
    }),
  );
  const now: Bout = { pair: [meeting.rows.stand, meeting.columns.stand], state: "now", says: html`in hand` };
  const later = (meeting.to_come ?? []).map((one): Bout => ({ pair: [one.rows, one.columns], state: "", says: html`to come` }));
  return [...was, now, ...later];
}

/** Whose stand is left where only one of two stands is, in a word; else the outcome as it was told. */
function endedFor(table: PlayScreen, result: Result): string {
  const stands = (result.between ?? []).map((id) => table.state.placed(id));
  const left = stands.filter((one) => one && !one.counter.out);
  return stands.every(Boolean) && left.length === 1
    ? (table.state.scene.faces.find((one) => one.side === left[0]!.side)?.name ?? "")
    : result.headline.toLowerCase();
}

/** The number of a meeting in its row, for a stand that is in one: 0 for any other. */
export function boutOf(all: readonly Bout[], stand: string): number {
  return all.findIndex((one) => one.state !== "was" && one.pair.includes(stand)) + 1;
}

/** The row of meetings above the table, as many as fit around the one in hand. */
export function fights(table: PlayScreen, meeting: Meeting): TemplateResult {
  const all = bouts(table, meeting);
  const at = all.findIndex((one) => one.state === "now");
  const from = Math.max(0, Math.min(at - 1, all.length - MOST_BOUTS));
  const one = (bout: Bout, n: number): TemplateResult =>
    html`<li class=${bout.state}><span class="fno" aria-hidden="true">${from + n + 1}</span><span><span class="nm">${shortPair(table, meeting, bout.pair, AT)}</span><span class="m"><span>${bout.says}</span></span></span></li>`;
  return html`<ol class="fights" aria-label="All of them">${all.slice(from, from + MOST_BOUTS).map(one)}</ol>`;
}

/** Both in few words: what both are called alike is said once, or not at all. One without a stand has its name from the meeting. */
export function shortPair(table: PlayScreen, meeting: Meeting, pair: readonly [string, string], between: string): string {
  const nameless = [meeting.rows, meeting.columns].find((one) => !one.stand)?.name ?? "";
  const names = pair.map((id) => (id ? (table.state.placed(id)?.counter.brief ?? "") : nameless).split(",")[0]!);
  const [one, other] = briefly(names);
  return `${one}${between}${between === AT ? other : names[1]}`;
}

/** Where the own die is told, where it is one of the two. */
export function whereToTell(table: PlayScreen, meeting: Meeting): string {
  return throwsBoth(table, meeting)
    ? "tap where the two meet"
    : table.state.hand!.deed.by === meeting.columns.side
      ? "tap its face above the table"
      : "tap its face beside the table";
}

/** What the card is called while two dice meet: whose they are, who, and which of how many. */
export function meetingHead(
  table: PlayScreen,
  meeting: Meeting,
): { readonly label: string; readonly title: string; readonly right: string } {
  const pair = [meeting.rows.stand, meeting.columns.stand] as const;
  // A weapon beside a company's row is none of it.
  const rows = pair.map((id) => {
    const there = table.state.placed(id);
    return (there?.row.counters.some((one) => one.id === id) && there.row.name) || there?.counter.brief || "";
  });
  const all = bouts(table, meeting);
  const at = all.findIndex((one) => one.state === "now") + 1;
  const { deed } = table.state.hand!;
  return {
    label: `${deed.says}: ${rows.filter(Boolean).join(" against ")}`,
    title: shortPair(table, meeting, pair, " against ") || capital(deed.of),
    right: all.length > 1 ? `${deed.says.includes(" ") ? "" : `${deed.says.toLowerCase()} `}${at} of ${all.length}` : "",
  };
}

/** Both stands of a result that this device saw the table of, in few words. */
export function bothNames(table: PlayScreen, result: Result): string {
  const meeting = table.prompts.meetingBefore(result);
  const brief = (one: Met): string => table.state.placed(one.stand)?.counter.brief ?? one.name;
  return meeting ? `${brief(meeting.rows)} against ${brief(meeting.columns)}` : "";
}

/** The same table once more under the result, with the pair that was thrown. */
export function thrownIn(table: PlayScreen, result: Result): TemplateResult | typeof nothing {
  const meeting = table.prompts.meetingBefore(result);
  const dice = result.rows.flatMap((one) => one.dice);
  if (!meeting || dice.length !== 2) return nothing;
  const [row, column] = [dice[0]!, dice[1]!];
  const cell = (r: number, c: number): TemplateResult => {
    const end = endAt(meeting, r, c);
    return html`<span class="cell ${clsOf(table, meeting, end)} ${r === row && c === column ? "thrown" : ""}">${letterOf(table, meeting, end)}</span>`;
  };
  const says = `${sideName(table, meeting.rows)} ${row}, ${sideName(table, meeting.columns)} ${column}: ${endAt(meeting, row, column).word}`;
  return html`<div class="met" role="img" aria-label=${says}><div class="duel">${key(table, meeting)}${FACES.map((face) => html`<span class="ax ${sideOf(table, meeting.columns)} ${face === column ? "" : "faded"}">${die(face)}</span>`)}${FACES.map((r) => html`<span class="ax ${sideOf(table, meeting.rows)} ${r === row ? "" : "faded"}">${die(r)}</span>${FACES.map((c) => cell(r, c))}`)}</div></div>`;
}

function chances(table: PlayScreen, meeting: Meeting): TemplateResult {
  const says = meeting.ends.map((one) => `${one.word} ${one.percent}`).join(", ");
  return html`<div class="odds" role="img" aria-label=${says}>${meeting.ends.map((one) => html`<span class=${clsOf(table, meeting, one)} .style=${`flex:${one.pairs}`}><b>${one.percent}</b>${one.pairs > 4 ? shortly(table, meeting, one) : nothing}</span>`)}</div>`;
}

/** Whether a side can win in several ways, such as aircraft that destroy or suppress: then the side alone does not say the end. */
function winsInSeveralWays(meeting: Meeting, end: End): boolean {
  return meeting.ends.filter((other) => other.wins === end.wins).length > 1;
}

/** An end of so many pairs and more has room for its word. */
const ROOM_FOR_A_WORD = 10;

/** An end in a word: by the name of the side that wins. */
function shortly(table: PlayScreen, meeting: Meeting, end: End): string {
  // A narrow part has room for a letter, as its cells have.
  if (winsInSeveralWays(meeting, end)) return end.pairs < ROOM_FOR_A_WORD ? letterOf(table, meeting, end) : end.word;
  return end.wins ? sideName(table, end.wins === meeting.rows.side ? meeting.rows : meeting.columns) : "draw";
}

function key(table: PlayScreen, meeting: Meeting): TemplateResult {
  return html`<span class="key" aria-hidden="true"><span class="fb">${flagOf(table, meeting.rows)}</span><span class="fg">${flagOf(table, meeting.columns)}</span></span>`;
}

function faceOf(table: PlayScreen, one: Met): Face | undefined {
  return table.state.scene.faces.find((face) => face.side === one.side);
}

function flagOf(table: PlayScreen, one: Met): TemplateResult {
  const face = faceOf(table, one);
  return flag(face?.letter ?? one.side.charAt(0).toUpperCase(), face?.nation ?? "", "sm");
}

function sideOf(table: PlayScreen, one: Met): string {
  return `n-${faceOf(table, one)?.nation ?? ""}`;
}

function sideName(table: PlayScreen, one: Met): string {
  return faceOf(table, one)?.name ?? one.side;
}

function clsOf(table: PlayScreen, meeting: Meeting, end: End): string {
  if (!end.wins) return "e";
  const isRows = end.wins === meeting.rows.side;
  return `${isRows ? "w" : "l"} ${sideOf(table, isRows ? meeting.rows : meeting.columns)}`;
}

/** The letter of the side that wins; where both have the same, that of what it did. */
function letterOf(table: PlayScreen, meeting: Meeting, end: End): string {
  if (!end.wins) return "=";
  const [rows, columns] = [faceOf(table, meeting.rows)?.letter, faceOf(table, meeting.columns)?.letter];
  if (!rows || !columns || rows === columns || winsInSeveralWays(meeting, end)) return end.word.charAt(0).toUpperCase();
  return end.wins === meeting.rows.side ? rows : columns;
}
