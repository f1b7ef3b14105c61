"""The rule module of shooting: prompts, view, odds and log messages (FF-RCB)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.arcs_of_fire import Sector
from rules.flanders_fields.armour import WEAPON_NAMES, TankFacts, guns_of, weapon_on
from rules.flanders_fields.game.actions.shooting import fire_actions
from rules.flanders_fields.game.actions.shooting.fire_actions import (
    SEVERAL_TARGETS,
    AimedShot,
    Fire,
    Fired,
    ShotFired,
    ShotToFire,
    aimed,
    fire,
    may_fire_moving,
    may_spend_fire,
    no_mad_minute,
    of_shot,
    shot_of,
    shot_refused,
    sides_it_fires_from,
)
from rules.flanders_fields.game.decisions import by_shot
from rules.flanders_fields.game.dice_rolls import fire_key
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import RESULTS, stand_name, unit_name
from rules.flanders_fields.game.map_facts import direct_fire
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.outcomes import Asked, beside, said_by, told_reasons
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    Foreseen,
    ForeseenBy,
    Happening,
    MeasuredBy,
    Prospect,
    ThrownFor,
    of,
)
from rules.flanders_fields.game.seat_context import NOT_THROWN, SeatDeeds, has_armour
from rules.flanders_fields.game.stand_types import MOTORS, firer_of, known_in_gas, tank_type
from rules.flanders_fields.game.state.game import GameState, Orders, Unit
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Carriage, Cover, Firer, Side, UnitClass
from rules.kernel.commands import Deed, Possible
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import apart, lying
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import NEEDED, Ask, Asks, Told
from rules.kernel.rule_modules import Telling
from rules.kernel.serialization import build, plain
from rules.tabletop.board_view import Survey

# Availability and prompts (FF-RCB-01, FF-BZN-02, FF-TNK-02, FF-BLK-03)

FIRE, SHOT = Asks(Fire), Asks(AimedShot)


def _shoots(unit: Unit) -> bool:
    """Whether it fires at stands at all: guns and mortars fire on a point."""
    at_stands = firer_of(unit) is not None or unit.kind in SEVERAL_TARGETS
    return at_stands and unit.kind not in ARTILLERY | MORTARS


def _firing(seated: SeatDeeds) -> Iterator[Possible]:
    for unit in seated.able:
        if _shoots(unit):
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=_barred(seated, unit))
    for unit in seated.acting:
        if may_fire_moving(unit, seated.state.orders.get(unit.id), seated.table.book):
            about = {"unit": unit.id, "on_the_move": True}
            yield Possible(about, by=unit.side.value, barred=_moving_barred(seated, unit))


def _barred(seated: SeatDeeds, unit: Unit) -> Refusal | None:
    """Why none of its stands may fire, whatever the target; one that is packed is told so."""
    refused = seated.waits(Fire(unit=unit.id, shots=())) or _nobody_there(seated, unit)
    if refused:
        return refused
    table, first = seated.of(unit.side), None
    for stand in _firers(seated, unit):
        reason = may_spend_fire(table, unit, seated.state.orders[unit.id], [stand]) or _packed(seated, unit, stand)
        if reason is None:
            return None
        first = first or reason
    return first or Refusal("FF-DSH-01", f"{unit.name} sits in a deep shelter", "bring it up first")


def _moving_barred(seated: SeatDeeds, unit: Unit) -> Refusal | None:
    return seated.waits(Fire(unit=unit.id, shots=(), on_the_move=True)) or _nobody_there(seated, unit)


def _nobody_there(seated: SeatDeeds, unit: Unit) -> Refusal | None:
    if _targets(seated, unit):
        return None
    return Refusal("FF-TGT-01", "no enemy stands on the table", "go on to something else")


def _packed(seated: SeatDeeds, unit: Unit, stand: str) -> Refusal | None:
    firer = firer_of(unit)
    if firer is None or unit.carriage not in (Carriage.PACKED, Carriage.LIMBERED):
        return None
    aim = AimedShot(firer=stand, target=_targets(seated, unit)[0], range_cm=1.0, cover=Cover.OPEN, dice=())
    return shot_refused(seated.of(unit.side), shot_of(seated.table, unit, aim, firer))


def _firers(seated: SeatDeeds, unit: Unit) -> list[str]:
    return [stand.id for stand in seated.state.living(unit) if stand.id not in seated.state.shelters.below]


def _targets(seated: SeatDeeds, unit: Unit, friends: bool = False) -> list[str]:
    """Enemies that can be fired at; in the zone of a gun friends too."""
    return seated.once(("targets", unit.side, friends), lambda: _above_ground(seated, None if friends else unit.side))


def _above_ground(seated: SeatDeeds, but: Side | None) -> list[str]:
    below, stands = seated.state.shelters.below, seated.state.stands
    return [stand for stand in seated.on_table if stand not in below and stands[stand].side is not but]


def _fire_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, unit = seated.state, seated.state.units[told["unit"]]
    moving = told.get("on_the_move", False)
    if not moving and no_mad_minute(state, unit, seated.table.book) is None:
        yield FIRE("mad_minute")
    own = ready(seated, unit, moving)
    has_zone = unit.kind in (UnitClass.MACHINE_GUN, UnitClass.BLOCK_HOUSE)
    at_several = unit.kind in SEVERAL_TARGETS
    sides = [side.value for side in sides_it_fires_from(seated.table, unit)] if at_several else []
    most = None if has_zone or at_several else len(own)

    def shot(row: Told) -> Iterator[Ask | Refusal]:
        before = told["shots"][:-1]
        used = [one["firer"] for one in before] if most is not None else []
        yield SHOT("firer", among=[stand for stand in own if stand not in used])
        is_behind = has_zone and bool(before)
        yield SHOT("target", among=_targets(seated, unit, friends=is_behind))
        if is_behind:
            friend = state.stands[row["target"]].side is unit.side
            yield SHOT("behind_cm", usual=NEEDED if friend or unit.kind is UnitClass.MACHINE_GUN else None)
        yield from _of_target(seated, row["target"])
        yield SHOT("range_cm", least=0)
        if sides:
            yield SHOT("sector", among=sides, usual=NEEDED)
        elif at_several:
            yield SHOT("sector")
        yield from (SHOT(name) for name in _of_shot(seated))

    yield FIRE("shots", row=shot, least=1, most=most)
    command = build(Fire, {**told, "shots": [{**row, "dice": []} for row in told["shots"]]})
    refused = seated.waits(command)
    found = refused or aimed(seated.table, command)
    if isinstance(found, Refusal):
        yield found
        return
    counts = _in_order_told(command, found)
    yield SHOT("dice", per="shots", counts=counts, most=max(counts), kept=_lying(seated, command, counts))


def ready(seated: SeatDeeds, unit: Unit, moving: bool) -> list[str]:
    """Its stands that may fire: with an action none that is suppressed."""
    own = _firers(seated, unit)
    if moving:
        return own
    table, orders = seated.of(unit.side), seated.state.orders[unit.id]
    return [stand for stand in own if may_spend_fire(table, unit, orders, [stand]) is None]


def _of_target(seated: SeatDeeds, target: str) -> Iterator[Ask]:
    """What protects it: its cover; of a block house the face that is hit, of armour whether it stands in some."""
    if seated.state.stands[target].faces:
        yield SHOT("face", usual=NEEDED)
    if has_armour(seated.state, [target]):
        yield SHOT("armour_in_cover")
    yield SHOT("cover")


def _of_shot(seated: SeatDeeds) -> Iterator[str]:
    yield from ("in_arc", "direct_sight", "line_crosses", "slope", "from_the_flank", "stands_in_front")
    yield from ("friends_in_line", "passes_over")
    if no_gas(seated.table.book) is None:
        yield "firer_in_gas"


def _in_order_told(command: Fire, found: Sequence[ShotToFire]) -> tuple[int, ...]:
    """How many dice each shot throws, in the order in which the shots were told."""
    counts = {id(one.aim): one.rolls.value for one in found}
    return tuple(counts[id(aim)] for aim in command.shots)


def _lying(seated: SeatDeeds, command: Fire, counts: tuple[int, ...]) -> tuple[Throw, ...]:
    state, kept = seated.state, list[Throw]()
    names = apart([fire_key(state, aim.firer, aim.target) for aim in command.shots])
    for name, count in zip(names, counts, strict=True):
        found = lying(state, name)[:count]
        kept += [*found, *[NOT_THROWN] * (count - len(found))]
    return tuple(kept)


FIRE_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (Deed("fire", "Fire", Fire, _firing, _fire_asks, place=3),)
"""None of them is owed."""


# Views of a seat

SIDES = (Sector.FRONT, Sector.LEFT, Sector.RIGHT, Sector.REAR)


def tank_view(unit: Unit, orders: Orders | None, book: RuleBook) -> dict[str, Any] | None:
    """A tank's sides and targets; None for what is none, or at a date without it (FF-TNK-01)."""
    if unit.kind not in MOTORS:
        return None
    guns = guns_of(TankFacts(tank=tank_type(unit)), book)
    if isinstance(guns, Refusal):
        return None
    weapons = {side.value: weapon_on(tank_type(unit), side, book) for side in SIDES}
    return {
        "targets": guns.value.targets,
        "sides": {side: WEAPON_NAMES[Firer(one.value)] for side, one in weapons.items() if one},
        "fires_moving": may_fire_moving(unit, orders, book),
    }


