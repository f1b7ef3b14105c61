"""The sentence of the log that a step must bring, put together from what its script says came of it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.browser.evening.names import Names
from tests.browser.evening.step import Step

RESULTS: Final = {"no_effect": "no effect", "suppressed": "suppressed", "killed": "killed"}
MORALE: Final = {
    "rout": "routs and leaves the table",
    "retreat_40": "retreats 40 cm, suppressed",
    "retreat_20": "retreats 20 cm, suppressed",
    "holds": "holds",
}


def sentence(step: Step, names: Names) -> str:
    """What the log must say first of a step. Where the script gives the words itself, these."""
    if "says" in step.then:
        return str(step.then["says"])
    otherwise = f"; otherwise than the map: {step.otherwise}" if step.otherwise else ""
    return SENTENCES[step.kind](step.fields, step.then, names) + otherwise


def _orders(fields: Mapping[str, Any], then: Mapping[str, Any], names: Names) -> str:
    return f"{names.unit(fields['unit'])}, order: {_die(fields)}, {_actions(then['outcome'])}"


def _actions(number: int) -> str:
    return {0: "no action", 1: "1 action"}.get(number, f"{number} actions")


def _die(fields: Mapping[str, Any]) -> str:
    return f"die {fields['die']['pips']}"


def _fired(fields: Mapping[str, Any], then: Mapping[str, Any], names: Names) -> str:
    each = [
        f"{names.stand(shot['target'])} {' and '.join(RESULTS[result] for result in results)}"
        for shot, results in zip(fields["shots"], then["results"], strict=True)
    ]
    mad = " its Mad Minute" if fields.get("mad_minute") else ""
    return f"{names.unit(fields['unit'])} fires{mad}: {'; '.join(each)}"


def _on_area(fields: Mapping[str, Any], then: Mapping[str, Any], names: Names) -> str:
    each = [
        f"{names.stand(one['stand'])} {RESULTS[result]}"
        for one, (result,) in zip(fields["stands"], then["results"], strict=True)
    ]
    return f"{names.unit(fields['unit'])} fires on its aiming point: {'; '.join(each)}"


def _carriage(fields: Mapping[str, Any], _then: Mapping[str, Any], names: Names) -> str:
    return f"{names.unit(fields['unit'])} {'unpacks' if '.mg' in fields['unit'] else 'unlimbers'}"


def _moved(fields: Mapping[str, Any], then: Mapping[str, Any], names: Names) -> str:
    going = fields.get("going", "cross_country").replace("_", " ")
    return f"{names.unit(fields['unit'])} moves up to {then['cm']} cm, {going}"


def _recovered(fields: Mapping[str, Any], _then: Mapping[str, Any], names: Names) -> str:
    return f"{names.unit(fields['unit'])} removes a level of suppression"


def _morale(fields: Mapping[str, Any], then: Mapping[str, Any], names: Names) -> str:
    return f"{names.called[fields['battalion']]} {MORALE[then['outcome']]}: {_die(fields)}"


def _arrival(fields: Mapping[str, Any], then: Mapping[str, Any], names: Names) -> str:
    outcome = "arrives" if then["outcome"] else "does not arrive yet"
    return f"{names.called[fields['battalion']]} {outcome}: {_die(fields)}"


def _staff(fields: Mapping[str, Any], _then: Mapping[str, Any], names: Names) -> str:
    return f"The staff bonus goes to {names.called[fields['battalion']]}"


def _deed(fields: Mapping[str, Any], then: Mapping[str, Any], names: Names) -> str:
    outcome = "succeeds" if then["outcome"] else "fails, the platoon is destroyed"
    return f"{names.stand(fields['stand'])}, {fields['deed']}: {_die(fields)}, {outcome}"


def _correction(fields: Mapping[str, Any], _then: Mapping[str, Any], names: Names) -> str:
    if fields["what"] == "laid":
        return f"Corrected, {names.unit(fields['of'])}: its aiming point is laid ({fields['reason']})"
    return f"Corrected, {names.stand(fields['of'])}: suppression is {fields['value']} ({fields['reason']})"


def _done(fields: Mapping[str, Any], _then: Mapping[str, Any], names: Names) -> str:
    return f"{names.unit(fields['unit'])} is done"


def _noted(fields: Mapping[str, Any], _then: Mapping[str, Any], _names: Names) -> str:
    return str(fields["text"])


SENTENCES: Final[Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any], Names], str]]] = {
    "roll_orders": _orders,
    "fire": _fired,
    "fire_on_area": _on_area,
    "change_carriage": _carriage,
    "move_unit": _moved,
    "remove_suppression": _recovered,
    "test_morale": _morale,
    "roll_reinforcement": _arrival,
    "allot_staff_bonus": _staff,
    "try_heroic_action": _deed,
    "correct": _correction,
    "finish_unit": _done,
    "note": _noted,
}
