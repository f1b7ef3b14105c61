"""The assault in the game state: contacts as measured, and closing shots (FF-ASL)."""

from __future__ import annotations

from typing import NamedTuple

from rules.flanders_fields.arcs_of_fire import Sector
from rules.flanders_fields.closing_fire import Approach
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass

# How stands meet in an assault


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """How two stands come into contact, as measured on the table (FF-ASL-05).

    `cover` is the defender's, `ground_outside` what the attacker had just outside the position; the stand came from
    `approach` and began `began_cm` away, in the defender's arc or not; `supporter` touches it from behind. `sector` is
    the side on which it came at a tank, or the face of a block house: it tells more than `approach`, which follows
    from it. The rest is what house rules look at besides (AMB-407, AMB-409, AMB-413).
    """

    cover: Cover = fact("the defender's cover")
    ground_outside: Cover = fact("the cover just outside the position", default=Cover.SOFT)
    approach: Approach = fact("from where the attacker comes", default=Approach.FRONT)
    began_in_arc: bool = fact("the attacker began in the defender's arc", default=True)
    began_cm: float = fact("from where the attacker began to the defender", default=10.0, unit="cm")
    supporter: str = fact("the stand that touches the attacker from behind", default="")
    attacker_cover: Cover = fact("the attacker's cover", default=Cover.OPEN)
    defender_supported: bool = fact("the defender has support", default=False)
    attacker_with_commander: bool = fact("a commander is with the attacker", default=False)
    defender_with_commander: bool = fact("a commander is with the defender", default=False)
    sector: Sector = fact(
        "the side of the tank, or the face of the block house, that is assaulted", default=Sector.NONE
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact(Meeting):
    """A stand that was moved into contact with an enemy stand."""

    attacker: str
    defender: str


# State of an assault that is on its way


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
