"""How far a game had come when a seat was taken away: who was alone at a table since is known by it, not by a clock."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

SEATS = sa.table(
    "seats",
    sa.column("game_id", sa.String),
    sa.column("revoked_at", sa.String),
    sa.column("last_seq", sa.Integer),
)
EVENTS = sa.table("events", sa.column("game_id", sa.String), sa.column("seq", sa.Integer))


def upgrade() -> None:
    """Add the number; seats that were taken away before are as if they had been held until now."""
    op.add_column("seats", sa.Column("last_seq", sa.Integer, nullable=True))
    newest = sa.select(sa.func.max(EVENTS.c.seq)).where(EVENTS.c.game_id == SEATS.c.game_id).scalar_subquery()
    op.execute(SEATS.update().where(SEATS.c.revoked_at.is_not(None)).values(last_seq=newest))


def downgrade() -> None:
    """Forget the number."""
    op.drop_column("seats", "last_seq")
