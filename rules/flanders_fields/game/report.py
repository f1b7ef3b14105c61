"""Report of a finished game: turns, losses, dice, secrets, and what decided it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import groupby
from math import hypot
from typing import Final, NamedTuple

from rules.flanders_fields.battalion_records import Casualties, CasualtiesFacts, casualties
from rules.flanders_fields.game.actions.setup import is_played_out
from rules.flanders_fields.game.dice_luck import Dice, LoggedCommand, Luck, Rolls
from rules.flanders_fields.game.event_folding import apply
from rules.flanders_fields.game.log_text import says, stand_name, unit_name
from rules.flanders_fields.game.outcomes import gone
from rules.flanders_fields.game.registry import event_specs
from rules.flanders_fields.game.rule_module import Became
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.setup.scenario import WonBy
from rules.flanders_fields.game.state.fire_plan import PlannedFire, PlannedGas
from rules.flanders_fields.game.state.game import Battalion, GameState
from rules.flanders_fields.game.state.setup import Objective
from rules.flanders_fields.vocabulary import Quality, Side, UnitClass
from rules.kernel.explanations import HouseMark
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.numerals import counted
from rules.kernel.play import Recorded
from rules.kernel.record_events import Corrected, DieReread, TakenBack
from rules.kernel.record_module import after_the_die
from rules.kernel.rule_modules import Event

# What a game has cost a side so far (FF-CMP-01)


@dataclass(frozen=True, slots=True)
class SideLosses:
    """Bases of a side that were killed, by their class, and that left the table in rout or were abandoned.

    `commanders` are command stands killed; `platoons` are the rifle platoons each battalion has lost, by its id.
    """

    killed: Mapping[UnitClass, int]
    commanders: int
    routed: int
    platoons: Mapping[str, int]

    @property
    def facts(self) -> CasualtiesFacts:
        """The same as the question about casualties takes it."""
        return CasualtiesFacts(killed=sum(self.killed.values()) + self.commanders, routed=self.routed)


def left_the_table(events: Iterable[Event]) -> frozenset[str]:
    """The stands that went in rout or were abandoned, and were not killed: the log of the game knows, its state not.

    Who is put back on the table has not left it.
    """
    left = set[str]()
    for event in events:
        if (happening := event_specs().get(type(event))) and happening.leaves:
            left.update(happening.leaves(event))
        elif isinstance(event, Corrected) and event.what == "alive" and event.after is True:
            left.discard(event.of)
    return frozenset(left)


def gone_with_their_card(events: Iterable[Event]) -> frozenset[str]:
    """The batteries that a card brought and took away again (FF-CRD-08): neither killed nor in rout. One that was
    destroyed while it was there is not among them.
    """
    guests = set[str]()
    for event in events:
        if (happening := event_specs().get(type(event))) and happening.guest and (guest := happening.guest(event)):
            guests.add(guest)
        guests.difference_update(gone(getattr(event, "changes", ())))
    return frozenset(guests)


def cost_of(state: GameState, side: Side, left: Collection[str] = (), guests: Collection[str] = ()) -> SideLosses:
    """The losses of a side (FF-CMP-01, GAP-77); a battery or a machine gun is one base.

    `left` went alive; `guests` have gone with the card that brought them, and are no loss.
    """
    own = (stand for stand in state.stands.values() if stand.side is side and stand.id not in guests)
    gone = [stand for stand in own if not stand.alive]
    killed = [stand for stand in gone if stand.id not in left]
    kinds = Counter(state.units[stand.unit].kind for stand in killed if stand.unit in state.units)
    battalions = (one for one in state.battalions.values() if one.side is side)
    lost = {one.id: sum(stand in killed for stand in state.rifle_stands(one)) for one in battalions}
    return SideLosses(kinds, len(killed) - kinds.total(), len(gone) - len(killed), lost)


# What each side kept to itself. Only for a game that is over

Lines = Mapping[str, str]
"""What became of lines of a plan, barrages and reserves, by their ids."""


def revealed(became: Sequence[Became], state: GameState) -> Mapping[Side, tuple[str, ...]]:
    """A sentence for each thing a side kept to itself, by sides; `state` is the one at the end."""
    lines = {of: how for of, how in became if isinstance(of, str)}
    gas = [(of, how) for of, how in became if isinstance(of, PlannedGas)]
    found = defaultdict[Side, list[str]](list)
    for side, line in (*_reserves(lines, state), *_barrages(lines, state), *_lines(lines, state), *_gas(gas, state)):
        found[side].append(line)
    return {side: tuple(found[side]) for side in Side}


def _reserves(lines: Lines, state: GameState) -> Iterator[tuple[Side, str]]:
    for name, how in lines.items():
        one = state.battalions.get(name)
        if one:
            yield one.side, f"{one.name}, in reserve: {how or _waited(one)}"


def _waited(one: Battalion) -> str:
    return "put on the table" if one.on_table else "never arrived"


def _barrages(lines: Lines, state: GameState) -> Iterator[tuple[Side, str]]:
    for one in state.plan.barrages:
        how = f"rolling barrage from {one.start_cm} cm, {one.speed_cm} cm a turn"
        yield one.side, f"{one.name}, {how}: {lines.get(one.id, 'never laid')}"


def _lines(lines: Lines, state: GameState) -> Iterator[tuple[Side, str]]:
    for fire in sorted(state.plan.fires, key=lambda one: one.turn):
        yield fire.side, f"Turn {fire.turn}, {_planned(state, fire)}: {lines.get(fire.id, 'never came to it')}"
    for work in state.plan.works:
        said = f"Turn {work.turn}, hurricane bombardment of {work.name}"
        yield work.side, f"{said}: {lines.get(work.id, 'never came to it')}"


def _planned(state: GameState, fire: PlannedFire) -> str:
    where = fire.where or f"{fire.along_cm:g} cm along, {fire.up_cm:g} cm up"
    return f"{unit_name(state, fire.unit)} on {where}"


def _gas(came: Iterable[tuple[PlannedGas, str]], state: GameState) -> Iterator[tuple[Side, str]]:
    for plan, how in came:
        yield plan.side, f"{_cloud(plan)}: {how}"
    for plan in state.gas.planned:
        yield plan.side, f"{_cloud(plan)}: never came"


def _cloud(plan: PlannedGas) -> str:
    return f"Turn {plan.turn}, gas ({plan.delivery.value.replace('_', ' ')})"


# What a game came to, worked out of its whole log

MOST_MOMENTS: Final = 10
HEAVY: Final = 3
"""So many bases lost at once are a moment of their own."""
COSTLY: Final = 5
"""So many lost by a side in one player turn make the turn a moment, though each of them was lost by itself."""
END_COUNTS: Final = 10
"""How many lost bases the last platoon of a battalion weighs; what events weigh their chapters say (`weighs`)."""


@dataclass(frozen=True, slots=True)
class PlayerTurn:
    """A player turn: how many bases each side lost in it, and what of note happened."""

    number: int
    side: Side
    lost: Mapping[Side, int]
    moments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecidingMoment:
    """Something that decided the game: in which turn, what happened, and what it weighs."""

    seq: int
    turn: int
    says: str
    weight: int


@dataclass(frozen=True, slots=True)
class BattalionEnd:
    """What became of a battalion: rifle platoons it began with and has lost, its grade, and whether it stands."""

    id: str
    name: str
    side: Side
    quality: Quality
    started: int
    lost: int
    fate: str


@dataclass(frozen=True, slots=True)
class SideEnd:
    """What a game has cost a side, and how its dice fell: all that were to be high, and each kind of roll.

    `house` is the house rule by which its men are counted.
    """

    side: Side
    name: str
    nation: str
    cost: SideLosses
    casualties: Casualties
    dice: Dice
    rolls: tuple[Rolls, ...]
    battalions: tuple[BattalionEnd, ...]
    house: HouseMark | None = None


@dataclass(frozen=True, slots=True)
class Nearest:
    """The stand of a side that is nearest to a place at the end, and how many mm its middle lies from it."""

    side: Side
    name: str
    mm: int


@dataclass(frozen=True, slots=True)
class ObjectiveEnd:
    """An objective as the game left it: whose it was noted to be, and who stands how near, the nearest side first.

    `near` is empty where it is no place, or where nobody is known to stand on the map.
    """

    objective: Objective
    near: tuple[Nearest, ...]
    is_silenced: bool = False  # its block house is silent, which counts as the attacker's by this scenario


@dataclass(frozen=True, slots=True)
class Report:
    """The whole of it; `points` are those of the objectives each side had at the end, `decides` says who has won.

    `revealed` is what each side kept to itself. `after_the_die` are the deeds that were taken back after their dice had
    fallen, while nobody else was seated to be asked. `won_by` is the scenario's condition of victory, `turns_left` how
    many turns of it were not played to their end.
    """

    title: str
    date: str
    turns: tuple[PlayerTurn, ...]
    sides: tuple[SideEnd, ...]
    moments: tuple[DecidingMoment, ...]
    objectives: tuple[ObjectiveEnd, ...]
    points: Mapping[Side, int]
    decides: tuple[str, ...]
    revealed: Mapping[Side, tuple[str, ...]]
    after_the_die: tuple[str, ...] = ()
    won_by: WonBy = WonBy.POINTS
    turns_left: int = 0


class _Turn(NamedTuple):
    number: int
    side: Side
    first: int
    lost: Counter[Side]
    moments: list[DecidingMoment]
    blows: list[int]


@dataclass(slots=True)
class _Watch:
    """What is counted while the log is folded once more; `ended` are the battalions without a platoon."""

    turns: list[_Turn] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    became: list[Became] = field(default_factory=list)


def report(log: Sequence[Recorded[Event]], state: GameState, sent: Mapping[str, LoggedCommand] | None = None) -> Report:
    """What a game came to; `state` is the fresh one its log is folded into. Raises LookupError for one not set up.

    `sent` are its commands by their ids: what was to be expected of their dice is told for these.
    """
    gone = {seq for one in log if isinstance(one.event, TakenBack | DieReread) for seq in one.event.seqs}
    stays = [one for one in log if one.seq not in gone]
    watch, luck = _Watch(), Luck(sent or {})
    left = left_the_table(one.event for one in stays)
    guests = gone_with_their_card(one.event for one in stays)
    for _, events in groupby(stays, lambda one: one.command_id):
        of_command = tuple(events)
        luck.look_at(state, of_command)
        for recorded in of_command:
            before = _alive(state, guests)
            watch.became += _became(state, recorded.event)
            apply(state, recorded)
            now = _alive(state, guests)
            _look_at(watch, state, recorded, {side: before[side] - now[side] for side in Side})
    return Report(
        title=state.settled.title,
        date=state.settled.date,
        turns=tuple(_turn(one) for one in watch.turns),
        sides=tuple(_side(state, side, cost_of(state, side, left, guests), luck) for side in Side),
        moments=tuple(_decisive(state, watch.turns)),
        objectives=tuple(_ended(state, one, number) for number, one in enumerate(state.set_up.objectives)),
        points={side: state.set_up.points_of(side) for side in Side},
        decides=state.set_up.decides,
        revealed=revealed(watch.became, state),
        after_the_die=tuple(after_the_die(log)),
        won_by=_won_by(state),
        turns_left=_turns_left(state),
    )


def _won_by(state: GameState) -> WonBy:
    """Return by what a game is won: a scenario that players wrote is won by the points of its objectives."""
    scenario = scenarios().get(state.settled.scenario)
    return scenario.won_by if scenario else WonBy.POINTS


def _turns_left(state: GameState) -> int:
    """Return how many turns of the scenario were not played to their end; 0 where it sets no last turn."""
    last = state.set_up.turns
    if not last or is_played_out(state):
        return 0
    return last - max(0, state.turn.number - 1)


def _turn(one: _Turn) -> PlayerTurn:
    return PlayerTurn(one.number, one.side, dict(one.lost), tuple(moment.says for moment in one.moments))


def _alive(state: GameState, guests: frozenset[str]) -> Counter[Side]:
    return Counter(stand.side for stand in state.stands.values() if stand.alive and stand.id not in guests)


def _look_at(watch: _Watch, state: GameState, recorded: Recorded[Event], lost: Mapping[Side, int]) -> None:
    event, now = recorded.event, state.turn
    if now.running and (not watch.turns or (now.number, now.side) != watch.turns[-1][:2]):
        watch.turns.append(_Turn(now.number, now.side, recorded.seq, Counter(), [], []))
    if not watch.turns:
        return
    turn = watch.turns[-1]
    # Below 0 where a correction or a field promotion puts one back.
    turn.lost.update({side: number for side, number in lost.items() if number})
    gone = sum(max(0, number) for number in lost.values())
    turn.blows.append(gone)
    if weight := _weight(event, gone):
        turn.moments.append(DecidingMoment(recorded.seq, turn.number, _words(state, event, lost), weight))
    for battalion in _without_platoons(state) - watch.ended if gone else ():
        watch.ended.add(battalion)
        if not _tells_of_end(event):
            says = f"{state.battalions[battalion].name} has lost its last platoon"
            turn.moments.append(DecidingMoment(recorded.seq, turn.number, says, END_COUNTS))


def _without_platoons(state: GameState) -> set[str]:
    """The battalions of which no platoon is left."""
    return {one.id for one in state.battalions.values() if one.started and not state.platoons_left(one)}


def _weight(event: Event, lost: int) -> int:
    """About how many lost bases an event counts for: what it cost, and what hangs on it besides."""
    return lost + besides if (besides := _besides(event)) else lost if lost >= HEAVY else 0


def _besides(event: Event) -> int:
    happening = event_specs().get(type(event))
    return happening.weighs(event) if happening else 0


def _became(state: GameState, event: Event) -> Iterable[Became]:
    happening = event_specs().get(type(event))
    return happening.became(state, event) if happening and happening.became else ()


def _tells_of_end(event: Event) -> bool:
    happening = event_specs().get(type(event))
    return bool(happening and happening.tells_of_end)


def _words(state: GameState, event: Event, lost: Mapping[Side, int]) -> str:
    """What happened, without its dice and who exactly was hit: that stands in the log."""
    told = ", ".join(
        f"the {state.side_facts(side).name} side loses {counted(number, 'base')}"
        for side, number in lost.items()
        if number > 0
    )
    said = says(state, event).partition(": ")[0]
    return f"{said}: {told}" if told else said


def _decisive(state: GameState, turns: Sequence[_Turn]) -> list[DecidingMoment]:
    """The weightiest, in the order in which they came; with the player turns that cost a side most."""
    found = [*_costly(state, turns), *(moment for turn in turns for moment in turn.moments)]
    heaviest = sorted(found, key=lambda one: (-one.weight, one.seq))[:MOST_MOMENTS]
    return sorted(heaviest, key=lambda one: one.seq)


def _costly(state: GameState, turns: Sequence[_Turn]) -> Iterator[DecidingMoment]:
    """Losses that came one by one: no single event shows that a turn was a bloody one."""
    for turn in turns:
        whose = state.side_facts(turn.side).name
        for side, lost in turn.lost.items():
            if lost >= COSTLY and lost >= 2 * max(turn.blows):
                name = state.side_facts(side).name
                says = f"In the {whose} player turn the {name} side loses {counted(lost, 'base')} in all"
                yield DecidingMoment(turn.first, turn.number, says, lost)


def _side(state: GameState, side: Side, cost: SideLosses, luck: Luck) -> SideEnd:
    book = state.book()
    men = casualties(cost.facts, book).value
    battalions = tuple(
        BattalionEnd(one.id, one.name, side, one.quality, one.started, cost.platoons.get(one.id, 0), one.fate.value)
        for one in state.battalions.values()
        if one.side is side
    )
    facts = state.side_facts(side)
    fell = (luck.dice(side), luck.rolls(side))
    return SideEnd(side, facts.name, facts.nation, cost, men, *fell, battalions, book.mark("GAP-77"))


def _ended(state: GameState, objective: Objective, number: int) -> ObjectiveEnd:
    at = (objective.x_mm, objective.y_mm)
    near = [found for side in Side if (found := _nearest(state, side, at))]
    return ObjectiveEnd(objective, tuple(sorted(near, key=lambda one: one.mm)), _is_silenced(state, number))


def _is_silenced(state: GameState, number: int) -> bool:
    """Return whether the block house of an objective is destroyed, or suppressed on every face (FF-ASL-29)."""
    scenario = scenarios().get(state.settled.scenario)
    names = scenario.silenced if scenario else ()
    stand = state.stands.get(names[number]) if number < len(names) else None
    return stand is not None and (not stand.alive or all(stand.faces))


def _nearest(state: GameState, side: Side, at: tuple[int | None, int | None]) -> Nearest | None:
    """Of those who are where the map has them; who has moved on unseen may be anywhere."""
    x, y = at
    if x is None or y is None:
        return None
    far = {
        stand: round(hypot(pose.spot.x_mm - x, pose.spot.y_mm - y))
        for stand, pose in state.places.items()
        if stand not in state.ground.unsure and state.stands[stand].side is side and state.stands[stand].alive
    }
    if not far:
        return None
    stand = min(far, key=far.__getitem__)
    return Nearest(side, stand_name(state, stand), far[stand])
