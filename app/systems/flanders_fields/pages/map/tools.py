"""The tools of the map of Flanders Fields: what they measure between stands, and what they show ahead."""

from collections.abc import Iterator
from typing import Final

from app.maps.overlays import Overlay
from app.maps.tools import Ahead, Between, MapTools
from app.systems.flanders_fields.pages.map import barrage, gas, measures, template
from app.systems.flanders_fields.pages.map.known import OnMap
from app.systems.flanders_fields.pages.map.path import PATH
from app.systems.flanders_fields.stage.ground import lying
from rules.flanders_fields.not_yet import no_gas, no_rolling_barrages


def _lying(on: OnMap) -> Iterator[Overlay]:
    return lying(on.field)


def _has_barrages(on: OnMap) -> bool:
    return no_rolling_barrages(on.book) is None


def _has_gas(on: OnMap) -> bool:
    return no_gas(on.book) is None


TOOLS: Final[MapTools[OnMap]] = MapTools(
    between={
        "measure": Between("Distance, base to base", measures.measure),
        "sight": Between("Line of sight", measures.sight),
        "arc": Between("Arc of fire", measures.arc, of_one=True),
        "zone": Between("Beaten zone", measures.zone),
        "reach": Between("Reach of a move", measures.reach, of_one=True),
    },
    ahead={
        "template": Ahead("Area template", template.laid_over, template.grips, template.form),
        "barrage": Ahead("Barrage by turns", barrage.laid_over, barrage.grips, barrage.form, _has_barrages),
        "gas": Ahead("Gas by turns", gas.laid_over, gas.grips, gas.form, _has_gas),
        "path": Ahead("Along a drawn way", PATH.laid_over, PATH.grips, PATH.form),
    },
    lying=_lying,
    nothing="Nothing can be said of these two. For a beaten zone take a machine gun or a block house, then its target.",
)
