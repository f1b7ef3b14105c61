"""The rolling barrage as a plan: how long it lasts, where its band lies, which ground it sweeps (FF-BAR)."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.book import RuleBook, tables
from rules.flanders_fields.not_yet import HURRICANE, no_rolling_barrages
from rules.kernel.dice import D6, as_d3
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import beyond, cm, offset_mm
from rules.kernel.resolve import Resolution, no_dice, one_die, thrown
from rules.kernel.values import dataclass

TURNS, SIZES, HOME_MADE = "artillery/barrage_plan", "artillery/barrage_sizes", "modelling/sizes"


def piece_mm() -> int:
    """How long a piece of a bent band is, counted from the left of its own side (FF-BAR-19, FF-MOD-02)."""
    return tables()[HOME_MADE].always("barrage_piece").value


@dataclass(frozen=True, slots=True, kw_only=True)
class DurationFacts:
    """A side that plans a rolling barrage."""

    attacker: bool = fact("the side attacks", default=True)


def duration(facts: DurationFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    """How many turns a rolling barrage lasts, rolled when the plan is written (FF-BAR-09).

    Refuses dates before there are any, and defenders.
    """
    refused = no_barrage(facts.attacker, book)
    if refused:
        return refused
    turns = book.table(TURNS).number("turns_beside_d3")
    lasts = turns.value + as_d3(dice[0])
    says = f"{dice[0].pips} is a {as_d3(dice[0])}: it acts in {lasts} of the attacker's turns"
    return Explained(lasts, None, (Step(turns.clause, says, None, turns.house or _whose(facts.attacker, book)),))


def no_barrage(attacker: bool, book: RuleBook) -> Refusal | None:
    """Why a side has no rolling barrage at this date, or None if it may (FF-BAR-01, FF-BAR-03, AMB-345, AMB-346)."""
    too_early = no_rolling_barrages(book)
    if too_early:
        return too_early
    if not attacker and book.behaviour("AMB-05", {"attacker": True, "both": False}):
        return Refusal("FF-BAR-03", "Only the attacker has a rolling barrage", "use the defender's batteries")
    return None


def _whose(attacker: bool, book: RuleBook) -> HouseMark | None:
    return None if attacker else book.mark("AMB-05")


@dataclass(frozen=True, slots=True, kw_only=True)
class BandFacts:
    """A rolling barrage as planned, and the moment it is asked for; distances up the table from the attacker's edge."""

    start_up_cm: float = fact("rear edge of the band on its start line", unit="cm", least=0, most=1000, example=40.0)
    duration: int = fact("turns it lasts, as rolled", default=6, least=4, most=7)
    turn: int = fact("which of the attacker's turns it is", default=2, least=1, most=99)
    enemy_turn: bool = fact("it is the defender's turn after that one", default=False)
    speed_cm: float = fact("its planned advance in a turn", default=20.0, unit="cm", least=0, most=100)
    halts: tuple[int, ...] = fact("turns in which the plan lets it halt", default=(), least=1, most=99)
    unplanned_halt: int | None = fact("a turn in which it is to halt unplanned", default=None, least=1, most=99)
    back: tuple[int, ...] = fact("turns in which the plan rolls it back (hurricane)", default=(), least=1, most=99)
    hurricane: bool = fact("it covers a hurricane bombardment", default=False, dated=HURRICANE)
    lead_cm: float = fact(
        "lead of this piece of it, a lag is less than 0", default=0.0, unit="cm", least=-100, most=100
    )
    attacker: bool = fact("it is the attacker's", default=True)
    stand_near_cm: float | None = fact(
        "nearest edge of a stand, up the table", default=None, unit="cm", least=0, most=1000
    )
    stand_far_cm: float | None = fact(
        "farthest edge of that stand, up the table", default=None, unit="cm", least=0, most=1000
    )


@dataclass(frozen=True, slots=True)
class BarrageBand:
    """Where the band lies and what it has just swept, in cm up the table; `touched`: the stand asked for rolls."""

    on_table: bool
    rear_cm: float = 0.0
    front_cm: float = 0.0
    swept_from_cm: float = 0.0
    swept_to_cm: float = 0.0
    touched: bool = False


def band(facts: BandFacts, book: RuleBook) -> Explained[BarrageBand] | Refusal:
    """Where the band of a rolling barrage lies, and the ground on which stands roll (FF-BAR-04 to -10, FF-BAR-18).

    Refuses plans that the book does not let players write, and halts that are not in the plan.
    """
    refused = no_barrage(facts.attacker, book) or next(unplannable(facts, book), None)
    if refused:
        return refused
    gone = _lifted(facts, book)
    if gone:
        return Explained(BarrageBand(False), None, (gone,))
    depth = book.table(SIZES).number("depth")
    before, rear = (_rear(facts, turn, book) for turn in (facts.turn - 1, facts.turn))
    swept = _swept(before, rear, depth.value)
    found = BarrageBand(
        True, rear / 10, (rear + depth.value) / 10, swept[0] / 10, swept[1] / 10, _touched(facts, swept)
    )
    where = f"It lies from {cm(rear)} to {cm(rear + depth.value)} up the table"
    steps = (*_advance(facts, rear - before, book), depth.cites(where), *_stand(found, facts))
    return Explained(found, None, steps)


