"""What the dice of a command would bring, before they are thrown: the judge himself, asked for every face."""

from collections.abc import Mapping
from dataclasses import replace

from rules.flanders_fields.air.game.commands import CallAircraft
from rules.flanders_fields.air.game.events import AircraftCalled
from rules.flanders_fields.artillery.area_fire import shots_on_area
from rules.flanders_fields.artillery.deviation import ALL_DICE
from rules.flanders_fields.artillery.game.areas_hit import names_of
from rules.flanders_fields.artillery.game.commands import CallSos, FireOnArea, FireOnMover, RollDeviation
from rules.flanders_fields.artillery.game.events import Deviated, MoverFiredOn, SosCalled
from rules.flanders_fields.artillery.game.falling import on_area
from rules.flanders_fields.assault.closing_fire import shot_at_closing
from rules.flanders_fields.assault.game.closers import closing_facts
from rules.flanders_fields.assault.game.commands import FireAsTheyClose, StandAgainstArmour
from rules.flanders_fields.assault.game.events import StoodAgainstArmour
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.cards.game.commands import PlayCard, SayWhatItTakes
from rules.flanders_fields.cards.game.events import CardPlayed
from rules.flanders_fields.cards.game.taking import shell_facts, under_the_shell
from rules.flanders_fields.fire_plan.game.preview import Planned, planned_prospects
from rules.flanders_fields.game.deciding import decide
from rules.flanders_fields.game.ground.state import NO_GROUND
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.prospect import Brings, Prospect
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.gas.game.attacking import attacks_of, entering_shot
from rules.flanders_fields.gas.game.commands import EnterGas, GasAttacks
from rules.flanders_fields.morale.game.commands import TestMorale, TestWeapon, TryHeroicAction
from rules.flanders_fields.morale.game.events import HeroicActionTried, MoraleTested, WeaponTested
from rules.flanders_fields.movement.game.commands import CrossWire, MoveUnit
from rules.flanders_fields.movement.game.judge import move_facts
from rules.flanders_fields.movement.moves import move_allowance
from rules.flanders_fields.orders.game.commands import RollOrders
from rules.flanders_fields.orders.game.events import ActionSpent, OrdersRolled
from rules.flanders_fields.shelters.game.commands import ComeUp, HitBelow
from rules.flanders_fields.shelters.game.events import CameUp, HitInShelter
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.fire_action import FireAction, rolls
from rules.flanders_fields.shooting.game.commands import Fire
from rules.flanders_fields.shooting.game.judge import ShotToFire, aimed
from rules.flanders_fields.shooting.modifiers import shot_modifiers
from rules.flanders_fields.shooting.shot import effect
from rules.flanders_fields.turn.game.commands import RollReinforcement
from rules.flanders_fields.turn.game.events import ReinforcementRolled
from rules.flanders_fields.vocabulary import Going, MoraleResult
from rules.kernel.cells import Allowance
from rules.kernel.chapters import Command, Event
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.play import Actor, Throw

OneDie = (
    RollOrders
    | RollReinforcement
    | TestMorale
    | TestWeapon
    | TryHeroicAction
    | CallSos
    | CallAircraft
    | PlayCard
    | StandAgainstArmour
    | ComeUp
    | HitBelow
)


def prospects(state: GameState, command: Command, actor: Actor) -> tuple[Prospect, ...] | Refusal:
    """Every die the command would throw, in the order they are read; none where it throws none.

    The dice inside the command do not matter. Refuses whatever the judge refuses for every face.
    """
    bare = state.copy()
    bare.thrown = {}
    # What the map would propose is kept beside an outcome and changes none.
    bare.ground = NO_GROUND
    if isinstance(command, Planned):
        return planned_prospects(JudgedTable(bare, actor, bare.book()), command)
    match command:
        case Fire():
            return _shots(JudgedTable(bare, actor, bare.book()), command)
        case FireAsTheyClose():
            return _closing(bare, command, actor)
        case GasAttacks() | EnterGas():
            return _gas(JudgedTable(bare, actor, bare.book()), command)
        case FireOnArea():
            return _on_area(JudgedTable(bare, actor, bare.book()), command)
        case SayWhatItTakes():
            return _shell(JudgedTable(bare, actor, bare.book()), command)
        case RollDeviation():
            return _deviation(bare, command, actor)
        case FireOnMover():
            return _on_mover(bare, command, actor)
        case CrossWire():
            return _wire(bare, command, actor)
        case StandAgainstArmour() | PlayCard() | ComeUp() | HitBelow():
            return _one_die(bare, command, actor)
        case RollOrders() | RollReinforcement() | TestMorale() | TestWeapon() | TryHeroicAction() | CallSos():
            return _one_die(bare, command, actor)
        case CallAircraft():
            return _one_die(bare, command, actor)
        case _:
            return ()


