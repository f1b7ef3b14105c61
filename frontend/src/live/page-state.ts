// The state of the page, in attributes of its body.
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

/** The number of the newest event that the page shows. */
export function shownSeq(): number {
  return Number(document.body.dataset["seq"] ?? 0);
}

/** The number of the newest event that the player knows: shown, or the outcome of their own command. */
export function seenSeq(): number {
  return Math.max(shownSeq(), answered);
}

/** Takes over the number and hash of another document. */
export function noteShown(fresh: Document): void {
  const { seq, hash } = fresh.body.dataset;
  if (seq) document.body.dataset["seq"] = seq;
  if (hash) document.body.dataset["hash"] = hash;
}

/** Whether the page shows this number and hash. A page without a hash goes by the number alone. */
export function isShown(number: number, hash: string): boolean {
  const shown = document.body.dataset["hash"];
  return number === shownSeq() && (!shown || !hash || shown === hash);
}

/** Notes the number of an own command that will be drawn in a moment. 0: go by what is drawn. */
export function noteAnswered(seq: number): void {
  answered = seq;
}

export function clockTime(at: Date = new Date()): string {
  return at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
