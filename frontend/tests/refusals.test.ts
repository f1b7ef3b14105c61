// Never 9: a refusal goes with the next tap on a target, a fact, a unit or a step, and with news; never two of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./support/open-screen";
import { inHand } from "../src/play/command-draft";
import type { Asked, Deed, Unit } from "../src/play/model";
import type { PlayScreen } from "../src/play/play-screen";
import { card } from "../src/play/card";
import { deed, PLAIN, screenData } from "./support/fixtures";

const deedOfUnit = (kind: string, unit: string, barred = false): Deed =>
  deed(kind, { unit }, { of: unit, barred: barred ? { clause: "1", because: "no", instead: "other" } : null, place: 3 });
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
const FIRE = deedOfUnit("fire", "u1");
const SCENE = screenData({
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
    offered: [FIRE, deedOfUnit("move", "u1"), deedOfUnit("fire", "u2"), deedOfUnit("move", "u2"), deedOfUnit("dig", "u1", true)],
    waiting: [],
  },
});
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
function refused(): PlayScreen {
  const service = {
    asks: () => Promise.resolve(ASKED),
    known: () => Promise.resolve({ number: 1, stands: {} }),
    scene: () => Promise.resolve({ ...SCENE, number: 2 }),
  };
  const table = openScreen(SCENE, service);
  table.state.unit = "u1";
  table.state.hand = inHand(FIRE, false);
  table.state.asked = ASKED;
  table.selection.choose(SCENE.stage.offered[4]!);
  assert.equal(table.state.refused?.because, "no");
  return table;
}

const AFTER: { readonly [cause: string]: (table: PlayScreen) => void } = {
  "a tap on a target": (table) => table.targets.stand("d1"),
  "a tap on a row": (table) => table.targets.rowOf(SCENE.faces[0]!.blocks[0]!.rows[0]!),
  "a stroke": (table) => table.targets.stroke(["d1", "d2"]),
  "a fact": (table) => table.targets.fact([], "cover", "hard", "Cover"),
  "another deed": (table) => table.selection.choose(SCENE.stage.offered[1]!),
  "another unit": (table) => table.selection.pick("u2"),
  "a unit put off": (table) => table.selection.putOff(),
  "going on": (table) => table.progress.goOn(),
  "taking back": (table) => table.requests.back(),
};

for (const [cause, tap] of Object.entries(AFTER)) {
  test(`a refusal goes with ${cause}`, () => {
    const table = refused();
    tap(table);
    assert.equal(table.state.refused, null);
  });
}

test("a refusal goes when something has happened", async () => {
  const table = refused();
  await table.updates.refresh();
  assert.equal(table.state.refused, null);
});

test("a second refusal takes the place of the first", () => {
  const table = refused();
  table.selection.choose({ ...SCENE.stage.offered[4]!, barred: { clause: "2", because: "nor that", instead: "" } });
  assert.equal(table.state.refused?.because, "nor that");
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

function opened(answers: object): PlayScreen {
  const service = {
    asks: () => Promise.resolve(ASKED),
    known: () => Promise.resolve({ number: 1, stands: {} }),
    scene: () => Promise.resolve(SCENE),
    ...answers,
  };
  const table = openScreen(SCENE, service);
  [table.state.unit, table.state.hand, table.state.asked] = ["u1", inHand(FIRE, false), ASKED];
  return table;
}

const refusing = (can: boolean) => ({ asks: () => Promise.resolve({ ...ASKED, asks: [], refused: { ...REFUSED, can_overrule: can } }) });
/** The ways by which a refusal of the rules comes onto the card, each with a service that says whether it can be set aside. */
const WAYS: { readonly [way: string]: (can: boolean) => Promise<PlayScreen> } = {
  "a deed that is barred": async (can) => {
    const table = opened(refusing(can));
    table.selection.choose(SCENE.stage.offered[4]!);
    return table;
  },
  "an answer of the deed in hand": async (can) => {
    const table = opened(refusing(can));
    table.targets.stand("d1");
    return table;
  },
  "a command that was sent": async (can) => {
    const table = opened({ send: () => Promise.resolve({ kind: "refused", ...REFUSED, canOverrule: can, id: "1" }) });
    table.selection.choose({ ...SCENE.stage.offered[1]!, at_once: true });
    return table;
  },
  "a choice that the rules deny": async (can) => {
    const table = opened({
      asks: () => Promise.resolve(can ? ASKED : { ...ASKED, missing: { field: "cover", because: "no choice", instead: "" } }),
    });
    table.refusals.refuseChoice(ASKED.asks[1]!, { value: "dug", word: "dig in", ...REFUSED });
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
    assert.ok(table.state.refused?.overrule);
  });
  test(`${way} offers no second request while one is open`, async () => {
    const table = await refuses(true);
    await settled();
    table.state.scene = { ...SCENE, request: { says: "let it", side: "d" } };
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
  table.refusals.overrule("we agreed on it");
  await settled();
  assert.deepEqual(table.state.hand?.aside, { overrule: "X-1", reason: "we agreed on it" });
  assert.equal(Object.values(table.state.hand!.tapped.facts)[0], "dug");
});

test("a command that the service could not read says that it cannot be set aside", async () => {
  const table = opened({
    send: () => Promise.resolve({ kind: "unreadable", field: "unit", because: "there is no unit of that name", instead: "", id: "1" }),
  });
  table.selection.choose({ ...SCENE.stage.offered[1]!, at_once: true });
  await settled();
  assert.match(words(card(table).drawn), SAYS);
});

test("a side that plays alone sets a rule aside itself", async () => {
  const table = await WAYS["a deed that is barred"]!(true);
  table.state.scene = { ...SCENE, others: 0 };
  await settled();
  const shown = words(card(table).drawn);
  assert.match(shown, /Set the rule aside/);
  assert.doesNotMatch(shown, OFFERS);
});
