"""What the stage of each rule system is held to beside what holds for all: its own stands, and what is hidden in it."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from app.play.play_screen import Scenery, SceneShown
from app.systems.earth_1418.screen import SCENERY as EARTH_SCENERY
from app.systems.flanders_fields.screen import SCENERY as FLANDERS_SCENERY
from rules.earth_1418.game.engine import SYSTEM as EARTH
from rules.earth_1418.game.state.game import BombardmentGiven, CordonLying, EarthState
from rules.earth_1418.game.view import sides_of
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM as FLANDERS
from rules.kernel.play import no_past
from rules.kernel.seats import Actor, Role

Wrong = Iterator[str]


class Held(NamedTuple):
    """A rule system: its scenery, the living stands of sides, those on the table, and what may be on no screen."""

    scenery: Scenery
    own: Callable[[Any, list[str]], Iterator[str]]
    on_table: Callable[[Any, Role], frozenset[str]]
    secrets: Callable[[Any, Role, SceneShown], Wrong]


def flanders_own(state: GameState, sides: list[str]) -> Iterator[str]:
    """Stands on the table."""
    for stand in state.stands.values():
        unit = state.units.get(stand.unit)
        if stand.side.value in sides and stand.alive and unit is not None and unit.on_table:
            yield stand.id


def flanders_on_table(state: GameState, role: Role) -> frozenset[str]:
    """The stands on the table that a seat may know of."""
    return frozenset(SeatDeeds(state, Actor(role), no_past).on_table)


def secrets(state: GameState, role: Role, scene: SceneShown) -> Wrong:
    """Nothing of a battalion off the table, of the enemy's, is on the screen by its id or by its name."""
    if role is Role.REFEREE or state.facts is None:
        return
    text = scene.model_dump_json()
    for one in state.battalions.values():
        if not one.on_table and one.side.value != role.value:
            if f'"{one.id}"' in text or f'"{one.id}.' in text:
                yield f"{one.id} is off the table and on the screen"
            if re.search(rf"\b{re.escape(one.name)}\b", text):
                yield f"{one.name} is off the table and on the screen by its name"


def earth_own(state: EarthState, sides: list[str]) -> Iterator[str]:
    """Bases that are left."""
    for unit in state.units.values():
        if unit.side in sides:
            yield from (f"{unit.id}/{n}" for n, mark in enumerate(unit.bases, 1) if mark != "killed")


def earth_on_table(state: EarthState, _role: Role) -> frozenset[str]:
    """All of them: nobody is hidden in this game, only what is planned."""
    return frozenset(earth_own(state, ["attacker", "defender"]))


def unfallen(state: EarthState, role: Role, scene: SceneShown) -> Wrong:
    """Nothing of a square that the other side has ordered guns on is on the screen before anything falls there."""
    ordered: list[CordonLying | BombardmentGiven] = [*state.cordons, *state.bombardments.values()]
    fallen = {one.square for one in ordered if _has_fallen(one)}
    written = (one for chosen in state.sealed.values() for one in chosen.bombardments)
    text = scene.model_dump_json(exclude={"hash"})
    for one in (*state.bombardments.values(), *written):
        if one.side not in sides_of(role) and one.square not in fallen and re.search(_word(one.square), text):
            yield f"{one.square} is to be bombarded, and on the screen"


def _has_fallen(one: CordonLying | BombardmentGiven) -> bool:
    return isinstance(one, CordonLying) or one.bonus_spent


def _word(text: str) -> str:
    return rf"(?<![\w/-]){re.escape(text)}(?![\w/-])"


HELD: Final[Mapping[str, Held]] = {
    FLANDERS.key: Held(FLANDERS_SCENERY, flanders_own, flanders_on_table, secrets),
    EARTH.key: Held(EARTH_SCENERY, earth_own, earth_on_table, unfallen),
}
"""Every system whose stage is held, by its key."""
