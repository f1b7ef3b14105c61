"""The look-ups of artillery: fire on an area, fire zones, SOS calls, deep suppression, the rolling barrage."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Labels, Rows, Tool, inside
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import (
    answered,
    deep,
    passed,
    shelled,
    swept,
    under_own_barrage,
    zoned,
)

STANDS: Final[Labels] = (
    ("cover", "Its cover"),
    ("overlap", "In the area"),
    ("target_is_command", "Command stand"),
    ("friend", "One of our own"),
)
ON_TABLE: Final[Labels] = (
    ("in_arc", "Point in arc"),
    ("suppressed", "Suppressed"),
    ("firer_in_gas", "In gas"),
)
LINE: Final[Labels] = (("line_crosses", "Line to the point enters"), ("slope", "Slope"))
HISTORY: Final[Labels] = (
    ("fired_here", "Has been fired on"),
    ("point_moved", "Its point moved since"),
    ("unit_gone", "Its unit gone since"),
    ("suppressed", "Its unit suppressed"),
)
BATTERIES: Final = ("field_gun", "field_howitzer", "heavy_artillery", "super_heavy_artillery")
ZONE_MAKERS: Final = (*BATTERIES, "machine_gun", "medium_mortar", "heavy_mortar")

ARTILLERY: Final[tuple[Tool, ...]] = (
    Tool(
        slug="artillery-fire",
        title="Artillery fire",
        about="What a battery does to every stand in its area",
        key="area_fire",
        groups=(
            Group("", (("unit_class", "Battery"),)),
            Group("", (("on_table", "Battery on the table"), ("sos", "SOS fire"), ("laid", "Aiming point laid"))),
            Group(
                "On the table",
                (
                    ("range_cm", "Gun to aiming point"),
                    *ON_TABLE,
                    ("limbered", "Limbered"),
                    ("in_front_line", "In the front line"),
                    *LINE,
                ),
                folded=True,
            ),
        ),
        outcome=shelled,
        rows=Rows("stands", "Stands in the area", "Stand", (*STANDS, ("seen", "Seen by the battery")), most=4, start=1),
        only={"unit_class": BATTERIES},
    ),
    Tool(
        slug="mortar-fire",
        title="Mortar fire",
        about="What a mortar does to the base aimed at and its neighbours",
        key="mortar_fire",
        groups=(
            Group("", (("unit_class", "Mortar"), ("range_cm", "Distance to the point"))),
            Group("", (("point", "The point lies on"), *inside("sight", (("spotter", "Who spots for it"),)))),
            Group(
                "What else is true",
                (
                    *inside(
                        "sight",
                        (
                            ("own_sight", "Itself sees the target"),
                            ("sees_target", "Spotter sees the target"),
                            ("sees_mortar", "Spotter sees the mortar"),
                            ("own_commander", "Spotter of its own battalion"),
                        ),
                    ),
                    *ON_TABLE,
                    ("packed", "Packed"),
                ),
            ),
            Group("Barrages in the way", LINE, folded=True),
        ),
        outcome=shelled,
        start={"stands.0.aimed_at": True},
        rows=Rows(
            "stands", "Stands in its square", "Stand", (*STANDS, ("aimed_at", "The base aimed at")), most=4, start=1
        ),
        only={"unit_class": ("light_mortar", "medium_mortar", "heavy_mortar")},
    ),
    Tool(
        slug="zone-or-not",
        title="Fire zone or not",
        about="Whether an area attacks those who move in it",
        key="fire_zone",
        groups=(
            Group("", (("firer", "What targets the area"),)),
            Group("What is true of the area", (*HISTORY, ("fired_last_turn", "Fired on in its last turn"))),
        ),
        outcome=zoned,
        only={"firer": ZONE_MAKERS},
    ),
    Tool(
        slug="fire-zone",
        title="Fire zone",
        about="What happens to a stand that moves through fire",
        key="zone_attack",
        groups=(
            Group("", inside("shot", (("firer", "What targets the zone"), ("cover", "Cover of the stand that moves")))),
            Group("", (("move", "How it moves"), ("overlap", "In the zone where that is most"))),
            Group(
                "What is true",
                (
                    *inside("zone", HISTORY),
                    *inside("shot", (("target_is_command", "A command stand moves"), ("indirect", "Indirect fire"))),
                    ("own_turn", "The mover's own turn"),
                    ("straight_out", "Moves straight out"),
                    ("attacked_this_turn", "Attacked by it this turn"),
                    ("friend", "Its own side's zone"),
                ),
            ),
        ),
        outcome=passed,
        start={"shot.firer": "field_gun", "shot.cover": "soft", "shot.indirect": True},
        fixed={"shot": {"range_cm": 50.0}},
        only={"shot.firer": ZONE_MAKERS},
    ),
    Tool(
        slug="sos-call",
        title="SOS call",
        about="Whether a battery answers before a position",
        key="sos_call",
        groups=(
            Group("", (("unit_class", "Battery"), ("position", "The point lies before"))),
            Group("", (("from_position_cm", "Point to that position"), ("deep_suppression", "Deep suppression"))),
            Group(
                "What is true",
                (
                    ("defender", "Its side defends"),
                    ("answered", "Has answered a call this turn"),
                    ("ordered", "Has rolled for its orders"),
                    ("fired_by_plan", "Has fired by the plan"),
                ),
            ),
            Group(
                "On the table",
                (
                    ("on_table", "Battery on the table"),
                    ("in_arc", "Point in arc"),
                    ("suppressed", "Suppressed"),
                    ("limbered", "Limbered"),
                    ("in_front_line", "In the front line"),
                    ("sees_point", "Sees the point"),
                    ("command_stand_sees", "A commander sees the point"),
                ),
                folded=True,
            ),
        ),
        outcome=answered,
        only={"unit_class": BATTERIES},
    ),
    Tool(
        slug="deep-suppression",
        title="Deep suppression",
        about="What the die at the start of the attacker's turn brings",
        key="deep_suppression",
        groups=(
            Group("", (("rear_batteries", "Enemy batteries behind his front line"),)),
            Group("What is true", (("attacker", "The side attacks"), ("hurricane", "Hurricane bombardment"))),
        ),
        outcome=deep,
    ),
    Tool(
        slug="rolling-barrage",
        title="Rolling barrage",
        about="What its band does to a stand",
        key="barrage_effect",
        groups=(
            Group("", (("cover", "Cover"), ("under", "How it is under the band"), ("target", "What it is"))),
            Group(
                "What else is true",
                (
                    ("target_is_command", "Command stand"),
                    ("in_shelter", "In a deep shelter"),
                    ("friend", "One of our own"),
                    ("rolled_this_turn", "Has rolled for moving in"),
                ),
            ),
        ),
        outcome=swept,
        start={"cover": "medium"},
    ),
    Tool(
        slug="danger-strip",
        title="Danger strip",
        about="Whether a stand is too close behind its own barrage",
        key="danger_strip",
        groups=(
            Group("", (("distance_cm", "To the band's rear edge"), ("cover", "Its cover"), ("target", "What it is"))),
            Group(
                "What is true",
                (
                    ("attacker", "On the barrage's side"),
                    ("ended_move", "Has just moved there"),
                    ("target_is_command", "Command stand"),
                ),
            ),
        ),
        outcome=under_own_barrage,
        further="at risk",
    ),
)
