"""Creation of a game from a ready scenario or from a custom one (FF-SCN, FF-FOR-15)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from rules.flanders_fields.armour import TankType, VehicleFacts, class_of
from rules.flanders_fields.assault import FIGHTS_AS, Fighter
from rules.flanders_fields.force_changes import without
from rules.flanders_fields.force_limits import RatioFacts, ratio
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import NotThere
from rules.flanders_fields.game.dice_rolls import storms_allowed, storms_serving
from rules.flanders_fields.game.force_scenario import Brought, Raised, raise_side, scenario_of_forces
from rules.flanders_fields.game.registry import modules
from rules.flanders_fields.game.scenario_roster import muster, scenarios
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.setup.custom_scenarios import (
    Start,
    WrittenObjective,
    WrittenScenario,
    WrittenSide,
    faults,
)
from rules.flanders_fields.game.setup.scenario import (
    Scenario,
    ScenarioSettled,
    as_allowed,
    beyond_divisional,
    last_turn,
    settled_lines,
)
from rules.flanders_fields.game.stand_types import TRAVELS_AS, VEHICLES
from rules.flanders_fields.game.state.cards import Deck
from rules.flanders_fields.game.state.fire_plan import FirePlan, Missions, PlannedGas
from rules.flanders_fields.game.state.game import Battalion, GameSettings, GameState, Regiment, Stand, Unit
from rules.flanders_fields.game.state.placement import Zone
from rules.flanders_fields.game.state.setup import Arrival, Objective, PlanAllowed, Preparation
from rules.flanders_fields.ruleset import RuleBook, calendar
from rules.flanders_fields.shelters import ShelterFacts, may_shelter
from rules.flanders_fields.turn import usual_arrival
from rules.flanders_fields.vocabulary import Carriage, Nation, Quality, Side, UnitClass
from rules.kernel.commands import Deed, Possible
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.prompts import NEEDED, Ask, Asks, Told
from rules.kernel.rule_modules import BeginsGame, Event
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.serialization import Misfit, build
from rules.tabletop.placement import not_laid
from rules.tabletop.terrain import LaidTable

# The events with which a game begins


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game was set up, with its whole force, what each side has planned, and the table if one is laid."""

    facts: GameSettings
    regiments: tuple[Regiment, ...]
    battalions: tuple[Battalion, ...]
    units: tuple[Unit, ...]
    stands: tuple[Stand, ...]
    gas: tuple[PlannedGas, ...] = ()
    missions: tuple[Missions, ...] = ()
    plan: FirePlan = field(default_factory=FirePlan)
    table: LaidTable | None = None
    settled: ScenarioSettled | None = None


@dataclass(frozen=True, slots=True)
class SetUpBegun:
    """The players go through the steps of the book, from this one on."""

    stage: Preparation


# What begins a game otherwise than the rest of its side

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
    refusals = (_start_refused(one, [units[name] for name in one.units], nations[one.side], book) for one in begins)
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


def _start_refused(one: Begins, units: Sequence[Unit], nation: Nation, book: RuleBook) -> Refusal | None:
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


# From a scenario as it is written to the one that is played

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
        return _force_refused(wrong)
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


def _force_refused(wrong: tuple[Misfit, ...]) -> Refusal:
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


# Setting up a game

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateGame(BeginsGame):
    """Set up a scenario: date (empty: the scenario's), house rules, the names of the sides, the Veteran battalions.

    `event_cards`: without them, with a pack the app shuffles, or with a real one on the table (FF-CRD-01). `table` is
    laid from the start; a game may do without one. `own` is a scenario of one's own in place of a ready one, `scenario`
    then stays empty; it is set up step by step.
    """

    scenario: str = fact("the scenario; none for one of one's own", default="")
    title: str = fact("what the game is called", default="")
    date: str = fact("the month, if not the scenario's", default="")
    period: str = fact("the period, where the scenario leaves it open", default="")
    house_rules: tuple[HouseRule, ...] = fact("the house rules", default=())
    attacker: str = fact("the attacker's name", default="")
    defender: str = fact("the defender's name", default="")
    veterans: tuple[str, ...] = fact("the Veteran battalions", default=())
    event_cards: Deck = fact("how event cards are drawn", default=Deck.NONE)
    table: LaidTable | None = fact("the table that is laid", default=None)
    own: WrittenScenario | None = fact("a scenario of one's own", default=None)

    def begun(self, state: GameState) -> Judgement:
        """The forces of the scenario."""
        return create_game(state, self)


