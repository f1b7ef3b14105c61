"""The look-ups of forces: tables of organisation, limits of quality, guns, strength, and what a game has cost."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Tool
from app.systems.flanders_fields.pages.lookups.outcomes.forces import (
    brings,
    goes_on,
    gun,
    lost,
    part,
    stands_for,
    strong,
    within_limits,
)

FORCES: Final[tuple[Tool, ...]] = (
    Tool(
        slug="organisation",
        title="Table of organisation",
        about="What a formation of an army consists of",
        key="organisation",
        groups=(
            Group("", (("table", "Table"), ("part", "Formation or unit"))),
            Group("", (("quality", "Battalions' quality"),)),
        ),
        outcome=part,
    ),
    Tool(
        slug="grades",
        title="Grades of a force",
        about="How many battalions may be Raw or Veteran",
        key="grades",
        groups=(
            Group("", (("table", "Table"),)),
            Group("Battalions", (("raw", "Raw"), ("experienced", "Experienced"), ("veteran", "Veteran"))),
            Group(
                "Whose they are", (("divisions", "Divisions they are of"), ("nation", "Army, of tanks")), folded=True
            ),
        ),
        outcome=within_limits,
        start={"raw": 8, "experienced": 3, "veteran": 1},
    ),
    Tool(
        slug="gun",
        title="Piece of artillery",
        about="Range, shell, weight and class of a gun",
        key="gun",
        groups=(Group("", (("gun", "Piece"), ("distance_cm", "It fires over"))),),
        outcome=gun,
    ),
    Tool(
        slug="force-ratio",
        title="Attackers to defenders",
        about="How many attack for each that defends",
        key="force_ratio",
        groups=(Group("Rifle platoons", (("attacker", "That attack"), ("defender", "That defend"))),),
        outcome=strong,
        start={"attacker": 72, "defender": 36},
    ),
    Tool(
        slug="divisional-share",
        title="Part of a division",
        about="Which assets come with some of its regiments",
        key="divisional_share",
        groups=(
            Group("", (("assets", "What the whole division has"),)),
            Group("Regiments or brigades", (("regiments", "In the division"), ("fielded", "In the force"))),
        ),
        outcome=brings,
    ),
    Tool(
        slug="scale",
        title="Absolute scale",
        about="How many men, guns and metres it is, for those who want to know",
        key="scale",
        groups=(
            Group(
                "On the table",
                (
                    ("figures", "Infantry figures"),
                    ("machine_guns", "Machine guns"),
                    ("guns", "Guns and howitzers"),
                    ("tanks", "Tanks"),
                ),
            ),
            Group("", (("distance_cm", "A distance"),)),
        ),
        outcome=stands_for,
        start={"figures": 48, "distance_cm": 180.0},
    ),
)
AFTERWARDS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="casualties",
        title="Casualties",
        about="About how many men a game has cost",
        key="casualties",
        groups=(Group("Bases of one side", (("killed", "Killed"), ("routed", "Left in rout"))),),
        outcome=lost,
        start={"killed": 40},
    ),
    Tool(
        slug="after-the-game",
        title="Battalion after a game",
        about="The grade it goes on with after its drafts",
        key="after_the_game",
        groups=(Group("", (("quality", "Battalion's quality"), ("drafts", "Platoons taken in as drafts"))),),
        outcome=goes_on,
        start={"drafts": 6},
    ),
)
