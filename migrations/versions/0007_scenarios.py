"""Scenarios that clubs write, kept by the device that wrote them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "scenarios",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("date", sa.String(7), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    """Drop it; whoever wants to keep a scenario has saved it as a file."""
    op.drop_table("scenarios")
