// In a strip that is wider than the screen the present step is the one to see.
export function startRail(): void {
  show();
  document.addEventListener("bz:morphed", show);
}

function show(): void {
  for (const step of document.querySelectorAll<HTMLElement>(".rail [aria-current=step]")) {
    const strip = step.parentElement;
    if (strip) strip.scrollLeft = step.offsetLeft - strip.offsetLeft - (strip.clientWidth - step.offsetWidth) / 2;
  }
}
