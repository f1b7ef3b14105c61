"""Bombardments and their shots, written by each side unseen; smoke and gas as they are laid (BE-ART, BE-GAS)."""

from collections.abc import Sequence

from rules.earth_1418.artillery.bombardments import (
    Battery,
    Bombarding,
    Shots,
    is_target,
    most_in_words,
    most_on_one,
    shots_of,
)
from rules.earth_1418.artillery.clouds import CordonFacts, WindAsked, cordon, not_yet_or_no_more, wind
from rules.earth_1418.artillery.game.commands import LayCordon, OrderBombardment, ShareShots
from rules.earth_1418.artillery.game.events import CordonLaid
from rules.earth_1418.artillery.game.throws import WIND_KEY
from rules.earth_1418.game.bombarding import falls_now, own_bombardment
from rules.earth_1418.game.state import SIDES, BombardmentGiven, BoundPhase, CordonLying, Ordered, SharePlanned, SubUnit
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.game.written.events import BombardmentAimed, ChoiceWritten
from rules.earth_1418.game.written.standing import IS_READY, chooses, written
from rules.earth_1418.vocabulary import CloudKind
from rules.kernel.deeds import Judgement
from rules.kernel.dice import D6, Throw
from rules.kernel.explain import Explained, Refusal
from rules.kernel.kept import settle


def with_commands(table: EarthTable) -> bool:
    """Whether bombardments are ordered together with the commands (BE-BND-02; G-40)."""
    return table.book.behaviour("G-40", {"square_with_commands": True, "all_in_planning": False})


def guns_of(table: EarthTable, side: str) -> list[SubUnit]:
    """The guns of a side that can be told to bombard now: not packed, they kept still, and no square is theirs yet."""
    state = table.state
    now = state.phase is BoundPhase.COMMANDS if with_commands(table) else state.phase is BoundPhase.PLANNING
    if not now or not chooses(table, side):
        return []
    taken = {gun for one in written(state, side).bombardments for gun in one.guns}
    guns = [one for one in state.of_side(side) if table.is_gun(one) and one.id not in taken]
    if not with_commands(table):
        planned = {one.id for one in table.planned_in(state.step, side)}
        guns = [one for one in guns if one.id in planned]
    return [one for one in guns if table.steps_of(one).shoots is not None]


def laid_now(table: EarthTable, lays: Ordered) -> Refusal | None:
    """Why guns cannot lay something in the month of the game (BE-GAS-01); None where they can."""
    return None if lays is Ordered.SHELLS else not_yet_or_no_more(CloudKind(lays.value), table.book)


def order_bombardment(table: EarthTable, command: OrderBombardment) -> Judgement:
    """Write which guns bombard a square (BE-ART-01, BE-ART-05, BE-BND-02, BE-GAS-01; G-40)."""
    unit = table.state.units.get(command.unit)
    if unit is None:
        return NOT_NOW
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    if unit.side in table.state.ready:
        return IS_READY
    able = {one.id: one for one in guns_of(table, unit.side)}
    guns = (command.unit, *command.guns_too)
    if not set(guns) <= able.keys() or len(set(guns)) < len(guns):
        return Refusal("BE-ART-01", "Only guns that are ready bombard, each one square", "name guns that are ready")
    if not command.square.strip():
        return Refusal("BE-ART-01", "A bombardment is ordered on a square of the grid", "name the square")
    gone = laid_now(table, command.lays)
    if gone is not None:
        return gone
    shots = shots_together(table, guns)
    if isinstance(shots, Refusal):
        return shots
    name = f"{unit.id}-{table.state.bound}"
    made = BombardmentGiven(name, unit.side, guns, command.square.strip(), command.lays, shots.value.shots)
    written_down = ChoiceWritten(unit.side, (), (made,), (), ())
    if command.x_mm is None or command.y_mm is None:
        return (written_down,)
    laid = table.state.ground.laid
    if laid is None or not (0 <= command.x_mm <= laid.table.width_mm and 0 <= command.y_mm <= laid.table.depth_mm):
        return Refusal("BE-ART-06", "The circle is not laid on the table", "lay it on the table")
    return (written_down, BombardmentAimed(unit.side, name, command.x_mm, command.y_mm))


