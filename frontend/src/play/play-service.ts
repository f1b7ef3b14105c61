// The play screen's requests to the service: the screen, the prompts of a command, commands and their answers. What to do
// when the service is away or the seat is lost.
import type { Answer } from "../games/answers";
import { plainly } from "../games/command-text";
import { sentence, type WhyNot } from "../forms/problem-details";
import { type Envelope, newId, Outbox, wasSent } from "../games/outbox";
import { ask } from "../live/connection";
import { foundAway, reportWaiting } from "../live/stream";
import { sayGone } from "../seats/lost-seat";
import type { Asked, Beside, Deed, Json, Known, Scene, SetAside, Told } from "./model";

const MOST_KEPT = 60;
/** An open page sends what waits within this time once the line is back; what is older was left by a closed one. */
const LEFT_BEHIND_MS = 20_000;

/** The seat of this device was taken away. */
export class NoSeat extends Error {}

export class Service {
  readonly #asked = new Map<string, Promise<Asked>>();
  readonly #outbox: Outbox;

  /** `settled` hears what became of commands that had to wait. */
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

  /** The commands that wait for the line, the oldest first. */
  get waiting(): readonly Envelope[] {
    return this.#outbox.waiting;
  }

  /** Why the service asks to wait with these; empty where it was not reached. */
  get because(): string {
    return this.#outbox.because;
  }

  /** Whether a waiting command may have reached the service. */
  wasSent({ command_id }: Envelope): boolean {
    return wasSent(command_id);
  }

  /** Takes a waiting command out of the queue; false where it may have reached the service. */
  discard({ command_id }: Envelope): boolean {
    return this.#outbox.discard(command_id);
  }

  get #at(): string {
    return `/api/v1/games/${encodeURIComponent(this.game)}`;
  }

  async scene(): Promise<Scene> {
    return (await this.#read(await ask(`${this.#at}/scene`, { headers: { Accept: "application/json" }, cache: "no-store" }))) as Scene;
  }

  /** What a deed asks at a number of the log, with what is proposed, and where a refusal is set aside; the same question is asked once. */
  asks(number: number, deed: Deed, told: Told, aside?: SetAside): Promise<Asked> {
    const body = JSON.stringify({ kind: deed.kind, about: deed.about, told, propose: true, weigh: true, overrule: aside?.overrule });
    const key = `${number} ${body}`;
    const before = this.#asked.get(key);
    if (before) return before;
    const found = this.#post(body);
    this.#asked.set(key, found);
    found.catch(() => this.#asked.delete(key));
    for (const old of [...this.#asked.keys()].slice(0, -MOST_KEPT)) this.#asked.delete(old);
    return found;
  }

  /** What this seat knows of each stand with a unit in hand. */
  async known(unit: string): Promise<Known> {
    return (await this.#read(
      await ask(`${this.#at}/known?of=${encodeURIComponent(unit)}`, { headers: { Accept: "application/json" }, cache: "no-store" }),
    )) as Known;
  }

  /** The map as this seat may know it, as markup. */
  async ground(): Promise<string> {
    const response = await ask(`/games/${encodeURIComponent(this.game)}/stage/map`, { cache: "no-store" });
    if (response.status === 401) throw new NoSeat();
    if (!response.ok) throw new Error(`${response.status}`);
    return response.text();
  }

  /** Sends a decision that its address says; answers with why it was refused, or with nothing. */
  async decide(path: string): Promise<string> {
    const headers = { "Content-Type": "application/json" };
    const response = await ask(`${this.#at}/${path}`, { method: "POST", headers, body: "{}" }).catch(() => null);
    if (response?.ok) return "";
    const why = (await response?.json().catch(() => ({}))) as WhyNot | undefined;
    return sentence(why?.detail ?? "The server does not answer; try again in a moment");
  }

  async #post(body: string): Promise<Asked> {
    const headers = { "Content-Type": "application/json", Accept: "application/json, application/problem+json" };
    return (await this.#read(await ask(`${this.#at}/asks`, { method: "POST", headers, body }))) as Asked;
  }

  async #read(response: Response): Promise<unknown> {
    if (response.status === 401) throw new NoSeat();
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  }

  /** Sends a command that was made of what stood at a number; answers with its id too. */
  async send(seen: number, command: { [key: string]: Json }, what: string, beside: Beside = {}): Promise<Answer & { id: string }> {
    const sent = { game: this.game, command_id: newId(), expected_seq: seen, command, ...beside };
    const answer = await this.#outbox.send({ ...sent, what: what || plainly(command["kind"]), at: new Date().toISOString() } as Envelope);
    return { ...answer, id: sent.command_id };
  }
}

let left = false;

/** Says what went wrong with the line. Always false, for whoever asked. */
export function fallenAway(wrong: unknown): false {
  if (wrong instanceof NoSeat) {
    left = true;
    sayGone();
  } else foundAway();
  return false;
}

export function gone(): boolean {
  return left;
}
