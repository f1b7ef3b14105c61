"""What must never happen on the stage, as far as no browser is needed: held of the scene of any seat at any moment."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

from app.games.open_game import OpenGame
from app.play.available_commands import Knows, asked_at, stage_at
from app.play.command_responses import AskedShown, AskShown, DeedShown, asked_shown, stage_shown
from app.play.play_screen import SceneShown
from app.play.screen_builder import scene_of
from rules.flanders_fields.game.map_proposals import known
from rules.flanders_fields.game.state.game import GameState
from rules.kernel.commands import NOT_ON_STAGE
from rules.kernel.game_record import chain
from rules.kernel.play import Past
from rules.kernel.prompts import Origin
from rules.kernel.seats import Actor, Role
from tests.app.never_of_deeds import dice, empty_step, folded_facts, going_on, own_stands, passes
from tests.app.never_of_systems import HELD

RAW: Final = re.compile(
    r"\bf\d+u\d+[\w/-]*|\bcordon-\d+|\b[ad]\d+\.[\w.]*\w|\b(?:attacker|defender)\.\w+|\b\w+/(?:attacker|defender)|\b[a-z]+_[a-z_]+\b"
)
"""An id of a stand, a unit, a formation, a line of a plan; a word as the program writes it."""
SPOKEN: Final = frozenset(
    {"says", "of", "because", "instead", "name", "brief", "short", "label", "headline", "small", "said", "reckoning"}
    | {"state", "words", "full", "quality", "strength", "word", "whose_name", "turn", "why"}
)
"""The fields of the answers that are read aloud or drawn as words."""
MAY_BE_EMPTY: Final = frozenset({"of", "small", "said", "reckoning", "label", "quality", "state", "brief", "turn"})
OF_ONES_OWN: Final = frozenset({"others", "asking", "mistyped"})
"""What depends on who else sits there, and on the clock."""
Wrong = Iterator[str]


def scene(game: OpenGame, role: Role, past: Past) -> SceneShown:
    """The scene of a seat: it can be made at any moment."""
    actor = Actor(role)
    return scene_of(game, actor, stage_at(game, actor, past), HELD[game.system.key].scenery)


def wrong_on(
    game: OpenGame, role: Role, now: SceneShown, before: SceneShown | None, past: Past, chance: Random
) -> list[str]:
    """What is wrong with the scene of a seat, in words; what is as it was before has been read already."""
    other = [name for name in type(now).model_fields if before is None or getattr(now, name) != getattr(before, name)]
    held, begun = HELD[game.system.key], game.state.facts is not None
    own = list(held.own(game.state, now.sides)) if begun else []
    found = [*words(now.model_dump(include={*other, "hash"})), *twice(now), *counters(now, own)]
    found += [*results(game, now, role), *comes_first(now), *held.secrets(game.state, role, now)]
    found += [
        f"{one.says} is barred by no clause" for one in now.stage.available if one.barred and not one.barred.clause
    ]
    found += [*asks(game, role, now, past, chance), *moved(game.state, role, past)]
    on_table = held.on_table(game.state, role) if begun else frozenset()
    found += [*own_stands(now, on_table), *empty_steps(game, role, now, past)]
    found += [f"{one} is another, and nothing was told" for one in other if _is_silent(before, now, one)]
    return [f"{role.value}: {one}" for one in found]


def _is_silent(before: SceneShown | None, now: SceneShown, name: str) -> bool:
    """Whether a part of the scene is another though its seat was told of nothing."""
    return before is not None and before.number == now.number and name not in OF_ONES_OWN


@lru_cache(maxsize=10_000)
def raw_in(value: str) -> str:
    """The first word of the program in a sentence; empty where there is none. The same sentences come often."""
    found = RAW.search(value)
    return found[0] if found else ""


def words(shown: Any, at: str = "") -> Wrong:
    """Nothing that is read is empty, and nothing is called as the program calls it."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            where = f"{at}.{name}"
            if isinstance(value, str) and name in SPOKEN and not _is_value(shown, name):
                if not value and name not in MAY_BE_EMPTY and not _may_lack(shown, name):
                    yield f"{where} has no words"
                if raw := raw_in(value):
                    yield f"{where} reads {raw!r} in {value!r}"
            elif name == "words" and isinstance(value, list):
                yield from (f"{where} reads {one!r}" for one in value if not one or raw_in(one))
            elif name not in ("about", "told", "among"):
                yield from words(value, where)
    elif isinstance(shown, list):
        for n, one in enumerate(shown):
            yield from words(one, f"{at}[{n}]")


