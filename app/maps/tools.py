"""The tools of a game's map: what they lay over it, by what they are held, and what their form shows.

Which tools there are, and what they measure, is each rule system's own; all of it is worked out from what the seat may
know, so a stand that is hidden from it cannot be measured to.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Generic, TypeVar

from app.maps.asked import ToolAsked
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.shapes import SeenOnTable
from rules.kernel.values import dataclass

M = TypeVar("M", bound=SeenOnTable)
NOTHING_OF_ONE: Final = "Nothing can be said of it. Choose a stand on the map."


@dataclass(frozen=True, slots=True)
class Between(Generic[M]):
    """A tool that says something of one stand and another, or of the first alone (`of_one`)."""

    word: str
    laid: Callable[[M, str, str], Iterator[Overlay]]
    of_one: bool = False


@dataclass(frozen=True, slots=True)
class Ahead(Generic[M]):
    """A tool that shows what would be: its name, what it lays over the map, by what it is held, what its form shows.

    `there` says whether a game has it at its date.
    """

    word: str
    laid: Callable[[M, ToolAsked], Iterator[Overlay]]
    grips: Callable[[M, ToolAsked], tuple[Grip, ...]]
    form: Callable[[M, ToolAsked], dict[str, Any]]
    there: Callable[[M], bool] = lambda _on: True


@dataclass(frozen=True, slots=True, eq=False)
class MapTools(Generic[M]):
    """The tools of a system by their names. `lying` is what lies on the table, whatever tool is in hand; `nothing` what
    is said where two stands were chosen of which a tool can say nothing.
    """

    between: Mapping[str, Between[M]]
    ahead: Mapping[str, Ahead[M]]
    lying: Callable[[M], Iterator[Overlay]]
    nothing: str

    @property
    def words(self) -> Mapping[str, str]:
        """Every tool, and what it is called."""
        between = {name: tool.word for name, tool in self.between.items()}
        return between | {name: tool.word for name, tool in self.ahead.items()}

    def of(self, on: M) -> tuple[str, ...]:
        """The tools for a game at this date."""
        return (*self.between, *(name for name, tool in self.ahead.items() if tool.there(on)))

    def laid_over(self, on: M, asked: ToolAsked) -> list[Overlay]:
        """What lies on the table, and what the tool shows or says of the stands that were chosen."""
        return [*self.lying(on), *self._by_tool(on, asked)]

    def grips(self, on: M, asked: ToolAsked) -> tuple[Grip, ...]:
        """By what the tool in hand is held on the map."""
        tool = self._ahead(on, asked)
        return tool.grips(on, asked) if tool else ()

    def _ahead(self, on: M, asked: ToolAsked) -> Ahead[M] | None:
        tool = self.ahead.get(asked.tool)
        return tool if tool and tool.there(on) else None

    def _by_tool(self, on: M, asked: ToolAsked) -> Iterable[Overlay]:
        if tool := self._ahead(on, asked):
            return tool.laid(on, asked)
        between = self.between.get(asked.tool)
        if between is None:
            return ()
        one, other = asked.text("from"), asked.text("to")
        able = on.field.has(one) if between.of_one else one != other and on.field.has(one, other)
        return between.laid(on, one, other) if able else ()

    def form(self, on: M | None, asked: ToolAsked, overlays: Iterable[Overlay]) -> dict[str, Any]:
        """What the form of the tools shows: what can be chosen, what is, and what it says."""
        laid = list(overlays)
        ahead = self._ahead(on, asked) if on else None
        tools = self.of(on) if on else tuple(self.between)
        tool = asked.tool if asked.tool in tools else tools[0]
        one, other = asked.text("from"), asked.text("to")
        between = self.between.get(tool)
        wanted = between is not None and bool(asked.tool and one and (other or between.of_one))
        said = [overlay.words for overlay in laid if overlay.is_preview and overlay.words]
        stands = [{"value": name, "word": standing.name} for name, standing in on.field.stands.items()] if on else []
        nothing = NOTHING_OF_ONE if between and between.of_one else self.nothing
        return {
            "tools": [{"value": name, "word": self.words[name]} for name in tools],
            "stands": stands,
            "tool": tool,
            "from": one,
            "to": other,
            "said": said or ([nothing] if wanted else []),
            "lying": [overlay.words for overlay in laid if not overlay.is_preview],
            "ahead": ahead.form(on, asked) if on and ahead else {},
        }
