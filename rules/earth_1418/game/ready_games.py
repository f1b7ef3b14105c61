"""Ready games, which one tap opens."""

import json
from collections.abc import Mapping
from dataclasses import field, replace
from functools import cache
from typing import Any, Final

from rules.earth_1418.forces import FormationWritten, SubUnitWritten
from rules.earth_1418.game.state.placement import COVER, GOING, GroundLaid, PieceGround, usual_ground
from rules.earth_1418.ruleset import EDITION
from rules.earth_1418.vocabulary import FormationClass, Terrain, TroopType
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import build
from rules.kernel.toml_reader import Reader, read_toml
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import GroundWord, LaidTable, Piece, Table, table_of

READY: Final = EDITION.folder / "ready"


@dataclass(frozen=True, slots=True)
class ReadyGame:
    """A game of our own invention that one tap opens: its forces, month, wind and bounds, and what stands where."""

    id: str
    title: str
    about: str
    date: str
    wind_towards_deg: float
    bounds: int
    formations: tuple[FormationWritten, ...]
    ground: GroundLaid | None = None
    drawn_up: Mapping[str, Pose] = field(default_factory=dict)


@cache
def ready_games() -> dict[str, ReadyGame]:
    """The ready games by their names."""
    found = (_ready(read_toml(path), path.stem) for path in sorted(READY.glob("*.toml")))
    return {one.id: one for one in found}


def _ready(file: Reader, name: str) -> ReadyGame:
    made = ReadyGame(
        name,
        file.text("title"),
        file.text("about"),
        file.text("date"),
        float(file.whole("wind_towards_deg")),
        file.whole("bounds"),
        tuple(_formation(one) for one in file.tables("formation")),
        *_ready_table(name),
    )
    file.close()
    return made


def _ready_table(name: str) -> tuple[GroundLaid | None, Mapping[str, Pose]]:
    """The table of a ready game and where its sub-units are drawn up; nothing of one that is played without."""
    path = READY / f"{name}.json"
    if not path.exists():
        return None, {}
    written: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    table: LaidTable = build(LaidTable, written["table"])
    worth = tuple(build(PieceGround, one) for one in written["pieces"])
    wide, deep = written["base_mm"]
    ground = GroundLaid(table, usual_ground(table, worth), wide, deep)
    return ground, {who: Pose(Spot(x, y), facing) for who, (x, y, facing) in written["drawn_up"].items()}


def ready_grounds() -> dict[str, Table]:
    """The tables of the ready games by their names; a piece says in words what is not usual for its kind (G-16)."""
    grounds = {name: game.ground for name, game in ready_games().items()}
    return {name: with_words(ground) for name, ground in grounds.items() if ground}


def with_words(ground: GroundLaid) -> Table:
    """A table of a game as it is drawn, its pieces with the words that make them worth what they are worth there."""
    usual = {one.piece: one for one in usual_ground(ground.table, ())}
    worth = {one.piece: one for one in ground.pieces}
    table = table_of(ground.table)
    pieces = (replace(piece, words=_words(piece, worth[piece.id], usual[piece.id])) for piece in table.pieces)
    return replace(table, pieces=tuple(pieces))


def _words(piece: Piece, worth: PieceGround, usual: PieceGround) -> tuple[GroundWord, ...]:
    own = {COVER: (worth.cover, usual.cover), GOING: (worth.going, usual.going)}
    said = {word.of: word for word in piece.words}
    said |= {of: GroundWord(of, here.value) for of, (here, as_usual) in own.items() if here is not as_usual}
    return tuple(said.values())


def _formation(entry: Reader) -> FormationWritten:
    made = FormationWritten(
        name=entry.text("name"),
        side=entry.text("side"),
        grade=FormationClass(entry.text("grade")),
        motorised="motorised" in entry.texts("is", ()),
        sub_units=tuple(_sub_unit(one) for one in entry.tables("sub_unit")),
    )
    entry.close()
    return made


def _sub_unit(entry: Reader) -> SubUnitWritten:
    states = entry.texts("is", ())
    made = SubUnitWritten(
        name=entry.text("name"),
        unit=TroopType(entry.text("unit")),
        bases=entry.whole("bases"),
        terrain=Terrain(entry.text("terrain", "open")),
        dug_in="dug_in" in states,
        packed="packed" in states,
    )
    entry.close()
    return made
