"""Moves, carriage and wire crossings of units (FF-MOV, FF-WIR)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from rules.flanders_fields.fire_zones import ZoneMove
from rules.flanders_fields.game.decisions import Judged, all_faces, decide, first_event
from rules.flanders_fields.game.dice_rolls import faces, wire_key
from rules.flanders_fields.game.handler_context import JudgedTable, each_action, free_to_move, spend
from rules.flanders_fields.game.log_text import going_words, moves_words
from rules.flanders_fields.game.map_facts import trenches_and_wire
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.move_paths import leg, march, on_the_ways, ways_told
from rules.flanders_fields.game.outcomes import (
    ActionSpent,
    Asked,
    FromMap,
    MadeReady,
    StandChange,
    beside,
    reasons,
    said_by,
)
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    Foreseen,
    ForeseenBy,
    GoesOn,
    MeasuredBy,
    MovesUnit,
    Prospect,
)
from rules.flanders_fields.game.seat_context import SeatDeeds, dice, each, lying_each, on_the_way, word
from rules.flanders_fields.game.stand_types import kept_off_wire, mover_of, quality_of, transport_of
from rules.flanders_fields.game.state.artillery import ZoneCrossing
from rules.flanders_fields.game.state.game import GameState, Orders, Stand, Unit
from rules.flanders_fields.game.state.placement import Place
from rules.flanders_fields.game.zone_crossings import on_its_way, through_fire
from rules.flanders_fields.manoeuvres import CarriageFacts, carriage_actions
from rules.flanders_fields.movement import MoveFacts, move_allowance
from rules.flanders_fields.order_roll import COMPANIES
from rules.flanders_fields.vocabulary import MOVES_AS, Action, Carriage, Going, UnitClass
from rules.flanders_fields.wire import (
    Caught,
    CaughtFacts,
    Clearer,
    ClearWireFacts,
    OnWire,
    WayThrough,
    WireCrossingFacts,
    WireGap,
    attempt_actions,
    caught_may,
    clear_wire,
    cross_wire,
    decided_by_order_roll,
    wire_dice,
    wire_refusal,
)
from rules.kernel.commands import Deed, Possible, nothing
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import settle_row
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import judged_by

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUnit(GoesOn, MovesUnit):
    """Spend an action on a move over one kind of ground (FF-MOV-01); `zones`: stands that move through fire.

    A tank crushes the `belts` of wire it moves over, and loses way in every trench it crosses (FF-WIR-11, FF-MOV-14).
    `places`: where its stands are afterwards; of those not told only the last place is known.
    """

    may_go_aside: ClassVar[bool] = True
    unit: str = fact("the unit that moves")
    going: Going = fact("the going", default=Going.CROSS_COUNTRY)
    in_column: bool = fact("it moves in column", default=False)
    note: str = fact("what else is said of the move", default="")
    zones: tuple[ZoneCrossing, ...] = fact("its stands that move through a fire zone", default=())
    belts: int = fact("the belts of wire it crushes", default=0)
    trenches_crossed: int = fact("the trenches it crosses", default=0)
    places: tuple[Place, ...] = fact("where its stands are afterwards", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCarriage(GoesOn):
    """Pack, unpack, limber or unlimber a weapon for an action (FF-MOV-13)."""

    unit: str = fact("the weapon")
    to: Carriage = fact("how it stands afterwards")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossWire(GoesOn, MovesUnit):
    """Spend an action on getting stands over one belt of wire; a die a stand where the period asks for one."""

    unit: str = fact("the unit that crosses")
    stands: tuple[str, ...] = fact("the stands that try it")
    dice: tuple[Throw, ...] = fact("a die for each stand", default=())
    belts: int = fact("the belts of wire in a row", default=1)
    zones: tuple[ZoneCrossing, ...] = fact("its stands that move through a fire zone", default=())
    places: tuple[Place, ...] = fact("where its stands are afterwards", default=())


# The track a tank leaves in wire it moves over (FF-WIR-11)


def crushes(table: JudgedTable, unit: Unit, belts: int) -> Explained[WayThrough] | Refusal:
    """The track a tank leaves in the wire it moves over (FF-WIR-11). Refuses what has to try the wire."""
    if unit.kind is not UnitClass.TANK:
        return Refusal("FF-WIR-02", f"{unit.name} does not crush wire", "try to cross it with an action of its own")
    return clear_wire(ClearWireFacts(by=Clearer.TANK, belts=belts), table.book)


# Packing, unpacking, limbering and unlimbering

READIED = {Carriage.PACKED: Carriage.READY, Carriage.LIMBERED: Carriage.READY}


def change_carriage(table: JudgedTable, command: ChangeCarriage) -> Judgement:
    """Spend an action on packing, unpacking, limbering or unlimbering (FF-MOV-13), or none by house rule (AMB-47)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    answer = _costs(table, unit)
    acting = table.acting(unit.id, 1 if isinstance(answer, Refusal) else answer.value)
    if isinstance(acting, Refusal):
        return acting
    _, orders = acting
    possible = carriages(unit)
    if command.to not in possible:
        words = " or ".join(possible) or "none: it has nothing to pack"
        return Refusal("FF-MOV-13", f"{unit.name} cannot become {command.to}", f"choose {words}")
    if isinstance(answer, Refusal):
        return answer
    # What costs nothing may be done when all is spent, but not by a unit that its die gave nothing (FF-ORD-09).
    spent = orders if answer.value else orders._replace(spent=())
    leave = spend(table, unit, spent, Action.MOVE, free_to_move(table.state.living(unit)))
    if isinstance(leave, Refusal):
        return leave
    says = {
        (Carriage.PACKED, Carriage.READY): "unpacks",
        (Carriage.LIMBERED, Carriage.READY): "unlimbers",
        (Carriage.READY, Carriage.PACKED): "packs up",
        (Carriage.READY, Carriage.LIMBERED): "limbers up",
    }[unit.carriage, command.to]
    if not answer.value:
        return (MadeReady(unit.id, says, command.to, reasons(answer)),)
    return each_action(ActionSpent(unit.id, Action.MOVE, says, (), command.to, reasons(answer)), answer.value)


