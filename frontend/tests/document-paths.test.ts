import assert from "node:assert/strict";
import { test } from "node:test";
import { type Document, idOf, lengthOf, moved, without, withOneMore, withValue } from "../src/documents/document-paths";

const FORCE: Document = {
  name: "Ours",
  formations: [
    {
      name: "A",
      units: [
        { name: "one", bases: 3 },
        { name: "two", bases: 4 },
      ],
    },
    { name: "B" },
  ],
};

test("a value is set in a copy, and what holds it is made where there is none", () => {
  const made = withValue(FORCE, "formations.0.units.1.typed.speed", "slow");
  assert.deepEqual((made["formations"] as Document[])[0]?.["units"], [
    { name: "one", bases: 3 },
    { name: "two", bases: 4, typed: { speed: "slow" } },
  ]);
  assert.equal(JSON.stringify(FORCE).includes("slow"), false);
});

test("one more comes to the end of a list, which is made where there is none", () => {
  const made = withOneMore(FORCE, "formations.1.units", { name: "three" });
  assert.equal(lengthOf(made, "formations.1.units"), 1);
  assert.equal(lengthOf(withOneMore(made, "formations.1.units", { name: "four" }), "formations.1.units"), 2);
  assert.equal(lengthOf(FORCE, "formations.1.units"), 0);
});

test("one is taken out, or changes places with its neighbour", () => {
  const names = (made: Document): unknown[] => (made["formations"] as Document[]).map((document) => document["name"]);
  assert.deepEqual(names(without(FORCE, "formations.0")), ["B"]);
  assert.deepEqual(names(moved(FORCE, "formations.0", 1)), ["B", "A"]);
  assert.deepEqual(names(moved(FORCE, "formations.1", -1)), ["B", "A"]);
  assert.deepEqual(names(FORCE), ["A", "B"]);
});

test("a place is called in the tree by its numbers", () => {
  assert.equal(idOf("formations.0.sub_units.12"), "0.12");
  assert.equal(idOf(""), "");
});
