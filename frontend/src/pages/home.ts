// The home page opens the demonstration game, and takes a code to join one.
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const address = form.dataset["open"];
  if (address === undefined) return;
  event.preventDefault();
  void open(form, address);
});

async function open(form: HTMLFormElement, address: string): Promise<void> {
  const said = form.querySelector<HTMLElement>("[data-answer]");
  const response = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: bodyOf(form) }).catch(() => null);
  const answer = (await response?.json().catch(() => ({}))) as { game_id?: string; detail?: string } | undefined;
  if (response?.ok && answer?.game_id) location.assign(`/games/${encodeURIComponent(answer.game_id)}`);
  else if (said) said.textContent = answer?.detail ?? "The server does not answer. Try again in a moment.";
}

function bodyOf(form: HTMLFormElement): string {
  const given: unknown = JSON.parse(form.dataset["body"] ?? "{}");
  return JSON.stringify({ ...(given as object), ...Object.fromEntries(new FormData(form)) });
}
