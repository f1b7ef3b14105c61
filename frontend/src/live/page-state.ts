// What the page says about itself, in attributes of its body.
export interface GamePage {
  readonly game: string;
  readonly stream: string | undefined;
  readonly role: string | undefined;
}

export function gamePage(): GamePage | null {
  const { game, stream, role } = document.body.dataset;
  return game ? { game, stream, role } : null;
}

let answered = 0;

/** Number of the newest event this page has drawn. */
export function shownSeq(): number {
  return Number(document.body.dataset["seq"] ?? 0);
}

/** Number of the newest event the person here may be taken to know: drawn, or the outcome of their own command. */
export function seenSeq(): number {
  return Math.max(shownSeq(), answered);
}

/** What this page shows is that of another document now: its number, and the hash of what stood then. */
export function noteShown(fresh: Document): void {
  const { seq, hash } = fresh.body.dataset;
  if (seq) document.body.dataset["seq"] = seq;
  if (hash) document.body.dataset["hash"] = hash;
}

/** Whether this page shows what stands, as the service tells it. A page without a hash goes by the number alone. */
export function isShown(number: number, hash: string): boolean {
  const shown = document.body.dataset["hash"];
  return number === shownSeq() && (!shown || !hash || shown === hash);
}

/** An own command was answered with this number; it is drawn in a moment. 0: go by what is drawn again. */
export function noteAnswered(seq: number): void {
  answered = seq;
}

export function clockTime(at: Date = new Date()): string {
  return at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
