"""The newest thing the dice decided, as the card that stays in sight after it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.pages.lookup_outcomes import MORALE, SHOTS, Outcome, actions

DECIDED: Final = (
    "orders_rolled",
    "fired",
    "fired_at_closers",
    "fought",
    "morale_tested",
    "weapon_tested",
    "reinforcement_rolled",
    "heroic_action_tried",
)
IN_ASSAULT: Final = ("fired_at_closers", "fought")
FIGHTS: Final = {
    "attacker": Outcome("good", "attacker wins"),
    "draw": Outcome("none", "a draw"),
    "defender": Outcome("killed", "defender wins"),
}
OF_A_UNIT: Final = ("orders_rolled", "fired")
SUCCESS: Final = {
    "reinforcement_rolled": (Outcome("none", "not yet"), Outcome("good", "arrives")),
    "weapon_tested": (Outcome("killed", "abandons its guns"), Outcome("good", "stands by its guns")),
    "heroic_action_tried": (Outcome("killed", "the platoon dies"), Outcome("good", "succeeds")),
}
LABELS: Final = {
    "fired": "Fire",
    "fired_at_closers": "Fire as they close",
    "fought": "Close combat",
    "morale_tested": "Morale test",
    "weapon_tested": "Morale test",
    "reinforcement_rolled": "Reinforcements",
    "heroic_action_tried": "Heroic action",
}


def newest_result(
    told: Sequence[Mapping[str, Any]], names: Mapping[str, str], in_full: Mapping[str, str], unit: str
) -> dict[str, Any] | None:
    """The newest card of what a seat was told: units by their names, units and stands `in_full` with their battalion.

    With a unit in hand that of another unit is not shown.
    """
    newest = next((one for one in reversed(told) if one["kind"] in DECIDED and "card" in one), None)
    if newest is None or (unit and newest["kind"] in OF_A_UNIT and newest["unit"] != unit):
        return None
    card = newest["card"]
    label = names[newest["unit"]] if newest["kind"] == "orders_rolled" else LABELS[newest["kind"]]
    shown = {"kind": newest["kind"], "label": label}
    if newest["kind"] == "fired":
        return shown | {"by": in_full[newest["unit"]]} | _fired(card, in_full)
    if newest["kind"] in IN_ASSAULT:
        return shown | _in_assault(card, newest["kind"], in_full)
    return shown | _one_die(card, newest["kind"])


def _in_assault(card: Mapping[str, Any], kind: str, names: Mapping[str, str]) -> dict[str, Any]:
    """Both sides' dice of a fight, or those of the fire before it."""
    who = f"{names.get(card['stand'], 'a stand')} against {names.get(card['target'], 'a stand')}"
    worst = next((one for one in ("killed", "suppressed") if one in card["outcome"]), "no_effect")
    return {
        "dice": tuple(one["pips"] for one in card["dice"]),
        "equation": who,
        "source": _source(card["dice"]),
        "outcome": FIGHTS[card["outcome"]] if kind == "fought" else SHOTS[worst],
        "lines": card["steps"],
        "considered": card["considered"],
    }


def _one_die(card: Mapping[str, Any], kind: str) -> dict[str, Any]:
    die = card["dice"][-1]
    added = sum(step["value"] or 0 for step in card["steps"])
    sign = f"{added:+d}" if added else "±0"
    total = card["total"]
    equation = f"{die['pips']} {sign} = {total}" if total is not None else str(die["pips"])
    return {
        "dice": tuple(one["pips"] for one in card["dice"]),
        "equation": equation.replace("-", "\u2212"),
        "source": _source(card["dice"]),
        "outcome": _outcome(card["outcome"], kind),
        "lines": card["steps"],
        "considered": card["considered"],
    }


def _outcome(brought: Any, kind: str) -> Outcome:
    if kind == "orders_rolled":
        return actions(brought)
    return MORALE[brought] if kind == "morale_tested" else SUCCESS[kind][bool(brought)]


def _fired(card: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {"shots": [_shot(shot, names) for shot in card["shots"]], "lines": card["steps"]}


def _shot(shot: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    reasons = shot["reasons"]
    return {
        "name": names.get(shot["target"], "a stand"),
        "firer": names.get(shot["firer"], ""),
        "range_cm": shot["range_cm"],
        "cover": shot["cover"],
        "dice": [die["pips"] for die in shot["dice"]],
        "total": reasons["total"] if len(shot["dice"]) == 1 else None,
        "source": _source(shot["dice"]),
        "outcomes": [SHOTS[result] for result in shot["results"]],
        "lines": reasons["steps"],
        "considered": reasons["considered"],
    }


def _source(dice: Sequence[Mapping[str, Any]]) -> str:
    entered = sum(die["source"] == "entered" for die in dice)
    return "thrown by hand" if entered == len(dice) else "rolled here" if not entered else "some rolled here"
