// Never 4 and 7: a result leaves the card with its taking back, whoever took it back, and with another step or side.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result, Scene } from "../src/stage/model";
import type { Service } from "../src/stage/service";
import type { Table } from "../src/stage/table";

// A page that nobody looks at: whatever the libraries ask of it as they are read is there, and does nothing.
const nothing: object = new Proxy(class {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing), construct: () => nothing, apply: () => nothing });
const empty = class {};
Object.assign(globalThis, { window: nothing, document: nothing, localStorage: nothing, location: nothing, navigator: nothing, navigation: nothing, addEventListener: () => undefined, HTMLElement: empty, Element: empty, Node: empty, Document: empty, XPathEvaluator: nothing, customElements: { define: () => undefined } });
const { Table: Opened } = await import("../src/stage/table");
const { newest } = await import("../src/stage/flow");

const FIRED: Result = { number: 7, kind: "fired", label: "fire", headline: "1 killed", small: "", rows: [], said: "", side: "a", unit: "u1", changed: [], command: "c7", dice: 1 };
const STEP = { number: "5 II", words: "guns", full: "guns", small: "", state: "now", sub: false } as const;
const SCENE = {
  number: 7, hash: "", role: "a", sides: ["a"], title: "", turn: "Turn 1", step: STEP, whose: "a", whose_name: "", steps: [STEP], faces: [], units: [],
  stage: { number: 7, owed: [], offered: [], waiting: [] },
  results: [FIRED], lines: [{ number: 7, says: "it fires", side: "a", gone: false }], back: null, request: null, asking: null, mistyped: null, others: 1, closed: false, ways: [], sheets: [],
} as unknown as Scene;

/** A table whose card shows what the fire came to, as news brings another scene. */
async function after(news: Partial<Scene>): Promise<Table> {
  const service = { asks: () => Promise.reject(new Error()), known: () => Promise.resolve({ number: 8, stands: {} }), scene: () => Promise.resolve({ ...SCENE, number: 8, ...news }) } as unknown as Service;
  const table = new Opened(SCENE, service, () => undefined, () => undefined);
  table.result = FIRED;
  await table.refresh();
  return table;
}

test("a result stays on the card while its step goes on", async () => {
  assert.equal((await after({ lines: [{ number: 8, says: "a note", side: "d", gone: false }] })).result, FIRED);
});

test("a result that somebody else took back is gone from the card", async () => {
  assert.equal((await after({ results: [] })).result, null);
});

test("a result of a step before is gone from the card", async () => {
  assert.equal((await after({ step: { ...STEP, number: "6 IV" } })).result, null);
});

test("a result of the other side's turn is gone from the card", async () => {
  assert.equal((await after({ whose: "d" })).result, null);
});

test("what is news of a scene is never older than what happened without dice since", () => {
  assert.equal(newest(SCENE), FIRED);
  assert.equal(newest({ ...SCENE, lines: [{ number: 9, says: "a move", side: "a", gone: false }, ...SCENE.lines] }), undefined);
});
