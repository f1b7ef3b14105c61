// What is in hand by itself, and what Next says: read from the scene alone. Pure.
import type { Deed, Result, Scene, Step, Told, Unit } from "./model";

/** Two things settled alike: the same fields with the same values, in whatever order. */
export function alike(one: Told, other: Told): boolean {
  return settled(one) === settled(other);
}

function settled(about: Told): string {
  return JSON.stringify(Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The result that is still news: what was done since without dice is newer than any. */
export function newest(scene: Scene): Result | undefined {
  const [last] = scene.lines;
  return scene.results.findLast((one) => !last || one.number >= last.number - 1);
}

/** What was done since the step began, the oldest first; before the first step nothing was. */
export function doneSince({ lines, step }: Scene): string[] {
  const begun = lines.findIndex((one) => one.begins);
  const since = !step ? lines.slice(0, 1) : begun < 0 ? lines : lines.slice(0, begun);
  return since
    .filter((one) => !one.gone)
    .map((one) => one.says)
    .reverse();
}

/** What is owed at this seat before anything else, in its order: without what is answered in the slot, and what Next does. */
export function owed(scene: Scene): Deed[] {
  return scene.stage.owed.filter((one) => one.where !== "back" && one.where !== "on");
}

/** What was agreed to at this seat's request and waits to be carried out here. */
export function agreedTo(scene: Scene): Deed | undefined {
  return [...scene.stage.owed, ...scene.stage.offered].find((deed) => deed.kind === "carry_out");
}

/** What may be done instead of what came into the hand by itself: what settles the same thing owed, and deeds of its unit's stands. */
export function otherWays(scene: Scene, deed: Deed): Deed[] {
  const isOwed = owed(scene).some((one) => one.kind === deed.kind && alike(one.about, deed.about));
  const stands = unitOf(scene, deed)?.stands ?? [];
  const isMeant = ({ about }: Deed): boolean => (isOwed && alike(about, deed.about)) || stands.some((each) => each === about["stand"]);
  return scene.stage.offered.filter((one) => one.where === "hand" && !one.barred && one.kind !== deed.kind && isMeant(one));
}

/** The unit that a deed is of, among those of this step. */
export function unitOf(scene: Scene, deed: Deed): Unit | undefined {
  const of = deed.about["unit"];
  return scene.units.find((one) => one.id === of);
}

/** Deeds at hand of one unit, in their order, barred ones too. */
export function deedsOf(scene: Scene, unit: string): Deed[] {
  return scene.stage.offered.filter((one) => one.where === "hand" && one.about["unit"] === unit);
}

const PLACES = [1, 2, 3, 4] as const;

/** The deeds of a unit that keep a place in the dock: of two that share one, whichever may be done. */
export function placedOf(deeds: readonly Deed[]): Deed[] {
  return PLACES.flatMap((place) => {
    const here = deeds.filter((one) => one.place === place);
    return here.findLast((one) => !one.barred) ?? here.at(-1) ?? [];
  });
}

/** What the rules bar now and no dock shows: of the unit in hand, of none, and of going on. Another unit brings its own when it is tapped. */
export function notNow(scene: Scene, unit: string): Deed[] {
  const docked = placedOf(deedsOf(scene, unit));
  const isOfAnother = (one: Deed): boolean => one.where === "hand" && !!unitOf(scene, one) && one.about["unit"] !== unit;
  return scene.stage.offered.filter(
    (one) => one.barred && one.kind !== "override" && one.where !== "back" && !docked.includes(one) && !isOfAnother(one),
  );
}

/** Deeds at hand of no unit of this step: the decisions of the step itself. */
export function decisions(scene: Scene): Deed[] {
  return scene.stage.offered.filter((one) => one.where === "hand" && !unitOf(scene, one));
}

/** What else may be decided while a unit is in hand: in a step that both sides share no rule says who comes first. */
export function besides(scene: Scene): Deed[] {
  return scene.whose_name ? [] : decisions(scene).filter((one) => !one.barred);
}

/** What units of this step would have to do, and the rules bar now: nobody of them can act. */
export function heldUp(scene: Scene): Deed[] {
  const waits = scene.units.filter((unit) => unit.left > 0);
  return waits.flatMap((unit) => deedsOf(scene, unit.id)).filter((one) => one.barred);
}

/** Decisions of the step that the rules bar now, where nothing else can be done and nothing goes on: only they say why. */
export function barredDecisions(scene: Scene): Deed[] {
  const goesOn = owed(scene).length || scene.stage.waiting.length || goingOn(scene).length;
  return goesOn ? [] : decisions(scene).filter((deed) => deed.barred);
}

/** Units with something left to do in this step, in their order. */
export function unitsLeft(scene: Scene): Unit[] {
  return scene.units.filter((unit) => deedsOf(scene, unit.id).some((deed) => !deed.barred));
}

/** The unit that comes into the hand by itself: the one chosen while it has something left, else the next that was not put off. */
export function nextUnit(scene: Scene, chosen: string, later: readonly string[]): Unit | undefined {
  const left = unitsLeft(scene);
  return left.find((unit) => unit.id === chosen) ?? left.find((unit) => !later.includes(unit.id)) ?? left[0];
}

/** Whether another side has to do something first, in a step of one side. */
export function isAwaited(scene: Scene): boolean {
  return !!scene.whose_name && scene.stage.waiting.some((one) => one.kind);
}

/** The deed that is open by itself: the only one that may be done. */
export function onlyDeed(deeds: readonly Deed[]): Deed | undefined {
  const able = deeds.filter((one) => !one.barred);
  return able.length === 1 && !able[0]!.at_once ? able[0] : undefined;
}

/** What goes on from here: deeds of going on that are no unit's, those that may be done. */
export function goingOn(scene: Scene): Deed[] {
  return [...scene.stage.owed, ...scene.stage.offered].filter((one) => one.where === "on" && !one.barred && !unitOf(scene, one));
}

/** Whether nothing can be done or decided in this step: it passes by itself with whatever led to it. */
export function passes(scene: Scene): boolean {
  const waits = owed(scene).length || scene.stage.waiting.some((one) => one.kind);
  const able = scene.stage.offered.some((one) => one.where === "hand" && !one.barred);
  return !waits && !able && goingOn(scene).length > 0 && scene.sides.includes(scene.whose);
}

/** The step after this one that is not known to be empty. */
export function nextStep(scene: Scene): Step | undefined {
  const now = scene.steps.findIndex((one) => one.state === "now");
  return scene.steps.find((one) => one.state === "next") ?? scene.steps.slice(now + 1).find((one) => one.state === "todo");
}
