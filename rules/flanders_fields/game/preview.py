"""What the dice of a command would bring, before they are thrown: the judge himself, asked for every face."""

from rules.flanders_fields.game.ground.state import NO_GROUND
from rules.flanders_fields.game.prospect import Foreseen
from rules.flanders_fields.game.registry import foreseen_by
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.chapters import Command
from rules.kernel.seats import Actor


def prospects(state: GameState, command: Command, actor: Actor) -> Foreseen:
    """Every die the command would throw, in the order they are read; none where it throws none.

    The dice inside the command do not matter. Refuses whatever the judge refuses for every face.
    """
    foreseen = foreseen_by().get(type(command))
    if foreseen is None:
        return ()
    bare = state.copy()
    bare.thrown = {}
    # What the map would propose is kept beside an outcome and changes none.
    bare.ground = NO_GROUND
    return foreseen(JudgedTable(bare, actor, bare.book()), command)
