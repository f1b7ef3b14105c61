// The board: both sides' stands as counters, own units as company blocks, and the line that says what a tap does.
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { groundFace, mapTab, showsMap } from "./map-panel";
import { boutOf, bouts, meetingOf } from "./contested-roll";
import { newestResult, unitsLeft } from "./step-flow";
import { isDrawn, tapsWanted } from "./command-draft";
import { factsOn, type OnCounter, SIGNS } from "./counter-facts";
import type { Block, Counter, Face, Row, Unit } from "./model";
import { columns, flag, hampered, icon, type Part, pips, tag } from "./parts";
import { placePromptOf } from "./place-prompts";
import type { PlayScreen } from "./play-screen";

/** So many formations fit the upright board; with more it scrolls. */
const MOST_AT_ONCE = 3;

export function board(screen: PlayScreen): TemplateResult {
  const face = faceOf(screen);
  if (!face) return html``;
  if (showsBoth(screen)) return both(screen);
  const { data } = screen.state;
  const own = face.own;
  const picks = own && !screen.state.aiming && data.units.length > 0;
  if (showsMap(screen)) return html`<div class="bt">${tabs(screen, face)}${line(screen, face)}</div>${groundFace(screen)}`;
  const changed = changedOf(screen, face);
  return html`<div class="bt">${tabs(screen, face)}${picks ? nothing : blocksTabs(screen, face)}${!own && unitsLeft(data).length && !screen.state.draft?.byItself && !fillsBoard(screen, face) ? strip(screen) : nothing}${line(screen, face)}</div>
${changed.length ? changes(screen, changed) : nothing}${pairs(screen, face)}
<div class="lie two ${!picks && face.blocks.length > MOST_AT_ONCE ? "many" : ""}">${picks ? units(screen, face) : face.blocks.map((block) => blockOf(screen, face, block))}</div>`;
}

/** So many counters without a formation fit one row. */
const ONE_ROW = 5;

/** Whether a face is shown whole: all possible targets have to be in sight. */
function fillsBoard(screen: PlayScreen, face: Face): boolean {
  return (
    screen.state.aiming &&
    face.blocks.some((block) => block.loose && block.rows.reduce((sum, row) => sum + row.counters.length + row.last.length, 0) > ONE_ROW)
  );
}

const ROOM_FOR_BOTH = "(min-width: 1360px) and (min-height: 700px)";

/** Whether both sides are shown: on a device that plays both, where there is room. */
export function showsBoth(screen: PlayScreen): boolean {
  return screen.state.data.sides.length > 1 && screen.state.data.faces.length > 1 && !showsMap(screen) && matchMedia(ROOM_FOR_BOTH).matches;
}

function both(screen: PlayScreen): TemplateResult {
  const face = faceOf(screen)!;
  const turned = screen.state.data.has_map
    ? html`<div class="tabs" role="tablist" aria-label="Sides"><button type="button" role="tab" aria-selected="true"><span>Both sides</span></button>${mapTab(screen)}</div>`
    : nothing;
  return html`<div class="bt beside">${line(screen, face)}${turned}</div><div class="forces">${screen.state.data.faces.map((face) => force(screen, face))}</div>`;
}

/** A side with all its formations; on a wall display with its last action. */
export function force(screen: PlayScreen, face: Face, below: Part = nothing): TemplateResult {
  return html`<section class="force n-${face.nation}" aria-label=${face.name}><header>${flag(face.letter, face.nation)}<h2>${face.name}</h2></header>${face.blocks.map((block) => blockOf(screen, face, block))}${below}</section>`;
}

/** The face that is shown: the one the command needs, unless the player turned the board. */
export function faceOf(screen: PlayScreen): Face | undefined {
  const { data } = screen.state;
  const chosen = data.faces.find((face) => face.side === screen.state.face);
  if (chosen) return chosen;
  const own = data.faces.find((face) => face.own);
  const foe = data.faces.find((face) => !face.own);
  const aim = screen.state.aim;
  if (meetingOf(screen)) return foe ?? own;
  if (aim) {
    const sides = new Set([...aim.among].map((id) => screen.state.placed(id)?.side));
    return [foe, own, ...data.faces].find((face) => face && sides.has(face.side)) ?? own;
  }
  if (screen.state.result) {
    const sides = screen.state.result.changed.map((id) => screen.state.placed(id)?.side);
    return data.faces.find((face) => sides.includes(face.side)) ?? own;
  }
  return (screen.state.inTurn ? own : foe) ?? data.faces[0];
}

