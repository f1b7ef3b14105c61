"""What clouds do to stands: in their phase, and when a stand enters one (FF-GAS-18 to FF-GAS-26)."""

from collections.abc import Iterator, Sequence

from rules.flanders_fields.artillery.areas import Coverage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.effects import Effects
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.gas.attack import (
    EnterFacts,
    GasAttackFacts,
    GasStand,
    InGasFacts,
    attack,
    enter,
    gas_shots,
    stands_in_gas,
)
from rules.flanders_fields.gas.game.awaited import GasWanted, awaited, explained_phase
from rules.flanders_fields.gas.game.commands import EnterGas, GasAttacks, GasCaught, LeaveGas
from rules.flanders_fields.gas.game.events import CloudWent, EnteredGas, GasHit, LeftGas
from rules.flanders_fields.gas.game.state import Cloud
from rules.flanders_fields.gas.game.throws import attack_key, enter_key, former_attack_key
from rules.flanders_fields.gas.phase import CloudFate, CloudPhase, has_sunk
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.vocabulary import FireResult, SuppressionSource, TargetKind, UnitClass
from rules.kernel.dice import Throw
from rules.kernel.explain import Explained, MoreDice, Refusal, Step
from rules.kernel.kept import apart, settle, settle_row
from rules.kernel.values import dataclass

ARMOUR = (UnitClass.TANK, UnitClass.ARMOURED_CAR)
DEAD = Step("FF-GAS-22", "It is dead already: this die is lost")


@dataclass(frozen=True, slots=True)
class GasAttackOn:
    """One attack of a cloud on a stand, before its die: as it was told, and as the rules see it."""

    told: GasCaught
    stand: GasStand
    shot: Shot


def gas_attacks(table: JudgedTable, command: GasAttacks) -> Judgement:
    """A cloud goes through its phase and attacks whom it touches, a die each (FF-GAS-18 to FF-GAS-22)."""
    attacks = attacks_of(table, command)
    if isinstance(attacks, Refusal):
        return attacks
    if len(command.dice) != len(attacks):
        return Refusal("FF-GAS-22", f"{len(attacks)} dice are thrown, one a stand", f"enter {len(attacks)}")
    names = apart([attack_key(table.state, command.cloud, one.told.stand) for one in attacks])
    dice = settle_row(table.state, former_attack_key(table.state, command.cloud), names, command.dice)
    if isinstance(dice, Refusal):
        return dice
    cloud = table.state.gas.cloud(command.cloud)
    phase = explained_phase(table.state, cloud, table.book) if cloud else None
    if cloud is None or phase is None:
        return Refusal("FF-GAS-09", "that cloud is not on the table", "choose one that is")
    return _went(table, command, phase, list(zip(attacks, dice, strict=True)))


def attacks_of(table: JudgedTable, command: GasAttacks) -> tuple[GasAttackOn, ...] | Refusal:
    """Every attack of the cloud's phase in the order its dice are read (FF-GAS-18, AMB-447)."""
    due = awaited(table.state, table.book)
    if due is None or due.what is not GasWanted.ATTACK or due.cloud != command.cloud:
        return Refusal("FF-GAS-09", "that cloud does not attack now", "do what the gas step asks for")
    refused = _touched_refused(table, command.caught)
    if refused:
        return refused
    found = list[GasAttackOn]()
    for told in command.caught:
        for coverage in _times(told, table.book):
            found += _struck(table, told, coverage)
    return tuple(found)


def _times(told: GasCaught, book: RuleBook) -> Iterator[Coverage]:
    if attacks_at_start(book):
        yield told.at_start
    yield told.coverage


def attacks_at_start(book: RuleBook) -> bool:
    """Whether a cloud attacks where it starts as well as on its way, by house rule (AMB-447)."""
    return book.behaviour("AMB-447", {"once": False, "start_and_path": True})


