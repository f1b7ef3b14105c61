"""Smoke and gas as they are laid across the wind (BE-GAS)."""

from rules.earth_1418.artillery.clouds import CordonFacts, WindAsked, cordon, wind
from rules.earth_1418.artillery.game.commands import LayCordon
from rules.earth_1418.artillery.game.events import CordonLaid
from rules.earth_1418.artillery.game.throws import WIND_KEY
from rules.earth_1418.game.bombarding import falls_now, own_bombardment
from rules.earth_1418.game.state import BombardmentGiven, CordonLying, Ordered
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.vocabulary import CloudKind
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal
from rules.kernel.kept import settle
from rules.kernel.play import Throw
from rules.kernel.record import Judgement


def clouds_now(table: EarthTable, side: str) -> list[BombardmentGiven]:
    """Smoke and gas of a side that is laid in this step."""
    return [
        one
        for one in table.state.bombardments.values()
        if one.side == side and one.lays is not Ordered.SHELLS and not one.bonus_spent and falls_now(table, one)
    ]


def lay_cordon(table: EarthTable, command: LayCordon) -> Judgement:
    """Lay a cordon across the wind (BE-GAS-04, BE-GAS-05, BE-GAS-07)."""
    given = own_bombardment(table, command.bombardment)
    if given is None:
        return NOT_NOW
    if given not in clouds_now(table, given.side):
        return NOT_NOW
    dice = settle(table.state, WIND_KEY, command.dice) if command.wind_thrown else ()
    if isinstance(dice, Refusal):
        return dice
    towards = wind_now(table, command, dice)
    if isinstance(towards, Refusal):
        return towards
    kind, value = CloudKind(given.lays.value), table.state.settled.wind_value
    told = command.wind_value if value is None and kind is CloudKind.IMMEDIATE_GAS else None
    asked = CordonFacts(
        kind=kind,
        batteries=len(given.guns),
        wind_towards_deg=towards.value,
        wind_value=told if value is None else value,
    )
    found = cordon(asked, table.book)
    if isinstance(found, Refusal):
        return found
    lies = CordonLying(f"cordon-{len(table.state.cordons) + 1}", kind, given.square, len(given.guns))
    return (CordonLaid(given.id, lies, towards.value, (*towards.steps, *found.steps), dice, told),)


def wind_now(table: EarthTable, command: LayCordon, dice: tuple[Throw, ...]) -> Explained[float] | Refusal:
    """Where the wind blows to: as it is known, else by the die or as it is told (BE-GAS-07; G-42)."""
    if table.state.wind is not None:
        return Explained(table.state.wind, None, ())
    if command.wind_thrown:
        if len(dice) != 1:
            return Refusal("BE-GAS-07", "One die is thrown for the wind", "throw it")
        return wind(WindAsked(), (D6(dice[0].pips),), table.book)
    if command.wind_towards_deg is None:
        return Refusal("BE-GAS-07", "Nobody has said where the wind blows to", "say it, by scenario or die")
    return wind(WindAsked(entered_deg=command.wind_towards_deg), (), table.book)
