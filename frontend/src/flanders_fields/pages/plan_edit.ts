// The page of a fire plan: map and timetable together. Every change, by a drag, a key or a field, is one new document that
// is saved as one goes; the service judges it and the page's regions are brought up to date. Another device of the same side
// may write too: what it saves is taken over in a moment where nothing here is unsaved. Otherwise who comes later is told, and
// puts his change on top of what stands there or leaves it.
import { focusAfter } from "../../components/keyboard";
import { startDocuments } from "../../documents/document-forms";
import { own, type Point } from "../../map/geometry";
import { drawnFurther, type Place } from "../../map/table-document";
import { Elsewhere } from "../plan/remote-edits";
import { DocumentEditor, post } from "../../documents/document-editor";
import { TrenchMap } from "../../map/trench-map";
import { asSentence, type ProblemDetails } from "../../forms/problem-details";
import { newId } from "../../games/outbox";
import { clockTime } from "../../live/page-state";
import {
  bent,
  type Drawn,
  type Fields,
  letPass,
  type Line,
  lineAdded,
  lineDrawn,
  lineDropped,
  lineOf,
  lineSet,
  type List,
  type PlanDocument,
  planSet,
  writtenFor,
} from "../plan/plan-document";
import { type Filled, fieldsOf, isUnsent, sent } from "../plan/plan-fields";
import { Player } from "../plan/forecast-player";
import { answerPlace, clearAnswer, showRefusal } from "../../components/announcements";
import { showAt } from "../../live/page-loader";

type Make = (plan: PlanDocument) => PlanDocument;
interface Stands {
  readonly revision: number;
  readonly document: PlanDocument;
}
type Refusal = ProblemDetails & {
  readonly wrong?: readonly { line: string; because: string; instead: string }[];
  readonly stands?: Stands;
};

const TYPING_MS = 700;
const OVERTAKEN = 409;
const ASK_AGAIN_MS = 700;
/** What the id of a clash's mark begins with; the rest is the key of its finding. */
const CLASH = "clash-";

if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);
startDocuments({ form: "plan", file: "planFile", then: (_, made) => (made ? `/plans/${encodeURIComponent(made.id)}` : "/plans") });
const address = state().dataset["plan"] ?? "";
const editor = new DocumentEditor<PlanDocument>(
  { address, answers: () => requiredElement("#plan-answer"), say, show, refused: sayWhyNot },
  stored(),
  revision(),
);
const player = new Player(turn, last, look);
let drawing: { line: string; points: Place[]; isSinglePoint: boolean } | null = null;
let latest: { make: Make; then: (() => void) | undefined } | null = null;
let asking: ReturnType<typeof setTimeout> | undefined;
let typing: ReturnType<typeof setTimeout> | undefined;

function requiredElement<Kind extends Element>(selector: string): Kind {
  const item = document.querySelector<Kind>(selector);
  if (!item) throw new Error(`the page of a plan holds ${selector}`);
  return item;
}

function state(): HTMLElement {
  return requiredElement("#plan-state");
}

function stored(): PlanDocument {
  return JSON.parse(state().dataset["document"] ?? "{}") as PlanDocument;
}

function revision(): number {
  return Number(state().dataset["revision"]);
}

const map = () => requiredElement<TrenchMap>("trench-map");
const query = () => new URLSearchParams(location.search);
const inHand = () => query().get("line") ?? "";

function turn(): number {
  return Number(requiredElement<HTMLInputElement>("#turn").value);
}

function last(): number {
  return Number(requiredElement<HTMLInputElement>("#turn").max);
}

function say(words: string): void {
  requiredElement("#saved").textContent = words;
}

function change(make: Make, then?: () => void): Promise<boolean> {
  if (!editor.isSaving && JSON.stringify(make(editor.document)) === JSON.stringify(editor.document)) {
    then?.();
    return Promise.resolve(true);
  }
  latest = { make, then };
  return editor.change(make, then);
}

