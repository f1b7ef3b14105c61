// The form of a scenario: counted as it is filled in, set up as a game, kept, or saved as a file.
import type { Json } from "../compose";
import { diceShare, openGame, sentence, type WhyNot } from "../opening";
import { answerPlace, sayNothing, sayRefused } from "../say";
import { documentOf, type Doc, type Sides } from "../scenario";

interface Part { readonly id: string; readonly name: string }
interface Checked {
  readonly sound: boolean;
  readonly strength: string;
  readonly wrong: readonly { readonly where: string; readonly because: string; readonly instead: string }[];
  readonly sides: readonly { readonly side: Sides; readonly name: string; readonly platoons: number; readonly bases: number; readonly battalions: readonly Part[]; readonly batteries: readonly Part[]; readonly parts: readonly Part[] }[];
}

const CHECK = "/api/v1/scenarios/check";
const KEEP = "/api/v1/scenarios/import";
const GAMES = "/api/v1/games";
const SIDES: readonly Sides[] = ["attacker", "defender"];
const held = heldDocument();
const files: Partial<Record<Sides, Json>> = {};
let brought: Doc | null = null;
const picked = startingPicks();
const GONE = " (not in this force)";
const choices = new Map<string, readonly Part[]>();
let asked = 0;

const form = document.querySelector<HTMLFormElement>("form:has([data-scenario-form])");
if (form) begin(form);

function begin(of: HTMLFormElement): void {
  of.addEventListener("change", (event) => void changed(of, event.target as HTMLElement));
  of.addEventListener("submit", (event) => {
    event.preventDefault();
    void (of.dataset["ownGame"] ? setUp(of) : keep(of, event.submitter));
  });
  of.querySelector("[data-play]")?.addEventListener("click", () => void setUp(of));
  of.querySelector("[data-save-file]")?.addEventListener("click", () => saveFile(composed(of)));
  of.addEventListener("click", (event) => {
    const add = (event.target as HTMLElement).closest<HTMLElement>("[data-add]");
    if (add) addRow(of, add.dataset["add"] ?? "");
  });
  offerForcesOfTheDate(of);
  countHouseRules(of);
  void count(of);
}

async function changed(of: HTMLFormElement, what: HTMLElement): Promise<void> {
  const side = what.dataset["forceFile"] as Sides | undefined;
  if (side) await takeFile(of, side, what as HTMLInputElement);
  if (what.dataset["scenarioFile"] !== undefined) await takeScenario(of, what as HTMLInputElement);
  if (what instanceof HTMLSelectElement && what.name === "date") offerForcesOfTheDate(of);
  if (what instanceof HTMLInputElement && what.closest("[data-parts]")) picked[what.name] = marked(of, what.name);
  countHouseRules(of);
  await count(of);
}

async function takeFile(of: HTMLFormElement, side: Sides, from: HTMLInputElement): Promise<void> {
  const text = (await from.files?.[0]?.text()) ?? "";
  try {
    files[side] = JSON.parse(text) as Json;
  } catch {
    return sayRefused(answerPlace(of), { because: "That file is no force.", instead: "Choose one that was saved here." });
  }
  const choice = of.querySelector<HTMLSelectElement>(`select[name=${side}_force]`);
  if (!choice) return;
  choice.querySelector("option[value=file]")?.remove();
  choice.add(new Option(from.files?.[0]?.name ?? "From a file", "file", false, true));
}

/** A scenario from a file is played as it stands; without one the form counts again. */
async function takeScenario(of: HTMLFormElement, from: HTMLInputElement): Promise<void> {
  sayNothing(answerPlace(of));
  brought = null;
  const file = from.files?.[0];
  if (!file) return;
  try {
    const told = JSON.parse(await file.text()) as Json;
    if (typeof told === "object" && told !== null && !Array.isArray(told)) brought = told as Doc;
  } catch {
    // Said below, as of any other file.
  }
  if (!brought) sayRefused(answerPlace(of), { because: "That file is no scenario.", instead: "Choose one that was saved here." });
}

