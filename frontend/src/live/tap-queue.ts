// Queues taps until the page's script has loaded: none is lost, and no form reloads the page with its fields in the
// address. All module scripts run before DOMContentLoaded.

type Held = () => void;

export function queueTaps(): void {
  const held: Held[] = [];
  const begun = new AbortController();
  const options = { capture: true, signal: begun.signal };
  document.addEventListener("submit", (event) => hold(event, held, submitted(event)), options);
  document.addEventListener("click", (event) => hold(event, held, pressed(event)), options);
  document.addEventListener(
    "DOMContentLoaded",
    () => {
      begun.abort();
      for (const done of held) done();
    },
    { once: true },
  );
}

function hold(event: Event, held: Held[], again: Held | null): void {
  if (!again) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(again);
}

/** A form with an address of its own works without any script. */
function submitted(event: SubmitEvent): Held | null {
  const form = event.target as HTMLFormElement;
  return form.hasAttribute("action") ? null : () => form.requestSubmit(event.submitter);
}

/** A button that sends a form is handled at the form. */
function pressed(event: MouseEvent): Held | null {
  const button = (event.target as Element).closest("button");
  return button?.type === "button" ? () => button.click() : null;
}
