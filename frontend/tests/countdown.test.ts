import assert from "node:assert/strict";
import { test } from "node:test";
import { Countdown, inFours, timeLeft } from "../src/seats/countdown";

test("a countdown runs from the server's seconds and takes new ones", () => {
  let now = 5_000;
  const left = new Countdown(600, () => now);
  assert.equal(left.secondsLeft, 600);
  now += 599_200;
  assert.equal(left.secondsLeft, 1);
  left.set(30);
  now += 31_000;
  assert.equal(left.secondsLeft, 0);
});

test("time left is told in minutes and in the last minute in seconds", () => {
  assert.deepEqual([600, 541, 61, 60, 2, 1].map(timeLeft), [
    "10 minutes",
    "10 minutes",
    "2 minutes",
    "60 seconds",
    "2 seconds",
    "1 second",
  ]);
});

test("codes stand in groups of four", () => {
  assert.equal(inFours("ABCDEFGHJKLMNPQR"), "ABCD EFGH JKLM NPQR");
  assert.equal(inFours(""), "");
});
