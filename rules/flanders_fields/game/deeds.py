"""What may be done in a game: the deeds of all chapters, and the stage that a seat has of them."""

from collections.abc import Sequence
from typing import Any, Final

from rules.flanders_fields.game.chapters import CHAPTERS
from rules.flanders_fields.game.commonest import proposing
from rules.flanders_fields.game.facts_known import proposing_facts
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.turn.game.setting_up.creating_deeds import CREATING_DEEDS
from rules.kernel.asking import Told
from rules.kernel.filling import Filled
from rules.kernel.play import Actor, Past, no_past
from rules.kernel.stage import Deed, Stage, asked, stage

DEEDS: Final = tuple(proposing_facts(proposing(deed)) for deed in CHAPTERS.deeds())
"""What may be done in a game that has begun."""
ALL_DEEDS: Final = (*CREATING_DEEDS, *DEEDS)


def stage_of(state: GameState, actor: Actor, past: Past = no_past) -> Stage:
    """What a seat owes, what it is offered, and whom it waits for; before there is a game, to begin one."""
    return stage(SeatDeeds(state, actor, past), _now(state))


def asked_of(seated: SeatDeeds, kind: str, about: Told, told: Told) -> Filled[Any]:
    """What a deed of the seat's stage asks, as far as it was told; refused if it does not stand there."""
    return asked(seated, _now(seated.state), kind, about, told)


def _now(state: GameState) -> Sequence[Deed[SeatDeeds]]:
    return DEEDS if state.facts else CREATING_DEEDS
