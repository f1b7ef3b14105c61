"""Volleys in a game: dice, rerolls and the hits that they place (BE-ARM, BE-INJ)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.attacks import AttackReady, Volley, again_only_hits, hitting, second_hits, thrown_again
from rules.earth_1418.game.registry import after
from rules.earth_1418.game.seat_context import NOT_NOW, EarthTable
from rules.earth_1418.game.state.game import EarthState, PendingHits, SharePlanned, SubUnit
from rules.earth_1418.resilience import HitsTaken, place_hits
from rules.earth_1418.vocabulary import BaseMark, Terrain
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice, lying, settle
from rules.kernel.explanations import Considered, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import Ask, Asks, Told

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAgain:
    """Throw again the dice that have to be (BE-VEH-02, BE-ART-10)."""

    unit: str = fact("whose dice")
    target: str = fact("at whom they were thrown")
    dice: tuple[Throw, ...] = fact("the dice thrown again, in their order")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHits:
    """Choose which bases take the hits, as the aggressor may (BE-INJ-08, BE-INJ-09)."""

    unit: str = fact("who hit")
    target: str = fact("who is hit")
    bases: tuple[str, ...] = fact("the bases that take them")


# Events. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True)
class VolleyFired:
    """Dice of a shot, a melee or a bombardment, and the hits; `again` have to be thrown once more."""

    how: str
    side: str
    unit: str
    target: str
    bombardment: str
    outside: bool
    terrain: Terrain
    volley: Volley
    dice: tuple[Throw, ...]
    hits: int
    again: int
    steps: tuple[Step, ...]
    considered: tuple[Considered, ...]


@dataclass(frozen=True, slots=True)
class DiceThrownAgain:
    """Dice that had to be thrown again, and the hits that stand."""

    unit: str
    target: str
    dice: tuple[Throw, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class HitsPlaced:
    """The bases of a target after the hits, and who made them."""

    unit: str
    target: str
    bases: tuple[BaseMark, ...]
    injured: int
    killed: int


# Names of dice rolls


def volley_key(state: EarthState, how: str, unit: str, target: str) -> str:
    """The name of the dice of a shot, a melee or shells in this bound: who, at whom."""
    return f"{how}/{unit}/{target}/{state.bound}"


def again_key(state: EarthState, unit: str, target: str) -> str:
    """The name of the dice that are thrown again."""
    return f"again/{unit}/{target}/{state.bound}"


def how_of(how: str, outside: bool) -> str:
    """A word for the name of a volley: shells outside the circle are a roll of their own."""
    return f"{how}-outside" if outside else how


def pending_key(unit: str, target: str) -> str:
    """Under which name a volley waits."""
    return f"{unit}>{target}"


def of_volley(state: EarthState, event: VolleyFired) -> Dice:
    """The dice of a volley by the name of their roll."""
    by = event.bombardment or event.unit
    return {volley_key(state, how_of(event.how, event.outside), by, event.target): event.dice} if event.dice else {}


def of_again(state: EarthState, event: DiceThrownAgain) -> Dice:
    """The dice thrown again by the name of their roll."""
    return {again_key(state, event.unit, event.target): event.dice}


# The dice of a volley (BE-ARM, BE-INJ)


def fire(
    table: EarthTable,
    how: str,
    side: str,
    unit: str,
    target: str,
    ready: AttackReady,
    dice: tuple[Throw, ...],
    terrain: Terrain,
    share: SharePlanned | None = None,
) -> Judgement:
    """The dice of a volley, the hits, and what they do where nothing is left to choose."""
    outside = bool(share and share.outside)
    key = volley_key(table.state, how_of(how, outside), share.bombardment if share else unit, target)
    if len(dice) != ready.volley.dice:
        return Refusal("BE-ARM-01", f"It throws {ready.volley.dice} dice", "throw as many as it has")
    thrown = settle(table.state, key, dice)
    if isinstance(thrown, Refusal):
        return thrown
    faces = tuple(one.pips for one in thrown)
    volley, book = ready.volley, table.book
    hit = hitting(faces, volley.bonus, volley.resilience, book)
    again = len(thrown_again(volley, hit, book, ready.outside))
    done = VolleyFired(
        how,
        side,
        "" if share else unit,
        target,
        share.bombardment if share else "",
        outside,
        terrain,
        volley,
        thrown,
        0 if again else len(hit),
        again,
        ready.steps,
        ready.considered,
    )
    return (done, *_placed_at_once(table, (done,), share.bombardment if share else unit, target))


def _placed_at_once(table: EarthTable, events: Sequence[Any], unit: str, target: str) -> Sequence[Any]:
    """The hits, where the rules leave nothing to choose."""
    later = after(table, events)
    waits = later.state.pending.get(pending_key(unit, target))
    if waits is None or waits.again or not waits.hits:
        return ()
    return () if choices(later, waits)[1] else (_suffered(later, waits, ()),)


def choices(table: EarthTable, waits: PendingHits) -> tuple[list[str], int]:
    """The bases among which the aggressor chooses, and how many; none to choose where all go alike (BE-INJ-08)."""
    target = table.state.units[waits.target]
    unhurt = [n for n, mark in enumerate(target.bases) if mark is BaseMark.UNHURT]
    living = [n for n, mark in enumerate(target.bases) if mark is not BaseMark.KILLED]
    among, count = (unhurt, waits.hits) if waits.hits <= len(unhurt) else (living, waits.hits - len(unhurt))
    free = 0 < count < len(among)
    return [f"{target.id}/{n + 1}" for n in among], count if free else 0


def _suffered(table: EarthTable, waits: PendingHits, chosen: Sequence[int]) -> HitsPlaced | Refusal:
    target = table.state.units[waits.target]
    unhurt = [n + 1 for n, mark in enumerate(target.bases) if mark is BaseMark.UNHURT]
    beyond = waits.hits > len(unhurt)
    order = (*unhurt, *chosen) if beyond else tuple(chosen) or tuple(unhurt[: waits.hits])
    found = place_hits(HitsTaken(bases=target.bases, hits=waits.hits, placed_on=order[: waits.hits]), table.book)
    if isinstance(found, Refusal):
        return found
    return HitsPlaced(waits.unit, waits.target, found.value.bases, found.value.injuries, found.value.kills)


def throw_again(table: EarthTable, command: ThrowAgain) -> Judgement:
    """Throw again what has to be; what stands then counts (BE-VEH-02, BE-ART-10; G-23)."""
    waits = table.state.pending.get(pending_key(command.unit, command.target))
    if waits is None or not waits.again:
        return NOT_NOW
    refused = table.speaks_for(waits.by)
    if refused is not None:
        return refused
    if len(command.dice) != waits.again:
        clause = "BE-ART-10" if _fell_outside(table, waits) else "BE-VEH-02"
        return Refusal(clause, f"{waits.again} dice are thrown again", "throw as many")
    thrown = settle(table.state, again_key(table.state, command.unit, command.target), command.dice)
    if isinstance(thrown, Refusal):
        return thrown
    again = _thrown_again(table, waits)
    stand = second_hits(waits.volley, again, tuple(one.pips for one in thrown), table.book)
    done = DiceThrownAgain(command.unit, command.target, thrown, len(stand))
    return (done, *_placed_at_once(table, (done,), command.unit, command.target))


NO_FACE: Final = -9
"""A die that nobody has seen: no bonus lets it hit."""


def what_stands(table: EarthTable, unit: str, target: str) -> list[list[bool]]:
    """Of each die of a volley that is thrown again: for each face whether its hit stands; nothing where none is."""
    waits = table.state.pending.get(pending_key(unit, target))
    if waits is None or not waits.again:
        return []
    again = _thrown_again(table, waits)
    stands = list[list[bool]]()
    for n in range(waits.again):
        thrown = [(NO_FACE,) * n + (face,) + (NO_FACE,) * (waits.again - n - 1) for face in range(1, 7)]
        stands.append([n in second_hits(waits.volley, again, one, table.book) for one in thrown])
    return stands


def only_hits_again(table: EarthTable, unit: str, target: str) -> bool:
    """Return whether the dice that wait to be thrown again are hits, which stand or fall (BE-ART-10; G-23)."""
    waits = table.state.pending.get(pending_key(unit, target))
    return again_only_hits(table.book) or (waits is not None and _fell_outside(table, waits))


def _thrown_again(table: EarthTable, waits: PendingHits) -> tuple[int, ...]:
    first = tuple(one.pips for one in waits.first)
    hit = hitting(first, waits.volley.bonus, waits.volley.resilience, table.book)
    return thrown_again(waits.volley, hit, table.book, _fell_outside(table, waits))


def _fell_outside(table: EarthTable, waits: PendingHits) -> bool:
    """Whether dice that are thrown again are shells outside the circle: guns throw none again at armour (BE-VEH-02)."""
    return waits.unit in table.state.bombardments


def place(table: EarthTable, command: PlaceHits) -> Judgement:
    """The aggressor chooses which bases take the hits (BE-INJ-08, BE-INJ-09)."""
    waits = table.state.pending.get(pending_key(command.unit, command.target))
    if waits is None or waits.again:
        return NOT_NOW
    refused = table.speaks_for(waits.by)
    if refused is not None:
        return refused
    among, count = choices(table, waits)
    if len(set(command.bases)) != len(command.bases) or not set(command.bases) <= set(among):
        return Refusal("BE-INJ-08", "All bases are injured before one is removed", f"choose among: {', '.join(among)}")
    if len(command.bases) != count:
        return Refusal("BE-INJ-09", f"{count} bases take these hits", f"choose {count}")
    found = _suffered(table, waits, [int(one.rpartition("/")[2]) for one in command.bases])
    return found if isinstance(found, Refusal) else (found,)


# Availability and prompts

AGAIN, PLACE = Asks(ThrowAgain), Asks(PlaceHits)


def _again_due(table: EarthTable) -> Iterator[Possible]:
    for one in table.state.pending.values():
        if one.again:
            of = f"{one.again} {'die' if one.again == 1 else 'dice'} at {table.state.units[one.target].name}"
            yield Possible({"unit": one.unit, "target": one.target}, by=one.by, owed=True, of=of)


def _again_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    count = table.state.pending[pending_key(told["unit"], told["target"])].again
    kept = lying(table.state, again_key(table.state, told["unit"], told["target"]))
    yield AGAIN("dice", least=count, most=count, kept=kept[:count])


def _placing(table: EarthTable) -> Iterator[Possible]:
    for one in table.state.pending.values():
        if not one.again and one.hits:
            of = f"{one.hits} hit{'' if one.hits == 1 else 's'} on {table.state.units[one.target].name}"
            yield Possible({"unit": one.unit, "target": one.target}, by=one.by, owed=True, of=of)


def _place_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    waits = table.state.pending[pending_key(told["unit"], told["target"])]
    among, count = choices(table, waits)
    target = table.state.units[told["target"]]
    said, called = how_hits_fall(target, waits.hits, among), _what_they_are(target, waits.hits, count)
    yield PLACE("bases", says=called, among=among, least=count, most=count, reckoned=said)


def _what_they_are(target: SubUnit, hits: int, chosen: int) -> str:
    """What becomes of the bases that are chosen: a hit each, or they are removed (BE-INJ-02, BE-INJ-08)."""
    fresh = sum(mark is BaseMark.UNHURT for mark in target.bases)
    if hits > fresh:
        return "the base that is removed" if chosen == 1 else "the bases that are removed"
    return "the base that takes it" if chosen == 1 else "the bases that take them"


def how_hits_fall(target: SubUnit, hits: int, among: Sequence[str]) -> tuple[Step, ...]:
    """Which bases of a target may not be chosen yet, and which take a hit whoever is chosen (BE-INJ-08)."""
    marks = list(enumerate(target.bases))
    hurt = [n for n, mark in marks if mark in (BaseMark.INJURED, BaseMark.OLD_INJURY)]
    fresh = [n for n, mark in marks if mark is BaseMark.UNHURT]
    spared = [n for n in hurt if f"{target.id}/{n + 1}" not in among]
    lines = [Step("BE-INJ-08", f"Base {_numbers(spared)}: injured, and others are not yet")] if spared else []
    if fresh and hits > len(fresh):
        lines.append(Step("BE-INJ-08", f"Base {_numbers(fresh)}: takes a hit whoever is chosen"))
    return tuple(lines)


def _numbers(bases: Sequence[int]) -> str:
    return ", ".join(str(n + 1) for n in bases)


VOLLEY_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("throw_again", "Throw again", ThrowAgain, _again_due, _again_asks, AtHand.HAND, 0, follows=True),
    Deed("place_hits", "Place the hits", PlaceHits, _placing, _place_asks, AtHand.HAND, 0, follows=True),
)


# Folds of events into the state


def apply_volley(state: EarthState, event: VolleyFired) -> None:
    """Who shot, at whom, and what waits of it."""
    if event.how == "shell":
        given = state.bombardments[event.bombardment]
        state.bombardments = {**state.bombardments, given.id: replace(given, bonus_spent=True)}
        state.shares = tuple(
            replace(one, fired=True)
            if (one.bombardment, one.unit, one.outside) == (event.bombardment, event.target, event.outside)
            else one
            for one in state.shares
        )
        for gun in given.guns:
            state.change(gun, shot=True)
    elif event.how == "fight":
        state.change(event.unit, fought=True)
    else:
        state.change(event.unit, shot=True, open_plan=True)
    target = state.units[event.target]
    by = event.bombardment or event.unit
    shooters = target.shot_at_by if event.how == "fight" else (*target.shot_at_by, by)
    terrain = event.terrain if not target.dug_in or target.left_terrain is None else target.terrain
    state.change(
        target.id,
        shot_at_by=tuple(dict.fromkeys(shooters)),
        terrain=terrain,
        hit_now=target.hit_now or event.hits > 0,
    )
    if event.again or event.hits:
        waits = PendingHits(
            event.side, by, event.target, event.volley, event.dice, event.again, 0 if event.again else event.hits
        )
        state.pending = {**state.pending, pending_key(by, event.target): waits}


def apply_reroll(state: EarthState, event: DiceThrownAgain) -> None:
    """What stands of dice thrown again."""
    key = pending_key(event.unit, event.target)
    waits = state.pending[key]
    if event.hits:
        state.pending = {**state.pending, key: replace(waits, again=0, hits=event.hits)}
        state.change(event.target, hit_now=True)
    else:
        state.pending = {name: one for name, one in state.pending.items() if name != key}


def apply_hits(state: EarthState, event: HitsPlaced) -> None:
    """The bases after the hits, and who made them."""
    key = pending_key(event.unit, event.target)
    state.pending = {name: one for name, one in state.pending.items() if name != key}
    unit = state.units[event.target]
    hurt = [was is not now and now is BaseMark.INJURED for was, now in zip(unit.bases, event.bases, strict=True)]
    by = tuple(event.unit if new else old for new, old in zip(hurt, unit.hurt_by, strict=True))
    bound = tuple(state.bound if new else old for new, old in zip(hurt, unit.hurt_in, strict=True))
    state.change(unit.id, bases=event.bases, hurt_by=by, hurt_in=bound)
    pairs = enumerate(zip(unit.bases, event.bases, strict=True))
    fell = tuple(n for n, (was, now) in pairs if now is BaseMark.KILLED and was is not BaseMark.KILLED)
    if fell:
        state.fallen = {**state.fallen, unit.id: (*state.fallen.get(unit.id, ()), *fell)}
    state.let_go()
