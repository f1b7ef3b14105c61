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

/** A complete command and its context. */
export interface CompleteCommand {
  readonly command: { [key: string]: Json };
  readonly beside: CommandContext;
}

/** A command that was sent, with its text. */
export interface SentCommand extends CompleteCommand {
  readonly what: string;
}

/** A refusal on the card, with its override where the players may override it. */
export interface RefusedAction extends Refusal {
  readonly overrule?: (override: Override) => void;
  /** No player can override it. */
  readonly isFinal?: boolean;
  /** The service refused a command that was sent: it stays until the player dismisses it. */
  readonly holds?: boolean;
}

/** An undone command: its name, its result and the dice that count again. */
export interface UndoneCommand {
  readonly name: string;
  readonly headline: string;
  readonly dice: readonly number[];
}

/** A counter with its row and side. */
export interface PlacedCounter {
  readonly counter: Counter;
  readonly row: Row;
  readonly side: string;
  readonly own: boolean;
}

export class ScreenState {
  /** The data, without what depends on the answer to a waiting command. */
  data: ScreenData;
  /** The data as the service sent it. */
  servedData: ScreenData;
  draft: CommandDraft | null = null;
  /** The last prompts of the selected command, and the entries they belong to. */
  prompts: PromptsResponse | null = null;
  promptedEntries: Entries | null = null;
  /** The id of the chosen unit, and the units that the player postponed. */
  unit = "";
  postponed: readonly string[] = [];
  /** The last command of this device. */
  lastSpec: CommandSpec | null = null;
  /** The result on the card, and the log lines of commands without dice since. */
  result: Result | null = null;
  recentLines: readonly string[] = [];
  undone: UndoneCommand | null = null;
  refused: RefusedAction | null = null;
  /** Optional facts that were on the card before the last tap: a tap sends the command only if all were. */
  seenFacts: ReadonlySet<string> = new Set();
  /** Refused commands, the oldest first: each can be sent again or discarded. */
  refusedCommands: readonly RefusedCommand[] = [];
  /** The command that is being sent, its dice, and whether the connection was lost as it was sent. */
  sending: { readonly what: string; readonly dice: readonly number[]; waits: boolean } | null = null;
  /** The label of the answer to a request that is being sent; empty: none. */
  pendingAnswer = "";
  /** The entries to be sent as soon as the service has answered them. */
  submittedEntries: Entries | null = null;
  /** The required command waits below the result: the board takes its targets, or the dock its choice. */
  isBelowResult = false;
  /** The first die of a contested roll, typed on a device that plays both sides; 0: none. */
  firstDie = 0;
  /** The die that the player is correcting, and its result. */
  correctingDie: { readonly result: Result; readonly row: number; readonly die: number } | null = null;
  /** Until when a die of the newest result can be corrected, by this device's clock. */
  mistypedUntil = 0;
  face: string | null = null;
  shownBlock: { [side: string]: string } = {};
  unfolded: string | null = null;
  allFacts = false;
  notice = "";
  /** The stands of a row that were not taken as targets, and why; empty: all were. */
  leftOut = "";
  row = 0;
  /** The last targets of each command: it proposes them again. */
  lastTargets = new Map<string, readonly Target[]>();
  /** Whether the screen is a wall display: nothing on its board can be tapped. */
  isWall = false;
  drawer: string | null = null;
  openMore: string | null = null;
  counters = new Map<string, PlacedCounter>();
  /** Facts known of stands, measured from a unit. */
  known: { readonly unit: string; readonly facts: KnownFacts } | null = null;
  /** Outcomes of waiting commands, by their ids, until the player goes on. */
  outcomes: readonly { readonly command: string; readonly says: string }[] = [];
  onBoard = (id: string): boolean => this.counters.has(id);
  isOwn = (id: string): boolean => this.counters.get(id)?.own ?? false;
  /** The label of a tap that carries out several commands: the card shows it until all are done. */
  passingThrough = "";
  /** Whether the dock had a button for the exceptions of the selected command. */
  hadExceptionsButton = false;
  /** Whether the prompts could not be fetched, because the connection is lost. */
  isOfflineDraft = false;
  /** The log number at which the draft was entered without a connection; 0: it was not. */
  enteredAt = 0;
  /** Stands that one tap took, until the next tap: the targets before it and after it. */
  sweptTargets: { readonly before: readonly Target[]; readonly targets: readonly Target[] } | null = null;
  /** Whether the next answer's map proposals are taken. */
  takesNewProposal = false;
  sendsOnTap = false;
  /** The player enters exceptions: no tap sends the command by itself. */
  entersExceptions = false;
  /** The entries for which the service rolls the dice once it has answered them. */
  rollAfterAnswer: CommandDraft["tapped"] | null = null;
  /** The log number of the last event of this device. */
  lastOwnNumber = 0;
  /** The text that was read aloud for the newest data. */
  announcement = "";
  /** Whether this device is withdrawing its request. */
  isWithdrawing = false;

