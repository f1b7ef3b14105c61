"""Fire actions: companies, machine guns, tanks and block houses (FF-RCB, FF-BZN, FF-TNK)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from rules.flanders_fields.arcs_of_fire import Sector
from rules.flanders_fields.armour import (
    WEAPON_NAMES,
    MovingFire,
    TankAim,
    TankFacts,
    TankFireFacts,
    TankShot,
    TankType,
    fire_by_sectors,
    fires_on_the_move,
    unknown,
    weapon_on,
)
from rules.flanders_fields.armour import moving_fire as moving_fire_of
from rules.flanders_fields.fire_eligibility import Shot, has_no_row, may_shoot
from rules.flanders_fields.game.dice_rolls import faces, fire_key, helps_fire
from rules.flanders_fields.game.event_folding import change_stands, changed, others_act, spend, under_fire
from rules.flanders_fields.game.fire_effects import Effects, after_losses, shaken_by
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.handler_context import spend as spend_action
from rules.flanders_fields.game.outcomes import FromMap, OfStand, Reasons, StandChange, of_map
from rules.flanders_fields.game.rule_module import GoesOn, OpensFire
from rules.flanders_fields.game.stand_types import (
    MOTORS,
    firer_of,
    is_renault,
    is_storm,
    known_in_gas,
    marksmen,
    more_light_guns,
    quality_of,
    tank_type,
    target_kind,
)
from rules.flanders_fields.game.state.cards import GOOD, SUPERB
from rules.flanders_fields.game.state.game import GameState, Orders, Unit
from rules.flanders_fields.machine_guns import BeatenZoneFacts, ZoneStand, sequence_of_shots
from rules.flanders_fields.morale import SOURCES
from rules.flanders_fields.national_rules import SpecialFacts, may_use
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shelters import FACES, Face, FacesFire, faces_fire
from rules.flanders_fields.shooting import FireAction, effect, rolls
from rules.flanders_fields.target_priority import may_pass_over
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    MORTARS,
    Action,
    Carriage,
    Cover,
    Crossing,
    Firer,
    FireResult,
    Nation,
    RollKind,
    Slope,
    Special,
    UnitClass,
)
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice, Roll, apart, settle_each
from rules.kernel.distances import BadDistance
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.tables import Cited

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class AimedShot:
    """One stand's fire at one target as measured; `behind_cm` for a stand in a machine gun's beaten zone.

    `passes_over` says that another enemy comes first by target priority; `stands_in_front` counts friendly stands.
    `sector` is the side of the tank, or the face of the block house, that fires; `face` the face of a block house that
    is hit; `armour_in_cover` tells of an armoured target that it stands in a building or the like.
    """

    firer: str = fact("the stand that fires")
    target: str = fact("the stand fired at")
    range_cm: float = fact("from the firer to the target", unit="cm")
    cover: Cover = fact("the target's cover")
    dice: tuple[Throw, ...] = fact("the dice of the shot")
    behind_cm: float | None = fact("from the first target to this one behind it", default=None, unit="cm")
    in_arc: bool = fact("the target is in the firer's arc", default=True)
    direct_sight: bool = fact("the firer sees the target itself", default=True)
    firer_in_gas: bool | None = fact("the firer stands in gas", default=None)
    line_crosses: Crossing = fact("what the line of fire passes between", default=Crossing.NOTHING)
    slope: Slope = fact("how the firer stands above or below the target", default=Slope.LEVEL)
    from_the_flank: bool = fact("the fire comes from the flank", default=False)
    stands_in_front: int = fact("friendly stands in front of the firer", default=0)
    friends_in_line: bool = fact("friendly stands are in the line of fire", default=False)
    passes_over: bool = fact("another enemy comes first by target priority", default=False)
    sector: Sector = fact("the side of the tank, or the face of the block house, that fires", default=Sector.NONE)
    face: Face | None = fact("the face of the block house that is hit", default=None)
    armour_in_cover: bool = fact("the armoured target stands in a building or the like", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(GoesOn, OpensFire):
    """Spend a fire action: a company's stands each once, or a machine gun's first target and its beaten zone.

    A tank fires at as many targets as its type allows, a block house from each face. `on_the_move`: at the end of the
    move action a tank has just made, which spends no action of its own (FF-TNK-02).
    """

    unit: str = fact("the unit that fires")
    shots: tuple[AimedShot, ...] = fact("the shots")
    mad_minute: bool = fact("it fires a Mad Minute", default=False)
    on_the_move: bool = fact("it fires at the end of its move", default=False)

    def firing(self, _state: "GameState") -> str:
        """The unit that is about to fire."""
        return self.unit


# Events


@dataclass(frozen=True, slots=True)
class ShotFired:
    """One target's part of a fire action: the dice, what each did, and why."""

    firer: str
    target: str
    range_cm: float
    cover: Cover
    place: int
    dice: tuple[Throw, ...]
    results: tuple[FireResult, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class Fired:
    """A unit spent a fire action; `changes` is what every stand touched is afterwards.

    `fired_on` names the battalions (by house rule the companies) that were under fire, `companies` the companies that
    were suppressed as a whole. `on_the_move`: at the end of a move, without an action of its own.
    """

    unit: str
    shots: tuple[ShotFired, ...]
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    mad_minute: bool
    reasons: Reasons
    companies: tuple[str, ...] = ()
    on_the_move: bool = False


# Names of dice rolls


def fire_throws(state: GameState, event: Fired) -> Dice:
    """The dice of it by the name of their roll."""
    names = apart([fire_key(state, shot.firer, shot.target) for shot in event.shots])
    return {name: shot.dice for name, shot in zip(names, event.shots, strict=True) if shot.dice}


# Folds of events into the state


def fired(state: GameState, event: Fired) -> None:
    """Shots have been fired, and done what they did."""
    if event.on_the_move:
        orders = state.orders[event.unit]
        state.orders[event.unit] = orders._replace(moved_last=False, fired_moving=orders.fired_moving + 1)
    else:
        spend(state, event.unit, Action.FIRE)
    others_act(state)
    for shot in event.shots:
        state.stands[shot.firer] = changed(state.stands[shot.firer], has_fired=True)
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    if event.mad_minute:
        unit = state.units[event.unit]
        state.units[event.unit] = changed(unit, mad_minutes=unit.mad_minutes + 1)
        battalion = state.battalions[unit.of]
        state.battalions[unit.of] = changed(battalion, mad_minute_turn=state.turn.number)


def covers_told(event: Fired) -> Iterator[OfStand]:
    """The cover of each target."""
    return ((one.target, one.cover) for one in event.shots if not of_map(one.reasons.map, "cover"))


def apart_told(event: Fired) -> Iterator[tuple[str, str, float]]:
    """How far each firer is from its target, in centimetres."""
    for shot in event.shots:
        if not of_map(shot.reasons.map, "range_cm"):
            yield shot.firer, shot.target, shot.range_cm


def of_shot(firer: str, target: str) -> str:
    """Whose a fact is where a command has several shots."""
    return f"{firer}>{target}"


def with_map(event: Fired, said: tuple[FromMap, ...]) -> Fired:
    """The same with what the map said of each shot; `of` has told whose it is, which the shot says itself."""
    return replace(event, shots=tuple(_shot_with(shot, said) for shot in event.shots))


def _shot_with(shot: ShotFired, said: tuple[FromMap, ...]) -> ShotFired:
    own = tuple(replace(one, of="") for one in said if one.of == of_shot(shot.firer, shot.target))
    return replace(shot, reasons=replace(shot.reasons, map=own))


# One shot of a fire action as the rules see it, and a gun's first target with its beaten zone


class LaidShot(NamedTuple):
    """A shot that may be fired, as asked for and as the rules see it; `lead` tells what fires it."""

    aim: AimedShot
    shot: Shot
    lead: tuple[Step, ...] = ()


def shot_of(table: JudgedTable, unit: Unit, aim: AimedShot, firer: Firer) -> Shot:
    """The facts of one shot: the game's own, and those measured in the command.

    A block house's crew is in Fortifications (FF-BLK-08), and each of its faces is silenced by itself.
    """
    state = table.state
    own, target = state.stands[aim.firer], state.stands[aim.target]
    return Shot(
        firer=firer,
        range_cm=aim.range_cm,
        cover=Cover.FORTIFIED if target.faces else aim.cover,
        target=target_kind(state, aim.target),
        target_armour_in_cover=aim.armour_in_cover,
        target_is_command=not target.unit,
        in_arc=aim.in_arc,
        direct_sight=aim.direct_sight,
        firer_quality=quality_of(state, unit),
        storm_troops=is_storm(state, aim.firer),
        firer_in_gas=known_in_gas(state, aim.firer, aim.firer_in_gas),
        line_crosses=aim.line_crosses,
        slope=aim.slope,
        from_the_flank=aim.from_the_flank,
        stands_in_front=aim.stands_in_front,
        friends_in_line=aim.friends_in_line,
        long_range_marksmanship=marksmen(table.state, unit, table.book),
        more_light_guns=more_light_guns(state, unit, table.book),
        suppressed=own.levels > 0 and not own.faces,
        packed=unit.carriage in (Carriage.PACKED, Carriage.LIMBERED),
        superb_shooting_card=helps_fire(state, unit.id, SUPERB),
        good_shooting_card=helps_fire(state, unit.id, GOOD),
        mounted=firer is Firer.CAVALRY and not unit.dismounted,
    )


def shot_refused(table: JudgedTable, shot: Shot) -> Refusal | None:
    """Why a shot is not fired; overruled, only what no table has a score for is not."""
    return has_no_row(shot, table.book) if table.overruled else may_shoot(shot, table.book)


def priority_firer(unit: Unit) -> Firer:
    """As what target priority binds a unit; a tank by any of its weapons (FF-TGT-01, SHQ-76)."""
    return firer_of(unit) or Firer.TANK_LMG


def zone(table: JudgedTable, unit: Unit, aims: tuple[AimedShot, ...]) -> tuple[LaidShot, ...] | Refusal:
    """A machine gun's shots, or those of one face of a block house: the first target, then those behind it."""
    first, *behind = aims
    if first.behind_cm is not None or any(aim.behind_cm is None for aim in behind):
        return Refusal("FF-BZN-02", "one stand is aimed at, the others stand behind it", "measure them from its rear")
    facts = BeatenZoneFacts(
        first=_first(table, unit, first),
        behind=tuple(_behind(table, unit, aim, aim.behind_cm or 0.0) for aim in behind),
    )
    answer = sequence_of_shots(facts, table.book, overridden=table.overruled)
    if isinstance(answer, Refusal):
        return answer
    by_target = {aim.target: aim for aim in behind}
    missing = [aim for aim in behind if aim.target not in {one.name for one in answer.value[1:]}]
    if missing:
        name = table.state.stands[missing[0].target].name
        return Refusal("FF-BZN-04", f"{name} is not attacked in this beaten zone", "leave it out")
    rest = (LaidShot(by_target[one.name], one.shot) for one in answer.value[1:])
    return (LaidShot(first, answer.value[0].shot), *rest)


def _first(table: JudgedTable, unit: Unit, aim: AimedShot) -> Shot:
    return shot_of(table, unit, aim, firer_of(unit) or Firer.MACHINE_GUN)


def _behind(table: JudgedTable, unit: Unit, aim: AimedShot, behind_cm: float) -> ZoneStand:
    target = table.state.stands[aim.target]
    return ZoneStand(
        name=aim.target,
        behind_cm=behind_cm,
        cover=Cover.FORTIFIED if target.faces else aim.cover,
        target=target_kind(table.state, aim.target),
        target_armour_in_cover=aim.armour_in_cover,
        target_is_command=not target.unit,
        direct_sight=aim.direct_sight,
        friend=target.side is unit.side,
    )


# The fire of tanks by their sides, and of block houses by their faces (FF-TNK-01 to -11, FF-BLK-03, FF-BLK-10)

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


# Fire actions


@dataclass(frozen=True, slots=True)
class ShotToFire:
    """One shot of a fire action that may be fired: as asked for, as the rules see it, and how many dice it gets.

    `lead` tells what fires it, where that is not plain.
    """

    aim: AimedShot
    shot: Shot
    rolls: Cited[int]
    lead: tuple[Step, ...] = ()


def aimed(table: JudgedTable, command: Fire) -> tuple[ShotToFire, ...] | Refusal:
    """The shots of a fire action in the order their dice are read; the dice themselves are not looked at.

    Refuses what the rules do not let this unit fire now (FF-RCB-04, FF-TGT-01, FF-BZN-02 to -04).
    """
    acting = moving_fire(table, command) if command.on_the_move else table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    if unit.kind in ARTILLERY | MORTARS:
        return Refusal("FF-ART-15", f"{unit.name} fires on its aiming point", "lay one, and fire on its area")
    refused = _aims_refused(table, unit, command) or _leave_refused(table, unit, orders, command)
    if refused:
        return refused
    try:
        shots = _shots(table, unit, orders, command)
    except BadDistance as wrong:
        return Refusal("FF-RCB-06", str(wrong), "measure again")
    return shots if isinstance(shots, Refusal) else _with_rolls(table, unit, command, shots)


def _with_rolls(
    table: JudgedTable, unit: Unit, command: Fire, shots: tuple[LaidShot, ...]
) -> tuple[ShotToFire, ...] | Refusal:
    found = list[ShotToFire]()
    for aim, shot, lead in shots:
        due = rolls(FireAction(shot=shot, mad_minute=command.mad_minute, renault=is_renault(unit)), table.book)
        if isinstance(due, Refusal):
            return due
        found.append(ShotToFire(aim, shot, due, lead))
    return tuple(found)


def fire(table: JudgedTable, command: Fire) -> Judgement:
    """Spend a fire action (FF-RCB-01, FF-RCB-04, FF-RCB-10, FF-BZN-01 to -07)."""
    shots = aimed(table, command)
    if isinstance(shots, Refusal):
        return shots
    dice = settle_each(table.state, _rolls(table.state, command))
    if isinstance(dice, Refusal):
        return dice
    return _resolve(table, command, shots, tuple(throw for thrown in dice for throw in thrown))


def _rolls(state: GameState, command: Fire) -> Iterator[Roll]:
    """The dice of each shot under its own name: none that was seen at one target falls on another."""
    names = apart([fire_key(state, aim.firer, aim.target) for aim in command.shots])
    for name, aim in zip(names, command.shots, strict=True):
        yield Roll(name, aim.dice)


def _aims_refused(table: JudgedTable, unit: Unit, command: Fire) -> Refusal | None:
    if not command.shots:
        return Refusal("FF-RCB-04", "no target was chosen", "choose a target")
    for aim in command.shots:
        target = table.on_table(aim.target)
        if target is None:
            return Refusal("FF-TGT-01", "that target is not on the table", "choose a stand that is still there")
        if target.side is unit.side and aim.behind_cm is None and not table.overruled:
            return Refusal("FF-TGT-01", f"{target.name} is on the same side", "aim at the enemy")
        if aim.firer not in unit.stands:
            return Refusal("FF-RCB-04", f"that stand does not belong to {unit.name}", "fire with its own stands")
        if not table.state.stands[aim.firer].alive:
            return Refusal("FF-RCB-04", "that stand has been destroyed", "fire with a stand that is still there")
        if aim.firer in table.state.shelters.below:
            return Refusal("FF-DSH-01", "that stand sits in a deep shelter", "bring it up first")
        if aim.target in table.state.shelters.below and not table.overruled:
            return Refusal("FF-DSH-02", f"nothing reaches {target.name} in its deep shelter", "assault it")
        if table.state.stands[aim.target].faces and aim.face is None and not table.overruled:
            return Refusal("FF-BLK-07", f"{target.name} is hit on one of its faces", "say on which")
    firers = [aim.firer for aim in command.shots if aim.behind_cm is None]
    if len(set(firers)) != len(firers) and unit.kind not in SEVERAL_TARGETS and not table.overruled:
        return Refusal("FF-RCB-04", "a stand fires at one target in a fire action", "give each stand one target")
    return None


def _leave_refused(table: JudgedTable, unit: Unit, orders: Orders, command: Fire) -> Refusal | None:
    if command.on_the_move:
        return None
    refused = may_spend_fire(table, unit, orders, [aim.firer for aim in command.shots])
    if refused:
        return refused
    return no_mad_minute(table.state, unit, table.book) if command.mad_minute else None


def may_spend_fire(table: JudgedTable, unit: Unit, orders: Orders, firers: Iterable[str]) -> Refusal | None:
    """Why a unit may not spend an action on the fire of these stands of its own (FF-ORD-29, FF-SUP-09)."""
    # A block house is silenced face by face, which its own shots look at.
    marked = (one for one in (table.state.stands[firer] for firer in firers) if not one.faces)
    suppression = max((stand.levels for stand in marked), default=0)
    leave = spend_action(table, unit, orders, Action.FIRE, suppression)
    return leave if isinstance(leave, Refusal) else None


def no_mad_minute(state: GameState, unit: Unit, book: RuleBook) -> Refusal | None:
    """Why a unit has no Mad Minute to fire (FF-SPR-02); None where it has one.

    In the specimen game a battalion has one, for all its companies in one turn (FF-SCN-33, GAP-36).
    """
    battalion = state.battalion_of(unit)
    if battalion is None:
        return Refusal("FF-SPR-02", "the Mad Minute is for rifle companies", "fire as usual")
    this_turn = battalion.mad_minute_turn == state.turn.number and not unit.mad_minutes
    facts = SpecialFacts(
        special=Special.MAD_MINUTE,
        nation=Nation(state.side_facts(unit.side).nation),
        roll=RollKind.FIRE,
        unit_class=unit.kind,
        quality=battalion.quality,
        used=unit.mad_minutes,
        used_by_battalion=0 if this_turn else int(battalion.mad_minute_turn > 0),
        specimen_game=state.settled.specimen_game,
    )
    answer = may_use(facts, book)
    return answer if isinstance(answer, Refusal) else None


def _shots(table: JudgedTable, unit: Unit, orders: Orders, command: Fire) -> tuple[LaidShot, ...] | Refusal:
    """Every shot of the fire action in the order the dice are read."""
    refused = _passes_over(table, unit, command)
    if refused:
        return refused
    if unit.kind is UnitClass.MACHINE_GUN:
        return zone(table, unit, command.shots)
    if unit.kind is UnitClass.BLOCK_HOUSE:
        return block_house_shots(table, unit, command)
    if unit.kind in MOTORS:
        return tank_shots(table, unit, orders, command)
    firer = firer_of(unit)
    if firer is None:
        return Refusal("FF-RCB-03", f"{unit.name} does not fire at a stand", "fire with its own kind of fire")
    laid = tuple(LaidShot(aim, shot_of(table, unit, aim, firer)) for aim in command.shots)
    return next((why for one in laid if (why := shot_refused(table, one.shot))), None) or laid


def _passes_over(table: JudgedTable, unit: Unit, command: Fire) -> Refusal | None:
    """Why a target may not be chosen while another one comes first, as the players see it (FF-TGT-01, FF-TGT-02)."""
    if table.overruled or not any(aim.passes_over for aim in command.shots):
        return None
    return may_pass_over(priority_firer(unit), table.book)


def _resolve(table: JudgedTable, command: Fire, shots: tuple[ShotToFire, ...], dice: tuple[Throw, ...]) -> Judgement:
    effects, fired, left = Effects(table), list[ShotFired](), list(dice)
    for one in shots:
        wanted = one.rolls.value
        if len(one.aim.dice) != wanted:
            return Refusal(one.rolls.clause, f"{wanted} dice are thrown at this target", f"enter {wanted}")
        own, left = tuple(left[:wanted]), left[wanted:]
        fired.append(_fire_one(effects, one, own))
    shaken = tuple(shaken_by(table, tuple(aim.target for aim in command.shots), effects))
    changes = tuple(effects.touched.values())
    kept = Reasons(None, tuple(effects.steps))
    companies = tuple(sorted(effects.suppressed_units))
    event = Fired(command.unit, tuple(fired), changes, shaken, command.mad_minute, kept, companies, command.on_the_move)
    return (event, *after_losses(table, changes))


def _fire_one(effects: Effects, one: ShotToFire, dice: tuple[Throw, ...]) -> ShotFired:
    aim, shot = one.aim, one.shot
    results: list[FireResult] = []
    total: int | None = None
    steps: list[Step] = list(one.lead)
    considered: tuple[Considered, ...] = ()
    for die in faces(dice):
        if not effects.now(aim.target).alive:
            steps.append(Step("FF-SPR-10", "The target is dead: this roll is lost"))
            results.append(FireResult.NO_EFFECT)
            continue
        answer: Explained[FireResult] = effect(shot, die, effects.table.book)
        total, considered = answer.total, answer.considered
        steps.extend(answer.steps)
        results.append(answer.value)
        if answer.value is FireResult.KILLED:
            effects.kill(aim.target)
        elif answer.value is FireResult.SUPPRESSED:
            effects.suppress(aim.target, SOURCES[shot.firer], aim.cover, aim.face)
    kept = Reasons(total, tuple(steps), considered)
    place = shot.place_in_beaten_zone
    return ShotFired(aim.firer, aim.target, aim.range_cm, aim.cover, place, dice, tuple(results), kept)
