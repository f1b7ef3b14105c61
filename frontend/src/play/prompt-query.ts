// Asks the service for the prompts of the selected command, and takes what it answers: proposals, refusals, a complete
// command.
import { type Hand, proposedTargets, tap, type Target, toldOf, untapped, withProposed } from "./command-draft";
import { doneByOneTap, optionalFacts } from "./look-ahead";
import type { Asked, Meeting, Result } from "./model";
import type { PlayScreen } from "./play-screen";
import { fallenAway } from "./play-service";
import type { ScreenState } from "./screen-state";

export class PromptQuery {
  /** The newest meeting of two dice that was in hand here, and the number at which it stood. */
  private met: { readonly meeting: Meeting; readonly number: number } | null = null;

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Asks the service what the deed in hand asks, as it was tapped. */
  ask(): void {
    const hand = this.state.hand;
    if (!hand) return;
    const { tapped } = hand;
    if (this.state.isAnswered && this.state.asked?.number === this.state.scene.number) return;
    void this.screen.service
      .asks(this.state.scene.number, hand.deed, toldOf(tapped, this.state.aim), hand.aside)
      .then((asked) => {
        this.state.isUnasked = false;
        this.answered(hand, asked);
      })
      .catch((wrong: unknown) => {
        this.state.isUnasked = true;
        this.state.enteredAt ||= this.state.scene.number;
        fallenAway(wrong);
        this.screen.draw();
      });
  }

  /** The line is back: what was told meanwhile goes on from there. */
  askAgain(): void {
    if (this.state.isUnasked) this.ask();
  }

  /** Whether something has happened since the deed in hand was entered without the line: nothing of it goes out by itself. */
  private get isOutdated(): boolean {
    return this.state.enteredAt > 0 && this.state.enteredAt !== this.state.scene.number;
  }

  private answered({ deed, tapped, aside }: Hand, asked: Asked): void {
    if (
      !this.state.hand ||
      !this.screen.selection.same(this.state.hand.deed, deed) ||
      this.state.hand.aside !== aside ||
      this.state.hand.tapped.targets !== tapped.targets ||
      this.state.hand.tapped.facts !== tapped.facts
    )
      return;
    if (asked.refused && this.state.swept && tapped.targets === this.state.swept.targets)
      return void this.takeAllowed(this.state.swept, asked);
    const [first, isNew] = [this.state.asked === null, this.state.asked?.number !== asked.number];
    [this.state.asked, this.state.askedFor] = [asked, tapped];
    if (first && this.state.couldTell) this.screen.lookAhead.haveSeen();
    if (first) this.screen.lookAhead.foreseeOthers();
    if (first && !this.screen.lookAhead.behind.has(this.screen.lookAhead.foreseenName(deed))) this.screen.lookAhead.lookBehind(deed, asked);
    if (asked.meeting) this.met = { meeting: asked.meeting, number: asked.number };
    if (isNew) this.letGo();
    // Targets that were entered before the page was loaded are told once it is known what is aimed at.
    if (first && this.state.hand.tapped.targets.length) {
      this.state.askedFor = null;
      return this.ask();
    }
    if (isNew || this.state.proposesAnew) this.takeProposed();
    this.state.proposesAnew = false;
    // A deed that is on its way may be done already when its asks are answered; of a table that has moved on the news asks anew.
    if (asked.refused && !this.state.sending && asked.number === this.state.scene.number)
      this.screen.refusals.refuse({
        ...asked.refused,
        ...(asked.refused.can_overrule ? { overrule: (given) => this.screen.refusals.goOnAside(given) } : { isFinal: true }),
      });
    this.whole();
    this.screen.targets.goOnThroughRow();
    this.screen.draw();
  }

  /** The table in which the dice of a result met, where this device had it before they fell. */
  meetingBefore(result: Result): Meeting | null {
    const { met } = this;
    if (!met || result.kind !== met.meeting.comes_to || result.number <= met.number) return null;
    return this.state.scene.results.find((one) => one.kind === result.kind && one.number > met.number)?.command === result.command
      ? met.meeting
      : null;
  }

  /** Takes those of a row that the rules allow, in their order, where they do not allow all; the card names the others. */
  private async takeAllowed({ before, targets }: { before: readonly Target[]; targets: readonly Target[] }, asked: Asked): Promise<void> {
    const hand = this.state.hand!;
    this.state.swept = null;
    const taken = [...before];
    let [out, because]: [string[], string] = [[], ""];
    for (const target of targets.slice(before.length)) {
      const told = toldOf({ ...hand.tapped, targets: [...taken, target] }, this.state.aim);
      const { refused } = await this.screen.service.asks(this.state.scene.number, hand.deed, told, hand.aside).catch(() => asked);
      if (this.state.hand?.tapped !== hand.tapped) return;
      if (!refused) taken.push(target);
      else [because, out] = [because || refused.because, [...out, target.id]];
    }
    if (taken.length === before.length) return this.answered(hand, asked);
    this.state.hand = { ...hand, tapped: { ...hand.tapped, targets: taken } };
    this.leavesOut(out, because);
    this.ask();
    this.screen.draw();
  }

