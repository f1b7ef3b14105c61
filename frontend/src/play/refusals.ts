// Refused commands: the reason on the card, the override, sending again and discarding.
import { asSentence } from "../forms/problem-details";
import type { Answer } from "../games/answers";
import type { Envelope } from "../games/outbox";
import { storeRefused, discardRefused, type RefusedCommand, refusedCommand, refusedCommandsOf } from "../games/refused-commands";
import { answersOf } from "./command-draft";
import type { Prompt, CommandContext, CommandSpec, UnavailableChoice, Json, Override } from "./model";
import type { PlayScreen } from "./play-screen";
import { handleFailure } from "./play-service";
import type { RefusedAction, ScreenState, SentCommand } from "./screen-state";
import { unitOf } from "./step-flow";

export class Refusals {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Shows why a command is unavailable, and asks the service whether that can be overridden. */
  refuseCommand(spec: CommandSpec): void {
    // The refusal names the unit if another one is on the card.
    const unit = unitOf(this.state.data, spec);
    const whose = unit && unit.id !== this.state.unit ? `${unit.name}: ` : "";
    const refusal: RefusedAction = { ...spec.barred!, because: whose + spec.barred!.because };
    [this.state.drawer, this.state.openMore] = [null, null];
    this.show(refusal);
    this.screen.draw();
    // Without a clause there is nothing to override.
    if (!refusal.clause) return;
    void this.screen.service
      .prompts(this.state.data.number, spec, {})
      .then(({ refused }) => {
        if (this.state.refused !== refusal || !refused) return;
        const way = refused.can_override
          ? { overrule: (override: Override) => this.screen.selection.openOverriding(spec, override) }
          : { isFinal: true };
        this.state.refused = { ...refused, because: whose + refused.because, ...way };
        this.screen.draw();
      })
      .catch(handleFailure);
  }

  /** Shows why a choice is unavailable, and asks the service whether that can be overridden. */
  refuseChoice(prompt: Prompt, denied: UnavailableChoice): void {
    const { draft } = this.state;
    if (!draft) return;
    const refusal: RefusedAction = { clause: denied.clause, because: `${denied.word}: ${denied.because}`, instead: denied.instead };
    this.show(refusal);
    this.screen.draw();
    const told = { ...answersOf(draft.tapped, this.state.aim), [prompt.name]: denied.value };
    void this.screen.service
      .prompts(this.state.data.number, draft.deed, told, { overrule: denied.clause, reason: "" })
      .then(({ refused, missing }) => {
        if (this.state.refused !== refusal || this.state.draft !== draft) return;
        const isOpen = !refused && missing?.field !== prompt.name;
        const choose = (override: Override): void => {
          this.overrideDraft(override);
          this.screen.targets.pickChoice(prompt.name, denied.value, prompt.says);
        };
        this.state.refused = { ...refusal, ...(isOpen ? { overrule: choose } : { isFinal: true }) };
        this.screen.draw();
      })
      .catch(handleFailure);
  }

  /** Continues the draft with an override. */
  overrideDraft(aside: Override): void {
    if (!this.state.draft) return;
    this.state.draft = { ...this.state.draft, aside };
    [this.state.refused, this.state.promptedEntries] = [null, null];
    this.screen.prompts.query();
    this.screen.draw();
  }

  show(refusal: RefusedAction): void {
    this.state.refused = refusal;
    this.screen.say(refusal.because, true);
  }

  /** Puts a command that came too late on the card, to be sent again or discarded. */
  private showStale(answer: Answer & { kind: "stale"; id: string }, { command, what, beside }: SentCommand): void {
    const envelope = {
      game: this.screen.service.game,
      role: this.state.data.role,
      command_id: answer.id,
      expected_seq: 0,
      command,
      what,
      ...beside,
    };
    this.storeRefused(refusedCommand(envelope as Envelope, answer));
  }

  storeRefused(refused: RefusedCommand): void {
    storeRefused(refused);
    this.state.refusedCommands = refusedCommandsOf(this.screen.service.game, this.state.data.role);
    this.screen.say(`Refused: ${refused.what}. ${asSentence(refused.because)}`, true);
  }

  /** Shows why a command was not carried out, until the player dismisses it. */
  showReason(answer: Answer & { id: string }, sent: SentCommand, overrule?: (override: Override) => void): void {
    if (answer.kind === "stale") return this.showStale(answer, sent);
    if (answer.kind === "refused")
      return this.show({
        clause: answer.clause,
        because: answer.because,
        instead: answer.instead,
        holds: true,
        ...(overrule && answer.canOverrule ? { overrule } : { isFinal: true }),
      });
    if (answer.kind === "accepted" || answer.kind === "unsent") return;
    this.show({
      clause: "",
      because: answer.because,
      instead: "instead" in answer ? answer.instead : "Nothing was changed. Try again.",
      holds: true,
      isFinal: answer.kind === "unreadable",
    });
  }

  /** Sends a refused command again, for the current state of the game. */
  async sendAgain(refused: RefusedCommand, aside?: Override): Promise<void> {
    if (!refused.again || this.state.sending) return;
    this.discard(refused);
    const command = refused.again.command as { [key: string]: Json };
    const { kind, ...told } = command;
    const spec = [...this.state.data.stage.required, ...this.state.data.stage.available].find(
      (each) =>
        each.kind === kind && Object.entries(each.about).every(([name, value]) => JSON.stringify(told[name]) === JSON.stringify(value)),
    );
    const unknown: CommandSpec = {
      kind: String(kind),
      says: refused.what,
      about: {},
      of: "",
      by: "",
      barred: null,
      at_once: false,
      where: "hand",
      place: 0,
      follows: false,
    };
    await this.screen.sender.send(spec ?? unknown, command, refused.what, facesIn(command), {
      ...(refused.again.beside as CommandContext),
      ...aside,
    });
  }

  /** Discards a refused command. */
  discard(refused: RefusedCommand): void {
    discardRefused(refused);
    this.state.refusedCommands = refusedCommandsOf(this.screen.service.game, this.state.data.role);
    this.screen.selection.update();
    this.screen.draw();
  }

  /** Overrides a refusal with a reason, or asks the other side to: the service knows which. */
  override(reason: string): void {
    this.state.refused?.overrule?.({ overrule: this.state.refused.clause, reason });
  }

  /** Drops the override of a draft that the rules no longer refuse. */
  dropOverride(): void {
    if (!this.state.draft?.aside) return;
    const { aside: _, ...plain } = this.state.draft;
    [this.state.draft, this.state.promptedEntries] = [plain, null];
  }

  /** Dismisses a refusal, and undoes the tap that caused it. */
  dismiss(): void {
    this.state.refused = null;
    if (this.state.draft && this.state.prompts?.refused) return this.screen.requests.undo();
    this.screen.draw();
  }
}

/** The faces of the dice in a command, in their order, without those that the service will roll. */
function facesIn(value: Json | undefined): number[] {
  if (Array.isArray(value)) return value.flatMap(facesIn);
  if (!value || typeof value !== "object") return [];
  const { pips } = value;
  return typeof pips === "number" ? (pips > 0 ? [pips] : []) : Object.values(value).flatMap(facesIn);
}
