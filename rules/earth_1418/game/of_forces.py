"""The formations of a game out of the forces of both sides."""

from collections.abc import Sequence
from dataclasses import replace

from rules.earth_1418.forces.written import LONGEST_NAME, EarthForce, ForceFormation, FormationWritten, SubUnitWritten
from rules.earth_1418.game.state import SIDES


def as_side(force: EarthForce, side: str) -> tuple[FormationWritten, ...]:
    """The formations of a force as a game has them on one side."""
    return tuple(
        FormationWritten(name=one.name, side=side, grade=one.grade, motorised=one.motorised, sub_units=one.sub_units)
        for one in force.formations
    )


def of_both(attacker: EarthForce, defender: EarthForce) -> tuple[FormationWritten, ...]:
    """Those of both sides. What both forces call alike has its side behind its name: a game knows them by it."""
    sides = [as_side(force, side) for force, side in zip((attacker, defender), SIDES, strict=True)]
    twice = {name.strip() for name in attacker.names()} & {name.strip() for name in defender.names()}
    return tuple(_told_apart(one, twice) for side in sides for one in side)


def _told_apart(one: FormationWritten, twice: set[str]) -> FormationWritten:
    units = tuple(_renamed(units, one.side, twice) for units in one.sub_units)
    return replace(one, name=_named(one.name, one.side, twice), sub_units=units)


def _renamed(one: SubUnitWritten, side: str, twice: set[str]) -> SubUnitWritten:
    return replace(one, name=_named(one.name, side, twice))


def _named(name: str, side: str, twice: set[str]) -> str:
    behind = f" ({side})"
    return f"{name.strip()[: LONGEST_NAME - len(behind)]}{behind}" if name.strip() in twice else name


def of_side(formations: Sequence[FormationWritten], side: str, name: str, date: str) -> EarthForce:
    """The force that one side of a game is, such as of a ready one."""
    own = (one for one in formations if one.side == side)
    made = (
        ForceFormation(name=one.name, grade=one.grade, motorised=one.motorised, sub_units=one.sub_units) for one in own
    )
    return EarthForce(name=name, date=date, formations=tuple(made))
