// Keyboard and focus: shortcuts of a page, arrows in a tree of links, focus after an update, strips that scroll.
/** Call it with a request: the returned function moves the focus to the result, unless the player moved it meanwhile. */
export function focusAfter(): (place: HTMLElement | null) => void {
  const from = document.activeElement;
  return (place) => {
    const now = document.activeElement;
    if (now === null || now === from || now === document.body) place?.focus();
  };
}

export function startKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const element = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`);
    if (!element) return;
    event.preventDefault();
    if (element instanceof HTMLInputElement) element.focus();
    else element.click();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}

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

function shown(tree: Element): HTMLElement[] {
  return [...tree.querySelectorAll<HTMLElement>("a.pick")].filter((element) => element.checkVisibility());
}

function treeOf(pick: Element): Element {
  return pick.closest(".tree") ?? document.body;
}

function branchOf(pick: Element): HTMLDetailsElement | null {
  return pick.parentElement?.querySelector<HTMLDetailsElement>(":scope > details") ?? null;
}

function stepped(pick: HTMLElement, by: 1 | -1): HTMLElement | null {
  const all = shown(treeOf(pick));
  return all[all.indexOf(pick) + by] ?? null;
}

function opened(pick: HTMLElement): HTMLElement | null {
  const branch = branchOf(pick);
  if (!branch) return null;
  if (branch.open) return branch.querySelector<HTMLElement>("a.pick");
  branch.open = true;
  return pick;
}

function closed(pick: HTMLElement): HTMLElement | null {
  const branch = branchOf(pick);
  if (branch?.open) {
    branch.open = false;
    return pick;
  }
  return pick.parentElement?.closest("details")?.parentElement?.querySelector<HTMLElement>(":scope > a.pick") ?? null;
}

const WAYS: Readonly<Record<string, (pick: HTMLElement) => HTMLElement | null>> = {
  ArrowDown: (pick) => stepped(pick, 1),
  ArrowUp: (pick) => stepped(pick, -1),
  ArrowRight: opened,
  ArrowLeft: closed,
};
const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select";

/** Edits that can be undone and redone. */
interface Edits {
  undo(): unknown;
  redo(): unknown;
}

/** The keys of a page with a tree: arrows move in it, Ctrl-Z undoes an edit and with Shift redoes it. */
export function startTreeKeys(edits: () => Edits | null | undefined): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !target.closest(TYPING)) {
      event.preventDefault();
      void (event.shiftKey ? edits()?.redo() : edits()?.undo());
    }
    const pick = target.closest<HTMLElement>("#tree a.pick");
    if (!pick || event.ctrlKey || event.metaKey || event.altKey) return;
    const go = WAYS[event.key];
    if (!go) return;
    event.preventDefault();
    go(pick)?.focus();
  });
}
