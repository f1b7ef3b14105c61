"""What must never happen with steps, facts and dice, as far as the stage and the asks decide it: 6, 11, 15, 17."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Final

from app.play.command_responses import AskedShown, AskShown, DeedShown, StageShown
from app.play.play_screen import SceneShown

Asking = Callable[[Mapping[str, Any]], AskedShown]
"""What a deed asks after these answers, as the page asks it."""
HELD: Final = ("rows", "several", "dice")
"""What has to be told by hand: a step that asks it does not pass."""


def passes(scene: SceneShown) -> bool:
    """Whether a step goes by with the tap that led to it, as the page reads it (`frontend/src/play/step-flow.ts`)."""
    stage = scene.stage
    waits = any(one.where not in ("back", "on") for one in stage.required) or any(one.kind for one in stage.blocked)
    able = any(one.where == "hand" and one.barred is None for one in stage.available)
    return not waits and not able and going_on(scene) is not None and scene.whose in scene.sides


def going_on(scene: SceneShown) -> DeedShown | None:
    """The deed of going on that is no unit's."""
    units = {one.id for one in scene.units}
    every = (*scene.stage.required, *scene.stage.available)
    return next(
        (one for one in every if one.where == "on" and not one.barred and one.about.get("unit") not in units), None
    )


def empty_step(scene: SceneShown, others: Sequence[StageShown], asked: AskedShown | None) -> Iterator[str]:
    """No step that is empty waits for a tap, and none that passes is empty to one seat alone (6)."""
    if not passes(scene):
        return
    on = going_on(scene)
    if asked is not None and on is not None and not on.at_once:
        chosen = [one.name for one in asked.prompts if one.kind in HELD and one.needed]
        if not asked.ready or chosen:
            yield f"an empty step waits to be told {chosen or asked.missing}"
    for other in others:
        yield from (
            f"the step passes while another seat owes {one.says}" for one in other.required if one.where == "hand"
        )


def own_stands(scene: SceneShown, on_table: Collection[str]) -> Iterator[str]:
    """In the enemy's turn every own battalion on the table has its stands open: none is folded to its name (11)."""
    if scene.whose in scene.sides or not scene.whose:
        return
    if scene.sides and not any(face.own for face in scene.faces):
        yield "no own face in the enemy's turn"
    for face in scene.faces:
        for block in face.blocks if face.own else ():
            stands = [one for row in block.rows for one in (*row.counters, *row.last)]
            if block.away and any(not one.out and one.id in on_table for one in stands):
                yield f"{block.name} is folded to its name and has stands"


def folded_facts(asked: AskedShown, asking: Asking, chance: Random) -> Iterator[str]:
    """No fact that is folded away, because it would change no die, changes one (15)."""
    folded = [(path, ask) for path, ask in facts(asked.prompts, "") if ask.matters is False]
    if not folded or not asked.odds:
        return
    path, ask = chance.choice(folded)
    for value in values(ask):
        told = deepcopy(asked.answers)
        _put(told, path, value)
        other = asking(told)
        if other.refused or [one.six for one in other.odds] != [one.six for one in asked.odds]:
            yield f"{path} is folded away, and {value!r} changes a die"


def facts(asks: Sequence[AskShown], at: str) -> Iterator[tuple[str, AskShown]]:
    """Every fact with its place, through rows."""
    for one in asks:
        for n, row in enumerate(one.rows):
            yield from facts(row, f"{at}{one.name}.{n}.")
        if not one.rows:
            yield at + one.name, one


def values(ask: AskShown) -> list[Any]:
    """What may be told of a fact by a tap on its chip."""
    return [True, False] if ask.kind == "switch" else list(ask.among or [band.value for band in ask.bands])


def dice(asked: AskedShown) -> Iterator[str]:
    """No die is asked for of which all faces do the same: its bar is one, and the page throws none (17)."""
    for one in asked.odds:
        if (len(set(one.six)) == 1) != (len(one.bars) == 1):
            yield f"the die for {one.name} has {len(one.bars)} bars, and its faces bring {len(set(one.six))} things"


def _put(told: Any, path: str, value: Any) -> None:
    *parts, last = path.split(".")
    for step in parts:
        told = told[int(step)] if isinstance(told, list) else told.setdefault(step, {})
    told[last] = value
