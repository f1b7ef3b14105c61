import assert from "node:assert/strict";
import { test } from "node:test";
import { clearOf } from "../src/map/lettering";

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const NAME = box(0, 100, 80, 120);

test("a name that lies on nobody stays where it is", () => {
  assert.equal(clearOf(NAME, [box(0, 121, 80, 140)], []), 0);
});

test("a name goes the shorter way off whoever stands there", () => {
  // Up it has to go from 120 to 112, down from 100 to 118.
  assert.equal(clearOf(NAME, [box(10, 112, 40, 118)], []), -8);
  assert.equal(clearOf(NAME, [box(10, 102, 40, 108)], []), 8);
});

test("the other way where another stand or name lies there", () => {
  assert.equal(clearOf(NAME, [box(10, 112, 40, 118), box(10, 85, 40, 95)], []), 18);
  assert.equal(clearOf(NAME, [box(10, 112, 40, 118)], [box(10, 85, 40, 95)]), 18);
});

test("a name with no place near where it belongs waits for a larger scale", () => {
  assert.equal(clearOf(NAME, [box(0, 60, 80, 160)], []), null);
});
