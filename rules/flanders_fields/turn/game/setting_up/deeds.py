"""The deeds of setting up: whose each is now, and what it asks (FF-SET-10, GAP-96)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.turn.game.setting_up.commands import BeginSetUp, DeployFormation, FinishStage, HoldObjective
from rules.flanders_fields.turn.game.setting_up.order import next_to_deploy
from rules.flanders_fields.turn.game.setting_up.state import Preparation
from rules.flanders_fields.vocabulary import Side
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import build
from rules.kernel.stage import AtHand, Deed, Possible, nothing

OBJECTIVE = Asks(HoldObjective)


def _beginning(seated: SeatDeeds) -> Iterator[Possible]:
    if seated.sets_up and seated.state.set_up.stage is None:
        yield Possible(barred=seated.waits(BeginSetUp()))


def _finishing(seated: SeatDeeds) -> Iterator[Possible]:
    """Terrain and works are for anybody to finish. Each side says that its own plan is written, and is waited for."""
    set_up = seated.state.set_up
    if not seated.sets_up or set_up.stage not in (Preparation.TERRAIN, Preparation.WORKS, Preparation.PLANS):
        return
    if set_up.stage is not Preparation.PLANS:
        yield Possible(barred=seated.waits(FinishStage()))
        return
    for side in Side:
        if side not in set_up.said:
            barred = seated.refused_all(side, [FinishStage()])
            yield Possible(by=side.value, owed=barred is None, barred=barred)


def _deploying(seated: SeatDeeds) -> Iterator[Possible]:
    deploys = seated.sets_up and seated.state.set_up.stage is Preparation.DEPLOYMENT
    there = next_to_deploy(seated.state, seated.table.book) if deploys else None
    if there is None:
        return
    side = there.side
    for formation in there.formations:
        barred = seated.refused_all(side, [DeployFormation(formation=formation.id)])
        yield Possible({"formation": formation.id}, by=side.value, owed=barred is None, barred=barred)


def _holding(seated: SeatDeeds) -> Iterator[Possible]:
    for number, objective in enumerate(seated.state.set_up.objectives, 1):
        yield Possible({"objective": number}, of=objective.name)


def _holding_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield OBJECTIVE("holder")
    refused = seated.refused(build(HoldObjective, told))
    if refused:
        yield refused


SETTING_UP_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("deploy_formation", "It stands", DeployFormation, _deploying, nothing),
    Deed("begin_set_up", "Set up step by step", BeginSetUp, _beginning, nothing),
    Deed("finish_stage", "This step is done", FinishStage, _finishing, nothing, AtHand.ON),
    Deed("hold_objective", "Who holds it", HoldObjective, _holding, _holding_asks, AtHand.MORE),
)
"""In the order in which they are owed."""
