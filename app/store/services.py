"""The address of the service that was started last on a database, for commands that run beside it."""

from typing import Final, NamedTuple

from sqlalchemy import Engine, delete, insert, inspect, select

from app.store.tables import ServiceRow, table_of

SERVICES: Final = table_of(ServiceRow)
THE_ONE: Final = 1


class ServiceAddress(NamedTuple):
    """Where a service listens, and its public address if it has one."""

    host: str
    port: int
    public_url: str | None


def note_service(engine: Engine, address: ServiceAddress) -> None:
    """Write down where a service listens; it replaces the one that was started before."""
    with engine.begin() as connection:
        connection.execute(delete(SERVICES))
        connection.execute(insert(SERVICES), [{"id": THE_ONE, **address._asdict()}])


def read_service(engine: Engine) -> ServiceAddress | None:
    """Return where the service listens that was started last; None where none was, or the database is older."""
    columns = [SERVICES.c[name] for name in ServiceAddress._fields]
    with engine.connect() as connection:
        if not inspect(connection).has_table(SERVICES.name):
            return None
        row = connection.execute(select(*columns)).first()
    return ServiceAddress._make(row) if row else None
