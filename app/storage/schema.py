"""The tables of the database. Times are ISO 8601 in UTC, as text."""

from sqlalchemy import Column, LargeBinary, Table, Text
from sqlmodel import Field, Index, SQLModel


class GameRow(SQLModel, table=True):
    """A game: which system, what it is called, and whether it is over. `closed_by` is the host's name."""

    __tablename__ = "games"

    id: str = Field(primary_key=True, max_length=16)
    system: str = Field(max_length=40)
    title: str = Field(max_length=120)
    created_at: str = Field(max_length=32)
    closed_at: str | None = Field(default=None, max_length=32)
    closed_by: str | None = Field(default=None, max_length=60)


class EventRow(SQLModel, table=True):
    """One thing that happened. `hash` covers this row and, through the row before it, every earlier one."""

    __tablename__ = "events"
    __table_args__ = ({"sqlite_with_rowid": False},)

    game_id: str = Field(primary_key=True, foreign_key="games.id", max_length=16)
    seq: int = Field(primary_key=True)
    type: str = Field(max_length=60)
    version: int
    payload: str = Field(sa_column=Column(Text, nullable=False))
    command_id: str = Field(max_length=64)
    seat_id: str = Field(max_length=16)
    role: str = Field(max_length=12)
    audience: str = Field(max_length=12)
    written_at: str = Field(max_length=32)
    hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))


class CommandRow(SQLModel, table=True):
    """One accepted command: as it was judged (dice thrown), and the bytes that answered it.

    `sent_hash` is of the command as it was sent, so that a repeat is told from another command with the same id.
    """

    __tablename__ = "commands"
    __table_args__ = ({"sqlite_with_rowid": False},)

    game_id: str = Field(primary_key=True, foreign_key="games.id", max_length=16)
    command_id: str = Field(primary_key=True, max_length=64)
    seat_id: str = Field(max_length=16)
    role: str = Field(max_length=12)
    actor: str = Field(sa_column=Column(Text, nullable=False))
    body: str = Field(sa_column=Column(Text, nullable=False))
    sent_hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    answer: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    first_seq: int
    last_seq: int


class DraftsRow(SQLModel, table=True):
    """What a side of a game has written unseen and not sealed. `body` is all of it, `revision` counts writings."""

    __tablename__ = "drafts"

    game_id: str = Field(primary_key=True, foreign_key="games.id", max_length=16)
    side: str = Field(primary_key=True, max_length=12)
    revision: int = Field(primary_key=True)
    body: str = Field(sa_column=Column(Text, nullable=False))


class KeptStateRow(SQLModel, table=True):
    """What a game had come to at one of its events; nothing is lost with it. `hash` is that of the event."""

    __tablename__ = "kept_states"

    game_id: str = Field(primary_key=True, foreign_key="games.id", max_length=16)
    seq: int
    hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    program: str = Field(max_length=64)
    body: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class SeatRow(SQLModel, table=True):
    """One device at a seat. The token itself is known to that device only.

    `last_seq`: the newest event of the game when the seat was taken away. `last_used_at` is noted about once an hour.
    """

    __tablename__ = "seats"

    id: str = Field(primary_key=True, max_length=16)
    game_id: str = Field(foreign_key="games.id", max_length=16, index=True)
    role: str = Field(max_length=12)
    is_host: bool = False
    name: str = Field(max_length=60)
    token_hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False, unique=True))
    created_at: str = Field(max_length=32)
    revoked_at: str | None = Field(default=None, max_length=32)
    last_seq: int | None = None
    last_used_at: str | None = Field(default=None, max_length=32)


class InvitationRow(SQLModel, table=True):
    """A way to a seat, good once and until `expires_at`.

    `kind` is "link" (in a QR code), "typed" (eight letters), "both", "host" (both, for the host's seat) or "recovery"
    (the host's recovery code). `typed_hash` is of the letters of an invitation that has a link too.
    """

    __tablename__ = "invitations"
    __table_args__ = (Index("invitations_by_letters", "typed_hash", unique=True),)

    id: str = Field(primary_key=True, max_length=16)
    game_id: str = Field(foreign_key="games.id", max_length=16, index=True)
    role: str = Field(max_length=12)
    kind: str = Field(max_length=8)
    code_hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False, unique=True))
    expires_at: str = Field(max_length=32)
    used_at: str | None = Field(default=None, max_length=32)
    typed_hash: bytes | None = Field(default=None, sa_column=Column(LargeBinary(32), nullable=True))


class DeletionRow(SQLModel, table=True):
    """A request to delete a game. `agreed` has the roles that agree, with spaces between; `deleted_at` once all do."""

    __tablename__ = "deletions"

    game_id: str = Field(primary_key=True, foreign_key="games.id", max_length=16)
    asked_at: str = Field(max_length=32)
    asked_by: str = Field(max_length=60)
    agreed: str = Field(sa_column=Column(Text, nullable=False))
    deleted_at: str | None = Field(default=None, max_length=32)


class ServiceRow(SQLModel, table=True):
    """The address at which the service was started last. There is one row at most."""

    __tablename__ = "services"

    id: int = Field(primary_key=True)
    host: str = Field(max_length=255)
    port: int
    public_url: str | None = Field(default=None, max_length=300)


