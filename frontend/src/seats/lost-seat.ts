// This device has lost its seat: the page removes the seat's content, and says why and how to get back.
import { type ProblemDetails, asSentence } from "../forms/problem-details";
import { gamePage } from "../live/page-state";

let isSaid = false;

/** `game` is the id of the game, where the page's body does not have it. */
export function showSeatLost(game = gamePage()?.game): void {
  const notice = document.querySelector<HTMLTemplateElement>("template#seat-gone")?.content.cloneNode(true);
  const main = document.querySelector<HTMLElement>("#main");
  if (isSaid || !notice || !main) return;
  isSaid = true;
  main.className = "page-plain stack";
  main.replaceChildren(notice);
  for (const id of ["place", "bar", "rail", "board", "drawer"]) document.getElementById(id)?.replaceChildren();
  document.body.classList.add("gone");
  main.querySelector<HTMLElement>("h1")?.focus();
  if (game) void showReason(main, game);
}

/** The service's reason: the seat was removed, another host took over, or the game was deleted. */
async function showReason(main: HTMLElement, game: string): Promise<void> {
  const answer = await fetch(`/api/v1/games/${encodeURIComponent(game)}/seat`, { cache: "no-store" }).catch(() => null);
  const why = answer?.status === 401 ? ((await answer.json().catch(() => ({}))) as ProblemDetails) : {};
  const place = main.querySelector<HTMLElement>("[data-why]");
  if (place && why.detail) place.textContent = [why.detail, why.instead ?? ""].filter(Boolean).map(asSentence).join(" ");
}
