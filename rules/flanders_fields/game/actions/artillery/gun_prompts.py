"""Prompts, map facts and odds of the fire of guns, and moves of command stands (FF-ART)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.artillery import MEASURES
from rules.flanders_fields.bombardments import AreaShots
from rules.flanders_fields.fire_areas import ALL_DICE, IN_ORDER
from rules.flanders_fields.fire_zones import ZoneMove, attacked_on
from rules.flanders_fields.game.actions.artillery.area_fire import (
    FIRES_ON_AREAS,
    fires_now,
    kind_of_area,
    noted_points,
    on_area,
    stands_by_name,
)
from rules.flanders_fields.game.actions.artillery.deep_suppression import DeepSuppressionRolled, RollDeepSuppression
from rules.flanders_fields.game.actions.artillery.deep_suppression import judge as judge_deep
from rules.flanders_fields.game.actions.artillery.gun_events import (
    CallSos,
    CommandStandMoved,
    Deviated,
    FireOnArea,
    FireOnMover,
    InArea,
    LayPoint,
    MoveCommandStand,
    MoverFiredOn,
    RollDeviation,
    SosCalled,
    area_key,
    called_onto,
    deviation_key,
    mover_key,
    sos_key,
)
from rules.flanders_fields.game.actions.artillery.planned_bombardments import BombardWork, FireByPlan, shots_on_work
from rules.flanders_fields.game.actions.artillery.planned_bombardments import judge as judge_bombard
from rules.flanders_fields.game.decisions import all_faces, by_shot, decide, first_event, one_die
from rules.flanders_fields.game.fire_effects import why_it_falls_there
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import going_words, moves_words
from rules.flanders_fields.game.map_facts import indirect_fire, trenches_and_wire
from rules.flanders_fields.game.map_facts.area_coverage import as_told
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.indirect_fire import spot_of
from rules.flanders_fields.game.map_facts.move_paths import march
from rules.flanders_fields.game.map_facts.stand_placement import with_places
from rules.flanders_fields.game.map_facts.weapon_arcs import point_in_arc
from rules.flanders_fields.game.outcomes import Asked, Reasons, beside, reasons, said_by
from rules.flanders_fields.game.rule_module import Brings, Foreseen, ForeseenBy, MeasuredBy, OffOrders, Prospect
from rules.flanders_fields.game.seat_context import (
    NOT_SEEN,
    SeatDeeds,
    dice,
    die,
    each,
    has_armour,
    lying_each,
    on_the_way_of,
    word,
)
from rules.flanders_fields.game.stand_types import quality_of_stand
from rules.flanders_fields.game.state.artillery import FiresBy
from rules.flanders_fields.game.state.game import GameState, Stand, Unit
from rules.flanders_fields.game.turn_progress import StepPlace, present
from rules.flanders_fields.game.zone_crossings import enters, through_fire
from rules.flanders_fields.manoeuvres import CommandMoveFacts, command_move
from rules.flanders_fields.movement import ACTIONS
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, MORTARS, Going, Side, UnitClass
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.dice import ALL_D6, Throw
from rules.kernel.dice_ledger import apart, lying
from rules.kernel.explanations import Refusal, Step
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import NEEDED, Ask, Asks, Told
from rules.kernel.serialization import build
from rules.tabletop.board_view import Survey

# The moves of command stands in the last phase, which by house rule zones attack too (FF-CMD-05, AMB-322)


def move_command_stand(table: JudgedTable, command: MoveCommandStand) -> Judgement:
    """One move of a command stand, and after it the zones that attack it on its way (FF-CMD-05, FF-CMD-06, AMB-322)."""
    refused = table.in_turn() or _refused(table, command.stand)
    if refused:
        return refused
    facts = CommandMoveFacts(
        mounted=command.mounted,
        going=command.going,
        quality=quality_of_stand(table.state, command.stand),
        in_column=command.in_column,
    )
    answer = command_move(facts, table.book)
    if not table.overruled:
        if isinstance(answer, Refusal):
            return answer
        if table.state.guns.commanders_moved.count(command.stand) >= answer.value.moves:
            name = table.state.stands[command.stand].name
            return Refusal("FF-CMD-05", f"{name} has made its {answer.value.moves} moves", "let it stay where it is")
    far = "moves" if isinstance(answer, Refusal) else moves_words(answer.value.each)
    moved = CommandStandMoved(command.stand, f"{far}, {going_words(command.going)}", reasons(answer))
    met = tuple(replace(one, stand=command.stand) for one in command.zones)
    entered = enters(table, "", (moved,), met, ZoneMove.COMMAND_MOVE)
    return with_places(table, entered, command.stand, command.places)


def _refused(table: JudgedTable, name: str) -> Refusal | None:
    stand = table.state.stands.get(name)
    if stand is None or not may_move(table.state, stand):
        return Refusal("FF-CMD-05", "that is no command stand of this side on the table", "choose one that is")
    if table.overruled:
        return None
    if stand.levels:
        return Refusal("FF-SUP-02", f"{stand.name} is suppressed", "let it stay where it is")
    return (
        None
        if in_its_phase(table.state, table.here)
        else Refusal("FF-CMD-06", "command stands move in the last phase", "go on to that phase")
    )


def may_move(state: GameState, stand: Stand) -> bool:
    """Whether it is a command stand of the side in turn that is there to be moved."""
    here = stand.alive and not stand.unit and stand.side is state.turn.side
    return here and state.off_table(stand.id) is None and stand.id not in state.shelters.below


def in_its_phase(state: GameState, here: StepPlace | None) -> bool:
    """Whether command stands move now, at this place of the turn (FF-TRN-08-3, FF-TRN-09-7, FF-TRN-10-7)."""
    return state.turn.running and here is not None and here.step.level == "command" and not here.step.automatic


def through_zones(state: GameState, book: RuleBook) -> Iterator[dict[str, Any]]:
    """The command stands that may still move now, where zones attack them on their way (AMB-322); else none."""
    if not attacked_on(ZoneMove.COMMAND_MOVE, book) or not in_its_phase(state, present(state, book)):
        return
    moves = book.table(ACTIONS).number("command_moves").value
    for stand in state.stands.values():
        left = moves - state.guns.commanders_moved.count(stand.id)
        if may_move(state, stand) and not stand.levels and left > 0:
            yield {"id": stand.id, "name": stand.name, "left": left}


# Availability and prompts (FF-MVZ-02, FF-CMD-05)

MOVER, COMMAND = Asks(FireOnMover), Asks(MoveCommandStand)


def _meeting(seated: SeatDeeds) -> Iterator[Possible]:
    """Of several on their way through fire each waits for its own die."""
    for one in seated.state.guns.crossings:
        side = seated.state.units[one.zone].side
        barred = seated.refused_all(side, [FireOnMover(zone=one.zone, stand=one.stand, die=NOT_SEEN)])
        yield Possible({"zone": one.zone, "stand": one.stand}, by=side.value, owed=barred is None, barred=barred)


def _meeting_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    there = (seated.state, told["zone"], told["stand"])
    yield MOVER("die", kept=lying(seated.state, mover_key(*there))[:1])


def _leading(seated: SeatDeeds) -> Iterator[Possible]:
    """Offered in the last phase alone: before it every commander would stand there barred."""
    state = seated.state
    # Only command stands belong to no unit.
    leading = [one for one in state.stands.values() if not one.unit] if in_its_phase(state, seated.table.here) else []
    for stand in leading:
        if may_move(state, stand):
            moves = [MoveCommandStand(stand=stand.id, going=going) for going in Going]
            if seated.refused_all(stand.side, moves) is None:
                yield Possible({"stand": stand.id}, by=stand.side.value)


def _leading_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    stand = told["stand"]
    open_to = (going for going in Going if seated.refused(MoveCommandStand(stand=stand, going=going)) is None)
    yield COMMAND("mounted")
    yield COMMAND("in_column")
    yield from on_the_way_of(seated, [stand], COMMAND, alone=True)
    yield COMMAND("going", among=[going.value for going in open_to])
    yield from word(seated, MoveCommandStand, told)


GUN_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("fire_on_mover", "Fire at the mover", FireOnMover, _meeting, _meeting_asks),
    Deed("move_command_stand", "Move the commander", MoveCommandStand, _leading, _leading_asks),
)
"""In the order in which they are owed; points, deviation, fire on areas and calls are still to be described."""


# Availability and prompts (FF-ART, FF-DEV, FF-SOS, FF-MTR, FF-IMG)

LAY, ROLL, FIRE, CAUGHT, CALL = Asks(LayPoint), Asks(RollDeviation), Asks(FireOnArea), Asks(InArea), Asks(CallSos)


def _laying(seated: SeatDeeds) -> Iterator[Possible]:
    return each(seated, lambda unit: _points(seated, unit), lambda unit: unit.kind in ARTILLERY | MORTARS)


def _points(seated: SeatDeeds, unit: Unit) -> Iterator[LayPoint]:
    yield LayPoint(unit=unit.id)
    yield from (LayPoint(unit=unit.id, target=base) for base in _bases(seated, unit))


def _bases(seated: SeatDeeds, unit: Unit) -> list[str]:
    """The enemy bases that a mortar may be laid on (FF-MTR-11)."""
    if unit.kind not in MORTARS:
        return []
    return [stand for stand in seated.on_table if seated.state.stands[stand].side is not unit.side]


def _laying_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    unit = seated.state.units[told["unit"]]
    if bases := _bases(seated, unit):
        anywhere = seated.refused(LayPoint(unit=unit.id)) is None
        yield LAY("target", among=bases, usual="" if anywhere else NEEDED)
    for name in ("where", "along_cm", "up_cm"):
        yield LAY(name)
    if unit.on_table:
        yield LAY("in_arc")
        if unit.kind in ARTILLERY:
            yield LAY("open_sights")
    yield from word(seated, LayPoint, told)


def _weapons(seated: SeatDeeds) -> Iterator[tuple[Unit, FiresBy, bool]]:
    """What may bring fire down on an area now, by what, and whether its fire is on its way already."""
    going = seated.state.guns.arriving
    if going:
        yield seated.state.units[going.unit], going.by, True
        return
    for unit in seated.able:
        if unit.kind in FIRES_ON_AREAS:
            yield unit, FiresBy.ORDER, False


def _is_rolled_first(seated: SeatDeeds, unit: Unit, by: FiresBy) -> bool:
    """Whether where unobserved fire comes down is rolled before anybody says whom it catches (FF-DEV-01)."""
    going = seated.state.guns.arriving
    if going:
        return going.deviates
    has_point = seated.state.guns.point_of(unit.id) is not None
    return has_point and why_it_falls_there(seated.table, unit, by, observed=False) is None


def _deviating(seated: SeatDeeds) -> Iterator[Possible]:
    for unit, by, is_on_its_way in _weapons(seated):
        if unit.kind in ARTILLERY and _is_rolled_first(seated, unit, by):
            barred = seated.refused_all(unit.side, [RollDeviation(unit=unit.id, dice=(NOT_SEEN,) * ALL_DICE)])
            owed = is_on_its_way and barred is None
            yield Possible({"unit": unit.id}, by=unit.side.value, owed=owed, barred=barred)


def _deviation_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    """Ask for five dice, of which the first alone will do where the fire does not deviate (FF-DEV-05)."""
    unit = told["unit"]
    kept = lying(seated.state, deviation_key(seated.state, unit))
    most = 1 if len(kept) == 1 else ALL_DICE
    yield ROLL("dice", least=1, most=most, kept=kept[:most], usual=NEEDED, each=IN_ORDER[:most])
    if len(told["dice"]) < most:
        yield from word(seated, RollDeviation, told)


def _firing(seated: SeatDeeds) -> Iterator[Possible]:
    for unit, by, is_on_its_way in _weapons(seated):
        barred = _not_on_an_area(seated, unit)
        if is_on_its_way and _is_rolled_first(seated, unit, by):
            continue
        owed = is_on_its_way and barred is None
        yield Possible({"unit": unit.id}, by=unit.side.value, owed=owed, barred=barred)


def _not_on_an_area(seated: SeatDeeds, unit: Unit) -> Refusal | None:
    """Why its fire may not be brought down whoever stands there; what hangs on the table is said among the asks."""
    command = FireOnArea(unit=unit.id, observed=True)
    refused = seated.waits(command) or fires_now(seated.of(unit.side), unit.id)
    if refused:
        return refused
    if unit.kind is UnitClass.MACHINE_GUN:
        # Which strip is chosen with each fire action: whatever forbids one close by forbids every one (AMB-330).
        command = replace(command, where="close by", range_cm=1.0)
    elif seated.state.guns.point_of(unit.id):
        return None
    found = on_area(seated.of(unit.side), command)
    return found if isinstance(found, Refusal) else None


def _fire_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, unit = seated.state, seated.state.units[told["unit"]]
    able_to_deviate = not state.guns.arriving and _is_rolled_first(seated, unit, FiresBy.ORDER)
    if unit.kind in ARTILLERY and able_to_deviate:
        yield FIRE("observed", usual=NEEDED)
    if unit.kind is UnitClass.MACHINE_GUN:
        yield FIRE("where")
    if unit.on_table:
        yield from _measured(seated, unit, told)

    def caught(row: Told) -> Iterator[Ask | Refusal]:
        yield CAUGHT("stand", among=[stand for stand in seated.on_table if stand not in state.shelters.below])
        for name in ("cover", "overlap"):
            yield CAUGHT(name)
        yield from (CAUGHT(name) for name in _of_caught(seated, unit, row["stand"]))

    yield FIRE("stands", row=caught, most=len(seated.on_table), reckoned=_where_it_falls(state, unit))
    found = on_area(seated.table, build(FireOnArea, told))
    if isinstance(found, Refusal):
        yield found
        return
    names = stands_by_name(state, build(FireOnArea, told).stands)
    keys = apart([area_key(state, unit.id, found.point, names[one.name]) for one in found.aimed.value.shots])
    kept = lying_each(state, keys)
    yield from dice(seated, FIRE, told, len(keys), kept)


def _where_it_falls(state: GameState, unit: Unit) -> tuple[Step, ...]:
    """Where the area lies whose stands are told: in the players' words, and by its reference."""
    point = state.guns.point_of(unit.id)
    places = dict.fromkeys((point.where, point.reference)) if point else ()
    place = "; ".join(one for one in places if one)
    return (Step("FF-ART-18", f"on its point: {place}"),) if place else ()


