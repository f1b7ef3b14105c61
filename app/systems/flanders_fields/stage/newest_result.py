"""The newest thing the dice decided, as the card that stays in sight after it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import SHOTS, actions, morale_result
from app.systems.flanders_fields.stage.planned_result import LABELS as PLANNED
from app.systems.flanders_fields.stage.planned_result import planned_result

IN_AIR: Final = {
    "destroyed": Outcome("killed", "destroyed"),
    "suppressed": Outcome("suppressed", "suppressed"),
    "draw": Outcome("none", "a draw"),
    "driven_off": Outcome("good", "driven off"),
    "aircraft_destroyed": Outcome("good", "shot down"),
}
IN_GAS: Final = ("cloud_went", "entered_gas")
DECIDED: Final = (
    "orders_rolled",
    "fired",
    "stood_against_armour",
    "came_up",
    "fired_at_closers",
    "fought",
    "area_fired",
    "deviated",
    "sos_called",
    "mover_fired_on",
    "morale_tested",
    "weapon_tested",
    "reinforcement_rolled",
    "heroic_action_tried",
    *IN_GAS,
    "aircraft_called",
    "air_attacked",
    "gas_released",
    "wind_changed",
    "hit_in_shelter",
    "card_took",
)
IN_ASSAULT: Final = ("fired_at_closers", "fought", "mover_fired_on")
FIGHTS: Final = {
    "attacker": Outcome("good", "attacker wins"),
    "draw": Outcome("none", "a draw"),
    "defender": Outcome("killed", "defender wins"),
}
OF_A_UNIT: Final = ("orders_rolled", "fired", "area_fired")
SUCCESS: Final = {
    "sos_called": (Outcome("none", "no answer"), Outcome("good", "fire arrives")),
    "aircraft_called": (Outcome("none", "none come"), Outcome("good", "they arrive")),
    "reinforcement_rolled": (Outcome("none", "not yet"), Outcome("good", "arrives")),
    "weapon_tested": (Outcome("killed", "abandons its guns"), Outcome("good", "stands by its guns")),
    "came_up": (Outcome("none", "stays below"), Outcome("good", "comes up")),
    "heroic_action_tried": (Outcome("killed", "the platoon dies"), Outcome("good", "succeeds")),
}
LABELS: Final = {
    "fired": "Fire",
    "came_up": "From the deep shelter",
    "stood_against_armour": "To stand against armour",
    "fired_at_closers": "Fire as they close",
    "fought": "Close combat",
    "area_fired": "Fire on an area",
    "deviated": "Deviation",
    "sos_called": "SOS call",
    "mover_fired_on": "Moving through fire",
    "morale_tested": "Morale test",
    "weapon_tested": "Morale test",
    "reinforcement_rolled": "Reinforcements",
    "heroic_action_tried": "Heroic action",
    "aircraft_called": "Aircraft",
    "air_attacked": "Air attack",
    "cloud_went": "Gas",
    "entered_gas": "Gas",
    "gas_released": "Gas",
    "wind_changed": "The wind",
    "hit_in_shelter": "In the deep shelter",
    "card_took": "Card",
}
NOT_SUMMED: Final = ("gas_released", "wind_changed", "card_took")
"""What dice decide that are read one by one; their sentence says the rest."""


def newest_result(
    told: Sequence[Mapping[str, Any]], names: Mapping[str, str], in_full: Mapping[str, str], unit: str
) -> dict[str, Any] | None:
    """The newest card of what a seat was told: units by their names, units and stands `in_full` with their battalion.

    With a unit in hand that of another unit is not shown.
    """
    newest = next((one for one in reversed(told) if one["kind"] in (*DECIDED, *PLANNED) and "card" in one), None)
    if newest is None or (unit and newest["kind"] in OF_A_UNIT and newest["unit"] != unit):
        return None
    card = newest["card"]
    if newest["kind"] in PLANNED:
        if newest["kind"] == "work_bombarded" and not card["hits"]:
            return None
        return planned_result(newest["kind"], card, in_full, _source)
    label = names[newest["unit"]] if newest["kind"] == "orders_rolled" else LABELS[newest["kind"]]
    shown = {"kind": newest["kind"], "label": label}
    if newest["kind"] == "fired":
        return shown | {"by": in_full[newest["unit"]]} | _fired(card, in_full)
    if newest["kind"] in IN_GAS:
        return shown | _in_gas(card, newest["says"], in_full) if card["hits"] else None
    if newest["kind"] == "area_fired":
        return shown | {"by": in_full[newest["unit"]]} | _on_area(card, in_full)
    if newest["kind"] == "deviated":
        return shown | _deviated(card)
    if newest["kind"] == "air_attacked":
        return shown | _in_air(card, in_full)
    if newest["kind"] in NOT_SUMMED:
        return shown | _not_summed(card, newest)
    if newest["kind"] in IN_ASSAULT:
        return shown | _in_assault(card, newest["kind"], in_full)
    return shown | _one_die(card, newest["kind"])


def _in_gas(card: Mapping[str, Any], says: str, names: Mapping[str, str]) -> dict[str, Any]:
    """Every stand a cloud touched, with its die."""
    return {"by": says.split(":")[0], "shots": [_gassed(hit, names) for hit in card["hits"]], "lines": card["steps"]}


def _in_air(card: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The aircraft's die and the target's."""
    return {
        "dice": tuple(one["pips"] for one in card["dice"]),
        "equation": f"aircraft against {names.get(card['target'], 'a stand')}",
        "source": _source(card["dice"]),
        "outcome": IN_AIR[card["outcome"]],
        "lines": card["steps"],
        "considered": card["considered"],
    }


