"""Commands, events, dice and folds of gas, and what the gas step requires (FF-GAS)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.fire_areas import Coverage, Overlap
from rules.flanders_fields.game.dice_rolls import turn_key
from rules.flanders_fields.game.event_folding import change_stands, changed, under_fire
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field
from rules.flanders_fields.game.outcomes import FromMap, OfStand, Reasons, StandChange, of_map
from rules.flanders_fields.game.state.fire_plan import PlannedGas
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.state.gas import Cloud, Gas
from rules.flanders_fields.gas_clouds import Wind, WindFacts, seen_from
from rules.flanders_fields.gas_effects import GAS_PHASE, CloudFate, CloudPhase, CloudPhaseFacts, cloud_phase, has_sunk
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, FireResult, Side
from rules.kernel.dice import D6, Throw
from rules.kernel.dice_ledger import Dice, apart
from rules.kernel.explanations import Explained
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point, moved

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowForGas:
    """Throw the dice that the gas step asks for next: for the wind, for a release, or for a cloud's own 6.

    `what` names it as the game does: "wind", "release", or either with a cloud's id. `wind_deg` and `written_cm` are
    what house rules want named on release (GAP-62, GAP-67).
    """

    what: str = fact("what the dice are for")
    dice: tuple[Throw, ...] = fact("the dice", default=())
    wind_deg: int | None = fact("the direction of the wind, clockwise", default=None, unit="degrees")
    written_cm: float | None = fact("the speed written down", default=None, unit="cm")


@dataclass(frozen=True, slots=True, kw_only=True)
class GasCaught:
    """A stand that a cloud touches, as seen on the table, and how much of its base lies in it where it ends.

    `at_start` counts where a house rule lets the cloud attack twice (AMB-447).
    """

    stand: str = fact("the stand")
    cover: Cover = fact("its cover")
    coverage: Coverage = fact("how much of its base the cloud touches", default=Coverage.FULLY)
    ends: Overlap = fact("how much of its base lies in the cloud where it ends", default=Overlap.NONE)
    sheltering: bool = fact("it shelters", default=False)
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)
    at_start: Coverage = fact("how much of its base the cloud covered where it began", default=Coverage.SPARED)


@dataclass(frozen=True, slots=True, kw_only=True)
class GasAttacks:
    """A cloud goes through its phase: whom it touches, a die for each in the order told (FF-GAS-18 to FF-GAS-22).

    `off_table`: none of it is on the table any more where it ends (AMB-451).
    """

    cloud: str = fact("the gas cloud")
    caught: tuple[GasCaught, ...] = fact("the stands it touches", default=())
    dice: tuple[Throw, ...] = fact("a die for each stand, in their order", default=())
    off_table: bool = fact("none of it is on the table where it ends", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterGas:
    """A stand moves into or through a cloud that lies on the table (FF-GAS-20). One die where it is attacked.

    `began_inside`: None says what the game knows.
    """

    cloud: str = fact("the gas cloud")
    caught: GasCaught = fact("the stand that moves into it")
    dice: tuple[Throw, ...] = fact("its die, if it is attacked", default=())
    began_inside: bool | None = fact("it began inside", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveGas:
    """Stands have moved out of the gas they stood in (FF-GAS-25)."""

    stands: tuple[str, ...] = fact("the stands that have left the gas")


@dataclass(frozen=True, slots=True, kw_only=True)
class GasByCard:
    """Place the extra attack that a card brings, from its owner's left corner; it comes in his next gas step.

    Offensive gas from guns (FF-GAS-28, FF-CRD-24); `wind_deg` is the wind he would like.
    """

    along_cm: float = fact("along its side's own edge", unit="cm", spot="along", mate="up_cm")
    up_cm: float = fact("up the table", unit="cm", spot="up")
    wind_deg: int = fact("the wind one would like, clockwise", default=0, unit="degrees")


@dataclass(frozen=True, slots=True, kw_only=True)
class WindByCard:
    """Throw two dice for the wind that a card turns on the attacker (FF-GAS-28, FF-CRD-26)."""

    dice: tuple[Throw, ...] = fact("the two dice of the wind")


# Events


@dataclass(frozen=True, slots=True)
class GasDiceThrown:
    """Dice were thrown that ask for more dice: `says` what they brought.

    `wind_deg` and `written_cm` are what its owner had stated of the wind before them.
    """

    what: str
    dice: tuple[Throw, ...]
    says: str
    wind_deg: int | None = None
    written_cm: float | None = None


@dataclass(frozen=True, slots=True)
class GasReleased:
    """A planned attack came by itself: its cloud lies where it fell, with the wind that it sets or finds.

    `dice` are the last of those thrown for it; `common_wind` is None where each cloud has its own (AMB-445).
    """

    plan: PlannedGas
    cloud: Cloud
    common_wind: Wind | None
    dice: tuple[Throw, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class WindChanged:
    """The dice for the wind were read: for all clouds, or (`cloud`) for one that has its own.

    `turned` says by clouds how they lie now, where a house rule turns them with the wind (AMB-440).
    """

    wind: Wind
    change: str
    cloud: str
    dice: tuple[Throw, ...]
    reasons: Reasons
    turned: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CloudDieThrown:
    """A cloud's own die left it where it is (AMB-446)."""

    cloud: str
    die: Throw