def _costs(table: JudgedTable, unit: Unit) -> Explained[int] | Refusal:
    """How many actions its next change of carriage takes in this turn."""
    orders = table.state.orders.get(unit.id)
    readied = orders is not None and orders.readied
    return carriage_actions(CarriageFacts(mover=MOVES_AS[unit.kind], again=readied), table.book)


def changes_for_nothing(table: JudgedTable, unit: Unit) -> bool:
    """Whether a unit that has actions may still change its carriage without one this turn (AMB-47)."""
    answer = _costs(table, unit)
    return isinstance(answer, Explained) and not answer.value and table.state.orders[unit.id].earned > 0


def carriages(unit: Unit) -> tuple[Carriage, ...]:
    if unit.carriage is Carriage.NONE:
        return ()
    if unit.carriage is Carriage.READY:
        packs = unit.kind in (UnitClass.MACHINE_GUN, UnitClass.LIGHT_MORTAR)
        return (Carriage.PACKED,) if packs else (Carriage.LIMBERED,)
    return (READIED[unit.carriage],)


# Moving a unit (FF-MOV-01)


def move(table: JudgedTable, command: MoveUnit) -> Judgement:
    """Spend an action on a move; the table shows how far, the answer says how far it may be (FF-MOV-01)."""
    moving = table.once(_may_move, command.unit)
    if isinstance(moving, Refusal):
        return moving
    unit, freed = moving
    answer = move_allowance(move_facts(table.state, unit, command), table.book)
    if isinstance(answer, Refusal) and not table.overruled:
        return answer
    track = crushes(table, unit, command.belts) if command.belts else None
    if isinstance(track, Refusal) and not table.overruled:
        return track
    far = "moves" if isinstance(answer, Refusal) else moves_words(answer.value)
    says = f"{far}, {going_words(command.going)}"
    why = reasons(answer)
    if isinstance(track, Explained):
        says = f"{says}, and leaves a track through the wire"
        why = replace(why, steps=(*why.steps, *track.steps))
    return (ActionSpent(unit.id, Action.MOVE, says, freed, None, why),)