/** The purpose of the board now: to aim, to pick a unit, or to look. */
export function modeOf(screen: PlayScreen): "aim" | "pick" | "look" {
  const face = faceOf(screen);
  if (screen.state.notice || meetingOf(screen)) return "look";
  // With only one unit there is none to pick.
  const units = screen.state.draft ? screen.state.data.units.filter((unit) => unit.id !== screen.state.unit) : screen.state.data.units;
  if (showsMap(screen)) return screen.state.aiming || placePromptOf(screen) ? "aim" : units.length ? "pick" : "look";
  if (screen.state.aiming && face && [...screen.state.aim!.among].some((id) => screen.state.placed(id)?.side === face.side)) return "aim";
  return face?.own && units.some((unit) => face.blocks.some((block) => hasUnit(block, unit.id))) ? "pick" : "look";
}

/** Whether a block has counters of a unit. */
function hasUnit(block: Block, unit: string): boolean {
  return block.rows.some((row) => row.unit === unit || [...row.counters, ...row.last].some((counter) => counter.unit === unit));
}

export function tip(screen: PlayScreen): string {
  if (screen.state.notice) return screen.state.notice;
  const mode = modeOf(screen);
  const aim = screen.state.aim;
  const wanted = showsMap(screen) ? placePromptOf(screen) : null;
  if (wanted && !(aim && wanted.isTold)) return wanted.isTold ? "Tap where else it lies" : "Tap the place on the ground";
  if (mode === "pick") return screen.state.draft ? "Tap another unit to take it in hand instead" : "Tap a unit to take it in hand";
  if (mode === "look") return screen.state.result?.changed.length ? "What changed is ringed twice" : "Tap a stand to read it";
  if (screen.state.draft?.proposed)
    return screen.state.draft.trail.at(-1)?.name === "the same targets" ? "Dotted: the same as before" : "Dotted: proposed by the map";
  if (aim!.spread) return screen.state.draft!.tapped.targets.length ? "A tap brings one more" : "All turn to the one you tap";
  if (aim!.how === "one") return "Tap the one";
  return tapsWanted(aim!);
}

function tabs(screen: PlayScreen, face: Face): TemplateResult {
  const tab = (stand: Face): TemplateResult =>
    html`<button type="button" role="tab" aria-selected=${stand.side === face.side && !showsMap(screen)} @click=${() => turnTo(screen, stand.side)}>${flag(stand.letter, stand.nation, "sm")}<span>${stand.name}</span></button>`;
  return html`<div class="tabs" role="tablist" aria-label="Sides">${screen.state.data.faces.map(tab)}${mapTab(screen)}</div>`;
}

function turnTo(screen: PlayScreen, side: string): void {
  [screen.state.face, screen.state.notice] = [side, ""];
  screen.draw();
}

/** A phone shows one block at a time. */
function blocksTabs(screen: PlayScreen, face: Face): TemplateResult {
  const shown = shownBlock(screen, face);
  const other = screen.state.data.faces.find((stand) => stand.side !== face.side);
  const tab = (block: Block): TemplateResult =>
    html`<button type="button" role="tab" aria-selected=${block.key === shown} @click=${() => ((screen.state.shownBlock[face.side] = block.key), screen.draw())}>${block.name}</button>`;
  return html`<div class="tabs bns" role="tablist" aria-label="Formations">${other ? html`<button type="button" role="tab" aria-selected="false" aria-label="The other side" @click=${() => turnTo(screen, other.side)}>${icon("swap")}</button>` : nothing}${face.blocks.map(tab)}${mapTab(screen, true)}</div>`;
}

