// The service's responses for the play screen, with its own keys (app/play/play_screen.py, app/play/command_responses.py).
import type { Json } from "../forms/form-json";

export type { Json } from "../forms/form-json";
export type Answers = { readonly [key: string]: Json };

export interface Refusal {
  readonly clause: string;
  readonly because: string;
  readonly instead: string;
}

/** A command that this seat can send: `where` it is shown, and at which `place` there. */
export interface CommandSpec {
  readonly kind: string;
  readonly says: string;
  readonly about: Answers;
  readonly of: string;
  readonly by: string;
  readonly barred: Refusal | null;
  readonly at_once: boolean;
  readonly where: "hand" | "on" | "back" | "more";
  readonly place: number;
  readonly follows: boolean;
  /** Of a command that ends the step: what is lost of what is left to do. */
  readonly lapses?: readonly string[];
}

export interface Waiting {
  readonly side: string;
  readonly kind: string;
  readonly says: string;
}

export interface AvailableCommands {
  readonly number: number;
  readonly required: readonly CommandSpec[];
  readonly available: readonly CommandSpec[];
  readonly blocked: readonly Waiting[];
}

export interface Proposal {
  readonly value: Json;
  readonly origin: Origin;
  readonly why: string;
}

/** The facts that a seat knows of stands, measured from a unit: by stand, then by fact (distance, cover, ...). */
export interface KnownFacts {
  readonly number: number;
  readonly stands: { readonly [stand: string]: { readonly [fact: string]: Proposal } };
}

export type Origin = "measured" | "map" | "remembered" | "assumed";

export interface Band {
  readonly says: string;
  readonly value: number;
}

/** A choice that a player might look for and the rules do not allow now. */
export interface UnavailableChoice {
  readonly value: Json;
  readonly word: string;
  readonly clause: string;
  readonly because: string;
  readonly instead: string;
}

export interface Prompt {
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
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly per: string;
  readonly counts: readonly number[];
  readonly kept: readonly number[];
  readonly proposals: readonly Proposal[];
  readonly answered: boolean;
  readonly rows: readonly (readonly Prompt[])[];
  readonly next_row: readonly Prompt[];
  readonly bands?: readonly Band[];
  readonly brief?: string;
  /** An exception: without it the command is carried out as usual. */
  readonly seldom?: boolean;
  /** Half of a place on the table: x or y in mm from its corner, along or up in cm from the own edge. */
  readonly spot?: string;
  /** The field of the other half, which is prompted for after it. */
  readonly mate?: string;
  /** Of dice that are read one by one: the purpose of each. */
  readonly each?: readonly string[];
  /** The result of each choice, in the order of `among`. */
  readonly brings?: readonly string[];
  /** Choices that the rules do not allow now. */
  readonly denied?: readonly UnavailableChoice[];
  /** Of half of a place: the radius of the circle around it (mm). */
  readonly circle_mm?: number;
  /** The calculation from all values entered before it. */
  readonly reckoned?: readonly Line[];
  /** A number that the player chooses: the proposal is only where to start. */
  readonly chosen?: boolean;
  /** Whether another value would change a die; null if unknown. */
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

/** The odds of a die before it is rolled: `six` gives for each face the index of its bar. */
export interface Odds {
  readonly of: string;
  readonly name: string;
  readonly by: string;
  readonly throws: number;
  readonly total: string | number | null;
  readonly lines: readonly Line[];
  /** Modifiers that were considered and did not apply. */
  readonly considered?: readonly Line[];
  readonly bars: readonly Bar[];
  readonly six: readonly number[];
}

/** One side of a contested roll; `die` is 0 until it is rolled. */
export interface Contestant {
  readonly side: string;
  readonly stand: string;
  readonly name: string;
  readonly added: number;
  readonly lines: readonly Line[];
  readonly die: number;
}

/** One outcome of a contested roll; `wins` is the side that wins, empty for neither. */
export interface ContestOutcome {
  readonly wins: string;
  readonly word: string;
  readonly pairs: number;
  readonly percent: string;
}

/** Two dice against each other: `cells` gives the index of the outcome of each pair, row by row; `comes_to` is the kind of the result. */
export interface ContestedRoll {
  readonly rows: Contestant;
  readonly columns: Contestant;
  readonly ends: readonly ContestOutcome[];
  readonly cells: readonly number[];
  readonly comes_to: string;
  /** The contests that follow, in their order. */
  readonly to_come?: readonly {
    readonly rows: string;
    readonly rows_name: string;
    readonly columns: string;
    readonly columns_name: string;
  }[];
}

export interface PromptsResponse {
  readonly number: number;
  readonly prompts: readonly Prompt[];
  readonly ready: boolean;
  readonly missing: { readonly field: string; readonly because: string; readonly instead: string } | null;
  readonly refused: (Refusal & { readonly can_override: boolean }) | null;
  readonly answers: Answers;
  readonly origins: { readonly [path: string]: Origin };
  readonly odds?: readonly Odds[];
  readonly meeting?: ContestedRoll | null;
  /** The digest of the prompts, which is sent with the command. */
  readonly digest?: string;
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
  /** The state of a gun, in a word. */
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
  /** Of stands that are counted: how many are left, how many there were, and at how many left a test follows. */
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
  /** Whether dice were entered by count and dealt by lot. */
  readonly dealt?: boolean;
  /** Of a contested roll: the stand of each side, in the order of the dice. */
  readonly between?: readonly string[];
}

export interface LogLine {
  readonly number: number;
  readonly says: string;
  readonly side: string;
  readonly gone: boolean;
  /** The line marks the begin or end of a step or turn: no player did anything. */
  readonly begins?: boolean;
  /** The time in UTC. */
  readonly at?: string;
}

export interface PageLink {
  readonly sign: string;
  readonly says: string;
  readonly address: string;
  readonly now: boolean;
  /** The kind of the command that is sent on that page, if any. */
  readonly deed?: string;
}

/** The table from the side, in cm up from an edge: bands across it, and known places. */
export interface CrossSection {
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
  readonly sections?: readonly CrossSection[];
}

export interface SuppressionScale {
  readonly word: string;
  readonly most: number;
}

export interface ScreenData {
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
  readonly stage: AvailableCommands;
  readonly results: readonly Result[];
  readonly lines: readonly LogLine[];
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
  /** Whether this turn is the last of the game, or the game is over. */
  readonly end?: "" | "last" | "over";
  readonly declined: { readonly says: string } | null;
  readonly ways: readonly PageLink[];
  readonly sheets: readonly Sheet[];
  readonly has_map?: boolean;
  /** The name of suppression in this game, and its number of levels. */
  readonly hampers: SuppressionScale;
  readonly score: { readonly says: string; readonly points: { readonly [side: string]: number } } | null;
}

/** An override: the clause of the refusal, and the player's reason. */
export interface Override {
  readonly overrule: string;
  readonly reason: string;
}

/** The context of a command: the origins of its values, and the refusal that it overrides. */
export interface CommandContext extends Partial<Override> {
  readonly origins?: PromptsResponse["origins"];
  readonly prompts?: string;
}

/** One die of a command: pips 0 and "rolled" ask the service to roll it. */
export interface DieEntry {
  readonly pips: number;
  readonly source: "entered" | "rolled";
}
