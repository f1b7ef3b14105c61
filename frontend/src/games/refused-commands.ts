// Refused commands that had waited: stored on the device until the player sends them again or discards them.
import type { Answer } from "./answers";
import type { Json } from "../forms/form-json";
import { asSentence } from "../forms/problem-details";
import type { Envelope } from "./outbox";
import { clockTime } from "../live/page-state";
import { pagePlace, type RefusalNotice, showRefusal } from "../components/announcements";
import { kindText } from "./command-text";

/** A command, its seat, and the service's reason against it. */
export interface RefusedCommand {
  readonly game: string;
  readonly command_id: string;
  readonly role?: string | undefined;
  /** The text of the command, and when it was tapped, ISO 8601. */
  readonly what: string;
  readonly at: string;
  readonly because: string;
  readonly instead: string;
  readonly clause: string;
  readonly can_override?: boolean;
  /** What is sent again; missing if the game is closed or the seat is another. */
  readonly again?: { readonly command: { readonly [key: string]: Json }; readonly beside: { readonly [name: string]: Json } } | undefined;
}

const KEY = "beaten-zone.not-done";
/** The notices on the page. */
const said = new Set<HTMLElement>();

/** The record of a command that the service refused. */
export function refusedCommand(
  envelope: Envelope,
  answer: Exclude<Answer, { kind: "accepted" | "unsent" }>,
  isOfSeat = true,
): RefusedCommand {
  const { game, command_id, role, command, origins, overrule, reason, prompts } = envelope;
  const beside = Object.fromEntries(Object.entries({ origins, overrule, reason, prompts }).filter(([, item]) => item !== undefined)) as {
    [name: string]: Json;
  };
  const mayGoAgain = isOfSeat && answer.kind !== "closed";
  return {
    game,
    command_id,
    role,
    what: envelope.what ?? kindText(command["kind"]),
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

/** The refused commands of a game and a seat, the oldest first. */
export function refusedCommandsOf(game: string, role: string | undefined): RefusedCommand[] {
  return readAll().filter((refused) => refused.game === game && (!role || !refused.role || refused.role === role || !refused.again));
}

export function storeRefused(entry: RefusedCommand): void {
  write([...readAll().filter(({ command_id }) => command_id !== entry.command_id), entry]);
}

export function discardRefused(entry: RefusedCommand): void {
  write(readAll().filter(({ command_id }) => command_id !== entry.command_id));
}

type SendAgain = (entry: RefusedCommand, reason?: string) => void;

/** Shows the refused commands of earlier pages of the game. */
export function startRefusedCommands(game: string, role: string | undefined, again: SendAgain): void {
  for (const refused of refusedCommandsOf(game, role)) say(refused, again);
  // Closing a game replaces its whole page.
  document.addEventListener("bz:morphed", () => {
    for (const place of said) if (!place.isConnected) pagePlace().after(place);
  });
}

/** Stores and shows a refused command. */
export function announceRefused(entry: RefusedCommand, again: SendAgain): void {
  storeRefused(entry);
  say(entry, again);
}

function say(entry: RefusedCommand, again: SendAgain): void {
  const place = document.createElement("div");
  said.add(place);
  pagePlace().after(place);
  const left = (): void => {
    discardRefused(entry);
    said.delete(place);
    place.remove();
  };
  const sent = (reason?: string): void => (left(), again(entry, reason));
  // An event may make a refusal obsolete, but not a command that came too late.
  const refused: RefusalNotice = {
    because: asSentence(entry.because),
    instead: entry.instead,
    holds: entry.clause === "",
    clause: entry.clause,
    isFinal: !entry.can_override,
    what: `Refused: ${entry.what}, tapped at ${clockTime(new Date(entry.at))}.`,
    left,
  };
  showRefusal(place, {
    ...refused,
    again: entry.again && (() => sent()),
    overrule: entry.again && entry.can_override ? (reason) => sent(reason) : undefined,
  });
}

/** What could not be stored, for as long as the page is open. */
let unstored: readonly RefusedCommand[] | undefined;

function readAll(): RefusedCommand[] {
  if (unstored) return [...unstored];
  try {
    const there: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(there) ? (there as RefusedCommand[]) : [];
  } catch {
    return [];
  }
}

function write(all: readonly RefusedCommand[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    unstored = undefined;
  } catch {
    unstored = all;
  }
}
