"""What the dice of an event brought, by its card: shot by shot, or in a sum and a word."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import SHOTS, actions, morale_result
from rules.kernel.numerals import MINUS

Card = Mapping[str, Any]
Names = Mapping[str, str]
LABELS: Final = {
    "orders_rolled": "",
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
    "deep_suppression_rolled": "Deep suppression",
    "battery_lost": "Deep suppression",
    "barrage_turns_rolled": "Rolling barrage",
    "barrage_risked": "Close behind the barrage",
    "barrage_fell": "Rolling barrage",
    "work_bombarded": "Hurricane bombardment",
}
IN_AIR: Final = {
    "destroyed": Outcome("killed", "destroyed"),
    "suppressed": Outcome("suppressed", "suppressed"),
    "draw": Outcome("none", "a draw"),
    "driven_off": Outcome("good", "driven off"),
    "aircraft_destroyed": Outcome("good", "shot down"),
}
FIGHTS: Final = {
    "attacker": Outcome("good", "attacker wins"),
    "draw": Outcome("none", "a draw"),
    "defender": Outcome("killed", "defender wins"),
}
SUCCESS: Final = {
    "sos_called": (Outcome("none", "no answer"), Outcome("good", "fire arrives")),
    "aircraft_called": (Outcome("none", "none come"), Outcome("good", "they arrive")),
    "reinforcement_rolled": (Outcome("none", "not yet"), Outcome("good", "arrives")),
    "weapon_tested": (Outcome("killed", "abandons its guns"), Outcome("good", "stands by its guns")),
    "came_up": (Outcome("none", "stays below"), Outcome("good", "comes up")),
    "heroic_action_tried": (Outcome("killed", "the platoon dies"), Outcome("good", "succeeds")),
    "battery_lost": (Outcome("none", "drawn again"), Outcome("killed", "destroyed")),
    "barrage_risked": (Outcome("good", "safe"), Outcome("killed", "at risk")),
}
WHERE: Final = {"fully": "wholly in it", "partly": "partly in it"}


class ShotBrought(NamedTuple):
    """A die at one stand, or two: its stand by name, what they came to, at what, and what that did."""

    name: str
    dice: Sequence[int]
    total: int | None
    at: Sequence[str]
    outcomes: Sequence[Outcome]
    lines: Sequence[Card]


class DiceBrought(NamedTuple):
    """What all dice of an event brought: its shots, or its dice with who threw them, a sum and an outcome."""

    label: str
    lines: Sequence[Card]
    shots: Sequence[ShotBrought] | None = None
    dice: Sequence[int] = ()
    equation: str = ""
    source: str = ""
    outcome: Outcome | None = None


def brought(told: Card, names: Names) -> DiceBrought | None:
    """What an event brought that has a card; None where its dice decide nothing that has a word here."""
    kind, card = told["kind"], told["card"]
    if kind not in LABELS:
        return None
    shots = _shots(kind, card, names)
    if shots is not None:
        missed = not shots and kind in ("cloud_went", "entered_gas", "work_bombarded")
        return None if missed else DiceBrought(LABELS[kind], card["steps"], shots)
    equation, outcome = _read(told, card, names)
    thrown = card["dice"][:1] if kind == "deviated" and not card["outcome"] else card["dice"]
    dice = tuple(die["pips"] for die in thrown)
    return DiceBrought(LABELS[kind], card["steps"], None, dice, equation, _source(card["dice"]), outcome)


def _shots(kind: str, card: Card, names: Names) -> list[ShotBrought] | None:
    """The shots of an event that has any; None of one whose dice decide one thing together."""
    match kind:
        case "fired":
            return [_shot(one, names, one["target"], _far(one)) for one in card["shots"]]
        case "cloud_went" | "entered_gas":
            return [_shot(one, names, one["stand"]) for one in card["hits"]]
        case "area_fired":
            return [_hit(one, names, [WHERE[one["coverage"]]]) for one in card["hits"]]
        case "work_bombarded":
            return [_hit(one, names) for one in card["hits"]]
        case "barrage_fell":
            return [_under(one, names, card["cover"]) for one in card["shots"]]
    return None


def _far(shot: Card) -> list[str]:
    return [f"{shot['range_cm']:g} cm"] if shot["range_cm"] is not None else []


def _shot(one: Card, names: Names, stand: str, at: Sequence[str] = ()) -> ShotBrought:
    total = one["reasons"]["total"] if len(one["dice"]) == 1 else None
    return _made(one, names.get(stand, "a stand"), one["dice"], total, one["cover"], at, one["results"])


def _hit(one: Card, names: Names, at: Sequence[str] = ()) -> ShotBrought:
    name = names.get(one["stand"], "a stand")
    return _made(one, name, [one["die"]], one["reasons"]["total"], one["cover"], at, [one["result"]])


def _under(one: Card, names: Names, cover: str) -> ShotBrought:
    total = one["reasons"]["total"] if one["dice"] else None
    return _made(one, names.get(one["stand"], "a stand"), one["dice"], total, cover, (), [one["result"]])


def _made(
    one: Card,
    name: str,
    dice: Iterable[Card],
    total: int | None,
    cover: str,
    at: Sequence[str],
    results: Iterable[str],
) -> ShotBrought:
    places = [*([str(cover).capitalize()] if cover else []), *at]
    outcomes = [SHOTS[result] for result in results]
    return ShotBrought(name, [die["pips"] for die in dice], total, places, outcomes, one["reasons"]["steps"])


def _read(told: Card, card: Card, names: Names) -> tuple[str, Outcome]:
    """The sum or the words beside the dice, and what they came to."""
    kind, came = told["kind"], card["outcome"]
    thrown = " and ".join(str(die["pips"]) for die in card["dice"])
    match kind:
        case "deviated":
            word = f"{card['distance_cm']:g} cm off" if came else "on its point"
            return f"{came} o'clock" if came else "no deviation", Outcome("some" if came else "good", word)
        case "air_attacked":
            return f"aircraft against {names.get(card['target'], 'a stand')}", IN_AIR[came]
        case "fired_at_closers" | "fought" | "mover_fired_on":
            who = f"{names.get(card['stand'], 'a stand')} against {names.get(card['target'], 'a stand')}"
            return who, FIGHTS[came] if kind == "fought" else _worst(came)
        case "gas_released" | "wind_changed" | "card_took":
            short = {"gas_released": "released", "wind_changed": str(came).replace("_", " ")}.get(kind)
            return LABELS[kind], Outcome("some", short or str(told["says"]).partition(": ")[2])
        case "deep_suppression_rolled":
            return thrown, _deep(came, card["lost"])
        case "barrage_turns_rolled":
            return thrown, Outcome("some", "turns", str(came))
        case "battery_lost":
            return names.get(came, "Nobody"), SUCCESS[kind][bool(came)]
        case "barrage_risked":
            return names.get(card["stand"], "a stand"), SUCCESS[kind][bool(came)]
    return _sum(card), _of_one_die(kind, came)


def _sum(card: Card) -> str:
    die, total = card["dice"][-1], card["total"]
    added = sum(step["value"] or 0 for step in card["steps"])
    sign = f"{added:+d}" if added else "±0"
    return (f"{die['pips']} {sign} = {total}" if total is not None else str(die["pips"])).replace("-", MINUS)


def _of_one_die(kind: str, came: Any) -> Outcome:
    if kind == "orders_rolled":
        return actions(came)
    if kind == "hit_in_shelter":
        return _worst(came)
    return morale_result(came) if kind in ("morale_tested", "stood_against_armour") else SUCCESS[kind][bool(came)]


def _worst(came: Any) -> Outcome:
    return SHOTS[next((one for one in ("killed", "suppressed") if one in came), "no_effect")]


def _deep(modifier: int, lost: bool) -> Outcome:
    if not modifier:
        return Outcome("none", "nothing this turn")
    word = "and a battery lost" if lost else "on their orders"
    return Outcome("killed" if lost else "more", word, f"{MINUS}{-modifier}")


def _source(dice: Sequence[Card]) -> str:
    entered = sum(die["source"] != "rolled" for die in dice)
    if not dice:
        return ""
    if any(die["source"] == "counted" for die in dice):
        return "dealt by lot"
    return "thrown by hand" if entered == len(dice) else "rolled here" if not entered else "some rolled here"
