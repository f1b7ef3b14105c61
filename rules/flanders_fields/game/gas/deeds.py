"""The deeds of gas that cards bring, and of leaving it: whose each is now, and what it asks (FF-GAS-25, FF-GAS-28)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.gas.by_card import carried_out
from rules.flanders_fields.game.gas.commands import GasByCard, LeaveGas, WindByCard
from rules.flanders_fields.game.gas.scenario import FARTHEST_CM, HALF_TURN
from rules.flanders_fields.game.gas.throws import card_key
from rules.flanders_fields.game.offering import word
from rules.flanders_fields.game.seated import NOT_SEEN, Seated
from rules.flanders_fields.vocabulary import Side
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.stage import Deed, Possible

PLACED, WIND, LEAVE = Asks(GasByCard), Asks(WindByCard), Asks(LeaveGas)
WIND_DICE: Final = 2


def _placing(seated: Seated) -> Iterator[Possible]:
    for side in carried_out(seated.state, GasByCard):
        barred = seated.refused_all(side, [GasByCard(along_cm=0.0, up_cm=0.0)])
        yield Possible(by=side.value, owed=barred is None, barred=barred)


def _placing_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    yield PLACED("along_cm", least=0, most=FARTHEST_CM)
    yield PLACED("up_cm", least=0, most=FARTHEST_CM)
    yield PLACED("wind_deg", least=-HALF_TURN, most=HALF_TURN)
    yield from word(seated, GasByCard, told)


def _turning(seated: Seated) -> Iterator[Possible]:
    for side in carried_out(seated.state, WindByCard):
        barred = seated.refused_all(side, [WindByCard(dice=(NOT_SEEN,) * WIND_DICE)])
        yield Possible(by=side.value, owed=barred is None, barred=barred)


def _turning_asks(seated: Seated, _told: Told) -> Iterator[Ask | Refusal]:
    kept = lying(seated.state, card_key(seated.state))[:WIND_DICE]
    yield WIND("dice", least=WIND_DICE, most=WIND_DICE, kept=kept)


def _in_gas(seated: Seated, side: Side) -> list[str]:
    state = seated.state
    there = (stand for stand in state.stands.values() if stand.side is side and stand.alive and stand.in_gas)
    return [stand.id for stand in there if not state.off_table(stand.id)]


def _leaving(seated: Seated) -> Iterator[Possible]:
    for side in Side:
        if (stands := _in_gas(seated, side)) and seated.state.turn.running:
            barred = seated.refused_all(side, [LeaveGas(stands=(stand,)) for stand in stands])
            yield Possible(by=side.value, barred=barred)


def _leaving_asks(seated: Seated, _told: Told) -> Iterator[Ask | Refusal]:
    own = [stand for side in Side if side.value in seated.sides for stand in _in_gas(seated, side)]
    yield LEAVE("stands", among=own, least=1, most=len(own))


GAS_DEEDS: Final[tuple[Deed[Seated], ...]] = (
    Deed("gas_by_card", "Place its gas", GasByCard, _placing, _placing_asks),
    Deed("wind_by_card", "The wind turns", WindByCard, _turning, _turning_asks),
    Deed("leave_gas", "Out of the gas", LeaveGas, _leaving, _leaving_asks),
)
"""In the order in which they are owed; the gas step and moving into gas are still to be described."""
