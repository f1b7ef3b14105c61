// "Set 124", or a target that was measured before: puts values into fields and leaves it to the player to send.
// data-fix names the fields, data-value their values, both in the same order with a blank between.
export function startFixes(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-fix]");
    const form = button?.closest("form");
    if (!button || !form) return;
    const values = button.dataset["value"]?.split(" ") ?? [];
    const fields = (button.dataset["fix"]?.split(" ") ?? []).map((name, n) => fix(form, name, values[n] ?? ""));
    const alert = button.closest("[role=alert]");
    if (!alert) return;
    fields[0]?.focus();
    alert.remove();
  });
}

function fix(form: HTMLFormElement, name: string, value: string): HTMLInputElement | undefined {
  const fields = [...form.elements].filter((one): one is HTMLInputElement => one instanceof HTMLInputElement && one.name === name);
  const field = fields.find((one) => one.type !== "radio" || one.value === value);
  if (!field) return undefined;
  if (field.type === "radio") field.checked = true;
  else field.value = value;
  field.closest("[aria-invalid]")?.removeAttribute("aria-invalid");
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return field;
}
