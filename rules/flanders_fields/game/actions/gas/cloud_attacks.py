"""Handlers of gas: wind, releases, drift and attacks of clouds (FF-GAS)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import isfinite
from typing import Final

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.fire_areas import ALL_DICE, Coverage
from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.game.actions.gas.gas_events import (
    NEEDS,
    CloudDieThrown,
    CloudGone,
    CloudWent,
    EnteredGas,
    EnterGas,
    GasAttacks,
    GasAwaited,
    GasByCard,
    GasCaught,
    GasDiceThrown,
    GasGranted,
    GasHit,
    GasReleased,
    GasWanted,
    LeaveGas,
    LeftGas,
    ThrowForGas,
    WindByCard,
    WindChanged,
    WindTurnedByCard,
    attack_key,
    awaited,
    card_key,
    count_those_in_gas,
    due_release,
    enter_key,
    explained_phase,
    gas_key,
    left_gas,
    own_wind,
    takes_part,
)
from rules.flanders_fields.game.dice_rolls import faces
from rules.flanders_fields.game.fire_effects import Effects, after_losses
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import stand_name
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.rule_module import EndsTurn
from rules.flanders_fields.game.setup.scenario_plans import FARTHEST_CM, HALF_TURN
from rules.flanders_fields.game.state.cards import GAS as GAS_CARD
from rules.flanders_fields.game.state.cards import WIND as WIND_CARD
from rules.flanders_fields.game.state.cards import LyingCard
from rules.flanders_fields.game.state.fire_plan import PlannedGas
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.state.gas import Cloud
from rules.flanders_fields.game.turn_progress import places, reached
from rules.flanders_fields.gas_clouds import (
    GAS_RELEASE,
    Delivery,
    FirstWindFacts,
    GasKind,
    ReleaseFacts,
    Wind,
    WindCardFacts,
    WindChange,
    WindChangeFacts,
    WindFacts,
    blow_back,
    change_wind,
    first_wind,
    release,
    seen_from,
    speed_is_written,
    turned,
)
from rules.flanders_fields.gas_effects import (
    REMOVED,
    CloudFate,
    CloudPhase,
    EnterFacts,
    GasAttackFacts,
    GasStand,
    InGasFacts,
    attack,
    enter,
    gas_shots,
    has_sunk,
    stands_in_gas,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import FireResult, Side, SuppressionSource, TargetKind, UnitClass
from rules.kernel.dice import D6, Throw
from rules.kernel.dice_ledger import apart, settle, settle_row
from rules.kernel.distances import BadDistance
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.rule_modules import Command, judged_by

# The dice of the gas step (FF-GAS-06 to FF-GAS-17)


@dataclass(frozen=True, slots=True)
class CameDown:
    """A release that is worked out: its cloud where it fell, and its wind, seen from the attacker's edge."""

    plan: PlannedGas
    cloud: Cloud
    wind: Wind


Read = Explained[CameDown] | Explained[WindChange] | Explained[int]


def throw_for_gas(table: JudgedTable, command: ThrowForGas) -> Judgement:
    """Throw what the gas step asks for next; it is read once no die of it is missing (FF-GAS-09, FF-GAS-14)."""
    state, book = table.state, table.book
    due = awaited(state, book)
    if due is None or due.name != command.what or due.what is GasWanted.ATTACK:
        return Refusal("FF-GAS-09", "no die is thrown for that now", "throw what the gas step asks for")
    late = _stated_late(state, book, due, command)
    if late:
        return late
    asked = read(state, book, due, command, faces(state.gas.dice))
    if isinstance(asked, Refusal):
        return asked
    count = asked.count if isinstance(asked, MoreDice) else 0
    if len(command.dice) != count:
        says = asked.says if isinstance(asked, MoreDice) else "no die"
        return Refusal("FF-GAS-09", f"it takes {says}", f"throw {count}")
    dice = settle(state, gas_key(state, due.name), command.dice)
    if isinstance(dice, Refusal):
        return dice
    found = read(state, book, due, command, faces((*state.gas.dice, *dice)))
    if isinstance(found, MoreDice):
        return (GasDiceThrown(due.name, dice, found.says, command.wind_deg, command.written_cm),)
    return found if isinstance(found, Refusal) else tuple(_events(table, due, found, dice))