/** The page at its address with something in it otherwise. */
function showWith(otherwise: { readonly [name: string]: string }): Promise<void> {
  const next = query();
  for (const [name, value] of Object.entries(otherwise)) value ? next.set(name, value) : next.delete(name);
  const regions = new Set([...document.querySelectorAll("[data-live][id]")].map((region) => region.id));
  return showAt(`${location.pathname}${next.size ? `?${next}` : ""}`, regions);
}

function show(): Promise<void> {
  return showWith({});
}

function take(line: string): Promise<void> {
  return line === inHand() ? Promise.resolve() : showWith({ line });
}

function look(next: number): Promise<void> {
  requiredElement<HTMLInputElement>("#turn").value = String(next);
  return showWith({ turn: next ? String(next) : "" });
}

async function sayWhyNot(answer: Response): Promise<void> {
  const told = (await answer.json().catch(() => ({}))) as Refusal;
  say("Not saved");
  if (answer.status === OVERTAKEN && told.stands) return sayOvertaken(told.stands);
  // Drawn anew first: the redraw would take the message away.
  await show();
  const [first] = told.wrong ?? [];
  const own = first?.line && first.line === inHand() && !editor.hasMore ? document.querySelector<HTMLElement>("[data-refusals]") : null;
  const place = own ?? requiredElement<HTMLElement>("#plan-answer");
  const because = first?.because ?? told.because ?? told.detail ?? "The server cannot answer this";
  showRefusal(place, { because: asSentence(because), instead: asSentence(first?.instead ?? told.instead ?? "") });
}

/** Another device has saved since: its plan is never overwritten unseen. */
function sayOvertaken(stands: Stands): void {
  const place = requiredElement<HTMLElement>("#plan-answer");
  const card = requiredElement<HTMLTemplateElement>("template#overtaken").content.cloneNode(true) as DocumentFragment;
  const mine = latest;
  const on = card.querySelector<HTMLButtonElement>("[data-do=mine]");
  if (!mine) on?.remove();
  on?.addEventListener(
    "click",
    () => mine && (clearAnswer(place), void editor.overwrite(stands.document, stands.revision, mine.make, mine.then)),
  );
  card.querySelector("[data-do=theirs]")?.addEventListener("click", () => goOnFrom(stands));
  place.replaceChildren(card);
  place.scrollIntoView({ block: "nearest" });
}

function goOnFrom(stands: Stands): void {
  editor.adopt(stands.document, stands.revision);
  // What was typed here is left: it must not go on standing over theirs, nor be saved with the next field.
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-set]")) form.reset();
  clearAnswer(requiredElement<HTMLElement>("#plan-answer"));
  say(`As saved elsewhere, ${clockTime()}`);
  void show();
}

// By hand on the map.

function ownPlace(spot: Point): Place {
  const { x, y } = own(spot, map().size, state().dataset["side"] === "defender");
  return [x, y];
}

document.addEventListener("map-chosen", (event) => {
  const { id } = (event as CustomEvent<{ id: string }>).detail;
  if (id.startsWith(CLASH)) return showFinding(id.slice(CLASH.length));
  // What a finger holds is taken when it is let go: nothing is drawn anew under it.
  setTimeout(() => !document.querySelector("[data-held]") && !drawing && (lineOf(editor.document, id) || !id) && void take(id));
});

document.addEventListener("map-moved", (event) => {
  const { id, part, x, y } = (event as CustomEvent<{ id: string; part: string } & Point>).detail;
  const place = ownPlace({ x, y });
  void change(movedTo(id, part, place)).then(() => take(id));
});

function movedTo(id: string, part: string, place: Place): Make {
  if (part === "start") return (now) => lineSet(now, id, { start_mm: Math.max(0, place[1]) });
  if (!part.startsWith("lead")) return (now) => lineSet(now, id, { at: place });
  return (now) => bent(now, id, Number(part.slice("lead".length)), place[1] - Number(lineOf(now, id)?.["start_mm"] ?? 0), pieces());
}

