// A tap that comes before the page's script is there must not be lost, and must not load the page anew with what was
// typed in its address: what belongs to the script is held and done once the script has begun. All module scripts run
// before DOMContentLoaded.

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

/** A form with an address of its own goes there without any script. */
function submitted(event: SubmitEvent): Held | null {
  const form = event.target as HTMLFormElement;
  return form.hasAttribute("action") ? null : () => form.requestSubmit(event.submitter);
}

/** A button that sends a form is asked at the form. */
function pressed(event: MouseEvent): Held | null {
  const button = (event.target as Element).closest("button");
  return button?.type === "button" ? () => button.click() : null;
}
