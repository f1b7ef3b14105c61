"""Who waits off the table, and on what he comes: by his scenario, otherwise as in the specimen game (FF-SCN-34)."""

from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.turn.reinforcements import NEEDED
from rules.kernel.values import dataclass

SURE: Final = "sure"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A formation off the table. From `first_turn` on it arrives on `needed[0]` or more, the turn after on the next,
    then on the last of them; without `needed` its scenario says nothing of it. `where` it comes on, in words."""

    side: str
    name: str
    first_turn: int = 0
    needed: tuple[int, ...] = ()
    where: str = ""

    def die_in(self, turn: int) -> str:
        """What its die must show in a game turn; empty before its first."""
        if not self.needed or turn < self.first_turn:
            return ""
        return shown(self.needed[min(turn - self.first_turn, len(self.needed) - 1)])

    @property
    def says(self) -> str:
        """When and where it comes, in a line; empty where its scenario says nothing of it."""
        rolls = [f"turn {turn}: {shown(face)}" for turn, face in enumerate(self.needed, self.first_turn)]
        told = ", ".join(rolls) + (" and after" if rolls else "")
        return "; ".join(part for part in (told, self.where) if part)


def shown(face: int) -> str:
    """What a die must show."""
    return f"{face}+" if face > 1 else SURE


def of_the_book(turn: int, book: RuleBook) -> str:
    """What a die must show in a turn of the specimen game; empty before its first."""
    table = book.table(NEEDED)
    turns = sorted(int(key.removeprefix("turn_")) for key in table)
    if not turns or turn < turns[0]:
        return ""
    return shown(table.number(f"turn_{min(turn, turns[-1])}").value)
