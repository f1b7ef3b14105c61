// Keys for a laptop at the table: u takes back, / finds a unit. A page marks the elements: data-key="u".
export function startKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const element = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`);
    if (!element) return;
    event.preventDefault();
    if (element instanceof HTMLInputElement) element.focus();
    else element.click();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