# Log text


def says_fired(state: GameState, event: Fired) -> str:
    """One plain sentence."""
    outcome = "; ".join(_shot_text(state, shot) for shot in event.shots)
    how = " its Mad Minute" if event.mad_minute else " at the end of its move" if event.on_the_move else ""
    return f"{unit_name(state, event.unit)} fires{how}: {outcome}"


def _shot_text(state: GameState, shot: ShotFired) -> str:
    results = " and ".join(RESULTS[result] for result in shot.results)
    return f"{stand_name(state, shot.target)} {results}"


def name_of_fire(state: GameState, event: Fired) -> str:
    """The name of a deed on the button that takes it back."""
    return f"{state.units[event.unit].name}'s fire"


def fired_card(event: Fired) -> dict[str, Any]:
    """The shots, what they did, and why."""
    return {"shots": plain(event.shots), "changes": plain(event.changes)} | told_reasons(event.reasons)


TOLD: Final = Telling(says_fired, name_of_fire, fired_card)


# Odds before the dice


def _shots(table: JudgedTable, command: Fire) -> Foreseen:
    shots = aimed(table, command)
    return shots if isinstance(shots, Refusal) else tuple(_shot_odds(table, one) for one in shots)


def _shot_odds(table: JudgedTable, one: ShotToFire) -> Prospect:
    found = by_shot(one.shot, table.book, Prospect(one.aim.target, (), throws=one.rolls.value, by=one.aim.firer))
    return replace(found, steps=(*one.lead, *found.steps))


