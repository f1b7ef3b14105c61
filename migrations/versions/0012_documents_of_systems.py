"""Which rule system a kept table, scenario or plan is of. Those kept before are of the only one that had any."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

ONLY_ONE = "flanders-fields"
KEPT = ("tabletops", "scenarios", "fire_plans")


def upgrade() -> None:
    """Add the column."""
    for name in KEPT:
        op.add_column(name, sa.Column("system", sa.String(40), nullable=False, server_default=ONLY_ONE))


def downgrade() -> None:
    """Forget it, with the documents of other systems, which the program before knows nothing of."""
    for name in KEPT:
        kept = sa.table(name, sa.column("system", sa.String))
        op.execute(kept.delete().where(kept.c.system != ONLY_ONE))
        op.drop_column(name, "system")
