"""Orders as a chapter of the game: a unit's roll, and the actions it spends."""

from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, ThrownFor, of
from rules.flanders_fields.game.outcomes import ActionSpent, MadeReady
from rules.flanders_fields.game.progress import StepOfChapter, StepPlace, can_act
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.orders.game import fold, throws
from rules.flanders_fields.orders.game.commands import FinishUnit, RemoveSuppression, RollOrders
from rules.flanders_fields.orders.game.events import OrdersRolled, UnitFinished
from rules.flanders_fields.orders.game.judge import finish, roll_orders
from rules.flanders_fields.orders.game.recovery import remove_level
from rules.kernel.chapters import judged_by, late

_judged = judged_by({RollOrders: roll_orders, RemoveSuppression: remove_level, FinishUnit: finish})


def _anybody_acts(state: GameState, place: StepPlace) -> bool:
    return bool(can_act(state, place))


ORDERS: Final[BookChapter] = BookChapter(
    key="orders",
    steps={"no_such_unit": StepOfChapter(_anybody_acts, "none on the table")},
    events=(
        Happening(
            kind="orders_rolled",
            made=OrdersRolled,
            fold=fold.ordered,
            dice=throws.order_throws,
            roll=ThrownFor.ORDERS,
            whose=of("unit"),
            names_unit=True,
        ),
        Happening(
            kind="action_spent",
            made=ActionSpent,
            fold=fold.spent,
            dice=throws.wire_throws,
            roll=ThrownFor.OTHER,
            whose=of("unit"),
            moves=fold.moved_off,
            names_unit=True,
        ),
        Happening(kind="made_ready", made=MadeReady, fold=fold.made_ready, names_unit=True),
        Happening(kind="unit_finished", made=UnitFinished, fold=fold.finished),
    ),
    told=late("rules.flanders_fields.orders.game.words", "TOLD"),
    commands={"roll_orders": RollOrders, "remove_suppression": RemoveSuppression, "finish_unit": FinishUnit},
    judge=_judged,
    deeds=late("rules.flanders_fields.orders.game.deeds", "ORDER_DEEDS"),
    foresees=late("rules.flanders_fields.orders.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.orders.game.by_map", "BY_MAP"),
)