function pieces(): number {
  return Math.ceil(map().size.width / drawnBy().piece_mm);
}

function drawnBy(): Drawn {
  return { piece_mm: Number(state().dataset["piece_mm"]), step_mm: Number(state().dataset["step_mm"]) };
}

document.addEventListener("map-tapped", (event) => {
  if (!drawing) return;
  const place = (event as CustomEvent<Point>).detail;
  const { line } = drawing;
  if (!drawing.isSinglePoint) drawing.points = drawnFurther(drawing.points, place);
  else {
    drawing = null;
    void change((now) => lineSet(now, line, { at: ownPlace(place) }));
  }
  draft();
});

/** What is held goes along under the finger, a barrage with its bends; where it is let go the service draws it anew. */
document.addEventListener("map-moving", (event) => {
  const { id, part, x, y } = (event as CustomEvent<{ id: string; part: string } & Point>).detail;
  const piece = `[data-piece="${CSS.escape(id)}"]`;
  const from = document.querySelector<SVGGElement>(`${piece}[data-part="${part}"]`)?.dataset;
  if ((part !== "at" && part !== "start") || !from) return;
  const [was, is] = [map().sheetOf({ x: Number(from["x"]), y: Number(from["y"]) }), map().sheetOf({ x, y })];
  // A start line lies from side to side: it goes up and down the table only.
  const by = { x: part === "at" ? is.x - was.x : 0, y: is.y - was.y };
  for (const element of document.querySelectorAll(`.overlay.of-${CSS.escape(id)}`))
    element.setAttribute("transform", `translate(${by.x} ${by.y})`);
  for (const bend of document.querySelectorAll<SVGGElement>(`${piece}[data-part^=lead]`)) bend.style.translate = `${by.x}px ${by.y}px`;
});

// By fields and buttons.

document.addEventListener("input", (event) => {
  const target = event.target as HTMLElement;
  if (target.id === "turn") return void look(turn());
  const form = target.closest<HTMLFormElement>("form[data-set]");
  clearTimeout(typing);
  if (form) typing = setTimeout(() => save(form), TYPING_MS);
});

document.addEventListener("change", (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>("form[data-set]");
  if (!form) return;
  clearTimeout(typing);
  if (event.target instanceof HTMLSelectElement && ["scenario", "table"].includes(event.target.name)) sizeAsReady(form, event.target);
  save(form, true);
});

/** A ready table brings its own size. */
function sizeAsReady(form: HTMLFormElement, { selectedOptions: [ready] }: HTMLSelectElement): void {
  for (const side of ["width", "depth"] as const) {
    const field = form.elements.namedItem(`${side}_mm`);
    if (field instanceof HTMLInputElement && ready?.dataset[side]) field.value = ready.dataset[side];
  }
}

/** What stands in a form now; what cannot be read yet is only spoken of once it is finished. */
function save(form: HTMLFormElement, finished = false): void {
  const fields = fieldsOf(form);
  if (fields) void change(made(form.dataset["set"] ?? "", fields), sent(form));
  else if (finished) form.reportValidity();
}

/** What the map or another device changed since the form was drawn is not in it yet: only what was told here is changed. */
function made(of: string, { told, shown }: Filled): Make {
  if (of === "whole") return (now) => planSet(now, told);
  if (of === "written_for")
    return (now) => writtenFor(now, { ...shown, ...told } as { [field: string]: string | number | boolean | undefined });
  return (now) => lineSet(now, of, told, shown);
}

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const { set, allow, seal, new: list } = form.dataset;
  if (set === undefined && allow === undefined && seal === undefined && list === undefined) return;
  event.preventDefault();
  if (list !== undefined) return begin(list as List, JSON.parse(String(new FormData(form).get("weapon"))) as Fields);
  if (set !== undefined) save(form, true);
  else if (allow !== undefined) void change((now) => letPass(now, allow, String(new FormData(form).get("because")).trim()));
  else void sealed(form);
});

