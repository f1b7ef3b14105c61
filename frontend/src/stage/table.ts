// What a device does at its seat: commands go out, what became of them is shown; going on, and taking back.
import type { Answer } from "../answers";
import { keepNotDone, leaveNotDone, type NotDone, notDone, notDoneAt } from "../not-done";
import { sentence } from "../opening";
import { isAway } from "../live";
import type { Envelope } from "../outbox";
import { fallenAway, gone } from "./away";
import { showsBoth } from "./board";
import { agreedTo, deedsOf, goingOn, owed, passes, unitOf } from "./flow";
import type { Entered } from "./entered";
import { commandOf, isUntouched, NOTHING, slotsOf, untapped } from "./hand";
import { asTold } from "./lots";
import { TELLS } from "./in-hand";
import type { Ask, Asked, Beside, Deed, Json, Scene, SetAside } from "./model";
import { capital } from "./parts";
import { wordsOf } from "./queue";
import type { Made, Sent } from "./stage-state";
import { Tapping } from "./tapping";

const MOST_PASSED = 14;
/** Beside a command that answers no prompts: the deed or the request that it is about says all of it. */
const NAMES_ALL: Beside = { prompts: "" };
/** Without an answer for so long the command goes to the outbox as it is: there it outlives the page. */
const ANSWERED_WITHIN_MS = 2500;

export class Table extends Tapping {
  /** Whether a command is on its way, or what the deed in hand asks. */
  get isBusy(): boolean {
    return this.sending ? true : !!this.hand && !this.isAnswered && !this.isUnasked;
  }

  /** The last die lies. Whether it brings another, such as one thrown again, only the service knows. */
  protected override async lastDie(): Promise<void> {
    const { hand, asked } = this;
    if (!hand || !asked) return;
    const told = this.toldWithDice(hand.deed, asked);
    this.sending = { what: hand.deed.says, dice: this.dice.map((one) => one.pips), waits: isAway() };
    this.draw();
    const asking = isAway() ? Promise.resolve(null) : this.service.asks(this.scene.number, hand.deed, told, hand.aside).catch(() => null);
    const after = await Promise.race([asking, new Promise<null>((done) => setTimeout(() => done(null), ANSWERED_WITHIN_MS))]);
    this.sending = null;
    // A scene that came meanwhile may have made another hand of the same taps.
    if (this.hand?.tapped !== hand.tapped) return this.draw();
    if (after && !after.ready && !after.refused && slotsOf(after).length > this.slots.length) {
      [this.asked, this.askedFor] = [after, hand.tapped];
      return this.draw();
    }
    await this.sendHand();
  }

  /** The first die lies. Whether it needs the others, only the service knows; until it says so they can be tapped. */
  protected override async fewerDice(): Promise<void> {
    const { hand, asked } = this;
    if (!hand || !asked || isAway()) return;
    const after = await this.service.asks(this.scene.number, hand.deed, this.toldWithDice(hand.deed, asked), hand.aside).catch(() => null);
    if (after?.ready && this.hand?.tapped === hand.tapped && !this.sending) await this.sendHand();
  }

  private toldWithDice(deed: Deed, asked: Asked): { [name: string]: Json } {
    const { kind: _, ...whole } = commandOf(deed, asked, this.slots, this.dice);
    return Object.fromEntries(Object.entries(whole).filter(([name]) => !(name in deed.about)));
  }

  protected override async sendHand(): Promise<boolean> {
    const { hand, asked } = this;
    if (!hand || !asked) return false;
    const command = commandOf(hand.deed, asked, this.slots, asTold(this.dice, this.lots));
    const from = this.scene.step?.number;
    const decides = hand.byItself && !hand.aside && !this.slots.length && !unitOf(this.scene, hand.deed);
    const isDone = await this.send(
      hand.deed,
      command,
      `${hand.deed.says}${hand.deed.of ? `: ${hand.deed.of}` : ""}`,
      this.dice.map((one) => one.pips),
      { ...besideOf(asked), ...hand.aside },
    );
    if (isDone && decides) await this.goOnDecided(from);
    return isDone;
  }

