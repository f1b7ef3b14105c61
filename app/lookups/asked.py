"""The bodies of the questions and the forms of what is told, as the service's description shows them."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError

from app.lookups.asking import Answer
from rules.kernel.clauses import Clause
from rules.kernel.rulings import HouseRule, Ruling

MOST_DICE = 100
Die = Annotated[int, Field(ge=1, le=6)]


class HouseRuleAsked(BaseModel):
    """A house rule of the game: the ruling it settles and the option it takes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ruling: str = Field(description="the ruling that is settled, by any of its ids", examples=["AMB-13"])
    option: str = Field(description="the option that is taken", examples=["reroll"])
    reason: str = Field("", description="why, in the words of the table")

    def rule(self) -> HouseRule:
        """As the rules take it."""
        return HouseRule(self.ruling, self.option, self.reason)


class LookUpAsked(BaseModel):
    """One question, asked without a game. Distances are centimetres with one decimal at most."""

    model_config = ConfigDict(extra="forbid", strict=True)

    date: str = Field(description="the month of the game, 1914-08 to 1918-11", examples=["1916-07"])
    period: str = Field("", description="the sheet set by hand; empty: the one that follows from the date")
    house_rules: list[HouseRuleAsked] = Field(default=[], max_length=200, description="the house rules of the game")
    facts: dict[str, Any] = Field(description="what is known")
    dice: list[Die] | None = Field(
        None,
        max_length=MOST_DICE,
        description="each die as it lies on the table, in the order thrown; left out: the chances before any die",
    )


async def read_asked(request: Request) -> LookUpAsked:
    """What a request asks. Raises RequestValidationError, as the framework does for the bodies it reads itself."""
    try:
        return LookUpAsked.model_validate_json(await request.body())
    except ValidationError as wrong:
        raise RequestValidationError([{**one, "loc": ("body", *one["loc"])} for one in wrong.errors()]) from None


class AnswerShown(RootModel[Answer]):
    """What the rules say."""


class ClauseShown(BaseModel):
    """A clause: its title, and how far the program acts on it, with the reason where not in full."""

    id: str = Field(examples=["FF-ORD-24"], description="never changed, never used again")
    title: str = Field(description="what it is about, in our own words")
    status: str = Field(description="how far the program acts on it")
    why: str = Field(description="why it does not in full; empty where it does")
    chapter: str = Field(description="the chapter of the rules", examples=["Orders and actions"])


class OptionShown(BaseModel):
    """One way to settle a ruling. One that cannot be chosen says in `why_not` what it waits for."""

    key: str = Field(description="how a house rule names it", examples=["reroll"])
    says: str = Field(description="what it means at the table")
    why_not: str = Field(description="why it cannot be chosen yet; empty where it can")


class RulingShown(BaseModel):
    """A place where the book is silent or disagrees: the question, the options, the default and its reason."""

    id: str = Field(examples=["AMB-13"], description="how a house rule names it")
    also: list[str] = Field(description="other ids under which the rulebook carries the same point")
    chapter: str = Field(description="the chapter of the rules", examples=["Orders and actions"])
    question: str = Field(description="what the book leaves open")
    options: list[OptionShown] = Field(description="the ways a game may settle it")
    default: str = Field(description="the option that counts where a game says nothing")
    reason: str = Field(description="why that one")
    clauses: list[str] = Field(description="the clauses it touches")


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
