"""The look-ups of fire plans as they are written: references, points, barrages, gas, works, numbers, changes."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Rows, Tool
from app.systems.flanders_fields.pages.lookups.outcomes.plans import (
    cloud,
    course,
    entered,
    mirrored,
    works_hit,
    yes_or_no,
)

WRITTEN: Final[tuple[Tool, ...]] = (
    Tool(
        slug="grid-reference",
        title="Grid reference",
        about="What the other side writes for the same place",
        key="grid_reference",
        groups=(
            Group("", (("along_cm", "Along the own edge, from the left"), ("up_cm", "Up the table"))),
            Group("The table", (("table_width_cm", "Edge to set up on"), ("table_length_cm", "From edge to edge"))),
        ),
        outcome=mirrored,
    ),
    Tool(
        slug="planned-point",
        title="Planned point",
        about="Whether a plan may name a point for a weapon",
        key="planned_point",
        groups=(
            Group("", (("unit_class", "Weapon"), ("side", "Whose plan"), ("use", "The point is for"))),
            Group(
                "On the table",
                (("range_cm", "Mortar or machine gun to its point"), ("own_trench_cm", "Gun to its own front trench")),
            ),
            Group("What is true", (("in_arc", "Point in arc"),)),
        ),
        outcome=yes_or_no("may stand in the plan", "may not"),
        only={
            "unit_class": (
                "field_gun",
                "field_howitzer",
                "heavy_artillery",
                "super_heavy_artillery",
                "medium_mortar",
                "heavy_mortar",
                "machine_gun",
                "light_mortar",
            )
        },
        empty={"range_cm": "Not measured", "own_trench_cm": "Not measured"},
    ),
    Tool(
        slug="planned-barrage",
        title="Planned barrage",
        about="Where a planned barrage lies in each of its turns",
        key="planned_barrage",
        groups=(
            Group("", (("start_up_cm", "Rear edge on its start line"), ("turns", "Turns it lasts"))),
            Group(
                "",
                (
                    ("speed_cm", "Advance in a turn"),
                    ("rolled_turns", "Turns that were rolled"),
                    ("own_trench_up_cm", "Own foremost trench, up the table"),
                    ("table_length_cm", "From edge to edge"),
                ),
            ),
            Group("What is true", (("attacker", "It is the attacker's"), ("hurricane", "Hurricane bombardment"))),
            Group(
                "Bends and ways back",
                (("lead_cm", "Lead of its foremost piece"), ("back", "Turns it rolls back (hurricane)")),
                folded=True,
            ),
        ),
        outcome=course,
        rows=Rows(
            "halts", "Halts", "Halt", (("up_cm", "Rear edge then, up the table"), ("turns", "Turns")), most=4, start=1
        ),
        start={"halts.0.up_cm": 80.0},
    ),
    Tool(
        slug="planned-gas",
        title="Planned gas",
        about="Whether a gas attack is wholly planned, and where it will lie",
        key="planned_gas",
        groups=(
            Group("", (("owner", "Whose gas"), ("kind", "Kind"), ("delivery", "Brought by"))),
            Group("", (("turn", "His turn"), ("along_cm", "Point, along the edge"), ("up_cm", "Point, up the table"))),
            Group(
                "",
                (
                    ("wind_deg", "Wind, degrees right of ahead"),
                    ("own_trench_up_cm", "Own forward trench there, up the table"),
                ),
            ),
            Group("House rule", (("speed_cm", "Speed of the wind, written"),), folded=True),
        ),
        outcome=cloud,
        start={
            "kind": "offensive",
            "delivery": "artillery",
            "turn": 2,
            "along_cm": 60.0,
            "up_cm": 80.0,
            "wind_deg": 0,
        },
        empty={"kind": "Not said yet", "delivery": "Not said yet"},
    ),
    Tool(
        slug="planned-works",
        title="Works under a hurricane",
        about="On which row each work is attacked, and whether it may be",
        key="planned_works",
        groups=(Group("", (("nation", "Whose bombardment"), ("side", "His side"))),),
        outcome=works_hit,
        rows=Rows(
            "works",
            "Works",
            "Work",
            (("called", "Name"), ("work", "What it is"), ("turn", "His turn")),
            most=4,
            start=1,
        ),
        only={f"works.{row}.work": ("trench", "strong_trench", "strong_point", "block_house") for row in range(4)},
    ),
    Tool(
        slug="planned-numbers",
        title="What a side may plan",
        about="Batteries, mortars, gas and aircraft, by numbers",
        key="planned_entries",
        groups=(
            Group("", (("side", "Whose plan"), ("nation", "Army"), ("regiments", "Regiments or brigades"))),
            Group("What is true", (("entire_division", "An entire division"),)),
            Group(
                "Superimposed batteries",
                (
                    ("superimposed_field", "Field"),
                    ("superimposed_heavy", "Heavy"),
                    ("superimposed_super_heavy", "Super heavy"),
                ),
            ),
            Group(
                "Other batteries and mortars",
                (
                    ("field", "Field batteries"),
                    ("heavy", "Heavy batteries"),
                    ("super_heavy", "Super heavy batteries"),
                    ("medium_mortars", "Medium mortars"),
                    ("heavy_mortars", "Heavy mortars"),
                ),
                folded=True,
            ),
            Group(
                "Barrages, gas, aircraft",
                (
                    ("barrages", "Rolling barrages"),
                    ("gas_attacks", "Gas attacks"),
                    ("gas_granted", "Gas attacks of the scenario"),
                    ("air_missions", "Air missions"),
                    ("air_granted", "Air missions of the scenario"),
                ),
                folded=True,
            ),
        ),
        outcome=entered,
        start={"regiments": 2, "superimposed_field": 2, "superimposed_heavy": 1},
        empty={"nation": "Not said"},
    ),
    Tool(
        slug="plan-ready",
        title="Is the plan ready",
        about="Whether deployment may begin",
        key="plan_ready",
        groups=(
            Group("What is true", (("written", "The side has a plan"),)),
            Group("", (("unfinished", "Entries not finished"), ("refused", "Entries the rules refuse"))),
        ),
        outcome=yes_or_no("ready: it is fixed now", "no plan: play without one"),
    ),
    Tool(
        slug="plan-change",
        title="Changing a plan",
        about="What may change once the game has begun, and by what",
        key="plan_change",
        groups=(
            Group("", (("item", "What shall change"), ("by", "Changed by"))),
            Group("", (("unit_class", "Weapon"), ("side", "Whose plan"))),
            Group(
                "What is true",
                (("begun", "Deployment has begun"), ("unplanned_halt", "One unplanned halt (house rule)")),
            ),
        ),
        outcome=yes_or_no("it may change so", "it may not"),
        only={
            "unit_class": (
                "field_gun",
                "field_howitzer",
                "heavy_artillery",
                "super_heavy_artillery",
                "medium_mortar",
                "heavy_mortar",
            )
        },
        start={"item": "aiming_point", "by": "order"},
    ),
)
