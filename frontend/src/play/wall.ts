// The wall: the whole game for whoever only looks on, to be read from across the room. Nothing on it is tapped but More.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { showClocks } from "../components/clocks";
import { more, rail, slot } from "./top-bar";
import { force } from "./board";
import { newest } from "./step-flow";
import { sideName } from "./footer";
import { groundFace } from "./map-panel";
import type { Block, Counter, Face, Result, ResultRow, Said } from "./model";
import { die, flag, hour, icon, type Part, pips, tag } from "./parts";
import type { PlayScreen } from "./play-screen";

/** A window that is at least so large hangs on a wall; in a smaller one whoever looks on has the stage. */
const ROOM_FOR_A_WALL = "(min-width: 1200px) and (min-height: 660px)";
/** The window that it is drawn for: in any other all of it is as much larger or smaller. */
const [WIDE, HIGH] = [1920, 1080];
const LATEST = 2;
const MOST_ROWS = 6;
const MOST_LINES = 5;
/** What gives way, one after the other, where brigades are large: room between counters, the newest of the log, the map. */
const LEVELS = ["1", "2", "3", "4", "5"];

export function showsWall(table: PlayScreen): boolean {
  return table.state.scene.sides.length === 0 && matchMedia(ROOM_FOR_A_WALL).matches;
}

/** All of it into its places. */
export function drawWall(table: PlayScreen, place: (id: string) => HTMLElement): void {
  render(wallBar(table), place("bar"));
  render(rail(table), place("rail"));
  place("rail").className = "rail strip";
  render(wallForces(table), place("board"));
  place("board").className = "sides";
  render(wallMiddle(table), place("main"));
  fitWall(table);
}

function wallBar(table: PlayScreen): TemplateResult {
  const { scene } = table.state;
  const acting = scene.faces.find((one) => one.side === scene.whose);
  const whose = scene.closed
    ? html`<span class="whose">closed</span>`
    : acting
      ? html`<span class="whose n-${acting.nation}">${flag(acting.letter, acting.nation)}${acting.name}</span>`
      : nothing;
  return html`<h1 class="side ref">${scene.title}</h1><div class="turn">${scene.turn || "Setting up"}${scene.end === "last" ? html`<span class="lasts"><span class="not-s">the </span>last</span>` : nothing}${whose}</div>${slot(table)}${score(table)}${more(table)}`;
}

function score(table: PlayScreen): Part {
  const { score: won, faces } = table.state.scene;
  return won
    ? html`<div class="vp">${won.says}${faces.map((one) => html`${flag(one.letter, one.nation)}<b><span class="hide">${one.name}</span> ${won.points[one.side] ?? 0}</b>`)}</div>`
    : nothing;
}

/** Both sides, each with the newest that it did. */
function wallForces(table: PlayScreen): TemplateResult {
  return html`${table.state.scene.faces.map((face) => force(table, face, html`${latest(table, face)}${guns(table, face)}`))}`;
}

/** What stands beside the formations, by name: it is seldom pointed at, and its names tell more than its counters. */
function guns(table: PlayScreen, face: Face): Part {
  const last = newest(table.state.scene);
  const one = (gun: Counter): TemplateResult => {
    const hit = last?.changed.includes(gun.id) ? "fresh" : last?.unit && last.unit === gun.unit ? "did" : "";
    return html`<li class="${gun.out ? "l" : ""} ${hit}">${gun.head ? "C.O." : gun.brief}${gun.state && !gun.out ? html` <small>${gun.state}</small>` : nothing}${gun.levels && !gun.out ? pips(table.state.scene.hampers, gun.levels) : nothing}${gun.marks.map((mark) => html`<span>${mark.says}</span>`)}</li>`;
  };
  const of = (block: Block): TemplateResult =>
    html`<ul class="guns"><li><b>${block.name}</b></li>${block.rows
      .flatMap((row) => [...row.counters, ...row.last])
      .filter((gun) => !gun.head || gun.out || gun.levels)
      .map(one)}</ul>`;
  return html`${face.blocks.filter((block) => block.loose && !block.quality && !block.away).map(of)}`;
}

