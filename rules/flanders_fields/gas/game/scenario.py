"""The gas a scenario's file plans for a side, until its players write their own plans."""

from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.gas.clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import Side
from rules.kernel.strict import Reader

FARTHEST_CM, LAST_TURN, HALF_TURN = 1000, 99, 180


def planned_gas(entry: Reader, side: Side) -> tuple[PlannedGas, ...]:
    """The tables [[side.gas]] of one side, in the order of their turns. Raises BadData for what cannot be planned.

    One attack a table: kind, delivery, turn, along_cm and up_cm from its own left corner, wind_deg (0 if it is not
    there), and speed_cm for games that write the speed of the wind (GAP-67).
    """
    found = [_attack(one, side) for one in entry.tables("gas", ())]
    return tuple(sorted(found, key=lambda one: one.turn))


def _attack(entry: Reader, side: Side) -> PlannedGas:
    attack = PlannedGas(
        side=side,
        kind=entry.word("kind", {kind.value: kind for kind in GasKind}),
        delivery=entry.word("delivery", {way.value: way for way in Delivery}),
        turn=_within(entry, "turn", 1, LAST_TURN),
        along_cm=float(_within(entry, "along_cm", 0, FARTHEST_CM)),
        up_cm=float(_within(entry, "up_cm", 0, FARTHEST_CM)),
        wind_deg=_within(entry, "wind_deg", -HALF_TURN, HALF_TURN) if entry.has("wind_deg") else 0,
        speed_cm=float(_within(entry, "speed_cm", 0, FARTHEST_CM)) if entry.has("speed_cm") else None,
    )
    if attack.delivery is Delivery.PROJECTOR and side is Side.DEFENDER:
        raise entry.wrong("delivery", "gives projectors to the defender", "deliver it by artillery")
    entry.close()
    return attack


def _within(entry: Reader, key: str, least: int, most: int) -> int:
    number = entry.whole(key)
    if not least <= number <= most:
        raise entry.wrong(key, f"is {number}", f"write a whole number from {least} to {most}")
    return number