function shownBlock(screen: PlayScreen, face: Face): string {
  const chosen = screen.state.shownBlock[face.side];
  if (chosen && face.blocks.some((block) => block.key === chosen)) return chosen;
  const fell = screen.state.inTurn ? screen.state.result : newestResult(screen.state.data);
  const target = screen.state.draft?.tapped.targets.at(-1)?.id ?? fell?.changed.find((id) => screen.state.placed(id)?.side === face.side);
  const holds =
    (is: (id: string) => boolean) =>
    (block: Block): boolean =>
      block.rows.some((row) => [...row.counters, ...row.last].some((counter) => is(counter.id)));
  const aimable = (id: string): boolean => screen.state.aiming && screen.state.aim!.among.has(id) && !screen.state.placed(id)!.counter.out;
  const own = (block: Block): boolean => !!screen.state.unit && block.rows.some((row) => row.unit === screen.state.unit);
  const shown = face.blocks.find(holds((id) => id === target)) ?? face.blocks.find(holds(aimable)) ?? face.blocks.find(own);
  return (shown ?? face.blocks[0])?.key ?? "";
}

/** The units of this step, beside an enemy's face. */
function strip(screen: PlayScreen): TemplateResult {
  const group = (unit: Unit): TemplateResult =>
    html`<button type="button" class="${unit.id === screen.state.unit ? "now" : unit.state === "done" ? "done" : ""}" @click=${() => screen.selection.pick(unit.id)}><span>${unit.short || unit.name}</span><small>${unit.state}</small></button>`;
  return html`<div class="us n-${ownNation(screen)}">${screen.state.data.units.slice(0, 6).map(group)}</div>`;
}

function ownNation(screen: PlayScreen): string {
  return screen.state.data.faces.find((face) => face.own)?.nation ?? "";
}

function line(screen: PlayScreen, face: Face): TemplateResult {
  const mode = modeOf(screen);
  const count = mode === "aim" ? screen.state.draft!.tapped.targets.reduce((sum, target) => sum + target.count, 0) : 0;
  const sign = { aim: "aim", pick: "go", look: "eye" }[mode];
  return html`<p class="point" data-mode=${mode} data-face=${face.side}>${icon(sign)}<span class="tx">${tip(screen)}</span><span class="n">${count || nothing}</span></p>`;
}

/** Own units of this step, each one target, in their blocks. */
function units(screen: PlayScreen, face: Face): TemplateResult {
  const acting = new Set(screen.state.data.units.map((unit) => unit.id));
  const blocks = face.blocks.map((block) => ({ block, rows: block.rows.filter((row) => acting.has(row.unit)) }));
  const now = blocks.filter((block) => block.rows.length);
  const placed = new Set(now.flatMap((group) => group.rows.map((row) => row.unit)));
  const loose = screen.state.data.units.filter((unit) => !placed.has(unit.id));
  // Weapons, tanks and guns are listed below the name of their formation.
  const weapons = face.blocks
    .map((block) => ({ block, units: loose.filter((unit) => hasUnit(block, unit.id)) }))
    .filter((group) => group.units.length);
  const rest = face.blocks.filter(
    (block) => !now.some((group) => group.block === block) && !weapons.some((weapon) => weapon.block === block),
  );
  return html`${now.map(
    ({ block, rows }) =>
      html`${blockHead(screen, block, rows)}<div class="cos">${repeat(
        rows,
        (row) => row.unit,
        (row) => company(screen, row),
      )}</div>`,
  )}
${weapons.map(({ block, units }) => html`${now.some((group) => group.block === block) ? nothing : blockHead(screen, block)}<div class="us n-${face.nation}">${units.map((unit) => html`<button type="button" class="${unit.id === screen.state.unit ? "now" : unit.state === "done" ? "done" : ""}" @click=${() => screen.selection.pick(unit.id)}><span>${unit.name}</span><small>${unit.state}</small></button>`)}</div>`)}
<ul class="oth">${rest.map((block) => html`<li><b>${block.name}</b><span class="dim">${block.strength}</span></li>`)}</ul>`;
}

/** The name of a formation with its commander, unless that is a unit of this step. */
function blockHead(screen: PlayScreen, block: Block, acting: readonly Row[] = []): TemplateResult {
  const head = block.rows.flatMap((row) => (acting.includes(row) ? [] : [...row.counters, ...row.last])).find((counter) => counter.head);
  const tests = block.tests_at.find((group) => group < block.left);
  return html`<header class="bh"><h2>${block.name}</h2>${head ? html`<span class="hqc">${counter(screen, head)}</span>` : nothing}${bars(block)}<div class="q"><span>${block.quality}</span><span>${block.strength}${tests ? `, test at ${tests}` : ""}</span></div></header>`;
}

