"""The look-ups of what stands about an assault, of suppression, ranges, ways through wire, and the wind of gas."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Tool
from app.systems.flanders_fields.pages.lookups.outcomes.edges import (
    assaults,
    below,
    cleared,
    falls_back,
    harmed,
    levels_after,
    ranged,
    recovered,
    shed,
    stands,
    supports,
    wind,
    wins,
)
from app.systems.flanders_fields.pages.lookups.outcomes.plans import yes_or_no

ABOUT_ASSAULTS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="who-may-assault",
        title="Who may assault",
        about="Whether a stand may assault another, and how",
        key="assault",
        groups=(
            Group("", (("attacker", "What assaults"), ("defender", "What is assaulted"))),
            Group("", (("defender_cover", "Its cover"), ("gap_cm", "Left between the bases"))),
            Group(
                "What is true",
                (("move_action", "A move action is spent"), ("attacker_suppressed", "Attacker suppressed")),
            ),
        ),
        outcome=assaults,
    ),
    Tool(
        slug="assault-support",
        title="Support from behind",
        about="What a stand behind adds to a fight",
        key="assault_support",
        groups=(
            Group("", (("supporter", "What stands behind"), ("others", "Others that support it too"))),
            Group(
                "What is true",
                (
                    ("touching_behind", "Touches it right behind"),
                    ("of_defender", "It is the defender's"),
                    ("suppressed", "Suppressed"),
                    ("in_contact", "Touches an enemy itself"),
                ),
            ),
        ),
        outcome=supports,
    ),
    Tool(
        slug="drawn-fight",
        title="After a draw",
        about="How far the attacker falls back, and into what",
        key="draw",
        groups=(
            Group("", (("attacker", "What had assaulted"), ("room_cm", "Free ground behind it"))),
            Group("", (("ground", "Ground it falls back to"),)),
            Group("What is true", (("supported", "A platoon behind supports it"), ("wire", "It comes to lie in wire"))),
        ),
        outcome=falls_back,
    ),
    Tool(
        slug="after-a-win",
        title="After a win",
        about="What the winner of a fight may do",
        key="victory",
        groups=(
            Group("", (("side", "The winner is"), ("follow_ups", "Times it followed up"))),
            Group("", (("move_left_cm", "Left of its move"),)),
            Group("What is true", (("new_opponent", "It can reach a new enemy"),)),
        ),
        outcome=wins,
    ),
    Tool(
        slug="against-armour",
        title="Against armour",
        about="Whether troops stand when armour assaults",
        key="stand_against_armour",
        groups=(
            Group("", (("defender", "What is assaulted"), ("quality", "Its quality"), ("attacker", "The armour"))),
            Group("Bonuses declared", (("bonuses", "For this die"),), folded=True),
        ),
        outcome=stands,
        only={"attacker": ("heavy_tank", "light_tank", "armoured_car")},
    ),
    Tool(
        slug="into-a-shelter",
        title="Into a deep shelter",
        about="Who may sit in one, and what it takes",
        key="shelter",
        groups=(
            Group("", (("fighter", "What it is"), ("nation", "Whose army"))),
            Group(
                "What is true",
                (
                    ("in_own_work", "In a work of its side"),
                    ("marked", "The scenario marks one there"),
                    ("before_play", "Set up there before play"),
                    ("move_action", "In play: a move action spent"),
                    ("enemy_above", "Enemy in its trench"),
                ),
            ),
        ),
        outcome=below,
    ),
    Tool(
        slug="shelter-under-fire",
        title="Shelter under fire",
        about="What reaches those in a deep shelter",
        key="shelter_harm",
        groups=(
            Group("", (("attack", "What attacks"), ("trench", "Cover of the trench above"))),
            Group("What is true", (("partly_covered", "Only partly in the area"), ("command_stand", "Command stand"))),
        ),
        outcome=harmed,
    ),
)
ABOUT_FIRE: Final[tuple[Tool, ...]] = (
    Tool(
        slug="range",
        title="Range",
        about="How far a weapon reaches",
        key="range",
        groups=(
            Group("", (("firer", "Firer"), ("range_cm", "Distance"))),
            Group("What is true", (("indirect", "Indirect fire"), ("long_range_marksmanship", "BEF riflemen"))),
        ),
        outcome=ranged,
    ),
    Tool(
        slug="suppression",
        title="Suppression",
        about="What a suppress result does to a unit",
        key="suppression",
        groups=(
            Group("", (("source", "What fired"), ("unit_class", "What was hit"))),
            Group("", (("levels", "Levels on each stand before"), ("results", "Suppress results on each"))),
            Group(
                "What is true",
                (
                    ("already", "Company has its level from this fire"),
                    ("command_stand", "Command stand"),
                    ("in_hard_cover", "In Hard or Fortifications"),
                ),
            ),
        ),
        outcome=levels_after,
        start={"levels": (0, 1, 0), "results": (1, 0, 0)},
    ),
    Tool(
        slug="recovery",
        title="Recovery",
        about="What one action takes off the suppression",
        key="recovery",
        groups=(
            Group("", (("unit_class", "What recovers"), ("levels", "Levels on each stand"))),
            Group("", (("platoon", "Which stand, 0 for the first"),)),
        ),
        outcome=recovered,
        start={"levels": (1, 2, 0)},
    ),
    Tool(
        slug="commander-recovery",
        title="Commander's recovery",
        about="How a command stand sheds its suppression",
        key="commander_recovery",
        groups=(Group("", (("level", "Whose commander"), ("levels", "Levels on him"))),),
        outcome=shed,
    ),
)
ABOUT_GROUND: Final[tuple[Tool, ...]] = (
    Tool(
        slug="caught-on-wire",
        title="Caught on wire",
        about="What a stand that hangs on the wire may do",
        key="caught_on_wire",
        groups=(Group("", (("wants_to", "What it wants to do"),)),),
        outcome=yes_or_no("it may", "it may not"),
    ),
    Tool(
        slug="way-through-wire",
        title="Way through wire",
        about="What makes one, how wide, at what price",
        key="clear_wire",
        groups=(
            Group("", (("by", "What makes it"), ("belts", "Belts of 2 cm there"))),
            Group("What is true", (("touching", "Engineers touch the wire"),)),
        ),
        outcome=cleared,
    ),
)
ABOUT_WIND: Final[tuple[Tool, ...]] = (
    Tool(
        slug="first-wind",
        title="First wind",
        about="The wind gas is released in",
        key="gas_wind",
        groups=(
            Group("", (("owner", "Whose gas"), ("planned_deg", "Wind in its plan, degrees right"))),
            Group("What is true", (("both_first", "Both sides release their first"),)),
        ),
        outcome=wind,
    ),
    Tool(
        slug="wind-card",
        title="Wind Change card",
        about="Where the wind blows after it",
        key="wind_card",
        groups=(
            Group("", (("drawn_by", "Who drew it"), ("seen_from", "Seen from the edge of"))),
            Group("What is true", (("gas_planned", "A side has gas"),)),
        ),
        outcome=wind,
    ),
)
