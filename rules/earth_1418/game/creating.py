"""Setting up: a ready game, or forces of one's own (BE-STR)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules.earth_1418.book import EarthBook, rulings
from rules.earth_1418.chart import ROWLESS, TroopFacts, chart_row
from rules.earth_1418.facts import SubUnitWritten
from rules.earth_1418.firing.arming import number_refused
from rules.earth_1418.game.commands import BeginEarth, FormationWritten
from rules.earth_1418.game.events import BasesPlaced, EarthBegun, TerrainLaid
from rules.earth_1418.game.ground.field import bases_left
from rules.earth_1418.game.ground.judge import in_rank
from rules.earth_1418.game.ground.worth import usual_ground
from rules.earth_1418.game.state import SIDES, EarthFormation, EarthState, GameSettled, GroundLaid, PieceGround, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.moving.digging import never_digs_in
from rules.earth_1418.vocabulary import BaseMark, FormationClass, Terrain, TroopType
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.plain import NotPlain, build
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.stage import AtHand, Deed, Possible
from rules.kernel.strict import Reader, read_toml
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable
from rules.tabletop.stands import Pose, Spot

Judgement = Sequence[Any] | Refusal
CREATE, RULE = Asks(BeginEarth), Asks(HouseRule)
FORMATION, UNIT = Asks(FormationWritten), Asks(SubUnitWritten)
READY: Final = Path(__file__).parent.parent / "data" / "ready"


@dataclass(frozen=True, slots=True)
class ReadyGame:
    """A game of our own invention that one tap opens: its forces, its month and wind, and what is to be put where."""

    id: str
    title: str
    about: str
    date: str
    wind_towards_deg: float
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


def _formation(entry: Reader) -> FormationWritten:
    made = FormationWritten(
        name=entry.text("name"),
        side=entry.text("side"),
        grade=FormationClass(entry.text("grade")),
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


def create(state: EarthState, command: BeginEarth) -> Judgement:
    """Set up a game (BE-STR-01, BE-STR-02). Refuses one that was set up already, and what cannot be played."""
    if state.facts is not None:
        return Refusal("", "this game has been set up already", "open another one")
    ready = ready_games().get(command.scenario)
    if command.scenario and ready is None:
        return Refusal("", f"there is no ready game {command.scenario!r}", f"name one of: {', '.join(ready_games())}")
    formations = ready.formations if ready else command.formations
    try:
        date = command.date if ready is None else ready.date
        book: EarthBook = EarthBook.for_game(parse_month(date), command.house_rules)
    except (BadMonth, BadHouseRule) as bad:
        wrong, _, right = str(bad).partition("; ")
        return Refusal("", wrong, right)
    refused = _faults(formations, book)
    if refused is not None:
        return refused
    title = command.title.strip() or (ready.title if ready else "Battle for 2mm Earth 1418")
    facts = GameSettled(title, date, command.scenario, command.house_rules, SIDES, command.wind_value)
    wind = command.wind_towards_deg
    if wind is None and ready is not None:
        wind = ready.wind_towards_deg
    made = [_made(number, one) for number, one in enumerate(formations, 1)]
    units = tuple(unit for _, of_it in made for unit in of_it)
    begun = EarthBegun(facts, tuple(one for one, _ in made), units, wind)
    return (begun, *_on_its_table(ready, units)) if ready and command.on_table else (begun,)


def _on_its_table(ready: ReadyGame, units: Sequence[SubUnit]) -> Sequence[Any]:
    """The table of a ready game, and its sub-units in their ranks."""
    ground = ready.ground
    if ground is None:
        return ()
    drawn_up = [(one, ready.drawn_up[one.name]) for one in units if one.name in ready.drawn_up]
    places = [
        place for unit, pose in drawn_up for place in in_rank(ground, bases_left(unit), pose.spot, pose.facing_deg)
    ]
    return (TerrainLaid(ground), BasesPlaced(tuple(places)))


def _faults(formations: Sequence[FormationWritten], book: EarthBook) -> Refusal | None:
    """Why forces cannot be played; None where they can."""
    if {one.side for one in formations} != set(SIDES):
        return Refusal("BE-STR-01", "Each side has a formation at least", "write formations of attacker and defender")
    names = [one.name.strip() for one in formations]
    names += [unit.name.strip() for one in formations for unit in one.sub_units]
    if len(set(names)) < len(names) or not all(names):
        return Refusal("BE-STR-02", "Formations and sub-units are told apart by their names", "name each differently")
    for one in (one for formation in formations for one in formation.sub_units):
        row = chart_row(TroopFacts(unit=one.unit, typed=one.typed), book)
        if isinstance(row, Refusal) and one.unit in ROWLESS:
            return row
        digs = never_digs_in(one.unit, book) if one.dug_in else None
        refused = digs or number_refused(one.unit, one.bases, book)
        if refused is not None:
            return refused
    return None


def _made(number: int, written: FormationWritten) -> tuple[EarthFormation, list[SubUnit]]:
    name = f"f{number}"
    formation = EarthFormation(name, written.name.strip(), written.side, written.grade, written.motorised)
    units = [
        SubUnit(
            id=f"{name}u{n}",
            name=one.name.strip(),
            side=written.side,
            formation=name,
            unit=one.unit,
            bases=(BaseMark.UNHURT,) * one.bases,
            hurt_by=("",) * one.bases,
            hurt_in=(0,) * one.bases,
            terrain=one.terrain,
            dug_in=one.dug_in,
            bounds_dug_in=1 if one.dug_in else 0,
            packed=one.packed,
            typed=one.typed,
        )
        for n, one in enumerate(written.sub_units, 1)
    ]
    return formation, units


def _to_create(table: EarthTable) -> Iterator[Possible]:
    if table.state.facts is None:
        yield Possible()


def _create_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    yield CREATE("scenario", among=["", *ready_games()])
    yield CREATE("title")
    if not told.get("scenario"):
        yield CREATE("date")
        yield CREATE("formations", row=_formation_asks, least=2)
    yield CREATE("house_rules", row=_rule_asks)
    yield CREATE("wind_towards_deg")
    yield CREATE("wind_value")
    if told.get("scenario"):
        yield CREATE("on_table")
    try:
        found = create(table.state, build(BeginEarth, told))
    except NotPlain:
        return
    if isinstance(found, Refusal):
        yield found


def _rule_asks(row: Told) -> Iterator[Ask | Refusal]:
    known = {one.id: [option.key for option in one.options if option.selectable] for one in rulings().values()}
    yield RULE("ruling", among=sorted(known))
    yield RULE("option", among=known.get(row.get("ruling", ""), []))


def _formation_asks(_row: Told) -> Iterator[Ask | Refusal]:
    yield FORMATION("name")
    yield FORMATION("side", among=SIDES)
    yield FORMATION("grade", among=[one.value for one in FormationClass])
    yield FORMATION("motorised")
    yield FORMATION("sub_units", row=_unit_asks, least=1)


def _unit_asks(_row: Told) -> Iterator[Ask | Refusal]:
    yield UNIT("name")
    yield UNIT("unit", among=[one.value for one in TroopType if one not in ROWLESS])
    yield UNIT("bases")
    yield UNIT("terrain", among=[one.value for one in Terrain])
    for state in ("dug_in", "packed"):
        yield UNIT(state)


CREATING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("begin_battle", "Set up the game", BeginEarth, _to_create, _create_asks, AtHand.HAND),
)
