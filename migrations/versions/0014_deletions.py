"""Requests to delete a game, and deleted games until they are purged."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "deletions",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("asked_at", sa.String(32), nullable=False),
        sa.Column("asked_by", sa.String(60), nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("deleted_at", sa.String(32), nullable=True),
    )


def downgrade() -> None:
    """Drop the table: deleted games are there again."""
    op.drop_table("deletions")
