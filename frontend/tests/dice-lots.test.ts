// Dice told by count: which of them stand alike, and how they go to the service. Pure.
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../src/play/command-draft";
import { countedDice, layoutDice, without } from "../src/play/dice-lots";
import type { PromptsResponse, CommandSpec, Odds, DieEntry } from "../src/play/model";
import { deed, PLAIN } from "./support/fixtures";

const MEDIUM = [0, 0, 0, 1, 1, 1];
const HARD = [0, 0, 0, 0, 0, 1];
const bar = (word: string, faces: number): Odds["bars"][number] => ({ kind: word, word, short: word, faces, percent: "" });
const odds = (of: string, six: readonly number[], throws = 1): Odds => ({
  of,
  name: of,
  by: "",
  throws,
  total: 0,
  lines: [],
  bars: [bar("nothing", 5), bar("killed", 1)],
  six,
});
const sure = (of: string): Odds => ({ ...odds(of, [0, 0, 0, 0, 0, 0]), bars: [bar("nothing", 6)] });
const area = (each: readonly Odds[], kept: readonly number[] = []): PromptsResponse => ({
  number: 1,
  prompts: [{ ...PLAIN, name: "dice", kind: "dice", per: "stands", counts: each.map((odds) => odds.throws), maximum: 9, kept }],
  ready: false,
  missing: null,
  refused: null,
  answers: { stands: each.map((odds) => ({ stand: odds.of })) },
  origins: {},
  odds: each,
});
const DEED: CommandSpec = deed("fire_on_area", {}, { says: "", by: "", place: 3 });
const entered = (...faces: number[]): DieEntry[] => faces.map((pips) => ({ pips, source: "entered" }));

test("stands that stand alike are read together, wherever they lie in the list", () => {
  const laid = layoutDice(area([odds("a", MEDIUM), odds("b", HARD), odds("c", MEDIUM), odds("d", MEDIUM)]));
  assert.deepEqual(
    laid.slots.map((slot) => slot.row),
    [0, 2, 3, 1],
  );
  assert.deepEqual(laid.lots, [1, 1, 1, 0]);
  assert.deepEqual(
    laid.odds.map((odds) => odds?.of),
    ["a", "c", "d", "b"],
  );
});

test("two kinds of stands are two lots", () => {
  assert.deepEqual(layoutDice(area([odds("a", HARD), odds("b", MEDIUM), odds("c", HARD), odds("d", MEDIUM)])).lots, [1, 1, 2, 2]);
});

test("dice at one stand are in no lot, nor such as lie thrown or change nothing", () => {
  assert.deepEqual(layoutDice(area([odds("a", MEDIUM, 3)])).lots, [0, 0, 0]);
  assert.deepEqual(layoutDice(area([odds("a", MEDIUM), odds("b", MEDIUM)], [0, 4])).lots, [0, 0]);
  assert.deepEqual(layoutDice(area([sure("a"), sure("b")])).lots, [0, 0]);
});

test("a lot goes out sorted, under its number, and every other die as it was told", () => {
  const now = area([odds("a", MEDIUM), odds("b", HARD), odds("c", MEDIUM), odds("d", MEDIUM)]);
  const { slots, lots } = layoutDice(now);
  const command = commandOf(DEED, now, slots, countedDice(entered(6, 1, 4, 2), lots));
  const counted = (pips: number): unknown => [{ pips, source: "counted", lot: 1 }];
  assert.deepEqual(
    (command["stands"] as { dice: unknown }[]).map((item) => item.dice),
    [counted(1), [{ pips: 2, source: "entered" }], counted(4), counted(6)],
  );
});

test("what the service throws of a lot is dealt with the others; a lot that it throws alone is thrown in its order", () => {
  const rolled: DieEntry = { pips: 0, source: "rolled" };
  assert.deepEqual(countedDice([...entered(6), rolled], [1, 1]), [
    { pips: 0, source: "rolled", lot: 1 },
    { pips: 6, source: "counted", lot: 1 },
  ]);
  assert.deepEqual(countedDice([rolled, rolled], [1, 1]), [rolled, rolled]);
});

test("one die of a face is taken away again, of the lot that is told", () => {
  const lots = [1, 1, 2, 2, 2];
  assert.deepEqual(without(entered(6, 5, 6, 4), lots, 6), entered(6, 5, 4));
  assert.deepEqual(without(entered(6, 5, 3), lots, 6), entered(6, 5, 3));
});