def _stated_late(state: GameState, book: RuleBook, due: GasAwaited, command: ThrowForGas) -> Refusal | None:
    """Refuses a wind that its owner states, or states otherwise, once he has seen a die (FF-GAS-12, GAP-62, GAP-67)."""
    if due.what is not GasWanted.RELEASE:
        return None
    if not state.gas.dice:
        if wind_is_stated(state, book) and command.wind_deg is None:
            return Refusal("FF-GAS-12", "the direction it is to blow to was not named", "name it before the first die")
        return None
    before, now = (state.gas.stated_deg, state.gas.stated_cm), (command.wind_deg, command.written_cm)
    if any(one is not None and one != other for one, other in zip(now, before, strict=True)):
        return Refusal("FF-GAS-12", "the wind was stated before the first die", "leave it as it was stated")
    return None


def wind_is_stated(state: GameState, book: RuleBook) -> bool:
    """Whether its owner names the wind of the next release before its first die, by house rule (GAP-62)."""
    return not _blows(state, book) and book.behaviour("GAP-62", {"in_the_plan": False, "on_release": True})


def speed_is_stated(state: GameState, book: RuleBook) -> bool:
    """Whether its owner names the speed of that wind, by house rule, where the plan has written none (GAP-67)."""
    due = due_release(state, book)
    return bool(due and due.speed_cm is None and not _blows(state, book) and speed_is_written(book))


def _blows(state: GameState, book: RuleBook) -> bool:
    """Whether the next release drifts on a wind that blows already (FF-GAS-11)."""
    return not own_wind(book) and state.gas.wind is not None


def read(
    state: GameState, book: RuleBook, due: GasAwaited, command: ThrowForGas, dice: tuple[D6, ...]
) -> Read | Refusal | MoreDice:
    """What the dice thrown so far bring, or how many more are thrown, and for what."""
    try:
        if due.what is GasWanted.RELEASE:
            plan = due_release(state, book)
            assert plan is not None
            return _came_down(state, book, plan, command, dice)
        if due.what is GasWanted.WIND:
            return _wind(state, book, due, dice)
    except BadDistance as wrong:
        return Refusal("FF-GAS-13", str(wrong), "write the speed in cm")
    if not dice:
        return MoreDice("FF-GAS-15", "one die of this cloud's own", 1)
    return Explained(dice[0].pips, None, ())


def _wind(
    state: GameState, book: RuleBook, due: GasAwaited, dice: tuple[D6, ...]
) -> Explained[WindChange] | Refusal | MoreDice:
    if not dice:
        return MoreDice("FF-GAS-14", "one die for the wind", 1)
    cloud = state.gas.cloud(due.cloud)
    wind = (cloud.wind if cloud else state.gas.wind) or Wind(0, 0.0)
    before = WindFacts(direction_deg=wind.direction_deg, speed_cm=wind.speed_cm)
    return change_wind(WindChangeFacts(wind=before, turn_of=state.turn.side), dice, book)


def _came_down(
    state: GameState, book: RuleBook, plan: PlannedGas, command: ThrowForGas, dice: tuple[D6, ...]
) -> Explained[CameDown] | Refusal | MoreDice:
    """Where a planned attack comes down, then its wind: the dice are read in that order (FF-GAS-06, FF-GAS-13)."""
    blows = None if own_wind(book) or state.gas.wind is None else seen_from(plan.side, state.gas.wind)
    facts = _release_facts(state, book, plan, command, blows)
    if not dice and GAS_RELEASE.dice(facts, book):
        return MoreDice("FF-GAS-06", "one die for whether it deviates", 1)
    fell = release(facts, dice, book)
    if not isinstance(fell, Explained):
        return fell
    deviated = fell.value.deviation.clock is not None
    used = 0 if plan.delivery is Delivery.PROJECTOR else ALL_DICE if deviated else 1
    wind = first_wind(_wind_facts(plan, command, blows), dice[used:], book)
    if not isinstance(wind, Explained):
        return wind
    number = len(state.gas.released) + 1
    lies = fell.value
    cloud = Cloud(
        f"cloud{number}",
        f"Gas cloud {number}",
        plan.side,
        plan.kind,
        round(lies.along_cm, 1),
        round(lies.up_cm, 1),
        lies.turned_deg,
    )
    came = CameDown(plan, cloud, seen_from(plan.side, wind.value))
    return Explained(came, None, (*fell.steps, *wind.steps), (*fell.considered, *wind.considered))


