"""Orders in a game: commands of formations and plans of sub-units (BE-CMD, BE-PLN)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.earth_1418.attacks import Shooter, dice_pool
from rules.earth_1418.game import map_proposals
from rules.earth_1418.game.move_proposals import allowance
from rules.earth_1418.game.sealed_orders import (
    ChoiceWritten,
    bombarding,
    chooses,
    formations_of,
    may_write,
    without_command,
    written,
)
from rules.earth_1418.game.seat_context import NOT_NOW, EarthTable, judged
from rules.earth_1418.game.state.game import SIDES, BoundPhase, CommandGiven, EarthState, PlanGiven, SubUnit
from rules.earth_1418.resilience import effective_resilience, may_dig_in
from rules.earth_1418.vocabulary import AdvanceDirection, GroundToCross, HighCommand, Plan, Terrain
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.explanations import Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import NEEDED, Ask, Asks, Denied, Origin, Proposal, Told
from rules.kernel.rule_modules import Chapter, judged_by

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandFormation:
    """Write what one formation is told (BE-CMD-01, BE-CMD-07). Nobody else reads it before both sides are ready."""

    formation: str = fact("the formation")
    command: HighCommand = fact("what it is told")
    direction: AdvanceDirection | None = fact("where it advances to, as its side looks up the table", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSubUnit:
    """Write what one sub-unit of the present planning step does (BE-PLN-01)."""

    unit: str = fact("the sub-unit")
    plan: Plan = fact("what it does")
    target: str = fact("at whom it shoots; empty: at nobody")
    packs: bool = fact("it packs or unpacks in this bound", default=False)
    enemy_within_300_m: bool = fact("an enemy to assault lies within 300 m (30 cm)", default=True)


# Commands and plans, written by each side unseen (BE-CMD, BE-PLN)


def command_formation(table: EarthTable, command: CommandFormation) -> Judgement:
    """Write what a formation is told, and where it advances to (BE-CMD-01, BE-CMD-07)."""
    formation = table.state.formations.get(command.formation)
    if formation is None:
        return Refusal("BE-CMD-01", "There is no such formation", "name one that has a sub-unit left")
    refused = may_write(table, formation.side, BoundPhase.COMMANDS)
    if refused is not None:
        return refused
    if formation.id not in formations_of(table.state, formation.side):
        return Refusal("BE-CMD-01", "There is no such formation", "name one that has a sub-unit left")
    advances = command.command is HighCommand.ADVANCE
    if advances and command.direction is None and not table.overruled:
        return Refusal("BE-CMD-07", "ADVANCE needs a direction", "say where it advances to")
    given = CommandGiven(formation.id, command.command, command.direction if advances else None)
    return (ChoiceWritten(formation.side, (given,), (), (), ()),)


def plan_unit(table: EarthTable, command: PlanSubUnit) -> Judgement:
    """Write what a sub-unit does (BE-CMD-03, BE-CMD-08, BE-PLN-01, BE-ART-03, BE-ASL-03)."""
    unit = table.state.units.get(command.unit)
    if unit is None:
        return NOT_NOW
    refused = may_write(table, unit.side, BoundPhase.PLANNING)
    if refused is not None:
        return refused
    if unit.id not in {one.id for one in table.planned_in(table.state.step, unit.side)}:
        return Refusal("BE-PLN-01", f"{unit.name} is planned for in another step", "plan for those of this step")
    refused = _no_such_enemy(table, unit, command) or (None if table.overruled else _may_plan(table, unit, command))
    if refused is not None:
        return refused
    made = PlanGiven(unit.id, command.plan, command.target, command.packs)
    return (ChoiceWritten(unit.side, (), (), (made,), ()),)


def _no_such_enemy(table: EarthTable, unit: SubUnit, one: PlanSubUnit) -> Refusal | None:
    if one.target and one.target not in {enemy.id for enemy in table.enemies(unit.side)}:
        return Refusal("BE-LOS-01", "There is no such enemy", "name an enemy sub-unit")
    return None


def _may_plan(table: EarthTable, unit: SubUnit, one: PlanSubUnit) -> Refusal | None:
    allowed = table.plans_of(unit, one.enemy_within_300_m)
    if one.plan not in allowed.plans:
        words = ", ".join(plan.replace("_", " ") for plan in allowed.plans)
        clause = "BE-ASL-03" if unit.assaulting and allowed.plans == (Plan.ASSAULT,) else "BE-CMD-08"
        return Refusal(clause, f"{unit.name} may not {one.plan.replace('_', ' ')} now", f"choose: {words}")
    moves = one.plan not in (Plan.STAY_PUT, Plan.DIG_IN)
    if one.packs and (moves or not table.may_pack(unit)):
        return Refusal("BE-ART-03", "Only a gun that stays put packs or unpacks", "let it stay put")
    if one.packs and one.target:
        return Refusal("BE-ART-03", "A gun that packs or unpacks does not fire", "aim at nobody")
    if moves and table.must_pack(unit):
        return Refusal("BE-ART-03", "A gun packs for a bound before it moves", "let it pack first")
    if unit.id in bombarding(table, unit.side) and (moves or one.packs or one.target):
        return Refusal("BE-ART-02", "It bombards in this bound", "let it stay put, and aim at nobody")
    return None


# What a command or a plan would bring, in the words of the table

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
    nearest = map_proposals.nearest_enemy(table, unit)
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
    stands = table.as_target(unit, map_proposals.ground_of(table, unit), into, map_proposals.cordon_of(table, unit))
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
        gas=table.cloud(map_proposals.cordon_of(table, unit)),
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


# Availability and prompts

COMMAND, PLAN = Asks(CommandFormation), Asks(PlanSubUnit)


def _commanding(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        if table.state.phase is BoundPhase.COMMANDS and chooses(table, side):
            lacking = without_command(table.state, side)
            for one in formations_of(table.state, side):
                again = None if one in lacking else AtHand.MORE
                yield Possible({"formation": one}, by=side, owed=one in lacking, secret=True, where=again)


def _command_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    formation = told["formation"]
    stand = how_they_stand(table, formation)
    yield COMMAND("command", brings=command_brings(table, formation), reckoned=stand)
    if told.get("command") == HighCommand.ADVANCE:
        yield COMMAND("direction", says="where it advances", usual=NEEDED)
    yield from judged(table, CommandFormation, told, command_formation)


def _planning(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        if table.state.phase is BoundPhase.PLANNING and chooses(table, side):
            planned = {one.unit for one in written(table.state, side).plans}
            # Who bombards stays put and aims at nobody: nothing is left to plan of it.
            planned |= bombarding(table, side)
            units = table.planned_in(table.state.step, side)
            goes_unplanned = _goes_unplanned(table, [one for one in units if one.id not in planned])
            for unit in units:
                again = AtHand.MORE if unit.id in planned else None
                lapses = goes_unplanned.get(unit.id, "")
                yield Possible({"unit": unit.id}, by=side, secret=True, where=again, lapses=lapses)


def _goes_unplanned(table: EarthTable, units: Sequence[SubUnit]) -> Mapping[str, str]:
    """What those for whom nothing is written will do that is more than staying put: once for all who do the same."""
    alike = dict[Plan, list[SubUnit]]()
    for unit in units:
        alike.setdefault(table.usual_plan(unit), []).append(unit)
    named = {plan: ", ".join(one.name for one in those) for plan, those in alike.items() if plan is not Plan.STAY_PUT}
    return {alike[plan][0].id: f"unplanned, {names} will {plan.replace('_', ' ')}" for plan, names in named.items()}


def _plan_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit = table.state.units[told["unit"]]
    if table.may_pack(unit) and unit.id not in bombarding(table, unit.side):
        yield _packing(unit)
    packs = bool(told.get("packs", False))
    if Plan.ASSAULT in table.plans_of(unit).plans and not packs:
        yield PLAN("enemy_within_300_m", proposals=map_proposals.enemy_near(table, unit))
    near = bool(told.get("enemy_within_300_m", True))
    found = table.reading_of(unit, near)
    plans = (Plan.STAY_PUT,) if packs else table.plans_of(unit, near).plans
    plans = tuple(Plan) if table.overruled else plans
    brings, denied = plan_brings(table, unit, plans), plans_denied(table, unit, plans)
    stays = (Proposal(Plan.STAY_PUT.value, Origin.ASSUMED, "it stays put for that"),) if packs else ()
    yield PLAN(
        "plan", among=[one.value for one in plans], brings=brings, denied=denied, reckoned=found, proposals=stays
    )
    shoots = not packs and shoots_at_all(table, unit, Plan(told.get("plan", Plan.STAY_PUT)))
    enemies = map_proposals.nearest_first(table, unit, [one.id for one in table.enemies(unit.side)] if shoots else [])
    lies = map_proposals.targets_bring(table, unit, enemies)
    none = () if shoots else (Proposal("", Origin.ASSUMED, "it does not shoot"),)
    yield PLAN("target", says="at whom it shoots", among=["", *enemies], brings=lies, proposals=none)
    yield from judged(table, PlanSubUnit, told, plan_unit)


def _packing(unit: SubUnit) -> Ask:
    """Whether a gun packs or unpacks. It is asked first: what it leaves to plan depends on it (BE-ART-03)."""
    says, brief = ("it unpacks in this bound", "Unpacks") if unit.packed else ("it packs up in this bound", "Packs up")
    costs = Step("BE-ART-03", f"To {'unpack' if unit.packed else 'pack up'} takes a bound without a move or a shot")
    return PLAN("packs", says=says, brief=brief, reckoned=(costs,))


COMMANDING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("command_formation", "Command", CommandFormation, _commanding, _command_asks, AtHand.HAND, 1),
    Deed("plan_unit", "Plan", PlanSubUnit, _planning, _plan_asks, AtHand.HAND, 1),
)


# The rule module

COMMANDING: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="commanding",
    drafts={"command_formation": CommandFormation, "plan_unit": PlanSubUnit},
    crosses=dict.fromkeys(("command_formation", "plan_unit"), "said_ready"),
    judge=judged_by({CommandFormation: command_formation, PlanSubUnit: plan_unit}),
    deeds=COMMANDING_DEEDS,
)
