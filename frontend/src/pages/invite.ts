// The host's board hands out seats: a code of eight letters for one device, good for ten minutes.
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const address = form.dataset["invite"];
  if (address === undefined) return;
  event.preventDefault();
  void invite(form, address);
});

async function invite(form: HTMLFormElement, address: string): Promise<void> {
  const said = form.querySelector<HTMLElement>("[data-answer]");
  const wanted = { kind: "typed", role: new FormData(form).get("role") };
  const response = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted) }).catch(() => null);
  const answer = (await response?.json().catch(() => ({}))) as { code?: string; detail?: string } | undefined;
  if (said) said.textContent = answer?.code ?? answer?.detail ?? "The server does not answer. Try again in a moment.";
}
