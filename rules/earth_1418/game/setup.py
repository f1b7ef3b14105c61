"""Setup of a game: a ready one, or the forces of both sides (BE-STR)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.attacks import number_refused
from rules.earth_1418.forces import LONGEST_NAME, EarthForce, ForceFormation, FormationWritten, SubUnitWritten
from rules.earth_1418.game.map_facts.board import bases_left
from rules.earth_1418.game.move_proposals import in_rank
from rules.earth_1418.game.ready_games import ReadyGame, ready_games
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import SIDES, EarthFormation, EarthState, GameSettled, SubUnit
from rules.earth_1418.game.state.placement import BasesPlaced, GroundLaid, TerrainLaid, usual_ground
from rules.earth_1418.resilience import never_digs_in
from rules.earth_1418.ruleset import EarthBook, rulings
from rules.earth_1418.troop_chart import NOTHING_TYPED, ROWLESS, TYPED, TroopFacts, chart_row
from rules.earth_1418.vocabulary import BaseMark, FormationClass, Terrain, TroopType
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import BeginsGame
from rules.kernel.rulings import BadHouseRule, HouseRule
from rules.kernel.serialization import NotPlain, build, plain
from rules.tabletop.placement import not_laid
from rules.tabletop.terrain import LaidTable

# Setting up (BE-STR)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEarth(BeginsGame):
    """Set up a game: a ready one by its name, or with forces of one's own."""

    scenario: str = fact("the ready game; empty for forces of one's own", default="")
    title: str = fact("what it is called", default="", longest=80)
    date: str = fact("the month of the game", default="1915-05")
    house_rules: tuple[HouseRule, ...] = fact("the house rules of the game", default=())
    wind_towards_deg: float | None = fact(
        "where the wind blows to, clockwise from straight up the map", unit="degrees", default=None, least=0, most=360
    )
    wind_value: float | None = fact("the scenario's wind value", default=None, least=0, most=12)
    bounds: int | None = fact("after how many bounds it is over; none: nobody says", default=None, least=1, most=99)
    formations: tuple[FormationWritten, ...] = fact("the formations of both sides", default=(), longest=24)
    on_table: bool = fact("the table of the ready game is laid, and its sub-units stand on it", default=False)
    table: LaidTable | None = fact("the table that is laid for a game of forces; none: no table yet", default=None)

    def begun(self, state: EarthState) -> Judgement:
        """The forces as they begin."""
        return create(state, self)


@dataclass(frozen=True, slots=True)
class EarthBegun:
    """A game has been set up."""

    facts: GameSettled
    formations: tuple[EarthFormation, ...]
    units: tuple[SubUnit, ...]
    wind: float | None
    wind_typed: bool = False


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
    refused = _faults(formations, book) or (not_laid(command.table) if command.table else None)
    if refused is not None:
        return refused
    title = command.title.strip() or (ready.title if ready else "Battle for 2mm Earth 1418")
    facts = GameSettled(title, date, command.scenario, command.house_rules, SIDES, command.wind_value, command.bounds)
    wind = command.wind_towards_deg
    if wind is None and ready is not None:
        wind = ready.wind_towards_deg
    made = [_made(number, one) for number, one in enumerate(formations, 1)]
    units = tuple(unit for _, of_it in made for unit in of_it)
    typed = command.wind_towards_deg is not None
    begun = EarthBegun(facts, tuple(one for one, _ in made), units, wind, typed)
    if command.table is not None:
        return (begun, TerrainLaid(GroundLaid(command.table, usual_ground(command.table, ()))))
    return (begun, *_on_its_table(ready, units)) if ready and command.on_table else (begun,)


