// The page's one stream of events. After a message the page fetches its regions and morphs them.
// <body data-stream="/…">; regions: <section id="units" data-live="/…/units"> (empty: from the page's own address).
// A message may be JSON {number, parts: ["units"]}: then only those regions are fetched, and none if the page shows that
// number by then. A heartbeat {number, hash, every_s} says that nothing changed: a page that shows something else fetches
// all regions. Without heartbeats the connection is dead. A notice says that something outside the log has changed.
import { request, abortRequests } from "./connection";
import { morphRegions } from "./morph";
import { outlivesPage } from "../games/outbox";
import { clockTime, gamePage, isShown, noteShown, shownSeq } from "./page-state";
import { showSeatLost } from "../seats/lost-seat";

export type Connection = "none" | "fresh" | "stale" | "offline";

const TOGETHER_MS = 40;
const RETRY_MS = 3000;
const HIDDEN_MS = 60_000;
const NO_SEAT = 401;
const BROKEN = 500;
/** The interval of the heartbeat until the stream names it, and after how many intervals of silence it counts as dead. */
const EVERY_MS = 1000;
const PATIENCE = 2.5;
/** A silent connection is shown as dead before it is replaced: a busy service is not asked by every page at once. */
const MOST_LONGER_MS = 2000;

let source: EventSource | undefined;
let state: Connection = "none";
let since = "";
let waiting = 0;
let wanted: Set<string> | "all" | null = null;
/** Whether the page shows by now what was announced; null: refresh in any case. */
let enough: (() => boolean) | null = null;
let running: Promise<void> | null = null;
let reopening: ReturnType<typeof setTimeout> | undefined;
let closing: ReturnType<typeof setTimeout> | undefined;
let askingAgain: ReturnType<typeof setTimeout> | undefined;
let gone = false;
let missesNotices = false;
let isPaused = false;
let silent: ReturnType<typeof setTimeout> | undefined;
let patience = EVERY_MS * PATIENCE;
let heardAt = new Date();

export function startLive(): void {
  window.addEventListener("offline", () => setState("offline"));
  window.addEventListener("online", reopen);
  if (!gamePage()?.stream) return;
  document.addEventListener("visibilitychange", visibilityChanged);
  window.addEventListener("pagehide", pauseStream);
  window.addEventListener("pageshow", (event) => event.persisted && reopen());
  open();
}

let screen: (() => Promise<boolean>) | undefined;

/** Sets the function that draws a page without regions. It returns whether it could fetch. */
export function setRefresh(how: () => Promise<boolean>): void {
  screen = how;
}

/** Fetches and morphs the regions of this page, all of them unless named. Calls while it runs are joined. */
export async function refresh(parts?: readonly string[]): Promise<void> {
  return upTo(null, parts);
}

/** Refreshes, unless the page shows enough by then. */
async function upTo(shown: (() => boolean) | null, parts?: readonly string[]): Promise<void> {
  enough = wanted && enough === null ? null : shown;
  if (!parts || wanted === "all") wanted = "all";
  else wanted = new Set([...(wanted ?? []), ...parts]);
  running ??= runRefresh();
  return running;
}

/** Shows in the top bar how many commands are waiting. */
export function reportWaiting(count: number): void {
  waiting = count;
  showConnection();
}

/** Whether the last request did not reach the service. */
export function isAway(): boolean {
  return state === "stale" || state === "offline";
}

/** A page could not be fetched: shows that, and dispatches "bz:back" when a retry is worthwhile. */
export function markAway(): void {
  setState(navigator.onLine ? "stale" : "offline");
  if (source?.readyState === EventSource.CONNECTING) return;
  clearTimeout(reopening);
  reopening = setTimeout(() => (gamePage()?.stream ? open() : announceBack()), RETRY_MS);
}

/** A page was fetched. A page with a stream learns from that when it is up to date. */
export function markReachable(): void {
  if (!gamePage()?.stream) setState("none");
}

async function runRefresh(): Promise<void> {
  try {
    while (wanted) {
      await new Promise((done) => setTimeout(done, TOGETHER_MS));
      const now = wanted;
      wanted = null;
      if (enough?.() || (await (screen ? screen() : fetchRegions(now)))) caughtUp();
    }
  } finally {
    running = null;
  }
}

/** Returns whether all regions were shown. */
async function fetchRegions(which: Set<string> | "all"): Promise<boolean> {
  const byAddress = new Map<string, Set<string>>();
  for (const region of document.querySelectorAll<HTMLElement>("[data-live][id]")) {
    if (which !== "all" && !which.has(region.id)) continue;
    const address = region.dataset["live"] || location.href;
    byAddress.set(address, (byAddress.get(address) ?? new Set()).add(region.id));
  }
  const shown = await Promise.all([...byAddress].map(([address, ids]) => fetchFrom(address, ids)));
  return shown.every(Boolean);
}

