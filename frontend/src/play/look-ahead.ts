// Prompts and facts fetched in advance, so that a tap opens a command at once and it can be entered without a connection.
import { type Aim, aimOf, areExceptions, isDrawn, NO_ENTRIES, proposedTargets, slotsOf, answersOf } from "./command-draft";
import type { Prompt, PromptsResponse, CommandContext, CommandSpec } from "./model";
import type { PlayScreen } from "./play-screen";
import { handleFailure } from "./play-service";
import type { ScreenState } from "./screen-state";
import { commandsOf, nextCommands, onlyCommand, unitOf, unitsLeft } from "./step-flow";

/** What an exception is told with: a deed without any is done as it is usually done. */
export const EXCEPTION_KINDS: ReadonlySet<string> = new Set(["switch", "word", "cm", "number", "degrees", "rows"]);

/** So many units are ready to be entered when the connection goes. */
const UNITS_AHEAD = 3;

export class LookAhead {
  private knownFactsKey = "";
  prefetched = new Map<string, PromptsResponse>();
  /** Of a deed that ends with a tap on a stand: what it asks once any of them is tapped. */
  afterTarget = new Map<string, PromptsResponse>();
  private knownExceptions = new Map<string, string[]>();
  /** The digest of what a deed asks that is done with a drag, as it was last heard, by its name. */
  private dragPrompts = new Map<string, string>();

  constructor(
    private readonly screen: PlayScreen,
    private readonly state: ScreenState = screen.state,
  ) {}

  /** Fetches what is known of stands from the unit in hand, once for what stands. */
  fetchKnownFacts(): void {
    const { unit } = this.state;
    const of = `${this.state.data.number} ${unit}`;
    if (of === this.knownFactsKey) return;
    this.knownFactsKey = of;
    void this.screen.service
      .known(unit)
      .then((known) => {
        if (of !== this.knownFactsKey) return;
        this.state.known = { unit, found: known };
        this.screen.draw();
      })
      .catch((wrong: unknown) => {
        this.knownFactsKey = "";
        handleFailure(wrong);
      });
  }

  /** Asks beforehand what the deeds of the unit in hand ask, so that a tap on one opens it at once. */
  prefetch(specs: readonly CommandSpec[]): void {
    const { number } = this.state.data;
    for (const spec of specs) {
      if (spec.barred || spec.at_once || this.prefetched.has(this.prefetchKey(spec))) continue;
      void this.screen.service
        .asks(number, spec, {})
        .then((prompts) => {
          this.prefetched.set(this.prefetchKey(spec), prompts);
          if (number !== this.state.data.number) return;
          if (this.state.result && !this.state.draft && !this.state.sending) this.screen.selection.update();
          if (this.state.draft || this.exceptionsOf(spec).length) this.screen.draw();
        })
        .catch(() => undefined);
    }
  }

  /** Asks beforehand what going on asks, and the next units with one deed only: without a connection neither could be entered. */
  prefetchOthers(): void {
    const { data, unit } = this.state;
    const others = unitsLeft(data)
      .filter((candidate) => candidate.id !== unit)
      .slice(0, UNITS_AHEAD);
    this.prefetch([...nextCommands(data), ...others.flatMap((unit) => onlyCommand(commandsOf(data, unit.id)) ?? [])]);
  }

