// The print basket: items chosen on several pages, to be printed as one file. The device stores their addresses and
// titles; the service renders each of them when they are printed.

const STORED = "basket";
// Options of the whole file, not of an item.
const OF_THE_FILE = new Set(["asked", "paper", "across", "along", "turned"]);

export type Item = { address: string; title: string; of: string };

/** The items in the basket, in their order. */
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

/** Stores the items; false if the device cannot. */
export function keep(kept: readonly Item[]): boolean {
  try {
    localStorage.setItem(STORED, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** The item that a form has chosen; null: none. */
export function chosen(path: string, fields: Iterable<[string, string]>, titles: readonly string[], of: string): Item | null {
  const query = new URLSearchParams([...fields].filter(([name]) => !OF_THE_FILE.has(name)));
  return titles.length ? { address: `${path}?${query.toString()}`, title: titles.join(", "), of } : null;
}

/** Moves an item one place up. */
export function earlier<T>(of: readonly T[], at: number): T[] {
  const moved = [...of];
  if (at > 0) moved.splice(at - 1, 2, ...moved.slice(at - 1, at + 1).reverse());
  return moved;
}

/** The address that prints all items, with the form's options of paper and printer. */
export function address(kept: readonly Item[], fields: Iterable<[string, string]>): string {
  const query = new URLSearchParams([...fields].filter(([name]) => OF_THE_FILE.has(name) && name !== "asked"));
  for (const entry of kept) query.append("item", entry.address);
  return `/print/basket?${query.toString()}`;
}

function fieldsOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}

/** Sets up the button that adds to the basket, and its link. */
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

/** Lists the basket on the print page; returns a function that lists it again. */
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
    // The focus stays on a moved item, or goes to the next after a removed one.
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