/** Only the tables of the month can be chosen; where the chosen one ends, the first that fits takes its place. */
function offerForcesOfTheDate(of: HTMLFormElement): void {
  const month = of.querySelector<HTMLSelectElement>("select[name=date]")?.value ?? "";
  for (const side of SIDES) {
    const choice = of.querySelector<HTMLSelectElement>(`select[name=${side}_force]`);
    if (!choice) continue;
    for (const one of choice.options) {
      const [first, last] = (spans()[one.value] ?? "").split("/");
      one.hidden = one.disabled = Boolean(first && last && (month < first || month > last));
    }
    const now = choice.selectedOptions[0];
    if (!now || now.disabled) choice.value = inPlaceOf(choice, now?.value ?? "");
  }
}

/** Of the same army and the same size if there is one. */
function inPlaceOf(choice: HTMLSelectElement, before: string): string {
  const open = [...choice.options].filter((one) => !one.disabled).map((one) => one.value);
  const army = before.split("_")[0] ?? "";
  const size = before.split(":")[1] ?? "";
  return open.find((one) => one.startsWith(army) && one.endsWith(size)) ?? open.find((one) => one.endsWith(size)) ?? open[0] ?? "";
}

function spans(): { readonly [value: string]: string } {
  const told = document.querySelector<HTMLElement>("[data-spans]")?.dataset["spans"];
  return told ? (JSON.parse(told) as { [value: string]: string }) : {};
}