def _may_move(table: JudgedTable, name: str) -> tuple[Unit, tuple[StandChange, ...]] | Refusal:
    """The unit and its stands that come off the wire, as far as the ground it goes over decides nothing."""
    acting = table.acting(name)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    living = table.state.living(unit)
    leave = spend(table, unit, orders, Action.MOVE, free_to_move(living))
    if isinstance(leave, Refusal):
        return leave
    if unit.dismounted and not table.overruled:
        return Refusal("FF-CAV-02", f"{unit.name} has dismounted", "mount with an action first")
    freed = _walk_back(table, living)
    return freed if isinstance(freed, Refusal) else (unit, freed)


def _walk_back(table: JudgedTable, living: tuple[Stand, ...]) -> tuple[StandChange, ...] | Refusal:
    """The stands that come off the wire with a move, or why a unit that hangs on it as a whole may not (AMB-65)."""
    hanging = [stand for stand in living if stand.on_wire]
    if not hanging:
        return ()
    answer = caught_may(CaughtFacts(wants_to=Caught.MOVE), table.book)
    if isinstance(answer, Explained):
        return tuple(StandChange(stand.id, stand.levels) for stand in hanging)
    return answer if len(hanging) == len(living) and not table.overruled else ()


def move_facts(state: GameState, unit: Unit, command: MoveUnit) -> MoveFacts:
    """What a move looks at: the game's own facts, and the ground named in the command."""
    return MoveFacts(
        mover=mover_of(unit, state.book()),
        going=command.going,
        quality=quality_of(state, unit),
        transport=transport_of(unit),
        in_column=command.in_column,
        trenches_crossed=command.trenches_crossed,
    )


# Getting over a belt of wire (FF-WIR-02 to FF-WIR-09)


def at_wire(table: JudgedTable, command: CrossWire) -> tuple[Unit, list[Stand], WireCrossingFacts] | Refusal:
    """The unit at the wire, its stands that try it, and what their attempt looks at, before any die."""
    acting = table.acting(command.unit, attempt_actions(table.book))
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    if unit.kind is UnitClass.TANK:
        return Refusal("FF-WIR-11", f"{unit.name} crushes the wire it moves over", "move over it")
    trying = [stand for stand in table.state.living(unit) if stand.id in command.stands]
    trying = [stand for stand in trying if stand.id not in table.state.shelters.below]
    if not trying:
        return Refusal("FF-WIR-03", f"no stand of {unit.name} was named", "name the platoons that try")
    leave = _undeclared(table, unit, orders) or spend(table, unit, orders, Action.MOVE, max(s.levels for s in trying))
    if isinstance(leave, Refusal):
        return leave
    facts = WireCrossingFacts(
        stands=len(trying),
        mover=mover_of(unit, table.book),
        transport=transport_of(unit),
        belts=command.belts,
        actions_left=orders.left,
        failed_this_turn=not table.overruled and any(stand.id in orders.failed_at_wire for stand in trying),
    )
    # What crosses by a cleared path alone crosses as if there were one, where the players allow it.
    is_allowed = table.overruled and wire_refusal(facts, table.book) is not None
    return unit, trying, replace(facts, gap=WireGap.CLEARED) if is_allowed else facts


def try_wire(table: JudgedTable, command: CrossWire) -> Judgement:
    """Spend an action on a belt of wire (FF-WIR-02 to FF-WIR-09, AMB-57)."""
    attempt = at_wire(table, command)
    if isinstance(attempt, Refusal):
        return attempt
    unit, trying, facts = attempt
    # Dice that decide nothing were thrown for nothing: they are not kept.
    dice = _wire_dice(table.state, unit, trying, command.dice[: wire_dice(facts, table.book)])
    if isinstance(dice, Refusal):
        return dice
    answer = cross_wire(facts, faces(dice), table.book)
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, f"{len(trying)} platoons try: {answer.count} dice are missing", "enter them all")
    if isinstance(answer, Refusal):
        return answer
    caught = tuple(stand.id for stand, fate in zip(trying, answer.value.stands, strict=True) if fate is OnWire.CAUGHT)
    # Between two belts a stand counts as on the wire (FF-WIR-08, AMB-61).
    changes = tuple(
        StandChange(stand.id, stand.levels, on_wire=stand.id in caught or command.belts > 1) for stand in trying
    )
    says = f"tries the wire: {answer.value.crossed} cross, {answer.value.caught} are caught"
    tried = ActionSpent(unit.id, Action.MOVE, says, changes, None, reasons(answer), dice, caught)
    return each_action(tried, attempt_actions(table.book))


