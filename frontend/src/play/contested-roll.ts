// Contested rolls: what each side adds, and a table of 36 pairs, with one die for its rows and the other for its columns.
import { html, nothing, type TemplateResult } from "lit-html";
import type { ContestOutcome, Face, ContestedRoll, Contestant, Result } from "./model";
import { briefly, button, capital, die, flag, signed } from "./parts";
import type { PlayScreen } from "./play-screen";

const FACES = [1, 2, 3, 4, 5, 6] as const;

/** The contested roll of the selected command, until its die is entered. */
export function meetingOf(screen: PlayScreen): ContestedRoll | null {
  const { prompts, draft } = screen.state;
  return draft && prompts?.meeting && !prompts.refused && screen.state.waitsForDice ? prompts.meeting : null;
}

/** The outcomes of one face of a side's die, as a sentence. */
export function against(contest: ContestedRoll, ofRows: boolean, face: number): string {
  const ends = FACES.map((other) => endAt(contest, ofRows ? face : other, ofRows ? other : face).word);
  const parts: string[] = [];
  for (let from = 0; from < ends.length; ) {
    let to = from;
    while (ends[to + 1] === ends[from]) to++;
    parts.push(`against ${from === to ? from + 1 : `${from + 1} to ${to + 1}`} ${ends[from]}`);
    from = to + 1;
  }
  return parts.join(", ");
}

export function endAt(contest: ContestedRoll, row: number, column: number): ContestOutcome {
  return contest.ends[contest.cells[(row - 1) * FACES.length + column - 1]!]!;
}

/** Whether this device enters both dice: it plays both sides, and neither was rolled. */
export function throwsBoth(screen: PlayScreen, contest: ContestedRoll): boolean {
  const { sides } = screen.state.data;
  const other = screen.state.draft?.deed.by !== contest.columns.side ? contest.columns : contest.rows;
  return !other.die && sides.includes(contest.rows.side) && sides.includes(contest.columns.side);
}

/** The pad of a contested roll: the own die by the head of its row or column, or both dice by a cell. */
export function duel(screen: PlayScreen, contest: ContestedRoll): TemplateResult {
  const open = screen.state.padOpen;
  const ofRows = screen.state.draft!.deed.by !== contest.columns.side;
  const both = throwsBoth(screen, contest);
  const title = both ? "Tap where the two dice meet" : "Tap the face you rolled";
  const head = (face: number, isRow: boolean): TemplateResult => {
    const contestant = isRow ? contest.rows : contest.columns;
    const drawn = die(face, contestant.die === face ? "hit" : "");
    const cls = `ax ${sideOf(screen, contestant)} ${contestant.die && contestant.die !== face ? "faded" : ""}`;
    if (isRow !== ofRows) return html`<span class=${cls}>${drawn}</span>`;
    return html`<button type="button" class=${cls} aria-label=${face} aria-description=${against(contest, isRow, face)} aria-disabled=${open ? nothing : "true"} data-die=${face} @click=${() => open && screen.diceInput.die(face)}>${drawn}</button>`;
  };
  const cell = (row: number, column: number): TemplateResult => {
    const end = endAt(contest, row, column);
    const cls = `cell ${clsOf(screen, contest, end)} ${(contest.rows.die && contest.rows.die !== row) || (contest.columns.die && contest.columns.die !== column) || (both && screen.state.firstDie && screen.state.firstDie !== row) ? "faded" : ""}`;
    if (!both) return html`<span class=${cls} aria-hidden="true">${letterOf(screen, contest, end)}</span>`;
    const says = `${sideName(screen, contest.rows)} ${row}, ${sideName(screen, contest.columns)} ${column}: ${end.word}`;
    return html`<button type="button" class=${cls} aria-label=${says} aria-disabled=${open ? nothing : "true"} data-meets="${row}${column}" @click=${() => open && void screen.diceInput.rollContest(row, column)}>${letterOf(screen, contest, end)}</button>`;
  };
  return html`<div class="dock pads duels ${open ? "" : "off"}"><div class="top">${chances(screen, contest)}${open ? button({ title: "Roll for me", tap: () => screen.diceInput.roll(), off: !screen.state.isAnswered }) : nothing}</div>
<div class="duel" role="group" aria-label=${title}>${key(screen, contest)}${FACES.map((face) => head(face, false))}${FACES.map((row) => html`${head(row, true)}${FACES.map((column) => cell(row, column))}`)}</div></div>`;
}

/** Both stands, what each adds to its die, and why. */
export function factors(screen: PlayScreen, contest: ContestedRoll): TemplateResult {
  const row = (contestant: Contestant): TemplateResult =>
    html`<li>${flagOf(screen, contestant)}<b>${signed(contestant.added)}</b><span><strong>${screen.state.placed(contestant.stand)?.counter.brief ?? contestant.name}</strong> ${contestant.lines.map((line) => `${signed(line.value)} ${line.says.charAt(0).toLowerCase()}${line.says.slice(1)}`).join(", ") || "nothing"}</span><span class="cl">${contestant.lines[0]?.clause ?? ""}</span></li>`;
  return html`<ul class="factors">${row(contest.rows)}${row(contest.columns)}</ul>`;
}

