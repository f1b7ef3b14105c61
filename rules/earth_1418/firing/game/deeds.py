"""The deeds of firing: whose each is now, and what it asks."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.chart import range_of
from rules.earth_1418.firing.attack import AttackReady, made_ready
from rules.earth_1418.firing.game.commands import FightHand, Shell, Shoot
from rules.earth_1418.firing.game.judge import (
    fight,
    fight_ready,
    in_its_turn,
    shares_now,
    shell,
    shell_facts,
    shoot,
    shot_facts,
)
from rules.earth_1418.firing.game.throws import how_of, pending_key, volley_key
from rules.earth_1418.firing.game.volley_deeds import VOLLEY_DEEDS
from rules.earth_1418.game.ground import by_map
from rules.earth_1418.game.melees import bases_that_strike, strike_at_once, strikers
from rules.earth_1418.game.naming import called
from rules.earth_1418.game.overwatch import planned_shots
from rules.earth_1418.game.state import SIDES, SharePlanned, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.vocabulary import Stance, TroopType
from rules.kernel.asking import NEEDED, Ask, Asks, FigureBand, Origin, Proposal, Told
from rules.kernel.dice import Throw
from rules.kernel.explain import Refusal, Step
from rules.kernel.kept import lying
from rules.kernel.measure import MM_A_CM
from rules.kernel.plain import NotPlain, build, plain
from rules.kernel.stage import AtHand, Deed, Possible

SHOOT, SHELL, FIGHT = Asks(Shoot), Asks(Shell), Asks(FightHand)


UNSEEN: Final = Throw(1, "rolled")


def dice_asked(
    table: EarthTable, asks: Asks[Any], told: Told, ready: AttackReady | Refusal, key: str
) -> Iterator[Ask | Refusal]:
    """The word of the rules on what was told, then the dice they count."""
    if isinstance(ready, Refusal):
        yield ready
        return
    count = ready.volley.dice
    if not count:
        none = Step("BE-ARM-02", "No die is thrown: nothing can be hit")
        yield asks("dice", least=0, most=0, reckoned=(none, *ready.of_dice))
    judges: dict[type[Any], Any] = {Shoot: shoot, Shell: shell, FightHand: fight}
    judge = judges[asks.command]
    found = judge(table, build(asks.command, {**told, "dice": [plain(UNSEEN)] * count}))
    if isinstance(found, Refusal) and not lying(table.state, key):
        yield found
        return
    if count:
        yield asks("dice", least=count, most=count, kept=lying(table.state, key)[:count], usual=NEEDED)


def _built(command: type[Any], told: Told) -> Any:
    try:
        return build(command, told)
    except NotPlain:
        return None


def ground_asked(table: EarthTable, asks: Asks[Any], target: SubUnit) -> Iterator[Ask]:
    """The ground a target is on, by the map or as it was when last told; and the other one, of a target that moves."""
    known = Proposal(target.terrain.value, Origin.REMEMBERED, "as it was told last")
    yield asks("terrain", proposals=(*by_map.terrain(table, target), known))
    if table.stance_of(target) is Stance.MOVING:
        left = target.left_terrain
        came = (Proposal(left.value, Origin.REMEMBERED, "it came from there"),) if left else ()
        yield asks("other_terrain", proposals=came)


def _measured(reach: int | None) -> dict[str, Any]:
    """The bands of a distance that matter, and that the target is mostly in range."""
    if reach is None:
        return {"proposals": (Proposal(50.0, Origin.ASSUMED, "its range is infinite"),)}
    limit = reach / MM_A_CM
    bands = (FigureBand(f"up to {limit:g}", limit / 2), FigureBand(f"over {limit:g}", limit + 1))
    return {"bands": bands, "proposals": (Proposal(limit / 2, Origin.ASSUMED, "within its range"),)}


def _shooting(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for unit, waits in planned_shots(table, side):
            # What the map has of range and sight is only proposed: the players may let the shot be made (BE-OVW-02).
            is_allowed = table.overruled and bool(by_map.hidden(table, unit, table.state.units[unit.target]))
            barred = in_its_turn(table, unit) or (None if is_allowed else waits)
            yield Possible({"unit": unit.id, "target": unit.target}, by=side, barred=barred)


def _shoot_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit, target = table.state.units[told["unit"]], table.state.units[told["target"]]
    _, reach = range_of(unit.unit, False, unit.typed, table.book)
    yield from _distance_asked(table, unit, target, reach)
    yield SHOOT("in_sight", proposals=by_map.in_sight(table, unit, target))
    yield from ground_asked(table, SHOOT, target)
    if table.book.option("G-37") == "those_that_can":
        able = by_map.bases_able(table, unit, target, reach)
        yield SHOOT("bases_able", most=table.bases_that_shoot(unit), proposals=able)
    if unit.unit is TroopType.MOUNTED_RIFLES:
        yield SHOOT("mounted")
    yield from _cordons_asked(table, SHOOT, unit, target)
    command = _built(Shoot, told)
    if command is not None:
        ready = made_ready(shot_facts(table, command, unit), table.book)
        key = volley_key(table.state, "shoot", unit.id, target.id)
        yield from dice_asked(table, SHOOT, told, ready, key)


def _cordons_asked(table: EarthTable, asks: Asks[Any], unit: SubUnit, target: SubUnit) -> Iterator[Ask]:
    """Which cordons the two touch, where any lies (BE-GAS-03)."""
    if table.state.cordons:
        names = ["", *(one.id for one in table.state.cordons)]
        own, theirs = by_map.cordon(table, unit), by_map.cordon(table, target)
        yield asks("own_cordon", among=names, proposals=own, brief=f"Smoke or gas on {unit.name}")
        yield asks("target_cordon", among=names, proposals=theirs, brief=f"Smoke or gas on {target.name}")


def _distance_asked(table: EarthTable, unit: SubUnit, target: SubUnit, reach: int | None) -> Iterator[Ask]:
    measured = _measured(reach)
    proposals = (*by_map.distance(table, unit, target), *measured.pop("proposals"))
    yield SHOOT("distance_cm", proposals=proposals, **measured)


def _shelling(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for one in shares_now(table, side):
            if pending_key(one.bombardment, one.unit) not in table.state.pending:
                about = {"bombardment": one.bombardment, "unit": one.unit, "outside": one.outside}
                # Shots on bases of one target inside and outside the circle are thrown for apart (BE-ART-10).
                named = f"{called(table.state, one.bombardment)}, {table.state.units[one.unit].name}"
                of = f"{named}, bases more than half outside the circle" if one.outside else ""
                yield Possible(about, by=side, secret=True, of=of)


def _shell_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    target = table.state.units[told["unit"]]
    yield from ground_asked(table, SHELL, target)
    if table.state.cordons:
        names = ["", *(one.id for one in table.state.cordons)]
        touched = by_map.cordon(table, target)
        yield SHELL("target_cordon", among=names, proposals=touched, brief=f"Smoke or gas on {target.name}")
    command = _built(Shell, told)
    if command is not None:
        share = SharePlanned(command.bombardment, command.unit, 1, 1, command.outside)
        planned = [one for one in table.state.shares if replace(one, bases_under=1, shots=1) == share]
        ready = made_ready(shell_facts(table, command, planned[0]), table.book)
        how = how_of("shell", command.outside)
        key = volley_key(table.state, how, command.bombardment, command.unit)
        yield from dice_asked(table, SHELL, told, ready, key)


def _fighting(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for unit, enemy in strikers(table, side):
            yield Possible({"unit": unit, "target": enemy}, by=side, owed=True)


def _fight_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit, target = table.state.units[told["unit"]], table.state.units[told["target"]]
    most = bases_that_strike(table, unit, target)
    all_of_them = Proposal(most, Origin.ASSUMED, "all of them touch an enemy base")
    touch = by_map.touching(table, unit, target, strike_at_once(table, unit, target))
    yield FIGHT("bases", most=most, proposals=(*touch, all_of_them))
    yield from ground_asked(table, FIGHT, target)
    yield from _cordons_asked(table, FIGHT, unit, target)
    command = _built(FightHand, told)
    if command is not None:
        key = volley_key(table.state, "fight", unit.id, command.target)
        yield from dice_asked(table, FIGHT, told, fight_ready(table, command, unit), key)


def ready_of(table: EarthTable, command: Any) -> AttackReady | None:
    """A shot, shells or a blow before its dice; None for anything else, or where the rules refuse it."""
    units, found = table.state.units, None
    match command:
        case Shoot() if command.unit in units:
            found = made_ready(shot_facts(table, command, units[command.unit]), table.book)
        case FightHand() if command.unit in units:
            found = fight_ready(table, command, units[command.unit])
        case Shell():
            shares = (
                one
                for one in table.state.shares
                if (one.bombardment, one.unit, one.outside) == (command.bombardment, command.unit, command.outside)
            )
            share = next(shares, None)
            found = made_ready(shell_facts(table, command, share), table.book) if share else None
    return found if isinstance(found, AttackReady) else None


FIRING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    *VOLLEY_DEEDS,
    Deed("shoot", "Shoot", Shoot, _shooting, _shoot_asks, AtHand.HAND, 1),
    Deed("shell", "Bombard", Shell, _shelling, _shell_asks, AtHand.HAND, 2),
    Deed("fight", "Strike in melee", FightHand, _fighting, _fight_asks, AtHand.HAND, 1),
)
