"""The log page of a game, and the notice that a game is closed."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.app_services import keeper_of
from app.games.command_history import BRINGS, lines_of, not_told
from app.games.json_codec import System
from app.games.verification import seat_head
from app.http.guards import seat_for
from app.pages.rendering import page
from app.plugins import LogWords, plugins_of
from app.seats.seat_repository import Seat
from app.storage.event_log import GameRecord, StoredEvent
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Audience

# The closed state of a game


def closing(record: GameRecord) -> dict[str, Any] | None:
    """What the pages of a closed game show of its end; None while it is open, when nothing of it may be told."""
    if record.closed_at is None:
        return None
    promised = zip(record.cups, record.seeds_told, strict=True)
    return {
        "at": record.closed_at,
        "by": record.closed_by or "the host",
        "dice": [{"promise": cup.commitment, "seed": seed, "from": cup.from_seq} for cup, seed in promised],
        "file": f"/api/v1/games/{record.id}/export",
        "log": f"/games/{record.id}/log",
        "report": f"/games/{record.id}/report",
    }


# Flags

REFEREE: Final = "referee"


def flags_of(view: Mapping[str, Any]) -> dict[str, str]:
    """Whose flag stands before a sentence of the log, by who did it: the nation of a side, or the referee."""
    return {side["side"]: side["nation"] for side in view.get("sides", ())} | {REFEREE: REFEREE}


# The log of a game

router = APIRouter()


@dataclass(frozen=True, slots=True)
class LogDie:
    """A die of an event, and where it came from."""

    pips: int
    source: str


@dataclass(frozen=True, slots=True)
class LogLedger:
    """A reckoning: its lines, what did not apply, and what they come to where they come to something."""

    lines: Sequence[Mapping[str, Any]]
    considered: Sequence[Mapping[str, Any]]
    total: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log: whose it is, whether it was taken back, its dice and their reckonings.

    `mark` stands before what only the record is about; `assumed` is what was taken without having been told.
    """

    id: str
    says: str
    kind: str
    mark: str = ""
    hour: str = ""
    nation: str = ""
    gone: bool = False
    dice: Sequence[LogDie] = ()
    parts: Sequence[LogLedger] = ()
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class LogTurn:
    """A stretch of play in the log, its entries newest first."""

    id: str
    title: str
    nation: str
    day: str
    entries: Sequence[LogEntry]


RECORD: Final = {
    "corrected": "Corrected",
    "overruled": "Overruled",
    "overruled_alone": "Overruled",
    "taken_back": "Taken back",
    "die_reread": "Mistyped",
    "seat_taken": "Seats",
    "seat_given_up": "Seats",
    "dice_dropped": "Dice",
    "seat_allowed": "Seats",
    "request_allowed": "Agreed",
    "noted": "Note",
}
# Where a file was brought in the server began another seed: that is all that is known of it, no hour.
BROUGHT_BACK: Final = LogEntry(
    id="back",
    says="Brought back from a file. From here on the app’s dice have another seed.",
    kind="brought_back",
    mark="The record",
)
SOURCES: Final = {
    "entered": "thrown at the table",
    "rolled": "rolled here",
    "counted": "thrown at the table, dealt by lot",
}


@router.get("/games/{game_id}/log")
async def log(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> HTMLResponse:
    """Every event the seat may know of, newest first; what was taken back stays, greyed."""
    games = keeper_of(request).games
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    view = msgspec.json.decode(made.body)
    told = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.told(seat.role)))
    gone = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.withdrawn_numbers(seat.role)))
    # Read after what is told: rows are only ever added, so every event told has its row.
    rows = await asyncio.to_thread(games.log.read_events, game_id)
    seen = [row for row in rows if Audience(row.audience).holds(seat.role)]
    flags = flags_of(view)
    system = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: one.system))
    taken = _not_told(system, rows, await asyncio.to_thread(games.log.commands_with, game_id, BRINGS), seat)
    words: LogWords = plugins_of(request)[record.system].info.log_words
    marks = {**RECORD, **words.marks}
    entries = [
        replace(_entry(one, row.written_at, flags, marks, one["number"] in gone), assumed=taken.pop(row.command_id, ""))
        for one, row in zip(told, seen, strict=False)
    ]
    for cup in reversed(record.cups[1:]):
        place = sum(row.seq < cup.from_seq for row in seen)
        entries.insert(place, replace(BROUGHT_BACK, id=f"back-{place}"))
    beside = {f"e{one['number']}" for one in told} - {f"e{one['number']}" for one in lines_of(told)}
    context = {
        "game_id": game_id,
        "title": record.title,
        "number": made.number,
        "hash": made.hash,
        "over": closing(record),
        "promises": [cup.commitment for cup in record.cups],
        "turns": list(_turns([one for one in entries if one.id not in beside], words)),
        "role": seat.role.value,
        "sealed": sealed,
        "head": seat_head(game_id, seat.role, [row.logged for row in rows]),
    }
    return page("log.html", context)


def _not_told(
    system: System, rows: Sequence[StoredEvent], commands: Mapping[str, tuple[str, str]], seat: Seat
) -> dict[str, str]:
    """What was taken without having been told, by the command; of those alone of which the seat knows everything."""
    hidden = {row.command_id for row in rows if not Audience(row.audience).holds(seat.role)}
    found = {name: not_told(system, msgspec.json.decode(body), actor) for name, (body, actor) in commands.items()}
    return {name: says for name, says in found.items() if says and name not in hidden}


def _turns(entries: Sequence[LogEntry], words: LogWords) -> Iterator[LogTurn]:
    """The stretches of play, newest first, each with its entries, newest first; what came before the first last."""
    starts = sorted({0} | {place for place, one in enumerate(entries) if one.kind in words.heads})
    for start, end in reversed(list(pairwise([*starts, len(entries)]))):
        turn = entries[start:end]
        if not turn:
            continue
        first = turn[0]
        begun = first.kind in words.heads
        yield LogTurn(
            id=first.id,
            title=first.says if begun else words.before,
            nation=first.nation if begun and first.nation != REFEREE else "",
            day=next((one.hour for one in turn if one.hour), ""),
            entries=turn[::-1],
        )


def _entry(
    told: Mapping[str, Any], hour: str, flags: Mapping[str, str], marks: Mapping[str, str], gone: bool
) -> LogEntry:
    card = told.get("card") or {}
    return LogEntry(
        id=f"e{told['number']}",
        hour=hour,
        says=told.get("says", ""),
        nation=flags.get(told.get("by", ""), ""),
        gone=gone,
        kind=told["kind"],
        mark=marks.get(told["kind"], ""),
        dice=tuple(_dice(card)),
        parts=tuple(_parts(card)),
    )


def _dice(card: Mapping[str, Any]) -> Iterator[LogDie]:
    """The dice of an event and of its shots, each with where it came from."""
    for part in (card, *card.get("shots", ())):
        for die in part.get("dice", ()):
            yield LogDie(die["pips"], SOURCES.get(die["source"], ""))


def _parts(card: Mapping[str, Any]) -> Iterator[LogLedger]:
    """The ledgers of an event: one for each shot, then what followed from them."""
    for part in (*(shot["reasons"] for shot in card.get("shots", ())), card):
        if part.get("steps") or part.get("considered"):
            total = part.get("total")
            summed = {"value": total, "says": "Total"} if total is not None else None
            yield LogLedger(part.get("steps", ()), part.get("considered", ()), summed)
