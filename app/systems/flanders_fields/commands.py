"""Commands of Flanders Fields in the terminal."""

import typer

from app.systems.flanders_fields.printing.cli import register as register_print
from app.systems.flanders_fields.printing.forms_cli import register as register_print_form


def register(program: typer.Typer) -> None:
    """Add `print` and `print-form` to the program."""
    register_print(program)
    register_print_form(program)
