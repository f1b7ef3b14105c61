"""The deeds of rolling barrages: whose each is now, and what it asks (FF-BAR)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.barrages.game.commands import (
    AdvanceBarrage,
    AllUnderBarrage,
    RiskBarrage,
    RollBarrageTurns,
    RollUnderBarrage,
    SufferBarrage,
)
from rules.flanders_fields.barrages.game.due import barrages_of
from rules.flanders_fields.barrages.game.events import How
from rules.flanders_fields.barrages.game.moving import known
from rules.flanders_fields.barrages.game.striking import asked_under, may_be_at_risk, may_be_under
from rules.flanders_fields.barrages.game.throws import (
    formerly_at_risk,
    formerly_under,
    risk_key,
    turns_key,
    under_key,
)
from rules.flanders_fields.game.offering import dice, die, has_armour, lying_each, word
from rules.flanders_fields.game.seated import NOT_SEEN, SeatDeeds
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.plain import build
from rules.kernel.stage import AtHand, Deed, Possible, nothing

TURNS, ADVANCE, SUFFER = Asks(RollBarrageTurns), Asks(AdvanceBarrage), Asks(SufferBarrage)
UNDER, RISK = Asks(RollUnderBarrage), Asks(RiskBarrage)
TOUCHES: Final = tuple(overlap.value for overlap in Overlap if overlap is not Overlap.NONE)


def _own(seated: SeatDeeds) -> Iterator[tuple[str, bool]]:
    """The barrages of the side in turn, and whether the other side does not know of them yet."""
    turn = seated.state.turn
    if turn.running:
        for plan, one in barrages_of(seated.state, turn.side, seated.table.book):
            yield plan.id, one.turn == 0


def _rolling_turns(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, hidden in _own(seated):
        if not seated.state.barrages[barrage].turns:
            barred = seated.refused_all(side, [RollBarrageTurns(barrage=barrage, die=NOT_SEEN)])
            owed = barred is None
            yield Possible({"barrage": barrage}, by=side.value, owed=owed, barred=barred, secret=hidden)


def _turns_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield TURNS("die", kept=lying(seated.state, turns_key(told["barrage"]))[:1])


def _advancing(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, hidden in _own(seated):
        if seated.state.barrages[barrage].turn < seated.state.turn.number:
            barred = seated.refused_all(side, [AdvanceBarrage(barrage=barrage)])
            owed = barred is None
            yield Possible({"barrage": barrage}, by=side.value, owed=owed, barred=barred, secret=hidden)


def _advance_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    book, barrage = seated.table.book, told["barrage"]
    if seated.refused(AdvanceBarrage(barrage=barrage, halt=True)) is None:
        yield ADVANCE("halt")
    if book.option("AMB-356") == "free":
        yield ADVANCE("leads")
    yield from word(seated, AdvanceBarrage, told)


def _all_told(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, _ in _own(seated):
        if seated.state.barrages[barrage].rolling:
            barred = seated.refused_all(side, [AllUnderBarrage(barrage=barrage)])
            yield Possible({"barrage": barrage}, by=side.value, owed=barred is None, barred=barred)


def _suffering(seated: SeatDeeds) -> Iterator[Possible]:
    for barrage, one in seated.state.barrages.items():
        if one.at_risk:
            side = seated.state.stands[one.at_risk.stand].side
            barred = seated.refused_all(side, [SufferBarrage(barrage=barrage, die=NOT_SEEN)])
            yield Possible({"barrage": barrage}, by=side.value, owed=barred is None, barred=barred)


def _suffer_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, barrage = seated.state, told["barrage"]
    risk = state.barrages[barrage].at_risk
    if risk:
        at = (state, barrage, risk.stand, How.TOO_CLOSE)
        yield SUFFER("die", kept=lying(state, under_key(*at), formerly_under(*at))[:1])


def _under(seated: SeatDeeds, table: JudgedTable, about: Told) -> Iterator[str]:
    """The stands that a player may roll for: swept by his own band, or moved into one."""
    for stand in seated.on_table:
        command = RollUnderBarrage(stands=(stand,), cover=Cover.OPEN, **about)
        if not isinstance(may_be_under(table, command), Refusal):
            yield stand


def _rolling(seated: SeatDeeds) -> Iterator[Possible]:
    state = seated.state
    for barrage, one in state.barrages.items():
        if not one.lies or not state.turn.running:
            continue
        barred = seated.waits(RollUnderBarrage(barrage=barrage, stands=(), cover=Cover.OPEN))
        whose = state.turn.side
        if one.rolling and any(_under(seated, seated.of(whose), {"barrage": barrage})):
            yield Possible({"barrage": barrage}, by=whose.value, owed=barred is None, barred=barred)
        about = {"barrage": barrage, "moved_in": True}
        for side in Side:
            if any(_under(seated, seated.of(side), about)):
                yield Possible(about, by=side.value, barred=barred, where=AtHand.MORE)


def _under_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, barrage, moved_in = seated.state, told["barrage"], told.get("moved_in", False)
    about = {"barrage": barrage, "moved_in": moved_in}
    able = list(_under(seated, seated.table, about))
    yield UNDER("stands", among=able, least=1, most=len(able))
    yield UNDER("cover")
    yield UNDER("overlap", among=TOUCHES)
    if has_armour(state, told["stands"]):
        yield UNDER("armour_in_cover")
    asked = asked_under(seated.table, build(RollUnderBarrage, told))
    if isinstance(asked, Refusal):
        yield asked
        return
    how = How.MOVED_IN if moved_in else How.SWEPT
    at = [(state, barrage, stand.id, how) for stand, takes_a_die in asked if takes_a_die]
    yield from dice(
        seated, UNDER, told, len(at), lying_each(state, [(under_key(*of), formerly_under(*of)) for of in at])
    )


def _risking(seated: SeatDeeds) -> Iterator[Possible]:
    for barrage, one in seated.state.barrages.items():
        for side in Side if one.lies and seated.state.turn.running else ():
            if any(_close_behind(seated, seated.of(side), barrage)):
                yield Possible({"barrage": barrage}, by=side.value)


def _close_behind(seated: SeatDeeds, table: JudgedTable, barrage: str) -> Iterator[str]:
    """The stands that a player may throw for as they come close behind a band."""
    found = known(table, barrage)
    if isinstance(found, Refusal):
        return
    for stand in seated.on_table:
        if may_be_at_risk(table, found, seated.state.stands[stand]) is None:
            yield stand


def _risk_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, barrage = seated.state, told["barrage"]
    yield RISK("stand", among=list(_close_behind(seated, seated.table, barrage)))
    yield RISK("distance_cm")
    yield RISK("cover")
    if has_armour(state, [told["stand"]]):
        yield RISK("armour_in_cover")
    yield RISK("ended_move")
    at = (state, barrage, told["stand"])
    yield from die(seated, RISK, told, lying(state, risk_key(*at), formerly_at_risk(*at)))


BARRAGE_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("suffer_barrage", "At risk behind the barrage", SufferBarrage, _suffering, _suffer_asks),
    Deed("roll_barrage_turns", "How long it lasts", RollBarrageTurns, _rolling_turns, _turns_asks),
    Deed("advance_barrage", "Advance the barrage", AdvanceBarrage, _advancing, _advance_asks, follows=True),
    Deed("roll_under_barrage", "Under the barrage", RollUnderBarrage, _rolling, _under_asks),
    Deed("risk_barrage", "Close behind the barrage", RiskBarrage, _risking, _risk_asks, AtHand.MORE),
    Deed("all_under_barrage", "All rolled for", AllUnderBarrage, _all_told, nothing, AtHand.ON),
)
"""In the order in which they are owed."""
