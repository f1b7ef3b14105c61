"""Who judges which command of an assault, and what waits while it is on."""

from dataclasses import replace

from rules.flanders_fields.assault.game.close_quarters import fire_as_they_close, throw_in_combat
from rules.flanders_fields.assault.game.commands import (
    AllIn,
    FireAsTheyClose,
    GoIn,
    StandAgainstArmour,
    ThrowInCombat,
)
from rules.flanders_fields.assault.game.events import WentIn
from rules.flanders_fields.assault.game.going_in import all_in, go_in
from rules.flanders_fields.assault.game.standing import stand_against_armour
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.waiting import LeavesStep
from rules.flanders_fields.game.ways import on_its_way
from rules.flanders_fields.movement.fire_zones import ZoneMove
from rules.kernel.chapters import Command, judged_by
from rules.kernel.explain import Refusal


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses what waits while contacts of an assault are still to be fought."""
    if not table.state.contacts():
        return None
    together = table.book.behaviour("AMB-401", {"company": False, "battalion": True})
    if together and table.state.assault and table.state.assault.moving and not isinstance(command, LeavesStep):
        return None
    return Refusal("FF-ASL-05", "an assault is on", "fight its contacts first, or take it back")


def _through_fire(table: JudgedTable, command: GoIn, judged: Judgement) -> Judgement:
    """A stand that goes in through zones, as judged; one that follows up is not attacked on its way (AMB-322)."""
    went = None if isinstance(judged, Refusal) else judged[0]
    if not isinstance(went, WentIn) or not (command.zones or command.places):
        return judged
    follows_up = went.follow_up
    met = tuple(replace(one, stand=command.stand) for one in command.zones)
    how = ZoneMove.FOLLOW_UP if follows_up else ZoneMove.ASSAULT
    return on_its_way(table, replace(command, zones=met), judged, how)


judge = judged_by(
    {
        GoIn: lambda table, command: _through_fire(table, command, go_in(table, command)),
        AllIn: all_in,
        StandAgainstArmour: stand_against_armour,
        FireAsTheyClose: fire_as_they_close,
        ThrowInCombat: throw_in_combat,
    }
)
"""Who judges which command of an assault."""
