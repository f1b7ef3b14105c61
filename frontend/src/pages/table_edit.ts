// The editor of a table. Every finished change, by a drag, a key or a form, is one new document that is saved at once; the
// service judges it and the page's regions are brought up to date. What is refused changes nothing and is said beside the
// piece. Taking back saves the document from before.
import { focusAfter } from "../components/keyboard";
import { read } from "../components/centimetres";
import { asSentence } from "../forms/problem-details";
import { refresh } from "../live/stream";
import { showRefusal } from "../components/announcements";
import {
  drawnFurther,
  type Facts,
  factsSet,
  gapClosed,
  gapOpened,
  isOutlined,
  piece,
  pieceAdded,
  pieceDropped,
  pieceMoved,
  type Place,
  pointAdded,
  pointDropped,
  pointMoved,
  pointsOf,
  pointsSet,
  putDown,
  type TableDocument,
  type Words,
} from "../map/table-document";
import { DocumentEditor } from "../documents/document-editor";
import type { Point } from "../map/geometry";
import { TrenchMap } from "../map/trench-map";

type Change = (table: TableDocument) => TableDocument;

interface Wrong {
  readonly piece: string;
  readonly because: string;
  readonly instead: string;
}

if (!customElements.get("trench-map")) customElements.define("trench-map", TrenchMap);
const editor = requiredElement<HTMLElement>("[data-editor]");
const documentEditor = new DocumentEditor<TableDocument>(
  {
    address: editor.dataset["table"] ?? "",
    remembers: true,
    answers: () => requiredElement("#table-answer"),
    say,
    show,
    refused: sayWhyNot,
  },
  JSON.parse(editor.dataset["document"] ?? "{}") as TableDocument,
  Number(editor.dataset["revision"]),
);
const WORDS_OF = "words.";
let drawing: { sort: string; points: Place[] } | null = null;

function requiredElement<Kind extends Element>(selector: string): Kind {
  const item = document.querySelector<Kind>(selector);
  if (!item) throw new Error(`the editor's page holds ${selector}`);
  return item;
}

const map = () => requiredElement<TrenchMap>("trench-map");
const inHand = () => new URLSearchParams(location.search).get("piece") ?? "";
const change = (make: Change, then?: () => void) => documentEditor.change(make, then);

async function sayWhyNot(answer: Response): Promise<void> {
  await show();
  const told = (await answer.json().catch(() => ({}))) as { because?: string; instead?: string; wrong?: Wrong[] };
  const [first] = told.wrong ?? [];
  const own = first?.piece === inHand() && !documentEditor.hasMore ? document.querySelector<HTMLElement>("[data-refusals]") : null;
  say("Not saved");
  const because = first?.piece
    ? `${own ? "" : `${piece(documentEditor.document, first.piece)?.properties.name ?? "A new piece"}: `}${first.because}`
    : (first?.because ?? told.because ?? "The server cannot answer this");
  showRefusal(own ?? requiredElement("#table-answer"), {
    because: asSentence(because),
    instead: asSentence(first?.instead ?? told.instead ?? ""),
  });
}

function say(words: string): void {
  requiredElement("#saved").textContent = words;
}

/** The regions as they stand now at this address; what is in hand stays in hand. */
async function show(): Promise<void> {
  await refresh();
  const held = map().chosen;
  if (held && held.id !== inHand()) map().choose(null);
  requiredElement<HTMLButtonElement>("[data-edit=undo]").disabled = !documentEditor.canUndo;
  requiredElement<HTMLButtonElement>("[data-edit=redo]").disabled = !documentEditor.canRedo;
  draft();
}

/** Whether it is in hand now: what was typed for the piece before is kept first, and refused it stays in hand. */
async function take(id: string): Promise<boolean> {
  if (id === inHand()) return true;
  if (!(await typedIsKept())) return false;
  history.replaceState(null, "", id ? `?piece=${encodeURIComponent(id)}` : location.pathname);
  await show();
  return true;
}

/** The forms of the piece in hand that say otherwise than is kept. */
function typedForms(): HTMLFormElement[] {
  return [...document.querySelectorAll<HTMLFormElement>("#in-hand form:is([data-do=facts], [data-do=points])")].filter(isTyped);
}

async function typedIsKept(): Promise<boolean> {
  for (const form of typedForms()) if (!(await keep(form))) return false;
  return true;
}

function isTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
    if (element instanceof HTMLInputElement) return element.value !== element.defaultValue;
    return element instanceof HTMLSelectElement && [...element.options].some((option) => option.selected !== option.defaultSelected);
  });
}

