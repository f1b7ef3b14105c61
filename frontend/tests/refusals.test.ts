// Never 9: a refusal goes with the next tap on a target, a fact, a unit or a step, and with news; never two of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inHand } from "../src/stage/hand";
import type { Ask, Asked, Deed, Scene, Unit } from "../src/stage/model";
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
const { card } = await import("../src/stage/card");

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
const deed = (kind: string, unit: string, barred = false): Deed => ({
  kind,
  says: kind,
  about: { unit },
  of: unit,
  by: "a",
  barred: barred ? { clause: "1", because: "no", instead: "other" } : null,
  at_once: false,
  where: "hand",
  place: 3,
  follows: false,
});
const unit = (id: string): Unit => ({ id, name: id, short: id, state: "", left: 1, levels: 0, stands: [] });
const stand = (id: string) => ({
  id,
  short: "1",
  name: id,
  brief: id,
  unit: id,
  levels: 0,
  out: false,
  head: false,
  cover: null,
  marks: [],
});
const FIRE = deed("fire", "u1");
const SCENE = {
  number: 1,
  hash: "",
  role: "a",
  sides: ["a"],
  title: "",
  turn: "",
  step: null,
  whose: "a",
  whose_name: "",
  steps: [],
  faces: [
    {
      side: "d",
      name: "d",
      letter: "d",
      nation: "german",
      own: false,
      blocks: [
        {
          key: "b",
          name: "b",
          quality: "",
          strength: "",
          tests_at: [],
          loose: false,
          away: false,
          rows: [{ label: "1", name: "1", unit: "b", state: "", levels: 0, counters: [stand("d1"), stand("d2")], last: [] }],
        },
      ],
    },
  ],
  units: [unit("u1"), unit("u2")],
  stage: {
    number: 1,
    owed: [],
    offered: [FIRE, deed("move", "u1"), deed("fire", "u2"), deed("move", "u2"), deed("dig", "u1", true)],
    waiting: [],
  },
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
const ASKED: Asked = {
  number: 1,
  asks: [
    { ...PLAIN, name: "target", among: ["d1", "d2"] },
    { ...PLAIN, name: "cover", kind: "word", among: ["open", "hard"] },
  ],
  ready: false,
  missing: null,
  refused: null,
  told: {},
  origins: {},
};

/** A table with fire in hand, on which a deed that is barred was tapped. */
function refused(): Table {
  const service = {
    asks: () => Promise.resolve(ASKED),
    waiting: [],
    known: () => Promise.resolve({ number: 1, stands: {} }),
    scene: () => Promise.resolve({ ...SCENE, number: 2 }),
  } as unknown as Service;
  const table = new Opened(
    SCENE,
    service,
    () => undefined,
    () => undefined,
  );
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

// ---------- a refusal says whether it can be set aside ----------

const REFUSED = { clause: "X-1", because: "too far", instead: "fire nearer" };
const SAYS = /This cannot be set aside/;
const OFFERS = /Ask to allow it/;
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

/** The words of a template, without the elements around them. */
function words(of: unknown): string {
  if (Array.isArray(of)) return of.map(words).join(" ");
  if (typeof of === "string" || typeof of === "number") return String(of);
  const { strings, values } = (of ?? {}) as { strings?: readonly string[]; values?: readonly unknown[] };
  return strings ? strings.map((text, n) => `${text} ${words(values?.[n])}`).join("") : "";
}

function opened(answers: object): Table {
  const service = {
    asks: () => Promise.resolve(ASKED),
    known: () => Promise.resolve({ number: 1, stands: {} }),
    scene: () => Promise.resolve(SCENE),
    waiting: [],
    ...answers,
  } as unknown as Service;
  const table = new Opened(
    SCENE,
    service,
    () => undefined,
    () => undefined,
  );
  [table.unit, table.hand, table.asked] = ["u1", inHand(FIRE, false), ASKED];
  return table;
}

const refusing = (can: boolean) => ({ asks: () => Promise.resolve({ ...ASKED, asks: [], refused: { ...REFUSED, can_override: can } }) });
/** The ways by which a refusal of the rules comes onto the card, each with a service that says whether it can be set aside. */
const WAYS: { readonly [way: string]: (can: boolean) => Promise<Table> } = {
  "a deed that is barred": async (can) => {
    const table = opened(refusing(can));
    table.choose(SCENE.stage.offered[4]!);
    return table;
  },
  "an answer of the deed in hand": async (can) => {
    const table = opened(refusing(can));
    table.stand("d1");
    return table;
  },
  "a command that was sent": async (can) => {
    const table = opened({ send: () => Promise.resolve({ kind: "refused", ...REFUSED, canOverrule: can, id: "1" }) });
    table.choose({ ...SCENE.stage.offered[1]!, at_once: true });
    return table;
  },
  "a choice that the rules deny": async (can) => {
    const table = opened({
      asks: () => Promise.resolve(can ? ASKED : { ...ASKED, missing: { field: "cover", because: "no choice", instead: "" } }),
    });
    table.refuseChoice(ASKED.asks[1]!, { value: "dug", word: "dig in", ...REFUSED });
    return table;
  },
};

for (const [way, refuses] of Object.entries(WAYS)) {
  test(`${way} offers the request where the service allows it`, async () => {
    const table = await refuses(true);
    await settled();
    const shown = words(card(table).drawn);
    assert.match(shown, OFFERS);
    assert.doesNotMatch(shown, SAYS);
    assert.ok(table.refused?.overrule);
  });
  test(`${way} offers no second request while one is open`, async () => {
    const table = await refuses(true);
    await settled();
    table.scene = { ...SCENE, request: { says: "let it", side: "d" } };
    const shown = words(card(table).drawn);
    assert.doesNotMatch(shown, OFFERS);
    assert.match(shown, /A request is open/);
    assert.match(shown, /Leave it/);
  });
  test(`${way} says that it cannot be set aside where the service says so`, async () => {
    const table = await refuses(false);
    await settled();
    const shown = words(card(table).drawn);
    assert.match(shown, SAYS);
    assert.doesNotMatch(shown, OFFERS);
    assert.match(shown, /Leave it/);
  });
}

test("a choice that is set aside goes out with its clause and reason", async () => {
  const table = await WAYS["a choice that the rules deny"]!(true);
  await settled();
  table.overrule("we agreed on it");
  await settled();
  assert.deepEqual(table.hand?.aside, { overrule: "X-1", reason: "we agreed on it" });
  assert.equal(Object.values(table.hand!.tapped.facts)[0], "dug");
});

test("a command that the service could not read says that it cannot be set aside", async () => {
  const table = opened({
    send: () => Promise.resolve({ kind: "unreadable", field: "unit", because: "there is no unit of that name", instead: "", id: "1" }),
  });
  table.choose({ ...SCENE.stage.offered[1]!, at_once: true });
  await settled();
  assert.match(words(card(table).drawn), SAYS);
});

test("a side that plays alone sets a rule aside itself", async () => {
  const table = await WAYS["a deed that is barred"]!(true);
  table.scene = { ...SCENE, others: 0 };
  await settled();
  const shown = words(card(table).drawn);
  assert.match(shown, /Set the rule aside/);
  assert.doesNotMatch(shown, OFFERS);
});
