// Never 8: Next takes no tap while something comes first, names who is not ordered, and is lit only where nothing is left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./support/open-screen";
import { newDraft } from "../src/play/command-draft";
import type { Prompt, PromptsResponse, CommandSpec, Unit } from "../src/play/model";
import type { PlayScreen } from "../src/play/play-screen";
import { throwsOrAims } from "../src/play/dock";
import { card } from "../src/play/card";
import { nextOf } from "../src/play/footer";
import { endsOf } from "../src/play/command-card";
import {
  unavailableDecisions,
  otherDecisions,
  commandsOf,
  blockedCommands,
  unavailableCommands,
  alternatives,
  dockedCommands,
} from "../src/play/step-flow";
import { deed, PLAIN, screenData } from "./support/fixtures";

const DIE: Prompt = { ...PLAIN, name: "die", kind: "dice" };
const ASKED: PromptsResponse = {
  number: 1,
  prompts: [DIE],
  ready: false,
  missing: { field: "die", because: "", instead: "" },
  refused: null,
  answers: {},
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

function table(scene: { units?: Unit[]; required?: CommandSpec[]; available?: CommandSpec[] }): PlayScreen {
  const whole = screenData({
    step: STEP,
    steps: [STEP, { ...STEP, number: "7", full: "Commands", state: "todo" }],
    units: scene.units ?? [],
    stage: { number: 1, required: scene.required ?? [], available: scene.available ?? [], blocked: [] },
  });
  const service = {};
  return openScreen(whole, service);
}

/** A table with a deed in hand whose die is to come. */
function throwing(byItself: boolean): PlayScreen {
  const roll = deed("roll", { unit: "A" });
  const screen = table({ units: [unit("A", 1)], required: byItself ? [roll] : [], available: byItself ? [] : [roll, ON] });
  [screen.state.unit, screen.state.draft, screen.state.prompts] = ["A", newDraft(roll, byItself), ASKED];
  screen.state.promptedEntries = screen.state.draft.tapped;
  return screen;
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
  const next = nextOf(table({ required: [deed("lift", {}, { at_once: true })], available: [ON] }));
  assert.equal(next.title, "First: lift");
  assert.equal(next.go, undefined);
});

test("Next does a deed of the drawer though something is owed with one tap: a formation is drawn up before it stands", () => {
  const draws = deed("place_formation", {}, { where: "more" });
  const screen = table({ required: [deed("deploy_formation", { formation: "b1" }, { at_once: true })], available: [draws] });
  [screen.state.draft, screen.state.prompts] = [newDraft(draws, false), { ...ASKED, prompts: [], ready: true, missing: null }];
  screen.state.promptedEntries = screen.state.draft.tapped;
  const next = nextOf(screen);
  assert.equal(next.title, "place_formation");
  assert.ok(next.go);
  assert.deepEqual(endsOf(screen), []);
});

test("a decision that the rules bar says why where nothing else can be done, and nowhere else", () => {
  const barred = { clause: "FF-SET-10", because: "2 of 13 stands are on the map", instead: "place the others too" };
  const stands = deed("deploy_formation", { formation: "b1" }, { barred, at_once: true });
  const stuck = table({ available: [stands] });
  assert.deepEqual(unavailableDecisions(stuck.state.data), [stands]);
  assert.match(JSON.stringify(card(stuck).title), /Not yet: deploy_formation/);
  assert.deepEqual(unavailableDecisions(table({ available: [stands, ON] }).state.data), []);
  assert.deepEqual(unavailableDecisions(table({ required: [deed("roll", {})], available: [stands] }).state.data), []);
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
  const screen = table({ units: [unit("A", 0), unit("B", 1)], available: [follow, deed("move", { unit: "B" }), ON] });
  (screen.state.data as { whose_name: string }).whose_name = "A";
  [screen.state.unit, screen.state.result] = ["A", won];
  const next = nextOf(screen);
  assert.equal(next.title, "Next: B Company");
  assert.equal(next.small, "without: follow up");
  assert.ok(!next.lit);
  const [alone] = [table({ units: [unit("A", 0)], available: [follow, ON] })];
  (alone!.state.data as { whose_name: string }).whose_name = "A";
  [alone!.state.unit, alone!.state.result] = ["A", won];
  assert.equal(nextOf(alone!).small, "without: follow up");
  assert.ok(!nextOf(alone!).lit);
  assert.match(JSON.stringify(card(alone!).drawn), /Follow up/);
});

