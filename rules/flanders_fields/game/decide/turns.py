"""Setting up, turns, steps, reinforcements, field promotions and staff bonuses."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.armour_classes import VehicleFacts, class_of
from rules.flanders_fields.book import RuleBook, calendar
from rules.flanders_fields.command import Appears, CommanderKilled, field_promotion
from rules.flanders_fields.game.barrage.moving import lifted_at_end
from rules.flanders_fields.game.commands import (
    AllotStaffBonus,
    CreateGame,
    EndTurn,
    NextStep,
    PromoteInField,
    RollReinforcement,
    StartTurn,
)
from rules.flanders_fields.game.decide.specials import storms_allowed, storms_serving
from rules.flanders_fields.game.decide.table import Judgement, Table
from rules.flanders_fields.game.dice import faces, settle, turn_key
from rules.flanders_fields.game.events import (
    CommanderReplaced,
    GameCreated,
    ReinforcementRolled,
    StaffBonusAllotted,
    StepBegun,
    TurnEnded,
    TurnStarted,
)
from rules.flanders_fields.game.ground.laying import not_laid
from rules.flanders_fields.game.guns.allotted import beyond_divisional
from rules.flanders_fields.game.guns.superimposing import as_allowed
from rules.flanders_fields.game.models import VEHICLES
from rules.flanders_fields.game.muster import Scenario, muster, scenarios
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.progress import Place, commanders, following, present, regiments_of, upcoming
from rules.flanders_fields.game.state import Battalion, GameFacts, GameState, Regiment, Stand, Turn, Unit
from rules.flanders_fields.reinforcements import ReinforcementFacts, reinforcements
from rules.flanders_fields.suppression import CommanderRecovery, commander_recovers
from rules.flanders_fields.tanks import TankType
from rules.flanders_fields.vocabulary import Due, Fate, Level, Nation, Quality, Side, UnitClass
from rules.kernel.explain import Refusal, Step
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule

LONGEST_NAME = 80


def create_game(state: GameState, command: CreateGame) -> Judgement:
    """Set up a scenario. Refuses an unknown one, a date outside the war, and house rules that cannot be chosen."""
    if state.facts is not None:
        return Refusal("", "this game has been set up already", "create another game")
    scenario = scenarios().get(command.scenario)
    if scenario is None:
        return Refusal("", f"there is no scenario {command.scenario!r}", f"choose one of: {', '.join(scenarios())}")
    if max(len(command.title), len(command.attacker), len(command.defender)) > LONGEST_NAME:
        return Refusal("", "that name is too long", f"use at most {LONGEST_NAME} letters")
    try:
        month = parse_month(command.date or scenario.date)
        book = RuleBook.for_game(month, command.house_rules, command.period)
    except (BadMonth, BadHouseRule) as wrong:
        return Refusal("", str(wrong), "change that and create the game again")
    refused = command.table and not_laid(command.table)
    refused = refused or _periods(command) or _veterans(scenario, command.veterans) or _too_early(scenario, book)
    return refused or (_created(scenario, command, str(month), book),)


def _periods(command: CreateGame) -> Refusal | None:
    known = [period.key for period in calendar().periods]
    if command.period and command.period not in known:
        return Refusal("AMB-01", f"there is no sheet {command.period!r}", f"choose one of: {', '.join(known)}")
    return None


def _veterans(scenario: Scenario, chosen: tuple[str, ...]) -> Refusal | None:
    could = {
        f"{plan.id}.{number}"
        for plans in scenario.regiments.values()
        for plan in plans
        if any(one.quality is Quality.VETERAN for one in plan.battalions)
        for number in range(1, len(plan.battalions) + 1)
    }
    if chosen and (len(set(chosen)) != scenario.veterans or not could.issuperset(chosen)):
        return Refusal("FF-SCN-29", f"{scenario.veterans} of the British battalions are Veteran", "choose that many")
    return None


def _too_early(scenario: Scenario, book: RuleBook) -> Refusal | None:
    """Tanks and block houses bind a scenario to the dates that have them (FF-AFV-01, FF-BLK-01)."""
    units = [unit for plans in scenario.regiments.values() for plan in plans for unit in plan.attached]
    for unit in units:
        if unit.kind is UnitClass.TANK:
            answer = class_of(VehicleFacts(vehicle=VEHICLES[TankType(unit.type)]), book)
            if isinstance(answer, Refusal):
                return Refusal(answer.clause, f"{unit.name}: {answer.because}", answer.instead)
        if unit.kind is UnitClass.BLOCK_HOUSE and not book.table("FF-ORD-03").has(unit.kind):
            return Refusal("FF-BLK-01", f"There is no block house in {book.when.month.in_words}", "choose a later date")
    return None


def _created(scenario: Scenario, command: CreateGame, month: str, book: RuleBook) -> GameCreated:
    force = muster(scenario, command.veterans)
    battalions = storms_allowed(scenario, force.battalions, book)
    units = tuple(storms_serving(scenario, as_allowed(force.units, force.regiments, book), book))
    names = {Side.ATTACKER: command.attacker, Side.DEFENDER: command.defender}
    facts = GameFacts(
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
    )


def _more_guns_than_usual(scenario: Scenario, units: tuple[Unit, ...], book: RuleBook) -> Iterator[str]:
    nation = next(Nation(facts.nation) for facts in scenario.sides if facts.side is Side.DEFENDER)
    own = [unit for unit in units if unit.side is Side.DEFENDER]
    return beyond_divisional(own, len(scenario.regiments[Side.DEFENDER]), nation, book)


def start_turn(table: Table, _command: StartTurn) -> Judgement:
    """Begin the next player turn: what it owes comes first (FF-TRN-01, FF-TRN-02, FF-TRN-13)."""
    turn = table.state.turn
    if turn.running:
        return Refusal("FF-TRN-01", "a player turn is running", "end it first")
    to_begin = upcoming(turn)
    refused = table.may_speak_for(to_begin.side)
    if refused:
        return refused
    waiting = tuple(b.id for b in _waiting(table.state, to_begin.side)) if _anybody_comes(table, to_begin) else ()
    return (TurnStarted(to_begin, waiting, tuple(_to_promote(table, to_begin.side))),)


def _waiting(state: GameState, side: Side) -> Iterator[Battalion]:
    return (b for b in state.battalions.values() if b.side is side and not b.on_table and b.fate is Fate.STANDS)


def _anybody_comes(table: Table, to_begin: Turn) -> bool:
    asked = reinforcements(ReinforcementFacts(turn=to_begin.number), (), table.book)
    return not isinstance(asked, Refusal)


def _to_promote(table: Table, side: Side) -> Iterator[str]:
    formations: tuple[Battalion | Regiment, ...] = (
        *(b for b in table.state.battalions.values() if b.on_table and b.fate is Fate.STANDS),
        *table.state.regiments.values(),
    )
    for formation in formations:
        if formation.side is side and not table.state.stands[formation.commander].alive:
            yield formation.id


def roll_reinforcement(table: Table, command: RollReinforcement) -> Judgement:
    """Throw for a battalion off the table; each one once a turn (FF-SCN-10, GAP-98)."""
    refused = table.in_turn()
    if refused:
        return refused
    if not any(due.kind is Due.REINFORCEMENT and due.of == command.battalion for due in table.state.due):
        return Refusal("FF-SCN-10", "no arrival is to be rolled for it now", "roll at the start of its side's turn")
    dice = settle(table.state, turn_key(table.state, "arrival", command.battalion), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    answer = reinforcements(ReinforcementFacts(turn=table.state.turn.number), faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    return (ReinforcementRolled(command.battalion, dice[0], answer.value > 0, reasons(answer)),)


def promote_in_field(table: Table, command: PromoteInField) -> Judgement:
    """Replace a dead commander (FF-CMD-09, AMB-28)."""
    state = table.state
    if not any(due.kind is Due.FIELD_PROMOTION and due.of == command.formation for due in state.due):
        return Refusal("FF-CMD-09", "no commander is to be replaced there now", "wait for its side's next turn")
    formation: Battalion | Regiment = (
        state.battalions[command.formation]
        if command.formation in state.battalions
        else state.regiments[command.formation]
    )
    refused = table.may_speak_for(formation.side)
    if refused:
        return refused
    level = Level.BATTALION if isinstance(formation, Battalion) else Level.REGIMENTAL
    answer = field_promotion(CommanderKilled(level=level), table.book)
    lost = _platoon_to_lose(state, formation) if answer.value.platoon_lost else ""
    stand = Stand(formation.commander, "", f"Field promotion, {formation.name}", formation.side)
    return (CommanderReplaced(formation.id, stand, lost, reasons(answer)),)


def _platoon_to_lose(state: GameState, formation: Battalion | Regiment) -> str:
    if not isinstance(formation, Battalion):
        return ""
    return next((stand.id for stand in state.rifle_stands(formation) if stand.alive), "")


def promotion_at_once(table: Table, formation: Battalion | Regiment) -> bool:
    """Whether a dead commander is replaced at once (AMB-28)."""
    level = Level.BATTALION if isinstance(formation, Battalion) else Level.REGIMENTAL
    return field_promotion(CommanderKilled(level=level), table.book).value.appears is Appears.AT_ONCE


def next_step(table: Table, command: NextStep) -> Judgement:
    """Finish the present step and begin the next that has something to do (FF-TRN-03 to FF-TRN-06)."""
    refused = table.in_turn() or _owes(table)
    if refused:
        return refused
    chosen = command.battalion
    if chosen and chosen in table.state.turn.done and not table.overruled:
        return Refusal("FF-TRN-05", "that battalion has gone through its orders this turn", "choose another")
    place = following(table.state, table.book, chosen)
    if place is None:
        return Refusal("FF-TRN-03", "this was the last step", "end the turn")
    return (_begin(table, place),)


def _owes(table: Table) -> Refusal | None:
    state = table.state
    # Setting an arrival aside would tell everybody of a battalion that only its side knows of: it is rolled for.
    due = next((one for one in state.due if not table.overruled or one.kind is Due.REINFORCEMENT), None)
    if due is None:
        return None
    name = (state.battalions.get(due.of) or state.regiments.get(due.of) or state.units[due.of]).name
    wanted = {
        Due.MORALE: Refusal("FF-MOR-04", f"{name} has a morale test to take first", "roll it"),
        Due.REINFORCEMENT: Refusal("FF-SCN-10", f"the arrival of {name} is to be rolled first", "roll it"),
        Due.SUPPORT_LOST: Refusal("FF-MOR-06", f"{name} may have a morale test to take", "roll it, or say it has none"),
        Due.FIELD_PROMOTION: Refusal("FF-CMD-09", f"{name} gets a new commander first", "place the command stand"),
    }
    return wanted[due.kind]


def _begin(table: Table, place: Place) -> StepBegun:
    turn = table.state.turn
    done = turn.done
    left = present(table.state, table.book)
    if left and left.step.each == "battalion" and place.of != left.of:
        done = (*done, left.of)
    after = replace(turn, step=place.step.key, of=place.of, done=done)
    if place.step.needs != "not_suppressed":
        return StepBegun(after, place.step.title)
    level = Level.BATTALION if place.of else Level.REGIMENTAL
    changes: list[StandChange] = []
    steps: list[Step] = []
    for stand in commanders(table.state, place):
        if stand.alive and stand.levels:
            answer = commander_recovers(CommanderRecovery(level=level, levels=stand.levels), table.book)
            changes.append(StandChange(stand.id, answer.value.levels))
            steps.extend(answer.steps)
    return StepBegun(after, place.step.title, tuple(changes), Reasons(None, tuple(steps)))


def end_turn(table: Table, _command: EndTurn) -> Judgement:
    """End the player turn (FF-TRN-01). Refused while a roll is owed."""
    refused = table.in_turn() or _owes(table)
    ended = TurnEnded(replace(table.state.turn, running=False, step="", of="", done=()))
    return refused or (*lifted_at_end(table), ended)


def allot_staff_bonus(table: Table, command: AllotStaffBonus) -> Judgement:
    """Mark the battalion commander who gets his regiment's staff bonus (FF-ORD-25, FF-CMD-11)."""
    battalion = table.standing_battalion(command.battalion)
    if isinstance(battalion, Refusal):
        return battalion
    state, here = table.state, present(table.state, table.book)
    refused = table.in_turn() or table.may_speak_for(battalion.side)
    if refused:
        return refused
    if battalion.side is not state.turn.side or battalion.regiment not in {
        regiment.id for regiment in regiments_of(state, state.turn.side)
    }:
        return Refusal("FF-CMD-11", "the staff bonus goes to a battalion of the side whose turn it is", "choose one")
    if not table.overruled and not (here and here.step.needs == "no_regimental_commander"):
        return Refusal("FF-ORD-25", "the staff bonus is allotted in its own step", "allot it there")
    if state.regiments[battalion.regiment].staff_bonus_spent:
        return Refusal("FF-ORD-24", "it has been used this turn", "wait for the next turn")
    if not state.stands[state.regiments[battalion.regiment].commander].alive:
        return Refusal("AMB-38", "its regiment has no commander to give it", "replace him first")
    return (StaffBonusAllotted(battalion.regiment, battalion.id),)
