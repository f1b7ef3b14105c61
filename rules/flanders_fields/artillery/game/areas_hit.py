"""Whom a fire action on an area attacks: the facts of the game and those measured, as the rules ask for them."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.artillery.area_fire import AreaFireFacts, AreaShots, AreaStand, shots_on_area
from rules.flanders_fields.artillery.areas import USUAL_COMPANY, FireAreaKind
from rules.flanders_fields.artillery.deep_suppression import FrontLineFacts, front_line
from rules.flanders_fields.artillery.game.commands import CallSos, FireOnArea, InArea
from rules.flanders_fields.artillery.game.state import AimingPoint, FiresBy
from rules.flanders_fields.artillery.game.zones import suppressed
from rules.flanders_fields.artillery.mortars import MortarFireFacts, MortarPoint, mortar_shots
from rules.flanders_fields.game.card_modifiers import helps_fire
from rules.flanders_fields.game.cards_in_force import GOOD, SUPERB
from rules.flanders_fields.game.models import MOTORS
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.state import Battalion, GameState, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.orders.command import MortarFire, Spotter
from rules.flanders_fields.shooting.indirect_guns import IndirectGunFacts, StripStand, strip_shots
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Carriage, Side, TargetKind, UnitClass
from rules.kernel.explain import Explained, Refusal


def whom_it_attacks(
    table: JudgedTable, unit: Unit, command: FireOnArea, by: FiresBy, point: AimingPoint | None
) -> Explained[AreaShots] | Refusal:
    """A shot at each stand in the area, in the order told (FF-ART-26, FF-MTR-08 to -14, FF-IMG-02 to -05).

    Refuses stands that are not there, and whatever keeps this weapon from firing on its point.
    """
    refused = next(_stands_refused(table, command.stands), None)
    if refused:
        return refused
    if unit.kind in MORTARS:
        return mortar_shots(_mortar(table, unit, command, point), table.book, overridden=table.overruled)
    if unit.kind is UnitClass.MACHINE_GUN:
        strip = strip_shots(_strip(table, unit, command), table.book, overridden=table.overruled)
        return _with_cards(table.state, unit, strip)
    return shots_on_area(_battery(table, unit, command, by, point), table.book, overridden=table.overruled)


def _with_cards(state: GameState, unit: Unit, found: Explained[AreaShots] | Refusal) -> Explained[AreaShots] | Refusal:
    """The shots of a machine gun whose shooting an event card helps (FF-CRD-18, FF-CRD-20)."""
    superb, good = helps_fire(state, unit.id, SUPERB), helps_fire(state, unit.id, GOOD)
    if isinstance(found, Refusal) or not (superb or good):
        return found
    helped = tuple(
        replace(one, shot=replace(one.shot, superb_shooting_card=superb, good_shooting_card=good))
        for one in found.value.shots
    )
    return replace(found, value=replace(found.value, shots=helped))


def kind_of_area(unit: Unit, by: FiresBy) -> FireAreaKind:
    """Whose fire covers the area."""
    return area_kind(unit.kind, by)


def area_kind(kind: UnitClass, by: FiresBy) -> FireAreaKind:
    """The same by its class: an SOS call's is smaller (FF-SOS-02, AMB-316)."""
    if kind in ARTILLERY:
        return FireAreaKind.SOS if by is FiresBy.SOS else FireAreaKind.BATTERY
    return FireAreaKind(kind.value)


def names_of(state: GameState, stands: tuple[InArea, ...]) -> dict[str, str]:
    """The stands told by the names their lines use; where two bear one name, with what tells them apart."""
    names = [stand_name(state, one.stand) for one in stands]
    return {
        one.stand: name if names.count(name) == 1 else f"{name} ({one.stand})"
        for one, name in zip(stands, names, strict=True)
    }


def stands_by_name(state: GameState, stands: tuple[InArea, ...]) -> dict[str, str]:
    """The stands told, by those names."""
    return {name: stand for stand, name in names_of(state, stands).items()}


def _stands_refused(table: JudgedTable, stands: tuple[InArea, ...]) -> Iterator[Refusal]:
    for one in stands:
        if not table.on_table(one.stand) or one.stand in table.state.shelters.below:
            yield Refusal("FF-ART-24", "a stand in the area is not on the table", "choose stands that are still there")
    if len({one.stand for one in stands}) != len(stands):
        yield Refusal("FF-ART-26", "a stand in the area is named twice", "name each stand once")


def _told(table: JudgedTable, unit: Unit, one: InArea, name: str) -> StripStand:
    state = table.state
    known = state.stands[one.stand]
    of = state.units.get(known.unit)
    return StripStand(
        name=name,
        cover=one.cover,
        overlap=one.overlap,
        centre_inside=one.centre_inside,
        target=TargetKind.ARMOUR if of and of.kind in MOTORS else TargetKind.STAND,
        target_armour_in_cover=one.armour_in_cover,
        target_is_command=not known.unit,
        seen=one.seen,
        friend=known.side is unit.side,
        from_gun_cm=one.from_gun_cm,
        aimed_at=one.aimed_at,
        whole_in_joined=one.whole_in_joined,
        rolled_for=one.rolled_for,
    )


