"""What a game remembers of an assault that is on its way."""

from __future__ import annotations

from typing import NamedTuple

from rules.flanders_fields.game.contact import Contact
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


class ClosingShot(NamedTuple):
    """A fire of the assaulted: who fired at which attacker, from which of its sides or faces."""

    stand: str
    target: str
    sector: Sector


@dataclass(frozen=True, slots=True)
class Assault:
    """An assault on its way: stands move in, then those in `firing` still may fire, then contacts are fought in order.

    `dice` are those thrown for the first contact; `fought` the defenders that have fought, `winners` the attackers
    that have won and not gone on, `followed_up` those that have. Before any fire those in `standing` test whether they
    stand against armour; `shots` are the fires of the assaulted so far. One that goes on from wire that was just
    crossed is `by_wire`: only stands that crossed it go in.
    """

    unit: str
    side: Side
    contacts: tuple[Contact, ...]
    moving: bool = True
    firing: tuple[str, ...] = ()
    dice: tuple[tuple[Side, Throw], ...] = ()
    fought: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    followed_up: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    shots: tuple[ClosingShot, ...] = ()
    by_wire: bool = False

    def die_of(self, side: Side) -> Throw | None:
        """The die a side has thrown for the first contact."""
        return next((die for whose, die in self.dice if whose is side), None)