def _wire_dice(
    state: GameState, unit: Unit, trying: Sequence[Stand], throws: tuple[Throw, ...]
) -> tuple[Throw, ...] | Refusal:
    names = [wire_key(state, stand.id) for stand in trying]
    dice = settle_row(state, names, throws)
    return dice if isinstance(dice, Refusal) else (*dice, *throws[len(trying) :])


def _undeclared(table: JudgedTable, unit: Unit, orders: Orders) -> Refusal | None:
    """Where a company's order roll decides, the wire is declared before the die (FF-ORD-22, AMB-57)."""
    bound = unit.kind in COMPANIES and not kept_off_wire(unit, table.book) and decided_by_order_roll(table.book)
    if not bound or orders.crossing_wire or table.overruled:
        return None
    return Refusal(
        "FF-ORD-22", "It did not say before its die that it would cross wire", "declare it with its next roll"
    )


# Availability and prompts (FF-MOV, FF-WIR)

MOVE, CROSS = Asks(MoveUnit), Asks(CrossWire)
CARRIAGES: Final = {
    (Carriage.PACKED, Carriage.READY): "Unpack",
    (Carriage.LIMBERED, Carriage.READY): "Unlimber",
    (Carriage.READY, Carriage.PACKED): "Pack up",
    (Carriage.READY, Carriage.LIMBERED): "Limber up",
}


def _moving(seated: SeatDeeds) -> Iterator[Possible]:
    return each(seated, lambda unit: [MoveUnit(unit=unit.id, going=going) for going in Going])


def _move_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    unit = seated.state.units[told["unit"]]
    yield MOVE("in_column")
    yield from on_the_way(seated, unit, MOVE)
    among = [going.value for going in Going if _goes(seated, unit, going)]
    yield MOVE("going", among=among, reckoned=_on_its_way(seated, told))
    if unit.kind is UnitClass.TANK:
        yield MOVE("belts")
        yield MOVE("trenches_crossed")
    yield MOVE("note")
    yield from word(seated, MoveUnit, told)


def _on_its_way(seated: SeatDeeds, told: Told) -> tuple[Step, ...]:
    """What the map has of the ways to the places that were told (FF-MOV-01)."""
    field = seated.field
    if not told.get("places") or field is None:
        return ()
    ends = {name: way[-1] for name, way in ways_told(told).items()}
    return tuple(on_the_ways(field, ends, seated.table.book, bool(told.get("in_column"))))


def _goes(seated: SeatDeeds, unit: Unit, going: Going) -> bool:
    return seated.refused(MoveUnit(unit=unit.id, going=going)) is None


def _packing(seated: SeatDeeds) -> Iterator[Possible]:
    for unit in seated.acting:
        orders = seated.state.orders.get(unit.id)
        if orders is None or not (orders.left or changes_for_nothing(seated.table, unit)):
            continue
        for to in carriages(unit):
            barred = seated.refused_all(unit.side, [ChangeCarriage(unit=unit.id, to=to)])
            says = CARRIAGES[unit.carriage, to]
            yield Possible({"unit": unit.id, "to": to.value}, by=unit.side.value, barred=barred, says=says)


def _crossing(seated: SeatDeeds) -> Iterator[Possible]:
    for unit in seated.able:
        if unit.kind is not UnitClass.TANK:
            refused = [_stays_out(seated, unit, (stand.id,)) for stand in seated.state.living(unit)]
            barred = None if None in refused else next(iter(refused), None)
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def _stays_out(seated: SeatDeeds, unit: Unit, stands: tuple[str, ...], belts: int = 1) -> Refusal | None:
    """Why these stands may not try the wire, whatever their dice would show."""
    command, table = CrossWire(unit=unit.id, stands=stands, belts=belts), seated.of(unit.side)
    attempt = seated.waits(command) or at_wire(table, command)
    return attempt if isinstance(attempt, Refusal) else wire_refusal(attempt[2], table.book)