def _all_told(table: JudgedTable, unit: Unit, command: FireOnArea) -> tuple[StripStand, ...]:
    names = names_of(table.state, command.stands)
    return tuple(_told(table, unit, one, names[one.stand]) for one in command.stands)


def _battery(
    table: JudgedTable, unit: Unit, command: FireOnArea, by: FiresBy, point: AimingPoint | None
) -> AreaFireFacts:
    stands: tuple[AreaStand, ...] = _all_told(table, unit, command)
    return AreaFireFacts(
        unit_class=unit.kind,
        stands=stands,
        laid=point is not None,
        sos=by is FiresBy.SOS,
        on_table=unit.on_table,
        range_cm=command.range_cm,
        sees_point=command.sees_point,
        in_arc=command.in_arc,
        suppressed=suppressed(table.state, unit),
        limbered=unit.carriage is Carriage.LIMBERED,
        in_front_line=in_front_line(table, unit, command),
        firer_in_gas=in_gas(table.state, unit, command),
        line_crosses=command.line_crosses,
        slope=command.slope,
    )


def in_gas(state: GameState, unit: Unit, command: FireOnArea) -> bool:
    """Whether the weapon stands in a cloud: as told, or else as the game knows."""
    known = any(stand.in_gas for stand in state.living(unit))
    return known if command.firer_in_gas is None else command.firer_in_gas


def in_front_line(table: JudgedTable, unit: Unit, measured: FireOnArea | CallSos) -> bool:
    """Whether a gun stands in the front line, as measured to the trenches (FF-DSU-05, AMB-381)."""
    facts = FrontLineFacts(
        unit_class=unit.kind,
        defender=unit.side is Side.DEFENDER,
        own_trench_cm=measured.own_trench_cm,
        enemy_trench_cm=measured.enemy_trench_cm,
    )
    return front_line(facts, table.book).value.inside


def _mortar(table: JudgedTable, unit: Unit, command: FireOnArea, point: AimingPoint | None) -> MortarFireFacts:
    stands: tuple[AreaStand, ...] = _all_told(table, unit, command)
    on_base = any(one.aimed_at for one in stands)
    registered = point is not None and point.registered
    lies_on = MortarPoint.REGISTERED if registered else MortarPoint.EARLIER_POINT
    return MortarFireFacts(
        unit_class=unit.kind,
        stands=stands,
        range_cm=command.range_cm if command.range_cm is not None else 0.0,
        point=MortarPoint.ENEMY_BASE if on_base and not registered else lies_on,
        sight=_sight(table.state, unit, command, registered),
        in_arc=command.in_arc,
        suppressed=suppressed(table.state, unit),
        packed=unit.carriage in (Carriage.PACKED, Carriage.LIMBERED),
        firer_in_gas=in_gas(table.state, unit, command),
        line_crosses=command.line_crosses,
        slope=command.slope,
        battalion_cm=command.battalion_cm,
    )


def _sight(state: GameState, unit: Unit, command: FireOnArea, registered: bool) -> MortarFire:
    """Who sees the point: the mortar, or the commander of a battalion that spots for it (FF-MTR-13, FF-MTR-14)."""
    behind = state.stands.get(command.spotter)
    commands = state.commanding(command.spotter) if behind and behind.alive else None
    spots = isinstance(commands, Battalion) and commands.side is unit.side and commands.on_table
    named = Spotter.SOMEONE_ELSE if command.spotter else Spotter.NOBODY
    return MortarFire(
        own_sight=command.sees_point,
        spotter=Spotter.BATTALION_COMMANDER if spots else named,
        sees_target=command.spotter_sees_target,
        sees_mortar=command.spotter_sees_mortar,
        own_commander=isinstance(commands, Battalion) and _his(commands, unit, state),
        spotter_suppressed=behind is not None and behind.levels > 0,
        registered=registered,
    )


def _his(battalion: Battalion, unit: Unit, state: GameState) -> bool:
    """A light mortar's own battalion; for heavier ones any of their regiment (AMB-393)."""
    if unit.kind is UnitClass.LIGHT_MORTAR and unit.of in state.battalions:
        return battalion.id == unit.of
    return battalion.regiment == state.regiment_of(unit).id


def _strip(table: JudgedTable, unit: Unit, command: FireOnArea) -> IndirectGunFacts:
    return IndirectGunFacts(
        unit_class=unit.kind,
        level=unit.level,
        stands=_all_told(table, unit, command),
        range_cm=command.range_cm if command.range_cm is not None else 0.0,
        in_arc=command.in_arc,
        suppressed=suppressed(table.state, unit),
        packed=unit.carriage is Carriage.PACKED,
        firer_in_gas=in_gas(table.state, unit, command),
        company_guns=unit.company_guns or USUAL_COMPANY,
    )
