import assert from "node:assert/strict";
import test from "node:test";
import { type Bounds, read, stepped, written } from "../src/components/centimetres";

const TABLE: Bounds = { min: 0, max: 45, decimals: 1 };

test("a point, a comma and the unit are all understood", () => {
  for (const text of ["24.5", "24,5", " 24.5 cm "]) assert.deepEqual(read(text, TABLE), { value: 24.5 });
});

test("what cannot be measured is answered with what would be right", () => {
  const problem = (text: string) => (read(text, TABLE) as { problem: string }).problem;
  assert.match(problem("far"), /like 24\.5/);
  assert.match(problem("24.55"), /0\.1 cm/);
  assert.match(problem("45.1"), /Not more than 45/);
  assert.match(problem("−1"), /Not less than 0/);
});

test("a number that only takes away is read without its sign too", () => {
  const penalty: Bounds = { min: -2, max: 0, decimals: 0 };
  for (const text of ["1", "-1", "−1"]) assert.deepEqual(read(text, penalty), { value: -1 });
  assert.match((read("3", penalty) as { problem: string }).problem, /Not less than -2/);
  assert.deepEqual(read("1", { min: -2, max: 2, decimals: 0 }), { value: 1 });
});

test("a value between two whole centimetres steps to the nearer line first", () => {
  assert.equal(stepped(24.3, 1, 1, TABLE), 25);
  assert.equal(stepped(24.3, -1, 1, TABLE), 24);
});

test("tenths add up without a remainder and the ends hold", () => {
  assert.equal(stepped(0.2, 1, 0.1, TABLE), 0.3);
  assert.equal(stepped(45, 1, 1, TABLE), 45);
  assert.equal(stepped(0, -1, 1, TABLE), 0);
});

test("a negative value is written with a true minus", () => {
  assert.equal(written(-3), "−3");
});
