// Which command is selected: the one that comes by itself, the one a player chose, and the unit it is of.
import { showsBoth } from "./board";
import { type Aim, aimOf, type Hand, isUntouched, NOTHING, inHand } from "./command-draft";
import type { Entered } from "./draft-storage";
import type { Deed, Json, SetAside } from "./model";
import type { PlayScreen } from "./play-screen";
import { choiceOf, type ScreenState } from "./screen-state";
import { alike, decisions, deedsOf, isAwaited, nextUnit, onlyDeed, owed, unitOf } from "./step-flow";

/** So many things to choose among have room below a result. */
const FEW = 4;

export class CommandSelection {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** What is in hand by itself now: whatever is owed first, else the unit chosen, else the one decision of the step. */
  settle(): void {
    this.comesToHand();
    // Nobody points at anything on a wall: what is known of a stand is not asked for.
    if (this.state.wall) return;
    this.screen.lookAhead.learn();
    if (!this.state.hand) this.screen.lookAhead.foreseeOthers();
  }

  private comesToHand(): void {
    const { scene } = this.state;
    if (scene.closed) return this.leaveHand();
    // What is carried out with the same tap does not come into the hand for the moment before it is.
    if (this.state.through && this.state.sending) return;
    if (this.state.hand && !this.state.sending) this.asOffered(this.state.hand);
    const first = owed(scene)[0];
    // What came of the last deed is read first, and what is owed next comes with Next; one of a row, such as the next fight, by itself.
    const goesOn = first?.kind === this.state.last?.kind && !(first && this.isLast(first));
    if (this.state.below && this.state.result && first && this.isInHand(first)) return this.screen.prompts.ask();
    if (first && !first.at_once && this.state.result && !this.state.hand && !goesOn) return this.openBelow(first);
    if (first && !first.at_once) return this.holdsOther(first) ? this.screen.prompts.ask() : this.open(first, true);
    if (this.state.hand && !this.state.hand.byItself) return this.screen.prompts.ask();
    const unit = nextUnit(scene, this.state.unit, this.state.later);
    if (unit && unit.id !== this.state.unit && !this.state.result && !this.state.taken) this.state.unit = unit.id;
    if (this.state.sending) return;
    const deeds = this.state.unit && this.state.unitNow ? deedsOf(scene, this.state.unit) : decisions(scene);
    if (this.state.result || this.state.taken) {
      // A result is read first: a deed that came into the hand before it would hide it, and bar every other deed.
      if (this.state.hand && isUntouched(this.state.hand)) this.leaveHand();
      return this.screen.lookAhead.foresee(deeds);
    }
    const only = first || isAwaited(scene) ? undefined : onlyDeed(deeds.length ? deeds : decisions(scene));
    if (only && !(this.state.hand && this.same(this.state.hand.deed, only))) this.open(only, true);
    else if (!only && this.state.hand?.byItself) this.leaveHand();
    else if (this.state.hand) this.screen.prompts.ask();
    this.screen.lookAhead.foresee(deeds);
  }

  /** What is owed next may be aimed at, or chosen, while the last result is read: board or dock is ready for it, and the result goes with the tap. */
  private openBelow(first: Deed): void {
    const asked = this.screen.lookAhead.foreseen.get(this.screen.lookAhead.foreseenName(first));
    const aim = asked ? aimOf(asked, this.state.onBoard, this.state.isOwn) : null;
    const choice = asked && !aim && !asked.refused ? choiceOf(asked, aim) : null;
    const few = choice !== null && (choice.among ?? []).length + (choice.denied ?? []).length <= FEW;
    if (!few && !(aim && this.isAimedNext(aim, first))) return this.screen.lookAhead.foresee([first]);
    this.open(first, true);
    this.state.below = true;
  }

  /** Whether a deed is of the unit whose result is read, or of the stands that a result of no unit is about, and aimed at the face on which those stand. */
  private isAimedNext(aim: Aim, { about }: Deed): boolean {
    const sides = new Set([...aim.among].map((id) => this.state.placed(id)?.side));
    const turnsAway = this.state.result!.changed.some((id) => !sides.has(this.state.placed(id)?.side));
    const { unit, changed } = this.state.result!;
    const isOfIt = unit ? unit === about["unit"] : aim.among.size > 0 && [...aim.among].every((id) => changed.includes(id));
    return !turnsAway && isOfIt;
  }

