"""Lookup pages of Flanders Fields: their layout, first values, results of each die."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from app.lookups.queries import Answer
from app.lookups.vocabulary import counted
from app.pages.lookups.lookup_layout import (
    Apart,
    EachDie,
    LaidOut,
    OpenQuestion,
    Outcome,
    Parts,
    Tool,
    Worded,
    described_parts,
)
from app.pages.rendering import sentence
from app.systems.flanders_fields import data
from app.systems.flanders_fields.lookups import LOOK_UPS, words
from app.systems.flanders_fields.pages import lookup_outcomes
from app.systems.flanders_fields.pages.lookup_outcomes import SHOTS, actions
from app.systems.flanders_fields.pages.lookup_tables import TABLES
from rules.flanders_fields.applicability import WORDS
from rules.flanders_fields.lookups import QUESTIONS
from rules.flanders_fields.national_rules import OWNERS
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Quality, RollKind, Special
from rules.kernel.dice import d6s
from rules.kernel.explanations import MoreDice

# Facts that depend on the month

USABLE: Final[Mapping[Special, Mapping[str, object]]] = {
    Special.PRUSSIAN_DISCIPLINE: {},
    Special.PALS: {"quality": Quality.RAW},
    Special.STUBBORN_RESISTANCE: {"roll": RollKind.MORALE},
}


def _one_in_force(book: RuleBook) -> Mapping[str, object]:
    """A national rule there is in this month, with facts that let it be used."""
    there = (special for special in USABLE if book.table("national/specials").has(special))
    return next(({"special": one, "nation": OWNERS[one], **USABLE[one]} for one in there), {})


OPENS: Final[Mapping[str, Callable[[RuleBook], Mapping[str, object]]]] = {"national_rule": _one_in_force}


# Chances and dice

BATTALION: Final = "battalion_orders"
AREAS: Final = ("area_fire", "mortar_fire", "hurricane", "indirect_fire")


def with_dice(tool: Tool) -> Tool:
    """A look-up with what its chances are called, and how its dice are told one by one."""
    apart = Apart("Company", "order_roll", actions, _companies_of) if tool.key == BATTALION else None
    return replace(tool, apart=apart, chance_word=CALLED.get(tool.key), each=EACH.get(tool.key))


def _companies_of(facts: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    companies: Sequence[Mapping[str, Any]] = facts["companies"]
    return companies if len(companies) > 1 else ()


def _together(asked: OpenQuestion, name: str) -> str:
    return asked.tool.outcome(name.split(", ")).word


def _arriving(_asked: OpenQuestion, name: str) -> str:
    return f"{counted(int(name), 'battalion')} arrive" if name != "1" else "1 battalion arrives"


def _across(asked: OpenQuestion, name: str) -> str:
    return f"{name} of {counted(int(str(asked.facts['stands'])), 'stand')} across"


def _earned(_asked: OpenQuestion, name: str) -> str:
    return f"{counted(int(name), 'action')} in all"


CALLED: Final[Mapping[str, Callable[[OpenQuestion, str], str]]] = {
    "fire_action": _together,
    "reinforcements": _arriving,
    BATTALION: _earned,
    "wire": _across,
}


def _at_each_base(asked: OpenQuestion, answer: Answer) -> list[EachDie]:
    """Each stand that fire or gas caught, with its die."""
    value: Any = answer.value
    found = value["results"] if asked.tool.key in AREAS else value
    return [
        EachDie(sentence(one["name"])[:-1], die, SHOTS[one["result"]].kind, SHOTS[one["result"]].word)
        for one, die in zip(found, asked.dice, strict=True)
    ]


def _companies(asked: OpenQuestion, answer: Answer) -> list[EachDie]:
    """Each company with the die that counts for it: its own, that of all (AMB-22), or the second one (AMB-13)."""
    earned: Any = answer.value
    made = [(die, actions(count)) for die, count in zip(_dice_of_companies(asked), earned, strict=True)]
    return [EachDie(f"Company {number}", die, one.kind, one.says) for number, (die, one) in enumerate(made, 1)]


def _dice_of_companies(asked: OpenQuestion) -> Iterator[int]:
    wanted, companies = asked.question.dice(asked.read, asked.book), asked.read.companies
    dealt = asked.dice[:wanted] if wanted == len(companies) else asked.dice[:1] * len(companies)
    again = iter(asked.dice[wanted:])
    for company, die in zip(companies, dealt, strict=True):
        failed = asked.laid.of.asked["order_roll"].resolve(company, d6s((die,)), asked.book)
        yield next(again) if isinstance(failed, MoreDice) else die


EACH: Final[Mapping[str, Callable[[OpenQuestion, Answer], list[EachDie]]]] = {
    **dict.fromkeys((*AREAS, "beaten_zone", "gas_attack"), _at_each_base),
    BATTALION: _companies,
}


# The look-ups of Flanders Fields as they are laid out

DESCRIBED: Final = Path(data.__file__).parent / "lookups"
PARTS: Final = (
    "forces",
    "setting_up",
    "the_turn",
    "orders_and_morale",
    "national_rules",
    "movement_and_sight",
    "bases_and_formations",
    "shooting",
    "artillery_mortars_indirect_fire",
    "points_and_areas",
    "writing_a_fire_plan",
    "fire_plans_and_barrages",
    "tanks_and_block_houses",
    "assault",
    "gas",
    "aircraft",
    "event_cards_and_dice",
    "after_the_game",
)
OUTCOMES: Final[Mapping[str, Callable[[Any], Outcome]]] = {made.__name__: made for made in lookup_outcomes.OUTCOMES}


def _parts() -> Parts:
    return tuple(
        (title, tuple(replace(with_dice(tool), opens=OPENS.get(tool.key)) for tool in tools))
        for title, tools in described_parts(DESCRIBED, PARTS, Worded(OUTCOMES, TABLES))
    )


LAID: Final = LaidOut(QUESTIONS, _parts(), words, WORDS, LOOK_UPS.prints)
