"""Calling aircraft: who may, whether they arrive, and what is left of the plan's missions (FF-AIR-05, FF-AIR-06)."""

from collections.abc import Iterator

from rules.flanders_fields.book import RuleBook
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, one_die, thrown
from rules.kernel.values import dataclass

CALL = "orders/air"


@dataclass(frozen=True, slots=True, kw_only=True)
class AirMission:
    """A direct air support mission, asked for in its step of the regimental orders."""

    missions_left: int = fact("missions the fire plan still holds, this one included", default=1, least=0, most=9)
    called_this_turn: bool = fact("its side has called for aircraft in this turn", default=False)
    commander: bool = fact("the regiment has its commander", default=True)


@dataclass(frozen=True, slots=True)
class AirCall:
    """Whether the aircraft arrive, and the missions the plan holds after the call."""

    arrives: bool
    missions_left: int


def call_aircraft(facts: AirMission, dice: tuple[D6, ...], book: RuleBook) -> Explained[AirCall] | Refusal:
    """Whether the aircraft asked for arrive this turn (FF-ORD-T6, FF-AIR-05, FF-AIR-06).

    Refuses dates whose sheet has no such mission, a plan without any, a second call and a regiment without commander.
    """
    refused = next(_objections(facts, book), None)
    if refused:
        return refused
    arrives, total, steps = book.behaviour("AMB-34", {"sheet": _by_sheet, "order": _by_order})(dice[0], book)
    gap_64 = book.ruling("GAP-64")
    on_call = gap_64.gives({"on_arrival": False, "each_call": True})
    left = facts.missions_left - int(arrives or on_call)
    mark = None if arrives else gap_64.mark
    used = Step("FF-AIR-15", f"Missions left in the plan: {left}", None, mark)
    return Explained(AirCall(arrives, left), total, (*steps, used))


def _objections(facts: AirMission, book: RuleBook) -> Iterator[Refusal]:
    if not book.table(CALL).has("air_mission"):
        yield Refusal(
            "FF-ORD-T6", f"No air mission can be called in {book.when.month.in_words}", "choose a date from July 1917"
        )
    if not facts.missions_left:
        yield Refusal("FF-AIR-15", "The plan holds no air mission any more", "fight on without aircraft")
    if facts.called_this_turn:
        yield Refusal("FF-AIR-06", "Aircraft are called once in a turn", "call them in the next own turn")
    if not facts.commander:
        yield Refusal("FF-AIR-05", "Aircraft are called by a regiment's commander", "call by a regiment that has one")


def _by_sheet(die: D6, book: RuleBook) -> tuple[bool, int, tuple[Step, ...]]:
    band = book.table(CALL).read("air_mission", die.pips)
    arrives = band.value == "arrives"
    return arrives, die.pips, (band.cites(f"{die.pips}: {_arrival(arrives)}"),)


def _arrival(arrives: bool) -> str:
    return "the aircraft arrive" if arrives else "no aircraft this turn"


def _by_order(die: D6, book: RuleBook) -> tuple[bool, int, tuple[Step, ...]]:
    minus = book.table("orders/master").number("air_mission")
    total = die.pips + minus.value
    ordered = Step(minus.clause, "Ordered as a battery is", minus.value, book.mark("AMB-34"))
    failed = die.pips == book.table("orders/faces").number("fails").value
    band = book.table("orders/artillery").read("without_sight", total)
    arrives = not failed and band.value != "0"
    return arrives, total, (ordered, band.cites(f"{total}: {_arrival(arrives)}"))


def _named(found: AirCall) -> str:
    return _arrival(found.arrives)


RESOLUTIONS: tuple[Resolution[AirMission, RuleBook], ...] = (
    Resolution(
        key="air_mission",
        title="Whether the aircraft arrive",
        chapter="Air support",
        facts=AirMission,
        dice=one_die,
        resolve=call_aircraft,
        odds=thrown(call_aircraft, one_die, _named),
        example_month="1917-11",
    ),
)
