// Undo, and requests between the seats: asking, answering and withdrawing.
import { untapped } from "./command-draft";
import { isSaid, NAMES_ALL } from "./command-sender";
import type { Json, Scene } from "./model";
import { capital } from "./parts";
import type { PlayScreen } from "./play-screen";
import type { ScreenState, Sent } from "./screen-state";
import { agreedTo } from "./step-flow";
import { wordsOf } from "./waiting-commands";

export class Requests {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Always the last thing, by its name: a tap, then the choice of the deed, then the deed itself. */
  back(): void {
    [this.state.refused, this.state.look] = [null, ""];
    if (this.state.again) this.state.again = null;
    else if (this.state.hand?.trail.length) {
      this.state.hand = untapped(this.state.hand);
      this.screen.prompts.ask();
    } else if (this.state.hand && !this.state.hand.byItself) {
      this.screen.selection.leaveHand();
      this.screen.selection.settle();
    } else if (this.state.waiting.length) this.takeFromQueue();
    else if (this.state.scene.asking || agreedTo(this.state.scene)) void this.withdraw();
    else if (this.state.scene.back) void this.takeBack(this.state.scene.back);
    this.screen.draw();
  }

  /** The newest of the commands that wait is taken back before it is sent; of one that was sent nobody knows whether it is done. */
  private takeFromQueue(): void {
    const newest = this.state.waiting.at(-1)!;
    if (!this.screen.service.discard(newest))
      return this.screen.selection.note(`${capital(wordsOf(newest))} was sent already. Its answer is still to come`);
    if (isSaid(newest)) this.state.saying = "";
    this.state.queueChanged();
    this.screen.say(`Taken back: ${wordsOf(newest)}`);
    this.screen.selection.settle();
  }

  private async takeBack(back: NonNullable<Scene["back"]>): Promise<void> {
    const result = this.state.scene.results.find((one) => one.command === back.command);
    const deed = this.state.scene.stage.offered.find((one) => one.kind === "take_back");
    if (!deed || this.state.sending) return;
    this.screen.sender.leaveOutcomes();
    this.state.sending = { what: "Take back", dice: [], waits: false };
    this.screen.draw();
    const sent: Sent = { command: { kind: "take_back", command_id: back.command }, what: `Take back ${back.name}`, beside: NAMES_ALL };
    const answer = await this.screen.service.send(this.state.scene.number, sent.command, sent.what, sent.beside);
    this.state.sending = null;
    if (answer.kind === "unsent") return this.screen.sender.letWait(sent.what);
    if (answer.kind === "accepted") this.state.done = answer.number;
    await this.screen.updates.refresh();
    this.screen.refusals.tellWhyNot(answer, sent);
    if (answer.kind === "accepted" && !this.state.scene.asking && this.state.scene.back?.command !== back.command) {
      [this.state.result, this.state.past] = [null, []];
      this.state.taken = { name: back.name, headline: result?.headline ?? back.name, dice: back.dice };
      this.screen.say(`Taken back: ${back.name}`);
    }
    this.screen.selection.settle();
    this.screen.draw();
  }

  async agree(yes: boolean): Promise<void> {
    const word = yes ? "Agree" : "Don’t agree";
    await this.says(word, { kind: "answer", agree: yes }, word);
  }

  /** Agrees that the game is deleted, or refuses. */
  async answerDeletion(yes: boolean): Promise<void> {
    if (this.state.saying) return;
    this.state.saying = yes ? "Agree" : "Refuse";
    this.screen.draw();
    const because = await this.screen.service.decide(`deletion/${yes ? "agree" : "decline"}`);
    this.state.saying = "";
    await this.screen.updates.refresh();
    if (because) this.screen.say(because, true);
    this.screen.draw();
  }

  /** What is said of a request shows with the tap, and stands until it came to something. */
  private async says(word: string, command: { [key: string]: Json }, what: string): Promise<void> {
    if (this.state.saying) return;
    this.screen.sender.leaveOutcomes();
    this.state.saying = word;
    this.screen.draw();
    const answer = await this.screen.service.send(this.state.scene.number, command, what, NAMES_ALL);
    if (answer.kind === "unsent") {
      this.state.queueChanged();
      return this.screen.draw();
    }
    if (answer.kind === "accepted") this.state.done = answer.number;
    await this.screen.updates.refresh();
    this.screen.refusals.tellWhyNot(answer, { command, what, beside: NAMES_ALL });
    this.state.saying = "";
    this.screen.draw();
  }

  /** What this seat has asked for is asked no longer. */
  async withdraw(): Promise<void> {
    if (!(this.state.scene.asking || agreedTo(this.state.scene)) || this.state.sending) return;
    this.state.withdrew = true;
    await this.says("No longer asked", { kind: "withdraw" }, "Withdraw the request");
    this.state.withdrew = false;
  }
}
