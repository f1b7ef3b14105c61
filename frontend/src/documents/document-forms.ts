// Forms that create, import, copy and delete documents (tables, fire plans): one request, then the page of the document,
// or the reason beside the form.
import { fieldsOf } from "../games/command-forms";
import { commandOfFields } from "../forms/form-json";
import { postText } from "./document-editor";
import { offerPlaces, tooLong } from "./misplaced-files";
import { asSentence, type ProblemDetails } from "../forms/problem-details";
import { answerPlace, clearAnswer, showRefusal } from "../components/announcements";

const TOO_LARGE = 413;

/** `form`, `file`: the data attributes with the address, as scripts name them. `then` gives the next address. */
export interface DocumentForms {
  readonly form: string;
  readonly file: string;
  readonly then: (form: HTMLFormElement, made: { id: string } | null) => string;
}

export function startDocuments(kind: DocumentForms): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const [address, file] = [form.dataset[kind.form], form.dataset[kind.file]];
    if (address === undefined && file === undefined) return;
    event.preventDefault();
    const { submitter } = event;
    void sendOnce(form, address ?? file ?? "", () => (file === undefined ? bodyOf(form, submitter) : fileOf(form)), kind.then);
  });
}

/** Sends a form once at a time, and opens the next address. */
export async function sendOnce(
  form: HTMLFormElement,
  address: string,
  body: () => string | Blob,
  then: DocumentForms["then"],
): Promise<void> {
  if (form.dataset["sending"]) return;
  form.dataset["sending"] = "sending";
  await send(form, address, body(), then).finally(() => delete form.dataset["sending"]);
}

async function send(form: HTMLFormElement, address: string, body: string | Blob, then: DocumentForms["then"]): Promise<void> {
  const place = answerPlace(form);
  clearAnswer(place);
  const answer = await postText(address, body);
  if (answer === null) return showRefusal(place, { because: "The server does not answer.", instead: "Try again in a moment." });
  if (!answer.ok) {
    const why = (await answer.json().catch(() => ({}))) as ProblemDetails;
    showRefusal(place, body instanceof Blob && answer.status === TOO_LARGE ? tooLong(body) : whyNot(why));
    if (body instanceof Blob) offerPlaces(place, why, body);
    return;
  }
  form.dispatchEvent(new CustomEvent("bz:sent"));
  location.assign(then(form, answer.status === 204 ? null : ((await answer.json()) as { id: string })));
}

/** The file as it is: the service parses it. */
function fileOf(form: HTMLFormElement): Blob {
  return form.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0] ?? new Blob();
}

function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): string {
  const { kind: _, ...body } = commandOfFields("", fieldsOf(form, submitter));
  return JSON.stringify(body);
}

function whyNot({ because, detail, instead }: ProblemDetails): { because: string; instead: string } {
  return { because: asSentence(because ?? detail ?? "The server cannot answer this."), instead: asSentence(instead ?? "") };
}
