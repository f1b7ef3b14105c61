"""The look-ups of a whole battalion's orders, of tests its losses call for, and of national rules."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.tool import Group, Rows, Tool, inside
from app.systems.flanders_fields.pages.lookups.outcomes.orders import earned, serves, tests_due, uses_left
from app.systems.flanders_fields.pages.lookups.outcomes.plans import yes_or_no
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.national import OWNERS
from rules.flanders_fields.vocabulary import Quality, RollKind, Special

MOST_COMPANIES: Final = 6

ORDERS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="battalion-orders",
        title="Orders of a battalion",
        about="How many actions each of its companies earns",
        key="battalion_orders",
        groups=(
            Group(
                "",
                inside(
                    "companies.each",
                    (
                        ("unit_class", "What its companies are"),
                        ("quality", "Battalion's quality"),
                        ("commander_suppression", "Suppressions on commander"),
                    ),
                ),
            ),
            Group(
                "What is true of the battalion",
                inside(
                    "companies.each",
                    (
                        ("fired_on", "Battalion fired on"),
                        ("commander_in_gas", "Commander in gas"),
                        ("field_promotion", "Field promotion commands"),
                        ("commander_lost", "Commander lost"),
                        ("storm_troops", "Storm troops"),
                    ),
                ),
            ),
        ),
        outcome=earned,
        further="thrown again",
        start={
            "companies.each.unit_class": "rifle_company",
            **{f"companies.{n}.farthest_platoon_cm": 10 for n in range(MOST_COMPANIES)},
            **{f"companies.{n}.front_trench_cm": 10 for n in range(MOST_COMPANIES)},
        },
        rows=Rows(
            "companies",
            "Companies that roll",
            "Company",
            (
                ("farthest_platoon_cm", "Farthest platoon to commander"),
                ("in_gas", "In gas"),
                ("crossing_wire", "Means to cross wire"),
                ("staff_bonus", "Staff bonus on its die"),
            ),
            most=MOST_COMPANIES,
            start=4,
            more=Group(
                "bonuses, deep suppression",
                (
                    ("bonuses", "Declared for its die"),
                    ("deep_suppression", "Deep suppression"),
                    ("front_trench_cm", "Company to its front trench"),
                ),
            ),
        ),
        only={"companies.each.unit_class": ("rifle_company", "cavalry", "engineers")},
    ),
    Tool(
        slug="morale-due",
        title="Morale test due",
        about="Whether a battalion's losses call for a test",
        key="morale_due",
        groups=(
            Group("", (("started", "Rifle platoons it began with"), ("left", "Rifle platoons left now"))),
            Group("", (("taken", "Tests made already"),)),
        ),
        outcome=tests_due,
    ),
    Tool(
        slug="weapons-morale",
        title="Morale of weapons",
        about="Whether weapons roll when their battalion breaks",
        key="support_morale_due",
        groups=(
            Group("", (("result", "The battalion's morale result"),)),
            Group("What is true", (("destroyed", "Its last rifle platoon is gone"),)),
        ),
        outcome=yes_or_no("its weapons roll", "its weapons need not roll"),
        empty={"result": "No test"},
    ),
)
OPENING: Final[Mapping[Special, Mapping[str, object]]] = {
    Special.PRUSSIAN_DISCIPLINE: {},
    Special.PALS: {"quality": Quality.RAW},
    Special.STUBBORN_RESISTANCE: {"roll": RollKind.MORALE},
}


def _one_in_force(book: RuleBook) -> Mapping[str, object]:
    """A national rule there is in this month, with facts that let it be used."""
    there = (special for special in OPENING if book.table("national/specials").has(special))
    return next(({"special": one, "nation": OWNERS[one], **OPENING[one]} for one in there), {})


NATIONS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="national-rule",
        title="National rule",
        about="Whether one may be used now, and how often still",
        key="national_rule",
        groups=(
            Group("", (("special", "Which rule"), ("nation", "Whose army"))),
            Group("", (("roll", "The die it is to help"), ("unit_class", "What rolls or fires"))),
            Group("", (("quality", "Battalion's quality"), ("level", "Whose commander declares it"))),
            Group(
                "Uses so far",
                (
                    ("used", "By this commander or company"),
                    ("used_by_battalion", "In its battalion"),
                    ("used_by_side", "By the whole side"),
                ),
            ),
            Group(
                "What is true",
                (
                    ("die_thrown", "The die is thrown already"),
                    ("goes_forward", "Ordered to go forward"),
                    ("specimen_game", "Mons, the specimen game"),
                ),
            ),
            Group(
                "What single rules ask",
                (
                    ("enemy", "The enemy (Mutiny)"),
                    ("turn_begins", "A German turn begins (Mutiny)"),
                    ("game_begun", "The first turn has begun (Mutiny)"),
                    ("second_target", "Second roll at another target (Mad Minute)"),
                    ("defends", "Its side defends (Stubborn Resistance, Storm Battalion)"),
                    ("adverse", "The morale result is a bad one (Stubborn Resistance)"),
                    ("used_this_turn", "Used by its battalion this turn (Pals, Professionalism)"),
                    ("tanks_used", "Tanks that have used it (Professionalism)"),
                ),
                folded=True,
            ),
        ),
        outcome=uses_left,
        opens=_one_in_force,
    ),
    Tool(
        slug="mutinous-move",
        title="Mutinous battalion",
        about="Whether it makes a move",
        key="mutinous_move",
        groups=(
            Group("", (("direction", "Where it would go"),)),
            Group("What is true", (("by_morale", "A morale result sends it there"),)),
        ),
        outcome=yes_or_no("it moves", "it stays"),
        start={"by_morale": False},
    ),
    Tool(
        slug="storm-part",
        title="Part of a storm battalion",
        about="Who orders it when it serves with another battalion",
        key="storm_part",
        groups=(
            Group(
                "What is true",
                (
                    ("storm", "It is of a storm battalion"),
                    ("same_regiment", "The other battalion is of its regiment"),
                    ("ordered_this_turn", "Ordered this turn"),
                ),
            ),
        ),
        outcome=serves,
    ),
)