  protected override async send(
    deed: Deed,
    command: { [key: string]: Json },
    what: string,
    dice: readonly number[],
    beside: Beside = {},
  ): Promise<boolean> {
    if (this.sending && !this.through) return false;
    this.leaveOutcomes();
    const before = this.scene.number;
    const whole = deed.at_once && beside.prompts === undefined ? { ...beside, prompts: "" } : beside;
    this.sending = { what: this.through || what, dice, waits: isAway() };
    this.refused = null;
    this.draw();
    const answer = await this.service.send(before, command, what, whole);
    if (answer.kind === "unsent") this.letWait(what);
    else await this.became(deed, { command, what, beside: whole }, answer, before);
    return answer.kind === "accepted";
  }

  /** What became of waiting commands was read by a player who does something else, once all are answered. */
  protected leaveOutcomes(): void {
    if (!this.waiting.length) this.outcomes = [];
  }

  /** A command waits for the connection: it is listed, and what does not depend on its answer can be entered. */
  protected letWait(what: string): void {
    this.sending = null;
    [this.result, this.taken, this.past] = [null, null, []];
    this.leaveHand();
    this.queueChanged();
    this.say(`Not sent yet: ${what}`);
    this.settle();
    this.draw();
  }

  /** A command that came too late stays on the card, to be sent again or discarded. */
  protected tooLate(answer: Answer & { kind: "stale"; id: string }, { command, what, beside }: Sent): void {
    const envelope = { game: this.service.game, role: this.scene.role, command_id: answer.id, expected_seq: 0, command, what, ...beside };
    this.keepRefused(notDone(envelope as Envelope, answer));
  }

  protected keepRefused(one: NotDone): void {
    keepNotDone(one);
    this.notDone = notDoneAt(this.service.game, this.scene.role);
    this.say(`Refused: ${one.what}. ${sentence(one.because)}`, true);
  }

  /** Says why a command was not carried out, whatever the reason; it stays until a person leaves it. */
  protected tellWhyNot(answer: Answer & { id: string }, sent: Sent, overrule?: (aside: SetAside) => void): void {
    if (answer.kind === "stale") return this.tooLate(answer, sent);
    if (answer.kind === "refused")
      return this.refuse({
        clause: answer.clause,
        because: answer.because,
        instead: answer.instead,
        holds: true,
        ...(overrule && answer.canOverrule ? { overrule } : { isFinal: true }),
      });
    if (answer.kind === "accepted" || answer.kind === "unsent") return;
    this.refuse({
      clause: "",
      because: answer.because,
      instead: "instead" in answer ? answer.instead : "Nothing was changed. Try again.",
      holds: true,
      isFinal: answer.kind === "unreadable",
    });
  }

  /** What became of a command. */
  protected async became(deed: Deed, sent: Sent, answer: Answer & { id: string }, before: number): Promise<void> {
    const { command } = sent;
    if (answer.kind !== "accepted") {
      this.sending = null;
      // What has happened meanwhile is there before it is said: it would take the words away as it came.
      if (answer.kind === "stale" || answer.kind === "refused") await this.refresh();
      this.tellWhyNot(answer, sent, (aside) => void this.send(deed, sent.command, sent.what, [], { ...sent.beside, ...aside }));
      if (answer.kind === "refused" && !answer.clause && !this.scene.request) this.withoutAside();
      // Dice that came to nothing are not on the pad any more; targets and facts are.
      if (this.hand?.tapped.dice.length)
        this.hand = {
          ...this.hand,
          tapped: { ...this.hand.tapped, dice: [] },
          trail: this.hand.trail.filter((one) => !one.name.startsWith("die") && one.name !== "the roll"),
        };
      await this.refresh();
      return this.draw();
    }
    this.done = answer.number;
    const scene = await this.sceneAfter(answer.number);
    if (this.hand && this.same(this.hand.deed, deed) && dicein(command)) this.lastTargets.set(this.nameOf(deed), this.hand.tapped.targets);
    const keeps = this.hand && this.same(this.hand.deed, deed) && !dicein(command) && this.hand.tapped.targets.length > 0;
    this.sending = this.through && this.sending ? { ...this.sending, waits: false } : null;
    this.last = deed;
    this.leaveHand();
    this.showOutcome(scene, answer.id, before);
    // A deed that is told stand by stand stays in hand as long as there is another.
    const more = [...this.scene.stage.owed, ...this.scene.stage.offered].find((one) => this.same(one, deed) && !one.barred);
    if (keeps && more && !this.result) {
      this.open(more, false);
      this.draw();
    }
  }

