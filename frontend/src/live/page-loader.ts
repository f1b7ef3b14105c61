// The one way to show what the service has at an address: it is fetched, and morphed into the page that is there.
import { request } from "./connection";
import { markAway, markReachable, refresh } from "./stream";
import { morphRegions } from "./morph";
import { noteShown, seenSeq } from "./page-state";
import { markOutdated } from "../components/announcements";

const TOGETHER_MS = 120;
const LATE_MS = 1000;

/** What it is to the person at the device; without any of it the page only shows the same with other facts. */
export interface Navigation {
  /** What becomes of the address so far: one step back leads to it, or it is written over, or it is left already. */
  readonly address: "push" | "replace" | "left";
  /** Just before the page shows it. */
  readonly leave: () => void;
  /** The page shows it. */
  readonly arrived: () => void;
  /** The service is away: it is shown when it is back. */
  readonly kept: () => void;
}

interface PageRequest {
  readonly url: string;
  readonly regions: ReadonlySet<string>;
  readonly turn: Navigation | undefined;
  kept: boolean;
}

// What the page is on its way to show. A newer wish takes the place of an older one.
let wish: PageRequest | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;
// What was tapped while facts changed before it were on their way to the page.
let held: (() => void)[] = [];

export function startShowing(): void {
  document.addEventListener("bz:back", () => wish?.kept && void follow(wish));
}

/** Shows the page at an address in the regions named. An older answer that comes in later is not shown. */
export function showAt(url: string, regions: ReadonlySet<string>, turn?: Navigation): Promise<void> {
  wish = { url, regions, turn, kept: false };
  return follow(wish);
}

/** The same, when nothing more has been changed for a moment. */
export function showSoon(url: () => string, regions: ReadonlySet<string>): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => void showAt(url(), regions), TOGETHER_MS);
}

/** Does it once the page shows what was changed on it before: how many dice are wanted hangs on that. At once where nothing was. */
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

/** Whether the page is on its way to something else than it shows. */
export function isTurning(): boolean {
  return wish?.turn !== undefined;
}

async function follow(mine: PageRequest): Promise<void> {
  clearTimeout(waiting);
  waiting = undefined;
  mine.kept = false;
  // What is shown was worked out for other facts than those that stand beside it by now.
  const late = setTimeout(() => mine === wish && !mine.turn && markOutdated(mine.regions), LATE_MS);
  const answer = await fetched(mine.url);
  clearTimeout(late);
  if (mine !== wish) return;
  // What was typed stays where it is: to leave for a page that cannot be reached would lose it, and the table with it.
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
  // Asked for before a command was answered, come in after it: the table has moved on, and so does the page.
  if (Number(fresh.body.dataset["seq"] ?? 0) < seenSeq()) return refresh();
  const isShown = await morphRegions(fresh, regions, () => mine === wish);
  if (isShown && turn) noteShown(fresh);
}
