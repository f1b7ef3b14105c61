"""The look-ups of tanks, armoured cars and block houses."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Rows, Tool
from app.systems.flanders_fields.pages.lookups.outcomes.plans import aimed, carried, faces, faces_after, hidden, word

TANKS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="tank-guns",
        title="Tank guns",
        about="What a type of tank carries, and where it fires",
        key="tank_guns",
        groups=(
            Group("", (("tank", "Type of tank"),)),
            Group("What is true", (("captured", "Captured by the Germans"),)),
        ),
        outcome=carried,
    ),
    Tool(
        slug="tank-fire",
        title="Tank fire",
        about="At which targets a tank fires, and with what",
        key="tank_fire",
        groups=(
            Group("", (("tank", "Type of tank"),)),
            Group(
                "What is true",
                (
                    ("moved", "Moved in this action"),
                    ("moved_before", "Moved earlier this turn"),
                    ("fired_before", "Fired earlier this turn"),
                    ("fired_on_the_move_before", "Fired on the move earlier"),
                    ("captured", "Captured by the Germans"),
                ),
            ),
            Group("Size of its base", (("width_cm", "Width"), ("length_cm", "Length")), folded=True),
        ),
        outcome=aimed,
        start={"targets.1.right_cm": 15.0, "targets.1.ahead_cm": 0.0, "targets.1.range_cm": 14.0},
        rows=Rows(
            "targets",
            "Targets, in the order it fires",
            "Target",
            (
                ("right_cm", "To its right (left: less than 0)"),
                ("ahead_cm", "Ahead of its front edge"),
                ("range_cm", "Distance"),
                ("kind", "Stand or armour"),
                ("again", "Fired at in this action"),
            ),
            most=6,
            start=1,
        ),
    ),
    Tool(
        slug="cover-of-armour",
        title="Cover of armour",
        about="Whether a tank or car is in cover when shot at",
        key="armour_cover",
        groups=(
            Group("", (("ground", "Ground"), ("work", "Trench or work"))),
            Group(
                "What is true",
                (("half_inside", "Half its base inside"), ("behind_building", "Half behind a building or work")),
            ),
        ),
        outcome=hidden,
    ),
    Tool(
        slug="armour-class",
        title="Heavy or light",
        about="As what a vehicle counts in an assault",
        key="armour_class",
        groups=(Group("", (("vehicle", "Model"),)),),
        outcome=word,
    ),
    Tool(
        slug="block-house-fire",
        title="Block house: faces",
        about="Which faces may fire with one action",
        key="block_house_fire",
        groups=(
            Group("", (("firing", "Faces that fire"),)),
            Group("", (("faces", "Suppressions on front, left, right"),)),
        ),
        outcome=faces,
        start={"firing": ("front", "left")},
    ),
    Tool(
        slug="block-house-hit",
        title="Block house: suppressed",
        about="What a suppress result does to its faces",
        key="block_house_hit",
        groups=(
            Group("", (("hit", "Face hit (as usual: all)"), ("faces", "Suppressions on front, left, right"))),
            Group("What is true", (("by_rifles", "Rifles or light MGs did it"),)),
        ),
        outcome=faces_after,
    ),
)
