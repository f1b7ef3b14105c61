"""What an order roll looks at, from the map (FF-ORD-13, FF-ORD-15, FF-ORD-19)."""

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import in_gas, unit_in_gas
from rules.flanders_fields.game.survey.positions import front_trench
from rules.flanders_fields.game.survey.sight import sees
from rules.flanders_fields.game.survey.tape import apart_mm, measured
from rules.flanders_fields.game.survey.wire import wires_at
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS
from rules.tabletop.field import named
from rules.tabletop.proposed import Proposed, Survey, in_cm


def order(field: Field, unit: str, commander: str, battalion: tuple[str, ...], book: RuleBook) -> Survey:
    """All that the map says of a unit's order roll; `battalion` are the rifle platoons of its battalion, alive.

    Distances are proposed only where the commander and every stand in question is placed: one that is missing might be
    the farthest.
    """
    stands = tuple(field.of_unit(unit))
    found = (
        farthest(field, stands, commander, book, "farthest_platoon_cm"),
        farthest(field, battalion, commander, book, "battalion_farthest_cm"),
        unit_in_gas(field, unit, book),
        in_gas(field, commander, book, "commander_in_gas"),
        own_sight(field, unit, book),
        crossing_wire(field, unit),
        front_trench(field, unit),
    )
    return tuple(one for one in found if one is not None)


def farthest(field: Field, stands: tuple[str, ...], commander: str, book: RuleBook, fact: str) -> Proposed | None:
    """The distance from the farthest of some stands to a commander (FF-ORD-15, AMB-26, AMB-101)."""
    if not stands or not field.has(commander, *stands):
        return None
    post = field.stands[commander]
    far, name = max((apart_mm(field.stands[name].stand, post.stand, book), name) for name in stands)
    says = f"{in_cm(far):g} cm from {field.stands[name].name} to {post.name}, {measured(book)}, map"
    return Proposed(fact, in_cm(far), says, field.sure(commander, *stands))


def own_sight(field: Field, unit: str, book: RuleBook) -> Proposed | None:
    """Whether a battery or mortar itself sees an enemy that is placed (FF-ORD-19); None for other units."""
    guns = [name for name, one in field.of_unit(unit).items() if one.unit_class in ARTILLERY | MORTARS]
    if not guns:
        return None
    for enemy, one in field.enemies_of(guns[0]):
        seen = sees(field, guns[0], enemy, book)
        if seen and seen.value:
            return Proposed("own_sight", True, f"it sees {one.name}: {seen.whence}", field.sure(guns[0], enemy))
    return Proposed("own_sight", False, "it sees no enemy that is placed, map", field.sure(guns[0]))


def crossing_wire(field: Field, unit: str) -> Proposed | None:
    """Which wire a company stands at. That it means to cross is for its commander to say, so this is never a yes."""
    met = {wire.id: named(wire) for one in field.of_unit(unit).values() for wire in wires_at(field, one.stand)}
    return Proposed("crossing_wire", False, f"it stands at {', '.join(met.values())}, map") if met else None
