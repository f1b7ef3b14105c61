"""The record of a battalion on the page of its force and in a game's report."""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import Query, Request

from app.documents.force_records import KeptRoll
from app.documents.ownership import key_of
from app.http.guards import games_of
from app.http.problem_details import Problem
from app.lookups.vocabulary import month_words
from app.systems.flanders_fields.battalion_records import (
    GameTold,
    closed_game,
    is_the_same,
    numbered,
    places,
    roll_of,
    told_in,
)
from app.systems.flanders_fields.documents import shelves_of
from app.systems.flanders_fields.force_documents import (
    CARRIED_ON,
    LEFT,
    TAKEN_BACK,
    KeptForce,
    RecordStep,
    element_before,
    of_battalion,
)
from app.systems.flanders_fields.pages.force_list import months
from app.systems.flanders_fields.report import Reported
from rules.flanders_fields.battalion_records import GRADE_RULINGS, dice_of, grade_words, record_of
from rules.flanders_fields.forces import Element, Force, Fought, NotThere
from rules.flanders_fields.game.report import BattalionEnd, SideEnd
from rules.kernel.frozen_dataclasses import dataclass

STEP_WORDS: Final = {CARRIED_ON: "Carried on", TAKEN_BACK: "Taken back", LEFT: "Left the force"}
Short = Annotated[str, Query(max_length=40)]


@dataclass(frozen=True, slots=True)
class AfterAGame:
    """What the address tells of a game that was kept here: which one, and the battalion's id in it."""

    game_id: Short = ""
    fought_as: Short = ""


async def game_at(request: Request, after: AfterAGame) -> Reported | None:
    """The closed game of the address; None where there is none, or it tells this device nothing."""
    if not after.game_id:
        return None
    try:
        return await closed_game(request, after.game_id)
    except Problem:
        return None


def told_at(game: Reported | None, after: AfterAGame, force: Force, element: Element) -> GameTold | None:
    """What a game has of the part of a force in hand: by its place in the force, or as the address has it."""
    if game is None:
        return None
    sides = (places(force, side).items() for side in game.report.sides)
    known = {own: there for side in sides for there, own in side}
    try:
        return told_in(game, after.game_id, known.get(element.id, after.fought_as))
    except Problem:
        return None


def recorded(request: Request, force_kept: KeptForce, element: Element, told: GameTold | None) -> dict[str, Any] | None:
    """The record of a battalion, and its form after a game; None for what is no battalion with companies.

    `told`: what the log of a game has of it; of another battalion, or of a game that is in the record, nothing is used.
    """
    force, force_id = force_kept.document, force_kept.listed.id
    rolls, steps, own_games = shelves_of(request).rolls, shelves_of(request).forces.steps, games_of(request)
    try:
        now = record_of(force, element.id, force.book)
    except NotThere:
        return None
    fought = [one for one in force.fought if one.of == element.id]
    told = told if told and is_the_same(force, element.id, told) and not _knows(fought, told) else None
    line = force_kept.listed.line
    kept = rolls.of_force(force_id, line)
    before = rolls.kept(roll_of(force, line, element.id, told))
    lost = before.lost if before else told.lost if told else 0
    lost = min(lost, now.platoons)
    return {
        "of": element.id,
        "now": now.platoons,
        "full": now.full,
        "lost": lost,
        "wanted": before.drafts if before else now.drafts_wanted + lost,
        "strength": now.drafts_wanted + lost,
        "open": bool(told or before),
        "told": told,
        "month": force.date,
        "months": months(),
        "before": [die.pips for die in before.dice] if before else [],
        "rolls": bool(dice_of(force, element.id, 0, force.book)),
        "rule": grade_words(force.book),
        "house": [one for one in force.book.house_rules if one.ruling in GRADE_RULINGS],
        "roll": f"{force_id}-{element.id}-{len(fought)}-{told.game_id if told else ''}",
        "fought": [_told(one, kept, nth, own_games) for one, nth in numbered(fought)],
        "may_take_back": bool(fought) and element_before(steps, force_id, fought[-1]) is not None,
        "history": [_step(one) for one in of_battalion(steps, force_id, element.id)],
        "taken_back": [_taken_back(one) for one in kept if one.element == element.id and not _counts(one, fought)],
    }


