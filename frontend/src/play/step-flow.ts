// What is in hand by itself, and what Next says: read from the scene alone. Pure.
import type { CommandSpec, Result, ScreenData, Step, Answers, Unit } from "./model";

/** Two things settled alike: the same fields with the same values, in whatever order. */
export function areAlike(item: Answers, other: Answers): boolean {
  return canonical(item) === canonical(other);
}

function canonical(about: Answers): string {
  return JSON.stringify(Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The result that is still news: what was done since without dice is newer than any. */
export function newestResult(data: ScreenData): Result | undefined {
  const [last] = data.lines;
  return data.results.findLast((result) => !last || result.number >= last.number - 1);
}

/** What was done since the step began, the oldest first; before the first step nothing was. */
export function linesSinceStep({ lines, step }: ScreenData): string[] {
  const begun = lines.findIndex((line) => line.begins);
  const since = !step ? lines.slice(0, 1) : begun < 0 ? lines : lines.slice(0, begun);
  return since
    .filter((line) => !line.gone)
    .map((line) => line.says)
    .reverse();
}

/** What is owed at this seat before anything else, in its order: without what is answered in the slot, and what Next does. */
export function requiredCommands(data: ScreenData): CommandSpec[] {
  return data.stage.owed.filter((spec) => spec.where !== "back" && spec.where !== "on");
}

/** What was agreed to at this seat's request and waits to be carried out here. */
export function agreedRequest(data: ScreenData): CommandSpec | undefined {
  return [...data.stage.owed, ...data.stage.offered].find((spec) => spec.kind === "carry_out");
}

/** What may be done instead of what came into the hand by itself: what settles the same thing owed, and deeds of its unit's stands. */
export function alternatives(data: ScreenData, spec: CommandSpec): CommandSpec[] {
  const isOwed = requiredCommands(data).some(
    (requiredCommand) => requiredCommand.kind === spec.kind && areAlike(requiredCommand.about, spec.about),
  );
  const stands = unitOf(data, spec)?.stands ?? [];
  const isMeant = ({ about }: CommandSpec): boolean =>
    (isOwed && areAlike(about, spec.about)) || stands.some((each) => each === about["stand"]);
  return data.stage.offered.filter(
    (candidate) => candidate.where === "hand" && !candidate.barred && candidate.kind !== spec.kind && isMeant(candidate),
  );
}

/** The unit that a deed is of, among those of this step. */
export function unitOf(data: ScreenData, spec: CommandSpec): Unit | undefined {
  const of = spec.about["unit"];
  return data.units.find((unit) => unit.id === of);
}

/** Deeds at hand of one unit, in their order, barred ones too. */
export function commandsOf(data: ScreenData, unit: string): CommandSpec[] {
  return data.stage.offered.filter((spec) => spec.where === "hand" && spec.about["unit"] === unit);
}

const PLACES = [1, 2, 3, 4] as const;

/** The deeds of a unit that keep a place in the dock: of two that share one, whichever may be done. */
export function dockedCommands(specs: readonly CommandSpec[]): CommandSpec[] {
  return PLACES.flatMap((place) => {
    const here = specs.filter((spec) => spec.place === place);
    return here.findLast((spec) => !spec.barred) ?? here.at(-1) ?? [];
  });
}

/** What the rules bar now and no dock shows: of the unit in hand, of none, and of going on. Another unit brings its own when it is tapped. */
export function unavailableCommands(data: ScreenData, unit: string): CommandSpec[] {
  const docked = dockedCommands(commandsOf(data, unit));
  const isOfAnother = (spec: CommandSpec): boolean => spec.where === "hand" && !!unitOf(data, spec) && spec.about["unit"] !== unit;
  return data.stage.offered.filter(
    (spec) => spec.barred && spec.kind !== "overrule" && spec.where !== "back" && !docked.includes(spec) && !isOfAnother(spec),
  );
}

/** Deeds at hand of no unit of this step: the decisions of the step itself. */
export function decisions(data: ScreenData): CommandSpec[] {
  return data.stage.offered.filter((spec) => spec.where === "hand" && !unitOf(data, spec));
}

/** What else may be decided while a unit is in hand: in a step that both sides share no rule says who comes first. */
export function otherDecisions(data: ScreenData): CommandSpec[] {
  return data.whose_name ? [] : decisions(data).filter((spec) => !spec.barred);
}

/** What units of this step would have to do, and the rules bar now: nobody of them can act. */
export function blockedCommands(data: ScreenData): CommandSpec[] {
  const waits = data.units.filter((unit) => unit.left > 0);
  return waits.flatMap((unit) => commandsOf(data, unit.id)).filter((spec) => spec.barred);
}

/** Decisions of the step that the rules bar now, where nothing else can be done and nothing goes on: only they say why. */
export function unavailableDecisions(data: ScreenData): CommandSpec[] {
  const goesOn = requiredCommands(data).length || data.stage.waiting.length || nextCommands(data).length;
  return goesOn ? [] : decisions(data).filter((spec) => spec.barred);
}

/** Units with something left to do in this step, in their order. */
export function unitsLeft(data: ScreenData): Unit[] {
  return data.units.filter((unit) => commandsOf(data, unit.id).some((spec) => !spec.barred));
}

/** The unit that comes into the hand by itself: the one chosen while it has something left, else the next that was not put off. */
export function nextUnit(data: ScreenData, chosen: string, postponed: readonly string[]): Unit | undefined {
  const left = unitsLeft(data);
  return left.find((unit) => unit.id === chosen) ?? left.find((unit) => !postponed.includes(unit.id)) ?? left[0];
}

/** Whether another side has to do something first, in a step of one side. */
export function isAwaited(data: ScreenData): boolean {
  return !!data.whose_name && data.stage.waiting.some((waiting) => waiting.kind);
}

/** The deed that is open by itself: the only one that may be done. */
export function onlyCommand(specs: readonly CommandSpec[]): CommandSpec | undefined {
  const able = specs.filter((spec) => !spec.barred);
  return able.length === 1 && !able[0]!.at_once ? able[0] : undefined;
}

/** What goes on from here: deeds of going on that are no unit's, those that may be done. */
export function nextCommands(data: ScreenData): CommandSpec[] {
  return [...data.stage.owed, ...data.stage.offered].filter((spec) => spec.where === "on" && !spec.barred && !unitOf(data, spec));
}

/** Whether nothing can be done or decided in this step: it passes by itself with whatever led to it. */
export function isEmptyStep(data: ScreenData): boolean {
  const waits = requiredCommands(data).length || data.stage.waiting.some((waiting) => waiting.kind);
  const able = data.stage.offered.some((spec) => spec.where === "hand" && !spec.barred);
  return !waits && !able && nextCommands(data).length > 0 && data.sides.includes(data.whose);
}

/** The step after this one that is not known to be empty. */
export function nextStep(data: ScreenData): Step | undefined {
  const now = data.steps.findIndex((step) => step.state === "now");
  return data.steps.find((step) => step.state === "next") ?? data.steps.slice(now + 1).find((step) => step.state === "todo");
}
