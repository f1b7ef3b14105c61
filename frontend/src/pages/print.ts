// Printing: this device remembers what each printer draws of 100 mm, and fills it in when the printer is chosen again.
// While a file is made the page stays, and says so.
import { address, items, offerBasket, showBasket } from "../print/basket";

const STORED = "printers";
const LAST = "printer";
type Measured = { across: string; along: string; turned?: string };

const form = document.querySelector<HTMLFormElement>("#print");
const printerName = document.querySelector<HTMLInputElement>("#f-printer");
const known = document.querySelector<HTMLElement>("[data-known]");

if (form && printerName && known) {
  printerName.closest<HTMLElement>("[data-printers]")?.removeAttribute("hidden");
  show(known);
  const last = lastPrinter();
  // What was measured counts for all later prints, until another printer or other lengths are chosen.
  if (last && !field("across")?.value && !field("along")?.value && !location.search.includes("asked=")) {
    choose(last);
    known.closest("details")?.setAttribute("open", "");
  }
  known.addEventListener("click", (event) => {
    const printer = (event.target as Element).closest<HTMLElement>("[data-printer]")?.dataset["printer"];
    if (printer !== undefined) choose(printer);
  });
  form.addEventListener("submit", () => remember(printerName.value.trim()));
}

if (form) {
  const working = document.createElement("p");
  working.className = "label";
  working.setAttribute("role", "status");
  form.querySelector(".ends")?.after(working);
  form.addEventListener("submit", (event) => {
    const by = event.submitter;
    const begun = performance.now();
    const say = (words: string): void => {
      working.textContent = words;
    };
    say("Setting the pages");
    const clock = setInterval(() => say(`Setting the pages, ${Math.round((performance.now() - begun) / 1000)} s`), 1000);
    if (!(by instanceof HTMLButtonElement)) return;
    const all = by.hasAttribute("data-print-all");
    if (!all && !by.formAction.endsWith("/file")) return;
    event.preventDefault();
    form.setAttribute("aria-busy", "true");
    by.disabled = true;
    const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
    void save(all ? address(items(), fields) : `${by.formAction}?${new URLSearchParams(fields).toString()}`)
      .then(say)
      .finally(() => {
        clearInterval(clock);
        form.removeAttribute("aria-busy");
        by.disabled = false;
      });
  });
  offerBasket(form, showBasket(form));
  // Whoever comes back to the page finds nothing at work.
  addEventListener("pageshow", () => working.replaceChildren());
}

/** Fetch the file and hand it to the browser to keep; what cannot be printed is shown as the page that says why. */
async function save(asked: string): Promise<string> {
  const answer = await fetch(asked).catch(() => null);
  if (!answer) return "The service cannot be reached. Try again when the device is back on its network.";
  if (!answer.ok || answer.headers.get("content-type") !== "application/pdf") {
    // A print of many pages is waited for on a page of its own, to which the service has led already.
    location.assign(answer.redirected ? answer.url : asked);
    return "";
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameIn(answer.headers.get("content-disposition") ?? "") ?? "beaten-zone.pdf";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return "Saved";
}

/** The name that the service gives a file: whole where it has one (RFC 6266), else in ASCII. */
function nameIn(header: string): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  return whole ? decodeURIComponent(whole) : /filename="([^"]+)"/.exec(header)?.[1];
}

function printers(): Record<string, Measured> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, Measured>;
  } catch {
    return {};
  }
}

function lastPrinter(): string {
  try {
    return localStorage.getItem(LAST) ?? "";
  } catch {
    return "";
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
  const edge = form?.querySelector<HTMLInputElement>(`[name="turned"][value="${measured.turned ?? ""}"]`);
  if (edge) edge.checked = true;
}

function remember(printer: string): void {
  if (!printer) return;
  const turned = form?.querySelector<HTMLInputElement>(`[name="turned"]:checked`)?.value;
  const before = printers()[printer]?.turned;
  const edge = turned ?? before;
  const lengths = { across: field("across")?.value ?? "", along: field("along")?.value ?? "" };
  const measured: Measured = edge ? { ...lengths, turned: edge } : lengths;
  try {
    localStorage.setItem(LAST, printer);
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
