// Notes hashes of the log on this device, and detects a log that was cut off or replaced later.
import { gamePage } from "../live/page-state";

export interface NotedHead {
  readonly number: number;
  readonly head: string;
  /** The time of the note, ISO 8601. */
  readonly at: string;
}

/** The service's answer: the newest head of this seat, and the head at the requested number. */
export interface HeadAnswer {
  readonly number: number;
  readonly head: string;
  readonly noted: string | null;
}

const KEY = "beaten-zone.heads";
// The service reads the whole log for an answer: the longer the game, the less often it is asked.
const OFTEN_MS = 10_000;
const MS_AN_EVENT = 10;
const MOST_KEPT = 100;
/** A stream that opens so soon after a check is the page's first: no new check. */
const JUST_NOW_MS = 1000;

let lately = 0;
let pause = OFTEN_MS;
let soon: ReturnType<typeof setTimeout> | undefined;

/** Whether the log still matches a note. */
export function stillHolds(noted: NotedHead | undefined, answer: HeadAnswer): boolean {
  return !noted || answer.noted === noted.head;
}

/** Checks at once, when the stream is back, soon after every change, and again without an answer. */
export function startLogVerification(): void {
  if (!gamePage()?.role) return;
  document.addEventListener("bz:back", () => {
    if (Date.now() - lately > JUST_NOW_MS) void look();
  });
  document.addEventListener("bz:morphed", later);
  void look();
}

function later(): void {
  clearTimeout(soon);
  soon = setTimeout(() => void look(), Math.max(0, lately + pause - Date.now()));
}

async function look(): Promise<void> {
  const page = gamePage();
  if (!page?.role) return;
  const whose = `${page.game}/${page.role}`;
  lately = Date.now();
  const noted = kept()[whose];
  const answer = await ask(page.game, noted?.number ?? 0);
  if (!answer) return;
  pause = Math.max(OFTEN_MS, answer.number * MS_AN_EVENT);
  // Another page of this device may have noted more meanwhile, and checked that.
  if (!stillHolds(noted, answer)) return noted && sayLost(whose, noted, answer);
  if (answer.number >= (kept()[whose]?.number ?? 0)) keep(whose, answer);
}

async function ask(game: string, number: number): Promise<HeadAnswer | null> {
  const response = await fetch(`/api/v1/games/${encodeURIComponent(game)}/head?at=${number}`).catch(() => null);
  if (!response || response.status >= 500) later();
  return response?.ok ? ((await response.json()) as HeadAnswer) : null;
}

function sayLost(whose: string, noted: NotedHead, answer: HeadAnswer): void {
  const template = document.querySelector<HTMLTemplateElement>("template#log-lost");
  const main = document.querySelector<HTMLElement>("#main");
  // The play screen has a small row for notices, so that dice and targets keep their space.
  const notices = document.querySelector<HTMLElement>("#notices");
  const card = template?.content.firstElementChild?.cloneNode(true);
  if (!main || !(card instanceof HTMLElement) || document.querySelector("#lost")) return;
  fill(card, "hour", new Date(noted.at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }));
  fill(card, "number", String(noted.number));
  fill(card, "head", noted.head);
  card.querySelector("[data-do=accept]")?.addEventListener("click", () => {
    keep(whose, answer);
    card.remove();
  });
  if (!notices) return main.before(card);
  card.querySelector("details")?.removeAttribute("open");
  notices.append(card);
}

function fill(card: HTMLElement, part: string, words: string): void {
  const place = card.querySelector(`[data-fill="${part}"]`);
  if (place) place.textContent = words;
}

function kept(): { [whose: string]: NotedHead } {
  try {
    const there: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof there === "object" && there !== null ? (there as { [whose: string]: NotedHead }) : {};
  } catch {
    return {};
  }
}

function keep(whose: string, { number, head }: HeadAnswer): void {
  const { [whose]: _, ...others } = kept();
  const newest = Object.entries({ ...others, [whose]: { number, head, at: new Date().toISOString() } }).slice(-MOST_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage there is nothing to compare.
  }
}
