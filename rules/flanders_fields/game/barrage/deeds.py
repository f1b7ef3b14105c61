"""The deeds of rolling barrages: whose each is now, and what it asks (FF-BAR)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.barrage.commands import AdvanceBarrage, AllUnderBarrage, RollBarrageTurns, SufferBarrage
from rules.flanders_fields.game.barrage.due import barrages_of
from rules.flanders_fields.game.barrage.events import How
from rules.flanders_fields.game.barrage.throws import formerly_under, turns_key, under_key
from rules.flanders_fields.game.offering import word
from rules.flanders_fields.game.seated import NOT_SEEN, Seated, nothing
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.stage import Deed, Possible

TURNS, ADVANCE, SUFFER = Asks(RollBarrageTurns), Asks(AdvanceBarrage), Asks(SufferBarrage)


def _own(seated: Seated) -> Iterator[tuple[str, bool]]:
    """The barrages of the side in turn, and whether the other side does not know of them yet."""
    turn = seated.state.turn
    if turn.running:
        for plan, one in barrages_of(seated.state, turn.side, seated.table.book):
            yield plan.id, one.turn == 0


def _rolling_turns(seated: Seated) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, hidden in _own(seated):
        if not seated.state.barrages[barrage].turns:
            barred = seated.refused_all(side, [RollBarrageTurns(barrage=barrage, die=NOT_SEEN)])
            owed = barred is None
            yield Possible({"barrage": barrage}, by=side.value, owed=owed, barred=barred, secret=hidden)


def _turns_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    yield TURNS("die", kept=lying(seated.state, turns_key(told["barrage"]))[:1])


def _advancing(seated: Seated) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, hidden in _own(seated):
        if seated.state.barrages[barrage].turn < seated.state.turn.number:
            barred = seated.refused_all(side, [AdvanceBarrage(barrage=barrage)])
            owed = barred is None
            yield Possible({"barrage": barrage}, by=side.value, owed=owed, barred=barred, secret=hidden)


def _advance_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    book, barrage = seated.table.book, told["barrage"]
    if seated.refused(AdvanceBarrage(barrage=barrage, halt=True)) is None:
        yield ADVANCE("halt")
    if book.option("AMB-356") == "free":
        yield ADVANCE("leads")
    yield from word(seated, AdvanceBarrage, told)


def _all_told(seated: Seated) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, _ in _own(seated):
        if seated.state.barrages[barrage].rolling:
            barred = seated.refused_all(side, [AllUnderBarrage(barrage=barrage)])
            yield Possible({"barrage": barrage}, by=side.value, owed=barred is None, barred=barred)


def _suffering(seated: Seated) -> Iterator[Possible]:
    for barrage, one in seated.state.barrages.items():
        if one.at_risk:
            side = seated.state.stands[one.at_risk.stand].side
            barred = seated.refused_all(side, [SufferBarrage(barrage=barrage, die=NOT_SEEN)])
            yield Possible({"barrage": barrage}, by=side.value, owed=barred is None, barred=barred)


def _suffer_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    state, barrage = seated.state, told["barrage"]
    risk = state.barrages[barrage].at_risk
    if risk:
        at = (state, barrage, risk.stand, How.TOO_CLOSE)
        yield SUFFER("die", kept=lying(state, under_key(*at), formerly_under(*at))[:1])


BARRAGE_DEEDS: Final[tuple[Deed[Seated], ...]] = (
    Deed("suffer_barrage", "At risk behind the barrage", SufferBarrage, _suffering, _suffer_asks),
    Deed("roll_barrage_turns", "How long it lasts", RollBarrageTurns, _rolling_turns, _turns_asks),
    Deed("advance_barrage", "Advance the barrage", AdvanceBarrage, _advancing, _advance_asks),
    Deed("all_under_barrage", "All rolled for", AllUnderBarrage, _all_told, nothing),
)
"""In the order in which they are owed; the stands under the band are still to be described."""
