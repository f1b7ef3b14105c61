"""How far each weapon reaches, and what counts as short range (FF-RNG)."""

from enum import StrEnum

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import BLOCK_HOUSE
from rules.flanders_fields.shooting.facts import ARTILLERY, MORTARS
from rules.flanders_fields.vocabulary import Firer
from rules.kernel.contradictions import only
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm, under, within
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.tables import BookTable, Cited
from rules.kernel.values import dataclass

_SHORT = {
    Firer.INFANTRY: "infantry",
    Firer.CAVALRY: "infantry",
    Firer.ANTI_TANK_RIFLE: "infantry",
    Firer.LMG: "lmg",
    Firer.TANK_GUN: "tank",
    Firer.LIGHT_TANK_GUN: "tank",
    Firer.TANK_LMG: "tank",
    Firer.MACHINE_GUN: "machine_gun",
    Firer.BLOCK_HOUSE: "machine_gun",
}


class RangeBand(StrEnum):
    """Where a distance lies for a weapon."""

    TOO_CLOSE = "too_close"
    SHORT = "short"
    IN_RANGE = "in_range"
    OUT_OF_RANGE = "out_of_range"


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """A weapon and a measured distance."""

    firer: Firer = fact("Who fires, and with what", example="machine_gun", dated=BLOCK_HOUSE)
    range_cm: float = fact("Distance between the bases", unit="cm", least=0, most=1000, example=35.0)
    indirect: bool = fact("Indirect fire", default=False)
    long_range_marksmanship: bool = fact(
        "The firer are riflemen of the BEF",
        default=False,
        only=only("FF-SPR-01", "firer", {Firer.INFANTRY}, "riflemen"),
    )


def greatest_range(asked: Distance, book: RuleBook) -> Cited[int] | None:
    """The weapon's greatest range in mm, ends included; None where these chapters set none (FF-RNG-02..10).

    None for gas and for the indirect fire of guns, whose areas other chapters govern.
    """
    table = book.table("shooting/ranges")
    if asked.firer is Firer.GAS or (asked.firer in ARTILLERY and asked.indirect):
        return None
    if asked.firer is Firer.MACHINE_GUN and asked.indirect:
        return book.table("artillery/machine_gun_area").number("range")
    if asked.firer is Firer.INFANTRY and asked.long_range_marksmanship and table.has("infantry_long_range"):
        return table.number("infantry_long_range")
    return table.number(asked.firer)


def least_range(firer: Firer, book: RuleBook) -> Cited[int] | None:
    """The least range in mm, itself allowed (FF-RNG-06); None for all but mortars."""
    return book.table("shooting/range_limits").number("least.mortar") if firer in MORTARS else None


def short_range(firer: Firer, book: RuleBook) -> Cited[int] | None:
    """The distance in mm under which a shot is at short range (FF-RNG-11); None for weapons without one."""
    return book.table("shooting/range_limits").number(f"short.{_SHORT[firer]}") if firer in _SHORT else None


def not_at_this_date(row: str, rows: BookTable) -> Refusal | None:
    """Why nobody shoots on a row: a weapon that the date does not know, or that a house rule does not allow yet."""
    if rows.has(row):
        return None
    return Refusal("FF-RCB-06", f"not at this date: {rows.absent[row]}", "choose a weapon of the period")


def judge_range(asked: Distance, book: RuleBook) -> Explained[RangeBand] | Refusal:
    """Where a distance lies for a weapon (FF-RNG-T1): greatest range included, short range excluded.

    Refuses a weapon that the date does not know.
    """
    rows = book.table("shooting/rows")
    refused = not_at_this_date(asked.firer, rows)
    if refused:
        return refused
    band, limit, says = _band(asked, book)
    house = limit.house or rows.word(asked.firer).house if limit else None
    steps = () if limit is None else (Step(limit.clause, f"{asked.range_cm:g} cm {says}", None, house),)
    areas = (Considered("FF-RCB-15", "fire on an area has no range in this list"),) if limit is None else ()
    return Explained(band, None, steps, (*areas, *_long_range_ended(asked, book)))


def _band(asked: Distance, book: RuleBook) -> tuple[RangeBand, Cited[int] | None, str]:
    least, short, most = least_range(asked.firer, book), short_range(asked.firer, book), greatest_range(asked, book)
    if least is not None and under(asked.range_cm, least.value):
        return RangeBand.TOO_CLOSE, least, f"is under {cm(least.value)}"
    if most is not None and not within(asked.range_cm, most.value):
        return RangeBand.OUT_OF_RANGE, most, f"is beyond {cm(most.value)}"
    if short is not None and not asked.indirect and under(asked.range_cm, short.value):
        return RangeBand.SHORT, short, f"is under {cm(short.value)}"
    return RangeBand.IN_RANGE, most, f"is within {cm(most.value)}" if most is not None else ""


def _long_range_ended(asked: Distance, book: RuleBook) -> tuple[Considered, ...]:
    """What to say of Long Range Marksmanship where it is claimed and no longer holds (FF-SPR-01)."""
    if not asked.long_range_marksmanship or book.table("shooting/ranges").has("infantry_long_range"):
        return ()
    return (Considered("FF-SPR-01", f"Long Range Marksmanship has ended by {book.when.month.in_words}"),)


def _resolve(facts: Distance, _dice: tuple[D6, ...], book: RuleBook) -> Explained[RangeBand] | Refusal:
    return judge_range(facts, book)


RESOLUTIONS: tuple[Resolution[Distance, RuleBook], ...] = (
    Resolution("range", "Is it in range?", "Weapon ranges", Distance, no_dice, _resolve),
)
