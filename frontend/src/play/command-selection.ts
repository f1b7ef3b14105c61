// Which command is selected: the one that comes by itself, the one a player chose, and the unit it is of.
import { showsBoth } from "./board";
import { type Aim, aimOf, type CommandDraft, isUntouched, NO_ENTRIES, newDraft } from "./command-draft";
import type { StoredDraft } from "./draft-storage";
import type { CommandSpec, Json, Override } from "./model";
import type { PlayScreen } from "./play-screen";
import { choicePrompt, type ScreenState } from "./screen-state";
import { areAlike, decisions, commandsOf, isAwaited, nextUnit, onlyCommand, requiredCommands, unitOf } from "./step-flow";

/** At most so many options fit below a result. */
const FEW = 4;

export class CommandSelection {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Selects the command that comes next: the required one, then the chosen unit's, then the only decision of the step. */
  update(): void {
    this.selectNext();
    // A wall display points at nothing: it needs no known facts.
    if (this.state.isWall) return;
    this.screen.lookAhead.fetchKnownFacts();
    if (!this.state.draft) this.screen.lookAhead.prefetchOthers();
  }

  private selectNext(): void {
    const { data } = this.state;
    if (data.closed) return this.clear();
    // A command of the same tap is not selected before it is sent.
    if (this.state.passingThrough && this.state.sending) return;
    if (this.state.draft && !this.state.sending) this.refreshSpec(this.state.draft);
    const first = requiredCommands(data)[0];
    // The last result is read first. The next of a row, such as the next fight, follows at once; all else comes with Next.
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
      // A result is read first: a selected command would hide it.
      if (this.state.draft && isUntouched(this.state.draft)) this.clear();
      return this.screen.lookAhead.prefetch(specs);
    }
    const only = first || isAwaited(data) ? undefined : onlyCommand(specs.length ? specs : decisions(data));
    if (only && !(this.state.draft && this.isSame(this.state.draft.deed, only))) this.open(only, true);
    else if (!only && this.state.draft?.byItself) this.clear();
    else if (this.state.draft) this.screen.prompts.query();
    this.screen.lookAhead.prefetch(specs);
  }

  /** Selects the required command below a result, if the board or the dock can take its next entry. */
  private openBelow(first: CommandSpec): void {
    const prompts = this.screen.lookAhead.prefetched.get(this.screen.lookAhead.prefetchKey(first));
    const aim = prompts ? aimOf(prompts, this.state.onBoard, this.state.isOwn) : null;
    const choice = prompts && !aim && !prompts.refused ? choicePrompt(prompts, aim) : null;
    const few = choice !== null && (choice.among ?? []).length + (choice.denied ?? []).length <= FEW;
    if (!few && !(aim && this.isAimedNext(aim, first))) return this.screen.lookAhead.prefetch([first]);
    this.open(first, true);
    this.state.isBelowResult = true;
  }

  /** Whether a command is about the unit or the stands of the result, and its targets are on the face that is shown. */
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

  /** The selected command in the newest data; undefined if it is no longer available. */
  availableSpec({ deed: spec, aside: override }: CommandDraft): CommandSpec | undefined {
    return [...this.state.data.stage.required, ...this.state.data.stage.available].find(
      (candidate) => this.isSame(candidate, spec) && (!candidate.barred || !!override),
    );
  }

  /** Replaces the selected command by the newest data's, or clears it if it is no longer available. */
  private refreshSpec(draft: CommandDraft): void {
    const spec = this.availableSpec(draft);
    if (!spec) this.clear();
    else if (JSON.stringify(spec) !== JSON.stringify(draft.deed)) this.state.draft = { ...draft, deed: spec };
  }

  isSame(candidate: CommandSpec, other: CommandSpec): boolean {
    return candidate.kind === other.kind && areAlike(candidate.about, other.about);
  }

  /** A required command does not replace a draft that a player has begun, while that is available. */
  private keepsDraft(first: CommandSpec): boolean {
    return (
      !!this.state.draft &&
      (this.isSame(this.state.draft.deed, first) || this.state.draft.tapped !== NO_ENTRIES || !this.state.draft.byItself) &&
      this.isAvailable(this.state.draft)
    );
  }

  /** Whether a command is the last one of this device: it may be available for others too. */
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

  /** The player enters exceptions before the command is sent. */
  enterExceptions(): void {
    [this.state.entersExceptions, this.state.sendsOnTap] = [true, false];
    this.screen.draw();
  }

  /** Whether the last targets of a command can be taken again. */
  hasLastTargets(spec: CommandSpec): boolean {
    return (this.state.lastTargets.get(this.keyOf(spec)) ?? []).some((target) => this.state.placed(target.id)?.counter.out === false);
  }

  keyOf(spec: CommandSpec): string {
    return JSON.stringify([spec.kind, spec.about, this.state.data.turn, this.state.data.whose]);
  }

  /** Selects a command that the rules refuse. */
  openOverriding(spec: CommandSpec, override: Override): void {
    if (spec.at_once)
      return void this.screen.sender.send(spec, { kind: spec.kind, ...(spec.about as { [key: string]: Json }) }, spec.says, [], override);
    this.clear();
    this.open(spec, false, override);
    this.state.sendsOnTap = true;
    this.screen.draw();
  }

  /** Selects a command, or sends it if it needs no entry. */
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

  /** Selects an alternative to the required command, and keeps the facts entered so far. */
  chooseInstead(spec: CommandSpec): void {
    const facts = this.state.draft?.tapped.facts;
    this.screen.lookAhead.noteSeenFacts();
    const { seenFacts: seen } = this.state;
    this.choose(spec);
    if (!this.state.draft || !facts) return;
    // Both commands have the same prompts: their facts were on the card before.
    this.state.seenFacts = seen;
    this.state.draft = { ...this.state.draft, tapped: { ...this.state.draft.tapped, facts } };
    this.screen.prompts.query();
  }

  /** The unsent draft to be stored over a reload; null: there is none. */
  storedDraft(texts: { readonly [field: string]: string }): StoredDraft | null {
    const { draft, unit, sendsOnTap: oneTap } = this.state;
    const { targets, facts, dice } = draft?.tapped ?? NO_ENTRIES;
    const isTapped = targets.length + dice.length + Object.keys(facts).length + Object.keys(texts).length > 0;
    const isBegun = draft && (!draft.byItself || isTapped);
    return isBegun
      ? { number: this.state.enteredAt || this.state.data.number, unit, hand: draft, oneTap: oneTap && this.state.isOfflineDraft, texts }
      : null;
  }

  /** Restores a stored draft if its command is still available. Returns whether it is. */
  restore(entered: StoredDraft): boolean {
    const there = [...this.state.data.stage.required, ...this.state.data.stage.available].find(
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

  /** Selects another unit. */
  pick(unit: string): void {
    if (!this.state.data.units.some((candidate) => candidate.id === unit)) return;
    if (this.state.draft?.tapped.dice.length)
      return this.showNotice(
        `First the dice that are owed, then ${this.state.data.units.find((candidate) => candidate.id === unit)!.name}`,
      );
    const specs = commandsOf(this.state.data, unit);
    // A unit whose commands are all unavailable shows the reason with each tap.
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

  /** Postpones the unit: it comes again after the others. */
  postpone(): void {
    this.state.postponed = [...this.state.postponed.filter((unit) => unit !== this.state.unit), this.state.unit];
    [this.state.unit, this.state.result, this.state.undone, this.state.refused] = ["", null, null, null];
    this.clear();
    this.update();
    this.screen.draw();
  }
}
