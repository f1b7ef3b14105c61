// Sends commands and shows their outcome, at once or when the connection is back.
import type { Answer } from "../games/answers";
import type { Envelope } from "../games/outbox";
import { notDone } from "../games/refused-commands";
import { isAway } from "../live/stream";
import { commandOf, isUntouched } from "./command-draft";
import { asTold } from "./dice-lots";
import type { Asked, Beside, Deed, Json, Scene } from "./model";
import type { PlayScreen } from "./play-screen";
import type { ScreenState, Sent } from "./screen-state";
import { unitOf } from "./step-flow";
import { wordsOf } from "./waiting-commands";

/** Beside a command that answers no prompts: the deed or the request that it is about says all of it. */
export const NAMES_ALL: Beside = { prompts: "" };

export class CommandSender {
  private hearing: Promise<void> = Promise.resolve();

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Whether a command is on its way, or what the deed in hand asks. */
  get isBusy(): boolean {
    return this.state.sending ? true : !!this.state.hand && !this.state.isAnswered && !this.state.isUnasked;
  }

  async sendHand(): Promise<boolean> {
    const { hand, asked } = this.state;
    if (!hand || !asked) return false;
    const command = commandOf(hand.deed, asked, this.state.slots, asTold(this.state.dice, this.state.lots));
    const from = this.state.scene.step?.number;
    const decides = hand.byItself && !hand.aside && !this.state.slots.length && !unitOf(this.state.scene, hand.deed);
    const isDone = await this.send(
      hand.deed,
      command,
      `${hand.deed.says}${hand.deed.of ? `: ${hand.deed.of}` : ""}`,
      this.state.dice.map((one) => one.pips),
      { ...besideOf(asked), ...hand.aside },
    );
    if (isDone && decides) await this.screen.progress.goOnDecided(from);
    return isDone;
  }

  async send(deed: Deed, command: { [key: string]: Json }, what: string, dice: readonly number[], beside: Beside = {}): Promise<boolean> {
    if (this.state.sending && !this.state.through) return false;
    this.leaveOutcomes();
    const before = this.state.scene.number;
    const whole = deed.at_once && beside.prompts === undefined ? { ...beside, prompts: "" } : beside;
    this.state.sending = { what: this.state.through || what, dice, waits: isAway() };
    this.state.refused = null;
    this.screen.draw();
    const answer = await this.screen.service.send(before, command, what, whole);
    if (answer.kind === "unsent") this.letWait(what);
    else await this.became(deed, { command, what, beside: whole }, answer, before);
    return answer.kind === "accepted";
  }

  /** What became of waiting commands was read by a player who does something else, once all are answered. */
  leaveOutcomes(): void {
    if (!this.state.waiting.length) this.state.outcomes = [];
  }

  /** A command waits for the connection: it is listed, and what does not depend on its answer can be entered. */
  letWait(what: string): void {
    this.state.sending = null;
    [this.state.result, this.state.taken, this.state.past] = [null, null, []];
    this.screen.selection.leaveHand();
    this.state.queueChanged();
    this.screen.say(`Not sent yet: ${what}`);
    this.screen.selection.settle();
    this.screen.draw();
  }

  /** What became of a command. */
  private async became(deed: Deed, sent: Sent, answer: Answer & { id: string }, before: number): Promise<void> {
    const { command } = sent;
    if (answer.kind !== "accepted") {
      this.state.sending = null;
      // What has happened meanwhile is there before it is said: it would take the words away as it came.
      if (answer.kind === "stale" || answer.kind === "refused") await this.screen.updates.refresh();
      this.screen.refusals.tellWhyNot(
        answer,
        sent,
        (aside) => void this.send(deed, sent.command, sent.what, [], { ...sent.beside, ...aside }),
      );
      if (answer.kind === "refused" && !answer.clause && !this.state.scene.request) this.screen.refusals.withoutAside();
      // Dice that came to nothing are not on the pad any more; targets and facts are.
      if (this.state.hand?.tapped.dice.length)
        this.state.hand = {
          ...this.state.hand,
          tapped: { ...this.state.hand.tapped, dice: [] },
          trail: this.state.hand.trail.filter((one) => !one.name.startsWith("die") && one.name !== "the roll"),
        };
      await this.screen.updates.refresh();
      return this.screen.draw();
    }
    this.state.done = answer.number;
    const scene = await this.screen.updates.sceneAfter(answer.number);
    if (this.state.hand && this.screen.selection.same(this.state.hand.deed, deed) && dicein(command))
      this.state.lastTargets.set(this.screen.selection.nameOf(deed), this.state.hand.tapped.targets);
    const keeps =
      this.state.hand &&
      this.screen.selection.same(this.state.hand.deed, deed) &&
      !dicein(command) &&
      this.state.hand.tapped.targets.length > 0;
    this.state.sending = this.state.through && this.state.sending ? { ...this.state.sending, waits: false } : null;
    this.state.last = deed;
    this.screen.selection.leaveHand();
    this.showOutcome(scene, answer.id, before);
    // A deed that is told stand by stand stays in hand as long as there is another.
    const more = [...this.state.scene.stage.owed, ...this.state.scene.stage.offered].find(
      (one) => this.screen.selection.same(one, deed) && !one.barred,
    );
    if (keeps && more && !this.state.result) {
      this.screen.selection.open(more, false);
      this.screen.draw();
    }
  }

