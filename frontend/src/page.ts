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

export function noteShown(seq: string | undefined): void {
  if (seq !== undefined && seq !== "") document.body.dataset["seq"] = seq;
}

/** An own command was answered with this number; it is drawn in a moment. 0: go by what is drawn again. */
export function noteAnswered(seq: number): void {
  answered = seq;
}

/** Changes which symbol of the sprite an svg shows. */
export function useIcon(svg: SVGElement, name: string): void {
  const href = `${document.body.dataset["icons"] ?? ""}#${name}`;
  const use = svg.querySelector("use");
  if (use && use.getAttribute("href") !== href) use.setAttribute("href", href);
}

export function clockTime(at: Date = new Date()): string {
  return at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