def shots_together(table: EarthTable, guns: Sequence[str]) -> Explained[Shots] | Refusal:
    """How many shots guns have that fire together (BE-ART-05)."""
    units = (table.state.units[gun] for gun in guns)
    batteries = tuple(Battery(unit=one.unit, bases=one.living, typed=one.typed) for one in units)
    return shots_of(Bombarding(guns=batteries), table.book)


def open_bombardments(table: EarthTable, side: str) -> list[BombardmentGiven]:
    """The bombardments of a side whose shots can be shared out now: their guns are planned for in this step."""
    state = table.state
    if state.phase is not BoundPhase.PLANNING or not chooses(table, side):
        return []
    rounds = (*state.bombardments.values(), *written(state, side).bombardments)
    now = {one.id for one in table.planned_in(state.step, side)}
    return [one for one in rounds if one.side == side and one.lays is Ordered.SHELLS and now & set(one.guns)]


def share_shots(table: EarthTable, command: ShareShots) -> Judgement:
    """Write how shots are shared out (BE-ART-05, BE-ART-07, BE-ART-08; G-29)."""
    # Of the other side's it is not even told that there is one.
    own = (one for side in SIDES if side in table.sides for one in open_bombardments(table, side))
    given = next((one for one in own if one.id == command.bombardment), None)
    if given is None:
        return NOT_NOW
    target = table.state.units.get(command.unit)
    if target is None or not target.living:
        return Refusal("BE-ART-08", "There is nobody of that name", "name a sub-unit that is there")
    refused = _shared_badly(table, given, command, target) if command.shots else None
    if refused is not None:
        return refused
    made = SharePlanned(given.id, command.unit, command.bases_under, command.shots, command.outside)
    return (ChoiceWritten(given.side, (), (), (), (made,)),)


def _shared_badly(table: EarthTable, given: BombardmentGiven, wanted: ShareShots, target: SubUnit) -> Refusal | None:
    is_none = wanted.bases_under > target.living or not is_target(target.living, wanted.bases_under)
    if is_none and not table.overruled:
        because = f"{target.name} has not more than one base under the circle"
        return Refusal("BE-ART-07", because, "lay the shots on those under it")
    rows = [one for one in written(table.state, given.side).shares if one.bombardment == given.id]
    others = [one for one in rows if (one.unit, one.outside) != (wanted.unit, wanted.outside)]
    limit = most_on_one(given.shots, table.book)
    on_it = wanted.shots + sum(one.shots for one in others if one.unit == wanted.unit)
    targets = table.book.behaviour("G-29", {"sub_unit": 1, "base": wanted.bases_under})
    if on_it > limit * targets and not table.overruled:
        return Refusal(
            "BE-ART-08", f"More than {most_in_words(table.book)} of the shots on {target.name}", f"lay {limit} at most"
        )
    if wanted.shots + sum(one.shots for one in others) > given.shots:
        return Refusal("BE-ART-05", f"There are {given.shots} shots", f"lay {given.shots} at most")
    return None


def shots_left(table: EarthTable, given: BombardmentGiven, target: SubUnit, anew: bool | None = None) -> int:
    """Return how many shots may still be laid on one target (BE-ART-05, BE-ART-08).

    Args:
        anew: `outside` of the row that is laid anew; its shots count as free. None: no row is.
    """
    rows = [one for one in written(table.state, given.side).shares if one.bombardment == given.id]
    rows = [one for one in rows if (one.unit, one.outside) != (target.id, anew)]
    on_it = sum(one.shots for one in rows if one.unit == target.id)
    left = given.shots - sum(one.shots for one in rows)
    return max(0, left if table.overruled else min(left, most_on_one(given.shots, table.book) - on_it))


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
