// The state of the play screen: the data from the service, the selected command as it was entered, and what is on the
// card.
import type { Envelope } from "../games/outbox";
import type { NotDone } from "../games/refused-commands";
import { type Aim, aimOf, type Hand, isThrown, type Slot, slotsOf, type Tapped, type Target, withKept } from "./command-draft";
import { type Laid, laidOut, NO_DICE } from "./dice-lots";
import type {
  Ask,
  Asked,
  Beside,
  Counter,
  Deed,
  Json,
  Known,
  Odds,
  Proposal,
  Refusal,
  Result,
  Row,
  Scene,
  SetAside,
  Throw,
  Unit,
} from "./model";
import type { Service } from "./play-service";
import { withQueue } from "./waiting-commands";

/** A command that is whole, with what goes with it. */
export interface Made {
  readonly command: { [key: string]: Json };
  readonly beside: Beside;
}

/** One that was sent, in words. */
export interface Sent extends Made {
  readonly what: string;
}

/** What was refused, and how it is set aside, or its allowing asked, with a reason; none where it cannot be. */
export interface Refused extends Refusal {
  readonly overrule?: (aside: SetAside) => void;
  /** The service says that no player can set it aside. */
  readonly isFinal?: boolean;
  /** The service refused a command that was sent: it stays on the card until a person leaves it, whatever happens. */
  readonly holds?: boolean;
}

/** What was taken back: its name, what it had come to, and which dice stay thrown. */
export interface TakenBack {
  readonly name: string;
  readonly headline: string;
  readonly dice: readonly number[];
}

/** A counter with where it stands. */
export interface Placed {
  readonly counter: Counter;
  readonly row: Row;
  readonly side: string;
  readonly own: boolean;
}

export class ScreenState {
  /** What stands, without what depends on the answer to a command that waits for the connection. */
  scene: Scene;
  /** The scene as the service gave it. */
  served: Scene;
  hand: Hand | null = null;
  /** What the deed in hand asks as it was tapped, and as it last was answered. */
  asked: Asked | null = null;
  askedFor: Tapped | null = null;
  /** The unit that was chosen, and those that come round again. */
  unit = "";
  later: readonly string[] = [];
  /** The deed that was done last here. */
  last: Deed | null = null;
  /** The result that stands on the card, and what was done without dice since. */
  result: Result | null = null;
  past: readonly string[] = [];
  taken: TakenBack | null = null;
  refused: Refused | null = null;
  /** The optional facts that the player could tell before the last tap: only with these is the deed done by that tap. */
  seen: ReadonlySet<string> = new Set();
  /** Commands that were sent and not carried out, the oldest first: each is sent again or discarded. */
  notDone: readonly NotDone[] = [];
  /** The command that is on its way with its dice, and whether the line was away as it was sent. */
  sending: { readonly what: string; readonly dice: readonly number[]; waits: boolean } | null = null;
  /** What this seat has just said of a request, in a word, and that is on its way; empty: nothing. */
  saying = "";
  /** What was told of the deed in hand when it was to be sent, before the service had answered it. */
  wanted: Tapped | null = null;
  /** What is owed next lies below the result that is still read: the board takes its targets, or the dock its choice. */
  below = false;
  /** The first of two dice that meet, typed by a device that speaks for both; 0: none. */
  firstDie = 0;
  /** Which die is read again, of which result. */
  again: { readonly result: Result; readonly row: number; readonly die: number } | null = null;
  /** Until when a die of the newest deed may be read again, by this device's clock since the answer. */
  mistypedUntil = 0;
  face: string | null = null;
  shownBlock: { [side: string]: string } = {};
  unfolded: string | null = null;
  allFacts = false;
  look = "";
  /** Which stands of a row were not taken as targets, and why; empty where all were. */
  notTaken = "";
  row = 0;
  /** The targets at which a deed was done last, by the deed: it is done again at the same. */
  lastTargets = new Map<string, readonly Target[]>();
  /** Whether the screen hangs on a wall: nothing of the board is tapped. */
  wall = false;
  drawer: string | null = null;
  more: string | null = null;
  counters = new Map<string, Placed>();
  /** What is known of stands, and of which unit in hand. */
  known: { readonly unit: string; readonly found: Known } | null = null;
  /** What came of commands that waited, by their ids, until the player goes on. */
  outcomes: readonly { readonly command: string; readonly says: string }[] = [];
  onBoard = (id: string): boolean => this.counters.has(id);
  isOwn = (id: string): boolean => this.counters.get(id)?.own ?? false;
  /** The tap that goes through several deeds at once, by its name: the card says that until all of them are done. */
  through = "";
  /** Whether the dock had a button for the exceptions of the deed in hand beside the one that does it as usual. */
  couldTell = false;
  /** Whether what was told of the deed in hand could not be asked about: the line is away. */
  isUnasked = false;
  /** The table as it stood when the deed in hand was entered, where the line was away since; 0: it never was. */
  enteredAt = 0;
  /** Stands that were taken with one tap, as long as nobody tapped anything else: those before them, and all of them. */
  swept: { readonly before: readonly Target[]; readonly targets: readonly Target[] } | null = null;
  /** Whether what the map proposes is to be taken with the next answer. */
  proposesAnew = false;
  oneTap = false;
  /** The player means to tell exceptions: no tap does the deed by itself. */
  tellsFirst = false;
  /** The entries for which the service was to throw the dice before it had answered them. */
  rollsFor: Hand["tapped"] | null = null;
  /** The number of the last event that this device brought about. */
  done = 0;
  /** What was told aloud of the newest scene. */
  spoken = "";
  /** Whether this device asks no longer what it has asked. */
  withdrew = false;

