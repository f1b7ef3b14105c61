// Dice of the selected command: faces that are tapped, dice that the service rolls, both dice of a contested roll, a die
// that is corrected.
import { isAway } from "../live/stream";
import { commandOf, slotsOf, tap } from "./command-draft";
import { NO_PROMPTS } from "./command-sender";
import { without } from "./dice-lots";
import type { PromptsResponse, CommandSpec, Json, DieEntry } from "./model";
import type { PlayScreen } from "./play-screen";
import type { ScreenState } from "./screen-state";

/** A command without an answer after this time goes to the outbox, where it outlives the page. */
const ANSWERED_WITHIN_MS = 2500;

export class DiceInput {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  die(pips: number): void {
    if (this.state.correctingDie) return void this.correctDie(pips);
    if (!this.state.padOpen || !this.state.draft) return;
    const count = this.state.dice.length + 1;
    this.enterDice([...this.state.dice, { pips, source: "entered" }], `die ${count}`);
    this.screen.say(`${this.state.draft.tapped.dice.length} of ${this.state.slots.length || "?"}`);
  }

  /** Removes one of the dice that were entered by count. */
  takeAway(pips: number): void {
    if (!this.state.padOpen || !this.state.draft) return;
    this.state.draft = tap(this.state.draft, `die ${pips} away`, { dice: without(this.state.dice, this.state.lots, pips) });
    this.screen.say(`One ${pips} less: ${this.state.draft.tapped.dice.length} of ${this.state.slots.length}`);
    this.screen.draw();
  }

  /** Has the service roll the remaining dice. */
  roll(): void {
    if (!this.state.padOpen || !this.state.draft) return;
    // Without an answer yet the tap waits for it.
    if (!this.state.isAnswered) {
      this.state.rollAfterAnswer = this.state.draft.tapped;
      return;
    }
    this.state.rollAfterAnswer = null;
    const rest = this.state.slots.slice(this.state.dice.length).map((): DieEntry => ({ pips: 0, source: "rolled" }));
    this.enterDice([...this.state.dice, ...rest], "the roll");
  }

  /** Counts dice that were rolled before. */
  countStoredDice(): void {
    if (this.state.draft && this.state.dice.length === this.state.slots.length) void this.screen.sender.sendDraft();
  }

  /** The row of the target whose die is next: its facts are shown beside the die. */
  private nextDieRow(): number {
    const of = this.state.odds[this.state.dice.length]?.of;
    const at = this.state.draft!.tapped.targets.findIndex((target) => target.id === of);
    return at < 0 ? this.state.row : at;
  }

  private enterDice(dice: readonly DieEntry[], name: string): void {
    this.screen.targets.confirmCurrent();
    this.state.draft = tap(this.state.draft!, name, { dice });
    [this.state.refused, this.state.unfolded, this.state.notice, this.state.leftOut, this.state.row] = [
      null,
      null,
      "",
      "",
      this.nextDieRow(),
    ];
    this.screen.prompts.sendIfComplete();
    this.screen.draw();
  }

  /** Sends the draft once its last entry is answered. */
  submit(): void {
    if (!this.state.draft || this.state.sending || !this.state.prompts?.ready) return;
    this.state.enteredAt = 0;
    if (this.state.isAnswered) return void this.screen.sender.sendDraft();
    this.state.submittedEntries = this.state.draft.tapped;
    this.screen.draw();
  }

  /** After the last die: asks the service whether more dice follow, such as a re-roll, and sends the command if not. */
  async lastDie(): Promise<void> {
    const { draft, prompts } = this.state;
    if (!draft || !prompts) return;
    const told = this.answersWithDice(draft.deed, prompts);
    this.state.sending = { what: draft.deed.says, dice: this.state.dice.map((die) => die.pips), waits: isAway() };
    this.screen.draw();
    const asking = isAway()
      ? Promise.resolve(null)
      : this.screen.service.prompts(this.state.data.number, draft.deed, told, draft.aside).catch(() => null);
    const after = await Promise.race([asking, new Promise<null>((done) => setTimeout(() => done(null), ANSWERED_WITHIN_MS))]);
    this.state.sending = null;
    // Newer data may have replaced the draft.
    if (this.state.draft?.tapped !== draft.tapped) return this.screen.draw();
    if (after && !after.ready && !after.refused && slotsOf(after).length > this.state.slots.length) {
      [this.state.prompts, this.state.promptedEntries] = [after, draft.tapped];
      return this.screen.draw();
    }
    await this.screen.sender.sendDraft();
  }

