"""P16: the wall drawn after one change, and drawn whole, on its own page.

Each round corrects another stand, so that the change has never been drawn before; from what the service sends whoever
looks on to a page that is laid out.
"""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from math import nan
from pathlib import Path
from statistics import median
from typing import Final

from app.games.command_history import past_of
from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.routes import new_game
from app.games.service import utc_now
from app.play.available_commands import stage_at
from app.play.screen_builder import scene_of
from app.systems.flanders_fields.screen import SCENERY
from rules.flanders_fields.game.rule_module import Correct
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.seats import Actor, Role
from tests.bench.evening import long_log
from tests.browser.playing import opened, served
from tests.chromium import KINDS, chromium
from tests.systems import known_systems
from tests.torture.queues import FRONTEND, build

EVENTS: Final = 1_000
ROUNDS: Final = 60
WARM: Final = 20
REFEREE: Final = Actor(Role.REFEREE)
ON: Final = Actor(Role.SPECTATOR)
DRAWN: Final = FRONTEND / "build" / "drawn" / "wall.js"


def measure() -> Sequence[float]:
    """The time after one change to the time of the whole page; not measured where no browser or no Node is."""
    if not any(kind.exists() for kind in KINDS) or not shutil.which("node"):
        return (nan,)
    build()
    record = new_game(SYSTEM.key, "Mons", ("Host", Role.REFEREE), utc_now()).opening.record
    game = OpenGame(record, known_systems()[SYSTEM.key], EventCodec(SYSTEM))
    for recorded in long_log(EVENTS):
        game.fold(recorded)
    found = _drawn([_scene(game), *_changes(game)])
    changed, whole = (median(found[name][WARM:]) for name in ("changed", "whole"))
    return (changed / whole,)


def _drawn(scenes: Sequence[str]) -> dict[str, list[float]]:
    """Every scene drawn on the page of one who looks on, with its own styles."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for address in served(Path(folder)):
            context = browser.new_context(viewport={"width": 1920, "height": 1080}, bypass_csp=True)
            page = context.new_page()
            page.goto(opened(browser.new_context(), address).invites("spectator", context).place)
            page.locator(".force").first.wait_for()
            page.add_script_tag(path=DRAWN)
            found: dict[str, list[float]] = page.evaluate("measured", list(scenes))
    return found


def _changes(game: OpenGame) -> Iterator[str]:
    """The scene after each of many corrections, one a stand."""
    for stand in [one for one in game.state.stands.values() if one.alive][: ROUNDS + WARM]:
        correction = Correct(of=stand.id, what="levels", value=2 - stand.levels, reason="as it stands")
        decided = SYSTEM.decide(game.state, correction, REFEREE)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            game.fold(Recorded(game.next_seq, event, f"change-{game.next_seq}", Role.REFEREE))
        yield _scene(game)


def _scene(game: OpenGame) -> str:
    """What the service sends whoever looks on."""
    now = stage_at(game, ON, past_of(game, lambda _game, _command: None))
    return scene_of(game, ON, now, SCENERY).model_dump_json()
