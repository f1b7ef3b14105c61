// The play screen of any rule system, drawn from what the service says of the table and of each command.
import { nothing, render } from "lit-html";
import type { Answer } from "../games/answers";
import { begun } from "../live/load-watch";
import { startLogVerification } from "../games/log-verification";
import { setRefresh, showConnection, startLive } from "../live/stream";
import { refusedCommandsOf } from "../games/refused-commands";
import { gamePage } from "../live/page-state";
import { bar, rail } from "../play/top-bar";
import { board, boardClass, showsBoth } from "../play/board";
import { card } from "../play/card";
import { drawer, isLeft } from "../play/drawer";
import { DraftStorage } from "../play/draft-storage";
import { fold } from "../play/fact-chips";
import { isAnyOnMap, showsMap } from "../play/map-panel";
import { areExceptions } from "../play/command-draft";
import { startPlayKeys } from "../play/keyboard";
import type { ScreenData } from "../play/model";
import { makeRoom } from "../play/result";
import { PlayService } from "../play/play-service";
import { startStrokes } from "../play/keyboard";
import { placePromptOf } from "../play/place-prompts";
import { PlayScreen } from "../play/play-screen";
import { drawWall, showsWall } from "../play/wall";
import { startWake } from "../components/wake-lock";

const page = gamePage();
const data = JSON.parse(document.querySelector("#scene")?.textContent ?? "null") as ScreenData | null;

function start(game: string, scene: ScreenData): void {
  const service: PlayService = new PlayService(
    game,
    (envelope, answer: Answer) => void table.sender.answerWaiting(envelope, answer),
    scene.role,
  );
  const table: PlayScreen = new PlayScreen(scene, service, () => draw(table), say);
  document.body.classList.toggle("left", isLeft());
  guardTaps(table);
  startPlayKeys(table);
  startStrokes(table);
  window.addEventListener("resize", () => draw(table));
  setInterval(() => tick(table), 100);
  setRefresh(() => table.updates.refresh());
  startLive();
  startLogVerification();
  startWake();
  for (const [target, back] of [
    [window, "online"],
    [document, "bz:back"],
  ] as const)
    target.addEventListener(back, () => table.prompts.queryAgain());
  table.state.isWall = showsWall(table);
  table.state.refusedCommands = refusedCommandsOf(game, scene.role);
  takeUpEntered(table);
  table.updates.begin();
}

let entered: DraftStorage | undefined;
/** Text that was typed and not submitted, by the name of its field. */
let texts: { [field: string]: string } = {};
let textsOf = "";

/** Restores the draft from before a reload. */
function takeUpEntered(screen: PlayScreen): void {
  entered = new DraftStorage(screen.service.game, screen.state.data.role);
  const before = entered.read();
  entered.takeOver();
  if (before && screen.selection.restore(before)) [texts, textsOf] = [{ ...before.texts }, nameOfHand(screen)];
  place("main").addEventListener("input", ({ target }) => {
    if (!isText(target)) return;
    texts = { ...texts, [fieldName(target)]: target.value };
    keepEntered(screen);
  });
  // Submitted text is on the card, and not in its field any more.
  place("main").addEventListener("submit", () => (texts = {}), { capture: true });
}

function isText(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
}

function fieldName(field: HTMLInputElement | HTMLTextAreaElement): string {
  return field.getAttribute("aria-label") ?? field.name;
}

function nameOfHand({ state: { draft } }: PlayScreen): string {
  return draft ? JSON.stringify([draft.deed.kind, draft.deed.about]) : "";
}

/** Stores the draft, and puts typed text back into its fields once they are drawn. */
function keepEntered(screen: PlayScreen): void {
  const of = nameOfHand(screen);
  if (of !== textsOf || screen.state.sending) [texts, textsOf] = [{}, of];
  for (const field of place("main").querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) {
    const text = texts[fieldName(field)];
    if (isText(field) && text && !field.value) field.value = text;
  }
  entered?.keep(screen.selection.storedDraft(texts));
}

function place(id: string): HTMLElement {
  return document.getElementById(id)!;
}

let scheduled = false;

/** Draws once for all changes of one task. */
function draw(screen: PlayScreen): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    drawNow(screen);
  });
}

function drawNow(screen: PlayScreen): void {
  const wall = showsWall(screen);
  if (wall === document.body.classList.contains("stage")) clear();
  screen.state.isWall = wall;
  document.body.classList.toggle("wall", wall);
  document.body.classList.toggle("stage", !wall);
  drawParts(screen);
}

/** Removes all that another screen has drawn. */
function clear(): void {
  for (const id of ["bar", "rail", "board", "main"]) render(nothing, place(id));
}

