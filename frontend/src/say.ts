// Says beside a form what the service answered. Text only: what others typed is never markup.
export interface Refused {
  readonly because: string;
  readonly instead?: string;
  readonly clause?: string;
  readonly overrule?: ((reason: string) => void) | undefined;
}

export function sayRefused(place: HTMLElement, refused: Refused): void {
  const card = fromTemplate("refusal");
  fill(card, "because", refused.because);
  fill(card, "instead", refused.instead ?? "");
  fill(card, "clause", refused.clause ?? "");
  letOverrule(card, refused.overrule);
  card.querySelector("[data-do=leave]")?.addEventListener("click", () => sayNothing(place));
  place.replaceChildren(card);
  place.scrollIntoView({ block: "nearest" });
}

/** The way to set a refusal aside, where there is one: a reason for the log, and a button that Enter presses too. */
function letOverrule(card: HTMLElement, overrule: Refused["overrule"]): void {
  const button = card.querySelector<HTMLButtonElement>("[data-do=overrule]");
  const reason = card.querySelector<HTMLInputElement>("[data-part=reason] input");
  if (!overrule) {
    button?.remove();
    card.querySelector("[data-part=reason]")?.remove();
    return;
  }
  button?.addEventListener("click", () => overrule(reason?.value.trim() ?? ""), { once: true });
  reason?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    button?.click();
  });
}

export function sayUnsent(place: HTMLElement): void {
  place.replaceChildren(fromTemplate("unsent"));
}

/** What was tapped cannot be shown yet; said where it will be shown. */
export function sayKept(): void {
  const place = document.querySelector("[data-about]") ?? document.querySelector("#main");
  const said = place?.querySelector<HTMLElement>(":scope > [data-kept]") ?? fromTemplate("kept");
  place?.prepend(said);
  said.scrollIntoView({ block: "nearest" });
}

export function sayNothing(place: HTMLElement): void {
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
  const rescued = [...document.querySelectorAll<HTMLElement>("form [data-answer]")]
    .filter((place) => place.hasChildNodes())
    .map((place) => ({ form: place.closest("form"), cards: [...place.childNodes] }));
  return () => {
    for (const { form, cards } of rescued) {
      if (form && cards.every((card) => !card.isConnected)) placeOf(form).append(...cards);
    }
  };
}

/** Whoever goes to something else has done with what was answered to the forms. */
export function leaveAnswers(): void {
  for (const place of document.querySelectorAll<HTMLElement>("form [data-answer]")) sayNothing(place);
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
