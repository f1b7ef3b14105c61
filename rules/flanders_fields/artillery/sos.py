"""SOS fire: a call that swings a field battery onto a registered point before a defended position (FF-SOS)."""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from rules.flanders_fields.artillery.batteries import cannot_fire
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.only_where import ON_THE_TABLE
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, HouseMark, Refusal, Step, set_aside
from rules.kernel.facts import fact
from rules.kernel.measure import beyond, cm
from rules.kernel.resolve import Resolution, one_die, thrown
from rules.kernel.values import dataclass

CALL, MEASURES, DEEP = "artillery/sos_call", "artillery/sos_area", "orders/deep_suppression"


class Position(StrEnum):
    """What the point lies before (FF-SOS-03, AMB-315)."""

    FRONT_TRENCH = "front_trench"
    OCCUPIED_WORK = "occupied_work"
    EMPTY_WORK = "empty_work"
    HELD_BY_THE_ENEMY = "held_by_the_enemy"


@dataclass(frozen=True, slots=True, kw_only=True)
class SosFacts:
    """One call to one battery, in its own side's turn."""

    unit_class: UnitClass = fact("what is called", example="field_gun")
    defender: bool = fact("its side defends", default=True)
    position: Position = fact("what the point lies before", default=Position.FRONT_TRENCH)
    from_position_cm: float = fact(
        "from the point to the nearest part of that position", unit="cm", least=0, most=1000, example=4.0
    )
    answered: bool = fact("the battery has answered a call this turn", default=False)
    ordered: bool = fact("the battery has rolled for its orders this turn", default=False)
    fired_by_plan: bool = fact("the battery has fired by the fire plan this turn", default=False)
    deep_suppression: int = fact("deep suppression in force against its side", default=0, least=-2, most=0)
    on_table: bool = fact("the battery stands on the table", default=False)
    in_arc: bool = fact("the point lies in its arc (only on the table)", default=True)
    suppressed: bool = fact("it is suppressed (only on the table)", default=False, only=ON_THE_TABLE)
    limbered: bool = fact("it is limbered (only on the table)", default=False, only=ON_THE_TABLE)
    in_front_line: bool = fact("it stands in the front line (only on the table)", default=False, only=ON_THE_TABLE)
    sees_point: bool = fact("it sees the point itself", default=False, only=ON_THE_TABLE)
    command_stand_sees: bool = fact("a command stand sees the point", default=True)


@dataclass(frozen=True, slots=True)
class SosFire:
    """What a call brings: its fire (the aiming point moves with it) or nothing; the area in mm, across and deep."""

    fires: bool
    deviates: bool
    width_mm: int
    depth_mm: int


@lru_cache(maxsize=1024)
def call_for_fire(facts: SosFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[SosFire] | Refusal:
    """Whether an SOS call is answered (FF-SOS-04): the point moves and one turn of fire arrives, or nothing happens.

    Refuses batteries that may not answer and points that may not be called on (FF-SOS-01 to -05).
    """
    refused = next(_objections(facts, book), None)
    if refused:
        return refused
    needed, sizes = book.table(CALL).number("answered_from"), book.table(MEASURES)
    lines = tuple(_deep(facts, book))
    steps = tuple(line for line in lines if isinstance(line, Step))
    total = dice[0].pips + sum(step.value or 0 for step in steps)
    fires = total >= needed.value
    amb_312 = book.ruling("AMB-312")
    unseen = amb_312.gives({"never": False, "unseen": not facts.command_stand_sees})
    width, depth = sizes.number("width"), sizes.number("depth")
    says = f"{total}: {'the point moves there and one turn of fire arrives' if fires else 'nothing happens'}"
    read = (Step(needed.clause, says, None, _leave(facts, book)),)
    area = (width.cites(f"It covers {cm(width.value)} across and {cm(depth.value)} deep"),) if fires else ()
    strays = (Step("FF-TYP-08", "Nobody sees the point: it deviates", None, amb_312.mark),)
    found = SosFire(fires, fires and unseen, width.value, depth.value)
    considered = tuple(line for line in lines if isinstance(line, Considered))
    return Explained(found, total, (*steps, *read, *area, *(strays if found.deviates else ())), considered)


def _deep(facts: SosFacts, book: RuleBook) -> Iterator[Step | Considered]:
    """Deep suppression, the only modifier of a call (FF-DSU-08)."""
    if not facts.deep_suppression:
        return
    if book.table(DEEP).has("hardest"):
        yield Step("FF-DSU-08", "Deep suppression", facts.deep_suppression)
    else:
        yield set_aside("FF-DSU-08", "There is no deep suppression at this date", book.mark("GAP-60"))


def _objections(facts: SosFacts, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why this battery does not answer this call, in rule-book order."""
    if not facts.defender:
        yield Refusal("FF-SOS-01", "Only the defender's batteries answer SOS calls", "order the battery")
    limit = book.table(MEASURES).number("from_position")
    if beyond(facts.from_position_cm, limit.value):
        because = f"The point is {facts.from_position_cm:g} cm from the position, over {cm(limit.value)}"
        yield Refusal("FF-SOS-03", because, "choose a point nearer to it")
    yield from _position(facts, book)
    callable_ = book.behaviour("AMB-318", {"field": FIELD_ARTILLERY, "heavy_too": ARTILLERY})
    if facts.unit_class not in callable_:
        yield Refusal("FF-SOS-05", "Only field artillery answers SOS calls", "call a field battery")
    if facts.answered:
        yield Refusal("FF-SOS-05", "It has answered a call this turn", "call another battery")
    if facts.fired_by_plan:
        yield Refusal("FF-BOM-05", "It has fired by the fire plan this turn", "call another battery")
    if facts.ordered and book.behaviour("AMB-07", {"in_place": True, "on_top": False}):
        yield Refusal("FF-ORD-28", "It has rolled for its orders this turn", "call a battery that was passed over")
    if facts.on_table:
        yield from cannot_fire(facts, facts.sees_point, book)


def _position(facts: SosFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.position is Position.HELD_BY_THE_ENEMY:
        yield Refusal("FF-SOS-03", "The enemy holds that position", "choose one that is defended")
    must_be_held = book.behaviour("AMB-315", {"occupied": True, "any_work": False})
    if facts.position is Position.EMPTY_WORK and must_be_held:
        yield Refusal("FF-SOS-03", "Nobody is in that work", "choose a front trench, or a work that is held")


def _leave(facts: SosFacts, book: RuleBook) -> HouseMark | None:
    """The mark of the house rule without which this call would have been refused."""
    if facts.ordered:
        return book.mark("AMB-07")
    if facts.position is Position.EMPTY_WORK:
        return book.mark("AMB-315")
    if facts.on_table and not facts.in_arc:
        return book.mark("AMB-305")
    return None if facts.unit_class in FIELD_ARTILLERY else book.mark("AMB-318")


def _named(found: SosFire) -> str:
    return "fire arrives" if found.fires else "nothing"


RESOLUTIONS: tuple[Resolution[SosFacts, RuleBook], ...] = (
    Resolution(
        "sos_call",
        "Whether an SOS call is answered",
        "SOS fire",
        SosFacts,
        one_die,
        call_for_fire,
        thrown(call_for_fire, one_die, _named),
    ),
)