/** The company in the current fight beside its opponents, whatever face is shown. */
function pairs(screen: PlayScreen, face: Face): Part {
  const contest = meetingOf(screen);
  const there = contest
    ? [contest.rows.stand, contest.columns.stand].map((id) => screen.state.placed(id)).find((group) => group && group.side !== face.side)
    : undefined;
  return there
    ? html`<div class="pairs"><section class="bn own1 n-${screen.state.data.faces.find((one) => one.side === there.side)?.nation ?? ""}"><header><h3>${there.row.name}</h3></header><div class="row8">${there.row.counters.map((face) => counter(screen, face))}</div></section></div>`
    : nothing;
}

function company(screen: PlayScreen, row: Row): TemplateResult {
  const unit = screen.state.data.units.find((unit) => unit.id === row.unit);
  const now = row.unit === screen.state.unit;
  const state = now && screen.state.draft?.byItself ? "in hand" : (unit?.state ?? row.state);
  const cls = now ? "now" : unit?.state === "done" ? "done" : "";
  return html`<button type="button" class="co n-${ownNation(screen)} ${cls}" data-unit=${row.unit} aria-label="${row.name}, ${state}" @click=${() => screen.selection.pick(row.unit)}>
<span class="coh"><span class="nm">${nameParts(row)}</span>${pips(screen.state.data.hampers, row.levels)}<span class="st">${state}</span></span>
<span class="cts ${columns(Math.max(4, row.counters.length))}">${row.counters.map((counter) => counterIn(screen, counter, false))}</span></button>`;
}

/** In little space the letter of a unit stays and its kind is hidden. */
function nameParts(row: Row): TemplateResult {
  if (!row.label || !row.name.startsWith(`${row.label} `)) return html`${row.name}`;
  return html`${row.label}<span>${row.name.slice(row.label.length)}</span>`;
}

function blockOf(screen: PlayScreen, face: Face, block: Block): Part {
  const sel = shownBlock(screen, face) === block.key ? "sel" : "";
  const side = `n-${face.nation}`;
  const { owes } = block;
  const head = html`<header><h3>${block.name}</h3><span class="q">${block.quality}</span>${owes ? tag({ kind: "suppressed", word: owes }) : nothing}${screen.state.isWall ? nothing : showsBoth(screen) ? bars(block) : nothing}<span class="str">${block.strength}</span></header>${screen.state.isWall ? bars(block) : nothing}`;
  if (block.away) return html`<section class="bn away ${side} ${sel}" aria-label=${block.name}>${head}</section>`;
  const open =
    screen.state.aiming &&
    block.rows.some((row) => [...row.counters, ...row.last].some((counter) => screen.state.aim!.among.has(counter.id)))
      ? "open"
      : "";
  if (block.loose && !block.quality && screen.state.isWall) return nothing;
  if (block.loose)
    return html`<section class="bn span ${side} ${sel} ${open}" aria-label=${block.name}>${head}<div class="row8">${block.rows.flatMap((row) => [...row.counters, ...row.last]).map((face) => counter(screen, face))}</div></section>`;
  const widest = Math.max(...block.rows.map((row) => row.counters.length), 1);
  if (screen.state.isWall || (showsBoth(screen) && widest > 3))
    return html`<section class="bn ${side}" aria-label=${block.name}>${head}<div class="mx wide ${columns(widest)}">${block.rows.map((row) => rowOf(screen, { ...row, last: [] }, widest, false))}${lastOf(screen, block, widest)}</div></section>`;
  return html`<section class="bn ${side} ${sel}" aria-label=${block.name}>${head}<div class="mx ${widest > 3 ? "m4" : ""} ${columns(widest)}">${block.rows.map((row) => rowOf(screen, row, widest))}</div></section>`;
}