/** One bout of a row of contests: both stands, and its outcome or state. */
interface Bout {
  readonly pair: readonly [string, string];
  readonly state: "was" | "now" | "";
  readonly says: TemplateResult;
}

const MOST_BOUTS = 4;
const AT = " at ";

/** All bouts of the current row: past, current and to come. */
export function bouts(screen: PlayScreen, contest: ContestedRoll): Bout[] {
  const fought = screen.state.data.results.filter((result) => result.kind === contest.comes_to && result.between?.length === 2);
  const was = fought.map(
    (result): Bout => ({
      pair: [result.between![0]!, result.between![1]!],
      state: "was",
      says: html`${result.rows[0]?.dice.join("–")} <b>${endedFor(screen, result)}</b>`,
    }),
  );
  const now: Bout = { pair: [contest.rows.stand, contest.columns.stand], state: "now", says: html`in hand` };
  const later = (contest.to_come ?? []).map((bout): Bout => ({ pair: [bout.rows, bout.columns], state: "", says: html`to come` }));
  return [...was, now, ...later];
}

/** Which of two stands is left, in a word; else the outcome as the service gave it. */
function endedFor(screen: PlayScreen, result: Result): string {
  const stands = (result.between ?? []).map((id) => screen.state.placed(id));
  const left = stands.filter((stand) => stand && !stand.counter.out);
  return stands.every(Boolean) && left.length === 1
    ? (screen.state.data.faces.find((face) => face.side === left[0]!.side)?.name ?? "")
    : result.headline.toLowerCase();
}

/** The number of a stand's bout in its row; 0: it has none. */
export function boutOf(all: readonly Bout[], stand: string): number {
  return all.findIndex((bout) => bout.state !== "was" && bout.pair.includes(stand)) + 1;
}

/** The bouts above the table, as many as fit around the current one. */
export function fights(screen: PlayScreen, contest: ContestedRoll): TemplateResult {
  const all = bouts(screen, contest);
  const at = all.findIndex((bout) => bout.state === "now");
  const from = Math.max(0, Math.min(at - 1, all.length - MOST_BOUTS));
  const boutItem = (bout: Bout, n: number): TemplateResult =>
    html`<li class=${bout.state}><span class="fno" aria-hidden="true">${from + n + 1}</span><span><span class="nm">${shortPair(screen, contest, bout.pair, AT)}</span><span class="m"><span>${bout.says}</span></span></span></li>`;
  return html`<ol class="fights" aria-label="All of them">${all.slice(from, from + MOST_BOUTS).map(boutItem)}</ol>`;
}

/** Both names in short: what they share is left out. A contestant without a stand has its name from the roll. */
export function shortPair(screen: PlayScreen, contest: ContestedRoll, pair: readonly [string, string], between: string): string {
  const nameless = [contest.rows, contest.columns].find((contestant) => !contestant.stand)?.name ?? "";
  const names = pair.map((id) => (id ? (screen.state.placed(id)?.counter.brief ?? "") : nameless).split(",")[0]!);
  const [bout, other] = briefly(names);
  return `${bout}${between}${between === AT ? other : names[1]}`;
}

/** Where the own die is entered. */
export function whereToTell(screen: PlayScreen, contest: ContestedRoll): string {
  return throwsBoth(screen, contest)
    ? "tap where the two meet"
    : screen.state.draft!.deed.by === contest.columns.side
      ? "tap its face above the table"
      : "tap its face beside the table";
}

/** The title of the card during a contested roll: the sides, the stands, and which bout of how many. */
export function meetingHead(
  screen: PlayScreen,
  contest: ContestedRoll,
): { readonly label: string; readonly title: string; readonly right: string } {
  const pair = [contest.rows.stand, contest.columns.stand] as const;
  // A weapon beside a company's row is not part of it.
  const rows = pair.map((id) => {
    const there = screen.state.placed(id);
    return (there?.row.counters.some((counter) => counter.id === id) && there.row.name) || there?.counter.brief || "";
  });
  const all = bouts(screen, contest);
  const at = all.findIndex((bout) => bout.state === "now") + 1;
  const { deed: spec } = screen.state.draft!;
  return {
    label: `${spec.says}: ${rows.filter(Boolean).join(" against ")}`,
    title: shortPair(screen, contest, pair, " against ") || capital(spec.of),
    right: all.length > 1 ? `${spec.says.includes(" ") ? "" : `${spec.says.toLowerCase()} `}${at} of ${all.length}` : "",
  };
}