def _crossing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, unit = seated.state, seated.state.units[told["unit"]]
    trying = [one.id for one in state.living(unit) if _stays_out(seated, unit, (one.id,)) is None]
    yield CROSS("stands", among=trying, least=1, most=len(trying))
    yield CROSS("belts")
    stands, belts = tuple(told["stands"]), told.get("belts", 1)
    refused = _stays_out(seated, unit, stands, belts)
    if refused:
        yield refused
        return
    yield from on_the_way(seated, unit, CROSS)
    attempt = at_wire(seated.table, CrossWire(unit=unit.id, stands=stands, belts=belts))
    wanted = 0 if isinstance(attempt, Refusal) else wire_dice(attempt[2], seated.table.book)
    names = [wire_key(state, stand) for stand in unit.stands if stand in stands]
    yield from dice(seated, CROSS, told, wanted, lying_each(state, names))


MOVE_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("move_unit", "Move", MoveUnit, _moving, _move_asks, place=2),
    Deed("change_carriage", "Pack or unpack", ChangeCarriage, _packing, nothing, place=4),
    Deed("cross_wire", "Try the wire", CrossWire, _crossing, _crossing_asks),
)
"""In the order in which they stand below a unit."""


# Odds before the dice


def _wire(table: JudgedTable, command: CrossWire) -> Foreseen:
    """A die a platoon, every one as if it tried alone; none where the order roll has decided it (AMB-57)."""
    if not isinstance(decide(table.state, replace(command, dice=()), table.actor), Refusal):
        return ()
    found = list[Prospect]()
    for stand in command.stands:
        faces = all_faces(_alone(table, replace(command, stands=(stand,))), first_event(ActionSpent, _over))
        if isinstance(faces, Refusal):
            return faces
        found.append(Prospect(stand, faces[0].faces))
    return tuple(found)


def _alone(table: JudgedTable, command: CrossWire) -> Judged:
    return lambda die: decide(table.state, replace(command, dice=(die,)), table.actor)


def _over(event: ActionSpent) -> int:
    """Return 1 if the stand crosses this belt; between two belts it still counts as on the wire (AMB-61)."""
    return int(not event.failed)


FORESEEN: Final[ForeseenBy] = {
    CrossWire: _wire,
}


# Map facts of the commands


def _move(table: JudgedTable, field: Field, command: MoveUnit) -> Asked:
    """What the ways of its stands lead over, from where they stood to where they are put."""
    ways = {place.stand: (place.pose,) for place in command.places}
    used = said_by(command)
    measured = ("going", *(("in_column",) if command.in_column else ()), *_of_tanks(table, command.unit))
    found = march(field, ways, table.book, command.in_column)
    yield from beside((one for one in found if one.fact in measured), used)
    yield from _too_far(table, field, command)
    yield from through_fire(table, field, ways, command.zones)


def _too_far(table: JudgedTable, field: Field, command: MoveUnit) -> Asked:
    """The stands that go farther than one move action carries them: the table decides, the log tells (FF-MOV-01)."""
    for place in command.places:
        way = leg(field, place.stand, place.pose, table.book, command.in_column)
        if way and not way.reaches and way.carries_cm is not None and field.stands[place.stand].exact:
            whence = f"{way.over}: {way.carried}, map"
            yield FromMap("way_cm", way.carries_cm, way.travel_cm, whence, place.stand)


def _of_tanks(table: JudgedTable, unit: str) -> tuple[str, ...]:
    """What is told of the way of a tank only (FF-WIR-11, FF-MOV-14)."""
    return ("belts", "trenches_crossed") if table.state.units[unit].kind is UnitClass.TANK else ()


def _cross(table: JudgedTable, field: Field, command: CrossWire) -> Asked:
    found = [one for name in command.stands[:1] for one in trenches_and_wire.belts(field, name)]
    yield from beside(found, said_by(command))


BY_MAP: Final[MeasuredBy] = {
    MoveUnit: _move,
    CrossWire: _cross,
}


# The rule module

_judged = judged_by(
    {
        MoveUnit: lambda table, command: on_its_way(table, command, move(table, command), ZoneMove.MOVE_ACTION),
        ChangeCarriage: change_carriage,
        CrossWire: lambda table, command: on_its_way(table, command, try_wire(table, command), ZoneMove.WIRE_CROSSING),
    }
)


MOVEMENT: Final[BookChapter] = BookChapter(
    key="movement",
    commands={"move_unit": MoveUnit, "change_carriage": ChangeCarriage, "cross_wire": CrossWire},
    judge=_judged,
    deeds=MOVE_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
)