  /** The stands that the map proposes for a deed as the game stands. */
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
      .asks(asked.number, spec, answersOf({ ...NO_ENTRIES, targets: [{ id: first, count: 1 }] }, aim!))
      .then((known) => {
        this.afterTarget.set(this.prefetchKey(spec), known);
        if (optionalFacts(spec, known).length) this.screen.draw();
      })
      .catch(() => undefined);
  }

  /** The exceptions that the deed in hand takes once its target is tapped, in a word each. */
  get exceptions(): string[] {
    const { draft } = this.state;
    const behind = draft && this.afterTarget.get(this.prefetchKey(draft.deed));
    if (!behind || this.state.entersExceptions || draft.tapped.targets.length || slotsOf(behind).length) return [];
    return exceptionPrompts(draft.deed, behind).map((prompt) => prompt.brief || prompt.says);
  }

  prefetchKey(spec: CommandSpec): string {
    return JSON.stringify([this.state.data.number, spec.kind, spec.about]);
  }

  /** What may be told of a deed that one tap would do as it is usually done, in a word each; nothing where a tap opens it anyway. */
  exceptionsOf(spec: CommandSpec): string[] {
    const asked = this.prefetched.get(this.prefetchKey(spec));
    if (spec.barred) return [];
    // Until the service has said it once more, what it said before stands: no button comes in under a finger.
    if (!asked) return this.knownExceptions.get(spec.kind) ?? [];
    const words = !isDoneByOneTap(asked, aimOf(asked, this.state.onBoard, this.state.isOwn), 0)
      ? []
      : exceptionPrompts(spec, asked).map((prompt) => prompt.brief || prompt.says);
    this.knownExceptions.set(spec.kind, words);
    return words;
  }

  /** Whether a deed stands in the dock of its unit. */
  isOfUnit(spec: CommandSpec): boolean {
    return spec.where === "hand" && !!unitOf(this.state.data, spec);
  }

  /** What is on the card now could be told: the next tap may do the deed with it. */
  noteSeenFacts(): void {
    if (this.state.draft && this.state.prompts)
      this.state.seenFacts = new Set([...this.state.seenFacts, ...optionalFacts(this.state.draft.deed, this.state.prompts)]);
  }

  /** Asks what a deed asks that is done with a drag: afterwards there is no time for it, and perhaps no connection. */
  learnPrompts(spec: CommandSpec): void {
    const name = JSON.stringify([spec.kind, spec.about]);
    void this.screen.service
      .asks(this.state.data.number, spec, {})
      .then(({ prompts }) => prompts !== undefined && this.dragPrompts.set(name, prompts))
      .catch(() => undefined);
  }

  /** What goes with a deed that is done with a drag. */
  dragContext(spec: CommandSpec): CommandContext {
    const prompts = this.dragPrompts.get(JSON.stringify([spec.kind, spec.about]));
    return prompts === undefined ? {} : { prompts };
  }
}

/** What may be told of a deed: facts that the stage has not settled. */
function exceptionPrompts(spec: CommandSpec, prompts: PromptsResponse): Prompt[] {
  return prompts.asks.filter(
    (prompt) => EXCEPTION_KINDS.has(prompt.kind) && !(prompt.name in spec.about) && !(prompt.kind === "rows" && isDrawn(prompt)),
  );
}

/** The optional facts of a deed, by name: each has a default that counts if nobody tells it. */
export function optionalFacts(spec: CommandSpec, prompts: PromptsResponse | undefined): string[] {
  return prompts
    ? exceptionPrompts(spec, prompts)
        .filter((prompt) => !prompt.needed || prompt.name in prompts.origins)
        .map((prompt) => prompt.name)
    : [];
}

/** Whether a deed is whole with the tap that chose it or named its last target: what is left to tell are exceptions. */
export function isDoneByOneTap(prompts: PromptsResponse, aim: Aim | null, targets: number): boolean {
  if (!prompts.ready || slotsOf(prompts).length) return false;
  if (aim?.how === "one") return targets > 0 || !aim.ask.needed;
  // Of what is wanted in a number the last one leaves nothing to choose.
  if (aim?.how === "several" && aim.ask.most !== null && aim.ask.least === aim.ask.most) return targets === aim.ask.most;
  if (aim) return areExceptions(aim.ask) && !targets;
  // A text is a remark, unless something measured is open beside it: of an aiming point both say where it lies.
  const measured = prompts.asks.some((prompt) => prompt.kind === "cm" && prompt.usual === null && !prompt.answered);
  const says = (prompt: Prompt): boolean => prompt.kind === "text" && ((prompt.needed && !prompt.answered) || measured);
  return !prompts.asks.some(
    (prompt) => says(prompt) || prompt.chosen || prompt.kind === "several" || (prompt.kind === "rows" && !areExceptions(prompt)),
  );
}
