"""The playsheet of 1418, with every number out of the rule book."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Final

from playsheets.sheets import (
    Banner,
    Footnote,
    Line,
    ModifierLines,
    NoteBlock,
    Paragraph,
    Row,
    Sheet,
    SheetSide,
    SheetStep,
    SheetTable,
    Text,
    Value,
)
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.vocabulary import FormationClass, GroundToCross, HighCommand, Speed, Stance, Terrain, TroopType
from rules.kernel.distances import cm
from rules.kernel.explanations import HouseMark
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.tables import Cited

# The book's values as a sheet prints them

MINUS: Final = "\u2212"
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
USUAL_MONTH: Final = "1915-05"
MM_A_CM: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class EarthValues:
    """What one sheet reads: its book, and the house rules that were met with on it."""

    book: EarthBook
    printed: dict[str, HouseMark] = field(default_factory=dict)

    def number(self, table: str, key: str) -> Value:
        """A plain number."""
        return self._value(table, key, str)

    def signed(self, table: str, key: str) -> Value:
        """A modifier with its sign."""
        return self._value(table, key, _signed)

    def cm(self, table: str, key: str) -> Value:
        """A distance in centimetres, with its metres of ground."""
        return self._value(table, key, lambda mm: f"{mm / MM_A_CM:g} cm, {mm} m")

    def word(self, table: str, key: str) -> Value:
        """Words of the table, several with "or" between."""
        return self._value(table, key, lambda words: str(words).replace(" ", " or ").replace("_", " "))

    def says(self, table: str, key: str) -> str:
        """What a value is, in the words of its table."""
        return self.book.table(table).values[key].says

    def behaviour(self, ruling: str, clause: str) -> Value | None:
        """What a house rule makes of a procedure; None where the book's holds."""
        mark = self.book.mark(ruling)
        return None if mark is None else Value(mark.says, clause, self._letter(mark), mark.original)

    def footnotes(self) -> Iterator[Footnote]:
        """The house rules that changed something, by their letters."""
        for letter, mark in self.printed.items():
            yield Footnote(letter, mark.ruling, mark.says, mark.original)

    def _value(self, table: str, key: str, written: Any) -> Value:
        cited: Cited[Any] = self.book.table(table).values[key]
        if cited.house is None:
            return Value(written(cited.value), cited.clause)
        was = self.book.without(cited.house.ruling).table(table).values[key].value
        return Value(written(cited.value), cited.clause, self._letter(cited.house), written(was))

    def _letter(self, mark: HouseMark) -> str:
        known = {one.ruling: letter for letter, one in self.printed.items()}
        letter = known.get(mark.ruling) or LETTERS[len(self.printed)]
        self.printed[letter] = mark
        return letter


def values_for(month: str = USUAL_MONTH, house_rules: tuple[HouseRule, ...] = ()) -> EarthValues:
    """The values of a month under house rules. Raises BadMonth and BadHouseRule."""
    return EarthValues(EarthBook.for_game(parse_month(month), house_rules))


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", MINUS)


# The playsheet. Every number comes out of the book

CHART: Final = "commands/chart"
SITUATIONS: Final = {
    "dug_in_safe": "Dug in, safe",
    "dug_in_under_fire": "Dug in, under fire",
    "not_dug_in_safe": "Not dug in, safe",
    "not_dug_in_under_fire": "Not dug in, under fire",
}
AS_FORMATION: Final = "SF"


def playsheet(values: EarthValues) -> Sheet:
    """Both sides, with the house rules that changed something under them."""
    sides = (_bound(values), _dice(values))
    notes = tuple(values.footnotes())
    last = sides[-1]
    closing = SheetSide(last.title, last.wide, last.narrow, last.below, last.overleaf, notes)
    unprinted = len(values.book.house_rules) - len(notes)
    return Sheet("Battle for 2mm Earth 1418", "1 cm is 10 m", (sides[0], closing), unprinted)


def _bound(values: EarthValues) -> SheetSide:
    phases = tuple(_steps(values, "bound/phases"))
    wide = (SheetStep("BE-BND-01", "", "The bound", steps=phases), _planning(values), _digging(values))
    changed = values.behaviour("G-39", "BE-BND-04")
    losses = changed or "Both sides shoot before the losses of a step come off"
    execution = SheetStep("BE-EXE-01", "", "Execution", steps=tuple(_steps(values, "bound/execution")))
    below = (_commands(values), Banner("BE-BND-04", (losses, ".")))
    return SheetSide("The bound", wide, (execution,), below, "Dice, cover, moves, chart")


