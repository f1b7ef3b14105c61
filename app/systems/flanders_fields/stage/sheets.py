"""What lies on the table or is in force beside the stands, for the drawer; and the ways from a game to its pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.pages.people import People
from app.pages.rendering import cm, cm_figure, signed
from app.stage.scene import SheetLineShown, SheetShown, WayShown
from app.systems.flanders_fields.stage.sections import sections
from rules.flanders_fields.book import rulings
from rules.kernel.play import Role

Shown = Mapping[str, Any]
MM_A_CM: Final = 10
SECRET: Final = "Only its own side and the referee see this."
TURNS_OF_A_CLOUD: Final = 6
IN_A_PLAN: Final = {
    "halts": "halts in turn",
    "back": "rolls back in turn",
    "leads": "pieces of 30 cm from the left lead by cm",
}
"""What else a barrage's plan may say, in words."""


def ways(view: Shown, game_id: str) -> list[WayShown]:
    """The pages of a game beside its table, as this seat may open them."""
    here = f"/games/{game_id}"
    found = [
        WayShown(sign="map", says="Map", address=f"{here}/map"),
        WayShown(sign="map", says="Lay a table", address=f"{here}/table", deed="lay_table"),
    ]
    if view["you"] != Role.SPECTATOR and not (view["turn"]["number"] or view["turn"]["running"]):
        plans = "Fire plans" if view["you"] == Role.REFEREE else "Your side’s fire plan"
        found.append(WayShown(sign="pen", says=plans, address=f"/plans#game-{game_id}", now=True, deed="seal_plan"))
    prints = (("Playsheet", "playsheet"), ("Sheets to print", "sheets"), ("Rosters to print", "print"))
    found += [WayShown(sign="list", says=says, address=f"{here}/{to}") for says, to in prints]
    return [*found, WayShown(sign="find", says="Look-ups", address="/lookups")]


def sheets(view: Shown) -> list[SheetShown]:
    """Each chapter that has something lying on the table, in force or still to come that this seat may read."""
    return [
        SheetShown(title=title, lines=lines, sections=sections(view) if part is _barrages else [])
        for part, (title, lines) in ((part, part(view)) for part in PARTS)
        if lines
    ]


Sheet = tuple[str, list[SheetLineShown]]


def _lines(says: Sequence[str], clause: str = "") -> list[SheetLineShown]:
    return [SheetLineShown(says=one, clause=clause) for one in says]


def _of(view: Shown, side: str) -> str:
    return next((str(one["name"]) for one in view["sides"] if one["side"] == side), side)


def _last_turn(view: Shown) -> Sheet:
    set_up = view["set_up_by_steps"]
    if not set_up["over"]:
        return "", []
    played = f"Turn {set_up['turns']}, the last of the scenario, has been played."
    return "The end", _lines([played, "Play on if you agree to, or close the game."])


def _today(view: Shown) -> Sheet:
    today = view["plan_today"]
    if not today:
        return "", []
    acts = [f"{one['says']}: {one['note']}" if one["note"] else one["says"] for one in today["lines"]]
    beside = [f"{one['says']}: {one['note']}" for one in today["beside"]]
    notes = [line for line in (today["notes"] or "").splitlines() if line.strip()]
    told = [*acts, *beside, *notes]
    return f"From your plan, turn {today['turn']}", _lines([*told, SECRET] if told else [])


def _zones(view: Shown) -> Sheet:
    set_up = view["set_up_by_steps"]
    if not set_up["under_way"]:
        return "", []
    where = [f"{_of(view, one['side'])}: {one['says']}" for one in set_up["zones"]]
    return "Where each side deploys", _lines(
        [*where, *map(_reserve, filter(lambda one: one["waits"], set_up["reserves"]))]
    )


def _reserve(one: Shown) -> str:
    where = f", {one['where']}" if one["where"] else ""
    needed = ", ".join(str(face) for face in one["needed"])
    when = f"from turn {one['first_turn']} on a die of {needed}"
    return f"In reserve, unknown to the other side: {one['name']}, {when}{where}"