def _struck(table: JudgedTable, told: GasCaught, coverage: Coverage) -> Iterator[GasAttackOn]:
    stand = gas_stand(table.state, told, coverage)
    shots = gas_shots(GasAttackFacts(stands=(stand,)), table.book)
    if isinstance(shots, Explained):
        yield from (GasAttackOn(told, stand, one.shot) for one in shots.value.shots)


def gas_stand(state: GameState, told: GasCaught, coverage: Coverage) -> GasStand:
    """A stand as gas finds it."""
    stand = state.stands[told.stand]
    unit = state.units.get(stand.unit)
    return GasStand(
        name=stand_name(state, told.stand),
        cover=told.cover,
        coverage=coverage,
        target=TargetKind.ARMOUR if unit and unit.kind in ARMOUR else TargetKind.STAND,
        target_armour_in_cover=told.armour_in_cover,
        target_is_command=unit is None,
        sheltering=told.sheltering or told.stand in state.shelters.below,
    )


def _touched_refused(table: JudgedTable, caught: Sequence[GasCaught]) -> Refusal | None:
    if not all(table.on_table(told.stand) for told in caught):
        return Refusal("FF-GAS-22", "that stand is not on the table", "name stands that are still there")
    if len({told.stand for told in caught}) < len(caught):
        return Refusal("FF-GAS-18", "a stand is named twice", "name each stand once")
    return None


def _went(
    table: JudgedTable, command: GasAttacks, phase: Explained[CloudPhase], thrown: list[tuple[GasAttackOn, Throw]]
) -> Judgement:
    effects, found = Effects(table), phase.value
    hits = tuple(_hit(effects, told, [one for one in thrown if one[0].told is told]) for told in command.caught)
    changes = tuple(effects.touched.values())
    event = CloudWent(
        cloud=command.cloud,
        fate=CloudFate.LEAVES_TABLE if command.off_table else found.fate,
        along_cm=found.along_cm,
        up_cm=found.up_cm,
        phases=found.phases,
        hits=hits,
        within=tuple(one.stand for one in command.caught if _stays(effects, one)),
        changes=changes,
        reasons=reasons(phase),
        companies=tuple(sorted(effects.suppressed_units)),
    )
    return (event, *after_losses(table, changes))


def _stays(effects: Effects, told: GasCaught) -> bool:
    """Whether a stand counts as in gas where the cloud, or its own move, has ended (AMB-450)."""
    answer = stands_in_gas(InGasFacts(overlap=told.ends), effects.table.book)
    return isinstance(answer, Explained) and answer.value.in_gas and effects.now(told.stand).alive


def _hit(effects: Effects, told: GasCaught, thrown: Sequence[tuple[GasAttackOn, Throw]]) -> GasHit:
    """What the dice for one stand do to it, and why."""
    results = list[FireResult]()
    steps = list[Step]()
    total: int | None = None
    for one, throw in thrown:
        answer = attack(GasAttackFacts(stands=(one.stand,)), faces((throw,)), effects.table.book)
        if not isinstance(answer, Explained):
            continue
        if not effects.now(told.stand).alive:
            results.append(FireResult.NO_EFFECT)
            steps.append(DEAD)
            continue
        suffered = answer.value[0]
        total = suffered.total
        results.append(suffered.result)
        steps.extend(answer.steps)
        _suffer(effects, told, suffered.result)
    if not thrown:
        steps.append(Step("FF-GAS-T3", "It takes no die"))
    dice = tuple(throw for _, throw in thrown)
    return GasHit(told.stand, told.cover, told.coverage, dice, tuple(results), Reasons(total, tuple(steps)))


def _suffer(effects: Effects, told: GasCaught, result: FireResult) -> None:
    if result is FireResult.KILLED:
        effects.kill(told.stand)
    elif result is FireResult.SUPPRESSED:
        effects.suppress(told.stand, SuppressionSource.GAS, told.cover)


