// Never 8: Next takes no tap while something comes first, names who is not ordered, and is lit only where nothing is left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./support/open-screen";
import { inHand } from "../src/play/command-draft";
import type { Ask, Asked, Deed, Unit } from "../src/play/model";
import type { PlayScreen } from "../src/play/play-screen";
import { throwsOrAims } from "../src/play/dock";
import { card } from "../src/play/card";
import { nextOf } from "../src/play/footer";
import { endsOf } from "../src/play/command-card";
import { barredDecisions, besides, deedsOf, heldUp, notNow, otherWays, placedOf } from "../src/play/step-flow";
import { deed, PLAIN, screenData } from "./support/fixtures";

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

function table(scene: { units?: Unit[]; owed?: Deed[]; offered?: Deed[] }): PlayScreen {
  const whole = screenData({
    step: STEP,
    steps: [STEP, { ...STEP, number: "7", full: "Commands", state: "todo" }],
    units: scene.units ?? [],
    stage: { number: 1, owed: scene.owed ?? [], offered: scene.offered ?? [], waiting: [] },
  });
  const service = {};
  return openScreen(whole, service);
}

/** A table with a deed in hand whose die is to come. */
function throwing(byItself: boolean): PlayScreen {
  const roll = deed("roll", { unit: "A" });
  const made = table({ units: [unit("A", 1)], owed: byItself ? [roll] : [], offered: byItself ? [] : [roll, ON] });
  [made.state.unit, made.state.hand, made.state.asked] = ["A", inHand(roll, byItself), ASKED];
  made.state.askedFor = made.state.hand.tapped;
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
  [made.state.hand, made.state.asked] = [inHand(draws, false), { ...ASKED, asks: [], ready: true, missing: null }];
  made.state.askedFor = made.state.hand.tapped;
  const next = nextOf(made);
  assert.equal(next.title, "place_formation");
  assert.ok(next.go);
  assert.deepEqual(endsOf(made), []);
});

test("a decision that the rules bar says why where nothing else can be done, and nowhere else", () => {
  const barred = { clause: "FF-SET-10", because: "2 of 13 stands are on the map", instead: "place the others too" };
  const stands = deed("deploy_formation", { formation: "b1" }, { barred, at_once: true });
  const stuck = table({ offered: [stands] });
  assert.deepEqual(barredDecisions(stuck.state.scene), [stands]);
  assert.match(JSON.stringify(card(stuck).title), /Not yet: deploy_formation/);
  assert.deepEqual(barredDecisions(table({ offered: [stands, ON] }).state.scene), []);
  assert.deepEqual(barredDecisions(table({ owed: [deed("roll", {})], offered: [stands] }).state.scene), []);
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
  (made.state.scene as { whose_name: string }).whose_name = "A";
  [made.state.unit, made.state.result] = ["A", won];
  const next = nextOf(made);
  assert.equal(next.title, "Next: B Company");
  assert.equal(next.small, "without: follow up");
  assert.ok(!next.lit);
  const [alone] = [table({ units: [unit("A", 0)], offered: [follow, ON] })];
  (alone!.state.scene as { whose_name: string }).whose_name = "A";
  [alone!.state.unit, alone!.state.result] = ["A", won];
  assert.equal(nextOf(alone!).small, "without: follow up");
  assert.ok(!nextOf(alone!).lit);
  assert.match(JSON.stringify(card(alone!).drawn), /Follow up/);
});