test("Next takes no tap while a target is to be tapped", () => {
  const screen = throwing(false);
  const stand = { id: "d1", short: "1", name: "d1", brief: "d1", unit: "x", levels: 0, out: false, head: false, cover: null, marks: [] };
  screen.state.placed("d1");
  (screen.state.counters as unknown as Map<string, object>).set("d1", { counter: stand, row: {}, side: "d", own: false });
  screen.state.prompts = {
    ...ASKED,
    prompts: [{ ...PLAIN, name: "target", says: "the target", among: ["d1"] }, DIE],
    missing: { field: "target", because: "", instead: "" },
  };
  const next = nextOf(screen);
  assert.equal(next.title, "First: tap a target");
  assert.equal(next.go, undefined);
});

test("what is tapped and is no target is on the board, and Next says how many are still to come", () => {
  const screen = throwing(false);
  const bases = ["b1", "b2"];
  screen.state.placed("b1");
  for (const id of bases)
    (screen.state.counters as unknown as Map<string, object>).set(id, {
      counter: { id, short: "1", name: id, brief: id, unit: "x", levels: 0, out: false, head: false, cover: null, marks: [] },
      row: {},
      side: "d",
      own: false,
    });
  screen.state.prompts = {
    ...ASKED,
    prompts: [{ ...PLAIN, kind: "several", name: "bases", says: "the bases that take them", among: bases, minimum: 2, maximum: 2 }],
    missing: { field: "bases", because: "", instead: "give 2" },
  };
  assert.equal(nextOf(screen).title, "First: tap on the board");
  screen.state.draft = { ...screen.state.draft!, tapped: { ...screen.state.draft!.tapped, targets: [{ id: "b1", count: 1 }] } };
  screen.state.promptedEntries = screen.state.draft.tapped;
  const next = nextOf(screen);
  assert.deepEqual([next.title, next.small, next.go], ["1 more to tap", "the bases that take them", undefined]);
});

test("with actions left Next says so, and is not lit", () => {
  const done = deed("finish_unit", { unit: "A" }, { where: "on", at_once: true });
  const screen = table({
    units: [unit("A", 2), unit("B", 0)],
    available: [deed("move", { unit: "A" }), done, deed("roll", { unit: "B" }), ON],
  });
  screen.state.unit = "A";
  const next = nextOf(screen);
  assert.deepEqual([next.title, next.small, !!next.lit], ["Done with A", "2 actions left", false]);
});

test("a unit that is put off comes round again, and the step is left only past the names of those not ordered", () => {
  const rolls = ["A", "B"].map((id) => deed("roll", { unit: id }));
  const screen = table({ units: [unit("A", 0), unit("B", 0)], available: [...rolls, ON] });
  [screen.state.unit, screen.state.draft] = ["A", newDraft(rolls[0]!, true)];
  assert.deepEqual([nextOf(screen).title, nextOf(screen).small], ["A later", "Next: B Company"]);
  [screen.state.unit, screen.state.draft, screen.state.postponed] = ["B", newDraft(rolls[1]!, true), ["A"]];
  assert.deepEqual([nextOf(screen).title, nextOf(screen).small], ["B later", "Next: A Company"]);
  [screen.state.unit, screen.state.draft, screen.state.postponed] = ["A", newDraft(rolls[0]!, true), ["A", "B"]];
  assert.equal(nextOf(screen).title, "Next: Commands");
  assert.match(nextOf(screen).small ?? "", /not ordered: A, B/);
  assert.ok(!nextOf(screen).lit);
});

test("Next is not lit beside a button in the dock that does the same", () => {
  const lay = deed("lay", { unit: "A" });
  const screen = table({ units: [unit("A", 1)], available: [lay, ON] });
  const place = { ...PLAIN, name: "along_cm", kind: "cm", needed: false } as const;
  [screen.state.unit, screen.state.draft, screen.state.prompts] = [
    "A",
    newDraft(lay, false),
    { ...ASKED, prompts: [place], ready: true, missing: null },
  ];
  screen.state.promptedEntries = screen.state.draft.tapped;
  assert.deepEqual([nextOf(screen).title, !!nextOf(screen).lit, !!nextOf(screen).go], ["lay", false, true]);
});

