"""The next fight of an assault, or the next attack of aircraft, as a table of 36 (FF-ASL-13, FF-AIR-08)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from app.games.game import OpenGame
from app.pages.rendering import percent
from app.stage.shown import MeetingEndShown, MeetingShown, MetShown, OddsLineShown, PairShown
from app.systems.flanders_fields.stage.brought import IN_AIR
from rules.flanders_fields.air.attacks import AirResult
from rules.flanders_fields.air.game.duel import AirDuel, air_duel
from rules.flanders_fields.assault.close_combat import ENDS, Winner
from rules.flanders_fields.assault.game.duel import Duel, InDuel, duel_of
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.explain import Step
from rules.kernel.numerals import minuses, signed
from rules.kernel.seats import Actor

PAIRS: Final = 36
AIRCRAFT: Final = "Aircraft"


def meeting(game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
    """Both sides of a fight or an air attack, their factors and what each pair of dice brings; None for others."""
    if (fight := duel_of(game.state, command)) is not None:
        return _fight(game, actor, fight, names)
    if (strike := air_duel(game.state, command)) is not None:
        return _air_attack(game, actor, strike, names)
    return None


def _fight(game: OpenGame, actor: Actor, found: Duel, names: Mapping[str, str]) -> MeetingShown:
    later = [(one.attacker, one.defender) for one in game.state.contacts()[1:]]
    there = {found.attacker.stand, found.defender.stand, *(stand for pair in later for stand in pair)}
    known = {**names, **game.system.names(game.state, actor.role, there)}
    sides = {Winner.ATTACKER: found.attacker.side.value, Winner.DEFENDER: found.defender.side.value}
    ends = [one for one in Winner if one in found.winners]
    ends.sort(key=(Winner.ATTACKER, Winner.DRAW, Winner.DEFENDER).index)
    return MeetingShown(
        rows=_met(found.attacker, known),
        columns=_met(found.defender, known),
        ends=[_end(ENDS[one], sides.get(one, ""), found.winners.count(one)) for one in ends],
        cells=[ends.index(one) for one in found.winners],
        comes_to="fought",
        to_come=[
            PairShown(rows=own, rows_name=known.get(own, ""), columns=foe, columns_name=known.get(foe, ""))
            for own, foe in later
        ],
    )


def _air_attack(game: OpenGame, actor: Actor, found: AirDuel, names: Mapping[str, str]) -> MeetingShown:
    """Return the table of an air attack. Aircraft have no stand, only a name."""
    known = {**names, **game.system.names(game.state, actor.role, {found.target, *found.later})}
    ends = [one for one in AirResult if one in found.results]

    def side(stand: str, name: str, of: Side, steps: Sequence[Step], die: Throw | None) -> MetShown:
        lines = [_line(step) for step in steps]
        added = sum(step.value or 0 for step in steps)
        return MetShown(side=of.value, stand=stand, name=name, added=added, lines=lines, die=die.pips if die else 0)

    def wins(end: AirResult) -> str:
        aircraft = {AirResult.DESTROYED, AirResult.SUPPRESSED}
        return "" if end is AirResult.DRAW else (found.side if end in aircraft else found.side.other).value

    return MeetingShown(
        rows=side("", AIRCRAFT, found.side, found.aircraft, found.dice[0]),
        columns=side(found.target, known.get(found.target, ""), found.side.other, found.defence, found.dice[1]),
        ends=[_end(IN_AIR[one.value].says, wins(one), found.results.count(one)) for one in ends],
        cells=[ends.index(one) for one in found.results],
        comes_to="air_attacked",
        to_come=[
            PairShown(rows="", rows_name=AIRCRAFT, columns=stand, columns_name=known.get(stand, ""))
            for stand in found.later
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


def _end(word: str, side: str, pairs: int) -> MeetingEndShown:
    return MeetingEndShown(wins=side, word=word, pairs=pairs, percent=percent(Fraction(pairs, PAIRS)))
