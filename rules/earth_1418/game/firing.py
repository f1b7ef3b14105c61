"""Shots, shells and blows: how many dice against which Resilience, thrown again, and on whom the hits fall."""

from collections.abc import Sequence
from typing import Any, Final

from rules.earth_1418.artillery.clouds import CordonFacts, WindAsked, cordon, wind
from rules.earth_1418.firing.arming import Shooter
from rules.earth_1418.firing.attack import AttackFacts, AttackReady, made_ready
from rules.earth_1418.firing.injuries import HitsTaken, place_hits
from rules.earth_1418.firing.volleys import hitting, second_hits, thrown_again
from rules.earth_1418.game.commands import FightHand, LayCordon, PlaceHits, Shell, Shoot, ThrowAgain
from rules.earth_1418.game.events import CordonLaid, DiceThrownAgain, HitsPlaced, VolleyFired
from rules.earth_1418.game.fold import pending_key
from rules.earth_1418.game.state import (
    BombardmentGiven,
    BoundPhase,
    CordonLying,
    Ordered,
    PendingHits,
    SharePlanned,
    SubUnit,
)
from rules.earth_1418.game.stepping import after, strikers
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.game.throws import WIND_KEY, again_key, how_of, volley_key
from rules.earth_1418.vocabulary import ArmingSide, BaseMark, CloudKind, Plan, Terrain
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal
from rules.kernel.kept import settle
from rules.kernel.play import Throw

Judgement = Sequence[Any] | Refusal


def may_shoot(table: EarthTable, unit: str) -> SubUnit | Refusal:
    """The sub-unit that carries out its planned shot now (BE-EXE-01 to BE-EXE-09, BE-OVW-02; G-39)."""
    found = table.state.units.get(unit)
    refused = NOT_NOW if found is None else table.speaks_for(found.side)
    if found is None or refused is not None:
        return refused or NOT_NOW
    if found not in list(table.shooters(found.side)):
        return NOT_NOW
    return in_its_turn(table, found) or found


def in_its_turn(table: EarthTable, unit: SubUnit) -> Refusal | None:
    """Why a shot waits for those of the side that said Ready last (BE-BND-04; G-39); None where it does not."""
    together = table.book.behaviour("G-39", {"together": True, "in_turn": False})
    first = table.state.ready_last
    if together or unit.side == first or first in table.state.closed or not table.may_yet_shoot(first):
        return None
    return Refusal("BE-BND-04", "The side that said Ready last shoots first (G-39)", "wait for its shots")


def shot_facts(table: EarthTable, command: Shoot, unit: SubUnit) -> AttackFacts:
    """A planned shot as the rules on attacks see it."""
    target = table.state.units[command.target]
    return AttackFacts(
        shooter=Shooter(
            unit=unit.unit,
            bases=table.bases_that_shoot(unit),
            bases_able=command.bases_able,
            begun=len(unit.bases),
            assaulting=unit.plan is Plan.ASSAULT,
            gas=table.cloud(command.own_cordon),
            typed=unit.typed,
        ),
        target=table.as_target(target, command.terrain, command.other_terrain, command.target_cordon),
        target_bases=max(1, target.living),
        distance_cm=None if table.overruled else command.distance_cm,
        free_line=command.in_sight or table.overruled,
        mounted=command.mounted,
    )


def shoot(table: EarthTable, command: Shoot) -> Judgement:
    """Carry out a planned shot (BE-LOS-01, BE-ARM-05, BE-VEH-02, BE-BND-04)."""
    unit = may_shoot(table, command.unit)
    if isinstance(unit, Refusal):
        return unit
    if command.target != unit.target:
        return Refusal("BE-PLN-01", "That is not whom it planned to shoot at", "shoot as planned")
    ready = made_ready(shot_facts(table, command, unit), table.book)
    if isinstance(ready, Refusal):
        return ready
    return fire(table, "shoot", unit.side, unit.id, command.target, ready, command.dice, command.terrain)


def fire(
    table: EarthTable,
    how: str,
    side: str,
    unit: str,
    target: str,
    ready: AttackReady,
    dice: tuple[Throw, ...],
    terrain: Terrain,
    share: SharePlanned | None = None,
) -> Judgement:
    """The dice of a volley, the hits, and what they do where nothing is left to choose."""
    outside = bool(share and share.outside)
    key = volley_key(table.state, how_of(how, outside), share.bombardment if share else unit, target)
    if len(dice) != ready.volley.dice:
        return Refusal("BE-ARM-01", f"It throws {ready.volley.dice} dice", "throw as many as it has")
    thrown = settle(table.state, key, dice)
    if isinstance(thrown, Refusal):
        return thrown
    faces = tuple(one.pips for one in thrown)
    volley, book = ready.volley, table.book
    hit = hitting(faces, volley.bonus, volley.resilience, book)
    again = len(thrown_again(volley, hit, book))
    done = VolleyFired(
        how,
        side,
        "" if share else unit,
        target,
        share.bombardment if share else "",
        outside,
        terrain,
        volley,
        thrown,
        0 if again else len(hit),
        again,
        ready.steps,
        ready.considered,
    )
    return (done, *_placed_at_once(table, (done,), share.bombardment if share else unit, target))


