// What must never happen on the stage, as it is seen in one window: a list of what is wrong, empty where nothing is.
() => {
  const wrong = [];
  const say = (never, one, what) => wrong.push(`Never ${never}: ${name(one)} ${what}`);
  const name = (one) => `${one.className || one.tagName} "${(one.getAttribute("aria-label") || one.textContent || "").trim().slice(0, 30)}"`;
  const all = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length);
  const box = (one) => one.getBoundingClientRect();
  const covers = (one) => { const b = box(one); return document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2); };
  const holds = (one, at) => at && (one.contains(at) || at.contains(one));
  const cut = (one) => {
    const b = box(one);
    if (b.x < -0.5 || b.y < -0.5 || b.right > innerWidth + 0.5 || b.bottom > innerHeight + 0.5) return "lies outside the window";
    for (let up = one.parentElement; up; up = up.parentElement) {
      const [o, c] = [getComputedStyle(up), box(up)];
      if (o.overflowY !== "visible" && (b.y < c.y - 1 || b.bottom > c.bottom + 1)) return `is cut off by ${name(up)}`;
      if (o.overflowX !== "visible" && (b.x < c.x - 1 || b.right > c.right + 1)) return `is cut off by ${name(up)}`;
    }
    return "";
  };
  const seen = (never, one) => {
    const how = cut(one);
    if (how) return say(never, one, how);
    const at = covers(one);
    if (!holds(one, at)) say(never, one, `lies under ${at ? name(at) : "nothing"}`);
  };
  const least = (never, one, px) => {
    const b = box(one);
    if (Math.min(b.width, b.height) < px - 0.5) say(never, one, `is ${Math.round(b.width)} by ${Math.round(b.height)}`);
  };
  const page = document.documentElement;
  const fit = Number(getComputedStyle(document.body).zoom) || 1;
  if (page.scrollHeight > innerHeight || scrollY) say(1, page, `scrolls: ${page.scrollHeight} of ${innerHeight}`);
  if (document.body.scrollWidth * fit > innerWidth + 1) say(1, page, `is ${document.body.scrollWidth} wide`);
  // In a low window the outcome is its headline: its rows scroll in their own place.
  const outcome = innerHeight > 560 ? ".hd h1, .hd .r, .res > li, .res .tag, .say1, .typo" : ".hd h1, .typo";
  const open = document.querySelector("#drawer:not([hidden])");
  for (const one of all(outcome)) if (document.querySelector(".res, .typo") && !open) seen(2, one);
  for (const one of all(".pads:not(.off) .pad button")) { seen(3, one); least(3, one, 46); }
  for (const one of all(".duel button, .duel [data-die]")) { seen(3, one); least(3, one, 44); }
  for (const one of all(".dock .btn, .foot .btn")) { if (!one.closest(".dock.many")) seen(3, one); }
  for (const one of all(".slot.ask, .slot.ask .btn")) seen(12, one);
  for (const one of all(".slot.ask .btn")) least(12, one, 44);
  for (const one of all(".dock, .foot")) for (const news of all(".slot.ask")) {
    const [a, b] = [box(one), box(news)];
    if (a.x < b.right - 1 && b.x < a.right - 1 && a.y < b.bottom - 1 && b.y < a.bottom - 1) say(12, news, `covers ${name(one)}`);
  }
  for (const one of all(".facts .fact.ask")) if (!open) seen(15, one);
  for (const one of document.querySelectorAll(".facts .fact.ask[hidden]")) say(15, one, "is folded away");
  for (const one of all(".rail .no")) {
    const text = document.createRange();
    text.selectNodeContents(one);
    const tops = new Set([...text.getClientRects()].filter((each) => each.width).map((each) => Math.round(each.bottom)));
    if (tops.size > 1 || one.scrollWidth * fit > box(one).width + 1) say(18, one, "wraps");
  }
  for (const one of all("button.ct, button.co, .us button, .mx .lt")) least(18, one, one.matches(".lt") ? 24 : 44);
  // A commander's counter is round, however wide its column; a name keeps within its button.
  for (const one of all(".ct.hq")) if (Math.abs(box(one).width - box(one).height) > 1) say(18, one, `is ${Math.round(box(one).width)} by ${Math.round(box(one).height)}`);
  for (const one of all(".co .nm, .us button span, .tabs button > *")) if (box(one).right > box(one.closest("button")).right + 1) say(18, one, "sticks out of its button");
  // News is told in words, not by a sign alone.
  for (const one of all(".slot.hold")) if (!all(".slot.hold .q b").length) say(12, one, "says nothing");
  // Where the line says that a unit is taken with a tap, there is one to tap.
  for (const one of all(".board .point[data-mode=pick]")) if (!all(".board button.co, .board .us button, .board .acts-now, .board .in-hand, .board .onmap").length) say(18, one, "asks for a unit, and none is there");
  for (const one of all(".btn")) {
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) say(18, one, "is too narrow for its words");
  }
  // A wall is whole, and nothing on it is smaller than what is read from four metres, where it hangs large enough.
  const wall = document.body.classList.contains("wall");
  for (const one of all(".wall .force, .wall .card")) if (one.scrollHeight > one.clientHeight + 1) say(19, one, `holds ${one.scrollHeight} in ${one.clientHeight}`);
  for (const one of all(".wall .bn, .wall .wlive, .wall .ct, .wall .vp, .wall .late li, .wall .guns, .wall .lies")) seen(19, one);
  for (const one of wall ? all("body *") : []) {
    const own = [...one.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
    if (own && !one.closest(".hide, .groundhost, .drawer, .label, .slot") && parseFloat(getComputedStyle(one).fontSize) < 19.5) say(19, one, `is written in ${getComputedStyle(one).fontSize}`);
  }
  return wrong;
}
