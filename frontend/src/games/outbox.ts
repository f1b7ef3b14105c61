// Commands on their way. Each is kept under its id until it is answered, also over a reload, and sent again for as long as
// nobody answers: the service knows the id, so nothing happens twice.
import { type Answer, readAnswer } from "./answers";
import { dependsOn } from "./command-conflicts";
import type { Json } from "../forms/form-json";
import { request } from "../live/connection";

export interface Envelope {
  readonly game: string;
  readonly command_id: string;
  readonly expected_seq: number;
  readonly command: { readonly [key: string]: Json };
  /** Where values came from, by their places in the command: what has none was measured. */
  readonly origins?: { readonly [path: string]: string };
  readonly overrule?: string;
  readonly reason?: string;
  /** The digest of the prompts that the command answers, as the service gave it; empty: it asks nothing. */
  readonly prompts?: string;
  /** Own commands that were carried out since `expected_seq`, by their ids: whoever entered this one knew of them. */
  readonly knows?: readonly string[];
  /** The seat at which it was entered. Not sent. */
  readonly role?: string;
  /** For whoever is told later what became of it: in words of the table, and when it was tapped, ISO 8601. Not sent. */
  readonly what?: string;
  readonly at?: string;
}

/** An envelope until it is answered. `tell` is gone once its sender was told the answer, or that it waits. */
interface PendingCommand {
  envelope: Envelope;
  tell?: ((answer: Answer) => void) | undefined;
}

/** A command of this device that happened with nothing of anybody else between: of which game, from and to which number. */
type OwnSpan = readonly [string, number, number];
type Sent = readonly [string, number, (readonly string[])?];
/** A command of this device that was carried out: of which game, at which number, and its id. */
type CarriedOut = readonly [string, number, string];
/** A command that was not carried out, and why: another page of this device does not send it any more. */
type Refusal = readonly [string, Exclude<Answer, { kind: "accepted" | "unsent" }>];
type Settled = (envelope: Envelope, answer: Answer) => void;

const KEY = "beaten-zone.outbox";
const SENT_KEY = "beaten-zone.sent";
const OWN_KEY = "beaten-zone.own";
const DONE_KEY = "beaten-zone.done";
const REFUSED_KEY = "beaten-zone.refused";
/** Of what was sent and what came of it so much is remembered: more than ever waits on a device. */
const MOST_REMEMBERED = 200;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15000;
/** A command without an answer for so long is shown as waiting; it stays on its way. */
const SHOWN_AS_WAITING_MS = 2500;
const OTHER_SEAT: Answer = { kind: "failed", because: "It was entered at another seat of this game" };
const DISCARDED = { kind: "failed", because: "It was taken back on another page of this device" } as const;

