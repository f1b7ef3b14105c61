// Strips wider than the screen (steps of the turn): what is now is in sight, keys can scroll.
const STRIPS = ".rail > ol";

export function startStrips(): void {
  show();
  document.addEventListener("bz:morphed", show);
  window.addEventListener("resize", show);
}

function show(): void {
  for (const strip of document.querySelectorAll<HTMLElement>(STRIPS)) {
    const isScrolled = strip.scrollWidth > strip.clientWidth;
    const hasTargets = strip.querySelector("a, button") !== null;
    if (isScrolled && !hasTargets) strip.tabIndex = 0;
    else strip.removeAttribute("tabindex");
    const now = strip.querySelector<HTMLElement>("[aria-current]");
    if (now) strip.scrollLeft += middle(now) - middle(strip);
  }
}

function middle(element: HTMLElement): number {
  const box = element.getBoundingClientRect();
  return box.left + box.width / 2;
}