def _rear(facts: BandFacts, turn: int, book: RuleBook) -> int:
    """The rear edge in mm after the second phase of a turn: on the start line in the first (AMB-345)."""
    first = book.table(TURNS).number("first_advance").value
    moving = [one for one in range(first, turn + 1) if one not in facts.halts and one != facts.unplanned_halt]
    steps = len(moving) - 2 * sum(one in facts.back for one in moving)
    return offset_mm(facts.start_up_cm) + offset_mm(facts.lead_cm) + steps * offset_mm(facts.speed_cm)


def _swept(before: int, rear: int, depth: int) -> tuple[int, int]:
    """The ground newly swept together with the band's new place (FF-BAR-T3)."""
    if rear >= before:
        return min(before + depth, rear), rear + depth
    return rear, max(before, rear + depth)


def _touched(facts: BandFacts, swept: tuple[int, int]) -> bool:
    if facts.stand_near_cm is None or facts.stand_far_cm is None:
        return False
    return offset_mm(facts.stand_near_cm) < swept[1] and offset_mm(facts.stand_far_cm) > swept[0]


def _advance(facts: BandFacts, moved_mm: int, book: RuleBook) -> Iterator[Step]:
    """What the band did in this turn's second phase."""
    first = book.table(TURNS).number("first_advance").house or (book.mark("AMB-345") if facts.turn == 1 else None)
    if facts.turn == facts.unplanned_halt:
        yield Step("FF-BAR-07", "It halts for this turn, unplanned", None, book.mark("AMB-344"))
    elif moved_mm == 0:
        says = "It stands on its start line" if facts.turn == 1 else "It halts for this turn, as planned"
        yield Step("FF-BAR-06" if facts.turn == 1 else "FF-BAR-08", says, None, first)
    else:
        way = "back" if moved_mm < 0 else "on"
        yield Step("FF-BAR-04", f"It rolls {way} by {cm(abs(moved_mm))}", None, first or _whose(facts.attacker, book))
    if facts.lead_cm:
        word = "leads" if facts.lead_cm > 0 else "lags"
        yield Step("FF-BAR-19", f"This piece {word} by {abs(facts.lead_cm):g} cm", None, book.mark("AMB-356"))


def _stand(found: BarrageBand, facts: BandFacts) -> Iterator[Step]:
    if facts.stand_near_cm is not None and facts.stand_far_cm is not None:
        says = "The stand is touched: it rolls" if found.touched else "The stand is not touched: no roll"
        yield Step("FF-BAR-11", says)


def _lifted(facts: BandFacts, book: RuleBook) -> Step | None:
    """When it is taken off: in the second phase after its last turn, by house rule at that turn's end (AMB-350)."""
    amb_350 = book.ruling("AMB-350")
    at_once = facts.enemy_turn and amb_350.gives({"next_phase": False, "turn_end": True})
    if facts.turn > facts.duration or (at_once and facts.turn == facts.duration):
        mark = amb_350.mark if facts.turn == facts.duration else None
        return Step("FF-BAR-10", f"Its {facts.duration} turns are used up: it has lifted", None, mark)
    return None


def unplannable(facts: BandFacts, book: RuleBook) -> Iterator[Refusal]:
    """What a plan may not say, and what the players may not do to it (AMB-343, AMB-344, AMB-356, AMB-373)."""
    if (facts.stand_near_cm is None) != (facts.stand_far_cm is None):
        yield Refusal("FF-BAR-11", "One edge of the stand is not told", "measure to its near and its far edge")
    sizes = book.table(SIZES)
    speed, lead = sizes.number("speed"), sizes.number("lead")
    fixed = book.behaviour("AMB-343", {"planned": False, "fixed": offset_mm(facts.speed_cm) != speed.value})
    if fixed:
        yield Refusal("FF-BAR-05", f"Its advance is {cm(speed.value)} (house rule)", "plan it so")
    first = book.table(TURNS).number("first_advance").value
    if any(not first <= turn <= facts.duration for turn in (*facts.halts, *facts.back)):
        because = f"A planned turn lies outside turns {first} to {facts.duration}"
        yield Refusal("FF-BAR-08", because, "name turns in which it moves")
    late = book.when.period == "late"
    if facts.unplanned_halt is not None and not book.behaviour("AMB-344", {"planned": False, "one_unplanned": late}):
        yield Refusal("FF-BAR-08", "Its schedule cannot be changed", "write halts into the fire plan")
    if facts.back and not facts.hurricane:
        yield Refusal("FF-BAR-08", "Only the band of a hurricane bombardment rolls back", "plan a halt")
    bent = book.behaviour(
        "AMB-356",
        {"planned": not beyond(abs(facts.lead_cm), lead.value), "straight": not facts.lead_cm, "free": True},
    )
    if not bent:
        yield Refusal(
            "FF-BAR-19", f"A piece cannot lead or lag by {abs(facts.lead_cm):g} cm", _lead_instead(lead.value, book)
        )


def _lead_instead(lead_mm: int, book: RuleBook) -> str:
    return book.behaviour(
        "AMB-356", {"planned": f"plan {cm(lead_mm)} at the most", "straight": "keep it straight", "free": ""}
    )


def _band(facts: BandFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[BarrageBand] | Refusal:
    return band(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "barrage_duration",
        "How long a rolling barrage lasts",
        "Rolling barrage",
        DurationFacts,
        one_die,
        duration,
        thrown(duration, one_die),
        example_month="1917-11",
    ),
    Resolution(
        "barrage_band", "Where its band lies", "Rolling barrage", BandFacts, no_dice, _band, example_month="1917-11"
    ),
)
