"""The look-ups of gas: where it comes down, what a cloud and the wind do, what it does to those it catches."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Rows, Tool, inside
from app.systems.flanders_fields.pages.lookups.outcomes.evening import released, through_gas
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import blown, clouded, passed, zone
from app.systems.flanders_fields.pages.lookups.tools.plans import BASE, WAY

WIND: Final = inside("wind", (("direction_deg", "Wind, degrees right of ahead"), ("speed_cm", "Wind, speed")))

GAS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="gas-release",
        title="Gas attack",
        about="Where a gas attack of the plan comes down",
        key="gas_release",
        groups=(
            Group("", (("kind", "What gas it is"), ("owner", "Whose gas"), ("delivery", "What brings it"))),
            Group(
                "The planned point; for projectors the front of the forward trench",
                (("along_cm", "Along its owner's edge"), ("up_cm", "Up the table")),
            ),
            Group("", (("turn", "Its owner's turn now"), ("planned_turn", "Turn the plan names"))),
            Group("What is true", (("by_card", "Extra attack of the King of Spades"),)),
            Group(
                "Other attacks, a turned cloud",
                (
                    ("attacks_before", "Gas attacks of this side before"),
                    ("attacks_granted", "Attacks the scenario gives; empty where it is silent"),
                    ("wind_deg", "Wind, degrees right of ahead (house rule)"),
                ),
                folded=True,
            ),
        ),
        outcome=released,
    ),
    Tool(
        slug="gas",
        title="Gas",
        about="What a cloud does to the stands it catches",
        key="gas_attack",
        groups=(),
        outcome=zone,
        rows=Rows(
            "stands",
            "Stands it catches",
            "Stand",
            (
                ("cover", "Its cover"),
                ("coverage", "Its base is covered"),
                ("target_is_command", "Command stand"),
                ("sheltering", "In a deep shelter"),
                ("target", "Stand or armour"),
            ),
            most=6,
            start=1,
        ),
    ),
    Tool(
        slug="into-gas",
        title="Into gas",
        about="What a cloud does to a stand that moves into it",
        key="gas_enter",
        groups=(
            Group("", inside("stand", (("cover", "Its cover"), ("coverage", "Its base, where covered most")))),
            Group(
                "What is true",
                (
                    ("sunk", "Denying gas that has sunk"),
                    ("began_inside", "It was in this cloud before"),
                    ("attacked_this_turn", "Attacked by it this turn"),
                    ("stand.target_is_command", "Command stand"),
                ),
            ),
            Group(
                "Armour",
                inside("stand", (("target", "Stand or armour"), ("target_armour_in_cover", "Armour in cover"))),
                folded=True,
            ),
        ),
        outcome=passed,
        start={"stand.cover": "soft"},
        fixed={"stand": {"name": "The stand"}},
    ),
    Tool(
        slug="way-through-gas",
        title="Way through gas",
        about="How a cloud that lies there catches a base on its way",
        key="gas_path",
        groups=(
            Group("The cloud", inside("cloud", (("owner", "Whose gas"),))),
            Group("", inside("cloud", (("along_cm", "Its middle, along the edge"), ("up_cm", "Up the table")))),
            Group("The base where it starts", inside("base", BASE)),
            Group("House rule", (("cloud.turned_deg", "Cloud turned clockwise, degrees"),), folded=True),
        ),
        outcome=through_gas,
        start={
            "cloud.along_cm": 60.0,
            "cloud.up_cm": 75.0,
            "base.along_cm": 60.0,
            "base.up_cm": 90.0,
            "way.0.along_cm": 60.0,
            "way.0.up_cm": 75.0,
        },
        rows=WAY,
    ),
    Tool(
        slug="wind",
        title="Wind",
        about="How the wind changes, and whether gas disperses",
        key="wind_change",
        groups=(
            Group("", WIND),
            Group("", (("turn_of", "Whose turn begins"), ("cloud_on_table", "A cloud is on the table"))),
        ),
        outcome=blown,
        start={"wind.direction_deg": 0, "wind.speed_cm": 17},
        further="changes",
    ),
    Tool(
        slug="gas-cloud",
        title="Gas cloud",
        about="Whether a cloud drifts, sinks, lies or goes",
        key="gas_phase",
        groups=(
            Group(
                "", inside("cloud", (("kind", "What gas it is"), ("owner", "Whose gas"), ("phases", "Phases so far")))
            ),
            Group("", WIND),
            Group("", (("phase_of", "Whose turn it is"), ("disperses", "The wind's die shows a 6"))),
            Group(
                "Where it lies, the table's size",
                (
                    *inside("cloud", (("along_cm", "Its middle, along the edge"), ("up_cm", "Up the table"))),
                    ("table_across_cm", "Table, along the edge"),
                    ("table_up_cm", "Table, up"),
                ),
                folded=True,
            ),
        ),
        outcome=clouded,
        start={"wind.direction_deg": 0, "wind.speed_cm": 17},
    ),
)
