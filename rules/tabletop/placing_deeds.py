"""What deeds of any system ask of a table: who may lay one, and a place on it."""

from collections.abc import Iterator
from typing import Any

from rules.kernel.asking import NEEDED, Ask, Asks
from rules.kernel.seats import Actor
from rules.kernel.stage import Possible
from rules.tabletop.laid import LaidTable
from rules.tabletop.placing import may_lay
from rules.tabletop.terrain import Table


def laying(actor: Actor) -> Iterator[Possible]:
    """A table may be laid by whoever is no side beside a referee."""
    if may_lay(actor) is None:
        yield Possible()


def place_asks(asks: Asks[Any], laid: Table | LaidTable | None, circle_mm: float = 0.0) -> Iterator[Ask]:
    """A place on the table, where one is laid: one tap on the map tells both halves of it."""
    if laid is not None:
        yield asks("x_mm", least=0, most=laid.width_mm, usual=NEEDED, circle_mm=circle_mm)
        yield asks("y_mm", least=0, most=laid.depth_mm, usual=NEEDED)
