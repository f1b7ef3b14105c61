"""The look-ups of dice that are read otherwise than by their pips: two added, and a D3."""

from typing import Final

from app.pages.lookups.laid_out.tool import Tool
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import as_d3, summed

DICE: Final[tuple[Tool, ...]] = (
    Tool(
        slug="two-dice",
        title="Two dice",
        about="Two dice added, and the chance of each sum",
        key="two_dice",
        groups=(),
        outcome=summed,
    ),
    Tool(
        slug="d3",
        title="D3",
        about="A die read as 1, 2 or 3",
        key="d3",
        groups=(),
        outcome=as_d3,
    ),
)
