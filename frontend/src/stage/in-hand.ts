// The deed in hand: which one it is by itself, and what it asks.
import { fallenAway } from "./away";
import { alike, decisions, deedsOf, goingOn, isAwaited, nextUnit, onlyDeed, owed, unitOf, unitsLeft } from "./flow";
import {
  type Aim,
  aimOf,
  areExceptions,
  type Hand,
  inHand,
  isDrawn,
  isUntouched,
  NOTHING,
  proposedTargets,
  slotsOf,
  tap,
  type Target,
  toldOf,
  untapped,
  withProposed,
} from "./hand";
import type { Ask, Asked, Beside, Deed, Denied, Json, Meeting, Result, SetAside } from "./model";
import type { Refused } from "./stage-state";
import { choiceOf, StageState } from "./stage-state";

/** So many things to choose among have room below a result. */
const FEW = 4;
/** So many units are ready to be entered when the connection goes. */
const UNITS_AHEAD = 3;

export abstract class InHand extends StageState {
  /** Sends a command that was made of what stands. */
  protected abstract send(
    deed: Deed,
    command: { [key: string]: Json },
    what: string,
    dice: readonly number[],
    beside?: Beside,
  ): Promise<boolean>;
  /** Sends the deed in hand as it is. Both tell whether it was carried out. */
  protected abstract sendHand(): Promise<boolean>;
  /** The last die of the deed in hand lies. */
  protected abstract lastDie(): Promise<void>;

  /** Fewer dice lie than there may be, and these may be enough. */
  protected abstract fewerDice(): Promise<void>;
  /** The next of a row that was tapped comes in turn, where each is a deed of its own. */
  protected abstract goOnThroughRow(): void;

  protected asksOf = "";

  /** Fetches what is known of stands from the unit in hand, once for what stands. */
  protected learn(): void {
    const { unit } = this;
    const of = `${this.scene.number} ${unit}`;
    if (of === this.asksOf) return;
    this.asksOf = of;
    void this.service
      .known(unit)
      .then((found) => {
        if (of !== this.asksOf) return;
        this.known = { unit, found };
        this.draw();
      })
      .catch((wrong: unknown) => {
        this.asksOf = "";
        fallenAway(wrong);
      });
  }

  /** What is in hand by itself now: whatever is owed first, else the unit chosen, else the one decision of the step. */
  protected settle(): void {
    this.comesToHand();
    // Nobody points at anything on a wall: what is known of a stand is not asked for.
    if (this.wall) return;
    this.learn();
    if (!this.hand) this.foreseeOthers();
  }

  /** The tap that goes through several deeds at once, by its name: the card says that until all of them are done. */
  protected through = "";

  protected comesToHand(): void {
    const { scene } = this;
    if (scene.closed) return this.leaveHand();
    // What is carried out with the same tap does not come into the hand for the moment before it is.
    if (this.through && this.sending) return;
    if (this.hand && !this.sending) this.asOffered(this.hand);
    const first = owed(scene)[0];
    // What came of the last deed is read first, and what is owed next comes with Next; one of a row, such as the next fight, by itself.
    const goesOn = first?.kind === this.last?.kind && !(first && this.isLast(first));
    if (this.below && this.result && first && this.isInHand(first)) return this.ask();
    if (first && !first.at_once && this.result && !this.hand && !goesOn) return this.openBelow(first);
    if (first && !first.at_once) return this.holdsOther(first) ? this.ask() : this.open(first, true);
    if (this.hand && !this.hand.byItself) return this.ask();
    const unit = nextUnit(scene, this.unit, this.later);
    if (unit && unit.id !== this.unit && !this.result && !this.taken) this.unit = unit.id;
    if (this.sending) return;
    const deeds = this.unit && this.unitNow ? deedsOf(scene, this.unit) : decisions(scene);
    if (this.result || this.taken) {
      // A result is read first: a deed that came into the hand before it would hide it, and bar every other deed.
      if (this.hand && isUntouched(this.hand)) this.leaveHand();
      return this.foresee(deeds);
    }
    const only = first || isAwaited(scene) ? undefined : onlyDeed(deeds.length ? deeds : decisions(scene));
    if (only && !(this.hand && this.same(this.hand.deed, only))) this.open(only, true);
    else if (!only && this.hand?.byItself) this.leaveHand();
    else if (this.hand) this.ask();
    this.foresee(deeds);
  }

