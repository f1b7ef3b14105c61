"""The dice that battalions have thrown after their games: once thrown they stay."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "after_games",
        sa.Column("scope", sa.String(16), primary_key=True, nullable=False),
        sa.Column("of", sa.String(40), primary_key=True, nullable=False),
        sa.Column("nth", sa.Integer, primary_key=True, nullable=False, autoincrement=False),
        sa.Column("force_id", sa.String(16), nullable=False),
        sa.Column("element", sa.String(40), nullable=False),
        sa.Column("game", sa.String(120), nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("drafts", sa.Integer, nullable=False),
        sa.Column("dice", sa.String(120), nullable=False),
        sa.Column("rolled_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_after_games_force_id", "after_games", ["force_id"])


def downgrade() -> None:
    """Drop it; the records of the battalions stay in their forces."""
    op.drop_table("after_games")
