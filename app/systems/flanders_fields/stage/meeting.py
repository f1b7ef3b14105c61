"""The next fight of an assault as a table of 36 (FF-ASL-13)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from app.games.game import OpenGame
from app.pages.rendering import percent
from app.stage.shown import MeetingEndShown, MeetingShown, MetShown, OddsLineShown, PairShown
from rules.flanders_fields.assault.close_combat import ENDS, Winner
from rules.flanders_fields.assault.game.duel import InDuel, duel_of
from rules.kernel.explain import Step
from rules.kernel.measure import minuses, signed
from rules.kernel.play import Actor

PAIRS: Final = 36


def meeting(game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
    """Both stands, their factors and what each pair of dice brings; None for a command that throws in no fight."""
    found = duel_of(game.state, command)
    if found is None:
        return None
    later = [(one.attacker, one.defender) for one in game.state.contacts()[1:]]
    there = {found.attacker.stand, found.defender.stand, *(stand for pair in later for stand in pair)}
    known = {**names, **game.system.names(game.state, actor.role, there)}
    sides = {Winner.ATTACKER: found.attacker.side.value, Winner.DEFENDER: found.defender.side.value}
    ends = [one for one in Winner if one in found.winners]
    ends.sort(key=(Winner.ATTACKER, Winner.DRAW, Winner.DEFENDER).index)
    return MeetingShown(
        rows=_met(found.attacker, known),
        columns=_met(found.defender, known),
        ends=[_end(one, sides.get(one, ""), found.winners.count(one)) for one in ends],
        cells=[ends.index(one) for one in found.winners],
        comes_to="fought",
        to_come=[
            PairShown(rows=own, rows_name=known.get(own, ""), columns=foe, columns_name=known.get(foe, ""))
            for own, foe in later
        ],
    )


def _met(one: InDuel, names: Mapping[str, str]) -> MetShown:
    return MetShown(
        side=one.side.value,
        stand=one.stand,
        name=names.get(one.stand, ""),
        added=one.added,
        lines=[_line(step) for step in one.steps],
        die=one.die.pips if one.die else 0,
    )


def _line(step: Step) -> OddsLineShown:
    # Whose line it is tells the place where it stands.
    says = step.says.partition(": ")[2] or step.says
    return OddsLineShown(value=signed(step.value or 0), says=minuses(says), clause=step.clause)


def _end(one: Winner, side: str, pairs: int) -> MeetingEndShown:
    return MeetingEndShown(wins=side, word=ENDS[one], pairs=pairs, percent=percent(Fraction(pairs, PAIRS)))
