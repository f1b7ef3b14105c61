// "Set 124": puts a figure into a field, what was refused right again, and leaves it to the player to send.
export function startFixes(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-fix]");
    const field = button?.closest("form")?.elements.namedItem(button.dataset["fix"] ?? "");
    if (!button || !(field instanceof HTMLInputElement)) return;
    field.value = button.dataset["value"] ?? "";
    field.closest("[aria-invalid]")?.removeAttribute("aria-invalid");
    field.dispatchEvent(new Event("change", { bubbles: true }));
    const alert = button.closest("[role=alert]");
    if (!alert) return;
    field.focus();
    alert.remove();
  });
}
