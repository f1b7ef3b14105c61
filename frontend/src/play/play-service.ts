// The play screen's requests to the service: the screen, the prompts of a command, commands and their answers. What to do
// when the service is away or the seat is lost.
import type { Answer } from "../games/answers";
import { kindText } from "../games/command-text";
import { asSentence, type ProblemDetails } from "../forms/problem-details";
import { type Envelope, newId, Outbox, wasSent } from "../games/outbox";
import { request } from "../live/connection";
import { markAway, reportWaiting } from "../live/stream";
import { showSeatLost } from "../seats/lost-seat";
import type { PromptsResponse, CommandContext, CommandSpec, Json, KnownFacts, ScreenData, Override, Answers } from "./model";

const MOST_KEPT = 60;
/** An open page sends its commands within this time after the connection is back; older ones are from a closed page. */
const LEFT_BEHIND_MS = 20_000;

/** The seat of this device was removed. */
export class NoSeat extends Error {}

export class PlayService {
  readonly #asked = new Map<string, Promise<PromptsResponse>>();
  readonly #outbox: Outbox;

  /** `settled` is called with the answer to a command that had to wait. */
  constructor(
    readonly game: string,
    settled: (envelope: Envelope, answer: Answer) => void,
    readonly role = "",
  ) {
    this.#outbox = new Outbox(game, settled, reportWaiting, role);
    window.addEventListener("online", () => void this.#outbox.retry());
    document.addEventListener("bz:back", () => void this.#outbox.retry());
    setInterval(() => this.#outbox.takeOver(), LEFT_BEHIND_MS);
  }

  /** The waiting commands, the oldest first. */
  get waiting(): readonly Envelope[] {
    return this.#outbox.waiting;
  }

  /** Why the service asks to wait; empty if it was not reached. */
  get because(): string {
    return this.#outbox.because;
  }

  /** Whether a waiting command may have reached the service. */
  wasSent({ command_id }: Envelope): boolean {
    return wasSent(command_id);
  }

  /** Removes a waiting command; false if it may have reached the service. */
  discard({ command_id }: Envelope): boolean {
    return this.#outbox.discard(command_id);
  }

  get #at(): string {
    return `/api/v1/games/${encodeURIComponent(this.game)}`;
  }

  async scene(): Promise<ScreenData> {
    return (await this.#read(
      await request(`${this.#at}/screen`, { headers: { Accept: "application/json" }, cache: "no-store" }),
    )) as ScreenData;
  }

  /** The prompts of a command at a log number, with proposals and with an override. The same request is sent once. */
  prompts(number: number, spec: CommandSpec, answers: Answers, override?: Override): Promise<PromptsResponse> {
    const body = JSON.stringify({
      kind: spec.kind,
      about: spec.about,
      answers,
      propose: true,
      weigh: true,
      overrule: override?.overrule,
    });
    const key = `${number} ${body}`;
    const before = this.#asked.get(key);
    if (before) return before;
    const response = this.#post(body);
    this.#asked.set(key, response);
    response.catch(() => this.#asked.delete(key));
    for (const old of [...this.#asked.keys()].slice(0, -MOST_KEPT)) this.#asked.delete(old);
    return response;
  }

  /** The facts that this seat knows of each stand from a unit. */
  async known(unit: string): Promise<KnownFacts> {
    return (await this.#read(
      await request(`${this.#at}/known?of=${encodeURIComponent(unit)}`, { headers: { Accept: "application/json" }, cache: "no-store" }),
    )) as KnownFacts;
  }

  /** The map that this seat may see, as markup. */
  async ground(): Promise<string> {
    const response = await request(`/games/${encodeURIComponent(this.game)}/stage/map`, { cache: "no-store" });
    if (response.status === 401) throw new NoSeat();
    if (!response.ok) throw new Error(`${response.status}`);
    return response.text();
  }

  /** Sends a decision to its address. Returns the reason if it was refused, else an empty text. */
  async decide(path: string): Promise<string> {
    const headers = { "Content-Type": "application/json" };
    const response = await request(`${this.#at}/${path}`, { method: "POST", headers, body: "{}" }).catch(() => null);
    if (response?.ok) return "";
    const why = (await response?.json().catch(() => ({}))) as ProblemDetails | undefined;
    return asSentence(why?.detail ?? "The server does not answer; try again in a moment");
  }

  async #post(body: string): Promise<PromptsResponse> {
    const headers = { "Content-Type": "application/json", Accept: "application/json, application/problem+json" };
    return (await this.#read(await request(`${this.#at}/prompts`, { method: "POST", headers, body }))) as PromptsResponse;
  }

  async #read(response: Response): Promise<unknown> {
    if (response.status === 401) throw new NoSeat();
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  }

  /** Sends a command entered at a log number. Returns the answer with the command's id. */
  async send(seen: number, command: { [key: string]: Json }, what: string, beside: CommandContext = {}): Promise<Answer & { id: string }> {
    const sent = { game: this.game, command_id: newId(), expected_seq: seen, command, ...beside };
    const answer = await this.#outbox.send({ ...sent, what: what || kindText(command["kind"]), at: new Date().toISOString() } as Envelope);
    return { ...answer, id: sent.command_id };
  }
}

let left = false;

/** Shows a failed connection or a lost seat. Always returns false. */
export function handleFailure(wrong: unknown): false {
  if (wrong instanceof NoSeat) {
    left = true;
    showSeatLost();
  } else markAway();
  return false;
}

export function isSeatLost(): boolean {
  return left;
}
