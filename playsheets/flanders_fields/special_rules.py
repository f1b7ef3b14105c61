"""The national rules of a game in a few words each, with what they give and how often (FF-SPR)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from playsheets.content import Block, NoteBlock, Paragraph, Text
from playsheets.flanders_fields.muster import Command, Muster
from playsheets.flanders_fields.values import Values, natural_failure
from rules.flanders_fields.book import clauses
from rules.flanders_fields.forces.national import OWNERS, USES
from rules.flanders_fields.vocabulary import Special

Effect = Callable[[Values], Text]


def special_rules(muster: Muster, values: Values) -> tuple[Block, ...]:
    """A note with the rules of every army in the field, or nothing."""
    paragraphs = tuple(one for nation in muster.nations for one in _of_army(nation, muster, values))
    return (NoteBlock("Special rules", paragraphs),) if paragraphs else ()


def specials_of(command: Command, values: Values) -> tuple[Paragraph, ...]:
    """The rules that one command may call on."""
    return tuple(
        _paragraph(special, values, values.cited(USES, special).says)
        for special, nation in OWNERS.items()
        if nation == command.nation and values.has(USES, special) and _calls_on(command, special)
    )


def _of_army(nation: str, muster: Muster, values: Values) -> Iterator[Paragraph]:
    for special, owner in OWNERS.items():
        theirs = [one for one in muster.commands if one.nation == nation]
        if owner == nation and values.has(USES, special) and any(_calls_on(one, special) for one in theirs):
            yield _paragraph(special, values, f"{nation.capitalize()}. {values.cited(USES, special).says}")


def _calls_on(command: Command, special: Special) -> bool:
    if special is Special.PALS:
        return command.quality == "raw"
    if special is Special.STORM_BATTALION:
        return command.storm
    return command.level == "battalion"


def _paragraph(special: Special, values: Values, how_often: str) -> Paragraph:
    cited = values.cited(USES, special)
    text: Text = (f"{how_often}: ", *EFFECTS[special](values), ".")
    return Paragraph(cited.clause, text, clauses()[cited.clause].title, values.mark(cited.clause))


def _adds(special: Special, to_what: str, fails: bool = False) -> Effect:
    """What is added to which die; `fails`: a natural 1 fails all the same."""
    return lambda values: (
        values.signed("orders/bonuses", special),
        f" {to_what}",
        *(("; ", *natural_failure(values)) if fails else ()),
    )


EFFECTS: Final[Mapping[Special, Effect]] = {
    Special.LONG_RANGE_MARKSMANSHIP: lambda values: (
        "rifles reach ",
        values.cm("shooting/ranges", "infantry_long_range"),
        " cm",
    ),
    Special.MAD_MINUTE: lambda _values: ("one fire order of a company rolls twice, both at the same target",),
    Special.PRUSSIAN_DISCIPLINE: _adds(
        Special.PRUSSIAN_DISCIPLINE, "on an order die, said before the roll", fails=True
    ),
    Special.PALS: _adds(Special.PALS, "on one order die or morale roll"),
    Special.PROFESSIONALISM: _adds(Special.PROFESSIONALISM, "on an order die", fails=True),
    Special.ELAN: _adds(Special.ELAN, "on the order die of those told to go forward; it buys no shots"),
    Special.STUBBORN_RESISTANCE: lambda _values: ("a defending battalion sets a bad morale result aside",),
    Special.MUTINY: lambda _values: ("the German player names battalions that hold but do not go forward",),
    Special.STORM_BATTALION: lambda _values: ("an extra Veteran battalion, whole or split among others",),
}
