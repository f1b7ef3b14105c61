// The editor of both force pages: it saves changes, updates regions, and shows refusals beside the selected element.
// A page that only shows a force has none.
import { refresh } from "../live/stream";
import { DocumentEditor } from "./document-editor";
import { asSentence, type ProblemDetails } from "../forms/problem-details";
import { clearAnswer, showRefusal } from "../components/announcements";

export interface ForceEditor<Document> {
  /** Null on a page that only shows a force. */
  readonly documentEditor: DocumentEditor<Document> | null;
  /** Draws the regions of this address. */
  readonly show: () => Promise<void>;
  /** Selects another element, or none. */
  readonly take: (id: string) => Promise<void>;
  /** Clears earlier refusals. */
  readonly begin: () => void;
}

export function requiredElement<Kind extends Element>(selector: string): Kind {
  const element = document.querySelector<Kind>(selector);
  if (!element) throw new Error(`the page of a force holds ${selector}`);
  return element;
}

/** `showAgain`: whether regions are drawn again after a refusal; `shown` is called after each drawing. */
export function forceEditor<Document>(showAgain: boolean, shown: () => void = () => {}): ForceEditor<Document> {
  const editor = document.querySelector<HTMLElement>("[data-editor]");
  const kept =
    editor &&
    new DocumentEditor<Document>(
      { address: editor.dataset["force"] ?? "", remembers: true, answers: () => requiredElement("#force-answer"), say, show, refused },
      JSON.parse(editor.dataset["document"] ?? "{}") as Document,
      Number(editor.dataset["revision"]),
    );
  offerTakingBack();

  function say(words: string): void {
    requiredElement("#saved").textContent = words;
  }

  async function show(): Promise<void> {
    await refresh();
    offerTakingBack();
    shown();
  }

  function offerTakingBack(): void {
    for (const [name, can] of [
      ["undo", kept?.canUndo],
      ["redo", kept?.canRedo],
    ] as const) {
      for (const button of document.querySelectorAll<HTMLButtonElement>(`[data-edit=${name}]`)) button.disabled = !can;
    }
  }

  /** Nothing has changed; a version saved elsewhere is taken over. */
  async function refused(answer: Response): Promise<void> {
    const problem = (await answer.json().catch(() => ({}))) as ProblemDetails & { stands?: { revision: number; document: Document } };
    if (problem.stands) kept?.continueFrom(problem.stands.document, problem.stands.revision);
    if (problem.stands || showAgain) await show();
    say("Not saved");
    const beside = kept?.hasMore ? null : document.querySelector<HTMLElement>("[data-refusals]");
    const place = beside ?? requiredElement<HTMLElement>("#force-answer");
    showRefusal(place, {
      because: asSentence(problem.because ?? "The server cannot answer this"),
      instead: asSentence(problem.instead ?? ""),
      clause: problem.clause ?? "",
    });
  }

  async function take(id: string): Promise<void> {
    const address = new URLSearchParams(location.search);
    if (id) address.set("of", id);
    else address.delete("of");
    history.replaceState(null, "", `?${address}`);
    await show();
  }

  function begin(): void {
    const place = document.querySelector<HTMLElement>("[data-refusals]");
    if (place) clearAnswer(place);
  }

  return { documentEditor: kept, show, take, begin };
}
