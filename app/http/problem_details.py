"""Problem details (RFC 9457): answers of the service, and messages on bad JSON."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.responses import Response

from app.storage.database import is_locked_out, may_be_there
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass

# Answers to commands

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
DATABASE_LOCKED: Final = "another program has locked the database file, so nothing can be saved"


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A status, the bytes and their type. `accepted` answers are kept and repeated byte for byte."""

    status: int
    body: bytes
    media_type: str = PROBLEM

    @property
    def accepted(self) -> bool:
        """Whether something was written."""
        return self.status < 300


class Problem(Exception):
    """What went wrong, as a device is told it. `retry_after`: in how many seconds it may ask again."""

    def __init__(self, answer: HttpAnswer, retry_after: int = 0) -> None:
        super().__init__(answer.body.decode())
        self.answer = answer
        self.retry_after = retry_after

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers that go with the answer."""
        return {"Retry-After": str(self.retry_after)} if self.retry_after else {}


def problem(status: int, kind: str, title: str, detail: str, **more: object) -> HttpAnswer:
    """A problem in the form of RFC 9457; `because` repeats the detail for the pages."""
    told = {"type": f"/problems/{kind}", "title": title, "status": status, "detail": detail, "because": detail}
    return HttpAnswer(status, msgspec.json.encode({**told, **more}))


def accepted(number: int, events: Sequence[Mapping[str, Any]]) -> HttpAnswer:
    """It happened: the seat's newest number, and the events as the seat may read them."""
    return HttpAnswer(200, msgspec.json.encode({"outcome": "accepted", "number": number, "events": events}), JSON)


def not_found(kind: str, title: str, detail: str, instead: str) -> HttpAnswer:
    """There is nothing of that name here."""
    return problem(404, kind, title, detail, instead=instead)


def no_seat() -> HttpAnswer:
    """This device has no seat at this game."""
    detail = "this device has no seat at this game, or its seat was taken away"
    return problem(401, "no-seat", "No seat at this game", detail, instead="ask the host for an invitation")


def seat_removed(was_host: bool, game_id: str) -> HttpAnswer:
    """Return the answer for a seat that was removed, or for the seat of a host whom another device has replaced."""
    if not was_host:
        detail = "this device's seat at the game was removed"
        return problem(401, "seat-removed", "Your seat was removed", detail, instead="ask the host for an invitation")
    detail = "another device is the host now: it used the recovery code, or an invitation made on the server"
    instead = f"ask that device for an invitation, or get one on the server with: beatenzone invite {game_id}"
    return problem(401, "host-replaced", "Another device is the host", detail, instead=instead)


def game_deleted(restorable_until: str, is_host: bool = False) -> HttpAnswer:
    """Return the answer for a seat at a deleted game. The time is ISO 8601, UTC."""
    last = datetime.fromisoformat(restorable_until)
    detail = f"the host deleted this game; the host can restore it on the start page until {last.day} {last:%B %Y}"
    instead = "restore it on the start page" if is_host else "ask the host to restore it"
    return problem(401, "game-deleted", "The game was deleted", detail, instead=instead)


def not_yours(detail: str) -> HttpAnswer:
    """The seat does not reach so far."""
    return problem(403, "not-yours", "Not for this seat", detail)


def refused(refusal: Refusal, can_override: bool) -> HttpAnswer:
    """The rules do not allow it. Nothing was written."""
    return problem(
        409,
        "refused",
        "The rules do not allow it",
        refusal.because,
        clause=refusal.clause,
        instead=refusal.instead,
        can_override=can_override,
    )


MOVED_ON: Final = "the table has moved on since this was written"


def stale(number: int, changed: Sequence[str], view: msgspec.Raw, because: str = MOVED_ON) -> HttpAnswer:
    """The table has moved on since the device last looked: what changed, and what stands now."""
    told = {"instead": "look at what changed, then send it again", "number": number, "changed": changed, "view": view}
    return problem(409, "stale", "The table has moved on", because, **told)


def unreadable(field: str, because: str, instead: str = "") -> HttpAnswer:
    """The command cannot be read: which field, and what would be right."""
    return problem(422, "unreadable", "The command cannot be read", because, field=field, instead=instead)


def other_body(command_id: str) -> HttpAnswer:
    """A command id was used again for something else."""
    return unreadable("command_id", f"{command_id} was already used for another command", "a new id for a new command")


def no_such_game(game_id: str) -> HttpAnswer:
    """There is no game of this id."""
    return not_found("no-such-game", "No such game", f"there is no game {game_id} here", "check the address")


def game_closed(closed_at: str) -> HttpAnswer:
    """The game is over, for good: its dice have been revealed."""
    detail = "this game is closed and its dice are revealed: nothing more is written into its log"
    return problem(409, "closed", "The game is closed", detail, instead="open a new game", closed_at=closed_at)


def from_the_future() -> HttpAnswer:
    """The log holds something a newer program wrote: it can be read, not continued.

    What it is and where it stands is not said: it may be hidden from who asks.
    """
    detail = "a newer program has played this game on, in words that this one cannot read"
    return problem(409, "newer-program", "Written by a newer program", detail, instead="update Beaten Zone to play on")


def no_room() -> HttpAnswer:
    """The database could not write. Nothing happened; the device may send again."""
    detail = "the server could not write it down, so it did not happen: is its disk full?"
    return problem(507, "not-written", "Not written down", detail)


def in_doubt(instead: str = "send it again: it will happen once") -> HttpAnswer:
    """The database could not make sure of it. `instead`: what to do; a command sent again happens once."""
    detail = "the server could not make sure that it was written down, so it may have happened: is its disk broken?"
    return problem(507, "in-doubt", "Perhaps not written down", detail, instead=instead)