function drawParts(screen: PlayScreen): void {
  place("drawer").hidden = !screen.state.drawer;
  render(screen.state.drawer ? drawer(screen) : nothing, place("drawer"));
  if (screen.state.isWall) {
    drawWall(screen, place);
    return layDrawer();
  }
  document.body.classList.toggle("ref", showsBoth(screen));
  render(bar(screen), place("bar"));
  showConnection();
  render(rail(screen), place("rail"));
  place("rail").className = showsBoth(screen) ? "rail strip" : "rail";
  render(board(screen), place("board"));
  place("board").className = boardClass(screen);
  const now = card(screen);
  render(now.drawn, place("main"));
  fold(place("main"), screen.state.allFacts);
  makeRoom(place("main"));
  layDrawer();
  letBodyBeReached();
  if (screen.guard.shows(now.kind)) {
    document.body.classList.remove("showboard");
    // News of another seat does not move the focus.
    if (!now.kind.startsWith("waiting") || document.activeElement === document.body)
      document.querySelector<HTMLElement>(".sheet")?.focus({ preventScroll: true });
  }
  document.querySelector(".tg-list .now")?.scrollIntoView({ block: "nearest" });
  showWhatMayBeTapped(screen);
  showWhereToTell(screen);
  // A refusal that is gone must not keep the focus.
  if (!screen.state.refused && !screen.state.data.request && refusedBefore) place("alert").textContent = "";
  refusedBefore = screen.state.refused !== null;
  sayWhetherBusy(screen);
  keepEntered(screen);
}

/** Marks the card as busy while it waits for the service. */
function sayWhetherBusy(screen: PlayScreen): void {
  if (screen.sender.isBusy) place("main").setAttribute("aria-busy", "true");
  else place("main").removeAttribute("aria-busy");
}

let refusedBefore = false;
let aimedAt: object | null = null;

/** Scrolls the targets into sight once, when aiming begins: a map without any of them is turned to the counters. */
function showWhatMayBeTapped(screen: PlayScreen): void {
  const of = screen.state.aiming ? screen.state.draft!.deed : null;
  if (of === aimedAt) return;
  aimedAt = of;
  if (of && showsMap(screen) && !placePromptOf(screen) && !areExceptions(screen.state.aim!.ask) && !isAnyOnMap(screen.state.aim!.among)) {
    screen.state.face = null;
    return draw(screen);
  }
  const first = of ? document.querySelector(".lie .ct:not(.off):not(.x)[data-st]") : null;
  // The name of the formation is scrolled into sight with it, where both fit.
  for (const element of [first, first?.closest(".bn")?.querySelector(":scope > header")]) element?.scrollIntoView({ block: "nearest" });
}

let isPlaceAsked = false;

/** Turns the board to the map once, when a place is required. */
function showWhereToTell(screen: PlayScreen): void {
  const wanted = placePromptOf(screen);
  const isAsked = !!wanted && wanted.needed && !wanted.isTold;
  const isNew = isAsked && !isPlaceAsked;
  isPlaceAsked = isAsked;
  if (!isNew || !screen.state.data.has_map || showsMap(screen)) return;
  screen.state.face = null;
  draw(screen);
}

/** Parts of the card that scroll can be reached by keys. */
function letBodyBeReached(): void {
  const body = document.querySelector<HTMLElement>("#main .body");
  if (!body) return;
  if (body.scrollHeight > body.clientHeight) body.tabIndex = 0;
  else body.removeAttribute("tabindex");
}

/** Upright the drawer is below the bar and any request, and above the dock. */
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
  // The same words are announced again only when something changes.
  told.textContent = words && told.textContent === words ? `${words}\u00a0` : words;
}

/** A finger that bounces does nothing on a card that has just changed. */
function guardTaps(screen: PlayScreen): void {
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail && screen.guard.bounced(event.clientX, event.clientY)) {
        event.stopPropagation();
        event.preventDefault();
        return;
      }
      if (event.detail) screen.guard.touched(event.clientX, event.clientY);
    },
    { capture: true },
  );
}

let wasOpen = false;

/** The five seconds of "Mistyped?" run out by themselves. */
function tick(screen: PlayScreen): void {
  const bar = document.querySelector<HTMLElement>(".typo[data-until]");
  const left = screen.state.mistypedUntil - Date.now();
  bar?.style.setProperty("--left", `${Math.max(0, left / 50)}%`);
  if (wasOpen && left <= 0) draw(screen);
  wasOpen = left > 0;
}

if (page && data) start(page.game, data);
begun();
