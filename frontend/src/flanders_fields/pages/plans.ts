// The list of fire plans: forms that begin one, for practice or for a game, or bring one in from a file.
import { sendOnce, startDocuments } from "../../documents/document-forms";

startDocuments({ form: "plan", file: "planFile", then: toPlan });

function toPlan(_: HTMLFormElement, made: { id: string } | null): string {
  return made ? `/plans/${encodeURIComponent(made.id)}` : "/plans";
}

// For practice one choice says whose plan it is and of which scenario.
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const address = form.dataset["newPlan"];
  if (address === undefined) return;
  event.preventDefault();
  const typed = new FormData(form);
  const body = { ...(JSON.parse(String(typed.get("for"))) as object), name: String(typed.get("name")).trim() };
  void sendOnce(form, address, () => JSON.stringify(body), toPlan);
});
