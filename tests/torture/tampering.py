"""R15: whatever is done to a kept game afterwards is found out; a cut or a rewritten end by the head noted before."""

import copy
import hashlib
import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.games.verification import NotAGameFile, findings, read_file
from app.randomness import Cup, commitment_of
from tests.app.toy import TOY
from tests.torture.forgery import chained
from tests.torture.report import Report

LONG: Final = 10_000
SHORT: Final = 200
LONGEST_S: Final = 0.1
TRIES_OF_THE_LONG: Final = 10
SYSTEMS: Final = {"toy": TOY}
SEED: Final = hashlib.sha256(b"tampering").digest()
OTHER: Final = "0123456789abcdefghijklmnopqrstuvwxyz"

Plain = dict[str, Any]


def game_of(events: int) -> bytes:
    """The file of a closed game: an opening, then one roll after the other."""
    cup = Cup("tampered", commitment_of(SEED), SEED)
    happened: list[tuple[Plain, str, int, Plain]] = [({"kind": "begin"}, "begun", 1, {"title": "Rigny"})]
    for seq in range(2, events + 1):
        dice = [{"pips": cup.face(seq, 0), "source": "rolled"}]
        happened.append(({"kind": "roll", "dice": dice}, "rolled", 2, {"dice": dice, "total": dice[0]["pips"]}))
    seat = {"seat_id": "host", "role": "referee"}
    when = "2026-11-21T12:00:00.000Z"
    rows = list(enumerate(happened, 1))
    return chained(
        {
            "format": "beaten-zone-game",
            "version": 1,
            "game": {"id": cup.game_id, "system": "toy", "title": "Rigny", "created_at": when, "closed_at": when},
            "dice": [{"from_seq": 1, "commitment": cup.commitment, "seed": SEED.hex()}],
            "shares": [],
            "commands": [
                {
                    "command_id": f"c{seq}",
                    "actor": '{"role":"referee","name":"Ann"}',
                    "body": json.dumps(body),
                    "first_seq": seq,
                    "last_seq": seq,
                    **seat,
                }
                for seq, (body, *_) in rows
            ],
            "events": [
                {
                    "seq": seq,
                    "type": kind,
                    "version": version,
                    "payload": json.dumps(payload),
                    "command_id": f"c{seq}",
                    "audience": "all",
                    "written_at": when,
                    "hash": "0" * 64,
                    **seat,
                }
                for seq, (_, kind, version, payload) in rows
            ],
        }
    )


@dataclass(frozen=True)
class Kept:
    """A game's file, whole and taken apart, and the head that somebody noted."""

    plain: Mapping[str, Any]
    head: str

    def copied(self) -> Plain:
        """A copy to tamper with: the lists are its own, their rows are not."""
        return {name: list(value) if isinstance(value, list) else value for name, value in self.plain.items()}


def kept(events: int) -> Kept:
    """A game of so many events."""
    file = game_of(events)
    return Kept(json.loads(file), read_file(file).head)


def flip_a_character(game: Kept, chance: random.Random) -> bytes:
    """One character of one value, somewhere in the log or its commands."""
    plain = game.copied()
    rows = plain[chance.choice(("events", "commands"))]
    place = chance.randrange(len(rows))
    rows[place] = copy.deepcopy(rows[place])
    field = chance.choice(sorted(rows[place]))
    rows[place][field] = flipped(rows[place][field], chance)
    return json.dumps(plain).encode()


def flipped(value: object, chance: random.Random) -> object:
    """Another value, as near as can be."""
    if isinstance(value, int):
        return value + chance.choice((-1, 1))
    text = str(value)
    place = chance.randrange(len(text))
    return text[:place] + chance.choice([one for one in OTHER if one != text[place]]) + text[place + 1 :]


def flip_the_title(game: Kept, chance: random.Random) -> bytes:
    """What the game is called, of which system it is, when it began."""
    plain = game.copied()
    field = chance.choice(("title", "system", "created_at", "id"))
    plain["game"] = {**plain["game"], field: flipped(plain["game"][field], chance)}
    return json.dumps(plain).encode()


