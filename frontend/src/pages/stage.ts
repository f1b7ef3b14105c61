// The stage: one screen of play for any rule system, drawn from what the service says of the table and of each deed.
import { nothing, render } from "lit-html";
import type { Answer } from "../games/answers";
import { begun } from "../live/load-watch";
import { startHeads } from "../games/log-verification";
import { drawBy, showLine, startLive } from "../live/stream";
import { notDoneAt } from "../games/refused-commands";
import { gamePage } from "../live/page-state";
import { bar, rail } from "../play/top-bar";
import { board, boardClass, showsBoth } from "../play/board";
import { card } from "../play/card";
import { drawer, isLeft } from "../play/drawer";
import { EnteredStore } from "../play/draft-storage";
import { fold } from "../play/fact-chips";
import { isAnyOnMap, showsMap } from "../play/map-panel";
import { areExceptions } from "../play/command-draft";
import { startStageKeys } from "../play/keyboard";
import type { Scene } from "../play/model";
import { makeRoom } from "../play/result";
import { Service } from "../play/play-service";
import { startStrokes } from "../play/keyboard";
import { wantedOf } from "../play/place-prompts";
import { PlayScreen } from "../play/play-screen";
import { drawWall, showsWall } from "../play/wall";
import { startWake } from "../components/wake-lock";

const page = gamePage();
const scene = JSON.parse(document.querySelector("#scene")?.textContent ?? "null") as Scene | null;

function start(game: string, scene: Scene): void {
  const service: Service = new Service(game, (envelope, answer: Answer) => void table.sender.afterWaiting(envelope, answer), scene.role);
  const table: PlayScreen = new PlayScreen(scene, service, () => draw(table), say);
  document.body.classList.toggle("left", isLeft());
  guardTaps(table);
  startStageKeys(table);
  startStrokes(table);
  window.addEventListener("resize", () => draw(table));
  setInterval(() => tick(table), 100);
  drawBy(() => table.updates.refresh());
  startLive();
  startHeads();
  startWake();
  for (const [target, back] of [
    [window, "online"],
    [document, "bz:back"],
  ] as const)
    target.addEventListener(back, () => table.prompts.askAgain());
  table.state.wall = showsWall(table);
  table.state.notDone = notDoneAt(game, scene.role);
  takeUpEntered(table);
  table.updates.begin();
}

let entered: EnteredStore | undefined;
/** Texts that were typed and not told yet, by the names of their fields. */
let texts: { [field: string]: string } = {};
let textsOf = "";

/** What was entered before the page was loaded anew stands on the card again. */
function takeUpEntered(table: PlayScreen): void {
  entered = new EnteredStore(table.service.game, table.state.scene.role);
  const before = entered.read();
  entered.takeOver();
  if (before && table.selection.takeUp(before)) [texts, textsOf] = [{ ...before.texts }, nameOfHand(table)];
  place("main").addEventListener("input", ({ target }) => {
    if (!isText(target)) return;
    texts = { ...texts, [fieldName(target)]: target.value };
    keepEntered(table);
  });
  // What was told stands on the card, and not in its field any more.
  place("main").addEventListener("submit", () => (texts = {}), { capture: true });
}

function isText(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
}

function fieldName(field: HTMLInputElement | HTMLTextAreaElement): string {
  return field.getAttribute("aria-label") ?? field.name;
}

function nameOfHand({ state: { hand } }: PlayScreen): string {
  return hand ? JSON.stringify([hand.deed.kind, hand.deed.about]) : "";
}

/** Keeps what is entered, and puts typed texts back into their fields once these are drawn. */
function keepEntered(table: PlayScreen): void {
  const of = nameOfHand(table);
  if (of !== textsOf || table.state.sending) [texts, textsOf] = [{}, of];
  for (const field of place("main").querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) {
    const text = texts[fieldName(field)];
    if (isText(field) && text && !field.value) field.value = text;
  }
  entered?.keep(table.selection.entered(texts));
}

function place(id: string): HTMLElement {
  return document.getElementById(id)!;
}

let scheduled = false;

/** Draws once for whatever changed in one go. */
function draw(table: PlayScreen): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    drawNow(table);
  });
}

function drawNow(table: PlayScreen): void {
  const wall = showsWall(table);
  if (wall === document.body.classList.contains("stage")) clear();
  table.state.wall = wall;
  document.body.classList.toggle("wall", wall);
  document.body.classList.toggle("stage", !wall);
  drawParts(table);
}

/** Another screen altogether: nothing of the one before may be left. */
function clear(): void {
  for (const id of ["bar", "rail", "board", "main"]) render(nothing, place(id));
}