def _measured(seated: SeatDeeds, unit: Unit, told: Told) -> Iterator[Ask]:
    """What is measured and seen for a weapon on the table."""
    book = seated.table.book
    yield FIRE("range_cm", usual=NEEDED)
    if unit.kind is not UnitClass.MACHINE_GUN:
        yield FIRE("sees_point")
    if unit.kind in MORTARS and not told.get("sees_point"):
        commanders = [stand for stand in seated.on_table if _commands_for(seated, unit, stand)]
        yield FIRE("spotter", among=["", *commanders])
        yield FIRE("spotter_sees_target")
        yield FIRE("spotter_sees_mortar")
    yield FIRE("in_arc")
    if unit.kind in FIELD_ARTILLERY:
        yield FIRE("own_trench_cm")
        if book.option("AMB-381") == "everyone":
            yield FIRE("enemy_trench_cm")
    if unit.kind is UnitClass.LIGHT_MORTAR and book.option("AMB-394") == "near":
        yield FIRE("battalion_cm")
    if no_gas(book) is None:
        yield FIRE("firer_in_gas")
    if unit.kind is not UnitClass.MACHINE_GUN:
        yield FIRE("line_crosses")
        yield FIRE("slope")


def _commands_for(seated: SeatDeeds, unit: Unit, stand: str) -> bool:
    return seated.state.stands[stand].side is unit.side and seated.state.commanding(stand) is not None