def _objectives(view: Shown) -> Sheet:
    set_up = view["set_up_by_steps"]
    if not set_up["objectives"]:
        return "", []
    score = ", ".join(f"{side['name']} {set_up['points'][side['side']]}" for side in view["sides"])
    last = [f"The last turn is turn {set_up['turns']}."] if set_up["turns"] and not set_up["over"] else []
    return f"Objectives: {score}", _lines(
        [*(_objective(view, one) for one in set_up["objectives"]), *set_up["decides"], *last]
    )


def _objective(view: Shown, one: Shown) -> str:
    whose = f", for the {_of(view, one['side'])} side" if one["side"] else ""
    points = f"{one['points']} point{'' if one['points'] == 1 else 's'}"
    at = (
        f" ({cm(one['x_mm'] / MM_A_CM)} along, {cm(one['y_mm'] / MM_A_CM)} up from the attacker’s left corner)"
        if one["x_mm"] is not None
        else ""
    )
    holder = f"{_of(view, one['holder'])} has it" if one["holder"] else "Nobody has it"
    return f"{one['name']}{whose}: {points}{at}. {holder}"


def _barrages(view: Shown) -> Sheet:
    lies = [line for one in view["barrages"] if not one["lifted"] for line in _barrage(view, one)]
    return "Rolling barrages", lies


def _barrage(view: Shown, one: Shown) -> Iterator[SheetLineShown]:
    if one["lies"]:
        where = "; ".join(map(_piece, one["pieces"]))
        says = f"{one['name']} lies {where} from the {_of(view, one['side'])} edge"
        yield SheetLineShown(says=says, clause="FF-BAR-18")
    if plan := one.get("plan"):
        says = f"{one['name']}, by its plan: {', '.join(_schedule(plan))}. {SECRET}"
        yield SheetLineShown(says=says, clause="")


def _piece(at: Shown) -> str:
    number = f"piece {at['piece']}: " if at["piece"] else ""
    return f"{number}{cm_figure(at['rear_cm'])} to {cm(at['front_cm'])}"


def _schedule(plan: Shown) -> Iterator[str]:
    yield f"start line {cm(plan['start_cm'])} from its side’s edge, then {cm(plan['speed_cm'])} a turn"
    yield f"{plan['turns']} turns, then it lifts" if plan["turns"] else "how long it lasts is rolled when it comes down"
    for name, words in (
        ("halts", "halts in turn"),
        ("back", "rolls back in turn"),
        ("leads", "pieces of 30 cm from the left lead by cm"),
    ):
        if plan[name]:
            yield f"{words} {', '.join(str(turn) for turn in plan[name])}"


def _deep(view: Shown) -> Sheet:
    falls_on = "on orders for guns behind the table and on SOS calls"
    told = [
        f"Against the {_of(view, one['against'])} side: {signed(one['modifier'])} {falls_on}"
        for one in view["deep"]["in_force"]
    ]
    return "Deep suppression", _lines(told, "FF-DSU-07")


def _gas(view: Shown) -> Sheet:
    gas = view["gas"]
    wind = _lines([f"Wind: {gas['wind']['words']}"], "FF-GAS-13") if gas["wind"] else []
    names = People(dict(view)).names
    clouds = [SheetLineShown(says=_cloud(view, one, names), clause="FF-GAS-25") for one in gas["clouds"]]
    return "Gas", [*wind, *clouds, *_lines([_gas_to_come(view, one) for one in gas["planned"]])]


