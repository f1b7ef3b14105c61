"""Fire zones in effect, stands that cross them, and the attacks on these (FF-MVZ)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from rules.flanders_fields.fire_areas import FireAreaKind
from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.fire_zones import (
    FireZoneFacts,
    ZoneAttackFacts,
    ZoneHistory,
    ZoneMove,
    ZoneState,
    attack_on_the_way,
    zone_state,
)
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.move_paths import Ways, fire_met
from rules.flanders_fields.game.map_facts.stand_placement import with_places
from rules.flanders_fields.game.outcomes import Asked, beside, said_by
from rules.flanders_fields.game.stand_types import MOTORS
from rules.flanders_fields.game.state.artillery import AimingPoint, ZoneCrossing
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.state.placement import Place
from rules.flanders_fields.vocabulary import ARTILLERY, Carriage, Firer, Side, TargetKind
from rules.kernel.explanations import MoreDice, Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement

# Zones under fire (FF-MVZ)


@dataclass(frozen=True, slots=True)
class ZonesEntered:
    """Stands moved through zones under fire: a die each is to be thrown by those who fire.

    `unit` is theirs, empty for a command stand.
    """

    unit: str
    crossings: tuple[ZoneCrossing, ...]


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


def suppressed(state: GameState, unit: Unit) -> bool:
    """Whether the weapon bears a level."""
    return any(stand.levels for stand in state.living(unit))


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
        target=TargetKind.ARMOUR if of and of.kind in MOTORS else TargetKind.STAND,
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


# What moves a unit may lead through fire, and may tell where its stands are after it


class OnItsWay(Protocol):
    """A command that moves a unit: which, through which zones under fire, and where to."""

    @property
    def unit(self) -> str:
        """The unit."""
        ...

    @property
    def zones(self) -> tuple[ZoneCrossing, ...]:
        """Its stands that move through a zone under fire."""
        ...

    @property
    def places(self) -> Sequence[Place]:
        """Where its stands are afterwards."""
        ...


def on_its_way(table: JudgedTable, command: OnItsWay, judged: Judgement, how: ZoneMove) -> Judgement:
    """The same with the zones under fire that it moves through, and where its stands are after it."""
    entered = enters(table, command.unit, judged, command.zones, how)
    return with_places(table, entered, command.unit, command.places)


# What the map says of zones under fire that a way leads through, whatever deed the way belongs to


def through_fire(table: JudgedTable, field: Field, ways: Ways, told: tuple[ZoneCrossing, ...]) -> Asked:
    """How zones in force catch each stand on its way; one that was not told went through none of it."""
    live = {point.unit for point in zones(table)}
    said = {(one.zone, one.stand): said_by(one) for one in told}
    for name, way in ways.items():
        for met in fire_met(field, name, way, table.book):
            if met.stand in live:
                yield from beside(met.facts, said.get((met.stand, name), {"overlap": "none"}), name)
