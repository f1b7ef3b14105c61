// Which command is selected: the one that comes by itself, the one a player chose, and the unit it is of.
import { showsBoth } from "./board";
import { type Aim, aimOf, type CommandDraft, isUntouched, NO_ENTRIES, newDraft } from "./command-draft";
import type { StoredDraft } from "./draft-storage";
import type { CommandSpec, Json, Override } from "./model";
import type { PlayScreen } from "./play-screen";
import { choicePrompt, type ScreenState } from "./screen-state";
import { areAlike, decisions, commandsOf, isAwaited, nextUnit, onlyCommand, requiredCommands, unitOf } from "./step-flow";

/** So many things to choose among have room below a result. */
const FEW = 4;

export class CommandSelection {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** What is in hand by itself now: whatever is owed first, else the unit chosen, else the one decision of the step. */
  update(): void {
    this.selectNext();
    // Nobody points at anything on a wall: what is known of a stand is not asked for.
    if (this.state.isWall) return;
    this.screen.lookAhead.fetchKnownFacts();
    if (!this.state.draft) this.screen.lookAhead.prefetchOthers();
  }

  private selectNext(): void {
    const { data } = this.state;
    if (data.closed) return this.clear();
    // What is carried out with the same tap does not come into the hand for the moment before it is.
    if (this.state.passingThrough && this.state.sending) return;
    if (this.state.draft && !this.state.sending) this.refreshSpec(this.state.draft);
    const first = requiredCommands(data)[0];
    // What came of the last deed is read first, and what is owed next comes with Next; one of a row, such as the next fight, by itself.
    const goesOn = first?.kind === this.state.lastSpec?.kind && !(first && this.isLast(first));
    if (this.state.isBelowResult && this.state.result && first && this.isSelected(first)) return this.screen.prompts.query();
    if (first && !first.at_once && this.state.result && !this.state.draft && !goesOn) return this.openBelow(first);
    if (first && !first.at_once) return this.keepsDraft(first) ? this.screen.prompts.query() : this.open(first, true);
    if (this.state.draft && !this.state.draft.byItself) return this.screen.prompts.query();
    const unit = nextUnit(data, this.state.unit, this.state.postponed);
    if (unit && unit.id !== this.state.unit && !this.state.result && !this.state.undone) this.state.unit = unit.id;
    if (this.state.sending) return;
    const specs = this.state.unit && this.state.unitNow ? commandsOf(data, this.state.unit) : decisions(data);
    if (this.state.result || this.state.undone) {
      // A result is read first: a deed that came into the hand before it would hide it, and bar every other deed.
      if (this.state.draft && isUntouched(this.state.draft)) this.clear();
      return this.screen.lookAhead.prefetch(specs);
    }
    const only = first || isAwaited(data) ? undefined : onlyCommand(specs.length ? specs : decisions(data));
    if (only && !(this.state.draft && this.isSame(this.state.draft.deed, only))) this.open(only, true);
    else if (!only && this.state.draft?.byItself) this.clear();
    else if (this.state.draft) this.screen.prompts.query();
    this.screen.lookAhead.prefetch(specs);
  }

  /** What is owed next may be aimed at, or chosen, while the last result is read: board or dock is ready for it, and the result goes with the tap. */
  private openBelow(first: CommandSpec): void {
    const prompts = this.screen.lookAhead.prefetched.get(this.screen.lookAhead.prefetchKey(first));
    const aim = prompts ? aimOf(prompts, this.state.onBoard, this.state.isOwn) : null;
    const choice = prompts && !aim && !prompts.refused ? choicePrompt(prompts, aim) : null;
    const few = choice !== null && (choice.among ?? []).length + (choice.denied ?? []).length <= FEW;
    if (!few && !(aim && this.isAimedNext(aim, first))) return this.screen.lookAhead.prefetch([first]);
    this.open(first, true);
    this.state.isBelowResult = true;
  }

  /** Whether a deed is of the unit whose result is read, or of the stands that a result of no unit is about, and aimed at the face on which those stand. */
  private isAimedNext(aim: Aim, { about }: CommandSpec): boolean {
    const sides = new Set([...aim.among].map((id) => this.state.placed(id)?.side));
    const turnsAway = this.state.result!.changed.some((id) => !sides.has(this.state.placed(id)?.side));
    const { unit, changed } = this.state.result!;
    const isOfIt = unit ? unit === about["unit"] : aim.among.size > 0 && [...aim.among].every((id) => changed.includes(id));
    return !turnsAway && isOfIt;
  }

