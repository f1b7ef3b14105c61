"""Tools of a game map: points, shapes, forms and measured routes."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import pairwise
from math import dist, isfinite
from typing import Any, Final, Generic, Protocol, TypeVar

from app.maps.drawing import Grip
from app.maps.layers import Overlay, cut_to
from app.maps.sheet import MapSheet, number
from rules.kernel.distances import MM_A_CM, cm, read_off
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point
from rules.tabletop.board_view import StandsOnTable, rim
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Line, Table

# Addresses of tools

HALF_TURN: Final = 180
FULL_TURN: Final = 360


@dataclass(frozen=True, slots=True)
class ToolAsked:
    """The tool in hand, and what was filled in for it.

    Places and directions are counted from a reader's own edge: `across` tells from which the reader looks now,
    "edge" in the query from which its numbers were written down.
    """

    tool: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    across: bool = False

    def text(self, name: str) -> str:
        """What is written under a name; nothing where nothing is."""
        return self.query.get(name, "").strip()

    def word(self, name: str, words: Collection[str], default: str) -> str:
        """One of these words."""
        said = self.text(name)
        return said if said in words else default

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """A number with one decimal, brought within its bounds."""
        found = _read(self.text(name))
        return default if found is None else min(most, max(least, round(found, 1)))

    def wholes(self, name: str, least: float, most: float) -> tuple[int, ...]:
        """Whole numbers, written one after the other."""
        return tuple(round(one) for one in self._listed(name) if least <= one <= most)

    def numbers(self, name: str, least: float, most: float) -> tuple[float, ...]:
        """Numbers with one decimal, written one after the other, each brought within the bounds."""
        return tuple(min(most, max(least, round(one, 1))) for one in self._listed(name))

    def _listed(self, name: str) -> Iterator[float]:
        """What is written one after the other; what cannot be read is left out."""
        parts = self.text(name).replace(",", " ").replace(";", " ").split()
        return (one for one in map(_read, parts) if one is not None)

    def spot(self, table: Table, otherwise: Spot) -> Spot:
        """The place that was named, on the table."""
        own = place_from(table, otherwise, self.written_across)
        along = self.number("x", own.x_mm / MM_A_CM, 0, table.width_mm / MM_A_CM)
        up = self.number("y", own.y_mm / MM_A_CM, 0, table.depth_mm / MM_A_CM)
        return place_from(table, Spot(round(along * MM_A_CM), round(up * MM_A_CM)), self.written_across)

    def facing(self, name: str, otherwise: float = 0) -> int:
        """The direction on the table that was named, 0 to 359."""
        own = facing_from(otherwise, self.written_across)
        return facing_from(self.number(name, own, -FULL_TURN, FULL_TURN), self.written_across) % FULL_TURN

    @property
    def written_across(self) -> bool:
        """Whether the numbers were counted from the far edge."""
        edge = self.text("edge")
        return edge == FAR if edge in EDGES else self.across


FAR: Final = "far"
EDGES: Final = (FAR, "near")


def place_from(table: Table, spot: Spot, across: bool) -> Spot:
    """A place of the table as it is counted from an edge, in mm, and back: the same turn both ways."""
    return Spot(table.width_mm - spot.x_mm, table.depth_mm - spot.y_mm) if across else spot


def facing_from(degrees: float, across: bool) -> int:
    """A direction as it is seen from an edge, -179 to 180, and back."""
    seen = (round(degrees) + (HALF_TURN if across else 0)) % FULL_TURN
    return seen - FULL_TURN if seen > HALF_TURN else seen


def _read(text: str) -> float | None:
    try:
        found = float(text.replace("−", "-").replace(",", "."))
    except ValueError:
        return None
    return found if isfinite(found) else None


# Shapes and names for tools

TRY: Final = "try"
"""What is tried out by hand, in place of a plan of the game."""


class SeenOnTable(Protocol):
    """The table of a game as a seat knows it."""

    @property
    def field(self) -> StandsOnTable[Any]:
        """Its terrain, and the stands that the seat knows of."""

    @property
    def whose(self) -> Mapping[str, str]:
        """What each side is called, by its word."""


Told = Mapping[str, str]
NO_WORDS: Final[Told] = {}


def on_the_table(on: SeenOnTable, *outlines: Outline) -> tuple[Line, ...]:
    """The parts of shapes that lie on the table of a game; nothing where none does."""
    return cut_to(on.field.table, *outlines)


def to_spot(point: Point) -> Spot:
    """The nearest whole millimetre."""
    return Spot(round(point[0]), round(point[1]))


def place_words(on: SeenOnTable, asked: ToolAsked, spot: Spot) -> str:
    """A place as the reader counts it: "60, 40"."""
    own = MapSheet(on.field.table.width_mm, on.field.table.depth_mm, asked.across).own(spot)
    return f"{number(own[0])}, {number(own[1])}"


def covered(on: SeenOnTable, kind: str, says: str, names: Iterable[str], told: Told = NO_WORDS) -> Iterator[Overlay]:
    """The stands of which something holds, ringed on the map and named by their sides; nothing where there are none."""
    listed = list(names)
    if listed:
        rims = tuple(tuple(map(to_spot, rim(on.field.stands[name].stand))) for name in listed)
        yield Overlay(kind, f"{says}: {by_sides(on, listed, told)}{last_known(on, *listed)}", rims)


def by_sides(on: SeenOnTable, names: Iterable[str], told: Told = NO_WORDS) -> str:
    """Stands by side and unit: "German: 1 Company, I / 1st Regt (1st Platoon, 2nd Platoon)"; `told`: more of each."""
    sides: dict[str, dict[str, list[str]]] = {}
    for name in names:
        own = on.field.stands[name]
        called, _, unit = own.name.partition(", ")
        side = on.whose.get(own.side, str(own.side)).capitalize()
        said = f"{called}, {told[name]}" if name in told else called
        sides.setdefault(side, {}).setdefault(unit, []).append(said)
    return ". ".join(f"{side}: {'; '.join(map(_of_unit, units, units.values()))}" for side, units in sides.items())


def _of_unit(unit: str, stands: list[str]) -> str:
    named = "; ".join(stands) if any(", " in one for one in stands) else ", ".join(stands)
    return f"{unit} ({named})" if unit else named


def last_known(on: SeenOnTable, *stands: str) -> str:
    """What is said where a place is only the last known one."""
    return "" if all(on.field.stands[one].exact for one in stands) else " (from a last known place)"


def centre_of(field: StandsOnTable[Any]) -> Spot:
    """Where a template lies until somebody says where."""
    return Spot(field.table.width_mm // 2, field.table.depth_mm // 2)


def own_place(own: Spot, facing: int | None) -> list[tuple[str, str, float]]:
    """The fields of a place: their names, words and values."""
    at = [("x", "cm along", own.x_mm / 10), ("y", "cm up", own.y_mm / 10)]
    return at if facing is None else [*at, ("facing", "degrees", facing)]


# Tools

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


# Routes on the map

MOST_BENDS: Final = 40
PER_BEND: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class DrawnWay(Generic[M]):
    """The tool with which a way is drawn: `over` says what a way leads over, `carried` how far a stand gets on it."""

    over: Callable[[M, tuple[Spot, ...]], str]
    carried: Callable[[M, str, tuple[Spot, ...]], Iterator[Overlay]]

    def laid_over(self, on: M, asked: ToolAsked) -> Iterator[Overlay]:
        """The way with its legs, and what is said of it."""
        goer, bends = _goer(on, asked), bends_of(on, asked)
        way = (on.field.stands[goer].stand.spot, *bends) if goer else bends
        if len(way) < PER_BEND:
            start = "Tap the map where it goes" if goer else "Tap the map where the way begins, then at every bend"
            yield Overlay("measure", f"{start}, or write the places down.")
            return
        long = [read_off(dist(one, other)) for one, other in pairwise(way)]
        labels = tuple((_halfway(*leg), cm(far)) for leg, far in zip(pairwise(way), long, strict=True))
        legs = f", {len(long)} legs" if len(long) > 1 else ""
        yield Overlay("measure", f"{cm(sum(long))} along it{legs}: {self.over(on, way)}", lines=(way,), labels=labels)
        if goer:
            yield from self.carried(on, goer, way)

    def grips(self, on: M, asked: ToolAsked) -> tuple[Grip, ...]:
        """Every bend."""
        return tuple(Grip(f"way-{n}", f"Bend {n + 1} of the way", spot) for n, spot in enumerate(bends_of(on, asked)))

    def form(self, on: M, asked: ToolAsked) -> dict[str, Any]:
        """Who goes along it, and its bends as the reader counts them: "30, 40; 50, 60"."""
        seen = (place_from(on.field.table, one, asked.across) for one in bends_of(on, asked))
        told = [f"{one.x_mm / 10:g}, {one.y_mm / 10:g}" for one in seen]
        return {"from": _goer(on, asked), "way": "; ".join(told), "shorter": "; ".join(told[:-1]), "bends": len(told)}


def bends_of(on: SeenOnTable, asked: ToolAsked) -> tuple[Spot, ...]:
    """The places a way leads to, as they were drawn or written down; a last number without its fellow is left out."""
    table = on.field.table
    told = asked.numbers("way", 0, max(table.width_mm, table.depth_mm) / 10)[: PER_BEND * MOST_BENDS]
    return tuple(
        place_from(
            table,
            Spot(min(table.width_mm, round(along * 10)), min(table.depth_mm, round(up * 10))),
            asked.written_across,
        )
        for along, up in zip(told[::PER_BEND], told[1::PER_BEND], strict=False)
    )


def _goer(on: SeenOnTable, asked: ToolAsked) -> str:
    return asked.text("from") if on.field.has(asked.text("from")) else ""


def _halfway(one: Spot, other: Spot) -> Spot:
    return Spot((one.x_mm + other.x_mm) // 2, (one.y_mm + other.y_mm) // 2)


def along(way: tuple[Spot, ...], far_mm: float) -> Spot:
    """The place so far along a way."""
    for one, other in pairwise(way):
        leg = dist(one, other)
        if far_mm <= leg and leg:
            share = far_mm / leg
            return to_spot((one.x_mm + (other.x_mm - one.x_mm) * share, one.y_mm + (other.y_mm - one.y_mm) * share))
        far_mm -= leg
    return way[-1]