test("Next takes no tap while a target is to be tapped", () => {
  const made = throwing(false);
  const stand = { id: "d1", short: "1", name: "d1", brief: "d1", unit: "x", levels: 0, out: false, head: false, cover: null, marks: [] };
  made.state.placed("d1");
  (made.state.counters as unknown as Map<string, object>).set("d1", { counter: stand, row: {}, side: "d", own: false });
  made.state.asked = {
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
  made.state.placed("b1");
  for (const id of bases)
    (made.state.counters as unknown as Map<string, object>).set(id, {
      counter: { id, short: "1", name: id, brief: id, unit: "x", levels: 0, out: false, head: false, cover: null, marks: [] },
      row: {},
      side: "d",
      own: false,
    });
  made.state.asked = {
    ...ASKED,
    asks: [{ ...PLAIN, kind: "several", name: "bases", says: "the bases that take them", among: bases, least: 2, most: 2 }],
    missing: { field: "bases", because: "", instead: "give 2" },
  };
  assert.equal(nextOf(made).title, "First: tap on the board");
  made.state.hand = { ...made.state.hand!, tapped: { ...made.state.hand!.tapped, targets: [{ id: "b1", count: 1 }] } };
  made.state.askedFor = made.state.hand.tapped;
  const next = nextOf(made);
  assert.deepEqual([next.title, next.small, next.go], ["1 more to tap", "the bases that take them", undefined]);
});

test("with actions left Next says so, and is not lit", () => {
  const done = deed("finish_unit", { unit: "A" }, { where: "on", at_once: true });
  const made = table({
    units: [unit("A", 2), unit("B", 0)],
    offered: [deed("move", { unit: "A" }), done, deed("roll", { unit: "B" }), ON],
  });
  made.state.unit = "A";
  const next = nextOf(made);
  assert.deepEqual([next.title, next.small, !!next.lit], ["Done with A", "2 actions left", false]);
});

test("a unit that is put off comes round again, and the step is left only past the names of those not ordered", () => {
  const rolls = ["A", "B"].map((id) => deed("roll", { unit: id }));
  const made = table({ units: [unit("A", 0), unit("B", 0)], offered: [...rolls, ON] });
  [made.state.unit, made.state.hand] = ["A", inHand(rolls[0]!, true)];
  assert.deepEqual([nextOf(made).title, nextOf(made).small], ["A later", "Next: B Company"]);
  [made.state.unit, made.state.hand, made.state.later] = ["B", inHand(rolls[1]!, true), ["A"]];
  assert.deepEqual([nextOf(made).title, nextOf(made).small], ["B later", "Next: A Company"]);
  [made.state.unit, made.state.hand, made.state.later] = ["A", inHand(rolls[0]!, true), ["A", "B"]];
  assert.equal(nextOf(made).title, "Next: Commands");
  assert.match(nextOf(made).small ?? "", /not ordered: A, B/);
  assert.ok(!nextOf(made).lit);
});

test("Next is not lit beside a button in the dock that does the same", () => {
  const lay = deed("lay", { unit: "A" });
  const made = table({ units: [unit("A", 1)], offered: [lay, ON] });
  const place = { ...PLAIN, name: "along_cm", kind: "cm", needed: false } as const;
  [made.state.unit, made.state.hand, made.state.asked] = ["A", inHand(lay, false), { ...ASKED, asks: [place], ready: true, missing: null }];
  made.state.askedFor = made.state.hand.tapped;
  assert.deepEqual([nextOf(made).title, !!nextOf(made).lit, !!nextOf(made).go], ["lay", false, true]);
});

test("who is held up is whoever has something left in the step, and the rules bar it", () => {
  const barred = { clause: "X-1", because: "smoke hides them", instead: "" };
  const scene = table({
    units: [unit("A", 1), unit("B", 0)],
    offered: [deed("shoot", { unit: "A" }, { barred }), deed("move", { unit: "B" }, { barred })],
  }).state.scene;
  assert.deepEqual(
    heldUp(scene).map((one) => one.about["unit"]),
    ["A"],
  );
});

test("a deed that comes to no die is done by its button, and asks for none", () => {
  const shoot = deed("shoot", { unit: "A" });
  const made = table({ units: [unit("A", 1)], offered: [shoot, ON] });
  [made.state.unit, made.state.hand, made.state.asked] = [
    "A",
    inHand(shoot, true),
    { ...ASKED, asks: [{ ...DIE, needed: false, least: 0, most: 0 }], ready: true, missing: null },
  ];
  made.state.askedFor = made.state.hand.tapped;
  assert.deepEqual([throwsOrAims(made), made.state.waitsForDice, made.state.slots.length], [false, false, 0]);
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
  left.state.unit = "A";
  assert.equal(nextOf(left).small, "left: A; 2 shots are lost");
});

test("in a step that both sides share what is no unit's may be decided before any unit acts, and going on names it", () => {
  const [shoot, lay] = [deed("shoot", { unit: "A" }), deed("lay", { of: "x" }, { says: "Lay smoke" })];
  const barred = deed("lay", { of: "y" }, { barred: { clause: "", because: "", instead: "" } });
  const made = table({ units: [unit("A", 1)], offered: [shoot, lay, barred, ON] });
  assert.deepEqual(besides(made.state.scene), [lay]);
  made.state.unit = "A";
  assert.equal(nextOf(made).small, "left: A; without: lay smoke");
  // Where one side is in turn its own order stands.
  assert.deepEqual(besides({ ...made.state.scene, whose_name: "British" }), []);
});

test("in a step that both sides share Next leads from a result to what is left, and does not end the step", () => {
  const move = deed("move", { unit: "A" });
  const made = table({ units: [unit("A", 1)], offered: [move, ON] });
  [made.state.unit, made.state.result] = ["A", { changed: [], rows: [] } as unknown as PlayScreen["state"]["result"]];
  const next = nextOf(made);
  assert.deepEqual([next.title, next.lit], ["Next: A Company", true]);
  made.state.result = null;
  assert.ok(!nextOf(made).lit);
});

test("who may only follow up is not called not ordered", () => {
  const follow = deed("go_in", { unit: "A" }, { says: "Follow up" });
  const made = table({ units: [{ ...unit("A", 0), state: "done" }], offered: [follow, ON] });
  [made.state.unit, made.state.hand] = ["A", inHand(follow, true)];
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
  }).state.scene;
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
  offered.push(deed("hand A other", { unit: "A" }, { place: 2 }), deed("take_back", {}, { where: "back", barred }));
  const { scene } = table({ units, offered }).state;
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
  made.state.unit = "A";
  Object.assign(made.service, { asks: () => new Promise(() => undefined) });
  made.selection.pick("B");
  assert.deepEqual([made.state.refused?.because, made.state.refused?.clause, made.state.unit], ["B Company: it has fired", "X-2", "A"]);
});

