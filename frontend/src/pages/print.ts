// Printing: this device remembers what each printer draws of 100 mm, and fills it in when the printer is chosen again.
export {};

const STORED = "printers";
type Measured = { across: string; along: string };

const form = document.querySelector<HTMLFormElement>("#print");
const printerName = document.querySelector<HTMLInputElement>("#f-printer");
const known = document.querySelector<HTMLElement>("[data-known]");

if (form && printerName && known) {
  printerName.closest<HTMLElement>("[data-printers]")?.removeAttribute("hidden");
  show(known);
  known.addEventListener("click", (event) => {
    const printer = (event.target as Element).closest<HTMLElement>("[data-printer]")?.dataset["printer"];
    if (printer !== undefined) choose(printer);
  });
  form.addEventListener("submit", () => remember(printerName.value.trim()));
}

function printers(): Record<string, Measured> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, Measured>;
  } catch {
    return {};
  }
}

function field(which: keyof Measured): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`[name="${which}"]`) ?? null;
}

function choose(printer: string): void {
  const measured = printers()[printer];
  if (!measured || !printerName) return;
  printerName.value = printer;
  for (const which of ["across", "along"] as const) {
    const input = field(which);
    if (input) input.value = measured[which];
  }
}

function remember(printer: string): void {
  if (!printer) return;
  const measured = { across: field("across")?.value ?? "", along: field("along")?.value ?? "" };
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...printers(), [printer]: measured }));
  } catch {
    // A device that keeps nothing prints all the same.
  }
}

function show(place: HTMLElement): void {
  for (const printer of Object.keys(printers())) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.dataset["printer"] = printer;
    button.textContent = printer;
    place.append(button);
  }
}
