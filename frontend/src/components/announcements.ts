// Shows the service's answers beside forms. Text only: other players' text is never markup.
import { asSentence } from "../forms/problem-details";
import { seenSeq, shownSeq } from "../live/page-state";

export interface RefusalNotice {
  /** The text of the command, where no form shows it. */
  readonly what?: string;
  readonly because: string;
  readonly instead?: string;
  readonly clause?: string;
  readonly overrule?: ((reason: string) => void) | undefined;
  /** No player can override it. */
  readonly isFinal?: boolean;
  /** Later events do not make it obsolete. */
  readonly holds?: boolean;
  /** Called when the player dismisses it. */
  readonly left?: () => void;
  /** Sends the command again; the button to dismiss it is then called "Discard". */
  readonly again?: (() => void) | undefined;
}

export function showRefusal(place: HTMLElement, refused: RefusalNotice): void {
  const card = fromTemplate("refusal");
  fill(card, "what", refused.what ?? "");
  fill(card, "because", refused.because);
  fill(card, "instead", refused.instead ?? "");
  fill(card, "clause", refused.clause ?? "");
  if (!refused.holds) card.dataset["refusedAt"] = String(seenSeq());
  setUpOverride(card, refused.overrule);
  const final = card.querySelector<HTMLElement>("[data-part=final]");
  if (final) final.hidden = !refused.isFinal;
  setUpSendAgain(card, refused.again);
  card.querySelector("[data-do=leave]")?.addEventListener("click", () => {
    // The place may have been replaced, and the card moved to another.
    card.remove();
    refused.left?.();
  });
  place.replaceChildren(card);
  place.scrollIntoView({ block: "nearest" });
}

/** Removes the refusals of a form, or of all forms. */
export function clearRefusals(of: Element = document.body): void {
  for (const card of of.querySelectorAll(":is([data-answer], [data-page-answer]) > .wraps")) card.remove();
}

/** Marks refusals from before an event: only the service knows if they still apply. */
export function markOldRefusals(): void {
  for (const card of document.querySelectorAll<HTMLElement>("[data-refused-at]")) {
    const since = card.querySelector<HTMLElement>("[data-part=since]");
    if (since) since.hidden = Number(card.dataset["refusedAt"]) >= shownSeq();
  }
}

/** Sets up the override of a refusal, if it has one: a reason for the log, and a button that Enter presses too. */
function setUpOverride(card: HTMLElement, overrule: RefusalNotice["overrule"]): void {
  const button = card.querySelector<HTMLButtonElement>("[data-do=overrule]");
  const reason = card.querySelector<HTMLInputElement>("[data-part=reason] input");
  if (!overrule) {
    button?.remove();
    card.querySelector("[data-part=reason]")?.remove();
    return;
  }
  let sent = false;
  button?.addEventListener("click", () => {
    const words = reason?.value.trim() ?? "";
    reason?.setCustomValidity(words ? "" : "Say in a few words why the rule is set aside");
    if (sent || !words) {
      reason?.reportValidity();
      reason?.focus();
      return;
    }
    sent = true;
    overrule(words);
  });
  reason?.addEventListener("input", () => reason.setCustomValidity(""));
  reason?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    button?.click();
  });
}

function setUpSendAgain(card: HTMLElement, again: RefusalNotice["again"]): void {
  const button = card.querySelector<HTMLButtonElement>("[data-do=again]");
  const leave = card.querySelector<HTMLButtonElement>("[data-do=leave]");
  if (!again) return button?.remove();
  button?.addEventListener("click", again, { once: true });
  if (leave) leave.textContent = "Discard";
}

/** `because`: the service's reason to wait, if it was reached. */
export function showUnsent(place: HTMLElement, because?: string): void {
  const said = fromTemplate(because ? "slowed" : "unsent");
  const words = said.querySelector("[data-fill=because]");
  if (words && because) words.textContent = asSentence(because);
  place.replaceChildren(said);
}

/** Says that what was tapped will be shown later. */
export function showDelayed(): void {
  const place = document.querySelector("[data-about]") ?? document.querySelector("#main");
  const said = place?.querySelector<HTMLElement>(":scope > [data-kept]") ?? fromTemplate("kept");
  place?.prepend(said);
  said.scrollIntoView({ block: "nearest" });
}

/** Marks regions that do not show the newest values yet. */
export function markOutdated(regions: ReadonlySet<string>): void {
  const late = [...regions].flatMap((id) => document.getElementById(id) ?? []);
  for (const region of late) region.dataset["outdated"] = "";
  if (late.some((region) => region.querySelector("[data-late]"))) return;
  late[0]?.prepend(fromTemplate("late"));
}

export function clearAnswer(place: HTMLElement): void {
  place.replaceChildren();
}

/** The place for a form's answers: its own, or a new one at its end. */
export function answerPlace(form: HTMLFormElement): HTMLElement {
  const there = form.querySelector<HTMLElement>("[data-answer]");
  if (there) return there;
  const made = document.createElement("div");
  made.dataset["answer"] = "";
  form.append(made);
  return made;
}

/** The place for answers without a form: the page's own, or a new one at its head. */
export function pagePlace(): HTMLElement {
  const there = document.querySelector<HTMLElement>("#main [data-page-answer]");
  if (there) return there;
  const made = document.createElement("div");
  made.dataset["pageAnswer"] = "";
  document.querySelector("#main")?.prepend(made);
  return made;
}

/** Call it before regions are replaced: the returned function puts the answers back into their forms, or the page. */
export function rescueAnswers(): () => void {
  const rescued = [...document.querySelectorAll<HTMLElement>("form [data-answer], [data-live] [data-refusals]")]
    .filter((place) => place.hasChildNodes())
    .map((place) => ({ form: place.closest("form"), about: aboutOf(place), cards: [...place.childNodes] }));
  return () => {
    for (const { form, about, cards } of rescued) {
      if (cards.some((card) => card.isConnected)) continue;
      if (form) placeOf(form).append(...cards);
      // A refusal about one thing is not shown for another in its place.
      else
        for (const place of document.querySelectorAll<HTMLElement>("[data-live] [data-refusals]"))
          if (aboutOf(place) === about) place.append(...cards);
    }
  };
}

/** The region of a place, and what it is about. */
function aboutOf(place: HTMLElement): string {
  const region = place.closest<HTMLElement>("[data-live][id]");
  return region ? `${region.id} ${region.dataset["about"] ?? ""}` : "";
}

/** Removes the answers of all forms, when the player opens something else. */
export function clearAnswers(): void {
  for (const place of document.querySelectorAll<HTMLElement>("form [data-answer]")) clearAnswer(place);
}

function placeOf(form: HTMLFormElement): HTMLElement {
  const same = form.isConnected ? form : form.id ? document.getElementById(form.id) : null;
  return same instanceof HTMLFormElement ? answerPlace(same) : pagePlace();
}

function fromTemplate(id: string): HTMLElement {
  const template = document.querySelector<HTMLTemplateElement>(`template#${id}`);
  const card = template?.content.firstElementChild?.cloneNode(true);
  if (!(card instanceof HTMLElement)) throw new Error(`base.html holds the template #${id}`);
  return card;
}

function fill(card: HTMLElement, part: string, words: string): void {
  const place = card.querySelector(`[data-fill="${part}"]`);
  if (place) place.textContent = words;
}
