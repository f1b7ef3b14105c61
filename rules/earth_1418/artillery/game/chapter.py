"""Artillery as a chapter of the game: bombardments ordered unseen, smoke and gas laid."""

from typing import Final

from rules.earth_1418.artillery.game import fold
from rules.earth_1418.artillery.game.commands import LayCordon, OrderBombardment, ShareShots
from rules.earth_1418.artillery.game.events import CordonLaid
from rules.earth_1418.artillery.game.judge import lay_cordon, order_bombardment, share_shots
from rules.earth_1418.artillery.game.throws import of_wind
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, EventKind, judged_by, late

ARTILLERY: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="artillery",
    events=(EventKind(kind="cordon_laid", made=CordonLaid, fold=fold.cordon, dice=of_wind),),
    told=late("rules.earth_1418.artillery.game.words", "TOLD"),
    commands={"lay_cordon": LayCordon},
    drafts={"order_bombardment": OrderBombardment, "share_shots": ShareShots},
    crosses=dict.fromkeys(("order_bombardment", "share_shots"), "said_ready"),
    judge=judged_by({OrderBombardment: order_bombardment, ShareShots: share_shots, LayCordon: lay_cordon}),
    deeds=late("rules.earth_1418.artillery.game.deeds", "ARTILLERY_DEEDS"),
)
