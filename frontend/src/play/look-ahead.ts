// Prompts and facts fetched in advance, so that a tap opens a command at once and it can be entered without a connection.
import { type Aim, aimOf, areExceptions, isDrawn, NO_ENTRIES, proposedTargets, slotsOf, answersOf } from "./command-draft";
import type { Prompt, PromptsResponse, CommandContext, CommandSpec } from "./model";
import type { PlayScreen } from "./play-screen";
import { handleFailure } from "./play-service";
import type { ScreenState } from "./screen-state";
import { commandsOf, nextCommands, onlyCommand, unitOf, unitsLeft } from "./step-flow";

/** Kinds of prompts that enter an exception. */
export const EXCEPTION_KINDS: ReadonlySet<string> = new Set(["switch", "word", "cm", "number", "degrees", "rows"]);

/** So many units are prefetched, to be entered when the connection is lost. */
const UNITS_AHEAD = 3;

export class LookAhead {
  private knownFactsKey = "";
  prefetched = new Map<string, PromptsResponse>();
  /** Prompts of a command that ends with a tap on a stand, after that tap. */
  afterTarget = new Map<string, PromptsResponse>();
  private knownExceptions = new Map<string, string[]>();
  /** The digest of the prompts of each command that a drag sends. */
  private dragPrompts = new Map<string, string>();

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Fetches the facts known of stands from the chosen unit, once for each log number. */
  fetchKnownFacts(): void {
    const { unit } = this.state;
    const of = `${this.state.data.number} ${unit}`;
    if (of === this.knownFactsKey) return;
    this.knownFactsKey = of;
    void this.screen.service
      .known(unit)
      .then((known) => {
        if (of !== this.knownFactsKey) return;
        this.state.known = { unit, facts: known };
        this.screen.draw();
      })
      .catch((wrong: unknown) => {
        this.knownFactsKey = "";
        handleFailure(wrong);
      });
  }

  /** Prefetches the prompts of the unit's commands, so that a tap opens them at once. */
  prefetch(specs: readonly CommandSpec[]): void {
    const { number } = this.state.data;
    for (const spec of specs) {
      if (spec.barred || spec.at_once || this.prefetched.has(this.prefetchKey(spec))) continue;
      void this.screen.service
        .prompts(number, spec, {})
        .then((prompts) => {
          this.prefetched.set(this.prefetchKey(spec), prompts);
          if (number !== this.state.data.number) return;
          if (this.state.result && !this.state.draft && !this.state.sending) this.screen.selection.update();
          if (this.state.draft || this.exceptionsOf(spec).length) this.screen.draw();
        })
        .catch(() => undefined);
    }
  }

  /** Prefetches the prompts of Next and of the next units with only one command, to enter them without a connection. */
  prefetchOthers(): void {
    const { data, unit } = this.state;
    const others = unitsLeft(data)
      .filter((candidate) => candidate.id !== unit)
      .slice(0, UNITS_AHEAD);
    this.prefetch([...nextCommands(data), ...others.flatMap((unit) => onlyCommand(commandsOf(data, unit.id)) ?? [])]);
  }

  /** The stands that the map proposes for a command. */
  proposedOf(spec: CommandSpec): string[] {
    const asked =
      this.screen.selection.isSelected(spec) && this.state.prompts?.number === this.state.data.number
        ? this.state.prompts
        : this.prefetched.get(this.prefetchKey(spec));
    const aim = asked ? aimOf(asked, this.state.onBoard, this.state.isOwn) : null;
    return aim ? proposedTargets(aim).map((target) => target.id) : [];
  }

  prefetchAfterTarget(spec: CommandSpec, asked: PromptsResponse): void {
    const aim = aimOf(asked, this.state.onBoard, this.state.isOwn);
    const [first] = aim?.how === "one" && aim.ask.needed ? aim.among : [];
    if (first === undefined) return;
    void this.screen.service
      .prompts(asked.number, spec, answersOf({ ...NO_ENTRIES, targets: [{ id: first, count: 1 }] }, aim!))
      .then((known) => {
        this.afterTarget.set(this.prefetchKey(spec), known);
        if (optionalFacts(spec, known).length) this.screen.draw();
      })
      .catch(() => undefined);
  }

