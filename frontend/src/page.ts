// What the page says about itself, in attributes of its body.
export interface GamePage {
  readonly game: string;
  readonly stream: string | undefined;
}

export function gamePage(): GamePage | null {
  const { game, stream } = document.body.dataset;
  return game ? { game, stream } : null;
}

/** Number of the newest event this page shows. */
export function seenSeq(): number {
  return Number(document.body.dataset["seq"] ?? 0);
}

export function noteSeq(seq: string | undefined): void {
  if (seq !== undefined && seq !== "") document.body.dataset["seq"] = seq;
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
