"""What each die of a command may bring, for the bar above the faces."""

from collections.abc import Mapping
from typing import Any

from app.games.game import OpenGame
from app.pages.odds_bar import bars_of, odds_bar
from app.stage.shown import OddsLineShown, OddsShown
from app.systems.flanders_fields.stage.faces import brings
from rules.flanders_fields.game.preview import prospects
from rules.flanders_fields.game.prospect import Prospect
from rules.kernel.explain import Refusal, Step
from rules.kernel.numerals import minuses, signed
from rules.kernel.seats import Actor


def odds(game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
    """Every die that the command would throw; none where the rules refuse it, or nothing is known before."""
    found = prospects(game.state, command, actor)
    if isinstance(found, Refusal):
        return []
    kind = next((kind for kind, made in game.system.commands.items() if made is type(command)), "")
    wanted = {one.of for one in found} - set(names)
    known = {**names, **game.system.names(game.state, actor.role, wanted)}
    return [_shown(one, kind, known) for one in found]


def _shown(one: Prospect, kind: str, names: Mapping[str, str]) -> OddsShown:
    bar = odds_bar([brings(face, kind) for face in one.faces])
    total = sum(step.value or 0 for step in one.steps)
    return OddsShown(
        of=one.of,
        name=names.get(one.of, ""),
        by=one.by,
        throws=one.throws,
        total=total if any(step.value is not None for step in one.steps) else None,
        lines=[_line(step) for step in one.steps],
        considered=[OddsLineShown(value="", says=minuses(each.says), clause=each.clause) for each in one.considered],
        bars=bars_of(bar),
        six=[n for n, cell in enumerate(bar.cells) for _ in range(cell.faces)],
    )


def _line(step: Step) -> OddsLineShown:
    value = "" if step.value is None else signed(step.value)
    return OddsLineShown(value=value, says=minuses(step.says), clause=step.clause)
