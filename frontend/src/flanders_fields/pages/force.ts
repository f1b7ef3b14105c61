// A force that is built. Every form with data-change is one change, which the service makes, keeps and judges; then the
// page's regions are brought up to date. Taking back saves the force from before. Everybody else only looks and compares.
import { arriving } from "../../arriving";
import { fieldsOf } from "../../commands";
import { compose, type Json } from "../../compose";
import { houseRules } from "../../house-rules";
import { refresh } from "../../live";
import { Kept } from "../../map/kept";
import { sentence, type WhyNot } from "../../opening";
import { sayNothing, sayRefused } from "../../say";
import { keysOfTree } from "../../tree";
import "./forces";

type Change = { readonly [field: string]: Json };

const editor = document.querySelector<HTMLElement>("[data-editor]");
const kept = editor && new Kept<object>({ address: editor.dataset["force"] ?? "", remembers: true, answers: () => found("#force-answer"), say, show, refused }, JSON.parse(editor.dataset["document"] ?? "{}") as object, Number(editor.dataset["revision"]));

function found<Kind extends Element>(selector: string): Kind {
  const one = document.querySelector<Kind>(selector);
  if (!one) throw new Error(`the page of a force holds ${selector}`);
  return one;
}

function say(words: string): void {
  found("#saved").textContent = words;
}

/** The regions as they stand now at this address. */
async function show(): Promise<void> {
  await refresh();
  offerTakingBack();
  askForDice();
}

/** Where a house rule wants no roll without drafts, the dice are asked for as long as there are some. */
function askForDice(): void {
  const drafts = document.querySelector<HTMLInputElement>("[data-after-a-game] [name=drafts]");
  const none = document.querySelector<HTMLElement>("[data-drafts=none]");
  if (!drafts || !none) return;
  none.hidden = Number(drafts.value) > 0;
  for (const dice of document.querySelectorAll<HTMLElement>("[data-drafts=some]")) dice.hidden = !none.hidden;
}

function offerTakingBack(): void {
  for (const [name, can] of [["undo", kept?.canUndo], ["redo", kept?.canRedo]] as const) {
    for (const button of document.querySelectorAll<HTMLButtonElement>(`[data-edit=${name}]`)) button.disabled = !can;
  }
}

/** Beside what is in hand, where something is; nothing has changed. What was saved elsewhere meanwhile is gone on from. */
async function refused(answer: Response): Promise<void> {
  const told = (await answer.json().catch(() => ({}))) as WhyNot & { stands?: { revision: number; document: object } };
  if (told.stands) kept?.goOnFrom(told.stands.document, told.stands.revision);
  await show();
  say("Not saved");
  const place = document.querySelector<HTMLElement>("[data-refusals]") ?? found<HTMLElement>("#force-answer");
  sayRefused(place, { because: sentence(told.because ?? "The server cannot answer this"), instead: sentence(told.instead ?? ""), clause: told.clause ?? "" });
}

offerTakingBack();

async function make(change: Change): Promise<void> {
  const place = document.querySelector<HTMLElement>("[data-refusals]");
  if (place) sayNothing(place);
  const arrive = arriving();
  const done = await kept?.ask("change", { changes: [change] });
  if (done && (change["kind"] === "carry_on" || change["kind"] === "take_back")) arrive(itsRecord(change["kind"] === "take_back"));
  if (done && (change["kind"] === "leave" || change["kind"] === "keep_only")) arrive(await goneFrom(change));
}

/** What it went on with stands below the form, which has done its work; what was taken back can be made again in it. */
function itsRecord(again: boolean): HTMLElement | null {
  const form = document.querySelector<HTMLDetailsElement>("[data-after-a-game]");
  if (form) form.open = again;
  return form?.querySelector<HTMLElement>("summary") ?? null;
}

/** What has left the force is in hand no more; one goes on with what it was in, or with what was kept. */
async function goneFrom(change: Change): Promise<HTMLElement> {
  if (change["kind"] === "leave") await take("");
  return found<HTMLElement>("#tree a");
}

function changeOf(form: HTMLFormElement, submitter: HTMLElement | null): Change {
  const { what, ...fields } = compose(form.dataset["change"] ?? "", fieldsOf(form, submitter));
  return Array.isArray(what) ? { ...fields, table: what[0] ?? "", part: what[1] ?? "" } : fields;
}

function settling(form: HTMLFormElement): Change {
  const rules = houseRules(form).map((one) => ({ ...one }));
  return { kind: "settle", date: String(new FormData(form).get("date")), house_rules: rules };
}

async function take(id: string): Promise<void> {
  const address = new URLSearchParams(location.search);
  if (id) address.set("of", id);
  else address.delete("of");
  history.replaceState(null, "", `?${address}`);
  await show();
}

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const { change, settle, beside } = form.dataset;
  if (change === undefined && settle === undefined && beside === undefined) return;
  event.preventDefault();
  if (change !== undefined) void make(changeOf(form, event.submitter));
  if (settle !== undefined) void make(settling(form));
  if (beside !== undefined) setBeside(form);
});

document.addEventListener("input", askForDice);

// A grade, a type, a host is taken by choosing it; so is whom a force is set beside.
document.addEventListener("change", (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>("form[data-at-once], form[data-beside]");
  form?.requestSubmit();
});

function setBeside(form: HTMLFormElement): void {
  const address = new URLSearchParams(location.search);
  for (const [name, value] of new FormData(form)) address.set(name, String(value));
  history.replaceState(null, "", `?${address}`);
  void show();
}

document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const link = target.closest<HTMLAnchorElement>("a[data-choose]");
  if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    const id = link.dataset["choose"] ?? "";
    const from = new URLSearchParams(location.search).get("of") ?? "";
    const arrive = arriving();
    void take(id).then(() => arrive(id ? document.querySelector<HTMLElement>("#in-hand [data-arrive]") : inTree(from)));
  }
  const button = target.closest<HTMLButtonElement>("[data-edit]");
  if (button) void (button.dataset["edit"] === "undo" ? kept?.undo() : kept?.redo());
});

function inTree(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#tree a[data-choose="${CSS.escape(id)}"]`) ?? document.querySelector<HTMLElement>("#tree a");
}

keysOfTree(() => kept);
