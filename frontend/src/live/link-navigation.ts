// A game's page opens its own links in place, without a white flash, and loses nothing while the service is away.
// The region that changes has data-about: <section id="work" data-live="" data-about="a1.1.c1/fire">; the element in it
// with data-arrive gets the focus. Without scripts the links are plain ones.
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

/** What the page's forms are about now. */
export function about(): string | undefined {
  return document.querySelector<HTMLElement>("[data-about]")?.dataset["about"];
}

/** Opens the next address after a form was sent, unless the player has opened another page meanwhile. */
export function replacePage(url: string): void {
  if (isTurning()) void refresh();
  else go(url, "replace");
}

function tapped(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || event.defaultPrevented || isForTheBrowser(event, link)) return;
  // Without a connection the page stays: another one cannot be reached.
  if (link.pathname !== location.pathname && !isAway()) return;
  event.preventDefault();
  markAwaited(link);
  go(link.href, link.search === location.search ? "replace" : "push");
}

/** Whether the browser handles a click: a new tab, a download, another server, a place on the same page. */
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

/** The link that had opened an address: leaving it returns the focus there. */
function linkTo(search: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLAnchorElement>("#main a[href]")].find((link) => search && link.search === search);
}

function isInSight(place: HTMLElement): boolean {
  const { top, bottom } = place.getBoundingClientRect();
  const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  return top >= bar && bottom <= innerHeight;
}
