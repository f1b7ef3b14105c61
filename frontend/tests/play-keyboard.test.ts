// The keyboard plays: dice, both dice of a fight, deeds by their place or a letter of their words, Next, Take back, Escape.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inHand } from "../src/play/command-draft";
import type { Ask, Asked, Deed, Meeting, Scene } from "../src/play/model";
import type { Service } from "../src/play/play-service";
import type { Table } from "../src/play/table";

// A page that nobody looks at: whatever the libraries ask of it as they are read is there, and does nothing.
const nothing: object = new Proxy(class {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing),
  construct: () => nothing,
  apply: () => nothing,
});
const empty = class {};
Object.assign(globalThis, {
  window: nothing,
  document: nothing,
  localStorage: nothing,
  location: nothing,
  navigator: nothing,
  navigation: nothing,
  addEventListener: () => undefined,
  HTMLElement: empty,
  Element: empty,
  Node: empty,
  Document: empty,
  XPathEvaluator: nothing,
  customElements: { define: () => undefined },
});
const { Table: Opened } = await import("../src/play/table");
const { pressed } = await import("../src/play/keyboard");

const PLAIN: Ask = {
  name: "",
  kind: "one",
  says: "",
  among: null,
  words: null,
  needed: true,
  usual: null,
  least: null,
  most: null,
  per: "",
  counts: [],
  kept: [],
  proposals: [],
  answered: false,
  rows: [],
  next_row: [],
};
const MET = { stand: "", name: "", added: 0, lines: [], die: 0 };
const MEETING: Meeting = {
  rows: { ...MET, side: "a" },
  columns: { ...MET, side: "d" },
  ends: [{ wins: "", word: "draw", pairs: 36, percent: "100%" }],
  cells: Array.from({ length: 36 }, () => 0),
  comes_to: "fought",
};
const deed = (kind: string, says: string, place: number, by = "a"): Deed => ({
  kind,
  says,
  about: { unit: "u1" },
  of: "",
  by,
  barred: null,
  at_once: false,
  where: "hand",
  place,
  follows: false,
});
const DEEDS = [
  deed("remove", "Recover", 1),
  deed("move", "Move", 2),
  deed("fire", "Fire", 3),
  deed("go_in", "Assault", 4),
  deed("wire", "Try the wire", 0),
  deed("pack", "Pack or unpack", 0),
];
const ASKED: Asked = {
  number: 1,
  asks: [{ ...PLAIN, name: "die", kind: "dice" }],
  ready: false,
  missing: { field: "die", because: "", instead: "" },
  refused: null,
  told: {},
  origins: {},
};
const NOWHERE = { matches: () => false } as unknown as HTMLElement;

function table(owed: Deed[] = [], sides = ["a"]): Table & { chosen: string[]; sent: object[] } {
  const scene = {
    number: 1,
    hash: "",
    role: "a",
    sides,
    title: "",
    turn: "",
    step: null,
    whose: "a",
    whose_name: "",
    steps: [],
    faces: [],
    units: [{ id: "u1", name: "u1", short: "u1", state: "", left: 1, levels: 0, stands: [] }],
    stage: { number: 1, owed, offered: owed.length ? [] : DEEDS, waiting: [] },
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
  } as unknown as Scene;
  const sent: object[] = [];
  const send = (_number: number, command: object): Promise<object> => (
    sent.push(command), Promise.resolve({ kind: "accepted", number: 2, id: "c" })
  );
  const service = {
    asks: () => Promise.resolve(ASKED),
    waiting: [],
    known: () => Promise.resolve({ number: 2, stands: {} }),
    scene: () => Promise.resolve({ ...scene, number: 2 }),
    send,
  } as unknown as Service;
  const made = Object.assign(
    new Opened(
      scene,
      service,
      () => undefined,
      () => undefined,
    ),
    { chosen: [] as string[], sent },
  );
  made.unit = "u1";
  made.choose = (one) => void made.chosen.push(one.kind);
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
  [made.refused, made.drawer, made.unfolded] = [{ clause: "", because: "no", instead: "" }, "log", "x"];
  pressed(made, "escape", NOWHERE);
  assert.deepEqual([made.refused, made.drawer, made.unfolded], [null, null, null]);
});

test("in a fight that a device throws for both sides the first digit is the attacker's, the second the defender's", async () => {
  const [own, other] = [deed("fight", "Fight", 0), deed("fight", "Fight", 0, "d")];
  const made = table([own, other], ["a", "d"]);
  [made.hand, made.asked] = [inHand(own, true), { ...ASKED, meeting: MEETING }];
  (made as unknown as { askedFor: object }).askedFor = made.hand.tapped;
  pressed(made, "6", NOWHERE);
  assert.equal(made.firstDie, 6);
  pressed(made, "backspace", NOWHERE);
  assert.equal(made.firstDie, 0);
  pressed(made, "5", NOWHERE);
  pressed(made, "2", NOWHERE);
  await new Promise((done) => setTimeout(done, 5));
  assert.deepEqual(
    made.sent.map((one) => (one as { die: { pips: number } }).die.pips),
    [5, 2],
  );
});

test("while the card asks for somebody the arrows pass by whoever is out of the game or may not be taken", () => {
  const made = table();
  const counters = ["d1", "d2", "d3"].map((id) => ({ dataset: { st: id }, offsetParent: {}, focus: () => went.push(id) }));
  const went: string[] = [];
  const all = globalThis.document.querySelectorAll;
  Object.assign(globalThis, { document: { querySelectorAll: () => counters } });
  const places = (made as unknown as { counters: Map<string, object> }).counters;
  for (const id of ["d1", "d2", "d3"])
    places.set(id, {
      counter: { id, short: "1", name: id, brief: id, unit: "x", levels: 0, out: id === "d1", head: false, cover: null, marks: [] },
      row: {},
      side: "d",
      own: false,
    });
  made.hand = inHand(DEEDS[2]!, false);
  made.asked = { ...ASKED, asks: [{ ...PLAIN, name: "target", among: ["d1", "d3"] }] };
  pressed(made, "arrowright", NOWHERE);
  assert.deepEqual(went, ["d3"]);
  made.hand = null;
  pressed(made, "arrowright", NOWHERE);
  assert.deepEqual(went, ["d3", "d1"]);
  Object.assign(globalThis, { document: { querySelectorAll: all } });
});
