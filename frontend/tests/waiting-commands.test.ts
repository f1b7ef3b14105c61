// Commands that wait for the connection: what can be entered beside them, and what is shown of each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./support/open-screen";
import type { Answer } from "../src/games/answers";
import type { Envelope } from "../src/games/outbox";
import type { PromptsResponse, CommandContext, CommandSpec, ScreenData, Unit } from "../src/play/model";
import type { PlayScreen } from "../src/play/play-screen";
import { withQueue } from "../src/play/waiting-commands";
import { nextOf, backOf } from "../src/play/footer";
import { deed, PLAIN, screenData } from "./support/fixtures";

const ORDERED: PromptsResponse = {
  number: 1,
  prompts: [{ ...PLAIN, name: "die", kind: "dice" }],
  ready: false,
  missing: { field: "die", because: "", instead: "" },
  refused: null,
  answers: {},
  origins: {},
  digest: "orders",
};
const GOES_ON: PromptsResponse = {
  number: 1,
  prompts: [],
  ready: true,
  missing: null,
  refused: null,
  answers: {},
  origins: {},
  digest: "next",
};
const unit = (id: string): Unit => ({ id, name: `${id} Company`, short: id, state: "to order", left: 0, levels: 0, stands: [] });
const STEP = { number: "2 ii", words: "Companies", full: "Companies", small: "", state: "now", sub: false } as const;
const ORDERS = ["c1", "c2", "c3"].map((id) => deed("roll", { unit: id }));
const [FIRST, SECOND, THIRD] = ORDERS as [CommandSpec, CommandSpec, CommandSpec];
const ON = deed("next_step", {}, { where: "on", place: 1 });
const NOTE = deed("note", {}, { where: "more" });
const PLACE = deed("place", {}, { where: "more", by: "a" });

function scene(owed: readonly CommandSpec[], offered: readonly CommandSpec[], more: object = {}): ScreenData {
  return screenData({
    turn: "1",
    step: STEP,
    whose_name: "A",
    steps: [STEP, { ...STEP, number: "3", full: "Commands", state: "todo" }],
    units: ["c1", "c2", "c3"].map(unit),
    stage: { number: 1, required: owed, available: offered, blocked: [] },
    hampers: { word: "suppressed", most: 3 },
    ...more,
  });
}

function envelope(command: Envelope["command"], command_id = "c"): Envelope {
  return { game: "g", command_id, expected_seq: 1, command, what: `Order: ${String(command["unit"] ?? command["kind"])}` };
}

function free({ stage }: ScreenData): string[] {
  return [...stage.required, ...stage.available]
    .filter((spec) => !spec.barred)
    .map((spec) => [spec.kind, spec.about["unit"] ?? ""].join(" ").trim());
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
  assert.deepEqual(shown.stage.required, [SECOND]);
  assert.deepEqual(free(shown), ["roll c2", "next_step"]);
});

/** A table at whose service nothing arrives; `sent` is what it was told to send. */
function away(
  shown: ScreenData,
  asks: { readonly [kind: string]: PromptsResponse } = {},
): { table: PlayScreen; sent: [number, object, CommandContext][]; queue: Envelope[]; sentIds: Set<string>; said: string[] } {
  const [sent, queue, sentIds, said]: [[number, object, CommandContext][], Envelope[], Set<string>, string[]] = [[], [], new Set(), []];
  const service = {
    game: "g",
    because: "",
    waiting: queue,
    prompts: (_: number, spec: CommandSpec) => (asks[spec.kind] ? Promise.resolve(asks[spec.kind]) : Promise.reject(new Error())),
    known: () => new Promise(() => undefined),
    ground: () => new Promise(() => undefined),
    scene: () => Promise.resolve(shown),
    wasSent: (candidate: Envelope) => sentIds.has(candidate.command_id),
    discard: (candidate: Envelope) => !sentIds.has(candidate.command_id) && queue.splice(queue.indexOf(candidate), 1).length > 0,
    send: (seen: number, command: Envelope["command"], what: string, beside: CommandContext = {}): Promise<Answer & { id: string }> => {
      sent.push([seen, command, beside]);
      const id = `c${sent.length}`;
      queue.push({ ...envelope(command, id), what });
      return Promise.resolve({ kind: "unsent", id });
    },
  };
  return {
    table: openScreen(shown, service, (words) => said.push(words)),
    sent,
    queue,
    sentIds,
    said,
  };
}

const settled = (): Promise<void> => new Promise((done) => void setImmediate(done));

