"""The look-ups of air support: calling aircraft, and one of their attacks."""

from typing import Final

from app.pages.lookup_outcomes import bombed, called
from app.pages.lookup_tool import Group, Tool

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
)
