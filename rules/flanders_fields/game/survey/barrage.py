"""A rolling barrage on the map: who is under the band, how far behind its rear edge, who is in the danger strip."""

from collections.abc import Sequence

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.barrages.rolling import SIZES
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.areas import lying, overlap
from rules.flanders_fields.game.survey.cover import protection
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.vocabulary import Crossing, Side
from rules.kernel.shapes import Outline
from rules.tabletop.outlines import gap_to_outline_mm
from rules.tabletop.proposed import Proposed, Survey, Surveyed, in_cm


def grounds(field: Field, side: Side) -> tuple[Outline, ...]:
    """The ground where the barrages of a side lie and that they have swept."""
    bands = [one for one in field.under_fire if one.kind is Crossing.BARRAGE and one.side is side]
    return tuple(ground for one in bands for ground in (one.outline, one.swept) if ground)


def under(field: Field, outlines: Sequence[Outline], side: Side, book: RuleBook) -> tuple[Surveyed, ...]:
    """The placed stands above ground that ground under a barrage touches, by id: how much of each, cover, side."""
    found = list[Surveyed]()
    near = [(one, frozenset(field.near(one))) for one in outlines]
    for name in sorted({name for _, names in near for name in names if not field.stands[name].below}):
        own = field.stands[name]
        touched = [one for one, names in near if name in names and lying(one, own.stand)[0] is not Overlap.NONE]
        if touched:
            most = max(touched, key=lambda one: list(Overlap).index(lying(one, own.stand)[0]))
            facts = (*overlap(field, name, most)[:1], _friend(field, name, side), *protection(field, name, book))
            found.append(Surveyed(name, facts))
    return tuple(found)


def danger(field: Field, name: str, lies: Sequence[Outline], side: Side, strip_mm: int, book: RuleBook) -> Survey:
    """How far behind a band a stand is; nothing where it is not within so much of it on its own side (FF-BAR-23)."""
    if not field.has(name) or not lies:
        return ()
    own, sure = field.stands[name].stand, field.sure(name)
    far = min(gap_to_outline_mm(one, own) for one in lies)
    behind = _up(field, side, own.spot.y_mm) < min(_up(field, side, y) for one in lies for _, y in one)
    if far > strip_mm or not behind:
        return ()
    return (
        Proposed("distance_cm", in_cm(far), f"{in_cm(far):g} cm to the rear edge of the band, map", sure),
        *protection(field, name, book),
    )


def risk(field: Field, name: str, side: Side, book: RuleBook) -> Survey:
    """The same of the bands of a side as they lie (FF-BAR-23)."""
    lies = [one.outline for one in field.under_fire if one.kind is Crossing.BARRAGE and one.side is side]
    return danger(field, name, lies, side, book.table(SIZES).number("strip").value, book)


def _up(field: Field, side: Side, y_mm: float) -> float:
    return y_mm if side is Side.ATTACKER else field.table.depth_mm - y_mm


def _friend(field: Field, name: str, side: Side) -> Proposed:
    friend = field.stands[name].side is side
    return Proposed("friend", friend, "on the barrage's side" if friend else "an enemy of the barrage's side")
