"""The sheets of a game: its scenario, its report, its referee's; made of what a seat may know and of nothing else."""

from collections.abc import Iterator, Mapping
from typing import Any

from playsheets.flanders_fields.forms.report_form import Played
from playsheets.flanders_fields.forms.roster import RosterFormation
from playsheets.flanders_fields.forms.scenario_sheet import ScenarioGround, ScenarioOnSheet, SideHere
from playsheets.flanders_fields.forms.waiting import Waiting
from playsheets.flanders_fields.of_game.rosters import only_for, roster_of_side
from rules.flanders_fields.fire_plan.references import GridPlace, in_words, reference_of
from rules.flanders_fields.fire_plan.written import WrittenFor
from rules.flanders_fields.vocabulary import Nation, Side
from rules.kernel.months import parse_month

Shown = Mapping[str, Any]


def scenario_of(view: Shown, laid: ScenarioGround | None) -> ScenarioOnSheet:
    """A game's scenario with the forces as they are now; reserves are those of whoever reads."""
    return ScenarioOnSheet(
        title=view["title"],
        says=parse_month(view["date"]).in_words,
        briefing=tuple(view["briefing"]),
        sides=tuple(_side(one, view) for one in view["sides"]),
        reserves=tuple(waiting(view)),
        table=laid,
        kept=kept_by(view),
    )


def kept_by(view: Shown) -> str:
    """Who may read what a seat's own view tells; nothing where everybody knows as much."""
    if view["you"] == "referee":
        return "For the referee only"
    own = next((one["name"] for one in view["sides"] if one["side"] == view["you"]), "")
    return only_for(own) if own else ""


def played(view: Shown) -> Played:
    """What the report of a game begins with."""
    names = tuple((one["side"].capitalize(), one["name"]) for one in view["sides"])
    turn = view["turn"]["number"]
    month = parse_month(view["date"]).in_words
    about = (("Scenario", view["title"]), ("Month", month), *names, ("Turns played", str(turn or "")))
    sides = tuple((one["name"], _formations(one, view)) for one in view["sides"])
    return Played(about, sides, turn)


def _formations(side: Shown, view: Shown) -> tuple[RosterFormation, ...]:
    return roster_of_side(view, side["side"], specimen_game=False).formations


def _side(side: Shown, view: Shown) -> SideHere:
    return SideHere(side["name"], Nation(side["nation"]), side["side"], _formations(side, view))


def waiting(view: Shown) -> Iterator[Waiting]:
    """Every battalion off the table that may still come, and what its scenario says of its coming."""
    settled = {one["battalion"]: one for one in view["set_up_by_steps"]["reserves"]}
    for side in view["sides"]:
        for regiment in side["regiments"]:
            for one in regiment["battalions"]:
                if not one["on_table"] and one["fate"] == "stands":
                    own = settled.get(one["id"], {"first_turn": 0, "needed": (), "where": ""})
                    needed = tuple(own["needed"])
                    yield Waiting(side["name"], one["name"], own["first_turn"], needed, own["where"])


def hidden(view: Shown) -> Iterator[tuple[str, str, str]]:
    """Every stand that sits in a deep shelter unknown to the other side, with its place where it has one."""
    unknown = {one["stand"] for one in (view["shelters"] or {}).get("below", ()) if not one["known"]}
    places = {one["stand"]: one for one in view["map"]["places"]} if view["map"] else {}
    for side in view["sides"]:
        for name, stand in _stands(side):
            if stand["id"] in unknown:
                yield (side["name"], name, _where(places.get(stand["id"]), Side(side["side"]), view))


def _stands(side: Shown) -> Iterator[tuple[str, Shown]]:
    for regiment in side["regiments"]:
        for holder in (regiment, *regiment["battalions"]):
            yield f"{holder['commander']['name']}, {holder['name']}", holder["commander"]
            for unit in holder["units"]:
                yield from ((f"{stand['name']}, {unit['name']}, {holder['name']}", stand) for stand in unit["stands"])


def _where(place: Shown | None, side: Side, view: Shown) -> str:
    if place is None:
        return ""
    table = view["map"]["table"]
    size = WrittenFor(width_mm=table["width_mm"], depth_mm=table["depth_mm"])
    return in_words(reference_of(GridPlace(place["x_mm"], place["y_mm"]), side, size))
