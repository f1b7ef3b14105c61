"""Air missions: calls, targets, attacks and observation (FF-AIR)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.flanders_fields.air import (
    LINE,
    AirAttack,
    AirAttackFacts,
    AirMission,
    AirResult,
    AirStand,
    AirTargetsFacts,
    RelayFacts,
    aircraft_lines,
    attack,
    call_aircraft,
    relay,
    relay_actions,
    target_lines,
    targets,
)
from rules.flanders_fields.fire_areas import BaseInAreaFacts
from rules.flanders_fields.game.dice_rolls import faces, turn_key
from rules.flanders_fields.game.event_folding import change_stands, spend, under_fire
from rules.flanders_fields.game.fire_effects import Effects, after_losses, why_it_falls_there
from rules.flanders_fields.game.handler_context import JudgedTable, further_actions
from rules.flanders_fields.game.log_text import stand_name
from rules.flanders_fields.game.outcomes import ActionSpent, Reasons, StandChange, reasons
from rules.flanders_fields.game.stand_types import fighter_of
from rules.flanders_fields.game.state.air import Air, AirTarget, Strike, Watch
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.sight import from_the_air
from rules.flanders_fields.vocabulary import ARTILLERY, Action, Side, SuppressionSource
from rules.kernel.dice import ALL_D6, D6, Throw
from rules.kernel.dice_ledger import Dice, settle
from rules.kernel.distances import BadDistance, cm
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.seats import Actor, Role

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAircraft:
    """A regiment's commander calls for aircraft (FF-AIR-05, FF-AIR-06)."""

    regiment: str = fact("the regiment whose commander calls")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameAirTargets:
    """The stands on the line of the attack, as measured from the point that was named (FF-AIR-07).

    The rules say which of them are attacked, and in what order. On a map the point may be given too, from the left
    corner of the side that flies, and the direction of the line, clockwise from straight ahead.
    """

    targets: tuple[AirTarget, ...] = fact("the stands on the line of the attack")
    along_cm: float | None = fact(
        "along its side's own edge", default=None, unit="cm", least=0, most=1000, spot="along", mate="up_cm"
    )
    up_cm: float | None = fact("up the table", default=None, unit="cm", least=0, most=1000, spot="up")
    direction_deg: int = fact("the line", default=0, unit="degrees", least=-180, most=180)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowInAirAttack:
    """One side's die in the attack on this stand, which is the next one (FF-AIR-08)."""

    target: str = fact("the stand that is attacked")
    side: Side = fact("whose die it is")
    die: Throw = fact("the die")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAirAttack:
    """Let the aircraft go without another attack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayGun:
    """Spend an action on laying a machine gun on its line again (FF-AIR-14)."""

    unit: str = fact("the machine gun")


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchFromAir:
    """Let an air mission that is not used observe the point of a battery behind the table (AMB-471)."""

    unit: str = fact("the battery whose point is observed")


# Events


@dataclass(frozen=True, slots=True)
class AircraftCalled:
    """A regiment called for aircraft; `used` missions go from its plan. How many are left is nobody else's affair."""

    regiment: str
    side: Side
    die: Throw
    arrives: bool
    used: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AirTargetsNamed:
    """The stands that will be attacked, in their order."""

    targets: tuple[AirTarget, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AirDieThrown:
    """One side's die for the attack on a stand."""

    target: str
    side: Side
    die: Throw


@dataclass(frozen=True, slots=True)
class AirAttacked:
    """An attack was decided: `dice` are the aircraft's and the target's, `side` threw the last of them.

    `off_line` names the machine gun that has lost its line; `struck` missions go from the plan besides, if it
    still holds so many.
    """

    target: str
    side: Side
    dice: tuple[Throw, Throw]
    result: AirResult
    goes_on: bool
    off_line: str
    struck: int
    changes: tuple[StandChange, ...]
    reasons: Reasons
    companies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AircraftGone:
    """The aircraft left without another attack."""

    side: Side


@dataclass(frozen=True, slots=True)
class GunRelaid:
    """A machine gun lies on its line again, for an action."""

    unit: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class WatchedFromAir:
    """An unused mission observes the point of a battery in this player turn (AMB-471)."""

    unit: str
    side: Side
    reasons: Reasons


AirEvent = AircraftCalled | AirTargetsNamed | AirDieThrown | AirAttacked | AircraftGone | GunRelaid | WatchedFromAir


# Names of dice rolls


def call_key(state: GameState, regiment: str) -> str:
    """The name of a regiment's call for aircraft (FF-AIR-06)."""
    return turn_key(state, "air", f"call/{regiment}")


def attack_key(state: GameState, target: str, side: Side) -> str:
    """The name of one side's die in the attack on a stand."""
    return turn_key(state, "air", f"{target}/{side}")


def call_throws(state: GameState, event: AircraftCalled) -> Dice:
    """The dice of it by the name of their roll."""
    return {call_key(state, event.regiment): (event.die,)}


def die_throws(state: GameState, event: AirDieThrown) -> Dice:
    """The dice of it by the name of their roll."""
    return {attack_key(state, event.target, event.side): (event.die,)}


def attack_throws(state: GameState, event: AirAttacked) -> Dice:
    """The die that decided it; the other one has been kept under its own name."""
    flies = state.stands[event.target].side is not event.side
    return {attack_key(state, event.target, event.side): (event.dice[0 if flies else 1],)}


def newest_die(state: GameState, event: AirAttacked) -> Sequence[Throw]:
    """The two dice of an attack are thrown one after the other: the first is in the log by itself already."""
    return (event.dice[1] if state.stands[event.target].side is event.side else event.dice[0],)


# Folds of events into the state


def aircraft_called(state: GameState, event: AircraftCalled) -> None:
    """A mission is used, and aircraft are over the table where they came."""
    strike = Strike(event.side) if event.arrives else None
    left = state.air.left(event.side) - event.used
    state.air = replace(state.air.with_left(event.side, left), called=True, strike=strike)


def air_targets_named(state: GameState, event: AirTargetsNamed) -> None:
    """They attack these stands, in this order."""
    if state.air.strike:
        state.air = replace(state.air, strike=replace(state.air.strike, named=True, targets=event.targets))


def die_thrown(state: GameState, event: AirDieThrown) -> None:
    """One die lies there."""
    strike = state.air.strike
    if strike:
        state.air = replace(state.air, strike=replace(strike, dice=(*strike.dice, (event.side, event.die))))


def attacked(state: GameState, event: AirAttacked) -> None:
    """What the attack did; the aircraft go on to the next target, or are gone."""
    air, strike = state.air, state.air.strike
    change_stands(state, event.changes)
    under_fire(state, (), event.companies)
    if event.off_line:
        air = replace(air, off_line=(*(one for one in air.off_line if one != event.off_line), event.off_line))
    if strike:
        air = air.with_left(strike.side, max(0, air.left(strike.side) - event.struck))
        left = tuple(one for one in strike.targets[1:] if state.stands[one.stand].alive) if event.goes_on else ()
        air = replace(air, strike=replace(strike, targets=left, dice=()) if left else None)
    state.air = air


def gone(state: GameState, _event: AircraftGone) -> None:
    """The table is clear of aircraft."""
    state.air = state.air.over()


def relaid(state: GameState, event: GunRelaid) -> None:
    """An action is spent on it, and the gun lies on its line again."""
    spend(state, event.unit, Action.REDIRECT)
    state.air = replace(state.air, off_line=tuple(one for one in state.air.off_line if one != event.unit))


def watched(state: GameState, event: WatchedFromAir) -> None:
    """Fire that is on its way to that point falls on it."""
    state.air = replace(state.air, watches=(*state.air.watches, Watch(event.side, event.unit)))
    going = state.guns.arriving
    if going and going.unit == event.unit:
        state.guns = replace(state.guns, arriving=replace(going, deviates=False))


def planned(state: GameState, event: Any) -> None:
    """The missions that the scenario grants are there."""
    state.air = Air(missions=event.missions)


def turn_begins(state: GameState, _event: object) -> None:
    """What counts by the player turn counts anew."""
    state.air = state.air.in_a_new_turn()


def step_begins(state: GameState, _event: object) -> None:
    """No aircraft are over the table any more."""
    state.air = state.air.over()


# The dice of an air attack (FF-AIR-08 to FF-AIR-14)


def attack_facts(state: GameState, target: AirTarget, book: RuleBook) -> AirAttackFacts:
    """What the attack on a target looks at."""
    return AirAttackFacts(
        fighter=fighter_of(state, target.stand, book),
        cover=target.cover,
        suppressed=state.stands[target.stand].levels > 0,
        sheltering=target.sheltering or target.stand in state.shelters.below,
    )


def throw(table: JudgedTable, command: ThrowInAirAttack) -> Judgement:
    """One side's die in the attack on the next target; with both there it is decided."""
    state, strike = table.state, table.state.air.strike
    refused = table.may_speak_for(command.side) or _not_next(strike, command)
    if refused or strike is None:
        return refused or Refusal("FF-AIR-08", "no aircraft are over the table", "go on with the turn")
    settled = settle(state, attack_key(state, command.target, command.side), (command.die,))
    if isinstance(settled, Refusal):
        return settled
    facts = attack_facts(state, strike.targets[0], table.book)
    other = strike.die_of(command.side.other)
    if other is None:
        judged = attack(facts, (D6(1), D6(1)), table.book)
        event = AirDieThrown(command.target, command.side, settled[0])
        return judged if isinstance(judged, Refusal) else (event,)
    flies = command.side is strike.side
    dice = (settled[0], other) if flies else (other, settled[0])
    answer = attack(facts, faces(dice), table.book)
    return answer if isinstance(answer, Refusal) else _decided(table, strike.targets[0], command.side, dice, answer)


def _not_next(strike: Strike | None, command: ThrowInAirAttack) -> Refusal | None:
    if strike is None or not strike.targets:
        return Refusal("FF-AIR-08", "no target waits for its dice", "name the targets first")
    if strike.targets[0].stand != command.target:
        return Refusal("FF-AIR-08", "another target comes first", "throw for that one")
    if strike.die_of(command.side):
        return Refusal("FF-AIR-08", "this side's die lies there already", "wait for the other side's")
    return None


def _decided(
    table: JudgedTable, target: AirTarget, side: Side, dice: tuple[Throw, Throw], answer: Explained[AirAttack]
) -> Judgement:
    found, effects = answer.value, Effects(table)
    if found.result is AirResult.DESTROYED:
        effects.kill(target.stand)
    elif found.result is AirResult.SUPPRESSED:
        effects.suppress(target.stand, SuppressionSource.AIRCRAFT, target.cover)
    changes = tuple(effects.touched.values())
    event = AirAttacked(
        target=target.stand,
        side=side,
        dice=dice,
        result=found.result,
        goes_on=found.goes_on,
        off_line=table.state.stands[target.stand].unit if found.lost_its_line else "",
        struck=found.missions_struck,
        changes=changes,
        reasons=reasons(answer),
        companies=tuple(sorted(effects.suppressed_units)),
    )
    return (event, *after_losses(table, changes))


# Calling aircraft, naming their targets, laying a gun again (FF-AIR-05 to -07, -14, -15)

NEEDS = "no_air_mission"
MISSIONS_LEFT = "FF-AIR-15"
DEPTH_CM = 1.0
"""Any depth will do: the line meets the base at its nearer edge."""


def mission_facts(state: GameState, regiment: str) -> AirMission:
    """What a regiment's call looks at."""
    commander = state.stands[state.regiments[regiment].commander]
    free = state.air.free(state.regiments[regiment].side)
    return AirMission(missions_left=free, called_this_turn=state.air.called, commander=commander.alive)


def call(table: JudgedTable, command: CallAircraft) -> Judgement:
    """A die for whether aircraft come (FF-AIR-06, AMB-34); the plan's missions are its side's secret."""
    state = table.state
    refused = table.in_turn() or _not_here(table, command)
    if refused:
        return refused
    dice = settle(state, call_key(state, command.regiment), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    facts = mission_facts(state, command.regiment)
    facts = replace(facts, called_this_turn=False, commander=True) if table.overruled else facts
    answer = call_aircraft(facts, faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    told = tuple(step for step in answer.steps if step.clause != MISSIONS_LEFT)
    kept, found = Reasons(answer.total, told, answer.considered), answer.value
    used = state.air.free(state.turn.side) - found.missions_left
    return (AircraftCalled(command.regiment, state.turn.side, dice[0], found.arrives, used, kept),)


def _not_here(table: JudgedTable, command: CallAircraft) -> Refusal | None:
    state, here = table.state, table.here
    regiment = state.regiments.get(command.regiment)
    if regiment is None or regiment.division or regiment.side is not state.turn.side:
        return Refusal("FF-AIR-05", "that is no regiment of this side", "choose one that is")
    if table.overruled or (here and here.step.needs == NEEDS and here.of == regiment.id):
        return None
    return Refusal("FF-AIR-06", "aircraft are called in a step of their own", "go on to it")


def name_targets(table: JudgedTable, command: NameAirTargets) -> Judgement:
    """Whom the aircraft attack, nearest first, three at most (FF-AIR-04, FF-AIR-07)."""
    state, strike = table.state, table.state.air.strike
    if strike is None or strike.named:
        return Refusal("FF-AIR-07", "no aircraft wait for their targets", "go on with the turn")
    refused = table.may_speak_for(strike.side) or _no_targets(table, command)
    if refused:
        return refused
    names = {told.stand: stand_name(state, told.stand) for told in command.targets}
    told_by_name = {names[told.stand]: told for told in command.targets}
    stands = tuple(_on_the_line(table, strike, told, names[told.stand]) for told in command.targets)
    try:
        answer = targets(AirTargetsFacts(along_cm=0.0, up_cm=0.0, stands=stands), table.book)
    except BadDistance as wrong:
        return Refusal("FF-AIR-07", str(wrong), "measure again")
    if isinstance(answer, Refusal):
        return answer
    if table.overruled and not any(_is_safe(table, told) for told in command.targets):
        return (AirTargetsNamed(command.targets, reasons(answer)),)
    if not answer.value:
        reach = table.book.table(LINE).number("reach").value
        why = "; ".join(one.says for one in answer.considered) or f"the line meets none of them within {cm(reach)}"
        return Refusal("FF-AIR-07", why, "name other targets, or let the aircraft go")
    return (AirTargetsNamed(tuple(told_by_name[name] for name in answer.value), reasons(answer)),)


def _is_safe(table: JudgedTable, target: AirTarget) -> bool:
    """Whether no attack on a target can be read, whatever the players allow."""
    return isinstance(attack(attack_facts(table.state, target, table.book), (D6(1), D6(1)), table.book), Refusal)


def _no_targets(table: JudgedTable, command: NameAirTargets) -> Refusal | None:
    if not all(table.on_table(told.stand) for told in command.targets):
        return Refusal("FF-AIR-07", "that stand is not on the table", "name stands that are still there")
    if len({told.stand for told in command.targets}) < len(command.targets):
        return Refusal("FF-AIR-07", "a stand is named twice", "name each stand once")
    return None if command.targets else Refusal("FF-AIR-07", "no target was named", "name one, or let them go")


def _on_the_line(table: JudgedTable, strike: Strike, told: AirTarget, name: str) -> AirStand:
    """A stand told by its distance, as if the line lay straight ahead: the table knows no places yet (AMB-472)."""
    middle = told.distance_cm + DEPTH_CM / 2
    return AirStand(
        name=name,
        fighter=fighter_of(table.state, told.stand, table.book),
        cover=told.cover,
        sheltering=told.sheltering or told.stand in table.state.shelters.below,
        friend=table.state.stands[told.stand].side is strike.side,
        base=BaseInAreaFacts(along_cm=0.0, up_cm=middle, depth_cm=DEPTH_CM),
    )


def let_go(table: JudgedTable, _command: EndAirAttack) -> Judgement:
    """The aircraft leave: the owner names no target, or none that is left (FF-AIR-07)."""
    strike = table.state.air.strike
    if strike is None:
        return Refusal("FF-AIR-08", "no aircraft are over the table", "go on with the turn")
    if strike.named:
        return Refusal("FF-AIR-08", "they attack every target that was named", "throw for the next one")
    return table.may_speak_for(strike.side) or (AircraftGone(strike.side),)


def relay_gun(table: JudgedTable, command: RelayGun) -> Judgement:
    """Lay a machine gun on its line again (FF-AIR-14, AMB-476)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    if unit.id not in table.state.air.off_line:
        return Refusal("FF-AIR-14", f"{unit.name} lies on its line", "spend the action on something else")
    levels = max(stand.levels for stand in table.state.living(unit))
    answer = relay(RelayFacts(actions=orders.left, levels=levels), table.book)
    if isinstance(answer, Refusal):
        return answer
    costs = relay_actions(table.book)
    enough = table.acting(command.unit, costs)
    if isinstance(enough, Refusal):
        return enough
    if (levels or not answer.value.relaid) and not table.overruled:
        return Refusal("FF-SUP-02", f"{unit.name} is suppressed", "remove its suppression first")
    first = ActionSpent(unit.id, Action.REDIRECT, "", (), None, Reasons())
    return (GunRelaid(unit.id, reasons(answer)), *further_actions(first, costs))


# Missions that are not used and observe for the guns, where a house rule lets them (AMB-471)


def watch(table: JudgedTable, command: WatchFromAir) -> Judgement:
    """An unused mission observes the point of a battery, so that its fire does not deviate (FF-DEV-01, AMB-471).

    Each observes one point in a player turn, and is not called to attack in it.
    """
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    observed = from_the_air(table.book)
    if observed is None:
        return Refusal("FF-AIR-01", "Aircraft do not observe for the guns", "roll where the fire comes down")
    if table.state.air.free(unit.side) < 1 and not table.overruled:
        return Refusal("FF-AIR-15", "no mission is left that is not used", "roll where the fire comes down")
    stays = _why_not_needed(table, unit)
    if stays:
        return Refusal(stays.clause, stays.says, "keep the aircraft for another point")
    return (WatchedFromAir(unit.id, unit.side, Reasons(None, (observed,))),)


def _why_not_needed(table: JudgedTable, unit: Unit) -> Step | None:
    """Why its fire comes down on its point anyhow; None where somebody has to observe it."""
    going = table.state.guns.arriving
    if table.state.guns.point_of(unit.id) is None or unit.kind not in ARTILLERY:
        return Step("FF-ART-15", f"{unit.name} has no aiming point that aircraft could observe")
    if going and going.unit == unit.id:
        return None if going.deviates else Step("FF-DEV-01", "Where it comes down is known")
    return why_it_falls_there(table, unit)


def may_watch(state: GameState, role: Role, book: RuleBook) -> Iterator[str]:
    """The batteries of the side in turn whose point a mission could observe now; none for a seat of the other side."""
    side = state.turn.side
    knows = role is Role.REFEREE or role.value == side.value
    if not knows or from_the_air(book) is None or not state.turn.running or not state.air.free(side):
        return
    table = JudgedTable(state, Actor(Role.REFEREE), book)
    for unit in state.units.values():
        if (
            unit.side is side
            and state.living(unit)
            and not state.off_table(unit.id)
            and not _why_not_needed(table, unit)
        ):
            yield unit.id


# An air attack before the dice


@dataclass(frozen=True, slots=True)
class AirDuel:
    """The attack on the next target of aircraft."""

    side: Side  # of the aircraft
    target: str
    aircraft: tuple[Step, ...]  # modifiers of the aircraft
    defence: tuple[Step, ...]  # modifiers of the target
    dice: tuple[Throw | None, Throw | None]  # already rolled: of the aircraft, of the target
    results: tuple[AirResult, ...]  # for the aircraft's 1 with 1 to 6, then its 2 with 1 to 6, and so on
    later: tuple[str, ...]  # the targets that follow


def air_duel(state: GameState, command: object) -> AirDuel | None:
    """Return the air attack for which a command rolls; None for other commands."""
    strike = state.air.strike
    if not isinstance(command, ThrowInAirAttack) or strike is None or not strike.targets:
        return None
    book, (target, *later) = state.book(), strike.targets
    facts = attack_facts(state, target, book)
    ends = [attack(facts, (ours, theirs), book) for ours in ALL_D6 for theirs in ALL_D6]
    results = tuple(end.value.result for end in ends if isinstance(end, Explained))
    if len(results) < len(ends):
        return None

    return AirDuel(
        side=strike.side,
        target=target.stand,
        aircraft=_adds(aircraft_lines(facts, book)),
        defence=_adds(target_lines(facts, book)),
        dice=(strike.die_of(strike.side), strike.die_of(strike.side.other)),
        results=results,
        later=tuple(one.stand for one in later),
    )


def _adds(lines: Iterable[Step | Considered]) -> tuple[Step, ...]:
    return tuple(line for line in lines if isinstance(line, Step) and line.value is not None)
