"""The taps of every deed, counted at moments of kept games, and the kept file of them that may only shrink."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.games.open_game import OpenGame
from app.play.available_commands import stage_at
from app.play.play_screen import SceneShown
from app.play.screen_builder import scene_of
from app.systems.flanders_fields.screen import SCENERY
from rules.flanders_fields.game.actions.cards.card_draws import is_time_to_draw
from rules.flanders_fields.game.fact_proposals import ALL_DEEDS
from rules.flanders_fields.game.state.cards import FULL_PACK
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.serialization import build
from tests.stage_taps.moments import KINDS, Moment, moments
from tests.stage_taps.tapping import NotWalked, Walk

KEPT: Final = Path(__file__).parent / "taps.txt"
MEASURING: Final = Path(__file__).parents[2] / "docs" / "measuring.md"
BEGINS: Final = "<!-- the ten slowest -->"
ENDS: Final = "<!-- so far -->"
ELSEWHERE: Final[Mapping[str, str]] = {
    "create_game": "on the page of a new game",
    "set_table": "on the page of the library's tables",
    "seal_plan": "on the page of the fire plan",
    "override": "in the card of a refusal: why, in writing, and a tap",
}
"""Deeds that no walk from the stage's own places reaches, and where they are done."""
BEFORE: Final[Mapping[str, int]] = {"roll_orders": 2, "remove_suppression": 3, "fire": 10, "go_in": 15}
"""Taps of four commands on the earlier pages, counted by hand on three tablets and a phone."""


class Counted(NamedTuple):
    """The taps of one deed: what they are of, and in which game."""

    kind: str
    taps: Mapping[str, int]
    game: str
    shows: str

    @property
    def all(self) -> int:
        """How many there are."""
        return sum(self.taps.values())

    @property
    def what(self) -> str:
        """What they are of, in words."""
        told = [f"{many} {of}" for of, many in self.taps.items() if many]
        return ", ".join(told) or "it follows by itself"


def walked(moment: Moment) -> Counted:
    """The taps of a deed from its moment to its result or its line. Raises NotWalked."""
    walk = Walk(moment)
    fields = walk.command()
    game = moment.again()
    shows = _shown_after(moment, game, fields, walk.scene)
    return Counted(moment.deed.kind, dict(walk.taps), moment.name, shows)


def _shown_after(moment: Moment, game: OpenGame, fields: Mapping[str, Any], before: SceneShown) -> str:
    """What of the deed stands on the scene of its seat: a result, or a line."""
    kind, role = moment.deed.kind, moment.actor.role
    command = build(SYSTEM.commands[kind], {**fields, **_drawn(game, kind, fields)})
    events = SYSTEM.decide(game.state, command, moment.actor, moment.past)
    if isinstance(events, Refusal):
        raise NotWalked(f"refused though it was whole: {events.because}")
    for event in events:
        audience = SYSTEM.audience(game.state, event)
        game.fold(Recorded(game.next_seq, event, "as walked", role, audience))
    scene = scene_of(game, moment.actor, stage_at(game, moment.actor, moment.past), SCENERY)
    if any(one.command == "as walked" for one in scene.results):
        return "result"
    return "line" if any(one.number > before.number for one in scene.lines) else ""


def _drawn(game: OpenGame, kind: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the keeper of a game draws for a command: the order of its pack."""
    if kind == "draw_card" and not fields.get("card") and is_time_to_draw(game.state):
        return {"pack": {"shuffled": list(range(len(FULL_PACK)))}}
    return {}


@cache
def table() -> tuple[Mapping[str, Counted], Mapping[str, str]]:
    """The dearest count of each deed among its moments; and of those that could not be walked, why not."""
    found, failed = dict[str, Counted](), dict[str, str]()
    for moment in moments():
        kind = moment.deed.kind
        try:
            one = walked(moment)
        except NotWalked as why:
            failed.setdefault(kind, f"{moment.name}: {why}")
            continue
        if kind not in found or one.all > found[kind].all:
            found[kind] = one
    return {kind: found[kind] for kind in KINDS if kind in found}, {
        kind: failed.get(kind, "it never came up") for kind in KINDS if kind not in found
    }


def lines() -> list[str]:
    """The table as it is kept: each deed with its taps, what they are of, and where it was walked."""
    found, _ = table()
    return [f"{one.all:2} {kind}: {one.what} ({one.game}, {one.shows})" for kind, one in sorted(found.items())]


def kept() -> dict[str, int]:
    """How many taps each deed took when the table was written."""
    found = dict[str, int]()
    for line in KEPT.read_text(encoding="utf-8").splitlines():
        many, _, rest = line.strip().partition(" ")
        found[rest.partition(":")[0]] = int(many)
    return found


def grown() -> list[str]:
    """Deeds that take more taps than were kept, or more than the pages by hand took, and those not kept at all."""
    before = kept() if KEPT.exists() else {}
    found, _ = table()
    most = {kind: min(before.get(kind, 99), BEFORE.get(kind, 99)) for kind in found}
    return [
        f"{kind} takes {one.all} taps, {most[kind]} were kept: {one.what}, in {one.game}"
        for kind, one in found.items()
        if one.all > most[kind] or (before and kind not in before)
    ]


def slowest(many: int = 10) -> str:
    """The deeds that take most taps, as a table of a page."""
    found, _ = table()
    says = {deed.kind: deed.says for deed in ALL_DEEDS}
    rows = sorted(found.values(), key=lambda one: (-one.all, one.kind))[:many]
    told = [f"| {says[one.kind]} (`{one.kind}`) | {one.all} | {one.what} |" for one in rows]
    return "\n".join(["| deed | taps | of what |", "| --- | --- | --- |", *told])


def measured(page: str) -> str:
    """The page with the ten slowest as they are now, between its two marks."""
    before, begins, rest = page.partition(BEGINS)
    _, ends, after = rest.partition(ENDS)
    if not begins or not ends:
        raise ValueError(f"{MEASURING} has lost the marks {BEGINS} and {ENDS}")
    return f"{before}{begins}\n{slowest()}\n{ends}{after}"