def _told(one: Fought, kept: Sequence[KeptRoll], nth: int, own_games: Collection[str]) -> dict[str, Any]:
    names = ("game", "lost", "told", "drafts", "dice", "grade", "platoons", "full", "reason")
    shown = {name: getattr(one, name) for name in names}
    href = f"/games/{one.game_id}/report" if one.game_id and one.game_id in own_games else ""
    return {**shown, "month": month_words(one.date), "by": _by_whom(one, kept, nth), "href": href}


def _by_whom(one: Fought, kept: Sequence[KeptRoll], nth: int) -> str:
    """Whose its dice were; that the service threw them is said by its own book, and not by the file of the force."""
    if "rolled" not in one.sources:
        return "at the table"
    here = any(_is_of(roll, one, nth) and one.dice == _faces(roll) and not roll.brought for roll in kept)
    return "by the service" if here else "by a service, says its file"


def _faces(roll: KeptRoll) -> tuple[int, ...]:
    return tuple(die.pips for die in roll.rolled.dice)


def _is_of(roll: KeptRoll, one: Fought, nth: int) -> bool:
    same = not one.game_id or roll.roll.scope == one.game_id
    return roll.element == one.of and roll.roll.nth == nth and same


def _counts(roll: KeptRoll, fought: Sequence[Fought]) -> bool:
    """Whether a roll stands in the record as it was made."""
    return any(
        _is_of(roll, one, nth)
        and (one.dice, one.lost, one.drafts) == (_faces(roll), roll.rolled.lost, roll.rolled.drafts)
        for one, nth in numbered(fought)
    )


def _step(one: RecordStep) -> dict[str, Any]:
    told = {name: getattr(one.fought, name) for name in ("game", "lost", "drafts", "dice", "grade")}
    return {"what": STEP_WORDS[one.what], "at": one.at, **told}


def _taken_back(roll: KeptRoll) -> dict[str, Any]:
    by = "the service threw" if any(die.source == "rolled" for die in roll.rolled.dice) else "the table threw"
    by = f"its file says that {by}" if roll.brought else by
    told = {"lost": roll.rolled.lost, "drafts": roll.rolled.drafts}
    return {"game": roll.game, "by": by, "dice": _faces(roll), "at": roll.rolled_at, **told}


def _knows(fought: Sequence[Fought], told: GameTold) -> bool:
    return any(one.is_of(one.of, told.title, told.date, told.game_id) for one in fought)


def carried_on_in(request: Request, side: SideEnd, game_id: str, game: Reported) -> Iterator[dict[str, Any]]:
    """The forces made on this device that have every battalion of a side, by name and place, with the way to each."""
    shelf, key = shelves_of(request).forces, key_of(request)
    for listed in shelf.all():
        kept = shelf.get(listed.id) if listed.nation == side.nation and listed.is_made_by(key) else None
        ids = places(kept.document, side) if kept else {}
        if kept and ids:
            ways = [_way(kept.document, listed.id, ids[one.id], one, game_id, game) for one in side.battalions]
            yield {"name": listed.name, "battalions": ways}


def _way(force: Force, force_id: str, own: str, end: BattalionEnd, game_id: str, game: Reported) -> dict[str, Any]:
    done = next((one for one in force.fought if one.is_of(own, game.title, game.report.date, game_id)), None)
    says = f"{done.grade.capitalize()}, {done.platoons} of {done.full} platoons" if done else ""
    asked = {"of": own, "game_id": game_id, "fought_as": end.id}
    href = f"/forces/{force_id}?{urlencode(asked)}"
    return {"name": end.name, "lost": end.lost, "href": href, "done": says}