def _placed_at_once(table: EarthTable, events: Sequence[Any], unit: str, target: str) -> Sequence[Any]:
    """The hits, where the rules leave nothing to choose."""
    later = EarthTable(after(table.state, events), table.actor)
    waits = later.state.pending.get(pending_key(unit, target))
    if waits is None or waits.again or not waits.hits:
        return ()
    return () if choices(later, waits)[1] else (_suffered(later, waits, ()),)


def choices(table: EarthTable, waits: PendingHits) -> tuple[list[str], int]:
    """The bases among which the aggressor chooses, and how many; none to choose where all go alike (BE-INJ-08)."""
    target = table.state.units[waits.target]
    unhurt = [n for n, mark in enumerate(target.bases) if mark is BaseMark.UNHURT]
    living = [n for n, mark in enumerate(target.bases) if mark is not BaseMark.KILLED]
    among, count = (unhurt, waits.hits) if waits.hits <= len(unhurt) else (living, waits.hits - len(unhurt))
    free = 0 < count < len(among)
    return [f"{target.id}/{n + 1}" for n in among], count if free else 0


def _suffered(table: EarthTable, waits: PendingHits, chosen: Sequence[int]) -> HitsPlaced | Refusal:
    target = table.state.units[waits.target]
    unhurt = [n + 1 for n, mark in enumerate(target.bases) if mark is BaseMark.UNHURT]
    beyond = waits.hits > len(unhurt)
    order = (*unhurt, *chosen) if beyond else tuple(chosen) or tuple(unhurt[: waits.hits])
    found = place_hits(HitsTaken(bases=target.bases, hits=waits.hits, placed_on=order[: waits.hits]), table.book)
    if isinstance(found, Refusal):
        return found
    return HitsPlaced(waits.unit, waits.target, found.value.bases, found.value.injuries, found.value.kills)


def throw_again(table: EarthTable, command: ThrowAgain) -> Judgement:
    """Throw again what has to be; what stands then counts (BE-VEH-02, BE-ART-10; G-23)."""
    waits = table.state.pending.get(pending_key(command.unit, command.target))
    if waits is None or not waits.again:
        return NOT_NOW
    refused = table.speaks_for(waits.by)
    if refused is not None:
        return refused
    if len(command.dice) != waits.again:
        return Refusal("BE-VEH-02", f"{waits.again} dice are thrown again", "throw as many")
    thrown = settle(table.state, again_key(table.state, command.unit, command.target), command.dice)
    if isinstance(thrown, Refusal):
        return thrown
    again = _thrown_again(table, waits)
    stand = second_hits(waits.volley, again, tuple(one.pips for one in thrown), table.book)
    done = DiceThrownAgain(command.unit, command.target, thrown, len(stand))
    return (done, *_placed_at_once(table, (done,), command.unit, command.target))


NO_FACE: Final = -9
"""A die that nobody has seen: no bonus lets it hit."""


def what_stands(table: EarthTable, unit: str, target: str) -> list[list[bool]]:
    """Of each die of a volley that is thrown again: for each face whether its hit stands; nothing where none is."""
    waits = table.state.pending.get(pending_key(unit, target))
    if waits is None or not waits.again:
        return []
    again = _thrown_again(table, waits)
    stands = list[list[bool]]()
    for n in range(waits.again):
        thrown = [(NO_FACE,) * n + (face,) + (NO_FACE,) * (waits.again - n - 1) for face in range(1, 7)]
        stands.append([n in second_hits(waits.volley, again, one, table.book) for one in thrown])
    return stands


def _thrown_again(table: EarthTable, waits: PendingHits) -> tuple[int, ...]:
    first = tuple(one.pips for one in waits.first)
    hit = hitting(first, waits.volley.bonus, waits.volley.resilience, table.book)
    return thrown_again(waits.volley, hit, table.book)


def place(table: EarthTable, command: PlaceHits) -> Judgement:
    """The aggressor chooses which bases take the hits (BE-INJ-08, BE-INJ-09)."""
    waits = table.state.pending.get(pending_key(command.unit, command.target))
    if waits is None or waits.again:
        return NOT_NOW
    refused = table.speaks_for(waits.by)
    if refused is not None:
        return refused
    among, count = choices(table, waits)
    if len(set(command.bases)) != len(command.bases) or not set(command.bases) <= set(among):
        return Refusal("BE-INJ-08", "All bases are injured before one is removed", f"choose among: {', '.join(among)}")
    if len(command.bases) != count:
        return Refusal("BE-INJ-09", f"{count} bases take these hits", f"choose {count}")
    found = _suffered(table, waits, [int(one.rpartition("/")[2]) for one in command.bases])
    return found if isinstance(found, Refusal) else (found,)