function latest(table: PlayScreen, face: Face): Part {
  const units = new Set(
    face.blocks.flatMap((block) => block.rows.flatMap((row) => [row.unit, ...[...row.counters, ...row.last].map((one) => one.unit)])),
  );
  // What a referee does for a side is that side's.
  const its = (line: Said): boolean =>
    line.side === face.side ||
    table.state.scene.results.some((one) => one.number === line.number && one.unit !== "" && units.has(one.unit));
  const said = table.state.scene.lines.filter((one) => !one.gone && !one.begins && its(one)).slice(0, LATEST);
  return said.length ? html`<ul class="late">${said.map((one) => html`<li>${hour(one)}<span>${one.says}</span></li>`)}</ul>` : nothing;
}

/** Between them what the last dice came to, the table, and what lies on it. */
function wallMiddle(table: PlayScreen): TemplateResult {
  if (table.state.scene.closed) return html`<div class="wlive">${howItClosed()}</div>${lies(table)}`;
  return html`<div class="wlive" role="status">${live(table)}</div>${table.state.scene.has_map ? groundFace(table) : nothing}${lies(table)}`;
}

/** Who closed the game, and what its dice can be held against, as the page has brought it. */
export function howItClosed(): Part {
  const told = document.querySelector<HTMLTemplateElement>("template#over");
  if (!told) return nothing;
  end ??= document.importNode(told.content, true);
  showClocks(end);
  return html`${end}`;
}

let end: DocumentFragment | undefined;

function live(table: PlayScreen): TemplateResult {
  const { scene } = table.state;
  const last = newest(scene);
  const waits = scene.stage.waiting
    .filter((one) => one.says)
    .map((one) => html`<p class="say1">${icon("wait")}<span>${sideName(table, one.side)}: ${one.says}</span></p>`);
  if (last)
    return html`<div class="hd"><div><span class="label">${last.label}</span><h2>${last.headline}</h2></div></div>${outcome(table, last)}${last.said ? html`<p class="say1">${last.said}</p>` : nothing}${waits}`;
  const stand = scene.lines.filter((one) => !one.gone);
  const says = (stand.find((one) => !one.begins) ?? stand[0])?.says;
  return html`<div class="hd"><div><span class="label">${scene.turn || scene.title}</span><h2>${scene.step?.full || scene.whose_name || scene.title}</h2></div></div>${says ? html`<p class="say1">${says}</p>` : nothing}${waits}`;
}

function outcome(table: PlayScreen, result: Result): TemplateResult {
  const rest = result.rows.length - MOST_ROWS;
  return html`<ul>${result.rows.slice(0, MOST_ROWS).map((one) => row(table, one))}</ul>${rest > 0 ? html`<p class="say1">and ${rest} more, in the log</p>` : nothing}`;
}

/** A die with whom it concerns, what it came to, and the clause that says so. */
function row(table: PlayScreen, one: ResultRow): TemplateResult {
  const by = one.lines.find((line) => !line.value && line.clause)?.clause;
  return html`<li><span class="dzs">${one.dice.slice(0, 2).map((pips) => die(pips, "hit"))}</span><span class="nm">${table.state.placed(one.stand)?.counter.brief ?? one.name}</span>${by ? html`<span class="cl">${by}</span>` : nothing}<span class="tags">${one.tags.map(tag)}</span></li>`;
}

/** What lies on the table or is in force, in as many words as there is room for. */
function lies(table: PlayScreen): Part {
  const all = table.state.scene.sheets.filter((one) => one.title.split(":")[0] !== table.state.scene.score?.says);
  const lines = all.flatMap((sheet) =>
    sheet.lines.map((line, n) => html`<li>${n ? nothing : html`<b>${sheet.title}</b> `}${line.says}</li>`),
  );
  return lines.length ? html`<ul class="lies">${lines.slice(0, MOST_LINES)}</ul>` : nothing;
}

let fitted = "";

/** As large as the window allows; where a brigade does not fit so, other things give way until it does. */
function fitWall(table: PlayScreen): void {
  const { body } = document;
  const shape = JSON.stringify([
    innerWidth,
    innerHeight,
    table.state.scene.faces.map((face) =>
      face.blocks.map((one) => [one.away, one.rows.map((row) => row.counters.length + row.last.length)]),
    ),
  ]);
  // What gave way comes back with another window or other formations, not with every line of the log.
  if (shape !== fitted) {
    fitted = shape;
    body.style.setProperty("--fit", String(Math.min(innerWidth / WIDE, innerHeight / HIGH)));
    delete body.dataset["give"];
  }
  for (const level of LEVELS.slice(Number(body.dataset["give"] ?? 0))) {
    if ([...document.querySelectorAll(".force")].every((one) => one.scrollHeight <= one.clientHeight + 1)) return;
    body.dataset["give"] = level;
  }
}
