"""A fight before its dice fall: what each side adds, and who wins for each pair of faces (FF-ASL-13, FF-ASL-T1)."""

from collections.abc import Iterator

from rules.flanders_fields.assault.close_combat import Winner, fight
from rules.flanders_fields.assault.combat_factors import Line, attacker_lines, defender_lines
from rules.flanders_fields.assault.game.close_quarters import combat_facts
from rules.flanders_fields.assault.game.commands import ThrowInCombat
from rules.flanders_fields.assault.game.events import FightDecided
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.happening import Fought
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import ALL_D6, Throw
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class InDuel:
    """One stand of a fight: its side, what it adds to its die and why, and its die where that lies."""

    stand: str
    side: Side
    steps: tuple[Step, ...]
    die: Throw | None

    @property
    def added(self) -> int:
        """What it adds to its die."""
        return sum(step.value or 0 for step in self.steps)


@dataclass(frozen=True, slots=True)
class Duel:
    """Both stands of the next fight, and its winner for each pair of faces: his 1 with 1 to 6, then his 2, and on."""

    attacker: InDuel
    defender: InDuel
    winners: tuple[Winner, ...]


def fought(state: GameState, event: FightDecided) -> Iterator[Fought]:
    """For each side whether it has won a fight, and for each pair of faces whether it would have (FF-ASL-13)."""
    contact = next((one for one in state.contacts() if one.attacker == event.attacker), None)
    if contact is None:
        return
    book = state.book()
    facts = combat_facts(state, contact, book)
    ends = [fight(facts, (ours, theirs), book) for ours in ALL_D6 for theirs in ALL_D6]
    attacker = state.stands[event.attacker].side
    for side, winner in ((attacker, Winner.ATTACKER), (attacker.other, Winner.DEFENDER)):
        wins = [not isinstance(one, Refusal) and one.value.winner is winner for one in ends]
        yield side, event.winner is winner, wins


def duel_of(state: GameState, command: object) -> Duel | None:
    """The fight that a command throws in; None where it throws in none."""
    found = duel(state, state.book()) if isinstance(command, ThrowInCombat) else None
    return found if isinstance(found, Duel) else None


def duel(state: GameState, book: RuleBook) -> Duel | Refusal | None:
    """The next fight of an assault as the rules decide each of its 36 throws; None where none is to be fought."""
    contact = next(iter(state.contacts()), None)
    if contact is None or state.assault is None:
        return None
    facts, attacks = combat_facts(state, contact, book), state.stands[contact.attacker].side
    winners = list[Winner]()
    for ours in ALL_D6:
        for theirs in ALL_D6:
            found = fight(facts, (ours, theirs), book)
            if not isinstance(found, Explained):
                return found
            winners.append(found.value.winner)

    def stands(stand: str, side: Side, lines: tuple[Line, ...]) -> InDuel:
        steps = tuple(line for line in lines if isinstance(line, Step) and line.value is not None)
        die = state.assault.die_of(side) if state.assault else None
        return InDuel(stand, side, steps, die)

    return Duel(
        stands(contact.attacker, attacks, tuple(attacker_lines(facts.combat, book))),
        stands(contact.defender, attacks.other, tuple(defender_lines(facts.combat, book))),
        tuple(winners),
    )
