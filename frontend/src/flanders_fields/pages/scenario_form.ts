// The form of a scenario: counted as it is filled in, set up as a game, kept, or saved as a file.
import type { Json } from "../../forms/form-json";
import { sendOnce } from "../../documents/document-forms";
import { offerPlaces } from "../../documents/misplaced-files";
import { startDraft } from "../../forms/form-draft";
import { postText } from "../../documents/document-editor";
import { diceShare, openGame } from "../../games/game-entry";
import { asSentence, type ProblemDetails } from "../../forms/problem-details";
import { startRows } from "../../forms/form-rows";
import { answerPlace, clearAnswer, showRefusal } from "../../components/announcements";
import {
  type CheckedGame,
  countHouseRules,
  houseRules,
  item,
  offerTableOfTheDate,
  showChecked,
  takeMonth,
} from "../../games/new-game-form";
import { documentOf, goneOf, idOf, isGone, sameIn, unclear, type Doc, type Part, type Sides } from "../scenario-document";

interface Checked extends CheckedGame {
  readonly sides: readonly {
    readonly side: Sides;
    readonly name: string;
    readonly platoons: number;
    readonly bases: number;
    readonly battalions: readonly Part[];
    readonly batteries: readonly Part[];
    readonly parts: readonly Part[];
  }[];
}

const CHECK = "/api/v1/scenarios/check";
const KEEP = "/api/v1/scenarios/import";
const GAMES = "/api/v1/games";
const SIDES: readonly Sides[] = ["attacker", "defender"];
const GUNS = ["behind", "superimposed"] as const;
const held = heldDocument();
const files: Partial<Record<Sides, Json>> = {};
const picked = startingPicks();
const choices = new Map<string, readonly Part[]>();
/** What parts were called that the force chosen now does not have, by side and id: a force chosen again brings them back. */
const called = new Map<string, string>();
let asked = 0;

const form = document.querySelector<HTMLFormElement>("form:has([data-scenario-form])");
if (form) begin(form);

function begin(of: HTMLFormElement): void {
  const draft = startDraft(of, beside, (more) => takeBeside(of, more as unknown as Beside));
  of.addEventListener("change", (event) => {
    const counted = changed(of, event.target as HTMLElement);
    draft.keep();
    void counted.then(draft.keep);
  });
  of.addEventListener("submit", (event) => {
    event.preventDefault();
    void (of.dataset["ownGame"] ? setUp(of) : keep(of, event.submitter));
  });
  of.querySelector("[data-play]")?.addEventListener("click", () => void setUp(of));
  of.querySelector("[data-save-file]")?.addEventListener("click", () => void saveFile(of));
  startRows(of, () => {
    fillChoices(of);
    draft.keep();
    void count(of);
  });
  offerForcesOfTheDate(of);
  countHouseRules(of);
  void count(of);
}

/** What a draft keeps beside the fields: forces from files with their names, and marked parts. */
interface Beside {
  readonly files: { readonly [side: string]: Json };
  readonly names: { readonly [side: string]: string };
  readonly picked: { readonly [name: string]: string[] };
}

function beside(): Json {
  const names = Object.fromEntries(
    SIDES.map((side) => [side, form?.querySelector<HTMLOptionElement>(`select[name=${side}_force] option[value=file]`)?.text ?? ""]),
  );
  return { files: files as { [side: string]: Json }, names, picked: picked as { [name: string]: string[] } };
}

function takeBeside(of: HTMLFormElement, more: Beside): void {
  Object.assign(files, more.files);
  Object.assign(picked, more.picked);
  for (const side of SIDES) {
    if (files[side] !== undefined)
      of.querySelector<HTMLSelectElement>(`select[name=${side}_force]`)?.add(new Option(more.names[side] || "From a file", "file"));
  }
}

async function changed(of: HTMLFormElement, what: HTMLElement): Promise<void> {
  const side = what.dataset["forceFile"] as Sides | undefined;
  if (side) await takeFile(of, side, what as HTMLInputElement);
  if (what instanceof HTMLSelectElement && what.name.endsWith("_force")) takeMonth(of);
  if (what instanceof HTMLSelectElement && (what.name === "date" || what.name.endsWith("_force"))) offerForcesOfTheDate(of);
  if (what instanceof HTMLSelectElement && what.name === "table") delete what.dataset["nearest"];
  if (what instanceof HTMLInputElement && what.closest("[data-parts]")) picked[what.name] = marked(of, what.name);
  countHouseRules(of);
  await count(of);
}

