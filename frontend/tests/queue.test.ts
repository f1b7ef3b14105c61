// Commands that wait for the connection: what can be entered beside them, and what is shown of each.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "../src/answers";
import type { Envelope } from "../src/outbox";
import type { Ask, Asked, Beside, Deed, Scene, Unit } from "../src/stage/model";
import type { Service } from "../src/stage/service";
import type { Table } from "../src/stage/table";

// A page that nobody looks at: whatever the libraries ask of it as they are read is there, and does nothing.
const nothing: object = new Proxy(class {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing),
  construct: () => nothing,
  apply: () => nothing,
});
const empty = class {};
const stored = new Map<string, string>();
const localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
};
const document = {
  body: { dataset: {} },
  addEventListener: () => undefined,
  querySelector: () => null,
  querySelectorAll: () => [],
  createElement: () => nothing,
  createComment: () => nothing,
  createTreeWalker: () => nothing,
  documentElement: nothing,
  dispatchEvent: () => true,
};
Object.assign(globalThis, {
  window: nothing,
  document,
  localStorage,
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
const { withQueue } = await import("../src/stage/queue");
const { nextOf, backOf } = await import("../src/stage/foot");

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
const ORDERED: Asked = {
  number: 1,
  asks: [{ ...PLAIN, name: "die", kind: "dice" }],
  ready: false,
  missing: { field: "die", because: "", instead: "" },
  refused: null,
  told: {},
  origins: {},
  prompts: "orders",
};
const GOES_ON: Asked = { number: 1, asks: [], ready: true, missing: null, refused: null, told: {}, origins: {}, prompts: "next" };
const deed = (kind: string, about: Deed["about"], more: Partial<Deed> = {}): Deed => ({
  kind,
  says: kind,
  about,
  of: "",
  by: "a",
  barred: null,
  at_once: false,
  where: "hand",
  place: 0,
  follows: false,
  ...more,
});
const unit = (id: string): Unit => ({ id, name: `${id} Company`, short: id, state: "to order", left: 0, levels: 0, stands: [] });
const STEP = { number: "2 ii", words: "Companies", full: "Companies", small: "", state: "now", sub: false } as const;
const ORDERS = ["c1", "c2", "c3"].map((id) => deed("roll", { unit: id }));
const [FIRST, SECOND, THIRD] = ORDERS as [Deed, Deed, Deed];
const ON = deed("next_step", {}, { where: "on", place: 1 });
const NOTE = deed("note", {}, { where: "more" });
const PLACE = deed("place", {}, { where: "more", by: "a" });

function scene(owed: readonly Deed[], offered: readonly Deed[], more: object = {}): Scene {
  return {
    number: 1,
    hash: "",
    role: "a",
    sides: ["a"],
    title: "",
    turn: "1",
    step: STEP,
    whose: "a",
    whose_name: "A",
    steps: [STEP, { ...STEP, number: "3", full: "Commands", state: "todo" }],
    faces: [],
    units: ["c1", "c2", "c3"].map(unit),
    stage: { number: 1, owed, offered, waiting: [] },
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
    hampers: { word: "suppressed", most: 3 },
    ...more,
  } as unknown as Scene;
}

function envelope(command: Envelope["command"], command_id = "c"): Envelope {
  return { game: "g", command_id, expected_seq: 1, command, what: `Order: ${String(command["unit"] ?? command["kind"])}` };
}

function free({ stage }: Scene): string[] {
  return [...stage.owed, ...stage.offered].filter((one) => !one.barred).map((one) => [one.kind, one.about["unit"] ?? ""].join(" ").trim());
}

test("while a command waits its own unit is barred, and other units, notes and Next are not", () => {
  const shown = withQueue(scene([], [...ORDERS, ON, NOTE]), [envelope({ kind: "roll", unit: "c1" })]);
  assert.deepEqual(free(shown), ["roll c2", "roll c3", "next_step", "note"]);
  assert.equal(shown.units[0]!.state, "not sent yet");
  assert.equal(shown.units[1]!.state, "to order");
});

test("after a Next that waits nothing of its step can be entered", () => {
  const queue = [envelope({ kind: "roll", unit: "c1" }), envelope({ kind: "next_step" })];
  assert.deepEqual(free(withQueue(scene([], [...ORDERS, ON, NOTE]), queue)), ["note"]);
});

test("a decision of the step that waits bars what comes after it, and a deed at any time does not", () => {
  const offered = [
    ...ORDERS,
    ON,
    deed("weather", {}),
    deed("hold", { objective: 1 }, { where: "more" }),
    deed("hold", { objective: 2 }, { where: "more" }),
  ];
  assert.deepEqual(free(withQueue(scene([], offered), [envelope({ kind: "weather" })])), ["hold", "hold"]);
  const held = free(withQueue(scene([], offered), [envelope({ kind: "hold", objective: 1 })]));
  assert.deepEqual(held, ["roll c1", "roll c2", "roll c3", "next_step", "weather", "hold"]);
});

test("what is owed and waits is owed no more, and is not offered again", () => {
  const shown = withQueue(scene([FIRST, SECOND], [ON]), [envelope({ kind: "roll", unit: "c1" })]);
  assert.deepEqual(shown.stage.owed, [SECOND]);
  assert.deepEqual(free(shown), ["roll c2", "next_step"]);
});

/** A table at whose service nothing arrives; `sent` is what it was told to send. */
function away(
  shown: Scene,
  asks: { readonly [kind: string]: Asked } = {},
): { table: Table; sent: [number, object, Beside][]; queue: Envelope[]; sentIds: Set<string>; said: string[] } {
  const [sent, queue, sentIds, said]: [[number, object, Beside][], Envelope[], Set<string>, string[]] = [[], [], new Set(), []];
  const service = {
    game: "g",
    because: "",
    waiting: queue,
    asks: (_: number, one: Deed) => (asks[one.kind] ? Promise.resolve(asks[one.kind]) : Promise.reject(new Error())),
    known: () => new Promise(() => undefined),
    ground: () => new Promise(() => undefined),
    scene: () => Promise.resolve(shown),
    wasSent: (one: Envelope) => sentIds.has(one.command_id),
    discard: (one: Envelope) => !sentIds.has(one.command_id) && queue.splice(queue.indexOf(one), 1).length > 0,
    send: (seen: number, command: Envelope["command"], what: string, beside: Beside = {}): Promise<Answer & { id: string }> => {
      sent.push([seen, command, beside]);
      const id = `c${sent.length}`;
      queue.push({ ...envelope(command, id), what });
      return Promise.resolve({ kind: "unsent", id });
    },
  } as unknown as Service;
  return {
    table: new Opened(
      shown,
      service,
      () => undefined,
      (words) => said.push(words),
    ),
    sent,
    queue,
    sentIds,
    said,
  };
}

const settled = (): Promise<void> => new Promise((done) => void setImmediate(done));

test("several orders and Next are entered one after the other while the connection is away", async () => {
  const { table, sent, queue } = away(scene([], [...ORDERS, ON]), { roll: ORDERED, next_step: GOES_ON });
  table.begin();
  for (const [pips, id] of [
    [5, "c1"],
    [4, "c2"],
    [6, "c3"],
  ] as const) {
    await settled();
    assert.equal(table.hand?.deed.about["unit"], id);
    table.die(pips);
    await settled();
  }
  const next = nextOf(table);
  assert.equal(next.title, "Next: Commands");
  next.go!();
  await settled();
  assert.deepEqual(
    sent.map(([seen, command, { prompts }]) => [seen, command, prompts]),
    [
      [1, { kind: "roll", unit: "c1", die: { pips: 5, source: "entered" } }, "orders"],
      [1, { kind: "roll", unit: "c2", die: { pips: 4, source: "entered" } }, "orders"],
      [1, { kind: "roll", unit: "c3", die: { pips: 6, source: "entered" } }, "orders"],
      [1, { kind: "next_step" }, "next"],
    ],
  );
  assert.equal(queue.length, 4);
  assert.equal(nextOf(table).go, undefined);
});

test("Take back takes the newest waiting command out of the queue, unless it may have arrived", async () => {
  const { table, queue, sentIds } = away(
    scene([], [...ORDERS, ON], { back: { command: "before", name: "before", dice: [], asks: false, written: false } }),
    { roll: ORDERED },
  );
  table.begin();
  for (const pips of [5, 4]) {
    await settled();
    table.die(pips);
    await settled();
  }
  sentIds.add(queue[0]!.command_id);
  assert.equal(backOf(table).small, "roll");
  backOf(table).go!();
  assert.deepEqual(
    queue.map(({ command }) => command["unit"]),
    ["c1"],
  );
  assert.deepEqual(free(table.scene), ["roll c2", "roll c3", "next_step"]);
  assert.deepEqual(backOf(table), { title: "Take back", small: "sent, no answer yet" });
});

test("what was begun meanwhile stays in hand when a waiting command is answered, and the answer is listed", async () => {
  const { table, queue } = away(scene([], [...ORDERS, ON]), {
    roll: {
      ...ORDERED,
      asks: [
        { ...PLAIN, name: "wire", kind: "switch", needed: false, usual: false },
        { ...PLAIN, name: "die", kind: "dice" },
      ],
    },
  });
  table.begin();
  await settled();
  table.die(5);
  await settled();
  table.fact([], "wire", true, "Crossing wire");
  const [first] = queue.splice(0, 1);
  const after = {
    ...scene([], [SECOND, THIRD, ON]),
    number: 2,
    results: [
      {
        number: 2,
        kind: "rolled",
        label: "Order",
        headline: "2 actions",
        small: "",
        rows: [],
        said: "",
        side: "a",
        unit: "c1",
        changed: [],
        command: "c1",
        dice: 1,
      },
    ],
  };
  table.service.scene = () => Promise.resolve(after as unknown as Scene);
  await table.afterWaiting(first!, { kind: "accepted", number: 2, events: 1 });
  assert.equal(table.hand?.deed.about["unit"], "c2");
  assert.equal(table.hand?.tapped.facts["wire"], true);
  assert.equal(table.result, null);
  assert.deepEqual(table.outcomes, [{ command: "c1", says: "Order: 2 actions" }]);
});

test("a waiting command that was refused is kept on the card, and those that still wait stay in the queue", async () => {
  const { table, queue } = away(scene([], [...ORDERS, ON]), { roll: ORDERED });
  table.begin();
  for (const pips of [5, 4]) {
    await settled();
    table.die(pips);
    await settled();
  }
  const [first] = queue.splice(0, 1);
  await table.afterWaiting(first!, { kind: "refused", clause: "FF-ORD-01", because: "it was ordered", instead: "", canOverrule: false });
  assert.deepEqual(
    table.notDone.map(({ command_id }) => command_id),
    ["c1"],
  );
  assert.deepEqual(free(table.scene), ["roll c1", "roll c3", "next_step"]);
});

test("what is said of a request, taken back or dragged goes with its prompts", async () => {
  const asking = { says: "take back", side: "a" };
  const back = { command: "before", name: "the order", dice: [], asks: true, written: false };
  const offered = [deed("undo", {}, { where: "back" }), PLACE];
  const said = async (act: (table: Table) => unknown, more: object): Promise<[number, object, Beside] | undefined> => {
    const { table, sent } = away(scene([], offered, more), { place: { ...GOES_ON, prompts: "places" } });
    table.learnPrompts(PLACE);
    await settled();
    act(table);
    await settled();
    return sent[0];
  };
  assert.deepEqual(await said((table) => table.agree(true), { request: asking }), [1, { kind: "answer", agree: true }, { prompts: "" }]);
  assert.deepEqual(await said((table) => table.withdraw(), { asking }), [1, { kind: "withdraw" }, { prompts: "" }]);
  assert.deepEqual(await said((table) => table.back(), { back }), [1, { kind: "undo", command_id: "before" }, { prompts: "" }]);
  const stand = { stand: "c1.p1", x_mm: 10, y_mm: 20, facing_deg: 0 };
  assert.deepEqual(await said((table) => table.drop(PLACE, "stands", [stand], "on the map"), {}), [
    1,
    { kind: "place", stands: [stand] },
    { prompts: "places" },
  ]);
});
