import assert from "node:assert/strict";
import test from "node:test";
import { bearing, onSheet, onTable, snapped, step, turned } from "../src/map/geometry";

const SIZE = { width: 1200, depth: 1800 };

test("a place snaps to whole centimetres and stays on the table", () => {
  assert.deepEqual(snapped({ x: 104, y: 1805 }, SIZE), { x: 100, y: 1800 });
  assert.deepEqual(snapped({ x: -30, y: 96 }, SIZE), { x: 0, y: 100 });
});

test("sheet and table are each other's way back, from either edge", () => {
  assert.deepEqual(onTable({ x: 10, y: 160 }, SIZE, false), { x: 100, y: 200 });
  assert.deepEqual(onTable({ x: 110, y: 20 }, SIZE, true), { x: 100, y: 200 });
  for (const across of [false, true])
    assert.deepEqual(onTable(onSheet({ x: 640, y: 1200 }, SIZE, across), SIZE, across), { x: 640, y: 1200 });
});

test("arrows go where the reader sees them go", () => {
  assert.deepEqual(step("ArrowUp", false, false), { x: 0, y: 10 });
  assert.deepEqual(step("ArrowRight", true, false), { x: 50, y: 0 });
  assert.equal(step("ArrowUp", false, true)?.y, -10);
  assert.equal(step("a", false, false), null);
});

test("directions are degrees clockwise from straight up the table", () => {
  const middle = { x: 100, y: 100 };
  assert.deepEqual(
    [
      bearing(middle, { x: 100, y: 200 }),
      bearing(middle, { x: 200, y: 100 }),
      bearing(middle, { x: 100, y: 0 }),
      bearing(middle, { x: 0, y: 100 }),
    ],
    [0, 90, 180, 270],
  );
  assert.deepEqual([turned(0, -15), turned(350, 15)], [345, 5]);
});