def create_game(state: GameState, command: CreateGame) -> Judgement:
    """Set up a scenario. Refuses an unknown one, a date outside the war, and house rules that cannot be chosen."""
    if state.facts is not None:
        return Refusal("", "this game has been set up already", "create another game")
    if max(len(command.title), len(command.attacker), len(command.defender)) > LONGEST_NAME:
        return Refusal("", "that name is too long", f"use at most {LONGEST_NAME} letters")
    if command.own is not None:
        return _of_ones_own(command, command.own)
    scenario = scenarios().get(command.scenario)
    if scenario is None:
        return Refusal("", f"there is no scenario {command.scenario!r}", f"choose one of: {', '.join(scenarios())}")
    book = _book(command, scenario.date)
    return book if isinstance(book, Refusal) else _ready(scenario, command, book)


def _book(command: CreateGame, date: str) -> RuleBook | Refusal:
    try:
        return RuleBook.for_game(parse_month(command.date or date), command.house_rules, command.period)
    except (BadMonth, BadHouseRule) as wrong:
        return Refusal("", str(wrong), "change that and create the game again")


def _ready(scenario: Scenario, command: CreateGame, book: RuleBook) -> Judgement:
    refused = _not_ready(scenario, command, book)
    played = _as_long_as_both_like(scenario, book)
    return refused or (_created(played, command, str(book.when.month), book),)


def _as_long_as_both_like(scenario: Scenario, book: RuleBook) -> Scenario:
    """A scenario without its last turn, where a house rule has a game end when one side gives up (AMB-10)."""
    settled = scenario.settled
    if settled is None or not book.behaviour("AMB-10", {"scenario": False, "one_side_quits": True}):
        return scenario
    briefing = tuple(line for line in scenario.briefing if line != last_turn(settled.turns))
    return replace(scenario, briefing=briefing, settled=replace(settled, turns=0))


def _not_ready(scenario: Scenario, command: CreateGame, book: RuleBook) -> Refusal | None:
    refused = not_laid(command.table) if command.table else None
    return refused or _periods(command) or _veterans(scenario, command.veterans) or _too_early(scenario, book)


def _of_ones_own(command: CreateGame, own: WrittenScenario) -> Judgement:
    """A game of a scenario that came with the command: it is set up step by step (FF-FOR-15).

    Its house rules and its table hold where the command brings none of its own.
    """
    if command.scenario:
        return Refusal("", "a game is of one scenario, and two are named", "leave one of them out")
    said = {one.ruling for one in command.house_rules}
    house = (*command.house_rules, *(one for one in own.house_rules if one.ruling not in said))
    command = replace(command, house_rules=house, table=command.table or own.table)
    book = _book(command, own.date)
    if isinstance(book, Refusal):
        return book
    found = made(own, book)
    if isinstance(found, Refusal):
        return found
    refused = _not_ready(found.scenario, command, book)
    if refused:
        return refused
    played = _as_long_as_both_like(replace(found.scenario, settled=found.settled), book)
    created, below = begun_as(
        _created(replace(played, settled=None), command, str(book.when.month), book), found.begins
    )
    return (created, played.settled or found.settled, SetUpBegun(Preparation.TERRAIN), *below)


def _periods(command: CreateGame) -> Refusal | None:
    known = [period.key for period in calendar().periods]
    if command.period and command.period not in known:
        return Refusal("AMB-01", f"there is no sheet {command.period!r}", f"choose one of: {', '.join(known)}")
    return None


def _veterans(scenario: Scenario, chosen: tuple[str, ...]) -> Refusal | None:
    if chosen and (len(set(chosen)) != scenario.veterans or not may_be_veteran(scenario).issuperset(chosen)):
        return Refusal("FF-SCN-29", f"{scenario.veterans} of the British battalions are Veteran", "choose that many")
    return None