def _of_caught(seated: SeatDeeds, unit: Unit, stand: str) -> Iterator[str]:
    """What else counts of a stand in the area: by the kind of weapon, and by house rule."""
    book, gun = seated.table.book, unit.kind is UnitClass.MACHINE_GUN
    in_sight = unit.on_table and unit.kind in ARTILLERY
    if book.option("AMB-302") == "centre":
        yield "centre_inside"
    if has_armour(seated.state, [stand]):
        yield "armour_in_cover"
    if in_sight or unit.kind in MORTARS:
        yield "seen"
    if unit.kind in MORTARS or (in_sight and book.option("AMB-304") == "single_stand"):
        yield "aimed_at"
    if in_sight and book.option("AMB-306") == "each_stand":
        yield "from_gun_cm"
    if gun and book.option("AMB-332") == "joined":
        yield "whole_in_joined"
    if gun and book.option("AMB-332") == "one_roll":
        yield "rolled_for"


def _calling(seated: SeatDeeds) -> Iterator[Possible]:
    """The defender's batteries in his own turn; those that are barred stand there with the reason."""
    state = seated.state
    for unit in state.units.values() if state.turn.running and state.turn.side is Side.DEFENDER else ():
        if unit.side is Side.DEFENDER and unit.kind in ARTILLERY and state.living(unit):
            barred = seated.refused_all(unit.side, _calls(seated, unit))
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def _calls(seated: SeatDeeds, unit: Unit) -> Iterator[CallSos]:
    here = CallSos(unit=unit.id, die=NOT_SEEN, from_position_cm=0.0, sees_point=True)
    yield here
    for noted in noted_points(seated.state, unit):
        yield replace(here, along_cm=noted.along_cm, up_cm=noted.up_cm)


