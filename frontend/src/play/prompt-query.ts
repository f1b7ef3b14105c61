// Asks the service for the prompts of the selected command, and takes what it answers: proposals, refusals, a complete
// command.
import { type CommandDraft, proposedTargets, tap, type Target, answersOf, withoutLastTap, withProposed } from "./command-draft";
import { isDoneByOneTap, optionalFacts } from "./look-ahead";
import type { PromptsResponse, ContestedRoll, Result } from "./model";
import type { PlayScreen } from "./play-screen";
import { handleFailure } from "./play-service";
import type { ScreenState } from "./screen-state";

export class PromptQuery {
  /** The newest contested roll on this device, and its log number. */
  private lastContest: { readonly meeting: ContestedRoll; readonly number: number } | null = null;

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Fetches the prompts of the selected command for its entries. */
  query(): void {
    const draft = this.state.draft;
    if (!draft) return;
    const { tapped } = draft;
    if (this.state.isAnswered && this.state.prompts?.number === this.state.data.number) return;
    void this.screen.service
      .prompts(this.state.data.number, draft.deed, answersOf(tapped, this.state.aim), draft.aside)
      .then((prompts) => {
        this.state.isOfflineDraft = false;
        this.take(draft, prompts);
      })
      .catch((wrong: unknown) => {
        this.state.isOfflineDraft = true;
        this.state.enteredAt ||= this.state.data.number;
        handleFailure(wrong);
        this.screen.draw();
      });
  }

  /** Fetches the prompts that were missed while the connection was lost. */
  queryAgain(): void {
    if (this.state.isOfflineDraft) this.query();
  }

  /** Whether anything has happened since the draft was entered without a connection: it is not sent by itself. */
  private get isOutdated(): boolean {
    return this.state.enteredAt > 0 && this.state.enteredAt !== this.state.data.number;
  }

  private take({ deed: spec, tapped, aside: override }: CommandDraft, prompts: PromptsResponse): void {
    if (
      !this.state.draft ||
      !this.screen.selection.isSame(this.state.draft.deed, spec) ||
      this.state.draft.aside !== override ||
      this.state.draft.tapped.targets !== tapped.targets ||
      this.state.draft.tapped.facts !== tapped.facts
    )
      return;
    if (prompts.refused && this.state.sweptTargets && tapped.targets === this.state.sweptTargets.targets)
      return void this.takeAllowed(this.state.sweptTargets, prompts);
    const [first, isNew] = [this.state.prompts === null, this.state.prompts?.number !== prompts.number];
    [this.state.prompts, this.state.promptedEntries] = [prompts, tapped];
    if (first && this.state.hadExceptionsButton) this.screen.lookAhead.noteSeenFacts();
    if (first) this.screen.lookAhead.prefetchOthers();
    if (first && !this.screen.lookAhead.afterTarget.has(this.screen.lookAhead.prefetchKey(spec)))
      this.screen.lookAhead.prefetchAfterTarget(spec, prompts);
    if (prompts.meeting) this.lastContest = { meeting: prompts.meeting, number: prompts.number };
    if (isNew) this.dropGoneTargets();
    // Targets of a restored draft are sent once the target prompt is known.
    if (first && this.state.draft.tapped.targets.length) {
      this.state.promptedEntries = null;
      return this.query();
    }
    if (isNew || this.state.takesNewProposal) this.takeProposed();
    this.state.takesNewProposal = false;
    // A command that is being sent may be done by now. Refusals of older data are ignored.
    if (prompts.refused && !this.state.sending && prompts.number === this.state.data.number)
      this.screen.refusals.show({
        ...prompts.refused,
        ...(prompts.refused.can_override ? { overrule: (given) => this.screen.refusals.overrideDraft(given) } : { isFinal: true }),
      });
    this.sendIfComplete();
    this.screen.targets.nextOfRow();
    this.screen.draw();
  }

  /** The contested roll of a result, if this device had it before the dice were rolled. */
  contestBefore(result: Result): ContestedRoll | null {
    const { lastContest: met } = this;
    if (!met || result.kind !== met.meeting.comes_to || result.number <= met.number) return null;
    return this.state.data.results.find((candidate) => candidate.kind === result.kind && candidate.number > met.number)?.command ===
      result.command
      ? met.meeting
      : null;
  }

  /** Takes the stands of a row that the rules allow, in their order; the card names the others. */
  private async takeAllowed(
    { before, targets }: { before: readonly Target[]; targets: readonly Target[] },
    prompts: PromptsResponse,
  ): Promise<void> {
    const draft = this.state.draft!;
    this.state.sweptTargets = null;
    const taken = [...before];
    let [out, because]: [string[], string] = [[], ""];
    for (const target of targets.slice(before.length)) {
      const answers = answersOf({ ...draft.tapped, targets: [...taken, target] }, this.state.aim);
      const { refused } = await this.screen.service.prompts(this.state.data.number, draft.deed, answers, draft.aside).catch(() => prompts);
      if (this.state.draft?.tapped !== draft.tapped) return;
      if (!refused) taken.push(target);
      else [because, out] = [because || refused.because, [...out, target.id]];
    }
    if (taken.length === before.length) return this.take(draft, prompts);
    this.state.draft = { ...draft, tapped: { ...draft.tapped, targets: taken } };
    this.showLeftOut(out, because);
    this.query();
    this.screen.draw();
  }