  isInHand(deed: Deed): boolean {
    return this.state.hand !== null && this.same(this.state.hand.deed, deed);
  }

  private isThere(hand: Hand): boolean {
    return this.offeredFor(hand) !== undefined;
  }

  /** The deed in hand as the scene has it now; nothing where it can no longer be done. */
  offeredFor({ deed, aside }: Hand): Deed | undefined {
    return [...this.state.scene.stage.owed, ...this.state.scene.stage.offered].find(
      (one) => this.same(one, deed) && (!one.barred || !!aside),
    );
  }

  /** Takes the deed in hand as the scene has it now: its name may be another. One that can no longer be done leaves the hand. */
  private asOffered(hand: Hand): void {
    const deed = this.offeredFor(hand);
    if (!deed) this.leaveHand();
    else if (JSON.stringify(deed) !== JSON.stringify(hand.deed)) this.state.hand = { ...hand, deed };
  }

  same(one: Deed, other: Deed): boolean {
    return one.kind === other.kind && alike(one.about, other.about);
  }

  /** What a person has begun is not taken out of his hand by something owed, unless that forbids it. */
  private holdsOther(first: Deed): boolean {
    return (
      !!this.state.hand &&
      (this.same(this.state.hand.deed, first) || this.state.hand.tapped !== NOTHING || !this.state.hand.byItself) &&
      this.isThere(this.state.hand)
    );
  }

  /** Whether a deed is the one that was done last: it may be done of others too. */
  isLast(deed: Deed): boolean {
    return this.state.last !== null && this.same(this.state.last, deed);
  }

  open(deed: Deed, byItself: boolean, aside?: SetAside): void {
    if (this.state.hand && this.same(this.state.hand.deed, deed)) {
      this.state.hand = { ...this.state.hand, deed };
      return this.screen.prompts.ask();
    }
    [this.state.hand, this.state.below] = [{ ...inHand(deed, byItself), ...(aside ? { aside } : {}) }, false];
    [this.state.seen, this.state.couldTell, this.state.tellsFirst] = [
      new Set(),
      this.screen.lookAhead.isOfUnit(deed) && this.screen.lookAhead.mayTell(deed).length > 0,
      false,
    ];
    [this.state.asked, this.state.askedFor, this.state.unfolded, this.state.row, this.state.notTaken] = [null, null, null, 0, ""];
    if (!byItself || !this.state.refused?.holds) this.state.refused = null;
    if (byItself) [this.state.face, this.state.oneTap] = [null, false];
    const unit = unitOf(this.state.scene, deed);
    if (unit) this.state.unit = unit.id;
    this.screen.prompts.ask();
  }

  leaveHand(): void {
    [this.state.below, this.state.firstDie, this.state.notTaken] = [false, 0, ""];
    [this.state.hand, this.state.asked, this.state.askedFor, this.state.unfolded, this.state.isUnasked] = [null, null, null, null, false];
    this.state.enteredAt = 0;
  }

  /** The player tells exceptions of the deed in hand before it is done. */
  tellFirst(): void {
    [this.state.tellsFirst, this.state.oneTap] = [true, false];
    this.screen.draw();
  }

  /** Whether a deed was done before at targets that could be taken again. */
  hasLast(deed: Deed): boolean {
    return (this.state.lastTargets.get(this.nameOf(deed)) ?? []).some((one) => this.state.placed(one.id)?.counter.out === false);
  }

  nameOf(deed: Deed): string {
    return JSON.stringify([deed.kind, deed.about, this.state.scene.turn, this.state.scene.whose]);
  }

  /** A deed comes into the hand although the rules bar it. */
  openAside(deed: Deed, aside: SetAside): void {
    if (deed.at_once)
      return void this.screen.sender.send(deed, { kind: deed.kind, ...(deed.about as { [key: string]: Json }) }, deed.says, [], aside);
    this.leaveHand();
    this.open(deed, false, aside);
    this.state.oneTap = true;
    this.screen.draw();
  }