test("who is held up is whoever has something left in the step, and the rules bar it", () => {
  const barred = { clause: "X-1", because: "smoke hides them", instead: "" };
  const data = table({
    units: [unit("A", 1), unit("B", 0)],
    available: [deed("shoot", { unit: "A" }, { barred }), deed("move", { unit: "B" }, { barred })],
  }).state.data;
  assert.deepEqual(
    blockedCommands(data).map((spec) => spec.about["unit"]),
    ["A"],
  );
});

test("a deed that comes to no die is done by its button, and asks for none", () => {
  const shoot = deed("shoot", { unit: "A" });
  const screen = table({ units: [unit("A", 1)], available: [shoot, ON] });
  [screen.state.unit, screen.state.draft, screen.state.prompts] = [
    "A",
    newDraft(shoot, true),
    { ...ASKED, prompts: [{ ...DIE, needed: false, minimum: 0, maximum: 0 }], ready: true, missing: null },
  ];
  screen.state.promptedEntries = screen.state.draft.tapped;
  assert.deepEqual([throwsOrAims(screen), screen.state.waitsForDice, screen.state.slots.length], [false, false, 0]);
});

test("the end of a turn is not lit while a decision of its last step is open", () => {
  const end = deed("end_turn", {}, { where: "on", at_once: true });
  assert.ok(!nextOf(table({ available: [deed("move_commander", { of: "x" }), end] })).lit);
  assert.ok(nextOf(table({ available: [end] })).lit);
});

test("going on says what is lost with it, and else which decisions of the step it leaves open", () => {
  const ready = (lapses: string[]): CommandSpec => deed("ready", { side: "a" }, { where: "on", at_once: true, lapses });
  const share = deed("share", { of: "x" }, { says: "Share out the shots" });
  const small = (offered: CommandSpec[]): string | undefined => nextOf(table({ available: offered })).small;
  assert.equal(small([share, ready(["2 of 3 shots on D4 are lost"])]), "2 of 3 shots on D4 are lost");
  assert.equal(small([share, ready([])]), "without: Share out the shots");
  assert.equal(small([share, { ...ON }]), "without: Share out the shots");
  assert.equal(small([ready([])]), "");
  const left = table({ units: [unit("A", 1), unit("B", 0)], available: [deed("move", { unit: "A" }), ready(["2 shots are lost"])] });
  left.state.unit = "A";
  assert.equal(nextOf(left).small, "left: A; 2 shots are lost");
});

test("in a step that both sides share what is no unit's may be decided before any unit acts, and going on names it", () => {
  const [shoot, lay] = [deed("shoot", { unit: "A" }), deed("lay", { of: "x" }, { says: "Lay smoke" })];
  const barred = deed("lay", { of: "y" }, { barred: { clause: "", because: "", instead: "" } });
  const screen = table({ units: [unit("A", 1)], available: [shoot, lay, barred, ON] });
  assert.deepEqual(otherDecisions(screen.state.data), [lay]);
  screen.state.unit = "A";
  assert.equal(nextOf(screen).small, "left: A; without: lay smoke");
  // Where one side is in turn its own order stands.
  assert.deepEqual(otherDecisions({ ...screen.state.data, whose_name: "British" }), []);
});

test("in a step that both sides share Next leads from a result to what is left, and does not end the step", () => {
  const move = deed("move", { unit: "A" });
  const screen = table({ units: [unit("A", 1)], available: [move, ON] });
  [screen.state.unit, screen.state.result] = ["A", { changed: [], rows: [] } as unknown as PlayScreen["state"]["result"]];
  const next = nextOf(screen);
  assert.deepEqual([next.title, next.lit], ["Next: A Company", true]);
  screen.state.result = null;
  assert.ok(!nextOf(screen).lit);
});

test("who may only follow up is not called not ordered", () => {
  const follow = deed("go_in", { unit: "A" }, { says: "Follow up" });
  const screen = table({ units: [{ ...unit("A", 0), state: "done" }], available: [follow, ON] });
  [screen.state.unit, screen.state.draft] = ["A", newDraft(follow, true)];
  assert.equal(nextOf(screen).small, "without: follow up");
});

