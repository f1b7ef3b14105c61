import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import type { Answer } from "../src/games/answers";
import { type Envelope, Outbox, outlivesPage } from "../src/games/outbox";

/** What was sent, and what is answered next; nothing left: nobody answers. */
const sent: { command_id: string; expected_seq: number }[] = [];
const answers: ({ status: number; body: object; headers?: Headers } | "later")[] = [];
/** For how long each next try waits, in ms. */
const waited: number[] = [];
const stored = new Map<string, string>();
const SHOWN_AS_WAITING_MS = 2500;
/** What is done once a command has had no answer for so long. */
const late: (() => void)[] = [];
let let_go: (() => void) | undefined;

const realTimeout = setTimeout;
const settle = (): Promise<void> => new Promise((done) => void setImmediate(done));

Object.assign(globalThis, {
  // Nobody waits at the end of a test for what would be tried again.
  setTimeout: (act: () => void, ms: number) => {
    waited.push(ms);
    if (ms === SHOWN_AS_WAITING_MS) late.push(act);
    return realTimeout(act, ms).unref();
  },
  localStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => void stored.set(key, text) },
  fetch: async (_address: string, how: { body: string }) => {
    sent.push(JSON.parse(how.body));
    let next = answers.shift();
    if (next === "later") {
      await new Promise<void>((done) => (let_go = done));
      next = answers.shift();
    }
    if (!next || next === "later") throw new TypeError("nobody answers");
    return { status: next.status, headers: next.headers, json: async () => (next as { body: object }).body };
  },
});

beforeEach(() => {
  sent.length = answers.length = waited.length = 0;
  stored.clear();
});

/** Each is of a unit of its own, unless it is told otherwise. */
function envelope(
  command_id: string,
  expected_seq: number,
  command: Envelope["command"] = { kind: "roll", unit: `a1.${command_id}` },
): Envelope {
  return { game: "rigny", command_id, expected_seq, command, what: `Roll ${command_id}` };
}

function accepted(number: number, events = 1): { status: number; body: object } {
  return { status: 200, body: { outcome: "accepted", number, events: Array(events).fill({}) } };
}

const STALE = { status: 409, body: { type: "/problems/stale", number: 9, changed: ["Others moved."] } };

function outbox(): { box: Outbox; settled: [string, Answer["kind"]][] } {
  const settled: [string, Answer["kind"]][] = [];
  const box = new Outbox(
    "rigny",
    ({ command_id }, { kind }) => settled.push([command_id, kind]),
    () => undefined,
  );
  return { box, settled };
}

async function queued(...envelopes: Envelope[]): Promise<ReturnType<typeof outbox>> {
  const made = outbox();
  for (const envelope of envelopes) assert.deepEqual(await made.box.send(envelope), { kind: "unsent" });
  sent.length = 0;
  return made;
}

function numbers(): [string, number][] {
  return sent.map((opened) => [opened.command_id, opened.expected_seq]);
}

test("what waits together is numbered anew by what of it has happened", async () => {
  const { box, settled } = await queued(envelope("one", 3), envelope("two", 3), envelope("three", 3));
  answers.push(accepted(5, 2), accepted(6), accepted(7));
  await box.retry();
  assert.deepEqual(numbers(), [
    ["one", 3],
    ["two", 5],
    ["three", 6],
  ]);
  assert.deepEqual(settled, [
    ["one", "accepted"],
    ["two", "accepted"],
    ["three", "accepted"],
  ]);
});

test("where something of others lies between, a command keeps its number, and its sender hears of it", async () => {
  const { box, settled } = await queued(envelope("one", 3), envelope("two", 3));
  answers.push(accepted(6), STALE);
  await box.retry();
  assert.deepEqual(numbers(), [
    ["one", 3],
    ["two", 3],
  ]);
  assert.deepEqual(settled, [
    ["one", "accepted"],
    ["two", "stale"],
  ]);
});

test("what was refused has not happened, and what comes after it keeps its number", async () => {
  const { box, settled } = await queued(envelope("one", 3), envelope("two", 3));
  answers.push({ status: 409, body: { type: "/problems/refused", because: "No action left." } }, accepted(4));
  await box.retry();
  assert.deepEqual(numbers(), [
    ["one", 3],
    ["two", 3],
  ]);
  assert.deepEqual(settled, [
    ["one", "refused"],
    ["two", "accepted"],
  ]);
});

