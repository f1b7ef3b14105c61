"""What is kept of a stand, a unit, a battalion or a regiment, as the form that sets it to what stands on the table."""

from collections.abc import Mapping
from typing import Any, Final

from app.lookups.words import words
from rules.flanders_fields.game.cards.record import CAN_BE_HELD, PUT_IN, TAKE_OUT
from rules.flanders_fields.game.cards.words import card_name

Shown = dict[str, Any]

LEVELS: Final = ("none", "1", "2")
ON_A_FACE: Final = (*LEVELS, "3, lost")
FACES: Final = ("front", "left", "right")
CARDS_HELD: Final = {card: card_name(card) for card in CAN_BE_HELD}
TIMES: Final = ("not yet", "once", "twice", "three times")
MINUS: Final = "\u2212"
NEAR_CM: Final = 20
STEP_CM: Final = 5
BARRAGE_TURNS: Final = range(4, 8)
ACTIONS: Final = ("none", "1", "2", "3")


def correction(view: Shown, of: str) -> Shown | None:
    """The form for the named thing, None where there is no such thing: its name and every value kept of it."""
    barrage = next((one for one in view["barrages"] if one["id"] == of), None)
    if barrage:
        return _form(barrage, _of_barrage(barrage))
    if found := _of_plan(view, of) or _of_hand(view, of):
        return found
    for side in view["sides"]:
        for regiment in side["regiments"]:
            if found := _in_regiment(regiment, of):
                return found | {"kept": [*found["kept"], *_of_point(view, of)]}
    return _of_gas(view["gas"], of) or _of_missions(view, of)


def _of_plan(view: Shown, of: str) -> Shown | None:
    """What deep suppression takes off, or whether a line of the fire plan is done."""
    for deep in view["deep"]["in_force"]:
        if deep["id"] == of:
            options = [{"value": str(-less), "word": f"{MINUS}{less}" if less else "nothing"} for less in range(3)]
            kept = {"what": "modifier", "label": "Taken off orders", "type": "number", "now": str(deep["modifier"])}
            return _form({"id": of, "name": "Deep suppression"}, [kept | {"options": options}])
    for line in view["bombard"]["plan"]:
        if line["id"] == of:
            return _form(line, [_flag("done", "Its planned fire", line["done"], "Is over", "Is still to come")])
    return None


def _of_hand(view: Shown, of: str) -> Shown | None:
    """A card put into a hand, or taken out of it, by its name."""
    hands = (view["cards"] or {"hands": []})["hands"]
    hand = next((one for one in hands if one["id"] == of), None)
    if hand is None:
        return None
    inside = {card["card"]: card["name"] for card in hand["cards"]}
    outside = {card: name for card, name in CARDS_HELD.items() if card not in inside}
    kept = [_card(TAKE_OUT, "Take out", inside)] if inside else []
    return _form({"id": of, "name": f"the hand of the {hand['name']} side"}, [*kept, _card(PUT_IN, "Put in", outside)])


def _card(what: str, label: str, cards: dict[str, str]) -> Shown:
    options = [{"value": "", "word": "None"}, *({"value": card, "word": name} for card, name in cards.items())]
    return {"what": what, "label": label, "type": "text", "now": "", "options": options}


def _of_missions(view: Shown, of: str) -> Shown | None:
    """The air missions a side has left."""
    for side in view["sides"]:
        if of == f"missions/{side['side']}" and side["side"] in view["air"]["left"]:
            left = {"left": view["air"]["left"][side["side"]]}
            kept = [_figure("left", "Left in the plan", left, "count")]
            return _form({"id": of, "name": f"air missions, {side['name']}"}, kept)
    return None


def _of_gas(gas: Shown, of: str) -> Shown | None:
    """The wind or a cloud."""
    if of == "wind" and gas["wind"]:
        wind = gas["wind"]
        kept = [
            _figure("direction_deg", "Blows to, degrees clockwise from the attacker's straight ahead", wind, "degrees"),
            _figure("speed_cm", "Its speed", wind, "cm"),
        ]
        return _form({"id": "wind", "name": "the wind"}, kept)
    cloud = next((one for one in gas["clouds"] if one["id"] == of), None)
    if cloud is None:
        return None
    where = [
        _figure("along_cm", "Its middle, along the edge", cloud, "cm"),
        _figure("up_cm", "Its middle, up the table", cloud, "cm"),
    ]
    turns = _figure("phases", "Gas phases it has been through", cloud, "count")
    return _form(cloud, [*where, turns, _flag("on_table", "The cloud", True, "Lies on the table", "Was removed")])


def _of_point(view: Shown, of: str) -> list[Shown]:
    """The aiming point of a battery or mortar."""
    if of not in view["guns"]["weapons"]:
        return []
    point = view["guns"]["points"].get(of)
    kept = [_flag("laid", "Its aiming point", point is not None, "Laid on the table", "Not laid")]
    if point:
        kept.append(_flag("fired_here", "Fire on that point", point["zone"] is not None, "It has come down", "Not yet"))
    return kept


def _in_regiment(regiment: Shown, of: str) -> Shown | None:
    if regiment["id"] == of:
        return _form(regiment, _of_formation(regiment))
    for holder in (regiment, *regiment["battalions"]):
        if found := _in_holder(holder, of):
            return found
    return None