  /** Show the result of a command that was carried out, or its lines in the log where it has none: those after event `before`. */
  protected showOutcome(scene: Scene, command: string, before: number): void {
    this.result = scene.results.find((result) => result.command === command) ?? null;
    this.past = this.result
      ? []
      : scene.lines
          .filter((line) => line.number > before && !line.gone)
          .map((line) => line.says)
          .reverse();
    // A request that was carried out names no unit of its own: whose result it is goes on.
    const acted = this.result?.unit ?? "";
    if (!this.unit && scene.units.some((unit) => unit.id === acted)) this.unit = acted;
    if (this.result) this.mistypedUntil = Date.now() + (scene.mistyped?.command === command ? scene.mistyped.until_ms : 0);
    this.takeScene(scene);
    if (this.past[0] && !this.spoken) this.say(this.past[0]);
  }

  /** The scene once it shows at least what a command was answered with. */
  protected async sceneAfter(number: number): Promise<Scene> {
    for (let tries = 0; ; tries++) {
      try {
        const scene = await this.service.scene();
        if (scene.number >= number || tries > 3) return scene;
      } catch (wrong) {
        if (!fallenAway(wrong) && tries > 40) return this.scene;
        await new Promise((done) => setTimeout(done, 500));
      }
      if (gone()) return this.scene;
    }
  }

  /** What waited for the line was answered at last: one answer is shown after the other. */
  afterWaiting(envelope: Envelope, answer: Answer): Promise<void> {
    this.queueChanged();
    this.hearing = this.hearing.then(() => this.hearAnswer(envelope, answer));
    return this.hearing;
  }

  protected hearing: Promise<void> = Promise.resolve();

  protected async hearAnswer(envelope: Envelope, answer: Answer): Promise<void> {
    if (isSaid(envelope)) this.saying = "";
    const from = this.scene.step?.number;
    const isOfSeat = !envelope.role || envelope.role === this.scene.role;
    if (answer.kind !== "accepted") {
      // What has happened meanwhile is there before it is said.
      await this.refresh();
      if (answer.kind !== "unsent") this.keepRefused(notDone(envelope, answer, isOfSeat));
      this.settle();
      return this.draw();
    }
    this.done = Math.max(this.done, answer.number);
    const scene = await this.sceneAfter(answer.number);
    // What a person has begun to enter meanwhile stays in hand.
    if (this.hand?.byItself && isUntouched(this.hand)) this.leaveHand();
    this.tellAnswer(scene, envelope, answer.number);
    this.takeScene(scene);
    this.past = this.past.filter((line) => !this.outcomes.some(({ says }) => says === line));
    // What follows from going on follows from it late as well.
    const isFree = !this.sending && !this.waiting.length && !this.result && !this.notDone.length && !this.hand;
    const next = isFree ? this.comesNext([], from) : undefined;
    if (next) await this.goingThrough(next, [], from);
    this.draw();
  }

  /** Each answer is listed, but for the result that is on the card: that is the last one, unless something is in hand. */
  protected tellAnswer(scene: Scene, envelope: Envelope, number: number): void {
    const result = scene.results.find((one) => one.command === envelope.command_id);
    const says = result
      ? `${result.label}: ${result.headline}`
      : (scene.lines.find((line) => line.number === number)?.says ?? wordsOf(envelope));
    this.outcomes = [...this.outcomes, { command: envelope.command_id, says }];
    if (this.hand || this.sending) return;
    this.result = result ?? null;
    if (result) this.mistypedUntil = Date.now() + (scene.mistyped?.command === envelope.command_id ? scene.mistyped.until_ms : 0);
  }