  isSelected(spec: CommandSpec): boolean {
    return this.state.draft !== null && this.isSame(this.state.draft.deed, spec);
  }

  private isAvailable(draft: CommandDraft): boolean {
    return this.availableSpec(draft) !== undefined;
  }

  /** The deed in hand as the scene has it now; nothing where it can no longer be done. */
  availableSpec({ deed: spec, aside: override }: CommandDraft): CommandSpec | undefined {
    return [...this.state.data.stage.owed, ...this.state.data.stage.offered].find(
      (candidate) => this.isSame(candidate, spec) && (!candidate.barred || !!override),
    );
  }

  /** Takes the deed in hand as the scene has it now: its name may be another. One that can no longer be done leaves the hand. */
  private refreshSpec(draft: CommandDraft): void {
    const spec = this.availableSpec(draft);
    if (!spec) this.clear();
    else if (JSON.stringify(spec) !== JSON.stringify(draft.deed)) this.state.draft = { ...draft, deed: spec };
  }

  isSame(candidate: CommandSpec, other: CommandSpec): boolean {
    return candidate.kind === other.kind && areAlike(candidate.about, other.about);
  }

  /** What a person has begun is not taken out of his hand by something owed, unless that forbids it. */
  private keepsDraft(first: CommandSpec): boolean {
    return (
      !!this.state.draft &&
      (this.isSame(this.state.draft.deed, first) || this.state.draft.tapped !== NO_ENTRIES || !this.state.draft.byItself) &&
      this.isAvailable(this.state.draft)
    );
  }

  /** Whether a deed is the one that was done last: it may be done of others too. */
  isLast(spec: CommandSpec): boolean {
    return this.state.lastSpec !== null && this.isSame(this.state.lastSpec, spec);
  }

  open(spec: CommandSpec, byItself: boolean, override?: Override): void {
    if (this.state.draft && this.isSame(this.state.draft.deed, spec)) {
      this.state.draft = { ...this.state.draft, deed: spec };
      return this.screen.prompts.query();
    }
    [this.state.draft, this.state.isBelowResult] = [{ ...newDraft(spec, byItself), ...(override ? { aside: override } : {}) }, false];
    [this.state.seenFacts, this.state.hadExceptionsButton, this.state.entersExceptions] = [
      new Set(),
      this.screen.lookAhead.isOfUnit(spec) && this.screen.lookAhead.exceptionsOf(spec).length > 0,
      false,
    ];
    [this.state.prompts, this.state.promptedEntries, this.state.unfolded, this.state.row, this.state.leftOut] = [null, null, null, 0, ""];
    if (!byItself || !this.state.refused?.holds) this.state.refused = null;
    if (byItself) [this.state.face, this.state.sendsOnTap] = [null, false];
    const unit = unitOf(this.state.data, spec);
    if (unit) this.state.unit = unit.id;
    this.screen.prompts.query();
  }

  clear(): void {
    [this.state.isBelowResult, this.state.firstDie, this.state.leftOut] = [false, 0, ""];
    [this.state.draft, this.state.prompts, this.state.promptedEntries, this.state.unfolded, this.state.isOfflineDraft] = [
      null,
      null,
      null,
      null,
      false,
    ];
    this.state.enteredAt = 0;
  }

  /** The player tells exceptions of the deed in hand before it is done. */
  enterExceptions(): void {
    [this.state.entersExceptions, this.state.sendsOnTap] = [true, false];
    this.screen.draw();
  }

  /** Whether a deed was done before at targets that could be taken again. */
  hasLastTargets(spec: CommandSpec): boolean {
    return (this.state.lastTargets.get(this.keyOf(spec)) ?? []).some((target) => this.state.placed(target.id)?.counter.out === false);
  }

  keyOf(spec: CommandSpec): string {
    return JSON.stringify([spec.kind, spec.about, this.state.data.turn, this.state.data.whose]);
  }

  /** A deed comes into the hand although the rules bar it. */
  openOverriding(spec: CommandSpec, override: Override): void {
    if (spec.at_once)
      return void this.screen.sender.send(spec, { kind: spec.kind, ...(spec.about as { [key: string]: Json }) }, spec.says, [], override);
    this.clear();
    this.open(spec, false, override);
    this.state.sendsOnTap = true;
    this.screen.draw();
  }

