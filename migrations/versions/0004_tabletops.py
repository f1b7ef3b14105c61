"""The library of tables: the ground one plays on, drawn here or brought in."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "tabletops",
        sa.Column("id", sa.String(16), primary_key=True, nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("width_mm", sa.Integer, nullable=False),
        sa.Column("depth_mm", sa.Integer, nullable=False),
        sa.Column("pieces", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    """Drop it; whoever wants to keep a drawn table has saved it as a file."""
    op.drop_table("tabletops")
