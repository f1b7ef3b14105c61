"""What a force comes to. The book has no points: bases, their dice and what they withstand are what is weighed."""

from collections import Counter

from rules.earth_1418.book import EarthBook
from rules.earth_1418.chart import ROWLESS, arm_of, is_vehicle, resilience_of, vehicles_on_a_base
from rules.earth_1418.firing.arming import Shooter, dice_pool
from rules.earth_1418.forces.written import EarthForce, SubUnitWritten
from rules.earth_1418.vocabulary import Arm, ArmingSide
from rules.kernel.explain import Refusal
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Sums:
    """What it comes to, everybody fresh. `bases` by arm, in the order of the chart; dice of all that have values.

    `motor_bases`: bases of lorries beside, one a motorised formation (BE-TRP-02). `vehicles`: how many models at least
    and at most (BE-VEH-03). `typed`: sub-units whose values the players have typed (G-24).
    """

    formations: int
    sub_units: int
    bases: int
    of_arm: tuple[tuple[Arm, int], ...]
    of_resilience: tuple[tuple[int, int], ...]
    melee_dice: int
    shooting_dice: int
    motor_bases: int
    vehicles: tuple[int, int]
    typed: int


def sums(force: EarthForce) -> Sums:
    """The sums of a force (BE-ARM-02, BE-STR-02, BE-TRP-02, BE-VEH-03)."""
    book = force.book
    units = [(unit, one.grade) for one in force.formations for unit in one.sub_units]
    arms, withstand = Counter[Arm](), Counter[int]()
    for unit, grade in units:
        arms[Arm(arm_of(unit.unit, book).value)] += unit.bases
        built_in = resilience_of(unit.unit, grade, unit.typed, book)
        if not isinstance(built_in, Refusal):
            withstand[built_in.value or 0] += unit.bases
    armour = sum(unit.bases for unit, _ in units if is_vehicle(unit.unit, book))
    models = vehicles_on_a_base(book)
    return Sums(
        formations=len(force.formations),
        sub_units=len(units),
        bases=sum(unit.bases for unit, _ in units),
        of_arm=tuple((arm, arms[arm]) for arm in Arm if arms[arm]),
        of_resilience=tuple(sorted(withstand.items())),
        melee_dice=sum(dice_of(unit, ArmingSide.MELEE, book) or 0 for unit, _ in units),
        shooting_dice=sum(dice_of(unit, ArmingSide.SHOOTING, book) or 0 for unit, _ in units),
        motor_bases=sum(one.motorised for one in force.formations),
        vehicles=(armour * models.fewest, armour * models.most),
        typed=sum(unit.unit in ROWLESS for unit, _ in units),
    )


def dice_of(unit: SubUnitWritten, fight: ArmingSide, book: EarthBook) -> int | None:
    """Its dice with every base (BE-ARM-02); None where its values are still to be typed."""
    pool = dice_pool(Shooter(unit=unit.unit, bases=unit.bases, fight=fight, typed=unit.typed), book)
    return None if isinstance(pool, Refusal) else pool.value.dice
