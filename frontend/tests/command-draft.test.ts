// The deed in hand: targets, rows, dice in their places. Pure.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Aim,
  toggleTarget,
  toggleRow,
  aimOf,
  commandOf,
  newDraft,
  proposedTargets,
  slotsOf,
  tap,
  tapsWanted,
  answersOf,
  withStoredDice,
  withProposed,
} from "../src/play/command-draft";
import type { Prompt, PromptsResponse, CommandSpec } from "../src/play/model";
import { deed, PLAIN } from "./support/fixtures";

const ask = (prompt: Partial<Prompt>): Prompt => ({ ...PLAIN, ...prompt });
const prompts = (asked: Prompt[], answers: PromptsResponse["answers"] = {}): PromptsResponse => ({
  number: 1,
  prompts: asked,
  ready: false,
  missing: null,
  refused: null,
  answers,
  origins: {},
});
const OWN = ["a1", "a2", "a3", "a4"];
const ENEMY = ["d1", "d2", "d3"];
const there = (id: string): boolean => [...OWN, ...ENEMY].includes(id);
const own = (id: string): boolean => OWN.includes(id);
const rows = (firers: string[], maximum: number | null): PromptsResponse =>
  prompts([
    ask({
      name: "shots",
      kind: "rows",
      maximum,
      minimum: 1,
      next_row: [ask({ name: "firer", among: firers }), ask({ name: "target", among: ENEMY })],
    }),
  ]);

function aim(firers: string[], most: number | null): Aim {
  const found = aimOf(rows(firers, most), there, own);
  assert.ok(found);
  return found;
}

test("all platoons turn to the first target, each further tap brings one more from the target that has most", () => {
  const company = aim(OWN, 4);
  assert.equal(company.spread, true);
  const target = toggleTarget([], "d1", company)!;
  assert.deepEqual(target, [{ id: "d1", count: 4 }]);
  const two = toggleTarget(target, "d2", company)!;
  assert.deepEqual(two, [
    { id: "d1", count: 3 },
    { id: "d2", count: 1 },
  ]);
  assert.deepEqual(toggleTarget(two, "d2", company), [
    { id: "d1", count: 2 },
    { id: "d2", count: 2 },
  ]);
  assert.deepEqual(toggleTarget(target, "d1", company), []);
});

test("a machine gun takes targets in the order of the taps, each in a row of its own", () => {
  const gun = aim(["a1"], null);
  assert.equal(gun.spread, false);
  const two = toggleTarget(toggleTarget([], "d2", gun)!, "d1", gun)!;
  const answers = answersOf({ targets: two, facts: { "d1|cover": "open", mad_minute: true }, dice: [] }, gun);
  assert.deepEqual(answers, {
    mad_minute: true,
    shots: [
      { firer: "a1", target: "d2" },
      { firer: "a1", target: "d1", cover: "open" },
    ],
  });
});

test("each platoon of a company fires once, in their order", () => {
  const answers = answersOf(
    {
      targets: [
        { id: "d1", count: 3 },
        { id: "d2", count: 1 },
      ],
      facts: {},
      dice: [],
    },
    aim(OWN, 4),
  );
  assert.deepEqual(
    (answers["shots"] as { firer: string; target: string }[]).map((row) => row.firer + row.target),
    ["a1d1", "a2d1", "a3d1", "a4d2"],
  );
});

test("a row takes all its stands, and lets them go when all are taken", () => {
  const several = aimOf(prompts([ask({ name: "stands", kind: "several", among: ENEMY, maximum: 3 })]), there, own)!;
  const all = toggleRow([], ENEMY, several);
  assert.deepEqual(
    all.map((target) => target.id),
    ENEMY,
  );
  assert.deepEqual(toggleRow(all, ENEMY, several), []);
});

test("as many as there are is no number to keep to: it is not said", () => {
  const all = aimOf(
    prompts([ask({ name: "stands", kind: "several", says: "the stands under it", among: ENEMY, minimum: 0, maximum: 101 })]),
    there,
    own,
  )!;
  assert.equal(tapsWanted(all), "Tap the stands under it");
  assert.equal(tapsWanted(aim(OWN, 4)), "Tap them, in order");
});

