"""National rules as a chapter of the game."""

from typing import Final

from rules.flanders_fields.forces.game import fold
from rules.flanders_fields.forces.game.commands import AttachStormPart, NameMutinous, ResistStubbornly, SayAfterTheDie
from rules.flanders_fields.forces.game.events import MutinyNamed, OrderHelped, ResultSetAside, StormPartAttached
from rules.flanders_fields.forces.game.judge import before_this, judge
from rules.flanders_fields.forces.game.record import COUNTED, MUTINOUS, corrected_uses, kept_of_uses, said_of_uses
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import MovesUnit
from rules.kernel.chapters import Corrections, late
from rules.kernel.deeds import Costs

_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_uses(table.state, of, table.book),
    fold=lambda state, event: corrected_uses(state, event.of, event.what, event.after),
    costs=dict.fromkeys((MUTINOUS, *COUNTED), Costs.MORE),
    says=said_of_uses,
)


NATIONAL: Final[BookChapter] = BookChapter(
    key="national",
    events=(
        Happening(kind="mutiny_named", made=MutinyNamed, fold=fold.mutiny),
        Happening(kind="result_set_aside", made=ResultSetAside, fold=fold.set_aside),
        Happening(kind="order_helped", made=OrderHelped, fold=fold.helped),
        Happening(kind="storm_part_attached", made=StormPartAttached, fold=fold.attached),
    ),
    folds_before={
        "orders_rolled": fold.unit_ordered,
        "step_begun": fold.play_goes_on,
        "turn_ended": fold.play_goes_on,
        "morale_tested": fold.morale_tested,
    },
    told=late("rules.flanders_fields.forces.game.words", "TOLD"),
    commands={
        "name_mutinous": NameMutinous,
        "resist_stubbornly": ResistStubbornly,
        "say_after_the_die": SayAfterTheDie,
        "attach_storm_part": AttachStormPart,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(MovesUnit,),
    waits_at=2,
    corrections=_CORRECTIONS,
    deeds=late("rules.flanders_fields.forces.game.deeds", "NATIONAL_DEEDS"),
    views={"national": late("rules.flanders_fields.forces.game.view", "national_view")},
)
