// A game that was closed while this page was open: the page becomes the one its address has now, nothing left to fill in.
import { rescueAnswers } from "./say";
import { letSleep } from "./wake";

const CHANGED = ["main", "#place", "#menu .links"];

/** Whether the page is another one altogether since the game was closed. A wall or a log only gets a new part. */
export function isOver(fresh: Document): boolean {
  return "closed" in fresh.body.dataset && !("closed" in document.body.dataset);
}

export function showOver(fresh: Document): void {
  // What a last command was answered is still to be read.
  const restoreAnswers = rescueAnswers();
  for (const part of CHANGED) {
    const newer = fresh.querySelector(part);
    if (newer) document.querySelector(part)?.replaceWith(document.adoptNode(newer));
  }
  document.title = fresh.title;
  document.body.dataset["closed"] = "";
  letSleep();
  restoreAnswers();
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}
