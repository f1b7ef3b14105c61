"""What a seat asks for to set the record right."""

from rules.flanders_fields.game.waiting import SetsRight
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(SetsRight):
    """Set a tracked value to what stands on the table.

    `what` is levels, alive or on_wire of a stand; front_face, left_face or right_face of a block house; carriage or
    actions of a unit; fired_on or on_table of a battalion; field_promotion or discipline_used of a battalion or
    regiment; in_gas of a stand; along_cm, up_cm or facing_deg of a stand on the map; along_cm, up_cm, phases or
    on_table of a cloud; direction_deg or speed_cm of the wind.
    `of` names it.
    """

    of: str = fact("what is set right")
    what: str = fact("which of its values")
    value: int | float | bool | str = fact("what stands on the table")
    reason: str = fact("why, in a few words")
