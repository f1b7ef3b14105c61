"""The air missions a scenario's file gives a side, until its players write their own plans."""

from rules.flanders_fields.game.planned import Missions
from rules.flanders_fields.vocabulary import Side
from rules.kernel.strict import Reader

MOST = 9


def planned_missions(entry: Reader, side: Side) -> tuple[Missions, ...]:
    """`air_missions` of one side (FF-AIR-15). Raises BadData for a number that no plan holds."""
    if not entry.has("air_missions"):
        return ()
    number = entry.whole("air_missions")
    if not 1 <= number <= MOST:
        raise entry.wrong("air_missions", f"is {number}", f"write a whole number from 1 to {MOST}, or leave it out")
    return (Missions(side, number),)