def _planning(values: EarthValues) -> SheetStep:
    return SheetStep("BE-PLN-01", "", "Planning", steps=tuple(_steps(values, "bound/planning", "bound/planning_ways")))


def _steps(values: EarthValues, table: str, ways: str = "") -> Iterator[SheetStep]:
    found = values.book.table(table)
    for key in sorted(found, key=lambda one: found.number(one).value):
        cited = found.number(key)
        way = (f" ({values.word(ways, key).text})",) if ways else ()
        yield SheetStep(cited.clause, str(cited.value), cited.says, way)


def _commands(values: EarthValues) -> SheetTable:
    columns = tuple(command.upper() for command in HighCommand)
    rows = tuple(
        Row("BE-CMD-08", (says,), tuple(values.word(CHART, f"{command}.{key}") for command in HighCommand))
        for key, says in SITUATIONS.items()
    )
    remark = Paragraph("BE-CMD-08", ("It may also stay put under ADVANCE when safe, and under ASSAULT when dug in.",))
    changed = values.behaviour("G-02", "BE-CMD-08")
    remarks = (remark if changed is None else Paragraph("BE-CMD-08", (changed,)),)
    return SheetTable("Plans a command allows", "", columns, rows, remarks)


def _digging(values: EarthValues) -> NoteBlock:
    allowed = [command for command in HighCommand if values.word("commands/digging_in", command).text == "yes"]
    who = " and ".join(command.upper() for command in allowed)
    cost = values.signed("cover/changes", "digging_in")
    lines = (
        Paragraph(
            "BE-DIG-05", (f"Under {who}, a whole bound of staying put; ", cost, " Resilience if attacked."), "Who"
        ),
        Paragraph(
            "BE-DIG-03", ("Who moves at all is dug in no more; a position in the open is rough ground.",), "Left"
        ),
        Paragraph("BE-DIG-07", ("Vehicles and artillery.",), "Never"),
    )
    return NoteBlock("Digging in", lines)


def _dice(values: EarthValues) -> SheetSide:
    wide = (_chart(values), _movement(values))
    narrow = (_cover(values), _arming(values), _injuries(values))
    return SheetSide("The dice", wide, narrow, (_artillery(values),), "Commands and steps")


def _chart(values: EarthValues) -> SheetTable:
    columns = ("cm", "m", "r", "R", "Range")
    rows = tuple(
        Row(values.number("chart/melee", troop).clause, (values.says("chart/melee", troop),), _row(values, troop))
        for troop in TroopType
        if values.book.table("chart/melee").has(troop)
    )
    grades = ", ".join(f"{one} {values.number('chart/grades', one).text}" for one in FormationClass)
    remark = Paragraph("BE-STR-06", (f"SF: as its formation ({grades}).",))
    return SheetTable("Troops", "", columns, rows, (remark,))


def _row(values: EarthValues, troop: TroopType) -> tuple[Value, ...]:
    book = values.book
    speed = values.cm("movement/speeds", book.table("chart/speeds").word(troop).value)
    moves = Value(speed.text.split(" ")[0], speed.clause, speed.mark, speed.was)
    dice = [_with_bonus(values, side, troop) for side in ("melee", "shooting")]
    resilience = book.table("chart/resilience")
    stands = values.number("chart/resilience", troop) if resilience.has(troop) else Value(AS_FORMATION, dice[0].clause)
    ranges = book.table("chart/ranges")
    saddle = book.table("chart/mounted")
    reaches = [str(table.number(troop).value) for table in (ranges, saddle) if table.has(troop)]
    return (moves, *dice, stands, Value("/".join(reaches) or "∞", dice[0].clause))


def _with_bonus(values: EarthValues, side: str, troop: TroopType) -> Value:
    dice = values.number(f"chart/{side}", troop)
    bonus = values.number(f"chart/{side}_bonus", troop)
    return dice if bonus.text == "0" else Value(f"{dice.text} (+{bonus.text})", dice.clause)


