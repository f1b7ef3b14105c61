"""Moving a unit: what the table shows, and how far the rules let it go (FF-MOV-01)."""

from dataclasses import replace

from rules.flanders_fields.game.models import mover_of, quality_of, transport_of
from rules.flanders_fields.game.naming import going_words, moves_words
from rules.flanders_fields.game.outcomes import ActionSpent, StandChange, reasons
from rules.flanders_fields.game.spending import free_to_move, spend
from rules.flanders_fields.game.state import GameState, Stand, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.game.commands import MoveUnit
from rules.flanders_fields.movement.game.crushing import crushes
from rules.flanders_fields.movement.moves import MoveFacts, move_allowance
from rules.flanders_fields.movement.wire import (
    Caught,
    CaughtFacts,
    caught_may,
)
from rules.flanders_fields.vocabulary import (
    Action,
)
from rules.kernel.explain import Explained, Refusal


def move(table: JudgedTable, command: MoveUnit) -> Judgement:
    """Spend an action on a move; the table shows how far, the answer says how far it may be (FF-MOV-01)."""
    moving = table.once(_may_move, command.unit)
    if isinstance(moving, Refusal):
        return moving
    unit, freed = moving
    answer = move_allowance(move_facts(table.state, unit, command), table.book)
    if isinstance(answer, Refusal) and not table.overruled:
        return answer
    track = crushes(table, unit, command.belts) if command.belts else None
    if isinstance(track, Refusal) and not table.overruled:
        return track
    far = "moves" if isinstance(answer, Refusal) else moves_words(answer.value)
    says = f"{far}, {going_words(command.going)}"
    why = reasons(answer)
    if isinstance(track, Explained):
        says = f"{says}, and leaves a track through the wire"
        why = replace(why, steps=(*why.steps, *track.steps))
    return (ActionSpent(unit.id, Action.MOVE, says, freed, None, why),)


def _may_move(table: JudgedTable, name: str) -> tuple[Unit, tuple[StandChange, ...]] | Refusal:
    """The unit and its stands that come off the wire, as far as the ground it goes over decides nothing."""
    acting = table.acting(name)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    living = table.state.living(unit)
    leave = spend(table, unit, orders, Action.MOVE, free_to_move(living))
    if isinstance(leave, Refusal):
        return leave
    if unit.dismounted and not table.overruled:
        return Refusal("FF-CAV-02", f"{unit.name} has dismounted", "mount with an action first")
    freed = _walk_back(table, living)
    return freed if isinstance(freed, Refusal) else (unit, freed)


def _walk_back(table: JudgedTable, living: tuple[Stand, ...]) -> tuple[StandChange, ...] | Refusal:
    """The stands that come off the wire with a move, or why a unit that hangs on it as a whole may not (AMB-65)."""
    hanging = [stand for stand in living if stand.on_wire]
    if not hanging:
        return ()
    answer = caught_may(CaughtFacts(wants_to=Caught.MOVE), table.book)
    if isinstance(answer, Explained):
        return tuple(StandChange(stand.id, stand.levels) for stand in hanging)
    return answer if len(hanging) == len(living) and not table.overruled else ()


def move_facts(state: GameState, unit: Unit, command: MoveUnit) -> MoveFacts:
    """What a move looks at: the game's own facts, and the ground named in the command."""
    return MoveFacts(
        mover=mover_of(unit, state.book()),
        going=command.going,
        quality=quality_of(state, unit),
        transport=transport_of(unit),
        in_column=command.in_column,
        trenches_crossed=command.trenches_crossed,
    )
