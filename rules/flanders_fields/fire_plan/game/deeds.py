"""The deed of sealing a fire plan: whose it is now, and what it asks (FF-FPL-77)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.fire_plan.game.commands import SealPlan
from rules.flanders_fields.fire_plan.game.judge import too_late
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.vocabulary import Side
from rules.kernel.asking import NEEDED, Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import build
from rules.kernel.sealing import SECRET_BYTES
from rules.kernel.stage import AtHand, Deed, Possible

SEAL = Asks(SealPlan)
NOT_DRAWN: Final = {"drawn": "00" * SECRET_BYTES, "about": ""}
"""Stands for the secret that the keeper draws, where the judge is asked for his word before it."""


def _sealing(seated: SeatDeeds) -> Iterator[Possible]:
    for side in Side:
        # That the other side has deployed somebody unseen is not told by what is offered.
        if too_late(seated.state, side, seated.by(side).knows_of) is None:
            yield Possible(by=side.value, barred=seated.waits(SealPlan()))


def _sealing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield SEAL("plan", usual=NEEDED)
    yield SEAL("reason")
    refused = seated.refused(build(SealPlan, {**told, "secret": NOT_DRAWN}))
    yield refused or SEAL("secret")


SEALING_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("seal_plan", "Seal the fire plan", SealPlan, _sealing, _sealing_asks, AtHand.MORE),
)
"""It is never owed."""