  constructor(
    data: ScreenData,
    private readonly service: PlayService,
  ) {
    this.servedData = data;
    this.data = withQueue(data, this.waiting);
    this.index();
  }

  /** The waiting commands, the oldest first. */
  get waiting(): readonly Envelope[] {
    return this.service.waiting;
  }

  /** Applies the changed queue to the data. */
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

  /** The facts known of a stand from the chosen unit; empty if anything has happened since they were fetched. */
  knownOf(id: string): { readonly [fact: string]: Proposal } {
    const { known } = this;
    return known && known.unit === this.unit && known.facts.number === this.data.number ? (known.facts.stands[id] ?? {}) : {};
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

  /** Whether a tap on the board chooses a target: only before the first die. */
  get aiming(): boolean {
    return this.aim !== null && this.draft!.tapped.dice.length === 0 && !this.sending && !this.refusedCommands.length;
  }

  /** The dice of the selected command in reading order. */
  private get diceLayout(): DiceLayout {
    return this.draft && this.prompts && this.isAnswered ? layoutDice(this.prompts) : NO_DICE;
  }

  get slots(): readonly Slot[] {
    return this.diceLayout.slots;
  }

  /** The lot of each die (0: none). The player enters how often each face of a lot was rolled. */
  get lots(): readonly number[] {
    return this.diceLayout.lots;
  }

  /** Whether the last answer of the service is about the last tap. */
  get isAnswered(): boolean {
    return (
      this.promptedEntries !== null &&
      this.promptedEntries.targets === this.draft?.tapped.targets &&
      this.promptedEntries.facts === this.draft.tapped.facts
    );
  }

  /** Whether the command is sent as soon as its entries are answered. */
  get isSubmitted(): boolean {
    return this.draft !== null && this.draft.tapped === this.submittedEntries;
  }

  get dice(): readonly DieEntry[] {
    return this.draft ? this.filledDice(this.draft.tapped.dice) : [];
  }

  /** Fills in dice that need no tap: those rolled before, and those whose face changes nothing. */
  private filledDice(tapped: readonly DieEntry[]): readonly DieEntry[] {
    const { slots, odds } = this;
    let dice = withStoredDice(slots, tapped);
    while (dice.length < slots.length && odds[dice.length]?.bars.length === 1)
      dice = withStoredDice(slots, [...dice, { pips: 0, source: "rolled" }]);
    return dice;
  }

  /** The odds of each die, in reading order. */
  get odds(): readonly (Odds | undefined)[] {
    return this.diceLayout.odds;
  }

  /** Whether a face can be tapped now. */
  get padOpen(): boolean {
    if (this.correctingDie) return true;
    if (!this.draft || this.sending || this.refused || this.refusedCommands.length) return false;
    if (!this.isAnswered) return this.wasPadOpen();
    return this.prompts !== null && !this.prompts.refused && this.slots.length > this.dice.length && this.waitsForDice;
  }

  /** The pad stays as it was while a tap is being answered. */
  private wasPadOpen(): boolean {
    return this.prompts !== null && slotsOf(this.prompts).length > 0 && (this.aim === null || this.draft!.tapped.targets.length > 0);
  }

  /** Whether only dice are missing. */
  get waitsForDice(): boolean {
    const prompts = this.prompts;
    if (!prompts) return false;
    const first = prompts.prompts.find(needsRoll);
    return !!first && !prompts.refused && (prompts.missing === null || this.isDiceField(prompts.missing.field));
  }

  /** The next required choice among a few options that are not on the board. */
  get openPrompt(): Prompt | null {
    return this.prompts && !this.waitsForDice && !this.refused ? choicePrompt(this.prompts, this.aim) : null;
  }

  private isDiceField(field: string): boolean {
    return this.prompts!.prompts.some(
      (prompt) =>
        prompt.kind === "dice" &&
        (field === prompt.name || (prompt.per !== "" && field.startsWith(`${prompt.per}.`) && field.endsWith(`.${prompt.name}`))),
    );
  }
}

/** The missing prompt, if it is a choice among a few options that are not on the board. */
export function choicePrompt(prompts: PromptsResponse, aim: Aim | null): Prompt | null {
  const prompt = prompts.prompts.find((prompt) => prompt.name === prompts.missing?.field);
  return prompt &&
    prompt !== aim?.ask &&
    (prompt.among?.length || prompt.kind === "switch") &&
    prompt.kind !== "several" &&
    prompt.kind !== "rows"
    ? prompt
    : null;
}
