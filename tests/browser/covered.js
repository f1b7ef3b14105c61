// A list of what can be tapped in the window and is covered, empty where nothing is: by a notice, or at its middle by anything.
() => {
  const TAPPED = "button, a[href], summary, label, input, select, textarea";
  const NOTICES = ".notices > *, .not-started, .slot, .refuse, .say, .aside, .past, .sheet > .ends, connection-bar, [role=status], [role=alert]";
  // Stands on a map may stand close together: whoever is nearest is meant. A drawer was opened, and is closed by whoever opened it.
  const open = document.querySelector("#drawer:not([hidden])");
  const isMeant = (one) => !one.closest(".groundhost, .map") && (!open || open.contains(one) || one.closest(".bar, .notices"));
  const name = (one) => `${one.className || one.tagName} "${(one.getAttribute("aria-label") || one.textContent || "").trim().slice(0, 30)}"`;
  const all = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const box = (one) => one.getBoundingClientRect();
  const styles = new Map();
  const style = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
  /** What is seen of an element in the window: left, top, right, bottom. */
  const part = (one) => {
    const b = box(one);
    const seen = [Math.max(0, b.left), Math.max(0, b.top), Math.min(innerWidth, b.right), Math.min(innerHeight, b.bottom)];
    for (let up = one; up; up = up.parentElement) {
      const [c, { overflowX, overflowY, position }] = [box(up), style(up)];
      if (overflowX !== "visible") [seen[0], seen[2]] = [Math.max(seen[0], c.left), Math.min(seen[2], c.right)];
      if (overflowY !== "visible") [seen[1], seen[3]] = [Math.max(seen[1], c.top), Math.min(seen[3], c.bottom)];
      if (position === "fixed") break;
    }
    return seen;
  };
  // A pixel of either may lie on an edge.
  const isSeen = ([left, top, right, bottom]) => right - left > 2 && bottom - top > 2;
  const meets = (a, b) => a[0] < b[2] - 1 && b[0] < a[2] - 1 && a[1] < b[3] - 1 && b[1] < a[3] - 1;
  // What is under a bar that sticks to the window scrolls out from under it.
  const sticks = (one) => Boolean(one) && (style(one).position === "sticky" || sticks(one.parentElement));
  const holds = (one, other) => one.contains(other) || other.contains(one);
  const tapped = all(TAPPED).filter(isMeant).map((one) => [one, part(one)]).filter(([, seen]) => isSeen(seen));
  const wrong = [];
  for (const notice of all(NOTICES)) {
    const seen = part(notice);
    if (!isSeen(seen)) continue;
    for (const [one, its] of tapped) if (!holds(notice, one) && meets(seen, its)) wrong.push(`${name(notice)} lies on ${name(one)}`);
  }
  for (const [one, [left, top, right, bottom]] of tapped) {
    const [x, y] = [(box(one).left + box(one).right) / 2, (box(one).top + box(one).bottom) / 2];
    if (x < left || x > right || y < top || y > bottom) continue;
    const at = document.elementFromPoint(x, y);
    const whole = one.closest("label") ?? one;
    if (!at || !(holds(whole, at) || sticks(at))) wrong.push(`${name(one)} lies under ${at ? name(at) : "nothing"}`);
  }
  return wrong;
}