def _in_holder(holder: Shown, of: str) -> Shown | None:
    if holder["id"] == of:
        return _form(holder, _of_battalion(holder))
    if holder["commander"]["id"] == of:
        return _form(holder["commander"], _of_stand(holder["commander"]))
    for unit in holder["units"]:
        # A gun is a unit of one stand and has that stand's name: one form for both.
        if unit["id"] == of:
            alone = unit["stands"][0] if unit["stands"][0]["id"] == of else None
            return _form(unit, (_of_stand(alone) if alone else []) + _of_unit(unit))
        for stand in unit["stands"]:
            if stand["id"] == of:
                return {**_form(stand, _of_stand(stand)), "name": f"{stand['name']}, {unit['name']}"}
    return None


def _form(of: Shown, kept: list[Shown]) -> Shown:
    return {"id": of["id"], "name": of["name"], "kept": kept}


def _of_stand(stand: Shown) -> list[Shown]:
    faces = [_face(face, level) for face, level in zip(FACES, stand["faces"], strict=False)]
    return [
        *(faces or [_count("levels", "Suppression", stand["levels"], LEVELS)]),
        _flag("alive", "The stand", stand["alive"], "Stands on the table", "Destroyed"),
        _flag("on_wire", "Wire", stand["on_wire"], "It is on the wire", "Clear of it"),
        *([_flag("in_gas", "Gas", True, "Stands in gas", "Stands in clear air")] if stand["in_gas"] else []),
    ]


def _face(face: str, level: int) -> Shown:
    return _count(f"{face}_face", f"Suppression, {face} face", level, ON_A_FACE)


def _of_unit(unit: Shown) -> list[Shown]:
    kept = []
    if unit["carriage"] != "none":
        kept.append(_carriage(unit))
    kept.extend(_of_uses(unit["uses"]))
    if unit["ordered"]:
        kept.append(_count("actions", "Actions left", unit["left"], ACTIONS))
    return kept


def _carriage(unit: Shown) -> Shown:
    packed, limbered = {"value": "packed", "word": "On pack animals"}, {"value": "limbered", "word": "Limbered"}
    options = [{"value": "ready", "word": "Ready to fire"}, packed if unit["kind"] == "machine_gun" else limbered]
    return {"what": "carriage", "label": "Its weapon", "type": "text", "now": unit["carriage"], "options": options}


def _of_battalion(battalion: Shown) -> list[Shown]:
    return [
        _flag("on_table", "Where it is", battalion["on_table"], "On the table", "Off the table"),
        _flag("fired_on", "Fired on", battalion["fired_on"], "It has been", "Not yet"),
        *_of_formation(battalion),
        *_of_uses(battalion["uses"]),
        *([_mutiny(battalion)] if battalion["may_be_mutinous"] else []),
    ]


def _of_uses(uses: Mapping[str, int]) -> list[Shown]:
    """The national rules it has, each with how often it has used it."""
    return [_count(rule, f"{words(rule)} used", used, _times(used)) for rule, used in uses.items()]


def _times(used: int) -> tuple[str, ...]:
    """A list long enough for one use more than there were."""
    return tuple(TIMES[:4] if used < len(TIMES) - 1 else [*TIMES, *(f"{n} times" for n in range(4, used + 2))])


def _mutiny(battalion: Shown) -> Shown:
    return _flag("mutinous", "Mutiny", battalion["mutinous"], "It is mutinous", "It is not")


def _of_formation(formation: Shown) -> list[Shown]:
    promoted = formation["field_promotion"]
    kept = [_flag("field_promotion", "Its commander", promoted, "A field promotion", "The original")]
    if formation["discipline_used"] or formation["discipline_left"]:
        used = formation["discipline_used"]
        kept.append(_count("discipline_used", "Prussian Discipline used", used, TIMES))
    return kept


def _of_barrage(barrage: Shown) -> list[Shown]:
    """Where it lies, to 5 cm round where it is kept, whether it lies, and how long it lasts."""
    kept = []
    if barrage["lies"]:
        now = round(barrage["pieces"][0]["rear_cm"])
        edges = [edge for edge in range(now - NEAR_CM, now + NEAR_CM + 1, STEP_CM) if edge >= 0]
        options = [{"value": str(edge), "word": f"{edge} cm"} for edge in edges]
        rear = {"what": "rear_cm", "label": "Its rear edge, up the table", "type": "number"}
        kept.append(rear | {"now": str(now), "options": options})
        kept.append(_flag("lies", "The band", True, "Lies on the table", "Has lifted"))
    if barrage["plan"] and not barrage["lifted"]:
        turns = [{"value": str(number), "word": str(number)} for number in BARRAGE_TURNS]
        now = str(barrage["plan"]["turns"])
        kept.append(
            {"what": "turns", "label": "How many turns it lasts", "type": "number", "now": now, "options": turns}
        )
    return kept


def _flag(what: str, label: str, now: bool, yes: str, no: str) -> Shown:
    options = [{"value": "true", "word": yes}, {"value": "false", "word": no}]
    return {"what": what, "label": label, "type": "boolean", "now": str(now).lower(), "options": options}


def _figure(what: str, label: str, of: Shown, unit: str) -> Shown:
    """A figure to be typed in rather than chosen."""
    return {"what": what, "label": label, "type": "number", "now": f"{of[what]:g}", "unit": unit, "options": []}


def _count(what: str, label: str, now: int, words: tuple[str, ...]) -> Shown:
    options = [{"value": str(number), "word": word} for number, word in enumerate(words)]
    return {"what": what, "label": label, "type": "number", "now": str(now), "options": options}
