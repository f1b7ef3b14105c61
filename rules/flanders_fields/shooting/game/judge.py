"""Fire actions: companies stand by stand, machine guns with their beaten zone; what they do to stands and companies."""

from collections.abc import Iterable, Iterator

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.national import SpecialFacts, may_use
from rules.flanders_fields.game.dice import faces, fire_key, former_action_key
from rules.flanders_fields.game.effects import Effects, shaken_by
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.models import MOTORS, firer_of, is_renault
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.spending import spend as spend_action
from rules.flanders_fields.game.state import GameState, Orders, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.morale.suppression import SOURCES
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.fire_action import FireAction, rolls
from rules.flanders_fields.shooting.game.by_sides import (
    SEVERAL_TARGETS,
    block_house_shots,
    moving_fire,
    tank_shots,
)
from rules.flanders_fields.shooting.game.commands import AimedShot, Fire
from rules.flanders_fields.shooting.game.events import Fired, ShotFired
from rules.flanders_fields.shooting.game.shots import LaidShot, priority_firer, shot_of, shot_refused, zone
from rules.flanders_fields.shooting.shot import effect
from rules.flanders_fields.shooting.target_priority import may_pass_over
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    MORTARS,
    Action,
    FireResult,
    Nation,
    RollKind,
    Special,
    UnitClass,
)
from rules.kernel.dice import Throw
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.kept import Former, Roll, apart, settle_each
from rules.kernel.measure import BadDistance
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass


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
    former, before = former_action_key(state, "moving" if command.on_the_move else "fire", command.unit), 0
    for name, aim in zip(names, command.shots, strict=True):
        yield Roll(name, aim.dice, Former(former, before))
        before += len(aim.dice)


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
