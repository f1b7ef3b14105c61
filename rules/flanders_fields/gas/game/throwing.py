"""The dice of the gas step: the wind and its changes, releases, a cloud's own 6 (FF-GAS-06 to FF-GAS-17)."""

from collections.abc import Iterable, Iterator

from rules.flanders_fields.artillery.deviation import ALL_DICE
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.gas.clouds import GAS_RELEASE, Delivery, ReleaseFacts, release
from rules.flanders_fields.gas.game.awaited import (
    GasAwaited,
    GasWanted,
    awaited,
    due_release,
    explained_phase,
    own_wind,
    takes_part,
)
from rules.flanders_fields.gas.game.commands import ThrowForGas
from rules.flanders_fields.gas.game.events import CloudDieThrown, CloudGone, GasDiceThrown, GasReleased, WindChanged
from rules.flanders_fields.gas.game.state import Cloud
from rules.flanders_fields.gas.game.throws import formerly_thrown, gas_key
from rules.flanders_fields.gas.phase import REMOVED, has_sunk
from rules.flanders_fields.gas.wind import (
    FirstWindFacts,
    Wind,
    WindChange,
    WindChangeFacts,
    WindFacts,
    change_wind,
    first_wind,
    seen_from,
    speed_is_written,
    turned,
)
from rules.kernel.dice import D6, Throw
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.kept import settle
from rules.kernel.measure import BadDistance
from rules.kernel.values import dataclass


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
    dice = settle(state, gas_key(state, due.name), command.dice, formerly_thrown(state, due.name))
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
