"""The formations a scenario lists: a regiment with all that is its own or attached to it, and a division over them."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.flanders_fields.game.models import ON_FOOT
from rules.flanders_fields.tanks import TankType
from rules.flanders_fields.vocabulary import Quality, UnitClass
from rules.kernel.strict import Reader

ALONE = frozenset({UnitClass.TANK, UnitClass.ARMOURED_CAR, UnitClass.BLOCK_HOUSE})
"""Ordered stand by stand (FF-ORD-03)."""


@dataclass(frozen=True, slots=True)
class AttachedPlan:
    """A unit beside companies, machine guns and batteries: `to` is the battalion by its number, 0 for the regiment.

    `type` names the model where the class alone does not say it; `stand_word` is what one of several stands is called;
    `quality` is its own grade, None where it has its battalion's; `storm`: a company or support unit of a storm
    battalion that serves here (FF-SPR-16).
    """

    name: str
    kind: UnitClass
    type: str
    to: int
    stands: int
    stand_word: str
    quality: Quality | None = None
    storm: bool = False


@dataclass(frozen=True, slots=True)
class RegimentPlan:
    """A regiment as a scenario lists it."""

    id: str
    name: str
    commander: str
    battalions: tuple[str, ...]
    qualities: tuple[Quality, ...]
    off_table: tuple[str, ...]
    companies: int
    running_numbers: bool
    platoons: int
    machine_guns: int
    machine_gun_name: str
    batteries: tuple[tuple[str, UnitClass], ...]
    behind_the_table: tuple[str, ...]
    superimposed: tuple[str, ...]
    attached: tuple[AttachedPlan, ...]
    in_action: bool
    storm: tuple[str, ...]
    division: bool = False


def read_regiment(entry: Reader) -> RegimentPlan:
    """One of a side's [[regiment]] tables. Raises BadData for what cannot be raised from it."""
    plan = RegimentPlan(
        id=entry.text("id"),
        name=entry.text("name"),
        commander=entry.text("commander"),
        battalions=entry.texts("battalions"),
        qualities=tuple(Quality(grade) for grade in entry.texts("qualities")),
        off_table=entry.texts("off_table", ()),
        companies=entry.whole("companies"),
        running_numbers=entry.text("company_names") == "running",
        platoons=entry.whole("platoons"),
        machine_guns=entry.whole("machine_guns"),
        machine_gun_name=entry.text("machine_gun_name"),
        batteries=_batteries_of(entry),
        behind_the_table=entry.texts("off_table_batteries", ()),
        superimposed=entry.texts("superimposed_batteries", ()),
        attached=tuple(_attached(unit) for unit in entry.tables("attached", ())),
        storm=entry.texts("storm_battalions", ()),
        in_action=entry.word("weapons", {"in action": True, "on the move": False}, "on the move"),
    )
    entry.close()
    if len(plan.qualities) != len(plan.battalions):
        raise entry.wrong("qualities", "does not fit the battalions", "give every battalion one grade")
    _named_batteries(entry, plan)
    for unit in plan.attached:
        if not 0 <= unit.to <= len(plan.battalions):
            raise entry.wrong("attached", f"sends {unit.name!r} to battalion {unit.to}", "write a battalion's number")
    return plan


def _attached(entry: Reader) -> AttachedPlan:
    kind = entry.word("class", {kind.value: kind for kind in UnitClass})
    plan = AttachedPlan(
        name=entry.text("name"),
        kind=kind,
        type=_type(entry, kind),
        to=entry.whole("to") if entry.has("to") else 0,
        stands=entry.whole("stands") if entry.has("stands") else 1,
        stand_word=entry.text("stand_word", "Platoon"),
        quality=Quality(entry.text("quality")) if entry.has("quality") else None,
        storm=entry.word("storm", {"yes": True, "no": False}, "no"),
    )
    entry.close()
    if plan.stands > 1 and kind in ALONE:
        raise entry.wrong("stands", "is more than one for what is ordered singly", "write a table for each")
    return plan


def _type(entry: Reader, kind: UnitClass) -> str:
    """The model: a tank must be one the book describes, cavalry may serve on foot."""
    if kind is UnitClass.TANK:
        return entry.word("type", {tank.value: tank.value for tank in TankType})
    if kind is UnitClass.CAVALRY and entry.has("type"):
        return entry.word("type", {ON_FOOT: ON_FOOT})
    return entry.text("type", "")


def read_division(entry: Reader) -> RegimentPlan:
    """A side's [[division]]: its commander and the batteries at his own call (FF-ORG-08, AMB-376).

    Raises BadData for one laid over the barrage that is not super heavy: the others are at the regiments' call.
    """
    batteries = _batteries_of(entry)
    plan = RegimentPlan(
        id=entry.text("id"),
        name=entry.text("name"),
        commander=entry.text("commander"),
        battalions=(),
        qualities=(),
        off_table=(),
        companies=0,
        running_numbers=False,
        platoons=0,
        machine_guns=0,
        machine_gun_name="",
        batteries=batteries,
        behind_the_table=entry.texts("off_table_batteries", ()),
        superimposed=entry.texts("superimposed_batteries", ()),
        attached=(),
        in_action=True,
        storm=(),
        division=True,
    )
    entry.close()
    _named_batteries(entry, plan)
    for name, kind in batteries:
        if name in plan.superimposed and kind is not UnitClass.SUPER_HEAVY_ARTILLERY:
            wrong = f"names {name!r}, which is at the call of the regiments (FF-SUI-01)"
            raise entry.wrong("superimposed_batteries", wrong, "write it with a regiment")
    return plan


def _batteries_of(entry: Reader) -> tuple[tuple[str, UnitClass], ...]:
    names, classes = entry.texts("batteries", ()), entry.texts("battery_classes", ())
    return tuple((name, UnitClass(kind)) for name, kind in zip(names, classes, strict=True))


def _named_batteries(entry: Reader, plan: RegimentPlan) -> None:
    named: Sequence[tuple[str, tuple[str, ...]]] = (
        ("off_table_batteries", plan.behind_the_table),
        ("superimposed_batteries", plan.superimposed),
    )
    for key, names in named:
        if not set(names) <= {name for name, _ in plan.batteries}:
            raise entry.wrong(key, "names no battery of this formation", "write the name of one")