def _is_value(shown: Mapping[str, Any], name: str) -> bool:
    """A die names the stand that it concerns by its id, and an ask its field; their words stand beside it."""
    return (name == "of" and "six" in shown) or (name == "name" and "needed" in shown)


def _may_lack(shown: Mapping[str, Any], name: str) -> bool:
    """Nobody is in turn before the first turn; a side may be waited for without a deed; a die may concern nobody.

    A choice that the rules do not allow may have no other in its place.
    """
    is_denied = name == "instead" and "value" in shown
    return is_denied or name in ("whose_name", "name", "short") or (name == "says" and shown.get("kind") == "")


def twice(scene: SceneShown) -> Wrong:
    """No deed stands on the stage twice."""
    stage = scene.stage
    counted = Counter((one.kind, repr(sorted(one.about.items()))) for one in (*stage.required, *stage.available))
    yield from (f"{kind} of {about} stands there {many} times" for (kind, about), many in counted.items() if many > 1)
    yield from (f"{one.kind} is owed and barred" for one in stage.required if one.barred)


def counters(scene: SceneShown, own: Sequence[str]) -> Wrong:
    """Every stand is on one counter at most; those of a unit that acts, and one's own on the table, on one each."""
    ids = Counter(counter.id for counter in _counters(scene))
    yield from (f"{name} is on {many} counters" for name, many in ids.items() if many > 1)
    for unit in scene.units:
        yield from (f"{one} acts and is on no counter" for one in unit.stands if one not in ids)
    yield from (f"{one} acts twice" for one, many in Counter(one.id for one in scene.units).items() if many > 1)
    yield from (f"{stand} is its own and on no counter" for stand in own if stand not in ids)


def _counters(scene: SceneShown) -> Iterator[Any]:
    for face in scene.faces:
        for block in face.blocks:
            for row in block.rows:
                yield from (*row.counters, *row.last)


def results(game: OpenGame, scene: SceneShown, role: Role) -> Wrong:
    """No result of what was taken back or of another step (4, 7); each has its line, and says what it came to (16)."""
    if not scene.results:
        return
    told, begins = {one["number"]: one for one in game.told(role)}, HELD[game.system.key].scenery.begins_step
    gone = game.withdrawn_numbers(role)
    stand = {deed.command_id for deed in chain(game.state.deeds)} if game.state.deeds else set()
    begun = max((number for number, one in told.items() if begins(one) and number not in gone), default=0)
    lines = {one.number for one in scene.lines if not one.gone}
    oldest = min(lines, default=0)
    for one in scene.results:
        if one.number in gone or one.command not in stand:
            yield f"the result {one.headline!r} was taken back"
        if one.number < begun:
            yield f"the result {one.headline!r} is of a step before"
        if one.number >= oldest and one.number not in lines:
            yield f"the result {one.headline!r} has no line"
        if not one.rows or not one.dice:
            yield f"the result {one.headline!r} has no dice"


MAY_WAIT: Final = frozenset({"wind_by_card", "gas_by_card", "put_card_aside", "carry_out"})
"""What the rules let wait though it is owed; the page holds Next for it by itself."""


def comes_first(scene: SceneShown) -> Wrong:
    """Next cannot be tapped while something must come first (8)."""
    owed = [one for one in scene.stage.required if one.where == "hand" and not one.follows and one.kind not in MAY_WAIT]
    for one in scene.stage.available if owed else ():
        if one.where == "on" and one.place == 1 and one.barred is None:
            yield f"{one.says} may be tapped while {owed[0].says} is owed"


def asks(game: OpenGame, role: Role, scene: SceneShown, past: Past, chance: Random) -> Wrong:
    """All that is owed can be told, and so can one of what is offered: nothing of it is unreadable or a dead end."""
    able = [one for one in scene.stage.available if one.barred is None and not one.at_once]
    for one in (*scene.stage.required, *([chance.choice(able)] if able else ())):
        yield from _of_deed(game, role, one, past)
    firing = [one for one in able if one.kind == "fire"]
    if firing:
        yield from of_fire(game, role, chance.choice(firing), past, chance)