async function takeFile(of: HTMLFormElement, side: Sides, from: HTMLInputElement): Promise<void> {
  const file = from.files?.[0];
  if (!file) return;
  const force = readForce(await file.text());
  if (!force) return sayNoForce(answerPlace(of), file);
  files[side] = force;
  const choice = of.querySelector<HTMLSelectElement>(`select[name=${side}_force]`);
  if (!choice) return;
  choice.querySelector("option[value=file]")?.remove();
  choice.add(new Option(from.files?.[0]?.name ?? "From a file", "file", false, true));
}

/** The force in a text, if it says that it is one: the service looks at it with the scenario. */
function readForce(text: string): Json | null {
  try {
    const read = JSON.parse(text) as { [key: string]: Json } | null;
    return read?.["format"] === "beaten-zone-force" && !("system" in read) ? read : null;
  } catch {
    return null;
  }
}

/** The service says what a file is that is no force of Flanders Fields. It cannot take it in. */
async function sayNoForce(place: HTMLElement, file: File): Promise<void> {
  const answer = await postText("/api/v1/forces/import", file);
  const why = ((await answer?.json().catch(() => null)) ?? {}) as ProblemDetails;
  showRefusal(place, {
    because: asSentence(why.because ?? "That file is no force."),
    instead: asSentence(why.instead ?? "Choose one that was saved here."),
  });
  offerPlaces(place, why, file);
}

/** Only the tables of the month can be chosen; where the chosen one ends, the first that fits takes its place. */
function offerForcesOfTheDate(of: HTMLFormElement): void {
  const month = of.querySelector<HTMLSelectElement>("select[name=date]")?.value ?? "";
  for (const side of SIDES) {
    const choice = of.querySelector<HTMLSelectElement>(`select[name=${side}_force]`);
    if (!choice) continue;
    for (const option of choice.options) {
      const [first, last] = (spans()[option.value] ?? "").split("/");
      option.hidden = option.disabled = Boolean(first && last && (month < first || month > last));
    }
    const now = choice.selectedOptions[0];
    if (!now || now.disabled) choice.value = inPlaceOf(choice, now?.value ?? "");
  }
  offerTableOfTheDate(of, month);
}

/** Of the same army and the same size if there is one. */
function inPlaceOf(choice: HTMLSelectElement, before: string): string {
  const open = [...choice.options].filter((option) => !option.disabled).map((option) => option.value);
  const army = before.split("_")[0] ?? "";
  const size = before.split(":")[1] ?? "";
  return open.find((text) => text.startsWith(army) && text.endsWith(size)) ?? open.find((text) => text.endsWith(size)) ?? open[0] ?? "";
}

function spans(): { readonly [value: string]: string } {
  const told = document.querySelector<HTMLElement>("[data-spans]")?.dataset["spans"];
  return told ? (JSON.parse(told) as { [value: string]: string }) : {};
}

function composed(of: HTMLFormElement): Doc {
  const typed = new FormData(of);
  return documentOf({
    value: (name) => String(typed.get(name) ?? "").trim(),
    all: (name) => picked[name] ?? typed.getAll(name).map((text) => String(text).trim()),
    force: (side) => forceOf(String(typed.get(`${side}_force`) ?? ""), side),
    table: held?.["table"] ?? null,
    house: houseRules(of),
  });
}

function forceOf(chosen: string, side: Sides): Json | null {
  if (chosen === "file") return files[side] ?? null;
  if (chosen === "held") return (held?.[side] as Doc | undefined)?.["force"] ?? null;
  return { id: chosen };
}

async function count(of: HTMLFormElement): Promise<void> {
  const mine = ++asked;
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(composed(of)) };
  const answer = await fetch(CHECK, sent).catch(() => null);
  const told = answer?.ok ? ((await answer.json().catch(() => null)) as Checked | null) : null;
  // What was asked before the newest change is out of date.
  if (mine === asked && told) show(of, told);
}

function show(of: HTMLFormElement, told: Checked): void {
  showChecked(of, told);
  // What has just been typed may be no force yet: what can be chosen is offered of those that can be counted.
  for (const side of told.sides) {
    const place = of.querySelector(`[data-side=${side.side}]`);
    if (place)
      place.textContent = `${side.name}: ${side.battalions.length} battalions, ${side.platoons} rifle platoons, ${side.bases} bases in all`;
    take(of, `${side.side}_battalions`, side.battalions);
    take(of, `${side.side}_parts`, side.parts);
    for (const guns of GUNS) takeGuns(of, side.side, guns, side.batteries);
  }
  fillChoices(of);
  sayUnclear(of);
}

