"""The whole tables behind the look-ups of tests that losses call for, and of national rules."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE, answers_to, line_of
from app.pages.lookups.laid_out.tool import Maker, Printed, Reading
from app.systems.flanders_fields.words import words
from rules.flanders_fields.forces.national import Direction, MutinyFacts, mutinous_move
from rules.flanders_fields.forces.storm_parts import StormPartFacts, serve_with
from rules.flanders_fields.morale.nerve import MoraleDue, SupportedBattalion, support_tests
from rules.flanders_fields.vocabulary import MoraleResult

WHOLE: Final = 100
GONE, BY_MORALE = "Its last rifle platoon is gone", "A morale result"


def _thresholds(reading: Reading) -> Printed:
    """From how many platoons lost this battalion tests; the tests that are due are marked."""
    facts: MoraleDue = reading.facts
    table, due = reading.book.table("morale/thresholds"), reading.value or ()
    shares = ((key, table.number(key)) for key in table)
    rows = (
        line_of(one.says, one, f"{-(-facts.started * one.value // WHOLE)} of {facts.started} lost", key in due)
        for key, one in shares
    )
    return Printed("When it tests", ("", CLAUSE), tuple(rows), "FF-MOR-01", "", 0)


def _in_force(reading: Reading) -> Printed:
    """The national rules of this month, and how often each may be used in one game."""
    table = reading.book.table("national/specials")
    rules = ((key, table.number(key)) for key in table)
    rows = (line_of(words(key), one, one.says, key == reading.facts.special) for key, one in rules)
    return Printed("National rules of this month", ("", CLAUSE), tuple(rows), "FF-SPR-17", "In one game.", 0)


def _which_part(facts: StormPartFacts) -> str:
    if not facts.storm:
        return "Of an ordinary battalion"
    if not facts.same_regiment:
        return "With one of another regiment"
    return "Ordered this turn" if facts.ordered_this_turn else "With a battalion of its regiment"


def _weapons(reading: Reading) -> Printed | None:
    """Made with the page: how far a retreat goes is in its label, and a service that starts reads no tables yet."""
    return answers_to(
        "Weapons that support a battalion",
        "FF-MOR-06",
        {words(one): SupportedBattalion(result=one) for one in MoraleResult}
        | {GONE: SupportedBattalion(destroyed=True)},
        support_tests,
        lambda facts: GONE if facts.destroyed else words(facts.result or ""),
    )(reading)


_MUTINY: Final = answers_to(
    "A mutinous battalion's moves",
    "FF-SPR-07",
    {words(one): MutinyFacts(direction=one) for one in Direction} | {BY_MORALE: MutinyFacts(by_morale=True)},
    mutinous_move,
    lambda facts: BY_MORALE if facts.by_morale else words(facts.direction),
)
_STORM_PART: Final = answers_to(
    "A part of a storm battalion",
    "FF-SPR-16",
    {
        "With a battalion of its regiment": StormPartFacts(),
        "With one of another regiment": StormPartFacts(same_regiment=False),
        "Ordered this turn": StormPartFacts(ordered_this_turn=True),
        "Of an ordinary battalion": StormPartFacts(storm=False),
    },
    serve_with,
    _which_part,
)
MADE: Final[Mapping[str, Maker]] = {
    "thresholds": _thresholds,
    "weapons": _weapons,
    "in_force": _in_force,
    "mutiny": _MUTINY,
    "storm_part": _STORM_PART,
}
