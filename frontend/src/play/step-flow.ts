// Which command comes next and what Next does, from the data of the screen alone. Pure.
import type { CommandSpec, Result, ScreenData, Step, Answers, Unit } from "./model";

/** Whether two sets of answers have the same fields with the same values. */
export function areAlike(item: Answers, other: Answers): boolean {
  return canonical(item) === canonical(other);
}

function canonical(about: Answers): string {
  return JSON.stringify(Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The result that is still news: a later command without dice makes it old. */
export function newestResult(data: ScreenData): Result | undefined {
  const [last] = data.lines;
  return data.results.findLast((result) => !last || result.number >= last.number - 1);
}

/** The log lines since the step began, the oldest first; empty before the first step. */
export function linesSinceStep({ lines, step }: ScreenData): string[] {
  const begun = lines.findIndex((line) => line.begins);
  const since = !step ? lines.slice(0, 1) : begun < 0 ? lines : lines.slice(0, begun);
  return since
    .filter((line) => !line.gone)
    .map((line) => line.says)
    .reverse();
}

/** The commands required of this seat, in their order, without requests and without what Next does. */
export function requiredCommands(data: ScreenData): CommandSpec[] {
  return data.stage.required.filter((spec) => spec.where !== "back" && spec.where !== "on");
}

/** The agreed request of this seat that is to be carried out. */
export function agreedRequest(data: ScreenData): CommandSpec | undefined {
  return [...data.stage.required, ...data.stage.available].find((spec) => spec.kind === "carry_out");
}

/** The alternatives to a command: others that settle the same requirement, and those of its unit's stands. */
export function alternatives(data: ScreenData, spec: CommandSpec): CommandSpec[] {
  const isOwed = requiredCommands(data).some(
    (requiredCommand) => requiredCommand.kind === spec.kind && areAlike(requiredCommand.about, spec.about),
  );
  const stands = unitOf(data, spec)?.stands ?? [];
  const isMeant = ({ about }: CommandSpec): boolean =>
    (isOwed && areAlike(about, spec.about)) || stands.some((each) => each === about["stand"]);
  return data.stage.available.filter(
    (candidate) => candidate.where === "hand" && !candidate.barred && candidate.kind !== spec.kind && isMeant(candidate),
  );
}

/** The unit of a command, if it is one of this step. */
export function unitOf(data: ScreenData, spec: CommandSpec): Unit | undefined {
  const of = spec.about["unit"];
  return data.units.find((unit) => unit.id === of);
}

/** The commands of a unit in their order, with unavailable ones. */
export function commandsOf(data: ScreenData, unit: string): CommandSpec[] {
  return data.stage.available.filter((spec) => spec.where === "hand" && spec.about["unit"] === unit);
}

const PLACES = [1, 2, 3, 4] as const;

/** The commands with a place in the dock: of two at one place, the available one. */
export function dockedCommands(specs: readonly CommandSpec[]): CommandSpec[] {
  return PLACES.flatMap((place) => {
    const here = specs.filter((spec) => spec.place === place);
    return here.findLast((spec) => !spec.barred) ?? here.at(-1) ?? [];
  });
}

/** Unavailable commands that no dock shows: of the chosen unit, of no unit, and of Next. */
export function unavailableCommands(data: ScreenData, unit: string): CommandSpec[] {
  const docked = dockedCommands(commandsOf(data, unit));
  const isOfAnother = (spec: CommandSpec): boolean => spec.where === "hand" && !!unitOf(data, spec) && spec.about["unit"] !== unit;
  return data.stage.available.filter(
    (spec) => spec.barred && spec.kind !== "override" && spec.where !== "back" && !docked.includes(spec) && !isOfAnother(spec),
  );
}

/** Commands of no unit: the decisions of the step itself. */
export function decisions(data: ScreenData): CommandSpec[] {
  return data.stage.available.filter((spec) => spec.where === "hand" && !unitOf(data, spec));
}

/** Decisions beside a unit, in a step that both sides share. */
export function otherDecisions(data: ScreenData): CommandSpec[] {
  return data.whose_name ? [] : decisions(data).filter((spec) => !spec.barred);
}

/** Unavailable commands of units that have actions left. */
export function blockedCommands(data: ScreenData): CommandSpec[] {
  const waits = data.units.filter((unit) => unit.left > 0);
  return waits.flatMap((unit) => commandsOf(data, unit.id)).filter((spec) => spec.barred);
}

/** Unavailable decisions where nothing else can be done: only they say why. */
export function unavailableDecisions(data: ScreenData): CommandSpec[] {
  const goesOn = requiredCommands(data).length || data.stage.blocked.length || nextCommands(data).length;
  return goesOn ? [] : decisions(data).filter((spec) => spec.barred);
}

/** Units with an available command, in their order. */
export function unitsLeft(data: ScreenData): Unit[] {
  return data.units.filter((unit) => commandsOf(data, unit.id).some((spec) => !spec.barred));
}

/** The unit that is chosen by itself: the current one while it has something left, else the next that was not postponed. */
export function nextUnit(data: ScreenData, chosen: string, postponed: readonly string[]): Unit | undefined {
  const left = unitsLeft(data);
  return left.find((unit) => unit.id === chosen) ?? left.find((unit) => !postponed.includes(unit.id)) ?? left[0];
}

/** Whether another side has to act first. */
export function isAwaited(data: ScreenData): boolean {
  return !!data.whose_name && data.stage.blocked.some((waiting) => waiting.kind);
}

/** The only available command. */
export function onlyCommand(specs: readonly CommandSpec[]): CommandSpec | undefined {
  const able = specs.filter((spec) => !spec.barred);
  return able.length === 1 && !able[0]!.at_once ? able[0] : undefined;
}

/** The available commands that end the step. */
export function nextCommands(data: ScreenData): CommandSpec[] {
  return [...data.stage.required, ...data.stage.available].filter((spec) => spec.where === "on" && !spec.barred && !unitOf(data, spec));
}

/** Whether nothing can be done in this step: it is passed with the tap that led to it. */
export function isEmptyStep(data: ScreenData): boolean {
  const waits = requiredCommands(data).length || data.stage.blocked.some((waiting) => waiting.kind);
  const able = data.stage.available.some((spec) => spec.where === "hand" && !spec.barred);
  return !waits && !able && nextCommands(data).length > 0 && data.sides.includes(data.whose);
}

/** The next step that is not known to be empty. */
export function nextStep(data: ScreenData): Step | undefined {
  const now = data.steps.findIndex((step) => step.state === "now");
  return data.steps.find((step) => step.state === "next") ?? data.steps.slice(now + 1).find((step) => step.state === "todo");
}
