// Commands on their way. One that could not be sent keeps its id and is sent again, also after a reload:
// the service knows the id, so nothing happens twice.
import { type Answer, readAnswer } from "./answers";
import type { Json } from "./compose";
import { ask } from "./line";

export interface Envelope {
  readonly game: string;
  readonly command_id: string;
  readonly expected_seq: number;
  readonly command: { readonly [key: string]: Json };
  readonly overrule?: string;
  readonly reason?: string;
}

type Settled = (envelope: Envelope, answer: Answer) => void;

const KEY = "beaten-zone.outbox";
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15000;

/** crypto.randomUUID is missing where tables mostly are: plain http on a local network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Outbox {
  #waiting: Envelope[];
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;

  constructor(
    readonly game: string,
    readonly settled: Settled,
    readonly changed: (waiting: number) => void,
  ) {
    this.#waiting = kept().filter((envelope) => envelope.game === game);
    this.#told();
    if (this.#waiting.length) void this.retry();
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Sends at once, unless others wait: they were meant to happen first. */
  async send(envelope: Envelope): Promise<Answer> {
    if (this.#waiting.length) return this.#queue(envelope);
    const answer = await post(envelope);
    if (answer.kind === "unsent") return this.#queue(envelope);
    return answer;
  }

  /** Sends what waits, oldest first, and stops at the first that still cannot be sent. */
  async retry(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#timer);
    try {
      while (await this.#sendFirst());
    } finally {
      this.#sending = false;
    }
    if (this.#waiting.length) this.#later();
  }

  async #sendFirst(): Promise<boolean> {
    const first = this.#waiting[0];
    if (!first) return false;
    const answer = await post(first);
    if (answer.kind === "unsent") return false;
    this.#waiting = this.#waiting.slice(1);
    this.#wait = FIRST_WAIT_MS;
    this.#told();
    this.settled(first, answer);
    return true;
  }

  #queue(envelope: Envelope): Answer {
    this.#waiting = [...this.#waiting, envelope];
    this.#told();
    this.#later();
    return { kind: "unsent" };
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.retry(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #told(): void {
    keep(this.game, this.#waiting);
    this.changed(this.#waiting.length);
  }
}

async function post({ game, ...body }: Envelope): Promise<Answer> {
  try {
    const response = await ask(`/api/v1/games/${encodeURIComponent(game)}/commands`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, application/problem+json" },
      body: JSON.stringify(body),
    });
    return readAnswer(response.status, await response.json().catch(() => null));
  } catch {
    return { kind: "unsent" };
  }
}

function kept(): Envelope[] {
  try {
    const there: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(there) ? (there as Envelope[]) : [];
  } catch {
    return [];
  }
}

function keep(game: string, waiting: readonly Envelope[]): void {
  try {
    const others = kept().filter((envelope) => envelope.game !== game);
    localStorage.setItem(KEY, JSON.stringify([...others, ...waiting]));
  } catch {
    // Without storage the commands still wait in memory until the page is left.
  }
}