class DiceSeedRow(SQLModel, table=True):
    """The seed of a game's dice from one event on. A log that comes in without its seed goes on with another."""

    __tablename__ = "dice_seeds"

    game_id: str = Field(primary_key=True, foreign_key="games.id", max_length=16)
    from_seq: int = Field(primary_key=True)
    commitment: str = Field(max_length=64)
    seed: bytes | None = Field(default=None, sa_column=Column(LargeBinary(32), nullable=True))


class DiceShareRow(SQLModel, table=True):
    """A device's share in the dice, counting from one event on."""

    __tablename__ = "dice_shares"
    __table_args__ = (Index("dice_shares_of_a_game", "game_id", "from_seq"),)

    id: str = Field(primary_key=True, max_length=16)
    game_id: str = Field(foreign_key="games.id", max_length=16)
    from_seq: int
    share: str = Field(max_length=64)


class TabletopRow(SQLModel, table=True):
    """A drawn table. `body` is its document; `revision` grows with every save; `key_hash` is of its maker's key.

    `system`, here and of the other documents that are kept, is the rule system that it is of.
    """

    __tablename__ = "tabletops"

    id: str = Field(primary_key=True, max_length=16)
    name: str = Field(max_length=120)
    width_mm: int
    depth_mm: int
    pieces: int
    revision: int
    body: str = Field(sa_column=Column(Text, nullable=False))
    key_hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    created_at: str = Field(max_length=32)
    changed_at: str = Field(max_length=32)
    system: str = Field(max_length=40)


class FirePlanRow(SQLModel, table=True):
    """A draft of a fire plan. `body` is its document; `revision` grows with every save.

    One of a game belongs to its side's seats, and its `key_hash` is empty; any other to the device whose key that is.
    """

    __tablename__ = "fire_plans"
    __table_args__ = (
        Index("fire_plans_of_a_game", "game_id", "side"),
        Index("fire_plans_of_a_device", "key_hash"),
    )

    id: str = Field(primary_key=True, max_length=16)
    game_id: str | None = Field(default=None, foreign_key="games.id", max_length=16)
    side: str = Field(max_length=12)
    name: str = Field(max_length=60)
    revision: int
    body: str = Field(sa_column=Column(Text, nullable=False))
    key_hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    created_at: str = Field(max_length=32)
    changed_at: str = Field(max_length=32)
    system: str = Field(max_length=40)


class ForceRow(SQLModel, table=True):
    """A saved force. `body` is its document; `revision` grows with every save; `key_hash` is of its maker's key.

    `origin` is the force whose file it came from, here or elsewhere; empty for one that was made here. `system` is the
    rule system it is of: what `battalions` and `stands` count is its own affair.
    """

    __tablename__ = "forces"

    id: str = Field(primary_key=True, max_length=16)
    name: str = Field(max_length=60)
    nation: str = Field(max_length=12)
    date: str = Field(max_length=7)
    battalions: int
    stands: int
    revision: int
    body: str = Field(sa_column=Column(Text, nullable=False))
    key_hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    created_at: str = Field(max_length=32)
    changed_at: str = Field(max_length=32)
    origin: str = Field(default="", max_length=16)
    system: str = Field(max_length=40)


class AfterGameRow(SQLModel, table=True):
    """A roll of a battalion after a game, kept though it is taken back: its dice as {pips, source}, what they were for.

    `scope` and `of` are the game and its battalion there, `nth` 0; of a game that was not kept here the line of the
    force (see `line_of`), its battalion, and which game of its record it is. `force_id` and `element` are the battalion
    that rolled first. `brought`: it came with a file, which says how it fell.
    """

    __tablename__ = "after_games"

    scope: str = Field(primary_key=True, max_length=16)
    of: str = Field(primary_key=True, max_length=40)
    nth: int = Field(primary_key=True)
    force_id: str = Field(max_length=16, index=True)
    element: str = Field(max_length=40)
    game: str = Field(max_length=120)
    lost: int
    drafts: int
    dice: str = Field(max_length=120)
    rolled_at: str = Field(max_length=32)
    brought: bool = False


class BattalionStepRow(SQLModel, table=True):
    """A game that came into the record of a battalion, or went out of it: `what` was done with which entry, and when.

    `before` is the battalion as it was before a game came in, as an element of a force's document; else empty.
    """

    __tablename__ = "battalion_steps"

    id: int | None = Field(default=None, primary_key=True)
    force_id: str = Field(max_length=16, index=True)
    of: str = Field(max_length=40)
    what: str = Field(max_length=12)
    fought: str = Field(sa_column=Column(Text, nullable=False))
    before: str = Field(sa_column=Column(Text, nullable=False))
    done_at: str = Field(max_length=32)


class ScenarioRow(SQLModel, table=True):
    """A scenario of a club. `body` is its document, whole; `key_hash` is of its author's key."""

    __tablename__ = "scenarios"

    id: str = Field(primary_key=True, max_length=16)
    title: str = Field(max_length=80)
    date: str = Field(max_length=7)
    revision: int
    body: str = Field(sa_column=Column(Text, nullable=False))
    key_hash: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False))
    created_at: str = Field(max_length=32)
    changed_at: str = Field(max_length=32)
    system: str = Field(max_length=40)


def table_of(model: type[SQLModel]) -> Table:
    """The plain table of a model, for the path that has no time for objects."""
    table = getattr(model, "__table__", None)
    if not isinstance(table, Table):
        raise TypeError(f"{model.__name__} is not a table")
    return table


METADATA = SQLModel.metadata
