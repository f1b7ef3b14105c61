// The draft of a command: its targets, facts and dice, and its taps, which can be undone. Pure.
import type { CommandDie } from "./dice-lots";
import type { Prompt, PromptsResponse, CommandSpec, Json, Override, Answers, DieEntry } from "./model";

/** A stand that was tapped, and how many of the unit's own stands act on it. */
export interface Target {
  readonly id: string;
  readonly count: number;
}

/** What was entered since the command was selected; each tap makes a new one. */
export interface Entries {
  readonly targets: readonly Target[];
  readonly facts: { readonly [place: string]: Json };
  readonly dice: readonly DieEntry[];
}

/** A tap that can be undone, by its name, with the entries before it. */
export interface Step {
  readonly name: string;
  readonly before: Entries;
}

export interface CommandDraft {
  readonly deed: CommandSpec;
  readonly tapped: Entries;
  readonly trail: readonly Step[];
  /** The command was selected by itself: there is no choice to undo. */
  readonly byItself: boolean;
  /** The targets are the map's proposal, and the player has not changed them. */
  readonly proposed: boolean;
  /** Every stand that was proposed so far: one that the player removed is not proposed again. */
  readonly offered: readonly string[];
  /** The override that is sent with it. */
  readonly aside?: Override;
}

export const NO_ENTRIES: Entries = { targets: [], facts: {}, dice: [] };

export function newDraft(spec: CommandSpec, byItself: boolean): CommandDraft {
  return { deed: spec, tapped: NO_ENTRIES, trail: [], byItself, proposed: false, offered: [] };
}

/** Whether nothing was entered. */
export function isUntouched({ tapped }: CommandDraft): boolean {
  return !tapped.targets.length && !tapped.dice.length && !Object.keys(tapped.facts).length;
}

/** Whether the stands to tap are all that are affected: a stand that is proposed later belongs to them. */
export function namesVictims(aim: Aim): boolean {
  return aim.how !== "one" && !aim.actor;
}

/** The stands that the map proposes, each with how many of the unit's stands act on it. */
export function proposedTargets(aim: Aim): Target[] {
  const value = aim.ask.proposals.find((proposal) => proposal.origin === "map")?.value;
  const ids = (Array.isArray(value) ? value : [value]).map((value) =>
    value && typeof value === "object" && !Array.isArray(value) ? value[aim.target] : value,
  );
  const counts = new Map<string, number>();
  for (const id of ids) if (typeof id === "string" && aim.among.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, count]) => ({ id, count }));
}

/** The targets with a proposal of the map: it replaces an earlier proposal, and adds new victims to a choice. */
export function withProposed(draft: CommandDraft, rowAim: readonly Target[], aim: Aim): readonly Target[] {
  const { targets } = draft.tapped;
  if (draft.proposed || (!targets.length && !draft.offered.length)) return rowAim;
  if (!namesVictims(aim)) return targets;
  const fresh = rowAim.filter((target) => !draft.offered.includes(target.id) && !targets.some((other) => other.id === target.id));
  return fresh.length ? [...targets, ...fresh].slice(0, aim.most) : targets;
}

/** The draft after one more tap. */
export function tap(draft: CommandDraft, name: string, tapped: Partial<Entries>): CommandDraft {
  return { ...draft, proposed: false, tapped: { ...draft.tapped, ...tapped }, trail: [...draft.trail, { name, before: draft.tapped }] };
}

/** The draft before its last tap. */
export function withoutLastTap(draft: CommandDraft): CommandDraft {
  const last = draft.trail.at(-1);
  return last ? { ...draft, proposed: false, tapped: last.before, trail: draft.trail.slice(0, -1) } : draft;
}

/** How stands are chosen: which prompt takes them, and of rows which of its prompts. */
export interface Aim {
  readonly ask: Prompt;
  readonly how: "one" | "several" | "rows";
  readonly among: ReadonlySet<string>;
  /** Of rows: the prompt of who acts, the prompt that takes the stand, and the own stands in their order. */
  readonly actor: string;
  readonly target: string;
  /** The label of what is tapped. */
  readonly says: string;
  readonly actors: readonly string[];
  /** Each own stand acts once, and taps spread them over targets; else one stand has many targets. */
  readonly spread: boolean;
  readonly most: number;
}

/** The prompt that is answered on the board: the first whose choices are all there, and that has no proposal. */
export function aimOf(prompts: PromptsResponse, onBoard: (id: string) => boolean, own: (id: string) => boolean): Aim | null {
  for (const prompt of prompts.prompts) {
    if (prompt.kind === "rows") {
      if (isDrawn(prompt)) continue;
      const aim = aimOfRows(prompt, onBoard, own);
      if (aim) return aim;
    } else if ((prompt.kind === "one" || prompt.kind === "several") && standsIn(prompt, onBoard) && !(prompt.name in prompts.origins)) {
      const how = prompt.kind;
      const most = how === "one" ? 1 : Math.min(prompt.maximum ?? Infinity, prompt.among?.length ?? 0);
      return {
        ask: prompt,
        how,
        among: new Set(texts(prompt.among)),
        actor: "",
        target: prompt.name,
        says: prompt.says,
        actors: [],
        spread: false,
        most,
      };
    }
  }
  return null;
}

