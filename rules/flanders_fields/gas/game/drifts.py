"""The way of a cloud in its gas phase, and the clouds that go it beside it: a base may lie across their seam."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.survey.field import CloudOnField, Field
from rules.flanders_fields.gas.game.awaited import phase_of
from rules.flanders_fields.gas.game.state import Cloud
from rules.flanders_fields.gas.phase import CloudFate, has_sunk
from rules.kernel.shapes import Outline, Point, moved


class CloudDrift(NamedTuple):
    """A cloud where its phase begins, its step in mm, and the outlines there of others that take the same step."""

    cloud: CloudOnField
    step: Point
    beside: tuple[Outline, ...]


def drift_of(state: GameState, field: Field, book: RuleBook, name: str) -> CloudDrift | None:
    """How a cloud goes through its phase; None for one that is not on the table or cannot be in a phase."""
    cloud, lying = state.gas.cloud(name), cloud_on(field, name)
    way = _way(state, field, book, cloud) if cloud else None
    if cloud is None or way is None or lying is None:
        return None
    fate, step = way
    return CloudDrift(lying, step, tuple(_beside(state, field, book, cloud, fate)))


def cloud_on(field: Field, name: str) -> CloudOnField | None:
    """A cloud on the map by its id."""
    return next((one for one in field.clouds if one.id == name), None)


def lying_beside(state: GameState, field: Field, book: RuleBook, name: str) -> tuple[Outline, ...]:
    """The outlines of clouds of the same kind that have sunk, or not, as a cloud has: a base may move into them too."""
    cloud = state.gas.cloud(name)
    if cloud is None:
        return ()
    sunk = has_sunk(cloud.facts, book)
    alike = (one for one in _alike(state, cloud) if has_sunk(one.facts, book) is sunk)
    return tuple(lying.outline for one in alike if (lying := cloud_on(field, one.id)))


def _alike(state: GameState, cloud: Cloud) -> Iterator[Cloud]:
    """The other clouds of the same kind and wind."""
    for one in state.gas.clouds:
        if one.id != cloud.id and (one.kind, one.wind) == (cloud.kind, cloud.wind):
            yield one


def _beside(state: GameState, field: Field, book: RuleBook, cloud: Cloud, fate: CloudFate) -> Iterator[Outline]:
    """The outlines of clouds with the same fate in this phase, each where the phase began for it."""
    for one in _alike(state, cloud):
        lying = cloud_on(field, one.id)
        way = _way(state, field, book, replace(one, phases=one.phases - 1) if one.acted else one)
        if lying is not None and way is not None and way[0] is fate:
            x, y = way[1]
            yield moved(lying.outline, (-x, -y)) if one.acted else lying.outline


def _way(state: GameState, field: Field, book: RuleBook, cloud: Cloud) -> tuple[CloudFate, Point] | None:
    """What becomes of a cloud in this phase, and its step."""
    phase = phase_of(state, cloud, book)
    if phase is None:
        return None
    here = field.spot(cloud.owner, cloud.along_cm, cloud.up_cm)
    there = field.spot(cloud.owner, phase.along_cm, phase.up_cm)
    return phase.fate, (float(there.x_mm - here.x_mm), float(there.y_mm - here.y_mm))