FORESEEN: Final[ForeseenBy] = {
    Fire: _shots,
}


# Map facts of the commands


def _fire(table: JudgedTable, field: Field, command: Fire) -> Asked:
    first = ""
    for aim in command.shots:
        if aim.behind_cm is None:
            first = aim.target
            found = direct_fire.aimed(field, aim.firer, aim.target, table.book)
        else:
            found = _in_zone(table, field, aim, first)
        used = said_by(aim) | {"firer_in_gas": known_in_gas(table.state, aim.firer, aim.firer_in_gas)}
        yield from beside(found, used, of_shot(aim.firer, aim.target))


def _in_zone(table: JudgedTable, field: Field, aim: AimedShot, first: str) -> Survey:
    if not field.has(aim.firer, first):
        return ()
    edge = direct_fire.face_of(direct_fire.side_of(field, aim.firer, first, table.book))
    found = direct_fire.behind(field, aim.firer, first, table.book, edge)
    return next((one.facts for one in found if one.stand == aim.target), ())


BY_MAP: Final[MeasuredBy] = {
    Fire: _fire,
}


# The rule module

SHOOTING: Final[BookChapter] = BookChapter(
    key="shooting",
    events=(
        Happening(
            kind="fired",
            made=Fired,
            fold=fire_actions.fired,
            dice=fire_actions.fire_throws,
            roll=ThrownFor.SHOOTING,
            whose=of("unit"),
            covers=fire_actions.covers_told,
            apart=fire_actions.apart_told,
            with_map=fire_actions.with_map,
            names_unit=True,
        ),
    ),
    told=TOLD,
    commands={"fire": Fire},
    judge=fire,
    deeds=FIRE_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
)
