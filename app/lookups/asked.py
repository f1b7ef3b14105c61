"""The bodies of the questions and the forms of what is told, as the service's description shows them."""

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from app.lookups.describing import QuestionTold, example_of
from app.lookups.schema import facts_schema
from rules.kernel.clauses import Clause
from rules.kernel.rulings import HouseRule, Ruling

MOST_DICE = 100
Die = Annotated[int, Field(ge=1, le=6)]


class HouseRuleAsked(BaseModel):
    """A house rule of the game: the ruling it settles and the option it takes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ruling: str = Field(examples=["AMB-13"])
    option: str = Field(examples=["reroll"])
    reason: str = ""

    def rule(self) -> HouseRule:
        """As the rules take it."""
        return HouseRule(self.ruling, self.option, self.reason)


class Asked(BaseModel):
    """One question, asked without a game. Distances are centimetres with one decimal at most."""

    model_config = ConfigDict(extra="forbid", strict=True)

    date: str = Field(description="the month of the game, 1914-08 to 1918-11", examples=["1916-07"])
    period: str = Field("", description="the sheet set by hand; empty: the one that follows from the date")
    house_rules: list[HouseRuleAsked] = Field(default=[], max_length=200)
    facts: dict[str, Any]
    dice: list[Die] | None = Field(
        None,
        max_length=MOST_DICE,
        description="each die as it lies on the table, in the order thrown; left out: the chances before any die",
    )


def asked_for(told: QuestionTold) -> type[Asked]:
    """The body of one question, its facts described one by one."""
    name = "Ask" + told.key.title().replace("_", "")
    facts = Annotated[dict[str, Any], WithJsonSchema(facts_schema(told.facts))]
    shown = Field(description="what is known", examples=[example_of(told.facts)])
    return create_model(name, __base__=Asked, __doc__=f"{told.title}.", facts=(facts, shown))


class ClauseShown(BaseModel):
    """A clause: its title, and how far the program acts on it, with the reason where not in full."""

    id: str
    title: str
    status: str
    why: str
    chapter: str


class OptionShown(BaseModel):
    """One way to settle a ruling. One that cannot be chosen says in `why_not` what it waits for."""

    key: str
    says: str
    why_not: str


class RulingShown(BaseModel):
    """A place where the book is silent or disagrees: the question, the options, the default and its reason."""

    id: str
    also: list[str]
    chapter: str
    question: str
    options: list[OptionShown]
    default: str
    reason: str
    clauses: list[str]


def clause_shown(clause: Clause) -> ClauseShown:
    """A clause as JSON."""
    return ClauseShown(**asdict(clause))


def ruling_shown(ruling: Ruling) -> RulingShown:
    """A ruling as JSON."""
    return RulingShown(
        id=ruling.id,
        also=list(ruling.also),
        chapter=ruling.chapter,
        question=ruling.question,
        options=[OptionShown(key=one.key, says=one.says, why_not=one.why_not) for one in ruling.options],
        default=ruling.default,
        reason=ruling.because,
        clauses=list(ruling.clauses),
    )
