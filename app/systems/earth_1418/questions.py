"""The look-ups of Battle for 2mm Earth 1418."""

from typing import Final

from app.lookups.offered import LookUpsOffered, PrintBeside, Samples
from rules.earth_1418.resolutions import QUESTIONS

A_FILE: Final = "PDF, at actual size"
PRINTS: Final = (
    PrintBeside("Printing", "Choose, look at the pages, and save them in one file", "/print/earth-1418"),
    PrintBeside("Playsheet", A_FILE, "/print/earth-1418/playsheet.pdf"),
    PrintBeside("Circle, cordon and ruler", A_FILE, "/print/earth-1418/templates.pdf"),
    PrintBeside("Order sheets", A_FILE, "/print/earth-1418/orders.pdf"),
    PrintBeside("Formation cards of the ready game", A_FILE, "/print/earth-1418/roster.pdf"),
)
LOOK_UPS: Final = LookUpsOffered(
    QUESTIONS, Samples("recovery", "BE-COV-chart", "BE-COV-01", "G-02", "wide"), "earth_1418_", prints=PRINTS
)
