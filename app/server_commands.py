"""The commands of the server itself; what it takes to serve is read with them, and nothing that others need."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer
from sqlalchemy.exc import DBAPIError

from app.application import create_app
from app.http.logs import configure_logs
from app.http.problem_details import printable
from app.http.server import PortTaken, invitation_told, serve_app
from app.pages.rendering import NotBuilt, check_pages
from app.plugins import Plugins
from app.seats.operator_invitations import CannotInvite, invite_from_server
from app.settings import Settings, WrongSettings, load_settings, settings_page
from app.storage.database import Database, UnsafeDatabase, open_database, revision_of
from app.storage.database import migrate as migrate_database
from app.storage.maintenance import NoBackup, back_up, file_of, game_sizes
from app.storage.maintenance import restore as bring_back


def serve(
    context: typer.Context,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 0 takes any free one.")] = None,
) -> None:
    """Serve the table: bring the database up to date, listen, and show the addresses."""
    plugins: Plugins = context.obj
    chosen = _settings(host=host, port=port)
    try:
        check_pages()
    except NotBuilt as missing:
        _give_up(f"Beaten Zone cannot start: {missing}")
    # Whatever is wrong with it is said in one sentence, before anything else starts; it stays open, so that nobody who
    # starts at the same time can have it in between.
    database = _opened(chosen)
    # Machines read JSON line by line: a drawing between the lines would break them.
    say: Callable[[str], None] = (lambda _: None) if chosen.log_format == "json" else typer.echo
    try:
        started = serve_app(create_app(chosen, plugins, opened=database), chosen, say)
    except PortTaken as taken:
        _give_up(str(taken))
    finally:
        database.close()
    if not started:
        raise typer.Exit(1)


def migrate() -> None:
    """Bring the database to the tables of this program, without serving."""
    database = _opened(_settings())
    typer.echo(f"The database is at revision {revision_of(database.engine)}.")
    database.close()


def backup(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="The file to make; it may not be there yet.")],
) -> None:
    """Copy all games into one file, while they are played: everything acknowledged before it began is in it."""
    try:
        made = back_up(file_of(_settings().database_url), file)
    except NoBackup as because:
        _give_up(f"No backup was made: {because}")
    typer.echo(f"{made.path} holds {made.games} games with {made.events} events.")


def restore(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A file that `beatenzone backup` made.")],
) -> None:
    """Put the games of a backup in the place of those that are there, while the service is stopped."""
    try:
        brought, aside = bring_back(file, file_of(_settings().database_url))
    except (NoBackup, UnsafeDatabase) as because:
        _give_up(f"Nothing was restored: {because}")
    typer.echo(f"{brought.path} holds {brought.games} games with {brought.events} events.")
    if aside:
        typer.echo(f"What was there before lies in {aside}.")


def games() -> None:
    """List every game with its events and the room it takes, the largest first. The service may be running."""
    try:
        listed = game_sizes(_settings().database_url)
    except UnsafeDatabase as because:
        _give_up(str(because))
    except DBAPIError as failed:
        _give_up(f"The games cannot be read ({failed.orig}). Is the database of an older version? `beatenzone migrate`")
    for game in listed:
        state = "deleted" if game.deleted_at else "closed" if game.closed_at else "open"
        last, title = game.last_event_at[:10], printable(game.title)
        typer.echo(f"{game.id}  {game.size / MIB:8.2f} MiB  {game.events:6} events  {state:7}  {last}  {title}")
    typer.echo(f"{len(listed)} games, {sum(game.size for game in listed) / MIB:.2f} MiB")


def invite(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The id of the game, as it stands in its address.")],
    seat: Annotated[str, typer.Option(help="The seat: host, referee, a side or spectator.")] = "host",
) -> None:
    """Make an invitation on the server, good once and for ten minutes: a host whose device is lost comes back by it."""
    chosen = _settings()
    try:
        made = invite_from_server(chosen.database_url, context.obj, game, seat)
    except (CannotInvite, UnsafeDatabase) as because:
        _give_up(str(because))
    except DBAPIError as failed:
        _give_up(f"The database cannot be opened: {failed.orig}")
    typer.echo(invitation_told(made, chosen))


def settings() -> None:
    """Print every setting, what it does, and its default."""
    typer.echo(settings_page(), nl=False)


MIB: Final = 2**20
COMMANDS: Final[tuple[Callable[..., None], ...]] = (
    serve,
    migrate,
    backup,
    restore,
    games,
    invite,
    settings,
)

Capability = Callable[[typer.Typer], None]
"""Adds commands of its own."""


def program(plugins: Plugins, *capabilities: Capability) -> typer.Typer:
    """Return the program `beatenzone` with the commands of the server, and those of these capabilities.

    Commands find the plugins in their context.
    """
    made = typer.Typer(
        name="beatenzone",
        help="A tabletop assistant for measured-distance Great War miniatures rules.",
        no_args_is_help=True,
        add_completion=False,
        context_settings={"obj": plugins},
    )
    for one in COMMANDS:
        made.command()(one)
    for register in capabilities:
        register(made)
    return made


def _settings(**chosen: object) -> Settings:
    try:
        found = load_settings(**chosen)
    except WrongSettings as wrong:
        _give_up(str(wrong))
    configure_logs(found)
    return found


def _opened(chosen: Settings) -> Database:
    """The database, brought to the tables of this program; whatever is wrong with it is told in one sentence."""
    try:
        database = open_database(chosen.database_url)
        try:
            migrate_database(database.engine)
        except BaseException:
            database.close()
            raise
        return database
    except UnsafeDatabase as unsafe:
        _give_up(str(unsafe))
    except DBAPIError as failed:
        _give_up(f"The database cannot be opened: {failed.orig}")


def _give_up(because: str) -> NoReturn:
    typer.echo(because, err=True)
    raise typer.Exit(2)