  /** After the first dice: asks the service whether they are enough. The others can be tapped meanwhile. */
  async fewerDice(): Promise<void> {
    const { draft, prompts } = this.state;
    if (!draft || !prompts || isAway()) return;
    const after = await this.screen.service
      .prompts(this.state.data.number, draft.deed, this.answersWithDice(draft.deed, prompts), draft.aside)
      .catch(() => null);
    if (after?.ready && this.state.draft?.tapped === draft.tapped && !this.state.sending) await this.screen.sender.sendDraft();
  }

  private answersWithDice(spec: CommandSpec, asked: PromptsResponse): { [name: string]: Json } {
    const { kind: _, ...whole } = commandOf(spec, asked, this.state.slots, this.state.dice);
    return Object.fromEntries(Object.entries(whole).filter(([name]) => !(name in spec.about)));
  }

  /** Enters both dice of a contested roll with one tap, on a device that plays both sides. */
  async rollContest(row: number, column: number): Promise<void> {
    const { draft, prompts: asked } = this.state;
    const contest = asked?.meeting;
    const prompt = asked?.prompts.find((prompt) => prompt.kind === "dice");
    if (!draft || !contest || !prompt || !this.state.padOpen) return;
    const ofRows = draft.deed.by !== contest.columns.side;
    const side = (ofRows ? contest.columns : contest.rows).side;
    const other = this.state.data.stage.required.find((spec) => spec.kind === draft.deed.kind && spec.by === side && !spec.barred);
    for (const [spec, pips] of [
      [draft.deed, ofRows ? row : column],
      [other, ofRows ? column : row],
    ] as const) {
      if (!spec || this.state.refused) return;
      const { digest } =
        spec === draft.deed ? asked : ((await this.screen.service.prompts(this.state.data.number, spec, {}).catch(() => null)) ?? {});
      await this.screen.sender.send(
        spec,
        { kind: spec.kind, ...(spec.about as { [key: string]: Json }), [prompt.name]: { pips, source: "entered" } },
        spec.says,
        [pips],
        digest === undefined ? {} : { prompts: digest },
      );
    }
  }

  /** Enters both dice by keys: the die of the rows, then that of the columns. */
  rollContestByKeys(pips: number): void {
    const row = this.state.firstDie;
    this.state.firstDie = row ? 0 : pips;
    if (row) void this.rollContest(row, pips);
    else this.screen.say(`${pips}, and the other?`);
    this.screen.draw();
  }

  startCorrection(row: number, die: number): void {
    if (!this.state.result || Date.now() > this.state.mistypedUntil) return;
    this.state.correctingDie = { result: this.state.result, row, die };
    this.screen.draw();
  }

  private async correctDie(pips: number): Promise<void> {
    const { result, row, die } = this.state.correctingDie!;
    this.state.correctingDie = null;
    const spec = this.state.data.stage.available.find((spec) => spec.kind === "correct_die");
    if (!spec)
      return this.screen.refusals.show({
        clause: "",
        because: "Five seconds have gone by",
        instead: "Ask it back: the other side agrees or does not.",
      });
    const what = "Read the die again";
    this.state.sending = { what, dice: [pips], waits: false };
    this.screen.draw();
    const places = await this.screen.service.prompts(this.state.data.number, spec, {}).catch(() => null);
    this.state.sending = null;
    const among = places?.prompts.find((prompt) => prompt.name === "die")?.among ?? [];
    const before = result.rows.slice(0, row).reduce((sum, row) => sum + row.dice.length, 0);
    const place = among[before + die];
    if (typeof place !== "string") {
      this.screen.refusals.show({ clause: "", because: "The die could not be read again", instead: "Tap it once more." });
      return this.screen.draw();
    }
    await this.screen.sender.send(
      spec,
      { kind: "correct_die", ...(spec.about as { [key: string]: Json }), die: place, pips },
      what,
      [pips],
      NO_PROMPTS,
    );
  }
}
