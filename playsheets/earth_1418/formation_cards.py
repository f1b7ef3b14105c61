"""Formation cards with a box for each hit, and slips for the commands and plans of a bound."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from playsheets.earth_1418.playsheet import EarthValues
from playsheets.forms import (
    Block,
    BoxGroup,
    Counts,
    Fields,
    Form,
    Ledger,
    LedgerCell,
    LedgerColumn,
    MusterBlock,
    NamedField,
    Tally,
    blank_rows,
)
from rules.earth_1418.bound import planning_key
from rules.earth_1418.forces import ForceFormation, FormationWritten, SubUnitWritten
from rules.earth_1418.game.view import Given
from rules.earth_1418.troop_chart import ROWLESS, TroopFacts, TypedValues, arm_of, chart_row
from rules.earth_1418.vocabulary import GUNS, BaseMark, FormationClass, TroopType
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import build

HITS_A_BASE: Final = 2
BLANK_ROWS: Final = 8
HITS: Final[Mapping[str, int]] = {
    BaseMark.UNHURT: 0,
    BaseMark.INJURED: 1,
    BaseMark.OLD_INJURY: 1,
    BaseMark.KILLED: HITS_A_BASE,
}
COMMANDS: Final = (LedgerColumn("Formation", 3), LedgerColumn("Command", 2))
ROUNDS: Final = (
    LedgerColumn("Guns", 3),
    LedgerColumn("Square", 1),
    LedgerColumn("What", 1),
    LedgerColumn("Shots on whom", 3),
)
PLANS: Final = (LedgerColumn("Sub-unit", 3), LedgerColumn("Plan", 2), LedgerColumn("Target", 3))


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A sub-unit on a card: what it is, and how many hits each of its bases has taken."""

    name: str
    unit: TroopType
    hits: tuple[int, ...]
    typed: TypedValues


@dataclass(frozen=True, slots=True)
class FormationCard:
    """A formation on a card; `side` is empty where it is of a force and no game."""

    name: str
    side: str
    grade: FormationClass
    motorised: bool
    units: tuple[UnitCard, ...]


def cards_of(formations: Iterable[FormationWritten | ForceFormation]) -> tuple[FormationCard, ...]:
    """Formations as they begin."""
    return tuple(
        FormationCard(
            one.name,
            one.side if isinstance(one, FormationWritten) else "",
            one.grade,
            one.motorised,
            tuple(map(_fresh, one.sub_units)),
        )
        for one in formations
    )


def _fresh(one: SubUnitWritten) -> UnitCard:
    return UnitCard(one.name, one.unit, (0,) * one.bases, one.typed)


def cards_of_view(view: Mapping[str, Any], sides: Sequence[str]) -> tuple[FormationCard, ...]:
    """The formations of some sides, as they stand in what a seat may know of a game."""
    return tuple(
        FormationCard(
            one["name"],
            one["side"],
            FormationClass(one["grade"]),
            one["motorised"],
            tuple(map(_as_seen, one["sub_units"])),
        )
        for one in view["formations"]
        if one["side"] in sides
    )


def _as_seen(one: Mapping[str, Any]) -> UnitCard:
    hits = tuple(HITS[base["mark"]] for base in one["bases"])
    return UnitCard(one["name"], TroopType(one["unit"]), hits, build(TypedValues, one.get("typed") or {}))


def rosters(
    cards: Sequence[FormationCard],
    values: EarthValues,
    title: str = "Formation cards",
    known: Sequence[Given] = (),
) -> Form:
    """A card for each formation: for each base a box that injures and one that removes (BE-INJ-02).

    `known` is what is given of a game that is played, such as its wind; of a force nothing is.
    """
    says = "The first box injures, the second removes"
    of_game = (Fields(_fields(known)),) if known else ()
    return Form("roster", title, says, (*of_game, *(_card(one, values) for one in cards)))


def _fields(known: Sequence[Given]) -> tuple[NamedField, ...]:
    return tuple(NamedField(one.name, one.marked) for one in known)