def _release_facts(
    state: GameState, book: RuleBook, plan: PlannedGas, command: ThrowForGas, blows: Wind | None
) -> ReleaseFacts:
    """The scenario grants a side what it lists for it (GAP-66)."""
    named = book.behaviour("GAP-62", {"in_the_plan": plan.wind_deg, "on_release": command.wind_deg or 0})
    before = state.gas.released.count(plan.side)
    return ReleaseFacts(
        kind=plan.kind,
        owner=plan.side,
        delivery=plan.delivery,
        along_cm=plan.along_cm,
        up_cm=plan.up_cm,
        wind_deg=blows.direction_deg if blows else turned(named, 0),
        attacks_before=before,
        attacks_granted=before + sum(one.side is plan.side for one in state.gas.planned),
        turn=state.turn.number,
        planned_turn=plan.turn,
        by_card=plan.by_card,
    )


def _wind_facts(plan: PlannedGas, command: ThrowForGas, blows: Wind | None) -> FirstWindFacts:
    return FirstWindFacts(
        owner=plan.side,
        planned_deg=plan.wind_deg,
        stated_deg=command.wind_deg,
        written_cm=plan.speed_cm if command.written_cm is None else command.written_cm,
        blows=WindFacts(direction_deg=blows.direction_deg, speed_cm=blows.speed_cm) if blows else None,
    )


Event = GasReleased | WindChanged | CloudDieThrown | CloudGone


def _events(table: JudgedTable, due: GasAwaited, found: Read, dice: tuple[Throw, ...]) -> Iterator[Event]:
    kept = reasons(found)
    match found.value:
        case CameDown(plan=plan, cloud=cloud, wind=wind):
            yield _released(table.book, plan, cloud, wind, dice, kept)
        case WindChange() as change:
            yield from _changed(table, due, change, dice, kept)
        case _:
            yield _own_die(table, due, dice)


def _released(
    book: RuleBook, plan: PlannedGas, cloud: Cloud, wind: Wind, dice: tuple[Throw, ...], kept: Reasons
) -> GasReleased:
    if own_wind(book):
        return GasReleased(plan, _with_wind(cloud, wind), None, dice, kept)
    return GasReleased(plan, cloud, wind, dice, kept)


def _with_wind(cloud: Cloud, wind: Wind) -> Cloud:
    return Cloud(
        cloud.id, cloud.name, cloud.owner, cloud.kind, cloud.along_cm, cloud.up_cm, cloud.turned_deg, wind=wind
    )


def _changed(
    table: JudgedTable, due: GasAwaited, change: WindChange, dice: tuple[Throw, ...], kept: Reasons
) -> Iterator[WindChanged | CloudGone]:
    """The new wind, and the clouds that go: by a 6, or because their turns are over (FF-GAS-15)."""
    state, book = table.state, table.book
    wind = Wind(change.direction_deg, change.speed_cm)
    touched = [one for one in state.gas.clouds if due.cloud in ("", one.id)]
    yield WindChanged(wind, change.change, due.cloud, dice, kept, turned_with(touched, wind, book))
    for one in touched:
        found = explained_phase(state, one, book, change.disperses)
        if found and takes_part(state, one, book) and found.value.fate in REMOVED:
            yield CloudGone(one.id, found.value.fate, reasons(found))


def turned_with(clouds: Iterable[Cloud], wind: Wind, book: RuleBook) -> tuple[tuple[str, int], ...]:
    """How clouds lie after the wind has turned: by house rule across it, unless they have sunk (AMB-440)."""
    across = book.behaviour("AMB-440", {"table": False, "across_wind": True})
    drifting = (one for one in clouds if across and not has_sunk(one.facts, book))
    return tuple((one.id, seen_from(one.owner, wind).direction_deg) for one in drifting)


