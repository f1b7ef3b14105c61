"""Fire of every kind: aimed, on areas, as attackers close, by the plan, from the air, under barrages, by cards."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rules.flanders_fields.air.game.commands import NameAirTargets
from rules.flanders_fields.artillery.game.areas_hit import kind_of_area
from rules.flanders_fields.artillery.game.bombard.commands import BombardWork, FireByPlan
from rules.flanders_fields.artillery.game.commands import CallSos, FireOnArea, LayPoint
from rules.flanders_fields.artillery.game.state import FiresBy
from rules.flanders_fields.assault.game.commands import FireAsTheyClose
from rules.flanders_fields.barrages.game.commands import RiskBarrage, RollUnderBarrage
from rules.flanders_fields.cards.game.commands import PlayCard, SayWhatItTakes
from rules.flanders_fields.game.in_gas import known_in_gas
from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.survey import aiming, air, barrage, cards, cover, guns, positions, shooting, wire, zones
from rules.flanders_fields.game.survey.arcs import point_in_arc
from rules.flanders_fields.game.survey.areas import as_told
from rules.flanders_fields.game.survey.asked.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import in_gas
from rules.flanders_fields.game.survey.points import spot_of
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shooting.game.commands import AimedShot, Fire
from rules.flanders_fields.vocabulary import MORTARS, Cover, Side
from rules.tabletop.proposed import Survey

Asked = Iterator[FromMap]
SNIPER: Final = "hearts_king"
WIRING: Final = "diamonds_king"
SHELL: Final = "spades_queen"


def of_shot(firer: str, target: str) -> str:
    """Whose a fact is where a command has several shots."""
    return f"{firer}>{target}"


def _fire(table: JudgedTable, field: Field, command: Fire) -> Asked:
    first = ""
    for aim in command.shots:
        if aim.behind_cm is None:
            first = aim.target
            found = aiming.aimed(field, aim.firer, aim.target, table.book)
        else:
            found = _in_zone(table, field, aim, first)
        used = said_by(aim) | {"firer_in_gas": known_in_gas(table.state, aim.firer, aim.firer_in_gas)}
        yield from beside(found, used, of_shot(aim.firer, aim.target))


def _in_zone(table: JudgedTable, field: Field, aim: AimedShot, first: str) -> Survey:
    if not field.has(aim.firer, first):
        return ()
    edge = aiming.face_of(aiming.side_of(field, aim.firer, first, table.book))
    found = zones.behind(field, aim.firer, first, table.book, edge)
    return next((one.facts for one in found if one.stand == aim.target), ())


def _as_they_close(table: JudgedTable, field: Field, command: FireAsTheyClose) -> Asked:
    if field.has(command.stand, command.target):
        gas = in_gas(field, command.stand, table.book, "firer_in_gas")
        found = (
            shooting.distance(field, command.stand, command.target, table.book),
            shooting.slope(field, command.stand, field.stands[command.target].stand),
            *((gas,) if gas else ()),
        )
        known = known_in_gas(table.state, command.stand, command.firer_in_gas)
        yield from beside(found, said_by(command) | {"firer_in_gas": known})


def _area(table: JudgedTable, field: Field, command: FireOnArea) -> Asked:
    state = table.state
    unit = state.units[command.unit]
    point, arriving = state.guns.point_of(unit.id), state.guns.arriving
    deviates = arriving is not None and arriving.unit == unit.id and arriving.deviates
    if point is None or deviates:
        return
    spot = spot_of(field, unit.side, point.along_cm, point.up_cm, point.laid_on)
    if spot is None:
        return
    gun, said = unit.stands[0], said_by(command)
    yield from beside(guns.weapon(field, gun, spot, table.book), said)
    if unit.kind in MORTARS:
        yield from beside(guns.spotted(field, gun, command.spotter, point.laid_on, table.book), said)
        near = guns.nearest_of(field, spot, _battalion(table, unit), table.book, "battalion_cm")
        yield from beside((near,) if near else (), said)
    kind = kind_of_area(unit, arriving.by if arriving and arriving.unit == unit.id else FiresBy.ORDER)
    caught = guns.caught(field, unit.side, kind, spot, table.book, gun if unit.on_table else "", point.laid_on)
    told = {one.stand: said_by(one) for one in command.stands}
    for one in as_told(caught, table.book):
        yield from beside(one.facts, told.get(one.stand, {"overlap": "none"}), one.stand)


def _battalion(table: JudgedTable, unit: Unit) -> tuple[str, ...]:
    """The platoons of a weapon's battalion that are alive."""
    battalion = table.state.battalion_of(unit)
    return tuple(one.id for one in table.state.rifle_stands(battalion) if one.alive) if battalion else ()


def _sos(table: JudgedTable, field: Field, command: CallSos) -> Asked:
    if command.along_cm is None or command.up_cm is None:
        return
    unit = table.state.units[command.unit]
    spot = field.spot(unit.side, command.along_cm, command.up_cm)
    posts = tuple(name for name, one in field.stands.items() if one.unit_class is None and one.side is unit.side)
    yield from beside(guns.sos(field, unit.side, spot, unit.stands[0], posts, table.book), said_by(command))