  /** What is owed next may be aimed at, or chosen, while the last result is read: board or dock is ready for it, and the result goes with the tap. */
  protected openBelow(first: Deed): void {
    const asked = this.foreseen.get(this.foreseenName(first));
    const aim = asked ? aimOf(asked, this.onBoard, this.isOwn) : null;
    const choice = asked && !aim && !asked.refused ? choiceOf(asked, aim) : null;
    const few = choice !== null && (choice.among ?? []).length + (choice.denied ?? []).length <= FEW;
    if (!few && !(aim && this.isAimedNext(aim, first))) return this.foresee([first]);
    this.open(first, true);
    this.below = true;
  }

  /** Whether a deed is of the unit whose result is read, or of the stands that a result of no unit is about, and aimed at the face on which those stand. */
  protected isAimedNext(aim: Aim, { about }: Deed): boolean {
    const sides = new Set([...aim.among].map((id) => this.placed(id)?.side));
    const turnsAway = this.result!.changed.some((id) => !sides.has(this.placed(id)?.side));
    const { unit, changed } = this.result!;
    const isOfIt = unit ? unit === about["unit"] : aim.among.size > 0 && [...aim.among].every((id) => changed.includes(id));
    return !turnsAway && isOfIt;
  }

  protected isInHand(deed: Deed): boolean {
    return this.hand !== null && this.same(this.hand.deed, deed);
  }

  protected isThere(hand: Hand): boolean {
    return this.offeredFor(hand) !== undefined;
  }

  /** The deed in hand as the scene has it now; nothing where it can no longer be done. */
  protected offeredFor({ deed, aside }: Hand): Deed | undefined {
    return [...this.scene.stage.owed, ...this.scene.stage.offered].find((one) => this.same(one, deed) && (!one.barred || !!aside));
  }

  /** Takes the deed in hand as the scene has it now: its name may be another. One that can no longer be done leaves the hand. */
  protected asOffered(hand: Hand): void {
    const deed = this.offeredFor(hand);
    if (!deed) this.leaveHand();
    else if (JSON.stringify(deed) !== JSON.stringify(hand.deed)) this.hand = { ...hand, deed };
  }

  protected same(one: Deed, other: Deed): boolean {
    return one.kind === other.kind && alike(one.about, other.about);
  }

  /** What a person has begun is not taken out of his hand by something owed, unless that forbids it. */
  protected holdsOther(first: Deed): boolean {
    return (
      !!this.hand && (this.same(this.hand.deed, first) || this.hand.tapped !== NOTHING || !this.hand.byItself) && this.isThere(this.hand)
    );
  }

  /** Whether a deed is the one that was done last: it may be done of others too. */
  isLast(deed: Deed): boolean {
    return this.last !== null && this.same(this.last, deed);
  }

  protected open(deed: Deed, byItself: boolean, aside?: SetAside): void {
    if (this.hand && this.same(this.hand.deed, deed)) {
      this.hand = { ...this.hand, deed };
      return this.ask();
    }
    [this.hand, this.below] = [{ ...inHand(deed, byItself), ...(aside ? { aside } : {}) }, false];
    [this.seen, this.couldTell, this.tellsFirst] = [new Set(), this.isOfUnit(deed) && this.mayTell(deed).length > 0, false];
    [this.asked, this.askedFor, this.unfolded, this.row, this.notTaken] = [null, null, null, 0, ""];
    if (!byItself || !this.refused?.holds) this.refused = null;
    if (byItself) [this.face, this.oneTap] = [null, false];
    const unit = unitOf(this.scene, deed);
    if (unit) this.unit = unit.id;
    this.ask();
  }