def _call_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, unit = seated.state, seated.state.units[told["unit"]]
    yield CALL("position")
    yield CALL("from_position_cm", most=seated.table.book.table(MEASURES).number("from_position").value / 10)
    for name in ("where", "along_cm", "up_cm", "command_stand_sees"):
        yield CALL(name)
    if unit.on_table:
        for name in ("in_arc", "sees_point", "own_trench_cm"):
            yield CALL(name)
        if seated.table.book.option("AMB-381") == "everyone":
            yield CALL("enemy_trench_cm")
    at = called_onto(told.get("where", "").strip(), told.get("along_cm"), told.get("up_cm"))
    kept = lying(state, sos_key(state, unit.id, at))
    yield from die(seated, CALL, told, kept)


AREA_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("roll_deviation", "Where it comes down", RollDeviation, _deviating, _deviation_asks),
    Deed("fire_on_area", "Fire on its point", FireOnArea, _firing, _fire_asks, place=3),
    Deed("set_aiming_point", "Lay its point", LayPoint, _laying, _laying_asks, place=4),
    Deed("call_sos", "SOS call", CallSos, _calling, _call_asks, AtHand.MORE),
)
"""In the order in which they are owed."""


# Map facts of the commands


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
    yield from beside(indirect_fire.weapon(field, gun, spot, table.book), said)
    if unit.kind in MORTARS:
        yield from beside(indirect_fire.spotted(field, gun, command.spotter, point.laid_on, table.book), said)
        near = indirect_fire.nearest_of(field, spot, _battalion(table, unit), table.book, "battalion_cm")
        yield from beside((near,) if near else (), said)
    kind = kind_of_area(unit, arriving.by if arriving and arriving.unit == unit.id else FiresBy.ORDER)
    caught = indirect_fire.caught(field, unit.side, kind, spot, table.book, gun if unit.on_table else "", point.laid_on)
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
    yield from beside(indirect_fire.sos(field, unit.side, spot, unit.stands[0], posts, table.book), said_by(command))


