"""The look-ups of close combat: its order, a fight, fire at closing attackers, coming up from a deep shelter."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Labels, Tool, inside
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import added, came_up, closed, fought, one_by_one

ATTACKER: Final[Labels] = (("attacker", "What assaults"), ("attacker_quality", "Its quality"))
DEFENDER: Final[Labels] = (
    ("defender", "What is assaulted"),
    ("defender_quality", "Its quality"),
    ("defender_cover", "Its cover"),
    ("defender_levels", "Suppressions on it"),
)
OF_A_FIGHT: Final[Labels] = (
    ("supported", "A platoon behind the attacker"),
    ("attacker_storm_troops", "Storm troops attack"),
    ("defender_storm_troops", "Storm troops defend"),
    ("sheltering", "Defender in a deep shelter"),
)
SELDOM: Final[Labels] = (
    ("attacker_cover", "Attacker's cover"),
    ("attacker_levels", "Suppressions on the attacker"),
    ("defender_supported", "A platoon behind the defender"),
    ("attacker_with_commander", "Attacker touches its commander"),
    ("defender_with_commander", "Defender touches its commander"),
    ("attacker_in_gas", "Attacker in gas"),
    ("defender_in_gas", "Defender in gas"),
)

ASSAULT: Final[tuple[Tool, ...]] = (
    Tool(
        slug="order-of-an-assault",
        title="Order of an assault",
        about="What happens one after the other",
        key="assault_order",
        groups=(
            Group(
                "What is true", (("by_armour", "Armour assaults"), ("against_shelters", "Defenders in deep shelters"))
            ),
        ),
        outcome=one_by_one,
    ),
    Tool(
        slug="combat-factors",
        title="Combat factors",
        about="What each side adds to its die in a fight",
        key="combat_factors",
        groups=(
            Group("", ATTACKER),
            Group("", DEFENDER),
            Group("What else is true", OF_A_FIGHT),
            Group("Supports, commanders, gas", SELDOM, folded=True),
        ),
        outcome=added,
    ),
    Tool(
        slug="close-combat",
        title="Close combat",
        about="Who wins a fight, a die a side",
        key="combat",
        groups=(
            Group("", inside("combat", ATTACKER)),
            Group("", inside("combat", DEFENDER)),
            Group("What else is true", inside("combat", OF_A_FIGHT)),
            Group(
                "Supports, commanders, gas, earlier fights",
                (
                    *inside("combat", SELDOM),
                    ("attacker_has_fought", "Attacker has fought in this action"),
                    ("defender_has_fought", "Defender has fought in this action"),
                ),
                folded=True,
            ),
        ),
        outcome=fought,
        start={"combat.attacker": "infantry", "combat.defender": "infantry"},
        dice=("Attacker", "Defender"),
    ),
    Tool(
        slug="closing-fire",
        title="Closing fire",
        about="What the assaulted do to those who come on",
        key="closing_fire",
        groups=(
            Group("", (("firer", "What fires"), ("approach", "Attacked at"), ("firer_quality", "Firer's quality"))),
            Group("", (("attacker", "What comes on"), ("ground_outside", "Its cover just outside"))),
            Group(
                "What else is true",
                (
                    ("suppressed", "Firer suppressed"),
                    ("packed", "Firer limbered or packed"),
                    ("mounted", "Firer is mounted"),
                    ("sheltering", "Firer in a deep shelter"),
                    ("command_stand", "Firer is a command stand"),
                    ("storm_troops", "Storm troops fire"),
                    ("more_light_guns", "Late French or German riflemen"),
                    ("firer_in_gas", "Firer in gas"),
                ),
            ),
            Group(
                "Where the attacker began, beaten zone, armour",
                (
                    ("began_cm", "Distance where it began its move"),
                    ("began_in_arc", "It began in the firer's arc"),
                    ("assaulted", "The firer itself is assaulted"),
                    ("has_fired", "It has fired so in this turn"),
                    ("slope", "Slope"),
                    ("place_in_beaten_zone", "Place in the beaten zone"),
                    ("partly_in_zone", "Only partly in the zone"),
                    ("attacker_armour_in_cover", "Attacking armour in cover"),
                    ("superb_shooting_card", "Superb Shooting card"),
                    ("good_shooting_card", "Good Shooting card"),
                ),
                folded=True,
            ),
        ),
        outcome=closed,
        start={"firer": "machine_gun"},
    ),
    Tool(
        slug="deep-shelter",
        title="Deep shelter",
        about="Whether those below come up in time",
        key="shelter_leave",
        groups=(
            Group("", (("quality", "Quality"), ("fighter", "What shelters"), ("moment", "When"))),
            Group(
                "What else is true",
                (
                    ("unit_rolled", "Unit has rolled for orders"),
                    ("enemy_above", "Enemy in its trench"),
                    ("tried", "Has tried at this moment"),
                ),
            ),
        ),
        outcome=came_up,
    ),
)
