"""The look-ups of scores and whole fire actions, and what the facts of a shot are called on every page."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Labels, Tool, inside
from app.systems.flanders_fields.pages.lookups.outcomes.ground import needed, rolled_at

SHOT_MODIFIERS: Final[Labels] = (
    ("storm_troops", "Storm troops fire"),
    ("firer_in_gas", "Firer in gas"),
    ("target_is_command", "Target is a command stand"),
    ("fired_on_the_move", "Moved in this action"),
    ("from_the_flank", "From the target's flank"),
    ("long_range_marksmanship", "BEF riflemen"),
    ("more_light_guns", "Late French or German riflemen"),
    ("superb_shooting_card", "Superb Shooting card"),
    ("good_shooting_card", "Good Shooting card"),
)
SHOT_POSITION: Final[Labels] = (
    ("in_arc", "Target in arc"),
    ("direct_sight", "Target seen"),
    ("indirect", "Indirect fire"),
    ("friends_in_line", "Friends in the line of fire"),
    ("firer_is_command", "Firer is a command stand"),
    ("suppressed", "Firer suppressed"),
    ("packed", "Firer limbered or packed"),
    ("mounted", "Firer still mounted"),
    ("calibre_over_75_mm", "Calibre over 75 mm"),
    ("stands_in_front", "Friendly stands right in front"),
)
LINE_OF_FIRE: Final[Labels] = (
    ("firer_quality", "Firer's quality"),
    ("line_crosses", "Line of fire enters"),
    ("slope", "Slope"),
)

FIRE_ACTION: Final[tuple[Tool, ...]] = (
    Tool(
        slug="scores",
        title="Scores",
        about="Which faces of the die suppress, and which kill",
        key="scores",
        groups=(
            Group("", (("firer", "Firer"), ("range_cm", "Distance"), ("cover", "Target's cover"))),
            Group("", (("target", "Stand or armour"), ("target_armour_in_cover", "Armour in cover"))),
            Group("", LINE_OF_FIRE),
            Group("What else is true", SHOT_MODIFIERS),
            Group("Sight, arc and the firer's state", SHOT_POSITION, folded=True),
        ),
        outcome=needed,
    ),
    Tool(
        slug="fire-action",
        title="Fire action",
        about="All rolls of one fire action at one target",
        key="fire_action",
        groups=(
            Group("", inside("shot", (("firer", "Firer"), ("range_cm", "Distance"), ("cover", "Target's cover")))),
            Group("", inside("shot", (("target", "Stand or armour"),))),
            Group("How it fires", (("mad_minute", "Mad Minute of British riflemen"), ("renault", "Renault tank"))),
            Group("", inside("shot", LINE_OF_FIRE)),
            Group("What else is true", inside("shot", SHOT_MODIFIERS)),
            Group("Sight, arc and the firer's state", inside("shot", SHOT_POSITION), folded=True),
        ),
        outcome=rolled_at,
        start={"shot.firer": "lmg"},
        further="rolls again",
    ),
)
