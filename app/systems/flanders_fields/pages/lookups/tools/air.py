"""The look-ups of air support: calling aircraft, whom they attack, each attack, and the gun that shot at them."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Rows, Tool
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import attacked_in_turn, bombed, called, laid_again

MOST_STANDS: Final = 6

AIR: Final[tuple[Tool, ...]] = (
    Tool(
        slug="air-mission",
        title="Air mission",
        about="Whether the aircraft called for arrive",
        key="air_mission",
        groups=(
            Group("", (("missions_left", "Missions in the plan"),)),
            Group(
                "What is true",
                (("commander", "Regiment has its commander"), ("called_this_turn", "Called in this turn")),
            ),
        ),
        outcome=called,
    ),
    Tool(
        slug="air-targets",
        title="Targets of aircraft",
        about="Which stands they attack, and in what order",
        key="air_targets",
        groups=(
            Group("The point", (("along_cm", "Along the edge"), ("up_cm", "Up the table"))),
            Group("", (("direction_deg", "Line they fly, degrees right of ahead"),)),
        ),
        outcome=attacked_in_turn,
        start={
            **{f"stands.{row}.base.along_cm": 60.0 for row in range(MOST_STANDS)},
            **{f"stands.{row}.base.up_cm": 61.0 + 3 * row for row in range(MOST_STANDS)},
        },
        rows=Rows(
            "stands",
            "Stands near the line",
            "Stand",
            (
                ("name", "Called"),
                ("fighter", "What it is"),
                ("cover", "Its cover"),
                ("base.along_cm", "Middle of its base, along the edge"),
                ("base.up_cm", "Middle of its base, up the table"),
            ),
            most=MOST_STANDS,
            start=2,
            more=Group(
                "its base, shelter, side",
                (
                    ("base.width_cm", "Width of the base"),
                    ("base.depth_cm", "Depth of the base"),
                    ("base.turned_deg", "Turned clockwise, degrees"),
                    ("base.is_round", "Round base"),
                    ("sheltering", "In a deep shelter"),
                    ("friend", "Of the aircraft's side"),
                ),
            ),
        ),
    ),
    Tool(
        slug="air-attack",
        title="Air attack",
        about="What aircraft do to one target, a die a side",
        key="air_attack",
        groups=(
            Group("", (("fighter", "Target"), ("cover", "Its cover"))),
            Group("What else is true", (("suppressed", "Target suppressed"), ("sheltering", "In a deep shelter"))),
        ),
        outcome=bombed,
        dice=("Aircraft", "Target"),
    ),
    Tool(
        slug="gun-after-aircraft",
        title="Gun after aircraft",
        about="What a machine gun may do once it shot at them",
        key="air_relay",
        groups=(Group("", (("actions", "Actions it earned"), ("levels", "Suppressions on it"))),),
        outcome=laid_again,
    ),
)
