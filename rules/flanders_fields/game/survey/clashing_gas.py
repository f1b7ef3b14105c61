"""Gas that would drift home: over its own stands, its own trench, its own infantry as it comes (FF-GAS-19)."""

from collections.abc import Iterator
from statistics import mean
from typing import Final

from rules.flanders_fields.fire_plan.findings import PlanFinding, warning
from rules.flanders_fields.fire_plan.written import GasLine
from rules.flanders_fields.game.survey.drifting import Drift, drifts
from rules.flanders_fields.game.survey.followers import LOOKS_AHEAD
from rules.flanders_fields.game.survey.own_troops import OwnTroops, in_a_hundred, listed
from rules.flanders_fields.gas.clouds import CloudFacts, Delivery, GasKind, ReleaseFacts, planned_middle
from rules.flanders_fields.gas.wind import SPEEDS, WindFacts
from rules.flanders_fields.not_yet import no_gas
from rules.kernel.dice import FACES
from rules.kernel.explain import Refusal
from rules.kernel.measure import MM_A_CM, cm
from rules.tabletop.field import rims

_CLAUSE: Final = "FF-GAS-19"
_WORTH_SAYING: Final = 0.05
_TWO_DICE_MM: Final = round(2 * mean(FACES) * MM_A_CM)
"""What two dice make on average, as centimetres."""
_HALF_TURN, _TURN = 180, 360


def gas_clashes(own: OwnTroops) -> Iterator[PlanFinding]:
    """What every gas attack of a plan would do to its own side in the wind it names, which blows as it usually does."""
    if no_gas(own.book) is not None:
        return
    for line in own.plan.gas:
        if line.turn and line.at and line.wind_deg is not None:
            told = next(_home(own, line, line.turn, line.wind_deg), None)
            if told:
                yield told.of(line.id)


def _home(own: OwnTroops, line: GasLine, turn: int, wind_deg: int) -> Iterator[PlanFinding]:
    degrees = wind_deg - _TURN if wind_deg > _HALF_TURN else wind_deg
    speed = line.speed_mm if line.speed_mm is not None else own.book.table(SPEEDS).number("first").value + _TWO_DICE_MM
    found = drifts(
        own.field,
        _cloud(own, line, degrees),
        WindFacts(direction_deg=degrees, speed_cm=speed / 10),
        LOOKS_AHEAD,
        own.book,
    )
    if isinstance(found, Refusal):
        return
    blows = f"with a wind of {cm(speed)} a turn to {wind_deg} degrees"
    for drift in found:
        yield from _met(own, drift, turn + drift.phase - 1, blows)


def _cloud(own: OwnTroops, line: GasLine, degrees: int) -> CloudFacts:
    assert line.at
    facts = ReleaseFacts(
        kind=line.kind or GasKind.OFFENSIVE,
        owner=own.plan.side,
        delivery=line.delivery or Delivery.ARTILLERY,
        along_cm=line.at.along_mm / 10,
        up_cm=line.at.up_mm / 10,
    )
    along, up = planned_middle(facts, own.book)
    turned = own.book.behaviour("AMB-440", {"table": 0, "across_wind": degrees})
    return CloudFacts(kind=facts.kind, owner=own.plan.side, along_cm=along / 10, up_cm=up / 10, turned_deg=turned)


def _met(own: OwnTroops, drift: Drift, turn: int, blows: str) -> Iterator[PlanFinding]:
    """Whom of its own side a cloud meets in one turn, the surest first."""
    away = "choose a wind that blows away from them, or lay it farther off"
    placed = own.placed()
    hit = [name for name in (*drift.fully, *drift.partly) if name in placed]
    grounds = [one for one in (drift.began, drift.way) if one]
    if hit:
        says = f"It comes over {listed(own.field, hit)} of its own side in turn {turn}, {blows}"
        yield warning(_CLAUSE, says, away).on(turn, *rims(own.field, hit))
    elif not placed and any(map(own.trench_in, grounds)):
        says = f"It comes over its own front trench in turn {turn}, {blows}"
        yield warning(_CLAUSE, says, away).on(turn, *filter(own.trench_in, grounds))
    chance = max((own.comes_under(one, turn) for one in grounds), default=0.0) if turn > 1 else 0.0
    if chance >= _WORTH_SAYING:
        comes = f"own infantry that goes straight on{own.from_there}"
        says = f"It meets {comes} in turn {turn} {in_a_hundred(chance)}, {blows}"
        yield warning(_CLAUSE, says, "let it come sooner, or lay it farther up the table").on(turn, *grounds)
