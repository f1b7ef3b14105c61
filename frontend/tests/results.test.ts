// Never 4 and 7: a result leaves the card with its taking back, whoever took it back, and with another step or side.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./support/open-screen";
import type { CommandSpec, Result, ScreenData } from "../src/play/model";
import type { PlayScreen } from "../src/play/play-screen";
import { linesSinceStep, newestResult } from "../src/play/step-flow";
import { endNotice } from "../src/play/table-notices";
import { deed, screenData } from "./support/fixtures";

const FIRED: Result = {
  number: 7,
  kind: "fired",
  label: "fire",
  headline: "1 killed",
  small: "",
  rows: [],
  said: "",
  side: "a",
  unit: "u1",
  changed: [],
  command: "c7",
  dice: 1,
};
const STEP = { number: "5 II", words: "guns", full: "guns", small: "", state: "now", sub: false } as const;
const SCENE = screenData({
  number: 7,
  turn: "Turn 1",
  step: STEP,
  steps: [STEP],
  stage: { number: 7, required: [], available: [], blocked: [] },
  results: [FIRED],
  lines: [{ number: 7, says: "it fires", side: "a", gone: false }],
});

/** A table whose card shows what the fire came to, as news brings another scene. */
async function after(news: Partial<ScreenData>): Promise<PlayScreen> {
  const service = {
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve({ ...SCENE, number: 8, ...news }),
  };
  const screen = openScreen(SCENE, service);
  screen.state.result = FIRED;
  await screen.updates.refresh();
  return screen;
}

test("a result stays on the card while its step goes on", async () => {
  assert.equal((await after({ lines: [{ number: 8, says: "a note", side: "d", gone: false }] })).state.result, FIRED);
});

test("a result that somebody else took back is gone from the card", async () => {
  assert.equal((await after({ results: [] })).state.result, null);
});

test("a result of a step before is gone from the card", async () => {
  assert.equal((await after({ step: { ...STEP, number: "6 IV" } })).state.result, null);
});

test("a result of the other side's turn is gone from the card", async () => {
  assert.equal((await after({ whose: "d" })).state.result, null);
});

test("whoever threw first in an air attack reads how it ended, though the target's die fell last", async () => {
  const struck: Result = {
    ...FIRED,
    number: 8,
    kind: "air_attacked",
    headline: "Destroyed",
    side: "d",
    unit: "",
    command: "c8",
    dice: 2,
    between: ["", "d1.p1"],
  };
  assert.equal((await after({ results: [FIRED, struck] })).state.result, struck);
});

const FOUGHT: Result = {
  ...FIRED,
  number: 9,
  kind: "fought",
  label: "Close combat",
  headline: "Attacker wins",
  command: "c9",
  dice: 2,
  between: ["u1.p1", "d1.p1"],
};

/** A table whose own die lies in a fight, as the other side's falls; `follows`: deeds that may be done meanwhile. */
async function afterTheirs(follows: readonly object[] = []): Promise<PlayScreen> {
  const fight = (side: string) => deed("throw_in_combat", { attacker: "u1.p1", side }, { says: "Fight", by: side });
  const stage = { number: 7, required: [fight("a")], available: [], blocked: [] };
  const [mine, theirs] = [
    {
      ...SCENE,
      number: 8,
      results: [],
      stage: { ...stage, required: [], available: follows, blocked: [{ side: "d", kind: "throw_in_combat", says: "Fight" }] },
    },
    { ...SCENE, number: 9, results: [FOUGHT], stage: { ...stage, required: [], available: follows } },
  ];
  const scenes = [mine, theirs];
  const service = {
    prompts: () => new Promise(() => undefined),
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve(scenes.length > 1 ? scenes.shift() : scenes[0]),
    send: () => Promise.resolve({ kind: "accepted", number: 8, id: "c8" }),
  };
  const screen = openScreen({ ...SCENE, results: [], stage } as unknown as ScreenData, service);
  const own = fight("a");
  await (screen.sender as unknown as { send(deed: object, command: object, what: string, dice: number[]): Promise<void> }).send(
    own,
    { kind: own.kind, die: { pips: 5 } },
    "Fight",
    [5],
  );
  await screen.updates.refresh();
  return screen;
}

