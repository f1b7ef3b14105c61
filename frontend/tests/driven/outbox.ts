// The outbox of a page, as it is, on a network that loses, doubles and holds back whatever goes over it. Driven by
// tests/torture/queues.py: a plan a line on its input; on its output what the pages of the tablet said of every command.
import { createInterface } from "node:readline";
import type { Answer } from "../../src/games/answers";
import { type Envelope, Outbox } from "../../src/games/outbox";

/** What happens: the tablet sends, is left and opened again, sees what stands, or waits; others act. */
type Step =
  | ({ readonly do: "send" } & Act)
  | { readonly do: "others"; readonly acts: readonly Act[] }
  | { readonly do: "reload" | "look" }
  | { readonly do: "wait"; readonly ms: number };

/** A command by its id, and the place that it marks. */
interface Act {
  readonly id: string;
  readonly place: string;
}

interface Plan {
  readonly seed: number;
  readonly base: string;
  readonly game: string;
  readonly cookie: string;
  readonly others: string;
  readonly steps: readonly Step[];
}

/** The numbers of those commands that were said to be done, and how the others came to nothing. */
interface Said {
  readonly done: Record<string, number>;
  readonly told: Record<string, string>;
  /** What the tablet had seen when each was tapped. */
  readonly seen: Record<string, number>;
}

// A second of the outbox passes in ten milliseconds.
const FASTER = 100;
const PATIENCE_MS = 20_000;
const mark = (place: string): { kind: string; place: string } => ({ kind: "mark", place });
const realTimeout = setTimeout;
const realFetch = fetch;
let chance: () => number = Math.random;
let plan: Plan;
let stored: Map<string, string>;

Object.assign(globalThis, {
  // Node's own timers, which hand something on, keep their pace.
  setTimeout: (act: () => void, ms = 0, ...of: unknown[]) =>
    of.length ? realTimeout(act, ms, ...(of as [])) : realTimeout(act, ms / FASTER),
  localStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => void stored.set(key, text) },
  fetch: (address: string, how: RequestInit) => badly(address, how),
});

/** A request that may never arrive, arrive late or twice, or be answered into the void. */
async function badly(address: string, how: RequestInit): Promise<Response> {
  const { base, cookie } = plan;
  const request = (): Promise<Response> => asked(base + address, cookie, how);
  const over = ended(how.signal);
  const fate = chance();
  if (fate < 0.2) throw new TypeError("lost on its way");
  if (fate < 0.35) await pause(chance() * 40);
  if (fate < 0.5)
    void request().then(
      (late) => late.arrayBuffer(),
      () => undefined,
    );
  const answer = await Promise.race([request(), over]);
  if (fate > 0.9) await over;
  if (fate > 0.75) throw new TypeError("its answer was lost");
  return answer;
}

/** Never answers, and is lost once the page has waited long enough, which a slow machine may have it do at any moment. */
function ended(signal: AbortSignal | null | undefined): Promise<never> {
  const lost = new Promise<never>((_, fail) => {
    const end = (): void => fail(new TypeError("never answered"));
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end);
  });
  lost.catch(() => undefined);
  return lost;
}

function asked(address: string, cookie: string, how: RequestInit = {}): Promise<Response> {
  return realFetch(address, { ...how, signal: null, headers: { ...how.headers, Cookie: cookie, Origin: plan.base } });
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => void realTimeout(done, ms));
}

/** A row of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

async function carriedOut(): Promise<Said> {
  const said: Said = { done: {}, told: {}, seen: {} };
  let seen = await stands();
  let page = opened(said);
  for (const step of plan.steps) {
    if (step.do === "wait") await pause(step.ms);
    if (step.do === "look") seen = await stands();
    if (step.do === "others") await othersAct(step.acts);
    if (step.do === "reload") [page, seen] = [opened(said), await stands()];
    if (step.do !== "send") continue;
    const envelope: Envelope = {
      game: plan.game,
      command_id: step.id,
      expected_seq: seen,
      command: mark(step.place),
      prompts: "",
      what: step.id,
    };
    said.seen[step.id] = seen;
    void page.send(envelope).then((answer) => {
      if (answer.kind === "accepted") seen = Math.max(seen, answer.number);
      note(said, envelope, answer);
    });
  }
  const until = Date.now() + PATIENCE_MS;
  while (JSON.parse(stored.get("beaten-zone.outbox") ?? "[]").length && Date.now() < until) await pause(5);
  // The answer to the last one is said just after it has left the storage.
  await pause(5);
  const left = JSON.parse(stored.get("beaten-zone.outbox") ?? "[]") as Envelope[];
  for (const { command_id } of left) said.told[command_id] = `not sent within ${PATIENCE_MS} ms`;
  return said;
}

function opened(said: Said): Outbox {
  return new Outbox(
    plan.game,
    (envelope, answer) => note(said, envelope, answer),
    () => undefined,
  );
}

function note(said: Said, { command_id }: Envelope, answer: Answer): void {
  if (answer.kind === "accepted") said.done[command_id] = answer.number;
  else if (answer.kind !== "unsent") said.told[command_id] = answer.kind;
}

async function othersAct(acts: readonly Act[]): Promise<void> {
  let number = await stands();
  for (const [at, { id, place }] of acts.entries()) {
    const body = JSON.stringify({ command_id: id, expected_seq: number, command: mark(place) });
    const answer = await asked(`${plan.base}/api/v1/games/${plan.game}/commands`, plan.others, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    // The tablet may have been first: then on what stands now, under an id that was not used.
    if (answer.status === 409) return othersAct(acts.slice(at));
    number = ((await answer.json()) as { number: number }).number;
  }
}

async function stands(): Promise<number> {
  const answer = await asked(`${plan.base}/api/v1/games/${plan.game}`, plan.cookie);
  return ((await answer.json()) as { number: number }).number;
}

for await (const line of createInterface({ input: process.stdin })) {
  plan = JSON.parse(line) as Plan;
  chance = chanceOf(plan.seed);
  stored = new Map();
  process.stdout.write(`${JSON.stringify(await carriedOut())}\n`);
}
