// Says beside a form what the service answered. Text only: what others typed is never markup.
import { asSentence } from "../forms/problem-details";
import { seenSeq, shownSeq } from "../live/page-state";

export interface RefusalNotice {
  /** What was refused, where no form beside it shows it. */
  readonly what?: string;
  readonly because: string;
  readonly instead?: string;
  readonly clause?: string;
  readonly overrule?: ((reason: string) => void) | undefined;
  /** The service says that no player can set it aside. */
  readonly isFinal?: boolean;
  /** It does not grow old by what happens on the table. */
  readonly holds?: boolean;
  /** Somebody has read it and leaves it. */
  readonly left?: () => void;
  /** The command is sent again as it was; with it leaving the refusal is called discarding. */
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
    // Not its place: that may have been swapped since, and the card gone over into another.
    card.remove();
    refused.left?.();
  });
  place.replaceChildren(card);
  place.scrollIntoView({ block: "nearest" });
}

/** Refusals of a form (of every form, if none is named) go: their cause is gone, or nobody asks any more. */
export function clearRefusals(of: Element = document.body): void {
  for (const card of of.querySelectorAll(":is([data-answer], [data-page-answer]) > .wraps")) card.remove();
}

/** What was refused before something happened may be allowed by now, and nobody but the service can tell. */
export function markOldRefusals(): void {
  for (const card of document.querySelectorAll<HTMLElement>("[data-refused-at]")) {
    const since = card.querySelector<HTMLElement>("[data-part=since]");
    if (since) since.hidden = Number(card.dataset["refusedAt"]) >= shownSeq();
  }
}

/** The way to set a refusal aside, where there is one: a reason for the log, and a button that Enter presses too. */
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

/** `because`: what the service said where it was reached and asks to wait. */
export function showUnsent(place: HTMLElement, because?: string): void {
  const said = fromTemplate(because ? "slowed" : "unsent");
  const words = said.querySelector("[data-fill=because]");
  if (words && because) words.textContent = asSentence(because);
  place.replaceChildren(said);
}

/** What was tapped cannot be shown yet; said where it will be shown. */
export function showDelayed(): void {
  const place = document.querySelector("[data-about]") ?? document.querySelector("#main");
  const said = place?.querySelector<HTMLElement>(":scope > [data-kept]") ?? fromTemplate("kept");
  place?.prepend(said);
  said.scrollIntoView({ block: "nearest" });
}

/** The facts in some regions are not answered yet: what stands there goes by others, until it is shown anew. */
export function markOutdated(regions: ReadonlySet<string>): void {
  const late = [...regions].flatMap((id) => document.getElementById(id) ?? []);
  for (const region of late) region.dataset["outdated"] = "";
  if (late.some((region) => region.querySelector("[data-late]"))) return;
  late[0]?.prepend(fromTemplate("late"));
}

export function clearAnswer(place: HTMLElement): void {
  place.replaceChildren();
}

/** Where a form's answers stand: its own place for them, or a new one at its end. */
export function answerPlace(form: HTMLFormElement): HTMLElement {
  const there = form.querySelector<HTMLElement>("[data-answer]");
  if (there) return there;
  const made = document.createElement("div");
  made.dataset["answer"] = "";
  form.append(made);
  return made;
}

/** For answers to what no form on the page asked: the page's own place for them, or a new one at its head. */
export function pagePlace(): HTMLElement {
  const there = document.querySelector<HTMLElement>("#main [data-page-answer]");
  if (there) return there;
  const made = document.createElement("div");
  made.dataset["pageAnswer"] = "";
  document.querySelector("#main")?.prepend(made);
  return made;
}

/** Before regions are swapped: gives back what then returns the answers to their forms, or to the page. */
export function rescueAnswers(): () => void {
  const rescued = [...document.querySelectorAll<HTMLElement>("form [data-answer], [data-live] [data-refusals]")]
    .filter((place) => place.hasChildNodes())
    .map((place) => ({ form: place.closest("form"), about: aboutOf(place), cards: [...place.childNodes] }));
  return () => {
    for (const { form, about, cards } of rescued) {
      if (cards.some((card) => card.isConnected)) continue;
      if (form) placeOf(form).append(...cards);
      // What was refused of one thing is not said of another that has come in its place.
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

/** Whoever goes to something else has done with what was answered to the forms. */
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
