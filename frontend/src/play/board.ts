// What one points at: both sides' stands as counters, own units as company blocks, and the line that says what a tap does.
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { groundFace, mapTab, showsMap } from "./map-panel";
import { boutOf, bouts, meetingOf } from "./contested-roll";
import { newest, unitsLeft } from "./step-flow";
import { isDrawn, tapsWanted } from "./command-draft";
import { factsOn, type OnCounter, SIGNS } from "./counter-facts";
import type { Block, Counter, Face, Row, Unit } from "./model";
import { columns, flag, hampered, icon, type Part, pips, tag } from "./parts";
import { wantedOf } from "./place-prompts";
import type { PlayScreen } from "./play-screen";

/** So many formations fit the upright board; of more it shows what there is room for and scrolls in itself. */
const MOST_AT_ONCE = 3;

export function board(table: PlayScreen): TemplateResult {
  const face = faceOf(table);
  if (!face) return html``;
  if (showsBoth(table)) return both(table);
  const { scene } = table.state;
  const own = face.own;
  const picks = own && !table.state.aiming && scene.units.length > 0;
  if (showsMap(table)) return html`<div class="bt">${tabs(table, face)}${line(table, face)}</div>${groundFace(table)}`;
  const changed = changedOf(table, face);
  return html`<div class="bt">${tabs(table, face)}${picks ? nothing : blocksTabs(table, face)}${!own && unitsLeft(scene).length && !table.state.hand?.byItself && !fillsBoard(table, face) ? strip(table) : nothing}${line(table, face)}</div>
${changed.length ? changes(table, changed) : nothing}${pairs(table, face)}
<div class="lie two ${!picks && face.blocks.length > MOST_AT_ONCE ? "many" : ""}">${picks ? units(table, face) : face.blocks.map((block) => blockOf(table, face, block))}</div>`;
}

/** So many counters that belong to no formation stand in one row. */
const ONE_ROW = 5;

/** Whether all of a face is wanted for its counters: whoever is pointed at has to be in sight. */
function fillsBoard(table: PlayScreen, face: Face): boolean {
  return (
    table.state.aiming &&
    face.blocks.some((block) => block.loose && block.rows.reduce((sum, row) => sum + row.counters.length + row.last.length, 0) > ONE_ROW)
  );
}

const ROOM_FOR_BOTH = "(min-width: 1360px) and (min-height: 700px)";

/** Whoever speaks for both sides has both before him where there is room. */
export function showsBoth(table: PlayScreen): boolean {
  return table.state.scene.sides.length > 1 && table.state.scene.faces.length > 1 && !showsMap(table) && matchMedia(ROOM_FOR_BOTH).matches;
}

function both(table: PlayScreen): TemplateResult {
  const face = faceOf(table)!;
  const turned = table.state.scene.has_map
    ? html`<div class="tabs" role="tablist" aria-label="Sides"><button type="button" role="tab" aria-selected="true"><span>Both sides</span></button>${mapTab(table)}</div>`
    : nothing;
  return html`<div class="bt beside">${line(table, face)}${turned}</div><div class="forces">${table.state.scene.faces.map((one) => force(table, one))}</div>`;
}

/** A side with all that it has, one formation below the other; on the wall with what it did last below them. */
export function force(table: PlayScreen, face: Face, below: Part = nothing): TemplateResult {
  return html`<section class="force n-${face.nation}" aria-label=${face.name}><header>${flag(face.letter, face.nation)}<h2>${face.name}</h2></header>${face.blocks.map((block) => blockOf(table, face, block))}${below}</section>`;
}

/** The face that is turned up: what the deed needs, unless somebody turned it. */
export function faceOf(table: PlayScreen): Face | undefined {
  const { scene } = table.state;
  const chosen = scene.faces.find((one) => one.side === table.state.face);
  if (chosen) return chosen;
  const own = scene.faces.find((one) => one.own);
  const foe = scene.faces.find((one) => !one.own);
  const aim = table.state.aim;
  if (meetingOf(table)) return foe ?? own;
  if (aim) {
    const sides = new Set([...aim.among].map((id) => table.state.placed(id)?.side));
    return [foe, own, ...scene.faces].find((one) => one && sides.has(one.side)) ?? own;
  }
  if (table.state.result) {
    const sides = table.state.result.changed.map((id) => table.state.placed(id)?.side);
    return scene.faces.find((one) => sides.includes(one.side)) ?? own;
  }
  return (table.state.inTurn ? own : foe) ?? scene.faces[0];
}

