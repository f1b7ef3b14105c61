// Never 8: Next takes no tap while something comes first, names who is not ordered, and is lit only where nothing is left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inHand } from "../src/stage/hand";
import type { Ask, Asked, Deed, Scene, Unit } from "../src/stage/model";
import type { Service } from "../src/stage/service";
import type { Table } from "../src/stage/table";

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
const { Table: Opened } = await import("../src/stage/table");
const { throwsOrAims } = await import("../src/stage/dock");
const { card } = await import("../src/stage/card");
const { nextOf } = await import("../src/stage/foot");
const { endsOf } = await import("../src/stage/deed-card");
const { barredDecisions, besides, deedsOf, heldUp, notNow, otherWays, placedOf } = await import("../src/stage/flow");

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
const DIE: Ask = { ...PLAIN, name: "die", kind: "dice" };
const ASKED: Asked = {
  number: 1,
  asks: [DIE],
  ready: false,
  missing: { field: "die", because: "", instead: "" },
  refused: null,
  told: {},
  origins: {},
};
const deed = (kind: string, about: Deed["about"], more: Partial<Deed> = {}): Deed => ({
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
});
const unit = (id: string, left: number): Unit => ({
  id,
  name: `${id} Company`,
  short: id,
  state: left ? `${left} actions left` : "to order",
  left,
  levels: 0,
  stands: [],
});
const STEP = { number: "6 IV", words: "Companies", full: "Companies", small: "", state: "now", sub: false } as const;
const ON = deed("next_step", {}, { where: "on", place: 1, at_once: true });

