"""Movement: allowances, formations and mounted cavalry (FF-MOV, FF-TER, FF-FRM, FF-CAV-08)."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Any

from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Going, Mover, Quality, Transport
from rules.kernel.distances import cm, mm, within
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import Allowance, Cited, Way

# Movement (FF-MOV, FF-TER)

ALLOWANCES, COLUMNS, CARRIAGE = "movement/allowances", "movement/columns", "movement/carriage"
BONUS, BY_HAND, TURNS, ACTIONS = "movement/bonus", "movement/by_hand", "movement/turns", "movement/actions"
ON_FOOT = (Mover.INFANTRY, Mover.COMMAND_ON_FOOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFacts:
    """One move action of one stand through one kind of ground."""

    mover: Mover = fact("what moves", example="infantry")
    going: Going = fact("the ground it moves through", example="cross_country")
    quality: Quality = fact("its battalion's grade", default=Quality.EXPERIENCED)
    transport: Transport = fact("how a crewed weapon gets along", default=Transport.ON_ITS_OWN)
    in_column: bool = fact(
        "it is in column, wholly on the road",
        default=False,
        only=only("FF-MOV-06", "going", {Going.ROAD}, "a move along a road"),
    )
    close_up_cm: float = fact("already used to close up its formation", default=0.0, unit="cm", least=0, most=100)
    about_turns: int = fact("how often it turns about in this move", default=0, least=0, most=9)
    turned_deg: int = fact("other turns, added up", default=0, unit="degrees", least=0, most=720)
    trenches_crossed: int = fact("trenches it crosses in this move", default=0, least=0, most=9)


@dataclass(frozen=True, slots=True)
class Length:
    """A piece of the allowance, positive or taken off, with its ledger line."""

    mm: int
    step: Step


@lru_cache(maxsize=1024)
def move_allowance(facts: MoveFacts, book: RuleBook) -> Explained[Allowance] | Refusal:
    """How far one move action carries a stand, or how many whole actions the ground takes (FF-MOV-01, FF-MOV-02).

    Refuses movers that do not move, ground they cannot enter, and a weapon that is neither packed nor manhandled.
    """
    refused = _carriage_refusal(facts, book) or _trench_refusal(facts, book)
    if refused:
        return refused
    cell = _cell(facts, book)
    if cell.value.way is Way.NONE:
        return Refusal(cell.clause, f"{cell.says}: {_name(facts.mover)} cannot go there", "choose other ground")
    if cell.value.way is not Way.DISTANCE:
        return Explained(cell.value, None, tuple(_whole_actions(facts, cell, book)))
    lengths = (*_rate(facts, cell, book), *taken_off(facts, book))
    left = Allowance(Way.DISTANCE, mm=max(0, sum(length.mm for length in lengths)))
    steps = (*_before(facts, book), *(length.step for length in lengths))
    return Explained(left, None, steps, tuple(_considered(facts, book)))


def _name(mover: Mover) -> str:
    return mover.replace("_", " ")


def _column(mover: Mover, book: RuleBook) -> Cited[str]:
    return book.table(COLUMNS).word(mover)


def _cell(facts: MoveFacts, book: RuleBook) -> Cited[Allowance]:
    """The cell of the movement table; a road gives its rate only in column, else it is plain open going."""
    off_column = facts.going is Going.ROAD and not facts.in_column
    row = Going.CROSS_COUNTRY if off_column else facts.going
    return book.table(ALLOWANCES).allowance(row, _column(facts.mover, book).value)


def _carriage_refusal(facts: MoveFacts, book: RuleBook) -> Refusal | None:
    ways = book.table(CARRIAGE).word(facts.mover)
    if facts.transport in ways.value.split(", "):
        return None
    says = ways.house.says if ways.house else f"{_name(facts.mover).capitalize()} {ways.says}"
    instead = "" if ways.value == "none" else f"choose {ways.value.replace(', ', ' or ').replace('_', ' ')}"
    return Refusal(ways.clause, says, instead)


def _trench_refusal(facts: MoveFacts, book: RuleBook) -> Refusal | None:
    if not facts.trenches_crossed:
        return None
    cell = book.table(ALLOWANCES).allowance(Going.CROSSING_TRENCH, _column(facts.mover, book).value)
    if cell.value.way is Way.FREE:
        return None
    if cell.value.way is Way.NONE:
        return Refusal(cell.clause, f"{_name(facts.mover).capitalize()} cannot cross a trench", "go round it")
    return Refusal(cell.clause, "Crossing a trench takes a move action of its own", f"spend {cell.value} on it alone")


def _before(facts: MoveFacts, book: RuleBook) -> Iterator[Step]:
    """Lines on how the mover comes to its column, where that is not plain."""
    if facts.going is Going.ROAD and not facts.in_column:
        yield Step("FF-MOV-06", "Not in column: the road gives no road rate")
    ways, column = book.table(CARRIAGE).word(facts.mover), _column(facts.mover, book)
    if ways.house or (column.clause != "FF-MOV-T3" and facts.transport is not Transport.MANHANDLED):
        yield ways.cites(f"{column.says} {_how(facts.transport)}: the {column.value.replace('_', ' ')} column")


def _how(transport: Transport) -> str:
    how = {Transport.PACKED: "on pack animals", Transport.LIMBERED: "limbered", Transport.MANHANDLED: "by hand"}
    return how.get(transport, "moves")


def _whole_actions(facts: MoveFacts, cell: Cited[Allowance], book: RuleBook) -> Iterator[Step]:
    yield cell.cites(f"{cell.says}: {cell.value}")
    loss = book.table(TURNS).number("trench_crossed_by_tanks")
    if facts.going is Going.CROSSING_TRENCH and _is_tank(facts.mover) and loss.value:
        yield loss.cites(f"{loss.says} takes {cm(loss.value)} off the move")


def _is_tank(mover: Mover) -> bool:
    return mover in (Mover.HEAVY_TANK, Mover.LIGHT_TANK)


def _rate(facts: MoveFacts, cell: Cited[Allowance], book: RuleBook) -> Iterator[Length]:
    by_hand = book.table(BY_HAND)
    if facts.transport is Transport.MANHANDLED and by_hand.has(facts.mover):
        pushed = by_hand.number(facts.mover)
        yield Length(pushed.value, pushed.cites(f"{pushed.says}: {cm(pushed.value)}"))
        return
    yield Length(cell.value.mm, cell.cites(f"{cell.says}: {cm(cell.value.mm)}"))
    if facts.transport is Transport.MANHANDLED:
        yield _halved(cell.value.mm, book)
    if _has_bonus(facts) and book.table(BONUS).has(_row(facts)):
        bonus = book.table(BONUS).number(_row(facts))
        yield Length(bonus.value, bonus.cites(f"{_whose_bonus(facts)}: +{cm(bonus.value)}"))


def _row(facts: MoveFacts) -> Going:
    return Going.CROSS_COUNTRY if facts.going is Going.ROAD and not facts.in_column else facts.going


def _has_bonus(facts: MoveFacts) -> bool:
    return facts.mover is Mover.LIGHT_TANK or (facts.mover in ON_FOOT and facts.quality is Quality.VETERAN)


def _whose_bonus(facts: MoveFacts) -> str:
    return "Light tank" if facts.mover is Mover.LIGHT_TANK else "Veteran on foot"


def _halved(full_mm: int, book: RuleBook) -> Length:
    parts = book.table(ACTIONS).number("parts_of_a_manhandled_move")
    amb_46 = book.ruling("AMB-46")
    part_mm = amb_46.gives({"exact": _exact_part, "whole_cm": _whole_cm_part})(full_mm, parts.value)
    step = Step(parts.clause, f"By hand: {share_of(parts.value)} of it, {cm(part_mm)}", None, amb_46.mark)
    return Length(part_mm - full_mm, step)


def share_of(parts: int) -> str:
    """One of so many equal parts, as it is said."""
    return {2: "half", 3: "a third", 4: "a quarter"}.get(parts, f"1/{parts}")


def _exact_part(full_mm: int, parts: int) -> int:
    return full_mm // parts


def _whole_cm_part(full_mm: int, parts: int) -> int:
    return full_mm // parts // mm(1) * mm(1)


def taken_off(facts: MoveFacts, book: RuleBook) -> Iterator[Length]:
    """What closing up, turning and trenches take off the move, in rule-book order."""
    if facts.close_up_cm:
        says = f"Closing up took {facts.close_up_cm:g} cm"
        yield Length(-mm(facts.close_up_cm), Step("FF-FRM-07", says))
    turns = book.table(TURNS)
    tank_trenches = facts.trenches_crossed if _is_tank(facts.mover) else 0
    counted = (
        ("trench_crossed_by_tanks", tank_trenches),
        ("about_turn", facts.about_turns),
        ("each_90_degrees", facts.turned_deg // 90),
    )
    for key, times in counted:
        loss = turns.number(key)
        if times and loss.value:
            often = f", {times} times" if times > 1 else ""
            yield Length(-times * loss.value, loss.cites(f"{loss.says}{often}: {cm(times * loss.value)} less"))


def by_farthest_point(book: RuleBook) -> bool:
    """Whether turns of less than about are measured by the corner that travels farthest (FF-MOV-15, AMB-48)."""
    return not book.table(TURNS).number("each_90_degrees").value


def _considered(facts: MoveFacts, book: RuleBook) -> Iterator[Considered]:
    if facts.trenches_crossed and not _is_tank(facts.mover):
        yield Considered("FF-MOV-05", "Crossing a trench costs nothing")
    if facts.quality is Quality.VETERAN and not _has_bonus(facts):
        yield Considered("FF-MOV-10", f"Veteran: no bonus for {_name(facts.mover)}")
    elif facts.mover in ON_FOOT and not _has_bonus(facts):
        yield Considered("FF-MOV-10", f"{facts.quality.capitalize()}: no Veteran bonus")
    if facts.turned_deg and by_farthest_point(book):
        yield Considered("FF-MOV-15", "Turned less than about: measured by the corner that travels farthest")
    if facts.mover is Mover.COMMAND_ON_FOOT or facts.mover is Mover.MOUNTED_COMMAND:
        yield Considered("FF-CMD-05", "A command stand has two such moves, without an order roll")


# Formations (FF-FRM)

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


# Cavalry (FF-CAV-08). What it may assault stands with close combat


class Serves(StrEnum):
    """As what a cavalry unit counts."""

    MOUNTED = "mounted"
    INFANTRY = "infantry"


@dataclass(frozen=True, slots=True, kw_only=True)
class CavalryFacts:
    """A cavalry unit."""

    on_foot_by_scenario: bool = fact("the scenario sets it up on foot", default=False)
    leaves_horses: bool = fact(
        "it leaves its horses behind in play",
        default=False,
        only=only("FF-CAV-08", "on_foot_by_scenario", {False}, "cavalry that has its horses"),
    )
    action: bool = fact(
        "an action is spent on that",
        default=False,
        only=only("FF-CAV-08", "leaves_horses", True, "cavalry that leaves its horses"),
    )


def serves_as(facts: CavalryFacts, book: RuleBook) -> Explained[Serves] | Refusal:
    """As what a cavalry unit counts in everything (FF-CAV-08, AMB-490). Refuses dismounting for good by the book."""
    if facts.on_foot_by_scenario:
        return Explained(Serves.INFANTRY, None, (Step("FF-CAV-08", "It serves as infantry in every respect"),))
    if not facts.leaves_horses:
        fires = Considered("FF-CAV-02", "It dismounts only to fire, as part of the fire action")
        return Explained(Serves.MOUNTED, None, (Step("FF-CAV-08", "It is mounted"),), (fires,))
    refused = next(_stays_mounted(facts, book), None)
    says = "It has left its horses behind and is infantry from now on"
    return refused or Explained(Serves.INFANTRY, None, (Step("FF-CAV-08", says, None, book.mark("AMB-490")),))


def _stays_mounted(facts: CavalryFacts, book: RuleBook) -> Iterator[Refusal]:
    if not book.behaviour("AMB-490", {"before_play": False, "in_play": True}):
        yield Refusal("FF-CAV-08", "Nothing turns cavalry into infantry in play", "dismount to fire only")
    if not facts.action:
        yield Refusal("FF-CAV-08", "Leaving the horses behind takes an action", "earn an action first")


def _serves(facts: CavalryFacts, _dice: object, book: RuleBook) -> Explained[Serves] | Refusal:
    return serves_as(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        key="move_allowance",
        title="How far it may move",
        chapter="Movement",
        facts=MoveFacts,
        dice=no_dice,
        resolve=lambda facts, _dice, book: move_allowance(facts, book),
    ),
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
    Resolution("cavalry", "Mounted, or on foot", "Cavalry", CavalryFacts, no_dice, _serves),
)
