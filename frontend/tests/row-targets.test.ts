// A tap on the name of a row takes its stands as targets: those that the rules allow, and the card names the others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./support/open-screen";
import type { PromptsResponse, CommandSpec, Refusal, Answers } from "../src/play/model";
import type { PlayScreen } from "../src/play/play-screen";
import { deed, PLAIN, screenData } from "./support/fixtures";

const FIRE: CommandSpec = deed("fire", { unit: "g" }, { says: "Fire", place: 3 });
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
const SCENE = screenData({
  turn: "Turn 1",
  whose_name: "A",
  faces: [face("a", GUN), face("d", ROW)],
  units: [{ id: "g", name: "Gun", short: "G", state: "", left: 1, levels: 0, stands: ["g1"] }],
  stage: { number: 1, required: [], available: [FIRE], blocked: [] },
});

/** A gun whose fire is in hand; the service refuses targets as it is told. */
async function firing(refuses: (targets: readonly string[]) => string, more: object = {}): Promise<PlayScreen> {
  const shots = (answers: Answers): string[] => ((answers["shots"] ?? []) as { target: string }[]).map((item) => item.target);
  const asks = (_: number, _deed: CommandSpec, answers: Answers): Promise<PromptsResponse> => {
    const because = refuses(shots(answers));
    const refused: (Refusal & { can_override: boolean }) | null = because
      ? { clause: "X-1", because, instead: "", can_override: false }
      : null;
    const next = [
      { ...PLAIN, name: "firer", among: ["g1"] },
      { ...PLAIN, name: "target", among: IDS },
    ];
    return Promise.resolve({
      number: 1,
      prompts: [{ ...PLAIN, name: "shots", kind: "rows", minimum: 1, next_row: next }],
      ready: false,
      missing: null,
      refused,
      answers,
      origins: {},
    });
  };
  const service = { prompts: asks, known: () => Promise.resolve({ number: 1, stands: {} }), ...more };
  const screen = openScreen(SCENE, service);
  screen.updates.begin();
  screen.selection.choose(FIRE);
  await settled();
  return screen;
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));
const ids = (screen: PlayScreen): string[] => screen.state.draft!.tapped.targets.map((target) => target.id);
const row = (screen: PlayScreen) => screen.state.data.faces[1]!.blocks[0]!.rows[0]!;

test("a row takes the stands that the rules allow, and the card names the one it left", async () => {
  const screen = await firing((targets) => (targets.length > 3 ? "the fourth is not attacked" : ""));
  screen.targets.rowOf(row(screen));
  await settled();
  assert.deepEqual(ids(screen), ["d1", "d2", "d3"]);
  assert.equal(screen.state.refused, null);
  assert.equal(screen.state.leftOut, "Not taken: d4 (the fourth is not attacked)");
});

test("a stand in the middle of a row that the rules forbid is left alone", async () => {
  const screen = await firing((targets) => (targets.includes("d2") ? "it is not seen" : ""));
  screen.targets.rowOf(row(screen));
  await settled();
  assert.deepEqual(ids(screen), ["d1", "d3", "d4"]);
  screen.requests.undo();
  assert.deepEqual(ids(screen), [], "one tap is taken back as one");
});

test("stands tapped before a row stay, and Leave it takes back the row alone", async () => {
  const screen = await firing((targets) => (targets.length > 1 ? "only one" : ""));
  screen.targets.stand("d2");
  await settled();
  screen.targets.rowOf(row(screen));
  await settled();
  assert.equal(screen.state.refused?.because, "only one");
  screen.refusals.dismiss();
  await settled();
  assert.deepEqual(ids(screen), ["d2"]);
});

test("a finger drawn over stands takes those that the rules allow", async () => {
  const screen = await firing((targets) => (targets.includes("d1") ? "too near" : ""));
  screen.targets.stroke(["d1", "d2", "d3"]);
  await settled();
  assert.deepEqual(ids(screen), ["d2", "d3"]);
  assert.equal(screen.state.leftOut, "Not taken: d1 (too near)");
});

test("the nearest stand of a row comes first where distances are known", async () => {
  const far = (value: number) => ({ range_cm: { value, origin: "map", why: "" } });
  const stands = { d1: far(30), d2: far(12), d3: far(20), d4: far(25) };
  const screen = await firing(() => "", { waiting: [], known: () => Promise.resolve({ number: 1, stands }) });
  screen.targets.rowOf(row(screen));
  await settled();
  assert.deepEqual(ids(screen), ["d2", "d3", "d4", "d1"]);
});
