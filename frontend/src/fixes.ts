// "Set 124": puts right what was refused, and leaves it to the player to send.
export function startFixes(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-fix]");
    const field = button?.closest("form")?.elements.namedItem(button.dataset["fix"] ?? "");
    if (!button || !(field instanceof HTMLInputElement)) return;
    field.value = button.dataset["value"] ?? "";
    field.closest("[aria-invalid]")?.removeAttribute("aria-invalid");
    field.dispatchEvent(new Event("change", { bubbles: true }));
    field.focus();
    button.closest("[role=alert]")?.remove();
  });
}