  /** What was said of a request before the page was loaded is on its way still. */
  override begin(): void {
    this.saying = this.waiting.filter(isSaid).map(saidIn).at(-1) ?? "";
    super.begin();
  }

  /** Sends a refused command again, as of the table that stands on the card now. */
  async sendAgain(one: NotDone, aside?: SetAside): Promise<void> {
    if (!one.again || this.sending) return;
    this.discard(one);
    const command = one.again.command as { [key: string]: Json };
    const { kind, ...told } = command;
    const deed = [...this.scene.stage.owed, ...this.scene.stage.offered].find(
      (each) =>
        each.kind === kind && Object.entries(each.about).every(([name, value]) => JSON.stringify(told[name]) === JSON.stringify(value)),
    );
    const unknown: Deed = {
      kind: String(kind),
      says: one.what,
      about: {},
      of: "",
      by: "",
      barred: null,
      at_once: false,
      where: "hand",
      place: 0,
      follows: false,
    };
    await this.send(deed ?? unknown, command, one.what, facesIn(command), { ...(one.again.beside as Beside), ...aside });
  }

  /** A refused command is not wanted any more. */
  discard(one: NotDone): void {
    leaveNotDone(one);
    this.notDone = notDoneAt(this.service.game, this.scene.role);
    this.settle();
    this.draw();
  }

  // ---------- what is entered on this device ----------

  /** What is entered and not sent, to be kept over a reload; null where nothing is. */
  entered(texts: { readonly [field: string]: string }): Entered | null {
    const { hand, unit, oneTap } = this;
    const { targets, facts, dice } = hand?.tapped ?? NOTHING;
    const isTapped = targets.length + dice.length + Object.keys(facts).length + Object.keys(texts).length > 0;
    const isBegun = hand && (!hand.byItself || isTapped);
    return isBegun ? { number: this.enteredAt || this.scene.number, unit, hand, oneTap: oneTap && this.isUnasked, texts } : null;
  }

  /** Takes up what was entered before the page was loaded, where it may still be done; whether it could be. */
  takeUp(entered: Entered): boolean {
    const there = [...this.scene.stage.owed, ...this.scene.stage.offered].find(
      (one) => this.same(one, entered.hand.deed) && (!one.barred || !!entered.hand.aside),
    );
    if (!there || this.scene.closed) return false;
    [this.unit, this.oneTap] = [entered.unit, entered.oneTap];
    this.hand = { ...entered.hand, deed: there };
    [this.seen, this.tellsFirst] = [new Set(), false];
    this.enteredAt = entered.number;
    this.ask();
    return true;
  }

  // ---------- going on, and back ----------

  protected override takes(unit: string): boolean {
    return showsBoth(this) && unit !== this.unit && this.scene.units.some((one) => one.id === unit);
  }

  /** Another unit comes into the hand. */
  override pick(unit: string): void {
    if (!this.scene.units.some((one) => one.id === unit)) return;
    if (this.hand?.tapped.dice.length)
      return this.note(`First the dice that are owed, then ${this.scene.units.find((one) => one.id === unit)!.name}`);
    const deeds = deedsOf(this.scene, unit);
    // The reason of one that can do nothing comes again with each tap: what it wants can be asked for once more.
    if (deeds.length && deeds.every((one) => one.barred)) return this.choose(deeds[0]!);
    if (unit === this.unit) return this.note(`${this.unitNow?.name ?? ""} is in hand`);
    if (!deeds.length) return this.note(`${this.scene.units.find((one) => one.id === unit)?.name ?? ""} is done`);
    [this.result, this.taken, this.refused, this.look] = [null, null, null, ""];
    this.leaveHand();
    this.unit = unit;
    this.settle();
    this.draw();
  }

  protected note(words: string): void {
    this.look = words;
    this.say(words);
    this.draw();
  }

