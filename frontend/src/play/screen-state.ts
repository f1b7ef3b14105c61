// The state of the play screen: the data from the service, the selected command as it was entered, and what is on the
// card.
import type { Envelope } from "../games/outbox";
import type { RefusedCommand } from "../games/refused-commands";
import {
  type Aim,
  aimOf,
  type CommandDraft,
  needsRoll,
  type Slot,
  slotsOf,
  type Entries,
  type Target,
  withStoredDice,
} from "./command-draft";
import { type DiceLayout, layoutDice, NO_DICE } from "./dice-lots";
import type {
  Prompt,
  PromptsResponse,
  CommandContext,
  Counter,
  CommandSpec,
  Json,
  KnownFacts,
  Odds,
  Proposal,
  Refusal,
  Result,
  Row,
  ScreenData,
  Override,
  DieEntry,
  Unit,
} from "./model";
import type { PlayService } from "./play-service";
import { withQueue } from "./waiting-commands";

/** A command that is whole, with what goes with it. */
export interface CompleteCommand {
  readonly command: { [key: string]: Json };
  readonly beside: CommandContext;
}

/** One that was sent, in words. */
export interface SentCommand extends CompleteCommand {
  readonly what: string;
}

/** What was refused, and how it is set aside, or its allowing asked, with a reason; none where it cannot be. */
export interface RefusedAction extends Refusal {
  readonly overrule?: (override: Override) => void;
  /** The service says that no player can set it aside. */
  readonly isFinal?: boolean;
  /** The service refused a command that was sent: it stays on the card until a person leaves it, whatever happens. */
  readonly holds?: boolean;
}

/** What was taken back: its name, what it had come to, and which dice stay thrown. */
export interface UndoneCommand {
  readonly name: string;
  readonly headline: string;
  readonly dice: readonly number[];
}

/** A counter with where it stands. */
export interface PlacedCounter {
  readonly counter: Counter;
  readonly row: Row;
  readonly side: string;
  readonly own: boolean;
}

