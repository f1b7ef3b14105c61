"""Who closed a game, so that every page can say so."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the host's name; of games closed before it stays unknown."""
    op.add_column("games", sa.Column("closed_by", sa.String(60)))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("games", "closed_by")
