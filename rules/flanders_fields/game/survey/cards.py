"""What event cards are about, from the map: who lies under a shell, who stands farthest to the right (FF-CRD)."""

from rules.flanders_fields.artillery.areas import FireAreaKind
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey import areas, guns
from rules.flanders_fields.game.survey.cover import protection
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.tabletop.proposed import Proposed, Surveyed
from rules.tabletop.stands import Spot


def under_a_shell(
    field: Field, side: Side, at: Spot | None, named: tuple[str, ...], book: RuleBook
) -> tuple[Surveyed, ...]:
    """Whom a shell catches that a side lays square to the table, and what protects them (FF-CRD-25, GAP-88).

    Without a place it is those who are `named`, and of them their cover only.
    """
    if at is None:
        return tuple(Surveyed(name, protection(field, name, book)) for name in named if field.has(name))
    return areas.as_told(areas.caught(field, guns.area(field, side, FireAreaKind.BATTERY, at, book), book), book)


def farthest_right(field: Field, side: Side) -> Proposed | None:
    """The rifle platoon of a side that stands farthest to its right, of those that are placed (FF-CRD-16).

    None where none is, or where two are equally far.
    """
    along = {
        name: field.from_edge(side, one.stand.spot)[0]
        for name, one in field.stands.items()
        if one.side is side and one.unit_class is UnitClass.RIFLE_COMPANY
    }
    far = max(along.values(), default=0.0)
    farthest = [name for name, at in along.items() if at == far]
    if len(farthest) != 1:
        return None
    says = f"{field.stands[farthest[0]].name}, {far:g} cm along, map"
    return Proposed("on", farthest[0], says, field.sure(*along))