  protected leaveHand(): void {
    [this.below, this.firstDie, this.notTaken] = [false, 0, ""];
    [this.hand, this.asked, this.askedFor, this.unfolded, this.isUnasked] = [null, null, null, null, false];
    this.enteredAt = 0;
  }

  /** Asks beforehand what the deeds of the unit in hand ask, so that a tap on one opens it at once. */
  protected foresee(deeds: readonly Deed[]): void {
    const { number } = this.scene;
    for (const deed of deeds) {
      if (deed.barred || deed.at_once || this.foreseen.has(this.foreseenName(deed))) continue;
      void this.service
        .asks(number, deed, {})
        .then((asked) => {
          this.foreseen.set(this.foreseenName(deed), asked);
          if (number !== this.scene.number) return;
          if (this.result && !this.hand && !this.sending) this.settle();
          if (this.hand || this.mayTell(deed).length) this.draw();
        })
        .catch(() => undefined);
    }
  }

  /** Asks beforehand what going on asks, and the next units with one deed only: without a connection neither could be entered. */
  protected foreseeOthers(): void {
    const { scene, unit } = this;
    const others = unitsLeft(scene)
      .filter((one) => one.id !== unit)
      .slice(0, UNITS_AHEAD);
    this.foresee([...goingOn(scene), ...others.flatMap((one) => onlyDeed(deedsOf(scene, one.id)) ?? [])]);
  }

  /** The stands that the map proposes for a deed as the game stands. */
  proposedOf(deed: Deed): string[] {
    const asked = this.isInHand(deed) && this.asked?.number === this.scene.number ? this.asked : this.foreseen.get(this.foreseenName(deed));
    const aim = asked ? aimOf(asked, this.onBoard, this.isOwn) : null;
    return aim ? proposedTargets(aim).map((one) => one.id) : [];
  }

  protected foreseen = new Map<string, Asked>();

  /** Of a deed that ends with a tap on a stand: what it asks once any of them is tapped. */
  protected behind = new Map<string, Asked>();

  protected lookBehind(deed: Deed, asked: Asked): void {
    const aim = aimOf(asked, this.onBoard, this.isOwn);
    const [first] = aim?.how === "one" && aim.ask.needed ? aim.among : [];
    if (first === undefined) return;
    void this.service
      .asks(asked.number, deed, toldOf({ ...NOTHING, targets: [{ id: first, count: 1 }] }, aim!))
      .then((found) => {
        this.behind.set(this.foreseenName(deed), found);
        if (optionalFacts(deed, found).length) this.draw();
      })
      .catch(() => undefined);
  }

  /** The exceptions that the deed in hand takes once its target is tapped, in a word each. */
  get exceptions(): string[] {
    const { hand } = this;
    const behind = hand && this.behind.get(this.foreseenName(hand.deed));
    if (!behind || this.tellsFirst || hand.tapped.targets.length || slotsOf(behind).length) return [];
    return tellable(hand.deed, behind).map((one) => one.brief || one.says);
  }

  /** The player tells exceptions of the deed in hand before it is done. */
  tellFirst(): void {
    [this.tellsFirst, this.oneTap] = [true, false];
    this.draw();
  }

  protected foreseenName(deed: Deed): string {
    return JSON.stringify([this.scene.number, deed.kind, deed.about]);
  }

  /** What may be told of a deed that one tap would do as it is usually done, in a word each; nothing where a tap opens it anyway. */
  mayTell(deed: Deed): string[] {
    const asked = this.foreseen.get(this.foreseenName(deed));
    if (deed.barred) return [];
    // Until the service has said it once more, what it said before stands: no button comes in under a finger.
    if (!asked) return this.mayBeTold.get(deed.kind) ?? [];
    const words = !doneByOneTap(asked, aimOf(asked, this.onBoard, this.isOwn), 0)
      ? []
      : tellable(deed, asked).map((one) => one.brief || one.says);
    this.mayBeTold.set(deed.kind, words);
    return words;
  }