def of_fire(game: OpenGame, role: Role, deed: DeedShown, past: Past, chance: Random) -> Wrong:
    """A shot at somebody: what is asked of him, and what each die and each folded fact would change (14, 15, 17)."""

    def asking(told: Mapping[str, Any]) -> AskedShown:
        return _asked(game, role, deed, past, told)

    first = asking({})
    rows = next((one for one in first.prompts if one.kind == "rows"), None)
    among = {
        one.name: one.among or [] for one in (rows.rows[0] if rows and rows.rows else rows.next_row if rows else [])
    }
    if not rows or not all(among.get(name) for name in ("firer", "target")):
        return
    told_of = game.state.remembered.known_to(role)
    remembered = [one for one in among["target"] if told_of.cover_of(one) is not None]
    shot = {"firer": among["firer"][0], "target": chance.choice(remembered or among["target"])}
    asked = asking({rows.name: [shot]})
    yield from (f"{deed.kind}: {one}" for one in (*dice(asked), *folded_facts(asked, asking, chance)))
    if remembered and asked.origins.get(f"{rows.name}.0.cover", "remembered") != "remembered":
        yield f"the cover of {shot['target']} was told, and is asked again"


def _asked(game: OpenGame, role: Role, deed: DeedShown, past: Past, told: Mapping[str, Any]) -> AskedShown:
    found = asked_at(
        game, Actor(role), past, deed.kind, deed.about, told, True, HELD[game.system.key].scenery.odds, True
    )
    return asked_shown(found)


def empty_steps(game: OpenGame, role: Role, now: SceneShown, past: Past) -> Wrong:
    """See `empty_step`: what the other seats owe, and what going on asks."""
    if not passes(now):
        return
    on = going_on(now)
    asked = None if on is None or on.at_once else _asked(game, role, on, past, {})
    seats = [Role(one) for one in game.system.seating.sides if one != role.value and role is not Role.REFEREE]
    yield from empty_step(now, [stage_shown(stage_at(game, Actor(one), past)) for one in seats], asked)


def _of_deed(game: OpenGame, role: Role, deed: DeedShown, past: Past) -> Wrong:
    found = asked_at(game, Actor(role), past, deed.kind, deed.about, {}, True, HELD[game.system.key].scenery.odds)
    asked = asked_shown(found)
    yield from (f"{deed.kind}: {one}" for one in dice(asked))
    if asked.refused and asked.refused.because == NOT_ON_STAGE.because:
        yield f"{deed.kind} of {deed.about} stands there and cannot be told"
    if asked.missing and not _can_be_told(asked.prompts, asked.missing.field):
        yield f"nothing asks for {asked.missing.field} of {deed.kind}, which is missing"
    yield from (f"{deed.kind}{one}" for one in words(asked.model_dump()))
    yield from (f"{deed.kind} asks {one.name} with nothing to choose" for one in asked.prompts if _is_dead(one))


def _is_dead(ask: AskShown) -> bool:
    return ask.needed and not ask.answered and ask.kind in ("one", "word", "several") and ask.among == []


def _can_be_told(asks: Sequence[AskShown], field: str) -> bool:
    first = field.split(".")[0]
    return any(one.name.split(".")[0] == first or one.per == first for one in asks)


def moved(state: Any, role: Role, past: Past, knows: Knows = known) -> Wrong:
    """The map says nothing of a stand that has moved since it was placed, nor how far anything is from it (13)."""
    unsure = state.ground.unsure if isinstance(state, GameState) and state.facts is not None else ()
    for unit in {state.stands[one].unit for one in unsure if one in state.stands} | ({""} if unsure else set()):
        own = [one.id for one in state.stands.values() if one.unit == unit and one.alive]
        for stand, facts in knows(state, Actor(role), unit, past).items():
            for fact, one in facts.items():
                if one.origin is not Origin.MAP:
                    continue
                if stand in unsure:
                    yield f"{fact} of {stand}, which has moved, is said by the map"
                if fact == "range_cm" and any(mine in unsure for mine in own):
                    yield f"{stand} is {one.value} cm off {unit}, which has moved"
