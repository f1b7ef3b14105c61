"""The dice of a volley: how many, thrown again, and on whom the hits fall (BE-ARM, BE-INJ)."""

from collections.abc import Sequence
from typing import Any, Final

from rules.earth_1418.firing.attack import AttackReady
from rules.earth_1418.firing.game.events import DiceThrownAgain, HitsPlaced, VolleyFired
from rules.earth_1418.firing.game.throws import again_key, how_of, pending_key, volley_key
from rules.earth_1418.firing.game.volley_commands import PlaceHits, ThrowAgain
from rules.earth_1418.firing.injuries import HitsTaken, place_hits
from rules.earth_1418.firing.volleys import again_only_hits, hitting, second_hits, thrown_again
from rules.earth_1418.game.apply import after
from rules.earth_1418.game.state import PendingHits, SharePlanned
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.vocabulary import BaseMark, Terrain
from rules.kernel.deeds import Judgement
from rules.kernel.dice import Throw
from rules.kernel.explain import Refusal
from rules.kernel.kept import settle


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