  /** Puts the unit in hand off: it comes round again. */
  putOff(): void {
    this.later = [...this.later.filter((one) => one !== this.unit), this.unit];
    [this.unit, this.result, this.taken, this.refused] = ["", null, null, null];
    this.leaveHand();
    this.settle();
    this.draw();
  }

  /** Leaves what stands on the card for what comes next at this step. */
  goOn(): void {
    this.below = false;
    this.leaveOutcomes();
    [this.result, this.taken, this.past, this.refused] = [null, null, [], null];
    this.unit = "";
    this.settle();
    this.draw();
  }

  async finish(deed: Deed): Promise<void> {
    const isDone = await this.send(deed, { kind: deed.kind, ...(deed.about as { [key: string]: Json }) }, deed.says, []);
    if (isDone) this.goOn();
  }

  /** A deed of going on, the steps behind it in which nothing can be done, and what follows by itself: all of it this one tap. */
  async advance(deed: Deed): Promise<void> {
    [this.result, this.taken, this.refused] = [null, null, null];
    await this.goingThrough(deed, [], this.scene.step?.number);
  }

  /** Nobody is what is told of the deed in hand, with the tap that goes on. */
  async nobody(): Promise<void> {
    if (!this.isAnswered) return this.submit();
    const from = this.scene.step?.number;
    if (await this.sendHand()) await this.goOnDecided(from);
  }

  /** A step in which nothing is left is over with the tap that decided it. */
  protected async goOnDecided(from: string | undefined): Promise<void> {
    if (this.refused || this.sending || this.result) return;
    const past = [...this.past];
    const next = this.comesNext(past, from);
    if (next) await this.goingThrough(next, past, from);
  }

  protected async goingThrough(first: Deed, past: string[], from: string | undefined): Promise<void> {
    let next: Deed | undefined = first;
    for (let n = 0; next && n < MOST_PASSED; n++) {
      const made: Made | null = await this.asProposed(next);
      if (!made) {
        this.arrive();
        this.choose(next, next.follows);
        break;
      }
      this.leaveHand();
      this.through ||= next.says;
      if (!(await this.send(next, made.command, next.says, [], made.beside))) break;
      if (next.follows) past.push(...this.past);
      next = this.comesNext(past, from);
    }
    this.arrive();
    this.past = past;
    this.unit = "";
    this.settle();
    this.draw();
  }

  /** The way of one tap through several deeds is over. */
  protected arrive(): void {
    [this.through, this.sending] = ["", null];
  }

  /** What is done with the tap that went on: a step in which nothing can be done passes, and what follows is carried out. Of the step it began `from` it is not said that it passed. */
  protected comesNext(past: string[], from: string | undefined): Deed | undefined {
    const first = owed(this.scene)[0];
    if (first) return first.follows ? first : undefined;
    const on = goingOn(this.scene);
    if (!passes(this.scene) || on[0]?.place !== 1) return undefined;
    const { step } = this.scene;
    if (step && step.number !== from) past.push(`${step.number} ${step.full}: ${step.small || "nothing to do"}, passed`);
    return on[0];
  }

  /** The command of a deed in which nothing is left to tell; null where something is. */
  protected async asProposed(deed: Deed): Promise<Made | null> {
    const about = deed.about as { [key: string]: Json };
    if (deed.at_once) return { command: { kind: deed.kind, ...about }, beside: {} };
    const asked = await this.service.asks(this.scene.number, deed, {}).catch(() => null);
    const chosen = asked?.asks.some(
      (one) => one.kind === "several" || one.kind === "rows" || one.kind === "dice" || (deed.follows && isOpen(one, deed, asked)),
    );
    return asked?.ready && (!chosen || deed.place === 1)
      ? { command: { kind: deed.kind, ...asked.told, ...about }, beside: besideOf(asked) }
      : null;
  }

  /** Always the last thing, by its name: a tap, then the choice of the deed, then the deed itself. */
  back(): void {
    [this.refused, this.look] = [null, ""];
    if (this.again) this.again = null;
    else if (this.hand?.trail.length) {
      this.hand = untapped(this.hand);
      this.ask();
    } else if (this.hand && !this.hand.byItself) {
      this.leaveHand();
      this.settle();
    } else if (this.waiting.length) this.takeFromQueue();
    else if (this.scene.asking || agreedTo(this.scene)) void this.withdraw();
    else if (this.scene.back) void this.takeBack(this.scene.back);
    this.draw();
  }

