"""What the plugin offers as data: lookups, ready games and tables, terrain (G-16)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.documents.tables import NamedTable, PieceWord, TerrainUse
from app.lookups.queries import LookUpsOffered, PrintBeside, Samples
from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.ready_games import ReadyGame, ready_games, ready_grounds
from rules.earth_1418.game.state.placement import COVER, GOING
from rules.earth_1418.lookups import QUESTIONS
from rules.earth_1418.vocabulary import GroundToCross, Terrain
from rules.kernel.seats import Role

# Terrain (G-16)

TERRAIN: Final = TerrainUse(facts=frozenset({"height"}), words=frozenset({COVER, GOING}))
"""Of a piece 1418 reads its kind, its words, and how high a hill is."""
PIECE_WORDS: Final = (PieceWord(COVER, "Cover", tuple(Terrain)), PieceWord(GOING, "Going", tuple(GroundToCross)))


# The look-ups of Battle for 2mm Earth 1418

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


# Games that one tap opens


def ready_to_open() -> Sequence[dict[str, Any]]:
    """Each with what is sent to open it."""
    return tuple(map(_opened, ready_games().values()))


def ready_tables() -> Mapping[str, NamedTable]:
    """Its ready tables for the library, by the ids of their games."""
    titles = {name: game.title.partition(",")[0] for name, game in ready_games().items()}
    return {name: NamedTable(titles[name], table, SYSTEM.key) for name, table in ready_grounds().items()}


def _opened(one: ReadyGame) -> dict[str, Any]:
    # How long it lasts is told, not read of the file when it is judged: another length later changes no game.
    told = {"scenario": one.id, "on_table": one.ground is not None, "bounds": one.bounds}
    command = {"kind": "begin_battle", **told}
    body = {"system": SYSTEM.key, "title": one.title, "role": Role.REFEREE.value, "command": command}
    return {"id": one.id, "title": one.title, "about": one.about, "body": body}
