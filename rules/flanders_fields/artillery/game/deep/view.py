"""Deep suppression as every seat sees it: what is in force, whose die is awaited, which battery is to be lost."""

from typing import Any

from rules.flanders_fields.artillery.deep_suppression import Chooser, DeepFire, deep_dice
from rules.flanders_fields.artillery.game.bombard.due import hurricane_falls
from rules.flanders_fields.artillery.game.deep.due import NEEDS, batteries_of, rolled_now, rolls_deep, to_lose
from rules.flanders_fields.artillery.game.deep.events import DeepEvent, DeepSuppressionRolled
from rules.flanders_fields.artillery.game.deep.judge import faces_of, lot_dice
from rules.flanders_fields.artillery.game.deep.record import deep_id
from rules.flanders_fields.artillery.game.deep.throws import deep_key, lot_key
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.progress import present
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.kept import lying
from rules.kernel.plain import plain
from rules.kernel.seats import Role


def deep_view(state: GameState, _role: Role, book: RuleBook) -> dict[str, Any]:
    """What is in force against each side, the roll that is due now, and the battery still to be lost."""
    return {
        "in_force": [
            {"id": deep_id(one.side), "by": one.side.value, "against": one.side.other.value, "modifier": one.modifier}
            for one in state.deep
            if one.modifier
        ],
        "roll": _roll(state, book),
        "lose": _lose(state),
    }


def _roll(state: GameState, book: RuleBook) -> dict[str, Any] | None:
    here = present(state, book) if state.turn.running else None
    side = state.turn.side
    if here is None or here.step.needs != NEEDS or rolled_now(state) or not rolls_deep(state, side, book):
        return None
    facts = DeepFire(attacker=side is Side.ATTACKER, hurricane=hurricane_falls(state, side, book))
    return {
        "side": side.value,
        "dice": deep_dice(facts, book),
        "batteries": [{"id": unit.id, "name": unit.name} for unit in batteries_of(state, side.other) if unit.on_table],
        "kept": plain(lying(state, deep_key(state, side))),
    }


def _lose(state: GameState) -> dict[str, Any] | None:
    deep = to_lose(state)
    if deep is None:
        return None
    chooses = deep.side.other if deep.chosen_by is Chooser.DEFENDER else deep.side
    return {
        "side": chooses.value,
        "chosen_by": deep.chosen_by.value,
        "dice": lot_dice(len(deep.among)) if deep.chosen_by is Chooser.LOT else 0,
        "draws": deep.draws,
        "batteries": [
            {"id": name, "name": state.units[name].name, "faces": faces_of(number, len(deep.among))}
            for number, name in enumerate(deep.among)
        ],
        "kept": plain(lying(state, lot_key(state, deep.side))),
    }


def deep_card(event: DeepEvent) -> dict[str, Any]:
    """What was rolled with its reasons, for the card that stays in sight."""
    told: dict[str, Any] = {"dice": plain(event.dice)} | plain(event.reasons)
    if isinstance(event, DeepSuppressionRolled):
        return told | {"outcome": event.modifier, "lost": bool(event.among)}
    return told | {"outcome": event.battery, "changes": plain(event.changes)}
