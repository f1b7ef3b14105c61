// Data of the play screen as the service sends it, with defaults for all that a test does not name.
import type { Prompt, PromptsResponse, CommandSpec, ScreenData, Step, Unit } from "../../src/play/model";

export const PLAIN: Prompt = {
  name: "",
  kind: "one",
  says: "",
  among: null,
  words: null,
  needed: true,
  usual: null,
  minimum: null,
  maximum: null,
  per: "",
  counts: [],
  kept: [],
  proposals: [],
  answered: false,
  rows: [],
  next_row: [],
};

/** The prompts of a command: asked for, and not answered yet. */
export function prompts(asked: readonly Prompt[], more: Partial<PromptsResponse> = {}): PromptsResponse {
  return { number: 1, prompts: asked, ready: false, missing: null, refused: null, answers: {}, origins: {}, ...more };
}

/** The prompts of a command that only misses its die. */
export const ONE_DIE: PromptsResponse = prompts([{ ...PLAIN, name: "die", kind: "dice" }], {
  missing: { field: "die", because: "", instead: "" },
});

export function deed(kind: string, about: CommandSpec["about"] = {}, more: Partial<CommandSpec> = {}): CommandSpec {
  return {
    kind,
    says: kind,
    about,
    of: "",
    by: "a",
    barred: null,
    at_once: false,
    where: "hand",
    place: 0,
    follows: false,
    ...more,
  };
}

export function unit(id: string, more: Partial<Unit> = {}): Unit {
  return { id, name: id, short: id, state: "", left: 1, levels: 0, stands: [], ...more };
}

export function step(number: string, name: string, state: Step["state"] = "now"): Step {
  return { number, words: name, full: name, small: "", state, sub: false };
}

/** The data of a play screen at the seat of side a, in whose turn it is. */
export function screenData(more: object = {}): ScreenData {
  return {
    number: 1,
    hash: "",
    role: "a",
    sides: ["a"],
    title: "",
    turn: "",
    step: null,
    whose: "a",
    whose_name: "",
    steps: [],
    faces: [],
    units: [],
    stage: { number: 1, required: [], available: [], blocked: [] },
    results: [],
    lines: [],
    back: null,
    request: null,
    asking: null,
    mistyped: null,
    others: 1,
    closed: false,
    ways: [],
    sheets: [],
    ...more,
  } as unknown as ScreenData;
}
