"""Alembic's entrance. The connection comes from `db.migrate`, which has begun a transaction already."""

from alembic import context

from hexfront.server.storage.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
