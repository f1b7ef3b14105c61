"""What a seat may know: the one place that decides it. Everything shown, sent or printed takes only this."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple
from weakref import ref

from rules.flanders_fields.game.actions.armour import extra_deeds
from rules.flanders_fields.game.actions.fire_plan import idle_for, known_at_call
from rules.flanders_fields.game.actions.national_rules import may_be_mutinous, may_say, pals_for_morale, uses_of
from rules.flanders_fields.game.actions.shelters import as_seen, may_go_below
from rules.flanders_fields.game.actions.shooting.fire_module import tank_view
from rules.flanders_fields.game.concealment import knows, unseen
from rules.flanders_fields.game.dice_rolls import discipline, rolls_together
from rules.flanders_fields.game.log_text import formation_name, is_open_to, says
from rules.flanders_fields.game.registry import chapters, event_specs
from rules.flanders_fields.game.state.game import Battalion, DueRoll, GameState, Regiment, Stand, Unit
from rules.flanders_fields.game.turn_progress import StepPlace, can_act, places, present, reached, upcoming
from rules.flanders_fields.national_rules import in_force
from rules.flanders_fields.orders import permitted_actions
from rules.flanders_fields.ruleset import RuleBook, calendar
from rules.flanders_fields.vocabulary import DueKind, RollKind, Side, Special
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.record_events import ConsentAnswered
from rules.kernel.rule_modules import Event
from rules.kernel.seats import Role
from rules.kernel.serialization import plain

DEEDS_SHOWN = 12


def tell(state: GameState, recorded: Recorded[Event], role: Role) -> Mapping[str, Any]:
    """One event for a seat: a sentence, and the reasons of what was resolved."""
    event = recorded.event
    told: dict[str, Any] = {"says": _sentence(state, event, role), "by": recorded.role.value}
    told["command_id"] = recorded.command_id
    if event_specs()[type(event)].names_unit:
        told["unit"] = getattr(event, "unit", "")
    if isinstance(event, ConsentAnswered):
        told["agreed"] = event.agreed
    seen_by = event_specs()[type(event)].seen_by
    card = chapters().card(seen_by(state, event, role) if seen_by else event)
    return told | ({"card": card} if card else {})


def event_for(state: GameState, recorded: Recorded[Event], role: Role) -> Event | None:
    """Return an event as a seat may know it; None where its sentence keeps something back from the seat."""
    event = recorded.event
    happening = event_specs()[type(event)]
    if happening.told_to and happening.told_to(state, event, role):
        return None
    known: Event = happening.seen_by(state, event, role) if happening.seen_by else event
    return known


def _sentence(state: GameState, event: Event, role: Role) -> str:
    told_to = event_specs()[type(event)].told_to
    return (told_to(state, event, role) if told_to else "") or says(state, event)


def view(state: GameState, role: Role) -> Mapping[str, Any]:
    """Everything a seat of this role may know, ready for JSON."""
    if state.facts is None:
        return {"title": "", "you": role.value, "set_up": False}
    book = state.book()
    way = _way(state, book, role) if state.turn.running else ()
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
        "turn": _turn(state, book, role, way),
        "rail": list(_rail(state, way)),
        "sides": as_seen(state, role, [_side(state, side.side, role, book) for side in state.facts.sides]),
        **{name: show(state, role, book) for name, show in _of_the_chapters().items()},
        "due": [_due(state, due, book) for due in state.due if _may_see_due(state, due, role)],
        "asked": _asked(state, role),
        "deeds": list(_deeds(state, role)),
        "rolls": {roll: plain(dice) for roll, dice in state.thrown.items() if is_open_to(state, roll, role)},
    }


PROMISED_ORDER: Final = (
    *("shelters", "assault", "guns", "gas", "air", "cards", "national", "deep", "barrages", "bombard"),
    *("sealed_plans", "plan_today", "set_up_by_steps", "map"),
)
"""In which order a seat has always got what chapters show; what comes new stands behind it."""


@cache
def _of_the_chapters() -> Mapping[str, Callable[[GameState, Role, RuleBook], object]]:
    """What the chapters show of themselves, by the names under which a seat gets it."""
    views = chapters().views()
    return {name: views[name] for name in (*PROMISED_ORDER, *(one for one in views if one not in PROMISED_ORDER))}


Way = Sequence[tuple[StepPlace, str, str]]
"""The places of a player turn: whether each was, is now or comes next, and why there is nothing to do at it."""


def _way(state: GameState, book: RuleBook, role: Role) -> Way:
    order, idle = places(state, book), idle_for(role, state.turn.side)
    here, _ = next(reached(state, order), (-1, None))
    when = ["was" if number < here else "now" if number == here else "next" for number in range(len(order))]
    return [(place, is_when, idle(state, place)) for place, is_when in zip(order, when, strict=True)]


def _turn(state: GameState, book: RuleBook, role: Role, way: Way) -> dict[str, Any]:
    here = present(state, book) if state.turn.running else None
    after = next((place for place, when, why in way if when == "next" and not why), None)
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
        "can_act": [unit.id for unit in can_act(state, here) if known_at_call(unit, role)] if here else [],
    }


def _place_name(state: GameState, place: StepPlace) -> str:
    return f"{place.step.title}, {formation_name(state, place.of)}" if place.of else place.step.title


def _rail(state: GameState, way: Way) -> Iterator[dict[str, Any]]:
    for place, when, why in way:
        yield {
            "key": place.step.key,
            "label": place.step.label,
            "title": place.step.title,
            "phase": place.step.phase,
            "phase_title": place.step.phase_title,
            "of": place.of,
            "of_name": formation_name(state, place.of) if place.of else "",
            "state": "skip" if why and when == "next" else when,
            "why": "" if when == "now" else why,
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
        "division": regiment.division,
        "commander": _stand(state.stands[regiment.commander]),
        "field_promotion": regiment.field_promotion,
        "discipline_used": regiment.discipline_used,
        "discipline_left": _discipline_left(state, regiment, book),
        "staff_bonus_to": regiment.staff_bonus_to if regiment.staff_bonus_to in {one.id for one in seen} else "",
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
        "storm": battalion.storm,
        "mutinous": battalion.id in state.national.mutinous,
        "may_be_mutinous": may_be_mutinous(state, battalion, book),
        "uses": uses_of(state, battalion, book),
        "may_say": may_say(state, battalion, book),
        "commander": _stand(state.stands[battalion.commander]),
        "units": [_unit(state, state.units[name], book) for name in battalion.units],
    }


def _discipline_left(state: GameState, formation: Battalion | Regiment, book: RuleBook) -> int:
    """Uses of Prussian Discipline its commander may still declare for an order (FF-SPR-08)."""
    if not in_force(Special.PRUSSIAN_DISCIPLINE, state.side_facts(formation.side).nation, book):
        return 0
    answer = discipline(state, formation, RollKind.ORDER, book)
    return 0 if isinstance(answer, Refusal) or answer.value is None else answer.value + 1


class _Shown(NamedTuple):
    """The units of a state as every seat sees them, stored with the number of the newest event."""

    state: ref[GameState]
    seq: int
    units: dict[str, dict[str, Any]]


_SHOWN: Final[dict[int, _Shown]] = {}


def _shown_units(state: GameState) -> dict[str, dict[str, Any]]:
    """Return the units rendered since the newest event. Only an event changes a state."""
    key = id(state)
    shown = _SHOWN.get(key)
    if shown is None or shown.state() is not state or shown.seq != state.seq:
        shown = _SHOWN[key] = _Shown(ref(state, lambda _: _SHOWN.pop(key, None)), state.seq, {})
    return shown.units


def _unit(state: GameState, unit: Unit, book: RuleBook) -> dict[str, Any]:
    """Return one unit, rendered once for all seats. Each seat gets a copy, from which hidden stands can be removed."""
    shown = _shown_units(state)
    if unit.id not in shown:
        shown[unit.id] = _as_shown(state, unit, book)
    one = shown[unit.id]
    return {**one, "stands": [{**stand} for stand in one["stands"]]}


def _as_shown(state: GameState, unit: Unit, book: RuleBook) -> dict[str, Any]:
    orders = state.orders.get(unit.id)
    living = state.living(unit)
    return {
        "id": unit.id,
        "name": unit.name,
        "kind": unit.kind.value,
        "carriage": unit.carriage.value,
        "on_table": unit.on_table,
        "superimposed": unit.superimposed,
        "type": unit.type,
        "tank": tank_view(unit, orders, book),
        "uses": uses_of(state, unit, book),
        "mad_minutes": unit.mad_minutes,
        "deeds": [*extra_deeds(unit, book), *may_go_below(state, unit, book)],
        "alive": bool(living),
        "levels": max([stand.levels for stand in living], default=0),
        "stands": [_stand(state.stands[name]) for name in unit.stands],
        "ordered": orders is not None,
        "rolls_with": (unit.ordered_from or unit.of) if rolls_together(state, unit) else "",
        "earned": orders.earned if orders else 0,
        "left": orders.left if orders else 0,
        "forward": orders.forward if orders else 0,
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
        "in_gas": stand.in_gas,
        "faces": list(stand.faces),
        "figures": stand.figures,
        "below": False,
        "unseen": False,
    }


def _may_see_due(state: GameState, due: DueRoll, role: Role) -> bool:
    hidden = unseen(state, due.of)
    return hidden is None or knows(role, hidden.side)


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
        "discipline": due.kind is DueKind.MORALE and _may_declare(state, formation, book),
        "pals": due.kind is DueKind.MORALE and pals_for_morale(state, formation, book),
    }


def _may_declare(state: GameState, formation: Battalion | Regiment, book: RuleBook) -> bool:
    """Whether Prussian Discipline may be declared for a morale test (FF-SPR-08)."""
    return not isinstance(discipline(state, formation, RollKind.MORALE, book), Refusal)


def _asked(state: GameState, role: Role) -> dict[str, Any] | None:
    asked = state.asked
    if asked is None:
        return None
    side = (
        next((facts.name for facts in state.facts.sides if facts.side.value == asked.by.value), "")
        if state.facts
        else ""
    )
    reason = str((asked.wanted if asked.words_for(role) != asked.words else asked.command).get("reason", ""))
    return {
        "by": asked.by.value,
        "name": side,
        "of": asked.command.get("of", ""),
        "words": asked.words_for(role),
        "reason": reason,
    }


def _deeds(state: GameState, role: Role) -> Iterator[dict[str, Any]]:
    known = (deed for deed in state.deeds_at_hand() if deed.name_for(role))
    for deed in islice(known, DEEDS_SHOWN):
        yield {"command_id": deed.command_id, "name": deed.name_for(role), "by": deed.role.value}