def _lay(table: JudgedTable, field: Field, command: LayPoint) -> Asked:
    unit = table.state.units[command.unit]
    spot = spot_of(field, unit.side, command.along_cm, command.up_cm, command.target)
    bears = point_in_arc(field, unit.stands[0], spot, table.book) if unit.on_table and spot else None
    if bears:
        yield from beside((bears,), said_by(command))


def planned_fire(table: JudgedTable, field: Field, of: str) -> Survey:
    """Of fire only: a point that shifts by the plan is its own side's affair (FF-PLN-01)."""
    line = next((one for one in table.state.plan.fires if one.id == of and not one.shift), None)
    if line is None:
        return ()
    unit = table.state.units[line.unit]
    spot = field.spot(line.side, line.along_cm, line.up_cm)
    gun = unit.stands[0] if unit.on_table else ""
    return indirect_fire.planned(field, line.side, unit.kind, gun, spot, table.book)


def _planned_fire_facts(table: JudgedTable, field: Field, command: FireByPlan) -> Asked:
    yield from beside(planned_fire(table, field, command.line), said_by(command))


def _work(table: JudgedTable, field: Field, command: BombardWork) -> Asked:
    work = next((one for one in table.state.plan.works if one.id == command.work), None)
    told = {one.stand: said_by(one) | {"in_it": True} for one in command.stands}
    found = trenches_and_wire.in_work(field, work.side, command.piece, table.book) if work and command.piece else ()
    for one in found:
        yield from beside(one.facts, told.get(one.stand, {"in_it": False}), one.stand)


