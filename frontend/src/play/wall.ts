// The wall display: the whole game for spectators, to be read from across the room. Only More can be tapped.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { showClocks } from "../components/clocks";
import { more, rail, slot } from "./top-bar";
import { force } from "./board";
import { newestResult } from "./step-flow";
import { sideName } from "./footer";
import { groundFace } from "./map-panel";
import type { Block, Counter, Face, Result, ResultRow, LogLine } from "./model";
import { die, flag, hour, icon, type Part, pips, tag } from "./parts";
import type { PlayScreen } from "./play-screen";

/** In a window of at least this size spectators see the wall display, in a smaller one the play screen. */
const ROOM_FOR_A_WALL = "(min-width: 1200px) and (min-height: 660px)";
/** The size it is designed for: in other windows all of it is scaled. */
const [WIDE, HIGH] = [1920, 1080];
const LATEST = 2;
const MOST_ROWS = 6;
const MOST_LINES = 5;
/** What is reduced, one after the other, for large forces: space between counters, the log, the map. */
const LEVELS = ["1", "2", "3", "4", "5"];

export function showsWall(screen: PlayScreen): boolean {
  return screen.state.data.sides.length === 0 && matchMedia(ROOM_FOR_A_WALL).matches;
}

/** Draws all parts into their places. */
export function drawWall(screen: PlayScreen, place: (id: string) => HTMLElement): void {
  render(wallBar(screen), place("bar"));
  render(rail(screen), place("rail"));
  place("rail").className = "rail strip";
  render(wallForces(screen), place("board"));
  place("board").className = "sides";
  render(wallMiddle(screen), place("main"));
  fitWall(screen);
}

function wallBar(screen: PlayScreen): TemplateResult {
  const { data } = screen.state;
  const acting = data.faces.find((face) => face.side === data.whose);
  const whose = data.closed
    ? html`<span class="whose">closed</span>`
    : acting
      ? html`<span class="whose n-${acting.nation}">${flag(acting.letter, acting.nation)}${acting.name}</span>`
      : nothing;
  return html`<h1 class="side ref">${data.title}</h1><div class="turn">${data.turn || "Setting up"}${data.end === "last" ? html`<span class="lasts"><span class="not-s">the </span>last</span>` : nothing}${whose}</div>${slot(screen)}${score(screen)}${more(screen)}`;
}

function score(screen: PlayScreen): Part {
  const { score: won, faces } = screen.state.data;
  return won
    ? html`<div class="vp">${won.says}${faces.map((face) => html`${flag(face.letter, face.nation)}<b><span class="hide">${face.name}</span> ${won.points[face.side] ?? 0}</b>`)}</div>`
    : nothing;
}

/** Both sides, each with its newest action. */
function wallForces(screen: PlayScreen): TemplateResult {
  return html`${screen.state.data.faces.map((face) => force(screen, face, html`${latest(screen, face)}${guns(screen, face)}`))}`;
}

/** Stands beside the formations, by name. */
function guns(screen: PlayScreen, face: Face): Part {
  const last = newestResult(screen.state.data);
  const item = (gun: Counter): TemplateResult => {
    const hit = last?.changed.includes(gun.id) ? "fresh" : last?.unit && last.unit === gun.unit ? "did" : "";
    return html`<li class="${gun.out ? "l" : ""} ${hit}">${gun.head ? "C.O." : gun.brief}${gun.state && !gun.out ? html` <small>${gun.state}</small>` : nothing}${gun.levels && !gun.out ? pips(screen.state.data.hampers, gun.levels) : nothing}${gun.marks.map((mark) => html`<span>${mark.says}</span>`)}</li>`;
  };
  const of = (block: Block): TemplateResult =>
    html`<ul class="guns"><li><b>${block.name}</b></li>${block.rows
      .flatMap((row) => [...row.counters, ...row.last])
      .filter((gun) => !gun.head || gun.out || gun.levels)
      .map(item)}</ul>`;
  return html`${face.blocks.filter((block) => block.loose && !block.quality && !block.away).map(of)}`;
}

function latest(screen: PlayScreen, face: Face): Part {
  const units = new Set(
    face.blocks.flatMap((block) =>
      block.rows.flatMap((row) => [row.unit, ...[...row.counters, ...row.last].map((counter) => counter.unit)]),
    ),
  );
  // What a referee does for a side counts as that side's.
  const its = (line: LogLine): boolean =>
    line.side === face.side ||
    screen.state.data.results.some((result) => result.number === line.number && result.unit !== "" && units.has(result.unit));
  const said = screen.state.data.lines.filter((line) => !line.gone && !line.begins && its(line)).slice(0, LATEST);
  return said.length ? html`<ul class="late">${said.map((line) => html`<li>${hour(line)}<span>${line.says}</span></li>`)}</ul>` : nothing;
}

