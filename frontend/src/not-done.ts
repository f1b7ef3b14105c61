// Commands that waited and were not carried out: kept on the device until a person has sent them again or discarded them.
import type { Answer } from "./answers";
import type { Json } from "./compose";
import { sentence } from "./opening";
import type { Envelope } from "./outbox";
import { clockTime } from "./page";
import { pagePlace, type Refused, sayRefused } from "./say";
import { plainly } from "./wording";

/** A command, the seat at which it was entered, and the service's reason against it. */
export interface NotDone {
  readonly game: string;
  readonly command_id: string;
  readonly role?: string | undefined;
  /** The command in words, and when it was tapped, ISO 8601. */
  readonly what: string;
  readonly at: string;
  readonly because: string;
  readonly instead: string;
  readonly clause: string;
  readonly can_override?: boolean;
  /** What is sent again; missing where the game is closed or the seat is another. */
  readonly again?: { readonly command: { readonly [key: string]: Json }; readonly beside: { readonly [name: string]: Json } } | undefined;
}

const KEY = "beaten-zone.not-done";
/** Where each of them is said until somebody leaves it. */
const said = new Set<HTMLElement>();

/** The record of a command that the service did not carry out. */
export function notDone(envelope: Envelope, answer: Exclude<Answer, { kind: "accepted" | "unsent" }>, isOfSeat = true): NotDone {
  const { game, command_id, role, command, origins, overrule, reason, prompts } = envelope;
  const beside = Object.fromEntries(Object.entries({ origins, overrule, reason, prompts }).filter(([, one]) => one !== undefined)) as {
    [name: string]: Json;
  };
  const mayGoAgain = isOfSeat && answer.kind !== "closed";
  return {
    game,
    command_id,
    role,
    what: envelope.what ?? plainly(command["kind"]),
    at: envelope.at ?? new Date().toISOString(),
    ...reasonOf(answer),
    can_override: answer.kind === "refused" && answer.canOverrule,
    again: mayGoAgain ? { command, beside } : undefined,
  };
}

function reasonOf(answer: Exclude<Answer, { kind: "accepted" | "unsent" }>): { because: string; instead: string; clause: string } {
  switch (answer.kind) {
    case "refused":
      return { because: answer.because, instead: answer.instead, clause: answer.clause };
    case "stale":
      return { because: answer.because || "The table has moved on since this was tapped", instead: answer.changed.join(" "), clause: "" };
    case "closed":
    case "unreadable":
      return { because: answer.because, instead: answer.instead, clause: "" };
    case "failed":
      return { because: answer.because, instead: "Nothing was changed.", clause: "" };
  }
}

/** Those of a game and a seat, the oldest first. */
export function notDoneAt(game: string, role: string | undefined): NotDone[] {
  return kept().filter((one) => one.game === game && (!role || !one.role || one.role === role || !one.again));
}

export function keepNotDone(one: NotDone): void {
  write([...kept().filter(({ command_id }) => command_id !== one.command_id), one]);
}

export function leaveNotDone(one: NotDone): void {
  write(kept().filter(({ command_id }) => command_id !== one.command_id));
}

type SendAgain = (one: NotDone, reason?: string) => void;

/** Says what came to nothing on earlier pages of the game. */
export function startNotDone(game: string, role: string | undefined, again: SendAgain): void {
  for (const one of notDoneAt(game, role)) say(one, again);
  // A game that is closed just then has its whole page swapped.
  document.addEventListener("bz:morphed", () => {
    for (const place of said) if (!place.isConnected) pagePlace().after(place);
  });
}

/** Keeps and says what came to nothing. */
export function sayNotDone(one: NotDone, again: SendAgain): void {
  keepNotDone(one);
  say(one, again);
}

function say(one: NotDone, again: SendAgain): void {
  const place = document.createElement("div");
  said.add(place);
  pagePlace().after(place);
  const left = (): void => {
    leaveNotDone(one);
    said.delete(place);
    place.remove();
  };
  const sent = (reason?: string): void => (left(), again(one, reason));
  // News may change what the rules refuse, and not that a command came too late.
  const refused: Refused = {
    because: sentence(one.because),
    instead: one.instead,
    holds: one.clause === "",
    clause: one.clause,
    isFinal: !one.can_override,
    what: `Refused: ${one.what}, tapped at ${clockTime(new Date(one.at))}.`,
    left,
  };
  sayRefused(place, {
    ...refused,
    again: one.again && (() => sent()),
    overrule: one.again && one.can_override ? (reason) => sent(reason) : undefined,
  });
}

/** What could not be stored, for as long as the page is open. */
let unstored: readonly NotDone[] | undefined;

function kept(): NotDone[] {
  if (unstored) return [...unstored];
  try {
    const there: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(there) ? (there as NotDone[]) : [];
  } catch {
    return [];
  }
}

function write(all: readonly NotDone[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    unstored = undefined;
  } catch {
    unstored = all;
  }
}
