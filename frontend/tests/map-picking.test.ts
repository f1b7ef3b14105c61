// Which stand a tap on the map means, and places of the table as asks count them. Pure.
import assert from "node:assert/strict";
import { test } from "node:test";
import { halfOf, nearest, placeOf, placePair } from "../src/play/map-picking";
import type { Prompt } from "../src/play/model";

const SIZE = { width: 1200, depth: 1800 };
const asks = (spot: string): Prompt => ({ name: spot, spot }) as Prompt;
const lie = (id: string, x: number, y: number) => ({ id, x, y });

test("the nearest within a finger's reach is meant, and nobody farther off", () => {
  const all = [lie("a", 100, 100), lie("b", 118, 100), lie("c", 300, 300)];
  assert.equal(nearest({ x: 108, y: 100 }, all), "a");
  assert.equal(nearest({ x: 110, y: 100 }, all), "b");
  assert.equal(nearest({ x: 300, y: 324 }, all), "c");
  assert.equal(nearest({ x: 300, y: 325 }, all), null);
});

test("of two as near the first is meant, whichever way they are told again", () => {
  assert.equal(nearest({ x: 10, y: 0 }, [lie("a", 0, 0), lie("b", 20, 0)]), "a");
});

test("a place is asked for by its first half, and the other half need not have been asked for", () => {
  const x = { ...asks("x"), mate: "y" };
  assert.equal(placePair([asks("y")]), null);
  assert.deepEqual(
    placePair([asks(""), x, asks("y")])?.map((prompt) => prompt.name),
    ["x", "y"],
  );
  assert.deepEqual(
    placePair([x])?.map((prompt) => [prompt.name, prompt.spot]),
    [
      ["x", "x"],
      ["y", "y"],
    ],
  );
  assert.deepEqual(
    placePair([{ ...asks("along"), mate: "up_cm" }])?.map((prompt) => [prompt.name, prompt.spot]),
    [
      ["along", "along"],
      ["up_cm", "up"],
    ],
  );
});

test("from the own edge a place is counted in centimetres, from the corner in millimetres", () => {
  const spot = { x: 300, y: 450 };
  assert.deepEqual(
    ["x", "y"].map((half) => halfOf(asks(half), spot, SIZE, true)),
    [300, 450],
  );
  assert.deepEqual(
    ["along", "up"].map((half) => halfOf(asks(half), spot, SIZE, false)),
    [30, 45],
  );
  // 1200 less 300 and 1800 less 450.
  assert.deepEqual(
    ["along", "up"].map((half) => halfOf(asks(half), spot, SIZE, true)),
    [90, 135],
  );
});

test("what was told is found again where it was tapped", () => {
  const own = [asks("along"), asks("up")] as const;
  assert.deepEqual(placeOf(own, [90, 135], SIZE, true), { x: 300, y: 450 });
  assert.deepEqual(placeOf([asks("x"), asks("y")], [300, 450], SIZE, true), { x: 300, y: 450 });
  assert.equal(placeOf(own, [90, undefined], SIZE, false), null);
});
