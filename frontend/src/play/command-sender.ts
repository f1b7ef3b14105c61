// Sends commands and shows their outcome, at once or when the connection is back.
import type { Answer } from "../games/answers";
import type { Envelope } from "../games/outbox";
import { refusedCommand } from "../games/refused-commands";
import { isAway } from "../live/stream";
import { commandOf, isUntouched } from "./command-draft";
import { countedDice } from "./dice-lots";
import type { PromptsResponse, CommandContext, CommandSpec, Json, ScreenData } from "./model";
import type { PlayScreen } from "./play-screen";
import type { ScreenState, SentCommand } from "./screen-state";
import { unitOf } from "./step-flow";
import { wordsOf } from "./waiting-commands";

/** The context of a command that answers no prompts. */
export const NO_PROMPTS: CommandContext = { prompts: "" };

export class CommandSender {
  private answering: Promise<void> = Promise.resolve();

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Whether a command is being sent, or prompts are being fetched. */
  get isBusy(): boolean {
    return this.state.sending ? true : !!this.state.draft && !this.state.isAnswered && !this.state.isOfflineDraft;
  }

  async sendDraft(): Promise<boolean> {
    const { draft, prompts } = this.state;
    if (!draft || !prompts) return false;
    const command = commandOf(draft.deed, prompts, this.state.slots, countedDice(this.state.dice, this.state.lots));
    const from = this.state.data.step?.number;
    const decides = draft.byItself && !draft.aside && !this.state.slots.length && !unitOf(this.state.data, draft.deed);
    const isDone = await this.send(
      draft.deed,
      command,
      `${draft.deed.says}${draft.deed.of ? `: ${draft.deed.of}` : ""}`,
      this.state.dice.map((die) => die.pips),
      { ...contextOf(prompts), ...draft.aside },
    );
    if (isDone && decides) await this.screen.progress.passDecided(from);
    return isDone;
  }

  async send(
    spec: CommandSpec,
    command: { [key: string]: Json },
    what: string,
    dice: readonly number[],
    beside: CommandContext = {},
  ): Promise<boolean> {
    if (this.state.sending && !this.state.passingThrough) return false;
    this.clearOutcomes();
    const before = this.state.data.number;
    const whole = spec.at_once && beside.prompts === undefined ? { ...beside, prompts: "" } : beside;
    this.state.sending = { what: this.state.passingThrough || what, dice, waits: isAway() };
    this.state.refused = null;
    this.screen.draw();
    const answer = await this.screen.service.send(before, command, what, whole);
    if (answer.kind === "unsent") this.showWaiting(what);
    else await this.showAnswer(spec, { command, what, beside: whole }, answer, before);
    return answer.kind === "accepted";
  }

  /** Clears the outcomes of waiting commands, once all are answered and the player goes on. */
  clearOutcomes(): void {
    if (!this.state.waiting.length) this.state.outcomes = [];
  }

  /** Lists a command that waits for the connection. What does not depend on it can be entered. */
  showWaiting(what: string): void {
    this.state.sending = null;
    [this.state.result, this.state.undone, this.state.recentLines] = [null, null, []];
    this.screen.selection.clear();
    this.state.queueChanged();
    this.screen.say(`Not sent yet: ${what}`);
    this.screen.selection.update();
    this.screen.draw();
  }

  /** Shows the answer to a command. */
  private async showAnswer(spec: CommandSpec, sent: SentCommand, answer: Answer & { id: string }, before: number): Promise<void> {
    const { command } = sent;
    if (answer.kind !== "accepted") {
      this.state.sending = null;
      // The data is updated before the reason is shown: an update would remove it.
      if (answer.kind === "stale" || answer.kind === "refused") await this.screen.updates.refresh();
      this.screen.refusals.showReason(
        answer,
        sent,
        (override) => void this.send(spec, sent.command, sent.what, [], { ...sent.beside, ...override }),
      );
      if (answer.kind === "refused" && !answer.clause && !this.state.data.request) this.screen.refusals.dropOverride();
      // The dice of a refused command are removed; its targets and facts stay.
      if (this.state.draft?.tapped.dice.length)
        this.state.draft = {
          ...this.state.draft,
          tapped: { ...this.state.draft.tapped, dice: [] },
          trail: this.state.draft.trail.filter((step) => !step.name.startsWith("die") && step.name !== "the roll"),
        };
      await this.screen.updates.refresh();
      return this.screen.draw();
    }
    this.state.lastOwnNumber = answer.number;
    const data = await this.screen.updates.dataAfter(answer.number);
    if (this.state.draft && this.screen.selection.isSame(this.state.draft.deed, spec) && hasDice(command))
      this.state.lastTargets.set(this.screen.selection.keyOf(spec), this.state.draft.tapped.targets);
    const keeps =
      this.state.draft &&
      this.screen.selection.isSame(this.state.draft.deed, spec) &&
      !hasDice(command) &&
      this.state.draft.tapped.targets.length > 0;
    this.state.sending = this.state.passingThrough && this.state.sending ? { ...this.state.sending, waits: false } : null;
    this.state.lastSpec = spec;
    this.screen.selection.clear();
    this.showOutcome(data, answer.id, before);
    // A command for each stand stays selected while there is another.
    const more = [...this.state.data.stage.required, ...this.state.data.stage.available].find(
      (candidate) => this.screen.selection.isSame(candidate, spec) && !candidate.barred,
    );
    if (keeps && more && !this.state.result) {
      this.screen.selection.open(more, false);
      this.screen.draw();
    }
  }

