"""Artillery as a chapter of the game: bombardments ordered unseen, smoke and gas laid."""

from collections.abc import Sequence
from typing import Any, Final

from rules.earth_1418.artillery.game import fold
from rules.earth_1418.artillery.game.commands import LayCordon, OrderBombardment, ShareShots
from rules.earth_1418.artillery.game.events import CordonLaid
from rules.earth_1418.artillery.game.laying import lay_cordon
from rules.earth_1418.artillery.game.ordering import order_bombardment, share_shots
from rules.earth_1418.artillery.game.throws import of_wind
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, EventKind, Telling, judged_by
from rules.kernel.stage import Deed


def _told() -> Telling[EarthState]:
    from rules.earth_1418.artillery.game.words import card, names, says

    return Telling(says, names, card)


def _deeds() -> Sequence[Deed[Any]]:
    from rules.earth_1418.artillery.game.deeds import ARTILLERY_DEEDS

    return ARTILLERY_DEEDS


ARTILLERY: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="artillery",
    events=(EventKind(kind="cordon_laid", made=CordonLaid, fold=fold.cordon, dice=of_wind),),
    told=_told,
    commands={"lay_cordon": LayCordon},
    drafts={"order_bombardment": OrderBombardment, "share_shots": ShareShots},
    crosses=dict.fromkeys(("order_bombardment", "share_shots"), "said_ready"),
    judge=judged_by({OrderBombardment: order_bombardment, ShareShots: share_shots, LayCordon: lay_cordon}),
    deeds=_deeds,
)