def to_begin(
    title: str,
    date: str,
    house_rules: tuple[HouseRule, ...],
    formations: tuple[FormationWritten, ...],
    bounds: int | None = None,
    wind_towards_deg: float | None = None,
    wind_value: float | None = None,
) -> Mapping[str, Any] | Refusal:
    """Return the command that begins a game of forces as it is sent, or why they cannot be played."""
    command = BeginEarth(
        title=title,
        date=date,
        house_rules=house_rules,
        formations=formations,
        bounds=bounds,
        wind_towards_deg=wind_towards_deg,
        wind_value=wind_value,
    )
    refused = create(EarthState(), command)
    return refused if isinstance(refused, Refusal) else {"kind": "begin_battle", **plain(command)}


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


def apply_setup(state: EarthState, event: EarthBegun) -> None:
    """A game is set up; what a ready one says of its wind nobody has typed."""
    state.facts, state.wind = event.facts, event.wind
    state.wind_typed = event.wind_typed or (event.wind is not None and not event.facts.scenario)
    state.formations = {one.id: one for one in event.formations}
    state.units = {one.id: one for one in event.units}


def how_it_begins(event: EarthBegun) -> str:
    """Return the line of the log about a game that has been set up."""
    begins = f"{event.facts.title}, {event.facts.date}: {len(event.units)} sub-units on the table"
    begins += f", {count_of_bounds(event.facts.bounds)}" if event.facts.bounds else ""
    typed = ", ".join(_typed(event))
    return f"{begins}; {TYPED}: {typed}" if typed else begins


def count_of_bounds(many: int) -> str:
    """Return a number of bounds in words."""
    return f"{many} bound{'' if many == 1 else 's'}"


def _typed(event: EarthBegun) -> Iterator[str]:
    """What no scenario gave as the game began (G-24)."""
    if not event.facts.scenario:
        yield "the month"
    if event.wind is not None and (event.wind_typed or not event.facts.scenario):
        yield f"the wind towards {event.wind:g} degrees"
    if event.facts.wind_value is not None:
        yield f"its value {event.facts.wind_value:g}"
    yield from (f"the values of {one.name}" for one in event.units if one.typed != NOTHING_TYPED)


# Availability and prompts

CREATE, RULE = Asks(BeginEarth), Asks(HouseRule)


FORMATION, UNIT = Asks(FormationWritten), Asks(SubUnitWritten)


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
    yield CREATE("bounds")
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


# The formations of a game out of the forces of both sides


def as_side(force: EarthForce, side: str) -> tuple[FormationWritten, ...]:
    """The formations of a force as a game has them on one side."""
    return tuple(
        FormationWritten(name=one.name, side=side, grade=one.grade, motorised=one.motorised, sub_units=one.sub_units)
        for one in force.formations
    )


def of_both(attacker: EarthForce, defender: EarthForce) -> tuple[FormationWritten, ...]:
    """Those of both sides. What both forces call alike has its side behind its name: a game knows them by it."""
    sides = [as_side(force, side) for force, side in zip((attacker, defender), SIDES, strict=True)]
    twice = {name.strip() for name in attacker.names()} & {name.strip() for name in defender.names()}
    return tuple(_told_apart(one, twice) for side in sides for one in side)


def _told_apart(one: FormationWritten, twice: set[str]) -> FormationWritten:
    units = tuple(_renamed(units, one.side, twice) for units in one.sub_units)
    return replace(one, name=_named(one.name, one.side, twice), sub_units=units)


def _renamed(one: SubUnitWritten, side: str, twice: set[str]) -> SubUnitWritten:
    return replace(one, name=_named(one.name, side, twice))


def _named(name: str, side: str, twice: set[str]) -> str:
    behind = f" ({side})"
    return f"{name.strip()[: LONGEST_NAME - len(behind)]}{behind}" if name.strip() in twice else name


def of_side(formations: Sequence[FormationWritten], side: str, name: str, date: str) -> EarthForce:
    """The force that one side of a game is, such as of a ready one."""
    own = (one for one in formations if one.side == side)
    made = (
        ForceFormation(name=one.name, grade=one.grade, motorised=one.motorised, sub_units=one.sub_units) for one in own
    )
    return EarthForce(name=name, date=date, formations=tuple(made))
