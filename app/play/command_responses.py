"""Available commands and prompts as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, Field

from app.games.command_conflicts import digest_of
from app.pages.rendering import BarShown
from app.play.available_commands import AskedNow, KnownNow, StageNow
from rules.kernel.commands import OnStage
from rules.kernel.explanations import Refusal, Step
from rules.kernel.prompts import NEEDED, Question
from rules.kernel.serialization import NotPlain, plain


class RefusedShown(BaseModel):
    """Why something may not be done, and what could be done instead."""

    clause: str = Field(description="the clause of the rules; empty where none says so", examples=["FF-ORD-01"])
    because: str = Field(description="why not")
    instead: str = Field(description="what to do instead")
    can_override: bool | None = Field(
        None, description="whether it can be set aside by its clause; null of a deed that is barred: its asks tell"
    )


class DeedShown(BaseModel):
    """A deed that the seat owes or is offered. `about` are the fields of its command that are settled already."""

    kind: str = Field(description="the kind of its command", examples=["roll_orders"])
    says: str = Field(description="its name in words", examples=["Order"])
    about: dict[str, Any] = Field(description="the fields of the command that are settled already")
    of: str = Field(description="what that is, in words", examples=["A Company, 1st Battalion"])
    by: str = Field(description="the side whose deed it is; empty: any seat's", examples=["{first_side}"])
    barred: RefusedShown | None = Field(description="why it may not be done now; null where it may")
    at_once: bool = Field(description="whether it asks nothing: kind and about are the whole command")
    where: str = Field("hand", description="where it is at hand: hand, on, back or more", examples=["hand"])
    place: int = Field(0, description="of those at hand: a place of its own from 1 to 4; 0: among the rarer ones")
    follows: bool = Field(
        False, description="whether it is carried out with what brought it up, where nothing is to choose"
    )
    lapses: list[str] = Field(
        [],
        description="of going on: what is lost with it of what is left open",
        examples=[["2 of 3 shots on D4 are lost"]],
    )


class WaitingShown(BaseModel):
    """Whom the seat waits for, and for which deed; no kind where that side is simply in turn."""

    side: str = Field(description="the side that is waited for", examples=["{last_side}"])
    kind: str = Field(description="the kind of what it owes; empty where it is simply in turn")
    says: str = Field(description="that in words")


class StageShown(BaseModel):
    """What a seat owes now, what it is offered, and whom it waits for."""

    number: int = Field(description="the number in the seat's own numbering at which this stands", examples=[5])
    required: list[DeedShown] = Field(description="what comes before anything else, in its order")
    available: list[DeedShown] = Field(description="what may be done, and what is barred with the reason")
    blocked: list[WaitingShown] = Field(description="whom the seat waits for")


class ProposalShown(BaseModel):
    """A value that may be shown before it is told."""

    value: Any = Field(description="the value")
    origin: str = Field(description="where it comes from", examples=["map"])
    why: str = Field(description="why, in a sentence")


class KnownShown(BaseModel):
    """What a seat knows of stands: told before and nothing changed it since (remembered), or by the map."""

    number: int = Field(description="the number in the seat's own numbering at which this stands", examples=[5])
    stands: dict[str, dict[str, ProposalShown]] = Field(
        description="by the stand, then by the fact: range_cm (to the unit in hand), cover, on_wire, in_gas, moved, ..."
    )


class FigureBandShown(BaseModel):
    """Values of a number that make no difference among each other."""

    says: str = Field(description="in words", examples=["10 to 70"])
    value: float = Field(description="one of them")


class DeniedShown(BaseModel):
    """A choice that somebody would look for and the rules do not allow now."""

    value: Any = Field(description="the choice", examples=["dig_in"])
    word: str = Field(description="the choice in words", examples=["dig in"])
    clause: str = Field(description="the clause of the rules; empty where none says so", examples=["BE-DIG-05"])
    because: str = Field(description="why not")
    instead: str = Field("", description="what may be chosen instead; empty: nothing")


class OddsLineShown(BaseModel):
    """One thing that changes a die."""

    value: str = Field(description="what it adds; empty where it adds nothing", examples=["+1"])
    says: str = Field(description="the reason")
    clause: str = Field(description="the clause of the rules")


class AskShown(BaseModel):
    """One thing that a deed asks. A point in its name leads into a part of the command."""

    name: str = Field(description="the field of the command", examples=["in_gas"])
    kind: str = Field(description="what kind of answer it wants", examples=["switch"])
    says: str = Field(description="the question in words")
    among: list[Any] | None = Field(description="the choices; null where there is no list")
    words: list[str] | None = Field(description="the choices in words, in the same order")
    needed: bool = Field(description="whether it has to be answered")
    usual: Any = Field(description="what counts if nothing is told; null where it is needed")
    minimum: float | None = Field(description="the least number, or the fewest of them")
    maximum: float | None = Field(description="the greatest number, or the most of them")
    per: str = Field(description="the rows in each of which these dice lie; empty: they lie in the command itself")
    counts: list[int] = Field(description="how many dice lie in each row")
    kept: list[int] = Field(description="faces that lie thrown already, in their places; 0 where none lies")
    proposals: list[ProposalShown] = Field(description="values that may be shown before it is told")
    answered: bool = Field(description="whether it was told")
    rows: list[list["AskShown"]] = Field(description="of rows: what each that was told asks")
    next_row: list["AskShown"] = Field(description="of rows: what one more would ask first, choice by choice")
    bands: list[FigureBandShown] = Field([], description="of a number: the bands that matter")
    brief: str = Field("", description="its name where room is scarce", examples=["Cover"])
    seldom: bool = Field(
        False, description="whether it is an exception, without which the deed is done as it usually is"
    )
    spot: str = Field(
        "",
        description="half of a place: x or y (mm from the corner), along or up (cm from the own edge)",
        examples=["x"],
    )
    mate: str = Field("", description="of a half of a place: the field of the other half", examples=["y_mm"])
    each: list[str] = Field(
        [], description="of dice that are read one by one: what each is for", examples=[["the clock", "the distance"]]
    )
    brings: list[str] = Field([], description="what would follow from each choice, in the same order")
    denied: list[DeniedShown] = Field([], description="choices that the rules do not allow now, each with its reason")
    circle_mm: float = Field(0, description="of a half of a place: how wide a circle is laid about it, in mm")
    reckoned: list[OddsLineShown] = Field([], description="what the rules make of all that was told before it")
    chosen: bool = Field(False, description="of a number: whether a person chooses it, beginning with what is proposed")
    matters: bool | None = Field(
        None, description="whether another value would change a die, where that was asked; null where nobody can say"
    )


class MissingShown(BaseModel):
    """The answer that is missing, or does not fit."""

    field: str = Field(description="its place", examples=["shots.0.range_cm"])
    because: str = Field(description="what is wrong")
    instead: str = Field(description="what would be right")


class OddsShown(BaseModel):
    """One die before it is thrown."""

    of: str = Field(description="whom it concerns")
    name: str = Field(description="that in words")
    by: str = Field(description="the stand that throws it, where one does")
    throws: int = Field(description="how often it is thrown")
    total: int | None = Field(description="what is added to it in all; null where nothing is")
    lines: list[OddsLineShown] = Field(description="the reasons, by clause")
    considered: list[OddsLineShown] = Field([], description="what was looked at and did not apply")
    bars: list[BarShown] = Field(description="what its faces bring, from 1 upwards")
    six: list[int] = Field(description="for each face which of the bars it brings")


class MetShown(BaseModel):
    """One of the two whose dice meet."""

    side: str = Field(description="its side", examples=["{first_side}"])
    stand: str = Field(description="the stand; empty where it is none")
    name: str = Field(description="that in words", examples=["2nd Platoon, A Company"])
    added: int = Field(description="what is added to its die in all")
    lines: list[OddsLineShown] = Field(description="the reasons, by clause")
    die: int = Field(description="its face where it lies already; 0 where it does not")


class MeetingEndShown(BaseModel):
    """One way in which it can end."""

    wins: str = Field(description="the side that wins; empty for neither", examples=["{first_side}"])
    word: str = Field(description="that in words", examples=["{first_side} wins"])
    pairs: int = Field(description="how many of the 36 pairs bring it")
    percent: str = Field(description="the chance of it", examples=["58%"])


class PairShown(BaseModel):
    """Two stands whose dice meet after those in hand."""

    rows: str = Field(description="the stand on the side of the rows")
    rows_name: str = Field(description="its name", examples=["3rd Platoon, A Company"])
    columns: str = Field(description="the stand on the side of the columns")
    columns_name: str = Field(description="its name", examples=["3rd Platoon, 1 Company"])


class MeetingShown(BaseModel):
    """Two dice that meet, as a table of 36: the rows are the faces of the one, the columns those of the other."""

    rows: MetShown = Field(description="whose die the rows are, from 1 to 6")
    columns: MetShown = Field(description="whose die the columns are, from 1 to 6")
    ends: list[MeetingEndShown] = Field(description="how it can end, the best for the rows first")
    cells: list[int] = Field(description="which of the ends each pair brings, row by row")
    comes_to: str = Field(description="the kind of the event that tells what it came to", examples=["fought"])
    to_come: list[PairShown] = Field([], description="who meets after these two, in their order")


class AskedShown(BaseModel):
    """What a deed asks, from the top, as far as it was told. `ready`: the command may be sent as it was told."""

    number: int = Field(description="the number in the seat's own numbering at which this stands", examples=[5])
    prompts: list[AskShown] = Field(description="what is asked, in the book's order; more may come after an answer")
    ready: bool = Field(description="whether nothing is missing: about and told together are the command")
    missing: MissingShown | None = Field(description="the answer that is missing or does not fit")
    refused: RefusedShown | None = Field(description="the rules' word against what was told so far")
    answers: dict[str, Any] = Field({}, description="the answers, with what was proposed where that was wanted")
    origins: dict[str, str] = Field({}, description="of what was proposed: where each value comes from, by its place")
    odds: list[OddsShown] = Field([], description="where only dice are missing: each of them, in their order")
    decided: bool = Field(False, description="whether no die is thrown because no face would change anything")
    meeting: MeetingShown | None = Field(None, description="of two dice that meet, what each pair brings")
    digest: str = Field("", description="the digest of what is asked, to be sent with the command", examples=["9f2c"])


def known_shown(now: KnownNow) -> KnownShown:
    """What is known of stands, as JSON."""
    stands = {
        name: {fact: ProposalShown(value=one.value, origin=one.origin, why=one.why) for fact, one in facts.items()}
        for name, facts in now.stands.items()
    }
    return KnownShown(number=now.number, stands=stands)


def stage_shown(now: StageNow) -> StageShown:
    """A stage for its seat."""
    found = now.stage
    waiting = [WaitingShown(side=one.side, kind=one.kind, says=one.says) for one in found.waiting]
    owed, offered = ([_deed(one, now.names) for one in deeds] for deeds in (found.owed, found.offered))
    return StageShown(number=now.number, required=owed, available=offered, blocked=waiting)


def _deed(one: OnStage, names: Mapping[str, str]) -> DeedShown:
    barred = _refused(one.barred) if one.barred else None
    about = plain(dict(one.about))
    of = _of([in_words(value, names) for value in about.values() if not isinstance(value, bool)])
    return DeedShown(
        kind=one.kind,
        says=one.says,
        about=about,
        of=one.of or of,
        by=one.by,
        barred=barred,
        at_once=one.at_once,
        where=one.where,
        place=one.place,
        follows=one.follows,
        lapses=list(one.lapses),
    )


def _of(words: Sequence[str]) -> str:
    """What a deed is of, each named once: "A Company, base 2" says of itself whose base it is."""
    return ", ".join(one for one in words if not any(other.startswith(f"{one}, ") for other in words))


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


def _refused(refusal: Refusal, can_override: bool | None = None) -> RefusedShown:
    because, instead = refusal.because, refusal.instead
    return RefusedShown(clause=refusal.clause, because=because, instead=instead, can_override=can_override)


def asked_shown(now: AskedNow) -> AskedShown:
    """What a deed asks, for its seat."""
    found = now.filled.found
    missing = None
    if isinstance(found, NotPlain):
        missing = MissingShown(field=found.field, because=found.wrong, instead=found.right)
    return AskedShown(
        number=now.number,
        prompts=[_ask(one, now.names, now.matters) for one in now.filled.questions],
        ready=not isinstance(found, NotPlain | Refusal),
        missing=missing,
        refused=_refused(found, now.can_override) if isinstance(found, Refusal) else None,
        answers=plain(dict(now.told)),
        origins=dict(now.origins),
        odds=list(now.odds),
        decided=bool(now.odds) and all(len(die.bars) == 1 for die in now.odds),
        meeting=now.meeting,
        digest=digest_of(now.filled.questions),
    )


def _line(step: Step) -> OddsLineShown:
    value = "" if step.value is None else f"{step.value:+d}".replace("-", "\N{MINUS SIGN}")
    return OddsLineShown(value=value, says=step.says.replace("-", "\N{MINUS SIGN}"), clause=step.clause)


def _ask(one: Question, names: Mapping[str, str], matters: Mapping[str, bool], at: str = "") -> AskShown:
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
        minimum=ask.least,
        maximum=ask.most,
        per=ask.per,
        counts=list(ask.counts),
        kept=[die.pips for die in ask.kept],
        proposals=[ProposalShown(value=plain(p.value), origin=p.origin, why=p.why) for p in ask.proposals],
        answered=one.answered,
        rows=[[_ask(each, names, matters, f"{at}{ask.name}.{n}.") for each in row] for n, row in enumerate(one.rows)],
        next_row=[_ask(each, names, {}) for each in one.next_row],
        bands=[FigureBandShown(says=band.says, value=band.value) for band in ask.bands],
        brief=ask.brief,
        seldom=ask.seldom,
        spot=ask.spot,
        mate=ask.mate,
        each=list(ask.each),
        brings=list(ask.brings),
        denied=[
            DeniedShown(
                value=plain(no.value),
                word=in_words(plain(no.value), names),
                clause=no.why.clause,
                because=no.why.because,
                instead=no.why.instead,
            )
            for no in ask.denied
        ],
        circle_mm=ask.circle_mm,
        chosen=ask.chosen,
        reckoned=[_line(one) for one in ask.reckoned],
        matters=matters.get(at + ask.name),
    )