async function keep(form: HTMLFormElement): Promise<boolean> {
  const places = form.dataset["do"] === "points" ? placesIn(form) : [];
  if (!places) return false;
  const isKept = await change((now) => (places.length ? pointsSet(now, inHand(), places) : factsSet(now, inHand(), factsOf(form))));
  for (const element of form.elements) if (isKept && element instanceof HTMLInputElement) element.defaultValue = element.value;
  return isKept;
}

/** Where whoever goes by keys or by ear goes on. */
function headOf(region: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${region} [data-arrive]`);
}

// By hand on the map.

document.addEventListener("map-chosen", (event) => {
  const { id, part } = (event as CustomEvent<{ id: string; part: string }>).detail;
  if (!drawing && !part) void take(id);
});

document.addEventListener("map-moved", (event) => {
  const { id, part, x, y, by } = (event as CustomEvent<{ id: string; part: string; by: Point } & Point>).detail;
  const place = Number(part.slice(1));
  if (part === "all") void change((now) => pieceMoved(now, id, by));
  else if (part.startsWith("b"))
    void change(
      (now) => pointAdded(now, id, place, { x, y }),
      () => map().choose({ id, part: `p${place + 1}` }),
    );
  else void change((now) => pointMoved(now, id, place, by));
});

document.addEventListener("map-turned", (event) => {
  const { id, facing } = (event as CustomEvent<{ id: string; facing: number }>).detail;
  void change((now) => factsSet(now, id, { facing_deg: facing }));
});

document.addEventListener("map-tapped", (event) => {
  if (!drawing) return void take("");
  drawing.points = drawnFurther(drawing.points, (event as CustomEvent<Point>).detail);
  draft();
});

// By forms and buttons.

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const does = form.dataset["do"];
  if (does === undefined) return;
  event.preventDefault();
  const how = (event.submitter as HTMLButtonElement | null)?.value ?? "";
  if (does === "new") begin(String(new FormData(form).get("sort")), how);
  else if (does === "facts" || does === "points") void keep(form);
  else if (does === "table") void change((now) => ({ ...now, ...tableOf(form) }));
  else if (does === "move") withPlaces(form, ([by]) => by && change((now) => pieceMoved(now, inHand(), { x: by[0], y: by[1] })));
  else if (does === "gap") withPlaces(form, (places) => change((now) => gapOpened(now, inHand(), { path: places, ...gapOf(form) })));
});

document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const link = target.closest<HTMLAnchorElement>("a[data-choose]");
  if (link) {
    event.preventDefault();
    const id = link.dataset["choose"] ?? "";
    const arrive = focusAfter();
    void take(id).then((taken) => {
      if (!taken) return;
      if (id) map().show(id);
      arrive(headOf(id ? "#in-hand" : "#pieces"));
    });
  }
  const away = target.closest<HTMLAnchorElement>("[data-editor] a[href]:not([data-choose])");
  if (away && typedForms().length) {
    event.preventDefault();
    void typedIsKept().then((kept) => kept && away.click());
  }
  const button = target.closest<HTMLButtonElement>("[data-edit]");
  if (button) pressed(button);
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || (event.target as Element).closest("input, textarea")) return;
  event.preventDefault();
  void (event.shiftKey ? documentEditor.redo() : documentEditor.undo());
});

function pressed({ dataset }: HTMLButtonElement): void {
  const arrive = focusAfter();
  const [id, place, gap] = [inHand(), Number(dataset["point"]), Number(dataset["gap"])];
  switch (dataset["edit"]) {
    case "undo":
      return void documentEditor.undo();
    case "redo":
      return void documentEditor.redo();
    case "add-point":
      return void change((now) => pointAdded(now, id, place));
    case "drop-point":
      return void change((now) => pointDropped(now, id, place));
    case "drop-gap":
      return void change((now) => gapClosed(now, id, gap));
    case "drop-piece":
      return void change(
        (now) => pieceDropped(now, id),
        () => history.replaceState(null, "", location.pathname),
      ).then(() => arrive(headOf("#pieces")));
    case "unpoint":
      drawing?.points.pop();
      return draft();
    case "leave":
      drawing = null;
      return draft();
    case "finish":
      return finish();
  }
}

function begin(sort: string, how: string): void {
  if (how === "put") return add(sort, putDown(documentEditor.document, sort, map().middle));
  drawing = { sort, points: [] };
  void take("").then(draft);
  requiredElement<HTMLElement>("#map-region").scrollIntoView({ block: "nearest" });
}

function finish(): void {
  const drawn = drawing;
  drawing = null;
  if (drawn) add(drawn.sort, drawn.points);
  draft();
}

function add(sort: string, points: readonly Place[]): void {
  let made = "";
  const putOn = (now: TableDocument): TableDocument => {
    const [next, id] = pieceAdded(now, sort, points);
    made = id;
    return next;
  };
  const arrive = focusAfter();
  void change(putOn, () => history.replaceState(null, "", `?piece=${encodeURIComponent(made)}`)).then(
    (done) => done && arrive(headOf("#in-hand")),
  );
}

/** What is being drawn, over the map; and whether there is enough of it. */
function draft(): void {
  const bar = requiredElement<HTMLElement>("[data-part=drawing]");
  bar.hidden = !drawing;
  map().toggleAttribute("data-drawing", drawing !== null);
  const points = drawing?.points ?? [];
  const sheet = points.map(([x, y]) => map().sheetOf({ x, y }));
  const closes = drawing && isOutlined(drawing.sort) && points.length > 2;
  requiredElement("[data-part=draft]").setAttribute(
    "d",
    sheet.length ? `M${sheet.map(({ x, y }) => `${x} ${y}`).join("L")}${sheet.length === 1 ? "h.1" : ""}${closes ? "Z" : ""}` : "",
  );
  const fewest = drawing && isOutlined(drawing.sort) ? 3 : 2;
  requiredElement<HTMLButtonElement>("[data-edit=finish]").disabled = points.length < fewest;
  requiredElement("[data-part=drawing-words]").textContent = drawing
    ? `Tap its points on the map, one after the other. ${points.length} so far, ${fewest} at least.`
    : "";
}

function withPlaces(form: HTMLFormElement, use: (places: Place[]) => unknown): void {
  const places = placesIn(form);
  if (places) use(places);
}

/** The places that were typed; null where one of them is none, which its field then says. */
function placesIn(form: HTMLFormElement): Place[] | null {
  const [xs, ys] = ["x", "y"].map((name) => [...form.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)]);
  const places = (xs ?? []).map((x, at) => [millimetres(x), millimetres(ys?.[at])] as const);
  return places.every((place): place is [number, number] => place.every((element) => element !== null)) ? places : null;
}

/** What was typed as cm; what is none is said at the field, which keeps the focus. */
function millimetres(input: HTMLInputElement | undefined): number | null {
  if (!input) return null;
  const reading = read(input.value, { min: null, max: null, decimals: 1 });
  input.setCustomValidity("problem" in reading ? reading.problem : "");
  input.addEventListener("input", () => input.setCustomValidity(""), { once: true });
  if ("value" in reading) return Math.round(reading.value * 10);
  input.reportValidity();
  return null;
}

function factsOf(form: HTMLFormElement): Partial<Facts> {
  const typed = new FormData(form);
  const number = (name: string) => Number(String(typed.get(name)).replace("−", "-").replace(",", "."));
  const facts: { -readonly [name in keyof Facts]?: Facts[name] } = { name: String(typed.get("name")).trim() };
  for (const name of ["kind", "nation", "strength"] as const) if (typed.has(name)) facts[name] = String(typed.get(name));
  for (const name of ["height", "facing_deg"] as const) if (typed.has(name)) facts[name] = number(name);
  if (typed.has("width_cm")) facts.width_mm = Math.round(number("width_cm") * 10);
  if (typed.has("belts")) facts.depth_mm = number("belts") * 20;
  facts.words = wordsOf(typed);
  return facts;
}

/** The words of rule systems, whose fields are named by what they are of. */
function wordsOf(typed: FormData): Words {
  const named = [...typed].filter(([name]) => name.startsWith(WORDS_OF));
  return Object.fromEntries(named.map(([name, says]) => [name.slice(WORDS_OF.length), String(says)]));
}

function tableOf(form: HTMLFormElement): Pick<TableDocument, "name" | "width_mm" | "depth_mm"> {
  const typed = new FormData(form);
  const [width_mm, depth_mm] = ["width_cm", "depth_cm"].map((name) => Math.round(Number(typed.get(name)) * 10));
  return { name: String(typed.get("name")).trim(), width_mm: width_mm ?? 0, depth_mm: depth_mm ?? 0 };
}

function gapOf(form: HTMLFormElement): { width_mm: number; made_by: string } {
  const { width_mm = 0 } = factsOf(form);
  return { width_mm, made_by: String(new FormData(form).get("made_by")) };
}

/** What one points at is what the arrows move, from the first: a piece that was put down is held by the whole of it. */
document.addEventListener("bz:morphed", () => {
  const id = inHand();
  const shown = piece(documentEditor.document, id);
  if (shown && !map().chosen) map().choose({ id, part: "all" });
  if (shown && map().chosen?.part.startsWith("p") && Number(map().chosen?.part.slice(1)) >= pointsOf(shown).length)
    map().choose({ id, part: "all" });
});
