"""The stage and the asks as JSON."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from app.stage.asking import AskedNow, StageNow
from rules.kernel.asking import NEEDED
from rules.kernel.explain import Refusal
from rules.kernel.filling import Question
from rules.kernel.plain import NotPlain, plain
from rules.kernel.stage import OnStage


class RefusedShown(BaseModel):
    """Why something may not be done, and what could be done instead."""

    clause: str = Field(description="the clause of the rules; empty where none says so", examples=["FF-ORD-01"])
    because: str = Field(description="why not")
    instead: str = Field(description="what to do instead")


class DeedShown(BaseModel):
    """A deed that the seat owes or is offered. `about` are the fields of its command that are settled already."""

    kind: str = Field(description="the kind of its command", examples=["roll_orders"])
    says: str = Field(description="its name in words", examples=["Order"])
    about: dict[str, Any] = Field(description="the fields of the command that are settled already")
    of: str = Field(description="what that is, in words", examples=["A Company, 1st Battalion"])
    by: str = Field(description="the side whose deed it is; empty: any seat's", examples=["attacker"])
    barred: RefusedShown | None = Field(description="why it may not be done now; null where it may")
    at_once: bool = Field(description="whether it asks nothing: kind and about are the whole command")


class WaitingShown(BaseModel):
    """Whom the seat waits for, and for which deed; no kind where that side is simply in turn."""

    side: str = Field(description="the side that is waited for", examples=["defender"])
    kind: str = Field(description="the kind of what it owes; empty where it is simply in turn")
    says: str = Field(description="that in words")


class StageShown(BaseModel):
    """What a seat owes now, what it is offered, and whom it waits for."""

    number: int = Field(description="the number in the seat's own numbering at which this stands", examples=[5])
    owed: list[DeedShown] = Field(description="what comes before anything else, in its order")
    offered: list[DeedShown] = Field(description="what may be done, and what is barred with the reason")
    waiting: list[WaitingShown] = Field(description="whom the seat waits for")


class ProposalShown(BaseModel):
    """A value that may be shown before it is told."""

    value: Any = Field(description="the value")
    origin: str = Field(description="where it comes from", examples=["map"])
    why: str = Field(description="why, in a sentence")


class AskShown(BaseModel):
    """One thing that a deed asks. A point in its name leads into a part of the command."""

    name: str = Field(description="the field of the command", examples=["in_gas"])
    kind: str = Field(description="what kind of answer it wants", examples=["switch"])
    says: str = Field(description="the question in words")
    among: list[Any] | None = Field(description="the choices; null where there is no list")
    words: list[str] | None = Field(description="the choices in words, in the same order")
    needed: bool = Field(description="whether it has to be answered")
    usual: Any = Field(description="what counts if nothing is told; null where it is needed")
    least: float | None = Field(description="the least number, or the fewest of them")
    most: float | None = Field(description="the greatest number, or the most of them")
    per: str = Field(description="the rows in each of which these dice lie; empty: they lie in the command itself")
    counts: list[int] = Field(description="how many dice lie in each row")
    kept: list[int] = Field(description="faces that lie thrown already, in their places; 0 where none lies")
    proposals: list[ProposalShown] = Field(description="values that may be shown before it is told")
    answered: bool = Field(description="whether it was told")
    rows: list[list["AskShown"]] = Field(description="of rows: what each that was told asks")
    next_row: list["AskShown"] = Field(description="of rows: what one more would ask first")


class MissingShown(BaseModel):
    """The answer that is missing, or does not fit."""

    field: str = Field(description="its place", examples=["shots.0.range_cm"])
    because: str = Field(description="what is wrong")
    instead: str = Field(description="what would be right")


class AskedShown(BaseModel):
    """What a deed asks, from the top, as far as it was told. `ready`: the command may be sent as it was told."""

    number: int = Field(description="the number in the seat's own numbering at which this stands", examples=[5])
    asks: list[AskShown] = Field(description="what is asked, in the book's order; more may come after an answer")
    ready: bool = Field(description="whether nothing is missing: about and told together are the command")
    missing: MissingShown | None = Field(description="the answer that is missing or does not fit")
    refused: RefusedShown | None = Field(description="the rules' word against what was told so far")


def stage_shown(now: StageNow) -> StageShown:
    """A stage for its seat."""
    found = now.stage
    waiting = [WaitingShown(side=one.side, kind=one.kind, says=one.says) for one in found.waiting]
    owed, offered = ([_deed(one, now.names) for one in deeds] for deeds in (found.owed, found.offered))
    return StageShown(number=now.number, owed=owed, offered=offered, waiting=waiting)


def _deed(one: OnStage, names: Mapping[str, str]) -> DeedShown:
    barred = _refused(one.barred) if one.barred else None
    about = plain(dict(one.about))
    of = ", ".join(in_words(value, names) for value in about.values() if not isinstance(value, bool))
    return DeedShown(kind=one.kind, says=one.says, about=about, of=of, by=one.by, barred=barred, at_once=one.at_once)


def in_words(value: Any, names: Mapping[str, str]) -> str:
    """A value as people read it: a thing by its name, a word without its strokes."""
    if value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return f"{value:g}" if isinstance(value, float) else str(value)
    name = names.get(value, value)
    return name if name != value else value.replace("_", " ")


def _refused(refusal: Refusal) -> RefusedShown:
    return RefusedShown(clause=refusal.clause, because=refusal.because, instead=refusal.instead)


def asked_shown(now: AskedNow) -> AskedShown:
    """What a deed asks, for its seat."""
    found = now.filled.found
    missing = None
    if isinstance(found, NotPlain):
        missing = MissingShown(field=found.field, because=found.wrong, instead=found.right)
    return AskedShown(
        number=now.number,
        asks=[_ask(one, now.names) for one in now.filled.questions],
        ready=not isinstance(found, NotPlain | Refusal),
        missing=missing,
        refused=_refused(found) if isinstance(found, Refusal) else None,
    )


def _ask(one: Question, names: Mapping[str, str]) -> AskShown:
    ask = one.ask
    needed = ask.usual is NEEDED
    return AskShown(
        name=ask.name,
        kind=ask.kind,
        says=ask.says,
        among=None if ask.among is None else plain(list(ask.among)),
        words=None if ask.among is None else [in_words(each, names) for each in plain(list(ask.among))],
        needed=needed,
        usual=None if needed else plain(ask.usual),
        least=ask.least,
        most=ask.most,
        per=ask.per,
        counts=list(ask.counts),
        kept=[die.pips for die in ask.kept],
        proposals=[ProposalShown(value=plain(p.value), origin=p.origin, why=p.why) for p in ask.proposals],
        answered=one.answered,
        rows=[[_ask(each, names) for each in row] for row in one.rows],
        next_row=[_ask(each, names) for each in one.next_row],
    )
