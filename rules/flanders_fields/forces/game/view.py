"""National rules as a seat sees them: nothing of them is secret but which storm units could be sent elsewhere."""

from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.game.events import NationalEvent, OrderHelped
from rules.flanders_fields.forces.game.storm import storm_parts
from rules.flanders_fields.forces.national import USES
from rules.flanders_fields.game.specials import allowed
from rules.flanders_fields.game.state import Battalion, GameState, Regiment
from rules.flanders_fields.vocabulary import Fate, Nation, RollKind, Side, Special
from rules.kernel.plain import plain
from rules.kernel.seats import Role


def national_card(event: NationalEvent) -> dict[str, Any]:
    """What a national rule did, and why."""
    outcome = event.earned if isinstance(event, OrderHelped) else event.battalion
    reasons: dict[str, Any] = plain(event.reasons)
    return {"outcome": outcome} | reasons


def national_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """Who is mutinous, whose bad result may be set aside, whom to name; to a seat, which storm units it may send."""
    bad, has_elan = state.national.bad_result, book.table(USES).has(Special.ELAN)
    return {
        "storm_parts": list(storm_parts(state, role)),
        "mutinous": list(state.national.mutinous),
        "may_resist": bad.battalion if bad and _may_resist(state, bad.battalion, book) else "",
        "may_name": [one.id for one in state.battalions.values() if one.on_table and _may_name(state, one, book)],
        "elan": [one.side.value for one in state.settled.sides if one.nation == Nation.FRENCH and has_elan],
        "resisted": state.national.of_side(Special.STUBBORN_RESISTANCE, Side.DEFENDER),
    }


def _may_resist(state: GameState, of: str, book: RuleBook) -> bool:
    battalion = state.battalions[of]
    goes_forward = any(name in state.orders for name in battalion.units)
    more: dict[str, Any] = {
        "roll": RollKind.MORALE,
        "defends": battalion.side is Side.DEFENDER,
        "goes_forward": goes_forward,
    }
    return allowed(state, Special.STUBBORN_RESISTANCE, battalion, book, **more)


def _may_name(state: GameState, battalion: Battalion, book: RuleBook) -> bool:
    turn = state.turn
    begins = turn.running and turn.side is battalion.side.other and not turn.step
    named = int(battalion.id in state.national.mutinous)
    more: dict[str, Any] = {"used": named, "turn_begins": begins, "game_begun": turn.number > 0}
    return battalion.fate is Fate.STANDS and allowed(state, Special.MUTINY, battalion, book, **more)


def may_say(state: GameState, battalion: Battalion, book: RuleBook) -> dict[str, bool]:
    """What may be declared for the next order of a battalion's company, tank, or for its morale test."""
    company = {
        special.value: allowed(state, special, battalion, book)
        for special in (Special.PALS, Special.PROFESSIONALISM, Special.ELAN)
        if book.table(USES).has(special)
    }
    return company | {"pals_morale": allowed(state, Special.PALS, battalion, book, roll=RollKind.MORALE)}


def pals_for_morale(state: GameState, formation: Battalion | Regiment, book: RuleBook) -> bool:
    """Whether Pals may be said for a morale test (FF-SPR-03)."""
    return isinstance(formation, Battalion) and may_say(state, formation, book)["pals_morale"]
