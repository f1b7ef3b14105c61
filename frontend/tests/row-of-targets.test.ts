// A tap on the name of a row takes its stands as targets: those that the rules allow, and the card names the others.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ask, Asked, Deed, Refusal, Scene, Told } from "../src/stage/model";
import type { Service } from "../src/stage/service";
import type { Table } from "../src/stage/table";

// A page that nobody looks at: whatever the libraries ask of it as they are read is there, and does nothing.
const nothing: object = new Proxy(class {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing),
  construct: () => nothing,
  apply: () => nothing,
});
const empty = class {};
Object.assign(globalThis, {
  window: nothing,
  document: nothing,
  localStorage: nothing,
  location: nothing,
  navigator: nothing,
  navigation: nothing,
  addEventListener: () => undefined,
  HTMLElement: empty,
  Element: empty,
  Node: empty,
  Document: empty,
  XPathEvaluator: nothing,
  customElements: { define: () => undefined },
});
const { Table: Opened } = await import("../src/stage/table");

const PLAIN: Ask = {
  name: "",
  kind: "one",
  says: "",
  among: null,
  words: null,
  needed: true,
  usual: null,
  least: null,
  most: null,
  per: "",
  counts: [],
  kept: [],
  proposals: [],
  answered: false,
  rows: [],
  next_row: [],
};
const FIRE: Deed = {
  kind: "fire",
  says: "Fire",
  about: { unit: "g" },
  of: "",
  by: "a",
  barred: null,
  at_once: false,
  where: "hand",
  place: 3,
  follows: false,
};
const IDS = ["d1", "d2", "d3", "d4"];
const counter = (id: string) => ({
  id,
  short: id,
  name: id,
  brief: id,
  unit: "x",
  levels: 0,
  out: false,
  head: false,
  cover: null,
  marks: [],
});
const ROW = { label: "A", name: "A Company", unit: "x", state: "", levels: 0, counters: IDS.map(counter), last: [] };
const GUN = { ...ROW, name: "Gun", unit: "g", counters: [counter("g1")] };
const face = (side: string, row: object) => ({
  side,
  name: side,
  letter: side,
  nation: "british",
  own: side === "a",
  blocks: [{ key: side, name: side, rows: [row] }],
});
const SCENE = {
  number: 1,
  hash: "",
  role: "a",
  sides: ["a"],
  title: "",
  turn: "Turn 1",
  step: null,
  whose: "a",
  whose_name: "A",
  steps: [],
  faces: [face("a", GUN), face("d", ROW)],
  units: [{ id: "g", name: "Gun", short: "G", state: "", left: 1, levels: 0, stands: ["g1"] }],
  stage: { number: 1, owed: [], offered: [FIRE], waiting: [] },
  results: [],
  lines: [],
  back: null,
  request: null,
  asking: null,
  mistyped: null,
  others: 1,
  closed: false,
  ways: [],
  sheets: [],
} as unknown as Scene;

/** A gun whose fire is in hand; the service refuses targets as it is told. */
async function firing(refuses: (targets: readonly string[]) => string, more: object = {}): Promise<Table> {
  const shots = (told: Told): string[] => ((told["shots"] ?? []) as { target: string }[]).map((one) => one.target);
  const asks = (_: number, _deed: Deed, told: Told): Promise<Asked> => {
    const because = refuses(shots(told));
    const refused: (Refusal & { can_override: boolean }) | null = because
      ? { clause: "X-1", because, instead: "", can_override: false }
      : null;
    const next = [
      { ...PLAIN, name: "firer", among: ["g1"] },
      { ...PLAIN, name: "target", among: IDS },
    ];
    return Promise.resolve({
      number: 1,
      asks: [{ ...PLAIN, name: "shots", kind: "rows", least: 1, next_row: next }],
      ready: false,
      missing: null,
      refused,
      told,
      origins: {},
    });
  };
  const service = { asks, waiting: [], known: () => Promise.resolve({ number: 1, stands: {} }), ...more } as unknown as Service;
  const table = new Opened(
    SCENE,
    service,
    () => undefined,
    () => undefined,
  );
  table.begin();
  table.choose(FIRE);
  await settled();
  return table;
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));
const ids = (table: Table): string[] => table.hand!.tapped.targets.map((one) => one.id);
const row = (table: Table) => table.scene.faces[1]!.blocks[0]!.rows[0]!;

test("a row takes the stands that the rules allow, and the card names the one it left", async () => {
  const table = await firing((targets) => (targets.length > 3 ? "the fourth is not attacked" : ""));
  table.rowOf(row(table));
  await settled();
  assert.deepEqual(ids(table), ["d1", "d2", "d3"]);
  assert.equal(table.refused, null);
  assert.equal(table.notTaken, "Not taken: d4 (the fourth is not attacked)");
});

test("a stand in the middle of a row that the rules forbid is left alone", async () => {
  const table = await firing((targets) => (targets.includes("d2") ? "it is not seen" : ""));
  table.rowOf(row(table));
  await settled();
  assert.deepEqual(ids(table), ["d1", "d3", "d4"]);
  table.back();
  assert.deepEqual(ids(table), [], "one tap is taken back as one");
});

test("stands tapped before a row stay, and Leave it takes back the row alone", async () => {
  const table = await firing((targets) => (targets.length > 1 ? "only one" : ""));
  table.stand("d2");
  await settled();
  table.rowOf(row(table));
  await settled();
  assert.equal(table.refused?.because, "only one");
  table.leaveRefusal();
  await settled();
  assert.deepEqual(ids(table), ["d2"]);
});

test("a finger drawn over stands takes those that the rules allow", async () => {
  const table = await firing((targets) => (targets.includes("d1") ? "too near" : ""));
  table.stroke(["d1", "d2", "d3"]);
  await settled();
  assert.deepEqual(ids(table), ["d2", "d3"]);
  assert.equal(table.notTaken, "Not taken: d1 (too near)");
});

test("the nearest stand of a row comes first where distances are known", async () => {
  const far = (value: number) => ({ range_cm: { value, origin: "map", why: "" } });
  const stands = { d1: far(30), d2: far(12), d3: far(20), d4: far(25) };
  const table = await firing(() => "", { waiting: [], known: () => Promise.resolve({ number: 1, stands }) });
  table.rowOf(row(table));
  await settled();
  assert.deepEqual(ids(table), ["d2", "d3", "d4", "d1"]);
});
