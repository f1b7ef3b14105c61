"""The moves of command stands in the last phase, which by house rule zones attack too (FF-CMD-05, AMB-322)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.flanders_fields.artillery.game.commands import MoveCommandStand
from rules.flanders_fields.artillery.game.events import CommandStandMoved
from rules.flanders_fields.artillery.game.zones import enters
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.ground.placing import with_places
from rules.flanders_fields.game.models import quality_of_stand
from rules.flanders_fields.game.naming import going_words, moves_words
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.progress import StepPlace, present
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.fire_zones import ZoneMove, attacked_on
from rules.flanders_fields.movement.manoeuvre import CommandMoveFacts, command_move
from rules.flanders_fields.movement.moves import ACTIONS
from rules.kernel.explain import Refusal


def move_command_stand(table: JudgedTable, command: MoveCommandStand) -> Judgement:
    """One move of a command stand, and after it the zones that attack it on its way (FF-CMD-05, FF-CMD-06, AMB-322)."""
    refused = table.in_turn() or _refused(table, command.stand)
    if refused:
        return refused
    facts = CommandMoveFacts(
        mounted=command.mounted,
        going=command.going,
        quality=quality_of_stand(table.state, command.stand),
        in_column=command.in_column,
    )
    answer = command_move(facts, table.book)
    if not table.overruled:
        if isinstance(answer, Refusal):
            return answer
        if table.state.guns.commanders_moved.count(command.stand) >= answer.value.moves:
            name = table.state.stands[command.stand].name
            return Refusal("FF-CMD-05", f"{name} has made its {answer.value.moves} moves", "let it stay where it is")
    far = "moves" if isinstance(answer, Refusal) else moves_words(answer.value.each)
    moved = CommandStandMoved(command.stand, f"{far}, {going_words(command.going)}", reasons(answer))
    met = tuple(replace(one, stand=command.stand) for one in command.zones)
    entered = enters(table, "", (moved,), met, ZoneMove.COMMAND_MOVE)
    return with_places(table, entered, command.stand, command.places)


def _refused(table: JudgedTable, name: str) -> Refusal | None:
    stand = table.state.stands.get(name)
    if stand is None or not may_move(table.state, stand):
        return Refusal("FF-CMD-05", "that is no command stand of this side on the table", "choose one that is")
    if table.overruled:
        return None
    if stand.levels:
        return Refusal("FF-SUP-02", f"{stand.name} is suppressed", "let it stay where it is")
    return (
        None
        if in_its_phase(table.state, table.here)
        else Refusal("FF-CMD-06", "command stands move in the last phase", "go on to that phase")
    )


def may_move(state: GameState, stand: Stand) -> bool:
    """Whether it is a command stand of the side in turn that is there to be moved."""
    here = stand.alive and not stand.unit and stand.side is state.turn.side
    return here and state.off_table(stand.id) is None and stand.id not in state.shelters.below


def in_its_phase(state: GameState, here: StepPlace | None) -> bool:
    """Whether command stands move now, at this place of the turn (FF-TRN-08-3, FF-TRN-09-7, FF-TRN-10-7)."""
    return state.turn.running and here is not None and here.step.level == "command" and not here.step.automatic


def through_zones(state: GameState, book: RuleBook) -> Iterator[dict[str, Any]]:
    """The command stands that may still move now, where zones attack them on their way (AMB-322); else none."""
    if not attacked_on(ZoneMove.COMMAND_MOVE, book) or not in_its_phase(state, present(state, book)):
        return
    moves = book.table(ACTIONS).number("command_moves").value
    for stand in state.stands.values():
        left = moves - state.guns.commanders_moved.count(stand.id)
        if may_move(state, stand) and not stand.levels and left > 0:
            yield {"id": stand.id, "name": stand.name, "left": left}
