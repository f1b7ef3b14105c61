// Reports a page whose scripts or styles did not all load, reloads it once, and offers the plain form.
// Runs before every other script, and imports nothing from them.
const LATE_MS = 10_000;
/** The property that the last rule of a style sheet sets: all of it has loaded. */
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
  // Load errors do not bubble: they are caught in the capture phase.
  window.addEventListener("error", (event) => isOfPage(event) && failed(), { capture: true });
  document.addEventListener("bz:half-loaded", () => (page.dataset["halfLoaded"] = "failed"));
  document.addEventListener("DOMContentLoaded", () => {
    clearTimeout(late);
    const isStyled = getComputedStyle(page).getPropertyValue(STYLED) !== "";
    if (!("begun" in page.dataset) || !isStyled) failed();
    else if (page.dataset["halfLoaded"] === "late") delete page.dataset["halfLoaded"];
  });
}

/** The page's script has run to its last line. */
export function begun(): void {
  document.documentElement.dataset["begun"] = "";
  document.getElementById(NOTICE)?.setAttribute("data-loaded", "");
}

/** Whether an error is a file that did not load, or a script that loaded in part; not an error of a running script. */
function isOfPage(event: Event): boolean {
  const { target } = event;
  if (target instanceof HTMLScriptElement) return true;
  if (target instanceof HTMLLinkElement) return target.relList.contains("stylesheet");
  return event instanceof ErrorEvent && (event.error instanceof SyntaxError || document.readyState !== "complete");
}

/** One reload is enough: what fails twice will fail again. */
function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload";
}
