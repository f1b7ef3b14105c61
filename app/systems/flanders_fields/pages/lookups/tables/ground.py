"""The whole tables behind the look-ups of arcs, bases, formations and the edges of movement."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.pages.lookups.laid_out.tool import Printed, Reading
from app.systems.flanders_fields.pages.lookups.tables.table import (
    CLAUSE,
    Maker,
    answers_to,
    firing_table,
    grid,
    line_of,
    lines_of,
)
from app.systems.flanders_fields.words import words
from rules.flanders_fields.movement.manoeuvre import CommandMoveFacts, PassThroughFacts, Relation, pass_through
from rules.flanders_fields.shooting.fire_action import FireAction
from rules.flanders_fields.vocabulary import Going, TargetKind
from rules.kernel.measure import cm

COSTS: Final = lines_of("Actions of getting ready", "movement/actions")


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


def _bases(reading: Reading) -> Printed:
    sizes, key = reading.book.table("bases/sizes"), "A guide: other bases may be used."
    return grid("Bases, cm", sizes, ("width", "depth"), str(reading.facts.stand), "", "FF-BAS-SIZES", key)


def _gaps(reading: Reading) -> Printed:
    gaps = reading.book.table("formations/gaps")
    grades = ((grade, gaps.number(grade)) for grade in gaps)
    lines = (line_of(words(key), one, cm(one.value), key == reading.facts.quality) for key, one in grades)
    return Printed("Widest gap in a company", ("", CLAUSE), tuple(lines), "FF-FRM-T1", "Raw stands touch.", 0)


def _moves(reading: Reading) -> Printed:
    """The movement table with the column of a command stand."""
    facts: CommandMoveFacts = reading.facts
    book = reading.book
    mover = "mounted_command" if facts.mounted else "command_on_foot"
    column = book.table("movement/columns").word(mover).value
    key = "One move: a command stand has two."
    columns = ("infantry", "cavalry")
    return grid(
        "Movement, cm", book.table("movement/allowances"), columns, str(Going(facts.going)), column, "FF-MOV-T3", key
    )


def _road(reading: Reading) -> Printed:
    table = reading.book.table("movement/allowances")
    columns = tuple(dict.fromkeys(key.partition(".")[2] for key in table if key.startswith("road.")))
    return grid("Movement, cm", table, columns, "road", "", "FF-MOV-T3", "The road rate is for columns only.")


def _shots(reading: Reading) -> Printed | None:
    facts: FireAction = reading.facts
    return None if facts.shot.target is TargetKind.ARMOUR else firing_table(facts.shot, reading.book)


PASSING: Final = answers_to(
    "Passing through",
    "FF-MOV-16",
    {words(one): PassThroughFacts(through=one) for one in Relation},
    pass_through,
    lambda facts: words(facts.through),
)
GROUND_TABLES: Final[Mapping[str, Sequence[Maker]]] = {
    "arc": (_arcs,),
    "base": (_bases,),
    "formation": (_gaps,),
    "closing-up": (lines_of("Widest gap in a company", "formations/gaps"),),
    "column": (_road,),
    "river": (lines_of("Crossing a river", "movement/river_stages"),),
    "turning": (lines_of("Degrees a weapon turns as it fires", "movement/pivot"), COSTS),
    "limbering": (COSTS, lines_of("How weapons get along", "movement/carriage")),
    "passing-through": (PASSING,),
    "command-move": (_moves,),
    "fire-action": (lines_of("Rolls of a fire action", "shooting/counts"), _shots),
}
