// Never 9: a refusal goes with the next tap on a target, a fact, a unit or a step, and with news; never two of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "./support/open-screen";
import { newDraft } from "../src/play/command-draft";
import type { PromptsResponse, CommandSpec, Unit } from "../src/play/model";
import type { PlayScreen } from "../src/play/play-screen";
import { card } from "../src/play/card";
import { deed, PLAIN, screenData } from "./support/fixtures";

const deedOfUnit = (kind: string, unit: string, barred = false): CommandSpec =>
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
    required: [],
    available: [FIRE, deedOfUnit("move", "u1"), deedOfUnit("fire", "u2"), deedOfUnit("move", "u2"), deedOfUnit("dig", "u1", true)],
    waiting: [],
  },
});
const ASKED: PromptsResponse = {
  number: 1,
  prompts: [
    { ...PLAIN, name: "target", among: ["d1", "d2"] },
    { ...PLAIN, name: "cover", kind: "word", among: ["open", "hard"] },
  ],
  ready: false,
  missing: null,
  refused: null,
  answers: {},
  origins: {},
};

/** A table with fire in hand, on which a deed that is barred was tapped. */
function refused(): PlayScreen {
  const service = {
    prompts: () => Promise.resolve(ASKED),
    known: () => Promise.resolve({ number: 1, stands: {} }),
    scene: () => Promise.resolve({ ...SCENE, number: 2 }),
  };
  const screen = openScreen(SCENE, service);
  screen.state.unit = "u1";
  screen.state.draft = newDraft(FIRE, false);
  screen.state.prompts = ASKED;
  screen.selection.choose(SCENE.stage.available[4]!);
  assert.equal(screen.state.refused?.because, "no");
  return screen;
}

const AFTER: { readonly [cause: string]: (screen: PlayScreen) => void } = {
  "a tap on a target": (screen) => screen.targets.stand("d1"),
  "a tap on a row": (screen) => screen.targets.rowOf(SCENE.faces[0]!.blocks[0]!.rows[0]!),
  "a stroke": (screen) => screen.targets.stroke(["d1", "d2"]),
  "a fact": (screen) => screen.targets.fact([], "cover", "hard", "Cover"),
  "another deed": (screen) => screen.selection.choose(SCENE.stage.available[1]!),
  "another unit": (screen) => screen.selection.pick("u2"),
  "a unit put off": (screen) => screen.selection.postpone(),
  "going on": (screen) => screen.progress.next(),
  "taking back": (screen) => screen.requests.undo(),
};

for (const [cause, tap] of Object.entries(AFTER)) {
  test(`a refusal goes with ${cause}`, () => {
    const screen = refused();
    tap(screen);
    assert.equal(screen.state.refused, null);
  });
}

test("a refusal goes when something has happened", async () => {
  const screen = refused();
  await screen.updates.refresh();
  assert.equal(screen.state.refused, null);
});

test("a second refusal takes the place of the first", () => {
  const screen = refused();
  screen.selection.choose({ ...SCENE.stage.available[4]!, barred: { clause: "2", because: "nor that", instead: "" } });
  assert.equal(screen.state.refused?.because, "nor that");
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
    prompts: () => Promise.resolve(ASKED),
    known: () => Promise.resolve({ number: 1, stands: {} }),
    scene: () => Promise.resolve(SCENE),
    ...answers,
  };
  const screen = openScreen(SCENE, service);
  [screen.state.unit, screen.state.draft, screen.state.prompts] = ["u1", newDraft(FIRE, false), ASKED];
  return screen;
}

const refusing = (can: boolean) => ({
  prompts: () => Promise.resolve({ ...ASKED, prompts: [], refused: { ...REFUSED, can_override: can } }),
});
/** The ways by which a refusal of the rules comes onto the card, each with a service that says whether it can be set aside. */
const WAYS: { readonly [way: string]: (can: boolean) => Promise<PlayScreen> } = {
  "a deed that is barred": async (can) => {
    const screen = opened(refusing(can));
    screen.selection.choose(SCENE.stage.available[4]!);
    return screen;
  },
  "an answer of the deed in hand": async (can) => {
    const screen = opened(refusing(can));
    screen.targets.stand("d1");
    return screen;
  },
  "a command that was sent": async (can) => {
    const screen = opened({ send: () => Promise.resolve({ kind: "refused", ...REFUSED, canOverrule: can, id: "1" }) });
    screen.selection.choose({ ...SCENE.stage.available[1]!, at_once: true });
    return screen;
  },
  "a choice that the rules deny": async (can) => {
    const screen = opened({
      prompts: () => Promise.resolve(can ? ASKED : { ...ASKED, missing: { field: "cover", because: "no choice", instead: "" } }),
    });
    screen.refusals.refuseChoice(ASKED.prompts[1]!, { value: "dug", word: "dig in", ...REFUSED });
    return screen;
  },
};

for (const [way, refuses] of Object.entries(WAYS)) {
  test(`${way} offers the request where the service allows it`, async () => {
    const screen = await refuses(true);
    await settled();
    const shown = words(card(screen).drawn);
    assert.match(shown, OFFERS);
    assert.doesNotMatch(shown, SAYS);
    assert.ok(screen.state.refused?.overrule);
  });
  test(`${way} offers no second request while one is open`, async () => {
    const screen = await refuses(true);
    await settled();
    screen.state.data = { ...SCENE, request: { says: "let it", side: "d" } };
    const shown = words(card(screen).drawn);
    assert.doesNotMatch(shown, OFFERS);
    assert.match(shown, /A request is open/);
    assert.match(shown, /Leave it/);
  });
  test(`${way} says that it cannot be set aside where the service says so`, async () => {
    const screen = await refuses(false);
    await settled();
    const shown = words(card(screen).drawn);
    assert.match(shown, SAYS);
    assert.doesNotMatch(shown, OFFERS);
    assert.match(shown, /Leave it/);
  });
}

test("a choice that is set aside goes out with its clause and reason", async () => {
  const screen = await WAYS["a choice that the rules deny"]!(true);
  await settled();
  screen.refusals.override("we agreed on it");
  await settled();
  assert.deepEqual(screen.state.draft?.aside, { overrule: "X-1", reason: "we agreed on it" });
  assert.equal(Object.values(screen.state.draft!.tapped.facts)[0], "dug");
});

test("a command that the service could not read says that it cannot be set aside", async () => {
  const screen = opened({
    send: () => Promise.resolve({ kind: "unreadable", field: "unit", because: "there is no unit of that name", instead: "", id: "1" }),
  });
  screen.selection.choose({ ...SCENE.stage.available[1]!, at_once: true });
  await settled();
  assert.match(words(card(screen).drawn), SAYS);
});

test("a side that plays alone sets a rule aside itself", async () => {
  const screen = await WAYS["a deed that is barred"]!(true);
  screen.state.data = { ...SCENE, others: 0 };
  await settled();
  const shown = words(card(screen).drawn);
  assert.match(shown, /Set the rule aside/);
  assert.doesNotMatch(shown, OFFERS);
});
