"""What the book would have otherwise of a force, and what its players have to say before it can be played."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rules.earth_1418.book import EarthBook
from rules.earth_1418.chart import OWN_GRADE, ROWLESS, TroopFacts, arm_of, chart_row
from rules.earth_1418.firing.arming import Shooter, dice_pool
from rules.earth_1418.forces.written import EarthForce, ForceFormation, SubUnitWritten, is_typed
from rules.earth_1418.moving.digging import never_digs_in
from rules.earth_1418.vocabulary import GUNS, Arm, ArmingSide, TroopType
from rules.kernel.explain import Refusal
from rules.kernel.values import dataclass

CARRIED: Final = frozenset({Arm.INFANTRY, Arm.HEAVY_WEAPON})


@dataclass(frozen=True, slots=True)
class ForceFinding:
    """What is otherwise than the book has it: clause, where (as `0.2`, the third sub-unit of the first formation).

    `grave`: the book forbids it, or no game begins with it; otherwise it is good to know.
    """

    clause: str
    of: str
    name: str
    says: str
    instead: str
    grave: bool = True


def findings(force: EarthForce) -> tuple[ForceFinding, ...]:
    """All of a force, in its order (BE-STR, BE-TRP, BE-DIG-07, BE-ART-03; G-22, G-24)."""
    return tuple(_findings(force, force.book))


def _findings(force: EarthForce, book: EarthBook) -> Iterator[ForceFinding]:
    if not force.formations:
        yield ForceFinding("BE-STR-01", "", "", "It has no formation yet", "add one: a battalion, or a regiment")
    yield from _named_twice(force)
    for number, one in enumerate(force.formations):
        yield from _of_formation(one, str(number), book)
        for n, unit in enumerate(one.sub_units):
            yield from _of_unit(unit, one, f"{number}.{n}", book)


def _named_twice(force: EarthForce) -> Iterator[ForceFinding]:
    names = Counter(name.strip() for name in force.names())
    for name, times in names.items():
        if times > 1:
            says = f"{times} of its formations and sub-units are called {name}"
            yield ForceFinding("BE-STR-02", "", name, says, "tell them apart by their names")


def _of_formation(one: ForceFormation, of: str, book: EarthBook) -> Iterator[ForceFinding]:
    if not one.sub_units:
        yield ForceFinding("BE-STR-02", of, one.name, "It has no sub-unit yet", "add its companies, guns and command")
        return
    if not one.motorised:
        return
    arms = {Arm(arm_of(unit.unit, book).value) for unit in one.sub_units}
    if Arm.INFANTRY not in arms:
        says = "Only infantry with its heavy weapons is carried by motor transport"
        yield ForceFinding("BE-TRP-04", of, one.name, says, "let it go without, or give it infantry")
    elif uncarried := sorted(unit.name for unit in one.sub_units if arm_of(unit.unit, book).value not in CARRIED):
        says = f"Motor transport brings nothing for {', '.join(uncarried)}"
        yield ForceFinding("BE-TRP-04", of, one.name, says, "their own speed counts", grave=False)
    if not any(unit.unit is TroopType.COMMAND for unit in one.sub_units):
        says = "Without its command bases a formation has nothing from its motor transport"
        yield ForceFinding("BE-TRP-06", of, one.name, says, "give it a command base", grave=False)


def _of_unit(unit: SubUnitWritten, formation: ForceFormation, of: str, book: EarthBook) -> Iterator[ForceFinding]:
    row = chart_row(TroopFacts(unit=unit.unit, grade=formation.grade, typed=unit.typed), book)
    if isinstance(row, Refusal):
        yield _refused(row, of, unit)
    elif is_typed(unit.typed) and unit.unit not in ROWLESS:
        says = f"The chart has a row for it: what was typed of {unit.name} counts for nothing"
        yield ForceFinding(arm_of(unit.unit, book).clause, of, unit.name, says, "leave it to the chart", grave=False)
    own = OWN_GRADE.get(unit.unit)
    if own is not None and own is not formation.grade:
        says = f"{own.capitalize()} infantry in a {formation.grade} formation: planned for as {formation.grade}"
        yield ForceFinding("BE-STR-06", of, unit.name, says, f"{formation.grade} infantry is usual", grave=False)
    yield from _on_the_table(unit, of, book)
    pool = dice_pool(Shooter(unit=unit.unit, bases=unit.bases, fight=ArmingSide.SHOOTING, typed=unit.typed), book)
    if isinstance(pool, Refusal) and not isinstance(row, Refusal):
        yield _refused(pool, of, unit)


def _on_the_table(unit: SubUnitWritten, of: str, book: EarthBook) -> Iterator[ForceFinding]:
    """How it begins: dug in, packed."""
    digs = never_digs_in(unit.unit, book) if unit.dug_in else None
    if digs is not None:
        yield ForceFinding(digs.clause, of, unit.name, digs.because, "let it begin in the open or in cover")
    if unit.packed and (arm_of(unit.unit, book).value not in GUNS or unit.unit is TroopType.SELF_PROPELLED_GUN):
        says = "Only artillery that has to be unpacked begins packed"
        yield ForceFinding("BE-ART-03", of, unit.name, says, "let it begin ready", grave=False)


def _refused(refusal: Refusal, of: str, unit: SubUnitWritten) -> ForceFinding:
    return ForceFinding(refusal.clause, of, unit.name, refusal.because, refusal.instead)