/** Weapons and commanders in rows of their own, as wide as a company. */
function lastOf(screen: PlayScreen, block: Block, widest: number): TemplateResult[] {
  const all = block.rows.flatMap((row) => row.last);
  const rows = Array.from({ length: Math.ceil(all.length / widest) }, (_, n) => all.slice(n * widest, (n + 1) * widest));
  return rows.map((some) => html`<span></span>${some.map((face) => counter(screen, face))}`);
}

/** The strength of a formation, one cell for each stand, with a mark where it is tested. */
function bars(block: Block): Part {
  if (!block.begun || block.away) return nothing;
  const cell = (n: number): TemplateResult => html`<i class="${n < block.left ? "" : "x"} ${block.tests_at.includes(n) ? "at" : ""}"></i>`;
  return html`<div class="bars" role="img" aria-label="${block.left} of ${block.begun} left">${Array.from({ length: block.begun }, (_, n) => cell(n))}</div>`;
}

function rowOf(screen: PlayScreen, row: Row, widest: number, hasLast = true): TemplateResult {
  const gaps = Array.from({ length: widest - row.counters.length }, () => html`<span></span>`);
  const last = row.last[0] ? row.last.map((face) => counter(screen, face)) : hasLast ? [html`<span></span>`] : [];
  if (screen.state.isWall)
    return html`<span class="lt ${smallLabel(row.label)}"><span class="hide">${row.name}</span><span aria-hidden="true">${row.label}</span></span>${row.counters.map((face) => counter(screen, face))}${gaps}`;
  return html`<button type="button" class="lt ${smallLabel(row.label)} ${standing(screen, row.unit)}" @click=${() => screen.targets.rowOf(row)}><span class="hide">${row.name}</span><span aria-hidden="true">${row.label}</span></button>${row.counters.map((face) => counter(screen, face))}${gaps}${last}`;
}

/** Two capitals need the space of three figures. */
function smallLabel(label: string): string {
  return label.length > 2 || /^[A-Z]{2}/.test(label) ? "s" : "";
}

/** The state of a unit that is ordered in this step, where its block does not show it. */
function standing(screen: PlayScreen, unit: string): string {
  const acting = screen.state.data.units.find((face) => face.id === unit);
  if (!acting || !showsBoth(screen)) return "";
  return acting.id === screen.state.unit ? "in-hand" : acting.state === "done" ? "" : "acts-now";
}

export function counter(screen: PlayScreen, stand: Counter): TemplateResult {
  return counterIn(screen, stand, !screen.state.isWall);
}

function counterIn(screen: PlayScreen, stand: Counter, isButton: boolean): TemplateResult {
  const { draft, aim } = screen.state;
  const at = draft ? draft.tapped.targets.findIndex((target) => target.id === stand.id) : -1;
  // A spectator, or a side that waits, sees the newest result.
  const reads = screen.state.isWall || !screen.state.inTurn;
  const result = reads ? newestResult(screen.state.data) : screen.state.result;
  const hot = result?.changed.includes(stand.id) ?? false;
  const did = reads && !!result?.unit && result.unit === stand.unit && !stand.out;
  const off =
    screen.state.aiming &&
    !aim!.among.has(stand.id) &&
    !stand.out &&
    at < 0 &&
    [...aim!.among].some((id) => screen.state.placed(id)?.side === screen.state.placed(stand.id)?.side);
  const contest = meetingOf(screen);
  const bout = contest ? boutOf(bouts(screen, contest), stand.id) : 0;
  const badge = bout
    ? String(bout)
    : at < 0 || !aim
      ? ""
      : aim.spread
        ? `×${draft!.tapped.targets[at]!.count}`
        : aim.how === "several"
          ? ""
          : String(at + 1);
  const slash =
    screen.state.data.hampers.most <= 1 && (stand.levels ? "slash" : stand.marks.some((mark) => mark.kind === "old") ? "slash old" : "");
  const cls = [
    "ct",
    slash || "",
    standing(screen, stand.unit),
    stand.out ? "x" : "",
    stand.head ? (stand.levels || stand.marks.length ? "hq" : "hq solo") : "",
    off ? "off" : "",
    at >= 0 ? (draft!.proposed ? "prop tg" : "tg") : bout ? "tg" : "",
    hot ? "fresh" : "",
    did ? "did" : "",
  ].join(" ");
  const lying = stand.out ? [] : factsOn(stand, screen.state.knownOf(stand.id));
  const words = [
    stand.name,
    stand.out ? "out of the game" : "",
    stand.levels && !stand.out ? hampered(screen.state.data.hampers, stand.levels) : "",
    ...lying.map((each) => each.says),
    at >= 0 ? `target ${at + 1}` : "",
    bout ? `${draft!.deed.says.toLowerCase()} ${bout}` : "",
  ]
    .filter(Boolean)
    .join(", ");
  const inside = html`${badge ? html`<span class="bd" aria-hidden="true">${badge}</span>` : nothing}<span aria-hidden="true" class="n ${stand.short.length > 1 ? "s" : ""}">${stand.short}</span>${stand.out ? nothing : html`${stand.head ? nothing : lying.filter((each) => each.place === "cover").map((each) => html`<span aria-hidden="true" class="cv ${looks(each.origin)}">${each.short}</span>`)}<span class="sp">${Array.from({ length: slash ? 0 : stand.levels }, () => html`<i></i>`)}</span>${aside(lying)}`}`;
  return isButton
    ? html`<button type="button" class=${cls} data-st=${stand.id} data-sup=${stand.levels} @click=${() => screen.targets.stand(stand.id)}><span class="hide">${words}</span>${inside}</button>`
    : html`<span class=${cls} data-sup=${stand.levels}>${screen.state.isWall ? html`<span class="hide">${words}</span>` : nothing}${inside}</span>`;
}

