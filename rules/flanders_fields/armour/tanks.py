"""Tanks by type: their guns, where those bear, how many targets they take, and moving fire (FF-TNK-01 to -09)."""

from enum import StrEnum

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.shooting.ranges import Distance, greatest_range
from rules.flanders_fields.vocabulary import Firer
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass

GUNS, COUNTS = "tanks/guns", "tanks/targets"
ANYWHERE = "anywhere"
_NO_WEAPON = "none"


class TankType(StrEnum):
    """The types the book describes; the Renault carries a gun or an LMG (FF-TNK-03 to -08)."""

    HEAVY_MALE = "heavy_male"
    HEAVY_FEMALE = "heavy_female"
    WHIPPET = "whippet"
    ST_CHAMOND = "st_chamond"
    RENAULT_GUN = "renault_gun"
    RENAULT_LMG = "renault_lmg"
    A7V = "a7v"


BRITISH_HEAVIES = frozenset({TankType.HEAVY_MALE, TankType.HEAVY_FEMALE})


class MovingFire(StrEnum):
    """Whether a tank may fire at the end of a move action (FF-TNK-02, FF-TNK-07)."""

    NO = "no"
    EACH_ACTION = "each_action"
    ONE_ACTION = "one_action"


WEAPON_NAMES = {Firer.TANK_GUN: "tank gun", Firer.LIGHT_TANK_GUN: "37 mm gun", Firer.TANK_LMG: "LMGs"}
_SAYS_OF_MOVING = {
    MovingFire.NO: "It does not fire at the end of a move",
    MovingFire.EACH_ACTION: "It may fire at the end of any move",
    MovingFire.ONE_ACTION: "It may fire at the end of one move a turn",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TankFacts:
    """A tank by its type."""

    tank: TankType = fact("which type of tank", example="whippet")
    captured: bool = fact("a machine the Germans have captured", default=False)


@dataclass(frozen=True, slots=True)
class TankGuns:
    """A type's data: `gun` is a calibre, `lmgs` None where no number is printed, a weapon None where none bears.

    `targets` is for one fire action; the range is in mm.
    """

    tank_class: str
    gun: str
    guns: int
    lmgs: int | None
    front: Firer | None
    each_flank: Firer | None
    rear: Firer | None
    targets: int
    moving_fire: MovingFire
    range_mm: int | None


def guns_of(facts: TankFacts, book: RuleBook) -> Explained[TankGuns] | Refusal:
    """What a type of tank carries and what it may do with it (FF-TNK-01, FF-TNK-T1).

    Refuses dates without tanks, and machines that were not there to be captured (FF-TNK-09).
    """
    refused = unknown(facts, book)
    if refused:
        return refused
    front, flank, rear = (weapon_on(facts.tank, side, book) for side in (Sector.FRONT, Sector.LEFT, Sector.REAR))
    targets, moving = book.table(COUNTS).number(f"{facts.tank}.targets"), moving_fire(facts.tank, book)
    reach = greatest_range(Distance(firer=_firer(front) or Firer.TANK_GUN, range_cm=0.0), book)
    found = TankGuns(
        *_carried(facts.tank, book),
        _firer(front),
        _firer(flank),
        _firer(rear),
        targets.value,
        MovingFire(moving.value),
        reach.value if reach else None,
    )
    bears = tuple(
        weapon.cites(_bears(weapon, side)) for weapon, side in ((front, "front"), (flank, "flanks")) if weapon
    )
    most = targets.cites(f"Targets of one fire action, at most: {targets.value}")
    limits = (most, moving.cites(_SAYS_OF_MOVING[found.moving_fire]))
    bound = (reach.cites(f"It reaches {cm(reach.value)}"),) if reach else ()
    return Explained(found, None, (*as_captured(facts), *bears, *limits, *bound))


def _bears(weapon: Cited[str], side: str) -> str:
    return f"To the {side}: {WEAPON_NAMES[Firer(weapon.value)]}"


def _carried(tank: TankType, book: RuleBook) -> tuple[str, str, int, int | None]:
    """Class, calibre, number of guns and of LMGs."""
    words, counts, lmgs = book.table(GUNS), book.table(COUNTS), f"{tank}.lmgs"
    guns = counts.number(f"{tank}.guns").value
    number = counts.number(lmgs).value if counts.has(lmgs) else None
    return words.word(f"{tank}.class").value, words.word(f"{tank}.gun").value, guns, number


def unknown(facts: TankFacts, book: RuleBook) -> Refusal | None:
    """Why there is no such tank, if there is none."""
    words, key = book.table(GUNS), f"{facts.tank}.class"
    if not words.has(key):
        return Refusal("FF-TNK-01", f"Not at this date: {words.absent[key]}", "choose a date with tanks")
    if facts.captured and facts.tank is TankType.A7V:
        return Refusal("FF-TNK-09", "The A7V is German", "name the British or French machine that was captured")
    return None


def as_captured(facts: TankFacts) -> tuple[Step, ...]:
    """The line that says whose machine it was."""
    return (Step("FF-TNK-09", "A captured machine fights as the original"),) if facts.captured else ()


def side_of(tank: TankType, sector: Sector, book: RuleBook) -> str:
    """The side as the tables of tanks name it: both flanks are alike, and one gun for every side has one name."""
    if book.table(GUNS).has(f"{tank}.{ANYWHERE}"):
        return ANYWHERE
    return "flank" if sector in (Sector.LEFT, Sector.RIGHT) else sector


def weapon_on(tank: TankType, sector: Sector, book: RuleBook) -> Cited[str] | None:
    """What bears on targets in a sector; None where nothing does."""
    if sector is Sector.NONE and side_of(tank, sector, book) != ANYWHERE:
        return None
    weapon = book.table(GUNS).word(f"{tank}.{side_of(tank, sector, book)}")
    return None if weapon.value == _NO_WEAPON else weapon


def moving_fire(tank: TankType, book: RuleBook) -> Cited[str]:
    """Whether the type fires at the end of a move: one of MovingFire."""
    return book.table(GUNS).word(f"{tank}.moving")


def _firer(weapon: Cited[str] | None) -> Firer | None:
    return None if weapon is None else Firer(weapon.value)


def _guns(facts: TankFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[TankGuns] | Refusal:
    return guns_of(facts, book)


RESOLUTIONS: tuple[Resolution[TankFacts, RuleBook], ...] = (
    Resolution("tank_guns", "What a tank carries", "Tanks by type", TankFacts, no_dice, _guns),
)
