"""The look-ups of plans and areas: aiming points, what an area covers, planned fire, barrages, allotted batteries."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Labels, Rows, Tool, inside
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import shelled
from app.systems.flanders_fields.pages.lookups.outcomes.plans import (
    area,
    batteries,
    brigades,
    covered,
    in_front,
    laid,
    lasts,
    lies,
    planned,
    spotted,
    yes_or_no,
)

BATTERIES: Final = ("field_gun", "field_howitzer", "heavy_artillery", "super_heavy_artillery")
HINDERED: Final[Labels] = (
    ("in_arc", "Point in arc"),
    ("suppressed", "Suppressed"),
    ("limbered", "Limbered"),
    ("in_front_line", "In the front line"),
)
POINT: Final[Labels] = (("point_along_cm", "Point, along the edge"), ("point_up_cm", "Point, up the table"))
TURNS: Final[Labels] = (
    ("line_of_fire_deg", "Line of fire, degrees right of ahead"),
    ("laid_on_deg", "Base it was laid on, degrees right"),
    ("position_deg", "Position, degrees right (SOS, house rule)"),
    ("laid_deg", "Turned by its owner, degrees (house rule)"),
)
COMPANY: Final[Labels] = (("company_guns", "Machine guns in its company (four strips for each)"),)
BASE: Final[Labels] = (
    ("along_cm", "Middle of the base, along the edge"),
    ("up_cm", "Middle of the base, up the table"),
    ("width_cm", "Width of the base"),
    ("depth_cm", "Depth of the base"),
    ("turned_deg", "Turned clockwise, degrees"),
    ("is_round", "Round base"),
)
WAY: Final = Rows(
    "way",
    "Points of its way",
    "Point",
    (("along_cm", "Along the edge"), ("up_cm", "Up the table")),
    most=4,
    start=1,
)
STANDS: Final[Labels] = (
    ("cover", "Its cover"),
    ("overlap", "In the area"),
    ("target_is_command", "Command stand"),
    ("friend", "One of our own"),
)
AREA: Final[Labels] = (("kind", "Whose fire it is"), *POINT)
WHERE: Final[Labels] = (("sos_point", "Point moved by an SOS call"), ("on_table", "Battery on the table"))

AIMING: Final[tuple[Tool, ...]] = (
    Tool(
        slug="aiming-point",
        title="Aiming point",
        about="What it takes to have a battery's point where it is wanted",
        key="aiming_point",
        groups=(
            Group("", (("unit_class", "Battery"), ("before", "Its point lies now"), ("moved_by", "Moved by"))),
            Group("", (("actions", "Actions it may spend"),)),
            Group(
                "What is true",
                (
                    ("on_table", "Battery on the table"),
                    ("in_arc", "Point in arc"),
                    ("open_sights", "Will fire over open sights"),
                ),
            ),
        ),
        outcome=laid,
        only={"unit_class": (*BATTERIES, "light_mortar", "medium_mortar", "heavy_mortar")},
    ),
    Tool(
        slug="fire-area",
        title="Area of fire",
        about="How large an area is, and where its corners lie",
        key="fire_area",
        groups=(
            Group("", AREA),
            Group("What is true", WHERE),
            Group("How it is turned", TURNS, folded=True),
            Group("House rules", COMPANY, folded=True),
        ),
        outcome=area,
    ),
    Tool(
        slug="observed-fire",
        title="Observed fire",
        about="Whether somebody sees where fire comes down",
        key="observed",
        groups=(
            Group("", (("viewer", "Who looks"), ("range_cm", "From him to the point meant"))),
            Group(
                "What is true",
                (
                    ("clear_line", "Line to the point is clear"),
                    ("deployed", "Battery in action, not limbered"),
                    ("sees_enemy_in_area", "Sees an enemy in the area"),
                ),
            ),
            Group("House rule", (("from_the_air", "An unused air mission watches it"),), folded=True),
        ),
        outcome=yes_or_no("observed, it does not deviate", "not observed"),
    ),
    Tool(
        slug="coverage",
        title="Coverage",
        about="How much of a base an area covers",
        key="coverage",
        groups=(
            Group("The area", inside("area", AREA)),
            Group("", inside("area", WHERE)),
            Group("The base", inside("base", BASE)),
            Group("How the area is turned", inside("area", TURNS), folded=True),
            Group("House rules", inside("area", COMPANY), folded=True),
        ),
        outcome=covered,
    ),
    Tool(
        slug="zone-path",
        title="Way through a zone",
        about="Where a fire zone catches a base most on its way",
        key="zone_path",
        groups=(
            Group("The zone", inside("area", AREA)),
            Group("", inside("area", WHERE)),
            Group("The base where it starts", inside("base", BASE)),
        ),
        outcome=covered,
        start={"base.up_cm": 40.0, "base.along_cm": 50.0, "way.0.along_cm": 50.0, "way.0.up_cm": 60.0},
        rows=WAY,
    ),
    Tool(
        slug="mortar-spotting",
        title="Mortar spotting",
        about="Whether a mortar may fire, and what spotting costs it",
        key="mortar_spotting",
        groups=(
            Group("", (("spotter", "Who spots for it"),)),
            Group(
                "What is true",
                (
                    ("own_sight", "Itself sees the target"),
                    ("sees_target", "Spotter sees the target"),
                    ("sees_mortar", "Spotter sees the mortar"),
                    ("own_commander", "Spotter of its own battalion"),
                    ("spotter_suppressed", "Spotter suppressed"),
                    ("registered", "Registered point"),
                ),
            ),
        ),
        outcome=spotted,
        start={"own_sight": False, "spotter": "battalion_commander", "sees_target": True, "sees_mortar": True},
    ),
    Tool(
        slug="indirect-machine-guns",
        title="Indirect machine guns",
        about="What a machine gun does to every stand in its strip",
        key="indirect_fire",
        groups=(
            Group("", (("range_cm", "Gun to its point"), ("level", "Whose gun it is"))),
            Group("House rules", COMPANY, folded=True),
            Group(
                "What is true",
                (
                    ("in_arc", "Point in arc"),
                    ("suppressed", "Suppressed"),
                    ("packed", "Packed"),
                    ("firer_in_gas", "In gas"),
                ),
            ),
        ),
        outcome=shelled,
        fixed={"unit_class": "machine_gun"},
        rows=Rows("stands", "Stands in its strip", "Stand", STANDS, most=4, start=1),
    ),
)
PLANS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="planned-fire",
        title="Planned fire",
        about="Whether a line of the fire plan brings its fire now",
        key="planned_fire",
        groups=(
            Group("", (("unit_class", "Battery"),)),
            Group("", (("turn", "His turn now"), ("planned_turn", "Turn the plan names"))),
            Group(
                "What is true",
                (
                    ("own_turn", "His own turn"),
                    ("lost", "Battery destroyed"),
                    ("observed", "Someone sees the point"),
                    ("point_used", "Point fired on before"),
                    ("on_table", "Battery on the table"),
                ),
            ),
            Group("On the table", (("sees_target", "Sees an enemy in the area"), *HINDERED), folded=True),
        ),
        outcome=planned,
        only={"unit_class": BATTERIES},
    ),
    Tool(
        slug="hurricane-bombardment",
        title="Hurricane bombardment",
        about="What it does to the stands in one work",
        key="hurricane",
        groups=(
            Group("", (("work", "Work"), ("nation", "Whose bombardment"), ("side", "His side"))),
            Group("", (("turn", "His turn now"), ("planned_turn", "Turn the plan names"))),
            Group("What is true", (("attacked_before", "This work was bombarded already"),)),
        ),
        outcome=shelled,
        rows=Rows("stands", "Stands in it", "Stand", STANDS, most=4, start=1),
        only={"work": ("trench", "strong_trench", "strong_point", "block_house")},
    ),
    Tool(
        slug="barrage-duration",
        title="Barrage: turns",
        about="How many turns a rolling barrage lasts",
        key="barrage_duration",
        groups=(Group("What is true", (("attacker", "The side attacks"),)),),
        outcome=lasts,
    ),
    Tool(
        slug="barrage-band",
        title="Barrage: its band",
        about="Where the band lies in a turn, and whom it sweeps",
        key="barrage_band",
        groups=(
            Group("", (("start_up_cm", "Rear edge on its start line"), ("speed_cm", "Advance in a turn"))),
            Group("", (("duration", "Turns it lasts"), ("turn", "Attacker's turn"))),
            Group(
                "What is true",
                (
                    ("enemy_turn", "The defender's turn after it"),
                    ("attacker", "It is the attacker's"),
                    ("hurricane", "Hurricane bombardment"),
                ),
            ),
            Group(
                "Halts, and a stand near it",
                (
                    ("halts", "Turns of planned halts, such as 3, 4"),
                    ("unplanned_halt", "Unplanned halt in turn"),
                    ("back", "Turns it rolls back (hurricane)"),
                    ("lead_cm", "Lead of this piece"),
                    ("stand_near_cm", "Stand, nearest edge"),
                    ("stand_far_cm", "Stand, farthest edge"),
                ),
                folded=True,
            ),
        ),
        outcome=lies,
    ),
    Tool(
        slug="front-line",
        title="Front line",
        about="Whether an asset stands in the front line",
        key="front_line",
        groups=(
            Group("", (("unit_class", "What it is"),)),
            Group("", (("own_trench_cm", "To its own foremost trench"), ("enemy_trench_cm", "To the enemy's"))),
            Group("What is true", (("defender", "Its side defends"),)),
        ),
        outcome=in_front,
        start={"own_trench_cm": 20.0},
    ),
    Tool(
        slug="superimposed-batteries",
        title="Superimposed batteries",
        about="How many may be laid over the barrage",
        key="superimposed",
        groups=(
            Group("", (("regiments", "Regiments or brigades"), ("side", "Side"))),
            Group("What is true", (("entire_division", "An entire division"),)),
        ),
        outcome=batteries,
    ),
    Tool(
        slug="superimposed-order",
        title="Superimposed: who orders",
        about="Whether a commander may order one of them",
        key="superimposed_order",
        groups=(
            Group("", (("unit_class", "Battery"),)),
            Group(
                "What is true",
                (
                    ("by_division", "The division orders it"),
                    ("regiment_named", "The plan names this regiment"),
                    ("ordered_this_turn", "Ordered this turn"),
                ),
            ),
        ),
        outcome=yes_or_no("may order it", "may not"),
        only={"unit_class": BATTERIES},
    ),
    Tool(
        slug="defending-artillery",
        title="Defending artillery",
        about="About what artillery a defender has behind him",
        key="defending_artillery",
        groups=(Group("", (("regiments", "Regiments that defend"), ("nation", "Whose army"))),),
        outcome=brigades,
    ),
)
