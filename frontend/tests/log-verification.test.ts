import assert from "node:assert/strict";
import test from "node:test";
import { stillHolds } from "../src/games/log-verification";

const noted = { number: 7, head: "a7", at: "2026-11-21T20:00:00Z" };

test("a log that went on still holds what was noted of it", () => {
  assert.ok(stillHolds(noted, { number: 9, head: "a9", noted: "a7" }));
  assert.ok(stillHolds(noted, { number: 7, head: "a7", noted: "a7" }));
});

test("a log that was cut off or rewritten does not", () => {
  assert.ok(!stillHolds(noted, { number: 5, head: "a5", noted: null }));
  assert.ok(!stillHolds(noted, { number: 7, head: "b7", noted: "b7" }));
  assert.ok(!stillHolds(noted, { number: 9, head: "b9", noted: "b7" }));
});

test("a game that was never noted can be any", () => {
  assert.ok(stillHolds(undefined, { number: 3, head: "a3", noted: "a0" }));
});
