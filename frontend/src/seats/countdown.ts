// The time that a code is valid, by the server's seconds: the clock of the device may be wrong.

/** Counts down from the server's last number of seconds. */
export class Countdown {
  private endsAt = 0;

  constructor(
    seconds: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.set(seconds);
  }

  set(seconds: number): void {
    this.endsAt = this.now() + seconds * 1000;
  }

  get secondsLeft(): number {
    return Math.max(0, Math.ceil((this.endsAt - this.now()) / 1000));
  }
}

/** A time in minutes, in the last minute in seconds: "9 minutes", "42 seconds". */
export function timeLeft(seconds: number): string {
  if (seconds > 60) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/** A code in groups of four; the code field ignores the gaps. */
export function inFours(code: string): string {
  return code.match(/.{1,4}/g)?.join(" ") ?? "";
}