  /** Whether the dock had a button for the exceptions of the deed in hand beside the one that does it as usual. */
  protected couldTell = false;

  /** Whether a deed stands in the dock of its unit. */
  protected isOfUnit(deed: Deed): boolean {
    return deed.where === "hand" && !!unitOf(this.scene, deed);
  }

  /** What is on the card now could be told: the next tap may do the deed with it. */
  protected haveSeen(): void {
    if (this.hand && this.asked) this.seen = new Set([...this.seen, ...optionalFacts(this.hand.deed, this.asked)]);
  }

  protected mayBeTold = new Map<string, string[]>();

  /** Asks the service what the deed in hand asks, as it was tapped. */
  protected ask(): void {
    const hand = this.hand;
    if (!hand) return;
    const { tapped } = hand;
    if (this.isAnswered && this.asked?.number === this.scene.number) return;
    void this.service
      .asks(this.scene.number, hand.deed, toldOf(tapped, this.aim), hand.aside)
      .then((asked) => {
        this.isUnasked = false;
        this.answered(hand, asked);
      })
      .catch((wrong: unknown) => {
        this.isUnasked = true;
        this.enteredAt ||= this.scene.number;
        fallenAway(wrong);
        this.draw();
      });
  }

  /** Whether what was told of the deed in hand could not be asked about: the line is away. */
  isUnasked = false;

  /** The line is back: what was told meanwhile goes on from there. */
  askAgain(): void {
    if (this.isUnasked) this.ask();
  }

  /** The table as it stood when the deed in hand was entered, where the line was away since; 0: it never was. */
  protected enteredAt = 0;

  /** Whether something has happened since the deed in hand was entered without the line: nothing of it goes out by itself. */
  protected get isOutdated(): boolean {
    return this.enteredAt > 0 && this.enteredAt !== this.scene.number;
  }

  protected answered({ deed, tapped, aside }: Hand, asked: Asked): void {
    if (
      !this.hand ||
      !this.same(this.hand.deed, deed) ||
      this.hand.aside !== aside ||
      this.hand.tapped.targets !== tapped.targets ||
      this.hand.tapped.facts !== tapped.facts
    )
      return;
    if (asked.refused && this.swept && tapped.targets === this.swept.targets) return void this.takeAllowed(this.swept, asked);
    const [first, isNew] = [this.asked === null, this.asked?.number !== asked.number];
    [this.asked, this.askedFor] = [asked, tapped];
    if (first && this.couldTell) this.haveSeen();
    if (first) this.foreseeOthers();
    if (first && !this.behind.has(this.foreseenName(deed))) this.lookBehind(deed, asked);
    if (asked.meeting) this.met = { meeting: asked.meeting, number: asked.number };
    if (isNew) this.letGo();
    // Targets that were entered before the page was loaded are told once it is known what is aimed at.
    if (first && this.hand.tapped.targets.length) {
      this.askedFor = null;
      return this.ask();
    }
    if (isNew || this.proposesAnew) this.takeProposed();
    this.proposesAnew = false;
    // A deed that is on its way may be done already when its asks are answered; of a table that has moved on the news asks anew.
    if (asked.refused && !this.sending && asked.number === this.scene.number)
      this.refuse({
        ...asked.refused,
        ...(asked.refused.can_override ? { overrule: (given) => this.goOnAside(given) } : { isFinal: true }),
      });
    this.whole();
    this.goOnThroughRow();
    this.draw();
  }

  /** The newest meeting of two dice that was in hand here, and the number at which it stood. */
  protected met: { readonly meeting: Meeting; readonly number: number } | null = null;