  /** The card says which stands of a row were not taken, and why. */
  leavesOut(ids: readonly string[], because: string): void {
    if (!ids.length) return;
    const names = ids.map((id) => this.state.placed(id)?.counter.brief ?? id).join(", ");
    this.state.notTaken = `Not taken: ${names} (${because})`;
    this.screen.say(this.state.notTaken);
  }

  /** Targets that can no longer be chosen, such as stands that were killed meanwhile, leave the hand. */
  private letGo(): void {
    const { aim, hand } = this.state;
    const gone = aim && hand && !hand.tapped.dice.length ? hand.tapped.targets.filter((one) => !aim.among.has(one.id)) : [];
    if (!hand || !gone.length) return;
    this.state.hand = { ...hand, tapped: { ...hand.tapped, targets: hand.tapped.targets.filter((one) => !gone.includes(one)) } };
    this.leavesOut(
      gone.map((one) => one.id),
      "no longer possible",
    );
    this.state.askedFor = null;
    this.ask();
  }

  /** Targets that the map proposes are taken, dotted: a tap lets one go. Stands that it proposes later join them. */
  private takeProposed(): void {
    const { aim, hand } = this.state;
    if (!aim || !hand || hand.tapped.dice.length) return;
    const before = (this.state.lastTargets.get(this.screen.selection.nameOf(hand.deed)) ?? []).filter((one) => aim.among.has(one.id));
    const found = before.length ? before : proposedTargets(aim);
    const targets = withProposed(hand, found, aim);
    const offered = [...new Set([...hand.offered, ...found.map((one) => one.id)])];
    this.state.hand = { ...hand, offered };
    if (JSON.stringify(targets) === JSON.stringify(hand.tapped.targets)) return;
    const isAllProposed = targets.length > 0 && targets.every((one) => found.some((other) => other.id === one.id));
    // A proposal that replaces another one is no further tap.
    const from = hand.proposed ? untapped(hand) : hand;
    const proposing = targets.length ? tap(from, before.length ? "the same targets" : "the map’s proposal", { targets }) : from;
    this.state.hand = { ...proposing, offered, proposed: isAllProposed };
    this.state.askedFor = null;
    this.ask();
  }

  /** Whether what was chosen last may do the deed in hand: the service is asked just now. */
  get isAsking(): boolean {
    return (
      this.state.hand !== null &&
      this.state.oneTap &&
      this.state.hand.trail.length > 0 &&
      !this.state.hand.tapped.targets.length &&
      !this.state.isAnswered &&
      !this.state.isUnasked
    );
  }

  /** A deed without dice that is whole as it is proposed is done with the tap that chose it, or that named its last target. */
  whole(): void {
    const { hand, asked } = this.state;
    if (!hand || !asked || !this.state.isAnswered || this.state.sending || this.isOutdated) return;
    if (this.state.rollsFor === hand.tapped && this.state.padOpen) return this.screen.diceInput.roll();
    // Of a deed that ends with a tap on a stand the card has a button for its exceptions before that tap.
    const isSeen =
      (this.state.aim?.how === "one" && hand.tapped.targets.length > 0) ||
      optionalFacts(hand.deed, asked).every((name) => this.state.seen.has(name));
    const done =
      asked.ready &&
      !this.state.slots.length &&
      this.state.oneTap &&
      isSeen &&
      doneByOneTap(asked, this.state.aim, hand.tapped.targets.length);
    const dice = this.state.slots.length > 0 && this.state.dice.length === this.state.slots.length && hand.tapped.dice.length > 0;
    const wanted = asked.ready && this.state.isWanted;
    this.state.wanted = null;
    if (done || wanted) void this.screen.sender.sendHand();
    else if (dice && this.state.waitsForDice) void this.screen.diceInput.lastDie();
    else if (this.mayBeEnough && this.state.waitsForDice) void this.screen.diceInput.fewerDice();
  }

  /** Whether dice thrown by hand may decide already: the others are thrown only where these call for them. */
  private get mayBeEnough(): boolean {
    const { dice, slots, hand } = this.state;
    const ask = slots[0]?.ask;
    const isLeast = !!ask && !ask.per && dice.length === ask.least && dice.length < slots.length && slots.every((slot) => slot.ask === ask);
    return isLeast && hand!.tapped.dice.length > 0 && dice.every((one) => one.source === "entered");
  }
}
