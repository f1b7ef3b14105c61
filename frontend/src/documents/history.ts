// The steps of an edited document for undo and redo, stored in the tab.
const MOST = 100;

export class History<State> {
  #past: State[];
  #future: State[];

  constructor(past: readonly State[] = [], future: readonly State[] = []) {
    this.#past = [...past];
    this.#future = [...future];
  }

  /** The oldest first. */
  get past(): readonly State[] {
    return this.#past;
  }

  /** The last undone comes last. */
  get future(): readonly State[] {
    return this.#future;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  get last(): State | undefined {
    return this.#past.at(-1);
  }

  get next(): State | undefined {
    return this.#future.at(-1);
  }

  /** Notes a change of `from`: what was undone can no longer be redone. */
  made(from: State): void {
    this.#past = [...this.#past, from].slice(-MOST);
    this.#future = [];
  }

  undone(from: State): void {
    this.#past.pop();
    this.#future.push(from);
  }

  redone(from: State): void {
    this.#future.pop();
    this.#past.push(from);
  }
}

const MOST_CHARACTERS = 1_000_000;

interface Steps<State> {
  readonly revision: number;
  readonly past: readonly State[];
  readonly future: readonly State[];
}

export function storedHistory<State>(address: string, revision: number): History<State> {
  try {
    const steps = JSON.parse(sessionStorage.getItem(keyOf(address)) ?? "null") as Steps<State> | null;
    if (steps?.revision === revision) return new History(steps.past, steps.future);
  } catch {
    // Without usable storage there is no history.
  }
  return new History();
}

export function storeHistory<State>(address: string, revision: number, history: History<State>): void {
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
    // Without usable storage nothing is stored.
  }
}

function keyOf(address: string): string {
  return `bz-steps ${address}`;
}
