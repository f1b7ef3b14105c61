// The basket of prints: what was chosen on several pages, to be printed as one file. The device keeps addresses and
// names, and the service is asked for each of them again when they are printed.

const STORED = "basket";
// What is chosen for the whole file, not for one thing in it.
const OF_THE_FILE = new Set(["asked", "paper", "across", "along", "turned"]);

export type Item = { address: string; title: string; of: string };

/** What is in the basket, in its order. */
export function items(): Item[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isItem) : [];
  } catch {
    return [];
  }
}

function isItem(candidate: unknown): candidate is Item {
  const entry = candidate as Partial<Item> | null;
  return typeof entry?.address === "string" && typeof entry.title === "string" && typeof entry.of === "string";
}

/** Keep these; false where the device keeps nothing. */
export function keep(kept: readonly Item[]): boolean {
  try {
    localStorage.setItem(STORED, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** What a form has chosen, by its address here; null where nothing is. */
export function chosen(path: string, fields: Iterable<[string, string]>, titles: readonly string[], of: string): Item | null {
  const query = new URLSearchParams([...fields].filter(([name]) => !OF_THE_FILE.has(name)));
  return titles.length ? { address: `${path}?${query.toString()}`, title: titles.join(", "), of } : null;
}

/** The same things, the one at this place one place earlier. */
export function earlier<T>(of: readonly T[], at: number): T[] {
  const moved = [...of];
  if (at > 0) moved.splice(at - 1, 2, ...moved.slice(at - 1, at + 1).reverse());
  return moved;
}

/** The address that prints all of it, with what the form says about paper and printer. */
export function address(kept: readonly Item[], fields: Iterable<[string, string]>): string {
  const query = new URLSearchParams([...fields].filter(([name]) => OF_THE_FILE.has(name) && name !== "asked"));
  for (const entry of kept) query.append("item", entry.address);
  return `/print/basket?${query.toString()}`;
}

function fieldsOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}

/** The button that puts what is chosen into the basket, and the way there. */
export function offerBasket(form: HTMLFormElement, changed: () => void): void {
  const row = form.querySelector<HTMLElement>("[data-basket-put]");
  const way = row?.querySelector<HTMLAnchorElement>("[data-basket-way]");
  if (!row || !way) return;
  row.hidden = false;
  const told = (words = ""): void => {
    const count = items().length;
    way.hidden = !count && !words;
    way.textContent = words || `In the basket: ${count}`;
  };
  told();
  row.querySelector("button")?.addEventListener("click", () => {
    const titles = [...form.querySelectorAll<HTMLElement>(".thing:has(input:checked) b")].map((element) => element.innerText);
    const period = form.querySelector<HTMLElement>("input[name=period]:checked + span")?.innerText ?? "";
    const entry = chosen(new URL(form.action).pathname, fieldsOf(form), titles, row.dataset["of"] || period);
    if (!entry) told("Choose at least one thing");
    else if (!keep([...items(), entry])) told("This device keeps no basket");
    else told();
    changed();
  });
}

/** What is in the basket, on the page of printing; returns how to show it anew. */
export function showBasket(form: HTMLFormElement): () => void {
  const place = form.querySelector<HTMLElement>("[data-basket]");
  const list = place?.querySelector<HTMLElement>("[data-basket-items]");
  const template = place?.querySelector<HTMLTemplateElement>("[data-basket-item]");
  const says = place?.querySelector<HTMLElement>("[data-basket-says]");
  if (!place || !list || !template || !says) return () => undefined;
  const show = (): void => {
    const kept = items();
    place.hidden = !kept.length;
    list.replaceChildren(...kept.map((entry, at) => row(template, entry, at)));
  };
  place.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-do]");
    if (!button) return;
    const kept = items();
    const at = [...list.children].indexOf(button.closest("li") as Element);
    const what = button.dataset["do"];
    keep(what === "empty" ? [] : what === "out" ? kept.filter((_, number) => number !== at) : earlier(kept, at));
    says.textContent = what === "up" ? `${kept[at]?.title ?? ""}, now number ${at}` : "Taken out";
    show();
    // What was moved stays under the finger or the key; what is gone leaves the next.
    const next = list.children[what === "up" ? at - 1 : Math.min(at, list.children.length - 1)];
    next?.querySelector<HTMLElement>(`[data-do="${what === "up" && at > 1 ? "up" : "out"}"]`)?.focus();
  });
  show();
  return show;
}

function row(template: HTMLTemplateElement, entry: Item, at: number): Node {
  const made = template.content.cloneNode(true) as DocumentFragment;
  const set = (where: string, words: string): void => {
    const place = made.querySelector<HTMLElement>(where);
    if (place) place.textContent = words;
  };
  set("[data-title]", entry.title);
  set("[data-of]", entry.of);
  const [up, out] = [made.querySelector<HTMLButtonElement>("[data-do=up]"), made.querySelector("[data-do=out]")];
  up?.setAttribute("aria-label", `${entry.title}: print it earlier`);
  if (up) up.disabled = at === 0;
  out?.setAttribute("aria-label", `${entry.title}: take it out`);
  return made;
}
