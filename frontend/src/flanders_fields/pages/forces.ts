// The list of forces and the form of a new one: what makes, brings in, copies and throws away; a month chosen leads on.
import { fieldsOf } from "../../games/command-forms";
import { commandOfFields } from "../../forms/form-json";
import { sendOnce, startDocuments } from "../../documents/document-forms";
import { houseRules } from "../../games/new-game-form";

document.documentElement.classList.add("scripted");
startDocuments({ form: "forceCopy", file: "forceFile", then: toForce });

export function toForce(form: HTMLFormElement, made: { id: string } | null): string {
  return made && form.dataset["then"] !== "list" ? `/forces/${encodeURIComponent(made.id)}` : "/forces";
}

// A new force takes its contested points along, as far as they were chosen otherwise.
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const address = form.dataset["force"];
  if (address === undefined) return;
  event.preventDefault();
  const { submitter } = event;
  const fields = fieldsOf(form, submitter).filter(({ name }) => !form.querySelector(`[data-ruling][name="${CSS.escape(name)}"]`));
  const { kind: _, ...typed } = commandOfFields("", fields);
  const rules = houseRules(form);
  void sendOnce(form, address, () => JSON.stringify(rules.length ? { ...typed, house_rules: rules } : typed), toForce);
});

document.addEventListener("change", (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>("form[data-month], form[data-sift]");
  if (form && event.target instanceof HTMLSelectElement) form.requestSubmit();
});
