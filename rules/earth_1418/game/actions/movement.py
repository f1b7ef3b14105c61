"""Movement in a game: moves, assaults and recovery (BE-MOV, BE-ASL, BE-INJ-05)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.bound import TwoMoved, TwoMoves, meeting
from rules.earth_1418.game import map_proposals, move_proposals
from rules.earth_1418.game.move_proposals import allowance, placed, ranked, way_facts
from rules.earth_1418.game.seat_context import NOT_NOW, EarthTable, judged
from rules.earth_1418.game.state.game import SIDES, ContactMade, EarthState, SubUnit, called
from rules.earth_1418.movement import AssaultAsked, MoveAsked, assault, move
from rules.earth_1418.orders import CoverSought, find_cover
from rules.earth_1418.resilience import Leaving, Recovering, leave_position, recovery
from rules.earth_1418.ruleset import in_metres
from rules.earth_1418.vocabulary import FireNow, GroundToCross, Plan, Terrain, in_plain_words
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.dice import D6, Throw
from rules.kernel.dice_ledger import Dice, lying, settle
from rules.kernel.distances import MM_A_CM, mm
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import NEEDED, Ask, Asks, Origin, Proposal, Told
from rules.kernel.rule_modules import Card, Chapter, EventKind, Telling, judged_by
from rules.kernel.serialization import plain
from rules.tabletop.stands import Spot

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSubUnit:
    """Move as planned: over which ground beside open, how far, and in an assault at whom (BE-MOV-12, BE-ASL-01)."""

    unit: str = fact("who moves")
    road: bool = fact("on an intact road", default=False)
    rough: bool = fact("from or into rough ground", default=False)
    impractical: bool = fact("from or into impractical ground", default=False)
    moved_cm: float | None = fact(
        "how far it moves; none: its full distance", unit="cm", default=None, least=0, most=1000
    )
    ends_in: Terrain = fact("the ground it ends on")
    nearer_to_better: bool = fact("it ends nearer to better cover than it was", default=False)
    enemy: str = fact("whom it assaults; empty: nobody", default="")
    enemy_cm: float | None = fact("straight to the enemy's nearest base", unit="cm", default=None, least=0, most=1000)
    x_mm: int | None = fact("where the middle of its rank comes to", default=None, unit="mm", spot="x", mate="y_mm")
    y_mm: int | None = fact("the same, up the table", default=None, unit="mm", spot="y")
    toward: bool = fact("it goes as far as it may towards that place", default=False)
    stays: bool = fact("its assault reaches nobody, and it stays where it is", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverBase:
    """The recovery die of an injured platoon that another shooter has under fire (BE-INJ-05)."""

    unit: str = fact("the sub-unit")
    base: str = fact("the injured base")
    die: Throw = fact("its recovery die")
    cordon: str = fact("the cordon that it touches; empty: none", default="")


# Events. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True)
class SubUnitMoved:
    """A sub-unit has moved, where to, and the contact it made."""

    unit: str
    moved_mm: int
    ends_in: Terrain
    left_terrain: Terrain | None
    contact: ContactMade | None
    short_of: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class RecoveryRolled:
    """A recovery die, and whether the base moves normally again."""

    unit: str
    base: int
    die: Throw
    recovered: bool
    steps: tuple[Step, ...]


# Names of dice rolls


def recovery_key(state: EarthState, unit: str, base: int) -> str:
    """The name of a recovery die."""
    return f"recovery/{unit}/{base}/{state.bound}"


def of_recovery(state: EarthState, event: RecoveryRolled) -> Dice:
    """A recovery die by its name."""
    return {recovery_key(state, event.unit, event.base): (event.die,)}


# Moves as planned, assaults that make contact, and recovery before them (BE-MOV, BE-ASL, BE-INJ-05)


def move_facts(table: EarthTable, command: MoveSubUnit, unit: SubUnit) -> MoveAsked:
    """What the rules on movement want to know of a sub-unit and the way that was told."""
    return way_facts(table, unit, ground_on(command))


def ground_on(command: MoveSubUnit) -> list[GroundToCross]:
    """The kinds of ground on the way; open where nothing else is told."""
    told = {
        GroundToCross.ROAD: command.road,
        GroundToCross.ROUGH: command.rough,
        GroundToCross.IMPRACTICAL: command.impractical,
    }
    return [kind for kind, there in told.items() if there] or [GroundToCross.OPEN]


def move_unit(table: EarthTable, command: MoveSubUnit) -> Judgement:
    """Move as planned (BE-MOV-12, BE-CMD-05, BE-DIG-03, BE-DIG-06, BE-ASL-01 to BE-ASL-04)."""
    unit = table.state.units.get(command.unit)
    refused = NOT_NOW if unit is None else table.speaks_for(unit.side)
    if unit is None or refused is not None:
        return refused or NOT_NOW
    if unit not in list(table.movers(unit.side)):
        return NOT_NOW
    if unit.plan is Plan.ASSAULT and command.stays and not command.enemy:
        return (_moved(table, unit, command, 0, None, (Step("BE-ASL-01", "It reaches nobody: it stays where it is"),)),)
    if unit.plan is Plan.ASSAULT:
        return _assault(table, command, unit)
    if command.enemy:
        return Refusal("BE-ASL-04", "Nobody walks into contact", "plan an assault for that")
    return _walk(table, command, unit)


def _walk(table: EarthTable, command: MoveSubUnit, unit: SubUnit) -> Judgement:
    if command.toward and command.x_mm is not None and command.y_mm is not None:
        comes_to = move_proposals.towards(table, unit, Spot(command.x_mm, command.y_mm))
        command = replace(command, x_mm=comes_to.x_mm, y_mm=comes_to.y_mm)
    found = move(move_facts(table, command, unit), table.book)
    if isinstance(found, Refusal):
        return found
    moved_cm = found.value.cm if command.moved_cm is None else command.moved_cm
    if moved_cm > found.value.cm and not table.overruled:
        because = f"It is {moved_cm:g} cm, and {unit.name} goes {found.value.cm:g} cm at most over that ground"
        return Refusal(found.steps[0].clause, because, f"move {found.value.cm:g} cm at most")
    if unit.plan is Plan.FIND_COVER and moved_cm:
        sought = CoverSought(
            terrain=map_proposals.ground_of(table, unit),
            ends_in=command.ends_in,
            unit=unit.unit,
            nearer_to_better=command.nearer_to_better,
        )
        covered = find_cover(sought, table.book)
        if isinstance(covered, Refusal) and not table.overruled:
            return covered
    went = (_moved(table, unit, command, int(moved_cm * MM_A_CM), None, found.steps),)
    return _comes_to(table, unit, command, went)


def _comes_to(table: EarthTable, unit: SubUnit, command: MoveSubUnit, went: Sequence[Any]) -> Judgement:
    """A move, and where the rank stands after it, where that was told."""
    if command.x_mm is None or command.y_mm is None:
        return went
    astray = move_proposals.leads_astray(table, unit, Spot(command.x_mm, command.y_mm))
    if astray is not None and not table.overruled:
        return astray
    places = ranked(table, unit, Spot(command.x_mm, command.y_mm), None)
    there = placed(table, places)
    if isinstance(there, Refusal):
        return there
    met = move_proposals.walked_into(table, unit, places)
    if met and not table.overruled:
        enemy = table.state.units[met].name
        return Refusal("BE-ASL-04", f"It would walk into {enemy}", f"end clear of {enemy}, or plan an assault")
    return (*went, *there)


def _moved(
    table: EarthTable, unit: SubUnit, command: MoveSubUnit, moved_mm: int, contact: ContactMade | None, steps: Any
) -> SubUnitMoved:
    """What becomes of a sub-unit that moves; a position that is left in the open is rough ground (BE-DIG-06)."""
    stood_in = map_proposals.ground_of(table, unit)
    left = leave_position(Leaving(terrain=stood_in, moved_cm=moved_mm / 10), table.book).value
    came_from = left.position if unit.dug_in and moved_mm else stood_in
    short_of = command.enemy if contact is None else ""
    return SubUnitMoved(unit.id, moved_mm, command.ends_in, came_from, contact, short_of, tuple(steps))


def _assault(table: EarthTable, command: MoveSubUnit, unit: SubUnit) -> Judgement:
    enemy = table.state.units.get(command.enemy)
    if enemy is None or enemy.side == unit.side or not enemy.living or command.enemy_cm is None:
        return Refusal("BE-ASL-01", "An assault is aimed straight at an enemy", "name him and how far he is")
    facts = move_facts(table, command, unit)
    asked = AssaultAsked(assaulter=facts, distance_cm=command.enemy_cm, stops_cm=command.moved_cm)
    found = assault(asked, table.book, overridden=table.overruled)
    if isinstance(found, Refusal):
        return found
    meets = _meeting(table, unit, enemy, command.enemy_cm, found.value.move.cm)
    if meets is not None and meets.value.touch:
        # Half of the way is the other's: whoever comes second makes the contact, for both.
        # Its share is read to the whole millimetre; the tape says what is left to the other.
        went = int(meets.value.first_cm * MM_A_CM)
        moved = _moved(table, unit, command, went, None, (*found.steps, *meets.steps))
        return (moved, *move_proposals.straight(table, unit, enemy.id, went))
    went = min(mm(command.enemy_cm), int(found.value.move.cm * MM_A_CM))
    both = _assaulted_too(table, unit, enemy)
    contact = ContactMade(unit.id, enemy.id, table.state.bound, both) if found.value.contact else None
    return (
        _moved(table, unit, command, went, contact, found.steps),
        *move_proposals.straight(table, unit, enemy.id, went),
    )


def _assaulted_too(table: EarthTable, unit: SubUnit, enemy: SubUnit) -> bool:
    """Whether an enemy assaults a sub-unit in this bound that assaults it: it came halfway, made contact, or will."""
    now = table.state.bound
    pair = {unit.id, enemy.id}
    known = [one for one in table.state.contacts if {one.first, one.second} == pair and one.bound == now]
    if any(one.both or one.first == enemy.id for one in known):
        return True
    if enemy.moved:
        return enemy.plan is Plan.ASSAULT and enemy.assaulting == unit.id
    return _assaults(table, enemy, unit)


def _assaults(table: EarthTable, unit: SubUnit, target: SubUnit) -> bool:
    """Whether a sub-unit that has yet to move assaults a target: it planned to shoot at it, or reaches nobody else."""
    if unit.plan is not Plan.ASSAULT:
        return False
    near = move_proposals.assaulted(table, unit)
    return unit.target == target.id or (unit.target not in near and near == [target.id])


def _meeting(
    table: EarthTable, unit: SubUnit, enemy: SubUnit, gap_cm: float, reach_cm: float
) -> Explained[TwoMoved] | None:
    """How far each goes of two that assault each other in one step (BE-ASL-04; G-43); None where they do not."""
    if not gap_cm or not _assaults(table, enemy, unit) or enemy not in list(table.movers(enemy.side)):
        return None
    way = move_proposals.straight_way(table, enemy, unit.id)
    theirs = allowance(table, enemy, way.ground)
    if isinstance(theirs, Refusal):
        return None
    stops_cm = theirs.value.cm if way.stops_mm is None else way.stops_mm / MM_A_CM
    facts = TwoMoves(
        gap_cm=gap_cm,
        first_move_cm=reach_cm,
        second_move_cm=min(theirs.value.cm, stops_cm),
        first_ready_last=table.state.ready_last == unit.side,
    )
    return meeting(facts, table.book)


def recovering(table: EarthTable, unit: SubUnit, cordon: str) -> Recovering:
    """An injured platoon of a sub-unit that another shooter has under fire, as it stands (BE-INJ-05, BE-GAS-03)."""
    stands = table.as_target(unit, map_proposals.ground_of(table, unit), unit.left_terrain, cordon)
    return Recovering(platoon=stands, under_fire=FireNow.ANOTHER_SHOOTER)


def recover(table: EarthTable, command: RecoverBase) -> Judgement:
    """Roll for an injured platoon that another shooter has under fire (BE-INJ-05; G-14)."""
    due = {f"{unit.id}/{base + 1}": (unit, base) for side in SIDES for unit, base in table.recovering(side)}
    found = due.get(command.base)
    if found is None or found[0].id != command.unit:
        return NOT_NOW
    unit, base = found
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    thrown = settle(table.state, recovery_key(table.state, unit.id, base), (command.die,))
    if isinstance(thrown, Refusal):
        return thrown
    judged_die = recovery(recovering(table, unit, command.cordon), (D6(thrown[0].pips),), table.book)
    if isinstance(judged_die, Refusal):
        return judged_die
    return (RecoveryRolled(unit.id, base, thrown[0], judged_die.value, judged_die.steps),)


# Availability and prompts

MOVE, RECOVER = Asks(MoveSubUnit), Asks(RecoverBase)


def _moving(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for unit in table.movers(side):
            says = "Assault" if unit.plan is Plan.ASSAULT else ""
            yield Possible({"unit": unit.id}, by=side, secret=not unit.open_plan, says=says)


def _move_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit = table.state.units[told["unit"]]
    if unit.plan is Plan.ASSAULT:
        yield from _assault_asks(table, unit, told)
        return
    if map_proposals.stands_on_map(table, unit):
        yield from map_proposals.at(table, MOVE)
    found = move_proposals.march(table, unit, told)
    if "toward" in found:
        yield MOVE("toward", proposals=found["toward"])
        found = move_proposals.march(table, unit, {**told, "toward": bool(told.get("toward", False))})
    for name in ("road", "rough", "impractical", "moved_cm"):
        yield MOVE(name, proposals=found.get(name, ()))
    yield _ends_in(unit, found, _reckoned(table, unit, told))
    if unit.plan is Plan.FIND_COVER:
        yield MOVE("nearer_to_better", proposals=found.get("nearer_to_better", ()))
    yield from judged(table, MoveSubUnit, told, move_unit)


def _assault_asks(table: EarthTable, unit: SubUnit, told: Told) -> Iterator[Ask | Refusal]:
    near = move_proposals.assaulted(table, unit)
    if not near:
        yield MOVE("stays", proposals=move_proposals.reaches_nobody(table, unit))
    if told.get("stays", False):
        yield _ends_in(unit, {}, (Step("BE-ASL-01", "It reaches nobody: it stays where it is"),))
        return
    enemies = near or map_proposals.nearest_first(table, unit, [one.id for one in table.enemies(unit.side)])
    if not enemies:
        yield Refusal("BE-ASL-01", "There is no enemy left to assault", "stay where it is")
        return
    aimed = (Proposal(unit.target, Origin.REMEMBERED, "it planned to shoot at him"),) if unit.target in enemies else ()
    others = f"nobody else lies within {in_metres(map_proposals.assault_limit_mm(table))}"
    alone = (Proposal(near[0], Origin.MAP, others),) if len(near) == 1 else ()
    brings = map_proposals.assaults_bring(table, unit, enemies)
    says, proposals = "whom it assaults", (*aimed, *alone)
    yield MOVE("enemy", says=says, among=enemies, usual=NEEDED, proposals=proposals, brings=brings)
    found = move_proposals.assault_way(table, unit, told["enemy"])
    yield MOVE("enemy_cm", usual=NEEDED, proposals=found.get("enemy_cm", ()))
    for name in ("road", "rough", "impractical"):
        yield MOVE(name, proposals=found.get(name, ()))
    reach = allowance(table, unit, _crossed(told))
    goes_cm = 0.0 if isinstance(reach, Refusal) else reach.value.cm
    stops = found.get("moved_cm", ())
    if stops and float(stops[0].value) <= goes_cm:
        yield MOVE("moved_cm", says="how far it comes before ground that slows it", proposals=stops)
        goes_cm = min(goes_cm, float(told.get("moved_cm", goes_cm)))
    ends = move_proposals.assault_ends(table, unit, told["enemy"], goes_cm) if goes_cm else ()
    yield _ends_in(unit, {"ends_in": ends}, (*_aimed(table, told), *_reckoned(table, unit, told)))
    yield from judged(table, MoveSubUnit, told, move_unit)


def _aimed(table: EarthTable, told: Told) -> Iterator[Step]:
    """At whom an assault is aimed, and how far he is (BE-ASL-01)."""
    enemy, far = told.get("enemy"), told.get("enemy_cm")
    if enemy and far is not None:
        yield Step("BE-ASL-01", f"At {table.state.units[enemy].name}, {far:g} cm away")


def _reckoned(table: EarthTable, unit: SubUnit, told: Told) -> tuple[Step, ...]:
    """How far it goes over the ground that was told, by clause (BE-MOV-12)."""
    found = allowance(table, unit, _crossed(told))
    if isinstance(found, Refusal):
        return ()
    direction = table.state.directions.get(unit.formation) if unit.plan is Plan.MOVE else None
    keeps = (Step("BE-CMD-07", f"It advances {in_plain_words(direction)}"),) if direction else ()
    return (*keeps, *found.steps, Step(found.steps[0].clause, f"It goes {found.value.cm:g} cm at most"))


def _crossed(told: Told) -> list[GroundToCross]:
    """The ground it goes over, as it was told; open ground where nothing was."""
    return [kind for kind in GroundToCross if told.get(kind.value)] or [GroundToCross.OPEN]


def _ends_in(unit: SubUnit, found: Mapping[str, tuple[Proposal, ...]], reckoned: tuple[Step, ...]) -> Ask:
    as_before = Proposal(unit.terrain.value, Origin.ASSUMED, "as where it stands")
    proposals = (*found.get("ends_in", ()), as_before)
    return MOVE("ends_in", among=[one.value for one in Terrain], proposals=proposals, reckoned=reckoned)


def _recovering(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for unit, base in table.recovering(side):
            yield Possible({"unit": unit.id, "base": f"{unit.id}/{base + 1}"}, by=side, owed=True)


def _recover_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    base = int(told["base"].rpartition("/")[2]) - 1
    kept: tuple[Throw, ...] = lying(table.state, recovery_key(table.state, told["unit"], base))
    if table.state.cordons:
        names = ["", *(one.id for one in table.state.cordons)]
        unit = table.state.units[told["unit"]]
        yield RECOVER(
            "cordon", among=names, proposals=map_proposals.cordon(table, unit), brief=f"Smoke or gas on {unit.name}"
        )
    yield RECOVER("die", kept=kept[:1])


MOVING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("recover", "Roll for recovery", RecoverBase, _recovering, _recover_asks, AtHand.HAND, 0),
    Deed("move", "Move", MoveSubUnit, _moving, _move_asks, AtHand.HAND, 1),
)


# Folds of events into the state


def apply_move(state: EarthState, event: SubUnitMoved) -> None:
    """Where a sub-unit is, and with whom in contact."""
    unit = state.units[event.unit]
    went = event.moved_mm > 0
    state.change(
        event.unit,
        moved=True,
        open_plan=True,
        terrain=event.ends_in if went else unit.terrain,
        left_terrain=event.left_terrain if went else unit.left_terrain,
        assaulting=event.short_of,
        dug_in=unit.dug_in and not went,
        bounds_dug_in=0 if went else unit.bounds_dug_in,
    )
    if went:
        state.ground = state.ground.moved(event.unit)
        state.contacts = tuple(one for one in state.contacts if event.unit not in (one.first, one.second))
    if event.contact:
        pair = {event.contact.first, event.contact.second}
        others = (one for one in state.contacts if {one.first, one.second} != pair)
        state.contacts = (*others, event.contact)
        if event.contact.both:
            # Who came halfway has not fallen short: the other has come the rest.
            state.change(event.contact.second, assaulting="")


def apply_recovery(state: EarthState, event: RecoveryRolled) -> None:
    """A base has been tried for, and moves normally again."""
    unit = state.units[event.unit]
    state.change(event.unit, tried=(*unit.tried, event.base))
    if event.recovered:
        state.restore(event.unit, event.base)


# Log text

INTO: Final = {
    Terrain.OPEN: "open ground",
    Terrain.ROUGH: "rough ground",
    Terrain.DEFENSIBLE: "defensible ground",
    Terrain.FORTIFICATION: "a fortification",
}


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    if isinstance(event, RecoveryRolled):
        word = "recovers" if event.recovered else "does not recover"
        return f"{called(state, event.unit)}, base {event.base + 1}, {word} ({event.die.pips})"
    contact = f", in contact with {called(state, event.contact.second)}" if event.contact else ""
    return f"{called(state, event.unit)}: {event.moved_mm / 10:g} cm into {INTO[event.ends_in]}{contact}"


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    what = "recovery of" if isinstance(event, RecoveryRolled) else "the move of"
    return f"{what} {called(state, event.unit)}"


def card(event: Any) -> Card | None:
    """A recovery die, what it came to, and why."""
    if not isinstance(event, RecoveryRolled):
        return None
    found = {"unit": event.unit, "base": f"{event.unit}/{event.base + 1}", "recovered": event.recovered}
    return found | {"dice": [event.die.pips], "steps": plain(event.steps)}


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)


# The rule module

MOVING: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="moving",
    events=(
        EventKind(kind="recovery_rolled", made=RecoveryRolled, fold=apply_recovery, dice=of_recovery),
        EventKind(kind="moved", made=SubUnitMoved, fold=apply_move),
    ),
    told=TOLD,
    commands={"recover": RecoverBase, "move": MoveSubUnit},
    judge=judged_by({RecoverBase: recover, MoveSubUnit: move_unit}),
    deeds=MOVING_DEEDS,
)
