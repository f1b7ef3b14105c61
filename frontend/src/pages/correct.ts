// A correction: every value that was chosen otherwise is sent as a command of its own, all for the one reason.
import { fieldsOf, sendCommand } from "../commands";
import { compose } from "../compose";
import { goOn } from "../places";
import { answerPlace, sayNothing, sayRefused } from "../say";

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const of = form.dataset["correct"];
  if (of === undefined) return;
  event.preventDefault();
  if (!form.dataset["sending"]) void correct(form, of);
});

async function correct(form: HTMLFormElement, of: string): Promise<void> {
  for (const place of form.querySelectorAll<HTMLElement>("[data-for]")) sayNothing(place);
  sayNothing(answerPlace(form));
  const changed = changes(form);
  const reason = form.querySelector<HTMLInputElement>("[name=reason]");
  if (!changed.length) return sayRefused(answerPlace(form), { because: "The record says so already.", instead: "Choose what stands otherwise on the table." });
  if (!reason?.value.trim()) return reasonWanted(form, reason);
  let waits = false;
  for (const { what, value, type } of changed) {
    const command = compose("correct", [{ name: "of", value: of }, { name: "what", value: what }, { name: "value", value, type }, { name: "reason", value: reason.value.trim() }]);
    const { kind } = await sendCommand(command, form);
    // The others wait with it: each of them is a correction of its own.
    if (kind === "unsent") waits = true;
    else if (kind !== "accepted") return besideField(form, what);
  }
  if (!waits && form.isConnected) goOn(form.dataset["after"] ?? location.pathname);
}

interface Change {
  readonly what: string;
  readonly value: string;
  readonly type: string | undefined;
}

/** What was chosen otherwise than the record says, as it is now on the page. */
function changes(form: HTMLFormElement): Change[] {
  return [...form.querySelectorAll<HTMLElement>("fieldset[data-what]")].flatMap((field) => {
    const { what = "", now, type } = field.dataset;
    const value = fieldsOf(form, null).find((one) => one.name === what)?.value;
    return value === undefined || value === now ? [] : [{ what, value, type }];
  });
}

function reasonWanted(form: HTMLFormElement, reason: HTMLInputElement | null): void {
  const place = form.querySelector<HTMLElement>('[data-for="reason"]');
  if (place) sayRefused(place, { because: "A correction needs a reason.", instead: "Say in a few words what stands on the table." });
  reason?.setAttribute("aria-invalid", "true");
  reason?.addEventListener("input", () => reason.removeAttribute("aria-invalid"), { once: true });
  reason?.focus();
}

/** What was answered belongs to the value that was refused, not to the end of the form. */
function besideField(form: HTMLFormElement, what: string): void {
  const place = form.querySelector<HTMLElement>(`[data-for="${CSS.escape(what)}"]`);
  place?.replaceChildren(...answerPlace(form).childNodes);
}
