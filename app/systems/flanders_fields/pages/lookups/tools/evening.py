"""The look-ups of setting up, of the turn and its steps, of reinforcements, and of who is in gas."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Tool, inside
from app.systems.flanders_fields.pages.lookups.outcomes.evening import (
    arrive,
    begins,
    caught,
    gassed,
    rear,
    stepped,
    steps_taken,
    takes_turns,
    when,
)
from app.systems.flanders_fields.pages.lookups.tools.gas import WIND

EVENING: Final[tuple[Tool, ...]] = (
    Tool(
        slug="turn-sequence",
        title="Sequence of the turn",
        about="What a side goes through, step by step",
        key="turn",
        groups=(
            Group("", (("regiments", "Its regiments on the table"), ("battalions", "Its battalions on the table"))),
            Group("Whose turn it is", (("attacker", "The attacker's"),)),
        ),
        outcome=steps_taken,
    ),
    Tool(
        slug="when-ordered",
        title="When it is ordered",
        about="The step of the turn in which a unit acts",
        key="when_ordered",
        groups=(
            Group("", (("unit_class", "Unit"), ("level", "Ordered by"))),
            Group("What is true", (("storm_troops", "In a storm battalion"),)),
        ),
        outcome=when,
    ),
    Tool(
        slug="first-turn",
        title="First turn",
        about="Which side begins",
        key="first_turn",
        groups=(Group("What is true", (("attacker_named", "The scenario names an attacker"),)),),
        outcome=begins,
    ),
    Tool(
        slug="reinforcements",
        title="Reinforcements",
        about="How many battalions arrive",
        key="reinforcements",
        groups=(Group("", (("turn", "Game turn"), ("waiting", "Battalions still waiting"))),),
        outcome=arrive,
    ),
    Tool(
        slug="zones",
        title="Zones of the table",
        about="How deep each is, and what is left",
        key="zones",
        groups=(
            Group(
                "",
                (
                    ("table_length_cm", "Table's long side"),
                    ("attacker_cm", "Attacker's trenches"),
                    ("no_mans_land_cm", "No-man's-land"),
                    ("front_cm", "Defender's front trenches"),
                ),
            ),
        ),
        outcome=rear,
    ),
    Tool(
        slug="deployment",
        title="Deployment",
        about="Whose battalion is set up next",
        key="deployment",
        groups=(
            Group(
                "",
                (("defender_battalions", "Defender's battalions"), ("attacker_battalions", "Attacker's battalions")),
            ),
        ),
        outcome=takes_turns,
    ),
    Tool(
        slug="before-play",
        title="Before the first turn",
        about="From the bare table to the first die",
        key="before_play",
        groups=(),
        outcome=stepped,
    ),
)
IN_GAS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="in-gas",
        title="In gas",
        about="Who stands in a cloud, and what it takes off",
        key="in_gas",
        groups=(Group("", (("overlap", "Of its base in the cloud"),)),),
        outcome=gassed,
    ),
    Tool(
        slug="gas-sweep",
        title="Path of a cloud",
        about="How a cloud that drifts catches a base",
        key="gas_sweep",
        groups=(
            Group(
                "The cloud",
                inside("phase", inside("cloud", (("owner", "Whose gas"), ("along_cm", "Along"), ("up_cm", "Up")))),
            ),
            Group("", inside("phase", (*inside("cloud", (("phases", "Phases so far"),)), *WIND))),
            Group("The base", inside("base", (("along_cm", "Along"), ("up_cm", "Up the table")))),
        ),
        outcome=caught,
        start={
            "phase.cloud.along_cm": 60,
            "phase.cloud.up_cm": 60,
            "phase.wind.direction_deg": 0,
            "phase.wind.speed_cm": 17,
            "base.along_cm": 60,
            "base.up_cm": 78,
        },
    ),
)