test("so many stands as have to be are asked for, in no order where they are alike", () => {
  const hits = (minimum: number): Aim =>
    aimOf(
      prompts([ask({ name: "bases", kind: "several", says: "the bases that take them", among: ENEMY, minimum, maximum: 2 })]),
      there,
      own,
    )!;
  assert.equal(tapsWanted(hits(2)), "Tap 2: the bases that take them");
  assert.equal(tapsWanted(hits(0)), "Tap up to 2: the bases that take them");
  assert.equal(tapsWanted(aim(OWN, ENEMY.length - 1)), `Tap up to ${ENEMY.length - 1}, in order`);
});

test("what somebody proposes is not aimed at, and nothing is aimed at that does not stand on the board", () => {
  const both = [ask({ name: "stand", among: OWN }), ask({ name: "target", among: ["", ...ENEMY] })];
  assert.equal(aimOf({ ...prompts(both), origins: { stand: "assumed" } }, there, own)?.target, "target");
  assert.equal(aimOf(prompts([ask({ name: "battalion", among: ["x", "y"] })]), there, own), null);
});

test("dice lie in their places: one by itself, in a list, row by row", () => {
  const fire = deed("fire", { unit: "a" }, { says: "Fire", by: "", place: 3 });
  const shots = [{ firer: "a1" }, { firer: "a2" }];
  const now = prompts([ask({ name: "dice", kind: "dice", per: "shots", counts: [2, 1], maximum: 2, kept: [0, 4, 0] })], { shots });
  const slots = slotsOf(now);
  assert.deepEqual(
    slots.map((slot) => [slot.row, slot.at, slot.kept]),
    [
      [0, 0, 0],
      [0, 1, 4],
      [1, 0, 0],
    ],
  );
  const first = withStoredDice(slots, [{ pips: 6, source: "entered" }]);
  assert.equal(first.length, 2);
  const dice = [...first, { pips: 0, source: "rolled" } as const];
  assert.deepEqual(commandOf(fire, now, slots, dice), {
    kind: "fire",
    unit: "a",
    shots: [
      {
        firer: "a1",
        dice: [
          { pips: 6, source: "entered" },
          { pips: 4, source: "entered" },
        ],
      },
      { firer: "a2", dice: [{ pips: 0, source: "rolled" }] },
    ],
  });
  const single = prompts([ask({ name: "die", kind: "dice" })]);
  assert.deepEqual(commandOf(fire, single, slotsOf(single), [{ pips: 3, source: "entered" }]), {
    kind: "fire",
    unit: "a",
    die: { pips: 3, source: "entered" },
  });
});

const ROLL: CommandSpec = deed("roll_under_barrage", {}, { says: "Under the barrage" });
const under = (...proposed: string[]): Aim =>
  aimOf(
    prompts([
      ask({
        name: "stands",
        kind: "several",
        among: ENEMY,
        minimum: 1,
        maximum: 3,
        proposals: proposed.length ? [{ value: proposed, origin: "map", why: "" }] : [],
      }),
    ]),
    there,
    own,
  )!;
const named = (...ids: string[]) => ids.map((id) => ({ id, count: 1 }));

test("a proposal of the map replaces an older one that nobody changed", () => {
  const hand = { ...tap(newDraft(ROLL, true), "the map’s proposal", { targets: named("d1") }), proposed: true, offered: ["d1"] };
  assert.deepEqual(withProposed(hand, proposedTargets(under("d2", "d3")), under("d2", "d3")), named("d2", "d3"));
  assert.deepEqual(withProposed(hand, proposedTargets(under()), under()), []);
});

test("a stand that comes under a barrage later joins those that a player chose", () => {
  const hand = { ...tap(newDraft(ROLL, true), "target 1", { targets: named("d1") }), offered: ["d1"] };
  assert.deepEqual(withProposed(hand, named("d1", "d2"), under("d1", "d2")), named("d1", "d2"));
});

test("a stand that a player let go is not proposed again, a new one is", () => {
  const hand = { ...tap(newDraft(ROLL, true), "target 0", { targets: [] }), offered: ["d1"] };
  assert.deepEqual(withProposed(hand, named("d1"), under("d1")), []);
  assert.deepEqual(withProposed(hand, named("d1", "d3"), under("d1", "d3")), named("d3"));
});

test("targets of a fire that a player chose stay as a nearer stand is placed", () => {
  const hand = { ...tap(newDraft(ROLL, false), "target 1", { targets: named("d1") }), offered: ["d2"] };
  assert.deepEqual(withProposed(hand, named("d3"), aim(["a1"], null)), named("d1"));
});