@dataclass(frozen=True, slots=True)
class CloudGone:
    """A cloud was removed without an attack: it is spent, or has dispersed, perhaps by its own die."""

    cloud: str
    fate: CloudFate
    reasons: Reasons
    dice: tuple[Throw, ...] = ()


@dataclass(frozen=True, slots=True)
class GasHit:
    """What gas did to one stand."""

    stand: str
    cover: Cover
    coverage: Coverage
    dice: tuple[Throw, ...]
    results: tuple[FireResult, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class CloudWent:
    """A cloud went through its phase and lies where it ended, unless it has left the table.

    `within` are the stands that stand in it there; `changes` what every stand touched is afterwards.
    """

    cloud: str
    fate: CloudFate
    along_cm: float
    up_cm: float
    phases: int
    hits: tuple[GasHit, ...]
    within: tuple[str, ...]
    changes: tuple[StandChange, ...]
    reasons: Reasons
    companies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnteredGas:
    """A stand moved into or through a cloud: whether that drew an attack, and whether it stands there now."""

    cloud: str
    hit: GasHit
    attacked: bool
    stays: bool
    changes: tuple[StandChange, ...]
    companies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftGas:
    """Stands moved out of the gas they stood in."""

    stands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GasGranted:
    """A card has brought a side an extra attack; where it lies only that side knows until it comes."""

    plan: PlannedGas


@dataclass(frozen=True, slots=True)
class WindTurnedByCard:
    """A card has turned the wind, for gas still to come as well."""

    wind: Wind
    dice: tuple[Throw, ...]
    reasons: Reasons
    turned: tuple[tuple[str, int], ...] = ()


GasEvent = (
    GasDiceThrown
    | GasReleased
    | WindChanged
    | CloudDieThrown
    | CloudGone
    | CloudWent
    | EnteredGas
    | LeftGas
    | GasGranted
    | WindTurnedByCard
)


# Names of dice rolls


def gas_key(state: GameState, what: str) -> str:
    """The name of what is thrown next for something of the gas step."""
    return turn_key(state, "gas", what)


def attack_key(state: GameState, cloud: str, stand: str) -> str:
    """The name of the die a cloud throws for a stand that it catches in its phase."""
    return turn_key(state, "gas", f"attack/{cloud}/{stand}")


def attack_names(state: GameState, cloud: str) -> tuple[str, str]:
    """How the names of all dice of a cloud's phase begin and end."""
    return f"gas/attack/{cloud}/", f"/{state.turn.number}/{state.turn.side}"


def enter_key(state: GameState, cloud: str, stand: str) -> str:
    """The name of the die of a stand that enters a cloud."""
    return turn_key(state, "gas", f"enter/{cloud}/{stand}")


def card_key(state: GameState) -> str:
    """The name of the dice of a card that turns the wind."""
    return turn_key(state, "gas", "card")


def card_throws(state: GameState, event: WindTurnedByCard) -> Dice:
    """The dice of it by the name of their roll."""
    return {card_key(state): event.dice}


def part_throws(state: GameState, event: GasDiceThrown) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, event.what): event.dice}


def release_throws(state: GameState, event: GasReleased) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, "release"): event.dice} if event.dice else {}


def wind_throws(state: GameState, event: WindChanged) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, f"wind/{event.cloud}" if event.cloud else "wind"): event.dice}


def own_die(state: GameState, event: CloudDieThrown) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, f"fate/{event.cloud}"): (event.die,)}


def gone_throws(state: GameState, event: CloudGone) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, f"fate/{event.cloud}"): event.dice} if event.dice else {}


