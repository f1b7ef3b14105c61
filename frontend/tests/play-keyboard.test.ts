// The keyboard plays: dice, both dice of a fight, deeds by their place or a letter of their words, Next, Take back, Escape.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./support/open-screen";
import { newDraft } from "../src/play/command-draft";
import type { PromptsResponse, CommandSpec, ContestedRoll } from "../src/play/model";
import type { PlayScreen } from "../src/play/play-screen";
import { pressed } from "../src/play/keyboard";
import { deed, PLAIN, screenData } from "./support/fixtures";

const MET = { stand: "", name: "", added: 0, lines: [], die: 0 };
const MEETING: ContestedRoll = {
  rows: { ...MET, side: "a" },
  columns: { ...MET, side: "d" },
  ends: [{ wins: "", word: "draw", pairs: 36, percent: "100%" }],
  cells: Array.from({ length: 36 }, () => 0),
  comes_to: "fought",
};
const deedOfUnit = (kind: string, says: string, place: number, by = "a"): CommandSpec => deed(kind, { unit: "u1" }, { says, by, place });
const DEEDS = [
  deedOfUnit("remove", "Recover", 1),
  deedOfUnit("move", "Move", 2),
  deedOfUnit("fire", "Fire", 3),
  deedOfUnit("go_in", "Assault", 4),
  deedOfUnit("wire", "Try the wire", 0),
  deedOfUnit("pack", "Pack or unpack", 0),
];
const ASKED: PromptsResponse = {
  number: 1,
  prompts: [{ ...PLAIN, name: "die", kind: "dice" }],
  ready: false,
  missing: { field: "die", because: "", instead: "" },
  refused: null,
  answers: {},
  origins: {},
};
const NOWHERE = { matches: () => false } as unknown as HTMLElement;

function table(owed: CommandSpec[] = [], sides = ["a"]): PlayScreen & { chosen: string[]; sent: object[] } {
  const data = screenData({
    sides,
    units: [{ id: "u1", name: "u1", short: "u1", state: "", left: 1, levels: 0, stands: [] }],
    stage: { number: 1, required: owed, available: owed.length ? [] : DEEDS, blocked: [] },
  });
  const sent: object[] = [];
  const send = (_number: number, command: object): Promise<object> => (
    sent.push(command), Promise.resolve({ kind: "accepted", number: 2, id: "c" })
  );
  const service = {
    prompts: () => Promise.resolve(ASKED),
    known: () => Promise.resolve({ number: 2, stands: {} }),
    scene: () => Promise.resolve({ ...data, number: 2 }),
    send,
  };
  const made = Object.assign(openScreen(data, service), { chosen: [] as string[], sent });
  made.state.unit = "u1";
  made.selection.choose = (spec) => void made.chosen.push(spec.kind);
  return made;
}

for (const [key, kind] of [
  ["f", "fire"],
  ["m", "move"],
  ["a", "go_in"],
  ["w", "wire"],
  ["r", "remove"],
] as const) {
  test(`${key.toUpperCase()} is ${kind}`, () => {
    const made = table();
    assert.equal(pressed(made, key, NOWHERE), true);
    assert.deepEqual(made.chosen, [kind]);
  });
}

test("a letter that no deed begins with does nothing", () => {
  const made = table();
  assert.equal(pressed(made, "z", NOWHERE), false);
  assert.deepEqual(made.chosen, []);
});

test("Escape puts a refusal, the drawer and an open row away", () => {
  const made = table();
  [made.state.refused, made.state.drawer, made.state.unfolded] = [{ clause: "", because: "no", instead: "" }, "log", "x"];
  pressed(made, "escape", NOWHERE);
  assert.deepEqual([made.state.refused, made.state.drawer, made.state.unfolded], [null, null, null]);
});

test("in a fight that a device throws for both sides the first digit is the attacker's, the second the defender's", async () => {
  const [own, other] = [deedOfUnit("fight", "Fight", 0), deedOfUnit("fight", "Fight", 0, "d")];
  const made = table([own, other], ["a", "d"]);
  [made.state.draft, made.state.prompts] = [newDraft(own, true), { ...ASKED, meeting: MEETING }];
  made.state.promptedEntries = made.state.draft.tapped;
  pressed(made, "6", NOWHERE);
  assert.equal(made.state.firstDie, 6);
  pressed(made, "backspace", NOWHERE);
  assert.equal(made.state.firstDie, 0);
  pressed(made, "5", NOWHERE);
  pressed(made, "2", NOWHERE);
  await new Promise((done) => setTimeout(done, 5));
  assert.deepEqual(
    made.sent.map((item) => (item as { die: { pips: number } }).die.pips),
    [5, 2],
  );
});

test("while the card asks for somebody the arrows pass by whoever is out of the game or may not be taken", () => {
  const made = table();
  const counters = ["d1", "d2", "d3"].map((id) => ({ dataset: { st: id }, offsetParent: {}, focus: () => went.push(id) }));
  const went: string[] = [];
  const all = globalThis.document.querySelectorAll;
  Object.assign(globalThis, { document: { querySelectorAll: () => counters } });
  const places = made.state.counters as unknown as Map<string, object>;
  for (const id of ["d1", "d2", "d3"])
    places.set(id, {
      counter: { id, short: "1", name: id, brief: id, unit: "x", levels: 0, out: id === "d1", head: false, cover: null, marks: [] },
      row: {},
      side: "d",
      own: false,
    });
  made.state.draft = newDraft(DEEDS[2]!, false);
  made.state.prompts = { ...ASKED, prompts: [{ ...PLAIN, name: "target", among: ["d1", "d3"] }] };
  pressed(made, "arrowright", NOWHERE);
  assert.deepEqual(went, ["d3"]);
  made.state.draft = null;
  pressed(made, "arrowright", NOWHERE);
  assert.deepEqual(went, ["d3", "d1"]);
  Object.assign(globalThis, { document: { querySelectorAll: all } });
});
