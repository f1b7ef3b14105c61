"""The report of a game in words: what was lost, how the dice fell, who stands at its objectives."""

from collections.abc import Mapping
from typing import Final

from rules.flanders_fields.battalion_records import Casualties
from rules.flanders_fields.game.dice_luck import MEAN, Dice, LuckTally
from rules.flanders_fields.game.report import Nearest, ObjectiveEnd, Report, SideLosses
from rules.flanders_fields.game.rule_module import ThrownFor
from rules.flanders_fields.game.setup.scenario import WonBy
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.numerals import counted
from rules.kernel.odds import FEW, fall_in_words

UNUSUAL: Final = 2.0
"""Beyond so many standard deviations dice fall in one game of twenty."""
LEAST_SPREAD: Final = 1.0
"""Below that variance a single event more or less looks like luck: standard deviations say nothing."""
EXPECTED_SAYS: Final = (
    "Expected is what the same dice bring on average, each with its own modifiers on the table as it was; what fell on "
    "own troops is left out. Of fair dice one line in three is better or worse than that, and one in twenty far so."
)
ROLLS: Final[Mapping[ThrownFor, str]] = {
    ThrownFor.ORDERS: "Orders",
    ThrownFor.SHOOTING: "Shooting",
    ThrownFor.SHELLS: "Shells on areas",
    ThrownFor.DEVIATION: "Deviation",
    ThrownFor.MORALE: "Morale",
    ThrownFor.COMBAT: "Close combat",
    ThrownFor.ARRIVALS: "Arrivals",
    ThrownFor.AIR: "Aircraft",
    ThrownFor.GAS: "Gas",
    ThrownFor.OTHER: "Others",
    ThrownFor.CHANCE: "Wind, clock, distance",
}
MM_TO_A_CM: Final = 10


def lost_words(cost: SideLosses) -> str:
    """'4 bases killed (3 rifle platoons, 1 machine gun), 2 more left the table alive'."""
    most_first = sorted(cost.killed.items(), key=lambda one: (-one[1], one[0].value))
    kinds = [counted(number, _word(kind)) for kind, number in most_first if number]
    if cost.commanders:
        kinds.append(counted(cost.commanders, "command stand"))
    killed = cost.facts.killed
    of = f" ({', '.join(kinds)})" if kinds else ""
    left = f", {cost.routed} more left the table alive" if cost.routed else ""
    told = f"{counted(killed, 'base')} killed{of}{left}"
    return told[:1].upper() + told[1:]


def _word(kind: UnitClass) -> str:
    """What one base of a class is: companies are lost platoon by platoon."""
    return "rifle platoon" if kind is UnitClass.RIFLE_COMPANY else kind.value.replace("_", " ").replace("lmg", "LMG")


def men_words(men: Casualties) -> str:
    """'About 60 men: 20 dead, 10 crippled, 10 badly and 20 lightly wounded'; 'No casualties'."""
    if not men.all:
        return "No casualties"
    wounded = f"{men.badly_wounded} badly and {men.lightly_wounded} lightly wounded"
    return f"About {men.all} men: {men.dead} dead, {men.crippled} crippled, {wounded}"


def dice_words(dice: Dice) -> str:
    """Say how many dice a side threw, how far their average is off, and how unevenly their faces came."""
    if not dice.thrown:
        return "It threw no dice."
    told = f"{dice.thrown} thrown, {dice.mean:.2f} on average where {MEAN:.2f} is to be expected."
    return " ".join(part for part in (told, _average_words(dice), fall_in_words(dice.faces)) if part)


def _average_words(dice: Dice) -> str:
    """Say whether an average is unusual; nothing where so few dice were thrown that it says nothing."""
    if dice.thrown < FEW:
        return ""
    off = abs(dice.luck)
    if off < 1:
        return "That is a usual average."
    how = "a little" if off < UNUSUAL else "unusually"
    return f"That is {how} {'high' if dice.luck > 0 else 'low'}: {off:.1f} standard deviations off."


def came_words(tally: LuckTally, dice: Dice) -> str:
    """'Actions: 29'; 'Hits: 8 of 29 judged' where others of the dice fell on own troops, or cannot be judged."""
    told = f"{tally.what.capitalize()}: {tally.came}"
    return told if tally.dice == dice.thrown else f"{told} of {tally.dice} judged"


