"""The deeds of deep suppression: whose each is now, and what it asks (FF-DSU-02, FF-DSU-03)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.artillery.deep_suppression import Chooser, deep_dice
from rules.flanders_fields.artillery.game.deep.commands import LoseBattery, RollDeepSuppression
from rules.flanders_fields.artillery.game.deep.due import batteries_of, rolled_now, rolls_deep, to_lose
from rules.flanders_fields.artillery.game.deep.judge import deep_fire, lot_dice, who_settles
from rules.flanders_fields.artillery.game.deep.throws import deep_key, lot_key
from rules.flanders_fields.game.seated import NOT_SEEN, SeatDeeds
from rules.kernel.asking import NEEDED, Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.stage import Deed, Possible

DEEP, BATTERY = Asks(RollDeepSuppression), Asks(LoseBattery)


def _rolling(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    awaited = seated.state.turn.running and not rolled_now(seated.state)
    if awaited and rolls_deep(seated.state, side, seated.table.book):
        command = RollDeepSuppression(dice=(NOT_SEEN,) * _wanted(seated, ()))
        barred = seated.refused_all(side, [command])
        yield Possible(by=side.value, owed=barred is None, barred=barred)


def _wanted(seated: SeatDeeds, in_front_line: tuple[str, ...]) -> int:
    side = seated.state.turn.side
    rear = [unit for unit in batteries_of(seated.state, side.other) if unit.id not in in_front_line]
    return deep_dice(deep_fire(seated.table, side, rear), seated.table.book)


def _roll_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    side = seated.state.turn.side
    yield DEEP("in_front_line", among=[one.id for one in batteries_of(seated.state, side.other) if one.on_table])
    many = _wanted(seated, tuple(told.get("in_front_line", ())))
    yield DEEP("dice", least=many, most=many, kept=lying(seated.state, deep_key(seated.state, side))[:many])


def _losing(seated: SeatDeeds) -> Iterator[Possible]:
    deep = to_lose(seated.state)
    if deep is not None:
        side = who_settles(deep)
        command = LoseBattery(battery=deep.among[0])
        if deep.chosen_by is Chooser.LOT:
            command = LoseBattery(dice=(NOT_SEEN,) * lot_dice(len(deep.among)))
        barred = seated.refused_all(side, [command])
        yield Possible(by=side.value, owed=barred is None, barred=barred)


def _lose_asks(seated: SeatDeeds, _told: Told) -> Iterator[Ask | Refusal]:
    deep = to_lose(seated.state)
    if deep is None:
        return
    if deep.chosen_by is not Chooser.LOT:
        yield BATTERY("battery", among=deep.among, usual=NEEDED)
        return
    many = lot_dice(len(deep.among))
    kept = lying(seated.state, lot_key(seated.state, deep.side))[:many]
    yield BATTERY("dice", least=many, most=many, kept=kept, usual=NEEDED)


DEEP_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("lose_battery", "A battery is lost", LoseBattery, _losing, _lose_asks),
    Deed("roll_deep_suppression", "Deep suppression", RollDeepSuppression, _rolling, _roll_asks),
)
"""In the order in which they are owed."""
