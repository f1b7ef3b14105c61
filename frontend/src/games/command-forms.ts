// Forms with data-command="kind" are sent as JSON; so is what an island gives to sendCommand.
import type { Answer } from "./answers";
import { commandOfFields, type Field, type Json } from "../forms/form-json";
import { refresh, reportWaiting } from "../live/stream";
import { type RefusedCommand, refusedCommand, announceRefused, startRefusedCommands } from "./refused-commands";
import { asSentence } from "../forms/problem-details";
import { type Envelope, newId, Outbox } from "./outbox";
import { gamePage, noteAnswered, seenSeq } from "../live/page-state";
import { about, replacePage } from "../live/link-navigation";
import {
  markOldRefusals,
  answerPlace,
  clearRefusals,
  pagePlace,
  type RefusalNotice,
  clearAnswer,
  showRefusal,
  showUnsent,
} from "../components/announcements";
import { kindText, commandText } from "./command-text";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

/** The form of a command, and what the page was about when it was sent. */
interface Sent {
  readonly form: HTMLFormElement;
  readonly about: string | undefined;
}

const forms = new Map<string, Sent>();
let outbox: Outbox | undefined;

export function startCommands(): void {
  const page = gamePage();
  if (!page) return;
  startRefusedCommands(page.game, page.role, sendAgain);
  outbox = new Outbox(page.game, afterWaiting, reportWaiting, page.role);
  document.addEventListener("submit", submitted);
  window.addEventListener("online", () => void outbox?.retry());
  document.addEventListener("bz:back", () => void outbox?.retry());
  document.addEventListener("bz:morphed", markOldRefusals);
  document.addEventListener("input", changed);
  document.addEventListener("change", changed);
}

/** A refusal goes as soon as its form changes. */
function changed(event: Event): void {
  const target = event.target as Element;
  const form = target.closest("form");
  if (form && !target.closest("[data-answer]")) clearRefusals(form);
}

/** An override: the clause of the refusal, and the player's reason. */
export interface Overruling {
  readonly overrule: string;
  readonly reason: string;
}

/**
 * Sends one command of this page's game; `what` is its text, if the form does not have it. The answer is shown on the page
 * when the promise resolves.
 */
export async function sendCommand(
  command: { [key: string]: Json },
  form?: HTMLFormElement,
  overruling?: Overruling,
  what?: string,
): Promise<Answer> {
  const page = gamePage();
  if (!page || !outbox) throw new Error("only the page of a game sends commands");
  const words = what ?? (form ? commandText(form, null, command) : kindText(command["kind"]));
  const sent = { game: page.game, command_id: newId(), expected_seq: seenSeq(), command, ...overruling };
  const envelope: Envelope = { ...sent, what: words, at: new Date().toISOString() };
  if (form) forms.set(envelope.command_id, { form, about: about() });
  mark(form, "sending");
  const answer = await outbox.send(envelope);
  if (answer.kind === "unsent") unsent(form, answer.because);
  else settle(envelope, answer);
  return answer;
}

export function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): Field[] {
  return [...form.elements]
    .filter((element): element is Control => isSent(element, submitter))
    .map((control) => ({ name: control.name, value: valueOf(control), type: control.dataset["type"] }));
}

function isSent(element: Element, submitter: HTMLElement | null): boolean {
  const control = element as Control;
  if (!control.name || control.disabled) return false;
  if (control instanceof HTMLButtonElement) return control === submitter;
  if (!(control instanceof HTMLInputElement)) return true;
  if (control.type === "radio") return control.checked;
  // Known values have an origin only where the player changed them.
  if ("known" in control.dataset) return String(control.checked) !== control.dataset["known"];
  return control.type !== "checkbox" || control.checked || control.dataset["type"] === "boolean";
}

function valueOf(control: Control): string {
  const isSwitch = control instanceof HTMLInputElement && control.type === "checkbox" && control.dataset["type"] === "boolean";
  return isSwitch ? String(control.checked) : control.value;
}

function submitted(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const kind = form.dataset["command"];
  if (kind === undefined) return;
  event.preventDefault();
  if (form.dataset["sending"]) return;
  const command = commandOfFields(kind, fieldsOf(form, event.submitter));
  void sendCommand(command, form, setAside(form), commandText(form, event.submitter, command));
}

