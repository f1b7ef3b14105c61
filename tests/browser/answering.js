// Before a page is tapped through: `tappable()` lists what takes a tap in the window as it is, each by its kind, and
// `answered` says of the last tap whether something that is seen was another at once.
() => {
  // So many pictures are a tenth of a second, and no more of them on a machine that has other work.
  const AT_ONCE = 6;
  const PLACES = "#drawer, .slot, .bar, .rail, .board, .facts, .dock, .foot, .sheet";
  const TAPPED = "button, [role=tab], summary, .tg-list:has(> .read) > li:not(.read), .onmap .stand";
  // What cannot be tapped says so; what is chosen already has nothing to answer.
  const SETTLED = "[aria-disabled=true], [aria-selected=true], [aria-pressed=true], :disabled, .ct.x";
  // Neither answers a tap: the line goes and comes by itself, and so do five seconds.
  const BY_ITSELF = "connection-bar, .typo";
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const middle = (one) => {
    const b = one.getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const placeOf = (one) => one.closest(PLACES)?.id || one.closest(PLACES)?.classList[0] || "page";
  const kindOf = (one) => {
    if (one.matches("[data-die]")) return "die";
    if (one.matches("[role=tab]")) return "tab";
    if (one.matches(".us button, .co")) return "unit";
    if (one.matches(".tg-list > li")) return "target";
    if (one.matches(".counted button")) return "count";
    // Of buttons each does something else.
    if (one.matches(".btn, .tiles button")) return `button ${one.innerText.trim().split("\n")[0]}`;
    return one.classList.item(0) ?? one.localName;
  };
  window.tappable = () =>
    [...document.querySelectorAll(TAPPED)]
      .filter((one) => shown(one) && !one.matches(SETTLED) && one.contains(document.elementFromPoint(...middle(one))))
      .map((one) => ({ kind: `${placeOf(one)}: ${kindOf(one)}`, at: middle(one) }));
  const seen = () => {
    const all = [...document.querySelectorAll("body *")].filter((one) => !one.closest(BY_ITSELF) && shown(one));
    const typed = document.activeElement.matches("input, textarea") ? all.indexOf(document.activeElement) : -1;
    const words = (one) => [...one.childNodes].filter((each) => each.nodeType === 3).map((each) => each.data.trim());
    return [typed, ...all.map((one) => [one.getAttribute("class"), words(one), middle(one).map(Math.round), one.ariaSelected, one.ariaPressed])].join("\n");
  };
  addEventListener(
    "click",
    () => {
      const before = seen();
      window.answered = new Promise((done) => {
        const look = (left) => (seen() !== before ? done(true) : left ? requestAnimationFrame(() => look(left - 1)) : done(false));
        requestAnimationFrame(() => look(AT_ONCE));
      });
    },
    { capture: true },
  );
}
