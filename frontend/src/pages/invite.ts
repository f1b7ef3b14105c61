// The host invites devices to seats, removes seats, makes a recovery code and closes the game.
import "../forms/post-forms";
import { type ProblemDetails, asSentence } from "../forms/problem-details";
import { Countdown, inFours, timeLeft } from "../seats/countdown";
import { showSeatLost } from "../seats/lost-seat";

interface Base {
  readonly base: string;
  readonly adapter: string;
}

interface Invitation {
  readonly id: string;
  readonly role: string;
  readonly letters: string | null;
  readonly seconds_left: number;
  readonly base: string;
  readonly bases: readonly Base[];
  readonly is_here_only: boolean;
  readonly qr_svg: string | null;
}

/** An invitation as the server lists it: without its codes. */
interface OpenInvitation {
  readonly id: string;
  readonly seconds_left: number;
  readonly is_used: boolean;
}

interface Sitting {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** An invitation that a form shows. */
interface Shown {
  readonly id: string;
  readonly role: string;
  readonly countdown: Countdown;
}

const POLL_MS = 3000;
/** How often a page that waits for nobody asks whether this device is still the host. */
const QUIET_MS = 15_000;
const TICK_MS = 1000;
const NO_SEAT = 401;
const KEPT_BASE = "bz-invite-base";
const shown = new Map<HTMLFormElement, Shown>();
let asks = false;
let askedAt = Date.now();

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const { invite: invitations, recovery } = form.dataset;
  if (invitations === undefined && recovery === undefined) return;
  event.preventDefault();
  if (invitations !== undefined) void invite(form, invitations);
  else if (recovery !== undefined) void makeRecoveryCode(form, recovery);
});

document.addEventListener("click", (event) => {
  const folds = (event.target as Element).closest("[data-fold]");
  folds?.closest("details")?.removeAttribute("open");
});

const bases = document.querySelector<HTMLSelectElement>("[data-base]");
bases?.addEventListener("change", () => {
  keepBase(bases.value);
  for (const form of shown.keys()) void invite(form, form.dataset["invite"]!);
});
chooseKeptBase();

/** A device that has just opened a game shows the invitation of each side at once. */
if (location.hash === "#at-once") for (const form of emptySeats()) void invite(form, form.dataset["invite"]!);
// A host who was led here to close the game reads at once what that means.
if (location.hash === "#close") document.querySelector<HTMLDetailsElement>("details#close")?.toggleAttribute("open", true);

setInterval(() => void poll(), POLL_MS);
setInterval(countDown, TICK_MS);
document.addEventListener("visibilitychange", () => void poll());

function emptySeats(): HTMLFormElement[] {
  return [...document.querySelectorAll<HTMLFormElement>("[data-seat] form:not([hidden])")];
}

/** Asks the server who sits down and how long each invitation lasts; seldom where the page waits for neither. */
async function poll(): Promise<void> {
  const game = document.querySelector<HTMLElement>("[data-seats]")?.dataset["seats"];
  const isWaiting = shown.size > 0 || emptySeats().length > 0;
  if (document.hidden || asks || !game || (!isWaiting && Date.now() - askedAt < QUIET_MS)) return;
  [asks, askedAt] = [true, Date.now()];
  const [sitting, open] = await Promise.all([
    read<Sitting>(`${game}/seats`),
    shown.size ? read<OpenInvitation>(`${game}/invitations`) : [],
  ]);
  asks = false;
  if (sitting) sitDown(sitting);
  if (sitting) await listDevices(sitting);
  if (sitting && open) for (const [form, device] of shown) compare(form, device, open, sitting);
}

/** Loads the list of devices again after a device has sat down or left. An open question stays as it is. */
async function listDevices(sitting: readonly Sitting[]): Promise<void> {
  const list = document.querySelector("ul.seats");
  const listed = [...(list?.querySelectorAll<HTMLElement>("li:not(.gone)") ?? [])].map((device) => device.dataset["id"]);
  const there = sitting.filter((each) => each.revoked_at === null).map((each) => each.id);
  const isSame = listed.length === there.length && there.every((id) => listed.includes(id));
  if (!list || isSame || list.querySelector("details[open]")) return;
  const answer = await fetch(location.pathname).catch(() => null);
  const fresh = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("ul.seats") : null;
  if (fresh && !list.querySelector("details[open]")) list.replaceChildren(...fresh.children);
}

async function read<T>(address: string): Promise<readonly T[] | null> {
  const answer = await fetch(address).catch(() => null);
  leaveIfGone(answer);
  return answer?.ok ? ((await answer.json().catch(() => null)) as readonly T[] | null) : null;
}

/** The server says which invitation still lasts. One that has expired is renewed while its seat is empty. */
function compare(form: HTMLFormElement, item: Shown, open: readonly OpenInvitation[], sitting: readonly Sitting[]): void {
  if (shown.get(form) !== item) return; // it was renewed while the server was asked
  const lasting = open.find((each) => each.id === item.id);
  if (lasting && !lasting.is_used) return goOn(form, item, lasting.seconds_left);
  const there = sitting.filter((each) => each.role === item.role && each.revoked_at === null);
  if (lasting?.is_used) return withdraw(form, `${newest(there) || "A device"} has taken the seat.`);
  if (there.length) return withdraw(form, "This invitation has expired. Show another one.");
  void invite(form, form.dataset["invite"]!, item.role);
}

function goOn(form: HTMLFormElement, item: Shown, seconds: number): void {
  item.countdown.set(seconds);
  const place = part(form, "invited");
  if (place.hidden) lasts(form, "The invitation is shown.", true);
  place.hidden = false;
  countDown();
}

function newest(there: readonly Sitting[]): string {
  return [...there].sort((device, other) => other.created_at.localeCompare(device.created_at))[0]?.name ?? "";
}

