"""What lies on the table or is in force beside the stands, for the drawer; and the ways from a game to its pages."""

from app.lookups.offered import look_ups_of_view
from app.stage.scene import SheetLineShown, SheetShown, WayShown
from app.systems.flanders_fields.stage.people import names_in
from app.systems.flanders_fields.stage.sections import Shown, sections
from rules.flanders_fields.barrages.game.lying import barrages
from rules.flanders_fields.game.lying import SeenBySeat
from rules.flanders_fields.game.registry import lies_by
from rules.kernel.seats import Role


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
    return [*found, WayShown(sign="find", says="Look-ups", address=look_ups_of_view("/lookups", view))]


def sheets(view: Shown) -> list[SheetShown]:
    """Each chapter that has something lying on the table, in force or still to come that this seat may read."""
    seen = SeenBySeat(view, names_in(view))
    found = ((lies, lies(seen)) for lies in lies_by().values())
    return [
        SheetShown(
            title=one.title,
            lines=[SheetLineShown(says=line.says, clause=line.clause) for line in one.lines],
            sections=sections(view) if lies is barrages else [],
        )
        for lies, one in found
        if one and one.lines
    ]