  /** Labels of the exceptions that the selected command has once its target is tapped. */
  get exceptions(): string[] {
    const { draft } = this.state;
    const behind = draft && this.afterTarget.get(this.prefetchKey(draft.deed));
    if (!behind || this.state.entersExceptions || draft.tapped.targets.length || slotsOf(behind).length) return [];
    return exceptionPrompts(draft.deed, behind).map((prompt) => prompt.brief || prompt.says);
  }

  prefetchKey(spec: CommandSpec): string {
    return JSON.stringify([this.state.data.number, spec.kind, spec.about]);
  }

  /** Labels of the exceptions of a command that one tap would send; empty where a tap opens it anyway. */
  exceptionsOf(spec: CommandSpec): string[] {
    const asked = this.prefetched.get(this.prefetchKey(spec));
    if (spec.barred) return [];
    // The last answer is shown until the next one arrives: no button appears under a finger.
    if (!asked) return this.knownExceptions.get(spec.kind) ?? [];
    const words = !isDoneByOneTap(asked, aimOf(asked, this.state.onBoard, this.state.isOwn), 0)
      ? []
      : exceptionPrompts(spec, asked).map((prompt) => prompt.brief || prompt.says);
    this.knownExceptions.set(spec.kind, words);
    return words;
  }

  /** Whether a command is in the dock of its unit. */
  isOfUnit(spec: CommandSpec): boolean {
    return spec.where === "hand" && !!unitOf(this.state.data, spec);
  }

  /** Notes which optional facts are on the card: the next tap may send the command with them. */
  noteSeenFacts(): void {
    if (this.state.draft && this.state.prompts)
      this.state.seenFacts = new Set([...this.state.seenFacts, ...optionalFacts(this.state.draft.deed, this.state.prompts)]);
  }

  /** Prefetches the prompts of a command that a drag sends: after the drag there may be no connection. */
  learnPrompts(spec: CommandSpec): void {
    const name = JSON.stringify([spec.kind, spec.about]);
    void this.screen.service
      .prompts(this.state.data.number, spec, {})
      .then(({ digest }) => digest !== undefined && this.dragPrompts.set(name, digest))
      .catch(() => undefined);
  }

  /** The context of a command that a drag sends. */
  dragContext(spec: CommandSpec): CommandContext {
    const prompts = this.dragPrompts.get(JSON.stringify([spec.kind, spec.about]));
    return prompts === undefined ? {} : { prompts };
  }
}

/** Prompts of a command that take an exception, except those that the screen has filled in. */
function exceptionPrompts(spec: CommandSpec, prompts: PromptsResponse): Prompt[] {
  return prompts.prompts.filter(
    (prompt) => EXCEPTION_KINDS.has(prompt.kind) && !(prompt.name in spec.about) && !(prompt.kind === "rows" && isDrawn(prompt)),
  );
}

/** Names of the optional facts of a command: each has a default. */
export function optionalFacts(spec: CommandSpec, prompts: PromptsResponse | undefined): string[] {
  return prompts
    ? exceptionPrompts(spec, prompts)
        .filter((prompt) => !prompt.needed || prompt.name in prompts.origins)
        .map((prompt) => prompt.name)
    : [];
}

/** Whether one tap completes a command, so that only exceptions are left to enter. */
export function isDoneByOneTap(prompts: PromptsResponse, aim: Aim | null, targets: number): boolean {
  if (!prompts.ready || slotsOf(prompts).length) return false;
  if (aim?.how === "one") return targets > 0 || !aim.ask.needed;
  // With a fixed number of targets the last tap leaves no choice.
  if (aim?.how === "several" && aim.ask.maximum !== null && aim.ask.minimum === aim.ask.maximum) return targets === aim.ask.maximum;
  if (aim) return areExceptions(aim.ask) && !targets;
  // A text is a remark, unless a measured value is open too: both describe an aiming point.
  const measured = prompts.prompts.some((prompt) => prompt.kind === "cm" && prompt.usual === null && !prompt.answered);
  const says = (prompt: Prompt): boolean => prompt.kind === "text" && ((prompt.needed && !prompt.answered) || measured);
  return !prompts.prompts.some(
    (prompt) => says(prompt) || prompt.chosen || prompt.kind === "several" || (prompt.kind === "rows" && !areExceptions(prompt)),
  );
}
