"""What a seat may know: the one place that decides it. Everything shown, sent or printed takes only this."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from rules.flanders_fields.actions import permitted_actions
from rules.flanders_fields.book import RuleBook, calendar
from rules.flanders_fields.game.assault_events import FiredAtClosers, Fought, WentIn
from rules.flanders_fields.game.decide.orders import discipline
from rules.flanders_fields.game.events import (
    ActionSpent,
    CommanderLost,
    CommanderReplaced,
    Corrected,
    Event,
    Fired,
    GameCreated,
    HeroicActionTried,
    MoraleCalled,
    MoraleTested,
    OrdersRolled,
    ReinforcementRolled,
    StepBegun,
    SupportLost,
    TakenBack,
    WeaponTested,
)
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.progress import Place, can_act, following, idle, places, present, reached, upcoming
from rules.flanders_fields.game.state import Battalion, DueRoll, GameState, Regiment, Stand, Unit
from rules.flanders_fields.game.view_assault import assault_view
from rules.flanders_fields.game.words import formation_name, says
from rules.flanders_fields.vocabulary import Due, MoraleResult, RollKind, Side
from rules.kernel.explain import Refusal
from rules.kernel.plain import plain
from rules.kernel.play import Audience, Recorded, Role

DEEDS_SHOWN = 12


def audience(state: GameState, event: Event) -> Audience:
    """Who may know of an event: a battalion still off the table is its own side's affair."""
    if isinstance(event, GameCreated):
        return Audience.REFEREE
    if isinstance(event, TakenBack):
        return event.audience
    hidden = state.off_table(_subject(event))
    return Audience(hidden.side.value) if hidden else Audience.ALL


def _subject(event: Event) -> str:
    """What an event is about, where that may be off the table; nothing if the event itself brings it on."""
    match event:
        case ReinforcementRolled(battalion=battalion, arrived=arrived):
            return "" if arrived else battalion
        case Corrected(of=of, what=what):
            return "" if what == "on_table" else of
        case MoraleCalled(battalion=of) | MoraleTested(battalion=of):
            return of
        case CommanderLost(formation=of) | CommanderReplaced(formation=of):
            return of
        case _:
            return ""


def knows(role: Role, side: Side) -> bool:
    """Whether a role may know what a side keeps to itself."""
    return role is Role.REFEREE or role.value == side.value


def tell(state: GameState, recorded: Recorded[Event], _role: Role) -> Mapping[str, Any]:
    """One event for a seat: a sentence, and the reasons of what was resolved."""
    event = recorded.event
    told: dict[str, Any] = {"says": says(state, event), "by": recorded.role.value}
    told["command_id"] = recorded.command_id
    if isinstance(event, OrdersRolled | ActionSpent | Fired | WentIn):
        told["unit"] = event.unit
    card = _card(event)
    return told | ({"card": card} if card else {})


def _card(event: Event) -> dict[str, Any] | None:
    match event:
        case OrdersRolled(die=die, actions=actions, reasons=reasons, again=again):
            dice = (die, again) if again else (die,)
            return {"dice": plain(dice), "outcome": actions} | _reasons(reasons)
        case WeaponTested(die=die, result=result, reasons=reasons):
            return {"dice": [plain(die)], "outcome": result is MoraleResult.HOLDS} | _reasons(reasons)
        case MoraleTested(die=die, result=result, reasons=reasons):
            return {"dice": [plain(die)], "outcome": result.value} | _reasons(reasons)
        case HeroicActionTried(die=die, success=success, reasons=reasons):
            return {"dice": [plain(die)], "outcome": success} | _reasons(reasons)
        case ReinforcementRolled(die=die, arrived=arrived, reasons=reasons):
            return {"dice": [plain(die)], "outcome": arrived} | _reasons(reasons)
        case ActionSpent(kind=kind, reasons=reasons):
            return {"outcome": kind.value} | _reasons(reasons)
        case SupportLost(reasons=reasons):
            return {"outcome": "support_lost"} | _reasons(reasons)
        case StepBegun(reasons=reasons) if reasons.steps:
            return {"outcome": "recovered"} | _reasons(reasons)
        case WentIn(reasons=reasons):
            return {"outcome": "goes in"} | _reasons(reasons)
        case FiredAtClosers(target=target, dice=dice, results=results, changes=changes, reasons=reasons) if target:
            told = {"stand": event.stand, "target": target, "dice": plain(dice), "outcome": plain(results)}
            return told | {"changes": plain(changes)} | _reasons(reasons)
        case Fought(dice=dice, winner=winner, changes=changes, reasons=reasons):
            told = {"stand": event.attacker, "target": event.defender, "dice": plain(dice), "outcome": winner.value}
            return told | {"changes": plain(changes)} | _reasons(reasons)
        case Fired(shots=shots, changes=changes, reasons=reasons):
            return {"shots": plain(shots), "changes": plain(changes)} | _reasons(reasons)
        case _:
            return None