  /** A deed of the dock, of Next or of the drawer. One that leaves nothing to tell is done with this tap. */
  choose(deed: Deed, tellsFirst = false): void {
    if (deed.barred) return this.screen.refusals.refuseDeed(deed);
    [this.state.result, this.state.taken, this.state.refused, this.state.drawer, this.state.more, this.state.look] = [
      this.state.result,
      null,
      null,
      null,
      null,
      "",
    ];
    if (deed.at_once)
      return void this.screen.sender.send(deed, { kind: deed.kind, ...(deed.about as { [key: string]: Json }) }, deed.says, []);
    this.state.oneTap = !tellsFirst;
    this.state.result = null;
    this.open(deed, false);
    this.state.tellsFirst = tellsFirst;
    this.screen.draw();
  }

  /** Another way to settle what is owed, with what was told of it so far. */
  chooseInstead(deed: Deed): void {
    const facts = this.state.hand?.tapped.facts;
    this.screen.lookAhead.haveSeen();
    const { seen } = this.state;
    this.choose(deed);
    if (!this.state.hand || !facts) return;
    // Both ask for the same facts: they were on the card before.
    this.state.seen = seen;
    this.state.hand = { ...this.state.hand, tapped: { ...this.state.hand.tapped, facts } };
    this.screen.prompts.ask();
  }

  /** What is entered and not sent, to be kept over a reload; null where nothing is. */
  entered(texts: { readonly [field: string]: string }): Entered | null {
    const { hand, unit, oneTap } = this.state;
    const { targets, facts, dice } = hand?.tapped ?? NOTHING;
    const isTapped = targets.length + dice.length + Object.keys(facts).length + Object.keys(texts).length > 0;
    const isBegun = hand && (!hand.byItself || isTapped);
    return isBegun
      ? { number: this.state.enteredAt || this.state.scene.number, unit, hand, oneTap: oneTap && this.state.isUnasked, texts }
      : null;
  }

  /** Takes up what was entered before the page was loaded, where it may still be done; whether it could be. */
  takeUp(entered: Entered): boolean {
    const there = [...this.state.scene.stage.owed, ...this.state.scene.stage.offered].find(
      (one) => this.same(one, entered.hand.deed) && (!one.barred || !!entered.hand.aside),
    );
    if (!there || this.state.scene.closed) return false;
    [this.state.unit, this.state.oneTap] = [entered.unit, entered.oneTap];
    this.state.hand = { ...entered.hand, deed: there };
    [this.state.seen, this.state.tellsFirst] = [new Set(), false];
    this.state.enteredAt = entered.number;
    this.screen.prompts.ask();
    return true;
  }

  takes(unit: string): boolean {
    return showsBoth(this.screen) && unit !== this.state.unit && this.state.scene.units.some((one) => one.id === unit);
  }

  /** Another unit comes into the hand. */
  pick(unit: string): void {
    if (!this.state.scene.units.some((one) => one.id === unit)) return;
    if (this.state.hand?.tapped.dice.length)
      return this.note(`First the dice that are owed, then ${this.state.scene.units.find((one) => one.id === unit)!.name}`);
    const deeds = deedsOf(this.state.scene, unit);
    // The reason of one that can do nothing comes again with each tap: what it wants can be asked for once more.
    if (deeds.length && deeds.every((one) => one.barred)) return this.choose(deeds[0]!);
    if (unit === this.state.unit) return this.note(`${this.state.unitNow?.name ?? ""} is in hand`);
    if (!deeds.length) return this.note(`${this.state.scene.units.find((one) => one.id === unit)?.name ?? ""} is done`);
    [this.state.result, this.state.taken, this.state.refused, this.state.look] = [null, null, null, ""];
    this.leaveHand();
    this.state.unit = unit;
    this.settle();
    this.screen.draw();
  }

  note(words: string): void {
    this.state.look = words;
    this.screen.say(words);
    this.screen.draw();
  }

  /** Puts the unit in hand off: it comes round again. */
  putOff(): void {
    this.state.later = [...this.state.later.filter((one) => one !== this.state.unit), this.state.unit];
    [this.state.unit, this.state.result, this.state.taken, this.state.refused] = ["", null, null, null];
    this.leaveHand();
    this.settle();
    this.screen.draw();
  }
}