/** Whether rows are exceptions; elsewhere, as with a gas cloud, they are what the command is about. */
export function areExceptions(rows: Prompt): boolean {
  return rows.kind === "rows" && rows.seldom === true;
}

/** How many stands to tap. The order is named only where it counts. */
export function tapsWanted(aim: Aim): string {
  // A limit of all stands is no limit.
  const isLimit = aim.most < aim.among.size;
  if (aim.how === "several")
    return aim.ask.minimum === aim.most
      ? `Tap ${aim.most}: ${aim.says}`
      : isLimit
        ? `Tap up to ${aim.most}: ${aim.says}`
        : `Tap ${aim.says}`;
  // Where distances count, the nearest comes first.
  const order = aim.ask.next_row?.some((prompt) => prompt.kind === "cm") ? "nearest first" : "in order";
  return isLimit ? `Tap up to ${aim.most}, ${order}` : `Tap them, ${order}`;
}

/** Whether rows need figures without a proposal, such as places on the ground: they are drawn on the map. */
export function isDrawn(prompt: Prompt): boolean {
  return (
    !prompt.needed &&
    prompt.next_row.some((prompt) => FIGURES.has(prompt.kind) && prompt.needed && !prompt.answered && !prompt.proposals.length)
  );
}

const FIGURES = new Set(["number", "cm", "degrees"]);

function aimOfRows(prompt: Prompt, onBoard: (id: string) => boolean, own: (id: string) => boolean): Aim | null {
  const shapes = [...prompt.rows, prompt.next_row];
  const known = shapes.flat().filter((prompt) => prompt.kind === "one" && standsIn(prompt, onBoard));
  const names = [...new Set(known.map((prompt) => prompt.name))];
  const among = (name: string): string[] => [
    ...new Set(known.filter((prompt) => prompt.name === name).flatMap((prompt) => texts(prompt.among))),
  ];
  const actor = names.find((name) => names.length > 1 && among(name).every(own)) ?? "";
  const target = names.find((name) => name !== actor);
  if (!target) return null;
  const says = known.find((prompt) => prompt.name === target)?.says ?? prompt.says;
  const actors = actor ? among(actor) : [];
  const spread = actors.length > 1 && prompt.maximum === actors.length;
  return { ask: prompt, how: "rows", among: new Set(among(target)), actor, target, says, actors, spread, most: prompt.maximum ?? Infinity };
}

function standsIn(prompt: Prompt, onBoard: (id: string) => boolean): boolean {
  const ids = texts(prompt.among);
  return ids.length > 0 && ids.length >= (prompt.among?.length ?? 0) - 1 && ids.every(onBoard);
}

function texts(among: readonly Json[] | null): string[] {
  return (among ?? []).filter((value): value is string => typeof value === "string" && value !== "");
}

/** The targets after a tap on a stand; null if there is no room for another. */
export function toggleTarget(targets: readonly Target[], id: string, aim: Aim): readonly Target[] | null {
  const at = targets.findIndex((target) => target.id === id);
  if (aim.spread) return spreadTo(targets, id, at, aim.actors.length);
  if (at >= 0) return targets.filter((target) => target.id !== id);
  if (aim.how === "one") return [{ id, count: 1 }];
  return targets.length < aim.most ? [...targets, { id, count: 1 }] : null;
}

/** Spreads the own stands: all act on the first target, and each further tap moves one to it from the target with most. */
function spreadTo(targets: readonly Target[], id: string, at: number, all: number): readonly Target[] {
  if (!targets.length) return [{ id, count: all }];
  if (at >= 0 && targets[at]?.count === all) return [];
  const others = targets.filter((target) => target.id !== id);
  const giver = others.reduce((most, target) => (target.count > most.count ? target : most), others[0]!);
  const moved = targets.map((target) =>
    target.id === giver.id ? { ...target, count: target.count - 1 } : target.id === id ? { ...target, count: target.count + 1 } : target,
  );
  const all_of_them = at >= 0 ? moved : [...moved, { id, count: 1 }];
  return all_of_them.filter((target) => target.count > 0);
}

