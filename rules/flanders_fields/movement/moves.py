"""Movement: how far a mover gets in one move action, through which ground, and what it costs (FF-MOV, FF-TER)."""

from collections.abc import Iterator
from functools import lru_cache

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Going, Mover, Quality, Transport
from rules.kernel.cells import Allowance, Way
from rules.kernel.contradictions import only
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm, mm
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass

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


RESOLUTIONS: tuple[Resolution[MoveFacts, RuleBook], ...] = (
    Resolution(
        key="move_allowance",
        title="How far it may move",
        chapter="Movement",
        facts=MoveFacts,
        dice=no_dice,
        resolve=lambda facts, _dice, book: move_allowance(facts, book),
    ),
)
