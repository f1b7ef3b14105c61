"""What the map says of zones under fire that a way leads through, whatever deed the way belongs to."""

from rules.flanders_fields.artillery.game.zones import zones
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.outcomes import Asked
from rules.flanders_fields.game.survey.beside import beside, said_by
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.marches import Ways, fire_met
from rules.flanders_fields.game.table import JudgedTable


def through_fire(table: JudgedTable, field: Field, ways: Ways, told: tuple[ZoneCrossing, ...]) -> Asked:
    """How zones in force catch each stand on its way; one that was not told went through none of it."""
    live = {point.unit for point in zones(table)}
    said = {(one.zone, one.stand): said_by(one) for one in told}
    for name, way in ways.items():
        for met in fire_met(field, name, way, table.book):
            if met.stand in live:
                yield from beside(met.facts, said.get((met.stand, name), {"overlap": "none"}), name)