  /** The table in which the dice of a result met, where this device had it before they fell. */
  meetingBefore(result: Result): Meeting | null {
    const { met } = this;
    if (!met || result.kind !== met.meeting.comes_to || result.number <= met.number) return null;
    return this.scene.results.find((one) => one.kind === result.kind && one.number > met.number)?.command === result.command
      ? met.meeting
      : null;
  }

  /** Stands that were taken with one tap, as long as nobody tapped anything else: those before them, and all of them. */
  protected swept: { readonly before: readonly Target[]; readonly targets: readonly Target[] } | null = null;

  /** Takes those of a row that the rules allow, in their order, where they do not allow all; the card names the others. */
  protected async takeAllowed({ before, targets }: { before: readonly Target[]; targets: readonly Target[] }, asked: Asked): Promise<void> {
    const hand = this.hand!;
    this.swept = null;
    const taken = [...before];
    let [out, because]: [string[], string] = [[], ""];
    for (const target of targets.slice(before.length)) {
      const told = toldOf({ ...hand.tapped, targets: [...taken, target] }, this.aim);
      const { refused } = await this.service.asks(this.scene.number, hand.deed, told, hand.aside).catch(() => asked);
      if (this.hand?.tapped !== hand.tapped) return;
      if (!refused) taken.push(target);
      else [because, out] = [because || refused.because, [...out, target.id]];
    }
    if (taken.length === before.length) return this.answered(hand, asked);
    this.hand = { ...hand, tapped: { ...hand.tapped, targets: taken } };
    this.leavesOut(out, because);
    this.ask();
    this.draw();
  }

  /** The card says which stands of a row were not taken, and why. */
  protected leavesOut(ids: readonly string[], because: string): void {
    if (!ids.length) return;
    const names = ids.map((id) => this.placed(id)?.counter.brief ?? id).join(", ");
    this.notTaken = `Not taken: ${names} (${because})`;
    this.say(this.notTaken);
  }

  /** Targets that can no longer be chosen, such as stands that were killed meanwhile, leave the hand. */
  protected letGo(): void {
    const { aim, hand } = this;
    const gone = aim && hand && !hand.tapped.dice.length ? hand.tapped.targets.filter((one) => !aim.among.has(one.id)) : [];
    if (!hand || !gone.length) return;
    this.hand = { ...hand, tapped: { ...hand.tapped, targets: hand.tapped.targets.filter((one) => !gone.includes(one)) } };
    this.leavesOut(
      gone.map((one) => one.id),
      "no longer possible",
    );
    this.askedFor = null;
    this.ask();
  }

  /** Whether what the map proposes is to be taken with the next answer. */
  protected proposesAnew = false;

  /** Targets that the map proposes are taken, dotted: a tap lets one go. Stands that it proposes later join them. */
  protected takeProposed(): void {
    const { aim, hand } = this;
    if (!aim || !hand || hand.tapped.dice.length) return;
    const before = (this.lastTargets.get(this.nameOf(hand.deed)) ?? []).filter((one) => aim.among.has(one.id));
    const found = before.length ? before : proposedTargets(aim);
    const targets = withProposed(hand, found, aim);
    const offered = [...new Set([...hand.offered, ...found.map((one) => one.id)])];
    this.hand = { ...hand, offered };
    if (JSON.stringify(targets) === JSON.stringify(hand.tapped.targets)) return;
    const isAllProposed = targets.length > 0 && targets.every((one) => found.some((other) => other.id === one.id));
    // A proposal that replaces another one is no further tap.
    const from = hand.proposed ? untapped(hand) : hand;
    const proposing = targets.length ? tap(from, before.length ? "the same targets" : "the map’s proposal", { targets }) : from;
    this.hand = { ...proposing, offered, proposed: isAllProposed };
    this.askedFor = null;
    this.ask();
  }

  /** Whether a deed was done before at targets that could be taken again. */
  hasLast(deed: Deed): boolean {
    return (this.lastTargets.get(this.nameOf(deed)) ?? []).some((one) => this.placed(one.id)?.counter.out === false);
  }

