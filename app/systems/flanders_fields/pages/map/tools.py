"""What is laid over the map of a game: fire and gas that lie there, and what the tool in hand measures or shows ahead.

All of it is worked out from what the seat may know; a stand that is hidden from it cannot be measured to.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.systems.flanders_fields.pages.map import barrage as map_barrage
from app.systems.flanders_fields.pages.map import gas as map_gas
from app.systems.flanders_fields.pages.map import measures as map_measures
from app.systems.flanders_fields.pages.map import path as map_path
from app.systems.flanders_fields.pages.map import template as map_template
from app.systems.flanders_fields.pages.map.asked import ToolAsked
from app.systems.flanders_fields.pages.map.known import OnMap
from app.systems.flanders_fields.stage.ground import lying
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import no_gas, no_rolling_barrages
from rules.kernel.explain import Refusal
from rules.kernel.values import dataclass

BETWEEN: Final[Mapping[str, tuple[str, Callable[[OnMap, str, str], Iterator[Overlay]]]]] = {
    "measure": ("Distance, base to base", map_measures.measure),
    "sight": ("Line of sight", map_measures.sight),
    "arc": ("Arc of fire", map_measures.arc),
    "zone": ("Beaten zone", map_measures.zone),
    "reach": ("Reach of a move", map_measures.reach),
}


@dataclass(frozen=True, slots=True)
class Ahead:
    """A tool that shows what would be: its name, what it lays over the map, by what it is held, what its form shows."""

    word: str
    laid: Callable[[OnMap, ToolAsked], Iterator[Overlay]]
    grips: Callable[[OnMap, ToolAsked], tuple[Grip, ...]]
    form: Callable[[OnMap, ToolAsked], dict[str, Any]]


OF_ONE: Final = ("arc", "reach")
"""Tools that say something of one stand alone."""
AHEAD: Final[Mapping[str, Ahead]] = {
    "template": Ahead("Area template", map_template.laid_over, map_template.grips, map_template.form),
    "barrage": Ahead("Barrage by turns", map_barrage.laid_over, map_barrage.grips, map_barrage.form),
    "gas": Ahead("Gas by turns", map_gas.laid_over, map_gas.grips, map_gas.form),
    "path": Ahead("Along a drawn way", map_path.laid_over, map_path.grips, map_path.form),
}
TOOLS: Final[Mapping[str, str]] = {
    **{name: word for name, (word, _) in BETWEEN.items()},
    **{name: tool.word for name, tool in AHEAD.items()},
}
DATED: Final[Mapping[str, Callable[[RuleBook], Refusal | None]]] = {"barrage": no_rolling_barrages, "gas": no_gas}
"""Tools for what was not there at every date of the war."""

NOTHING: Final = (
    "Nothing can be said of these two. Choose two stands on the map, for a beaten zone a machine gun first."
)

NOTHING_OF_ONE: Final = "Nothing can be said of it. Choose a stand on the map."


def laid_over(on: OnMap, asked: ToolAsked) -> list[Overlay]:
    """What lies on the table, and what the tool shows or says of the stands that were chosen."""
    return [*lying(on.field), *_by_tool(on, asked)]


def grips_of(on: OnMap, asked: ToolAsked) -> tuple[Grip, ...]:
    """By what the tool in hand is held on the map."""
    tool = _ahead(on, asked)
    return tool.grips(on, asked) if tool else ()


def _ahead(on: OnMap, asked: ToolAsked) -> Ahead | None:
    return AHEAD.get(asked.tool) if asked.tool in tools_of(on.book) else None


def tools_of(book: RuleBook) -> tuple[str, ...]:
    """The tools for a game at this date."""
    return tuple(tool for tool in TOOLS if tool not in DATED or DATED[tool](book) is None)


def _by_tool(on: OnMap, asked: ToolAsked) -> Iterable[Overlay]:
    tool = _ahead(on, asked)
    if tool:
        return tool.laid(on, asked)
    if asked.tool not in BETWEEN:
        return ()
    one, other = asked.text("from"), asked.text("to")
    able = on.field.has(one) if asked.tool in OF_ONE else one != other and on.field.has(one, other)
    return BETWEEN[asked.tool][1](on, one, other) if able else ()


def tool_form(on: OnMap | None, asked: ToolAsked, overlays: Iterable[Overlay]) -> dict[str, Any]:
    """What the form of the tools shows: what can be chosen, what is, and what it says."""
    laid = list(overlays)
    ahead = _ahead(on, asked) if on else None
    tools = tools_of(on.book) if on else tuple(BETWEEN)
    tool = asked.tool if asked.tool in tools else tools[0]
    one, other = asked.text("from"), asked.text("to")
    wanted = tool in BETWEEN and bool(asked.tool and one and (other or tool in OF_ONE))
    said = [overlay.words for overlay in laid if overlay.is_preview and overlay.words]
    stands = [{"value": name, "word": standing.name} for name, standing in on.field.stands.items()] if on else []
    return {
        "tools": [{"value": name, "word": TOOLS[name]} for name in tools],
        "stands": stands,
        "tool": tool,
        "from": one,
        "to": other,
        "said": said or ([NOTHING_OF_ONE if tool in OF_ONE else NOTHING] if wanted else []),
        "lying": [overlay.words for overlay in laid if not overlay.is_preview],
        "ahead": ahead.form(on, asked) if on and ahead else {},
    }
