"""The look-ups of gas: what a cloud does, how the wind changes, what the gas does to those it catches."""

from typing import Final

from app.pages.lookup_outcomes import blown, clouded, zone
from app.pages.lookup_tool import Group, Rows, Tool, inside

WIND: Final = inside("wind", (("direction_deg", "Wind, degrees right of ahead"), ("speed_cm", "Wind, speed")))

GAS: Final[tuple[Tool, ...]] = (
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
