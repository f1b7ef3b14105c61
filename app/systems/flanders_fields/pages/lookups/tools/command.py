"""The look-ups of spending actions, of commanders and their troops' grades, and of cavalry with or without horses."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Tool
from app.systems.flanders_fields.pages.lookups.outcomes.command import left_to_spend, replaced, rides, still_fresh
from app.systems.flanders_fields.pages.lookups.outcomes.plans import word

COMMAND: Final[tuple[Tool, ...]] = (
    Tool(
        slug="spending-actions",
        title="Spending actions",
        about="Whether an action may be spent so, and what is left",
        key="spend_action",
        groups=(
            Group("", (("unit_class", "Unit"), ("kind", "Next action"))),
            Group("", (("earned", "Actions its die earned"), ("suppression", "Suppressions on it"))),
            Group("", (("spent", "Spent this turn already"),)),
            Group("What is true", (("on_table", "On the table"),)),
            Group("Other platoons of its company", (("beside", "With this same action they"),), folded=True),
        ),
        outcome=left_to_spend,
        tallied={"spent": 3},
    ),
    Tool(
        slug="field-promotion",
        title="Field promotion",
        about="Who replaces a dead commander, and when",
        key="field_promotion",
        groups=(
            Group("", (("level", "He commanded a"),)),
            Group("What is true", (("spotter", "Only a spotter or specialist"),)),
        ),
        outcome=replaced,
    ),
    Tool(
        slug="fresh-raw-troops",
        title="Fresh Raw troops",
        about="What ends their bonus on orders, and whose",
        key="raw_bonus",
        groups=(
            Group("", (("attack", "What came at them"),)),
            Group("What is true", (("suffered", "A stand suppressed or killed"),)),
        ),
        outcome=still_fresh,
    ),
    Tool(
        slug="regiments-grade",
        title="Regiment's grade",
        about="The grade of a regiment or division",
        key="formation_grade",
        groups=(Group("", (("battalions", "Its battalions"),)),),
        outcome=word,
        tallied={"battalions": 12},
    ),
)
HORSES: Final[tuple[Tool, ...]] = (
    Tool(
        slug="cavalry",
        title="Cavalry",
        about="Whether it counts as mounted or as infantry",
        key="cavalry",
        groups=(
            Group(
                "What is true",
                (
                    ("on_foot_by_scenario", "On foot by the scenario"),
                    ("leaves_horses", "Leaves its horses in play"),
                    ("action", "An action spent on leaving them"),
                ),
            ),
        ),
        outcome=rides,
    ),
)
