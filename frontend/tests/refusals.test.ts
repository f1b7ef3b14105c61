// Never 9: a refusal goes with the next tap on a target, a fact, a unit or a step, and with news; never two of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inHand } from "../src/stage/hand";
import type { Ask, Asked, Deed, Scene, Unit } from "../src/stage/model";
import type { Service } from "../src/stage/service";
import type { Table } from "../src/stage/table";

// A page that nobody looks at: whatever the libraries ask of it as they are read is there, and does nothing.
const nothing: object = new Proxy(class {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing), construct: () => nothing, apply: () => nothing });
const empty = class {};
Object.assign(globalThis, { window: nothing, document: nothing, localStorage: nothing, location: nothing, navigator: nothing, navigation: nothing, addEventListener: () => undefined, HTMLElement: empty, Element: empty, Node: empty, Document: empty, XPathEvaluator: nothing, customElements: { define: () => undefined } });
const { Table: Opened } = await import("../src/stage/table");

const PLAIN: Ask = { name: "", kind: "one", says: "", among: null, words: null, needed: true, usual: null, least: null, most: null, per: "", counts: [], kept: [], proposals: [], answered: false, rows: [], next_row: [] };
const deed = (kind: string, unit: string, barred = false): Deed => ({ kind, says: kind, about: { unit }, of: unit, by: "a", barred: barred ? { clause: "1", because: "no", instead: "other" } : null, at_once: false, where: "hand", place: 3, follows: false });
const unit = (id: string): Unit => ({ id, name: id, short: id, state: "", left: 1, levels: 0, stands: [] });
const stand = (id: string) => ({ id, short: "1", name: id, brief: id, unit: id, levels: 0, out: false, head: false, cover: null, marks: [] });
const FIRE = deed("fire", "u1");
const SCENE = {
  number: 1, hash: "", role: "a", sides: ["a"], title: "", turn: "", step: null, whose: "a", whose_name: "", steps: [],
  faces: [{ side: "d", name: "d", letter: "d", nation: "german", own: false, blocks: [{ key: "b", name: "b", quality: "", strength: "", tests_at: [], loose: false, away: false, rows: [{ label: "1", name: "1", unit: "b", state: "", levels: 0, counters: [stand("d1"), stand("d2")], last: [] }] }] }],
  units: [unit("u1"), unit("u2")],
  stage: { number: 1, owed: [], offered: [FIRE, deed("move", "u1"), deed("fire", "u2"), deed("move", "u2"), deed("dig", "u1", true)], waiting: [] },
  results: [], lines: [], back: null, request: null, asking: null, mistyped: null, others: 1, closed: false,
} as unknown as Scene;
const ASKED: Asked = { number: 1, asks: [{ ...PLAIN, name: "target", among: ["d1", "d2"] }, { ...PLAIN, name: "cover", kind: "word", among: ["open", "hard"] }], ready: false, missing: null, refused: null, told: {}, origins: {} };

/** A table with fire in hand, on which a deed that is barred was tapped. */
function refused(): Table {
  const service = { asks: () => Promise.resolve(ASKED), waiting: [], known: () => Promise.resolve({ number: 1, stands: {} }), scene: () => Promise.resolve({ ...SCENE, number: 2 }) } as unknown as Service;
  const table = new Opened(SCENE, service, () => undefined, () => undefined);
  table.unit = "u1";
  table.hand = inHand(FIRE, false);
  table.asked = ASKED;
  table.choose(SCENE.stage.offered[4]!);
  assert.equal(table.refused?.because, "no");
  return table;
}

const AFTER: { readonly [cause: string]: (table: Table) => void } = {
  "a tap on a target": (table) => table.stand("d1"),
  "a tap on a row": (table) => table.rowOf(SCENE.faces[0]!.blocks[0]!.rows[0]!),
  "a stroke": (table) => table.stroke(["d1", "d2"]),
  "a fact": (table) => table.fact([], "cover", "hard", "Cover"),
  "another deed": (table) => table.choose(SCENE.stage.offered[1]!),
  "another unit": (table) => table.pick("u2"),
  "a unit put off": (table) => table.putOff(),
  "going on": (table) => table.goOn(),
  "taking back": (table) => table.back(),
};

for (const [cause, tap] of Object.entries(AFTER)) {
  test(`a refusal goes with ${cause}`, () => {
    const table = refused();
    tap(table);
    assert.equal(table.refused, null);
  });
}

test("a refusal goes when something has happened", async () => {
  const table = refused();
  await table.refresh();
  assert.equal(table.refused, null);
});

test("a second refusal takes the place of the first", () => {
  const table = refused();
  table.choose({ ...SCENE.stage.offered[4]!, barred: { clause: "2", because: "nor that", instead: "" } });
  assert.equal(table.refused?.because, "nor that");
});
