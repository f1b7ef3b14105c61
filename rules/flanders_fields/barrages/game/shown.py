"""What everybody sees of a rolling barrage that was planned and sealed."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.barrages.game.events import BarrageAdvanced, BarrageLifted
from rules.flanders_fields.fire_plan.written import BarrageLine
from rules.flanders_fields.game.book_chapter import ShownBy
from rules.flanders_fields.game.sealed_lines import SealedLines
from rules.flanders_fields.game.state import GameState
from rules.kernel.measure import MM_A_CM, read_off


def _shown(state: GameState, event: BarrageAdvanced | BarrageLifted, sealed: SealedLines) -> Iterator[str]:
    """The pieces of its line that an event of it shows, whether there or not."""
    line = sealed.own(event.barrage)
    barrage = sealed.plan.line(line) if line else None
    if isinstance(barrage, BarrageLine):
        yield from _of_barrage(state, event, barrage)


def _of_barrage(state: GameState, event: BarrageAdvanced | BarrageLifted, line: BarrageLine) -> Iterator[str]:
    """What is seen of it: where it begins, how far it moves, where it stopped once it goes on, that it ends."""
    before = state.barrages[event.barrage]
    if isinstance(event, BarrageAdvanced) and event.laid:
        yield f"barrage/{line.id}"
        return
    if isinstance(event, BarrageLifted):
        yield f"turns/{line.id}"
    elif not event.went_cm:
        return
    else:
        yield f"speed/{line.id}"
        yield from (f"back/{line.id}/{n}" for n, turn in enumerate(line.back, 1) if turn == event.turn)
    rears = {read_off(piece.rear_cm - piece.lead_cm) for piece in before.pieces}
    for n, halt in enumerate(line.halts, 1):
        # How long it stops would be told too early while it still does.
        if any(halt.up_mm <= rear * MM_A_CM for rear in rears):
            yield f"halt/{line.id}/{n}"


SHOWN: Final[ShownBy] = {
    BarrageAdvanced: _shown,
    BarrageLifted: _shown,
}