  /** Show the result of a command that was carried out, or its lines in the log where it has none: those after event `before`. */
  private showOutcome(scene: Scene, command: string, before: number): void {
    this.state.result = scene.results.find((result) => result.command === command) ?? null;
    this.state.past = this.state.result
      ? []
      : scene.lines
          .filter((line) => line.number > before && !line.gone)
          .map((line) => line.says)
          .reverse();
    // A request that was carried out names no unit of its own: whose result it is goes on.
    const acted = this.state.result?.unit ?? "";
    if (!this.state.unit && scene.units.some((unit) => unit.id === acted)) this.state.unit = acted;
    if (this.state.result) this.state.mistypedUntil = Date.now() + (scene.mistyped?.command === command ? scene.mistyped.until_ms : 0);
    this.screen.updates.takeScene(scene);
    if (this.state.past[0] && !this.state.spoken) this.screen.say(this.state.past[0]);
  }

  /** What waited for the line was answered at last: one answer is shown after the other. */
  afterWaiting(envelope: Envelope, answer: Answer): Promise<void> {
    this.state.queueChanged();
    this.hearing = this.hearing.then(() => this.hearAnswer(envelope, answer));
    return this.hearing;
  }

  private async hearAnswer(envelope: Envelope, answer: Answer): Promise<void> {
    if (isSaid(envelope)) this.state.saying = "";
    const from = this.state.scene.step?.number;
    const isOfSeat = !envelope.role || envelope.role === this.state.scene.role;
    if (answer.kind !== "accepted") {
      // What has happened meanwhile is there before it is said.
      await this.screen.updates.refresh();
      if (answer.kind !== "unsent") this.screen.refusals.keepRefused(notDone(envelope, answer, isOfSeat));
      this.screen.selection.settle();
      return this.screen.draw();
    }
    this.state.done = Math.max(this.state.done, answer.number);
    const scene = await this.screen.updates.sceneAfter(answer.number);
    // What a person has begun to enter meanwhile stays in hand.
    if (this.state.hand?.byItself && isUntouched(this.state.hand)) this.screen.selection.leaveHand();
    this.tellAnswer(scene, envelope, answer.number);
    this.screen.updates.takeScene(scene);
    this.state.past = this.state.past.filter((line) => !this.state.outcomes.some(({ says }) => says === line));
    // What follows from going on follows from it late as well.
    const isFree =
      !this.state.sending && !this.state.waiting.length && !this.state.result && !this.state.notDone.length && !this.state.hand;
    const next = isFree ? this.screen.progress.comesNext([], from) : undefined;
    if (next) await this.screen.progress.goingThrough(next, [], from);
    this.screen.draw();
  }

  /** Each answer is listed, but for the result that is on the card: that is the last one, unless something is in hand. */
  private tellAnswer(scene: Scene, envelope: Envelope, number: number): void {
    const result = scene.results.find((one) => one.command === envelope.command_id);
    const says = result
      ? `${result.label}: ${result.headline}`
      : (scene.lines.find((line) => line.number === number)?.says ?? wordsOf(envelope));
    this.state.outcomes = [...this.state.outcomes, { command: envelope.command_id, says }];
    if (this.state.hand || this.state.sending) return;
    this.state.result = result ?? null;
    if (result) this.state.mistypedUntil = Date.now() + (scene.mistyped?.command === envelope.command_id ? scene.mistyped.until_ms : 0);
  }
}

/** Whether a command says something of a request. */
export function isSaid({ command }: Envelope): boolean {
  return command["kind"] === "answer" || command["kind"] === "withdraw";
}

/** What it says, in a word. */
export function saidIn({ command }: Envelope): string {
  return command["kind"] === "withdraw" ? "No longer asked" : command["agree"] === true ? "Agree" : "Don’t agree";
}

/** What goes with a command that was made of prompts. Nothing is said of origins where everything was measured. */
export function besideOf({ origins, prompts }: Asked): Beside {
  return { ...(Object.keys(origins).length ? { origins } : {}), ...(prompts === undefined ? {} : { prompts }) };
}

function dicein(command: { [key: string]: Json }): boolean {
  return JSON.stringify(command).includes('"pips"');
}
