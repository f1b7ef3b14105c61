// What lies on a counter. Pure.
import assert from "node:assert/strict";
import { test } from "node:test";
import { factsOn } from "../src/play/counter-facts";
import type { Counter, Proposal } from "../src/play/model";

const STAND: Counter = {
  id: "d1",
  short: "1",
  name: "1st Platoon",
  brief: "1st",
  unit: "d",
  levels: 0,
  out: false,
  head: false,
  cover: null,
  marks: [],
};
const told = (value: Proposal["value"]): Proposal => ({ value, origin: "remembered", why: "" });
const drawn = (value: Proposal["value"]): Proposal => ({ value, origin: "map", why: "" });

test("cover and distance lie on the counter, each with where it comes from", () => {
  const found = factsOn(STAND, { cover: told("hard"), range_cm: drawn(34.4) });
  assert.deepEqual(
    found.map((fact) => [fact.place, fact.short, fact.says]),
    [
      ["cover", "H", "hard cover told"],
      ["far", "34", "34.4 cm by the map"],
    ],
  );
});

test("of a stand that has moved and was not placed again no distance is shown", () => {
  const found = factsOn(STAND, { moved: told(true), range_cm: told(20) });
  assert.deepEqual(
    found.map((fact) => [fact.place, fact.icon]),
    [["mark", "moved"]],
  );
});

test("a fact that is so lies there by the sign that it is called after, and is read as why it is known", () => {
  const found = factsOn(STAND, {
    in_gas: { value: true, origin: "remembered", why: "it stands in gas" },
    line_crosses: told(true),
    on_wire: told(false),
  });
  assert.deepEqual(
    found.map((fact) => [fact.icon, fact.says]),
    [["gas", "it stands in gas"]],
  );
});

test("what the scene marks already is not marked twice", () => {
  const there: Counter = { ...STAND, marks: [{ kind: "gas", says: "in gas" }] };
  assert.equal(factsOn(there, { in_gas: told(true), on_wire: told(true) }).filter((fact) => fact.icon === "gas").length, 1);
  assert.equal(factsOn(there, { in_gas: told(true), on_wire: told(true) }).length, 2);
});
