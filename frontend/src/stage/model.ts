// What the service tells the stage, in its own names (app/play/play_screen.py, app/play/command_responses.py).
import type { Json } from "../compose";

export type { Json } from "../compose";
export type Told = { readonly [key: string]: Json };

export interface Refusal {
  readonly clause: string;
  readonly because: string;
  readonly instead: string;
}

/** A deed of this seat's own: `where` it is at hand, and at which `place` there. */
export interface Deed {
  readonly kind: string;
  readonly says: string;
  readonly about: Told;
  readonly of: string;
  readonly by: string;
  readonly barred: Refusal | null;
  readonly at_once: boolean;
  readonly where: "hand" | "on" | "back" | "more";
  readonly place: number;
  readonly follows: boolean;
  /** Of going on: what is lost with it of what is left open. */
  readonly lapses?: readonly string[];
}

export interface Waiting {
  readonly side: string;
  readonly kind: string;
  readonly says: string;
}

export interface Stage {
  readonly number: number;
  readonly owed: readonly Deed[];
  readonly offered: readonly Deed[];
  readonly waiting: readonly Waiting[];
}

export interface Proposal {
  readonly value: Json;
  readonly origin: Origin;
  readonly why: string;
}

/** What a seat knows of stands with a unit in hand: by the stand, then by the fact (distance, cover, what it is in). */
export interface Known {
  readonly number: number;
  readonly stands: { readonly [stand: string]: { readonly [fact: string]: Proposal } };
}

export type Origin = "measured" | "map" | "remembered" | "assumed";

export interface Band {
  readonly says: string;
  readonly value: number;
}

/** A choice that somebody would look for and the rules do not allow now. */
export interface Denied {
  readonly value: Json;
  readonly word: string;
  readonly clause: string;
  readonly because: string;
  readonly instead: string;
}

export interface Ask {
  readonly name: string;
  readonly kind:
    | "one"
    | "several"
    | "rows"
    | "word"
    | "switch"
    | "number"
    | "cm"
    | "degrees"
    | "text"
    | "dice"
    | "document"
    | "deed"
    | "drawn";
  readonly says: string;
  readonly among: readonly Json[] | null;
  readonly words: readonly string[] | null;
  readonly needed: boolean;
  readonly usual: Json;
  readonly least: number | null;
  readonly most: number | null;
  readonly per: string;
  readonly counts: readonly number[];
  readonly kept: readonly number[];
  readonly proposals: readonly Proposal[];
  readonly answered: boolean;
  readonly rows: readonly (readonly Ask[])[];
  readonly next_row: readonly Ask[];
  readonly bands?: readonly Band[];
  readonly brief?: string;
  /** An exception, without which the deed is done as it usually is. */
  readonly seldom?: boolean;
  /** Half of a place on the table: x or y in mm from its corner, along or up in cm from the own edge. */
  readonly spot?: string;
  /** The field of its other half, which is asked for after it. */
  readonly mate?: string;
  /** Of dice that are read one by one: what each is for. */
  readonly each?: readonly string[];
  /** What would follow from each choice, in the order of `among`. */
  readonly brings?: readonly string[];
  /** Choices that the rules do not allow now. */
  readonly denied?: readonly Denied[];
  /** Of a half of a place: how wide a circle is laid about it (mm). */
  readonly circle_mm?: number;
  /** What the rules make of all that was told before it. */
  readonly reckoned?: readonly Line[];
  /** A number that a person chooses: what is proposed is where he begins. */
  readonly chosen?: boolean;
  /** Whether another value would change a die; null where nobody can say. */
  readonly matters?: boolean | null;
}

export interface Bar {
  readonly kind: string;
  readonly word: string;
  readonly short: string;
  readonly faces: number;
  readonly percent: string;
}

export interface Line {
  readonly value: string;
  readonly says: string;
  readonly clause: string;
}

/** One die before it is thrown: `six` says for each face which of the bars it brings. */
export interface Odds {
  readonly of: string;
  readonly name: string;
  readonly by: string;
  readonly throws: number;
  readonly total: string | number | null;
  readonly lines: readonly Line[];
  /** What was looked at and did not apply. */
  readonly considered?: readonly Line[];
  readonly bars: readonly Bar[];
  readonly six: readonly number[];
}

/** One of the two whose dice meet; `die` is 0 as long as none lies. */
export interface Met {
  readonly side: string;
  readonly stand: string;
  readonly name: string;
  readonly added: number;
  readonly lines: readonly Line[];
  readonly die: number;
}

/** One way in which a meeting can end; `wins` is the side that wins, empty for neither. */
export interface End {
  readonly wins: string;
  readonly word: string;
  readonly pairs: number;
  readonly percent: string;
}

/** Two dice that meet: of each pair which of the ends it brings, row by row; `comes_to` is the kind of the result. */
export interface Meeting {
  readonly rows: Met;
  readonly columns: Met;
  readonly ends: readonly End[];
  readonly cells: readonly number[];
  readonly comes_to: string;
  /** Who meets after these two, in their order. */
  readonly to_come?: readonly {
    readonly rows: string;
    readonly rows_name: string;
    readonly columns: string;
    readonly columns_name: string;
  }[];
}

export interface Asked {
  readonly number: number;
  readonly asks: readonly Ask[];
  readonly ready: boolean;
  readonly missing: { readonly field: string; readonly because: string; readonly instead: string } | null;
  readonly refused: (Refusal & { readonly can_override: boolean }) | null;
  readonly told: Told;
  readonly origins: { readonly [path: string]: Origin };
  readonly odds?: readonly Odds[];
  readonly meeting?: Meeting | null;
  /** The digest of what is asked, which goes with the command. */
  readonly prompts?: string;
}

export interface Mark {
  readonly kind: string;
  readonly says: string;
}

