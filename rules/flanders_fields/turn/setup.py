"""Setting up: zones along the table and the order of deployment (FF-SET)."""

from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import beyond, cm, mm, under
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

ZONES, SEQUENCE = "setup/zones", "setup/sequence"
NAMES = {
    "attacker": "Attacker's trenches",
    "no_mans_land": "No-man's-land",
    "front": "Defender's front trenches",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneFacts:
    """The depths chosen along the length of the table, from the attacker's edge to the defender's."""

    table_length_cm: float = fact("the table's long side", default=180.0, unit="cm", least=50, most=1000)
    attacker_cm: float = fact("the attacker's trenches", default=30.0, unit="cm", least=0, most=1000)
    no_mans_land_cm: float = fact("no-man's-land", default=40.0, unit="cm", least=0, most=1000)
    front_cm: float = fact("the defender's front trench system", default=30.0, unit="cm", least=0, most=1000)


@dataclass(frozen=True, slots=True)
class Zones:
    """Depths in millimetres from the attacker's edge; the rest of the table is the defender's rear."""

    attacker_mm: int
    no_mans_land_mm: int
    front_mm: int
    rear_mm: int


def lay_out(facts: ZoneFacts, book: RuleBook) -> Explained[Zones] | Refusal:
    """The zones of a table (FF-SET-06, FF-SET-07). Refuses depths that are longer together than the table.

    Depths outside the printed guide are allowed and said so.
    """
    depths = {"attacker": facts.attacker_cm, "no_mans_land": facts.no_mans_land_cm, "front": facts.front_cm}
    rear = mm(facts.table_length_cm) - sum(map(mm, depths.values()))
    if rear < 0:
        return Refusal("FF-SET-07", f"The zones are {cm(-rear)} longer than the table", "make one of them shallower")
    zones = Zones(mm(facts.attacker_cm), mm(facts.no_mans_land_cm), mm(facts.front_cm), rear)
    says = f"{cm(rear)} are left for the defender's rear"
    unusual = tuple(Considered("FF-SET-07", text) for key, depth in depths.items() for text in _guide(key, depth, book))
    return Explained(zones, None, (Step("FF-SET-07", says),), unusual)


def _guide(key: str, depth_cm: float, book: RuleBook) -> tuple[str, ...]:
    least, most = (book.table(ZONES).number(f"{key}_{end}").value for end in ("least", "most"))
    if under(depth_cm, least) or beyond(depth_cm, most):
        return (f"{NAMES[key]}: {depth_cm:g} cm, the guide is {least / 10:g} to {cm(most)}",)
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentFacts:
    """How many battalions each side sets up."""

    attacker_battalions: int = fact("the attacker's battalions", least=0, most=50, example=3)
    defender_battalions: int = fact("the defender's battalions", least=0, most=50, example=2)


def deployment_order(facts: DeploymentFacts, book: RuleBook) -> Explained[tuple[str, ...]]:
    """Whose battalion is set up next, first to last (FF-SET-10)."""
    amb_99 = book.ruling("AMB-99")
    order = amb_99.gives({"alternate": _alternate, "defender_first": _defender_first})
    sides = order(facts.attacker_battalions, facts.defender_battalions)
    step = Step("FF-SET-10", "One battalion at a time, defender first", None, amb_99.mark)
    last = Considered("FF-SET-10", "Regimental and divisional stands follow last, defender first")
    return Explained(sides, None, (step,), (last,))


def _alternate(attacker: int, defender: int) -> tuple[str, ...]:
    turns: list[str] = []
    for number in range(max(attacker, defender)):
        turns += ["defender"] * (number < defender) + ["attacker"] * (number < attacker)
    return tuple(turns)


def _defender_first(attacker: int, defender: int) -> tuple[str, ...]:
    return ("defender",) * defender + ("attacker",) * attacker


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceFacts:
    """Nothing is asked: the steps before play are always the same."""


def steps_before_play(_facts: SequenceFacts, book: RuleBook) -> Explained[tuple[str, ...]]:
    """The steps from a bare table to the first turn (FF-SET-10, FF-SET-11)."""
    table = book.table(SEQUENCE)
    rows = [table.word(key) for key in sorted(table)]
    steps = tuple(row.cites(f"{row.says}: {row.value}") for row in rows)
    return Explained(tuple(row.value for row in rows), None, steps)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "zones", "Zones of the table", "Setting up", ZoneFacts, no_dice, lambda facts, _dice, book: lay_out(facts, book)
    ),
    Resolution(
        "deployment",
        "Order of deployment",
        "Setting up",
        DeploymentFacts,
        no_dice,
        lambda facts, _dice, book: deployment_order(facts, book),
    ),
    Resolution(
        "before_play",
        "Before the first turn",
        "Setting up",
        SequenceFacts,
        no_dice,
        lambda facts, _dice, book: steps_before_play(facts, book),
    ),
)
