// A page whose scripts or styles did not all arrive says so, is loaded once more by itself, and offers the plain form.
// Runs before every other script, and takes nothing from them.
const LATE_MS = 10_000;
/** The last rule of a style sheet says that all of it is there. */
const STYLED = "--loaded-whole";
/** The notice that the template puts on every page. */
const NOTICE = "not-started";

export function watchLoading(): void {
  const page = document.documentElement;
  const failed = (): void => {
    page.dataset["halfLoaded"] = "failed";
    if (!wasReloaded()) location.reload();
  };
  const late = setTimeout(() => (page.dataset["halfLoaded"] ||= "late"), LATE_MS);
  // Errors of files do not bubble: they are caught on their way down.
  window.addEventListener("error", (event) => isOfPage(event) && failed(), { capture: true });
  document.addEventListener("bz:half-loaded", () => (page.dataset["halfLoaded"] = "failed"));
  document.addEventListener("DOMContentLoaded", () => {
    clearTimeout(late);
    const isStyled = getComputedStyle(page).getPropertyValue(STYLED) !== "";
    if (!("begun" in page.dataset) || !isStyled) failed();
    else if (page.dataset["halfLoaded"] === "late") delete page.dataset["halfLoaded"];
  });
}

/** The script of the page has begun, to its last line: nothing of it is missing. */
export function begun(): void {
  document.documentElement.dataset["begun"] = "";
  document.getElementById(NOTICE)?.setAttribute("data-loaded", "");
}

/** A file of the page that did not come, or a script that came in part: a fault of one that has begun is not meant. */
function isOfPage(event: Event): boolean {
  const { target } = event;
  if (target instanceof HTMLScriptElement) return true;
  if (target instanceof HTMLLinkElement) return target.relList.contains("stylesheet");
  return event instanceof ErrorEvent && (event.error instanceof SyntaxError || document.readyState !== "complete");
}

/** One time is enough: what fails twice will not come by asking for it again and again. */
function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload";
}
