"""The fire of tanks by their sides, and of block houses by their faces (FF-TNK-01 to -11, FF-BLK-03, FF-BLK-10)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.armour.tank_fire import TankAim, TankFireFacts, TankShot, fire_by_sectors, fires_on_the_move
from rules.flanders_fields.armour.tanks import WEAPON_NAMES, MovingFire, TankFacts, TankType, unknown, weapon_on
from rules.flanders_fields.armour.tanks import moving_fire as moving_fire_of
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.models import MOTORS, tank_type, target_kind
from rules.flanders_fields.game.state import Orders, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shelters.block_houses import FACES, Face, FacesFire, faces_fire
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.shooting.game.commands import AimedShot, Fire
from rules.flanders_fields.shooting.game.shots import LaidShot, shot_of, shot_refused, zone
from rules.flanders_fields.vocabulary import Action, Firer, Nation, UnitClass
from rules.kernel.explain import Explained, Refusal, Step

SEVERAL_TARGETS = MOTORS | {UnitClass.BLOCK_HOUSE}
"""What fires at more than one target with one action."""


def moving_fire(table: JudgedTable, command: Fire) -> tuple[Unit, Orders] | Refusal:
    """A tank that has just moved, with its orders: it fires at the end of that move (FF-TNK-02, FF-TNK-11)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    orders = table.state.orders.get(unit.id)
    if unit.kind not in MOTORS:
        return Refusal("FF-DFM-15", "only LMG-armed tanks fire at the end of a move", "fire with an action of its own")
    if orders is None or not (table.overruled or (orders.moved_last and not orders.done)):
        return Refusal("FF-TNK-02", "its last action was no move", "fire with an action of its own")
    return table.ordered_now(unit) or (unit, orders)


def may_fire_moving(unit: Unit, orders: Orders | None, book: RuleBook) -> bool:
    """Whether a tank may still fire at the end of the move it has just made (FF-TNK-02, FF-TNK-07)."""
    if orders is None or unit.kind not in MOTORS or not orders.moved_last or orders.done:
        return False
    return isinstance(fire_by_sectors(_tank_facts(unit, orders, True, book), (), book), Explained)


def _tank_facts(unit: Unit, orders: Orders, on_the_move: bool, book: RuleBook, captured: bool = False) -> TankFireFacts:
    return TankFireFacts(
        tank=tank_type(unit),
        targets=(),
        captured=captured,
        moved=on_the_move,
        moved_before=Action.MOVE in orders.spent,
        fired_before=Action.FIRE in orders.spent or orders.fired_moving > 0,
        fired_on_the_move_before=orders.fired_moving > 0,
    )


def tank_shots(table: JudgedTable, unit: Unit, orders: Orders, command: Fire) -> tuple[LaidShot, ...] | Refusal:
    """The shots of a tank at the targets on its sides (FF-TNK-01 to -11)."""
    facts = _tank_facts(unit, orders, command.on_the_move, table.book, _is_captured(table, unit))
    if isinstance(unknown(TankFacts(tank=facts.tank), table.book), Refusal):
        return _early_car(table, unit, command)
    aims = tuple(_aim(table, command.shots, place) for place in range(1, len(command.shots) + 1))
    answer = fire_by_sectors(facts, aims, table.book)
    if isinstance(answer, Refusal) and not table.overruled:
        return answer
    fired = {one.target: one for one in answer.value} if isinstance(answer, Explained) else {}
    missing = next((aim for aim in aims if aim.place not in fired), None)
    if missing and not table.overruled:
        return _not_fired(answer, missing)
    laid = list[LaidShot]()
    for aim in aims:
        one = _laid(table, unit, command.shots[aim.place - 1], fired.get(aim.place), facts)
        if isinstance(one, Refusal):
            return one
        laid.append(one)
    return tuple(laid)


def _early_car(table: JudgedTable, unit: Unit, command: Fire) -> tuple[LaidShot, ...] | Refusal:
    """An armoured car before the tanks: one target for its LMG, on any side, not on the move (SHQ-43, SHQ-59)."""
    if (len(command.shots) > 1 or command.on_the_move) and not table.overruled:
        return Refusal("FF-ARC-11", "an armoured car fires at one target, without moving", "leave out the others")
    laid = tuple(LaidShot(aim, shot_of(table, unit, aim, Firer.TANK_LMG)) for aim in command.shots)
    return next((refused for one in laid if (refused := shot_refused(table, one.shot))), None) or laid


