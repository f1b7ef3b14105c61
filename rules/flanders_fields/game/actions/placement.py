"""Placement of the table and of stands: commands, prompts, handlers, log messages (FF-FRM)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from math import isfinite
from typing import Final

from rules.flanders_fields.game.concealment import unseen
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import formation_name, stand_name, unit_name
from rules.flanders_fields.game.map_facts import stand_placement
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.seat_board import ground_view
from rules.flanders_fields.game.map_facts.stand_placement import (
    GroundEvent,
    StandsLifted,
    StandsPlaced,
    TableLaid,
    apart,
    may_be_placed,
    place,
    pose_with,
)
from rules.flanders_fields.game.rule_module import BookChapter, Happening, PutsOnMap
from rules.flanders_fields.game.seat_context import SeatDeeds, word
from rules.flanders_fields.game.stand_types import base_kind, footprint_of, quality_of_stand, standing
from rules.flanders_fields.game.state.game import Battalion, GameState, Unit
from rules.flanders_fields.game.state.placement import Layout, Place
from rules.flanders_fields.movement import GAPS
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.distances import MM_A_CM, cm
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.numerals import counted
from rules.kernel.prompts import Ask, Asks, Origin, Proposal, Told
from rules.kernel.rule_modules import Corrections, Telling
from rules.kernel.serialization import plain
from rules.tabletop.placement import laying, lies_on, may_be_laid, place_asks, without_room
from rules.tabletop.stands import LONGEST_MM, Pose, Spot, StandingBase, in_ranks
from rules.tabletop.terrain import LaidTable

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTable:
    """Lay a table, or another one in its place; stands stay where they are if they still fit."""

    table: LaidTable = fact("the table")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceStands(PutsOnMap):
    """Say where stands are: on the map they go, or to another place of it. It is no move and costs none."""

    stands: tuple[Place, ...] = fact("where each stand is")

    def placed(self, _state: "GameState") -> Sequence[str]:
        """The stands that are placed."""
        return [one.stand for one in self.stands]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFormation(PutsOnMap):
    """Draw up a unit or a battalion in line or in column; x, y are the middle of its front.

    `gap_cm` lies between its stands; without it that of the battalion's grade (FF-FRM-T1), none in a company's column.
    """

    of: str = fact("the unit or battalion that is drawn up")
    layout: Layout = fact("line or column")
    x_mm: int = fact("the middle of its front, along the attacker's edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the middle of its front, up the table", unit="mm", spot="y")
    facing_deg: float = fact("its facing, clockwise", default=0.0, unit="degrees")
    gap_cm: float | None = fact("between its stands", default=None, unit="cm")

    def placed(self, state: "GameState") -> Sequence[str]:
        """The stands of the unit, or the battalion's commander."""
        unit, battalion = state.units.get(self.of), state.battalions.get(self.of)
        return unit.stands if unit else [battalion.commander] if battalion else []


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftStands:
    """Take stands off the map; in the game they stay."""

    stands: tuple[str, ...] = fact("the stands taken off the map")


GroundCommand = LayTable | PlaceStands | PlaceFormation | LiftStands


# Companies and battalions drawn up in line or in column (FF-FRM)

NONE_LEFT: Final = Refusal("", "nothing of it stands on the table", "choose another")
Ranks = list[list[str]]


def drawn_up(table: JudgedTable, command: PlaceFormation) -> Sequence[Place] | Refusal:
    """Where each stand of a unit or battalion comes to be."""
    of = table.state.units.get(command.of) or table.state.battalions.get(command.of)
    if of is None or not table.knows_of(command.of):
        return Refusal("", f"there is no unit or battalion {command.of!r} in this game", "choose one from the list")
    if refused := table.may_speak_for(of.side) or _no_place(command):
        return refused
    ranks = _of_unit(table, of, command.layout) if isinstance(of, Unit) else _of_battalion(table, of, command.layout)
    first = next((one for rank in ranks for one in rank), None)
    if first is None:
        return NONE_LEFT
    beside, behind = _gaps(table, command, first)
    shapes = [[footprint_of(base_kind(table.state, one), table.book) for one in rank] for rank in ranks]
    poses = in_ranks(shapes, Pose(Spot(command.x_mm, command.y_mm), command.facing_deg), beside, behind)
    return [
        _place(one, pose) for rank, row in zip(ranks, poses, strict=True) for one, pose in zip(rank, row, strict=True)
    ]


def _place(stand: str, pose: Pose) -> Place:
    return Place(stand, pose.spot.x_mm, pose.spot.y_mm, pose.facing_deg)


