import assert from "node:assert/strict";
import test from "node:test";
import { Elsewhere } from "../src/flanders_fields/plan/remote-edits";

/** A page at revision 3, and a service that holds another; `did` is what came of it. */
function page(holds: number, { status = holds === 3 ? 304 : 200, away = false, unsaved = false, meanwhile = (): void => {} } = {}) {
  const now = { revision: 3, away, unsaved };
  const did: string[] = [];
  const asked: unknown[] = [];
  const elsewhere = new Elsewhere(
    {
      address: "/plan/file",
      revision: () => now.revision,
      isAway: () => now.away,
      isUnsaved: () => now.unsaved,
      takeOver: async () => void did.push("taken over"),
      tell: () => did.push("told"),
    },
    async (address, { headers }) => {
      asked.push([address, headers]);
      meanwhile();
      return { status, headers: new Headers({ ETag: `"${holds}"` }) };
    },
  );
  return { elsewhere, now, did, asked };
}

test("it names the revision that is shown, and does nothing while that is the newest", async () => {
  const { elsewhere, did, asked } = page(3);
  await elsewhere.look();
  assert.deepEqual(asked, [["/plan/file", { "If-None-Match": '"3"' }]]);
  assert.deepEqual(did, []);
});

test("what is newer is taken over where nothing here is unsaved", async () => {
  const { elsewhere, did } = page(4);
  await elsewhere.look();
  assert.deepEqual(did, ["taken over"]);
});

test("over what is not saved it is only told, once, and taken over when that is done", async () => {
  const { elsewhere, did, now } = page(4, { unsaved: true });
  await elsewhere.look();
  await elsewhere.look();
  assert.deepEqual(did, ["told"]);
  now.unsaved = false;
  await elsewhere.look();
  assert.deepEqual(did, ["told", "taken over"]);
});

test("nobody is asked while nobody looks or while the page saves", async () => {
  const { elsewhere, asked } = page(4, { away: true });
  await elsewhere.look();
  assert.deepEqual(asked, []);
});

test("an own save that came there first is not another device's", async () => {
  const saved = page(4, { meanwhile: () => (saved.now.revision = 4) });
  const saving = page(4, { meanwhile: () => (saving.now.away = true) });
  for (const { elsewhere, did } of [saved, saving]) {
    await elsewhere.look();
    assert.deepEqual(did, []);
  }
});

test("an answer that is none changes nothing, and it is asked again; one question at a time", async () => {
  const broken = page(4, { status: 503 });
  await broken.elsewhere.look();
  assert.deepEqual(broken.did, []);
  const fails = page(4, { meanwhile: () => assert.equal(fails.asked.length, 3, "no network the first two times") });
  await fails.elsewhere.look();
  await fails.elsewhere.look();
  assert.deepEqual(fails.did, []);
  await Promise.all([fails.elsewhere.look(), fails.elsewhere.look()]);
  assert.deepEqual([fails.asked.length, fails.did], [3, ["taken over"]]);
});

test("a draft that is gone is asked for no more", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const gone = page(4, { status: 404 });
  gone.elsewhere.start();
  context.mock.timers.tick(4000);
  await new Promise((done) => setImmediate(done));
  context.mock.timers.tick(8000);
  assert.equal(gone.asked.length, 1);
});
