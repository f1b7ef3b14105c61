"""Runs the migrations on the connection that `app.storage.database` hands over, in its transaction."""

from alembic import context

from app.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    compare_type=True,
)
context.run_migrations()