def delete(game: Kept, chance: random.Random) -> bytes:
    """A row of the log, its command with it, the rest renumbered so that no gap betrays it."""
    plain = game.copied()
    place = chance.randrange(len(plain["events"]) - 1)
    del plain["events"][place], plain["commands"][place]
    return json.dumps(renumbered(plain)).encode()


def swap(game: Kept, chance: random.Random) -> bytes:
    """Two neighbours, renumbered."""
    plain = game.copied()
    place = chance.randrange(1, len(plain["events"]) - 1)
    for rows in (plain["events"], plain["commands"]):
        rows[place], rows[place + 1] = rows[place + 1], rows[place]
    return json.dumps(renumbered(plain)).encode()


def insert(game: Kept, chance: random.Random) -> bytes:
    """A row with a command of its own, renumbered."""
    plain = game.copied()
    place = chance.randrange(1, len(plain["events"]))
    for name in ("events", "commands"):
        plain[name].insert(place, {**plain[name][place], "command_id": "inserted"})
    return json.dumps(renumbered(plain)).encode()


def renumbered(plain: Plain) -> Plain:
    """Numbers without a gap, as a careful forger would leave them."""
    plain["events"] = [{**one, "seq": seq} for seq, one in enumerate(plain["events"], 1)]
    plain["commands"] = [{**one, "first_seq": n, "last_seq": n} for n, one in enumerate(plain["commands"], 1)]
    return plain


def truncate(game: Kept, chance: random.Random) -> bytes:
    """The end is cut off; what is left holds together."""
    plain = game.copied()
    length = chance.randrange(1, len(plain["events"]))
    del plain["events"][length:], plain["commands"][length:]
    return json.dumps(plain).encode()


def replace_the_tail(game: Kept, chance: random.Random) -> bytes:
    """Another end, with a chain made anew for it: only who noted the head can tell."""
    plain = game.copied()
    start = chance.randrange(2, len(plain["events"]))
    entered = [{"pips": 6, "source": "entered"}]
    for place in range(start, len(plain["events"])):
        payload, body = {"dice": entered, "total": 6}, {"kind": "roll", "dice": entered}
        plain["events"][place] = {**plain["events"][place], "payload": json.dumps(payload)}
        plain["commands"][place] = {**plain["commands"][place], "body": json.dumps(body)}
    return chained(plain)


WAYS: Final[tuple[Callable[[Kept, random.Random], bytes], ...]] = (
    flip_a_character,
    flip_the_title,
    delete,
    swap,
    insert,
    truncate,
    replace_the_tail,
)
ONLY_BY_THE_HEAD: Final = (truncate, replace_the_tail)


def tamper(tries: int, events: int = LONG, seed: int = 1) -> Report:
    """Tamper so often, in every way in turn; one time in ten with a game of so many events."""
    report, chance = Report(), random.Random(seed)
    long, short = kept(events), kept(SHORT)
    seconds = seconds_to_check(json.dumps(long.plain).encode())
    report.measured = f"{events:,} events checked in {seconds:.3f} s"
    report.expect(seconds <= LONGEST_S or events < LONG, f"checking took {seconds:.3f} s, more than {LONGEST_S} s")
    for number in range(tries):
        game = short if number % TRIES_OF_THE_LONG else long
        way = WAYS[(number // TRIES_OF_THE_LONG + number) % len(WAYS)]
        changed = way(game, chance)
        name = way.__name__.replace("_", " ")
        report.count(f"times {name}")
        report.expect(found_out(changed, game.head), f"{name} was not found")
        if way in ONLY_BY_THE_HEAD:
            report.expect(
                not found_out(changed, ""), f"{name} breaks the chain itself: the head is not put to the test"
            )
    report.count("tried in all", tries)
    return report


def found_out(changed: bytes, head: str) -> bool:
    """Whether a file is found to be tampered with."""
    try:
        return bool(findings(read_file(changed), SYSTEMS, head))
    except NotAGameFile:
        return True


def seconds_to_check(file: bytes) -> float:
    """The shortest of five, of the processor's time: others may be at work here."""
    times = []
    for _ in range(5):
        began = time.process_time()
        assert findings(read_file(file), SYSTEMS) == []
        times.append(time.process_time() - began)
    return min(times)
