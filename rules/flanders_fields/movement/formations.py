"""Formations: how far stands of a company may be apart, closing up, and columns (FF-FRM)."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Quality
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import mm, within
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

GAPS = "formations/gaps"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """The distance between two stands of a company, edge to edge."""

    first: str = fact("one stand", example="1st Platoon")
    second: str = fact("the other stand", example="2nd Platoon")
    gap_cm: float = fact("between their nearest edges", unit="cm", least=0, most=1000, example=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationFacts:
    """The stands of one company and the distances measured between them; distances not named count as too far."""

    quality: Quality = fact("its battalion's grade", example="experienced")
    stands: tuple[str, ...] = fact("the stands of the company", example=["1st Platoon", "2nd Platoon"], fewest=1)
    gaps: tuple[Gap, ...] = fact("the measured distances", default=())


@dataclass(frozen=True, slots=True)
class Formation:
    """Whether a company holds its formation, and which stands are out of it."""

    holds: bool
    apart: tuple[str, ...]


def check_formation(facts: FormationFacts, book: RuleBook) -> Explained[Formation] | Refusal:
    """Whether the stands of a company keep within the gap of their grade (FF-FRM-03 to FF-FRM-05).

    Refuses distances to stands that are not of the company.
    """
    strangers = {name for gap in facts.gaps for name in (gap.first, gap.second)} - set(facts.stands)
    if strangers:
        return Refusal("FF-FRM-03", f"{', '.join(sorted(strangers))}: not of this company", "name its own stands only")
    limit = book.table(GAPS).number(facts.quality)
    linked = {frozenset((gap.first, gap.second)) for gap in facts.gaps if within(gap.gap_cm, limit.value)}
    amb_56 = book.ruling("AMB-56")
    out_of_it = amb_56.gives({"chain": _outside_the_chain, "every_pair": _outside_some_pair})
    apart = out_of_it(facts.stands, lambda one, other: frozenset((one, other)) in linked)
    says = f"{limit.says}; {'holds' if not apart else 'out of it: ' + ', '.join(apart)}"
    step = Step(limit.clause, says, None, amb_56.mark)
    lone = (Considered("FF-FRM-03", "A lone stand is lawful"),) if len(facts.stands) == 1 else ()
    return Explained(Formation(not apart, apart), None, (step,), lone)


Linked = Callable[[str, str], bool]


def _outside_the_chain(stands: tuple[str, ...], linked: Linked) -> tuple[str, ...]:
    """The stands that the first stand reaches over no chain of links."""
    reached, waiting = set(stands[:1]), list(stands[:1])
    while waiting:
        one = waiting.pop()
        found = [other for other in stands if other not in reached and linked(one, other)]
        reached.update(found)
        waiting.extend(found)
    return tuple(stand for stand in stands if stand not in reached)


def _outside_some_pair(stands: tuple[str, ...], linked: Linked) -> tuple[str, ...]:
    """The stands that are too far from at least one other."""
    broken = [pair for pair in combinations(stands, 2) if not linked(*pair)]
    return tuple(stand for stand in stands if any(stand in pair for pair in broken))


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseUpFacts:
    """A stand that must close up to its company."""

    needed_cm: float = fact("how far it must go to be within the gap", unit="cm", least=0, most=1000, example=4)
    move_cm: float = fact("its normal move in that ground", unit="cm", least=0, most=100, example=20)
    ordered_to_move: bool = fact("its company moves with this action", default=False)
    suppressed: bool = fact("it is suppressed", default=False)
    over_wire_or_river: bool = fact("wire or a river lies on the way", default=False)


@dataclass(frozen=True, slots=True)
class CloseUp:
    """How far a stand closes up, whether that restores the formation, and what its first move loses."""

    moves_mm: int
    restored: bool
    off_first_move_mm: int


def close_up(facts: CloseUpFacts, book: RuleBook) -> Explained[CloseUp] | Refusal:
    """Closing up before anything else, without an order (FF-FRM-06), and its cost (FF-FRM-07).

    Refuses suppressed stands, a way over wire or a river, and (house rule) closing up without a move action.
    """
    if facts.suppressed:
        return Refusal("FF-FRM-06", "A suppressed stand does not close up", "remove its suppression first")
    if facts.over_wire_or_river:
        return Refusal("FF-FRM-06", "It does not close up over wire or a river", "cross by actions")
    amb_55 = book.ruling("AMB-55")
    if not facts.ordered_to_move and not amb_55.gives({"before_the_roll": True, "with_first_move": False}):
        return Refusal("FF-FRM-06", "It closes up only with its first move action", "order a move")
    moved = min(mm(facts.needed_cm), mm(facts.move_cm))
    mark = amb_55.mark
    steps = (
        Step("FF-FRM-06", f"It closes up {moved / 10:g} cm, at most one normal move", None, mark),
        Step("FF-FRM-07", f"Its first move is {moved / 10:g} cm shorter", None, mark),
    )
    return Explained(CloseUp(moved, moved == mm(facts.needed_cm), moved), None, steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFacts:
    """How the stands of a company lie on a road."""

    one_behind_another: bool = fact("the stands lie one behind another", example=True)
    touching: bool = fact("each touches the next", example=True)
    wholly_on_road: bool = fact("all of them are wholly on the road", example=True)


def is_column(facts: ColumnFacts, _book: RuleBook) -> Explained[bool]:
    """Whether a company is in column and so gets the road rate (FF-FRM-08)."""
    wanting = (
        ("one behind another", facts.one_behind_another),
        ("touching", facts.touching),
        ("wholly on the road", facts.wholly_on_road),
    )
    missing = [says for says, given in wanting if not given]
    says = f"No column: not {', not '.join(missing)}" if missing else "In column on the road"
    return Explained(not missing, None, (Step("FF-FRM-08", says),))


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "formation",
        "Gaps in a company",
        "Formations",
        FormationFacts,
        no_dice,
        lambda facts, _dice, book: check_formation(facts, book),
    ),
    Resolution(
        "close_up",
        "Closing up",
        "Formations",
        CloseUpFacts,
        no_dice,
        lambda facts, _dice, book: close_up(facts, book),
    ),
    Resolution(
        "column",
        "Column on a road",
        "Formations",
        ColumnFacts,
        no_dice,
        lambda facts, _dice, book: is_column(facts, book),
    ),
)
