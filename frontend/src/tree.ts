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

export function stepped(pick: HTMLElement, by: 1 | -1): HTMLElement | null {
  const all = shown(treeOf(pick));
  return all[all.indexOf(pick) + by] ?? null;
}

export function opened(pick: HTMLElement): HTMLElement | null {
  const branch = branchOf(pick);
  if (!branch) return null;
  if (branch.open) return branch.querySelector<HTMLElement>("a.pick");
  branch.open = true;
  return pick;
}

export function closed(pick: HTMLElement): HTMLElement | null {
  const branch = branchOf(pick);
  if (branch?.open) {
    branch.open = false;
    return pick;
  }
  return pick.parentElement?.closest("details")?.parentElement?.querySelector<HTMLElement>(":scope > a.pick") ?? null;
}
