"""What the gas of a plan may expect to do: where it comes down, how fast its wind blows, whom it covers on its way.

The wind blows as the plan names it and does not turn; its speed is that of two dice (FF-GAS-13), or as written.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rules.flanders_fields.artillery.deviation import DeviationFacts, Unobserved, landings
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.written import GasLine, WrittenPlan
from rules.flanders_fields.game.survey.drifting import drifts
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.followers import LOOKS_AHEAD
from rules.flanders_fields.game.survey.forecast_faces import BLANK, gas_faces
from rules.flanders_fields.game.survey.targeted import Targets
from rules.flanders_fields.gas.clouds import CloudFacts, Delivery, GasKind, ReleaseFacts, planned_middle, sides_of
from rules.flanders_fields.gas.phase import REMOVED, CloudFate
from rules.flanders_fields.gas.wind import SPEEDS, WindFacts
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Refusal
from rules.tabletop.chances import Salvo, salvo_adrift
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Table

_TURN, _HALF_TURN = 360, 180
STILL: Final = (0.0, 0.0)
GONE: Final = Pose(Spot(-1_000_000, -1_000_000), 0)
_QUIET: Final = frozenset({*REMOVED, CloudFate.WAITS})


class CloudTurn(NamedTuple):
    """A cloud in one of its turns: from where to where its middle goes, whether it attacks, how it is turned."""

    begins: Spot
    ends: Spot
    attacks: bool
    turned_deg: int


Ways = tuple[tuple[float, tuple[CloudTurn, ...]], ...]
"""The chance of each speed of the wind, and what the cloud does in it turn by turn."""


def gas_salvos(line: GasLine, plan: WrittenPlan, targets: Targets, turn: int, book: RuleBook) -> Iterator[Salvo]:
    """What a gas attack brings in a turn of its side; nothing before it comes and once it is gone."""
    after, ways = turn - (line.turn or turn + 1), _ways(line, plan.side, *_size(targets.field), book)
    now = [phases[after] if 0 <= after < len(phases) and phases[after].attacks else None for _, phases in ways]
    if not any(now):
        return
    ahead = 1 if plan.side is Side.ATTACKER else -1
    fire = Unobserved.PROJECTOR_GAS if line.delivery is Delivery.PROJECTOR else Unobserved.GAS
    falls = landings(DeviationFacts(fire=fire), book)
    offs = [(float(chance), (ahead * right, ahead * up)) for (right, up), chance in falls.items()]
    base = Rectangle(*sides_of(plan.side, book))
    # At a speed at which it is gone it lies where it meets nobody.
    moves = [
        (chance, StandingBase(base, Pose(one.begins, one.turned_deg) if one else GONE), _step(one) if one else STILL)
        for (chance, _), one in zip(ways, now, strict=True)
    ]
    faces = [[BLANK] * len(targets.covers)]
    faces.extend([gas_faces(cover, partly, book) for cover in targets.covers] for partly in (True, False))
    at_its_end = book.behaviour("AMB-449", {"one_moment": False, "end_position": True})
    same = f"gas {line.id}"
    twice = book.behaviour("AMB-447", {"once": False, "start_and_path": True})
    if twice and any(step != STILL for _, _, step in moves):
        still = [(chance, one, STILL) for chance, one, _ in moves]
        yield salvo_adrift(still, offs, targets.laid, faces, same)
    yield salvo_adrift(moves, offs, targets.laid, faces, same, at_its_end)


def _step(one: CloudTurn) -> tuple[float, float]:
    return float(one.ends.x_mm - one.begins.x_mm), float(one.ends.y_mm - one.begins.y_mm)


def turns_of_gas(line: GasLine, plan: WrittenPlan, book: RuleBook) -> tuple[int, ...]:
    """The turns of its side in which a gas attack may do anything, on a table as large as the plan is written for."""
    size = plan.written_for
    longest = max((len(phases) for _, phases in _ways(line, plan.side, size.width_mm, size.depth_mm, book)), default=0)
    return tuple(range(line.turn or 0, (line.turn or 0) + longest))


def way_of_gas(line: GasLine, plan: WrittenPlan, field: Field, book: RuleBook) -> Iterator[Spot]:
    """The places its middle may come by, if it does not deviate."""
    for _, phases in _ways(line, plan.side, *_size(field), book):
        for one in phases:
            yield from (one.begins, one.ends)


def _size(field: Field) -> tuple[int, int]:
    return field.table.width_mm, field.table.depth_mm


@lru_cache(maxsize=64)
def _ways(line: GasLine, side: Side, width_mm: int, depth_mm: int, book: RuleBook) -> Ways:
    """What a cloud does at each speed of its wind; nothing where there is no gas, or the line is not finished."""
    if no_gas(book) is not None or line.at is None or line.turn is None or line.wind_deg is None:
        return ()
    field = Field(Table(width_mm, depth_mm))
    found = ((chance, tuple(_phases(field, line, side, speed, book))) for speed, chance in _speeds(line, book))
    return tuple((chance, phases) for chance, phases in found if phases)


def _speeds(line: GasLine, book: RuleBook) -> Iterator[tuple[float, float]]:
    """Every speed of its wind in cm a turn, with its chance."""
    if line.speed_mm is not None:
        yield line.speed_mm / 10, 1.0
        return
    first, throws = book.table(SPEEDS).number("first").value / 10, len(ALL_D6) ** 2
    sums = [one.pips + other.pips for one in ALL_D6 for other in ALL_D6]
    for total in sorted(set(sums)):
        yield first + total, sums.count(total) / throws


def _phases(field: Field, line: GasLine, side: Side, speed_cm: float, book: RuleBook) -> Iterator[CloudTurn]:
    assert line.at
    assert line.wind_deg is not None
    degrees = line.wind_deg - _TURN if line.wind_deg > _HALF_TURN else line.wind_deg
    facts = ReleaseFacts(
        kind=line.kind or GasKind.OFFENSIVE,
        owner=side,
        delivery=line.delivery or Delivery.ARTILLERY,
        along_cm=line.at.along_mm / 10,
        up_cm=line.at.up_mm / 10,
    )
    along, up = (one / 10 for one in planned_middle(facts, book))
    turned = book.behaviour("AMB-440", {"table": 0, "across_wind": degrees})
    cloud = CloudFacts(kind=facts.kind, owner=side, along_cm=along, up_cm=up, turned_deg=turned)
    found = drifts(field, cloud, WindFacts(direction_deg=degrees, speed_cm=speed_cm), LOOKS_AHEAD, book)
    at = field.spot(side, along, up)
    for drift in () if isinstance(found, Refusal) else found:
        ends = at if drift.fate in REMOVED else field.spot(side, *drift.middle_cm)
        yield CloudTurn(at, ends, drift.fate not in _QUIET, turned)
        at = ends
