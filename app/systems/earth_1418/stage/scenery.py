"""The scenery: the one value that the registration hands to the stage."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.game import OpenGame
from app.lookups.offered import look_ups_of_view
from app.stage.scene import FaceShown, HampersShown, OnGround, ResultShown, SheetShown, TurnNow, UnitShown, WayShown
from app.stage.shown import MeetingShown, OddsShown
from app.systems.earth_1418.stage import board, results
from rules.kernel.seats import Actor, Role


class EarthScenery:
    """Its table, its steps, its results and its dice on the stage."""

    def as_seen(self, game: OpenGame, role: Role, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """Its view as it is: no number in it tells of what is hidden."""
        return view

    def place(self, view: Mapping[str, Any]) -> TurnNow:
        """The bound and its steps."""
        return board.place(view) if view["begun"] else TurnNow()

    def hampers(self) -> HampersShown:
        """An injury of this bound or of one that has not recovered (BE-INJ-03, BE-INJ-10)."""
        return HampersShown(word="injured", most=1)

    def faces(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[FaceShown]:
        """Both sides' bases."""
        return board.faces(view, sides) if view["begun"] else []

    def units(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[UnitShown]:
        """Own sub-units of this step."""
        return board.units(view, sides) if view["begun"] else []

    def result(self, view: Mapping[str, Any], told: Mapping[str, Any], _event: object) -> ResultShown | None:
        """What dice came to."""
        return results.result(view, told) if view["begun"] else None

    def begins_step(self, told: Mapping[str, Any]) -> bool:
        """Whether results before it are of another step."""
        return results.begins_step(told)

    def ways(self, view: Mapping[str, Any], game_id: str) -> list[WayShown]:
        """A table to lay, its cards and order sheets to print, its look-ups, and its playsheet beside them."""
        table = WayShown(sign="map", says="Lay a table", address=f"/games/{game_id}/table", deed="lay_table")
        prints = WayShown(sign="list", says="Cards and order sheets to print", address=f"/games/{game_id}/print")
        here = "/lookups/earth-1418"
        look_ups = look_ups_of_view(here, view) if view["begun"] else here
        return [table, prints, WayShown(sign="find", says="Look-ups and playsheet", address=look_ups)]

    def sheets(self, view: Mapping[str, Any]) -> list[SheetShown]:
        """The month and the wind of the game, and the values that the chart does not have."""
        return board.sheets(view) if view["begun"] else []

    def has_map(self, view: Mapping[str, Any]) -> bool:
        """Whether a table is laid."""
        return "map" in view

    def ground(self, game: OpenGame, role: Role) -> OnGround | None:
        """The table that is laid, and who stands on it."""
        # The libraries of the map are loaded with the first map, not with the service.
        from app.systems.earth_1418.stage.ground import ground

        return ground(game, role)

    def odds(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
        """Dice before they fall."""
        return results.odds(game, actor, command, names)

    def meeting(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
        """No die of the one side meets one of the other in these rules."""
        return None


SCENERY = EarthScenery()