export class ScreenState {
  /** What stands, without what depends on the answer to a command that waits for the connection. */
  data: ScreenData;
  /** The scene as the service gave it. */
  servedData: ScreenData;
  draft: CommandDraft | null = null;
  /** What the deed in hand asks as it was tapped, and as it last was answered. */
  prompts: PromptsResponse | null = null;
  promptedEntries: Entries | null = null;
  /** The unit that was chosen, and those that come round again. */
  unit = "";
  postponed: readonly string[] = [];
  /** The deed that was done last here. */
  lastSpec: CommandSpec | null = null;
  /** The result that stands on the card, and what was done without dice since. */
  result: Result | null = null;
  recentLines: readonly string[] = [];
  undone: UndoneCommand | null = null;
  refused: RefusedAction | null = null;
  /** The optional facts that the player could tell before the last tap: only with these is the deed done by that tap. */
  seenFacts: ReadonlySet<string> = new Set();
  /** Commands that were sent and not carried out, the oldest first: each is sent again or discarded. */
  refusedCommands: readonly RefusedCommand[] = [];
  /** The command that is on its way with its dice, and whether the line was away as it was sent. */
  sending: { readonly what: string; readonly dice: readonly number[]; waits: boolean } | null = null;
  /** What this seat has just said of a request, in a word, and that is on its way; empty: nothing. */
  pendingAnswer = "";
  /** What was told of the deed in hand when it was to be sent, before the service had answered it. */
  submittedEntries: Entries | null = null;
  /** What is owed next lies below the result that is still read: the board takes its targets, or the dock its choice. */
  isBelowResult = false;
  /** The first of two dice that meet, typed by a device that speaks for both; 0: none. */
  firstDie = 0;
  /** Which die is read again, of which result. */
  correctingDie: { readonly result: Result; readonly row: number; readonly die: number } | null = null;
  /** Until when a die of the newest deed may be read again, by this device's clock since the answer. */
  mistypedUntil = 0;
  face: string | null = null;
  shownBlock: { [side: string]: string } = {};
  unfolded: string | null = null;
  allFacts = false;
  notice = "";
  /** Which stands of a row were not taken as targets, and why; empty where all were. */
  leftOut = "";
  row = 0;
  /** The targets at which a deed was done last, by the deed: it is done again at the same. */
  lastTargets = new Map<string, readonly Target[]>();
  /** Whether the screen hangs on a wall: nothing of the board is tapped. */
  isWall = false;
  drawer: string | null = null;
  openMore: string | null = null;
  counters = new Map<string, PlacedCounter>();
  /** What is known of stands, and of which unit in hand. */
  known: { readonly unit: string; readonly found: KnownFacts } | null = null;
  /** What came of commands that waited, by their ids, until the player goes on. */
  outcomes: readonly { readonly command: string; readonly says: string }[] = [];
  onBoard = (id: string): boolean => this.counters.has(id);
  isOwn = (id: string): boolean => this.counters.get(id)?.own ?? false;
  /** The tap that goes through several deeds at once, by its name: the card says that until all of them are done. */
  passingThrough = "";
  /** Whether the dock had a button for the exceptions of the deed in hand beside the one that does it as usual. */
  hadExceptionsButton = false;
  /** Whether what was told of the deed in hand could not be asked about: the line is away. */
  isOfflineDraft = false;
  /** The table as it stood when the deed in hand was entered, where the line was away since; 0: it never was. */
  enteredAt = 0;
  /** Stands that were taken with one tap, as long as nobody tapped anything else: those before them, and all of them. */
  sweptTargets: { readonly before: readonly Target[]; readonly targets: readonly Target[] } | null = null;
  /** Whether what the map proposes is to be taken with the next answer. */
  takesNewProposal = false;
  sendsOnTap = false;
  /** The player means to tell exceptions: no tap does the deed by itself. */
  entersExceptions = false;
  /** The entries for which the service was to throw the dice before it had answered them. */
  rollAfterAnswer: CommandDraft["tapped"] | null = null;
  /** The number of the last event that this device brought about. */
  lastOwnNumber = 0;
  /** What was told aloud of the newest scene. */
  announcement = "";
  /** Whether this device asks no longer what it has asked. */
  isWithdrawing = false;

  constructor(
    data: ScreenData,
    private readonly service: PlayService,
  ) {
    this.servedData = data;
    this.data = withQueue(data, this.waiting);
    this.index();
  }

  /** The commands that wait, the oldest first. */
  get waiting(): readonly Envelope[] {
    return this.service.waiting;
  }

  /** The scene anew, after the queue has changed. */
  queueChanged(): void {
    this.data = withQueue(this.servedData, this.waiting);
  }

  index(): void {
    this.counters = new Map();
    for (const face of this.data.faces) {
      for (const row of face.blocks.flatMap((block) => block.rows)) {
        for (const counter of [...row.counters, ...row.last])
          this.counters.set(counter.id, { counter, row, side: face.side, own: face.own });
      }
    }
  }

  placed(id: string): PlacedCounter | undefined {
    return this.counters.get(id);
  }

  /** What is known of a stand with the unit in hand as it stands: nothing that was known before something happened. */
  knownOf(id: string): { readonly [fact: string]: Proposal } {
    const { known } = this;
    return known && known.unit === this.unit && known.found.number === this.data.number ? (known.found.stands[id] ?? {}) : {};
  }

  get inTurn(): boolean {
    return this.data.sides.includes(this.data.whose);
  }

  get unitNow(): Unit | undefined {
    return this.data.units.find((unit) => unit.id === this.unit);
  }

  get aim(): Aim | null {
    return this.draft && this.prompts ? aimOf(this.prompts, this.onBoard, this.isOwn) : null;
  }