/** Seals the plan, as the game stands by now: that the other side has sealed its own meanwhile is no reason to ask once more. */
async function sealed(tapped: HTMLFormElement): Promise<void> {
  const reason = new FormData(tapped).get("reason");
  await show();
  const form = document.querySelector<HTMLFormElement>("form[data-seal]");
  if (!form) return;
  clearAnswer(answerPlace(form));
  const asked = { command_id: newId(), expected_seq: Number(form.dataset["seal"]), ...(reason === null ? {} : { reason: String(reason) }) };
  const answer = await post(`${address}/seal`, asked);
  if (answer?.ok) return show();
  const why = answer
    ? ((await answer.json().catch(() => ({}))) as ProblemDetails)
    : { because: "The server does not answer.", instead: "Try again in a moment." };
  await show();
  const because = why.because ?? why.detail ?? "The server cannot answer this";
  showRefusal(answerPlace(form), { because: asSentence(because), instead: asSentence(why.instead ?? ""), clause: why.clause ?? "" });
}

document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const link = target.closest<HTMLAnchorElement>("a[data-line], a[data-turn], a[data-clash-of], a[data-heat]");
  if (link) {
    event.preventDefault();
    go(link.dataset);
  }
  const button = target.closest<HTMLButtonElement>("[data-edit], [data-add]");
  if (button) pressed(button);
});

function go({ line, turn: when, clash, clashOf, heat }: DOMStringMap): void {
  if (heat !== undefined) void showWith({ heat });
  else if (clashOf !== undefined) showFinding(clashOf);
  else if (line !== undefined) takeAndArrive(line);
  else void look(Number(when)).then(() => clash !== undefined && showClash(clash));
}

/** A mark on the map leads to its finding. */
function showFinding(key: string): void {
  const finding = document.getElementById(`finding-${key}`);
  finding?.closest("details")?.setAttribute("open", "");
  finding?.focus();
  finding?.scrollIntoView({ block: "center" });
}

/** And a finding to its place, in its turn. */
function showClash(mark: string): void {
  requiredElement<HTMLElement>("#map-region").scrollIntoView({ block: "nearest" });
  map().show(mark);
}

/** Whoever goes by keys or by ear goes on where the page does, once what it waits for is done. */
function takeAndArrive(line: string, after: Promise<boolean> = Promise.resolve(true)): void {
  const arrive = focusAfter();
  void after.then(async (done) => {
    if (!done) return;
    await take(line);
    arrive(document.querySelector<HTMLElement>(line ? "#in-hand [data-arrive]" : "#sheet [data-arrive]"));
    if (line) map().show(line);
  });
}

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || (event.target as Element).closest("input, textarea")) return;
  event.preventDefault();
  stepBack(event.shiftKey);
});

function stepBack(again: boolean): void {
  latest = null;
  void (again ? editor.redo() : editor.undo());
}

function pressed(button: HTMLButtonElement): void {
  const { edit, add, weapon, finding } = button.dataset;
  const line = inHand();
  if (add !== undefined) return begin(add as List, beginning(add as List, weapon));
  switch (edit) {
    case "undo":
      return stepBack(false);
    case "redo":
      return stepBack(true);
    case "strike":
      return takeAndArrive(
        "",
        change((now) => lineDropped(now, line)),
      );
    case "object":
      return void change((now) => letPass(now, finding ?? "", null));
    case "tap":
    case "draw":
      drawing = { line, points: [], isSinglePoint: edit === "tap" };
      requiredElement<HTMLElement>("#map-region").scrollIntoView({ block: "nearest" });
      return draft();
    case "unpoint":
      drawing?.points.pop();
      return draft();
    case "leave":
      drawing = null;
      return draft();
    case "finish":
      return finish();
    case "before":
      return void look(Math.max(0, turn() - 1));
    case "after":
      return void look(Math.min(last(), turn() + 1));
    case "play":
      return player.toggle(button);
  }
}

