"""Which facts apply: by what the date has, and by the kind of target (FF-TYP, FF-SCN-02)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import TargetKind
from rules.kernel.dice import D6
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.facts import Dated, missing, only, spoken_of
from rules.kernel.lookups import Resolution

# What was not on the table at every date of the war

LATER: Final = "choose a later date, or leave it out"


def no_tanks(book: RuleBook) -> Refusal | None:
    """There are none before September 1916 (FF-TYP-09)."""
    return _without(book, "assault/factors", "heavy_tank", "FF-TYP-09", "There are no tanks")


def no_block_houses(book: RuleBook) -> Refusal | None:
    """Concrete works come with the second sheet (FF-BLK-01, SHQ-24)."""
    return _without(book, "shooting/rows", "block_house", "FF-BLK-01", "There are no block houses")


def no_indirect_guns(book: RuleBook) -> Refusal | None:
    """Machine guns fire indirectly from the second sheet on (FF-IMG-01)."""
    return _without(book, "shooting/rows", "machine_gun.indirect", "FF-IMG-01", "No machine gun fires indirectly")


def no_rolling_barrages(book: RuleBook) -> Refusal | None:
    """There are none before late in 1916 (FF-BAR-01, AMB-345)."""
    return _without(book, "artillery/barrage_plan", "turns_beside_d3", "FF-BAR-01", "There are no rolling barrages")


def no_hurricane(book: RuleBook) -> Refusal | None:
    """There is none before late in 1917 (FF-HUR-01, AMB-370)."""
    return _without(book, "artillery/hurricane", "trench", "FF-HUR-01", "There is no hurricane bombardment")


def no_specimen_game(book: RuleBook) -> Refusal | None:
    """It is a day of autumn 1914, played by the first sheet (FF-SCN-01, FF-SCN-02)."""
    if book.when.period == "early":
        return None
    because = f"The specimen game is of 1914, and {book.when.month.in_words} has another sheet"
    return Refusal("FF-SCN-02", because, "choose a date of the first sheet, or leave it out")


def no_storm_battalions(book: RuleBook) -> Refusal | None:
    """They come with 1918 (FF-SPR-15, GAP-47)."""
    return _without(book, "national/specials", "storm_battalion", "FF-SPR-15", "There are no storm battalions")


def no_mad_minute(book: RuleBook) -> Refusal | None:
    """It is the British list's of 1914 and 1915 (FF-SPR-02, GAP-37)."""
    return _without(book, "shooting/counts", "rolls.mad_minute", "FF-SPR-02", "There is no Mad Minute")


def no_aircraft(book: RuleBook) -> Refusal | None:
    """They join with the last sheet (FF-AIR-01)."""
    return _without(book, "air/factors", "open", "FF-AIR-01", "There are no aircraft")


def no_gas(book: RuleBook) -> Refusal | None:
    """There is none before 1915 (FF-GAS-01, GAP-68), but by a card under a house rule (GAP-94)."""
    if book.behaviour("GAP-94", {"hard_day": False, "as_written": True}):
        return None
    return no_gas_of_its_own(book)


def gas_by_card(book: RuleBook) -> Step | None:
    """The line that says by which house rule there is gas at a date that knows none (GAP-94)."""
    if no_gas_of_its_own(book) is None:
        return None
    return Step("FF-GAS-28", "The card brings gas at any date", None, book.mark("GAP-94"))


def no_gas_of_its_own(book: RuleBook) -> Refusal | None:
    return _without(book, "gas/attacks", "attacks", "FF-GAS-01", "There is no gas")


def no_deep_shelters(book: RuleBook) -> Refusal | None:
    """They belong to the second sheet and the third, by house rule to every date (FF-DSH-01, AMB-360)."""
    early_too = book.behaviour("AMB-360", {"any_work": False, "marked": False, "early_too": True})
    if early_too or book.when.period != "early":
        return None
    because = f"There are no deep shelters in {book.when.month.in_words}: they were dug from mid 1915 on"
    return Refusal("FF-DSH-01", because, LATER)


