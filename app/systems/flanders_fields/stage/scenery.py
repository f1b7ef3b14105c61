"""The scenery of Flanders Fields: the one value that its registration hands to the stage."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.game import OpenGame
from app.stage.scene import FaceShown, HampersShown, OnGround, ResultShown, SheetShown, TurnNow, UnitShown, WayShown
from app.stage.shown import MeetingShown, OddsShown
from app.systems.flanders_fields.pages.force import as_counted
from app.systems.flanders_fields.stage import board, results, sheets, steps
from app.systems.flanders_fields.stage.meeting import meeting
from app.systems.flanders_fields.stage.odds import odds
from app.systems.flanders_fields.stage.sections import strip_cm
from rules.flanders_fields.shelters.game.view import uncounted
from rules.kernel.seats import Actor, Role


class FlandersFieldsScenery:
    """Its table, its steps, its results and its dice on the stage."""

    def as_seen(self, game: OpenGame, role: Role, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """The platoons of a side that may sit below unseen are counted as far as they are in sight (FF-DSH-01)."""
        if not view["set_up"]:
            return view
        seen = as_counted(dict(view), uncounted(game.state, role))
        return {**seen, "strip_cm": strip_cm(game.state.book())}

    def place(self, view: Mapping[str, Any]) -> TurnNow:
        """Turn, side in turn and steps."""
        return steps.place(view) if view["set_up"] else TurnNow()

    def hampers(self) -> HampersShown:
        """Suppression, in three levels."""
        return HampersShown(word="suppressed", most=3)

    def faces(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[FaceShown]:
        """Both sides' stands."""
        return board.faces(view, sides) if view["set_up"] else []

    def units(self, view: Mapping[str, Any], sides: Sequence[str]) -> list[UnitShown]:
        """Own units of this step."""
        return board.units(view, sides) if view["set_up"] else []

    def result(self, view: Mapping[str, Any], told: Mapping[str, Any], event: object) -> ResultShown | None:
        """What dice came to."""
        return results.at_the_wire(view, told, event) or results.cloud_stays(told, event) or results.result(view, told)

    def begins_step(self, told: Mapping[str, Any]) -> bool:
        """Whether results before it are of another step."""
        return results.begins_step(told)

    def ways(self, view: Mapping[str, Any], game_id: str) -> list[WayShown]:
        """Its map, fire plans, prints and look-ups."""
        return sheets.ways(view, game_id)

    def sheets(self, view: Mapping[str, Any]) -> list[SheetShown]:
        """Barrages, gas, cards, points, objectives, plans."""
        return sheets.sheets(view) if view["set_up"] else []

    def has_map(self, view: Mapping[str, Any]) -> bool:
        """Whether a table is laid."""
        return view["map"] is not None

    def ground(self, game: OpenGame, role: Role) -> OnGround | None:
        """The table that is laid, and who stands on it."""
        # The libraries of the map are loaded with the first map, not with the service.
        from app.systems.flanders_fields.stage.ground import ground

        return ground(game, role)

    def odds(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> list[OddsShown]:
        """Dice before they fall."""
        return odds(game, actor, command, names)

    def meeting(self, game: OpenGame, actor: Actor, command: Any, names: Mapping[str, str]) -> MeetingShown | None:
        """Both dice of a fight."""
        return meeting(game, actor, command, names)


SCENERY = FlandersFieldsScenery()