function begin(list: List, fields: Fields): void {
  const line: Line = { id: newId().replaceAll("-", "").slice(0, 8), ...fields };
  takeAndArrive(
    line.id,
    change((now) => lineAdded(now, list, line)),
  );
}

/** What a new line says already. */
function beginning(list: List, weapon = ""): Fields {
  const when = turn() || undefined;
  switch (list) {
    case "weapons":
      return { name: "New battery", kind: "field_gun" };
    case "shifts":
    case "bombardments":
      return { weapon, turn: when };
    case "barrages":
      return { start_mm: Math.round(map().size.depth / 30) * 10 };
    case "gas":
      return { turn: when };
    default:
      return {};
  }
}

function finish(): void {
  const drawn = drawing;
  drawing = null;
  draft();
  if (!drawn) return;
  const line = lineDrawn(
    drawn.points.map(([x, y]) => ownPlace({ x, y })),
    map().size.width,
    drawnBy(),
  );
  void change((now) => lineSet(now, drawn.line, line));
}

/** What is being tapped, over the map; and whether there is enough of it. */
function draft(): void {
  const bar = requiredElement<HTMLElement>("[data-part=drawing]");
  bar.hidden = !drawing;
  map().toggleAttribute("data-drawing", drawing !== null);
  const points = drawing?.points ?? [];
  const sheet = points.map(([x, y]) => map().sheetOf({ x, y }));
  requiredElement("[data-part=draft]").setAttribute(
    "d",
    sheet.length ? `M${sheet.map(({ x, y }) => `${x} ${y}`).join("L")}${sheet.length === 1 ? "h.1" : ""}` : "",
  );
  for (const button of bar.querySelectorAll<HTMLButtonElement>("[data-edit=finish], [data-edit=unpoint]"))
    button.hidden = drawing?.isSinglePoint ?? false;
  requiredElement<HTMLButtonElement>("[data-edit=finish]").disabled = points.length < 1;
  const words = drawing?.isSinglePoint
    ? "Tap its place on the map."
    : `Tap the line from side to side, one place after the other. ${points.length} so far.`;
  requiredElement("[data-part=drawing-words]").textContent = drawing ? words : "";
}

/** A forecast that is still being worked out is asked for again. */
document.addEventListener("bz:morphed", () => {
  clearTimeout(asking);
  if (document.querySelector("[data-forecast=at_work]")) asking = setTimeout(() => void show(), ASK_AGAIN_MS);
});

/** What one points at is what the arrows move; what another device saved is what is gone on from. */
document.addEventListener("bz:morphed", () => {
  if (!editor.isSaving && revision() > editor.revision) {
    editor.adopt(stored(), revision());
    say(`Saved elsewhere, ${clockTime()}`);
  }
  for (const [edit, can] of [
    ["undo", editor.canUndo],
    ["redo", editor.canRedo],
  ] as const) {
    const button = document.querySelector<HTMLButtonElement>(`[data-edit=${edit}]`);
    if (button) button.disabled = !can;
  }
  const line = inHand();
  if (line && map().chosen?.id !== line)
    map().choose({ id: line, part: document.querySelector(`[data-piece="${CSS.escape(line)}"][data-part=start]`) ? "start" : "at" });
  else if (!line && map().chosen) map().choose(null);
  draft();
});

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && !editor.isSaving && void show());

new Elsewhere({
  address: `${address}/file`,
  revision: () => editor.revision,
  isAway: () => editor.isSaving || document.visibilityState !== "visible",
  isUnsaved,
  takeOver: show,
  tell: () => say("Saved elsewhere meanwhile"),
}).start();

/** A field that is being typed in, a line that is being drawn, a thing that a finger holds, a choice that is still to be made. */
function isUnsaved(): boolean {
  const forms = [...document.querySelectorAll<HTMLFormElement>("form[data-set]")];
  return drawing !== null || document.querySelector("[data-held], #plan-answer [data-do=theirs]") !== null || forms.some(isUnsent);
}
