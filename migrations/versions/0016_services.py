"""The address at which the service was started last."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, which has one row at most."""
    op.create_table(
        "services",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("port", sa.Integer, nullable=False),
        sa.Column("public_url", sa.String(300), nullable=True),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("services")
