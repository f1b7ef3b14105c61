import assert from "node:assert/strict";
import test from "node:test";
import * as plan from "../src/flanders_fields/plan/plan-document";

/** Pieces of 30 cm, references in whole centimetres. */
const BY = { piece_mm: 300, step_mm: 10 };
const GUN: plan.Line = { id: "gun", name: "18-pounders", kind: "field_gun", at: [560, 1100] };
const PLAN: plan.PlanDocument = {
  format: "beaten-zone-fire-plan",
  version: 1,
  name: "Ours",
  side: "attacker",
  weapons: [GUN],
  shifts: [{ id: "move", weapon: "gun", turn: 4, at: [560, 1350] }],
  bombardments: [{ id: "fire", weapon: "gun", turn: 2 }],
  barrages: [{ id: "roll", start_mm: 550 }],
  sos_points: [{ id: "sos", weapon: "gun", at: [100, 100] }],
};

test("a field that is emptied is no longer in the file, and the plan from before stays as it was", () => {
  const next = plan.lineSet(PLAN, "gun", { at: undefined, name: "Guns", note: "" });
  assert.deepEqual(plan.lineOf(next, "gun"), { id: "gun", name: "Guns", kind: "field_gun" });
  assert.deepEqual(plan.lineOf(PLAN, "gun"), GUN);
  assert.deepEqual(plan.lineOf(plan.lineSet(PLAN, "gun", { wind_deg: 0 }), "gun")?.["wind_deg"], 0);
});

test("what a form shows and nobody told stands only where the line says nothing", () => {
  const fire = plan.lineOf(plan.lineSet(PLAN, "fire", { where: "the ford" }, { turn: 1, speed: "slow", at: undefined }), "fire");
  assert.deepEqual(fire, { id: "fire", weapon: "gun", turn: 2, speed: "slow", where: "the ford" });
});

test("with a weapon go its moves and its fire; an SOS point is for any battery then", () => {
  const next = plan.lineDropped(PLAN, "gun");
  assert.deepEqual(
    [next.weapons, next.shifts, next.bombardments, next.sos_points],
    [undefined, undefined, undefined, [{ id: "sos", at: [100, 100] }]],
  );
  assert.deepEqual(next.barrages, PLAN.barrages);
});

test("a line that is struck out leaves the others", () => {
  const next = plan.lineDropped(PLAN, "move");
  assert.deepEqual([next.weapons, next.shifts, next.bombardments], [PLAN.weapons, undefined, PLAN.bombardments]);
});

test("a line drawn straight across is a start without bends", () => {
  assert.deepEqual(
    plan.lineDrawn(
      [
        [100, 500],
        [1100, 500],
      ],
      1200,
      BY,
    ),
    { start_mm: 500, leads_mm: [] },
  );
  assert.deepEqual(plan.lineDrawn([[600, 504]], 1200, BY), { start_mm: 500, leads_mm: [] });
});

test("a line is drawn in the pieces and the steps that the rules have", () => {
  // Middles of the pieces: 20, 60 and 100 cm along; 543 mm is 54.5 cm in half centimetres.
  const drawn = plan.lineDrawn(
    [
      [0, 543],
      [500, 543],
      [700, 600],
      [1200, 600],
    ],
    1200,
    { piece_mm: 400, step_mm: 5 },
  );
  assert.deepEqual(drawn, { start_mm: 570, leads_mm: [-25, 0, 30] });
});

test("a line drawn with a bend leads or lags in the pieces of 30 cm it bends in", () => {
  // Middles of the pieces: 15, 45, 75 and 105 cm along.
  const drawn = plan.lineDrawn(
    [
      [0, 500],
      [500, 500],
      [700, 600],
      [1200, 600],
    ],
    1200,
    BY,
  );
  assert.deepEqual(drawn, { start_mm: 500, leads_mm: [0, 0, 100, 100] });
  assert.deepEqual(
    plan.lineDrawn(
      [
        [1200, 600],
        [0, 500],
      ],
      1200,
      BY,
    ),
    { start_mm: 540, leads_mm: [-30, 0, 20, 50] },
  );
});

test("a bend is taken out again by laying its piece back", () => {
  const bent = plan.bent(PLAN, "roll", 2, 100, 4);
  assert.deepEqual(plan.lineOf(bent, "roll")?.["leads_mm"], [0, 0, 100, 0]);
  assert.equal(plan.lineOf(plan.bent(bent, "roll", 2, 0, 4), "roll")?.["leads_mm"], undefined);
});

test("a finding is let pass once, with its newest reason, and not any more without one", () => {
  const passed = plan.letPass(plan.letPass(PLAN, "FF-FPL-72/1", "late"), "FF-FPL-72/1", "agreed");
  assert.deepEqual(passed.allowed, [{ finding: "FF-FPL-72/1", because: "agreed" }]);
  assert.deepEqual(plan.letPass(passed, "FF-FPL-72/1", null), PLAN);
});

test("what is said of the plan itself is left out where it is nothing", () => {
  const told = plan.planSet(PLAN, { name: "Theirs", notes: "", air_missions: 0 });
  assert.deepEqual([told.name, told.notes, told.air_missions], ["Theirs", undefined, undefined]);
  assert.deepEqual(plan.writtenFor(PLAN, { month: "1917-11", nation: "", entire_division: false }).written_for, { month: "1917-11" });
});
