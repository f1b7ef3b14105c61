// A force that is built. Every form with data-change is one change, which the service makes, keeps and judges; then the
// page's regions are brought up to date. Taking back saves the force from before. Everybody else only looks and compares.
import { focusAfter } from "../../components/keyboard";
import { fieldsOf } from "../../games/command-forms";
import { commandOfFields, type Json } from "../../forms/form-json";
import { forceEditor, requiredElement } from "../../documents/force-editor";
import { houseRules } from "../../games/new-game-form";
import { startTreeKeys } from "../../components/keyboard";
import "./forces";

type Change = { readonly [field: string]: Json };

const { documentEditor: editor, show, take, begin } = forceEditor<object>(true, askForDice);

/** Where a house rule wants no roll without drafts, the dice are asked for as long as there are some. */
function askForDice(): void {
  const drafts = document.querySelector<HTMLInputElement>("[data-after-a-game] [name=drafts]");
  const none = document.querySelector<HTMLElement>("[data-drafts=none]");
  if (!drafts || !none) return;
  none.hidden = Number(drafts.value) > 0;
  for (const dice of document.querySelectorAll<HTMLElement>("[data-drafts=some]")) dice.hidden = !none.hidden;
}

async function make(change: Change): Promise<void> {
  begin();
  const arrive = focusAfter();
  const done = await editor?.requestChange("change", { changes: [change] });
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
  return requiredElement<HTMLElement>("#tree a");
}

function changeOf(form: HTMLFormElement, submitter: HTMLElement | null): Change {
  const { what, ...fields } = commandOfFields(form.dataset["change"] ?? "", fieldsOf(form, submitter));
  return Array.isArray(what) ? { ...fields, table: what[0] ?? "", part: what[1] ?? "" } : fields;
}

function settling(form: HTMLFormElement): Change {
  const rules = houseRules(form).map((houseRule) => ({ ...houseRule }));
  return { kind: "settle", date: String(new FormData(form).get("date")), house_rules: rules };
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
    const arrive = focusAfter();
    void take(id).then(() => arrive(id ? document.querySelector<HTMLElement>("#in-hand [data-arrive]") : inTree(from)));
  }
  const button = target.closest<HTMLButtonElement>("[data-edit]");
  if (button) void (button.dataset["edit"] === "undo" ? editor?.undo() : editor?.redo());
});

function inTree(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#tree a[data-choose="${CSS.escape(id)}"]`) ?? document.querySelector<HTMLElement>("#tree a");
}

startTreeKeys(() => editor);
