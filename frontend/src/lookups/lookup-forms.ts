// Forms whose values go into the page's address: the service's answer is morphed into the page. Buttons that fill in
// suggested values.
import { fieldsOf } from "../games/command-forms";
import { isForTheBrowser } from "../live/link-navigation";
import { showAt, showSoon } from "../live/page-loader";

// The address that was tapped and is not shown yet: values entered meanwhile are added to it.
let turning: string | undefined;

/** Forms with data-facts="?unit=…" extend that address with every value entered, except dice. */
export function startFacts(): void {
  document.addEventListener("change", (event) => {
    const form = (event.target as Element).closest<HTMLFormElement>("form[data-facts]");
    if (form && !(event.target as Element).closest("dice-pad")) ask(form);
  });
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    // Arrow keys cause clicks without a count; these must not close the picker.
    if (event.detail > 0 && target.closest("label.pick")) fold(target);
    if (target.closest("[data-picker] [data-fix]")) fold(target);
    const other = target.closest<HTMLAnchorElement>("form[data-facts] a[data-with]");
    const form = other?.closest("form");
    if (!other || !form || isForTheBrowser(event, other)) return;
    event.preventDefault();
    const way = (turning = other.search);
    void showAt(address(form, way), regionOf(form)).finally(() => {
      if (turning === way) turning = undefined;
    });
  });
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || !field.closest("form[data-facts]")) return;
    // Enter would press the form's first button: the die with face 1.
    event.preventDefault();
    fold(field);
    field.blur();
  });
}

function ask(form: HTMLFormElement): void {
  showSoon(() => address(form, turning ?? form.dataset["facts"] ?? ""), regionOf(form));
}

/** The region of a form: the player's work, or the referee's side of the board. */
function regionOf(form: HTMLFormElement): ReadonlySet<string> {
  return new Set([form.closest("[data-live][id]")?.id ?? ""]);
}

function address(form: HTMLFormElement, base: string): string {
  const query = new URLSearchParams(base);
  const kept = new Set(query.keys());
  for (const { name, value, type } of fieldsOf(form, null)) if (type !== "json" && !kept.has(name)) query.append(name, value);
  return `${location.pathname}?${query}`;
}

function fold(inside: Element): void {
  const picker = inside.closest<HTMLDetailsElement>("details[data-picker]");
  if (!picker) return;
  picker.open = false;
  picker.querySelector("summary")?.focus();
}

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
  const fields = [...form.elements].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name === name,
  );
  const field = fields.find((input) => input.type !== "radio" || input.value === value);
  if (!field) return undefined;
  if (field.type === "radio") field.checked = true;
  else field.value = value;
  field.closest("[aria-invalid]")?.removeAttribute("aria-invalid");
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return field;
}
