"""Fire actions: companies stand by stand, machine guns with their beaten zone; what they do to stands and companies."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.flanders_fields.beaten_zone import BeatenZoneFacts, ZoneStand, sequence_of_shots
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.command import Attack, Shaken, UnderFire, raw_bonus_ends
from rules.flanders_fields.fire_action import FireAction, rolls
from rules.flanders_fields.game.commands import AimedShot, Fire
from rules.flanders_fields.game.decide.losses import after_losses
from rules.flanders_fields.game.decide.orders import spend
from rules.flanders_fields.game.decide.table import Judgement, Table
from rules.flanders_fields.game.dice import faces, settle, turn_key
from rules.flanders_fields.game.events import Fired, ShotFired
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.state import GameState, Orders, Stand, Unit
from rules.flanders_fields.may_shoot import may_shoot
from rules.flanders_fields.national import SpecialFacts, may_use
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.shot import Shot
from rules.flanders_fields.suppression import SOURCES, SuppressFacts, suppress
from rules.flanders_fields.target_priority import may_pass_over
from rules.flanders_fields.vocabulary import (
    Action,
    Carriage,
    Cover,
    Firer,
    FireResult,
    Nation,
    Quality,
    RollKind,
    Special,
    SuppressionSource,
    UnitClass,
)
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.measure import BadDistance
from rules.kernel.play import Throw
from rules.kernel.tables import Cited

FIRES_AS = {
    UnitClass.RIFLE_COMPANY: Firer.INFANTRY,
    UnitClass.MACHINE_GUN: Firer.MACHINE_GUN,
    UnitClass.LMG_PLATOON: Firer.LMG,
    UnitClass.FIELD_GUN: Firer.FIELD_GUN,
    UnitClass.FIELD_HOWITZER: Firer.FIELD_HOWITZER,
    UnitClass.HEAVY_ARTILLERY: Firer.HEAVY_ARTILLERY,
    UnitClass.SUPER_HEAVY_ARTILLERY: Firer.SUPER_HEAVY_ARTILLERY,
    UnitClass.CAVALRY: Firer.CAVALRY,
}


@dataclass(slots=True)
class Effects:
    """What a fire action has done so far to every stand it touched."""

    table: Table
    stands: dict[str, Stand] = field(default_factory=dict)
    touched: dict[str, StandChange] = field(default_factory=dict)
    suppressed_units: set[str] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)

    def now(self, stand: str) -> StandChange:
        """The stand as it is at this moment of the fire action."""
        known = self.table.state.stands[stand]
        return self.touched.get(stand, StandChange(stand, known.levels, known.alive, known.on_wire))

    def kill(self, stand: str) -> None:
        """The stand is removed."""
        now = self.now(stand)
        self.touched[stand] = StandChange(stand, now.levels, False, now.on_wire)

    def suppress(self, stand: str, source: SuppressionSource, cover: Cover) -> None:
        """A suppress result on a stand, spread to its company where the weapon spreads (FF-SUP-06, AMB-80)."""
        state = self.table.state
        unit = state.units.get(state.stands[stand].unit)
        group = [name for name in (unit.stands if unit else (stand,)) if self.now(name).alive]
        facts = SuppressFacts(
            source=source,
            unit_class=unit.kind if unit else UnitClass.MACHINE_GUN,
            levels=tuple(self.now(name).levels for name in group),
            results=tuple(int(name == stand) for name in group),
            already=unit is not None and unit.id in self.suppressed_units,
            company_suppressions=unit.company_suppressions if unit else 0,
            command_stand=unit is None,
            in_hard_cover=cover in (Cover.HARD, Cover.FORTIFIED),
        )
        answer = suppress(facts, self.table.book)
        if isinstance(answer, Refusal):
            raise AssertionError(answer.because)
        if unit and answer.value.whole_company:
            self.suppressed_units.add(unit.id)
        self.steps.extend(answer.steps)
        for name, levels, killed in zip(group, answer.value.levels, answer.value.killed, strict=True):
            if levels != self.now(name).levels or killed:
                self.touched[name] = StandChange(name, levels, not killed, self.now(name).on_wire)


@dataclass(frozen=True, slots=True)
class Aimed:
    """One shot of a fire action that may be fired: as asked for, as the rules see it, and how many dice it gets."""

    aim: AimedShot
    shot: Shot
    rolls: Cited[int]


def aimed(table: Table, command: Fire) -> tuple[Aimed, ...] | Refusal:
    """The shots of a fire action in the order their dice are read; the dice themselves are not looked at.

    Refuses what the rules do not let this unit fire now (FF-RCB-04, FF-TGT-01, FF-BZN-02 to -04).
    """
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    refused = _aims_refused(table, unit, command) or _leave_refused(table, unit, orders, command)
    if refused:
        return refused
    try:
        shots = _shots(table, unit, command)
    except BadDistance as wrong:
        return Refusal("FF-RCB-06", str(wrong), "measure again")
    return shots if isinstance(shots, Refusal) else _with_rolls(table, command, shots)


def _with_rolls(table: Table, command: Fire, shots: tuple[tuple[AimedShot, Shot], ...]) -> tuple[Aimed, ...] | Refusal:
    found = list[Aimed]()
    for aim, shot in shots:
        due = rolls(FireAction(shot=shot, mad_minute=command.mad_minute), table.book)
        if isinstance(due, Refusal):
            return due
        found.append(Aimed(aim, shot, due))
    return tuple(found)


def fire(table: Table, command: Fire) -> Judgement:
    """Spend a fire action (FF-RCB-01, FF-RCB-04, FF-RCB-10, FF-BZN-01 to -07)."""
    shots = aimed(table, command)
    if isinstance(shots, Refusal):
        return shots
    flat = tuple(throw for aim in command.shots for throw in aim.dice)
    spent = len(table.state.orders[command.unit].spent)
    dice = settle(table.state, turn_key(table.state, "fire", f"{command.unit}/{spent}"), flat)
    if isinstance(dice, Refusal):
        return dice
    return _resolve(table, command, shots, dice)


def _aims_refused(table: Table, unit: Unit, command: Fire) -> Refusal | None:
    if not command.shots:
        return Refusal("FF-RCB-04", "no target was chosen", "choose a target")
    for aim in command.shots:
        target = table.state.stands.get(aim.target)
        if target is None or not target.alive or table.state.off_table(aim.target):
            return Refusal("FF-TGT-01", "that target is not on the table", "choose a stand that is still there")
        if target.side is unit.side and aim.behind_cm is None and not table.overruled:
            return Refusal("FF-TGT-01", f"{target.name} is on the same side", "aim at the enemy")
        if aim.firer not in unit.stands:
            return Refusal("FF-RCB-04", f"that stand does not belong to {unit.name}", "fire with its own stands")
        if not table.state.stands[aim.firer].alive:
            return Refusal("FF-RCB-04", "that stand has been destroyed", "fire with a stand that is still there")
    firers = [aim.firer for aim in command.shots if aim.behind_cm is None]
    if len(set(firers)) != len(firers):
        return Refusal("FF-RCB-04", "a stand fires at one target in a fire action", "give each stand one target")
    return None


def _leave_refused(table: Table, unit: Unit, orders: Orders, command: Fire) -> Refusal | None:
    suppression = max(table.state.stands[aim.firer].levels for aim in command.shots)
    leave = spend(table, unit, orders, Action.FIRE, suppression)
    if isinstance(leave, Refusal):
        return leave
    return _mad_minute_refused(table, unit, command) if command.mad_minute else None


def _mad_minute_refused(table: Table, unit: Unit, command: Fire) -> Refusal | None:
    """In the specimen game a battalion has one, for all its companies in one turn (FF-SCN-33, GAP-36)."""
    state, battalion = table.state, table.state.battalion_of(unit)
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
    answer = may_use(facts, table.book)
    return answer if isinstance(answer, Refusal) else None


def _shots(table: Table, unit: Unit, command: Fire) -> tuple[tuple[AimedShot, Shot], ...] | Refusal:
    """Every shot of the fire action in the order the dice are read."""
    if unit.kind is UnitClass.MACHINE_GUN:
        return _passes_over(table, unit, command) or _zone(table, unit, command)
    paired = tuple((aim, _shot(table, unit, aim)) for aim in command.shots)
    for _, shot in paired:
        refused = None if table.overruled else may_shoot(shot, table.book)
        if refused:
            return refused
    return _passes_over(table, unit, command) or paired


def _passes_over(table: Table, unit: Unit, command: Fire) -> Refusal | None:
    """Why a target may not be chosen while another one comes first, as the players see it (FF-TGT-01, FF-TGT-02)."""
    if table.overruled or not any(aim.passes_over for aim in command.shots):
        return None
    return may_pass_over(FIRES_AS[unit.kind], table.book)


def _shot(table: Table, unit: Unit, aim: AimedShot) -> Shot:
    state = table.state
    return Shot(
        firer=FIRES_AS[unit.kind],
        range_cm=aim.range_cm,
        cover=aim.cover,
        target_is_command=not state.stands[aim.target].unit,
        in_arc=aim.in_arc,
        direct_sight=aim.direct_sight,
        firer_quality=quality_of(state, unit),
        firer_in_gas=aim.firer_in_gas,
        line_crosses=aim.line_crosses,
        slope=aim.slope,
        from_the_flank=aim.from_the_flank,
        stands_in_front=aim.stands_in_front,
        friends_in_line=aim.friends_in_line,
        long_range_marksmanship=marksmen(table.state, unit, table.book),
        suppressed=state.stands[aim.firer].levels > 0,
        packed=unit.carriage in (Carriage.PACKED, Carriage.LIMBERED),
    )


def quality_of(state: GameState, unit: Unit) -> Quality:
    """The quality a unit shoots with: that of its battalion."""
    battalion = state.battalion_of(unit)
    return battalion.quality if battalion else Quality.EXPERIENCED


def marksmen(state: GameState, unit: Unit, book: RuleBook) -> bool:
    """Whether they are riflemen that shoot to the long range of 1914 (FF-SPR-01, FF-SCN-32, GAP-35)."""
    facts = SpecialFacts(
        special=Special.LONG_RANGE_MARKSMANSHIP,
        nation=Nation(state.side_facts(unit.side).nation),
        roll=RollKind.FIRE,
        unit_class=unit.kind,
        quality=quality_of(state, unit),
        specimen_game=state.settled.specimen_game,
    )
    return FIRES_AS[unit.kind] is Firer.INFANTRY and not isinstance(may_use(facts, book), Refusal)


def _zone(table: Table, unit: Unit, command: Fire) -> tuple[tuple[AimedShot, Shot], ...] | Refusal:
    first, *behind = command.shots
    if first.behind_cm is not None or any(aim.behind_cm is None for aim in behind):
        return Refusal("FF-BZN-02", "one stand is aimed at, the others stand behind it", "measure them from its rear")
    facts = BeatenZoneFacts(
        first=_shot(table, unit, first),
        behind=tuple(_behind(table, unit, aim, aim.behind_cm or 0.0) for aim in behind),
    )
    answer = sequence_of_shots(facts, table.book)
    if isinstance(answer, Refusal):
        return answer
    aims = {aim.target: aim for aim in behind}
    missing = [aim for aim in behind if aim.target not in {one.name for one in answer.value[1:]}]
    if missing and not table.overruled:
        name = table.state.stands[missing[0].target].name
        return Refusal("FF-BZN-04", f"{name} is not attacked in this beaten zone", "leave it out")
    return ((first, answer.value[0].shot), *((aims[one.name], one.shot) for one in answer.value[1:]))


def _behind(table: Table, unit: Unit, aim: AimedShot, behind_cm: float) -> ZoneStand:
    target = table.state.stands[aim.target]
    return ZoneStand(
        name=aim.target,
        behind_cm=behind_cm,
        cover=aim.cover,
        target_is_command=not target.unit,
        direct_sight=aim.direct_sight,
        friend=target.side is unit.side,
    )


def _resolve(table: Table, command: Fire, shots: tuple[Aimed, ...], dice: tuple[Throw, ...]) -> Judgement:
    effects, fired, left = Effects(table), list[ShotFired](), list(dice)
    for one in shots:
        wanted = one.rolls.value
        if len(one.aim.dice) != wanted:
            return Refusal(one.rolls.clause, f"{wanted} dice are thrown at this target", f"enter {wanted}")
        own, left = tuple(left[:wanted]), left[wanted:]
        fired.append(_fire_one(effects, one.aim, one.shot, own))
    shaken = tuple(shaken_by(table, tuple(aim.target for aim in command.shots), effects))
    changes = tuple(effects.touched.values())
    kept = Reasons(None, tuple(effects.steps))
    companies = tuple(sorted(effects.suppressed_units))
    event = Fired(command.unit, tuple(fired), changes, shaken, command.mad_minute, kept, companies)
    return (event, *after_losses(table, changes))


def _fire_one(effects: Effects, aim: AimedShot, shot: Shot, dice: tuple[Throw, ...]) -> ShotFired:
    results: list[FireResult] = []
    total: int | None = None
    steps: list[Step] = []
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
            effects.suppress(aim.target, SOURCES[shot.firer], aim.cover)
    kept = Reasons(total, tuple(steps), considered)
    place = shot.place_in_beaten_zone
    return ShotFired(aim.firer, aim.target, aim.range_cm, aim.cover, place, dice, tuple(results), kept)


def shaken_by(table: Table, targets: tuple[str, ...], effects: Effects) -> Iterator[str]:
    """The battalions, or by house rule the companies, that count as fired on from now (FF-ORD-21, AMB-15)."""
    found: dict[str, None] = {}
    for target in targets:
        unit = table.state.units.get(table.state.stands[target].unit)
        battalion = table.state.battalion_of(unit) if unit else table.state.commanding(target)
        if battalion is None or battalion.id not in table.state.battalions:
            continue
        answer = raw_bonus_ends(UnderFire(attack=Attack.FIRE, suffered=target in effects.touched), table.book)
        if answer.value is Shaken.BATTALION:
            found[battalion.id] = None
        elif answer.value is Shaken.COMPANY and unit is not None:
            found[unit.id] = None
    yield from found