test("a refused command stops those after it of the same thing and of the step, and no others", async () => {
  const fire = envelope("fire", 3, { kind: "fire", unit: "a1.c1", shots: [{ target: "d1.c2.p1" }] });
  const own = envelope("own", 3, { kind: "move", unit: "a1.c1.p2" });
  const target = envelope("target", 3, { kind: "fire", unit: "a1.c3", shots: [{ target: "d1.c2.p1" }] });
  const other = envelope("other", 3, { kind: "fire", unit: "a1.c4", shots: [{ target: "d1.c1.p1" }] });
  const note = envelope("note", 3, { kind: "note", text: "Fire at d1.c2.p1" });
  const step = envelope("step", 3, { kind: "next_step" });
  const { box, settled } = await queued(fire, own, target, other, note, step);
  answers.push({ status: 409, body: { type: "/problems/refused", because: "No action left." } }, accepted(4), accepted(5));
  await box.retry();
  assert.deepEqual(numbers(), [
    ["fire", 3],
    ["other", 3],
    ["note", 4],
  ]);
  assert.deepEqual(settled.slice(0, 4), [
    ["fire", "refused"],
    ["own", "failed"],
    ["target", "failed"],
    ["step", "failed"],
  ]);
  assert.equal(box.size, 0);
  assert.equal(stored.get("beaten-zone.outbox"), "[]");
});

test("a command that was stopped stops those after it of the same thing", async () => {
  const { box, settled } = await queued(
    envelope("one", 3, { kind: "fire", unit: "a1.c1", at: "d1.c2" }),
    envelope("two", 3, { kind: "fire", unit: "a1.c3", at: "d1.c2" }),
    envelope("three", 3, { kind: "move", unit: "a1.c3" }),
  );
  answers.push(STALE);
  await box.retry();
  assert.deepEqual(numbers(), [["one", 3]]);
  assert.deepEqual(
    settled.map(([id]) => id),
    ["one", "two", "three"],
  );
});

test("a stopped command is not sent by another page of its device", async () => {
  const same = { kind: "roll", unit: "a1.c1" };
  const opened = await queued(envelope("one", 3, same), envelope("two", 3, same));
  const other = outbox();
  await settle();
  answers.push(STALE);
  await opened.box.retry();
  sent.length = 0;
  answers.push(STALE);
  await other.box.retry();
  assert.deepEqual(
    numbers().filter(([id]) => id === "two"),
    [],
  );
});

test("a command is taken out of the queue as long as it was never sent", async () => {
  const { box } = await queued(envelope("one", 3), envelope("two", 3));
  assert.deepEqual([box.discard("one"), box.discard("two"), box.discard("three")], [false, true, false]);
  assert.deepEqual(
    box.waiting.map(({ command_id }) => command_id),
    ["one"],
  );
  answers.push(accepted(4));
  await box.retry();
  assert.deepEqual(numbers(), [["one", 3]]);
});

test("a command that may have happened is sent again as it was", async () => {
  const { box } = await queued(envelope("one", 3), envelope("two", 3));
  await box.retry();
  answers.push(accepted(4), accepted(5));
  await box.retry();
  assert.deepEqual(numbers(), [
    ["one", 3],
    ["one", 3],
    ["two", 4],
  ]);
});

test("two taps at once are sent one after the other, the second knowing of the first", async () => {
  const { box } = outbox();
  answers.push("later");
  const both = [box.send(envelope("one", 3)), box.send(envelope("two", 3))];
  await settle();
  assert.deepEqual(numbers(), [["one", 3]]);
  answers.push(accepted(4), accepted(5));
  let_go?.();
  assert.deepEqual(
    (await Promise.all(both)).map(({ kind }) => kind),
    ["accepted", "accepted"],
  );
  assert.deepEqual(numbers(), [
    ["one", 3],
    ["two", 4],
  ]);
});

