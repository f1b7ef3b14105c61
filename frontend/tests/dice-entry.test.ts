import assert from "node:assert/strict";
import test from "node:test";
import {
  asText,
  back,
  byCount,
  countWords,
  emptyHand,
  enter,
  entered,
  isFull,
  rollRest,
  select,
  thrown,
} from "../src/components/dice-entry";

const entering = (count: number, faces: readonly number[]) => faces.reduce(enter, emptyHand(count));

test("dice told by count go out in one lot, with those that the service throws", () => {
  const rolled = { pips: 0, source: "rolled" } as const;
  const told = byCount([{ pips: 6, source: "entered" }, rolled]);
  assert.deepEqual(told, [
    { pips: 6, source: "counted", lot: 0 },
    { ...rolled, lot: 0 },
  ]);
});

test("faces fill the dice in order and the count says how many", () => {
  const hand = entering(3, [4, 1]);
  assert.equal(countWords(hand), "2 of 3 entered");
  assert.equal(hand.at, 2);
  assert.equal(isFull(hand), false);
});

test("what no face can show is not taken", () => {
  const hand = emptyHand(1);
  for (const wrong of [0, 7, 2.5, Number.NaN]) assert.equal(enter(hand, wrong), hand);
});

test("one die is corrected by tapping another face", () => {
  assert.equal(asText(entering(1, [3, 5])), "5");
});

test("of several dice a full hand takes no more until one is taken in hand", () => {
  const full = entering(2, [6, 6]);
  assert.equal(enter(full, 1), full);
  assert.equal(asText(enter(select(full, 0), 1)), "1,6");
});

test("after a correction the next empty die is in hand, also one left out before", () => {
  const skipped = enter(select(emptyHand(3), 1), 2);
  assert.equal(skipped.at, 2);
  assert.equal(enter(skipped, 2).at, 0);
});

test("Backspace takes the last one away, then the one before", () => {
  const once = back(entering(3, [4, 1]));
  assert.equal(asText(once), "4,,");
  assert.equal(asText(back(once)), ",,");
  const empty = emptyHand(2);
  assert.equal(back(empty), empty);
});

test("the app rolls only what was not entered, and every die says whose it was", () => {
  const hand = rollRest(entering(3, [5]));
  assert.deepEqual(hand.dice, [
    { pips: 5, source: "entered" },
    { pips: 0, source: "rolled" },
    { pips: 0, source: "rolled" },
  ]);
  assert.equal(entered(hand), 1);
  assert.equal(countWords(hand), "1 of 3 entered, 2 for the app to roll");
});

test("a look-up throws the dice it is asked to throw and leaves the others", () => {
  const bytes = [255, 0, 11];
  assert.equal(
    thrown("0,4,0", () => bytes.shift() ?? 0),
    "1,4,6",
  );
});
