// Plays a plan: one turn after the other, until its end or until it is stopped.
const A_TURN_MS = 1400;

export class Player {
  readonly #turn: () => number;
  readonly #last: () => number;
  readonly #look: (turn: number) => Promise<void>;
  #running: ReturnType<typeof setInterval> | undefined;

  constructor(turn: () => number, last: () => number, look: (turn: number) => Promise<void>) {
    this.#turn = turn;
    this.#last = last;
    this.#look = look;
  }

  toggle(button: HTMLButtonElement): void {
    if (this.#running !== undefined) return this.#stop(button);
    const from = this.#turn() < this.#last() ? this.#turn() : 0;
    this.#show(button, true);
    void this.#look(from + 1);
    this.#running = setInterval(() => this.#next(button), A_TURN_MS);
  }

  #next(button: HTMLButtonElement): void {
    if (this.#turn() >= this.#last()) this.#stop(button);
    else void this.#look(this.#turn() + 1);
  }

  #stop(button: HTMLButtonElement): void {
    clearInterval(this.#running);
    this.#running = undefined;
    this.#show(button, false);
  }

  #show(button: HTMLButtonElement, plays: boolean): void {
    button.setAttribute("aria-pressed", String(plays));
    button.textContent = plays ? "Stop" : "Play";
  }
}