function looks(origin: string): string {
  return origin === "map" ? "map-fact" : origin === "assumed" ? "ask" : "";
}

/** Below the cover: the mark of a counter, else its distance. */
function aside(lying: readonly OnCounter[]): TemplateResult {
  const marks = lying.filter((fact) => SIGNS.has(fact.icon));
  const far = marks.length ? undefined : lying.find((fact) => fact.place === "far");
  return html`<span class="d ${far ? looks(far.origin) : ""}" aria-hidden="true">${marks.map((fact) => icon(fact.icon, ""))}${far?.short ?? nothing}</span>`;
}

/** On a phone only the rows that a result changed are shown. */
function changedOf(
  screen: PlayScreen,
  face: Face,
): { readonly name: string; readonly nation: string; readonly counters: readonly Counter[] }[] {
  const changed = screen.state.result?.changed ?? [];
  if (!changed.length) return [];
  const rows = face.blocks.flatMap((block) => block.rows.map((row) => ({ block, row })));
  return rows
    .filter(({ row }) => [...row.counters, ...row.last].some((counter) => changed.includes(counter.id)))
    .map(({ block, row }) => ({
      name: row.name || block.name,
      nation: face.nation,
      counters: [...row.counters, ...row.last.filter((counter) => changed.includes(counter.id))],
    }));
}

function changes(screen: PlayScreen, rows: ReturnType<typeof changedOf>): TemplateResult {
  return html`<div class="chg">${rows.map((row) => html`<section class="bn n-${row.nation}"><span class="lab">${row.name}</span><div class="row8">${row.counters.map((face) => counter(screen, face))}</div></section>`)}</div>`;
}

/** The class of the board: it is hidden where nothing on it is useful now. */
export function boardClass(screen: PlayScreen): string {
  const face = faceOf(screen);
  const aiming = modeOf(screen) === "aim";
  const fixed = !!screen.state.draft && !!screen.state.aim && !screen.state.aiming;
  const map = showsMap(screen);
  // A choice on the card without a unit needs no board, and one that a drag makes needs the map.
  const dragged = map && !!screen.state.prompts?.prompts.some(isDrawn);
  const chosen =
    !!screen.state.draft &&
    !screen.state.aim &&
    !dragged &&
    (!screen.state.draft.byItself || (screen.state.openPrompt !== null && !screen.state.draft.deed.about["unit"]));
  return [
    "board",
    map ? "mapped" : "",
    face?.own || map ? "" : "pointing",
    aiming ? "aiming" : "",
    screen.state.result?.changed.length ? "after" : "",
    fixed || chosen ? "nothing" : "",
    screen.state.inTurn || !screen.state.data.faces.some((face) => face.own) ? "" : "waiting",
    screen.state.data.faces.length ? "" : "none",
  ].join(" ");
}
