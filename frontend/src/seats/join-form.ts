// Takes a seat by a code. Where other devices see what the side sees, the player decides which of them may stay.
import { diceShare, openGame } from "../games/game-entry";
import type { ProblemDetails } from "../forms/problem-details";
import { clockTime } from "../live/page-state";
import { answerPlace, clearAnswer } from "../components/announcements";

interface Other {
  readonly id: string;
  readonly name: string;
  readonly seat: string;
  readonly is_host: boolean;
  readonly since: string;
}

interface OthersSee extends ProblemDetails {
  readonly others?: readonly Other[];
}

/** `refused` is called if the seat was not taken, unless the player is asked about other devices. */
export async function joinGame(form: HTMLFormElement, address: string, code: string, refused: () => void = () => {}): Promise<void> {
  const typed = new FormData(form);
  const answered = [...typed].filter(([name]) => name.startsWith("other."));
  const named = (value: string): string[] => answered.filter(([, chosen]) => chosen === value).map(([name]) => name.slice("other.".length));
  const body = { code, name: String(typed.get("name") ?? ""), share: diceShare(), keep: named("keep"), remove: named("remove") };
  let others: readonly Other[] = [];
  await openGame(form, address, body, (why: OthersSee) => {
    others = why.others ?? [];
    if (!others.length) refused();
    return null;
  });
  showOthers(form, others);
  if (others.length) clearAnswer(answerPlace(form));
}

/** The question about each device that sees what the side sees. */
function showOthers(form: HTMLFormElement, others: readonly Other[]): void {
  const place = form.querySelector<HTMLElement>("[data-others]");
  const asked = others.some((other) => !other.is_host) ? [paragraph("These devices see what your side sees. May they stay?")] : [];
  place?.replaceChildren(...asked, ...others.map(question));
  if (others.length) place?.scrollIntoView({ block: "nearest" });
}

function question(other: Other): HTMLElement {
  const whose = `${other.name || "A device without a name"}, ${other.seat}`;
  if (other.is_host) {
    const said = paragraph(
      `${whose}: the host sees what your side sees, and plays the other side until another device does. Take the seat if you agree.`,
    );
    said.append(input("hidden", other.id, "keep"));
    return said;
  }
  const field = document.createElement("fieldset");
  field.className = "field";
  const legend = document.createElement("legend");
  legend.className = "label";
  legend.textContent = `${whose}, since ${clockTime(new Date(other.since))}`;
  const choice = document.createElement("div");
  choice.className = "choice";
  choice.append(option(other, "keep", "May stay"), option(other, "remove", "Remove"));
  field.append(legend, choice);
  return field;
}

function paragraph(words: string): HTMLElement {
  const made = document.createElement("p");
  made.textContent = words;
  return made;
}

function option(other: Other, value: string, words: string): HTMLElement {
  const label = document.createElement("label");
  const said = document.createElement("span");
  said.textContent = words;
  const chosen = input("radio", other.id, value);
  chosen.required = true;
  label.append(chosen, said);
  return label;
}

function input(type: string, id: string, value: string): HTMLInputElement {
  const made = document.createElement("input");
  [made.type, made.name, made.value] = [type, `other.${id}`, value];
  return made;
}