/** crypto.randomUUID is missing where tables mostly are: plain http on a local network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Outbox {
  #letters: PendingCommand[];
  #isStuck: boolean;
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked_ms = 0;
  #because = "";
  #sending = false;
  /** The commands of other pages of this device that were stored at the last look. */
  #others: ReadonlySet<string> = new Set();
  /** `settled` hears what became of those that waited, `changed` how many wait. `role`: the seat of this device. */
  constructor(
    readonly game: string,
    readonly settled: Settled,
    readonly changed: (waiting: number) => void,
    readonly role?: string,
  ) {
    const own = readQueue().filter((envelope) => envelope.game === game);
    this.#letters = own.filter((envelope) => this.#isOfSeat(envelope)).map((envelope) => ({ envelope }));
    this.#isStuck = this.#letters.length > 0;
    this.#told();
    const others = own.filter((envelope) => !this.#isOfSeat(envelope));
    if (others.length) setTimeout(() => this.#leaveToOtherSeat(others), 0);
    void this.retry();
  }

  #isOfSeat({ role }: Envelope): boolean {
    return !this.role || !role || role === this.role;
  }

  /**
   * Takes over the commands that another page of this device left behind when it was closed: those that were stored at
   * the last look already. Called from time to time. A page that is still open sends them too, under the same ids.
   */
  takeOver(): void {
    const own = new Set(this.#letters.map(({ envelope }) => envelope.command_id));
    const others = readQueue().filter(
      (envelope) => envelope.game === this.game && this.#isOfSeat(envelope) && !own.has(envelope.command_id),
    );
    const left = others.filter(({ command_id }) => this.#others.has(command_id));
    this.#others = new Set(others.map(({ command_id }) => command_id));
    if (!left.length) return;
    this.#letters.push(...left.map((envelope) => ({ envelope })));
    this.#told();
    void this.retry();
  }

  get size(): number {
    return this.#letters.length;
  }

  /** The commands that wait for the line, the oldest first. */
  get waiting(): readonly Envelope[] {
    return this.#letters.flatMap(({ envelope, tell }) => (tell ? [] : [envelope]));
  }

  /** Why the service asks to wait with what is there; empty where it was not reached. */
  get because(): string {
    return this.#because;
  }

  /** Takes a command out of the queue that was never sent; false where it may have reached the service. */
  discard(command_id: string): boolean {
    const letter = this.#letters.find(({ envelope }) => envelope.command_id === command_id);
    if (!letter || letter.tell || wasSent(command_id)) return false;
    this.#takeOut(letter, DISCARDED);
    this.#told();
    return true;
  }

  /** A command of a seat that this device no longer has cannot be sent: its person is told. */
  #leaveToOtherSeat(envelopes: readonly Envelope[]): void {
    for (const envelope of envelopes) {
      change((all) => all.filter((candidate) => candidate.command_id !== envelope.command_id));
      this.settled(envelope, OTHER_SEAT);
    }
  }

  /** Sends in turn. The answer is "unsent" where it has to wait: then `settled` hears of it. */
  send(envelope: Envelope): Promise<Answer> {
    return new Promise((tell) => {
      const known = { ...envelope, expected_seq: this.#known(envelope.expected_seq), ...(this.role ? { role: this.role } : {}) };
      const letter: PendingCommand = { envelope: known, tell };
      this.#letters.push(letter);
      setTimeout(() => letter.tell && this.#letWait(), SHOWN_AS_WAITING_MS);
      change((all) => [...all, known]);
      if (this.#isStuck) this.#letWait();
      else void this.retry();
    });
  }

  /** Sends what is there, oldest first, and stops at the first that still cannot be sent. */
  async retry(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#timer);
    try {
      while (this.#letters[0] && (await this.#sendFirst(this.#letters[0])));
    } finally {
      this.#sending = false;
    }
    if (this.#letters.length) this.#later();
  }

  async #sendFirst(first: PendingCommand): Promise<boolean> {
    first.envelope = asFirstSent(first.envelope);
    const answer = refusalOf(first.envelope.command_id) ?? (await post(first.envelope));
    this.#because = answer.kind === "unsent" ? (answer.because ?? "") : "";
    if (answer.kind === "unsent") {
      this.#isStuck = true;
      this.#asked_ms = (answer.after_s ?? 0) * 1000;
      this.#letWait(answer.because ? answer : { kind: "unsent" });
      return false;
    }
    this.#isStuck = false;
    this.#wait = FIRST_WAIT_MS;
    this.#letters = this.#letters.filter((letter) => letter !== first);
    const { game, command_id, expected_seq } = first.envelope;
    if (answer.kind === "accepted") remember<CarriedOut>(DONE_KEY, [game, answer.number, command_id]);
    if (answer.kind === "accepted" && answer.events && answer.number === expected_seq + answer.events)
      remember<OwnSpan>(OWN_KEY, [game, expected_seq, answer.number]);
    else if (answer.kind !== "accepted") remember<Refusal>(REFUSED_KEY, [command_id, answer]);
    const anew = (envelope: Envelope): Envelope =>
      envelope.game === game ? { ...envelope, expected_seq: this.#known(envelope.expected_seq) } : envelope;
    for (const letter of this.#letters) letter.envelope = anew(letter.envelope);
    change((all) => all.filter((envelope) => envelope.command_id !== command_id).map(anew));
    const stopped = answer.kind === "accepted" ? [] : this.#stoppedBy(first.envelope);
    this.#told();
    for (const [letter, became] of [[first, answer] as const, ...stopped]) {
      const { tell } = letter;
      // Once it is answered its clock may run out, and says nothing of the commands sent since.
      letter.tell = undefined;
      if (tell) tell(became);
      else this.settled(letter.envelope, became);
    }
    return true;
  }

  /** Commands about the same thing as one that was not carried out are not sent: whoever entered them reckoned with it. */
  #stoppedBy(refused: Envelope): [PendingCommand, Answer][] {
    const because = `An earlier command about the same thing was not carried out${refused.what ? `: ${refused.what}` : ""}`;
    const answer = { kind: "failed", because } as const;
    const stopped = [refused];
    const letters = this.#letters.filter(({ envelope }) => {
      if (wasSent(envelope.command_id) || !stopped.some(({ command }) => dependsOn(envelope.command, command))) return false;
      stopped.push(envelope);
      return true;
    });
    for (const letter of letters) this.#takeOut(letter, answer);
    return letters.map((letter) => [letter, answer]);
  }

  /** Leaves a command unsent, by another page of this device too. */
  #takeOut(letter: PendingCommand, answer: Refusal[1]): void {
    const { command_id } = letter.envelope;
    remember<Refusal>(REFUSED_KEY, [command_id, answer]);
    this.#letters = this.#letters.filter((pending) => pending !== letter);
    change((all) => all.filter((envelope) => envelope.command_id !== command_id));
  }

  /**
   * A command that was written when its page had seen as much as another's, once that other has happened: if nothing of
   * anybody else lies between, whoever sent both knows of it. Otherwise it keeps its number, and the service says what changed.
   */
  #known(seen: number): number {
    const own = new Map(read<OwnSpan>(OWN_KEY).flatMap(([game, from, to]) => (game === this.game ? [[from, to]] : [])));
    let known = seen;
    for (let next = own.get(known); next !== undefined; next = own.get(known)) known = next;
    return known;
  }

  /** Who waits for an answer is told that there is none yet. */
  #letWait(answer: Answer = { kind: "unsent" }): void {
    for (const letter of this.#letters) {
      letter.tell?.(answer);
      letter.tell = undefined;
    }
    this.#told();
  }

  #later(): void {
    clearTimeout(this.#timer);
    // As long as the service asks to wait, and no shorter than that while others wait too.
    this.#timer = setTimeout(() => void this.retry(), Math.max(this.#wait, this.#asked_ms));
    this.#asked_ms = 0;
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #told(): void {
    this.changed(this.#letters.filter(({ tell }) => !tell).length);
  }
}

async function post({ game, what: _, at: __, role: ___, ...body }: Envelope): Promise<Answer> {
  try {
    const response = await request(`/api/v1/games/${encodeURIComponent(game)}/commands`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, application/problem+json" },
      body: JSON.stringify(body),
    });
    const after_s = Number(response.headers?.get("retry-after") ?? 0) || 0;
    return readAnswer(response.status, await response.json().catch(() => null), after_s);
  } catch {
    return { kind: "unsent" };
  }
}

/**
 * A command goes out under one number for ever. Another page of this device may have sent it before, and been answered: under
 * a number of our own it could happen after all, when that page has told that it did not.
 */
function asFirstSent(envelope: Envelope): Envelope {
  const { command_id, expected_seq } = envelope;
  const before = read<Sent>(SENT_KEY).find(([id]) => id === command_id);
  if (before) return { ...envelope, expected_seq: before[1], ...(before[2]?.length ? { knows: before[2] } : {}) };
  const done = read<CarriedOut>(DONE_KEY).filter(([game, number]) => game === envelope.game && number > expected_seq);
  const knows = envelope.prompts === undefined ? [] : done.map(([, , id]) => id);
  remember<Sent>(SENT_KEY, [command_id, expected_seq, knows]);
  return knows.length ? { ...envelope, knows } : envelope;
}

/** Whether a command may have reached the service, from any page of this device. */
export function wasSent(command_id: string): boolean {
  return read<Sent>(SENT_KEY).some(([id]) => id === command_id);
}

/** The answer by which a command came to nothing on another page of this device. */
function refusalOf(command_id: string): Answer | undefined {
  return read<Refusal>(REFUSED_KEY).find(([id]) => id === command_id)?.[1];
}

/** Whether what waits outlives this page: private windows and full devices keep nothing. */
export function outlivesPage(): boolean {
  return !unstored.has(KEY);
}

function remember<Kept>(key: string, item: Kept): void {
  write(key, [...read<Kept>(key), item].slice(-MOST_REMEMBERED));
}

function readQueue(): Envelope[] {
  return read<Envelope>(KEY);
}

/** Other pages of this device keep theirs in the same place: what is there now is changed, never what was there before. */
function change(how: (all: readonly Envelope[]) => readonly Envelope[]): void {
  write(KEY, how(readQueue()));
}

/** What could not be stored, until the page is left. */
const unstored = new Map<string, string>();

function read<Kept>(key: string): Kept[] {
  try {
    const there: unknown = JSON.parse(unstored.get(key) ?? localStorage.getItem(key) ?? "[]");
    return Array.isArray(there) ? (there as Kept[]) : [];
  } catch {
    return [];
  }
}

function write(key: string, all: readonly unknown[]): void {
  const text = JSON.stringify(all);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}
