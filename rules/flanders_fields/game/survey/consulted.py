"""What the map had proposed for a command, kept in its events beside what was used, so that the log tells both.

Only what everybody may know is asked: an event is told to both sides.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from enum import Enum
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.armour.commands import ClearWire
from rules.flanders_fields.game.assault.closers import approach_to
from rules.flanders_fields.game.assault.commands import FireAsTheyClose, GoIn
from rules.flanders_fields.game.assault.state import Meeting
from rules.flanders_fields.game.barrage.commands import RiskBarrage, RollUnderBarrage
from rules.flanders_fields.game.commands import AimedShot, Command, CrossWire, Fire, MoveUnit, RollOrders
from rules.flanders_fields.game.decide.table import Judgement, Table
from rules.flanders_fields.game.events import Event, Fired, ShotFired
from rules.flanders_fields.game.gas.awaited import phase_of
from rules.flanders_fields.game.gas.commands import GasAttacks
from rules.flanders_fields.game.gas.standing import known_in_gas, unit_in_gas
from rules.flanders_fields.game.guns.areas_hit import kind_of_area
from rules.flanders_fields.game.guns.commands import CallSos, FireOnArea
from rules.flanders_fields.game.guns.state import FiresBy
from rules.flanders_fields.game.outcomes import FromMap, MapValue, Reasons
from rules.flanders_fields.game.survey import aiming, assault, guns, movement, orders, shooting, wire, zones
from rules.flanders_fields.game.survey.areas import as_told
from rules.flanders_fields.game.survey.barrage import risk
from rules.flanders_fields.game.survey.cover import protection
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.from_state import field_of
from rules.flanders_fields.game.survey.gas import caught_by, in_gas
from rules.flanders_fields.game.survey.points import spot_of
from rules.flanders_fields.game.survey.proposed import Confidence, Proposed, Survey
from rules.kernel.explain import Refusal
from rules.kernel.play import Role

RENAMED: Final = {"target_armour_in_cover": "armour_in_cover"}
"""Facts that commands call otherwise."""


BY_HOUSE_RULE: Final = {
    "friends_in_line": ("SHQ-17", "forbid"),
    "from_the_flank": ("SHQ-62", "enfilade"),
    "attacker_cover": ("AMB-409", "both"),
    "defender_supported": ("AMB-407", "both"),
    "attacker_with_commander": ("AMB-413", "contact_too"),
    "defender_with_commander": ("AMB-413", "contact_too"),
    "centre_inside": ("AMB-302", "centre"),
    "at_start": ("AMB-447", "start_and_path"),
    "from_gun_cm": ("AMB-306", "each_stand"),
}
"""Facts that count only where a game plays so: elsewhere nobody is asked for them, and nobody overrules them."""


def consulted(table: Table, command: Command, judged: Judgement) -> Judgement:
    """The same judgement, with what the map had proposed of its facts kept in the first event that has reasons."""
    asked = ASKED.get(type(command))
    if asked is None or isinstance(judged, Refusal):
        return judged
    field = field_of(table.state, Role.SPECTATOR, table.book)
    said = tuple(one for one in asked(table, field, command) if _counts(one.fact, table.book)) if field else ()
    return _kept(judged, said) if said else judged


def _counts(fact: str, book: RuleBook) -> bool:
    ruling, option = BY_HOUSE_RULE.get(fact, ("", ""))
    return not ruling or book.option(ruling) == option


def _kept(judged: Sequence[Event], said: tuple[FromMap, ...]) -> tuple[Event, ...]:
    events = list(judged)
    for place, event in enumerate(events):
        if isinstance(event, Fired):
            shots = tuple(_shot_with(shot, said) for shot in event.shots)
            events[place] = replace(event, shots=shots)
            break
        reasons = getattr(event, "reasons", None)
        if isinstance(reasons, Reasons):
            events[place] = replace(event, reasons=replace(reasons, map=said))  # type: ignore[arg-type]
            break
    return tuple(events)


def _shot_with(shot: ShotFired, said: tuple[FromMap, ...]) -> ShotFired:
    """A shot with what the map said of it; `of` has told whose it is, which the shot says itself."""
    own = tuple(replace(one, of="") for one in said if one.of == _of(shot.firer, shot.target))
    return replace(shot, reasons=replace(shot.reasons, map=own))


def _of(firer: str, target: str) -> str:
    return f"{firer}>{target}"


def _order(table: Table, field: Field, command: RollOrders) -> Iterator[FromMap]:
    state = table.state
    unit = state.units[command.unit]
    if any(stand.id not in field.stands for stand in state.living(unit)):
        return
    battalion = state.battalion_of(unit)
    platoons = tuple(stand.id for stand in state.rifle_stands(battalion) if stand.alive) if battalion else ()
    commander = state.commander_of(unit).id
    found = orders.order(field, unit.id, commander, platoons, table.book)
    used = _told(command) | {
        "in_gas": unit_in_gas(state, unit, command.in_gas),
        "commander_in_gas": known_in_gas(state, commander, command.commander_in_gas),
    }
    yield from _beside((one for one in found if one.fact != "crossing_wire"), used)


def _fire(table: Table, field: Field, command: Fire) -> Iterator[FromMap]:
    first = ""
    for aim in command.shots:
        if aim.behind_cm is None:
            first = aim.target
            found = aiming.aimed(field, aim.firer, aim.target, table.book)
        else:
            found = _in_zone(table, field, aim, first)
        used = _told(aim) | {"firer_in_gas": known_in_gas(table.state, aim.firer, aim.firer_in_gas)}
        yield from _beside(found, used, _of(aim.firer, aim.target))


def _in_zone(table: Table, field: Field, aim: AimedShot, first: str) -> Survey:
    if not field.has(aim.firer, first):
        return ()
    edge = aiming.face_of(aiming.side_of(field, aim.firer, first, table.book))
    found = zones.behind(field, aim.firer, first, table.book, edge)
    return next((one.facts for one in found if one.stand == aim.target), ())


def _go_in(table: Table, field: Field, command: GoIn) -> Iterator[FromMap]:
    outside = assault.ground_outside(field, command.stand, command.target, table.book)
    found = (*assault.closing(field, command.stand, command.target, table.book), *((outside,) if outside else ()))
    told = _told(command)
    told["sector"], told["approach"] = approach_to(command.sector, command.approach)
    yield from _beside(found, {one.name: told[one.name] for one in fields(Meeting)})


def _as_they_close(table: Table, field: Field, command: FireAsTheyClose) -> Iterator[FromMap]:
    if field.has(command.stand, command.target):
        gas = in_gas(field, command.stand, table.book, "firer_in_gas")
        found = (
            shooting.distance(field, command.stand, command.target),
            shooting.slope(field, command.stand, field.stands[command.target].stand),
            *((gas,) if gas else ()),
        )
        known = known_in_gas(table.state, command.stand, command.firer_in_gas)
        yield from _beside(found, _told(command) | {"firer_in_gas": known})


def _area(table: Table, field: Field, command: FireOnArea) -> Iterator[FromMap]:
    state = table.state
    unit = state.units[command.unit]
    point, arriving = state.guns.point_of(unit.id), state.guns.arriving
    deviates = arriving is not None and arriving.unit == unit.id and arriving.deviates
    if point is None or deviates:
        return
    spot = spot_of(field, unit.side, point.along_cm, point.up_cm, point.laid_on)
    if spot is None:
        return
    gun = unit.stands[0]
    yield from _beside(guns.weapon(field, gun, spot, table.book), _told(command))
    kind = kind_of_area(unit, arriving.by if arriving and arriving.unit == unit.id else FiresBy.ORDER)
    caught = guns.caught(field, unit.side, kind, spot, table.book, gun if unit.on_table else "", point.laid_on)
    told = {one.stand: _told(one) for one in command.stands}
    for one in as_told(caught, table.book):
        yield from _beside(one.facts, told.get(one.stand, {"overlap": "none"}), one.stand)


def _sos(table: Table, field: Field, command: CallSos) -> Iterator[FromMap]:
    if command.along_cm is None or command.up_cm is None:
        return
    unit = table.state.units[command.unit]
    spot = field.spot(unit.side, command.along_cm, command.up_cm)
    posts = tuple(name for name, one in field.stands.items() if one.unit_class is None and one.side is unit.side)
    yield from _beside(guns.sos(field, unit.side, spot, unit.stands[0], posts, table.book), _told(command))


def _move(table: Table, field: Field, command: MoveUnit) -> Iterator[FromMap]:
    """What the way of the first stand that is placed anew leads over."""
    for place in command.places[:1]:
        way = (place.pose,)
        found = movement.move(field, place.stand, way, command.in_column)
        crushed = wire.on_way(field, place.stand, way, table.book) if command.belts else ()
        yield from _beside((*found, *crushed), _told(command))


def _cross(table: Table, field: Field, command: CrossWire) -> Iterator[FromMap]:
    found = [one for name in command.stands[:1] for one in wire.belts(field, name)]
    yield from _beside(found, _told(command))


def _clear(table: Table, field: Field, command: ClearWire) -> Iterator[FromMap]:
    at = wire.touching(field, command.unit)
    found = [one for name in field.of_unit(command.unit) for one in wire.belts(field, name)][:1]
    yield from _beside([*found, *((at,) if at else ())], _told(command))


def _risk(table: Table, field: Field, command: RiskBarrage) -> Iterator[FromMap]:
    plan = table.state.plan.barrage(command.barrage)
    if plan:
        yield from _beside(risk(field, command.stand, plan.side, table.book), _told(command))


def _gas(table: Table, field: Field, command: GasAttacks) -> Iterator[FromMap]:
    cloud = table.state.gas.cloud(command.cloud)
    phase = phase_of(table.state, cloud, table.book) if cloud else None
    lying = next((one for one in field.clouds if one.id == command.cloud), None)
    if cloud is None or phase is None or lying is None:
        return
    one, other = (
        field.spot(cloud.owner, cloud.along_cm, cloud.up_cm),
        field.spot(cloud.owner, phase.along_cm, phase.up_cm),
    )
    step = (float(other.x_mm - one.x_mm), float(other.y_mm - one.y_mm))
    told = {caught.stand: _told(caught) for caught in command.caught}
    for found in caught_by(field, lying, step, table.book):
        yield from _beside(found.facts, told.get(found.stand, {"coverage": "spared"}), found.stand)


def _under(table: Table, field: Field, command: RollUnderBarrage) -> Iterator[FromMap]:
    plan = table.state.plan.barrage(command.barrage)
    for name in command.stands if plan else ():
        yield from _beside(protection(field, name, table.book), _told(command), name)


def _told(command: object) -> dict[str, Any]:
    """What a command says, by the names of its facts."""
    return {one.name: getattr(command, one.name) for one in fields(command)}  # type: ignore[arg-type]


def _beside(found: Iterable[Proposed], used: Mapping[str, Any], of: str = "") -> Iterator[FromMap]:
    """What was proposed beside what was used; a fact that the command does not know is left out."""
    for one in found:
        name = RENAMED.get(one.fact, one.fact)
        if name in used:
            exact = one.confidence is Confidence.EXACT
            yield FromMap(name, _plain(one.value), _plain(used[name]), one.whence, of, exact)


def _plain(value: Any) -> MapValue:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool | str) or value is None:
        return value
    return float(value)


ASKED: Final[Mapping[type[Any], Callable[[Table, Field, Any], Iterator[FromMap]]]] = {
    RollOrders: _order,
    Fire: _fire,
    GoIn: _go_in,
    FireAsTheyClose: _as_they_close,
    FireOnArea: _area,
    CallSos: _sos,
    MoveUnit: _move,
    CrossWire: _cross,
    ClearWire: _clear,
    RiskBarrage: _risk,
    RollUnderBarrage: _under,
    GasAttacks: _gas,
}
"""How the map is asked about each command that has something to measure."""
