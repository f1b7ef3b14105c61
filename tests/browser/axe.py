"""What axe says of an open page: what keeps somebody from reading, hearing or using it."""

from collections.abc import Collection
from functools import cache
from typing import Any, Final

from playwright.sync_api import Page

from app.pages.rendering import FRONTEND

AXE: Final = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
# What it would load before it looks are sounds and films, and no page has any.
# What fades in is read once it is there: half faded, every word is pale.
LOOK: Final = """async () => {
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
  return (await axe.run(document, {resultTypes: ['violations'], preload: false})).violations;
}"""
GRAVE: Final = frozenset({"moderate", "serious", "critical"})


@cache
def axe() -> str:
    """Its program. A device that keeps it for all its pages, as `AT_HAND`, need not be handed it for each."""
    return AXE.read_text(encoding="utf-8")


AT_HAND: Final = "window.axeAtHand = () => {%s};"
IS_THERE: Final = "Boolean(window.axe || (window.axeAtHand?.(), window.axe))"


def found_by_axe(page: Page, impacts: Collection[str] = GRAVE) -> list[str]:
    """What it finds that is so grave, each with the nodes it is about."""
    if not page.evaluate(IS_THERE):
        page.evaluate(axe())
    assert page.locator("audio, video").count() == 0
    found: list[dict[str, Any]] = page.evaluate(LOOK)
    grave = [one for one in found if one["impact"] in impacts]
    return [f"{page.url} {one['id']}: {[node['html'][:120] for node in one['nodes']][:4]}" for one in grave]