/** What the board is for now: to aim, to pick a unit, or only to look. */
export function modeOf(table: PlayScreen): "aim" | "pick" | "look" {
  const face = faceOf(table);
  if (table.state.look || meetingOf(table)) return "look";
  // With the only unit in hand there is none to take.
  const units = table.state.hand ? table.state.scene.units.filter((one) => one.id !== table.state.unit) : table.state.scene.units;
  if (showsMap(table)) return table.state.aiming || wantedOf(table) ? "aim" : units.length ? "pick" : "look";
  if (table.state.aiming && face && [...table.state.aim!.among].some((id) => table.state.placed(id)?.side === face.side)) return "aim";
  return face?.own && units.some((unit) => face.blocks.some((block) => hasUnit(block, unit.id))) ? "pick" : "look";
}

/** Whether a block has the counters of a unit. */
function hasUnit(block: Block, unit: string): boolean {
  return block.rows.some((row) => row.unit === unit || [...row.counters, ...row.last].some((one) => one.unit === unit));
}

export function tip(table: PlayScreen): string {
  if (table.state.look) return table.state.look;
  const mode = modeOf(table);
  const aim = table.state.aim;
  const wanted = showsMap(table) ? wantedOf(table) : null;
  if (wanted && !(aim && wanted.isTold)) return wanted.isTold ? "Tap where else it lies" : "Tap the place on the ground";
  if (mode === "pick") return table.state.hand ? "Tap another unit to take it in hand instead" : "Tap a unit to take it in hand";
  if (mode === "look") return table.state.result?.changed.length ? "What changed is ringed twice" : "Tap a stand to read it";
  if (table.state.hand?.proposed)
    return table.state.hand.trail.at(-1)?.name === "the same targets" ? "Dotted: the same as before" : "Dotted: proposed by the map";
  if (aim!.spread) return table.state.hand!.tapped.targets.length ? "A tap brings one more" : "All turn to the one you tap";
  if (aim!.how === "one") return "Tap the one";
  return tapsWanted(aim!);
}

function tabs(table: PlayScreen, face: Face): TemplateResult {
  const tab = (one: Face): TemplateResult =>
    html`<button type="button" role="tab" aria-selected=${one.side === face.side && !showsMap(table)} @click=${() => turnTo(table, one.side)}>${flag(one.letter, one.nation, "sm")}<span>${one.name}</span></button>`;
  return html`<div class="tabs" role="tablist" aria-label="Sides">${table.state.scene.faces.map(tab)}${mapTab(table)}</div>`;
}

function turnTo(table: PlayScreen, side: string): void {
  [table.state.face, table.state.look] = [side, ""];
  table.draw();
}

/** On a phone one block at a time. */
function blocksTabs(table: PlayScreen, face: Face): TemplateResult {
  const shown = shownBlock(table, face);
  const other = table.state.scene.faces.find((one) => one.side !== face.side);
  const tab = (block: Block): TemplateResult =>
    html`<button type="button" role="tab" aria-selected=${block.key === shown} @click=${() => ((table.state.shownBlock[face.side] = block.key), table.draw())}>${block.name}</button>`;
  return html`<div class="tabs bns" role="tablist" aria-label="Formations">${other ? html`<button type="button" role="tab" aria-selected="false" aria-label="The other side" @click=${() => turnTo(table, other.side)}>${icon("swap")}</button>` : nothing}${face.blocks.map(tab)}${mapTab(table, true)}</div>`;
}