  constructor(
    scene: Scene,
    private readonly service: Service,
  ) {
    this.served = scene;
    this.scene = withQueue(scene, this.waiting);
    this.index();
  }

  /** The commands that wait, the oldest first. */
  get waiting(): readonly Envelope[] {
    return this.service.waiting;
  }

  /** The scene anew, after the queue has changed. */
  queueChanged(): void {
    this.scene = withQueue(this.served, this.waiting);
  }

  index(): void {
    this.counters = new Map();
    for (const face of this.scene.faces) {
      for (const row of face.blocks.flatMap((block) => block.rows)) {
        for (const counter of [...row.counters, ...row.last])
          this.counters.set(counter.id, { counter, row, side: face.side, own: face.own });
      }
    }
  }

  placed(id: string): Placed | undefined {
    return this.counters.get(id);
  }

  /** What is known of a stand with the unit in hand as it stands: nothing that was known before something happened. */
  knownOf(id: string): { readonly [fact: string]: Proposal } {
    const { known } = this;
    return known && known.unit === this.unit && known.found.number === this.scene.number ? (known.found.stands[id] ?? {}) : {};
  }

  get inTurn(): boolean {
    return this.scene.sides.includes(this.scene.whose);
  }

  get unitNow(): Unit | undefined {
    return this.scene.units.find((one) => one.id === this.unit);
  }

  get aim(): Aim | null {
    return this.hand && this.asked ? aimOf(this.asked, this.onBoard, this.isOwn) : null;
  }

  /** Whether a tap on the board chooses: before the first die. */
  get aiming(): boolean {
    return this.aim !== null && this.hand!.tapped.dice.length === 0 && !this.sending && !this.notDone.length;
  }

  /** The dice of the deed in hand in the order in which they are read. */
  private get laid(): Laid {
    return this.hand && this.asked && this.isAnswered ? laidOut(this.asked) : NO_DICE;
  }

  get slots(): readonly Slot[] {
    return this.laid.slots;
  }

  /** Of each die the number of its lot: those of one stand alike, and it is told how often each face lies; 0: none. */
  get lots(): readonly number[] {
    return this.laid.lots;
  }

  /** Whether what the service said last is of what was tapped last. */
  get isAnswered(): boolean {
    return this.askedFor !== null && this.askedFor.targets === this.hand?.tapped.targets && this.askedFor.facts === this.hand.tapped.facts;
  }

  /** Whether the deed in hand goes out as soon as what was told of it is answered. */
  get isWanted(): boolean {
    return this.hand !== null && this.hand.tapped === this.wanted;
  }

  get dice(): readonly Throw[] {
    return this.hand ? this.withoutTaps(this.hand.tapped.dice) : [];
  }

  /** Dice that lie thrown count again, and those of which no face changes anything are thrown by the service: neither is asked for. */
  private withoutTaps(tapped: readonly Throw[]): readonly Throw[] {
    const { slots, odds } = this;
    let dice = withKept(slots, tapped);
    while (dice.length < slots.length && odds[dice.length]?.bars.length === 1)
      dice = withKept(slots, [...dice, { pips: 0, source: "rolled" }]);
    return dice;
  }

  /** The odds of each die, in the order in which the dice are read. */
  get odds(): readonly (Odds | undefined)[] {
    return this.laid.odds;
  }

  /** Whether faces may be tapped now. */
  get padOpen(): boolean {
    if (this.again) return true;
    if (!this.hand || this.sending || this.refused || this.notDone.length) return false;
    if (!this.isAnswered) return this.wasOpen();
    return this.asked !== null && !this.asked.refused && this.slots.length > this.dice.length && this.waitsForDice;
  }

  /** While a tap is on its way to the service the pad stays as it was. */
  private wasOpen(): boolean {
    return this.asked !== null && slotsOf(this.asked).length > 0 && (this.aim === null || this.hand!.tapped.targets.length > 0);
  }

  /** Whether all that is missing are dice. */
  get waitsForDice(): boolean {
    const asked = this.asked;
    if (!asked) return false;
    const first = asked.asks.find(isThrown);
    return !!first && !asked.refused && (asked.missing === null || this.isOfDice(asked.missing.field));
  }

  /** What is needed next and is chosen among few things that do not stand on the board. */
  get openAsk(): Ask | null {
    return this.asked && !this.waitsForDice && !this.refused ? choiceOf(this.asked, this.aim) : null;
  }

  private isOfDice(field: string): boolean {
    return this.asked!.asks.some(
      (one) =>
        one.kind === "dice" &&
        (field === one.name || (one.per !== "" && field.startsWith(`${one.per}.`) && field.endsWith(`.${one.name}`))),
    );
  }
}

/** The ask that is missing first, where it is chosen among few things that do not stand on the board. */
export function choiceOf(asked: Asked, aim: Aim | null): Ask | null {
  const ask = asked.asks.find((one) => one.name === asked.missing?.field);
  return ask && ask !== aim?.ask && (ask.among?.length || ask.kind === "switch") && ask.kind !== "several" && ask.kind !== "rows"
    ? ask
    : null;
}