test("a page that is left before the answer leaves its command to the next", async () => {
  const { box } = outbox();
  answers.push("later");
  void box.send(envelope("one", 3));
  const next = outbox();
  await settle();
  answers.push(accepted(4));
  await next.box.retry();
  assert.deepEqual(next.settled, [["one", "accepted"]]);
});

test("two pages of one device lose nothing of each other", async () => {
  const opened = await queued(envelope("one", 3));
  const other = await queued(envelope("two", 3));
  answers.push(accepted(4));
  await opened.box.retry();
  assert.equal(opened.box.size, 0);
  answers.push(accepted(4), accepted(5));
  await other.box.retry();
  assert.deepEqual(other.settled, [
    ["one", "accepted"],
    ["two", "accepted"],
  ]);
  assert.deepEqual(numbers(), [
    ["one", 3],
    ["one", 3],
    ["two", 4],
  ]);
  assert.equal(stored.get("beaten-zone.outbox"), "[]");
});

test("a page takes over what another page of its device left behind, at the second look", async () => {
  const stays = outbox();
  await queued(envelope("one", 3), envelope("two", 3));
  stays.box.takeOver();
  assert.deepEqual([stays.box.size, numbers()], [0, []]);
  answers.push(accepted(4), accepted(5));
  stays.box.takeOver();
  assert.equal(stays.box.size, 2);
  while (stays.box.size) await settle();
  assert.deepEqual(numbers(), [
    ["one", 3],
    ["two", 4],
  ]);
  assert.deepEqual(stays.settled, [
    ["one", "accepted"],
    ["two", "accepted"],
  ]);
  stays.box.takeOver();
  assert.equal(stays.box.size, 0);
});

test("a page does not take over what another page has sent meanwhile, or what is of another seat", async () => {
  const stays = new Outbox(
    "rigny",
    () => undefined,
    () => undefined,
    "attacker",
  );
  const { box } = await queued(envelope("one", 3), { ...envelope("two", 3), role: "defender" });
  stays.takeOver();
  answers.push(accepted(4));
  await box.retry();
  stays.takeOver();
  assert.equal(stays.size, 0);
});

test("what was refused to one page of a device does not happen by another", async () => {
  const opened = await queued(envelope("one", 3), envelope("two", 3));
  const other = outbox();
  await settle();
  sent.length = 0;
  answers.push(accepted(5), STALE);
  await opened.box.retry();
  // To the other page the first was all that had happened, and the second would be known with it.
  answers.push(accepted(4));
  await other.box.retry();
  // It knows that the second came to nothing, and does not send it.
  assert.deepEqual(numbers(), [
    ["one", 3],
    ["two", 3],
    ["one", 3],
  ]);
  assert.deepEqual(
    [opened.settled, other.settled].map((told) => told.at(-1)),
    [
      ["two", "stale"],
      ["two", "stale"],
    ],
  );
});

test("a page of a device knows what another of its pages has done", async () => {
  const opened = await queued(envelope("one", 3));
  answers.push(accepted(4));
  await opened.box.retry();
  const other = await queued(envelope("two", 3));
  answers.push(accepted(5));
  await other.box.retry();
  assert.deepEqual(numbers(), [["two", 4]]);
});

test("without storage commands wait in memory, and are numbered anew", async () => {
  const { localStorage: whole } = globalThis;
  Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => assert.fail("it is full") } });
  try {
    const { box, settled } = await queued(envelope("one", 3), envelope("two", 3));
    answers.push(accepted(5, 2), accepted(6));
    await box.retry();
    assert.deepEqual(numbers(), [
      ["one", 3],
      ["two", 5],
    ]);
    assert.equal(settled.length, 2);
    await box.send(envelope("three", 6));
    assert.equal(outlivesPage(), false);
  } finally {
    Object.assign(globalThis, { localStorage: whole });
  }
});

test("what a command was is told to nobody but its own device", async () => {
  await queued(envelope("one", 3));
  assert.match(stored.get("beaten-zone.outbox") ?? "", /Roll one/);
  const { box } = outbox();
  await box.retry();
  assert.ok(sent.length > 0 && sent.every((opened) => !("what" in opened)));
});