def _card(one: FormationCard, values: EarthValues) -> MusterBlock:
    says = [one.side, f"{one.grade} formation", "motor transport" if one.motorised else ""]
    groups = tuple(BoxGroup(unit.name, words_of(unit, one.grade, values), _boxes(unit)) for unit in one.units)
    return MusterBlock(one.name, ", ".join(filter(None, says)), 1, (), groups)


def _boxes(unit: UnitCard) -> tuple[Tally, ...]:
    return tuple(
        Tally(f"base {n}", HITS_A_BASE, hits, Counts.LOSSES, gone=hits == HITS_A_BASE)
        for n, hits in enumerate(unit.hits, 1)
    )


def words_of(unit: UnitCard, grade: FormationClass, values: EarthValues) -> str:
    """Its row of the chart in a line: speed, dice m/r, Resilience, range; what the players typed says so (G-24)."""
    name = arm_of(unit.unit, values.book).says
    row = chart_row(TroopFacts(unit=unit.unit, grade=grade, typed=unit.typed), values.book)
    if isinstance(row, Refusal):
        return f"{name}: to be typed"
    found = row.value
    dice = f"{_dice(found.melee, found.melee_bonus)}/{_dice(found.shooting, found.shooting_bonus)}"
    reach = "any range" if found.range is None else f"range {found.range.cm:g} cm"
    typed = ", typed by you" if unit.unit in ROWLESS else ""
    return f"{name}: {found.speed.cm:g} cm, m/r {dice}, R {found.resilience}, {reach}{typed}"


def _dice(dice: int, bonus: int) -> str:
    return f"{dice}(+{bonus})" if bonus else str(dice)


def order_sheet(values: EarthValues) -> Form:
    """The commands and bombardments of a bound, and a slip for each planning step (BE-BND-02, BE-PLN-04 to -09)."""
    return _orders(values, "Side", (), BLANK_ROWS // 2)


def orders_for(name: str, cards: Sequence[FormationCard], values: EarthValues, known: Sequence[Given] = ()) -> Form:
    """The same for one side, with its formations, its guns and the sub-units of each planning step written in."""
    return _orders(values, name, cards, 1, known)


def _orders(
    values: EarthValues, name: str, cards: Sequence[FormationCard], blank: int, known: Sequence[Given] = ()
) -> Form:
    table = values.book.table("bound/planning")
    steps = sorted(((table.number(key), key) for key in table), key=lambda one: one[0].value)
    guns = [unit.name for one in cards for unit in one.units if arm_of(unit.unit, values.book).value in GUNS]
    side = NamedField("Side", "" if name == "Side" else name)
    blocks: tuple[Block, ...] = (
        Fields((side, NamedField("Bound"), *_fields(known))),
        Ledger("Commands", COMMANDS, _rows([one.name for one in cards], COMMANDS, 0 if cards else blank)),
        Ledger("Bombardments", ROUNDS, _rows(guns, ROUNDS, blank)),
        *(
            Ledger(f"{step.value}. {step.says}", PLANS, _rows(_planned(cards, key, values), PLANS, blank))
            for step, key in steps
        ),
    )
    return Form("orders", "Order sheet", "Written unseen, opened together", blocks)


def _planned(cards: Sequence[FormationCard], key: str, values: EarthValues) -> list[str]:
    """The sub-units of a planning step that have a base left (BE-PLN-04 to BE-PLN-09)."""
    return [
        unit.name for one in cards for unit in _living(one) if planning_key(unit.unit, one.grade, values.book) == key
    ]


def _living(one: FormationCard) -> Iterator[UnitCard]:
    return (unit for unit in one.units if any(hits < HITS_A_BASE for hits in unit.hits))


def _rows(names: Sequence[str], columns: tuple[LedgerColumn, ...], blank: int) -> tuple[tuple[LedgerCell, ...], ...]:
    written = tuple((LedgerCell(name), *(LedgerCell(roomy=True) for _ in columns[1:])) for name in names)
    return (*written, *blank_rows(blank, columns))
