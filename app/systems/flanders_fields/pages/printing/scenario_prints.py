"""What of a scenario can be printed before anybody plays it: its sheet, rosters, the referee's sheet."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from fastapi import Request

from app.games.keeper import keeper_of
from app.pages.form_pages import pages_of_forms
from app.seats.guard import anyone
from app.systems.flanders_fields.scenarios.routes import ScenarioId, every_scenario, found, read
from rules.flanders_fields.game.muster import scenarios

if TYPE_CHECKING:
    from app.printing.offers import Printable

BACK: Final = "/print"
# A scenario says what is planned only where it limits it; plans are written in a game or on their own page.
LEFT_OUT: Final = ("plan", "map", "guns")


def scenarios_to_print(request: Request) -> list[dict[str, str]]:
    """Every scenario there is, ready or written here, with the address of its prints."""
    known = sorted(every_scenario(request), key=lambda one: not one.is_ready)
    return [{"here": f"{BACK}/scenarios/{one.id}", "title": one.title} for one in known]


def forms_of_scenario(scenario_id: ScenarioId, request: Request) -> Any:
    """What is printed of a scenario. Raises Problem: 404."""
    # Forms are loaded with the first that is printed, not with the service.
    from app.printing.offers import FormsHere
    from app.systems.flanders_fields.printing.of_files import offers_of_scenario

    ready = scenarios().get(scenario_id)
    if ready:
        title, offers = ready.title, offers_of_scenario(scenario_id)
    else:
        written = read(keeper_of(request), found(request, scenario_id).document)
        title, offers = written.title, offers_of_scenario(own=written)
    more = {"at": f"{BACK}/scenarios/{scenario_id}", "back": "Printing"}
    return FormsHere(BACK, title, tuple(_of_paper(offers)), more)


def _of_paper(offers: tuple["Printable", ...]) -> Iterator["Printable"]:
    return (one for one in offers if one.key.partition("-")[0] not in LEFT_OUT)


router: Final = pages_of_forms(f"{BACK}/scenarios/{{scenario_id}}", forms_of_scenario, anyone)