def _reasons(reasons: Reasons) -> dict[str, Any]:
    told: dict[str, Any] = plain(reasons)
    return told


def view(state: GameState, role: Role) -> Mapping[str, Any]:
    """Everything a seat of this role may know, ready for JSON."""
    if state.facts is None:
        return {"title": "", "you": role.value, "set_up": False}
    book = state.book()
    return {
        "set_up": True,
        "you": role.value,
        "title": state.facts.title,
        "scenario": state.facts.scenario,
        "date": state.facts.date,
        "period": state.facts.period,
        "period_title": next(p.title for p in calendar().periods if p.key == state.facts.period),
        "house_rules": plain(state.facts.house_rules),
        "briefing": list(state.facts.briefing),
        "fingerprint": state.facts.fingerprint,
        "turn": _turn(state, book),
        "rail": list(_rail(state, book)) if state.turn.running else [],
        "sides": [_side(state, side.side, role, book) for side in state.facts.sides],
        "assault": assault_view(state, book),
        "due": [_due(state, due, book) for due in state.due if _may_see_due(state, due, role)],
        "asked": _asked(state),
        "deeds": list(_deeds(state, role)),
        "thrown": {roll: plain(dice) for roll, dice in state.thrown.items() if _open(state, roll, role)},
    }


def _turn(state: GameState, book: RuleBook) -> dict[str, Any]:
    here = present(state, book) if state.turn.running else None
    after = following(state, book) if state.turn.running else None
    return {
        "number": state.turn.number,
        "side": state.turn.side.value,
        "side_name": state.side_facts(state.turn.side).name,
        "running": state.turn.running,
        "to_begin": "" if state.turn.running else upcoming(state.turn).side.value,
        "step": here.step.title if here else "",
        "clause": here.step.clause if here else "",
        "of": state.turn.of,
        "of_name": formation_name(state, state.turn.of) if state.turn.of else "",
        "next": _place_name(state, after) if after else "",
        "can_act": [unit.id for unit in can_act(state, here)] if here else [],
    }


def _place_name(state: GameState, place: Place) -> str:
    return f"{place.step.title}, {formation_name(state, place.of)}" if place.of else place.step.title


def _rail(state: GameState, book: RuleBook) -> Iterator[dict[str, Any]]:
    order = places(state, book)
    here, _ = next(reached(state, order), (-1, None))
    for number, place in enumerate(order):
        why = idle(state, place)
        when = "was" if number < here else "now" if number == here else "next"
        yield {
            "key": place.step.key,
            "label": place.step.label,
            "title": place.step.title,
            "phase": place.step.phase,
            "phase_title": place.step.phase_title,
            "of": place.of,
            "of_name": formation_name(state, place.of) if place.of else "",
            "state": "skip" if why and when == "next" else when,
            "why": why,
        }


def _side(state: GameState, side: Side, role: Role, book: RuleBook) -> dict[str, Any]:
    facts = state.side_facts(side)
    regiments = [regiment for regiment in state.regiments.values() if regiment.side is side]
    return {
        "side": side.value,
        "name": facts.name,
        "letter": facts.letter,
        "nation": facts.nation,
        "regiment_word": facts.regiment_word,
        "regiments": [_regiment(state, regiment, role, book) for regiment in regiments],
    }


def _regiment(state: GameState, regiment: Regiment, role: Role, book: RuleBook) -> dict[str, Any]:
    battalions = [state.battalions[name] for name in regiment.battalions]
    seen = [one for one in battalions if one.on_table or knows(role, one.side)]
    return {
        "id": regiment.id,
        "name": regiment.name,
        "commander": _stand(state.stands[regiment.commander]),
        "field_promotion": regiment.field_promotion,
        "discipline_used": regiment.discipline_used,
        "discipline_left": _discipline_left(state, regiment, book),
        "staff_bonus_to": regiment.staff_bonus_to,
        "staff_bonus_spent": regiment.staff_bonus_spent,
        "units": [_unit(state, state.units[name], book) for name in regiment.units],
        "battalions": [_battalion(state, battalion, book) for battalion in seen],
    }


