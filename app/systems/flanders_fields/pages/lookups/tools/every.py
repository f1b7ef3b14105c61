"""The look-ups: which question each asks, and how its facts are laid out. What a fact is comes from the rules."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Rows, Tool, inside
from app.systems.flanders_fields.pages.lookups.each_die import with_dice
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import (
    actions,
    allowance,
    cover,
    crossed,
    deed,
    deviated,
    first_in_line,
    morale,
    seen,
    shot,
    zone,
)
from app.systems.flanders_fields.pages.lookups.tools.air import AIR
from app.systems.flanders_fields.pages.lookups.tools.artillery import ARTILLERY
from app.systems.flanders_fields.pages.lookups.tools.assault import ASSAULT
from app.systems.flanders_fields.pages.lookups.tools.cards import CARDS
from app.systems.flanders_fields.pages.lookups.tools.command import COMMAND, HORSES
from app.systems.flanders_fields.pages.lookups.tools.dice import DICE
from app.systems.flanders_fields.pages.lookups.tools.edges import ABOUT_ASSAULTS, ABOUT_FIRE, ABOUT_GROUND, ABOUT_WIND
from app.systems.flanders_fields.pages.lookups.tools.evening import EVENING, IN_GAS
from app.systems.flanders_fields.pages.lookups.tools.fire import (
    FIRE_ACTION,
    LINE_OF_FIRE,
    SHOT_MODIFIERS,
    SHOT_POSITION,
)
from app.systems.flanders_fields.pages.lookups.tools.forces import AFTERWARDS, FORCES
from app.systems.flanders_fields.pages.lookups.tools.gas import GAS
from app.systems.flanders_fields.pages.lookups.tools.ground import BASES, GROUND
from app.systems.flanders_fields.pages.lookups.tools.orders import NATIONS, ORDERS
from app.systems.flanders_fields.pages.lookups.tools.plans import AIMING, PLANS
from app.systems.flanders_fields.pages.lookups.tools.tanks import TANKS
from app.systems.flanders_fields.pages.lookups.tools.written import WRITTEN

_TOOLS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="order-roll",
        title="Order roll",
        about="How many actions a unit earns",
        key="order_roll",
        groups=(
            Group("", (("unit_class", "Unit"), ("quality", "Battalion's quality"))),
            Group(
                "",
                (
                    ("farthest_platoon_cm", "Farthest platoon to commander"),
                    ("commander_suppression", "Suppressions on commander"),
                ),
            ),
            Group(
                "What else is true",
                (
                    ("in_gas", "Unit in gas"),
                    ("commander_in_gas", "Commander in gas"),
                    ("field_promotion", "Field promotion commands"),
                    ("commander_lost", "Commander lost"),
                    ("fired_on", "Battalion fired on"),
                    ("storm_troops", "Storm troops"),
                    ("own_sight", "Itself sees the enemy"),
                    ("staff_bonus", "Staff bonus on this die"),
                ),
            ),
            Group("Bonuses declared", (("bonuses", "For this die"),), folded=True),
            Group(
                "Batteries, tanks, wire, deep suppression",
                (
                    ("level", "Ordered by"),
                    ("limbered", "Battery limbered"),
                    ("open_sights", "Over open sights"),
                    ("tank_failed_last_turn", "Tank failed last turn"),
                    ("crossing_wire", "Means to cross wire"),
                    ("on_table", "On the table"),
                    ("specimen_game", "Mons, the specimen game"),
                    ("deep_suppression", "Deep suppression"),
                    ("front_trench_cm", "Unit to its front trench"),
                ),
                folded=True,
            ),
        ),
        outcome=actions,
        start={"farthest_platoon_cm": 10, "front_trench_cm": 10},
    ),
    Tool(
        slug="shooting",
        title="Shooting",
        about="What one shot does to a stand",
        key="shot",
        groups=(
            Group("", (("firer", "Firer"), ("range_cm", "Distance"), ("cover", "Target's cover"))),
            Group("", LINE_OF_FIRE),
            Group("What else is true", SHOT_MODIFIERS),
            Group("Sight, arc and the firer's state", SHOT_POSITION, folded=True),
        ),
        outcome=shot,
    ),
    Tool(
        slug="beaten-zone",
        title="Beaten zone",
        about="A machine gun's first target and the stands behind it",
        key="beaten_zone",
        groups=(
            Group("", inside("first", (("range_cm", "Distance to the first"), ("cover", "First target's cover")))),
            Group("", inside("first", LINE_OF_FIRE)),
            Group(
                "What else is true",
                inside(
                    "first",
                    (
                        ("firer", "Gun"),
                        ("firer_in_gas", "Gun in gas"),
                        ("target_is_command", "First is a command stand"),
                        ("indirect", "Indirect fire"),
                        ("direct_sight", "First target seen"),
                    ),
                ),
                folded=True,
            ),
        ),
        outcome=zone,
        start={"first.firer": "machine_gun", "first.range_cm": 30, "behind.1.behind_cm": 8, "behind.2.behind_cm": 12},
        rows=Rows(
            "behind",
            "Stands behind the first target",
            "Stand",
            (
                ("behind_cm", "Behind the first base"),
                ("cover", "Its cover"),
                ("share", "In the zone"),
                ("friend", "One of our own"),
                ("target_is_command", "Command stand"),
            ),
            most=3,
            start=2,
        ),
        only={"first.firer": ("machine_gun", "block_house")},
    ),
    Tool(
        slug="armour",
        title="Armour",
        about="What one shot does to a tank or armoured car",
        key="shot",
        groups=(
            Group("", (("firer", "Firer"), ("range_cm", "Distance"))),
            Group(
                "",
                (
                    ("target_armour_in_cover", "Armour in cover"),
                    ("firer_in_gas", "Firer in gas"),
                    ("fired_on_the_move", "Moved in this action"),
                    ("indirect", "Indirect fire"),
                ),
            ),
            Group("", LINE_OF_FIRE),
            Group("Sight, arc and the firer's state", SHOT_POSITION[:2] + SHOT_POSITION[3:], folded=True),
        ),
        outcome=shot,
        start={"firer": "field_gun"},
        fixed={"target": "armour", "cover": "open"},
    ),
    Tool(
        slug="movement",
        title="Movement",
        about="How far a move action takes it",
        key="move_allowance",
        groups=(
            Group("", (("mover", "What moves"), ("going", "Ground"), ("quality", "Battalion's quality"))),
            Group("", (("transport", "How it gets along"), ("in_column", "In column, wholly on the road"))),
            Group(
                "Taken off the move",
                (
                    ("close_up_cm", "Used to close up"),
                    ("about_turns", "About turns"),
                    ("turned_deg", "Other turns, degrees"),
                    ("trenches_crossed", "Trenches crossed"),
                ),
                folded=True,
            ),
        ),
        outcome=allowance,
    ),
    Tool(
        slug="wire",
        title="Wire",
        about="Who gets across, a die for each stand",
        key="wire",
        groups=(
            Group("", (("stands", "Stands that try"), ("mover", "What they are"), ("gap", "Gap or track there"))),
            Group("", (("belts", "Belts still ahead"), ("actions_left", "Actions left"))),
            Group(
                "What else is true",
                (("moved_up_with_it", "Moved up in this action"), ("failed_this_turn", "Failed it this turn")),
            ),
            Group("Crewed weapons", (("transport", "How it gets along"),), folded=True),
        ),
        outcome=crossed,
    ),
    Tool(
        slug="visibility",
        title="Visibility",
        about="Who sees what, and how far",
        key="visibility",
        groups=(
            Group("", (("viewer", "Who looks"), ("target", "At what"), ("range_cm", "Distance"))),
            Group(
                "What is true",
                (
                    ("in_cover", "Target in cover"),
                    ("has_fired", "Target has fired"),
                    ("moved_since_firing", "Moved since it fired"),
                    ("enemy_turn_since_firing", "Enemy turn since it fired"),
                    ("on_high_ground", "Viewer on high ground"),
                ),
            ),
            Group(
                "",
                (
                    ("between", "On the line between them"),
                    ("behind_cm", "Target behind that by"),
                    ("target_quality", "Target's quality"),
                ),
            ),
        ),
        outcome=seen,
    ),
    Tool(
        slug="morale",
        title="Morale",
        about="What a battalion does at half and three quarters lost",
        key="morale",
        groups=(
            Group("", (("reason", "Why it tests"), ("quality", "Quality"))),
            Group("", (("staff_bonus", "Staff bonus on this die"), ("specimen_game", "Mons, the specimen game"))),
            Group(
                "Bonuses declared, other units",
                (("bonuses", "For this die"), ("unit_class", "What tests")),
                folded=True,
            ),
        ),
        outcome=morale,
    ),
    Tool(
        slug="heroic-action",
        title="Heroic action",
        about="Whether a deed both sides agreed on succeeds",
        key="heroic_action",
        groups=(
            Group(
                "What is true",
                (
                    ("agreed", "Both sides agree"),
                    ("own_turn", "His own turn"),
                    ("tried", "He has tried one already"),
                    ("tried_by_side", "His side has tried one"),
                    ("company_rolled", "Company has rolled for orders"),
                    ("hearts_jack", "Jack of Hearts played"),
                ),
            ),
        ),
        outcome=deed,
    ),
    Tool(
        slug="deviation",
        title="Deviation",
        about="Where unobserved fire comes down",
        key="deviation",
        groups=(
            Group(
                "",
                (
                    ("fire", "What comes down"),
                    ("observed", "Someone sees it fall"),
                    ("on_table", "Battery on the table"),
                ),
            ),
        ),
        outcome=deviated,
    ),
    Tool(
        slug="cover",
        title="Cover",
        about="Which class of cover a stand has",
        key="cover",
        groups=(
            Group("", (("quality", "Battalion's quality"), ("ground", "Ground"), ("work", "Trench or work"))),
            Group("", (("mover", "What it is"),)),
            Group(
                "What else is true",
                (
                    ("on_wire", "Caught on wire"),
                    ("in_road_column", "In column on a road"),
                    ("dismounted", "Dismounted to fire"),
                    ("fell_back", "Fell back from an assault"),
                    ("moved_last_turn", "Moved in its last turn"),
                    ("half_inside", "Half its base inside"),
                    ("wholly_inside", "Whole base inside"),
                ),
            ),
        ),
        outcome=cover,
    ),
    Tool(
        slug="target-priority",
        title="Target priority",
        about="Which enemy must be shot at first",
        key="target_priority",
        groups=(
            Group(
                "",
                (
                    ("firer", "Firer"),
                    ("over_open_sights", "Over open sights"),
                    ("long_range_marksmanship", "BEF riflemen"),
                ),
            ),
        ),
        outcome=first_in_line,
        start={"enemies.1.distance_cm": 20, "enemies.2.distance_cm": 28, "enemies.3.distance_cm": 36},
        rows=Rows(
            "enemies",
            "Enemy stands",
            "Enemy",
            (
                ("name", "Called"),
                ("distance_cm", "Distance"),
                ("in_arc", "In arc"),
                ("seen", "Seen"),
                ("could_affect", "Best die affects it"),
            ),
            most=4,
            start=2,
        ),
    ),
    *ORDERS,
    *NATIONS,
    *FIRE_ACTION,
    *GROUND,
    *BASES,
    *ARTILLERY,
    *AIMING,
    *PLANS,
    *WRITTEN,
    *TANKS,
    *ASSAULT,
    *ABOUT_ASSAULTS,
    *ABOUT_FIRE,
    *ABOUT_GROUND,
    *ABOUT_WIND,
    *GAS,
    *IN_GAS,
    *EVENING,
    *AIR,
    *CARDS,
    *COMMAND,
    *HORSES,
    *DICE,
    *FORCES,
    *AFTERWARDS,
)
TOOLS: Final = tuple(map(with_dice, _TOOLS))
BY_SLUG: Final = {tool.slug: tool for tool in TOOLS}
