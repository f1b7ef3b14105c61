"""Commands of Flanders Fields in the terminal."""

import typer

from app.systems.flanders_fields.printing import cli, forms_cli


def register(program: typer.Typer) -> None:
    """Add `print` and `print-form` to the program."""
    cli.register(program)
    forms_cli.register(program)
