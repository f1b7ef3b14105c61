// What both pages on which a force is built do alike: it is kept as it is changed, regions are brought up to date, and what
// is refused is said beside what is in hand.
import { refresh } from "../live/stream";
import { DocumentEditor } from "./document-editor";
import { asSentence, type ProblemDetails } from "../forms/problem-details";
import { clearAnswer, showRefusal } from "../components/announcements";

export interface ForceEditor<Document> {
  /** None on a page on which one only looks. */
  readonly kept: DocumentEditor<Document> | null;
  /** The regions as they stand now at this address. */
  readonly show: () => Promise<void>;
  /** Another element in hand, or none. */
  readonly take: (id: string) => Promise<void>;
  /** What was refused before is said no longer. */
  readonly begin: () => void;
}

export function found<Kind extends Element>(selector: string): Kind {
  const element = document.querySelector<Kind>(selector);
  if (!element) throw new Error(`the page of a force holds ${selector}`);
  return element;
}

/** `showAgain`: whether the regions are drawn anew where a change was refused, or what was typed stays; `shown`: what is done with new ones. */
export function forceEditor<Document>(showAgain: boolean, shown: () => void = () => {}): ForceEditor<Document> {
  const editor = document.querySelector<HTMLElement>("[data-editor]");
  const kept =
    editor &&
    new DocumentEditor<Document>(
      { address: editor.dataset["force"] ?? "", remembers: true, answers: () => found("#force-answer"), say, show, refused },
      JSON.parse(editor.dataset["document"] ?? "{}") as Document,
      Number(editor.dataset["revision"]),
    );
  offerTakingBack();

  function say(words: string): void {
    found("#saved").textContent = words;
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

  /** Nothing has changed; what was saved elsewhere meanwhile is gone on from. */
  async function refused(answer: Response): Promise<void> {
    const problem = (await answer.json().catch(() => ({}))) as ProblemDetails & { stands?: { revision: number; document: Document } };
    if (problem.stands) kept?.goOnFrom(problem.stands.document, problem.stands.revision);
    if (problem.stands || showAgain) await show();
    say("Not saved");
    const beside = kept?.hasMore ? null : document.querySelector<HTMLElement>("[data-refusals]");
    const place = beside ?? found<HTMLElement>("#force-answer");
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

  return { kept, show, take, begin };
}
