// Refused commands: the reason on the card, the override, sending again and discarding.
import { sentence } from "../forms/problem-details";
import type { Answer } from "../games/answers";
import type { Envelope } from "../games/outbox";
import { keepNotDone, leaveNotDone, type NotDone, notDone, notDoneAt } from "../games/refused-commands";
import { toldOf } from "./command-draft";
import type { Ask, Beside, Deed, Denied, Json, SetAside } from "./model";
import type { PlayScreen } from "./play-screen";
import { fallenAway } from "./play-service";
import type { Refused, ScreenState, Sent } from "./screen-state";
import { unitOf } from "./step-flow";

export class Refusals {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** A deed that the rules bar; whether that can be set aside is asked of the service. */
  refuseDeed(deed: Deed): void {
    // Of another unit than the one that stays on the card it is said which.
    const unit = unitOf(this.state.scene, deed);
    const whose = unit && unit.id !== this.state.unit ? `${unit.name}: ` : "";
    const refusal: Refused = { ...deed.barred!, because: whose + deed.barred!.because };
    [this.state.drawer, this.state.more] = [null, null];
    this.refuse(refusal);
    this.screen.draw();
    // Without a clause there is nothing to be set aside.
    if (!refusal.clause) return;
    void this.screen.service
      .asks(this.state.scene.number, deed, {})
      .then(({ refused }) => {
        if (this.state.refused !== refusal || !refused) return;
        const way = refused.can_overrule
          ? { overrule: (aside: SetAside) => this.screen.selection.openAside(deed, aside) }
          : { isFinal: true };
        this.state.refused = { ...refused, because: whose + refused.because, ...way };
        this.screen.draw();
      })
      .catch(fallenAway);
  }

  /** A choice that the rules deny. Whether the players can set that aside is asked of the service. */
  refuseChoice(ask: Ask, denied: Denied): void {
    const { hand } = this.state;
    if (!hand) return;
    const refusal: Refused = { clause: denied.clause, because: `${denied.word}: ${denied.because}`, instead: denied.instead };
    this.refuse(refusal);
    this.screen.draw();
    const told = { ...toldOf(hand.tapped, this.state.aim), [ask.name]: denied.value };
    void this.screen.service
      .asks(this.state.scene.number, hand.deed, told, { overrule: denied.clause, reason: "" })
      .then(({ refused, missing }) => {
        if (this.state.refused !== refusal || this.state.hand !== hand) return;
        const isOpen = !refused && missing?.field !== ask.name;
        const choose = (aside: SetAside): void => {
          this.goOnAside(aside);
          this.screen.targets.pickOne(ask.name, denied.value, ask.says);
        };
        this.state.refused = { ...refusal, ...(isOpen ? { overrule: choose } : { isFinal: true }) };
        this.screen.draw();
      })
      .catch(fallenAway);
  }

  /** The deed in hand goes on although the rules refuse what was told of it. */
  goOnAside(aside: SetAside): void {
    if (!this.state.hand) return;
    this.state.hand = { ...this.state.hand, aside };
    [this.state.refused, this.state.askedFor] = [null, null];
    this.screen.prompts.ask();
    this.screen.draw();
  }

  refuse(refusal: Refused): void {
    this.state.refused = refusal;
    this.screen.say(refusal.because, true);
  }

  /** A command that came too late stays on the card, to be sent again or discarded. */
  private tooLate(answer: Answer & { kind: "stale"; id: string }, { command, what, beside }: Sent): void {
    const envelope = {
      game: this.screen.service.game,
      role: this.state.scene.role,
      command_id: answer.id,
      expected_seq: 0,
      command,
      what,
      ...beside,
    };
    this.keepRefused(notDone(envelope as Envelope, answer));
  }

  keepRefused(one: NotDone): void {
    keepNotDone(one);
    this.state.notDone = notDoneAt(this.screen.service.game, this.state.scene.role);
    this.screen.say(`Refused: ${one.what}. ${sentence(one.because)}`, true);
  }

  /** Says why a command was not carried out, whatever the reason; it stays until a person leaves it. */
  tellWhyNot(answer: Answer & { id: string }, sent: Sent, overrule?: (aside: SetAside) => void): void {
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

  /** Sends a refused command again, as of the table that stands on the card now. */
  async sendAgain(one: NotDone, aside?: SetAside): Promise<void> {
    if (!one.again || this.state.sending) return;
    this.discard(one);
    const command = one.again.command as { [key: string]: Json };
    const { kind, ...told } = command;
    const deed = [...this.state.scene.stage.owed, ...this.state.scene.stage.offered].find(
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
    await this.screen.sender.send(deed ?? unknown, command, one.what, facesIn(command), { ...(one.again.beside as Beside), ...aside });
  }

  /** A refused command is not wanted any more. */
  discard(one: NotDone): void {
    leaveNotDone(one);
    this.state.notDone = notDoneAt(this.screen.service.game, this.state.scene.role);
    this.screen.selection.settle();
    this.screen.draw();
  }

  /** A refusal is set aside with a reason, or its allowing is asked of the other side: the service knows which. */
  overrule(reason: string): void {
    this.state.refused?.overrule?.({ overrule: this.state.refused.clause, reason });
  }

  /** What the rules do not refuse any more is sent as usual: it stays in hand, and sets nothing aside. */
  withoutAside(): void {
    if (!this.state.hand?.aside) return;
    const { aside: _, ...plain } = this.state.hand;
    [this.state.hand, this.state.askedFor] = [plain, null];
  }

  /** The refusal goes, and with it the tap that brought it: what stays in hand is not refused. */
  leaveRefusal(): void {
    this.state.refused = null;
    if (this.state.hand && this.state.asked?.refused) return this.screen.requests.back();
    this.screen.draw();
  }
}

/** The faces of the dice in a command, in their order; of those that the service throws there are none yet. */
function facesIn(value: Json | undefined): number[] {
  if (Array.isArray(value)) return value.flatMap(facesIn);
  if (!value || typeof value !== "object") return [];
  const { pips } = value;
  return typeof pips === "number" ? (pips > 0 ? [pips] : []) : Object.values(value).flatMap(facesIn);
}
