"""The tables of games: log, commands, seats, invitations, dice."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _game_id(primary_key: bool = False) -> sa.Column[str]:
    return sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=primary_key, nullable=False)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("closed_at", sa.String(32)),
    )
    op.create_table(
        "events",
        _game_id(primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("type", sa.String(60), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("seat_id", sa.String(16), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("audience", sa.String(12), nullable=False),
        sa.Column("written_at", sa.String(32), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        _game_id(primary_key=True),
        sa.Column("command_id", sa.String(64), primary_key=True),
        sa.Column("seat_id", sa.String(16), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("sent_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("first_seq", sa.Integer, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.String(16), primary_key=True),
        _game_id(),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("is_host", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("revoked_at", sa.String(32)),
    )
    op.create_index("ix_seats_game_id", "seats", ["game_id"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(16), primary_key=True),
        _game_id(),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("expires_at", sa.String(32), nullable=False),
        sa.Column("used_at", sa.String(32)),
    )
    op.create_index("ix_invitations_game_id", "invitations", ["game_id"])
    op.create_table(
        "dice_seeds",
        _game_id(primary_key=True),
        sa.Column("from_seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seed", sa.LargeBinary(32)),
    )
    op.create_table(
        "dice_shares",
        sa.Column("id", sa.String(16), primary_key=True),
        _game_id(),
        sa.Column("from_seq", sa.Integer, nullable=False),
        sa.Column("share", sa.String(64), nullable=False),
    )
    op.create_index("dice_shares_of_a_game", "dice_shares", ["game_id", "from_seq"])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("dice_shares", "dice_seeds", "invitations", "seats", "commands", "events", "games"):
        op.drop_table(table)
