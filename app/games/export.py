"""A game as one open JSON file: everything needed to read it, check it and play it on. See docs/export-format.md."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from app.randomness import Cup, DiceShare
from app.storage.event_log import EventLog, GameRecord, Row, StoredEvent, genesis

FORMAT: Final = "beaten-zone-game"
VERSION: Final = 1

NAME: Final = "[A-Za-z0-9_-]"
ID: Final = "[a-z0-9-]"
WHEN: Final = "[0-9T:.Z+-]"
HEX: Final = "[0-9a-f]"

Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=f"^{NAME}+$")]
Id = Annotated[str, Meta(min_length=1, max_length=16, pattern=f"^{ID}+$")]
When = Annotated[str, Meta(min_length=1, max_length=32, pattern=f"^{WHEN}+$")]
HostName = Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Line = Annotated[str, Meta(max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$")]
# That no NUL stands in it is seen for the whole file at once (see `read_file`): looking through each text took as long
# as reading it.
Json = Annotated[str, Meta(max_length=1_000_000, extra_json_schema={"pattern": r"^[^\x00]*$"})]
Hex = Annotated[str, Meta(min_length=64, max_length=64, pattern=f"^{HEX}+$")]
# The same in the long lists, where the letters of a whole column are looked at at once (see `LETTERS`).
ListedName = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema={"pattern": f"^{NAME}+$"})]
ListedId = Annotated[str, Meta(min_length=1, max_length=16, extra_json_schema={"pattern": f"^{ID}+$"})]
ListedWhen = Annotated[str, Meta(min_length=1, max_length=32, extra_json_schema={"pattern": f"^{WHEN}+$"})]
ListedHex = Annotated[str, Meta(min_length=64, max_length=64, extra_json_schema={"pattern": f"^{HEX}+$"})]
LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "commands": {"command_id": NAME, "seat_id": ID},
    "events": {"command_id": NAME, "seat_id": ID, "written_at": WHEN, "hash": HEX},
}
"""By list and column, what its texts are made of."""
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
# One of the words that systems have for seats, which no type can know: looked for in the whole column (`verify.SEATS`).
SeatWord = Annotated[str, Meta(min_length=1, max_length=16)]


class GameFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known of the game beside its log. Times are ISO 8601, UTC; `closed_by` is the name of who closed it."""

    id: Id
    system: Name
    title: Line
    created_at: When
    closed_at: When | None
    closed_by: HostName | None = None


class DiceFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice from event `from_seq` on. `seed` (hexadecimal) is null until the game is closed."""

    from_seq: Number
    commitment: Hex
    seed: Hex | None


class ShareFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device's share in the dice, from event `from_seq` on."""

    from_seq: Number
    share: Annotated[str, Meta(max_length=64, pattern=r"^[^\x00|,]*$")]


class CommandFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An accepted command as it was judged; `actor` and `body` are JSON texts, hashed byte for byte."""

    command_id: ListedName
    seat_id: ListedId
    role: SeatWord
    actor: Json
    body: Json
    first_seq: Number
    last_seq: Number


class EventFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One event; `payload` is JSON text, hashed byte for byte; `hash` in hexadecimal."""

    seq: Number
    type: Annotated[str, Meta(max_length=60)]
    version: Number
    payload: Json
    command_id: ListedName
    seat_id: ListedId
    role: SeatWord
    audience: SeatWord
    written_at: ListedWhen
    hash: ListedHex


MOST_SHARES: Final = 400
"""More than any table has devices: every die is made of all of them."""


class ExportFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    format: str
    version: int
    game: GameFacts
    dice: list[DiceFacts]
    shares: Annotated[list[ShareFacts], Meta(max_length=MOST_SHARES)]
    commands: list[CommandFacts]
    events: list[EventFacts]

    @property
    def head(self) -> str:
        """The hash of the last event: whoever notes it can tell later that nothing was cut off."""
        return self.events[-1].hash if self.events else self.genesis.hex()

    @property
    def genesis(self) -> bytes:
        """What the first event stands on."""
        game = self.game
        return genesis(game.id, game.system, game.title, game.created_at, self.dice[0].commitment if self.dice else "")

    def record(self) -> GameRecord:
        """What a store knows of the game beside its log."""
        game, cups = self.game, tuple(self.cups())
        return GameRecord(game.id, game.system, game.title, game.created_at, game.closed_at, cups, game.closed_by)

    def rows(self) -> list[StoredEvent]:
        """The events as rows of the log."""
        return [
            StoredEvent(
                one.seq,
                one.type,
                one.version,
                one.payload,
                one.command_id,
                one.seat_id,
                one.role,
                one.audience,
                one.written_at,
                bytes.fromhex(one.hash),
            )
            for one in self.events
        ]

    def cups(self) -> list[Cup]:
        """The dice of the game."""
        shares = tuple(DiceShare(one.from_seq, one.share) for one in self.shares)
        return [
            Cup(self.game.id, one.commitment, bytes.fromhex(one.seed) if one.seed else None, shares, one.from_seq)
            for one in self.dice
        ]


def export_game(log: EventLog, game_id: str) -> ExportFile | None:
    """The file of a game, None where there is no such game. The seed is in it only once the game is closed."""
    record = log.read_game(game_id)
    if record is None:
        return None
    events = log.read_events(game_id)
    return ExportFile(
        FORMAT,
        VERSION,
        GameFacts(record.id, record.system, record.title, record.created_at, record.closed_at, record.closed_by),
        [
            DiceFacts(cup.from_seq, cup.commitment, seed)
            for cup, seed in zip(record.cups, record.seeds_told, strict=True)
        ],
        [ShareFacts(share.from_seq, share.share) for share in record.cups[0].shares],
        _commands(log.read_commands(game_id), len(events)),
        [EventFacts(**{**row._asdict(), "hash": row.hash.hex()}) for row in events],
    )


def _commands(rows: Sequence[Row], newest: int) -> list[CommandFacts]:
    names = CommandFacts.__struct_fields__
    # Something may have been written between the two reads: the file ends with the last event in it.
    return [CommandFacts(**{name: row[name] for name in names}) for row in rows if row["last_seq"] <= newest]
