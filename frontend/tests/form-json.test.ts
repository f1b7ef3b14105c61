import assert from "node:assert/strict";
import test from "node:test";
import { readAnswer } from "../src/games/answers";
import { commandOfFields } from "../src/forms/form-json";
import { newId } from "../src/games/outbox";

test("fields become the command's own kinds of values", () => {
  const command = commandOfFields("fire", [
    { name: "unit", value: "b-company" },
    { name: "shot.range_cm", value: "24,5", type: "number" },
    { name: "shot.in_arc", value: "true", type: "boolean" },
    { name: "targets[]", value: "7-2" },
    { name: "targets[]", value: "7-3" },
    { name: "dice", value: '[{"pips":4,"source":"entered"}]', type: "json" },
  ]);
  assert.deepEqual(command, {
    kind: "fire",
    unit: "b-company",
    shot: { range_cm: 24.5, in_arc: true },
    targets: ["7-2", "7-3"],
    dice: [{ pips: 4, source: "entered" }],
  });
});

test("numbered fields become a list in their order, and what is for the page's address alone is no part of a command", () => {
  const command = commandOfFields("fire_on_area", [
    { name: "_stands[]", value: "p1" },
    { name: "stands.1.cover", value: "hard" },
    { name: "stands.0.stand", value: "p1" },
    { name: "stands.0.seen", value: "false", type: "boolean" },
  ]);
  assert.deepEqual(command, { kind: "fire_on_area", stands: [{ stand: "p1", seen: false }, { cover: "hard" }] });
});

test("an empty figure is nothing and an unreadable one stays as typed, for the service to answer", () => {
  const command = commandOfFields("move", [
    { name: "far", value: "", type: "number" },
    { name: "near", value: "a bit", type: "number" },
  ]);
  assert.deepEqual(command, { kind: "move", far: null, near: "a bit" });
});

test("each answer of the service is told apart", () => {
  assert.deepEqual(readAnswer(200, { outcome: "accepted", number: 7, events: [{}, {}] }), { kind: "accepted", number: 7, events: 2 });
  assert.deepEqual(readAnswer(409, { type: "/problems/stale", number: 9 }), { kind: "stale", number: 9, because: "", changed: [] });
  assert.deepEqual(
    readAnswer(409, { type: "/problems/refused", clause: "FF-ORD-02", because: "No action left.", instead: "", can_override: true }),
    { kind: "refused", clause: "FF-ORD-02", because: "No action left.", instead: "", canOverrule: true },
  );
  assert.deepEqual(readAnswer(409, { type: "/problems/closed", because: "this game is closed", instead: "open a new game" }), {
    kind: "closed",
    because: "this game is closed",
    instead: "open a new game",
  });
  assert.equal(readAnswer(422, { field: "unit", detail: "No such unit", instead: "b-company" }).kind, "unreadable");
  assert.equal(readAnswer(500, null).kind, "failed");
  for (const away of [0, 429, 502, 503, 504]) assert.equal(readAnswer(away, null).kind, "unsent");
});

test("an answer that has to wait keeps the reason of the service, except while it stops", () => {
  const locked = { type: "/problems/database-locked", because: "another program has locked the database file" };
  assert.deepEqual(readAnswer(503, locked, 5), { kind: "unsent", because: locked.because, after_s: 5 });
  const full = { type: "/problems/not-written", because: "the server could not write it down" };
  assert.deepEqual(readAnswer(507, full), { kind: "unsent", because: full.because, after_s: 0 });
  assert.deepEqual(readAnswer(503, { type: "/problems/stopping", because: "the server is stopping" }, 5), { kind: "unsent" });
});

test("command ids are version 4 and never the same", () => {
  const ids = new Set(Array.from({ length: 500 }, newId));
  assert.equal(ids.size, 500);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