def may_be_veteran(scenario: Scenario) -> frozenset[str]:
    """The battalions among which the players choose those that are Veteran (FF-SCN-29)."""
    return frozenset(
        f"{plan.id}.{number}"
        for plans in scenario.regiments.values()
        for plan in plans
        if any(one.quality is Quality.VETERAN for one in plan.battalions)
        for number in range(1, len(plan.battalions) + 1)
    )


def _too_early(scenario: Scenario, book: RuleBook) -> Refusal | None:
    """Tanks and block houses bind a scenario to the dates that have them (FF-AFV-01, FF-BLK-01)."""
    units = [unit for plans in scenario.regiments.values() for plan in plans for unit in plan.attached]
    for unit in units:
        if unit.kind is UnitClass.TANK:
            answer = class_of(VehicleFacts(vehicle=VEHICLES[TankType(unit.type)]), book)
            if isinstance(answer, Refusal):
                return Refusal(answer.clause, f"{unit.name}: {answer.because}", answer.instead)
        if unit.kind is UnitClass.BLOCK_HOUSE and not book.table("orders/rolls").has(unit.kind):
            return Refusal("FF-BLK-01", f"There is no block house in {book.when.month.in_words}", "choose a later date")
    return None


def _created(scenario: Scenario, command: CreateGame, month: str, book: RuleBook) -> GameCreated:
    force = muster(scenario, command.veterans)
    battalions = storms_allowed(scenario, force.battalions, book)
    units = tuple(storms_serving(scenario, as_allowed(force.units, force.regiments, book), book))
    names = {Side.ATTACKER: command.attacker, Side.DEFENDER: command.defender}
    facts = GameSettings(
        title=command.title.strip() or scenario.title,
        scenario=scenario.id,
        scenario_title=scenario.title,
        date=month,
        period=book.when.period,
        house_rules=command.house_rules,
        sides=tuple(replace(side, name=names[side.side].strip() or side.name) for side in scenario.sides),
        specimen_game=scenario.specimen_game,
        fingerprint=book.fingerprint,
        briefing=(*scenario.briefing, *_more_guns_than_usual(scenario, units, book)),
        event_cards=command.event_cards,
    )
    return GameCreated(
        facts,
        force.regiments,
        battalions,
        units,
        force.stands,
        gas=scenario.gas,
        missions=scenario.missions,
        plan=scenario.plan,
        table=command.table,
        settled=scenario.settled,
    )


def _more_guns_than_usual(scenario: Scenario, units: tuple[Unit, ...], book: RuleBook) -> Iterator[str]:
    nation = next(Nation(facts.nation) for facts in scenario.sides if facts.side is Side.DEFENDER)
    # Everybody reads it: of what stands behind the table the other side knows nothing.
    own = [unit for unit in units if unit.side is Side.DEFENDER and unit.on_table]
    return beyond_divisional(own, len(scenario.regiments[Side.DEFENDER]), nation, book)


# Availability and prompts (FF-SCN, FF-FOR-15)

CREATE, HOUSE = Asks(CreateGame), Asks(HouseRule)


def _creating(_seated: SeatDeeds) -> Iterator[Possible]:
    """Before there is a game everybody may begin one; after that it is asked of nobody."""
    yield Possible()


def _creating_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield CREATE("scenario", among=["", *scenarios()])
    scenario = scenarios().get(told.get("scenario", ""))
    if scenario is None:
        yield CREATE("own", usual=NEEDED)
    for name in ("title", "attacker", "defender", "date"):
        yield CREATE(name)
    yield CREATE("period", among=["", *(period.key for period in calendar().periods)])
    yield CREATE("house_rules", row=_house_rule)
    if scenario is not None and scenario.veterans:
        yield CREATE("veterans", among=sorted(may_be_veteran(scenario)), most=scenario.veterans)
    yield CREATE("event_cards")
    yield CREATE("table")
    judged = create_game(seated.state, build(CreateGame, told))
    if isinstance(judged, Refusal):
        yield judged


def _house_rule(_row: Told) -> Iterator[Ask | Refusal]:
    for name in ("ruling", "option", "reason"):
        yield HOUSE(name)


CREATING_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("create_game", "Begin a game", CreateGame, _creating, _creating_asks),
)
"""The only deed of a seat before there is a game."""