def shares_now(table: EarthTable, side: str) -> list[SharePlanned]:
    """Shots of a side's bombardments that fall in this step (BE-EXE-02, BE-EXE-10)."""
    state = table.state
    return [
        one
        for one in state.shares
        if not one.fired
        and state.bombardments[one.bombardment].side == side
        and state.units[one.unit].living
        and _falls_now(table, state.bombardments[one.bombardment])
    ]


def _falls_now(table: EarthTable, given: BombardmentGiven) -> bool:
    guns = [table.state.units[gun] for gun in given.guns]
    if table.state.phase is not BoundPhase.EXECUTION:
        return False
    return any(table.bases_that_shoot(gun) and table.steps_of(gun).shoots == table.state.step for gun in guns)


def shell_facts(table: EarthTable, command: Shell, share: SharePlanned) -> AttackFacts:
    """Shots of a bombardment that falls now as the rules on attacks see them."""
    return shots_at(table, table.state.bombardments[share.bombardment], command, share)


def shots_at(table: EarthTable, given: BombardmentGiven, command: Shell, share: SharePlanned) -> AttackFacts:
    """The same of one that may still be written down alone."""
    target, gun = table.state.units[share.unit], table.state.units[_best_gun(table, given)]
    return AttackFacts(
        shooter=Shooter(unit=gun.unit, bases=max(1, gun.living), begun=len(gun.bases), typed=gun.typed),
        target=table.as_target(target, command.terrain, command.other_terrain, command.target_cordon),
        target_bases=max(1, target.living),
        bombardment_shots=share.shots,
        mostly_outside_circle=share.outside,
        with_bonus_die=not given.bonus_spent,
    )


def _best_gun(table: EarthTable, given: BombardmentGiven) -> str:
    """The gun whose bonus the one die of the bombardment has: the best that fires."""
    bonuses = table.book.table("chart/shooting_bonus")

    def bonus(gun: str) -> int:
        unit = table.state.units[gun]
        return bonuses.number(unit.unit).value if bonuses.has(unit.unit) else unit.typed.bonus

    return max(given.guns, key=bonus)


def own_bombardment(table: EarthTable, name: str) -> BombardmentGiven | None:
    """A bombardment of the seat's own; of the other side's it is not even told that there is one."""
    given = table.state.bombardments.get(name)
    return given if given is not None and table.speaks_for(given.side) is None else None


def shell(table: EarthTable, command: Shell) -> Judgement:
    """Shots of a bombardment fall on one sub-unit (BE-ART-09, BE-ART-10)."""
    given = own_bombardment(table, command.bombardment)
    if given is None:
        return NOT_NOW
    wanted = (command.bombardment, command.unit, command.outside)
    found = (one for one in shares_now(table, given.side) if (one.bombardment, one.unit, one.outside) == wanted)
    share = next(found, None)
    if share is None or pending_key(given.id, command.unit) in table.state.pending:
        return NOT_NOW
    ready = made_ready(shell_facts(table, command, share), table.book)
    if isinstance(ready, Refusal):
        return ready
    return fire(table, "shell", given.side, given.id, command.unit, ready, command.dice, command.terrain, share)


def clouds_now(table: EarthTable, side: str) -> list[BombardmentGiven]:
    """Smoke and gas of a side that is laid in this step."""
    return [
        one
        for one in table.state.bombardments.values()
        if one.side == side and one.lays is not Ordered.SHELLS and not one.bonus_spent and _falls_now(table, one)
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


def fight(table: EarthTable, command: FightHand) -> Judgement:
    """Strike in melee (BE-MEL-01 to BE-MEL-04; G-20)."""
    unit = table.state.units.get(command.unit)
    if unit is None or (command.unit, command.target) not in set(strikers(table, unit.side)):
        return NOT_NOW
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    if command.bases > table.bases_that_shoot(unit):
        return Refusal("BE-MEL-02", f"It has only {unit.living} bases", "count those that touch an enemy base")
    ready = fight_ready(table, command, unit)
    if isinstance(ready, Refusal):
        return ready
    return fire(table, "fight", unit.side, unit.id, command.target, ready, command.dice, command.terrain)


def fight_ready(table: EarthTable, command: FightHand, unit: SubUnit) -> AttackReady | Refusal:
    """A blow in melee before its dice."""
    target = table.state.units[command.target]
    return made_ready(
        AttackFacts(
            shooter=Shooter(
                unit=unit.unit,
                fight=ArmingSide.MELEE,
                bases=command.bases,
                begun=len(unit.bases),
                typed=unit.typed,
            ),
            target=table.as_target(target, command.terrain, command.other_terrain),
            target_bases=max(1, target.living),
        ),
        table.book,
    )