def _own_die(table: JudgedTable, due: GasAwaited, dice: tuple[Throw, ...]) -> CloudDieThrown | CloudGone:
    """A cloud's own die: on a 6 it is gone (AMB-446)."""
    state, cloud = table.state, table.state.gas.cloud(due.cloud)
    assert cloud is not None
    found = explained_phase(state, cloud, table.book, own_die=dice[0].pips)
    if found and found.value.fate in REMOVED:
        return CloudGone(cloud.id, found.value.fate, reasons(found), dice)
    return CloudDieThrown(cloud.id, dice[0])


# What clouds do to stands (FF-GAS-18 to FF-GAS-26)

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
    dice = settle_row(table.state, names, command.dice)
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


# What event cards do to gas (FF-GAS-28)


def _lying(table: JudgedTable, acts_as: str) -> LyingCard | Refusal:
    """The card on the table that is carried out now, by the side it falls to."""
    lying = next((one for one in table.state.cards.lying if one.acts_as == acts_as), None)
    if lying is None:
        return Refusal("FF-GAS-28", "no card on the table does that now", "go on with the turn")
    return table.may_speak_for(lying.side) or lying


def carried_out(state: GameState, by: type[GasByCard | WindByCard]) -> tuple[Side, ...]:
    """The side that carries out now what the card on the table brings, if one does."""
    acts_as = GAS_CARD if by is GasByCard else WIND_CARD
    return tuple(one.side for one in state.cards.lying if one.acts_as == acts_as)[:1]


def gas_by_card(table: JudgedTable, command: GasByCard) -> Judgement:
    """Place the attack of the King of Spades; it comes by itself in the next gas step of its side."""
    lying = _lying(table, GAS_CARD)
    if isinstance(lying, Refusal):
        return lying
    at = (command.along_cm, command.up_cm)
    if not all(isfinite(cm) and 0 <= cm <= FARTHEST_CM for cm in at) or abs(command.wind_deg) > HALF_TURN:
        return Refusal("FF-GAS-28", "that is no point on the table", "measure it from the side's own left corner")
    refused = no_gas(table.book)
    plan = PlannedGas(
        side=lying.side,
        kind=GasKind.OFFENSIVE,
        delivery=Delivery.ARTILLERY,
        turn=_next_gas(table, lying.side),
        along_cm=round(command.along_cm, 1),
        up_cm=round(command.up_cm, 1),
        wind_deg=command.wind_deg,
        by_card=True,
    )
    return refused or (GasGranted(plan),)


def _next_gas(table: JudgedTable, side: Side) -> int:
    """The turn of a side's next gas step."""
    turn = table.state.turn
    if turn.side is not side:
        return turn.number + (turn.side is Side.DEFENDER)
    order = places(table.state, table.book) if turn.running else ()
    here, _ = next(reached(table.state, order), (-1, None))
    ahead = turn.running and any(place.step.needs == NEEDS for place in order[max(here, 0) :])
    return turn.number if ahead else turn.number + 1