def attack_throws(state: GameState, event: CloudWent) -> Dice:
    """The dice of it by the name of their roll."""
    thrown = [(attack_key(state, event.cloud, hit.stand), die) for hit in event.hits for die in hit.dice]
    return {name: (die,) for name, (_, die) in zip(apart([name for name, _ in thrown]), thrown, strict=True)}


def enter_throws(state: GameState, event: EnteredGas) -> Dice:
    """The dice of it by the name of their roll."""
    return {enter_key(state, event.cloud, event.hit.stand): event.hit.dice} if event.hit.dice else {}


def of_cloud(state: GameState, event: CloudWent | EnteredGas) -> Side | None:
    """Of the side whose cloud it is."""
    return next((one.owner for one in state.gas.clouds if one.id == event.cloud), None)


# Folds of events into the state


def gas_dice_thrown(state: GameState, event: GasDiceThrown) -> None:
    """Dice that ask for more."""
    state.gas = replace(
        state.gas,
        dice=(*state.gas.dice, *event.dice),
        stated_deg=event.wind_deg,
        stated_cm=event.written_cm,
    )


def gas_released(state: GameState, event: GasReleased) -> None:
    """A planned attack is a cloud now."""
    gas = state.gas
    left = list(gas.planned)
    if event.plan in left:
        left.remove(event.plan)
    state.gas = replace(
        gas,
        planned=tuple(left),
        clouds=(*gas.clouds, event.cloud),
        wind=event.common_wind or gas.wind,
        released=(*gas.released, event.plan.side),
        dice=(),
    )


def wind_changed(state: GameState, event: WindChanged) -> None:
    """The wind blows on, or turns."""
    gas = replace(state.gas, dice=())
    if event.cloud:
        gas = gas.with_cloud(event.cloud, wind=event.wind, wind_rolled=True)
    else:
        gas = replace(gas, wind=event.wind, wind_rolled=True)
    for cloud, turned_deg in event.turned:
        gas = gas.with_cloud(cloud, turned_deg=turned_deg)
    state.gas = gas


def cloud_die_thrown(state: GameState, event: CloudDieThrown) -> None:
    """A cloud stays, by its own die."""
    state.gas = replace(state.gas, dice=()).with_cloud(event.cloud, own_die=event.die.pips)


def cloud_gone(state: GameState, event: CloudGone) -> None:
    """A cloud is removed."""
    gas = state.gas
    state.gas = replace(gas, clouds=tuple(one for one in gas.clouds if one.id != event.cloud), dice=())
    count_those_in_gas(state)


def cloud_went(state: GameState, event: CloudWent) -> None:
    """A cloud has been through its phase."""
    hit = tuple(one.stand for one in event.hits)
    state.gas = state.gas.with_cloud(
        event.cloud,
        along_cm=event.along_cm,
        up_cm=event.up_cm,
        phases=event.phases,
        within=event.within,
        attacked=hit,
        acted=True,
    )
    change_stands(state, event.changes)
    under_fire(state, (), event.companies)
    if event.fate is CloudFate.LEAVES_TABLE:
        state.gas = replace(state.gas, clouds=tuple(one for one in state.gas.clouds if one.id != event.cloud))
    count_those_in_gas(state)


def entered_gas(state: GameState, event: EnteredGas) -> None:
    """A stand went into a cloud, or through it."""
    cloud, stand = state.gas.cloud(event.cloud), event.hit.stand
    if cloud:
        within = tuple(one for one in cloud.within if one != stand) + ((stand,) if event.stays else ())
        attacked = (*cloud.attacked, stand) if event.attacked else cloud.attacked
        state.gas = state.gas.with_cloud(cloud.id, within=within, attacked=attacked)
    change_stands(state, event.changes)
    under_fire(state, (), event.companies)
    count_those_in_gas(state)


def left_gas(state: GameState, event: LeftGas) -> None:
    """Stands stand in no cloud any more."""
    for cloud in state.gas.clouds:
        within = tuple(one for one in cloud.within if one not in event.stands)
        state.gas = state.gas.with_cloud(cloud.id, within=within)
    for name in event.stands:
        state.stands[name] = changed(state.stands[name], in_gas=False)
    count_those_in_gas(state)


def gas_granted(state: GameState, event: GasGranted) -> None:
    """An extra attack is to come."""
    state.gas = replace(state.gas, planned=(*state.gas.planned, event.plan))


