"""The whole tables behind the look-ups of arcs, bases, formations and the edges of movement."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE, answers_to, grid, line_of
from app.pages.lookups.laid_out.tool import Maker, Printed, Reading
from app.systems.flanders_fields.pages.lookups.tables.firing import firing_table
from app.systems.flanders_fields.words import words
from rules.flanders_fields.movement.manoeuvre import CommandMoveFacts, PassThroughFacts, Relation, pass_through
from rules.flanders_fields.shooting.fire_action import FireAction
from rules.flanders_fields.vocabulary import Going, TargetKind
from rules.kernel.measure import cm

ALLOWANCES: Final = "movement/allowances"


def _arcs(reading: Reading) -> Printed:
    """What each kind of weapon may reach aside of its own base."""
    aside, fans = reading.book.table("shooting/arcs"), reading.book.table("shooting/arc_angles")
    boxes = ((key, aside.number(key)) for key in aside)
    wide = ((key, fans.number(key)) for key in fans)
    rows = (
        *(line_of(words(key), one, f"{cm(one.value)} on each side") for key, one in boxes),
        *(line_of(words(key), one, f"opens by {one.value // 2} degrees on each side") for key, one in wide),
    )
    return Printed("Arcs of fire", ("", CLAUSE), rows, "FF-ARC-T1", "Beside the front edge of the base.", 0)


def _moves(reading: Reading) -> Printed:
    """The movement table with the column of a command stand."""
    facts: CommandMoveFacts = reading.facts
    mover = "mounted_command" if facts.mounted else "command_on_foot"
    column = reading.book.table("movement/columns").word(mover).value
    return grid(
        reading,
        "Movement, cm",
        ALLOWANCES,
        ("infantry", "cavalry"),
        row=str(Going(facts.going)),
        column=column,
        note="One move: a command stand has two.",
    )


def _road(reading: Reading) -> Printed:
    keys = (key for key in reading.book.table(ALLOWANCES) if key.startswith("road."))
    columns = tuple(dict.fromkeys(key.partition(".")[2] for key in keys))
    return grid(reading, "Movement, cm", ALLOWANCES, columns, row="road", note="The road rate is for columns only.")


def _shots(reading: Reading) -> Printed | None:
    facts: FireAction = reading.facts
    return None if facts.shot.target is TargetKind.ARMOUR else firing_table(facts.shot, reading)


MADE: Final[Mapping[str, Maker]] = {
    "arcs": _arcs,
    "moves": _moves,
    "road": _road,
    "shots": _shots,
    "passing": answers_to(
        "Passing through",
        "FF-MOV-16",
        {words(one): PassThroughFacts(through=one) for one in Relation},
        pass_through,
        lambda facts: words(facts.through),
    ),
}