def _no_place(command: PlaceFormation) -> Refusal | None:
    """Refuses numbers that no tape could show, before anything is measured with them."""
    if not isfinite(command.facing_deg):
        return Refusal("", "that faces no direction", "give a facing of 0 to 360 degrees")
    if max(abs(command.x_mm), abs(command.y_mm)) > LONGEST_MM:
        return Refusal("", "that is no place on the table", "give the middle of its front on the table")
    if command.gap_cm is not None and not 0 <= command.gap_cm <= LONGEST_MM / 10:
        return Refusal("FF-FRM-03", "that is no gap between stands", "give 0 cm or more")
    return None


def _gaps(table: JudgedTable, command: PlaceFormation, stand: str) -> tuple[int, int]:
    """Between neighbours and between ranks, in mm: as told, else that of the grade; a company's column closes up."""
    own = table.book.table(GAPS).number(quality_of_stand(table.state, stand)).value
    gap = own if command.gap_cm is None else round(command.gap_cm * 10)
    if command.gap_cm is None and command.layout is Layout.COLUMN and command.of in table.state.units:
        return gap, 0
    return gap, gap


def _standing(table: JudgedTable, stands: Sequence[str]) -> list[str]:
    state = table.state
    return [one for one in stands if state.stands[one].alive and one not in state.shelters.below]


def _of_unit(table: JudgedTable, unit: Unit, layout: Layout) -> Ranks:
    stands = _standing(table, unit.stands)
    return [stands] if layout is Layout.LINE else [[one] for one in stands]


def _of_battalion(table: JudgedTable, battalion: Battalion, layout: Layout) -> Ranks:
    """In column a company a rank, one behind another; in line the companies side by side, each in column.

    The last rank is of the commander and whatever is no company.
    """
    units = [table.state.units[one] for one in battalion.units if table.state.units[one].on_table]
    companies = [_standing(table, one.stands) for one in units if one.kind is UnitClass.RIFLE_COMPANY]
    others = [
        one for unit in units if unit.kind is not UnitClass.RIFLE_COMPANY for one in _standing(table, unit.stands)
    ]
    ranks = companies if layout is Layout.COLUMN else [[*_there(rank)] for rank in zip_longest(*companies)]
    commander = _standing(table, [battalion.commander])
    half = len(others) // 2
    return [rank for rank in (*ranks, [*others[:half], *commander, *others[half:]]) if rank]


def _there(rank: Sequence[str | None]) -> Iterator[str]:
    return (one for one in rank if one is not None)


# Judging tables and places


def judge(table: JudgedTable, command: GroundCommand) -> Judgement:
    """Judge a command about the table or the places on it."""
    match command:
        case LayTable():
            return lay_table(table, command)
        case PlaceStands(stands=places):
            return place(table, places)
        case PlaceFormation():
            ranks = drawn_up(table, command)
            return ranks if isinstance(ranks, Refusal) else place(table, ranks, command.of, command.layout)
        case LiftStands():
            return lift_stands(table, command)


def lay_table(table: JudgedTable, command: LayTable) -> Judgement:
    """Lay a table; the referee does, or a side where there is none. Stands keep their places if they still fit."""
    refused = may_be_laid(table.actor, command.table)
    if refused:
        return refused
    state = table.state
    lifted = without_room(((name, standing(state, name, table.book)) for name in state.places), command.table)
    # What is hidden from a side goes unheard by it, even in the hash over its log: in an event of its own.
    hidden = tuple(one for one in lifted if unseen(state, one))
    seen = tuple(one for one in lifted if one not in hidden)
    of_sides = (tuple(one for one in hidden if state.stands[one].side is side) for side in Side)
    return (TableLaid(command.table, seen), *(StandsLifted(own) for own in of_sides if own))


def lift_stands(table: JudgedTable, command: LiftStands) -> Judgement:
    """Take stands off the map."""
    state = table.state
    refused = may_be_placed(table, command.stands)
    if refused:
        return refused
    bare = next((one for one in command.stands if one not in state.places), None)
    if bare:
        return Refusal("", f"{stand_name(state, bare)} is not on the map", "leave it out")
    whole = [Place(one, 0, 0) for one in command.stands]
    return tuple(StandsLifted(tuple(one.stand for one in some)) for some in apart(state, whole))


# The place of a stand, set to where it stands on the table

Kept = dict[str, tuple[int | float | bool | str, Callable[[object], bool]]]
FARTHEST_CM: Final = 1000
FULL_TURN: Final = 360


