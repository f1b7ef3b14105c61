"""The map of a game as a seat may know it, for whatever is measured on it."""

from collections.abc import Mapping

from app.games.game import OpenGame
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.from_state import field_of
from rules.flanders_fields.game.survey.plans import NO_PLANS, Plans, known_plans
from rules.kernel.seats import Role
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class OnMap:
    """The field as a seat may know it, the rules of the game, and what of fire and gas to come the seat knows."""

    field: Field
    book: RuleBook
    plans: Plans = NO_PLANS

    @property
    def whose(self) -> Mapping[str, str]:
        """The nation of each side."""
        return {side.value: nation for side, nation in self.field.nations.items()}


def on_map(game: OpenGame, role: Role) -> OnMap | None:
    """The map of a game as a role may know it; None where no table is laid."""
    state = game.state
    if state.ground.laid is None:
        return None
    book = state.book()
    field = field_of(state, role, book)
    return OnMap(field, book, known_plans(state, role, book)) if field else None