test("several orders and Next are entered one after the other while the connection is away", async () => {
  const { table: screen, sent, queue } = away(scene([], [...ORDERS, ON]), { roll: ORDERED, next_step: GOES_ON });
  screen.updates.begin();
  for (const [pips, id] of [
    [5, "c1"],
    [4, "c2"],
    [6, "c3"],
  ] as const) {
    await settled();
    assert.equal(screen.state.draft?.deed.about["unit"], id);
    screen.diceInput.die(pips);
    await settled();
  }
  const next = nextOf(screen);
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
  assert.equal(nextOf(screen).go, undefined);
});

test("Take back takes the newest waiting command out of the queue, unless it may have arrived", async () => {
  const {
    table: screen,
    queue,
    sentIds,
  } = away(scene([], [...ORDERS, ON], { back: { command: "before", name: "before", dice: [], asks: false, written: false } }), {
    roll: ORDERED,
  });
  screen.updates.begin();
  for (const pips of [5, 4]) {
    await settled();
    screen.diceInput.die(pips);
    await settled();
  }
  sentIds.add(queue[0]!.command_id);
  assert.equal(backOf(screen).small, "roll");
  backOf(screen).go!();
  assert.deepEqual(
    queue.map(({ command }) => command["unit"]),
    ["c1"],
  );
  assert.deepEqual(free(screen.state.data), ["roll c2", "roll c3", "next_step"]);
  assert.deepEqual(backOf(screen), { title: "Take back", small: "sent, no answer yet" });
});

test("what was begun meanwhile stays in hand when a waiting command is answered, and the answer is listed", async () => {
  const { table: screen, queue } = away(scene([], [...ORDERS, ON]), {
    roll: {
      ...ORDERED,
      prompts: [
        { ...PLAIN, name: "wire", kind: "switch", needed: false, usual: false },
        { ...PLAIN, name: "die", kind: "dice" },
      ],
    },
  });
  screen.updates.begin();
  await settled();
  screen.diceInput.die(5);
  await settled();
  screen.targets.fact([], "wire", true, "Crossing wire");
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
  screen.service.scene = () => Promise.resolve(after as unknown as ScreenData);
  await screen.sender.answerWaiting(first!, { kind: "accepted", number: 2, events: 1 });
  assert.equal(screen.state.draft?.deed.about["unit"], "c2");
  assert.equal(screen.state.draft?.tapped.facts["wire"], true);
  assert.equal(screen.state.result, null);
  assert.deepEqual(screen.state.outcomes, [{ command: "c1", says: "Order: 2 actions" }]);
});

test("a waiting command that was refused is kept on the card, and those that still wait stay in the queue", async () => {
  const { table: screen, queue } = away(scene([], [...ORDERS, ON]), { roll: ORDERED });
  screen.updates.begin();
  for (const pips of [5, 4]) {
    await settled();
    screen.diceInput.die(pips);
    await settled();
  }
  const [first] = queue.splice(0, 1);
  await screen.sender.answerWaiting(first!, {
    kind: "refused",
    clause: "FF-ORD-01",
    because: "it was ordered",
    instead: "",
    canOverrule: false,
  });
  assert.deepEqual(
    screen.state.refusedCommands.map(({ command_id }) => command_id),
    ["c1"],
  );
  assert.deepEqual(free(screen.state.data), ["roll c1", "roll c3", "next_step"]);
});

test("what is said of a request, taken back or dragged goes with its prompts", async () => {
  const asking = { says: "take back", side: "a" };
  const back = { command: "before", name: "the order", dice: [], asks: true, written: false };
  const offered = [deed("undo", {}, { where: "back" }), PLACE];
  const said = async (act: (screen: PlayScreen) => unknown, more: object): Promise<[number, object, CommandContext] | undefined> => {
    const { table: screen, sent } = away(scene([], offered, more), { place: { ...GOES_ON, digest: "places" } });
    screen.lookAhead.learnPrompts(PLACE);
    await settled();
    act(screen);
    await settled();
    return sent[0];
  };
  assert.deepEqual(await said((screen) => screen.requests.answer(true), { request: asking }), [
    1,
    { kind: "answer", agree: true },
    { prompts: "" },
  ]);
  assert.deepEqual(await said((screen) => screen.requests.withdraw(), { asking }), [1, { kind: "withdraw" }, { prompts: "" }]);
  assert.deepEqual(await said((screen) => screen.requests.undo(), { back }), [1, { kind: "undo", command_id: "before" }, { prompts: "" }]);
  const stand = { stand: "c1.p1", x_mm: 10, y_mm: 20, facing_deg: 0 };
  assert.deepEqual(await said((screen) => screen.targets.drop(PLACE, "stands", [stand], "on the map"), {}), [
    1,
    { kind: "place", stands: [stand] },
    { prompts: "places" },
  ]);
});
