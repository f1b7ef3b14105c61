"""From a scenario as it is written to the one that is played: its formations, and what it has settled beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.force import NotThere
from rules.flanders_fields.forces.strength import RatioFacts, ratio
from rules.flanders_fields.forces.totals import totals
from rules.flanders_fields.forces.trimming import without
from rules.flanders_fields.game.from_forces import Brought, Raised, raise_side, scenario_of_forces
from rules.flanders_fields.game.ground.state import Zone
from rules.flanders_fields.game.planned import FirePlan
from rules.flanders_fields.turn.game.setting_up.briefing import settled_lines
from rules.flanders_fields.turn.game.setting_up.faults import faults
from rules.flanders_fields.turn.game.setting_up.scenario import Scenario
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.starting import Begins, cannot_begin
from rules.flanders_fields.turn.game.setting_up.state import Arrival, Objective, PlanAllowed
from rules.flanders_fields.turn.game.setting_up.written import WrittenObjective, WrittenScenario, WrittenSide
from rules.flanders_fields.turn.reinforcements import usual_arrival
from rules.flanders_fields.vocabulary import Side
from rules.kernel.documents import Misfit
from rules.kernel.explain import Explained, Refusal
from rules.kernel.values import dataclass

MORE_WRONG: Final = 3
"""How many faults are told at once; the author finds the others in the editor."""


@dataclass(frozen=True, slots=True)
class Made:
    """A scenario ready to be played, and what is settled beside its forces."""

    scenario: Scenario
    settled: ScenarioSettled
    begins: tuple[Begins, ...] = ()


def made(written: WrittenScenario, book: RuleBook) -> Made | Refusal:
    """The scenario that is played at a book's date, whole. Refuses what cannot be, in the words of what is wrong."""
    wrong = tuple(faults(written, book))
    if wrong:
        return _refused(wrong)
    try:
        brought = {side: _brought(written.side(side)) for side in Side}
        scenario = scenario_of_forces(written.title, brought[Side.ATTACKER], brought[Side.DEFENDER], book)
        raised = {side: raise_side(one, side, book) for side, one in brought.items()}
        begins = tuple(one for side in Side for one in _begins(written.side(side), side, raised[side]))
        strength = strength_of(written, book)
    except NotThere as missing:
        return Refusal("", missing.because, missing.instead)
    if isinstance(strength, Refusal):
        return strength
    if refused := cannot_begin(begins, scenario, book):
        return refused
    sides = tuple(replace(one, name=written.side(one.side).name or one.name) for one in scenario.sides)
    arrivals = (one for side in Side for one in _arrivals(written.side(side), raised[side].battalions, book))
    settled = ScenarioSettled(
        zones=tuple(zone for side in Side for zone in _zones(written.side(side), side)),
        arrivals=tuple(arrivals),
        plans=tuple(_allowed(written.side(side), side) for side in Side) if written.limits_plans else (),
        turns=written.turns,
        objectives=tuple(_objective(one) for one in written.objectives),
        decides=written.decides,
    )
    seen = replace(written, attacker=_on_table(written.attacker), defender=_on_table(written.defender))
    on_table = strength_of(seen, book)
    briefing = tuple(_briefing(written, "" if isinstance(on_table, Refusal) else on_table, settled))
    heavy = FirePlan(heavy_artillery=tuple(side for side in Side if written.side(side).heavy_artillery))
    told = replace(scenario, sides=sides, briefing=briefing, plan=heavy, specimen_game=written.specimen_rules)
    return Made(told, settled, begins)


def _objective(one: WrittenObjective) -> Objective:
    return Objective(one.name, one.side, one.points, one.x_mm, one.y_mm, one.holder)


def strength_of(written: WrittenScenario, book: RuleBook) -> str | Refusal:
    """The attackers to the defenders, in words (FF-FOR-07). Raises NotThere for parts that no table has."""
    attack, defence = (totals(written.side(side).force, book).rifle_stands for side in (Side.ATTACKER, Side.DEFENDER))
    if not defence:
        return Refusal("FF-FOR-07", "the defender has no rifle platoons", "bring some")
    answer = ratio(RatioFacts(attacker=attack, defender=defence), book)
    if isinstance(answer, Refusal):
        return answer
    return ratio_words(answer)


def ratio_words(answer: Explained[object]) -> str:
    """What a ratio says, with its advice."""
    advice = "".join(f". {one.says}" for one in answer.considered)
    return f"{answer.steps[0].says}{advice}"


def _refused(wrong: tuple[Misfit, ...]) -> Refusal:
    told = "; ".join(f"{one.of}: {one.because}" for one in wrong[:MORE_WRONG])
    more = f" (and {len(wrong) - MORE_WRONG} more)" if len(wrong) > MORE_WRONG else ""
    return Refusal("", told + more, "; ".join(dict.fromkeys(one.instead for one in wrong[:MORE_WRONG])))


def _brought(side: WrittenSide) -> Brought:
    waiting = frozenset(one.battalion for one in side.reserves)
    behind, over = frozenset(side.behind_the_table), frozenset(side.superimposed)
    return Brought(side.force, waiting, behind, side.in_action, over)


def _on_table(side: WrittenSide) -> WrittenSide:
    """A side without the battalions that wait: who counts platoons is not to learn that there are some."""
    force = side.force
    for one in side.reserves:
        force = without(force, one.battalion)
    return replace(side, force=force)


def _briefing(written: WrittenScenario, strength: str, settled: ScenarioSettled) -> Iterator[str]:
    """What everybody reads before the game; `strength` is that of the battalions on the table."""
    yield from written.situation
    if strength:
        yield f"{strength}."
    yield from written.special_rules
    yield from settled_lines(settled, {side: _called(written.side(side)) for side in Side})
    if written.origin:
        yield written.origin


def _called(side: WrittenSide) -> str:
    return side.name or side.force.nation.capitalize()


def _zones(one: WrittenSide, side: Side) -> Iterator[Zone]:
    return (Zone(side, zone.left_mm, zone.near_mm, zone.right_mm, zone.far_mm) for zone in one.zones)


def _arrivals(one: WrittenSide, battalions: Mapping[str, str], book: RuleBook) -> Iterator[Arrival]:
    first, usual = usual_arrival(book)
    for reserve in one.reserves:
        if reserve.battalion not in battalions:
            raise NotThere(f"{reserve.battalion} cannot wait off the table as a battalion", "let another one wait")
        # Who comes as at Mons, when and where the book has it, comes by the book's own rule (FF-SCN-10).
        if reserve.needed or reserve.where or reserve.first_turn != first:
            needed = reserve.needed or usual
            yield Arrival(battalions[reserve.battalion], reserve.first_turn, needed, reserve.where)


def _begins(one: WrittenSide, side: Side, raised: Raised) -> Iterator[Begins]:
    for start in one.starts:
        element = next((part for part in one.force.all() if part.id == start.of), None)
        if element is None or start.of not in raised.units:
            raise NotThere(f"{start.of} is no battalion, company, weapon or battery of the force", "choose another")
        yield Begins(side, element.name, raised.units[start.of], start.begins, raised.battalions.get(start.of, ""))


def _allowed(one: WrittenSide, side: Side) -> PlanAllowed:
    plan = one.plan
    return PlanAllowed(side, plan.bombardments, plan.barrages, plan.gas, plan.works, plan.missions)