function composed(of: HTMLFormElement): Doc {
  if (brought) return brought;
  const typed = new FormData(of);
  return documentOf({
    one: (name) => String(typed.get(name) ?? "").trim(),
    all: (name) => picked[name] ?? typed.getAll(name).map((one) => String(one).trim()),
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
  const strength = of.querySelector("[data-strength]");
  if (strength) strength.textContent = told.strength ? sentence(told.strength) : "The forces cannot be counted.";
  const wrong = told.wrong.map((one) => item(`${one.where ? `${one.where}: ` : ""}${one.because}. ${sentence(one.instead)}`));
  of.querySelector("[data-wrong]")?.replaceChildren(...wrong);
  // What has just been typed may be no force yet: what can be chosen is offered of those that can be counted.
  for (const side of told.sides) {
    const place = of.querySelector(`[data-side=${side.side}]`);
    if (place) place.textContent = `${side.name}: ${side.battalions.length} battalions, ${side.platoons} rifle platoons, ${side.bases} bases in all`;
    choices.set(`${side.side}_battalions`, side.battalions);
    choices.set(`${side.side}_parts`, side.parts);
    offer(of, `${side.side}_behind`, side.batteries);
  }
  fillChoices(of);
}

/** What can be chosen in a select of parts; what was chosen stays so, as long as it is there. */
function fillChoices(of: HTMLFormElement): void {
  for (const select of of.querySelectorAll<HTMLSelectElement>("select[data-parts-of]")) {
    const parts = choices.get(select.dataset["partsOf"] ?? "");
    const nobody = select.options[0];
    if (!parts || !nobody) continue;
    const [chosen, called] = [select.value, select.selectedOptions[0]?.text ?? ""];
    const same = [...select.options].slice(1).map((one) => `${one.value} ${one.text}`).join() === parts.map((one) => `${one.id} ${one.name}`).join();
    if (same) continue;
    select.replaceChildren(nobody, ...parts.map((one) => new Option(one.name, one.id)));
    // Who was chosen and is gone stays chosen, to be set right by whoever writes: the check says so too.
    if (chosen && !parts.some((one) => one.id === chosen)) select.add(new Option(`${called.replace(GONE, "")}${GONE}`, chosen));
    select.value = chosen;
  }
}

/** One row more of a sort, ready to be typed in. */
function addRow(of: HTMLFormElement, name: string): void {
  const template = of.querySelector<HTMLTemplateElement>(`template[data-row=${name}]`);
  const place = of.querySelector<HTMLElement>(`[data-rows=${name}]`);
  if (!template || !place) return;
  place.append(template.content.cloneNode(true));
  fillChoices(of);
  place.lastElementChild?.querySelector<HTMLElement>("input, select")?.focus();
}

function item(text: string): HTMLLIElement {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

/** The parts of a force to be marked; those that were marked stay so, as long as they are there. */
function offer(of: HTMLFormElement, name: string, parts: readonly Part[]): void {
  const place = of.querySelector<HTMLElement>(`[data-parts=${name}]`);
  const template = document.querySelector<HTMLTemplateElement>("template#part");
  if (!place || !template) return;
  picked[name] = (picked[name] ?? []).filter((id) => parts.some((one) => one.id === id));
  const same = [...place.querySelectorAll("input")].map((one) => one.value).join() === parts.map((one) => one.id).join();
  if (same && place.hasChildNodes()) return;
  place.replaceChildren(...parts.map((one) => toggle(template, name, one)));
}

function toggle(template: HTMLTemplateElement, name: string, part: Part): Node {
  const made = template.content.cloneNode(true) as DocumentFragment;
  const input = made.querySelector("input");
  const word = made.querySelector("[data-word]");
  if (input) Object.assign(input, { name, value: part.id, checked: picked[name]?.includes(part.id) ?? false });
  if (word) word.textContent = part.name;
  return made;
}

function marked(of: HTMLFormElement, name: string): string[] {
  return [...of.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`)].map((one) => one.value);
}

async function setUp(of: HTMLFormElement): Promise<void> {
  sayNothing(answerPlace(of));
  const typed = new FormData(of);
  const text = (name: string) => String(typed.get(name) ?? "").trim();
  const own = composed(of);
  const command = { kind: "create_game", own, event_cards: text("event_cards") || "none" };
  const title = String(own["title"] ?? "");
  const body = { system: of.dataset["system"] ?? "", title, role: text("role") || "referee", name: text("player"), share: diceShare(), command };
  await openGame(of, GAMES, body, () => answerPlace(of));
}

async function keep(of: HTMLFormElement, by: HTMLElement | null): Promise<void> {
  const place = answerPlace(of);
  sayNothing(place);
  const copy = by?.dataset["then"] === "copy";
  const revision = copy ? 0 : Number(of.dataset["revision"] ?? 0);
  const document_ = composed(of);
  const body = revision ? { revision, document: document_ } : document_;
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(copy ? KEEP : (of.dataset["keep"] ?? KEEP), sent).catch(() => null);
  const told = ((await answer?.json().catch(() => ({}))) ?? {}) as WhyNot & { id?: string };
  if (answer?.ok && told.id) return location.assign(`/scenarios/${told.id}`);
  sayRefused(place, { because: sentence(told.because ?? told.detail ?? "The server does not answer."), instead: sentence(told.instead ?? "") });
}

function saveFile(made: Doc): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(made, null, 1)], { type: "application/json" }));
  link.download = "scenario.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

function houseRules(of: HTMLFormElement): { ruling: string; option: string; reason?: string }[] {
  const why = JSON.parse(of.querySelector<HTMLElement>("[data-reasons]")?.dataset["reasons"] ?? "{}") as { [choice: string]: string };
  const ways = [...of.querySelectorAll<HTMLInputElement>("input[data-ruling]:checked")];
  return ways.filter((way) => way.dataset["usual"] === undefined).map((way) => {
    const reason = why[`${way.name} ${way.value}`];
    return { ruling: way.name, option: way.value, ...(reason ? { reason } : {}) };
  });
}

function countHouseRules(of: HTMLFormElement): void {
  const place = of.querySelector("[data-house-count]");
  const number = houseRules(of).length;
  if (place) place.textContent = number ? `${number} chosen otherwise` : "as the book";
}

function heldDocument(): Doc | null {
  const told = document.querySelector<HTMLTextAreaElement>("[data-held]")?.value;
  return told ? (JSON.parse(told) as Doc) : null;
}

function startingPicks(): { [name: string]: readonly string[] } {
  const found: { [name: string]: readonly string[] } = {};
  for (const side of SIDES) {
    const one = held?.[side] as { behind_the_table?: string[] } | undefined;
    found[`${side}_behind`] = one?.behind_the_table ?? [];
  }
  return found;
}
