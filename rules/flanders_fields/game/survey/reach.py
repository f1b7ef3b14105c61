"""Where a move may carry a stand, and how far its actions carry it along a way of any length (FF-MOV, FF-WIR-13).

The rates are those of the rule book in force; what they do on the ground is geometry. Both are for a look ahead on the
map: what one move action really does is asked of the chapter (`movement.goes`).
"""

from itertools import pairwise
from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.game.survey.movement import SLOWEST, going_of
from rules.flanders_fields.game.survey.wire import usable
from rules.flanders_fields.movement.manoeuvre import RiverStage
from rules.flanders_fields.movement.moves import MoveFacts, move_allowance
from rules.flanders_fields.movement.wire import ACTIONS, CROSSERS
from rules.flanders_fields.vocabulary import Going, Transport
from rules.kernel.cells import Allowance, Way
from rules.kernel.explain import Refusal
from rules.tabletop.costs import Rates
from rules.tabletop.field import beside_mm
from rules.tabletop.reach import ReachableGround, reach_either

STAGES: Final = len(tuple(pairwise(RiverStage)))
"""In, over and out of a river (FF-MOV-08)."""
NOWHERE_MM: Final = 1
"""A move that is to stay on the road carries nobody off it."""


def rates(own: FieldStand, transport: Transport, book: RuleBook, in_column: bool = False) -> Rates | Refusal:
    """How a stand moves over everything there is; refuses one that does not move, and a weapon that is not packed."""
    allowed = _Allowed(own, transport, book, in_column)
    in_the_open = move_allowance(allowed.asked(Going.CROSS_COUNTRY), book)
    if isinstance(in_the_open, Refusal):
        return in_the_open
    on_road = in_column and not _keeps_to_the_road(book)
    return Rates(
        open_mm=in_the_open.value.mm,
        areas={going: allowed.mm(going) for going in SLOWEST},
        road_mm=allowed.mm(Going.ROAD) if on_road else None,
        road_cancels=frozenset(SLOWEST),
        along_trench_mm=allowed.mm(Going.ALONG_TRENCH),
        trench_actions=allowed.actions(Going.CROSSING_TRENCH),
        stream_actions=allowed.actions(Going.STREAM),
        river_actions=_stages(allowed.actions(Going.RIVER)),
        belt_actions=_for_a_belt(own, transport, book),
        lanes=usable(own.mover, book),
        slowest_counts=book.behaviour("AMB-49", {"in_proportion": False, "slowest": True}),
        going=going_of,
    )


def _keeps_to_the_road(book: RuleBook) -> bool:
    """Whether a road carries only a column that stays on it for the whole move (AMB-50)."""
    return book.behaviour("AMB-50", {"part_on_road": False, "whole_move": True})


def by_road(own: FieldStand, transport: Transport, book: RuleBook) -> Rates | None:
    """How a column moves that stays on the road for the whole move; None for one that no road carries so."""
    road_mm = _Allowed(own, transport, book, in_column=True).mm(Going.ROAD)
    if not road_mm:
        return None
    slowed = frozenset(SLOWEST)
    return Rates(NOWHERE_MM, areas=dict.fromkeys(slowed), road_mm=road_mm, road_cancels=slowed, going=going_of)


class _Allowed:
    """What the movement table allows one stand."""

    def __init__(self, own: FieldStand, transport: Transport, book: RuleBook, in_column: bool) -> None:
        self.own, self.transport, self.book, self.in_column = own, transport, book, in_column

    def asked(self, going: Going) -> MoveFacts:
        """One move through one kind of ground."""
        return MoveFacts(
            mover=self.own.mover,
            going=going,
            quality=self.own.quality,
            transport=self.transport,
            in_column=self.in_column and going is Going.ROAD,
        )

    def mm(self, going: Going) -> int | None:
        """How far a move carries it there; None where it cannot go."""
        found = self._cell(going)
        return found.mm if found and found.way is Way.DISTANCE else None

    def actions(self, going: Going) -> int | None:
        """How many actions crossing takes; None where it cannot."""
        found = self._cell(going)
        return None if found is None else found.actions

    def _cell(self, going: Going) -> Allowance | None:
        found = move_allowance(self.asked(going), self.book)
        return None if isinstance(found, Refusal) else found.value


def _stages(actions: int | None) -> tuple[int, int, int] | None:
    if actions is None:
        return None
    into = out = actions // STAGES
    return into, actions - into - out, out


def _for_a_belt(own: FieldStand, transport: Transport, book: RuleBook) -> int | None:
    """The actions that a belt of wire takes; None for who crosses by a cleared way only (FF-WIR-13)."""
    crosser = "gap" if transport is Transport.PACKED else book.table(CROSSERS).word(own.mover).value
    costs = book.table(ACTIONS)
    return {"attempt": costs.number("attempt").value, "crush": costs.number("tank").value, "walks_over": 0}.get(crosser)


def reached(
    field: Field, name: str, transport: Transport, book: RuleBook, in_column: bool = False, moves: float = 1
) -> ReachableGround | Refusal | None:
    """The ground that a move carries a stand over, round the enemy's stands; None for one that is not on the map."""
    if not field.has(name):
        return None
    own = field.stands[name]
    told = rates(own, transport, book, in_column)
    if isinstance(told, Refusal):
        return told
    road = by_road(own, transport, book) if in_column and _keeps_to_the_road(book) else None
    enemies = [one.stand for _, one in field.enemies_of(name)]
    ways = (told, road) if road else (told,)
    return reach_either(field.ground, own.stand.spot, ways, moves, beside_mm(own.stand), enemies)
