// A game's page answers its own links in place: no white flash, and nothing lost while the service is away.
// The region that answers says what it is about: <section id="work" data-live="" data-about="a1.1.c1/fire">; what in it
// has data-arrive is what whoever goes there is brought to. Without scripts the links are plain ones.
import { isAway, refresh } from "./stream";
import { gamePage } from "./page-state";
import { clearAnswers, showDelayed } from "../components/announcements";
import { isTurning, showAt, type Navigation } from "./page-loader";

let at = location.search;

export function startPlaces(): void {
  if (!gamePage()?.stream) return;
  document.addEventListener("click", tapped);
  window.addEventListener("popstate", () => location.hash || go(location.href, "left"));
}

/** What the page's forms are about just now. */
export function about(): string | undefined {
  return document.querySelector<HTMLElement>("[data-about]")?.dataset["about"];
}

/** Goes on from a form that was sent. What was tapped meanwhile comes first. */
export function replacePage(url: string): void {
  if (isTurning()) void refresh();
  else go(url, "replace");
}

function tapped(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || event.defaultPrevented || isForTheBrowser(event, link)) return;
  // Another page cannot be reached either while the service is away: to leave for it would lose the table.
  if (link.pathname !== location.pathname && !isAway()) return;
  event.preventDefault();
  markAwaited(link);
  go(link.href, link.search === location.search ? "replace" : "push");
}

/** A new tab, a new window, a download, another server, a place on the same page. */
export function isForTheBrowser(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isModified = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return isModified || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin || link.hash !== "";
}

function go(url: string, address: Navigation["address"]): void {
  const regions = new Set([...document.querySelectorAll("[data-live][id]")].map((region) => region.id));
  const { pathname, search } = new URL(url, location.href);
  void showAt(pathname + search, regions, { address, leave: clearAnswers, arrived: arrive, kept: showDelayed });
}

function markAwaited(link?: HTMLElement): void {
  for (const other of document.querySelectorAll("a[aria-busy]")) other.removeAttribute("aria-busy");
  link?.setAttribute("aria-busy", "true");
}

function arrive(): void {
  const left = at;
  at = location.search;
  markAwaited();
  const region = document.querySelector<HTMLElement>("[data-about]");
  const place = region?.querySelector<HTMLElement>("[data-arrive]") ?? linkTo(left) ?? region;
  place?.focus({ preventScroll: true });
  if (!place || isInSight(place)) return;
  if (region?.contains(place)) region.scrollIntoView({ block: "start" });
  if (!isInSight(place)) place.scrollIntoView({ block: "center" });
}

/** Where somebody comes back to who leaves what a link had opened. */
function linkTo(search: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLAnchorElement>("#main a[href]")].find((link) => search && link.search === search);
}

function isInSight(place: HTMLElement): boolean {
  const { top, bottom } = place.getBoundingClientRect();
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  return top >= bar && bottom <= innerHeight;
}
