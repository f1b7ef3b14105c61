"""What the record keeps of deep suppression, to be set to what it is at the table."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.flanders_fields.artillery.game.deep.state import Deep
from rules.flanders_fields.artillery.sos import DEEP as DEEP_TABLE
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side

Kept = tuple[int, Callable[[object], bool]]


def deep_id(side: Side) -> str:
    """The name by which a side's deep suppression is corrected."""
    return f"{side.value}.deep"


def deep_of(state: GameState, of: str) -> Deep | None:
    """The deep suppression of this name."""
    return next((one for one in state.deep if deep_id(one.side) == of), None)


def kept_of_deep(state: GameState, of: str) -> Mapping[str, Kept]:
    """What it takes off orders."""
    deep = deep_of(state, of)
    return {"modifier": (deep.modifier, lambda value: _modifier(value, state.book()))} if deep else {}


def _modifier(value: object, book: RuleBook) -> bool:
    hardest = book.table(DEEP_TABLE).number("hardest").value
    return isinstance(value, int) and not isinstance(value, bool) and hardest <= value <= 0


def corrected_deep(state: GameState, of: str, what: str, after: object) -> bool:
    """Fold a correction of it; False where it is another's."""
    if what != "modifier" or deep_of(state, of) is None:
        return False
    state.deep = tuple(replace(one, modifier=int(str(after))) if deep_id(one.side) == of else one for one in state.deep)
    return True


def name_in_record(state: GameState, of: str) -> str:
    """What it is called on the stage; nothing for what is another's."""
    deep = deep_of(state, of)
    return f"Deep suppression by the {state.side_facts(deep.side).name} side" if deep else ""