def wind_turned_by_card(state: GameState, event: WindTurnedByCard) -> None:
    """The wind blows as the card says, for every cloud."""
    gas = replace(state.gas, wind=event.wind)
    for cloud in gas.clouds:
        gas = gas.with_cloud(cloud.id, wind=event.wind if cloud.wind else None)
    for name, turned_deg in event.turned:
        gas = gas.with_cloud(name, turned_deg=turned_deg)
    state.gas = gas


def count_those_in_gas(state: GameState) -> None:
    """Every stand on the table is marked by the clouds it stands in."""
    within = {name for cloud in state.gas.clouds for name in cloud.within}
    for name, stand in state.stands.items():
        if stand.alive and stand.in_gas is not (name in within):
            state.stands[name] = changed(stand, in_gas=name in within)


def cover_told(event: EnteredGas) -> Iterator[OfStand]:
    """The cover of the stand that the gas attacks."""
    if not of_map(event.hit.reasons.map, "cover"):
        yield event.hit.stand, event.hit.cover


def with_map(event: EnteredGas, said: tuple[FromMap, ...]) -> EnteredGas:
    """The same with what the map said kept in the reasons of its hit."""
    return replace(event, hit=replace(event.hit, reasons=replace(event.hit.reasons, map=said)))


def map_of(event: EnteredGas) -> tuple[FromMap, ...]:
    """What the map said of it."""
    return event.hit.reasons.map


def planned(state: GameState, event: Any) -> None:
    """The gas of the plans waits to come."""
    state.gas = Gas(planned=event.gas)


def turn_begins(state: GameState, _event: object) -> None:
    """What counts by the player turn counts anew."""
    state.gas = state.gas.in_a_new_turn()


def entered(_state: GameState, event: EnteredGas) -> Sequence[str]:
    """The stand that has moved into it."""
    return (event.hit.stand,)


def leaving(_state: GameState, event: LeftGas) -> Sequence[str]:
    """The stands that leave it."""
    return event.stands


# What the gas step of a player turn asks for next (FF-GAS-T4)

NEEDS = "no_gas_planned"


class GasWanted(StrEnum):
    """What the step asks for."""

    WIND = "wind"
    RELEASE = "release"
    FATE = "fate"
    ATTACK = "attack"


@dataclass(frozen=True, slots=True)
class GasAwaited:
    """One thing the gas step asks for; `cloud` is empty for the common wind and for a release."""

    what: GasWanted
    cloud: str = ""

    @property
    def name(self) -> str:
        """As a command names it: "wind", "release", "wind/cloud1"."""
        return f"{self.what}/{self.cloud}" if self.cloud else self.what.value


def awaited(state: GameState, book: RuleBook) -> GasAwaited | None:
    """The next thing to do about gas in this player turn; None where all is done, or there is nothing."""
    return next(_in_order(state, book), None)


def _in_order(state: GameState, book: RuleBook) -> Iterator[GasAwaited]:
    """The die for the wind first, then the releases, then cloud by cloud (FF-GAS-09, FF-GAS-14)."""
    acting = [one for one in state.gas.clouds if not one.acted and takes_part(state, one, book)]
    moving = [one for one in acting if one.phases]
    if moving and not own_wind(book) and not state.gas.wind_rolled:
        yield GasAwaited(GasWanted.WIND)
    yield from (GasAwaited(GasWanted.WIND, one.id) for one in moving if own_wind(book) and not one.wind_rolled)
    if due_release(state, book):
        yield GasAwaited(GasWanted.RELEASE)
    for one in acting:
        throws = GAS_PHASE.dice(phase_facts(state, one), book) and not one.own_die
        yield GasAwaited(GasWanted.FATE if throws else GasWanted.ATTACK, one.id)


def due_release(state: GameState, book: RuleBook) -> PlannedGas | None:
    """The next planned attack of this player turn (FF-GAS-07); None where there is none, or no gas yet."""
    turn = state.turn
    due = (one for one in state.gas.planned if (one.side, one.turn) == (turn.side, turn.number))
    first = next(due, None)
    return first if first and (first.by_card or no_gas(book) is None) else None


def own_wind(book: RuleBook) -> bool:
    """Whether each cloud has its own wind (AMB-445)."""
    return book.behaviour("AMB-445", {"one_wind": False, "own_wind": True})