  /** The newest of the commands that wait is taken back before it is sent; of one that was sent nobody knows whether it is done. */
  protected takeFromQueue(): void {
    const newest = this.waiting.at(-1)!;
    if (!this.service.discard(newest)) return this.note(`${capital(wordsOf(newest))} was sent already. Its answer is still to come`);
    if (isSaid(newest)) this.saying = "";
    this.queueChanged();
    this.say(`Taken back: ${wordsOf(newest)}`);
    this.settle();
  }

  protected async takeBack(back: NonNullable<Scene["back"]>): Promise<void> {
    const result = this.scene.results.find((one) => one.command === back.command);
    const deed = this.scene.stage.offered.find((one) => one.kind === "undo");
    if (!deed || this.sending) return;
    this.leaveOutcomes();
    this.sending = { what: "Take back", dice: [], waits: false };
    this.draw();
    const sent: Sent = { command: { kind: "undo", command_id: back.command }, what: `Take back ${back.name}`, beside: NAMES_ALL };
    const answer = await this.service.send(this.scene.number, sent.command, sent.what, sent.beside);
    this.sending = null;
    if (answer.kind === "unsent") return this.letWait(sent.what);
    if (answer.kind === "accepted") this.done = answer.number;
    await this.refresh();
    this.tellWhyNot(answer, sent);
    if (answer.kind === "accepted" && !this.scene.asking && this.scene.back?.command !== back.command) {
      [this.result, this.past] = [null, []];
      this.taken = { name: back.name, headline: result?.headline ?? back.name, dice: back.dice };
      this.say(`Taken back: ${back.name}`);
    }
    this.settle();
    this.draw();
  }

  async agree(yes: boolean): Promise<void> {
    const word = yes ? "Agree" : "Don’t agree";
    await this.says(word, { kind: "answer", agree: yes }, word);
  }

  /** Agrees that the game is deleted, or refuses. */
  async answerDeletion(yes: boolean): Promise<void> {
    if (this.saying) return;
    this.saying = yes ? "Agree" : "Refuse";
    this.draw();
    const because = await this.service.decide(`deletion/${yes ? "agree" : "decline"}`);
    this.saying = "";
    await this.refresh();
    if (because) this.say(because, true);
    this.draw();
  }

  /** What is said of a request shows with the tap, and stands until it came to something. */
  protected async says(word: string, command: { [key: string]: Json }, what: string): Promise<void> {
    if (this.saying) return;
    this.leaveOutcomes();
    this.saying = word;
    this.draw();
    const answer = await this.service.send(this.scene.number, command, what, NAMES_ALL);
    if (answer.kind === "unsent") {
      this.queueChanged();
      return this.draw();
    }
    if (answer.kind === "accepted") this.done = answer.number;
    await this.refresh();
    this.tellWhyNot(answer, { command, what, beside: NAMES_ALL });
    this.saying = "";
    this.draw();
  }

  /** What this seat has asked for is asked no longer. */
  async withdraw(): Promise<void> {
    if (!(this.scene.asking || agreedTo(this.scene)) || this.sending) return;
    this.withdrew = true;
    await this.says("No longer asked", { kind: "withdraw" }, "Withdraw the request");
    this.withdrew = false;
  }