def _battalion(state: GameState, battalion: Battalion, book: RuleBook) -> dict[str, Any]:
    return {
        "id": battalion.id,
        "name": battalion.name,
        "quality": battalion.quality.value,
        "on_table": battalion.on_table,
        "fate": battalion.fate.value,
        "started": battalion.started,
        "left": state.platoons_left(battalion),
        "tests": [test.value for test in battalion.tests],
        "fired_on": battalion.fired_on,
        "field_promotion": battalion.field_promotion,
        "discipline_used": battalion.discipline_used,
        "discipline_left": _discipline_left(state, battalion, book),
        "mad_minute_turn": battalion.mad_minute_turn,
        "commander": _stand(state.stands[battalion.commander]),
        "units": [_unit(state, state.units[name], book) for name in battalion.units],
    }


def _discipline_left(state: GameState, formation: Battalion | Regiment, book: RuleBook) -> int:
    """Uses of Prussian Discipline its commander may still declare for an order (FF-SPR-08)."""
    answer = discipline(state, formation, RollKind.ORDER, book)
    return 0 if isinstance(answer, Refusal) or answer.value is None else answer.value + 1


def _unit(state: GameState, unit: Unit, book: RuleBook) -> dict[str, Any]:
    orders = state.orders.get(unit.id)
    living = state.living(unit)
    return {
        "id": unit.id,
        "name": unit.name,
        "kind": unit.kind.value,
        "carriage": unit.carriage.value,
        "alive": bool(living),
        "levels": max((stand.levels for stand in living), default=0),
        "stands": [_stand(state.stands[name]) for name in unit.stands],
        "ordered": orders is not None,
        "earned": orders.earned if orders else 0,
        "left": orders.left if orders else 0,
        "spent": [kind.value for kind in orders.spent] if orders else [],
        "may": [kind.value for kind in permitted_actions(unit.kind, book)],
    }


def _stand(stand: Stand) -> dict[str, Any]:
    return {
        "id": stand.id,
        "name": stand.name,
        "levels": stand.levels,
        "alive": stand.alive,
        "on_wire": stand.on_wire,
        "has_fired": stand.has_fired,
    }


def _may_see_due(state: GameState, due: DueRoll, role: Role) -> bool:
    battalion = state.battalions.get(due.of)
    return battalion is None or battalion.on_table or knows(role, battalion.side)


def _due(state: GameState, due: DueRoll, book: RuleBook) -> dict[str, Any]:
    weapon = state.units.get(due.of)
    formation = state.battalions.get(due.of) or state.regiments[weapon.of if weapon else due.of]
    return {
        "kind": due.kind.value,
        "of": due.of,
        "name": weapon.name if weapon else formation.name,
        "side": formation.side.value,
        "threshold": due.threshold,
        "supported": formation_name(state, due.threshold) if weapon else "",
        "discipline": due.kind is Due.MORALE and _may_declare(state, formation, book),
    }


def _may_declare(state: GameState, formation: Battalion | Regiment, book: RuleBook) -> bool:
    """Whether Prussian Discipline may be declared for a morale test (FF-SPR-08)."""
    return not isinstance(discipline(state, formation, RollKind.MORALE, book), Refusal)


def _asked(state: GameState) -> dict[str, Any] | None:
    asked = state.asked
    if asked is None:
        return None
    side = (
        next((facts.name for facts in state.facts.sides if facts.side.value == asked.by.value), "")
        if state.facts
        else ""
    )
    reason = str(asked.command.get("reason", ""))
    return {
        "by": asked.by.value,
        "name": side,
        "of": asked.command.get("of", ""),
        "words": asked.words,
        "reason": reason,
    }


def _deeds(state: GameState, role: Role) -> Iterator[dict[str, Any]]:
    known = (deed for deed in state.deeds_at_hand() if _knows_of(role, deed.audience))
    for deed in islice(known, DEEDS_SHOWN):
        yield {"command_id": deed.command_id, "name": deed.name, "by": deed.role.value}


def _knows_of(role: Role, audience: Audience) -> bool:
    return audience is Audience.ALL or role is Role.REFEREE or audience.value == role.value


def _open(state: GameState, roll: str, role: Role) -> bool:
    """Whether a role may know of a roll: those for battalions still off the table are their own side's."""
    battalion = state.battalions.get(roll.split("/")[1])
    return battalion is None or battalion.on_table or knows(role, battalion.side)