function shownBlock(table: PlayScreen, face: Face): string {
  const chosen = table.state.shownBlock[face.side];
  if (chosen && face.blocks.some((one) => one.key === chosen)) return chosen;
  const fell = table.state.inTurn ? table.state.result : newest(table.state.scene);
  const target = table.state.hand?.tapped.targets.at(-1)?.id ?? fell?.changed.find((id) => table.state.placed(id)?.side === face.side);
  const holds =
    (is: (id: string) => boolean) =>
    (block: Block): boolean =>
      block.rows.some((row) => [...row.counters, ...row.last].some((one) => is(one.id)));
  const aimable = (id: string): boolean => table.state.aiming && table.state.aim!.among.has(id) && !table.state.placed(id)!.counter.out;
  const own = (block: Block): boolean => !!table.state.unit && block.rows.some((row) => row.unit === table.state.unit);
  const found = face.blocks.find(holds((id) => id === target)) ?? face.blocks.find(holds(aimable)) ?? face.blocks.find(own);
  return (found ?? face.blocks[0])?.key ?? "";
}

/** The units of this step, beside an enemy's face. */
function strip(table: PlayScreen): TemplateResult {
  const one = (unit: Unit): TemplateResult =>
    html`<button type="button" class="${unit.id === table.state.unit ? "now" : unit.state === "done" ? "done" : ""}" @click=${() => table.selection.pick(unit.id)}><span>${unit.short || unit.name}</span><small>${unit.state}</small></button>`;
  return html`<div class="us n-${ownNation(table)}">${table.state.scene.units.slice(0, 6).map(one)}</div>`;
}

function ownNation(table: PlayScreen): string {
  return table.state.scene.faces.find((one) => one.own)?.nation ?? "";
}

function line(table: PlayScreen, face: Face): TemplateResult {
  const mode = modeOf(table);
  const count = mode === "aim" ? table.state.hand!.tapped.targets.reduce((sum, one) => sum + one.count, 0) : 0;
  const sign = { aim: "aim", pick: "go", look: "eye" }[mode];
  return html`<p class="point" data-mode=${mode} data-face=${face.side}>${icon(sign)}<span class="tx">${tip(table)}</span><span class="n">${count || nothing}</span></p>`;
}

/** Own units of this step, each one target, in the blocks that they belong to. */
function units(table: PlayScreen, face: Face): TemplateResult {
  const acting = new Set(table.state.scene.units.map((one) => one.id));
  const blocks = face.blocks.map((block) => ({ block, rows: block.rows.filter((row) => acting.has(row.unit)) }));
  const now = blocks.filter((one) => one.rows.length);
  const placed = new Set(now.flatMap((one) => one.rows.map((row) => row.unit)));
  const loose = table.state.scene.units.filter((one) => !placed.has(one.id));
  // Weapons, tanks and guns stand below the name of the formation that they belong to.
  const weapons = face.blocks
    .map((block) => ({ block, units: loose.filter((one) => hasUnit(block, one.id)) }))
    .filter((one) => one.units.length);
  const rest = face.blocks.filter((block) => !now.some((one) => one.block === block) && !weapons.some((one) => one.block === block));
  return html`${now.map(
    ({ block, rows }) =>
      html`${blockHead(table, block, rows)}<div class="cos">${repeat(
        rows,
        (row) => row.unit,
        (row) => company(table, row),
      )}</div>`,
  )}
${weapons.map(({ block, units }) => html`${now.some((one) => one.block === block) ? nothing : blockHead(table, block)}<div class="us n-${face.nation}">${units.map((unit) => html`<button type="button" class="${unit.id === table.state.unit ? "now" : unit.state === "done" ? "done" : ""}" @click=${() => table.selection.pick(unit.id)}><span>${unit.name}</span><small>${unit.state}</small></button>`)}</div>`)}
<ul class="oth">${rest.map((block) => html`<li><b>${block.name}</b><span class="dim">${block.strength}</span></li>`)}</ul>`;
}

/** The name of a formation with its head, unless that is a unit of this step itself. */
function blockHead(table: PlayScreen, block: Block, acting: readonly Row[] = []): TemplateResult {
  const head = block.rows.flatMap((row) => (acting.includes(row) ? [] : [...row.counters, ...row.last])).find((one) => one.head);
  const tests = block.tests_at.find((one) => one < block.left);
  return html`<header class="bh"><h2>${block.name}</h2>${head ? html`<span class="hqc">${counter(table, head)}</span>` : nothing}${bars(block)}<div class="q"><span>${block.quality}</span><span>${block.strength}${tests ? `, test at ${tests}` : ""}</span></div></header>`;
}