/** The override that a form has in advance. */
function setAside(form: HTMLFormElement): Overruling | undefined {
  const [overrule, reason] = ["_overrule", "_reason"].map((name) =>
    form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value.trim(),
  );
  return overrule && reason ? { overrule, reason } : undefined;
}

function unsent(form: HTMLFormElement | undefined, because?: string): void {
  mark(form, "pending");
  if (form?.isConnected) showUnsent(answerPlace(form), because);
}

function settle(envelope: Envelope, answer: Answer): void {
  const sent = forms.get(envelope.command_id);
  const form = sent?.form;
  forms.delete(envelope.command_id);
  mark(form, null);
  const place = form?.isConnected ? answerPlace(form) : pagePlace();
  clearAnswer(place);
  if (answer.kind === "accepted") return accepted(answer, sent);
  catchUp(answer);
  if (answer.kind === "unreadable") markField(form, answer.field);
  showRefusal(place, whyNot(envelope, answer, form));
}

/** Shows the answer to a command that waited: the player may be on another page by now. */
function afterWaiting(envelope: Envelope, answer: Answer): void {
  const sent = forms.get(envelope.command_id);
  forms.delete(envelope.command_id);
  mark(sent?.form, null);
  if (sent?.form.isConnected) clearAnswer(answerPlace(sent.form));
  if (answer.kind === "accepted") return accepted(answer, sent);
  catchUp(answer);
  if (answer.kind === "unsent") return;
  const page = gamePage();
  announceRefused(refusedCommand(envelope, answer, !envelope.role || !page?.role || envelope.role === page.role), sendAgain);
}

/** Sends a refused command again, for the state that the page shows now; with a reason it overrides the refusal. */
function sendAgain({ again, what, clause }: RefusedCommand, reason?: string): void {
  if (!again) return;
  const { overrule, reason: before } = again.beside as Partial<Overruling>;
  const aside = reason ? { overrule: clause, reason } : overrule && before ? { overrule, reason: before } : undefined;
  void sendCommand({ ...again.command }, undefined, aside, what);
}

/** The page is updated before the answer is shown. */
function catchUp({ kind }: Answer): void {
  if (kind === "stale") noteAnswered(0);
  if (kind === "stale" || kind === "closed") void refresh();
}

function accepted({ number, events }: Answer & { kind: "accepted" }, sent: Sent | undefined): void {
  // Only without events of others in between has the player seen all of them.
  if (number === seenSeq() + Math.max(1, events)) noteAnswered(number);
  // A later command makes earlier refusals obsolete.
  clearRefusals();
  const { keep, then } = sent?.form.dataset ?? {};
  if (keep === undefined) sent?.form.reset();
  // A player who has opened something else is not called back.
  if (then && sent?.about === about()) replacePage(then);
  else void refresh();
}

function whyNot(envelope: Envelope, answer: Exclude<Answer, { kind: "accepted" }>, form: HTMLFormElement | undefined): RefusalNotice {
  switch (answer.kind) {
    case "refused": {
      const overrule = (reason: string) =>
        void sendCommand({ ...envelope.command }, form, { overrule: answer.clause, reason }, envelope.what);
      return { ...answer, overrule: answer.canOverrule ? overrule : undefined, isFinal: !answer.canOverrule };
    }
    case "stale":
      return { because: "The table has moved on since this was written.", instead: staleWords(answer.changed), holds: true };
    case "closed":
      return { because: asSentence(answer.because), instead: asSentence(answer.instead) };
    case "unreadable":
      return { ...answer, isFinal: true };
    case "failed":
      return { because: answer.because, instead: "Nothing was changed. Try again." };
    case "unsent":
      return { because: "The service was not reached." };
  }
}

function staleWords(changed: readonly string[]): string {
  const what = changed.length ? `${changed.join(" ")} ` : "The page now shows what happened. ";
  return `${what}Look at it, then send again if it still holds.`;
}

function markField(form: HTMLFormElement | undefined, name: string): void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return;
  field.setAttribute("aria-invalid", "true");
  field.focus();
  field.addEventListener("input", () => field.removeAttribute("aria-invalid"), { once: true });
}

function mark(form: HTMLFormElement | undefined, state: "sending" | "pending" | null): void {
  if (!form) return;
  if (state) form.dataset["sending"] = state;
  else delete form.dataset["sending"];
  for (const button of form.querySelectorAll("button[type=submit], button:not([type])")) {
    if (state) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
}
