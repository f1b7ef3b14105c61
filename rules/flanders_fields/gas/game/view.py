"""Gas as a seat may see it: the wind, the clouds, what the gas step asks for, and its own attacks still to come."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.cards_in_force import GAS as GAS_CARD
from rules.flanders_fields.game.cards_in_force import WIND as WIND_CARD
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.game.progress import present
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.gas.game.awaited import (
    GasAwaited,
    GasWanted,
    awaited,
    due_release,
    explained_phase,
    phase_facts,
)
from rules.flanders_fields.gas.game.commands import ThrowForGas
from rules.flanders_fields.gas.game.events import (
    CloudGone,
    CloudWent,
    EnteredGas,
    GasEvent,
    GasReleased,
    WindChanged,
    WindTurnedByCard,
)
from rules.flanders_fields.gas.game.state import Cloud
from rules.flanders_fields.gas.game.throwing import read
from rules.flanders_fields.gas.game.throws import attack_names, formerly_thrown, gas_key
from rules.flanders_fields.gas.game.words import ENDS, name_gas, owner_words, says_gas, wind_words
from rules.flanders_fields.gas.phase import GAS_PHASE, has_sunk
from rules.flanders_fields.gas.wind import WIND_CHANGE, Wind, WindChangeFacts, WindFacts
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Telling
from rules.kernel.explain import MoreDice, Refusal
from rules.kernel.kept import all_lying, lying
from rules.kernel.odds import chances_shown
from rules.kernel.plain import plain
from rules.kernel.seats import Role


def gas_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """What a seat may know of gas; attacks still to come are their own side's and the referee's."""
    gas = state.gas
    mine = [one for one in gas.planned if role is Role.REFEREE or role.value == one.side.value]
    return {
        # At a date without gas nobody is asked who stands in it.
        "possible": bool(gas.clouds) or no_gas(book) is None,
        "wind": _wind(gas.wind),
        "clouds": [_cloud(state, one, book) for one in gas.clouds],
        "planned": [_planned(state, one) for one in mine],
        "next": _next(state, role, book),
        "card": _card(state),
    }


def _card(state: GameState) -> dict[str, Any] | None:
    """A card on the table that brings gas or turns the wind, and whose it is to carry out (FF-GAS-28)."""
    lying = next((one for one in state.cards.lying if one.acts_as in (GAS_CARD, WIND_CARD)), None)
    if lying is None:
        return None
    return {"what": "gas" if lying.acts_as == GAS_CARD else "wind", "side": lying.side.value}


def _wind(wind: Wind | None) -> dict[str, Any] | None:
    return None if wind is None else plain(wind) | {"words": wind_words(wind)}


def _cloud(state: GameState, cloud: Cloud, book: RuleBook) -> dict[str, Any]:
    return {
        "id": cloud.id,
        "name": cloud.name,
        "owner": cloud.owner.value,
        "kind": cloud.kind.value,
        "along_cm": cloud.along_cm,
        "up_cm": cloud.up_cm,
        "turned_deg": cloud.turned_deg,
        "measured": owner_words(state, cloud.owner),
        "phases": cloud.phases,
        "sunk": has_sunk(cloud.facts, book),
        "within": [name for name in cloud.within if state.stands[name].alive and not state.off_table(name)],
        "wind": _wind(cloud.wind),
    }


def _planned(state: GameState, attack: PlannedGas) -> dict[str, Any]:
    told: dict[str, Any] = plain(attack)
    missed = (attack.turn, attack.side is Side.DEFENDER) < (state.turn.number, state.turn.side is Side.DEFENDER)
    return told | {"measured": owner_words(state, attack.side), "missed": missed}


def _next(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """What the gas step asks for next; None outside it, and where nothing is left to do."""
    if not state.turn.running or not (state.gas.planned or state.gas.clouds):
        return None
    here, due = present(state, book), awaited(state, book)
    if due is None or here is None or here.step.needs != "no_gas_planned":
        return None
    told = {"what": due.what.value, "name": due.name, "cloud": due.cloud, "side": state.turn.side.value}
    if due.what is GasWanted.ATTACK:
        return told | _attack(state, due.cloud, book)
    return told | _throw(state, role, due, book)


def _throw(state: GameState, role: Role, due: GasAwaited, book: RuleBook) -> dict[str, Any]:
    """The dice that are thrown now, and what they may bring; the plan itself only for those who may know it."""
    naming = ThrowForGas(what=due.name, wind_deg=0, written_cm=0.0)
    asked = read(state, book, due, naming, faces(state.gas.dice))
    release = due.what is GasWanted.RELEASE
    plan = due_release(state, book) if release and (role is Role.REFEREE or role.value == state.turn.side) else None
    return {
        "count": asked.count if isinstance(asked, MoreDice) else 0,
        "says": asked.says if isinstance(asked, MoreDice) else "",
        "refused": plain(asked) if isinstance(asked, Refusal) and (plan or not release) else None,
        "thrown": plain(state.gas.dice),
        "kept": plain(lying(state, gas_key(state, due.name), formerly_thrown(state, due.name))),
        "chances": [] if state.gas.dice else _chances(state, due, book),
        "plan": _planned(state, plan) if plan else None,
        "names_direction": release and book.behaviour("GAP-62", {"in_the_plan": False, "on_release": True}),
        "names_speed": release and book.behaviour("GAP-67", {"rolled": False, "written": True}),
    }


def _chances(state: GameState, due: GasAwaited, book: RuleBook) -> list[dict[str, Any]]:
    """What the first die of it may bring. Of a release nothing: all may know that it comes, not what."""
    found: Mapping[str, Fraction] | Refusal = {}
    cloud = state.gas.cloud(due.cloud)
    if due.what is GasWanted.WIND and WIND_CHANGE.odds:
        wind = (cloud.wind if cloud else state.gas.wind) or Wind(0, 0.0)
        before = WindFacts(direction_deg=wind.direction_deg, speed_cm=wind.speed_cm)
        found = WIND_CHANGE.odds(WindChangeFacts(wind=before, turn_of=state.turn.side), book)
    elif due.what is GasWanted.FATE and cloud and GAS_PHASE.odds:
        found = GAS_PHASE.odds(phase_facts(state, cloud), book)
    return chances_shown(found)


def _attack(state: GameState, name: str, book: RuleBook) -> dict[str, Any]:
    cloud = state.gas.cloud(name)
    found = explained_phase(state, cloud, book) if cloud else None
    if cloud is None or found is None:
        return {}
    phase = found.value
    return {
        "from": [cloud.along_cm, cloud.up_cm],
        "to": [phase.along_cm, phase.up_cm],
        "measured": owner_words(state, cloud.owner),
        "fate": phase.fate.value,
        "says": f"{cloud.name} {ENDS[phase.fate]}",
        "steps": plain(found.steps),
        "twice": book.behaviour("AMB-447", {"once": False, "start_and_path": True}),
        "kept": plain(all_lying(state, *attack_names(state, name))),
    }


def gas_card(event: GasEvent) -> dict[str, Any] | None:
    """The reasons of what happened, for the card and the log."""
    told: dict[str, Any]
    match event:
        case GasReleased(dice=dice, reasons=reasons):
            told = {"dice": plain(dice), "outcome": "released"}
        case WindChanged(dice=dice, change=change, reasons=reasons):
            told = {"dice": plain(dice), "outcome": change}
        case WindTurnedByCard(dice=dice, reasons=reasons):
            told = {"dice": plain(dice), "outcome": "turned"}
        case CloudGone(dice=dice, fate=fate, reasons=reasons):
            told = {"dice": plain(dice), "outcome": fate.value}
        case CloudWent(hits=hits, changes=changes, fate=fate, reasons=reasons):
            told = {"cloud": event.cloud, "hits": plain(hits), "changes": plain(changes), "outcome": fate.value}
        case EnteredGas(hit=hit, changes=changes):
            reasons = hit.reasons
            told = {"cloud": event.cloud, "hits": [plain(hit)], "changes": plain(changes), "outcome": "entered"}
        case _:
            return None
    why: dict[str, Any] = plain(reasons)
    return told | why


TOLD: Final = Telling(says_gas, name_gas, gas_card)
