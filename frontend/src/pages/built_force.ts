// A force that is built from its outline, of any rule system: what is filled in is saved at once, whole, and judged by the
// service; then the page's regions are brought up to date. The list of forces uses it too, and the choice of two.
import { focusAfter } from "../components/keyboard";
import type { Json } from "../forms/form-json";
import { type Document, idOf, lengthOf, moved, without, withOneMore, withValue } from "../documents/document-paths";
import { startDocuments } from "../documents/document-forms";
import { forceEditor } from "../documents/force-editor";
import { startTreeKeys } from "../components/keyboard";

document.documentElement.classList.add("scripted");
startDocuments({
  form: "built",
  file: "builtFile",
  then: (form, made) => (made ? `${form.dataset["at"]}/${encodeURIComponent(made.id)}` : (form.dataset["at"] ?? "/")),
});

const editor = forceEditor<Document>(false);
const { documentEditor: kept } = editor;

async function change(make: (now: Document) => Document): Promise<boolean> {
  editor.begin();
  return (await kept?.change(make)) ?? false;
}

type Filled = HTMLInputElement | HTMLSelectElement;

function valueOf(field: HTMLElement, control: Filled): Json {
  const { entry, mayBeEmpty } = field.dataset;
  if (entry === "toggle") return (control as HTMLInputElement).checked;
  const written = control.value.trim();
  if (entry === "number") return written === "" && mayBeEmpty !== undefined ? null : asNumber(written);
  return entry === "choice" && written === "" ? null : written;
}

/** What cannot be read as a number goes as it was typed: the service says what would be right. */
function asNumber(written: string): Json {
  const number = Number(written.replace("−", "-").replace(",", "."));
  return written !== "" && Number.isFinite(number) ? number : written;
}

async function take(id: string, arrive = focusAfter()): Promise<void> {
  await editor.take(id);
  arrive(document.querySelector<HTMLElement>("#in-hand [data-arrive]"));
}

function thenTake(change: Promise<boolean>, id: string): void {
  const arrive = focusAfter();
  void change.then((done) => void (done && take(id, arrive)));
}

document.addEventListener("change", (event) => {
  const control = event.target as Filled;
  const field = control.closest<HTMLElement>("[data-set]");
  if (field) void change((now) => withValue(now, field.dataset["set"] ?? "", valueOf(field, control)));
  else if (control.closest("form[data-sift]")) control.closest("form")?.requestSubmit();
});

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset["fields"] !== undefined) event.preventDefault();
  if (form.dataset["add"] === undefined) return;
  event.preventDefault();
  const { at, value } = JSON.parse(String(new FormData(form).get("what"))) as { at: string; value: Json };
  const arrive = focusAfter();
  void change((now) => withOneMore(now, at, value)).then((done) => {
    if (done && kept) void take(idOf(`${at}.${lengthOf(kept.document, at) - 1}`), arrive);
  });
});

document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const link = target.closest<HTMLAnchorElement>("a[data-choose]");
  if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    void take(link.dataset["choose"] ?? "");
  }
  const button = target.closest<HTMLButtonElement>("button");
  if (!button || !kept) return;
  const { edit, move, of = "", leave } = button.dataset;
  if (edit) void (edit === "undo" ? kept.undo() : kept.redo());
  else if (move)
    thenTake(
      change((now) => moved(now, of, Number(move))),
      idOf(of.replace(/\d+$/, (n) => String(Number(n) + Number(move)))),
    );
  else if (leave !== undefined)
    thenTake(
      change((now) => without(now, of)),
      idOf(of).replace(/\.?\d+$/, ""),
    );
});

startTreeKeys(() => kept);
