"""Shots, shells and melees in a game: who attacks now, and what is asked (BE-EXE, BE-MEL)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.attacks import AttackFacts, AttackReady, Shooter, made_ready
from rules.earth_1418.game import map_proposals
from rules.earth_1418.game.actions.attacks import volleys
from rules.earth_1418.game.actions.attacks import volleys as ev
from rules.earth_1418.game.actions.attacks.volleys import (
    VOLLEY_DEEDS,
    DiceThrownAgain,
    HitsPlaced,
    PlaceHits,
    ThrowAgain,
    VolleyFired,
    fire,
    how_of,
    of_again,
    of_volley,
    pending_key,
    place,
    throw_again,
    volley_key,
)
from rules.earth_1418.game.combat import (
    bases_that_strike,
    falls_now,
    own_bombardment,
    planned_shots,
    shots_at,
    strike_at_once,
    strikers,
)
from rules.earth_1418.game.seat_context import NOT_NOW, EarthTable
from rules.earth_1418.game.state.game import SIDES, EarthState, SharePlanned, SubUnit, called
from rules.earth_1418.troop_chart import range_of
from rules.earth_1418.vocabulary import ArmingSide, BaseMark, Stance, Terrain, TroopType
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.dice import Throw, faces_of
from rules.kernel.dice_ledger import lying
from rules.kernel.distances import MM_A_CM
from rules.kernel.explanations import Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import NEEDED, Ask, Asks, FigureBand, Origin, Proposal, Told
from rules.kernel.rule_modules import Card, Chapter, EventKind, Telling, judged_by
from rules.kernel.serialization import NotPlain, build, plain

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot:
    """A planned shot, or one from overwatch, with what is so on the table (BE-LOS-01, BE-ARM-01)."""

    unit: str = fact("who shoots")
    target: str = fact("at whom")
    distance_cm: float = fact("between the nearest bases", unit="cm", least=0, most=1000)
    terrain: Terrain = fact("the ground the target is on")
    other_terrain: Terrain | None = fact("the other ground it moves from or into", default=None)
    bases_able: int | None = fact("bases within range and with sight", default=None, least=0, most=20)
    mounted: bool = fact("it shoots from the saddle", default=False)
    own_cordon: str = fact("the cordon that the shooter touches; empty: none", default="")
    target_cordon: str = fact("the cordon that the target touches; empty: none", default="")
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())
    in_sight: bool = fact("at least one of its bases has a free line to one of the target's", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """Shots of a bombardment on one sub-unit under its circle (BE-ART-09)."""

    bombardment: str = fact("the bombardment")
    unit: str = fact("the sub-unit under the circle")
    outside: bool = fact("on bases more than half outside the circle", default=False)
    terrain: Terrain = fact("the ground it is on")
    other_terrain: Terrain | None = fact("the other ground it moves from or into", default=None)
    target_cordon: str = fact("the cordon that it touches; empty: none", default="")
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class FightHand:
    """Strike in melee with the bases that touch (BE-MEL-01, BE-MEL-02)."""

    unit: str = fact("who strikes")
    target: str = fact("at whom")
    bases: int = fact("its bases that touch an enemy base", least=0, most=20)
    terrain: Terrain = fact("the ground the enemy is on")
    other_terrain: Terrain | None = fact("the other ground the enemy moves from or into", default=None)
    dice: tuple[Throw, ...] = fact("its dice, the one with the bonus first", default=())
    own_cordon: str = fact("the cordon that it touches; empty: none", default="")
    target_cordon: str = fact("the cordon that the enemy touches; empty: none", default="")


# Who shoots, whose shells fall and who strikes, each before its dice (BE-LOS, BE-EXE, BE-OVW, BE-ART, BE-MEL)


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
    if table.overruled:
        return None
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
            bases_able=None if table.overruled and command.bases_able == 0 else command.bases_able,
            begun=len(unit.bases),
            assaulting=table.on_its_way(unit, table.state.step),
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
    if command.target not in table.state.units:
        return NOT_NOW
    if command.target != unit.target and not table.overruled:
        return Refusal("BE-PLN-01", "That is not whom it planned to shoot at", "shoot as planned")
    ready = made_ready(shot_facts(table, command, unit), table.book)
    if isinstance(ready, Refusal):
        return ready
    return fire(table, "shoot", unit.side, unit.id, command.target, ready, command.dice, command.terrain)


def shares_now(table: EarthTable, side: str) -> list[SharePlanned]:
    """Shots of a side's bombardments that fall in this step (BE-EXE-02, BE-EXE-10)."""
    state = table.state
    return [
        one
        for one in state.shares
        if not one.fired
        and state.bombardments[one.bombardment].side == side
        and state.units[one.unit].living
        and falls_now(table, state.bombardments[one.bombardment])
    ]


def shell_facts(table: EarthTable, command: Shell, share: SharePlanned) -> AttackFacts:
    """Shots of a bombardment that falls now as the rules on attacks see them."""
    hit = table.state.units[share.unit]
    target = table.as_target(hit, command.terrain, command.other_terrain, command.target_cordon)
    return shots_at(table, table.state.bombardments[share.bombardment], share, target)


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


def fight(table: EarthTable, command: FightHand) -> Judgement:
    """Strike in melee (BE-MEL-01 to BE-MEL-04; G-20)."""
    unit = table.state.units.get(command.unit)
    if unit is None or (command.unit, command.target) not in set(strikers(table, unit.side)):
        return NOT_NOW
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    most = bases_that_strike(table, unit, table.state.units[command.target])
    if command.bases > most:
        return Refusal("BE-MEL-02", f"It has only {most} bases", "count those that touch an enemy base")
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
                gas=table.cloud(command.own_cordon),
                typed=unit.typed,
            ),
            target=table.as_target(target, command.terrain, command.other_terrain, command.target_cordon),
            target_bases=max(1, target.living),
        ),
        table.book,
    )