  /** Both dice of a meeting with one tap, where this device speaks for both sides: the own deed, then the other's. */
  async meet(row: number, column: number): Promise<void> {
    const { hand, asked } = this;
    const meeting = asked?.meeting;
    const ask = asked?.asks.find((one) => one.kind === "dice");
    if (!hand || !meeting || !ask || !this.padOpen) return;
    const ofRows = hand.deed.by !== meeting.columns.side;
    const side = (ofRows ? meeting.columns : meeting.rows).side;
    const other = this.scene.stage.owed.find((one) => one.kind === hand.deed.kind && one.by === side && !one.barred);
    for (const [deed, pips] of [
      [hand.deed, ofRows ? row : column],
      [other, ofRows ? column : row],
    ] as const) {
      if (!deed || this.refused) return;
      const { prompts } = deed === hand.deed ? asked : ((await this.service.asks(this.scene.number, deed, {}).catch(() => null)) ?? {});
      await this.send(
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
    const row = this.firstDie;
    this.firstDie = row ? 0 : pips;
    if (row) void this.meet(row, pips);
    else this.say(`${pips}, and the other?`);
    this.draw();
  }

  readRow(row: number, die: number): void {
    if (!this.result || Date.now() > this.mistypedUntil) return;
    this.again = { result: this.result, row, die };
    this.draw();
  }

  protected override async readAgain(pips: number): Promise<void> {
    const { result, row, die } = this.again!;
    this.again = null;
    const deed = this.scene.stage.offered.find((one) => one.kind === "correct_die");
    if (!deed)
      return this.refuse({ clause: "", because: "Five seconds have gone by", instead: "Ask it back: the other side agrees or does not." });
    const what = "Read the die again";
    this.sending = { what, dice: [pips], waits: false };
    this.draw();
    const places = await this.service.asks(this.scene.number, deed, {}).catch(() => null);
    this.sending = null;
    const among = places?.asks.find((one) => one.name === "die")?.among ?? [];
    const before = result.rows.slice(0, row).reduce((sum, one) => sum + one.dice.length, 0);
    const place = among[before + die];
    if (typeof place !== "string") {
      this.refuse({ clause: "", because: "The die could not be read again", instead: "Tap it once more." });
      return this.draw();
    }
    await this.send(deed, { kind: "correct_die", ...(deed.about as { [key: string]: Json }), die: place, pips }, what, [pips], NAMES_ALL);
  }

  /** A refusal is set aside with a reason, or its allowing is asked of the other side: the service knows which. */
  overrule(reason: string): void {
    this.refused?.overrule?.({ overrule: this.refused.clause, reason });
  }

  /** What the rules do not refuse any more is sent as usual: it stays in hand, and sets nothing aside. */
  protected withoutAside(): void {
    if (!this.hand?.aside) return;
    const { aside: _, ...plain } = this.hand;
    [this.hand, this.askedFor] = [plain, null];
  }

  /** The refusal goes, and with it the tap that brought it: what stays in hand is not refused. */
  leaveRefusal(): void {
    this.refused = null;
    if (this.hand && this.asked?.refused) return this.back();
    this.draw();
  }
}

/** Whether a command says something of a request. */
function isSaid({ command }: Envelope): boolean {
  return command["kind"] === "answer" || command["kind"] === "withdraw";
}

/** What it says, in a word. */
function saidIn({ command }: Envelope): string {
  return command["kind"] === "withdraw" ? "No longer asked" : command["agree"] === true ? "Agree" : "Don’t agree";
}

/** Whether a fact of a deed is a player's to tell: neither settled nor known by the map or from before. */
function isOpen(ask: Ask, deed: Deed, asked: Asked): boolean {
  return TELLS.has(ask.kind) && !(ask.name in deed.about) && !["map", "remembered", "measured"].includes(asked.origins[ask.name] ?? "");
}

/** What goes with a command that was made of prompts. Nothing is said of origins where everything was measured. */
function besideOf({ origins, prompts }: Asked): Beside {
  return { ...(Object.keys(origins).length ? { origins } : {}), ...(prompts === undefined ? {} : { prompts }) };
}

/** The faces of the dice in a command, in their order; of those that the service throws there are none yet. */
function facesIn(value: Json | undefined): number[] {
  if (Array.isArray(value)) return value.flatMap(facesIn);
  if (!value || typeof value !== "object") return [];
  const { pips } = value;
  return typeof pips === "number" ? (pips > 0 ? [pips] : []) : Object.values(value).flatMap(facesIn);
}

function dicein(command: { [key: string]: Json }): boolean {
  return JSON.stringify(command).includes('"pips"');
}