/** The company whose fight is in hand beside those it fights, wherever the board is turned. */
function pairs(table: PlayScreen, face: Face): Part {
  const meeting = meetingOf(table);
  const there = meeting
    ? [meeting.rows.stand, meeting.columns.stand].map((id) => table.state.placed(id)).find((one) => one && one.side !== face.side)
    : undefined;
  return there
    ? html`<div class="pairs"><section class="bn own1 n-${table.state.scene.faces.find((one) => one.side === there.side)?.nation ?? ""}"><header><h3>${there.row.name}</h3></header><div class="row8">${there.row.counters.map((one) => counter(table, one))}</div></section></div>`
    : nothing;
}

function company(table: PlayScreen, row: Row): TemplateResult {
  const unit = table.state.scene.units.find((one) => one.id === row.unit);
  const now = row.unit === table.state.unit;
  const state = now && table.state.hand?.byItself ? "in hand" : (unit?.state ?? row.state);
  const cls = now ? "now" : unit?.state === "done" ? "done" : "";
  return html`<button type="button" class="co n-${ownNation(table)} ${cls}" data-unit=${row.unit} aria-label="${row.name}, ${state}" @click=${() => table.selection.pick(row.unit)}>
<span class="coh"><span class="nm">${nameParts(row)}</span>${pips(table.state.scene.hampers, row.levels)}<span class="st">${state}</span></span>
<span class="cts ${columns(Math.max(4, row.counters.length))}">${row.counters.map((one) => counterIn(table, one, false))}</span></button>`;
}

/** Its letter stays where room is scarce, what kind of unit it is goes. */
function nameParts(row: Row): TemplateResult {
  if (!row.label || !row.name.startsWith(`${row.label} `)) return html`${row.name}`;
  return html`${row.label}<span>${row.name.slice(row.label.length)}</span>`;
}

function blockOf(table: PlayScreen, face: Face, block: Block): Part {
  const sel = shownBlock(table, face) === block.key ? "sel" : "";
  const side = `n-${face.nation}`;
  const { owes } = block;
  const head = html`<header><h3>${block.name}</h3><span class="q">${block.quality}</span>${owes ? tag({ kind: "suppressed", word: owes }) : nothing}${table.state.wall ? nothing : showsBoth(table) ? bars(block) : nothing}<span class="str">${block.strength}</span></header>${table.state.wall ? bars(block) : nothing}`;
  if (block.away) return html`<section class="bn away ${side} ${sel}" aria-label=${block.name}>${head}</section>`;
  const open =
    table.state.aiming && block.rows.some((row) => [...row.counters, ...row.last].some((one) => table.state.aim!.among.has(one.id)))
      ? "open"
      : "";
  if (block.loose && !block.quality && table.state.wall) return nothing;
  if (block.loose)
    return html`<section class="bn span ${side} ${sel} ${open}" aria-label=${block.name}>${head}<div class="row8">${block.rows.flatMap((row) => [...row.counters, ...row.last]).map((one) => counter(table, one))}</div></section>`;
  const widest = Math.max(...block.rows.map((row) => row.counters.length), 1);
  if (table.state.wall || (showsBoth(table) && widest > 3))
    return html`<section class="bn ${side}" aria-label=${block.name}>${head}<div class="mx wide ${columns(widest)}">${block.rows.map((row) => rowOf(table, { ...row, last: [] }, widest, false))}${lastOf(table, block, widest)}</div></section>`;
  return html`<section class="bn ${side} ${sel}" aria-label=${block.name}>${head}<div class="mx ${widest > 3 ? "m4" : ""} ${columns(widest)}">${block.rows.map((row) => rowOf(table, row, widest))}</div></section>`;
}