  protected nameOf(deed: Deed): string {
    return JSON.stringify([deed.kind, deed.about, this.scene.turn, this.scene.whose]);
  }

  /** A deed that the rules bar; whether that can be set aside is asked of the service. */
  protected refuseDeed(deed: Deed): void {
    // Of another unit than the one that stays on the card it is said which.
    const unit = unitOf(this.scene, deed);
    const whose = unit && unit.id !== this.unit ? `${unit.name}: ` : "";
    const refusal: Refused = { ...deed.barred!, because: whose + deed.barred!.because };
    [this.drawer, this.more] = [null, null];
    this.refuse(refusal);
    this.draw();
    // Without a clause there is nothing to be set aside.
    if (!refusal.clause) return;
    void this.service
      .asks(this.scene.number, deed, {})
      .then(({ refused }) => {
        if (this.refused !== refusal || !refused) return;
        const way = refused.can_override ? { overrule: (aside: SetAside) => this.openAside(deed, aside) } : { isFinal: true };
        this.refused = { ...refused, because: whose + refused.because, ...way };
        this.draw();
      })
      .catch(fallenAway);
  }

  /** A choice that the rules deny. Whether the players can set that aside is asked of the service. */
  refuseChoice(ask: Ask, denied: Denied): void {
    const { hand } = this;
    if (!hand) return;
    const refusal: Refused = { clause: denied.clause, because: `${denied.word}: ${denied.because}`, instead: denied.instead };
    this.refuse(refusal);
    this.draw();
    const told = { ...toldOf(hand.tapped, this.aim), [ask.name]: denied.value };
    void this.service
      .asks(this.scene.number, hand.deed, told, { overrule: denied.clause, reason: "" })
      .then(({ refused, missing }) => {
        if (this.refused !== refusal || this.hand !== hand) return;
        const isOpen = !refused && missing?.field !== ask.name;
        const choose = (aside: SetAside): void => {
          this.goOnAside(aside);
          this.pickOne(ask.name, denied.value, ask.says);
        };
        this.refused = { ...refusal, ...(isOpen ? { overrule: choose } : { isFinal: true }) };
        this.draw();
      })
      .catch(fallenAway);
  }

  /** One of few things that do not stand on the board was chosen. */
  abstract pickOne(name: string, value: Json, says: string): void;

  /** A deed comes into the hand although the rules bar it. */
  protected openAside(deed: Deed, aside: SetAside): void {
    if (deed.at_once) return void this.send(deed, { kind: deed.kind, ...(deed.about as { [key: string]: Json }) }, deed.says, [], aside);
    this.leaveHand();
    this.open(deed, false, aside);
    this.oneTap = true;
    this.draw();
  }

  /** The digest of what a deed asks that is done with a drag, as it was last heard, by its name. */
  protected dragged = new Map<string, string>();

  /** Asks what a deed asks that is done with a drag: afterwards there is no time for it, and perhaps no connection. */
  learnPrompts(deed: Deed): void {
    const name = JSON.stringify([deed.kind, deed.about]);
    void this.service
      .asks(this.scene.number, deed, {})
      .then(({ prompts }) => prompts !== undefined && this.dragged.set(name, prompts))
      .catch(() => undefined);
  }

  /** What goes with a deed that is done with a drag. */
  protected besideDragged(deed: Deed): Beside {
    const prompts = this.dragged.get(JSON.stringify([deed.kind, deed.about]));
    return prompts === undefined ? {} : { prompts };
  }

  /** The deed in hand goes on although the rules refuse what was told of it. */
  protected goOnAside(aside: SetAside): void {
    if (!this.hand) return;
    this.hand = { ...this.hand, aside };
    [this.refused, this.askedFor] = [null, null];
    this.ask();
    this.draw();
  }

  protected refuse(refusal: Refused): void {
    this.refused = refusal;
    this.say(refusal.because, true);
  }

  protected oneTap = false;

  /** The player means to tell exceptions: no tap does the deed by itself. */
  protected tellsFirst = false;