test("where nothing but going on is left and that is barred, Next says why", () => {
  const on = deed("start_turn", {}, { where: "on", barred: { because: "the sides still deploy", clause: "X-3", instead: "" } });
  const next = nextOf(table({ offered: [on] }));
  assert.deepEqual([next.title, next.small, next.go], ["Not yet: start_turn", "The sides still deploy", undefined]);
});

/** A table that shows a result, with a deed owed and a deed that ends it. */
function afterResult(first: Deed, last: Deed): PlayScreen {
  const end = deed("end", {}, { where: "on", at_once: true });
  const made = table({ owed: [first, end], offered: [] });
  Object.assign(made.state, { result: { number: 1, kind: "rolled", unit: "", changed: [], command: "c1" }, last });
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
  made.state.placed("d1");
  (made.state.counters as unknown as Map<string, object>).set("d1", {
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
  made.lookAhead.foreseen.set(JSON.stringify([1, under.kind, under.about]), asked);
  assert.equal(nextOf(made).title, "Next: roll_under");
  [made.state.result, made.state.hand, made.state.asked] = [null, inHand(under, true), asked];
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
    return made.progress.asProposed(fire);
  };
  assert.equal(await proposed({}), null);
  assert.equal(await proposed({ observed: "assumed" }), null);
  assert.deepEqual(await proposed({ observed: "map" }), {
    command: { kind: "fire_by_plan", observed: true, line: "1" },
    beside: { origins: { observed: "map" } },
  });
});