def _risk(table: JudgedTable, field: Field, command: RiskBarrage) -> Asked:
    plan = table.state.plan.barrage(command.barrage)
    if plan:
        yield from beside(barrage.risk(field, command.stand, plan.side, table.book), said_by(command))


def _under(table: JudgedTable, field: Field, command: RollUnderBarrage) -> Asked:
    plan = table.state.plan.barrage(command.barrage)
    used = said_by(command) | ({} if table.book.option("AMB-352") == "minus_2" else {"overlap": None})
    grounds = barrage.grounds(field, plan.side) if plan else ()
    found = {one.stand: one.facts for one in barrage.under(field, grounds, plan.side, table.book)} if plan else {}
    for name in command.stands if plan else ():
        yield from beside(found.get(name) or cover.protection(field, name, table.book), used, name)


def _lay(table: JudgedTable, field: Field, command: LayPoint) -> Asked:
    unit = table.state.units[command.unit]
    spot = spot_of(field, unit.side, command.along_cm, command.up_cm, command.target)
    bears = point_in_arc(field, unit.stands[0], spot, table.book) if unit.on_table and spot else None
    if bears:
        yield from beside((bears,), said_by(command))


def _by_plan(table: JudgedTable, field: Field, command: FireByPlan) -> Asked:
    """Of fire only: a point that shifts by the plan is its own side's affair (FF-PLN-01)."""
    line = next((one for one in table.state.plan.fires if one.id == command.line and not one.shift), None)
    if line:
        unit = table.state.units[line.unit]
        spot = field.spot(line.side, line.along_cm, line.up_cm)
        gun = unit.stands[0] if unit.on_table else ""
        yield from beside(guns.planned(field, line.side, unit.kind, gun, spot, table.book), said_by(command))


def _work(table: JudgedTable, field: Field, command: BombardWork) -> Asked:
    work = next((one for one in table.state.plan.works if one.id == command.work), None)
    told = {one.stand: said_by(one) | {"in_it": True} for one in command.stands}
    found = positions.in_work(field, work.side, command.piece, table.book) if work and command.piece else ()
    for one in found:
        yield from beside(one.facts, told.get(one.stand, {"in_it": False}), one.stand)


def _from_the_air(table: JudgedTable, field: Field, command: NameAirTargets) -> Asked:
    strike = table.state.air.strike
    if strike is None or command.along_cm is None or command.up_cm is None:
        return
    spot = field.spot(strike.side, command.along_cm, command.up_cm)
    told = {one.stand: said_by(one) | {"on_the_line": True} for one in command.targets}
    for one in air.on_the_line(field, strike.side, spot, command.direction_deg, table.book):
        yield from beside(one.facts, told.get(one.stand, {"on_the_line": False}), one.stand)


def _card(table: JudgedTable, field: Field, command: PlayCard) -> Asked:
    """Whether a sniper's target is safe from him, whether a company has come to the wire it cuts (FF-CRD-09, -19)."""
    held = next((one for one in table.state.cards.held if one.card == command.card), None)
    if held and held.acts_as == SNIPER:
        found = cover.is_one_of(field, command.on, table.book, "fortified", Cover.FORTIFIED)
    elif held and held.acts_as == WIRING:
        found = wire.at_some(field, command.on, "at_wire") if held.side is Side.ATTACKER else None
    else:
        found = None
    yield from beside((found,) if found else (), said_by(command))


def _taken(table: JudgedTable, field: Field, command: SayWhatItTakes) -> Asked:
    """How far apart the two stands are that a card takes, and who lies how under a shell."""
    if len(command.on) == 2 and field.has(*command.on):
        yield from beside((shooting.distance(field, *command.on, table.book, "apart_cm"),), said_by(command))
    yield from _shelled(table, field, command)


def _shelled(table: JudgedTable, field: Field, command: SayWhatItTakes) -> Asked:
    awaited, told = table.state.cards.awaited, {one.stand: said_by(one) for one in command.shelled}
    if awaited is None or awaited.acts_as != SHELL:
        return
    spot = spot_of(field, awaited.chooser, command.along_cm, command.up_cm, "")
    for one in cards.under_a_shell(field, awaited.chooser, spot, tuple(told), table.book):
        yield from beside(one.facts, told.get(one.stand, {"overlap": "none"}), one.stand)


OF_FIRE: Final[Mapping[type[Any], Callable[[JudgedTable, Field, Any], Asked]]] = {
    Fire: _fire,
    FireAsTheyClose: _as_they_close,
    FireOnArea: _area,
    CallSos: _sos,
    LayPoint: _lay,
    FireByPlan: _by_plan,
    BombardWork: _work,
    NameAirTargets: _from_the_air,
    RiskBarrage: _risk,
    RollUnderBarrage: _under,
    PlayCard: _card,
    SayWhatItTakes: _taken,
}
"""How the map is asked about fire, by the command that tells of it."""