  /** Shows which stands of a row were left out, and why. */
  showLeftOut(ids: readonly string[], because: string): void {
    if (!ids.length) return;
    const names = ids.map((id) => this.state.placed(id)?.counter.brief ?? id).join(", ");
    this.state.leftOut = `Not taken: ${names} (${because})`;
    this.screen.say(this.state.leftOut);
  }

  /** Removes targets that are no longer available, such as killed stands. */
  private dropGoneTargets(): void {
    const { aim, draft } = this.state;
    const gone = aim && draft && !draft.tapped.dice.length ? draft.tapped.targets.filter((target) => !aim.among.has(target.id)) : [];
    if (!draft || !gone.length) return;
    this.state.draft = { ...draft, tapped: { ...draft.tapped, targets: draft.tapped.targets.filter((target) => !gone.includes(target)) } };
    this.showLeftOut(
      gone.map((target) => target.id),
      "no longer possible",
    );
    this.state.promptedEntries = null;
    this.query();
  }

  /** Takes the targets that the map proposes, and adds those that it proposes later. A tap removes one. */
  private takeProposed(): void {
    const { aim, draft } = this.state;
    if (!aim || !draft || draft.tapped.dice.length) return;
    const before = (this.state.lastTargets.get(this.screen.selection.keyOf(draft.deed)) ?? []).filter((target) => aim.among.has(target.id));
    const proposed = before.length ? before : proposedTargets(aim);
    const targets = withProposed(draft, proposed, aim);
    const offered = [...new Set([...draft.offered, ...proposed.map((target) => target.id)])];
    this.state.draft = { ...draft, offered };
    if (JSON.stringify(targets) === JSON.stringify(draft.tapped.targets)) return;
    const isAllProposed = targets.length > 0 && targets.every((target) => proposed.some((other) => other.id === target.id));
    // A proposal that replaces another one is not a tap of its own.
    const from = draft.proposed ? withoutLastTap(draft) : draft;
    const proposing = targets.length ? tap(from, before.length ? "the same targets" : "the map’s proposal", { targets }) : from;
    this.state.draft = { ...proposing, offered, proposed: isAllProposed };
    this.state.promptedEntries = null;
    this.query();
  }

  /** Whether the service is asked if the last choice completes the command. */
  get isAsking(): boolean {
    return (
      this.state.draft !== null &&
      this.state.sendsOnTap &&
      this.state.draft.trail.length > 0 &&
      !this.state.draft.tapped.targets.length &&
      !this.state.isAnswered &&
      !this.state.isOfflineDraft
    );
  }

  /** Sends a complete command: one without dice with the tap that completed it, one with dice after the last die. */
  sendIfComplete(): void {
    const { draft, prompts } = this.state;
    if (!draft || !prompts || !this.state.isAnswered || this.state.sending || this.isOutdated) return;
    if (this.state.rollAfterAnswer === draft.tapped && this.state.padOpen) return this.screen.diceInput.roll();
    // A command that ends with a tap on a stand has a button for its exceptions before that tap.
    const isSeen =
      (this.state.aim?.how === "one" && draft.tapped.targets.length > 0) ||
      optionalFacts(draft.deed, prompts).every((name) => this.state.seenFacts.has(name));
    const done =
      prompts.ready &&
      !this.state.slots.length &&
      this.state.sendsOnTap &&
      isSeen &&
      isDoneByOneTap(prompts, this.state.aim, draft.tapped.targets.length);
    const dice = this.state.slots.length > 0 && this.state.dice.length === this.state.slots.length && draft.tapped.dice.length > 0;
    const wanted = prompts.ready && this.state.isSubmitted;
    this.state.submittedEntries = null;
    if (done || wanted) void this.screen.sender.sendDraft();
    else if (dice && this.state.waitsForDice) void this.screen.diceInput.lastDie();
    else if (this.mayBeEnough && this.state.waitsForDice) void this.screen.diceInput.fewerDice();
  }

  /** Whether the dice entered so far may be enough: the others are rolled only if these require it. */
  private get mayBeEnough(): boolean {
    const { dice, slots, draft } = this.state;
    const prompt = slots[0]?.ask;
    const isLeast =
      !!prompt && !prompt.per && dice.length === prompt.minimum && dice.length < slots.length && slots.every((slot) => slot.ask === prompt);
    return isLeast && draft!.tapped.dice.length > 0 && dice.every((die) => die.source === "entered");
  }
}