  /** The entries for which the service was to throw the dice before it had answered them. */
  protected rollsFor: Hand["tapped"] | null = null;

  /** The service throws the dice that are still to come. */
  abstract roll(): void;

  /** Whether what was chosen last may do the deed in hand: the service is asked just now. */
  get isAsking(): boolean {
    return (
      this.hand !== null &&
      this.oneTap &&
      this.hand.trail.length > 0 &&
      !this.hand.tapped.targets.length &&
      !this.isAnswered &&
      !this.isUnasked
    );
  }

  /** A deed without dice that is whole as it is proposed is done with the tap that chose it, or that named its last target. */
  protected whole(): void {
    const { hand, asked } = this;
    if (!hand || !asked || !this.isAnswered || this.sending || this.isOutdated) return;
    if (this.rollsFor === hand.tapped && this.padOpen) return this.roll();
    // Of a deed that ends with a tap on a stand the card has a button for its exceptions before that tap.
    const isSeen =
      (this.aim?.how === "one" && hand.tapped.targets.length > 0) || optionalFacts(hand.deed, asked).every((name) => this.seen.has(name));
    const done = asked.ready && !this.slots.length && this.oneTap && isSeen && doneByOneTap(asked, this.aim, hand.tapped.targets.length);
    const dice = this.slots.length > 0 && this.dice.length === this.slots.length && hand.tapped.dice.length > 0;
    const wanted = asked.ready && this.isWanted;
    this.wanted = null;
    if (done || wanted) void this.sendHand();
    else if (dice && this.waitsForDice) void this.lastDie();
    else if (this.mayBeEnough && this.waitsForDice) void this.fewerDice();
  }

  /** Whether dice thrown by hand may decide already: the others are thrown only where these call for them. */
  private get mayBeEnough(): boolean {
    const { dice, slots, hand } = this;
    const ask = slots[0]?.ask;
    const isLeast = !!ask && !ask.per && dice.length === ask.least && dice.length < slots.length && slots.every((slot) => slot.ask === ask);
    return isLeast && hand!.tapped.dice.length > 0 && dice.every((one) => one.source === "entered");
  }
}

/** What an exception is told with: a deed without any is done as it is usually done. */
export const TELLS: ReadonlySet<string> = new Set(["switch", "word", "cm", "number", "degrees", "rows"]);

/** What may be told of a deed: facts that the stage has not settled. */
function tellable(deed: Deed, asked: Asked): Ask[] {
  return asked.asks.filter((one) => TELLS.has(one.kind) && !(one.name in deed.about) && !(one.kind === "rows" && isDrawn(one)));
}

/** The optional facts of a deed, by name: each has a default that counts if nobody tells it. */
function optionalFacts(deed: Deed, asked: Asked | undefined): string[] {
  return asked
    ? tellable(deed, asked)
        .filter((one) => !one.needed || one.name in asked.origins)
        .map((one) => one.name)
    : [];
}

/** Whether a deed is whole with the tap that chose it or named its last target: what is left to tell are exceptions. */
function doneByOneTap(asked: Asked, aim: Aim | null, targets: number): boolean {
  if (!asked.ready || slotsOf(asked).length) return false;
  if (aim?.how === "one") return targets > 0 || !aim.ask.needed;
  // Of what is wanted in a number the last one leaves nothing to choose.
  if (aim?.how === "several" && aim.ask.most !== null && aim.ask.least === aim.ask.most) return targets === aim.ask.most;
  if (aim) return areExceptions(aim.ask) && !targets;
  // A text is a remark, unless something measured is open beside it: of an aiming point both say where it lies.
  const measured = asked.asks.some((one) => one.kind === "cm" && one.usual === null && !one.answered);
  const says = (one: Ask): boolean => one.kind === "text" && ((one.needed && !one.answered) || measured);
  return !asked.asks.some((one) => says(one) || one.chosen || one.kind === "several" || (one.kind === "rows" && !areExceptions(one)));
}