/** Weapons and commanders in rows of their own, as wide as a company. */
function lastOf(table: PlayScreen, block: Block, widest: number): TemplateResult[] {
  const all = block.rows.flatMap((row) => row.last);
  const rows = Array.from({ length: Math.ceil(all.length / widest) }, (_, n) => all.slice(n * widest, (n + 1) * widest));
  return rows.map((some) => html`<span></span>${some.map((one) => counter(table, one))}`);
}

/** What is left of a formation, one cell for each, with a mark where it is tested. */
function bars(block: Block): Part {
  if (!block.begun || block.away) return nothing;
  const cell = (n: number): TemplateResult => html`<i class="${n < block.left ? "" : "x"} ${block.tests_at.includes(n) ? "at" : ""}"></i>`;
  return html`<div class="bars" role="img" aria-label="${block.left} of ${block.begun} left">${Array.from({ length: block.begun }, (_, n) => cell(n))}</div>`;
}

function rowOf(table: PlayScreen, row: Row, widest: number, hasLast = true): TemplateResult {
  const gaps = Array.from({ length: widest - row.counters.length }, () => html`<span></span>`);
  const last = row.last[0] ? row.last.map((one) => counter(table, one)) : hasLast ? [html`<span></span>`] : [];
  if (table.state.wall)
    return html`<span class="lt ${smallLabel(row.label)}"><span class="hide">${row.name}</span><span aria-hidden="true">${row.label}</span></span>${row.counters.map((one) => counter(table, one))}${gaps}`;
  return html`<button type="button" class="lt ${smallLabel(row.label)} ${standing(table, row.unit)}" @click=${() => table.targets.rowOf(row)}><span class="hide">${row.name}</span><span aria-hidden="true">${row.label}</span></button>${row.counters.map((one) => counter(table, one))}${gaps}${last}`;
}

/** Two capitals take the room of three figures. */
function smallLabel(label: string): string {
  return label.length > 2 || /^[A-Z]{2}/.test(label) ? "s" : "";
}

/** How a unit stands whose order comes in this step, where its block does not say it. */
function standing(table: PlayScreen, unit: string): string {
  const acting = table.state.scene.units.find((one) => one.id === unit);
  if (!acting || !showsBoth(table)) return "";
  return acting.id === table.state.unit ? "in-hand" : acting.state === "done" ? "" : "acts-now";
}

export function counter(table: PlayScreen, one: Counter): TemplateResult {
  return counterIn(table, one, !table.state.wall);
}

function counterIn(table: PlayScreen, one: Counter, isButton: boolean): TemplateResult {
  const { hand, aim } = table.state;
  const at = hand ? hand.tapped.targets.findIndex((target) => target.id === one.id) : -1;
  // Whoever only reads, on a wall or in the other side's turn, has what fell last before him.
  const reads = table.state.wall || !table.state.inTurn;
  const result = reads ? newest(table.state.scene) : table.state.result;
  const hot = result?.changed.includes(one.id) ?? false;
  const did = reads && !!result?.unit && result.unit === one.unit && !one.out;
  const off =
    table.state.aiming &&
    !aim!.among.has(one.id) &&
    !one.out &&
    at < 0 &&
    [...aim!.among].some((id) => table.state.placed(id)?.side === table.state.placed(one.id)?.side);
  const meeting = meetingOf(table);
  const bout = meeting ? boutOf(bouts(table, meeting), one.id) : 0;
  const badge = bout
    ? String(bout)
    : at < 0 || !aim
      ? ""
      : aim.spread
        ? `×${hand!.tapped.targets[at]!.count}`
        : aim.how === "several"
          ? ""
          : String(at + 1);
  const slash =
    table.state.scene.hampers.most <= 1 && (one.levels ? "slash" : one.marks.some((mark) => mark.kind === "old") ? "slash old" : "");
  const cls = [
    "ct",
    slash || "",
    standing(table, one.unit),
    one.out ? "x" : "",
    one.head ? (one.levels || one.marks.length ? "hq" : "hq solo") : "",
    off ? "off" : "",
    at >= 0 ? (hand!.proposed ? "prop tg" : "tg") : bout ? "tg" : "",
    hot ? "fresh" : "",
    did ? "did" : "",
  ].join(" ");
  const lying = one.out ? [] : factsOn(one, table.state.knownOf(one.id));
  const words = [
    one.name,
    one.out ? "out of the game" : "",
    one.levels && !one.out ? hampered(table.state.scene.hampers, one.levels) : "",
    ...lying.map((each) => each.says),
    at >= 0 ? `target ${at + 1}` : "",
    bout ? `${hand!.deed.says.toLowerCase()} ${bout}` : "",
  ]
    .filter(Boolean)
    .join(", ");
  const inside = html`${badge ? html`<span class="bd" aria-hidden="true">${badge}</span>` : nothing}<span aria-hidden="true" class="n ${one.short.length > 1 ? "s" : ""}">${one.short}</span>${one.out ? nothing : html`${one.head ? nothing : lying.filter((each) => each.place === "cover").map((each) => html`<span aria-hidden="true" class="cv ${looks(each.origin)}">${each.short}</span>`)}<span class="sp">${Array.from({ length: slash ? 0 : one.levels }, () => html`<i></i>`)}</span>${aside(lying)}`}`;
  return isButton
    ? html`<button type="button" class=${cls} data-st=${one.id} data-sup=${one.levels} @click=${() => table.targets.stand(one.id)}><span class="hide">${words}</span>${inside}</button>`
    : html`<span class=${cls} data-sup=${one.levels}>${table.state.wall ? html`<span class="hide">${words}</span>` : nothing}${inside}</span>`;
}

