// Going through a tree of links by the arrows: up and down among those that can be seen, right opens, left closes or goes
// to what one is in. Each gives the link that gets the focus, null where there is none.
function shown(tree: Element): HTMLElement[] {
  return [...tree.querySelectorAll<HTMLElement>("a.pick")].filter((one) => one.checkVisibility());
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

/** What can be taken back and made again. */
interface Edits {
  undo(): unknown;
  redo(): unknown;
}

/** The keys of a page with a tree: arrows go through it, Ctrl-Z takes an edit back and with Shift makes it again. */
export function keysOfTree(edits: () => Edits | null | undefined): void {
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
