// The steps that can be taken back, kept in this tab: a page that is loaded again goes on with them. They are of one revision of
// the document; where another page has saved a newer one, there is nothing to take back.
import { History } from "./history";

const MOST_CHARACTERS = 1_000_000;

interface Steps<State> {
  readonly revision: number;
  readonly past: readonly State[];
  readonly future: readonly State[];
}

export function remembered<State>(address: string, revision: number): History<State> {
  try {
    const steps = JSON.parse(sessionStorage.getItem(keyOf(address)) ?? "null") as Steps<State> | null;
    if (steps?.revision === revision) return new History(steps.past, steps.future);
  } catch {
    // Storage that is full, forbidden or of another version remembers nothing.
  }
  return new History();
}

export function remember<State>(address: string, revision: number, history: History<State>): void {
  let room = MOST_CHARACTERS;
  const nearest = (states: readonly State[]) => {
    const kept = [...states].reverse().filter((state) => (room -= JSON.stringify(state).length) > 0);
    return kept.reverse();
  };
  const steps: Steps<State> = { revision, past: nearest(history.past), future: nearest(history.future) };
  try {
    sessionStorage.setItem(keyOf(address), JSON.stringify(steps));
  } catch {
    forget(address);
  }
}

function forget(address: string): void {
  try {
    sessionStorage.removeItem(keyOf(address));
  } catch {
    // The same storage, the same answer.
  }
}

function keyOf(address: string): string {
  return `bz-steps ${address}`;
}
