// Loads an address and morphs it into the page.
import { request } from "./connection";
import { markAway, markReachable, refresh } from "./stream";
import { morphRegions } from "./morph";
import { noteShown, seenSeq } from "./page-state";
import { markOutdated } from "../components/announcements";

const TOGETHER_MS = 120;
const LATE_MS = 1000;

/** A navigation of the player; without one the page only shows other values. */
export interface Navigation {
  /** What happens to the current address: it is pushed, replaced, or left already. */
  readonly address: "push" | "replace" | "left";
  /** Called just before the page shows it. */
  readonly leave: () => void;
  /** Called when the page shows it. */
  readonly arrived: () => void;
  /** Called when it waits for the connection. */
  readonly kept: () => void;
}

interface PageRequest {
  readonly url: string;
  readonly regions: ReadonlySet<string>;
  readonly turn: Navigation | undefined;
  kept: boolean;
}

// The page request under way. A newer one replaces it.
let wish: PageRequest | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;
// Taps that wait until the page shows the values entered before them.
let held: (() => void)[] = [];

export function startShowing(): void {
  document.addEventListener("bz:back", () => wish?.kept && void follow(wish));
}

/** Shows an address in these regions. An older answer that arrives later is ignored. */
export function showAt(url: string, regions: ReadonlySet<string>, turn?: Navigation): Promise<void> {
  wish = { url, regions, turn, kept: false };
  return follow(wish);
}

/** Shows an address once no more values are entered for a moment. */
export function showSoon(url: () => string, regions: ReadonlySet<string>): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => void showAt(url(), regions), TOGETHER_MS);
}

/** Calls `act` once the page shows the values entered before it, because the number of dice depends on them. */
export function afterShown(act: () => void): void {
  if (isAsking()) held.push(act);
  else act();
}

function isAsking(): boolean {
  return waiting !== undefined || (wish !== undefined && !wish.turn && !wish.kept);
}

function runHeld(): void {
  if (isAsking()) return;
  const acts = held;
  held = [];
  for (const act of acts) act();
}

/** Whether the page is on its way to another address. */
export function isTurning(): boolean {
  return wish?.turn !== undefined;
}

async function follow(mine: PageRequest): Promise<void> {
  clearTimeout(waiting);
  waiting = undefined;
  mine.kept = false;
  // The regions still show the result of other values.
  const late = setTimeout(() => mine === wish && !mine.turn && markOutdated(mine.regions), LATE_MS);
  const answer = await fetched(mine.url);
  clearTimeout(late);
  if (mine !== wish) return;
  // Without a connection the page and its entries stay.
  if (answer === "away") return keep(mine);
  markReachable();
  if (answer === "elsewhere") return location.assign(mine.url);
  await show(mine, answer);
  if (mine !== wish) return;
  wish = undefined;
  mine.turn?.arrived();
  runHeld();
}

async function fetched(url: string): Promise<Document | "away" | "elsewhere"> {
  try {
    const response = await request(url, { headers: { Accept: "text/html" } });
    if (response.status >= 500) return "away";
    if (!response.ok || new URL(url, location.href).pathname !== location.pathname) return "elsewhere";
    return new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    return "away";
  }
}

function keep(mine: PageRequest): void {
  mine.kept = true;
  markAway();
  if (mine.turn) mine.turn.kept();
  else markOutdated(mine.regions);
  runHeld();
}

async function show(mine: PageRequest, fresh: Document): Promise<void> {
  const { url, regions, turn } = mine;
  if (turn?.address === "push") history.pushState(null, "", url);
  else if (turn?.address !== "left") history.replaceState(null, "", url);
  turn?.leave();
  // The answer is older than a command that was answered since: refresh.
  if (Number(fresh.body.dataset["seq"] ?? 0) < seenSeq()) return refresh();
  const isShown = await morphRegions(fresh, regions, () => mine === wish);
  if (isShown && turn) noteShown(fresh);
}
