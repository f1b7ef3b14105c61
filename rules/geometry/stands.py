"""Stands on the table. Places are whole millimetres in the table's plane: x to the right, y away from the attacker."""

from typing import NamedTuple


class Spot(NamedTuple):
    """A place on the table in whole millimetres; it may lie beyond the table's edges."""

    x_mm: int
    y_mm: int