def _movement(values: EarthValues) -> SheetTable:
    speeds = ", ".join(f"{values.says('movement/speeds', one).lower()} {_cm(values, one)}" for one in list(Speed)[:-1])
    ground = [*GroundToCross, "assault", "motorised"]
    rows = tuple(
        Row(
            values.signed("movement/going", one).clause, (values.says("movement/going", one),), (_percent(values, one),)
        )
        for one in ground
    )
    most, share = values.cm("movement/limits", "motorised"), values.number("bound/recovery", "slow_share_percent")
    slow = values.number("bound/recovery", "slow_speed_percent")
    remarks = (
        Paragraph("BE-MOV-01", (f"{speeds[:1].upper()}{speeds[1:]}.",)),
        Paragraph(
            "BE-MOV-12",
            ("Add what the ground gives first, apply it once. From ", share, " % of its bases injured: ", slow, " %."),
        ),
        Paragraph("BE-TRP-03", ("With transport at most ", most, "; none in an assault.")),
        Paragraph("BE-ASL-01", ("An enemy to assault lies within ", values.cm("movement/limits", "assault"), ".")),
    )
    return SheetTable("Moves", "", ("of the speed",), rows, remarks)


def _percent(values: EarthValues, key: str) -> Value:
    found = values.signed("movement/going", key)
    return Value(f"{found.text} %", found.clause, found.mark, found.was)


def _cm(values: EarthValues, speed: Speed) -> str:
    return cm(values.book.table("movement/speeds").number(speed).value)


def _cover(values: EarthValues) -> SheetTable:
    columns = ("Moves", "Still", "Dug in")
    rows = tuple(
        Row("BE-COV-01", (ground.capitalize(),), tuple(values.signed("cover/cover", f"{ground}.{s}") for s in Stance))
        for ground in Terrain
    )
    weaker = Paragraph("BE-COV-04", ("Between two kinds of ground the weaker counts.",))
    gas = Paragraph("BE-GAS-03", (values.signed("cover/changes", "immediate_gas"), " in short-term gas."))
    return SheetTable("Cover: added to Resilience", "", columns, rows, (weaker, gas))


def _arming(values: EarthValues) -> ModifierLines:
    free: Text = ("A die for each base beyond ", values.number("arming/dice", "free_bases"))
    rows: Mapping[str, Text] = {
        "each_base_more": free,
        **{one: (values.says("arming/dice", one),) for one in ("assaulting", "immediate_gas")},
    }
    changes = {one: values.signed("arming/dice", one) for one in rows}
    lines = tuple(Line(change.clause, change, rows[one]) for one, change in changes.items())
    hits = Line("BE-ARM-05", Value("", "BE-ARM-05"), ("Resilience or more is a hit; (+n) for one die named before",))
    by_house_rule = values.behaviour("G-23", "BE-VEH-02")
    thrown = "successes" if by_house_rule is None else replace(by_house_rule, text="every die")
    again = Line("BE-VEH-02", Value("", "BE-VEH-02"), ("Against vehicles all but guns throw ", thrown, " again"))
    return ModifierLines("Dice: Arming m/r", (*lines, hits, again))


def _injuries(values: EarthValues) -> NoteBlock:
    fails = values.number("bound/recovery", "always_fails")
    share = values.number("bound/recovery", "slow_share_percent")
    slow = values.number("bound/recovery", "slow_speed_percent")
    lines = (
        Paragraph("BE-INJ-08", ("One injures, two remove; all are injured before one is removed.",), "Hits"),
        Paragraph(
            "BE-INJ-07",
            ("A fresh injury leaves ", slow, " % of the speed; the sub-unit's from ", share, " %."),
            "Slow",
        ),
        Paragraph(
            "BE-INJ-05",
            (
                "Another shooter: Resilience or less, ",
                fails,
                " fails. Nobody: restored.",
            ),
            "Recovery",
        ),
    )
    return NoteBlock("Injuries", lines)


def _artillery(values: EarthValues) -> NoteBlock:
    sizes = {
        one: values.number("artillery/templates", one) for one in ("circle", "grid_square", "cordon_length", "drift")
    }
    shares, packing = values.number("artillery/shares", "one_target"), values.number("artillery/packing", "artillery")
    lines = (
        Paragraph(
            "BE-ART-05",
            ("Arming × bases; at most ", shares, " % on one target; more than one base under the circle."),
            "Shots",
        ),
        Paragraph(
            "BE-ART-06", ("Circle ", sizes["circle"], " inches, squares ", sizes["grid_square"], " inches."), "Sizes"
        ),
        Paragraph(
            "BE-ART-03", ("Bounds to pack or unpack: ", packing, "; nothing is fired or moved in it."), "Packing"
        ),
        Paragraph(
            "BE-GAS-05",
            (
                "Cordon ",
                sizes["cordon_length"],
                " inches a battery, across the wind; drifts ",
                sizes["drift"],
                " inches as the bound ends.",
            ),
            "Clouds",
        ),
    )
    return NoteBlock("Artillery, smoke and gas", lines)
