// What was drawn before, to be taken back, and what was taken back, to be made again.
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

  /** What was taken back last comes last. */
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

  /** Something new was made of `from`: what had been taken back is gone. */
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