def _cloud(view: Shown, one: Shown, names: Mapping[str, str]) -> str:
    lasts = (
        ", sunk to the ground"
        if one["sunk"]
        else f", {one['phases']} of {TURNS_OF_A_CLOUD} turns"
        if one["phases"]
        else ""
    )
    turned = f", turned {one['turned_deg']}°" if one["turned_deg"] else ""
    wind = f"; wind {one['wind']['words']}" if one["wind"] else ""
    inside = "; ".join(names.get(stand, "a stand") for stand in one["within"])
    within = f". In it: {inside}" if inside else ""
    whose = f"{one['name']}: {_of(view, one['owner'])}, {one['kind']}{lasts}"
    return f"{whose}. Its middle {_point(one)}{turned}{wind}{within}"


def _gas_to_come(view: Shown, one: Shown) -> str:
    whose = f"{_of(view, one['side'])}, " if view["you"] == Role.REFEREE else ""
    how = "from projectors, the trench at" if one["delivery"] == "projector" else "from guns, at"
    missed = ", not released" if one["missed"] else ""
    wind = f"wind wanted {one['wind_deg']}° clockwise from straight ahead"
    return f"To come: {whose}turn {one['turn']}, {one['kind']}, {how} {_point(one)}; {wind}{missed}. {SECRET}"


def _point(one: Shown) -> str:
    return f"{cm(one['along_cm'])} along, {cm(one['up_cm'])} up the table, {one['measured']}"


def _cards(view: Shown) -> Sheet:
    cards = view["cards"]
    if not cards:
        return "", []
    lying = [SheetLineShown(says=_card(one), clause=one["clause"]) for one in cards["lying"]]
    hands = [
        f"{hand['name']}: {', '.join(one['title'] or one['name'] for one in hand['cards']) or 'none'} in hand"
        for hand in cards["hands"]
    ]
    return "Event cards", [*lying, *_lines(hands)]


def _hand(cards: Sequence[Shown]) -> str:
    return ", ".join(one["title"] or one["name"] for one in cards) or "none"


def _card(one: Shown) -> str:
    on = f", {', '.join(one['on'])}" if one["on"] else ""
    until = f", {one['until']}" if one["until"] else ""
    return f"{one['title']} ({one['side_name']}{on}{until}): {one['says']}"


def _air(view: Shown) -> Sheet:
    return "Air missions left", _lines([f"{_of(view, side)}: {left}" for side, left in view["air"]["left"].items()])


def _points(view: Shown) -> Sheet:
    names = People(dict(view)).names
    told = [f"{names.get(of, of)}: {_aimed(point)}" for of, point in sorted(view["guns"]["points"].items())]
    return "Aiming points", _lines(told)


def _aimed(point: Shown) -> str:
    state = "under fire" if point["live"] else "fired on before" if point["zone"] else "not yet fired on"
    return f"{point['where'] or 'laid'}, {state}{', registered' if point['registered'] else ''}"


def _planned(view: Shown) -> Sheet:
    told = [
        f"Turn {one['turn']}: {one['name']}, {one['where']}"
        + (f" ({_of(view, one['side'])})" if view["you"] == Role.REFEREE else "")
        + (", done" if one["done"] else "")
        for one in view["bombard"]["plan"]
    ]
    return "Planned bombardments", _lines([*told, SECRET] if told else [])


def _sealed(view: Shown) -> Sheet:
    told = [
        f"The {_of(view, one['side'])} fire plan is sealed. Fingerprint {one['fingerprint']}"
        for one in view["sealed_plans"]
    ]
    return "Sealed fire plans", _lines(told)


def _house(view: Shown) -> Sheet:
    told = [
        SheetLineShown(says=_agreed(one["ruling"], one["option"]), clause=one["ruling"]) for one in view["house_rules"]
    ]
    return "House rules", told


def _agreed(ruling: str, option: str) -> str:
    asked = rulings()[ruling]
    says = next(one.says for one in asked.options if one.key == option)
    return f"{asked.question} {says}"


PARTS: Final = (
    _last_turn,
    _today,
    _zones,
    _objectives,
    _barrages,
    _deep,
    _gas,
    _cards,
    _air,
    _points,
    _planned,
    _sealed,
    _house,
)