def wind_by_card(table: JudgedTable, command: WindByCard) -> Judgement:
    """The wind of the Jack of Spades: straight at the attacker's trenches, two dice for its speed."""
    lying = _lying(table, WIND_CARD)
    if isinstance(lying, Refusal):
        return lying
    dice = settle(table.state, card_key(table.state), command.dice)
    if isinstance(dice, Refusal):
        return dice
    answer = blow_back(WindCardFacts(drawn_by=lying.side), faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    if isinstance(answer, MoreDice) or len(dice) != 2:
        return Refusal("FF-GAS-28", "two dice are thrown for the speed", "throw both")
    turns = turned_with(table.state.gas.clouds, answer.value, table.book)
    return (WindTurnedByCard(answer.value, dice, reasons(answer), turns),)


# What is kept of clouds and the wind, set to what lies on the table

WIND: Final = "wind"
FASTEST_CM, MOST_PHASES = 1000, 99
Kept = dict[str, tuple[int | float | bool | str, Callable[[object], bool]]]


def _number(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _whole(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def kept_of_gas(state: GameState, of: str) -> Kept:
    """The values kept of the wind, of a cloud, and of a stand while there is gas; each with what may stand there."""
    gas, cloud, stand = state.gas, state.gas.cloud(of), state.stands.get(of)
    if of == WIND and gas.wind:
        return {
            "direction_deg": (gas.wind.direction_deg, _whole(-HALF_TURN, HALF_TURN)),
            "speed_cm": (gas.wind.speed_cm, _number(0, FASTEST_CM)),
        }
    if cloud:
        return {
            "along_cm": (cloud.along_cm, _number(-FARTHEST_CM, FARTHEST_CM)),
            "up_cm": (cloud.up_cm, _number(-FARTHEST_CM, FARTHEST_CM)),
            "phases": (cloud.phases, _whole(1 if cloud.phases else 0, MOST_PHASES)),
            "on_table": (True, lambda value: isinstance(value, bool)),
        }
    if stand and stand.alive and (gas.clouds or stand.in_gas):
        return {"in_gas": (stand.in_gas, lambda value: isinstance(value, bool))}
    return {}


def corrected_gas(state: GameState, of: str, what: str, after: int | float | bool | str) -> bool:
    """Fold a correction in; False where it is not about gas."""
    cloud = state.gas.cloud(of)
    if of == WIND and state.gas.wind:
        wind = state.gas.wind
        direction = int(after) if what == "direction_deg" else wind.direction_deg
        speed = float(after) if what == "speed_cm" else wind.speed_cm
        state.gas = replace(state.gas, wind=Wind(direction, speed))
    elif cloud and what == "on_table":
        state.gas = replace(state.gas, clouds=tuple(one for one in state.gas.clouds if one.id != of))
        count_those_in_gas(state)
    elif cloud:
        value = int(after) if what == "phases" else float(after)
        state.gas = state.gas.with_cloud(of, **{what: value})
    elif what == "in_gas":
        _stands_in_gas(state, of, bool(after))
    else:
        return False
    return True


def _stands_in_gas(state: GameState, stand: str, within: bool) -> None:
    """Which cloud it is nobody says: it counts to the newest until that one moves on."""
    if not within or not state.gas.clouds:
        left_gas(state, LeftGas((stand,)))
        return
    newest = state.gas.clouds[-1]
    state.gas = state.gas.with_cloud(newest.id, within=(*newest.within, stand))
    count_those_in_gas(state)


# Command handlers

STILL = {
    GasWanted.WIND: "the wind is to be rolled",
    GasWanted.RELEASE: "planned gas is to be released",
    GasWanted.FATE: "a cloud's own die is to be thrown",
    GasWanted.ATTACK: "a cloud is to go through its phase",
}


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on, or to end the turn, while the gas of this player turn is still to be done (FF-GAS-07)."""
    if table.in_turn():
        return None
    due = awaited(table.state, table.book)
    if due is None or not (at_gas(table) or (isinstance(command, EndsTurn) and _ahead(table))):
        return None
    return Refusal("FF-GAS-07", STILL[due.what], "finish the gas first: it comes by itself")


def at_gas(table: JudgedTable) -> bool:
    """Whether the step in hand is the gas step."""
    here = table.here if table.state.turn.running else None
    return here is not None and here.step.needs == NEEDS


def _ahead(table: JudgedTable) -> bool:
    """Whether the gas step of this player turn is still to come."""
    order = places(table.state, table.book)
    here, _ = next(reached(table.state, order), (-1, None))
    return any(place.step.needs == NEEDS for place in order[here + 1 :])


def _in_its_step(table: JudgedTable) -> Refusal | None:
    """Gas moves and attacks in its own step, which every player turn has (FF-GAS-09)."""
    refused = table.in_turn()
    if refused or table.overruled or at_gas(table):
        return refused
    return Refusal("FF-GAS-09", "gas has a step of its own", "go on to the gas step")


judge = judged_by(
    {
        ThrowForGas: lambda table, command: _in_its_step(table) or throw_for_gas(table, command),
        GasAttacks: lambda table, command: _in_its_step(table) or gas_attacks(table, command),
        EnterGas: enter_gas,
        LeaveGas: leave_gas,
        GasByCard: gas_by_card,
        WindByCard: wind_by_card,
    }
)
"""Who judges which command about gas."""
