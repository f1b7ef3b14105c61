"""A game as it would be set up, for whatever is looked at or printed before there is one; nothing is kept of it."""

from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.turn.game.setting_up.commands import CreateGame
from rules.flanders_fields.turn.game.setting_up.written import WrittenScenario
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Recorded, Role
from rules.kernel.rulings import HouseRule


def as_set_up(
    scenario: str = "", own: WrittenScenario | None = None, house_rules: tuple[HouseRule, ...] = ()
) -> GameState | Refusal:
    """The game of a ready scenario by its name, or of one's own, as its referee would have set it up, or why not."""
    referee = Actor(Role.REFEREE)
    state = SYSTEM.fresh()
    made = SYSTEM.decide(state, CreateGame(scenario=scenario, own=own, house_rules=house_rules), referee)
    if isinstance(made, Refusal):
        return made
    for number, event in enumerate(made, 1):
        SYSTEM.apply(state, Recorded(number, event, "", referee.role))
    return state
