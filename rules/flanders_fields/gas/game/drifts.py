"""The drift of a gas cloud in its phase, with the clouds that drift alongside: a base may lie across their seam."""

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