def locked_out() -> HttpAnswer:
    """Return the answer while another program has locked the database file. Nothing happened; send it again."""
    return problem(
        503,
        "database-locked",
        "The database is locked",
        DATABASE_LOCKED,
        instead="close the other program, for example a database browser; then send it again",
    )


def not_written(failed: Exception, instead: str = "send it again: it will happen once") -> HttpAnswer:
    """Return the answer to a failed write; `instead` says what to do where it may have happened all the same."""
    if is_locked_out(failed):
        return locked_out()
    return in_doubt(instead) if may_be_there(failed) else no_room()


def stopping() -> HttpAnswer:
    """The server is going down. Nothing happened; the device sends again."""
    return problem(
        503, "stopping", "The server is stopping", "the server is stopping: it did not happen, send it again"
    )


def cut_short() -> HttpAnswer:
    """The server went down over this request. A command may have happened; sent again, it happens once."""
    detail = "the server stopped before this was answered: send it again, it will happen once"
    return problem(503, "stopping", "The server is stopping", detail)


def unhealthy(detail: str, checks: Mapping[str, str]) -> HttpAnswer:
    """Some part of the server does not work. `checks` says of each part `ok`, or in a sentence what is wrong."""
    return problem(503, "unhealthy", "A part of the server does not work", detail, checks=checks)


def broken() -> HttpAnswer:
    """A fault of ours. Nothing happened."""
    return problem(
        500, "fault", "A fault in the program", "the program failed at this command, and nothing was changed"
    )


# Errors in JSON

KINDS: Final = {
    "str": "words",
    "int": "a whole number",
    "float": "a number",
    "bool": "yes or no",
    "array": "a list",
    "object": "an object with named fields",
    "null": "nothing",
}
PLACE: Final = re.compile(r" - at `(?:key in )?\$\.?([^`]*)`$")
MISSING: Final = re.compile(r"Object missing required field `([^`]+)`")
UNKNOWN: Final = re.compile(r"Object contains unknown field `([^`]+)`")
NO_SUCH_WORD: Final = re.compile(r"Invalid (?:enum )?value (.+)", re.DOTALL)
OTHER_KIND: Final = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
TOO_SHORT: Final = re.compile(r"Expected `str` of length >= (\d+)")
OTHER_NUMBER: Final = re.compile(r"Expected `array` of length (\d+)(?:, got \d+)?")
TOO_MANY: Final = re.compile(r"Expected `array` of length <= (\d+)")
OTHER_SIGNS: Final = "Expected `str` matching regex "
OUT_OF_BOUNDS: Final = re.compile(r"Expected `(?:int|float)` (>=|<=|<|>) (-?[\d.]+)")
BOUNDS: Final = {">=": "at least {}", "<=": "at most {}", "<": "less than {}", ">": "more than {}"}
TOO_LONG: Final = re.compile(r"Expected `str` of length <= (\d+)")


def plain_words(wrong: Exception) -> tuple[str, str, str]:
    """The field (empty: the whole of it), what is wrong with it, and what would be right, of a reader's complaint."""
    says = str(wrong)
    place = PLACE.search(says)
    field = place.group(1) if place else ""
    bare = PLACE.sub("", says)
    if found := MISSING.fullmatch(bare):
        name = f"{field}.{found[1]}" if field else found[1]
        return name, f"{found[1]} is missing", f"add {found[1]}"
    if found := UNKNOWN.fullmatch(bare):
        return field, f"{found[1]} is not known here", f"leave {found[1]} out"
    if found := NO_SUCH_WORD.fullmatch(bare):
        return field, f"{found[1]} is not one of the words that can stand here", "choose one that the page offers"
    if found := OTHER_KIND.fullmatch(bare):
        return field, f"{_kinds(found[2])} cannot stand here", _kinds(found[1])
    if found := TOO_SHORT.fullmatch(bare):
        return field, "it is too short", f"at least {found[1]} {'letter' if found[1] == '1' else 'letters'}"
    if found := OTHER_NUMBER.fullmatch(bare):
        return field, "there are too many or too few in this list", f"{found[1]} of them"
    if found := TOO_MANY.fullmatch(bare):
        return field, "there are too many in this list", f"at most {found[1]} of them"
    if bare.startswith(OTHER_SIGNS):
        return field, "there are signs in it that cannot stand here", "letters, digits and signs on one line"
    if found := OUT_OF_BOUNDS.fullmatch(bare):
        return field, "no such number can stand here", BOUNDS[found[1]].format(found[2])
    if found := TOO_LONG.fullmatch(bare):
        return field, "it is too long", f"at most {found[1]} letters"
    if not place:
        return "", "this is no whole JSON, or it is nested too deeply", "JSON as the pages send it, written in UTF-8"
    return field, bare.replace("`", ""), ""


def _kinds(written: str) -> str:
    return " or ".join(KINDS.get(one, one) for one in written.split(" | "))


def printable(text: str) -> str:
    """Return a text that somebody typed without the characters that a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in text)


# Answers as HTTP

# Seconds, as RFC 9110 has it in Retry-After: limits are by the minute, and a service that stops is soon back.
COME_BACK: Final[Mapping[int, str]] = {HTTPStatus.TOO_MANY_REQUESTS: "60", HTTPStatus.SERVICE_UNAVAILABLE: "5"}


def respond(answer: HttpAnswer) -> Response:
    """An answer as it goes to the device."""
    return Response(answer.body, answer.status, come_back(answer.status), answer.media_type)


def come_back(status: int) -> dict[str, str]:
    """The header that says when to ask again, where an answer of this status asks for it."""
    return {"Retry-After": COME_BACK[status]} if status in COME_BACK else {}
