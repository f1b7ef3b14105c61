"""National rules declared for a die: who may, how often, and what they add (FF-SPR)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.national import SpecialFacts, in_force, may_use
from rules.flanders_fields.game.state import Battalion, GameState, Regiment, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.turn.game.setting_up.scenario import Scenario
from rules.flanders_fields.vocabulary import Bonus, Level, Nation, RollKind, Side, Special, UnitClass
from rules.kernel.explain import Explained, Refusal
from rules.kernel.values import replace

ON_ORDERS: Final = {
    Special.PALS: Bonus.PALS,
    Special.PROFESSIONALISM: Bonus.PROFESSIONALISM,
    Special.ELAN: Bonus.ELAN,
}
"""Those of them that are used up."""


def use_discipline(table: JudgedTable, formation: str, roll: RollKind) -> str | Refusal:
    """The formation whose commander declares Prussian Discipline, or why he may not."""
    state = table.state
    commander: Battalion | Regiment = state.battalions.get(formation) or state.regiments[formation]
    answer = discipline(state, commander, roll, table.book)
    return answer if isinstance(answer, Refusal) else formation


def discipline(
    state: GameState, formation: Battalion | Regiment, roll: RollKind, book: RuleBook
) -> Explained[int | None] | Refusal:
    """Whether a commander may declare Prussian Discipline now, and his uses left after it (FF-SPR-08, FF-SCN-22)."""
    commanders: tuple[Battalion | Regiment, ...] = (*state.battalions.values(), *state.regiments.values())
    facts = SpecialFacts(
        special=Special.PRUSSIAN_DISCIPLINE,
        nation=Nation(state.side_facts(formation.side).nation),
        roll=roll,
        level=Level.BATTALION if isinstance(formation, Battalion) else Level.REGIMENTAL,
        used=formation.discipline_used,
        used_by_side=sum(one.discipline_used for one in commanders if one.side is formation.side),
        specimen_game=state.settled.specimen_game,
    )
    return may_use(facts, book)


def special_facts(
    state: GameState, special: Special, battalion: Battalion, unit: Unit | None = None, **more: Any
) -> SpecialFacts:
    """What a national rule looks at for a battalion, or for one unit of it."""
    used, side = state.national, battalion.side
    tank = unit is not None and unit.kind is UnitClass.TANK
    four_of_side = state.book().behaviour("GAP-40", {"one_die": False, "one_turn": True})
    known: dict[str, Any] = {
        "special": special,
        "nation": Nation(state.side_facts(side).nation),
        "enemy": Nation(state.side_facts(side.other).nation),
        "unit_class": unit.kind if unit else UnitClass.RIFLE_COMPANY,
        "quality": battalion.quality,
        "used": used.of_tank(special, unit.id) if unit and tank else 0,
        "used_by_battalion": used.of_battalion(special, battalion.id),
        "used_by_side": used.of_side(special, side),
        "used_this_turn": used.in_turn(special, battalion.id, state.turn.number),
        "tanks_used": used.tanks(special, side, "" if four_of_side else battalion.id),
        "specimen_game": state.settled.specimen_game,
    }
    return SpecialFacts(**known | more)


def allowed(
    state: GameState, special: Special, battalion: Battalion, book: RuleBook, unit: Unit | None = None, **more: Any
) -> bool:
    """Whether a national rule may be used for a battalion now, or for one unit of it; `more` see `SpecialFacts`."""
    if not in_force(special, state.side_facts(battalion.side).nation, book):
        return False
    return not isinstance(may_use(special_facts(state, special, battalion, unit, **more), book), Refusal)


def use_pals(table: JudgedTable, battalion: Battalion) -> Refusal | None:
    """Why a battalion may not say Pals for its morale test (FF-SPR-03)."""
    facts = special_facts(table.state, Special.PALS, battalion, roll=RollKind.MORALE)
    answer = may_use(facts, table.book)
    return answer if isinstance(answer, Refusal) else None


def storms_serving(scenario: Scenario, units: Iterable[Unit], book: RuleBook) -> Iterator[Unit]:
    """The units of a force: parts of a storm battalion before its date are ordinary ones (FF-SPR-15, FF-SPR-16)."""
    nations = {facts.side: Nation(facts.nation) for facts in scenario.sides}
    for unit in units:
        facts = SpecialFacts(
            special=Special.STORM_BATTALION,
            nation=nations[unit.side],
            enemy=nations[unit.side.other],
            defends=unit.side is Side.DEFENDER,
        )
        yield replace(unit, storm=False) if unit.storm and isinstance(may_use(facts, book), Refusal) else unit


def storms_allowed(scenario: Scenario, battalions: tuple[Battalion, ...], book: RuleBook) -> tuple[Battalion, ...]:
    """The battalions of a force; a storm battalion beyond its date or number is an ordinary one (FF-SPR-09, -15)."""
    nations = {facts.side: facts for facts in scenario.sides}
    found = list[Battalion]()
    for battalion in battalions:
        facts = SpecialFacts(
            special=Special.STORM_BATTALION,
            nation=Nation(nations[battalion.side].nation),
            enemy=Nation(nations[battalion.side.other].nation),
            used=sum(one.storm and one.regiment == battalion.regiment for one in found),
            defends=battalion.side is Side.DEFENDER,
        )
        refused = battalion.storm and isinstance(may_use(facts, book), Refusal)
        found.append(replace(battalion, storm=False) if refused else battalion)
    return tuple(found)