function sitDown(sitting: readonly Sitting[]): void {
  for (const device of sitting.filter((each) => each.revoked_at === null)) {
    const seat = document.querySelector<HTMLElement>(`[data-seat="${CSS.escape(device.role)}"]`);
    const form = seat?.querySelector("form");
    if (!seat || !form || form.hidden) continue;
    withdraw(form, "");
    form.hidden = true;
    part(seat, "by").textContent = device.name ? `: ${device.name}` : "";
    part(seat, "taken").hidden = false;
  }
}

function countDown(): void {
  let isOver = false;
  for (const [form, { countdown }] of shown) {
    const left = countdown.secondsLeft;
    const words = left > 0 ? `Good once, for one device, for ${timeLeft(left)}.` : "";
    const place = part(form, "until");
    if (place.textContent !== words) place.textContent = words;
    if (left > 0) continue;
    isOver = true;
    if (part(form, "invited").hidden) continue;
    part(form, "invited").hidden = true;
    lasts(form, "This invitation has expired.");
  }
  if (isOver) void poll();
}

async function invite(form: HTMLFormElement, address: string, role?: string): Promise<void> {
  const seat = form.querySelector<HTMLSelectElement | HTMLInputElement>("[name=role]");
  const wanted = role ?? seat?.value ?? "";
  const response = await post(address, { kind: "both", role: wanted, base: bases?.value ?? "" });
  const answer = (await response?.json().catch(() => ({}))) as Invitation & ProblemDetails;
  if (response?.ok) show(form, answer);
  else lasts(form, whyNot(answer));
}

function show(form: HTMLFormElement, made: Invitation): void {
  const seat = form.querySelector<HTMLSelectElement>("select[name=role]");
  const named = [...(seat?.options ?? [])].find((each) => each.value === made.role)?.textContent ?? form.dataset["name"] ?? "";
  part(form, "whose").textContent = `Seat: ${named}`;
  part(form, "answer").textContent = inFours(made.letters ?? "");
  part(form, "qr").replaceChildren(...drawn(made.qr_svg));
  for (const name of ["qr", "scan"]) part(form, name).hidden = made.is_here_only;
  part(form, "how").textContent = made.is_here_only ? "Type on this machine" : "and type";
  // The address without its code: a person who reads it over a shoulder learns nothing.
  part(form, "where").textContent = made.base;
  part(form, "invited").hidden = false;
  lasts(form, "The invitation is shown.", true);
  shown.set(form, { id: made.id, role: made.role, countdown: new Countdown(made.seconds_left) });
  offerBases(made);
  countDown();
}

function withdraw(form: HTMLFormElement, words: string): void {
  shown.delete(form);
  clear(form);
  lasts(form, words);
}

function clear(form: HTMLFormElement): void {
  const place = part(form, "invited");
  place.hidden = true;
  for (const held of place.querySelectorAll<HTMLElement>("[data-answer], [data-qr], [data-until]")) held.replaceChildren();
}

/** The addresses of the server as they are now: the machine may have changed its network. */
function offerBases(made: Invitation): void {
  part(document.body, "here-only").hidden = !made.is_here_only;
  if (!bases) return;
  part(document.body, "bases").hidden = made.bases.length < 2;
  bases.replaceChildren(...made.bases.map(({ base, adapter }) => new Option(adapter ? `${base} (${adapter})` : base, base)));
  bases.value = made.base;
}

function chooseKeptBase(): void {
  const kept = keptBase();
  if (bases && [...bases.options].some((each) => each.value === kept)) bases.value = kept;
}

function keptBase(): string {
  try {
    return localStorage.getItem(KEPT_BASE) ?? "";
  } catch {
    return "";
  }
}

function keepBase(base: string): void {
  try {
    localStorage.setItem(KEPT_BASE, base);
  } catch {
    // Without storage the choice holds as long as the page.
  }
}

/** The picture of the code, from our own service, as nodes: never as text put into the page. */
function drawn(svg: string | null): Node[] {
  if (!svg) return [];
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  root.setAttribute("role", "img");
  root.setAttribute("aria-label", "QR code of the invitation");
  return [document.adoptNode(root)];
}

async function makeRecoveryCode(form: HTMLFormElement, address: string): Promise<void> {
  const response = await post(address, {});
  const answer = (await response?.json().catch(() => ({}))) as { code: string } & ProblemDetails;
  if (!response?.ok) return lasts(form, whyNot(answer));
  part(form, "answer").textContent = inFours(answer.code);
  part(form, "recovered").hidden = false;
  lasts(form, "This code is good until it is used or a new one is made.");
}

async function post(address: string, body: object): Promise<Response | null> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  leaveIfGone(answer);
  return answer;
}

/** Another device may have become the host meanwhile. */
function leaveIfGone(answer: Response | null): void {
  if (answer?.status !== NO_SEAT) return;
  shown.clear();
  showSeatLost(location.pathname.split("/")[2]);
}

function whyNot(answer: ProblemDetails | undefined): string {
  const because = asSentence(answer?.detail ?? "The server does not answer; try again in a moment");
  return answer?.instead ? `${because} ${asSentence(answer.instead)}` : because;
}

/** The state of an invitation in words; `isSeen`: the page shows it anyway, so that only a screen reader says it. */
function lasts(form: HTMLFormElement, words: string, isSeen = false): void {
  const place = part(form, "lasts");
  place.textContent = words;
  place.classList.toggle("unseen", isSeen);
}

function part(within: HTMLElement, name: string): HTMLElement {
  const element = within.querySelector<HTMLElement>(`[data-${name}]`);
  if (!element) throw new Error(`the page of seats has a place for ${name}`);
  return element;
}
