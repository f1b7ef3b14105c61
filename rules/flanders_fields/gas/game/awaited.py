"""What the gas step of a player turn asks for next (FF-GAS-T4)."""

from collections.abc import Iterator
from enum import StrEnum

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.gas.game.state import Cloud
from rules.flanders_fields.gas.phase import GAS_PHASE, CloudFate, CloudPhase, CloudPhaseFacts, cloud_phase
from rules.flanders_fields.gas.wind import Wind, WindFacts, seen_from
from rules.flanders_fields.not_yet import no_gas
from rules.kernel.dice import D6
from rules.kernel.explain import Explained
from rules.kernel.values import dataclass

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
