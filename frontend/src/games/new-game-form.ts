// The form for a new game of two forces, shared by all rule systems. The service says which fields there are
// (frontend/templates/new_game/form.html).
import { asSentence } from "../forms/problem-details";

export interface CheckedGame {
  readonly sound: boolean;
  readonly strength: string;
  readonly wrong: readonly { readonly where: string; readonly because: string; readonly instead: string }[];
}

export interface RuleChosen {
  readonly ruling: string;
  readonly option: string;
  readonly reason?: string;
}

export function item(text: string): HTMLLIElement {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

/** Shows the strength of the forces, and what prevents the game. */
export function showChecked(of: HTMLFormElement, checked: CheckedGame): void {
  const strength = of.querySelector("[data-strength]");
  if (strength) strength.textContent = checked.strength ? asSentence(checked.strength) : "The forces cannot be counted.";
  const wrong = checked.wrong.map((finding) =>
    item(`${finding.where ? `${finding.where}: ` : ""}${finding.because}. ${asSentence(finding.instead)}`),
  );
  of.querySelector("[data-wrong]")?.replaceChildren(...wrong);
}

/** The house rules that differ from the default, each with the reason given for it before. */
export function houseRules(of: ParentNode): RuleChosen[] {
  const why = JSON.parse(of.querySelector<HTMLElement>("[data-reasons]")?.dataset["reasons"] ?? "{}") as { [choice: string]: string };
  const ways = [...of.querySelectorAll<HTMLInputElement>("input[data-ruling]:checked")];
  return ways
    .filter((way) => way.dataset["usual"] === undefined)
    .map((way) => {
      const reason = why[`${way.name} ${way.value}`];
      return { ruling: way.name, option: way.value, ...(reason ? { reason } : {}) };
    });
}

export function countHouseRules(of: HTMLFormElement): void {
  const place = of.querySelector("[data-house-count]");
  const number = houseRules(of).length;
  if (place) place.textContent = number ? `${number} chosen otherwise` : "as the book";
}

/** Takes the month of the forces for the game. If they differ, the player is asked. */
export function takeMonth(of: HTMLFormElement): void {
  const date = of.querySelector<HTMLSelectElement | HTMLInputElement>("[name=date]");
  const chosen = [...of.querySelectorAll<HTMLSelectElement>("select[name$=_force]")].map((select) => select.selectedOptions[0]);
  const months = new Set(chosen.map((option) => option?.dataset["month"] ?? "").filter(Boolean));
  if (!date || !months.size) return;
  const [month = ""] = months.size === 1 ? months : [""];
  const asks = date instanceof HTMLSelectElement && ![...date.options].some((option) => !option.value);
  if (!month && asks) date.add(new Option("Choose the month", ""), 0);
  date.value = month;
}

/** Selects the ready table nearest in time, until the player has chosen one. */
export function offerTableOfTheDate(of: HTMLFormElement, month: string): void {
  const choice = of.querySelector<HTMLSelectElement>("select[name=table][data-nearest]");
  if (!choice || !month) return;
  const far = (option: HTMLOptionElement) => Math.abs(monthsOf(option.dataset["month"] ?? "") - monthsOf(month));
  const [nearest] = [...choice.options].filter((option) => option.dataset["month"]).sort((option, other) => far(option) - far(other));
  if (nearest) choice.value = nearest.value;
}

function monthsOf(month: string): number {
  const [year, number] = month.split("-").map(Number);
  return (year ?? 0) * 12 + (number ?? 0);
}