  /** Shows the result of an accepted command, or its log lines after event `before` where it has none. */
  private showOutcome(data: ScreenData, command: string, before: number): void {
    this.state.result = data.results.find((result) => result.command === command) ?? null;
    this.state.recentLines = this.state.result
      ? []
      : data.lines
          .filter((line) => line.number > before && !line.gone)
          .map((line) => line.says)
          .reverse();
    // The result of an agreed request names the unit that goes on.
    const acted = this.state.result?.unit ?? "";
    if (!this.state.unit && data.units.some((unit) => unit.id === acted)) this.state.unit = acted;
    if (this.state.result) this.state.mistypedUntil = Date.now() + (data.mistyped?.command === command ? data.mistyped.until_ms : 0);
    this.screen.updates.take(data);
    if (this.state.recentLines[0] && !this.state.announcement) this.screen.say(this.state.recentLines[0]);
  }

  /** Shows the answers to waiting commands, one after the other. */
  answerWaiting(envelope: Envelope, answer: Answer): Promise<void> {
    this.state.queueChanged();
    this.answering = this.answering.then(() => this.showWaitingAnswer(envelope, answer));
    return this.answering;
  }

  private async showWaitingAnswer(envelope: Envelope, answer: Answer): Promise<void> {
    if (isRequestAnswer(envelope)) this.state.pendingAnswer = "";
    const from = this.state.data.step?.number;
    const isOfSeat = !envelope.role || envelope.role === this.state.data.role;
    if (answer.kind !== "accepted") {
      // The data is updated before the refusal is shown.
      await this.screen.updates.refresh();
      if (answer.kind !== "unsent") this.screen.refusals.storeRefused(refusedCommand(envelope, answer, isOfSeat));
      this.screen.selection.update();
      return this.screen.draw();
    }
    this.state.lastOwnNumber = Math.max(this.state.lastOwnNumber, answer.number);
    const data = await this.screen.updates.dataAfter(answer.number);
    // A draft that the player has begun meanwhile stays.
    if (this.state.draft?.byItself && isUntouched(this.state.draft)) this.screen.selection.clear();
    this.listOutcome(data, envelope, answer.number);
    this.screen.updates.take(data);
    this.state.recentLines = this.state.recentLines.filter((line) => !this.state.outcomes.some(({ says }) => says === line));
    // The commands that follow from Next are carried out after a late answer too.
    const isFree =
      !this.state.sending && !this.state.waiting.length && !this.state.result && !this.state.refusedCommands.length && !this.state.draft;
    const next = isFree ? this.screen.progress.followingSpec([], from) : undefined;
    if (next) await this.screen.progress.passThrough(next, [], from);
    this.screen.draw();
  }

  /** Lists every answer except the result on the card. */
  private listOutcome(data: ScreenData, envelope: Envelope, number: number): void {
    const result = data.results.find((result) => result.command === envelope.command_id);
    const says = result
      ? `${result.label}: ${result.headline}`
      : (data.lines.find((line) => line.number === number)?.says ?? wordsOf(envelope));
    this.state.outcomes = [...this.state.outcomes, { command: envelope.command_id, says }];
    if (this.state.draft || this.state.sending) return;
    this.state.result = result ?? null;
    if (result) this.state.mistypedUntil = Date.now() + (data.mistyped?.command === envelope.command_id ? data.mistyped.until_ms : 0);
  }
}

/** Whether a command answers or withdraws a request. */
export function isRequestAnswer({ command }: Envelope): boolean {
  return command["kind"] === "answer" || command["kind"] === "withdraw";
}

/** The label of an answer to a request. */
export function answerText({ command }: Envelope): string {
  return command["kind"] === "withdraw" ? "No longer asked" : command["agree"] === true ? "Agree" : "Don’t agree";
}

/** The context of a command that answers prompts. Origins are left out where all values were measured. */
export function contextOf({ origins, digest }: PromptsResponse): CommandContext {
  return { ...(Object.keys(origins).length ? { origins } : {}), ...(digest === undefined ? {} : { prompts: digest }) };
}

function hasDice(command: { [key: string]: Json }): boolean {
  return JSON.stringify(command).includes('"pips"');
}