def luck_words(tally: LuckTally) -> str:
    """Whether that is better or worse than expected, where the dice were enough to say so."""
    if tally.dice < FEW or tally.variance < LEAST_SPREAD:
        return "too few to say"
    off = abs(tally.luck)
    if off < 1:
        return "as expected"
    how = "" if off < UNUSUAL else "far "
    return f"{how}{'better' if tally.luck > 0 else 'worse'}, {off:.1f} s.d."


def nothing_words(report: Report) -> str:
    """Why no moment stands in a report."""
    return "Nothing did: hardly anybody was lost." if report.turns else "Nothing did: no turn was played."


def objective_words(report: Report, one: ObjectiveEnd) -> str:
    """'The mill, 2 points: held by the British side'; where nobody was noted to have it, who stands how near."""
    names = {side.side: side.name for side in report.sides}
    wanted = one.objective
    whose = f" for the {names[wanted.side]} side" if wanted.side else ""
    asked = f"{wanted.name}, {counted(wanted.points, 'point')}{whose}"
    if one.is_silenced:
        return f"{asked}: silent"
    if wanted.holder:
        return f"{asked}: the {names[wanted.holder]} side has it"
    if not one.near:
        return f"{asked}: nobody has it"
    first, *others = one.near
    nearest = f"nobody was noted to have it; nearest stand {names[first.side]}, {first.name}, {_cm(first)} away"
    return "; ".join([f"{asked}: {nearest}", *(f"{names[each.side]} {_cm(each)}" for each in others)])


def _cm(near: Nearest) -> str:
    return f"{near.mm / MM_TO_A_CM:g} cm"


def points_words(report: Report) -> str:
    """'Points: British 2, German 0'."""
    return "Points: " + ", ".join(f"{side.name} {report.points[side.side]}" for side in report.sides)


def verdict_words(report: Report) -> str:
    """Say who has won by the conditions of the scenario, as it stood when the game was closed.

    The rule book has no condition of victory of its own (FF-TRN-14, AMB-10).
    """
    if not report.objectives:
        return "The scenario has no objectives: the players say who has won."
    judge = {WonBy.POINTS: _by_points, WonBy.ALL_OBJECTIVES: _by_all, WonBy.AGREED: _as_agreed}
    early = ""
    if report.turns_left:
        early = f"The game was closed {counted(report.turns_left, 'turn')} before its end. As it stood: "
    return f"{early}{judge[report.won_by](report)}"


def _by_points(report: Report) -> str:
    ahead = _ahead(report)
    score = _score(report)
    if ahead is None:
        return f"Nobody has won by the points of the objectives: {score}."
    return f"The {ahead} side has won by the points of the objectives, {score}."


def _by_all(report: Report) -> str:
    """Whether the attacker has every objective, or silenced it; else the defender has held."""
    names = {one.side: one.name for one in report.sides}
    others = [one for one in report.objectives if one.objective.holder is not Side.ATTACKER]
    lacking = [one.objective.name for one in others if not one.is_silenced]
    if not lacking:
        how = "has or has silenced" if others else "has"
        return f"The {names[Side.ATTACKER]} side has won: it {how} every objective."
    said = f"The {names[Side.DEFENDER]} side has held: the {names[Side.ATTACKER]} side does not have"
    return f"{said} {' and '.join(lacking)}."


def _as_agreed(report: Report) -> str:
    """The book names no winner; whoever holds more has the better of it (GAP-96)."""
    ahead = _ahead(report)
    better = f"the {ahead} side has the better of it" if ahead else "neither side has the better of it"
    return f"The book names no winner (FF-GAP-96): {better}, {_score(report)}."


def _ahead(report: Report) -> str | None:
    """The name of the side with more points; None where neither has."""
    first, second = report.sides
    ours, theirs = (report.points[one.side] for one in (first, second))
    return None if ours == theirs else first.name if ours > theirs else second.name


def _score(report: Report) -> str:
    """Return the points of both sides, the higher first: '3 points to 0'."""
    more, less = sorted(report.points.values(), reverse=True)
    return f"{more} {'point' if more == 1 else 'points'} to {less}"
