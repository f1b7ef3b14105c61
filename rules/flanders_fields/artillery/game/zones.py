"""Moving through zones under fire: the stands told with a move, and the dice of those who fire at them (FF-MVZ)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.artillery.areas import FireAreaKind
from rules.flanders_fields.artillery.game.areas_hit import ARMOURED, suppressed
from rules.flanders_fields.artillery.game.commands import FireOnMover
from rules.flanders_fields.artillery.game.events import MoverFiredOn, ZonesEntered
from rules.flanders_fields.artillery.game.falling import source_of
from rules.flanders_fields.artillery.game.state import AimingPoint
from rules.flanders_fields.artillery.game.throws import formerly_met, mover_key
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.effects import Effects, shaken_by
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.fire_zones import (
    FireZoneFacts,
    ZoneAttackFacts,
    ZoneHistory,
    ZoneMove,
    ZoneState,
    attack_on_the_way,
    zone_state,
)
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.vocabulary import ARTILLERY, Carriage, Firer, FireResult, Side, TargetKind
from rules.kernel.explain import MoreDice, Refusal
from rules.kernel.kept import settle


def zones(table: JudgedTable) -> Iterator[AimingPoint]:
    """The aiming points whose area attacks whoever moves through it (FF-MVZ-02, FF-MVZ-03)."""
    for point in table.state.guns.points:
        facts = FireZoneFacts(firer=_firer(table.state, point.unit), **_history(table.state, point))
        if zone_state(facts, table.book).value is ZoneState.LIVE:
            yield point


def _firer(state: GameState, unit: str) -> Firer:
    return Firer(state.units[unit].kind.value)


def _history(state: GameState, point: AimingPoint) -> dict[str, bool]:
    """What has happened to the area and to the weapon that targets it, as `ZoneHistory` asks for it (AMB-320)."""
    unit = state.units[point.unit]
    in_action = unit.carriage in (Carriage.READY, Carriage.NONE)
    return {
        "fired_here": point.zone is not None,
        "unit_gone": not state.living(unit) or not in_action,
        "suppressed": suppressed(state, unit),
        "fired_last_turn": point.fired_turn >= _last_own_turn(state, unit.side),
    }


def _last_own_turn(state: GameState, side: Side) -> int:
    """The number of the game turn in which a side last had its player turn; the present one counts."""
    turn = state.turn
    not_yet = side is Side.DEFENDER and turn.side is Side.ATTACKER
    return turn.number - 1 if not_yet else turn.number


def enters(
    table: JudgedTable, unit: str, judged: Judgement, met: tuple[ZoneCrossing, ...], move: ZoneMove
) -> Judgement:
    """A move as judged, and after it the zones it led through: their dice are thrown before anything else is done."""
    if isinstance(judged, Refusal) or not met:
        return judged
    told = tuple(replace(one, move=move) for one in met)
    refused = next(_refused(table, unit, told), None)
    if refused:
        return refused
    attacked = tuple(one for one in told if _attacks(table, one))
    return (*judged, ZonesEntered(unit, attacked)) if attacked else judged


def _refused(table: JudgedTable, unit: str, met: tuple[ZoneCrossing, ...]) -> Iterator[Refusal]:
    live = {point.unit for point in zones(table)}
    for one in met:
        stand = table.state.stands.get(one.stand)
        if stand is None or stand.unit != unit or not stand.alive:
            yield Refusal("FF-MVZ-02", "that stand does not move with this unit", "choose a stand of the unit")
        if one.zone not in live:
            yield Refusal("FF-MVZ-03", "no zone under fire lies there", "choose one of the zones in force")
    if len({(one.zone, one.stand) for one in met}) != len(met):
        yield Refusal("FF-MVZ-02", "a stand is named twice for the same zone", "name it once for each zone")


def _attacks(table: JudgedTable, one: ZoneCrossing) -> bool:
    """Whether the zone has a die at this stand."""
    return isinstance(attack_on_the_way(zone_facts(table.state, one), (), table.book), MoreDice)


def zone_facts(state: GameState, one: ZoneCrossing) -> ZoneAttackFacts:
    """What the attack of a zone on a moving stand looks at."""
    point = state.guns.point_of(one.zone) or AimingPoint(one.zone)
    stand, of = state.stands[one.stand], state.units.get(state.stands[one.stand].unit)
    gun = state.units[one.zone]
    shot = Shot(
        firer=_firer(state, one.zone),
        range_cm=0.0,
        cover=one.cover,
        target=TargetKind.ARMOUR if of and of.kind in ARMOURED else TargetKind.STAND,
        target_armour_in_cover=one.armour_in_cover,
        target_is_command=not stand.unit,
        direct_sight=False,
        indirect=gun.kind in ARTILLERY,
    )
    return ZoneAttackFacts(
        zone=ZoneHistory(**_history(state, point)),
        shot=shot,
        move=one.move,
        overlap=one.overlap,
        centre_inside=one.centre_inside,
        own_turn=stand.side is state.turn.side,
        straight_out=one.straight_out,
        attacked_this_turn=(one.zone, one.stand) in state.guns.attacked,
        friend=stand.side is gun.side,
        sos=point.zone is FireAreaKind.SOS,
    )


def fire_on_mover(table: JudgedTable, command: FireOnMover) -> Judgement:
    """The die of a zone at a stand that moves through it; whoever fires there throws it (FF-MVZ-02, FF-MVZ-07)."""
    state = table.state
    met = next((one for one in state.guns.crossings if (one.zone, one.stand) == (command.zone, command.stand)), None)
    if met is None:
        return Refusal("FF-MVZ-02", "no such stand is moving through that zone", "go on with the turn")
    refused = table.may_speak_for(state.units[met.zone].side)
    if refused:
        return refused
    met_there = (state, met.zone, met.stand)
    dice = settle(state, mover_key(*met_there), (command.die,), formerly_met(*met_there))
    if isinstance(dice, Refusal):
        return dice
    answer = attack_on_the_way(zone_facts(state, met), faces(dice), table.book)
    if isinstance(answer, Refusal | MoreDice):
        return answer if isinstance(answer, Refusal) else Refusal(answer.clause, answer.says, "enter the die")
    effects = Effects(table)
    if answer.value.result is FireResult.KILLED:
        effects.kill(met.stand)
    elif answer.value.result is FireResult.SUPPRESSED:
        effects.suppress(met.stand, source_of(state.units[met.zone]), met.cover)
    changes = tuple(effects.touched.values())
    event = MoverFiredOn(
        crossing=met,
        die=dice[0],
        coverage=answer.value.coverage,
        result=answer.value.result,
        stops=answer.value.stops,
        changes=changes,
        fired_on=tuple(shaken_by(table, (met.stand,), effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=reasons(answer),
    )
    return (event, *after_losses(table, changes))