def kept_of_places(state: GameState, of: str, book: RuleBook) -> Kept:
    """How far along and up the table a stand is, and its facing; nothing for one that is not on the map."""
    base, laid = standing(state, of, book) if of in state.places else None, state.table
    if base is None or laid is None:
        return {}

    def fits(what: str, least: int, most: int) -> Callable[[object], bool]:
        def allowed(value: object) -> bool:
            if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
                return False
            return lies_on(StandingBase(base.footprint, pose_with(base.pose, what, value)), laid)

        return allowed

    return {
        "along_cm": (base.spot.x_mm / MM_A_CM, fits("along_cm", 0, FARTHEST_CM)),
        "up_cm": (base.spot.y_mm / MM_A_CM, fits("up_cm", 0, FARTHEST_CM)),
        "facing_deg": (base.facing_deg, fits("facing_deg", 0, FULL_TURN)),
    }


# Log text

MOST_NAMED = 3


def ground_says(state: GameState, event: GroundEvent) -> str:
    """One plain sentence."""
    match event:
        case TableLaid(table=table):
            return f"The table is laid: {table.name}, {cm(table.width_mm)} by {cm(table.depth_mm)}"
        case StandsPlaced(of=of, layout=layout) if layout is not None:
            name = unit_name(state, of) if of in state.units else formation_name(state, of)
            return f"{name} is drawn up in {layout.value}"
        case StandsPlaced(places=places):
            return f"On the map: {_names(state, [one.stand for one in places])}"
        case StandsLifted(stands=stands):
            return f"Off the map: {_names(state, stands)}"


def ground_name(state: GameState, event: GroundEvent) -> str:
    """The name of a deed on the button that takes it back."""
    if isinstance(event, TableLaid):
        return f"the table {event.table.name}"
    said = ground_says(state, event)
    return f"{said[:1].lower()}{said[1:]}" if said.startswith(("On ", "Off ")) else said


def _names(state: GameState, stands: tuple[str, ...] | list[str]) -> str:
    named = "; ".join(stand_name(state, one) for one in stands[:MOST_NAMED])
    rest = len(stands) - MOST_NAMED
    return f"{named} and {counted(rest, 'other')}" if rest > 0 else named


TOLD: Final = Telling(ground_says, ground_name)


# Availability and prompts

LAY, PLACE, STAND = Asks(LayTable), Asks(PlaceStands), Asks(Place)
DRAW_UP, LIFT = Asks(PlaceFormation), Asks(LiftStands)


def _laying_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    laid = seated.state.ground.laid
    lies = (Proposal(plain(laid), Origin.REMEMBERED, "as it lies"),) if laid else ()
    yield LAY("table", proposals=lies)
    yield from word(seated, LayTable, told)


def _placeable(seated: SeatDeeds, side: Side, names: Iterable[str]) -> Iterator[str]:
    """Those of these stands that are a side's and have a place on the table."""
    for name in names:
        if seated.state.stands[name].side is side and may_be_placed(seated.table, [name]) is None:
            yield name


def _own(seated: SeatDeeds) -> list[str]:
    """The stands of the seat's sides that may be placed now: while the sides set up, those whose turn it is."""
    placeable = [stand for side in _sides(seated) for stand in _placeable(seated, side, seated.state.stands)]
    allowed = {of for of, barred in _barred(seated, placeable) if barred is None}
    return [stand for stand in placeable if _unit(seated, stand) in allowed]


def _unit(seated: SeatDeeds, stand: str) -> str:
    """The unit of a stand; a commander has none and counts as one."""
    return seated.state.stands[stand].unit or stand


def _barred(seated: SeatDeeds, stands: Iterable[str]) -> Iterator[tuple[str, Refusal | None]]:
    """Each unit of these stands once, and what its placing waits for."""
    seen = set[str]()
    for stand in stands:
        if (of := _unit(seated, stand)) not in seen:
            seen.add(of)
            yield of, seated.waits(PlaceStands(stands=(Place(stand, 0, 0),)))


def _sides(seated: SeatDeeds) -> list[Side]:
    return [side for side in Side if side.value in seated.sides]


def _placing(seated: SeatDeeds) -> Iterator[Possible]:
    """Of whom a side still has to place, and whether it may, the other side learns nothing."""
    for side in _sides(seated) if seated.state.ground.laid else ():
        first = None
        for _, barred in _barred(seated, _placeable(seated, side, seated.state.stands)):
            first = first or Possible(by=side.value, barred=barred)
            if barred is None:
                first = Possible(by=side.value)
                break
        yield from filter(None, [first])