/** The targets after a tap on the label of a row: all its stands, or none of them if all are taken. */
export function toggleRow(targets: readonly Target[], ids: readonly string[], aim: Aim): readonly Target[] {
  const able = ids.filter((id) => aim.among.has(id));
  const first = able[0];
  if (first === undefined) return targets;
  if (aim.spread || aim.how === "one") return toggleTarget(targets, first, aim) ?? targets;
  if (able.every((id) => targets.some((target) => target.id === id))) return targets.filter((target) => !able.includes(target.id));
  const more = able.filter((id) => !targets.some((target) => target.id === id)).map((id) => ({ id, count: 1 }));
  return [...targets, ...more].slice(0, aim.most);
}

/** The key of a fact of a row's target. */
export function factPlace(target: string | null, name: string): string {
  return target === null ? name : `${target}|${name}`;
}

/** The answers so far, without dice. */
export function answersOf(tapped: Entries, aim: Aim | null): Answers {
  const told: { [key: string]: Json } = {};
  for (const [place, value] of Object.entries(tapped.facts)) if (!place.includes("|")) putValue(told, place, value);
  if (!aim || !tapped.targets.length) return told;
  if (aim.how === "one") putValue(told, aim.target, tapped.targets[0]?.id ?? null);
  else if (aim.how === "several")
    putValue(
      told,
      aim.target,
      tapped.targets.map((target) => target.id),
    );
  else putValue(told, aim.ask.name, rowsOf(tapped, aim));
  return told;
}

/** A row for each own stand that acts on a target, with the facts of that target. */
function rowsOf(tapped: Entries, aim: Aim): Json[] {
  const rows: { [key: string]: Json }[] = [];
  let next = 0;
  for (const { id, count } of tapped.targets) {
    for (let nth = 0; nth < count; nth++) {
      const row: { [key: string]: Json } = {};
      const actor = aim.actors[aim.spread ? next++ : 0];
      if (aim.actor && actor !== undefined) row[aim.actor] = actor;
      row[aim.target] = id;
      for (const [place, value] of Object.entries(tapped.facts)) {
        if (place.startsWith(`${id}|`)) putValue(row, place.slice(id.length + 1), value);
      }
      rows.push(row);
    }
  }
  return rows;
}

function putValue(into: { [key: string]: Json }, path: string, value: Json): void {
  const steps = path.split(".");
  const last = steps.pop()!;
  let at = into;
  for (const step of steps) at = at[step] = { ...((at[step] as { [key: string]: Json }) ?? {}) };
  at[last] = value;
}

/** The place of one die: its prompt, of rows its row, its index; the face if it was rolled before. */
export interface Slot {
  readonly ask: Prompt;
  readonly row: number | null;
  readonly at: number;
  readonly single: boolean;
  readonly kept: number;
}

/** Whether a prompt takes at least one die. */
export function needsRoll(prompt: Prompt): boolean {
  return prompt.kind === "dice" && prompt.maximum !== 0;
}

/** The dice of a command in reading order. */
export function slotsOf(prompts: PromptsResponse): Slot[] {
  return prompts.prompts
    .filter((prompt) => prompt.kind === "dice")
    .flatMap((prompt) => {
      const single = prompt.maximum === null;
      const counts = prompt.per ? prompt.counts : [single ? 1 : (prompt.maximum ?? 1)];
      let before = 0;
      return counts.flatMap((count, row) =>
        Array.from({ length: count }, (_, at) => ({
          ask: prompt,
          row: prompt.per ? row : null,
          at,
          single,
          kept: prompt.kept[before++] ?? 0,
        })),
      );
    });
}

/** The complete command: answers, proposals, and the dice in their places. */
export function commandOf(
  spec: CommandSpec,
  prompts: PromptsResponse,
  slots: readonly Slot[],
  dice: readonly CommandDie[],
): { [key: string]: Json } {
  const command = structuredClone({ ...prompts.answers, ...spec.about }) as { [key: string]: Json };
  for (const slot of slots) {
    const into = slot.row === null ? command : ((command[slot.ask.per] as { [key: string]: Json }[])[slot.row] ?? {});
    // Dice among the answers are replaced, whatever order they are read in.
    const here = slots.flatMap((dieSlot, n) =>
      dieSlot.ask === slot.ask && dieSlot.row === slot.row && dice[n] ? [{ at: dieSlot.at, die: { ...dice[n] } as Json }] : [],
    );
    if (here.length)
      putValue(into, slot.ask.name, slot.single ? here[0]!.die : here.sort((item, other) => item.at - other.at).map((item) => item.die));
  }
  return { kind: spec.kind, ...command };
}

/** Adds the dice that were rolled before: they count again and are not prompted for. */
export function withStoredDice(slots: readonly Slot[], dice: readonly DieEntry[]): readonly DieEntry[] {
  const all = [...dice];
  while (all.length < slots.length && slots[all.length]!.kept > 0) all.push({ pips: slots[all.length]!.kept, source: "entered" });
  return all;
}
