"""The deeds of a volley that is not done: dice thrown again, and hits that are placed."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.earth_1418.firing.game.throws import again_key, pending_key
from rules.earth_1418.firing.game.volley import choices
from rules.earth_1418.firing.game.volley_commands import PlaceHits, ThrowAgain
from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.vocabulary import BaseMark
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal, Step
from rules.kernel.kept import lying
from rules.kernel.stage import AtHand, Deed, Possible

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
