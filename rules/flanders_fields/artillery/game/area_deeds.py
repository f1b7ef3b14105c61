"""The deeds of fire on aiming points: whose each is now, and what it asks (FF-ART, FF-DEV, FF-SOS, FF-MTR, FF-IMG)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.flanders_fields.artillery.deviation import ALL_DICE, IN_ORDER
from rules.flanders_fields.artillery.game.areas_hit import stands_by_name
from rules.flanders_fields.artillery.game.commands import CallSos, FireOnArea, InArea, LayPoint, RollDeviation
from rules.flanders_fields.artillery.game.falling import FIRES_ON_AREAS, fires_now, on_area
from rules.flanders_fields.artillery.game.sos_calls import noted_points
from rules.flanders_fields.artillery.game.state import FiresBy
from rules.flanders_fields.artillery.game.throws import (
    area_key,
    called_onto,
    deviation_key,
    former_area_key,
    formerly_called,
    formerly_deviating,
    sos_key,
)
from rules.flanders_fields.artillery.sos import MEASURES
from rules.flanders_fields.game.offering import dice, die, each, has_armour, lying_each, word
from rules.flanders_fields.game.seated import NOT_SEEN, SeatDeeds
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.game.unobserved import why_it_falls_there
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, MORTARS, Side, UnitClass
from rules.kernel.asking import NEEDED, Ask, Asks, Told
from rules.kernel.explain import Refusal, Step
from rules.kernel.kept import Former, apart, lying
from rules.kernel.plain import build
from rules.kernel.stage import AtHand, Deed, Possible

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
    by = next(by for weapon, by, _ in _weapons(seated) if weapon.id == unit)
    kept = lying(seated.state, deviation_key(seated.state, unit), formerly_deviating(seated.state, unit, by))
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
    former = former_area_key(state, unit.id, found.by)
    keys = apart([area_key(state, unit.id, found.point, names[one.name]) for one in found.aimed.value.shots])
    kept = lying_each(state, [(key, Former(former, place)) for place, key in enumerate(keys)])
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
    kept = lying(state, sos_key(state, unit.id, at), formerly_called(state, unit.id))
    yield from die(seated, CALL, told, kept)


AREA_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("roll_deviation", "Where it comes down", RollDeviation, _deviating, _deviation_asks),
    Deed("fire_on_area", "Fire on its point", FireOnArea, _firing, _fire_asks, place=3),
    Deed("lay_point", "Lay its point", LayPoint, _laying, _laying_asks, place=4),
    Deed("call_sos", "SOS call", CallSos, _calling, _call_asks, AtHand.MORE),
)
"""In the order in which they are owed."""
