"""Setting up a game: of a scenario that lies ready, or of one that a club has written."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.armour.classes import VehicleFacts, class_of
from rules.flanders_fields.armour.tanks import TankType
from rules.flanders_fields.book import RuleBook, calendar
from rules.flanders_fields.game.cards_in_force import Deck
from rules.flanders_fields.game.models import VEHICLES
from rules.flanders_fields.game.muster import muster, scenarios
from rules.flanders_fields.game.specials import storms_allowed, storms_serving
from rules.flanders_fields.game.state import GameSettings, GameState, Unit
from rules.flanders_fields.game.table import Judgement
from rules.flanders_fields.turn.game.setting_up.allotted import as_allowed, beyond_divisional
from rules.flanders_fields.turn.game.setting_up.briefing import last_turn
from rules.flanders_fields.turn.game.setting_up.created import GameCreated, SetUpBegun
from rules.flanders_fields.turn.game.setting_up.scenario import Scenario
from rules.flanders_fields.turn.game.setting_up.state import Preparation
from rules.flanders_fields.turn.game.setting_up.written import WrittenScenario
from rules.flanders_fields.vocabulary import Nation, Quality, Side, UnitClass
from rules.kernel.chapters import BeginsGame
from rules.kernel.explain import Refusal
from rules.kernel.facts import fact
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable
from rules.tabletop.placing import not_laid

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
    # Forces are put together with the first game that is made of some, not with the service.
    from rules.flanders_fields.turn.game.setting_up.making import made
    from rules.flanders_fields.turn.game.setting_up.starting import begun_as

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