async function fetchFrom(address: string, ids: Set<string>): Promise<boolean> {
  try {
    const here = location.href;
    const response = await request(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (response.status === NO_SEAT) return leave();
    if (!response.ok) return response.status < BROKEN ? outdated("stale") : missed("stale");
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    // Values entered meanwhile have changed the page's address: the old one is no longer needed.
    if (!(await morphRegions(fresh, ids, () => address !== here || address === location.href))) {
      wanted = "all";
      return false;
    }
    noteShown(fresh);
    return true;
  } catch {
    return missed(navigator.onLine ? "stale" : "offline");
  }
}

/** The update could not be fetched. A page without a stream retries. */
function missed(how: Connection): false {
  clearTimeout(askingAgain);
  if (!gamePage()?.stream) askingAgain = setTimeout(() => void refresh(), RETRY_MS);
  return outdated(how);
}

function outdated(how: Connection): false {
  setState(how);
  return false;
}

/** The page is up to date. */
function caughtUp(): void {
  if (!gamePage()?.stream) setState("none");
  else if (source?.readyState === EventSource.OPEN) setState("fresh");
}

// Tablets cut the streams of sleeping pages without notice, and a browser has only six for all its pages:
// a hidden page closes its stream, and opens it again when it is visible.
function visibilityChanged(): void {
  clearTimeout(closing);
  if (document.visibilityState === "visible") reopen();
  else closing = setTimeout(pauseStream, HIDDEN_MS);
}

/** Closes the stream: notices sent meanwhile are missed. */
function pauseStream(): void {
  clearTimeout(silent);
  source?.close();
  missesNotices = true;
}

/** The seat was removed: no more updates. */
function leave(): false {
  gone = true;
  pauseStream();
  clearTimeout(reopening);
  setState("none");
  showSeatLost();
  return false;
}

function open(): void {
  if (gone) return;
  const address = gamePage()?.stream;
  if (!address) return;
  source?.close();
  isPaused = false;
  source = new EventSource(address);
  source.addEventListener("open", back);
  source.addEventListener("message", messageReceived);
  source.addEventListener("heartbeat", heartbeatReceived);
  source.addEventListener("here", signOfLife);
  source.addEventListener("notice", noticeReceived);
  source.addEventListener("crowded", pause);
  source.addEventListener("error", lost);
  listenOn();
}

/** A connection can be dead at both ends without a sign: only silence tells. */
function listenOn(): void {
  clearTimeout(silent);
  silent = setTimeout(fallenSilent, patience);
}

function fallenSilent(): void {
  setState(navigator.onLine ? "stale" : "offline", heardAt);
  silent = setTimeout(connectAnew, patience + Math.random() * MOST_LONGER_MS);
}

function connectAnew(): void {
  abortRequests();
  open();
}

function noteHeard(): void {
  heardAt = new Date();
  listenOn();
}

/** Nothing has changed, and the connection is alive. */
function signOfLife(): void {
  noteHeard();
  if (isAway()) void refresh();
}

function reopen(): void {
  clearTimeout(reopening);
  if (!gamePage()?.stream) return reachableAgain();
  if (source?.readyState === EventSource.OPEN) void refresh();
  else open();
}

function back(): void {
  noteHeard();
  if (isAway() || missesNotices) void refresh();
  else setState("fresh");
  missesNotices = false;
  announceBack();
}

/** A page without a stream: requests that wait can be retried. */
function reachableAgain(): void {
  setState("none");
  announceBack();
}

function announceBack(): void {
  document.dispatchEvent(new CustomEvent("bz:back"));
}

function messageReceived(event: MessageEvent<string>): void {
  noteHeard();
  const message = parseMessage(event.data);
  // Closing a game is no event: it has the number of the one before.
  void upTo(message.closed ? null : () => shownSeq() === message.number, partsOf(message));
}

/** Something outside the log has changed. */
function noticeReceived(): void {
  noteHeard();
  void refresh();
}

function heartbeatReceived(event: MessageEvent<string>): void {
  const { number, hash, every_s } = JSON.parse(event.data) as { number: number; hash: string; every_s?: number };
  if (every_s) patience = every_s * 1000 * PATIENCE;
  noteHeard();
  if (isAway()) void refresh();
  else if (!isShown(number, hash)) void upTo(() => isShown(number, hash));
}

/** Too many pages are open: this one waits as long as the service says, or until it is visible again. */
function pause(event: MessageEvent<string>): void {
  const { again_s } = JSON.parse(event.data) as { again_s: number };
  pauseStream();
  isPaused = true;
  setState("stale");
  showConnection();
  clearTimeout(reopening);
  reopening = setTimeout(reopen, again_s * 1000);
}

function lost(): void {
  if (gone) return;
  setState(navigator.onLine ? "stale" : "offline");
  // An EventSource that was answered with an error does not reconnect.
  if (source?.readyState === EventSource.CLOSED) {
    clearTimeout(reopening);
    reopening = setTimeout(open, RETRY_MS);
    // The stream does not tell the reason of an error; the page's own address does.
    void refresh();
  }
}

interface Message {
  readonly number?: unknown;
  readonly closed?: unknown;
  readonly parts?: unknown;
}

function parseMessage(data: string): Message {
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {};
  }
}

function partsOf({ parts }: Message): readonly string[] | undefined {
  return Array.isArray(parts) ? parts.filter((part) => typeof part === "string") : undefined;
}

function setState(next: Connection, lastKnown?: Date): void {
  if (next === state) return;
  const wasAway = isAway();
  state = next;
  if (isAway() && !wasAway) since = clockTime(lastKnown);
  showConnection();
}

/** Shows the state of the connection in every bar of the page. */
export function showConnection(): void {
  for (const bar of document.querySelectorAll<HTMLElement>("connection-bar")) {
    bar.dataset["state"] = waiting && state === "fresh" ? "stale" : state;
    const place = bar.querySelector("[data-part=words]");
    if (place && place.textContent !== words()) place.textContent = words();
  }
}

function words(): string {
  const toSend = waiting ? `${waiting} to send${outlivesPage() ? "" : ": keep this page open"}` : "";
  const how = {
    none: "",
    fresh: waiting ? "" : "Up to date",
    stale: isPaused ? "Paused: too many pages are open" : `Not up to date since ${since}`,
    offline: "Offline",
  }[state];
  return [how, toSend].filter(Boolean).join(", ");
}
