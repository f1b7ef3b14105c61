// Stores the draft of a command on this device, by game and seat, over a reload of the page.
import type { CommandDraft } from "./command-draft";

/** A draft, and the log number at which it was entered. */
export interface StoredDraft {
  readonly number: number;
  readonly unit: string;
  readonly hand: CommandDraft;
  /** The last tap may send the command without another. */
  readonly oneTap: boolean;
  /** Text in fields that was not submitted, by the name of the field. */
  readonly texts: { readonly [field: string]: string };
}

const KEY = "beaten-zone.entered";
/** So many games have a stored draft on a device. */
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

  /** Stores a draft; null: there is none. A page without a draft leaves that of another page alone. */
  keep(entered: StoredDraft | null): void {
    const text = entered ? JSON.stringify(entered) : "";
    if (text === this.#own) return;
    const { [this.#seat]: before, ...others } = readAll();
    const isOwn = JSON.stringify(before) === this.#own;
    this.#own = text;
    if (entered) write({ ...others, [this.#seat]: entered });
    else if (isOwn) write(others);
  }

  /** Takes over the draft of an earlier page. */
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
    // Without storage the draft lasts as long as the page.
  }
}