test("whoever threw first reads what the other side's die decided", async () => {
  assert.equal((await afterTheirs()).state.result?.headline, "Attacker wins");
});

test("a deed that came to hand by itself gives way to the result of the last fight", async () => {
  const follow = deed("go_in", {}, { says: "Follow up", place: 4 });
  const screen = await afterTheirs([follow]);
  assert.equal(screen.state.result?.headline, "Attacker wins");
  assert.equal(screen.state.draft, null);
});

test("a deed that a player chose stays in hand as a result falls", async () => {
  const follow = deed("go_in", {}, { says: "Follow up", place: 4 });
  const data = { ...SCENE, results: [], stage: { number: 7, required: [], available: [follow], blocked: [] } } as unknown as ScreenData;
  const service = {
    prompts: () => new Promise(() => undefined),
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve({ ...data, number: 9, results: [FOUGHT] }),
  };
  const screen = openScreen(data, service);
  screen.selection.choose(follow);
  await screen.updates.refresh();
  assert.equal(screen.state.draft?.deed.says, "Follow up");
});

/** What is told aloud of another scene. */
async function told(news: Partial<ScreenData>): Promise<string[]> {
  const said: string[] = [];
  const service = {
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve({ ...SCENE, number: 8, ...news }),
  };
  await openScreen({ ...SCENE, whose: "d" } as ScreenData, service, (words) => said.push(words)).updates.refresh();
  return said;
}

test("whoever does not see it is told what is owed, what dice came to, and whose turn it is, in this order", async () => {
  const owes = deed("stand", { stand: "d1" }, { says: "Stand against armour", of: "1st Platoon", at_once: true });
  const fell = { ...FIRED, number: 8, command: "c8" };
  assert.deepEqual(await told({ stage: { number: 8, required: [owes], available: [], blocked: [] }, results: [FIRED, fell], whose: "a" }), [
    "Stand against armour, 1st Platoon. fire. 1 killed. Your turn",
  ]);
  assert.deepEqual(await told({ whose: "d", results: [FIRED, fell] }), ["fire. 1 killed"]);
  assert.deepEqual(await told({ whose: "d" }), []);
});

test("what is news of a scene is never older than what happened without dice since", () => {
  assert.equal(newestResult(SCENE), FIRED);
  assert.equal(newestResult({ ...SCENE, lines: [{ number: 9, says: "a move", side: "a", gone: false }, ...SCENE.lines] }), undefined);
});

test("whoever waits reads what came last, though another device of his side or the enemy threw it", async () => {
  const fell = { ...FIRED, number: 8, command: "c8" };
  const enemys = { ...SCENE, whose: "d", whose_name: "D" } as ScreenData;
  const table = async (before: ScreenData): Promise<PlayScreen> => {
    const service = {
      known: () => Promise.resolve({ number: 8, stands: {} }),
      scene: () => Promise.resolve({ ...before, number: 8, results: [FIRED, fell] }),
    };
    const screen = openScreen(before, service);
    screen.state.result = FIRED;
    await screen.updates.refresh();
    return screen;
  };
  assert.equal((await table(enemys)).state.result, fell);
  assert.equal((await table(SCENE)).state.result, fell);
  assert.equal((await table({ ...SCENE, whose: "", whose_name: "" } as ScreenData)).state.result, fell);
});

test("a result of the enemy leaves the card of a side that waits", async () => {
  const fell = { ...FIRED, number: 8, command: "c8", side: "d" };
  const screen = await after({ whose_name: "D", whose: "d", results: [FIRED, fell] });
  assert.equal(screen.state.result, null);
});

test("second device shows what the first one did without dice in place of an older result", async () => {
  const screen = await after({ lines: [{ number: 8, says: "it moves", side: "a", gone: false }, ...SCENE.lines] });
  assert.equal(screen.state.result, null);
  assert.deepEqual(screen.state.recentLines, ["it moves"]);
});

