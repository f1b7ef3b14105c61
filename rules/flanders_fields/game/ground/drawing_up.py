"""Companies and battalions drawn up in line or in column: each stand's place, with the gaps of its grade (FF-FRM)."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import isfinite
from typing import Final

from rules.flanders_fields.game.bases import base_kind, footprint_of
from rules.flanders_fields.game.ground.commands import PlaceFormation
from rules.flanders_fields.game.ground.state import Layout, Place
from rules.flanders_fields.game.models import quality_of_stand
from rules.flanders_fields.game.state import Battalion, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.movement.formations import GAPS
from rules.flanders_fields.vocabulary import UnitClass
from rules.kernel.explain import Refusal
from rules.tabletop.layouts import in_ranks
from rules.tabletop.stands import LONGEST_MM, Pose, Spot

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
