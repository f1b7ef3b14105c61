"""What was done to the records of battalions, and which file a force came from: dice of a file are not thrown anew."""

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

FORCES = sa.table("forces", sa.column("id", sa.String), sa.column("key_hash", sa.LargeBinary))
ROLLS = sa.table("after_games", sa.column("scope", sa.String))


def upgrade() -> None:
    """Make the table, add the columns, and let the rolls of a force be those of its file on its maker's device."""
    op.create_table(
        "battalion_steps",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False),
        sa.Column("force_id", sa.String(16), nullable=False),
        sa.Column("of", sa.String(40), nullable=False),
        sa.Column("what", sa.String(12), nullable=False),
        sa.Column("fought", sa.Text, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("done_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_battalion_steps_force_id", "battalion_steps", ["force_id"])
    op.add_column("forces", sa.Column("origin", sa.String(16), nullable=False, server_default=""))
    op.add_column("after_games", sa.Column("brought", sa.Boolean, nullable=False, server_default=sa.false()))
    for force_id, line in _lines():
        op.execute(ROLLS.update().where(ROLLS.c.scope == force_id).values(scope=line))


def downgrade() -> None:
    """Forget the steps and where files came from; the dice stay with the forces they were thrown for."""
    for force_id, line in _lines():
        op.execute(ROLLS.update().where(ROLLS.c.scope == line).values(scope=force_id))
    op.drop_column("after_games", "brought")
    op.drop_column("forces", "origin")
    op.drop_table("battalion_steps")


def _lines() -> list[tuple[str, str]]:
    rows = op.get_bind().execute(sa.select(FORCES.c.id, FORCES.c.key_hash)).all()
    return [(row.id, sha256(row.id.encode() + bytes(row.key_hash)).hexdigest()[:16]) for row in rows]
