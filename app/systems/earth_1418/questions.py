"""The look-ups of Battle for 2mm Earth 1418."""

from typing import Final

from app.lookups.offered import LookUpsOffered, Samples
from rules.earth_1418.resolutions import QUESTIONS

PRINTS: Final = (
    ("Playsheet", "/print/earth-1418/playsheet.pdf"),
    ("Circle, cordon and ruler", "/print/earth-1418/templates.pdf"),
    ("Order sheets", "/print/earth-1418/orders.pdf"),
    ("Formation cards of the ready game", "/print/earth-1418/roster.pdf"),
)
LOOK_UPS: Final = LookUpsOffered(
    QUESTIONS, Samples("recovery", "BE-COV-chart", "BE-COV-01", "G-02", "wide"), "earth_1418_", prints=PRINTS
)
