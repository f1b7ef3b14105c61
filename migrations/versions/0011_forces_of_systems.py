"""Which rule system a saved force is of. All that were saved before are of the only one that had forces."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ONLY_ONE = "flanders-fields"
FORCES = sa.table("forces", sa.column("system", sa.String))


def upgrade() -> None:
    """Add the column."""
    op.add_column("forces", sa.Column("system", sa.String(40), nullable=False, server_default=ONLY_ONE))


def downgrade() -> None:
    """Forget it, with the forces of other systems, which the program before knows nothing of."""
    op.execute(FORCES.delete().where(FORCES.c.system != ONLY_ONE))
    op.drop_column("forces", "system")