test("outbox says that a command waits while its request hangs, and takes the answer all the same", async () => {
  const { box, settled } = outbox();
  answers.push("later");
  const answer = box.send(envelope("one", 3));
  await settle();
  late.at(-1)?.();
  assert.deepEqual(await answer, { kind: "unsent" });
  assert.deepEqual(
    box.waiting.map((envelope) => envelope.command_id),
    ["one"],
  );
  answers.push(accepted(4));
  let_go?.();
  await settle();
  assert.deepEqual(settled, [["one", "accepted"]]);
  assert.equal(sent.length, 1);
});

test("outbox does not say that a command waits when the time of an answered one runs out", async () => {
  const { box } = outbox();
  answers.push(accepted(4));
  await box.send(envelope("one", 3));
  const ofFirst = late.at(-1);
  answers.push("later");
  const second = box.send(envelope("two", 4));
  await settle();
  ofFirst?.();
  assert.deepEqual(box.waiting, []);
  answers.push(accepted(5));
  let_go?.();
  assert.equal((await second).kind, "accepted");
});

test("outbox does not send what was entered at another seat of the game", async () => {
  const british = new Outbox(
    "rigny",
    () => undefined,
    () => undefined,
    "attacker",
  );
  assert.deepEqual(await british.send(envelope("one", 3)), { kind: "unsent" });
  await settle();
  sent.length = 0;
  const told: [string, Answer["kind"]][] = [];
  const german = new Outbox(
    "rigny",
    ({ command_id }, { kind }) => told.push([command_id, kind]),
    () => undefined,
    "defender",
  );
  await german.retry();
  await new Promise((done) => realTimeout(done, 1));
  assert.deepEqual([sent.length, german.size, told], [0, 0, [["one", "failed"]]]);
});

test("outbox of another game leaves a command where it is, and that of its game sends it", async () => {
  await queued(envelope("one", 3));
  const other = new Outbox(
    "arras",
    () => undefined,
    () => undefined,
    "attacker",
  );
  await other.retry();
  assert.deepEqual([sent.length, other.size], [0, 0]);
  answers.push(accepted(4));
  const { box } = outbox();
  await box.retry();
  assert.deepEqual(numbers(), [["one", 3]]);
});

test("outbox sends the digest of the prompts, and never the seat", async () => {
  const box = new Outbox(
    "rigny",
    () => undefined,
    () => undefined,
    "attacker",
  );
  answers.push(accepted(4));
  await box.send({ ...envelope("one", 3), prompts: "9f2c" });
  const [body] = sent as unknown as { prompts: string; role?: string }[];
  assert.deepEqual([body?.prompts, body?.role], ["9f2c", undefined]);
});

test("outbox waits as long as the service asks, says why, and loses nothing", async () => {
  const { box, settled } = outbox();
  const because = "too many commands from this device: at most 600 in a minute";
  answers.push({ status: 429, body: { because }, headers: new Headers({ "retry-after": "7" }) });
  const first = box.send(envelope("a", 1));
  const second = box.send(envelope("b", 1));
  for (const opened of [first, second]) assert.deepEqual(await opened, { kind: "unsent", because, after_s: 7 });
  assert.equal(box.size, 2);
  assert.equal(waited.at(-1), 7000);
  answers.push(accepted(2), accepted(3));
  await box.retry();
  assert.deepEqual(settled, [
    ["a", "accepted"],
    ["b", "accepted"],
  ]);
  assert.equal(box.size, 0);
});

test("outbox tells which own commands a later one knows of, where others lie between", async () => {
  const box = new Outbox(
    "rigny",
    () => undefined,
    () => undefined,
    "attacker",
  );
  const prompts = "9f2c";
  for (const id of ["four", "five"]) assert.deepEqual(await box.send({ ...envelope(id, 3), prompts }), { kind: "unsent" });
  sent.length = 0;
  answers.push(accepted(6));
  await box.retry();
  answers.push(accepted(7));
  await box.retry();
  const known = (sent as unknown as { command_id: string; knows?: string[] }[]).map((opened) => [opened.command_id, opened.knows]);
  assert.deepEqual(known, [
    ["four", undefined],
    ["five", ["four"]],
    ["five", ["four"]],
  ]);
});
