// The page's one stream. A message says that something happened; the page then fetches its regions and morphs them.
// <body data-stream="/…">; regions: <section id="units" data-live="/…/units"> (empty: from the page's own address).
// A message may be JSON {number, parts: ["units"]}: then only those regions are fetched, and none where the page shows that
// number by then: it was loaded since, or has drawn its own command's outcome. A heartbeat {number, hash, every_s} says that
// nothing changed: if the page shows something else it fetches all of it, and if none comes the line is dead.
// A notice says that something beside the log has changed, which no number tells.
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
/** How often a quiet stream speaks until it has said itself how often, and how many times as long it may be silent. */
const EVERY_MS = 1000;
const PATIENCE = 2.5;
/** A silent line is said to be dead before it is left: a service that was only busy is not asked by every page at once. */
const MOST_LONGER_MS = 2000;

let source: EventSource | undefined;
let state: Connection = "none";
let since = "";
let waiting = 0;
let wanted: Set<string> | "all" | null = null;
/** Whether the page shows by now what everybody who wants it was told of; without it nothing shown is enough. */
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

/** What draws the page where it has no regions: it fetches what stands, and says whether it could. */
export function setRefresh(how: () => Promise<boolean>): void {
  screen = how;
}

/** Fetches and morphs the regions of this page, all of them unless named. Calls while it runs are joined. */
export async function refresh(parts?: readonly string[]): Promise<void> {
  return upTo(null, parts);
}

/** The same, unless the page shows enough when it comes to that. */
async function upTo(shown: (() => boolean) | null, parts?: readonly string[]): Promise<void> {
  enough = wanted && enough === null ? null : shown;
  if (!parts || wanted === "all") wanted = "all";
  else wanted = new Set([...(wanted ?? []), ...parts]);
  running ??= runRefresh();
  return running;
}

/** How many commands could not be sent yet; shown in the top bar. */
export function reportWaiting(count: number): void {
  waiting = count;
  showConnection();
}

/** Whether the service was not to be reached when last asked. */
export function isAway(): boolean {
  return state === "stale" || state === "offline";
}

/** A page could not be fetched: this one says so, and whoever waits for "bz:back" is told when it is worth trying. */
export function markAway(): void {
  setState(navigator.onLine ? "stale" : "offline");
  if (source?.readyState === EventSource.CONNECTING) return;
  clearTimeout(reopening);
  reopening = setTimeout(() => (gamePage()?.stream ? open() : announceBack()), RETRY_MS);
}

/** A page was fetched. One with a stream hears from that when it is up to date again. */
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

/** Whether all that was asked for is shown. */
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
    // Facts typed in meanwhile have given the page another address: what stands at the old one is no longer wanted.
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

/** What happened could not be fetched. A page that hears of nothing by itself asks again until it can. */
function missed(how: Connection): false {
  clearTimeout(askingAgain);
  if (!gamePage()?.stream) askingAgain = setTimeout(() => void refresh(), RETRY_MS);
  return outdated(how);
}

function outdated(how: Connection): false {
  setState(how);
  return false;
}

/** The page shows what stands, and hears of whatever comes next, if it hears of anything. */
function caughtUp(): void {
  if (!gamePage()?.stream) setState("none");
  else if (source?.readyState === EventSource.OPEN) setState("fresh");
}

// Tablets cut the streams of sleeping pages without a word, and a browser has only six for all its pages:
// a page that nobody looks at gives its stream back, and looks again when somebody looks at it.
function visibilityChanged(): void {
  clearTimeout(closing);
  if (document.visibilityState === "visible") reopen();
  else closing = setTimeout(pauseStream, HIDDEN_MS);
}

/** Nobody listens for now: a notice that is sent meanwhile is not heard. */
function pauseStream(): void {
  clearTimeout(silent);
  source?.close();
  missesNotices = true;
}

/** The seat was taken away: nothing comes any more, and nothing is asked for. */
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

/** A line can be dead without an end, at both of its ends: only that nothing comes any more tells. */
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

/** A sign of life: nothing has changed, and the line is there. */
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

/** A page without a stream hears nothing by itself: whoever still waits for something asks for it. */
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
  // Closing is nobody's event: it has the number of the one before.
  void upTo(message.closed ? null : () => shownSeq() === message.number, partsOf(message));
}

/** Something beside the log has changed. */
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

/** Too many pages are open: this one waits as long as it was told, or until somebody looks at it again. */
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
  // An EventSource that was answered with an error gives up for good; we do not.
  if (source?.readyState === EventSource.CLOSED) {
    clearTimeout(reopening);
    reopening = setTimeout(open, RETRY_MS);
    // Why it was answered with an error the stream does not tell; the page's own address does.
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

/** Says on every bar of the page how the line is: one that comes anew knows nothing of it. */
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
