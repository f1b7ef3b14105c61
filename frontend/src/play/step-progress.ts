// Next: goes on from the card, from a unit and from a step, through all that follows by itself.
import { contextOf } from "./command-sender";
import { EXCEPTION_KINDS } from "./look-ahead";
import type { Prompt, PromptsResponse, CommandSpec, Json } from "./model";
import type { PlayScreen } from "./play-screen";
import type { CompleteCommand, ScreenState } from "./screen-state";
import { nextCommands, requiredCommands, isEmptyStep } from "./step-flow";

const MOST_PASSED = 14;

export class StepProgress {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Clears the card for the next command of this step. */
  next(): void {
    this.state.isBelowResult = false;
    this.screen.sender.clearOutcomes();
    [this.state.result, this.state.undone, this.state.recentLines, this.state.refused] = [null, null, [], null];
    this.state.unit = "";
    this.screen.selection.update();
    this.screen.draw();
  }

  async finish(spec: CommandSpec): Promise<void> {
    const isDone = await this.screen.sender.send(spec, { kind: spec.kind, ...(spec.about as { [key: string]: Json }) }, spec.says, []);
    if (isDone) this.next();
  }

  /** Carries out Next, the empty steps behind it and what follows by itself, with one tap. */
  async advance(spec: CommandSpec): Promise<void> {
    [this.state.result, this.state.undone, this.state.refused] = [null, null, null];
    await this.passThrough(spec, [], this.state.data.step?.number);
  }

  /** Sends the command without targets and goes on. */
  async sendEmpty(): Promise<void> {
    if (!this.state.isAnswered) return this.screen.diceInput.submit();
    const from = this.state.data.step?.number;
    if (await this.screen.sender.sendDraft()) await this.passDecided(from);
  }

  /** Ends a step in which the last command left nothing to do. */
  async passDecided(from: string | undefined): Promise<void> {
    if (this.state.refused || this.state.sending || this.state.result) return;
    const past = [...this.state.recentLines];
    const next = this.followingSpec(past, from);
    if (next) await this.passThrough(next, past, from);
  }

  async passThrough(first: CommandSpec, past: string[], from: string | undefined): Promise<void> {
    let next: CommandSpec | undefined = first;
    for (let n = 0; next && n < MOST_PASSED; n++) {
      const made: CompleteCommand | null = await this.proposedCommand(next);
      if (!made) {
        this.endPassing();
        this.screen.selection.choose(next, next.follows);
        break;
      }
      this.screen.selection.clear();
      this.state.passingThrough ||= next.says;
      if (!(await this.screen.sender.send(next, made.command, next.says, [], made.beside))) break;
      if (next.follows) past.push(...this.state.recentLines);
      next = this.followingSpec(past, from);
    }
    this.endPassing();
    this.state.recentLines = past;
    this.state.unit = "";
    this.screen.selection.update();
    this.screen.draw();
  }

  /** One tap through several commands is over. */
  private endPassing(): void {
    [this.state.passingThrough, this.state.sending] = ["", null];
  }

  /** The command that follows by itself. A step that is passed is listed, except the one the tap began in (`from`). */
  followingSpec(past: string[], from: string | undefined): CommandSpec | undefined {
    const first = requiredCommands(this.state.data)[0];
    if (first) return first.follows ? first : undefined;
    const on = nextCommands(this.state.data);
    if (!isEmptyStep(this.state.data) || on[0]?.place !== 1) return undefined;
    const { step } = this.state.data;
    if (step && step.number !== from) past.push(`${step.number} ${step.full}: ${step.small || "nothing to do"}, passed`);
    return on[0];
  }

  /** The command of a spec that needs no entry; null if it needs one. */
  async proposedCommand(spec: CommandSpec): Promise<CompleteCommand | null> {
    const about = spec.about as { [key: string]: Json };
    if (spec.at_once) return { command: { kind: spec.kind, ...about }, beside: {} };
    const prompts = await this.screen.service.prompts(this.state.data.number, spec, {}).catch(() => null);
    const chosen = prompts?.prompts.some(
      (prompt) =>
        prompt.kind === "several" ||
        prompt.kind === "rows" ||
        prompt.kind === "dice" ||
        (spec.follows && isForPlayer(prompt, spec, prompts)),
    );
    return prompts?.ready && (!chosen || spec.place === 1)
      ? { command: { kind: spec.kind, ...prompts.answers, ...about }, beside: contextOf(prompts) }
      : null;
  }
}

/** Whether the player has to enter a fact: neither the map nor an earlier entry gives it. */
export function isForPlayer(prompt: Prompt, spec: CommandSpec, prompts: PromptsResponse): boolean {
  return (
    EXCEPTION_KINDS.has(prompt.kind) &&
    !(prompt.name in spec.about) &&
    !["map", "remembered", "measured"].includes(prompts.origins[prompt.name] ?? "")
  );
}
