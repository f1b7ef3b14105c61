"""What the chances of single look-ups are called, and what each of several dice brought there."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.lookups.asking import Answer
from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Apart, EachDie, OpenQuestion, Tool
from app.pages.rendering import sentence
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import SHOTS, actions
from rules.kernel.dice import d6s
from rules.kernel.explain import MoreDice

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
