"""What everybody sees of a gas attack that was planned and sealed."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.book_chapter import ShownBy
from rules.flanders_fields.game.sealed_lines import SealedLines
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.gas.game.events import GasReleased


def _shown(_state: GameState, event: GasReleased, sealed: SealedLines) -> Iterator[str]:
    """The line of it that has not come yet; several may be written alike."""
    if event.plan.side is not sealed.side:
        return
    for line in sealed.plan.gas:
        if sealed.comes_as(line) == (event.plan,) and not sealed.has_shown(f"gas/{line.id}"):
            yield f"gas/{line.id}"
            return


SHOWN: Final[ShownBy] = {
    GasReleased: _shown,
}
