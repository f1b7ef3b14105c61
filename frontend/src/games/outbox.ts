// The outbox of commands. Each is stored under its id until it is answered, over a reload too, and sent again without an
// answer: the service knows the id, so no command is carried out twice.
import { type Answer, readAnswer } from "./answers";
import { dependsOn } from "./command-conflicts";
import type { Json } from "../forms/form-json";
import { request } from "../live/connection";

export interface Envelope {
  readonly game: string;
  readonly command_id: string;
  readonly expected_seq: number;
  readonly command: { readonly [key: string]: Json };
  /** The origins of values, by their paths in the command: a value without one was measured. */
  readonly origins?: { readonly [path: string]: string };
  readonly overrule?: string;
  readonly reason?: string;
  /** The digest of the prompts that the command answers; empty: it has none. */
  readonly prompts?: string;
  /** Ids of own commands carried out since `expected_seq`: the player knew of them. */
  readonly knows?: readonly string[];
  /** The seat at which it was entered. Not sent. */
  readonly role?: string;
  /** The text of the command, and when it was tapped (ISO 8601), for a later answer. Not sent. */
  readonly what?: string;
  readonly at?: string;
}

/** A command until it is answered. `tell` is undefined once its sender has an answer, or knows that it waits. */
interface PendingCommand {
  envelope: Envelope;
  tell?: ((answer: Answer) => void) | undefined;
}

/** An own command without events of others in between: its game, from and to which number. */
type OwnSpan = readonly [string, number, number];
type Sent = readonly [string, number, (readonly string[])?];
/** An own command that was carried out: its game, its number, and its id. */
type CarriedOut = readonly [string, number, string];
/** A refused command, and the answer: other pages of this device do not send it again. */
type Refusal = readonly [string, Exclude<Answer, { kind: "accepted" | "unsent" }>];
type Settled = (envelope: Envelope, answer: Answer) => void;

const KEY = "beaten-zone.outbox";
const SENT_KEY = "beaten-zone.sent";
const OWN_KEY = "beaten-zone.own";
const DONE_KEY = "beaten-zone.done";
const REFUSED_KEY = "beaten-zone.refused";
/** At most so many sent and answered commands are remembered: more than ever wait on a device. */
const MOST_REMEMBERED = 200;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15000;
/** A command without an answer for so long is shown as waiting; its request goes on. */
const SHOWN_AS_WAITING_MS = 2500;
const OTHER_SEAT: Answer = { kind: "failed", because: "It was entered at another seat of this game" };
const DISCARDED = { kind: "failed", because: "It was taken back on another page of this device" } as const;

/** crypto.randomUUID is missing over plain http, which is usual on a local network. */
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
  /** Commands of other pages of this device that were stored at the last check. */
  #others: ReadonlySet<string> = new Set();
  /** `settled` gets the answers to commands that waited, `changed` the number of those waiting. `role`: this device's seat. */
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
   * Takes over the commands of a closed page of this device: those that were stored at the last check already. Called from
   * time to time. A page that is still open sends them too, under the same ids.
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

  /** The waiting commands, the oldest first. */
  get waiting(): readonly Envelope[] {
    return this.#letters.flatMap(({ envelope, tell }) => (tell ? [] : [envelope]));
  }

  /** Why the service asks to wait; empty if it was not reached. */
  get because(): string {
    return this.#because;
  }

  /** Removes a command that was never sent; false if it may have reached the service. */
  discard(command_id: string): boolean {
    const letter = this.#letters.find(({ envelope }) => envelope.command_id === command_id);
    if (!letter || letter.tell || wasSent(command_id)) return false;
    this.#takeOut(letter, DISCARDED);
    this.#told();
    return true;
  }

  /** A command of a seat that this device has lost cannot be sent: it is refused. */
  #leaveToOtherSeat(envelopes: readonly Envelope[]): void {
    for (const envelope of envelopes) {
      change((all) => all.filter((candidate) => candidate.command_id !== envelope.command_id));
      this.settled(envelope, OTHER_SEAT);
    }
  }

  /** Sends in turn. The answer is "unsent" if it has to wait: then `settled` gets the final one. */
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

  /** Sends the commands, the oldest first, up to the first that cannot be sent yet. */
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
      // The timer of an answered command must not report later ones.
      letter.tell = undefined;
      if (tell) tell(became);
      else this.settled(letter.envelope, became);
    }
    return true;
  }

  /** Commands that depend on a refused one are not sent: the player had relied on it. */
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

  /** Removes a command, for other pages of this device too. */
  #takeOut(letter: PendingCommand, answer: Refusal[1]): void {
    const { command_id } = letter.envelope;
    remember<Refusal>(REFUSED_KEY, [command_id, answer]);
    this.#letters = this.#letters.filter((pending) => pending !== letter);
    change((all) => all.filter((envelope) => envelope.command_id !== command_id));
  }

  /**
   * The number that a command expects after the own commands before it: without events of others in between its sender knows
   * of them. Otherwise it keeps its number, and the service says what changed.
   */
  #known(seen: number): number {
    const own = new Map(read<OwnSpan>(OWN_KEY).flatMap(([game, from, to]) => (game === this.game ? [[from, to]] : [])));
    let known = seen;
    for (let next = own.get(known); next !== undefined; next = own.get(known)) known = next;
    return known;
  }

  /** Tells the senders that there is no answer yet. */
  #letWait(answer: Answer = { kind: "unsent" }): void {
    for (const letter of this.#letters) {
      letter.tell?.(answer);
      letter.tell = undefined;
    }
    this.#told();
  }

  #later(): void {
    clearTimeout(this.#timer);
    // Waits as long as the service asks, and never shorter.
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
 * A command is always sent with the same number. Another page of this device may have sent it before and shown a refusal:
 * with another number it could be accepted after all.
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

/** The refusal of a command on another page of this device. */
function refusalOf(command_id: string): Answer | undefined {
  return read<Refusal>(REFUSED_KEY).find(([id]) => id === command_id)?.[1];
}

/** Whether waiting commands outlive this page: private windows and full devices store nothing. */
export function outlivesPage(): boolean {
  return !unstored.has(KEY);
}

function remember<Kept>(key: string, item: Kept): void {
  write(key, [...read<Kept>(key), item].slice(-MOST_REMEMBERED));
}

function readQueue(): Envelope[] {
  return read<Envelope>(KEY);
}

/** Other pages store their commands in the same place: changes are made to the newest content. */
function change(how: (all: readonly Envelope[]) => readonly Envelope[]): void {
  write(KEY, how(readQueue()));
}

/** Commands that could not be stored, until the page is left. */
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