def enter_facts(table: JudgedTable, command: EnterGas) -> EnterFacts | Refusal:
    """What is looked at when a stand enters a cloud (FF-GAS-20, AMB-448)."""
    state, told = table.state, command.caught
    cloud, turn = state.gas.cloud(command.cloud), state.turn
    if not turn.running:
        return Refusal("FF-TRN-01", "no player turn is running", "start the turn first")
    refused = _touched_refused(table, (told,)) or table.may_speak_for(state.stands[told.stand].side)
    if refused:
        return refused
    if cloud is None:
        return Refusal("FF-GAS-20", "that cloud is not on the table", "choose one that is")
    inside = told.stand in cloud.within if command.began_inside is None else command.began_inside
    return EnterFacts(
        stand=gas_stand(state, told, told.coverage),
        sunk=_lies_sunk(cloud, table.book),
        began_inside=inside,
        attacked_this_turn=told.stand in cloud.attacked,
    )


def _lies_sunk(cloud: Cloud, book: RuleBook) -> bool:
    return has_sunk(cloud.facts, book)


def entering_shot(table: JudgedTable, command: EnterGas) -> tuple[GasAttackOn, ...] | Refusal:
    """The attack that entering draws, none where it draws none; its die is not looked at (FF-GAS-20)."""
    facts = enter_facts(table, command)
    if isinstance(facts, Refusal):
        return facts
    asked = enter(facts, (), table.book)
    if isinstance(asked, Refusal):
        return asked
    return tuple(_struck(table, command.caught, command.caught.coverage)) if isinstance(asked, MoreDice) else ()


def enter_gas(table: JudgedTable, command: EnterGas) -> Judgement:
    """A stand moves into or through a cloud: a die where that draws an attack at once (FF-GAS-20)."""
    facts = enter_facts(table, command)
    if isinstance(facts, Refusal):
        return facts
    asked = enter(facts, (), table.book)
    if isinstance(asked, Refusal):
        return asked
    wanted = asked.count if isinstance(asked, MoreDice) else 0
    if len(command.dice) != wanted:
        because = "it is attacked at once" if wanted else "it is not attacked as it enters"
        return Refusal("FF-GAS-20", because, "throw one die for it" if wanted else "throw no die")
    told = command.caught
    dice = settle(table.state, enter_key(table.state, command.cloud, told.stand), command.dice)
    if isinstance(dice, Refusal):
        return dice
    return _entered(table, command, facts, dice)


def _entered(table: JudgedTable, command: EnterGas, facts: EnterFacts, dice: tuple[Throw, ...]) -> Judgement:
    answer, told, effects = enter(facts, faces(dice), table.book), command.caught, Effects(table)
    if not isinstance(answer, Explained):
        return answer if isinstance(answer, Refusal) else Refusal(answer.clause, answer.says, "throw it")
    found = answer.value
    if found.attacked:
        _suffer(effects, told, found.result)
    kept = reasons(answer)
    hit = GasHit(told.stand, told.cover, told.coverage, dice, (found.result,) if found.attacked else (), kept)
    changes = tuple(effects.touched.values())
    event = EnteredGas(
        cloud=command.cloud,
        hit=hit,
        attacked=found.attacked,
        stays=_stays(effects, told),
        changes=changes,
        companies=tuple(sorted(effects.suppressed_units)),
    )
    return (event, *after_losses(table, changes))


def leave_gas(table: JudgedTable, command: LeaveGas) -> Judgement:
    """Stands have moved out of the gas: it takes nothing off their orders and fire any more (FF-GAS-25, FF-GAS-26)."""
    state = table.state
    stands = [state.stands.get(name) for name in dict.fromkeys(command.stands)]
    if not state.turn.running:
        return Refusal("FF-TRN-01", "no player turn is running", "start the turn first")
    if not stands or any(one is None or not one.alive or not one.in_gas or state.off_table(one.id) for one in stands):
        return Refusal("FF-GAS-25", "no such stand stands in gas", "name stands that stand in gas")
    found = [one for one in stands if one]
    refused = next((no for one in found if (no := table.may_speak_for(one.side))), None)
    return refused or (LeftGas(tuple(one.id for one in found)),)