/** What can be chosen now. Who was chosen stays so by his name; who is in the force no more is kept, and said to be gone. */
function take(of: HTMLFormElement, name: string, parts: readonly Part[]): void {
  const before = choices.get(name);
  choices.set(name, parts);
  for (const select of of.querySelectorAll<HTMLSelectElement>(`select[data-parts-of=${name}]`)) {
    if (!select.value) continue;
    const now = stillThere(name, before, parts, select.value, select.selectedOptions[0]?.text);
    if (![...select.options].some((option) => option.value === now)) select.add(new Option("", now));
    select.value = now;
  }
}

function takeGuns(of: HTMLFormElement, side: Sides, guns: (typeof GUNS)[number], parts: readonly Part[]): void {
  const name = `${side}_${guns}`;
  const before = choices.get(name);
  choices.set(name, parts);
  picked[name] = (picked[name] ?? []).map((id) => stillThere(name, before, parts, id));
  offer(of, name, parts);
}

function stillThere(name: string, before: readonly Part[] | undefined, parts: readonly Part[], value: string, word?: string): string {
  const id = idOf(value);
  const key = `${name} ${id}`;
  // A part that has gone keeps its name; of one whose force was never counted the id alone is known.
  const was = isGone(value) ? called.get(key) : before?.find((text) => text.id === id)?.name;
  const now = sameIn(parts, id, was);
  if (now !== null) return now;
  called.set(key, was ?? word ?? id);
  return goneOf(id);
}

/** Every select of parts offers those there are, and beside them the one that was chosen and is gone. */
function fillChoices(of: HTMLFormElement): void {
  for (const select of of.querySelectorAll<HTMLSelectElement>("select[data-parts-of]")) {
    const name = select.dataset["partsOf"] ?? "";
    const parts = choices.get(name);
    const nobody = select.options[0];
    if (!parts || !nobody) continue;
    const chosen = select.value;
    const gone = isGone(chosen) ? [new Option(calledIn(name, chosen), chosen)] : [];
    select.replaceChildren(nobody, ...parts.map((part) => new Option(part.name, part.id)), ...gone);
    select.value = chosen;
  }
}

function calledIn(name: string, value: string): string {
  return `${called.get(`${name} ${idOf(value)}`) ?? idOf(value)} (not in this force)`;
}

/** The parts of a force to be marked; one that was marked and is gone stays marked until its mark is taken away. */
function offer(of: HTMLFormElement, name: string, parts: readonly Part[]): void {
  const place = of.querySelector<HTMLElement>(`[data-parts=${name}]`);
  const template = document.querySelector<HTMLTemplateElement>("template#part");
  if (!place || !template) return;
  const gone = (picked[name] ?? []).filter(isGone).map((id) => ({ id, name: calledIn(name, id) }));
  const wanted = [...parts, ...gone];
  const same =
    [...place.querySelectorAll("input")].map((input) => `${input.value} ${input.closest("label")?.textContent?.trim()}`).join() ===
    wanted.map((text) => `${text.id} ${text.name}`).join();
  if (same && place.hasChildNodes()) {
    for (const input of place.querySelectorAll("input")) input.checked = picked[name]?.includes(input.value) ?? false;
    return;
  }
  place.replaceChildren(...wanted.map((text) => toggle(template, name, text)));
  if (!wanted.length) place.textContent = "This force has no batteries.";
}

function toggle(template: HTMLTemplateElement, name: string, part: Part): Node {
  const made = template.content.cloneNode(true) as DocumentFragment;
  const input = made.querySelector("input");
  const word = made.querySelector("[data-word]");
  if (input) Object.assign(input, { name, value: part.id, checked: picked[name]?.includes(part.id) ?? false });
  if (word) word.textContent = part.name;
  return made;
}

/** What would be lost if it were kept as it stands: said in the list of what is wrong, and before anything is sent. */
function unclearIn(of: HTMLFormElement): ReturnType<typeof unclear> {
  const typed = new FormData(of);
  const values = (name: string): readonly string[] => picked[name] ?? typed.getAll(name).map((text) => String(text).trim());
  return unclear(values, (id) => [...called].find(([key]) => key.endsWith(` ${idOf(id)}`))?.[1] ?? idOf(id));
}

function sayUnclear(of: HTMLFormElement): void {
  const list = of.querySelector("[data-wrong]");
  for (const element of list?.querySelectorAll("[data-unclear]") ?? []) element.remove();
  for (const finding of unclearIn(of)) {
    const line = item(`${asSentence(finding.because)} ${asSentence(finding.instead)}`);
    line.dataset["unclear"] = "";
    list?.append(line);
  }
}

