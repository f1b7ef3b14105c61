"""What is kept of a stand, a unit, a battalion or a regiment, as the form that sets it to what stands on the table."""

from typing import Any, Final

Shown = dict[str, Any]

LEVELS: Final = ("none", "1", "2")
TIMES: Final = ("not yet", "once", "twice", "three times")
ACTIONS: Final = ("none", "1", "2", "3")


def correction(view: Shown, of: str) -> Shown | None:
    """The form for the named thing, None where there is no such thing: its name and every value kept of it."""
    for side in view["sides"]:
        for regiment in side["regiments"]:
            if found := _in_regiment(regiment, of):
                return found
    return None


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
    return [
        _count("levels", "Suppression", stand["levels"], LEVELS),
        _flag("alive", "The stand", stand["alive"], "Stands on the table", "Destroyed"),
        _flag("on_wire", "Wire", stand["on_wire"], "It is on the wire", "Clear of it"),
    ]


def _of_unit(unit: Shown) -> list[Shown]:
    kept = []
    if unit["carriage"] != "none":
        kept.append(_carriage(unit))
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
    ]


def _of_formation(formation: Shown) -> list[Shown]:
    promoted = formation["field_promotion"]
    kept = [_flag("field_promotion", "Its commander", promoted, "A field promotion", "The original")]
    if formation["discipline_used"] or formation["discipline_left"]:
        used = formation["discipline_used"]
        kept.append(_count("discipline_used", "Prussian Discipline used", used, TIMES))
    return kept


def _flag(what: str, label: str, now: bool, yes: str, no: str) -> Shown:
    options = [{"value": "true", "word": yes}, {"value": "false", "word": no}]
    return {"what": what, "label": label, "type": "boolean", "now": str(now).lower(), "options": options}


def _count(what: str, label: str, now: int, words: tuple[str, ...]) -> Shown:
    options = [{"value": str(number), "word": word} for number, word in enumerate(words)]
    return {"what": what, "label": label, "type": "number", "now": str(now), "options": options}
