"""What of barrages and gas still to come a role may look at ahead: its own plans, and the clouds that all can see."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import shortest_and_longest
from rules.flanders_fields.game.bands import band_facts
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.survey.bands import Rolling
from rules.flanders_fields.game.unseen import knows
from rules.flanders_fields.gas.clouds import CloudFacts, ReleaseFacts, planned_middle
from rules.flanders_fields.gas.wind import Wind, WindFacts, seen_from
from rules.flanders_fields.not_yet import no_rolling_barrages
from rules.kernel.seats import Role
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Drifting:
    """A cloud that lies on the table, or one by plan; the wind is as its owner sees it, None where nobody knows it.

    `heading_deg` is where the plan has the wind blow to, while its speed is still to be thrown.
    """

    name: str
    cloud: CloudFacts
    wind: WindFacts | None = None
    heading_deg: int = 0


@dataclass(frozen=True, slots=True)
class Plans:
    """Barrages and clouds by their ids, and the wind that blows, as the attacker sees it."""

    barrages: Mapping[str, Rolling] = field(default_factory=dict)
    clouds: Mapping[str, Drifting] = field(default_factory=dict)
    wind: Wind | None = None


NO_PLANS: Final = Plans()


def known_plans(state: GameState, role: Role, book: RuleBook) -> Plans:
    """What a role may look at ahead; another side's plan is secret, however much of it has come (FF-PLN-01)."""
    return Plans(dict(_barrages(state, role, book)), dict(_clouds(state, role, book)), state.gas.wind)


def _barrages(state: GameState, role: Role, book: RuleBook) -> Iterator[tuple[str, Rolling]]:
    for plan in state.plan.barrages:
        if knows(role, plan.side):
            one = state.barrages[plan.id]
            # Before its die is thrown it is looked at for as long as it may last.
            lasts = one.turns or (0 if no_rolling_barrages(book) else shortest_and_longest(book)[1])
            facts = band_facts(book, plan, replace(one, turns=lasts), 1)
            bent = book.behaviour("AMB-356", {"planned": True, "straight": False, "free": True})
            name = plan.name if one.turns else f"{plan.name}, as long as it may last"
            yield plan.id, Rolling(name, plan.side, facts, tuple(map(float, plan.leads)) if bent else ())


def _clouds(state: GameState, role: Role, book: RuleBook) -> Iterator[tuple[str, Drifting]]:
    for kept in state.gas.clouds:
        wind = kept.wind or state.gas.wind
        seen = seen_from(kept.owner, wind) if wind else None
        yield kept.id, Drifting(kept.name, kept.facts, _facts(seen) if seen else None)
    # Counted among those it knows of: a number left out would tell of one that it does not.
    mine = (plan for plan in state.gas.planned if knows(role, plan.side))
    for number, plan in enumerate(mine, 1):
        yield f"planned{number}", _planned(plan, state.gas.wind, book)


def _planned(plan: PlannedGas, blows: Wind | None, book: RuleBook) -> Drifting:
    """A planned cloud as it would come down on its point, without deviating."""
    asked = ReleaseFacts(
        kind=plan.kind, owner=plan.side, delivery=plan.delivery, along_cm=plan.along_cm, up_cm=plan.up_cm
    )
    along, up = planned_middle(asked, book)
    across = book.behaviour("AMB-440", {"table": 0, "across_wind": plan.wind_deg})
    cloud = CloudFacts(kind=plan.kind, owner=plan.side, along_cm=along / 10, up_cm=up / 10, turned_deg=across)
    name = f"{plan.kind.capitalize()} gas of turn {plan.turn}"
    if blows:
        return Drifting(name, cloud, _facts(seen_from(plan.side, blows)))
    written = WindFacts(direction_deg=plan.wind_deg, speed_cm=plan.speed_cm) if plan.speed_cm is not None else None
    return Drifting(name, cloud, written, plan.wind_deg)


def _facts(wind: Wind) -> WindFacts:
    return WindFacts(direction_deg=wind.direction_deg, speed_cm=wind.speed_cm)
