// Next: goes on from the card, from a unit and from a step, through all that follows by itself.
import { besideOf } from "./command-sender";
import { TELLS } from "./look-ahead";
import type { Ask, Asked, Deed, Json } from "./model";
import type { PlayScreen } from "./play-screen";
import type { Made, ScreenState } from "./screen-state";
import { goingOn, owed, passes } from "./step-flow";

const MOST_PASSED = 14;

export class StepProgress {
  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Leaves what stands on the card for what comes next at this step. */
  goOn(): void {
    this.state.below = false;
    this.screen.sender.leaveOutcomes();
    [this.state.result, this.state.taken, this.state.past, this.state.refused] = [null, null, [], null];
    this.state.unit = "";
    this.screen.selection.settle();
    this.screen.draw();
  }

  async finish(deed: Deed): Promise<void> {
    const isDone = await this.screen.sender.send(deed, { kind: deed.kind, ...(deed.about as { [key: string]: Json }) }, deed.says, []);
    if (isDone) this.goOn();
  }

  /** A deed of going on, the steps behind it in which nothing can be done, and what follows by itself: all of it this one tap. */
  async advance(deed: Deed): Promise<void> {
    [this.state.result, this.state.taken, this.state.refused] = [null, null, null];
    await this.goingThrough(deed, [], this.state.scene.step?.number);
  }

  /** Nobody is what is told of the deed in hand, with the tap that goes on. */
  async nobody(): Promise<void> {
    if (!this.state.isAnswered) return this.screen.diceInput.submit();
    const from = this.state.scene.step?.number;
    if (await this.screen.sender.sendHand()) await this.goOnDecided(from);
  }

  /** A step in which nothing is left is over with the tap that decided it. */
  async goOnDecided(from: string | undefined): Promise<void> {
    if (this.state.refused || this.state.sending || this.state.result) return;
    const past = [...this.state.past];
    const next = this.comesNext(past, from);
    if (next) await this.goingThrough(next, past, from);
  }

  async goingThrough(first: Deed, past: string[], from: string | undefined): Promise<void> {
    let next: Deed | undefined = first;
    for (let n = 0; next && n < MOST_PASSED; n++) {
      const made: Made | null = await this.asProposed(next);
      if (!made) {
        this.arrive();
        this.screen.selection.choose(next, next.follows);
        break;
      }
      this.screen.selection.leaveHand();
      this.state.through ||= next.says;
      if (!(await this.screen.sender.send(next, made.command, next.says, [], made.beside))) break;
      if (next.follows) past.push(...this.state.past);
      next = this.comesNext(past, from);
    }
    this.arrive();
    this.state.past = past;
    this.state.unit = "";
    this.screen.selection.settle();
    this.screen.draw();
  }

  /** The way of one tap through several deeds is over. */
  private arrive(): void {
    [this.state.through, this.state.sending] = ["", null];
  }

  /** What is done with the tap that went on: a step in which nothing can be done passes, and what follows is carried out. Of the step it began `from` it is not said that it passed. */
  comesNext(past: string[], from: string | undefined): Deed | undefined {
    const first = owed(this.state.scene)[0];
    if (first) return first.follows ? first : undefined;
    const on = goingOn(this.state.scene);
    if (!passes(this.state.scene) || on[0]?.place !== 1) return undefined;
    const { step } = this.state.scene;
    if (step && step.number !== from) past.push(`${step.number} ${step.full}: ${step.small || "nothing to do"}, passed`);
    return on[0];
  }

  /** The command of a deed in which nothing is left to tell; null where something is. */
  async asProposed(deed: Deed): Promise<Made | null> {
    const about = deed.about as { [key: string]: Json };
    if (deed.at_once) return { command: { kind: deed.kind, ...about }, beside: {} };
    const asked = await this.screen.service.asks(this.state.scene.number, deed, {}).catch(() => null);
    const chosen = asked?.asks.some(
      (one) => one.kind === "several" || one.kind === "rows" || one.kind === "dice" || (deed.follows && isOpen(one, deed, asked)),
    );
    return asked?.ready && (!chosen || deed.place === 1)
      ? { command: { kind: deed.kind, ...asked.told, ...about }, beside: besideOf(asked) }
      : null;
  }
}

/** Whether a fact of a deed is a player's to tell: neither settled nor known by the map or from before. */
export function isOpen(ask: Ask, deed: Deed, asked: Asked): boolean {
  return TELLS.has(ask.kind) && !(ask.name in deed.about) && !["map", "remembered", "measured"].includes(asked.origins[ask.name] ?? "");
}
