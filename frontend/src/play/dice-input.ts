// Dice of the selected command: faces that are tapped, dice that the service rolls, both dice of a contested roll, a die
// that is corrected.
import { isAway } from "../live/stream";
import { commandOf, slotsOf, tap } from "./command-draft";
import { NAMES_ALL } from "./command-sender";
import { without } from "./dice-lots";
import type { Asked, Deed, Json, Throw } from "./model";
import type { PlayScreen } from "./play-screen";
import type { ScreenState } from "./screen-state";

/** Without an answer for so long the command goes to the outbox as it is: there it outlives the page. */
const ANSWERED_WITHIN_MS = 2500;

export class DiceInput {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  die(pips: number): void {
    if (this.state.again) return void this.readAgain(pips);
    if (!this.state.padOpen || !this.state.hand) return;
    const count = this.state.dice.length + 1;
    this.throwIn([...this.state.dice, { pips, source: "entered" }], `die ${count}`);
    this.screen.say(`${this.state.hand.tapped.dice.length} of ${this.state.slots.length || "?"}`);
  }

  /** One of the dice that were told by count is taken away again. */
  takeAway(pips: number): void {
    if (!this.state.padOpen || !this.state.hand) return;
    this.state.hand = tap(this.state.hand, `die ${pips} away`, { dice: without(this.state.dice, this.state.lots, pips) });
    this.screen.say(`One ${pips} less: ${this.state.hand.tapped.dice.length} of ${this.state.slots.length}`);
    this.screen.draw();
  }

  /** The service throws the dice that are still to come. */
  roll(): void {
    if (!this.state.padOpen || !this.state.hand) return;
    // The line is slow or away: the tap is kept until the service has answered what was told before it.
    if (!this.state.isAnswered) {
      this.state.rollsFor = this.state.hand.tapped;
      return;
    }
    this.state.rollsFor = null;
    const rest = this.state.slots.slice(this.state.dice.length).map((): Throw => ({ pips: 0, source: "rolled" }));
    this.throwIn([...this.state.dice, ...rest], "the roll");
  }

  /** What lies thrown counts again. */
  countAgain(): void {
    if (this.state.hand && this.state.dice.length === this.state.slots.length) void this.screen.sender.sendHand();
  }

  /** The target whose die is next, by its place: its facts are read beside the die. */
  private rowAwaited(): number {
    const of = this.state.odds[this.state.dice.length]?.of;
    const at = this.state.hand!.tapped.targets.findIndex((one) => one.id === of);
    return at < 0 ? this.state.row : at;
  }

  private throwIn(dice: readonly Throw[], name: string): void {
    this.screen.targets.sees();
    this.state.hand = tap(this.state.hand!, name, { dice });
    [this.state.refused, this.state.unfolded, this.state.look, this.state.notTaken, this.state.row] = [
      null,
      null,
      "",
      "",
      this.rowAwaited(),
    ];
    this.screen.prompts.whole();
    this.screen.draw();
  }

  /** Sends the deed in hand as it is, once what was told of it last is answered. */
  submit(): void {
    if (!this.state.hand || this.state.sending || !this.state.asked?.ready) return;
    this.state.enteredAt = 0;
    if (this.state.isAnswered) return void this.screen.sender.sendHand();
    this.state.wanted = this.state.hand.tapped;
    this.screen.draw();
  }

  /** The last die lies. Whether it brings another, such as one thrown again, only the service knows. */
  async lastDie(): Promise<void> {
    const { hand, asked } = this.state;
    if (!hand || !asked) return;
    const told = this.toldWithDice(hand.deed, asked);
    this.state.sending = { what: hand.deed.says, dice: this.state.dice.map((one) => one.pips), waits: isAway() };
    this.screen.draw();
    const asking = isAway()
      ? Promise.resolve(null)
      : this.screen.service.asks(this.state.scene.number, hand.deed, told, hand.aside).catch(() => null);
    const after = await Promise.race([asking, new Promise<null>((done) => setTimeout(() => done(null), ANSWERED_WITHIN_MS))]);
    this.state.sending = null;
    // A scene that came meanwhile may have made another hand of the same taps.
    if (this.state.hand?.tapped !== hand.tapped) return this.screen.draw();
    if (after && !after.ready && !after.refused && slotsOf(after).length > this.state.slots.length) {
      [this.state.asked, this.state.askedFor] = [after, hand.tapped];
      return this.screen.draw();
    }
    await this.screen.sender.sendHand();
  }