  /** Whether a tap on the board chooses: before the first die. */
  get aiming(): boolean {
    return this.aim !== null && this.draft!.tapped.dice.length === 0 && !this.sending && !this.refusedCommands.length;
  }

  /** The dice of the deed in hand in the order in which they are read. */
  private get diceLayout(): DiceLayout {
    return this.draft && this.prompts && this.isAnswered ? layoutDice(this.prompts) : NO_DICE;
  }

  get slots(): readonly Slot[] {
    return this.diceLayout.slots;
  }

  /** Of each die the number of its lot: those of one stand alike, and it is told how often each face lies; 0: none. */
  get lots(): readonly number[] {
    return this.diceLayout.lots;
  }

  /** Whether what the service said last is of what was tapped last. */
  get isAnswered(): boolean {
    return (
      this.promptedEntries !== null &&
      this.promptedEntries.targets === this.draft?.tapped.targets &&
      this.promptedEntries.facts === this.draft.tapped.facts
    );
  }

  /** Whether the deed in hand goes out as soon as what was told of it is answered. */
  get isSubmitted(): boolean {
    return this.draft !== null && this.draft.tapped === this.submittedEntries;
  }

  get dice(): readonly DieEntry[] {
    return this.draft ? this.filledDice(this.draft.tapped.dice) : [];
  }

  /** Dice that lie thrown count again, and those of which no face changes anything are thrown by the service: neither is asked for. */
  private filledDice(tapped: readonly DieEntry[]): readonly DieEntry[] {
    const { slots, odds } = this;
    let dice = withStoredDice(slots, tapped);
    while (dice.length < slots.length && odds[dice.length]?.bars.length === 1)
      dice = withStoredDice(slots, [...dice, { pips: 0, source: "rolled" }]);
    return dice;
  }

  /** The odds of each die, in the order in which the dice are read. */
  get odds(): readonly (Odds | undefined)[] {
    return this.diceLayout.odds;
  }

  /** Whether faces may be tapped now. */
  get padOpen(): boolean {
    if (this.correctingDie) return true;
    if (!this.draft || this.sending || this.refused || this.refusedCommands.length) return false;
    if (!this.isAnswered) return this.wasPadOpen();
    return this.prompts !== null && !this.prompts.refused && this.slots.length > this.dice.length && this.waitsForDice;
  }

  /** While a tap is on its way to the service the pad stays as it was. */
  private wasPadOpen(): boolean {
    return this.prompts !== null && slotsOf(this.prompts).length > 0 && (this.aim === null || this.draft!.tapped.targets.length > 0);
  }

  /** Whether all that is missing are dice. */
  get waitsForDice(): boolean {
    const prompts = this.prompts;
    if (!prompts) return false;
    const first = prompts.asks.find(needsRoll);
    return !!first && !prompts.refused && (prompts.missing === null || this.isDiceField(prompts.missing.field));
  }

  /** What is needed next and is chosen among few things that do not stand on the board. */
  get openPrompt(): Prompt | null {
    return this.prompts && !this.waitsForDice && !this.refused ? choicePrompt(this.prompts, this.aim) : null;
  }

  private isDiceField(field: string): boolean {
    return this.prompts!.asks.some(
      (prompt) =>
        prompt.kind === "dice" &&
        (field === prompt.name || (prompt.per !== "" && field.startsWith(`${prompt.per}.`) && field.endsWith(`.${prompt.name}`))),
    );
  }
}

/** The ask that is missing first, where it is chosen among few things that do not stand on the board. */
export function choicePrompt(prompts: PromptsResponse, aim: Aim | null): Prompt | null {
  const prompt = prompts.asks.find((prompt) => prompt.name === prompts.missing?.field);
  return prompt &&
    prompt !== aim?.ask &&
    (prompt.among?.length || prompt.kind === "switch") &&
    prompt.kind !== "several" &&
    prompt.kind !== "rows"
    ? prompt
    : null;
}