function table(scene: { units?: Unit[]; owed?: Deed[]; offered?: Deed[] }): Table {
  const whole = {
    number: 1,
    hash: "",
    role: "a",
    sides: ["a"],
    title: "",
    turn: "",
    step: STEP,
    whose: "a",
    whose_name: "",
    steps: [STEP, { ...STEP, number: "7", full: "Commands", state: "todo" }],
    faces: [],
    units: scene.units ?? [],
    stage: { number: 1, owed: scene.owed ?? [], offered: scene.offered ?? [], waiting: [] },
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
  const service = { asks: () => Promise.reject(new Error()), waiting: [], known: () => Promise.reject(new Error()) } as unknown as Service;
  return new Opened(
    whole,
    service,
    () => undefined,
    () => undefined,
  );
}

/** A table with a deed in hand whose die is to come. */
function throwing(byItself: boolean): Table {
  const roll = deed("roll", { unit: "A" });
  const made = table({ units: [unit("A", 1)], owed: byItself ? [roll] : [], offered: byItself ? [] : [roll, ON] });
  [made.unit, made.hand, made.asked] = ["A", inHand(roll, byItself), ASKED];
  (made as unknown as { askedFor: object }).askedFor = made.hand.tapped;
  return made;
}

for (const byItself of [true, false]) {
  test(`Next takes no tap while a die is to come, ${byItself ? "owed" : "chosen"}`, () => {
    const next = nextOf(throwing(byItself));
    assert.equal(next.title, "1 die to come");
    assert.equal(next.go, undefined);
    assert.ok(!next.lit);
  });
}

test("Next takes no tap while something else is owed", () => {
  const next = nextOf(table({ owed: [deed("lift", {}, { at_once: true })], offered: [ON] }));
  assert.equal(next.title, "First: lift");
  assert.equal(next.go, undefined);
});

test("Next does a deed of the drawer though something is owed with one tap: a formation is drawn up before it stands", () => {
  const draws = deed("place_formation", {}, { where: "more" });
  const made = table({ owed: [deed("deploy_formation", { formation: "b1" }, { at_once: true })], offered: [draws] });
  [made.hand, made.asked] = [inHand(draws, false), { ...ASKED, asks: [], ready: true, missing: null }];
  (made as unknown as { askedFor: object }).askedFor = made.hand.tapped;
  const next = nextOf(made);
  assert.equal(next.title, "place_formation");
  assert.ok(next.go);
  assert.deepEqual(endsOf(made), []);
});

test("a decision that the rules bar says why where nothing else can be done, and nowhere else", () => {
  const barred = { clause: "FF-SET-10", because: "2 of 13 stands are on the map", instead: "place the others too" };
  const stands = deed("deploy_formation", { formation: "b1" }, { barred, at_once: true });
  const stuck = table({ offered: [stands] });
  assert.deepEqual(barredDecisions(stuck.scene), [stands]);
  assert.match(JSON.stringify(card(stuck).title), /Not yet: deploy_formation/);
  assert.deepEqual(barredDecisions(table({ offered: [stands, ON] }).scene), []);
  assert.deepEqual(barredDecisions(table({ owed: [deed("roll", {})], offered: [stands] }).scene), []);
});

test("a unit that spent its last action and has won may follow up: the card offers it, and Next says what is given up", () => {
  const follow = deed("go_in", { unit: "A" }, { says: "Follow up", place: 4 });
  const won = {
    number: 1,
    kind: "fought",
    label: "Close combat",
    headline: "Attacker wins",
    small: "",
    rows: [],
    said: "",
    side: "a",
    unit: "A",
    changed: [],
    command: "c",
    dice: 2,
  } as const;
  const made = table({ units: [unit("A", 0), unit("B", 1)], offered: [follow, deed("move", { unit: "B" }), ON] });
  (made.scene as { whose_name: string }).whose_name = "A";
  [made.unit, made.result] = ["A", won];
  const next = nextOf(made);
  assert.equal(next.title, "Next: B Company");
  assert.equal(next.small, "without: follow up");
  assert.ok(!next.lit);
  const [alone] = [table({ units: [unit("A", 0)], offered: [follow, ON] })];
  (alone!.scene as { whose_name: string }).whose_name = "A";
  [alone!.unit, alone!.result] = ["A", won];
  assert.equal(nextOf(alone!).small, "without: follow up");
  assert.ok(!nextOf(alone!).lit);
  assert.match(JSON.stringify(card(alone!).drawn), /Follow up/);
});

test("Next takes no tap while a target is to be tapped", () => {
  const made = throwing(false);
  const stand = { id: "d1", short: "1", name: "d1", brief: "d1", unit: "x", levels: 0, out: false, head: false, cover: null, marks: [] };
  made.placed("d1");
  (made as unknown as { counters: Map<string, object> }).counters.set("d1", { counter: stand, row: {}, side: "d", own: false });
  made.asked = {
    ...ASKED,
    asks: [{ ...PLAIN, name: "target", says: "the target", among: ["d1"] }, DIE],
    missing: { field: "target", because: "", instead: "" },
  };
  const next = nextOf(made);
  assert.equal(next.title, "First: tap a target");
  assert.equal(next.go, undefined);
});

test("what is tapped and is no target is on the board, and Next says how many are still to come", () => {
  const made = throwing(false);
  const bases = ["b1", "b2"];
  made.placed("b1");
  for (const id of bases)
    (made as unknown as { counters: Map<string, object> }).counters.set(id, {
      counter: { id, short: "1", name: id, brief: id, unit: "x", levels: 0, out: false, head: false, cover: null, marks: [] },
      row: {},
      side: "d",
      own: false,
    });
  made.asked = {
    ...ASKED,
    asks: [{ ...PLAIN, kind: "several", name: "bases", says: "the bases that take them", among: bases, least: 2, most: 2 }],
    missing: { field: "bases", because: "", instead: "give 2" },
  };
  assert.equal(nextOf(made).title, "First: tap on the board");
  made.hand = { ...made.hand!, tapped: { ...made.hand!.tapped, targets: [{ id: "b1", count: 1 }] } };
  (made as unknown as { askedFor: object }).askedFor = made.hand.tapped;
  const next = nextOf(made);
  assert.deepEqual([next.title, next.small, next.go], ["1 more to tap", "the bases that take them", undefined]);
});

test("with actions left Next says so, and is not lit", () => {
  const done = deed("finish_unit", { unit: "A" }, { where: "on", at_once: true });
  const made = table({
    units: [unit("A", 2), unit("B", 0)],
    offered: [deed("move", { unit: "A" }), done, deed("roll", { unit: "B" }), ON],
  });
  made.unit = "A";
  const next = nextOf(made);
  assert.deepEqual([next.title, next.small, !!next.lit], ["Done with A", "2 actions left", false]);
});

test("a unit that is put off comes round again, and the step is left only past the names of those not ordered", () => {
  const rolls = ["A", "B"].map((id) => deed("roll", { unit: id }));
  const made = table({ units: [unit("A", 0), unit("B", 0)], offered: [...rolls, ON] });
  [made.unit, made.hand] = ["A", inHand(rolls[0]!, true)];
  assert.deepEqual([nextOf(made).title, nextOf(made).small], ["A later", "Next: B Company"]);
  [made.unit, made.hand, made.later] = ["B", inHand(rolls[1]!, true), ["A"]];
  assert.deepEqual([nextOf(made).title, nextOf(made).small], ["B later", "Next: A Company"]);
  [made.unit, made.hand, made.later] = ["A", inHand(rolls[0]!, true), ["A", "B"]];
  assert.equal(nextOf(made).title, "Next: Commands");
  assert.match(nextOf(made).small ?? "", /not ordered: A, B/);
  assert.ok(!nextOf(made).lit);
});

test("Next is not lit beside a button in the dock that does the same", () => {
  const lay = deed("lay", { unit: "A" });
  const made = table({ units: [unit("A", 1)], offered: [lay, ON] });
  const place = { ...PLAIN, name: "along_cm", kind: "cm", needed: false } as const;
  [made.unit, made.hand, made.asked] = ["A", inHand(lay, false), { ...ASKED, asks: [place], ready: true, missing: null }];
  (made as unknown as { askedFor: object }).askedFor = made.hand.tapped;
  assert.deepEqual([nextOf(made).title, !!nextOf(made).lit, !!nextOf(made).go], ["lay", false, true]);
});

test("who is held up is whoever has something left in the step, and the rules bar it", () => {
  const barred = { clause: "X-1", because: "smoke hides them", instead: "" };
  const scene = table({
    units: [unit("A", 1), unit("B", 0)],
    offered: [deed("shoot", { unit: "A" }, { barred }), deed("move", { unit: "B" }, { barred })],
  }).scene;
  assert.deepEqual(
    heldUp(scene).map((one) => one.about["unit"]),
    ["A"],
  );
});

test("a deed that comes to no die is done by its button, and asks for none", () => {
  const shoot = deed("shoot", { unit: "A" });
  const made = table({ units: [unit("A", 1)], offered: [shoot, ON] });
  [made.unit, made.hand, made.asked] = [
    "A",
    inHand(shoot, true),
    { ...ASKED, asks: [{ ...DIE, needed: false, least: 0, most: 0 }], ready: true, missing: null },
  ];
  (made as unknown as { askedFor: object }).askedFor = made.hand.tapped;
  assert.deepEqual([throwsOrAims(made), made.waitsForDice, made.slots.length], [false, false, 0]);
});

test("the end of a turn is not lit while a decision of its last step is open", () => {
  const end = deed("end_turn", {}, { where: "on", at_once: true });
  assert.ok(!nextOf(table({ offered: [deed("move_commander", { of: "x" }), end] })).lit);
  assert.ok(nextOf(table({ offered: [end] })).lit);
});

test("going on says what is lost with it, and else which decisions of the step it leaves open", () => {
  const ready = (lapses: string[]): Deed => deed("ready", { side: "a" }, { where: "on", at_once: true, lapses });
  const share = deed("share", { of: "x" }, { says: "Share out the shots" });
  const small = (offered: Deed[]): string | undefined => nextOf(table({ offered })).small;
  assert.equal(small([share, ready(["2 of 3 shots on D4 are lost"])]), "2 of 3 shots on D4 are lost");
  assert.equal(small([share, ready([])]), "without: Share out the shots");
  assert.equal(small([share, { ...ON }]), "without: Share out the shots");
  assert.equal(small([ready([])]), "");
  const left = table({ units: [unit("A", 1), unit("B", 0)], offered: [deed("move", { unit: "A" }), ready(["2 shots are lost"])] });
  left.unit = "A";
  assert.equal(nextOf(left).small, "left: A; 2 shots are lost");
});

test("in a step that both sides share what is no unit's may be decided before any unit acts, and going on names it", () => {
  const [shoot, lay] = [deed("shoot", { unit: "A" }), deed("lay", { of: "x" }, { says: "Lay smoke" })];
  const barred = deed("lay", { of: "y" }, { barred: { clause: "", because: "", instead: "" } });
  const made = table({ units: [unit("A", 1)], offered: [shoot, lay, barred, ON] });
  assert.deepEqual(besides(made.scene), [lay]);
  made.unit = "A";
  assert.equal(nextOf(made).small, "left: A; without: lay smoke");
  // Where one side is in turn its own order stands.
  assert.deepEqual(besides({ ...made.scene, whose_name: "British" }), []);
});

test("in a step that both sides share Next leads from a result to what is left, and does not end the step", () => {
  const move = deed("move", { unit: "A" });
  const made = table({ units: [unit("A", 1)], offered: [move, ON] });
  [made.unit, made.result] = ["A", { changed: [], rows: [] } as unknown as Table["result"]];
  const next = nextOf(made);
  assert.deepEqual([next.title, next.lit], ["Next: A Company", true]);
  made.result = null;
  assert.ok(!nextOf(made).lit);
});

test("who may only follow up is not called not ordered", () => {
  const follow = deed("go_in", { unit: "A" }, { says: "Follow up" });
  const made = table({ units: [{ ...unit("A", 0), state: "done" }], offered: [follow, ON] });
  [made.unit, made.hand] = ["A", inHand(follow, true)];
  assert.equal(nextOf(made).small, "without: follow up");
});

test("Next is not lit while a decision of the step is open", () => {
  const made = table({ offered: [deed("allot", { of: "x" }, { at_once: true }), ON] });
  assert.equal(nextOf(made).title, "Next: Commands");
  assert.ok(!nextOf(made).lit);
  assert.ok(nextOf(table({ offered: [ON] })).lit);
});

test("what settles the same thing owed, or is of a stand of its unit, stands beside what is in hand; what is barred does not", () => {
  const owed = deed("test_weapon", { weapon: "g1" });
  const [instead, other, order] = [
    deed("supports_another", { weapon: "g1" }),
    deed("supports_another", { weapon: "g2" }),
    deed("order", { unit: "A" }),
  ];
  const [up, late] = [
    deed("come_up", { stand: "p1" }),
    deed("come_up", { stand: "p2" }, { barred: { clause: "", because: "", instead: "" } }),
  ];
  const shown = table({
    units: [{ ...unit("A", 0), stands: ["p1", "p2"] }],
    owed: [owed],
    offered: [instead, other, order, up, late],
  }).scene;
  assert.deepEqual(otherWays(shown, owed), [instead]);
  assert.deepEqual(otherWays(shown, order), [up]);
});

test("whatever the rules bar stands in the dock of the unit in hand, below Not now, or comes with its unit", () => {
  const barred = { because: "it is suppressed", clause: "X-1", instead: "" };
  const units = [unit("A", 1), unit("B", 1)];
  const offered = (["hand", "on", "more"] as const).flatMap((where) =>
    ["A", "B", "", "elsewhere"].flatMap((of) =>
      [0, 1, 2].map((place) => deed(`${where} ${of} ${place}`, of ? { unit: of } : {}, { where, place, barred })),
    ),
  );
  offered.push(deed("hand A other", { unit: "A" }, { place: 2 }), deed("undo", {}, { where: "back", barred }));
  const { scene } = table({ units, offered });
  const seen = (of: string): string[] =>
    [...placedOf(deedsOf(scene, of)), ...notNow(scene, of)].filter((one) => one.barred).map((one) => one.kind);
  for (const of of ["A", "B", ""]) assert.equal(new Set(seen(of)).size, seen(of).length, "once each");
  const everywhere = new Set(["A", "B", ""].flatMap(seen));
  assert.deepEqual(
    offered.filter((one) => one.barred && one.where !== "back" && !everywhere.has(one.kind)),
    [],
  );
  assert.ok(!seen("A").some((kind) => kind.startsWith("hand B")), "another unit brings its own");
});

test("a unit whose deeds are all barred says why when it is tapped", () => {
  const made = table({
    units: [unit("A", 1), unit("B", 0)],
    offered: [
      deed("move", { unit: "A" }),
      deed("roll", { unit: "B" }, { barred: { because: "it has fired", clause: "X-2", instead: "" } }),
    ],
  });
  made.unit = "A";
  Object.assign(made.service, { asks: () => new Promise(() => undefined) });
  made.pick("B");
  assert.deepEqual([made.refused?.because, made.refused?.clause, made.unit], ["B Company: it has fired", "X-2", "A"]);
});

test("where nothing but going on is left and that is barred, Next says why", () => {
  const on = deed("start_turn", {}, { where: "on", barred: { because: "the sides still deploy", clause: "X-3", instead: "" } });
  const next = nextOf(table({ offered: [on] }));
  assert.deepEqual([next.title, next.small, next.go], ["Not yet: start_turn", "The sides still deploy", undefined]);
});

/** A table that shows a result, with a deed owed and a deed that ends it. */
function afterResult(first: Deed, last: Deed): Table {
  const end = deed("end", {}, { where: "on", at_once: true });
  const made = table({ owed: [first, end], offered: [] });
  Object.assign(made, { result: { number: 1, kind: "rolled", unit: "", changed: [], command: "c1" }, last });
  return made;
}

test("Next leads from a result to what is owed, not past it", () => {
  const name = deed("name_targets", {});
  assert.equal(nextOf(afterResult(name, deed("call_aircraft", { regiment: "r" }))).title, "Next: name_targets");
});

test("Next ends what was done last and is owed for others too", () => {
  const under = deed("roll_under", { barrage: "b" });
  assert.equal(nextOf(afterResult(under, under)).title, "end");
});

test("Next does not end what the map still proposes stands for", () => {
  const under = deed("roll_under", { barrage: "b" });
  const made = afterResult(under, under);
  made.placed("d1");
  (made as unknown as { counters: Map<string, object> }).counters.set("d1", {
    counter: { id: "d1", brief: "1st Platoon" },
    row: {},
    side: "d",
    own: false,
  });
  const asked = {
    ...ASKED,
    asks: [
      {
        ...PLAIN,
        kind: "several",
        name: "stands",
        among: ["d1"],
        least: 1,
        most: 1,
        proposals: [{ value: ["d1"], origin: "map", why: "" }],
      },
    ],
  } as Asked;
  (made as unknown as { foreseen: Map<string, Asked> }).foreseen.set(JSON.stringify([1, under.kind, under.about]), asked);
  assert.equal(nextOf(made).title, "Next: roll_under");
  [made.result, made.hand, made.asked] = [null, inHand(under, true), asked];
  assert.deepEqual([nextOf(made).title, nextOf(made).small], ["end", "without 1st Platoon"]);
});

test("Next opens what follows where a fact is the player's to tell, and does it where the map knows the fact", async () => {
  const fire = deed("fire_by_plan", { line: "1" }, { follows: true });
  const observed: Ask = { ...PLAIN, name: "observed", kind: "switch", needed: false, usual: false };
  const made = table({ owed: [fire] });
  const proposed = async (origins: Asked["origins"]): Promise<unknown> => {
    Object.assign(made.service, {
      asks: () => Promise.resolve({ ...ASKED, asks: [observed], ready: true, missing: null, told: { observed: true }, origins }),
    });
    return (made as unknown as { asProposed(one: Deed): Promise<{ command: object } | null> }).asProposed(fire);
  };
  assert.equal(await proposed({}), null);
  assert.equal(await proposed({ observed: "assumed" }), null);
  assert.deepEqual(await proposed({ observed: "map" }), {
    command: { kind: "fire_by_plan", observed: true, line: "1" },
    beside: { origins: { observed: "map" } },
  });
});
