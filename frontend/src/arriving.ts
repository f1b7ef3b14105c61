// Whoever goes by keys or by ear goes on where the page does; whoever has gone elsewhere while it came is left there.

/** To be called when something is asked for: focus goes on to what it gives when that stands there. */
export function arriving(): (place: HTMLElement | null) => void {
  const from = document.activeElement;
  return (place) => {
    const now = document.activeElement;
    if (now === null || now === from || now === document.body) place?.focus();
  };
}
