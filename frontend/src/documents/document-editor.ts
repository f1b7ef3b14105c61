// A document that is saved as it is edited. Every finished change is a new document, saved at once and in turn;
// undo saves the document from before. The service validates: a refused change has no effect.
import { clockTime } from "../live/page-state";
import { clearAnswer, showRefusal } from "../components/announcements";
import { History } from "./history";
import { storeHistory, storedHistory } from "./history";

const AGAIN_MS = 2000;
const STOPPING = 503;

/** What a page provides to the editor of its document. */
export interface EditorPage {
  /** The address of the document, without "/save". */
  readonly address: string;
  /** Whether the history is stored in the tab over a reload; a secret document is not stored. */
  readonly remembers?: boolean;
  /** The place of messages. */
  readonly answers: () => HTMLElement;
  readonly say: (words: string) => void;
  /** Draws the page as it is now. */
  readonly show: () => Promise<void>;
  /** Shows why a save was refused; nothing has changed. */
  readonly refused: (answer: Response) => Promise<void>;
}

export class DocumentEditor<Document> {
  readonly #page: EditorPage;
  #history: History<Document>;
  #now: Document;
  #revision: number;
  #running: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** How many changes from before a refusal are still to be answered: they do not clear its message. */
  #madeBefore = 0;
  #isUnanswered = false;

  constructor(page: EditorPage, document: Document, revision: number) {
    this.#page = page;
    this.#now = document;
    this.#revision = revision;
    this.#history = page.remembers ? storedHistory(page.address, revision) : new History();
    window.addEventListener("beforeunload", (event) => this.#isUnanswered && event.preventDefault());
  }

  get document(): Document {
    return this.#now;
  }

  get revision(): number {
    return this.#revision;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** Whether a change is being saved. */
  get isSaving(): boolean {
    return this.#waiting > 0;
  }

  /** Whether changes wait behind the one that is being saved. */
  get hasMore(): boolean {
    return this.#waiting > 1;
  }

  /** A change that the service makes, and answers with the new document. */
  requestChange(way: string, more: object): Promise<boolean> {
    return this.#next(() =>
      this.#send(
        way,
        { document: this.#now, ...more },
        ({ document }) => document,
        (from) => this.#history.made(from),
      ),
    );
  }

  /** Saves one change after the other: each is based on the result of the one before. */
  change(make: (now: Document) => Document, then?: () => void): Promise<boolean> {
    return this.#next(() => this.#save(make(this.#now), (from) => this.#history.made(from), then));
  }

  async undo(): Promise<void> {
    await this.#next(async () => {
      const { last } = this.#history;
      return last !== undefined && this.#save(last, (from) => this.#history.undone(from));
    });
  }

  async redo(): Promise<void> {
    await this.#next(async () => {
      const { next } = this.#history;
      return next !== undefined && this.#save(next, (from) => this.#history.redone(from));
    });
  }

  /** Continues from a version saved elsewhere; undo returns to this one. */
  adopt(document: Document, revision: number): void {
    this.#history.made(this.#now);
    this.#now = document;
    this.#revision = revision;
  }

  /** Continues from a version saved elsewhere, without the history before it. */
  continueFrom(document: Document, revision: number): void {
    this.#history = new History();
    this.#now = document;
    this.#revision = revision;
  }

  /** Saves the next change over a version saved elsewhere; undo returns to this one. */
  overwrite(theirs: Document, revision: number, make: (now: Document) => Document, then?: () => void): Promise<boolean> {
    this.#history.made(this.#now);
    this.#now = theirs;
    this.#revision = revision;
    return this.#next(() => {
      // The player's choice answers every refusal before it.
      this.#madeBefore = 0;
      return this.#save(make(this.#now), (from) => this.#history.made(from), then);
    });
  }

  #next(save: () => Promise<boolean>): Promise<boolean> {
    this.#waiting += 1;
    const done = this.#running.then(save).finally(() => {
      this.#waiting -= 1;
      this.#madeBefore = Math.max(0, this.#madeBefore - 1);
    });
    this.#running = done;
    return done;
  }

  #save(next: Document, note: (from: Document) => void, then?: () => void): Promise<boolean> {
    return this.#send("save", { document: next }, () => next, note, then);
  }

  async #send(
    way: string,
    body: object,
    comes: (answer: { document: Document }) => Document,
    note: (from: Document) => void,
    then?: () => void,
  ): Promise<boolean> {
    this.#page.say("Saving");
    const answer = await this.#sent(way, { revision: this.#revision, ...body });
    if (!answer.ok) {
      await this.#page.refused(answer);
      this.#madeBefore = this.#waiting;
      return false;
    }
    const saved = (await answer.json()) as { revision: number; document: Document };
    note(this.#now);
    this.#now = comes(saved);
    this.#revision = saved.revision;
    if (this.#page.remembers) storeHistory(this.#page.address, saved.revision, this.#history);
    this.#page.say(`Saved ${clockTime()}`);
    if (!this.#madeBefore) clearAnswer(this.#page.answers());
    then?.();
    await this.#page.show();
    return true;
  }

  /** Repeats a save until it is answered: the service recognises a repeated one. */
  async #sent(way: string, body: object): Promise<Response> {
    for (;;) {
      const answer = await post(`${this.#page.address}/${way}`, body);
      if (answer && answer.status !== STOPPING) return answer;
      this.#page.say("Not saved yet");
      this.#isUnanswered = true;
      if (!this.#madeBefore)
        showRefusal(this.#page.answers(), {
          because: "The server does not answer: this change is not saved yet.",
          instead: "It is sent again by itself. Keep this page open.",
        });
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      this.#isUnanswered = false;
    }
  }
}

/** Null without an answer. */
export function post(address: string, body: object): Promise<Response | null> {
  return postText(address, JSON.stringify(body));
}

/** The same with a body that is text already. */
export function postText(address: string, body: string | Blob): Promise<Response | null> {
  return fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
}
