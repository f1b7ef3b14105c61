"""Resilience as it stands: built-in, with cover, digging, gas and injuries (BE-COV, BE-INJ-01)."""

from typing import Any, Final

from rules.earth_1418.artillery.clouds import gas_weakens
from rules.earth_1418.book import EarthBook
from rules.earth_1418.chart import arm_of, is_vehicle, resilience_of
from rules.earth_1418.facts import NOTHING_TYPED, TypedValues
from rules.earth_1418.moving.digging import never_digs_in
from rules.earth_1418.vocabulary import GUNS, CloudKind, FormationClass, Stance, Terrain, TroopType
from rules.kernel.contradictions import only
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

COVER: Final = "cover/cover"
CHANGES: Final = "cover/changes"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetUnit:
    """A sub-unit that may be shot at: what it is, where it stands, and what weakens it."""

    unit: TroopType = fact("what it is", example="line_infantry")
    grade: FormationClass = fact("the class of its formation", default=FormationClass.LINE)
    terrain: Terrain = fact("the ground it is on", default=Terrain.OPEN, example="rough")
    other_terrain: Terrain | None = fact(
        "the other ground it moves from or into",
        default=None,
        only=only("BE-COV-04", "stance", {Stance.MOVING}, "a sub-unit that moves"),
    )
    stance: Stance = fact("moving, stationary or dug in", default=Stance.STATIONARY)
    digging_in: bool = fact(
        "it is digging in in this bound",
        default=False,
        only=only("BE-DIG-02", "stance", {Stance.STATIONARY}, "a sub-unit that stays where it is"),
    )
    gas: CloudKind | None = fact("the cordon it touches", default=None)
    injured_bases: int = fact("how many of its bases are injured", default=0, least=0, most=20)
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True)
class Effective:
    """Resilience as it stands, the built-in one, and the lowest face of a die without bonus that hits (None: none)."""

    resilience: int
    built_in: int
    hit_on: int | None


def effective_resilience(facts: TargetUnit, book: EarthBook) -> Explained[Effective] | Refusal:
    """The Resilience that dice have to reach (BE-INJ-01, BE-COV-01 to BE-COV-07, BE-DIG-05, BE-GAS-03, G-12, G-38).

    Refuses dug-in vehicles and guns, types whose Resilience is not typed, and gas that its date does not know.
    """
    refused = never_digs_in(facts.unit, book) if facts.stance is Stance.DUG_IN or facts.digging_in else None
    if refused is not None:
        return refused
    built_in = resilience_of(facts.unit, facts.grade, facts.typed, book)
    if isinstance(built_in, Refusal):
        return built_in
    cover = cover_of(facts, book)
    steps = [Step(built_in.clause, built_in.says, built_in.value, built_in.house), *cover.steps]
    considered = list(cover.considered)
    if facts.stance is Stance.DUG_IN and arm_of(facts.unit, book).value in GUNS:
        steps.append(Step("BE-ART-04", "Artillery digs in here", None, book.mark("G-07")))
    if facts.digging_in:
        cited = book.table(CHANGES).number("digging_in")
        steps.append(cited.because("Attacked while it digs in, on top of Stationary"))
    weakened = gas_weakens(facts.gas, book)
    if isinstance(weakened, Refusal):
        return weakened
    if isinstance(weakened, Considered):
        considered.append(weakened)
    elif weakened is not None:
        steps.append(weakened)
    injured = book.table(CHANGES).number("injured_base")
    if facts.injured_bases and injured.value:
        says = f"{facts.injured_bases} injured"
        steps.append(Step(injured.clause, says, injured.value * facts.injured_bases, injured.house))
    elif facts.injured_bases:
        considered.append(Considered(injured.clause, "The book gives no number for injuries"))
    total = sum(step.value or 0 for step in steps)
    found = Effective(total, built_in.value or 0, max(1, total) if total <= 6 else None)
    return Explained(found, total, tuple(steps), tuple(considered))


def cover_of(facts: TargetUnit, book: EarthBook) -> Explained[int]:
    """What cover adds and takes, as one number (BE-COV-01 to BE-COV-07; G-38)."""
    g_38 = book.ruling("G-38")
    if (is_vehicle(facts.unit, book) or arm_of(facts.unit, book).value in GUNS) and not g_38.gives(
        {"counts": True, "does_not": False}
    ):
        step = Step("BE-COV-01", "Cover counts for neither vehicles nor guns", None, g_38.mark)
        return Explained(0, None, (step,))
    grounds = [facts.terrain] if facts.other_terrain is None else [facts.terrain, facts.other_terrain]
    cells = [book.table(COVER).number(f"{ground}.{facts.stance}") for ground in grounds]
    weaker = min(cells, key=lambda one: one.value)
    considered = list[Considered]()
    if len(cells) > 1 and facts.terrain is not facts.other_terrain:
        clause = "BE-COV-04"
        other = next((one for one in cells if one is not weaker), weaker)
        considered.append(Considered("BE-COV-04", f"{other.says} ({other.value:+d}) is not the weaker"))
    else:
        clause = weaker.clause
    return Explained(weaker.value, None, (Step(clause, weaker.says, weaker.value, weaker.house),), tuple(considered))


def _resilience(facts: TargetUnit, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Effective] | Refusal:
    return effective_resilience(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("resilience", "Resilience as it stands", "Cover", TargetUnit, no_dice, _resilience, None, "1915-04"),
)
