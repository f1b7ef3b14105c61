"""The look-ups of arcs, bases, formations, and the edges of movement."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Rows, Tool
from app.systems.flanders_fields.pages.lookups.outcomes.ground import (
    base,
    closer,
    column,
    commander_moves,
    gone,
    in_reach,
    in_river,
    made_ready,
    on_side,
    passes,
    together,
    turned,
)

BASES: Final[tuple[Tool, ...]] = (
    Tool(
        slug="arc",
        title="Arc of fire",
        about="Whether a target lies in a stand's arc",
        key="arc",
        groups=(
            Group("", (("firer", "Firer"),)),
            Group(
                "From the middle of its front edge",
                (("ahead_cm", "Ahead, behind is less than 0"), ("right_cm", "Aside, left is less than 0")),
            ),
            Group(
                "Another base, the target's middle, the company",
                (
                    ("width_cm", "Width of its base, or the block house face"),
                    ("centre_ahead_cm", "Target's middle, ahead"),
                    ("centre_right_cm", "Target's middle, aside"),
                    ("company_left_cm", "Its company reaches farther left"),
                    ("company_right_cm", "Its company reaches farther right"),
                ),
                folded=True,
            ),
        ),
        outcome=in_reach,
    ),
    Tool(
        slug="tank-sector",
        title="Side of a tank",
        about="Which of its guns a target lies before",
        key="tank_sector",
        groups=(
            Group(
                "From the middle of its front edge",
                (("ahead_cm", "Ahead, behind is less than 0"), ("right_cm", "Aside, left is less than 0")),
            ),
            Group("", (("width_cm", "Width of its base"), ("length_cm", "Length of its base"))),
        ),
        outcome=on_side,
    ),
    Tool(
        slug="base",
        title="Base",
        about="The size of a stand's base",
        key="base",
        groups=(Group("", (("stand", "What stands on it"),)),),
        outcome=base,
    ),
)
GROUND: Final[tuple[Tool, ...]] = (
    Tool(
        slug="mixed-move",
        title="Move over changing ground",
        about="How far one move leads through several kinds of ground",
        key="mixed_move",
        groups=(
            Group("", (("mover", "What moves"), ("quality", "Battalion's quality"))),
            Group("", (("transport", "How it gets along"), ("in_column", "In column while on the road"))),
            Group(
                "Taken off the move",
                (("close_up_cm", "Used to close up"), ("about_turns", "About turns")),
                folded=True,
            ),
        ),
        outcome=gone,
        start={"parts.1.going": "shell_torn", "parts.1.distance_cm": 5},
        rows=Rows(
            "parts",
            "Kinds of ground, in the order crossed",
            "Ground",
            (("going", "What it is"), ("distance_cm", "How far through it")),
            most=6,
            start=2,
        ),
    ),
    Tool(
        slug="formation",
        title="Formation",
        about="Whether a company keeps its gaps",
        key="formation",
        groups=(Group("", (("quality", "Battalion's quality"), ("stands", "Its stands, with commas between"))),),
        outcome=together,
        start={
            "stands": ("A", "B", "C"),
            "gaps.0.first": "A",
            "gaps.0.second": "B",
            "gaps.1.first": "B",
            "gaps.1.second": "C",
            "gaps.2.first": "C",
            "gaps.2.second": "D",
            "gaps.3.first": "A",
            "gaps.3.second": "C",
        },
        rows=Rows(
            "gaps",
            "Gaps measured",
            "Gap",
            (("first", "From"), ("second", "To"), ("gap_cm", "Edge to edge")),
            most=6,
            start=2,
        ),
    ),
    Tool(
        slug="closing-up",
        title="Closing up",
        about="How a stand gets back into its formation",
        key="close_up",
        groups=(
            Group("", (("needed_cm", "Way it must go"), ("move_cm", "Its move in that ground"))),
            Group(
                "What is true",
                (
                    ("ordered_to_move", "Its company moves now"),
                    ("suppressed", "Suppressed"),
                    ("over_wire_or_river", "Wire or a river on the way"),
                ),
            ),
        ),
        outcome=closer,
    ),
    Tool(
        slug="column",
        title="Column",
        about="Whether a company gets the road rate",
        key="column",
        groups=(
            Group(
                "What is true",
                (
                    ("one_behind_another", "One behind another"),
                    ("touching", "Each touches the next"),
                    ("wholly_on_road", "All wholly on the road"),
                ),
            ),
        ),
        outcome=column,
    ),
    Tool(
        slug="river",
        title="River",
        about="Where one action of a crossing leads",
        key="cross_river",
        groups=(
            Group("", (("mover", "What crosses"), ("stage", "Where it is before"))),
            Group("", (("transport", "A weapon goes"),)),
        ),
        outcome=in_river,
    ),
    Tool(
        slug="turning",
        title="Turning to fire",
        about="What it costs to bring a weapon to bear",
        key="reface",
        groups=(Group("", (("mover", "What turns"), ("turned_deg", "How far, degrees"))),),
        outcome=turned,
    ),
    Tool(
        slug="limbering",
        title="Limbering, packing",
        about="What it costs, either way",
        key="carriage",
        groups=(
            Group("", (("mover", "What is made ready"),)),
            Group("What is true", (("again", "It has done so this turn"),)),
        ),
        outcome=made_ready,
    ),
    Tool(
        slug="passing-through",
        title="Passing through",
        about="Whether a way may lead through other stands",
        key="pass_through",
        groups=(
            Group("", (("through", "Whose stands"),)),
            Group("What is true", (("other_has_moved", "That battalion has moved"),)),
        ),
        outcome=passes,
    ),
    Tool(
        slug="command-move",
        title="Command stand's move",
        about="How far it gets at the end of the turn",
        key="command_move",
        groups=(
            Group("", (("going", "Ground"), ("quality", "Formation's quality"))),
            Group("What is true", (("mounted", "Mounted"), ("in_column", "Wholly on the road"))),
        ),
        outcome=commander_moves,
    ),
)