export interface Counter {
  readonly id: string;
  readonly short: string;
  readonly name: string;
  readonly brief: string;
  readonly unit: string;
  readonly levels: number;
  readonly out: boolean;
  readonly head: boolean;
  /** How a gun stands, in a word. */
  readonly state?: string;
  readonly cover: { readonly short: string; readonly says: string; readonly origin: Origin } | null;
  readonly marks: readonly Mark[];
}

export interface Row {
  readonly label: string;
  readonly name: string;
  readonly unit: string;
  readonly state: string;
  readonly levels: number;
  readonly counters: readonly Counter[];
  readonly last: readonly Counter[];
}

export interface Block {
  readonly key: string;
  readonly name: string;
  readonly quality: string;
  readonly strength: string;
  readonly loose: boolean;
  readonly away: boolean;
  readonly rows: readonly Row[];
  /** Of those that are counted: how many are left, how many there were, and at how many left it is tested. */
  readonly left: number;
  readonly begun: number;
  readonly tests_at: readonly number[];
  readonly owes: string;
}

export interface Face {
  readonly side: string;
  readonly name: string;
  readonly letter: string;
  readonly nation: string;
  readonly own: boolean;
  readonly blocks: readonly Block[];
}

export interface Step {
  readonly number: string;
  readonly words: string;
  readonly full: string;
  readonly small: string;
  readonly state: "done" | "now" | "next" | "todo" | "none";
  readonly sub: boolean;
}

export interface Unit {
  readonly id: string;
  readonly name: string;
  readonly short: string;
  readonly state: string;
  readonly left: number;
  readonly levels: number;
  readonly stands: readonly string[];
}

export interface Tag {
  readonly kind: string;
  readonly word: string;
}

export interface ResultRow {
  readonly dice: readonly number[];
  readonly name: string;
  readonly reckoning: string;
  readonly tags: readonly Tag[];
  readonly lines: readonly Line[];
  readonly stand: string;
}

export interface Result {
  readonly number: number;
  readonly kind: string;
  readonly label: string;
  readonly headline: string;
  readonly small: string;
  readonly rows: readonly ResultRow[];
  readonly said: string;
  readonly side: string;
  readonly unit: string;
  readonly changed: readonly string[];
  readonly command: string;
  readonly dice: number;
  /** Whether dice were told by count and dealt by lot. */
  readonly dealt?: boolean;
  /** Of two dice that met: the stand of each, in the order of the dice. */
  readonly between?: readonly string[];
}

export interface Said {
  readonly number: number;
  readonly says: string;
  readonly side: string;
  readonly gone: boolean;
  /** A step or a turn begins or ends with it: nobody did anything yet. */
  readonly begins?: boolean;
  /** When it was written, in UTC. */
  readonly at?: string;
}

export interface Way {
  readonly sign: string;
  readonly says: string;
  readonly address: string;
  readonly now: boolean;
  /** The kind of the deed that is done there, where one is. */
  readonly deed?: string;
}

/** The table from the side, in cm up from an edge: bands that lie across it, and places one knows. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly small: readonly string[];
  readonly least_cm: number;
  readonly most_cm: number;
  readonly bands: readonly { readonly kind: string; readonly says: string; readonly from_cm: number; readonly to_cm: number }[];
  readonly marks: readonly { readonly at_cm: number; readonly says: string; readonly side: string }[];
}

export interface Sheet {
  readonly title: string;
  readonly lines: readonly { readonly says: string; readonly clause: string }[];
  readonly sections?: readonly Section[];
}

export interface Hampers {
  readonly word: string;
  readonly most: number;
}

export interface Scene {
  readonly number: number;
  readonly hash: string;
  readonly role: string;
  readonly sides: readonly string[];
  readonly title: string;
  readonly turn: string;
  readonly step: Step | null;
  readonly whose: string;
  readonly whose_name: string;
  readonly steps: readonly Step[];
  readonly faces: readonly Face[];
  readonly units: readonly Unit[];
  readonly stage: Stage;
  readonly results: readonly Result[];
  readonly lines: readonly Said[];
  readonly back: {
    readonly command: string;
    readonly name: string;
    readonly dice: readonly number[];
    readonly asks: boolean;
    readonly written: boolean;
  } | null;
  readonly request: { readonly says: string; readonly side: string } | null;
  /** A request to delete the game: who asks, which seats have not agreed, whether this one has to answer. */
  readonly deletion?: {
    readonly by: string;
    readonly waiting_for: readonly string[];
    readonly is_asked: boolean;
    readonly is_host: boolean;
  } | null;
  readonly asking: { readonly says: string; readonly side: string } | null;
  readonly mistyped: { readonly command: string; readonly until_ms: number } | null;
  readonly others: number;
  readonly closed: boolean;
  /** Whether this turn is the last of the game, or that is over. */
  readonly end?: "" | "last" | "over";
  readonly declined: { readonly says: string } | null;
  readonly ways: readonly Way[];
  readonly sheets: readonly Sheet[];
  readonly has_map?: boolean;
  /** What hampers stands in this game, and in how many levels. */
  readonly hampers: Hampers;
  readonly score: { readonly says: string; readonly points: { readonly [side: string]: number } } | null;
}

/** The clause of a refusal that is set aside, and why, in a player's words. */
export interface SetAside {
  readonly overrule: string;
  readonly reason: string;
}

/** What goes with a command: where its values came from, and the refusal that it sets aside. */
export interface Beside extends Partial<SetAside> {
  readonly origins?: Asked["origins"];
  readonly prompts?: string;
}

/** One die as it goes into a command: pips 0 and "rolled" ask the service to throw it. */
export interface Throw {
  readonly pips: number;
  readonly source: "entered" | "rolled";
}