test("second device leaves a card about a deed taken back as the first one goes on", async () => {
  const service = {
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve({ ...SCENE, number: 8, lines: [{ number: 8, says: "it moves", side: "a", gone: false }] }),
  };
  const screen = openScreen(SCENE, service);
  screen.state.undone = { name: "its order", headline: "3 actions", dice: [4] };
  await screen.updates.refresh();
  assert.equal(screen.state.undone, null);
});

test("second device takes the unit of the first one's result in hand", async () => {
  const unit = (id: string) => ({ id, name: id, short: id, state: "", left: 2, levels: 0, stands: [] });
  const fell = { ...FIRED, number: 8, command: "c8", unit: "u2" };
  const screen = await after({ units: [unit("u1"), unit("u2")], results: [FIRED, fell] });
  assert.equal(screen.state.unit, "u2");
});

test("second device keeps what a player began on it", async () => {
  const fire = deed("fire", {}, { says: "Fire", place: 3 });
  const data = { ...SCENE, stage: { number: 7, required: [], available: [fire], blocked: [] } } as unknown as ScreenData;
  const fell = { ...FIRED, number: 8, command: "c8" };
  const service = {
    prompts: () => new Promise(() => undefined),
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve({ ...data, number: 8, results: [FIRED, fell] }),
  };
  const screen = openScreen(data, service);
  screen.selection.choose(fire);
  await screen.updates.refresh();
  assert.equal(screen.state.draft?.deed, fire);
  assert.equal(screen.state.result, null);
});

test("second device drops what a player began once the first one has done it", async () => {
  const command = (where: CommandSpec["where"]) =>
    deed("command", { formation: "f1" }, { says: "Command", of: "1st Battalion", where, place: 3 });
  const before = {
    ...SCENE,
    results: [],
    stage: { number: 7, required: [], available: [command("hand")], blocked: [] },
  } as unknown as ScreenData;
  const since = {
    ...before,
    number: 8,
    stage: { number: 8, required: [], available: [command("more")], blocked: [] },
  } as unknown as ScreenData;
  const service = {
    prompts: () => new Promise(() => undefined),
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve(since),
  };
  const screen = openScreen(before, service);
  screen.selection.choose(before.stage.available[0]!);
  await screen.updates.refresh();
  assert.equal(screen.state.draft, null);
  assert.deepEqual(screen.state.recentLines, ["Done on another device: Command, 1st Battalion"]);
});

test("that a request was refused stays on the screen though the turn passes with the answer", async () => {
  const before = { ...SCENE, results: [], whose: "d", whose_name: "D", asking: { says: "set aside a range" } } as unknown as ScreenData;
  const since = { ...before, number: 8, whose: "", whose_name: "", asking: null, declined: true } as unknown as ScreenData;
  const service = {
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve(since),
  };
  const screen = openScreen(before, service);
  await screen.updates.refresh();
  assert.equal(screen.state.notice, "Not agreed: set aside a range");
});

test("a unit that can do nothing says why with each tap", async () => {
  const unit = { id: "u1", name: "1st Company", short: "1", state: "", left: 2, levels: 0, stands: [] };
  const barred = { clause: "BE-OVW-02", because: "it reaches 30 cm", instead: "" };
  const shoot = deed("shoot", { unit: "u1" }, { says: "Shoot", barred, place: 3 });
  const data = {
    ...SCENE,
    results: [],
    units: [unit],
    stage: { number: 7, required: [], available: [shoot], blocked: [] },
  } as unknown as ScreenData;
  const service = {
    prompts: () => new Promise(() => undefined),
    known: () => Promise.resolve({ number: 7, stands: {} }),
  };
  const screen = openScreen(data, service);
  screen.state.unit = "u1";
  screen.selection.pick("u1");
  assert.equal(screen.state.refused?.because, "it reaches 30 cm");
  screen.refusals.dismiss();
  screen.selection.pick("u1");
  assert.equal(screen.state.refused?.because, "it reaches 30 cm");
});