def _one_die(state: GameState, command: OneDie, actor: Actor) -> tuple[Prospect, ...] | Refusal:
    brings, why = list[Brings](), Reasons()
    for face in ALL_D6:
        judged = decide(state, _thrown(command, Throw(face.pips)), actor)
        if isinstance(judged, Refusal):
            return judged
        outcome, why = _brought_by(judged[0])
        brings.append(outcome)
    steps = tuple(step for step in why.steps if step.value is not None)
    return (Prospect(_of(command), tuple(brings), steps, why.considered),)


def _thrown(command: OneDie, die: Throw) -> OneDie:
    """The command with this die; where it has a second one, that falls alike, so that the first is told alone."""
    if isinstance(command, RollOrders) and command.again:
        return replace(command, die=die, again=die)
    return replace(command, die=die)


def _of(command: OneDie) -> str:
    match command:
        case RollOrders(unit=unit) | CallSos(unit=unit):
            return unit
        case (
            TryHeroicAction(stand=stand) | StandAgainstArmour(stand=stand) | ComeUp(stand=stand) | HitBelow(stand=stand)
        ):
            return stand
        case PlayCard(on=on):
            return on
        case TestWeapon(weapon=weapon):
            return weapon
        case CallAircraft(regiment=regiment):
            return regiment
        case RollReinforcement(battalion=battalion) | TestMorale(battalion=battalion):
            return battalion


def _brought_by(event: Event) -> tuple[Brings, Reasons]:
    match event:
        case OrdersRolled(actions=actions):
            return actions, event.reasons
        case MoraleTested(result=result) | StoodAgainstArmour(result=result):
            return result, event.reasons
        case WeaponTested(result=result):
            return int(result is MoraleResult.HOLDS), event.reasons
        case CardPlayed(changes=back):
            return len(back), event.reasons
        case AircraftCalled(arrives=arrives):
            return int(arrives), event.reasons
        case SosCalled(answered=answered):
            return int(answered), event.reasons
        case ReinforcementRolled(arrived=well) | HeroicActionTried(success=well):
            return int(well), event.reasons
        case CameUp(up=up):
            return int(up), event.reasons
        case HitInShelter(result=result):
            return result, event.reasons
        case ActionSpent(changes=(stand,)):
            return int(not stand.on_wire), event.reasons
        case _:
            raise TypeError(f"{type(event).__name__} is not decided by one die")


def _wire(state: GameState, command: CrossWire, actor: Actor) -> tuple[Prospect, ...] | Refusal:
    """A die a platoon, every one as if it tried alone; none where the order roll has decided it (AMB-57)."""
    if not isinstance(decide(state, replace(command, dice=()), actor), Refusal):
        return ()
    found = list[Prospect]()
    for stand in command.stands:
        brings = list[Brings]()
        for face in ALL_D6:
            alone = replace(command, stands=(stand,), dice=(Throw(face.pips),))
            judged = decide(state, alone, actor)
            if isinstance(judged, Refusal):
                return judged
            brings.append(_brought_by(judged[0])[0])
        found.append(Prospect(stand, tuple(brings)))
    return tuple(found)


def _shots(table: JudgedTable, command: Fire) -> tuple[Prospect, ...] | Refusal:
    shots = aimed(table, command)
    return shots if isinstance(shots, Refusal) else tuple(_shot(table, one) for one in shots)


def _shot(table: JudgedTable, one: ShotToFire) -> Prospect:
    found = _by_shot(one.shot, table.book, Prospect(one.aim.target, (), throws=one.rolls.value, by=one.aim.firer))
    return replace(found, steps=(*one.lead, *found.steps))