/** Both stands of a result whose table this device has, in short. */
export function bothNames(screen: PlayScreen, result: Result): string {
  const contest = screen.prompts.contestBefore(result);
  const brief = (contestant: Contestant): string => screen.state.placed(contestant.stand)?.counter.brief ?? contestant.name;
  return contest ? `${brief(contest.rows)} against ${brief(contest.columns)}` : "";
}

/** The same table below the result, with the pair that was rolled. */
export function thrownIn(screen: PlayScreen, result: Result): TemplateResult | typeof nothing {
  const contest = screen.prompts.contestBefore(result);
  const dice = result.rows.flatMap((row) => row.dice);
  if (!contest || dice.length !== 2) return nothing;
  const [row, column] = [dice[0]!, dice[1]!];
  const cell = (r: number, c: number): TemplateResult => {
    const end = endAt(contest, r, c);
    return html`<span class="cell ${clsOf(screen, contest, end)} ${r === row && c === column ? "thrown" : ""}">${letterOf(screen, contest, end)}</span>`;
  };
  const says = `${sideName(screen, contest.rows)} ${row}, ${sideName(screen, contest.columns)} ${column}: ${endAt(contest, row, column).word}`;
  return html`<div class="met" role="img" aria-label=${says}><div class="duel">${key(screen, contest)}${FACES.map((face) => html`<span class="ax ${sideOf(screen, contest.columns)} ${face === column ? "" : "faded"}">${die(face)}</span>`)}${FACES.map((r) => html`<span class="ax ${sideOf(screen, contest.rows)} ${r === row ? "" : "faded"}">${die(r)}</span>${FACES.map((c) => cell(r, c))}`)}</div></div>`;
}

function chances(screen: PlayScreen, contest: ContestedRoll): TemplateResult {
  const says = contest.ends.map((outcome) => `${outcome.word} ${outcome.percent}`).join(", ");
  return html`<div class="odds" role="img" aria-label=${says}>${contest.ends.map((outcome) => html`<span class=${clsOf(screen, contest, outcome)} .style=${`flex:${outcome.pairs}`}><b>${outcome.percent}</b>${outcome.pairs > 4 ? shortly(screen, contest, outcome) : nothing}</span>`)}</div>`;
}

/** Whether a side can win in several ways: then its name alone does not tell the outcome. */
function winsInSeveralWays(contest: ContestedRoll, end: ContestOutcome): boolean {
  return contest.ends.filter((other) => other.wins === end.wins).length > 1;
}

/** An outcome of at least so many pairs has space for its word. */
const ROOM_FOR_A_WORD = 10;

/** An outcome in a word: by the name of the side that wins. */
function shortly(screen: PlayScreen, contest: ContestedRoll, end: ContestOutcome): string {
  // A narrow part has space for a letter only.
  if (winsInSeveralWays(contest, end)) return end.pairs < ROOM_FOR_A_WORD ? letterOf(screen, contest, end) : end.word;
  return end.wins ? sideName(screen, end.wins === contest.rows.side ? contest.rows : contest.columns) : "draw";
}

function key(screen: PlayScreen, contest: ContestedRoll): TemplateResult {
  return html`<span class="key" aria-hidden="true"><span class="fb">${flagOf(screen, contest.rows)}</span><span class="fg">${flagOf(screen, contest.columns)}</span></span>`;
}

function faceOf(screen: PlayScreen, contestant: Contestant): Face | undefined {
  return screen.state.data.faces.find((face) => face.side === contestant.side);
}

function flagOf(screen: PlayScreen, contestant: Contestant): TemplateResult {
  const face = faceOf(screen, contestant);
  return flag(face?.letter ?? contestant.side.charAt(0).toUpperCase(), face?.nation ?? "", "sm");
}

function sideOf(screen: PlayScreen, contestant: Contestant): string {
  return `n-${faceOf(screen, contestant)?.nation ?? ""}`;
}

function sideName(screen: PlayScreen, contestant: Contestant): string {
  return faceOf(screen, contestant)?.name ?? contestant.side;
}

function clsOf(screen: PlayScreen, contest: ContestedRoll, end: ContestOutcome): string {
  if (!end.wins) return "e";
  const isRows = end.wins === contest.rows.side;
  return `${isRows ? "w" : "l"} ${sideOf(screen, isRows ? contest.rows : contest.columns)}`;
}

/** The letter of the side that wins; where both have the same, that of the outcome. */
function letterOf(screen: PlayScreen, contest: ContestedRoll, end: ContestOutcome): string {
  if (!end.wins) return "=";
  const [rows, columns] = [faceOf(screen, contest.rows)?.letter, faceOf(screen, contest.columns)?.letter];
  if (!rows || !columns || rows === columns || winsInSeveralWays(contest, end)) return end.word.charAt(0).toUpperCase();
  return end.wins === contest.rows.side ? rows : columns;
}
