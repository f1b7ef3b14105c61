"""The tables of version 0.1.0."""

import sqlalchemy as sa
from alembic import op

revision = "0100"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    "games",
    "events",
    "commands",
    "drafts",
    "kept_states",
    "seats",
    "invitations",
    "deletions",
    "services",
    "dice_seeds",
    "dice_shares",
    "after_games",
    "battalion_steps",
    "forces",
    "scenarios",
    "tabletops",
    "fire_plans",
)
"""The tables in an order in which each stands behind those that it refers to."""


def upgrade() -> None:
    """Create every table and index."""
    create_logs()
    create_seats()
    create_dice()
    create_documents()
    create_battalion_records()


def create_logs() -> None:
    """Create what is recorded of games: their events, commands, drafts and snapshots."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("closed_at", sa.String(32), nullable=True),
        sa.Column("closed_by", sa.String(60), nullable=True),
    )
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True, nullable=False),
        sa.Column("seq", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("type", sa.String(60), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
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
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True, nullable=False),
        sa.Column("command_id", sa.String(64), primary_key=True, nullable=False),
        sa.Column("seat_id", sa.String(16), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sent_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("first_seq", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "drafts",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True, nullable=False),
        sa.Column("side", sa.String(12), primary_key=True, nullable=False),
        sa.Column("revision", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
    )
    op.create_table(
        "kept_states",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("program", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )


def create_seats() -> None:
    """Create the seats of games, their invitations, and where the service listens."""
    op.create_table(
        "seats",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("is_host", sa.Boolean(), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("revoked_at", sa.String(32), nullable=True),
        sa.Column("last_seq", sa.Integer(), nullable=True),
        sa.Column("last_used_at", sa.String(32), nullable=True),
    )
    op.create_index("ix_seats_game_id", "seats", ["game_id"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("expires_at", sa.String(32), nullable=False),
        sa.Column("used_at", sa.String(32), nullable=True),
        sa.Column("typed_hash", sa.LargeBinary(32), nullable=True),
    )
    op.create_index("invitations_by_letters", "invitations", ["typed_hash"], unique=True)
    op.create_index("ix_invitations_game_id", "invitations", ["game_id"])
    op.create_table(
        "deletions",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True, nullable=False),
        sa.Column("asked_at", sa.String(32), nullable=False),
        sa.Column("asked_by", sa.String(60), nullable=False),
        sa.Column("agreed", sa.Text(), nullable=False),
        sa.Column("deleted_at", sa.String(32), nullable=True),
    )
    op.create_table(
        "services",
        sa.Column("id", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("port", sa.Integer(), nullable=False),
        sa.Column("public_url", sa.String(300), nullable=True),
    )


def create_dice() -> None:
    """Create the seeds of the dice and the shares of devices."""
    op.create_table(
        "dice_seeds",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True, nullable=False),
        sa.Column("from_seq", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=True),
    )
    op.create_table(
        "dice_shares",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("from_seq", sa.Integer(), nullable=False),
        sa.Column("share", sa.String(64), nullable=False),
    )
    op.create_index("dice_shares_of_a_game", "dice_shares", ["game_id", "from_seq"])


def create_documents() -> None:
    """Create documents that are stored beside games."""
    op.create_table(
        "tabletops",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("width_mm", sa.Integer(), nullable=False),
        sa.Column("depth_mm", sa.Integer(), nullable=False),
        sa.Column("pieces", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
    )
    op.create_table(
        "fire_plans",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=True),
        sa.Column("side", sa.String(12), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
    )
    op.create_index("fire_plans_of_a_device", "fire_plans", ["key_hash"])
    op.create_index("fire_plans_of_a_game", "fire_plans", ["game_id", "side"])
    op.create_table(
        "forces",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("nation", sa.String(12), nullable=False),
        sa.Column("date", sa.String(7), nullable=False),
        sa.Column("battalions", sa.Integer(), nullable=False),
        sa.Column("stands", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
    )
    op.create_table(
        "scenarios",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("date", sa.String(7), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
    )


def create_battalion_records() -> None:
    """Create rolls of battalions after games."""
    op.create_table(
        "after_games",
        sa.Column("scope", sa.String(16), primary_key=True, nullable=False),
        sa.Column("of", sa.String(40), primary_key=True, nullable=False),
        sa.Column("nth", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("force_id", sa.String(16), nullable=False),
        sa.Column("element", sa.String(40), nullable=False),
        sa.Column("game", sa.String(120), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drafts", sa.Integer(), nullable=False),
        sa.Column("dice", sa.String(120), nullable=False),
        sa.Column("rolled_at", sa.String(32), nullable=False),
        sa.Column("brought", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_after_games_force_id", "after_games", ["force_id"])
    op.create_table(
        "battalion_steps",
        sa.Column("id", sa.Integer(), primary_key=True, nullable=False),
        sa.Column("force_id", sa.String(16), nullable=False),
        sa.Column("of", sa.String(40), nullable=False),
        sa.Column("what", sa.String(12), nullable=False),
        sa.Column("fought", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("done_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_battalion_steps_force_id", "battalion_steps", ["force_id"])


def downgrade() -> None:
    """Drop every table."""
    for table in reversed(TABLES):
        op.drop_table(table)