def _by_shot(shot: Shot, book: RuleBook, bare: Prospect) -> Prospect:
    found = tuple(shot_modifiers(shot, book))
    return replace(
        bare,
        faces=tuple(effect(shot, face, book).value for face in ALL_D6),
        steps=tuple(finding for finding in found if isinstance(finding, Step)),
        considered=tuple(finding for finding in found if isinstance(finding, Considered)),
    )


def _on_area(table: JudgedTable, command: FireOnArea) -> tuple[Prospect, ...] | Refusal:
    found = on_area(table, command)
    if isinstance(found, Refusal):
        return found
    told = {name: stand for stand, name in names_of(table.state, command.stands).items()}
    return tuple(_by_shot(one.shot, table.book, Prospect(told[one.name], ())) for one in found.aimed.value.shots)


def _shell(table: JudgedTable, command: SayWhatItTakes) -> tuple[Prospect, ...] | Refusal:
    refused = under_the_shell(table, command)
    if refused or not command.shelled:
        return refused or ()
    found = shots_on_area(shell_facts(table.state, command.shelled), table.book)
    if isinstance(found, Refusal):
        return found
    judged = decide(table.state, command, table.actor)
    if isinstance(judged, Refusal):
        return judged
    shots = zip(command.shelled, found.value.shots, strict=True)
    return tuple(_by_shot(one.shot, table.book, Prospect(under.stand, ())) for under, one in shots)


def _deviation(state: GameState, command: RollDeviation, actor: Actor) -> tuple[Prospect, ...] | Refusal:
    """The first die alone: whether the fire falls on its point."""
    brings = list[Brings]()
    for face in ALL_D6:
        judged = decide(state, replace(command, dice=(Throw(face.pips), *[Throw(1)] * (ALL_DICE - 1))), actor)
        if isinstance(judged, Refusal):
            return judged
        brings.append(int(isinstance(judged[0], Deviated) and judged[0].clock is None))
    return (Prospect(command.unit, tuple(brings)),)


def _on_mover(state: GameState, command: FireOnMover, actor: Actor) -> tuple[Prospect, ...] | Refusal:
    brings, why = list[Brings](), Reasons()
    for face in ALL_D6:
        judged = decide(state, replace(command, die=Throw(face.pips)), actor)
        if isinstance(judged, Refusal):
            return judged
        if isinstance(judged[0], MoverFiredOn):
            brings.append(judged[0].result)
            why = judged[0].reasons
    steps = tuple(step for step in why.steps if step.value is not None)
    return (Prospect(command.stand, tuple(brings), steps, why.considered),)


def _closing(state: GameState, command: FireAsTheyClose, actor: Actor) -> tuple[Prospect, ...] | Refusal:
    contact = next((one for one in state.contacts() if one.attacker == command.target), None)
    facts = closing_facts(state, contact, command, state.book()) if contact else None
    if facts is None:
        return ()
    book = state.book()
    shot = shot_at_closing(facts, book)
    due = rolls(FireAction(shot=shot), book)
    if isinstance(due, Refusal):
        return due
    judged = decide(state, replace(command, dice=(Throw(1),) * due.value), actor)
    bare = Prospect(command.target, (), throws=due.value, by=command.stand)
    return judged if isinstance(judged, Refusal) else (_by_shot(shot, book, bare),)


def _gas(table: JudgedTable, command: GasAttacks | EnterGas) -> tuple[Prospect, ...] | Refusal:
    found = attacks_of(table, command) if isinstance(command, GasAttacks) else entering_shot(table, command)
    if isinstance(found, Refusal):
        return found
    return tuple(_by_shot(one.shot, table.book, Prospect(one.told.stand, ())) for one in found)


def reach(state: GameState, unit: Unit, in_column: bool = False) -> Mapping[Going, Allowance]:
    """How far one move action carries a unit over each kind of ground that it may enter as it is now (FF-MOV-T3).

    `in_column`: wholly on the road.
    """
    book = state.book()
    moves = {going: MoveUnit(unit=unit.id, going=going, in_column=in_column) for going in Going}
    asked = {going: move_allowance(move_facts(state, unit, move), book) for going, move in moves.items()}
    return {going: answer.value for going, answer in asked.items() if isinstance(answer, Explained)}