def early_shelters(book: RuleBook) -> Step | None:
    """The line that says by which house rule there are deep shelters on the first sheet (AMB-360)."""
    if book.when.period != "early":
        return None
    return Step("FF-DSH-01", "Deep shelters are there at any date", None, book.mark("AMB-360"))


def _without(book: RuleBook, table: str, key: str, clause: str, says: str) -> Refusal | None:
    found = book.table(table)
    if found.has(key):
        return None
    return Refusal(clause, f"{says} in {book.when.month.in_words}: {found.absent[key]}", LATER)


def _by_leave(table: str, key: str, clause: str, says: str) -> Callable[[RuleBook], Step | None]:
    """The line of a house rule that brings something in at an earlier date."""

    def leave(book: RuleBook) -> Step | None:
        house = book.table(table).values[key].house
        return Step(clause, says, None, house) if house else None

    return leave


GAS: Final = Dated(no_gas, gas_by_card)
SHELTER: Final = Dated(no_deep_shelters, early_shelters)
ARMOURED: Final = Dated(no_tanks)
MAD_MINUTE: Final = Dated(no_mad_minute)
BLOCK_HOUSE: Final = Dated(no_block_houses, values=frozenset({"block_house"}))
HURRICANE: Final = Dated(
    no_hurricane, _by_leave("artillery/hurricane", "trench", "FF-HUR-01", "There is a hurricane bombardment already")
)
BARRAGE: Final = Dated(
    no_rolling_barrages,
    _by_leave("artillery/barrage_plan", "turns_beside_d3", "FF-BAR-01", "There are rolling barrages already"),
)
STORM_BATTALION: Final = Dated(
    no_storm_battalions,
    _by_leave("national/specials", "storm_battalion", "FF-SPR-15", "There are storm battalions already"),
)
SPECIMEN_GAME: Final = Dated(no_specimen_game)

WORDS: Final[Mapping[str, Dated]] = {
    **dict.fromkeys(("tank", "heavy_tank", "light_tank", "tank_gun", "light_tank_gun", "tank_lmg"), ARMOURED),
    "indirect_machine_gun": Dated(no_indirect_guns),
    "rolling_barrage": BARRAGE,
    "german_storm": STORM_BATTALION,
    "aircraft": Dated(no_aircraft),
    "gas": GAS,
}
"""The words that speak of it wherever they stand, by their key in the data."""


def in_its_time(asked: Resolution[Any, RuleBook]) -> Resolution[Any, RuleBook]:
    """The same question, refusing facts that speak of what is not there at the date."""

    def answer(facts: Any, dice: tuple[D6, ...], book: RuleBook) -> Explained[Any] | Refusal | MoreDice:
        said = asked.resolve(facts, dice, book)
        if isinstance(said, Refusal):
            return said
        spoken = tuple(spoken_of(facts, WORDS))
        refused = missing(spoken, book)
        return refused or (_by_house_rule(said, spoken, book) if isinstance(said, Explained) else said)

    return replace(asked, resolve=answer)


def _by_house_rule(said: Explained[Any], spoken: Iterable[Dated], book: RuleBook) -> Explained[Any]:
    """The answer, with a line for each house rule without which it could not have been asked at this date."""
    marked = {step.house for step in said.steps}
    leaves = (one.leave(book) for one in spoken)
    new = dict.fromkeys(step for step in leaves if step and step.house not in marked)
    return replace(said, steps=(*said.steps, *new)) if new else said


# What facts can be told of which many chapters ask for

OF_ARMOUR = only("FF-ARM-01", "target", {TargetKind.ARMOUR}, "armour")
OF_A_STAND = only("FF-CST-02", "target", {TargetKind.STAND}, "a stand that is no armour")
BELOW_GROUND = only("FF-DSH-01", "target", {TargetKind.STAND}, "a stand that is no armour")
ON_THE_TABLE = only("FF-ART-15", "on_table", True, "a battery on the table")