  /** The first die lies. Whether it needs the others, only the service knows; until it says so they can be tapped. */
  async fewerDice(): Promise<void> {
    const { hand, asked } = this.state;
    if (!hand || !asked || isAway()) return;
    const after = await this.screen.service
      .asks(this.state.scene.number, hand.deed, this.toldWithDice(hand.deed, asked), hand.aside)
      .catch(() => null);
    if (after?.ready && this.state.hand?.tapped === hand.tapped && !this.state.sending) await this.screen.sender.sendHand();
  }

  private toldWithDice(deed: Deed, asked: Asked): { [name: string]: Json } {
    const { kind: _, ...whole } = commandOf(deed, asked, this.state.slots, this.state.dice);
    return Object.fromEntries(Object.entries(whole).filter(([name]) => !(name in deed.about)));
  }

  /** Both dice of a meeting with one tap, where this device speaks for both sides: the own deed, then the other's. */
  async meet(row: number, column: number): Promise<void> {
    const { hand, asked } = this.state;
    const meeting = asked?.meeting;
    const ask = asked?.asks.find((one) => one.kind === "dice");
    if (!hand || !meeting || !ask || !this.state.padOpen) return;
    const ofRows = hand.deed.by !== meeting.columns.side;
    const side = (ofRows ? meeting.columns : meeting.rows).side;
    const other = this.state.scene.stage.owed.find((one) => one.kind === hand.deed.kind && one.by === side && !one.barred);
    for (const [deed, pips] of [
      [hand.deed, ofRows ? row : column],
      [other, ofRows ? column : row],
    ] as const) {
      if (!deed || this.state.refused) return;
      const { prompts } =
        deed === hand.deed ? asked : ((await this.screen.service.asks(this.state.scene.number, deed, {}).catch(() => null)) ?? {});
      await this.screen.sender.send(
        deed,
        { kind: deed.kind, ...(deed.about as { [key: string]: Json }), [ask.name]: { pips, source: "entered" } },
        deed.says,
        [pips],
        prompts === undefined ? {} : { prompts },
      );
    }
  }

  /** The same by keys: first the die of the rows, then that of the columns. */
  meetByKeys(pips: number): void {
    const row = this.state.firstDie;
    this.state.firstDie = row ? 0 : pips;
    if (row) void this.meet(row, pips);
    else this.screen.say(`${pips}, and the other?`);
    this.screen.draw();
  }

  readRow(row: number, die: number): void {
    if (!this.state.result || Date.now() > this.state.mistypedUntil) return;
    this.state.again = { result: this.state.result, row, die };
    this.screen.draw();
  }

  private async readAgain(pips: number): Promise<void> {
    const { result, row, die } = this.state.again!;
    this.state.again = null;
    const deed = this.state.scene.stage.offered.find((one) => one.kind === "reread");
    if (!deed)
      return this.screen.refusals.refuse({
        clause: "",
        because: "Five seconds have gone by",
        instead: "Ask it back: the other side agrees or does not.",
      });
    const what = "Read the die again";
    this.state.sending = { what, dice: [pips], waits: false };
    this.screen.draw();
    const places = await this.screen.service.asks(this.state.scene.number, deed, {}).catch(() => null);
    this.state.sending = null;
    const among = places?.asks.find((one) => one.name === "die")?.among ?? [];
    const before = result.rows.slice(0, row).reduce((sum, one) => sum + one.dice.length, 0);
    const place = among[before + die];
    if (typeof place !== "string") {
      this.screen.refusals.refuse({ clause: "", because: "The die could not be read again", instead: "Tap it once more." });
      return this.screen.draw();
    }
    await this.screen.sender.send(
      deed,
      { kind: "reread", ...(deed.about as { [key: string]: Json }), die: place, pips },
      what,
      [pips],
      NAMES_ALL,
    );
  }
}
