"""What was done under one command's name, so that it can be taken back by it."""

from __future__ import annotations

from typing import NamedTuple

from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Audience, Role, Throw


class Deed(NamedTuple):
    """One command that was done: its events, who did it in which player turn, its name, and the dice it threw.

    `audience` is that of its first event, which gives it its name. `open_name` is that of the first event which
    everybody may know of, empty where there is none.
    """

    command_id: str
    role: Role
    turn: tuple[int, Side]
    seqs: tuple[int, ...]
    name: str
    dice: dict[str, tuple[Throw, ...]]
    audience: Audience
    before: Deed | None
    open_name: str = ""

    def name_for(self, role: Role) -> str:
        """Its name for a role; empty for one that may not know of it."""
        knows = role is Role.REFEREE or self.audience.value == role.value
        return self.name if knows else self.open_name
