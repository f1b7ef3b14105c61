// In a strip that is wider than the screen the present step is the one to see, and the keyboard can scroll it.
export function startRail(): void {
  show();
  document.addEventListener("bz:morphed", show);
  window.addEventListener("resize", show);
}

function show(): void {
  for (const strip of document.querySelectorAll<HTMLElement>(".rail > ol")) {
    if (strip.scrollWidth > strip.clientWidth) strip.tabIndex = 0;
    else strip.removeAttribute("tabindex");
    const step = strip.querySelector<HTMLElement>("[aria-current=step]");
    if (step) strip.scrollLeft = step.offsetLeft - strip.offsetLeft - (strip.clientWidth - step.offsetWidth) / 2;
  }
}
