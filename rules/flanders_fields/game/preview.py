"""What the dice of a command would bring, before they are thrown: the judge himself, asked for every face."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.closing_fire import shot_at_closing
from rules.flanders_fields.fire_action import FireAction, rolls
from rules.flanders_fields.game.commands import (
    Command,
    CrossWire,
    Fire,
    FireAsTheyClose,
    MoveUnit,
    RollOrders,
    RollReinforcement,
    TestMorale,
    TestWeapon,
    TryHeroicAction,
)
from rules.flanders_fields.game.decide.close_quarters import closing_facts
from rules.flanders_fields.game.decide.fire import Aimed, aimed
from rules.flanders_fields.game.decide.judge import decide
from rules.flanders_fields.game.decide.orders import move_facts
from rules.flanders_fields.game.decide.table import Table
from rules.flanders_fields.game.events import (
    ActionSpent,
    Event,
    HeroicActionTried,
    MoraleTested,
    OrdersRolled,
    ReinforcementRolled,
    WeaponTested,
)
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.movement import move_allowance
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.shot import Shot
from rules.flanders_fields.shot_modifiers import shot_modifiers
from rules.flanders_fields.vocabulary import FireResult, Going, MoraleResult
from rules.kernel.cells import Allowance
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.play import Actor, Throw

OneDie = RollOrders | RollReinforcement | TestMorale | TestWeapon | TryHeroicAction
Brings = int | FireResult | MoraleResult


@dataclass(frozen=True, slots=True)
class Prospect:
    """One die before it is thrown: whom it concerns, what each face from 1 to 6 brings, and what will change it.

    A face brings actions (an order roll), a result (a shot, a morale test), or whether it succeeds (any other roll).
    `throws` is how often such a die is thrown at the same target; `by` is the stand that fires, empty for other rolls.
    """

    of: str
    faces: tuple[Brings, ...]
    steps: tuple[Step, ...] = ()
    considered: tuple[Considered, ...] = ()
    throws: int = 1
    by: str = ""


def prospects(state: GameState, command: Command, actor: Actor) -> tuple[Prospect, ...] | Refusal:
    """Every die the command would throw, in the order they are read; none where it throws none.

    The dice inside the command do not matter. Refuses whatever the judge refuses for every face.
    """
    bare = state.copy()
    bare.thrown = {}
    match command:
        case Fire():
            return _shots(Table(bare, actor, bare.book()), command)
        case FireAsTheyClose():
            return _closing(bare, command, actor)
        case CrossWire():
            return _wire(bare, command, actor)
        case RollOrders() | RollReinforcement() | TestMorale() | TestWeapon() | TryHeroicAction():
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
        case RollOrders(unit=unit):
            return unit
        case TryHeroicAction(stand=stand):
            return stand
        case TestWeapon(weapon=weapon):
            return weapon
        case RollReinforcement(battalion=battalion) | TestMorale(battalion=battalion):
            return battalion


def _brought_by(event: Event) -> tuple[Brings, Reasons]:
    match event:
        case OrdersRolled(actions=actions):
            return actions, event.reasons
        case MoraleTested(result=result):
            return result, event.reasons
        case WeaponTested(result=result):
            return int(result is MoraleResult.HOLDS), event.reasons
        case ReinforcementRolled(arrived=well) | HeroicActionTried(success=well):
            return int(well), event.reasons
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


def _shots(table: Table, command: Fire) -> tuple[Prospect, ...] | Refusal:
    shots = aimed(table, command)
    return shots if isinstance(shots, Refusal) else tuple(_shot(table, one) for one in shots)


def _shot(table: Table, one: Aimed) -> Prospect:
    return _by_shot(one.shot, table.book, Prospect(one.aim.target, (), throws=one.rolls.value, by=one.aim.firer))


def _by_shot(shot: Shot, book: RuleBook, bare: Prospect) -> Prospect:
    found = tuple(shot_modifiers(shot, book))
    return replace(
        bare,
        faces=tuple(effect(shot, face, book).value for face in ALL_D6),
        steps=tuple(finding for finding in found if isinstance(finding, Step)),
        considered=tuple(finding for finding in found if isinstance(finding, Considered)),
    )


def _closing(state: GameState, command: FireAsTheyClose, actor: Actor) -> tuple[Prospect, ...] | Refusal:
    contact = next((one for one in state.contacts() if one.attacker == command.target), None)
    facts = closing_facts(state, contact, command) if contact else None
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


def reach(state: GameState, unit: Unit, in_column: bool = False) -> Mapping[Going, Allowance]:
    """How far one move action carries a unit over each kind of ground that it may enter as it is now (FF-MOV-T3).

    `in_column`: wholly on the road.
    """
    book = state.book()
    moves = {going: MoveUnit(unit=unit.id, going=going, in_column=in_column) for going in Going}
    asked = {going: move_allowance(move_facts(state, unit, move), book) for going, move in moves.items()}
    return {going: answer.value for going, answer in asked.items() if isinstance(answer, Explained)}