function drawParts(table: PlayScreen): void {
  place("drawer").hidden = !table.state.drawer;
  render(table.state.drawer ? drawer(table) : nothing, place("drawer"));
  if (table.state.wall) {
    drawWall(table, place);
    return layDrawer();
  }
  document.body.classList.toggle("ref", showsBoth(table));
  render(bar(table), place("bar"));
  showLine();
  render(rail(table), place("rail"));
  place("rail").className = showsBoth(table) ? "rail strip" : "rail";
  render(board(table), place("board"));
  place("board").className = boardClass(table);
  const now = card(table);
  render(now.drawn, place("main"));
  fold(place("main"), table.state.allFacts);
  makeRoom(place("main"));
  layDrawer();
  letBodyBeReached();
  if (table.guard.shows(now.kind)) {
    document.body.classList.remove("showboard");
    // News of another seat leaves focus where it is.
    if (!now.kind.startsWith("waiting") || document.activeElement === document.body)
      document.querySelector<HTMLElement>(".sheet")?.focus({ preventScroll: true });
  }
  document.querySelector(".tg-list .now")?.scrollIntoView({ block: "nearest" });
  showWhatMayBeTapped(table);
  showWhereToTell(table);
  // Whoever comes to a refusal that is gone would take it for one that stands.
  if (!table.state.refused && !table.state.scene.request && refusedBefore) place("alert").textContent = "";
  refusedBefore = table.state.refused !== null;
  sayWhetherBusy(table);
  keepEntered(table);
}

/** Said of the card while it waits for the service: what stands on it may be another thing in a moment. */
function sayWhetherBusy(table: PlayScreen): void {
  if (table.sender.isBusy) place("main").setAttribute("aria-busy", "true");
  else place("main").removeAttribute("aria-busy");
}

let refusedBefore = false;
let aimedAt: object | null = null;

/** Whoever is to be tapped comes into sight once, as the aiming begins: the board is turned from a map on which none of them stands. */
function showWhatMayBeTapped(table: PlayScreen): void {
  const of = table.state.aiming ? table.state.hand!.deed : null;
  if (of === aimedAt) return;
  aimedAt = of;
  if (of && showsMap(table) && !wantedOf(table) && !areExceptions(table.state.aim!.ask) && !isAnyOnMap(table.state.aim!.among)) {
    table.state.face = null;
    return draw(table);
  }
  const first = of ? document.querySelector(".lie .ct:not(.off):not(.x)[data-st]") : null;
  // The name of its formation comes into sight with it, where both have room.
  for (const one of [first, first?.closest(".bn")?.querySelector(":scope > header")]) one?.scrollIntoView({ block: "nearest" });
}

let isPlaceAsked = false;

/** A place that has to be told turns the board to the map once, as it is asked for: also one that was turned to a side by hand. */
function showWhereToTell(table: PlayScreen): void {
  const wanted = wantedOf(table);
  const isAsked = !!wanted && wanted.needed && !wanted.isTold;
  const isNew = isAsked && !isPlaceAsked;
  isPlaceAsked = isAsked;
  if (!isNew || !table.state.scene.has_map || showsMap(table)) return;
  table.state.face = null;
  draw(table);
}

/** What scrolls on the card can be reached by keys, as long as it does. */
function letBodyBeReached(): void {
  const body = document.querySelector<HTMLElement>("#main .body");
  if (!body) return;
  if (body.scrollHeight > body.clientHeight) body.tabIndex = 0;
  else body.removeAttribute("tabindex");
}

/** Upright the drawer begins below the bar, and below a request, and ends above the dock. */
function layDrawer(): void {
  const drawer = place("drawer");
  if (drawer.hidden) return;
  const upright = getComputedStyle(drawer).position === "fixed";
  const dock = document.querySelector(".dock") ?? document.querySelector(".foot");
  const above = ["#bar", ".slot.ask"].map((part) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0);
  drawer.style.top = upright ? `${Math.max(...above)}px` : "";
  drawer.style.bottom = upright && dock ? `${innerHeight - dock.getBoundingClientRect().top}px` : "";
}

function say(words: string, loud = false): void {
  const told = place(loud ? "alert" : "live");
  // The same words once more are news too, and are told only where something changes.
  told.textContent = words && told.textContent === words ? `${words}\u00a0` : words;
}

/** A finger that bounces on a card that has just changed does nothing there. */
function guardTaps(table: PlayScreen): void {
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail && table.guard.bounced(event.clientX, event.clientY)) {
        event.stopPropagation();
        event.preventDefault();
        return;
      }
      if (event.detail) table.guard.touched(event.clientX, event.clientY);
    },
    { capture: true },
  );
}

let wasOpen = false;

/** The five seconds of "Mistyped?" run out by themselves. */
function tick(table: PlayScreen): void {
  const bar = document.querySelector<HTMLElement>(".typo[data-until]");
  const left = table.state.mistypedUntil - Date.now();
  bar?.style.setProperty("--left", `${Math.max(0, left / 50)}%`);
  if (wasOpen && left <= 0) draw(table);
  wasOpen = left > 0;
}

if (page && scene) start(page.game, scene);
begun();
