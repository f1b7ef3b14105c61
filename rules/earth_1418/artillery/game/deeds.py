"""The deeds of artillery: bombardments that are ordered unseen, and smoke and gas that are laid."""

from collections.abc import Iterator
from typing import Final

from rules.earth_1418.artillery.game.commands import LayCordon, OrderBombardment, ShareShots
from rules.earth_1418.artillery.game.judge import (
    clouds_now,
    guns_of,
    laid_now,
    lay_cordon,
    open_bombardments,
    order_bombardment,
    share_shots,
    shots_left,
)
from rules.earth_1418.artillery.game.prospects import lays_denied, round_brings, share_brings, shots_to_share
from rules.earth_1418.artillery.game.throws import WIND_KEY
from rules.earth_1418.game.ground import by_map
from rules.earth_1418.game.offering import judged
from rules.earth_1418.game.state import SIDES, BombardmentGiven, Ordered, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.written.standing import written
from rules.kernel.asking import NEEDED, Ask, Asks, Origin, Proposal, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.stage import AtHand, Deed, Possible

ROUND, SHARE, LAY = Asks(OrderBombardment), Asks(ShareShots), Asks(LayCordon)


def _ordering(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for gun in guns_of(table, side):
            yield Possible({"unit": gun.id}, by=side, secret=True)


def _order_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit = table.state.units[told["unit"]]
    known = [one.value for one in Ordered if laid_now(table, one) is None]
    yield ROUND("lays", among=known, denied=lays_denied(table))
    yield from by_map.at(table, ROUND, by_map.circle_mm(table))
    brings = (*by_map.aimed_at(table, told), *round_brings(table, unit, told))
    yield ROUND("square", proposals=by_map.square(table, told), reckoned=brings)
    others = [one.id for one in guns_of(table, unit.side) if one.id != unit.id]
    if others:
        yield ROUND("guns_too", among=others, most=len(others))
    yield from judged(table, OrderBombardment, told, order_bombardment)


def _sharing(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for one in open_bombardments(table, side):
            left = sum(shots_left(table, one, each) for each in meant_by(table, one))
            again, lost = None if left else AtHand.MORE, _lost_shots(table, one, left)
            yield Possible({"bombardment": one.id}, by=side, secret=True, where=again, lapses=lost)


def _lost_shots(table: EarthTable, given: BombardmentGiven, left: int) -> str:
    """What falls on nobody of a bombardment whose shots could yet be shared out (BE-ART-05)."""
    laid = sum(one.shots for one in written(table.state, given.side).shares if one.bombardment == given.id)
    lost = min(left, given.shots - laid)
    if not lost:
        return ""
    return f"{lost} of {given.shots} shots on {given.square} {'is' if lost == 1 else 'are'} lost"


def open_rounds(table: EarthTable) -> Iterator[BombardmentGiven]:
    """The bombardments of both sides whose shots can be shared out now."""
    for side in SIDES:
        yield from open_bombardments(table, side)


def _share_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    # Those who are meant come first; one's own may lie under the circle too.
    side = next(one.side for one in open_rounds(table) if one.id == told["bombardment"])
    given = next(one for one in open_rounds(table) if one.id == told["bombardment"])
    under = [one.id for one in (*table.enemies(side), *table.state.of_side(side))]
    brings = by_map.under_brings(table, given, under)
    shots = shots_to_share(table, given)
    yield SHARE("unit", among=by_map.under_first(table, given, under), brings=brings, reckoned=shots)
    target = table.state.units[told["unit"]]
    yield SHARE("bases_under", most=target.living, proposals=by_map.bases_under(table, given, target))
    yield SHARE("outside", proposals=by_map.outside(table, given, target))
    most = shots_left(table, given, target, bool(told.get("outside", False)))
    if not most:
        yield Refusal("BE-ART-05", f"No shot is left for {target.name}", "lay fewer on another sub-unit first")
        return
    steps = share_brings(table, given, target, int(told.get("shots", most)), bool(told.get("outside", False)))
    as_many = Proposal(most, Origin.ASSUMED, "as many as may be laid on it")
    yield SHARE("shots", most=most, proposals=(as_many,), reckoned=steps, chosen=True)
    yield from judged(table, ShareShots, told, share_shots)


def meant_by(table: EarthTable, given: BombardmentGiven) -> list[SubUnit]:
    """The enemies on whom shots may be laid: whom the map knows to be under the circle, or any."""
    enemies = [one.id for one in table.enemies(given.side)]
    return [table.state.units[one] for one in by_map.under_first(table, given, enemies)]


def _laying(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for one in clouds_now(table, side):
            yield Possible({"bombardment": one.id}, by=side, secret=True)


def _lay_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unknown = table.state.wind is None
    if unknown:
        if table.book.behaviour("G-42", {"sixths": True, "entered_only": False}):
            # Whoever has to tell the wind reads first that a die may say it.
            yield LAY("wind_thrown", usual=NEEDED)
        if not told.get("wind_thrown", False):
            yield LAY("wind_towards_deg", usual=NEEDED)
    gas = table.state.bombardments[told["bombardment"]].lays is Ordered.IMMEDIATE_GAS
    if gas and table.state.settled.wind_value is None:
        yield LAY("wind_value")
    if unknown and told.get("wind_thrown", False):
        yield LAY("dice", least=1, most=1, kept=lying(table.state, WIND_KEY)[:1], usual=NEEDED)
    yield from judged(table, LayCordon, told, lay_cordon)


ARTILLERY_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("order_bombardment", "Bombard a square", OrderBombardment, _ordering, _order_asks, AtHand.HAND, 2),
    Deed("share_shots", "Share out the shots", ShareShots, _sharing, _share_asks, AtHand.HAND, 3),
    Deed("lay_cordon", "Lay smoke or gas", LayCordon, _laying, _lay_asks, AtHand.HAND, 2),
)