def takes_part(state: GameState, cloud: Cloud, book: RuleBook) -> bool:
    """Whether a cloud acts in the gas phase of this player turn (AMB-453)."""
    found = phase_of(state, cloud, book)
    return found is not None and found.fate is not CloudFate.WAITS


def phase_of(state: GameState, cloud: Cloud, book: RuleBook, disperses: bool = False) -> CloudPhase | None:
    """What a cloud would do in this player turn as it is; None where it cannot be in one."""
    found = explained_phase(state, cloud, book, disperses)
    return found.value if found else None


def explained_phase(
    state: GameState, cloud: Cloud, book: RuleBook, disperses: bool = False, own_die: int = 0
) -> Explained[CloudPhase] | None:
    """The same with its reasons; `own_die` is one that has just been thrown for it (AMB-446)."""
    pips = own_die or cloud.own_die
    dice = (D6(pips),) if pips else ()
    found = cloud_phase(phase_facts(state, cloud, disperses), dice, book)
    return found if isinstance(found, Explained) else None


def phase_facts(state: GameState, cloud: Cloud, disperses: bool = False) -> CloudPhaseFacts:
    """A cloud in the gas phase of this player turn, measured from its owner's edge."""
    wind = seen_from(cloud.owner, cloud.wind or state.gas.wind or Wind(0, 0.0))
    return CloudPhaseFacts(
        cloud=cloud.facts,
        wind=WindFacts(direction_deg=wind.direction_deg, speed_cm=wind.speed_cm),
        phase_of=state.turn.side,
        disperses=disperses,
    )


# The drift of a gas cloud in its phase, with the clouds that drift alongside


class CloudDrift(NamedTuple):
    """The drift of one cloud in a phase."""

    cloud: CloudOnField  # where it is as the phase begins
    step: Point  # in mm
    beside: tuple[Outline, ...]  # outlines, at the same moment, of the clouds that take the same step


def drift_of(state: GameState, field: Field, book: RuleBook, name: str) -> CloudDrift | None:
    """Return the drift of a cloud; None if it is not on the map or has no phase."""
    cloud, lying = state.gas.cloud(name), cloud_on(field, name)
    way = _way(state, field, book, cloud) if cloud else None
    if cloud is None or way is None or lying is None:
        return None
    fate, step = way
    return CloudDrift(lying, step, tuple(_beside(state, field, book, cloud, fate)))


def cloud_on(field: Field, name: str) -> CloudOnField | None:
    """Return a cloud on the map by its id."""
    return next((cloud for cloud in field.clouds if cloud.id == name), None)


def lying_beside(state: GameState, field: Field, book: RuleBook, name: str) -> tuple[Outline, ...]:
    """Return the outlines of clouds of the same kind, sunk like this one: a base may move into them too."""
    cloud = state.gas.cloud(name)
    if cloud is None:
        return ()
    sunk = has_sunk(cloud.facts, book)
    alike = (other for other in _alike(state, cloud) if has_sunk(other.facts, book) is sunk)
    return tuple(on_map.outline for other in alike if (on_map := cloud_on(field, other.id)))


def _alike(state: GameState, cloud: Cloud) -> Iterator[Cloud]:
    """Yield the other clouds of the same kind and wind."""
    for other in state.gas.clouds:
        if other.id != cloud.id and (other.kind, other.wind) == (cloud.kind, cloud.wind):
            yield other


def _beside(state: GameState, field: Field, book: RuleBook, cloud: Cloud, fate: CloudFate) -> Iterator[Outline]:
    """Yield the outlines of clouds with the same fate in this phase, each where its phase began."""
    for other in _alike(state, cloud):
        on_map = cloud_on(field, other.id)
        # A cloud that has drifted in this phase is put back by its step.
        way = _way(state, field, book, replace(other, phases=other.phases - 1) if other.acted else other)
        if on_map is not None and way is not None and way[0] is fate:
            x, y = way[1]
            yield moved(on_map.outline, (-x, -y)) if other.acted else on_map.outline


def _way(state: GameState, field: Field, book: RuleBook, cloud: Cloud) -> tuple[CloudFate, Point] | None:
    """Return the fate of a cloud in this phase, and its step."""
    phase = phase_of(state, cloud, book)
    if phase is None:
        return None
    here = field.spot(cloud.owner, cloud.along_cm, cloud.up_cm)
    there = field.spot(cloud.owner, phase.along_cm, phase.up_cm)
    return phase.fate, (float(there.x_mm - here.x_mm), float(there.y_mm - here.y_mm))