def _command_stand(table: JudgedTable, field: Field, command: MoveCommandStand) -> Asked:
    ways = {place.stand: (place.pose,) for place in command.places}
    measured = ("going", *(("in_column",) if command.in_column else ()))
    found = march(field, ways, table.book, command.in_column)
    yield from beside((one for one in found if one.fact in measured), said_by(command))
    told = tuple(replace(one, stand=command.stand) for one in command.zones)
    yield from through_fire(table, field, ways, told)


BY_MAP: Final[MeasuredBy] = {
    FireOnArea: _area,
    CallSos: _sos,
    LayPoint: _lay,
    FireByPlan: _planned_fire_facts,
    BombardWork: _work,
    MoveCommandStand: _command_stand,
}


# Odds before the dice


def _on_area(table: JudgedTable, command: FireOnArea) -> Foreseen:
    found = on_area(table, command)
    if isinstance(found, Refusal):
        return found
    return _by_shots(table, command.stands, found.aimed.value)


def _deviation(table: JudgedTable, command: RollDeviation) -> Foreseen:
    """The first die alone: whether the fire falls on its point."""
    brings = list[Brings]()
    for face in ALL_D6:
        thrown = replace(command, dice=(Throw(face.pips), *[Throw(1)] * (ALL_DICE - 1)))
        judged = decide(table.state, thrown, table.actor)
        if isinstance(judged, Refusal):
            return judged
        brings.append(int(isinstance(judged[0], Deviated) and judged[0].clock is None))
    return (Prospect(command.unit, tuple(brings)),)


def _on_mover(table: JudgedTable, command: FireOnMover) -> Foreseen:
    brings, why = list[Brings](), Reasons()
    for face in ALL_D6:
        judged = decide(table.state, replace(command, die=Throw(face.pips)), table.actor)
        if isinstance(judged, Refusal):
            return judged
        if isinstance(judged[0], MoverFiredOn):
            brings.append(judged[0].result)
            why = judged[0].reasons
    steps = tuple(step for step in why.steps if step.value is not None)
    return (Prospect(command.stand, tuple(brings), steps, why.considered),)


def _planned_fire_odds(table: JudgedTable, command: FireByPlan) -> Foreseen:
    judged = judge_bombard(table, command)
    return judged if isinstance(judged, Refusal) else ()


def _in_work(table: JudgedTable, command: BombardWork) -> Foreseen:
    """A die for each enemy stand in the work, in the order told."""
    found = shots_on_work(table, command)
    if isinstance(found, Refusal):
        return found
    return _by_shots(table, command.stands, found.value)


def _by_shots(table: JudgedTable, told: tuple[InArea, ...], found: AreaShots) -> Foreseen:
    stands = stands_by_name(table.state, told)
    return tuple(by_shot(one.shot, table.book, Prospect(stands[one.name], ())) for one in found.shots)


def _deep(table: JudgedTable, command: RollDeepSuppression) -> Foreseen:
    throws = len(command.dice)
    found = all_faces(
        lambda die: judge_deep(table, replace(command, dice=(die,) * throws)),
        first_event(DeepSuppressionRolled, lambda event: OffOrders(event.modifier, bool(event.among))),
    )
    return found if isinstance(found, Refusal) else (replace(found[0], throws=throws),)


FORESEEN: Final[ForeseenBy] = {
    FireOnArea: _on_area,
    RollDeviation: _deviation,
    CallSos: one_die(SosCalled, "unit", lambda event: int(event.answered)),
    FireOnMover: _on_mover,
    FireByPlan: _planned_fire_odds,
    BombardWork: _in_work,
    RollDeepSuppression: _deep,
}
