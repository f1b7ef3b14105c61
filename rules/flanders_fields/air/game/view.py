"""Aircraft as a seat may see them: an attack on its way, guns off their line, and its own missions left."""

from typing import Any, Final

from rules.flanders_fields.air.attacks import AIR_ATTACK
from rules.flanders_fields.air.game.calling import NEEDS
from rules.flanders_fields.air.game.events import (
    AirAttacked,
    AircraftCalled,
    AirEvent,
    AirTargetsNamed,
    GunRelaid,
    WatchedFromAir,
)
from rules.flanders_fields.air.game.state import Strike
from rules.flanders_fields.air.game.striking import attack_facts
from rules.flanders_fields.air.game.throws import attack_key, call_key, formerly_called
from rules.flanders_fields.air.game.watching import may_watch
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.progress import present
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.kept import lying
from rules.kernel.odds import chances_shown
from rules.kernel.plain import plain
from rules.kernel.seats import Role

OUTCOMES: Final[dict[type, str]] = {AirTargetsNamed: "named", GunRelaid: "relaid", WatchedFromAir: "watched"}


def air_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """What a seat may know of aircraft; the missions left are their own side's and the referee's."""
    mine = [side for side in Side if role is Role.REFEREE or role.value == side.value]
    return {
        "left": {side.value: state.air.left(side) for side in mine if _ever(state, side)},
        "call": _call(state, book),
        "strike": _strike(state, state.air.strike, book) if state.air.strike else None,
        "watched": [one.unit for one in state.air.watches if one.unit],
        "may_watch": list(may_watch(state, role, book)),
        "off_line": [one for one in state.air.off_line if state.living(state.units[one])],
    }


def _ever(state: GameState, side: Side) -> bool:
    """Whether a side's plan has held any mission."""
    return any(one.side is side for one in state.air.missions)


def _call(state: GameState, book: RuleBook) -> dict[str, Any] | None:
    """The call that may be made now, in the step that is open to all."""
    here = present(state, book) if state.turn.running else None
    if here is None or here.step.needs != NEEDS or state.air.called:
        return None
    kept = plain(lying(state, call_key(state, here.of), formerly_called(state)))
    return {"regiment": here.of, "side": state.turn.side.value, "kept": kept}


def _strike(state: GameState, strike: Strike, book: RuleBook) -> dict[str, Any]:
    told = {"side": strike.side.value, "named": strike.named, "targets": plain(strike.targets)}
    return told | {"attack": _attack(state, strike, book) if strike.targets else None}


def _attack(state: GameState, strike: Strike, book: RuleBook) -> dict[str, Any]:
    target = strike.targets[0]
    dice = {side.value: strike.die_of(side) for side in Side}
    keys = {side.value: attack_key(state, target.stand, side) for side in Side}
    return {
        "target": target.stand,
        "cover": target.cover.value,
        "flies": strike.side.value,
        "dice": {side: plain(die) for side, die in dice.items() if die},
        "kept": {side: plain(lying(state, key)) for side, key in keys.items()},
        "chances": chances_shown(AIR_ATTACK.odds(attack_facts(state, target, book), book) if AIR_ATTACK.odds else {}),
    }


def air_card(event: AirEvent) -> dict[str, Any] | None:
    """The reasons of what happened, for the card and the log: nothing of the missions left."""
    told: dict[str, Any]
    match event:
        case AircraftCalled(die=die, arrives=arrives, reasons=reasons):
            told = {"dice": [plain(die)], "outcome": arrives}
        case AirAttacked(target=target, dice=dice, result=result, changes=changes, reasons=reasons):
            told = {"target": target, "dice": plain(dice), "outcome": result.value, "changes": plain(changes)}
        case AirTargetsNamed(reasons=reasons) | GunRelaid(reasons=reasons) | WatchedFromAir(reasons=reasons):
            told = {"outcome": OUTCOMES[type(event)]}
        case _:
            return None
    why: dict[str, Any] = plain(reasons)
    return told | why
