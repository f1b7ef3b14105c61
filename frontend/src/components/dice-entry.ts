// The entry of the dice of one command. Pure.
export type Source = "entered" | "rolled";

/** One die: its face, or 0 for "the app rolls it". */
export interface Throw {
  readonly pips: number;
  readonly source: Source;
}

export const TO_ROLL: Throw = { pips: 0, source: "rolled" };

export interface Hand {
  readonly dice: readonly (Throw | null)[];
  /** Index of the current die; the number of dice if there is none. */
  readonly at: number;
}

/** Dice of which only counts were entered: the service deals these and those it rolls, as one lot. */
export function byCount(dice: readonly (Throw | null)[]): readonly unknown[] {
  return dice.map((die) => (die?.source === "entered" ? { pips: die.pips, source: "counted", lot: 0 } : die && { ...die, lot: 0 }));
}

export function emptyHand(count: number): Hand {
  return { dice: Array<null>(count).fill(null), at: 0 };
}

export function enter(hand: Hand, pips: number): Hand {
  // A single die is corrected by tapping another face; of several the player first selects one.
  const at = hand.dice.length === 1 ? 0 : hand.at;
  if (!isFace(pips) || at >= hand.dice.length) return hand;
  return moved(put(hand.dice, at, { pips, source: "entered" }), at);
}

/** Removes the current die, or the one before it, like Backspace. */
export function back(hand: Hand): Hand {
  const at = hand.dice[hand.at] ? hand.at : lastEntered(hand);
  return at < 0 ? hand : { dice: put(hand.dice, at, null), at };
}

export function select(hand: Hand, at: number): Hand {
  return at in hand.dice ? { ...hand, at } : hand;
}

export function rollRest(hand: Hand): Hand {
  return { dice: hand.dice.map((die) => die ?? TO_ROLL), at: hand.dice.length };
}

export function entered(hand: Hand): number {
  return hand.dice.filter((die) => die?.source === "entered").length;
}

export function isFull(hand: Hand): boolean {
  return hand.dice.every((die) => die !== null);
}

export function isTouched(hand: Hand): boolean {
  return hand.dice.some((die) => die !== null);
}

export function countWords(hand: Hand): string {
  const rolled = hand.dice.filter((die) => die?.source === "rolled").length;
  const words = `${entered(hand)} of ${hand.dice.length} entered`;
  return rolled ? `${words}, ${rolled} for the app to roll` : words;
}

export function slotWords(die: Throw | null): string {
  if (!die) return "empty";
  return die.source === "rolled" ? "the app rolls it" : `${die.pips}`;
}

function isFace(pips: number): boolean {
  return Number.isInteger(pips) && pips >= 1 && pips <= 6;
}

function put(dice: Hand["dice"], at: number, die: Throw | null): Hand["dice"] {
  return dice.map((old, n) => (n === at ? die : old));
}

// After an entry the next empty die is current, first those behind it, then those left out.
function moved(dice: Hand["dice"], from: number): Hand {
  const behind = dice.findIndex((die, n) => n > from && !die);
  const any = dice.indexOf(null);
  return { dice, at: behind >= 0 ? behind : any >= 0 ? any : dice.length };
}

function lastEntered(hand: Hand): number {
  for (let n = Math.min(hand.at, hand.dice.length) - 1; n >= 0; n--) if (hand.dice[n]) return n;
  return -1;
}

/** The dice in a lookup's address: "4", "3,5,1", 0 for a die that the app rolls. */
export function asText(hand: Hand): string {
  return hand.dice.map((die) => die?.pips ?? "").join(",");
}

const FAIR = 252; // the largest multiple of six in a byte: what lies above it would favour low faces

/** Rolls every 0 in a lookup's address. Outside a game no dice are stored: they are rolled here. */
export function thrown(dice: string, byte: () => number = randomByte): string {
  return dice.replace(/0/g, () => String(face(byte)));
}

function face(byte: () => number): number {
  let drawn = byte();
  while (drawn >= FAIR) drawn = byte();
  return (drawn % 6) + 1;
}

function randomByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? FAIR;
}