/** Whether everything in the form goes on with it; else the first thing that would not is said, and shown. */
async function allGoesOn(of: HTMLFormElement): Promise<boolean> {
  await count(of);
  const [first] = unclearIn(of);
  if (!first) return true;
  const fields = [...of.querySelectorAll<HTMLElement>(`[name="${first.field}"]:not(:disabled)`)].filter(
    (element) => !element.closest("fieldset:disabled"),
  );
  const field = fields[first.row] ?? fields[0];
  for (let fold = field?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  showRefusal(answerPlace(of), { because: asSentence(first.because), instead: asSentence(first.instead) });
  field?.focus();
  return false;
}

function marked(of: HTMLFormElement, name: string): string[] {
  return [...of.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`)].map((input) => input.value);
}

async function setUp(of: HTMLFormElement): Promise<void> {
  clearAnswer(answerPlace(of));
  if (!(await allGoesOn(of))) return;
  const typed = new FormData(of);
  const text = (name: string) => String(typed.get(name) ?? "").trim();
  const own = composed(of);
  const command = { kind: "create_game", own, event_cards: text("event_cards") || "none" };
  const title = String(own["title"] ?? "");
  const body = {
    system: of.dataset["system"] ?? "",
    title,
    role: text("role") || "referee",
    name: text("player"),
    share: diceShare(),
    command,
  };
  await openGame(of, GAMES, body, () => answerPlace(of));
}

async function keep(of: HTMLFormElement, by: HTMLElement | null): Promise<void> {
  if (!(await allGoesOn(of))) return;
  const copy = by?.dataset["then"] === "copy";
  const revision = copy ? 0 : Number(of.dataset["revision"] ?? 0);
  const made = composed(of);
  const body = JSON.stringify(revision ? { revision, document: made } : made);
  await sendOnce(
    of,
    copy ? KEEP : (of.dataset["keep"] ?? KEEP),
    () => body,
    (_, kept) => `/scenarios/${kept?.id ?? ""}`,
  );
}

async function saveFile(of: HTMLFormElement): Promise<void> {
  clearAnswer(answerPlace(of));
  if (!(await allGoesOn(of))) return;
  const made = await whole(composed(of));
  if (!made) return showRefusal(answerPlace(of), { because: "The server does not answer.", instead: "Try again in a moment." });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(made, null, 1)], { type: "application/json" }));
  link.download = fileName(String(made["title"] ?? ""), "scenario");
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The name of a file after its content, as the service makes it: letters, digits and hyphens. */
function fileName(title: string, kind: string): string {
  const words =
    title
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${[words.join("-").slice(0, 70), kind].filter(Boolean).join("-")}.json`;
}

/** The document with what it names of this server's library in it: the file is to be read on any other. */
async function whole(document_: Doc): Promise<Doc | null> {
  const made = { ...document_ };
  for (const side of SIDES) {
    const force = await heldThing("forces", (made[side] as Doc)["force"], "/file");
    if (force === undefined) return null;
    made[side] = { ...(made[side] as Doc), force };
  }
  const table = await heldThing("tables", made["table"] ?? null, "");
  if (table === undefined) return null;
  if (table !== null) made["table"] = table;
  return made;
}

async function heldThing(library: string, told: Json | undefined, rest: string): Promise<Json | undefined> {
  const id = (told as { id?: string } | null)?.id;
  // A force of a table of organisation ("british_1915:regiment") is there on every server.
  if (id === undefined || id.includes(":")) return told ?? null;
  const answer = await fetch(`/api/v1/${library}/${encodeURIComponent(id)}${rest}`).catch(() => null);
  return answer?.ok ? ((await answer.json().catch(() => undefined)) as Json | undefined) : undefined;
}

function heldDocument(): Doc | null {
  const told = document.querySelector<HTMLTextAreaElement>("[data-held]")?.value;
  return told ? (JSON.parse(told) as Doc) : null;
}

function startingPicks(): { [name: string]: readonly string[] } {
  const picked: { [name: string]: readonly string[] } = {};
  for (const side of SIDES) {
    const text = held?.[side] as { behind_the_table?: string[]; superimposed?: string[] } | undefined;
    picked[`${side}_behind`] = text?.behind_the_table ?? [];
    picked[`${side}_superimposed`] = text?.superimposed ?? [];
  }
  return picked;
}
