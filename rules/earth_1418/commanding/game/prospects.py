"""What a command or a plan would bring, in the words of the table: what stands beneath each choice."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.earth_1418.firing.arming import Shooter, dice_pool
from rules.earth_1418.firing.resilience import effective_resilience
from rules.earth_1418.game.ground import by_map
from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.ways import allowance
from rules.earth_1418.moving.digging import may_dig_in
from rules.earth_1418.vocabulary import GroundToCross, HighCommand, Plan, Terrain
from rules.kernel.asking import Denied
from rules.kernel.explain import Refusal, Step

SAID: Final = {
    Plan.MOVE: "move",
    Plan.STAY_PUT: "stay put",
    Plan.FIND_COVER: "find cover",
    Plan.ASSAULT: "assault",
    Plan.RETREAT: "retreat",
}
LOOKED_FOR: Final = (Plan.STAY_PUT, Plan.DIG_IN)
"""Plans that somebody would look for under every command."""
NO_SHOT: Final = "does not shoot"


def command_brings(table: EarthTable, formation: str) -> tuple[str, ...]:
    """What each command would leave the sub-units of a formation (BE-CMD-08, BE-DIG-05)."""
    units = [one for one in table.state.units.values() if one.formation == formation and one.living]
    # Who is near enough is measured once: no command moves anybody.
    near = [table.may_assault(one) for one in units]
    return tuple(_left_by(table, units, near, command) for command in HighCommand)


def how_they_stand(table: EarthTable, formation: str) -> tuple[Step, ...]:
    """How each sub-unit stands to the commands chart, and who of the enemy is near (BE-CMD-04, BE-ASL-01)."""
    units = (one for one in table.state.units.values() if one.formation == formation and one.living)
    return tuple(Step("BE-CMD-04", f"{one.name}: {', '.join(_stands(table, one))}") for one in units)


def _stands(table: EarthTable, unit: SubUnit) -> Iterator[str]:
    yield "dug in" if unit.dug_in else "packed" if unit.packed else "not dug in"
    yield "under fire" if table.under_fire(unit) else "safe"
    if unit.assaulting:
        yield f"fell short of {table.state.units[unit.assaulting].name}"
    nearest = by_map.nearest_enemy(table, unit)
    if nearest:
        yield nearest


def _left_by(table: EarthTable, units: Iterable[SubUnit], near: Iterable[bool], command: HighCommand) -> str:
    left = [table.plans_under(one, command, may_assault) for one, may_assault in zip(units, near, strict=True)]
    alike = Counter(" or ".join(SAID[plan] for plan in one.plans if plan in SAID) for one in left)
    said = ", ".join(f"{count} {words}" for words, count in alike.most_common())
    diggers = sum(one.may_dig_in for one in left)
    costs = min((one.dig_in_changes_resilience for one in left), default=0)
    digs = f"{diggers} may dig in, {costs} Resilience if attacked" if diggers else "nobody may dig in"
    return f"{said}; {digs}".replace("-", "\N{MINUS SIGN}")


def plan_brings(table: EarthTable, unit: SubUnit, plans: Sequence[Plan]) -> tuple[str, ...]:
    """What each plan would mean for a sub-unit: steps, way, dice, Resilience (BE-EXE, BE-ARM, BE-COV)."""
    return tuple(", ".join(_meant(table, replace(unit, plan=plan))) for plan in plans)


def shoots_at_all(table: EarthTable, unit: SubUnit, plan: Plan) -> bool:
    """Whether a plan leaves a sub-unit a shot, its own or from overwatch: without a step neither comes (BE-EXE-11)."""
    carrying = replace(unit, plan=plan)
    return _shoots(table, carrying, table.steps_of(carrying).shoots) != NO_SHOT


def _meant(table: EarthTable, unit: SubUnit) -> Iterator[str]:
    steps = table.steps_of(unit)
    moves = f"moves {_reach(table, unit)} in step {steps.moves}" if steps.moves is not None else ""
    shoots = _shoots(table, unit, steps.shoots)
    first = [shoots, moves] if steps.shoots is None or (steps.moves or 99) > steps.shoots else [moves, shoots]
    yield from filter(None, first)
    # How far it goes is said of open ground, and so is what that does to it (BE-COV-04).
    into = Terrain.OPEN if steps.moves is not None else None
    stands = table.as_target(unit, by_map.ground_of(table, unit), into, by_map.cordon_of(table, unit))
    resilience = effective_resilience(stands, table.book)
    if not isinstance(resilience, Refusal):
        yield f"Resilience {resilience.value.resilience}{' if attacked' if unit.plan is Plan.DIG_IN else ''}".replace(
            "-", "\N{MINUS SIGN}"
        )


def _reach(table: EarthTable, unit: SubUnit) -> str:
    found = allowance(table, unit, (GroundToCross.OPEN,))
    return "" if isinstance(found, Refusal) else f"{found.value.cm:g} cm in the open"


def _shoots(table: EarthTable, unit: SubUnit, step: int | None) -> str:
    """With how many dice it shoots, and when; on the way after an assault (BE-ASL-02)."""
    if step is None:
        return NO_SHOT
    assaulting = table.on_its_way(unit, step)
    facts = Shooter(
        unit=unit.unit,
        bases=unit.living,
        begun=len(unit.bases),
        assaulting=assaulting,
        gas=table.cloud(by_map.cordon_of(table, unit)),
        typed=unit.typed,
    )
    pool = dice_pool(facts, table.book)
    if isinstance(pool, Refusal) or not pool.value.dice:
        return NO_SHOT
    dice = pool.value.dice
    return f"shoots {dice} {'die' if dice == 1 else 'dice'} in step {step}"


def plans_denied(table: EarthTable, unit: SubUnit, plans: Sequence[Plan]) -> tuple[Denied, ...]:
    """Staying put and digging in, where they may not be chosen now, each with its clause (BE-CMD-08, BE-DIG-05)."""
    return tuple(Denied(plan.value, _why_not(table, unit, plan)) for plan in LOOKED_FOR if plan not in plans)


def _why_not(table: EarthTable, unit: SubUnit, plan: Plan) -> Refusal:
    command = table.commanded(unit)
    if plan is Plan.DIG_IN:
        refused = may_dig_in(command, unit.unit, table.book)
        if refused is not None:
            return refused
        if unit.dug_in:
            return Refusal("BE-DIG-01", "It is dug in already")
    if table.goes_on(unit):
        return Refusal("BE-ASL-03", "It fell short: it goes on assaulting")
    return Refusal("BE-CMD-08", f"Not listed for {command.upper()} as it stands")
