"""What begins a game otherwise than the rest of its side: suppressed, below, limbered, under fire before it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.flanders_fields.assault.fighters import FIGHTS_AS, Fighter
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.models import TRAVELS_AS
from rules.flanders_fields.game.muster import muster
from rules.flanders_fields.game.registry import modules
from rules.flanders_fields.game.state import Battalion, Stand, Unit
from rules.flanders_fields.shelters.deep_shelters import ShelterFacts, may_shelter
from rules.flanders_fields.turn.game.setting_up.created import GameCreated
from rules.flanders_fields.turn.game.setting_up.scenario import Scenario
from rules.flanders_fields.turn.game.setting_up.written import Start
from rules.flanders_fields.vocabulary import Carriage, Nation, Side
from rules.kernel.chapters import Event
from rules.kernel.explain import Refusal
from rules.kernel.values import dataclass

LEVELS: Final = {Start.SUPPRESSED: 1, Start.TWICE_SUPPRESSED: 2}
OF_BATTALIONS: Final = frozenset({Start.UNDER_FIRE, Start.PROMOTED})
WORDS: Final = {
    Start.SUPPRESSED: "suppressed",
    Start.TWICE_SUPPRESSED: "suppressed twice",
    Start.BELOW: "below, in deep shelters",
    Start.UNDER_FIRE: "as one that has been fired on",
    Start.IN_ACTION: "in action",
    Start.ON_THE_MOVE: "limbered or packed",
    Start.PROMOTED: "with a field promotion in command",
}


@dataclass(frozen=True, slots=True)
class Begins:
    """A part of a side's force, as it is called and by the ids of its units, and how it begins.

    `battalion` is its id where it is one.
    """

    side: Side
    called: str
    units: tuple[str, ...]
    how: Start
    battalion: str = ""


def cannot_begin(begins: Sequence[Begins], scenario: Scenario, book: RuleBook) -> Refusal | None:
    """Refuses a beginning that a part cannot have."""
    units = {one.id: one for one in muster(scenario, ()).units} if begins else {}
    nations = {one.side: Nation(one.nation) for one in scenario.sides}
    refusals = (_refused(one, [units[name] for name in one.units], nations[one.side], book) for one in begins)
    return next((one for one in refusals if one), None)


def begun_as(created: GameCreated, begins: Sequence[Begins]) -> tuple[GameCreated, tuple[Event, ...]]:
    """The game as its parts begin, and who sits below, each a deed of its own: its side alone hears of it."""
    return _marked_and_carried(created, begins), tuple(_below(created, begins))


def _marked_and_carried(created: GameCreated, begins: Sequence[Begins]) -> GameCreated:
    units, stands = {one.id: one for one in created.units}, {one.id: one for one in created.stands}
    battalions = {one.id: one for one in created.battalions}
    for one in begins:
        for name in one.units:
            units[name] = _carried(units[name], one.how)
        for stand in _stands(one, units, battalions):
            stands[stand] = _marked(stands[stand], LEVELS.get(one.how, 0))
        if one.battalion:
            battalions[one.battalion] = _known(battalions[one.battalion], one.how)
    return replace(
        created, units=tuple(units.values()), stands=tuple(stands.values()), battalions=tuple(battalions.values())
    )


def _below(created: GameCreated, begins: Sequence[Begins]) -> Iterator[Event]:
    units, battalions = {one.id: one for one in created.units}, {one.id: one for one in created.battalions}
    for one in begins:
        if one.how is Start.BELOW:
            stands = tuple(_stands(one, units, battalions))
            yield from (chapter.begins_below(stands) for chapter in modules() if chapter.begins_below)


def _refused(one: Begins, units: Sequence[Unit], nation: Nation, book: RuleBook) -> Refusal | None:
    begins = f"{one.called} cannot begin {WORDS[one.how]}"
    if one.how in OF_BATTALIONS and not one.battalion:
        return Refusal("", f"{begins}: that is said of battalions", "choose its battalion")
    if one.how in (Start.IN_ACTION, Start.ON_THE_MOVE) and not any(
        unit.carriage is not Carriage.NONE for unit in units
    ):
        return Refusal("", f"{begins}: it has no weapon that travels", "choose a weapon that stands on the table")
    if one.how is not Start.BELOW:
        return None
    fighters = {FIGHTS_AS[unit.kind] for unit in units} | ({Fighter.COMMAND_STAND} if one.battalion else set())
    for fighter in sorted(fighters):
        facts = ShelterFacts(fighter=fighter, nation=nation, in_own_work=True, marked=True, before_play=True)
        answer = may_shelter(facts, book)
        if isinstance(answer, Refusal):
            return Refusal(answer.clause, f"{begins}: {answer.because}", answer.instead)
    return None


def _stands(one: Begins, units: dict[str, Unit], battalions: dict[str, Battalion]) -> Iterator[str]:
    for name in one.units:
        yield from units[name].stands
    if one.battalion:
        yield battalions[one.battalion].commander


def _marked(stand: Stand, levels: int) -> Stand:
    if not levels:
        return stand
    return replace(stand, levels=levels, faces=tuple(levels for _ in stand.faces))


def _carried(unit: Unit, how: Start) -> Unit:
    if unit.carriage is Carriage.NONE or how not in (Start.IN_ACTION, Start.ON_THE_MOVE):
        return unit
    return replace(unit, carriage=Carriage.READY if how is Start.IN_ACTION else TRAVELS_AS[unit.kind])


def _known(battalion: Battalion, how: Start) -> Battalion:
    fired_on = battalion.fired_on or how is Start.UNDER_FIRE
    return replace(battalion, fired_on=fired_on, field_promotion=battalion.field_promotion or how is Start.PROMOTED)
