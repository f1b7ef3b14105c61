// The host hands out seats, and takes them away: a QR code or eight letters for one device, good for ten minutes; whoever
// still types the letters keeps them when a QR code is shown, and the other way round. And he closes the game.
import "../deciding";
import { type WhyNot, sentence } from "../opening";
import { clockTime } from "../page";

interface Invitation {
  readonly code: string;
  readonly kind: "link" | "typed";
  readonly expires_at: string;
  readonly address: string | null;
  readonly qr_svg: string | null;
}

const runningOut = new Map<Invitation["kind"], ReturnType<typeof setTimeout>>();

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const invitations = form.dataset["invite"];
  if (invitations === undefined) return;
  event.preventDefault();
  void invite(form, invitations, (event.submitter as HTMLButtonElement | null)?.value ?? "typed");
});

/** So often it is asked whether a side has sat down, while there is a seat to take. */
const ASKS_MS = 3000;

/** Whoever has just opened a game reads each side's code at once; who sits down takes the place of his code. */
function seatsToTake(): void {
  const empty = document.querySelector<HTMLElement>("[data-empty]");
  if (!empty) return;
  if (location.hash === "#at-once") for (const form of empty.querySelectorAll<HTMLFormElement>("[data-invite]")) void invite(form, form.dataset["invite"]!, "link");
  const asks = setInterval(() => {
    if (document.hidden) return;
    void fetch(empty.dataset["empty"]!)
      .then(async (answer) => (answer.ok ? sitDown(empty, (await answer.json()) as readonly Sitting[]) : undefined))
      .catch(() => undefined)
      .then(() => (empty.querySelector("[data-seat] form:not([hidden])") ? undefined : clearInterval(asks)));
  }, ASKS_MS);
}

interface Sitting {
  readonly role: string;
  readonly name: string;
  readonly revoked_at: string | null;
}

function sitDown(empty: HTMLElement, sitting: readonly Sitting[]): void {
  for (const one of sitting.filter((each) => each.revoked_at === null)) {
    const seat = empty.querySelector<HTMLElement>(`[data-seat="${CSS.escape(one.role)}"]`);
    const form = seat?.querySelector("form");
    if (!seat || !form || form.hidden) continue;
    form.hidden = true;
    part(seat, "by").textContent = one.name ? `: ${one.name}` : "";
    part(seat, "taken").hidden = false;
  }
}

seatsToTake();
// Whoever was led here to close the game reads at once what that means.
if (location.hash === "#close") document.querySelector<HTMLDetailsElement>("details#close")?.toggleAttribute("open", true);

async function invite(form: HTMLFormElement, address: string, kind: string): Promise<void> {
  const seat = form.querySelector<HTMLSelectElement | HTMLInputElement>("[name=role]");
  const response = await post(address, { kind, role: seat?.value ?? "" });
  const answer = (await response?.json().catch(() => ({}))) as Invitation & WhyNot;
  const whose = form.dataset["name"] ?? (seat as HTMLSelectElement | null)?.selectedOptions[0]?.textContent ?? "";
  if (response?.ok) show(form, answer, whose);
  else lasts(form, whyNot(answer));
}

function show(form: HTMLFormElement, made: Invitation, whose: string): void {
  const until = new Date(made.expires_at);
  const place = part(form, `invited=${made.kind}`);
  place.hidden = false;
  part(place, "whose").textContent = `Seat: ${whose}`;
  if (made.kind === "typed") part(place, "answer").textContent = inFours(made.code);
  else {
    part(place, "qr").replaceChildren(...drawn(made.qr_svg));
    // The address without its code: whoever reads it over a shoulder learns nothing.
    part(place, "where").textContent = made.address?.split("#")[0] ?? "";
  }
  part(place, "until").textContent = `Good once, for one device, until ${clockTime(until)}.`;
  lasts(form, made.kind === "link" ? "A QR code is shown." : "Eight letters are shown.");
  clearTimeout(runningOut.get(made.kind));
  runningOut.set(made.kind, setTimeout(() => runOut(form, place), until.getTime() - Date.now()));
}

/** Eight letters are read aloud and typed as four and four; the door forgives the gap. */
function inFours(letters: string): string {
  return letters.match(/.{1,4}/g)?.join(" ") ?? "";
}

function runOut(form: HTMLFormElement, place: HTMLElement): void {
  place.hidden = true;
  for (const held of place.querySelectorAll<HTMLElement>("[data-answer], [data-qr]")) held.replaceChildren();
  lasts(form, "That code has run out. Make another.");
}

/** The picture of the code, from our own service, as nodes: never as text put into the page. */
function drawn(svg: string | null): Node[] {
  if (!svg) return [];
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  root.setAttribute("role", "img");
  root.setAttribute("aria-label", "QR code of the invitation");
  return [document.adoptNode(root)];
}

function post(address: string, body: object): Promise<Response | null> {
  return fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
}

function whyNot(answer: WhyNot | undefined): string {
  return sentence(answer?.detail ?? "The server does not answer; try again in a moment");
}

function lasts(form: HTMLFormElement, words: string): void {
  part(form, "lasts").textContent = words;
}

function part(within: HTMLElement, name: string): HTMLElement {
  const found = within.querySelector<HTMLElement>(`[data-${name}]`);
  if (!found) throw new Error(`the form of invitations has a place for ${name}`);
  return found;
}
