import assert from "node:assert/strict";
import test from "node:test";
import { address, chosen, earlier } from "../src/print/basket";

const fields: [string, string][] = [
  ["asked", "1"],
  ["thing", "cards"],
  ["large", "1"],
  ["paper", "letter"],
  ["across", "99"],
  ["turned", "short"],
];

test("a thing in the basket is its address without the paper and the printer", () => {
  const item = chosen("/games/g/sheets", fields, ["Command cards"], "Mons");
  assert.deepEqual(item, { address: "/games/g/sheets?thing=cards&large=1", title: "Command cards", of: "Mons" });
  assert.equal(chosen("/print", fields, [], ""), null);
});

test("all of it is printed on the paper and the printer of the form, in its order", () => {
  const kept = ["/print?thing=trial", "/plans/p/print?form=map"].map((item) => ({ address: item, title: "", of: "" }));
  const asked = new URL(address(kept, fields), "http://table.test");
  assert.deepEqual(asked.searchParams.getAll("item"), ["/print?thing=trial", "/plans/p/print?form=map"]);
  assert.equal(asked.searchParams.get("paper"), "letter");
  assert.equal(asked.searchParams.get("turned"), "short");
  assert.equal(asked.searchParams.has("thing"), false);
});

test("what is put earlier changes places with the one before it", () => {
  assert.deepEqual(earlier(["a", "b", "c"], 2), ["a", "c", "b"]);
  assert.deepEqual(earlier(["a", "b"], 0), ["a", "b"]);
});
