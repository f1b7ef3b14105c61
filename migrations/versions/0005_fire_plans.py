"""Drafts of fire plans: those of a device that practises, and those of a side of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "fire_plans",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), nullable=True),
        sa.Column("side", sa.String(12), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
    )
    op.create_index("fire_plans_of_a_game", "fire_plans", ["game_id", "side"])
    op.create_index("fire_plans_of_a_device", "fire_plans", ["key_hash"])


def downgrade() -> None:
    """Drop it; whoever wants to keep a draft has saved it as a file."""
    op.drop_table("fire_plans")
