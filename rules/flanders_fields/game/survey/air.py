"""Aircraft over the map: the stands that the line of an attack meets, and how far from the named point (FF-AIR-07)."""

from typing import Any

from rules.flanders_fields.air.attacks import AirStand, AirTargetsFacts, distance_mm
from rules.flanders_fields.artillery.areas import BaseInAreaFacts
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey import areas
from rules.flanders_fields.game.survey.cover import protection
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.sight.cover import VEHICLES
from rules.flanders_fields.vocabulary import Cover, Side
from rules.tabletop.proposed import Proposed, Survey, Surveyed, in_cm, values
from rules.tabletop.stands import Spot


def stand(field: Field, side: Side, name: str, book: RuleBook) -> Survey:
    """A stand as aircraft of a side find it: its base, its cover, whose it is."""
    if not field.has(name):
        return ()
    own, sure = field.stands[name], field.sure(name)
    base = BaseInAreaFacts(**values(areas.base(field, side, name)))
    protected = protection(field, name, book)
    cover = tuple(one for one in protected if one.fact == "cover")
    friend = own.side is side
    return (
        Proposed("base", base, f"{base.along_cm:g} cm along, {base.up_cm:g} cm up, map", sure),
        Proposed("fighter", own.fighter, "what stands there", sure),
        Proposed("friend", friend, "on the side of the aircraft" if friend else "an enemy", sure),
        *cover,
    )


def attack(field: Field, side: Side, point: Spot, direction_deg: int, book: RuleBook) -> Survey:
    """The point and the line of an attack with every placed stand about it; the rules say whom it reaches."""
    found = tuple(
        AirStand(name=name, **_with_cover(field, name, values(stand(field, side, name, book))))
        for name in sorted(field.stands)
    )
    return (
        *areas.point(field, side, point, "along_cm", "up_cm"),
        Proposed("direction_deg", direction_deg, f"{direction_deg} degrees clockwise from straight ahead, map"),
        Proposed("stands", found, f"{len(found)} stands on the map"),
    )


def on_the_line(field: Field, side: Side, point: Spot, direction_deg: int, book: RuleBook) -> tuple[Surveyed, ...]:
    """The enemies above ground that the line of an attack meets, nearest first: how far from its point, their cover.

    Which of them are attacked the rules say (FF-AIR-04, FF-AIR-07).
    """
    asked = AirTargetsFacts(**values(attack(field, side, point, direction_deg, book)))
    met = [(far, one) for one in asked.stands if (far := distance_mm(asked, one, book)) is not None]
    enemies = [(far, one.name) for far, one in met if not one.friend and not field.stands[one.name].below]
    return tuple(
        Surveyed(name, (_on(field, name), *_met(field, asked, name, book), *protection(field, name, book)))
        for _, name in sorted(enemies)
    )


def _on(field: Field, name: str) -> Proposed:
    return Proposed("on_the_line", True, "the line meets its base, map", field.sure(name))


def _met(field: Field, asked: AirTargetsFacts, name: str, book: RuleBook) -> Survey:
    """How far from the point the line meets a stand."""
    one = next(one for one in asked.stands if one.name == name)
    far = distance_mm(asked, one, book)
    if far is None:
        return ()
    return (
        Proposed("distance_cm", in_cm(far), f"{in_cm(far):g} cm from the point along the line, map", field.sure(name)),
    )


def _with_cover(field: Field, name: str, found: dict[str, Any]) -> dict[str, Any]:
    """Armour has no class of cover; what is asked for instead decides nothing of it."""
    return {"cover": Cover.OPEN} | found if field.stands[name].mover in VEHICLES else found
