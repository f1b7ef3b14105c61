"""What a unit's order roll would bring before anything is measured or declared: the bar above the dice pad."""

from typing import Any

from rules.flanders_fields.game.commands import RollOrders
from rules.flanders_fields.game.decide.orders import order_facts
from rules.flanders_fields.game.decide.table import Table
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.order_modifiers import order_modifiers
from rules.flanders_fields.orders import roll_orders
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Explained, Step
from rules.kernel.play import Actor, Role, Throw


def order_preview(state: GameState, unit: Unit) -> dict[str, Any]:
    """The modifiers that follow from the game alone, and the actions each face brings; empty where it may not roll."""
    book = state.book()
    table = Table(state, Actor(Role.REFEREE), book)
    facts = order_facts(table, unit, RollOrders(unit=unit.id, die=Throw(ALL_D6[0].pips)))
    answers = [roll_orders(facts, die, book) for die in ALL_D6]
    faces = [answer.value for answer in answers if isinstance(answer, Explained)]
    if len(faces) != len(ALL_D6):
        return {}
    lines = [line for line in order_modifiers(facts, ALL_D6[-1], book) if isinstance(line, Step)]
    return {"faces": faces, "lines": [{"value": s.value, "says": s.says, "clause": s.clause} for s in lines]}