def _gassed(hit: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    reasons = hit["reasons"]
    return {
        "name": names.get(hit["stand"], "a stand"),
        "firer": "",
        "range_cm": None,
        "cover": hit["cover"],
        "dice": [die["pips"] for die in hit["dice"]],
        "total": reasons["total"] if len(hit["dice"]) == 1 else None,
        "source": _source(hit["dice"]) if hit["dice"] else "no die",
        "outcomes": [SHOTS[result] for result in hit["results"]],
        "lines": reasons["steps"],
        "considered": reasons["considered"],
    }


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


def _not_summed(card: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """Its dice, and in few words what came of them."""
    brought = {"gas_released": "released", "wind_changed": str(card["outcome"]).replace("_", " ")}
    return {
        "dice": tuple(one["pips"] for one in card["dice"]),
        "equation": LABELS[told["kind"]],
        "source": _source(card["dice"]),
        "outcome": Outcome("some", brought.get(told["kind"]) or str(told["says"]).partition(": ")[2]),
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
    if kind == "hit_in_shelter":
        return SHOTS[next((one for one in ("killed", "suppressed") if one in brought), "no_effect")]
    if kind in ("morale_tested", "stood_against_armour"):
        return morale_result(brought)
    return SUCCESS[kind][bool(brought)]


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


def _on_area(card: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Every stand of an area with its die; an area with nobody in it has lines only."""
    return {"shots": [_hit(hit, names) for hit in card["hits"]], "empty": not card["hits"], "lines": card["steps"]}


def _hit(hit: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    reasons = hit["reasons"]
    return {
        "name": names.get(hit["stand"], "a stand"),
        "where": "wholly in it" if hit["coverage"] == "fully" else "partly in it",
        "cover": hit["cover"],
        "dice": [hit["die"]["pips"]],
        "total": reasons["total"],
        "source": _source([hit["die"]]),
        "outcomes": [SHOTS[hit["result"]]],
        "lines": reasons["steps"],
        "considered": reasons["considered"],
    }


def _deviated(card: Mapping[str, Any]) -> dict[str, Any]:
    off = card["outcome"]
    word = f"{card['distance_cm']:g} cm off" if off else "on its point"
    return {
        "dice": tuple(die["pips"] for die in (card["dice"] if off else card["dice"][:1])),
        "equation": f"{off} o'clock" if off else "no deviation",
        "source": _source(card["dice"]),
        "outcome": Outcome("some" if off else "good", word),
        "lines": card["steps"],
        "considered": card["considered"],
    }


def _source(dice: Sequence[Mapping[str, Any]]) -> str:
    entered = sum(die["source"] != "rolled" for die in dice)
    if any(die["source"] == "counted" for die in dice):
        return "dealt by lot"
    return "thrown by hand" if entered == len(dice) else "rolled here" if not entered else "some rolled here"
