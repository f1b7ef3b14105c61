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
const { doneSince, newest } = await import("../src/stage/flow");

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

const FOUGHT: Result = { ...FIRED, number: 9, kind: "fought", label: "Close combat", headline: "Attacker wins", command: "c9", dice: 2, between: ["u1.p1", "d1.p1"] };

/** A table whose own die lies in a fight, as the other side's falls; `waits` for that side, or for nobody. */
async function afterTheirs(waits: boolean): Promise<Table> {
  const fight = (side: string) => ({ kind: "throw_in_combat", says: "Fight", about: { attacker: "u1.p1", side }, of: "", by: side, barred: null, at_once: false, where: "hand", place: 0, follows: false });
  const stage = { number: 7, owed: [fight("a")], offered: [], waiting: [] };
  const [mine, theirs] = [
    { ...SCENE, number: 8, results: [], stage: { ...stage, owed: [], waiting: waits ? [{ side: "d", kind: "throw_in_combat", says: "Fight" }] : [] } },
    { ...SCENE, number: 9, results: [FOUGHT], stage: { ...stage, owed: [] } },
  ];
  const scenes = [mine, theirs];
  const service = { asks: () => Promise.reject(new Error()), known: () => Promise.resolve({ number: 8, stands: {} }), scene: () => Promise.resolve(scenes.length > 1 ? scenes.shift() : scenes[0]), send: () => Promise.resolve({ kind: "accepted", number: 8, id: "c8" }) } as unknown as Service;
  const table = new Opened({ ...SCENE, results: [], stage } as unknown as Scene, service, () => undefined, () => undefined);
  const deed = fight("a");
  await (table as unknown as { send(deed: object, command: object, what: string, dice: number[]): Promise<void> }).send(deed, { kind: deed.kind, die: { pips: 5 } }, "Fight", [5]);
  await table.refresh();
  return table;
}

test("whoever threw first reads what the other side's die decided", async () => {
  assert.equal((await afterTheirs(true)).result?.headline, "Attacker wins");
  assert.equal((await afterTheirs(false)).result, null);
});

/** What is told aloud of another scene. */
async function told(news: Partial<Scene>): Promise<string[]> {
  const said: string[] = [];
  const service = { asks: () => Promise.reject(new Error()), known: () => Promise.resolve({ number: 8, stands: {} }), scene: () => Promise.resolve({ ...SCENE, number: 8, ...news }) } as unknown as Service;
  await new Opened({ ...SCENE, whose: "d" } as Scene, service, () => undefined, (words) => said.push(words)).refresh();
  return said;
}

test("whoever does not see it is told what is owed, what dice came to, and whose turn it is, in this order", async () => {
  const owes = { kind: "stand", says: "Stand against armour", about: { stand: "d1" }, of: "1st Platoon", by: "a", barred: null, at_once: true, where: "hand", place: 0, follows: false } as const;
  const fell = { ...FIRED, number: 8, command: "c8" };
  assert.deepEqual(await told({ stage: { number: 8, owed: [owes], offered: [], waiting: [] }, results: [FIRED, fell], whose: "a" }), ["Stand against armour, 1st Platoon. fire. 1 killed. Your turn"]);
  assert.deepEqual(await told({ whose: "d", results: [FIRED, fell] }), ["fire. 1 killed"]);
  assert.deepEqual(await told({ whose: "d" }), []);
});

test("what is news of a scene is never older than what happened without dice since", () => {
  assert.equal(newest(SCENE), FIRED);
  assert.equal(newest({ ...SCENE, lines: [{ number: 9, says: "a move", side: "a", gone: false }, ...SCENE.lines] }), undefined);
});

test("whoever waits reads what came last, though another device of his side or the enemy threw it", async () => {
  const fell = { ...FIRED, number: 8, command: "c8" };
  const enemys = { ...SCENE, whose: "d", whose_name: "D" } as Scene;
  const table = async (before: Scene): Promise<Table> => {
    const service = { asks: () => Promise.reject(new Error()), known: () => Promise.resolve({ number: 8, stands: {} }), scene: () => Promise.resolve({ ...before, number: 8, results: [FIRED, fell] }) } as unknown as Service;
    const made = new Opened(before, service, () => undefined, () => undefined);
    made.result = FIRED;
    await made.refresh();
    return made;
  };
  assert.equal((await table(enemys)).result, null);
  assert.equal((await table(SCENE)).result, FIRED);
  assert.equal((await table({ ...SCENE, whose: "", whose_name: "" } as Scene)).result, FIRED);
});

test("what another seat does is told at the head of what is in hand", async () => {
  const roll = { kind: "roll", says: "Order", about: {}, of: "", by: "a", barred: null, at_once: false, where: "hand", place: 0, follows: false } as const;
  const stage = { number: 7, owed: [roll], offered: [], waiting: [] };
  const lines = [{ number: 8, says: "1st Battalion retreats 20 cm", side: "d", gone: false }, ...SCENE.lines];
  const service = { asks: () => new Promise(() => undefined), known: () => Promise.resolve({ number: 8, stands: {} }), scene: () => Promise.resolve({ ...SCENE, number: 8, stage, lines, results: [] }) } as unknown as Service;
  const made = new Opened({ ...SCENE, stage, results: [] } as unknown as Scene, service, () => undefined, () => undefined);
  made.begin();
  await made.refresh();
  assert.deepEqual(made.past, ["1st Battalion retreats 20 cm"]);
});

test("what was done in a step is told since it began, the oldest first; how it begins is not", () => {
  const line = (number: number, says: string, more: object = {}) => ({ number, says, side: "a", gone: false, ...more });
  const lines = [line(9, "as sealed"), line(8, "it comes down", {}), line(7, "taken back", { gone: true }), line(6, "Advance the barrages", { begins: true }), line(5, "an order")];
  assert.deepEqual(doneSince({ ...SCENE, lines }), ["it comes down", "as sealed"]);
  assert.deepEqual(doneSince({ ...SCENE, lines: lines.slice(3) }), []);
});
