"""Which pieces of a sealed plan have fallen with what has just happened, so that everybody may see and prove them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.game.events import PlanPiecesShown
from rules.flanders_fields.fire_plan.game.state import SealedPlan
from rules.flanders_fields.fire_plan.game.written import in_play
from rules.flanders_fields.fire_plan.sealed import masked, pieces, reveal
from rules.flanders_fields.fire_plan.written import GasLine, WrittenPlan
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.game.registry import shown_with
from rules.flanders_fields.game.sealed_lines import SealedLines
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Event


def shown_by(state: GameState, happened: Iterable[Event], book: RuleBook) -> Iterator[PlanPiecesShown]:
    """The pieces of each sealed plan that these events, which everybody hears of, have brought to light."""
    if not state.sealed:
        return
    showing = shown_with()
    events = [(showing[type(event)], event) for event in happened if type(event) in showing]
    if not events:
        return
    for sealed in state.sealed:
        if sealed.written is None:
            continue
        secret = bytes.fromhex(sealed.secret)
        lines = _lines(sealed, masked(sealed.written, secret), book)
        fallen = dict.fromkeys(name for shows, event in events for name in shows(state, event, lines))
        if not fallen:
            continue
        there = pieces(sealed.written, secret)
        names = [name for name in fallen if name in there and not sealed.has_shown(name)]
        if names:
            yield PlanPiecesShown(sealed.side, tuple(reveal(sealed.written, secret, name) for name in names))


def _lines(sealed: SealedPlan, plan: WrittenPlan, book: RuleBook) -> SealedLines:
    def comes_as(line: GasLine) -> tuple[PlannedGas, ...]:
        alone = replace(plan, weapons=(), shifts=(), bombardments=(), barrages=(), works=(), gas=(line,))
        return in_play(alone, (), book).gas

    return SealedLines(sealed.side, plan, sealed.has_shown, comes_as)
