"""Order of battle of a scenario: divisions, regiments, battalions, attached units."""

from collections.abc import Iterator, Sequence

from rules.flanders_fields.armour import TankType
from rules.flanders_fields.game.stand_types import ON_FOOT
from rules.flanders_fields.vocabulary import Quality, UnitClass
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.toml_reader import Reader

LETTERS = "ABCDEFGHIJKL"
ALONE = frozenset({UnitClass.TANK, UnitClass.ARMOURED_CAR, UnitClass.BLOCK_HOUSE})
"""Ordered stand by stand (FF-ORD-03)."""


@dataclass(frozen=True, slots=True)
class AttachedPlan:
    """A unit beside companies, machine guns and batteries: `to` is the battalion by its number, 0 for the regiment.

    `type` names the model where the class alone does not say it; `stand_word` is what one of several stands is called;
    `quality` is its own grade, None where it has its battalion's; `storm`: a company or support unit of a storm
    battalion that serves here (FF-SPR-16). `element` is its id in the force that brought it, empty where none did.
    `company_guns` are the machine guns of the company it is one of, 0 where it is of none.
    """

    name: str
    kind: UnitClass
    type: str
    to: int
    stands: int
    stand_word: str
    quality: Quality | None = None
    storm: bool = False
    element: str = ""
    company_guns: int = 0


@dataclass(frozen=True, slots=True)
class BattalionPlan:
    """A battalion: its grade, its machine guns by name, and its companies by name with their platoons.

    `commander` is what he is called where that is not after his battalion, `figures` those of his stand (0: not told).
    `gun_companies` has of each machine gun how many its company has; empty: they are one company, if they are several.
    """

    name: str
    quality: Quality
    machine_guns: tuple[str, ...]
    companies: tuple[tuple[str, int], ...]
    storm: bool = False
    commander: str = ""
    figures: int = 0
    gun_companies: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RegimentPlan:
    """A regiment as a scenario lists it, or as a force brings it; `figures` are those of its commander's stand."""

    id: str
    name: str
    commander: str
    battalions: tuple[BattalionPlan, ...]
    off_table: tuple[str, ...]
    batteries: tuple[tuple[str, UnitClass], ...]
    behind_the_table: tuple[str, ...]
    superimposed: tuple[str, ...]
    attached: tuple[AttachedPlan, ...]
    in_action: bool
    division: bool = False
    figures: int = 0


def read_regiment(entry: Reader) -> RegimentPlan:
    """One of a side's [[regiment]] tables. Raises BadData for what cannot be raised from it."""
    plan = RegimentPlan(
        id=entry.text("id"),
        name=entry.text("name"),
        commander=entry.text("commander"),
        battalions=tuple(_battalions(entry)),
        off_table=entry.texts("off_table", ()),
        batteries=_batteries_of(entry),
        behind_the_table=entry.texts("off_table_batteries", ()),
        superimposed=entry.texts("superimposed_batteries", ()),
        attached=tuple(_attached(unit) for unit in entry.tables("attached", ())),
        in_action=entry.word("weapons", {"in action": True, "on the move": False}, "on the move"),
    )
    entry.close()
    _named_batteries(entry, plan)
    for unit in plan.attached:
        if not 0 <= unit.to <= len(plan.battalions):
            raise entry.wrong("attached", f"sends {unit.name!r} to battalion {unit.to}", "write a battalion's number")
    return plan


def _battalions(entry: Reader) -> Iterator[BattalionPlan]:
    """The battalions of a regiment, which are all alike but for their grades."""
    names, grades = entry.texts("battalions"), entry.texts("qualities")
    if len(grades) != len(names):
        raise entry.wrong("qualities", "does not fit the battalions", "give every battalion one grade")
    companies, platoons = entry.whole("companies"), entry.whole("platoons")
    running = entry.text("company_names") == "running"
    guns, gun = entry.whole("machine_guns"), entry.text("machine_gun_name")
    storm = entry.texts("storm_battalions", ())
    for number, (name, grade) in enumerate(zip(names, grades, strict=True)):
        named = (str(number * companies + n + 1) if running else LETTERS[n] for n in range(companies))
        yield BattalionPlan(
            name,
            Quality(grade),
            (gun,) if guns == 1 else tuple(f"{gun} {n}" for n in range(1, guns + 1)),
            tuple((f"{one} Company", platoons) for one in named),
            storm=name in storm,
        )


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
        company_guns=entry.whole("company_guns") if entry.has("company_guns") else 0,
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
        off_table=(),
        batteries=batteries,
        behind_the_table=entry.texts("off_table_batteries", ()),
        superimposed=entry.texts("superimposed_batteries", ()),
        attached=(),
        in_action=True,
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