test("Next is not lit while a decision of the step is open", () => {
  const screen = table({ available: [deed("allot", { of: "x" }, { at_once: true }), ON] });
  assert.equal(nextOf(screen).title, "Next: Commands");
  assert.ok(!nextOf(screen).lit);
  assert.ok(nextOf(table({ available: [ON] })).lit);
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
    required: [owed],
    available: [instead, other, order, up, late],
  }).state.data;
  assert.deepEqual(alternatives(shown, owed), [instead]);
  assert.deepEqual(alternatives(shown, order), [up]);
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
  const { data } = table({ units, available: offered }).state;
  const seen = (of: string): string[] =>
    [...dockedCommands(commandsOf(data, of)), ...unavailableCommands(data, of)].filter((spec) => spec.barred).map((spec) => spec.kind);
  for (const of of ["A", "B", ""]) assert.equal(new Set(seen(of)).size, seen(of).length, "once each");
  const everywhere = new Set(["A", "B", ""].flatMap(seen));
  assert.deepEqual(
    offered.filter((spec) => spec.barred && spec.where !== "back" && !everywhere.has(spec.kind)),
    [],
  );
  assert.ok(!seen("A").some((kind) => kind.startsWith("hand B")), "another unit brings its own");
});

test("a unit whose deeds are all barred says why when it is tapped", () => {
  const screen = table({
    units: [unit("A", 1), unit("B", 0)],
    available: [
      deed("move", { unit: "A" }),
      deed("roll", { unit: "B" }, { barred: { because: "it has fired", clause: "X-2", instead: "" } }),
    ],
  });
  screen.state.unit = "A";
  Object.assign(screen.service, { prompts: () => new Promise(() => undefined) });
  screen.selection.pick("B");
  assert.deepEqual(
    [screen.state.refused?.because, screen.state.refused?.clause, screen.state.unit],
    ["B Company: it has fired", "X-2", "A"],
  );
});

test("where nothing but going on is left and that is barred, Next says why", () => {
  const on = deed("start_turn", {}, { where: "on", barred: { because: "the sides still deploy", clause: "X-3", instead: "" } });
  const next = nextOf(table({ available: [on] }));
  assert.deepEqual([next.title, next.small, next.go], ["Not yet: start_turn", "The sides still deploy", undefined]);
});

/** A table that shows a result, with a deed owed and a deed that ends it. */
function afterResult(first: CommandSpec, last: CommandSpec): PlayScreen {
  const end = deed("end", {}, { where: "on", at_once: true });
  const screen = table({ required: [first, end], available: [] });
  Object.assign(screen.state, { result: { number: 1, kind: "rolled", unit: "", changed: [], command: "c1" }, lastSpec: last });
  return screen;
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
  const screen = afterResult(under, under);
  screen.state.placed("d1");
  (screen.state.counters as unknown as Map<string, object>).set("d1", {
    counter: { id: "d1", brief: "1st Platoon" },
    row: {},
    side: "d",
    own: false,
  });
  const prompts = {
    ...ASKED,
    prompts: [
      {
        ...PLAIN,
        kind: "several",
        name: "stands",
        among: ["d1"],
        minimum: 1,
        maximum: 1,
        proposals: [{ value: ["d1"], origin: "map", why: "" }],
      },
    ],
  } as PromptsResponse;
  screen.lookAhead.prefetched.set(JSON.stringify([1, under.kind, under.about]), prompts);
  assert.equal(nextOf(screen).title, "Next: roll_under");
  [screen.state.result, screen.state.draft, screen.state.prompts] = [null, newDraft(under, true), prompts];
  assert.deepEqual([nextOf(screen).title, nextOf(screen).small], ["end", "without 1st Platoon"]);
});

test("Next opens what follows where a fact is the player's to tell, and does it where the map knows the fact", async () => {
  const fire = deed("fire_by_plan", { line: "1" }, { follows: true });
  const observed: Prompt = { ...PLAIN, name: "observed", kind: "switch", needed: false, usual: false };
  const screen = table({ required: [fire] });
  const proposed = async (origins: PromptsResponse["origins"]): Promise<unknown> => {
    Object.assign(screen.service, {
      prompts: () => Promise.resolve({ ...ASKED, prompts: [observed], ready: true, missing: null, answers: { observed: true }, origins }),
    });
    return screen.progress.proposedCommand(fire);
  };
  assert.equal(await proposed({}), null);
  assert.equal(await proposed({ observed: "assumed" }), null);
  assert.deepEqual(await proposed({ observed: "map" }), {
    command: { kind: "fire_by_plan", observed: true, line: "1" },
    beside: { origins: { observed: "map" } },
  });
});
