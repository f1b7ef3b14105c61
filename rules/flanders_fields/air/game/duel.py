"""An air attack before the dice: the modifiers of both sides and the result of each pair of faces.

Clauses: FF-AIR-08, FF-AIR-T1.
"""

from collections.abc import Iterable

from rules.flanders_fields.air.attacks import AirResult, aircraft_lines, attack, target_lines
from rules.flanders_fields.air.game.commands import ThrowInAirAttack
from rules.flanders_fields.air.game.striking import attack_facts
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import ALL_D6, Throw
from rules.kernel.explain import Considered, Explained, Step
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class AirDuel:
    """The attack on the next target of aircraft."""

    side: Side  # of the aircraft
    target: str
    aircraft: tuple[Step, ...]  # modifiers of the aircraft
    defence: tuple[Step, ...]  # modifiers of the target
    dice: tuple[Throw | None, Throw | None]  # already rolled: of the aircraft, of the target
    results: tuple[AirResult, ...]  # for the aircraft's 1 with 1 to 6, then its 2 with 1 to 6, and so on
    later: tuple[str, ...]  # the targets that follow


def air_duel(state: GameState, command: object) -> AirDuel | None:
    """Return the air attack for which a command rolls; None for other commands."""
    strike = state.air.strike
    if not isinstance(command, ThrowInAirAttack) or strike is None or not strike.targets:
        return None
    book, (target, *later) = state.book(), strike.targets
    facts = attack_facts(state, target, book)
    ends = [attack(facts, (ours, theirs), book) for ours in ALL_D6 for theirs in ALL_D6]
    results = tuple(end.value.result for end in ends if isinstance(end, Explained))
    if len(results) < len(ends):
        return None

    return AirDuel(
        side=strike.side,
        target=target.stand,
        aircraft=_adds(aircraft_lines(facts, book)),
        defence=_adds(target_lines(facts, book)),
        dice=(strike.die_of(strike.side), strike.die_of(strike.side.other)),
        results=results,
        later=tuple(one.stand for one in later),
    )


def _adds(lines: Iterable[Step | Considered]) -> tuple[Step, ...]:
    return tuple(line for line in lines if isinstance(line, Step) and line.value is not None)
