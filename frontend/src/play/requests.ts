// Undo, and requests between the seats: asking, answering and withdrawing.
import { withoutLastTap } from "./command-draft";
import { isRequestAnswer, NO_PROMPTS } from "./command-sender";
import type { Json, ScreenData } from "./model";
import { capital } from "./parts";
import type { PlayScreen } from "./play-screen";
import type { ScreenState, SentCommand } from "./screen-state";
import { agreedRequest } from "./step-flow";
import { wordsOf } from "./waiting-commands";

export class Requests {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Undoes the last thing: a tap, then the choice of the command, then the command itself. */
  undo(): void {
    [this.state.refused, this.state.notice] = [null, ""];
    if (this.state.correctingDie) this.state.correctingDie = null;
    else if (this.state.draft?.trail.length) {
      this.state.draft = withoutLastTap(this.state.draft);
      this.screen.prompts.query();
    } else if (this.state.draft && !this.state.draft.byItself) {
      this.screen.selection.clear();
      this.screen.selection.update();
    } else if (this.state.waiting.length) this.undoWaiting();
    else if (this.state.data.asking || agreedRequest(this.state.data)) void this.withdraw();
    else if (this.state.data.back) void this.undoCommand(this.state.data.back);
    this.screen.draw();
  }

  /** Removes the newest waiting command, unless it was sent already: it may have been carried out. */
  private undoWaiting(): void {
    const newest = this.state.waiting.at(-1)!;
    if (!this.screen.service.discard(newest))
      return this.screen.selection.showNotice(`${capital(wordsOf(newest))} was sent already. Its answer is still to come`);
    if (isRequestAnswer(newest)) this.state.pendingAnswer = "";
    this.state.queueChanged();
    this.screen.say(`Taken back: ${wordsOf(newest)}`);
    this.screen.selection.update();
  }

  private async undoCommand(back: NonNullable<ScreenData["back"]>): Promise<void> {
    const result = this.state.data.results.find((result) => result.command === back.command);
    const spec = this.state.data.stage.available.find((spec) => spec.kind === "undo");
    if (!spec || this.state.sending) return;
    this.screen.sender.clearOutcomes();
    this.state.sending = { what: "Take back", dice: [], waits: false };
    this.screen.draw();
    const sent: SentCommand = {
      command: { kind: "undo", command_id: back.command },
      what: `Take back ${back.name}`,
      beside: NO_PROMPTS,
    };
    const answer = await this.screen.service.send(this.state.data.number, sent.command, sent.what, sent.beside);
    this.state.sending = null;
    if (answer.kind === "unsent") return this.screen.sender.showWaiting(sent.what);
    if (answer.kind === "accepted") this.state.lastOwnNumber = answer.number;
    await this.screen.updates.refresh();
    this.screen.refusals.showReason(answer, sent);
    if (answer.kind === "accepted" && !this.state.data.asking && this.state.data.back?.command !== back.command) {
      [this.state.result, this.state.recentLines] = [null, []];
      this.state.undone = { name: back.name, headline: result?.headline ?? back.name, dice: back.dice };
      this.screen.say(`Taken back: ${back.name}`);
    }
    this.screen.selection.update();
    this.screen.draw();
  }

  async answer(yes: boolean): Promise<void> {
    const word = yes ? "Agree" : "Don’t agree";
    await this.send(word, { kind: "answer", agree: yes }, word);
  }

  /** Agrees to delete the game, or refuses. */
  async answerDeletion(yes: boolean): Promise<void> {
    if (this.state.pendingAnswer) return;
    this.state.pendingAnswer = yes ? "Agree" : "Refuse";
    this.screen.draw();
    const because = await this.screen.service.decide(`deletion/${yes ? "agree" : "decline"}`);
    this.state.pendingAnswer = "";
    await this.screen.updates.refresh();
    if (because) this.screen.say(because, true);
    this.screen.draw();
  }

  /** Sends an answer to a request. Its label is shown until the service has answered. */
  private async send(word: string, command: { [key: string]: Json }, what: string): Promise<void> {
    if (this.state.pendingAnswer) return;
    this.screen.sender.clearOutcomes();
    this.state.pendingAnswer = word;
    this.screen.draw();
    const answer = await this.screen.service.send(this.state.data.number, command, what, NO_PROMPTS);
    if (answer.kind === "unsent") {
      this.state.queueChanged();
      return this.screen.draw();
    }
    if (answer.kind === "accepted") this.state.lastOwnNumber = answer.number;
    await this.screen.updates.refresh();
    this.screen.refusals.showReason(answer, { command, what, beside: NO_PROMPTS });
    this.state.pendingAnswer = "";
    this.screen.draw();
  }

  /** Withdraws the request of this seat. */
  async withdraw(): Promise<void> {
    if (!(this.state.data.asking || agreedRequest(this.state.data)) || this.state.sending) return;
    this.state.isWithdrawing = true;
    await this.send("No longer asked", { kind: "withdraw" }, "Withdraw the request");
    this.state.isWithdrawing = false;
  }
}