/** Between the sides: the newest result, the table, and what is on it. */
function wallMiddle(screen: PlayScreen): TemplateResult {
  if (screen.state.data.closed) return html`<div class="wlive">${howItClosed()}</div>${lies(screen)}`;
  return html`<div class="wlive" role="status">${live(screen)}</div>${screen.state.data.has_map ? groundFace(screen) : nothing}${lies(screen)}`;
}

/** Who closed the game, and how to verify its dice, where the page has that. */
export function howItClosed(): Part {
  const told = document.querySelector<HTMLTemplateElement>("template#over");
  if (!told) return nothing;
  end ??= document.importNode(told.content, true);
  showClocks(end);
  return html`${end}`;
}

let end: DocumentFragment | undefined;

function live(screen: PlayScreen): TemplateResult {
  const { data } = screen.state;
  const last = newestResult(data);
  const waits = data.stage.blocked
    .filter((waiting) => waiting.says)
    .map((waiting) => html`<p class="say1">${icon("wait")}<span>${sideName(screen, waiting.side)}: ${waiting.says}</span></p>`);
  if (last)
    return html`<div class="hd"><div><span class="label">${last.label}</span><h2>${last.headline}</h2></div></div>${outcome(screen, last)}${last.said ? html`<p class="say1">${last.said}</p>` : nothing}${waits}`;
  const stand = data.lines.filter((line) => !line.gone);
  const says = (stand.find((line) => !line.begins) ?? stand[0])?.says;
  return html`<div class="hd"><div><span class="label">${data.turn || data.title}</span><h2>${data.step?.full || data.whose_name || data.title}</h2></div></div>${says ? html`<p class="say1">${says}</p>` : nothing}${waits}`;
}

function outcome(screen: PlayScreen, result: Result): TemplateResult {
  const rest = result.rows.length - MOST_ROWS;
  return html`<ul>${result.rows.slice(0, MOST_ROWS).map((resultRow) => row(screen, resultRow))}</ul>${rest > 0 ? html`<p class="say1">and ${rest} more, in the log</p>` : nothing}`;
}

/** A die with its stand, its outcome, and the clause. */
function row(screen: PlayScreen, resultRow: ResultRow): TemplateResult {
  const by = resultRow.lines.find((line) => !line.value && line.clause)?.clause;
  return html`<li><span class="dzs">${resultRow.dice.slice(0, 2).map((pips) => die(pips, "hit"))}</span><span class="nm">${screen.state.placed(resultRow.stand)?.counter.brief ?? resultRow.name}</span>${by ? html`<span class="cl">${by}</span>` : nothing}<span class="tags">${resultRow.tags.map(tag)}</span></li>`;
}

/** What is on the table or in effect, as far as there is space. */
function lies(screen: PlayScreen): Part {
  const all = screen.state.data.sheets.filter((sheet) => sheet.title.split(":")[0] !== screen.state.data.score?.says);
  const lines = all.flatMap((sheet) =>
    sheet.lines.map((line, n) => html`<li>${n ? nothing : html`<b>${sheet.title}</b> `}${line.says}</li>`),
  );
  return lines.length ? html`<ul class="lies">${lines.slice(0, MOST_LINES)}</ul>` : nothing;
}

let fitted = "";

/** Scales the display to the window, and reduces parts until large forces fit. */
function fitWall(screen: PlayScreen): void {
  const { body } = document;
  const shape = JSON.stringify([
    innerWidth,
    innerHeight,
    screen.state.data.faces.map((face) =>
      face.blocks.map((block) => [block.away, block.rows.map((row) => row.counters.length + row.last.length)]),
    ),
  ]);
  // Reduced parts come back with another window or other formations, not with every log line.
  if (shape !== fitted) {
    fitted = shape;
    body.style.setProperty("--fit", String(Math.min(innerWidth / WIDE, innerHeight / HIGH)));
    delete body.dataset["give"];
  }
  for (const level of LEVELS.slice(Number(body.dataset["give"] ?? 0))) {
    if ([...document.querySelectorAll(".force")].every((element) => element.scrollHeight <= element.clientHeight + 1)) return;
    body.dataset["give"] = level;
  }
}