def sides_it_fires_from(table: JudgedTable, unit: Unit) -> tuple[Sector, ...]:
    """The sides one must choose from: those that a gun bears on (FF-TNK-01), or the faces of a block house (FF-BLK-12).

    None where no side need be said: what fires has a gun for every side.
    """
    if unit.kind is UnitClass.BLOCK_HOUSE:
        return tuple(Sector(face.value) for face in FACES)
    tank = tank_type(unit)
    if isinstance(unknown(TankFacts(tank=tank), table.book), Refusal) or weapon_on(tank, Sector.NONE, table.book):
        return ()
    return tuple(side for side in Sector if weapon_on(tank, side, table.book))


def _is_captured(table: JudgedTable, unit: Unit) -> bool:
    """A British or French machine in German hands (FF-TNK-09)."""
    german = table.state.side_facts(unit.side).nation == Nation.GERMAN
    return german and unit.kind is UnitClass.TANK and tank_type(unit) is not TankType.A7V


def _aim(table: JudgedTable, shots: tuple[AimedShot, ...], place: int) -> TankAim:
    shot = shots[place - 1]
    return TankAim(
        place=place,
        sector=shot.sector,
        range_cm=shot.range_cm,
        kind=target_kind(table.state, shot.target),
        again=any(one.target == shot.target for one in shots[: place - 1]),
    )


def _not_fired(answer: Explained[tuple[TankShot, ...]] | Refusal, aim: TankAim) -> Refusal:
    """Why a tank does not fire at one of the targets asked for."""
    if isinstance(answer, Refusal):
        return answer
    why = next(one for one in answer.considered if one.says.startswith(f"Target {aim.place}:"))
    instead = "say on which side it lies" if aim.sector is Sector.NONE else "leave it out, or choose another target"
    return Refusal(why.clause, why.says, instead)


def _laid(
    table: JudgedTable, unit: Unit, aim: AimedShot, found: TankShot | None, facts: TankFireFacts
) -> LaidShot | Refusal:
    """One shot with the weapon that bears on its side; overruled, whatever bears there fires."""
    weapon = weapon_on(facts.tank, aim.sector, table.book)
    if weapon is None:
        return Refusal("FF-TNK-01", "no gun bears on that side", "choose a target on another side")
    firer = found.firer if found else Firer(weapon.value)
    moved = fires_on_the_move(facts, table.book) and _fires_moving(facts, table.book)
    shot = replace(shot_of(table, unit, aim, firer), fired_on_the_move=moved)
    refused = shot_refused(table, shot)
    side = "" if aim.sector is Sector.NONE else f"To its {aim.sector}: "
    return refused or LaidShot(aim, shot, (Step(weapon.clause, f"{side}{WEAPON_NAMES[firer]}".capitalize()),))


def _fires_moving(facts: TankFireFacts, book: RuleBook) -> bool:
    return moving_fire_of(facts.tank, book).value != MovingFire.NO


def block_house_shots(table: JudgedTable, unit: Unit, command: Fire) -> tuple[LaidShot, ...] | Refusal:
    """The shots of a block house: each face its first target and beaten zone (FF-BLK-03, FF-BLK-10, SHQ-22)."""
    by_face = list(_by_face(command.shots))
    if any(face is None for face, _ in by_face):
        return Refusal("FF-BLK-12", "a block house fires from its front, its left or its right face", "say which")
    firing = tuple(face for face, _ in by_face if face is not None)
    asked = FacesFire(firing=firing, faces=table.state.stands[command.shots[0].firer].faces)
    answer = faces_fire(asked, table.book)
    if isinstance(answer, Refusal) and not table.overruled:
        return answer
    laid = list[LaidShot]()
    for face, aims in by_face:
        shots = zone(table, unit, aims)
        if isinstance(shots, Refusal):
            return shots
        laid.extend(_led_by(one, Step("FF-BLK-03", f"From its {face} face")) for one in shots)
    return tuple(laid)


def _led_by(one: LaidShot, step: Step) -> LaidShot:
    """The same shot with a line that tells what fires it."""
    return LaidShot(one.aim, one.shot, (step,))


def _by_face(shots: tuple[AimedShot, ...]) -> Iterator[tuple[Face | None, tuple[AimedShot, ...]]]:
    """The shots face by face: what stands behind a first target follows it."""
    group = list[AimedShot]()
    for shot in (*shots, None):
        if group and (shot is None or shot.behind_cm is None):
            yield next((face for face in FACES if face.value == group[0].sector.value), None), tuple(group)
            group = []
        if shot is not None:
            group.append(shot)
