"""Seats that last from their last use, and invitations with a link and letters for the same seat."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

SEATS = sa.table("seats", sa.column("created_at", sa.String), sa.column("last_used_at", sa.String))


def upgrade() -> None:
    """Add both columns. A seat counts as last used when it was taken."""
    op.add_column("seats", sa.Column("last_used_at", sa.String(32), nullable=True))
    op.execute(SEATS.update().values(last_used_at=SEATS.c.created_at))
    op.add_column("invitations", sa.Column("typed_hash", sa.LargeBinary(32), nullable=True))
    op.create_index("invitations_by_letters", "invitations", ["typed_hash"], unique=True)


def downgrade() -> None:
    """Forget when seats were used, and the letters of invitations that have a link."""
    op.drop_index("invitations_by_letters", "invitations")
    op.drop_column("invitations", "typed_hash")
    op.drop_column("seats", "last_used_at")
