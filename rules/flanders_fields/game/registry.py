"""The list of the game's modules as data. The engine fills it; code below the engine reads it here."""

from collections.abc import Mapping, Sequence
from functools import cache

from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    Check,
    Follow,
    ForeseenBy,
    Happening,
    LiesBy,
    MeasuredBy,
    OwnCorrections,
    RevealsRoll,
    ShownBy,
)
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.turn_progress import register_steps
from rules.kernel.rule_modules import Chapters

_registered: list[BookChapter] = []


def register(listed: Sequence[BookChapter]) -> None:
    """Fill the registry. The engine calls this once, when it is loaded. Raises RuntimeError the second time."""
    if _registered:
        raise RuntimeError("the modules of the game are registered already")
    _registered.extend(listed)
    register_steps({needs: step for module in listed for needs, step in module.steps.items()})


def modules() -> Sequence[BookChapter]:
    """Return the modules in the order of the play screen. Raises RuntimeError if none is registered."""
    if not _registered:
        raise RuntimeError("no module of the game is registered: import rules.flanders_fields.game.engine first")
    return _registered


@cache
def chapters() -> Chapters[GameState, JudgedTable]:
    """Return the modules of the game as one."""
    return Chapters(modules())


@cache
def event_specs() -> Mapping[type, Happening]:
    """Return what the game asks of each kind of event, by its class."""
    return {made: kind for made, kind in chapters().of_event.items() if isinstance(kind, Happening)}


@cache
def own_corrections() -> Sequence[OwnCorrections]:
    """Return the corrections that modules record as events of their own."""
    return tuple(module.own_corrections for module in modules() if module.own_corrections)


@cache
def checks() -> Sequence[Check]:
    """Return the checks that modules make of the decision on any command."""
    return tuple(module.checks for module in modules() if module.checks)


@cache
def follows() -> Sequence[Follow]:
    """Return what modules add to the events of any command."""
    return tuple(module.follows for module in modules() if module.follows)


@cache
def reveals_roll() -> Sequence[RevealsRoll]:
    """Return the tests by which modules keep the names of rolls secret."""
    return tuple(module.reveals_roll for module in modules() if module.reveals_roll)


@cache
def foreseen_by() -> ForeseenBy:
    """Return the odds before the dice, by class of command. No die decides any other command."""
    return {made: foreseen for module in modules() for made, foreseen in module.foresees.items()}


@cache
def measured_by() -> MeasuredBy:
    """Return the questions to the map, by class of command. Nothing is measured for any other command."""
    return {made: asked for module in modules() for made, asked in module.by_map.items()}


@cache
def shown_with() -> ShownBy:
    """Return the parts of a sealed plan that an event reveals, by class of event."""
    return {made: shows for module in modules() for made, shows in module.shows.items()}


@cache
def lies_by() -> LiesBy:
    """Return what is on the table or in effect beside the stands, in the order in which it is read."""
    return dict(sorted((place, lies) for module in modules() for place, lies in module.lies.items()))
