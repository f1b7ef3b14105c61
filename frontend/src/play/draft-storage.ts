// What a person has entered for a deed and not sent: kept on this device, by game and seat, over a reload of the page.
import type { CommandDraft } from "./command-draft";

/** The deed in hand as far as it was entered, and the number of the log at which it was. */
export interface StoredDraft {
  readonly number: number;
  readonly unit: string;
  readonly hand: CommandDraft;
  /** The last tap chose what the deed is done with: it may be sent without another. */
  readonly oneTap: boolean;
  /** Texts typed into fields and not told yet, by the names of the fields. */
  readonly texts: { readonly [field: string]: string };
}

const KEY = "beaten-zone.entered";
/** So many games keep something entered on a device. */
const MOST_KEPT = 20;

type StoredDrafts = { readonly [seat: string]: StoredDraft };

export class DraftStorage {
  readonly #seat: string;
  #own = "";

  constructor(game: string, role: string) {
    this.#seat = `${game}/${role}`;
  }

  read(): StoredDraft | undefined {
    const draft = readAll()[this.#seat];
    return draft?.hand?.deed && draft.hand.tapped ? draft : undefined;
  }

  /** Keeps what is entered now; null: nothing is. Another page of this device keeps its own as long as this one has none. */
  keep(entered: StoredDraft | null): void {
    const text = entered ? JSON.stringify(entered) : "";
    if (text === this.#own) return;
    const { [this.#seat]: before, ...others } = readAll();
    const isOwn = JSON.stringify(before) === this.#own;
    this.#own = text;
    if (entered) write({ ...others, [this.#seat]: entered });
    else if (isOwn) write(others);
  }

  /** What was kept by a page before is this page's own from now on. */
  takeOver(): void {
    const before = readAll()[this.#seat];
    this.#own = before ? JSON.stringify(before) : "";
  }
}

function readAll(): StoredDrafts {
  try {
    const there: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof there === "object" && there !== null ? (there as StoredDrafts) : {};
  } catch {
    return {};
  }
}

function write(all: StoredDrafts): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST_KEPT))));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