for (const dice of [false, true]) {
  test(`a command that waited shows what it did, as one that was answered at once: ${dice ? "its result" : "its line"}`, async () => {
    const mine = { ...FIRED, number: 8, command: "c8" };
    const lines = [{ number: 8, says: "it moves", side: "a", gone: false }, ...SCENE.lines];
    const news = { ...SCENE, number: 8, lines, results: dice ? [FIRED, mine] : [FIRED], mistyped: { command: "c8", until_ms: 5000 } };
    const service = {
      known: () => Promise.resolve({ number: 8, stands: {} }),
      scene: () => Promise.resolve(news),
    };
    const screen = openScreen(SCENE, service);
    await screen.sender.answerWaiting(
      { game: "g", command_id: "c8", expected_seq: 7, command: { kind: "move" } },
      { kind: "accepted", number: 8, events: 1 },
    );
    const says = dice ? `${mine.label}: ${mine.headline}` : "it moves";
    assert.deepEqual([screen.state.outcomes, screen.state.result?.command], [[{ command: "c8", says }], dice ? "c8" : undefined]);
    assert.equal(screen.state.mistypedUntil > Date.now(), dice);
  });
}

test("the name of the deed in hand is that of the newest scene", async () => {
  const fire = deed("go_in", {}, { says: "Assault", place: 4 });
  const data = { ...SCENE, stage: { number: 7, required: [], available: [fire], blocked: [] } } as unknown as ScreenData;
  const renamed = { ...data, number: 8, stage: { number: 8, required: [], available: [{ ...fire, says: "Follow up" }], blocked: [] } };
  const service = {
    prompts: () => new Promise(() => undefined),
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve(renamed),
  };
  const screen = openScreen(data, service);
  screen.selection.choose(fire);
  await screen.updates.refresh();
  assert.equal(screen.state.draft?.deed.says, "Follow up");
});

test("what another seat does is told at the head of what is in hand", async () => {
  const roll = deed("roll", {}, { says: "Order" });
  const stage = { number: 7, required: [roll], available: [], blocked: [] };
  const lines = [{ number: 8, says: "1st Battalion retreats 20 cm", side: "d", gone: false }, ...SCENE.lines];
  const service = {
    prompts: () => new Promise(() => undefined),
    known: () => Promise.resolve({ number: 8, stands: {} }),
    scene: () => Promise.resolve({ ...SCENE, number: 8, stage, lines, results: [] }),
  };
  const screen = openScreen({ ...SCENE, stage, results: [] } as unknown as ScreenData, service);
  screen.updates.begin();
  await screen.updates.refresh();
  assert.deepEqual(screen.state.recentLines, ["1st Battalion retreats 20 cm"]);
});

test("what was done in a step is told since it began, the oldest first; how it begins is not", () => {
  const line = (number: number, says: string, more: object = {}) => ({ number, says, side: "a", gone: false, ...more });
  const lines = [
    line(9, "as sealed"),
    line(8, "it comes down", {}),
    line(7, "taken back", { gone: true }),
    line(6, "Advance the barrages", { begins: true }),
    line(5, "an order"),
  ];
  assert.deepEqual(linesSinceStep({ ...SCENE, lines }), ["it comes down", "as sealed"]);
  assert.deepEqual(linesSinceStep({ ...SCENE, lines: lines.slice(3) }), []);
});

test("the last turn that is over is called as its rules call it, and nobody is sent to a report that is closed to him", () => {
  const page = { ...document, body: { dataset: { reports: "" } } };
  Object.assign(globalThis, { document: page });
  const { values } = endNotice({ ...SCENE, turn: "Bound 4", steps: [], end: "over" } as unknown as ScreenData) as {
    values: readonly unknown[];
  };
  assert.deepEqual(
    values.filter((value) => typeof value === "string"),
    ["bound", "The host may close it. Then everybody may read its report. You may play on."],
  );
});
