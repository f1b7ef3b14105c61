// What another device saves of the document that is open here. The service is asked every few seconds, while somebody looks
// at the page, and answers in a few bytes as long as nothing is new: no stream of a game carries a word of it, so that no
// other seat can tell that a side is writing.
const EVERY_MS = 4000;

/** What a page does about it. */
export interface Listening {
  /** What answers with the revision as its ETag, and with 304 while that is the one that is named. */
  readonly address: string;
  readonly revision: () => number;
  /** Nobody looks, or an own save is on its way: it hears by itself what stands there. */
  readonly isAway: () => boolean;
  /** Something here is not saved yet, and must not be drawn over. */
  readonly isUnsaved: () => boolean;
  readonly takeOver: () => Promise<void>;
  readonly tell: () => void;
}

type Ask = (address: string, how: RequestInit) => Promise<Pick<Response, "status" | "headers">>;

export class Elsewhere {
  readonly #page: Listening;
  readonly #ask: Ask;
  #isAsking = false;
  #told = 0;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(page: Listening, ask: Ask = (address, how) => fetch(address, how)) {
    this.#page = page;
    this.#ask = ask;
  }

  start(): void {
    this.#clock = setInterval(() => void this.look(), EVERY_MS);
  }

  /** Asks once; a service that does not answer is asked again the next time. */
  async look(): Promise<void> {
    if (this.#isAsking || this.#page.isAway()) return;
    this.#isAsking = true;
    try {
      await this.#heard(await this.#ask(this.#page.address, { headers: { "If-None-Match": `"${this.#page.revision()}"` } }));
    } catch {
      // Nobody answers: there is nothing to take over, and the next save says so.
    } finally {
      this.#isAsking = false;
    }
  }

  async #heard({ status, headers }: Pick<Response, "status" | "headers">): Promise<void> {
    // Thrown away, or no longer for this device: that does not change, and the next save says so.
    if (status === 401 || status === 404) return clearInterval(this.#clock);
    const newest = Number(headers.get("ETag")?.replace(/\D/g, ""));
    // Meanwhile an own save may have come there first.
    if (status !== 200 || this.#page.isAway() || !(newest > this.#page.revision())) return;
    if (!this.#page.isUnsaved()) return this.#page.takeOver();
    if (newest > this.#told) this.#page.tell();
    this.#told = newest;
  }
}