function looks(origin: string): string {
  return origin === "map" ? "map-fact" : origin === "assumed" ? "ask" : "";
}

/** Below the cover: what it is in, else how far it is. */
function aside(lying: readonly OnCounter[]): TemplateResult {
  const marks = lying.filter((one) => SIGNS.has(one.icon));
  const far = marks.length ? undefined : lying.find((one) => one.place === "far");
  return html`<span class="d ${far ? looks(far.origin) : ""}" aria-hidden="true">${marks.map((one) => icon(one.icon, ""))}${far?.short ?? nothing}</span>`;
}

/** Of a result only the rows that changed: on a phone they take the board's place. */
function changedOf(
  table: PlayScreen,
  face: Face,
): { readonly name: string; readonly nation: string; readonly counters: readonly Counter[] }[] {
  const changed = table.state.result?.changed ?? [];
  if (!changed.length) return [];
  const rows = face.blocks.flatMap((block) => block.rows.map((row) => ({ block, row })));
  return rows
    .filter(({ row }) => [...row.counters, ...row.last].some((one) => changed.includes(one.id)))
    .map(({ block, row }) => ({
      name: row.name || block.name,
      nation: face.nation,
      counters: [...row.counters, ...row.last.filter((one) => changed.includes(one.id))],
    }));
}

function changes(table: PlayScreen, rows: ReturnType<typeof changedOf>): TemplateResult {
  return html`<div class="chg">${rows.map((row) => html`<section class="bn n-${row.nation}"><span class="lab">${row.name}</span><div class="row8">${row.counters.map((one) => counter(table, one))}</div></section>`)}</div>`;
}

/** What the place of the board is: it leaves where nothing on it could be tapped or read now. */
export function boardClass(table: PlayScreen): string {
  const face = faceOf(table);
  const aiming = modeOf(table) === "aim";
  const fixed = !!table.state.hand && !!table.state.aim && !table.state.aiming;
  const map = showsMap(table);
  // What is chosen on the card, of no unit, needs no stands beside it; where its places are told by a drag, the map.
  const dragged = map && !!table.state.asked?.asks.some(isDrawn);
  const chosen =
    !!table.state.hand &&
    !table.state.aim &&
    !dragged &&
    (!table.state.hand.byItself || (table.state.openAsk !== null && !table.state.hand.deed.about["unit"]));
  return [
    "board",
    map ? "mapped" : "",
    face?.own || map ? "" : "pointing",
    aiming ? "aiming" : "",
    table.state.result?.changed.length ? "after" : "",
    fixed || chosen ? "nothing" : "",
    table.state.inTurn || !table.state.scene.faces.some((one) => one.own) ? "" : "waiting",
    table.state.scene.faces.length ? "" : "none",
  ].join(" ");
}