  /** A deed of the dock, of Next or of the drawer. One that leaves nothing to tell is done with this tap. */
  choose(spec: CommandSpec, tellsFirst = false): void {
    if (spec.barred) return this.screen.refusals.refuseCommand(spec);
    [this.state.result, this.state.undone, this.state.refused, this.state.drawer, this.state.openMore, this.state.notice] = [
      this.state.result,
      null,
      null,
      null,
      null,
      "",
    ];
    if (spec.at_once)
      return void this.screen.sender.send(spec, { kind: spec.kind, ...(spec.about as { [key: string]: Json }) }, spec.says, []);
    this.state.sendsOnTap = !tellsFirst;
    this.state.result = null;
    this.open(spec, false);
    this.state.entersExceptions = tellsFirst;
    this.screen.draw();
  }

  /** Another way to settle what is owed, with what was told of it so far. */
  chooseInstead(spec: CommandSpec): void {
    const facts = this.state.draft?.tapped.facts;
    this.screen.lookAhead.noteSeenFacts();
    const { seenFacts: seen } = this.state;
    this.choose(spec);
    if (!this.state.draft || !facts) return;
    // Both ask for the same facts: they were on the card before.
    this.state.seenFacts = seen;
    this.state.draft = { ...this.state.draft, tapped: { ...this.state.draft.tapped, facts } };
    this.screen.prompts.query();
  }

  /** What is entered and not sent, to be kept over a reload; null where nothing is. */
  storedDraft(texts: { readonly [field: string]: string }): StoredDraft | null {
    const { draft, unit, sendsOnTap: oneTap } = this.state;
    const { targets, facts, dice } = draft?.tapped ?? NO_ENTRIES;
    const isTapped = targets.length + dice.length + Object.keys(facts).length + Object.keys(texts).length > 0;
    const isBegun = draft && (!draft.byItself || isTapped);
    return isBegun
      ? { number: this.state.enteredAt || this.state.data.number, unit, hand: draft, oneTap: oneTap && this.state.isOfflineDraft, texts }
      : null;
  }

  /** Takes up what was entered before the page was loaded, where it may still be done; whether it could be. */
  restore(entered: StoredDraft): boolean {
    const there = [...this.state.data.stage.owed, ...this.state.data.stage.offered].find(
      (spec) => this.isSame(spec, entered.hand.deed) && (!spec.barred || !!entered.hand.aside),
    );
    if (!there || this.state.data.closed) return false;
    [this.state.unit, this.state.sendsOnTap] = [entered.unit, entered.oneTap];
    this.state.draft = { ...entered.hand, deed: there };
    [this.state.seenFacts, this.state.entersExceptions] = [new Set(), false];
    this.state.enteredAt = entered.number;
    this.screen.prompts.query();
    return true;
  }

  canPick(unit: string): boolean {
    return showsBoth(this.screen) && unit !== this.state.unit && this.state.data.units.some((candidate) => candidate.id === unit);
  }

  /** Another unit comes into the hand. */
  pick(unit: string): void {
    if (!this.state.data.units.some((candidate) => candidate.id === unit)) return;
    if (this.state.draft?.tapped.dice.length)
      return this.showNotice(
        `First the dice that are owed, then ${this.state.data.units.find((candidate) => candidate.id === unit)!.name}`,
      );
    const specs = commandsOf(this.state.data, unit);
    // The reason of one that can do nothing comes again with each tap: what it wants can be asked for once more.
    if (specs.length && specs.every((spec) => spec.barred)) return this.choose(specs[0]!);
    if (unit === this.state.unit) return this.showNotice(`${this.state.unitNow?.name ?? ""} is in hand`);
    if (!specs.length) return this.showNotice(`${this.state.data.units.find((candidate) => candidate.id === unit)?.name ?? ""} is done`);
    [this.state.result, this.state.undone, this.state.refused, this.state.notice] = [null, null, null, ""];
    this.clear();
    this.state.unit = unit;
    this.update();
    this.screen.draw();
  }

  showNotice(words: string): void {
    this.state.notice = words;
    this.screen.say(words);
    this.screen.draw();
  }

  /** Puts the unit in hand off: it comes round again. */
  postpone(): void {
    this.state.postponed = [...this.state.postponed.filter((unit) => unit !== this.state.unit), this.state.unit];
    [this.state.unit, this.state.result, this.state.undone, this.state.refused] = ["", null, null, null];
    this.clear();
    this.update();
    this.screen.draw();
  }
}