def _placing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    able = _own(seated)

    def place(_row: Told) -> Iterator[Ask | Refusal]:
        taken = [one["stand"] for one in told["stands"][:-1]]
        yield STAND("stand", among=[stand for stand in able if stand not in taken])
        yield from _at(seated, STAND, [told["stands"][-1]["stand"]])

    yield PLACE("stands", row=place, least=1, most=len(able))
    yield from word(seated, PlaceStands, told)


def _at(seated: SeatDeeds, asks: Asks[Place] | Asks[PlaceFormation], stands: Sequence[str]) -> Iterator[Ask]:
    yield from place_asks(asks, seated.state.ground.laid)
    if seated.state.ground.laid:
        yield asks("facing_deg", proposals=_facing(seated, stands))


def _facing(seated: SeatDeeds, stands: Sequence[str]) -> tuple[Proposal, ...]:
    """Propose the facing that the first placed stand has, else straight ahead from its side's own edge (FF-SET-04)."""
    state = seated.state
    placed = next((state.places[stand] for stand in stands if stand in state.places), None)
    if placed is not None:
        return (Proposal(placed.facing_deg, Origin.REMEMBERED, "as it stands on the map"),)
    ahead = (Field.ahead_of(state.stands[stand].side) for stand in stands)
    return tuple(Proposal(facing, Origin.ASSUMED, "towards the enemy's edge") for facing in islice(ahead, 1))


def _drawing_up_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, able = seated.state, set(_own(seated))
    units = [unit.id for unit in state.units.values() if able.intersection(unit.stands)]
    battalions = [one.id for one in state.battalions.values() if any(unit in units for unit in one.units)]
    yield DRAW_UP("of", among=[*battalions, *units])
    yield DRAW_UP("layout")
    drawn_up = [told["of"]] if told["of"] in units else state.battalions[told["of"]].units
    yield from _at(seated, DRAW_UP, [stand for unit in drawn_up for stand in state.units[unit].stands])
    yield DRAW_UP("gap_cm", least=0)
    yield from word(seated, PlaceFormation, told)


def _lifting(seated: SeatDeeds) -> Iterator[Possible]:
    for side in _sides(seated):
        if any(_on_map(seated, side)):
            yield Possible(by=side.value, barred=seated.waits(LiftStands(stands=())))


def _on_map(seated: SeatDeeds, side: Side) -> Iterator[str]:
    return _placeable(seated, side, seated.state.places)


def _lifting_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    able = [stand for side in _sides(seated) for stand in _on_map(seated, side)]
    yield LIFT("stands", among=able, least=1, most=len(able))
    yield from word(seated, LiftStands, told)


GROUND_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("place_stands", "Place stands", PlaceStands, _placing, _placing_asks, AtHand.MORE),
    Deed("place_formation", "Draw up", PlaceFormation, _placing, _drawing_up_asks, AtHand.MORE),
    Deed("lift_stands", "Off the map", LiftStands, _lifting, _lifting_asks, AtHand.MORE),
    Deed("set_table", "Lay a table", LayTable, lambda seated: laying(seated.actor), _laying_asks, AtHand.MORE),
)
"""None of them is owed."""


# The rule module

_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_places(table.state, of, table.book),
    fold=lambda state, event: stand_placement.corrected_place(state, event.of, event.what, event.after),
)


GROUND: Final[BookChapter] = BookChapter(
    key="ground",
    events=(
        Happening(kind="table_laid", made=TableLaid, fold=stand_placement.table_laid),
        Happening(
            kind="stands_placed",
            made=StandsPlaced,
            fold=stand_placement.stands_placed,
            about=stand_placement.first_placed,
            forgets=stand_placement.placed,
        ),
        Happening(
            kind="stands_lifted",
            made=StandsLifted,
            fold=stand_placement.stands_lifted,
            about=stand_placement.first_lifted,
            forgets=stand_placement.lifted,
        ),
    ),
    folds_before={"game_created": stand_placement.game_created, "turn_started": stand_placement.turn_begins},
    told=TOLD,
    commands={
        "set_table": LayTable,
        "place_stands": PlaceStands,
        "place_formation": PlaceFormation,
        "lift_stands": LiftStands,
    },
    crosses={"place_stands": "stands_placed", "place_formation": "stands_placed"},
    judge=judge,
    corrections=_CORRECTIONS,
    deeds=GROUND_DEEDS,
    views={"map": ground_view},
)
