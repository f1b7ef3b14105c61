// Commands that waited and came to nothing: kept until somebody has read it, whatever page he is on by then.
import { clockTime } from "./page";
import { pagePlace, type Refused, sayRefused } from "./say";

/** Why it was not done, in the words of the service, and what it was. */
export interface NotDone {
  readonly game: string;
  readonly command_id: string;
  readonly what: string;
  /** When it was tapped, ISO 8601. */
  readonly at: string;
  readonly because: string;
  readonly instead: string;
  readonly clause: string;
}

const KEY = "beaten-zone.not-done";
/** Where each of them is said until somebody leaves it. */
const said = new Set<HTMLElement>();

/** Says what came to nothing on earlier pages of the game. */
export function startNotDone(game: string): void {
  for (const one of kept()) if (one.game === game) say(one);
  // A game that is closed just then has its whole page swapped.
  document.addEventListener("bz:morphed", () => {
    for (const place of said) if (!place.isConnected) pagePlace().after(place);
  });
}

/** Keeps and says what came to nothing. `overrule`: the way to set the refusal aside, for as long as this page is open. */
export function sayNotDone(one: NotDone, overrule: Refused["overrule"]): void {
  const before = kept().filter(({ command_id }) => command_id !== one.command_id);
  const { game, command_id, what, at, because, instead, clause } = one;
  write([...before, { game, command_id, what, at, because, instead, clause }]);
  say(one, overrule);
}

function say(one: NotDone, overrule?: Refused["overrule"]): void {
  const place = document.createElement("div");
  said.add(place);
  pagePlace().after(place);
  const left = (): void => {
    write(kept().filter(({ command_id }) => command_id !== one.command_id));
    said.delete(place);
    place.remove();
  };
  const what = `Not done: ${one.what}, tapped at ${clockTime(new Date(one.at))}.`;
  const withdrawing = overrule && ((reason: string) => (left(), overrule(reason)));
  sayRefused(place, { because: one.because, instead: one.instead, clause: one.clause, what, overrule: withdrawing, left });
}

function kept(): NotDone[] {
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
  } catch {
    // Without storage it is said on this page alone.
  }
}
