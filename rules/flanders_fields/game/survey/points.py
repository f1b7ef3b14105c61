"""The aiming points of a game on the map."""

from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.guns import aimed_at
from rules.flanders_fields.vocabulary import Side
from rules.tabletop.stands import Spot


def spot_of(field: Field, side: Side, along_cm: float | None, up_cm: float | None, laid_on: str) -> Spot | None:
    """Where an aiming point lies; None where nobody said, and it is not laid on a stand that is placed."""
    if along_cm is not None and up_cm is not None:
        return field.spot(side, along_cm, up_cm)
    return aimed_at(field, laid_on) if laid_on else None