# Availability and prompts

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
    yield asks("terrain", proposals=(*map_proposals.terrain(table, target), known))
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
            is_allowed = table.overruled and bool(map_proposals.hidden(table, unit, table.state.units[unit.target]))
            barred = in_its_turn(table, unit) or (None if is_allowed else waits)
            yield Possible({"unit": unit.id, "target": unit.target}, by=side, barred=barred)


def _shoot_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit, target = table.state.units[told["unit"]], table.state.units[told["target"]]
    _, reach = range_of(unit.unit, False, unit.typed, table.book)
    yield from _distance_asked(table, unit, target, reach)
    yield SHOOT("in_sight", proposals=map_proposals.in_sight(table, unit, target))
    yield from ground_asked(table, SHOOT, target)
    if table.book.option("G-37") == "those_that_can":
        able = map_proposals.bases_able(table, unit, target, reach)
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
        own, theirs = map_proposals.cordon(table, unit), map_proposals.cordon(table, target)
        yield asks("own_cordon", among=names, proposals=own, brief=f"Smoke or gas on {unit.name}")
        yield asks("target_cordon", among=names, proposals=theirs, brief=f"Smoke or gas on {target.name}")


def _distance_asked(table: EarthTable, unit: SubUnit, target: SubUnit, reach: int | None) -> Iterator[Ask]:
    measured = _measured(reach)
    proposals = (*map_proposals.distance(table, unit, target), *measured.pop("proposals"))
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
        touched = map_proposals.cordon(table, target)
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
    touch = map_proposals.touching(table, unit, target, strike_at_once(table, unit, target))
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


# Log text


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    match event:
        case ev.VolleyFired():
            return _volley(state, event)
        case ev.DiceThrownAgain():
            return f"{called(state, event.unit)}, thrown again ({_faces(event.dice)}): {_hits(event.hits)}"
    fell = [f"{event.injured} injured"] if event.injured else []
    fell += [f"{event.killed} removed"] if event.killed else []
    return f"{called(state, event.target)}: {', '.join(fell)}{_transport_lost(state, event)}"


def _transport_lost(state: EarthState, event: ev.HitsPlaced) -> str:
    """That the transport of a formation is gone with the last of its command bases (BE-TRP-06)."""
    unit = state.units[event.target]
    formation = state.formations[unit.formation]
    commanders = [
        one.id for one in state.units.values() if one.formation == formation.id and one.unit is TroopType.COMMAND
    ]
    is_gone = event.killed and all(one is BaseMark.KILLED for one in event.bases)
    if not formation.motorised or commanders != [unit.id] or not is_gone:
        return ""
    return f"; the motor transport of {formation.name} is lost with it"


def _volley(state: EarthState, event: ev.VolleyFired) -> str:
    verb = {"shoot": "at", "fight": "in melee with", "shell": "on"}[event.how]
    by = called(state, event.unit or event.bombardment)
    by = f"{by[:1].upper()}{by[1:]}"
    again = f", {event.again} to throw again" if event.again else ""
    dice = f" ({_faces(event.dice)})" if event.dice else ""
    result = "" if event.again else f": {_hits(event.hits)}"
    return f"{by} {verb} {called(state, event.target)}, Resilience {event.volley.resilience}{dice}{result}{again}"


def _faces(dice: tuple[Throw, ...]) -> str:
    return ", ".join(map(str, faces_of(dice)))


def _hits(hits: int) -> str:
    return f"{hits} hit{'' if hits == 1 else 's'}"


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case ev.VolleyFired():
            return f"{called(state, event.unit or event.bombardment)} at {called(state, event.target)}"
        case ev.DiceThrownAgain():
            return f"{called(state, event.unit)}, thrown again"
    return f"hits on {called(state, event.target)}"


def card(event: Any) -> Card:
    """Who, at whom, the faces, what they came to, and why."""
    by = {"unit": event.unit, "target": event.target}
    match event:
        case ev.VolleyFired():
            by = {"unit": event.unit or event.bombardment, "target": event.target, "how": event.how}
            reached = {"resilience": event.volley.resilience, "bonus": event.volley.bonus}
            steps = {"steps": plain(event.steps), "considered": plain(event.considered)}
            return by | {"dice": faces_of(event.dice), "hits": event.hits, "again": event.again} | reached | steps
        case ev.DiceThrownAgain():
            return by | {"dice": faces_of(event.dice), "hits": event.hits}
    return by | {"injured": event.injured, "killed": event.killed}


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)


# The rule module

FIRING: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="firing",
    events=(
        EventKind(kind="volley_fired", made=VolleyFired, fold=volleys.apply_volley, dice=of_volley),
        EventKind(kind="thrown_again", made=DiceThrownAgain, fold=volleys.apply_reroll, dice=of_again),
        EventKind(kind="hits_placed", made=HitsPlaced, fold=volleys.apply_hits),
    ),
    told=TOLD,
    commands={
        "shoot": Shoot,
        "shell": Shell,
        "throw_again": ThrowAgain,
        "place_hits": PlaceHits,
        "fight": FightHand,
    },
    judge=judged_by({Shoot: shoot, Shell: shell, ThrowAgain: throw_again, PlaceHits: place, FightHand: fight}),
    deeds=FIRING_DEEDS,
)
