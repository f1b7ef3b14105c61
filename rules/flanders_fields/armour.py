"""Armour: vehicles by class and type, and the fire of tanks (FF-TNK, FF-AFV)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from rules.flanders_fields.arcs_of_fire import Sector, TankOffset, tank_sector
from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.fire_eligibility import Distance, Shot, greatest_range
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import FireAction, rolls
from rules.flanders_fields.vocabulary import Cover, Firer, TargetKind
from rules.kernel.dice import D6
from rules.kernel.distances import beyond, cm
from rules.kernel.explanations import Considered, Explained, Refusal, Step, set_aside
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import Cited

# Armoured vehicles (FF-AFV)

CLASSES = "assault/armour_classes"


class Vehicle(StrEnum):
    """The models the book names."""

    MARK_MALE = "mark_male"
    MARK_FEMALE = "mark_female"
    WHIPPET = "whippet"
    ST_CHAMOND = "st_chamond"
    RENAULT = "renault"
    A7V = "a7v"
    ARMOURED_CAR = "armoured_car"


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleFacts:
    """One armoured vehicle."""

    vehicle: Vehicle = fact("the model", example="mark_male")


def class_of(facts: VehicleFacts, book: RuleBook) -> Explained[Fighter] | Refusal:
    """As what a vehicle fights (FF-AFV-01 to -03). Refuses tanks before September 1916."""
    classes = book.table(CLASSES)
    if not classes.has(facts.vehicle):
        because = f"There is none in {book.when.month.in_words}: {classes.absent[facts.vehicle]}"
        return Refusal("FF-AFV-01", because, "choose a later date")
    found = classes.word(facts.vehicle)
    fighter = Fighter(found.value)
    return Explained(fighter, None, (found.cites(f"{found.says}: {fighter.replace('_', ' ')}"),))


def _class(facts: VehicleFacts, _dice: object, book: RuleBook) -> Explained[Fighter] | Refusal:
    return class_of(facts, book)


# Tanks by type (FF-TNK-01 to -09)

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


# One fire action of a tank (FF-TNK)

_ROWS = {TargetKind.STAND: "shooting/rows", TargetKind.ARMOUR: "shooting/armour_rows"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TankTarget:
    """A stand the tank would fire at, measured from the middle of the tank's front edge."""

    right_cm: float = fact(
        "how far to the right it lies; left is less than 0", unit="cm", least=-1000, most=1000, example=2.0
    )
    ahead_cm: float = fact(
        "how far ahead of the front edge it lies; behind is less than 0",
        unit="cm",
        least=-1000,
        most=1000,
        example=20.0,
    )
    range_cm: float = fact("distance, nearest edge to nearest edge", unit="cm", least=0, most=1000, example=20.0)
    kind: TargetKind = fact("a stand, or armour", default=TargetKind.STAND)
    again: bool = fact("the tank fires at this stand already in this action", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TankFireFacts:
    """One fire action of a tank, at targets in the order its owner wants."""

    tank: TankType = fact("which type of tank", example="whippet")
    targets: tuple[TankTarget, ...] = fact(
        "its targets, in the order in which it fires",
        example=[{"right_cm": 2.0, "ahead_cm": 20.0, "range_cm": 20.0}],
        fewest=1,
    )
    captured: bool = fact("a machine the Germans have captured", default=False)
    moved: bool = fact("it has moved in this very action", default=False)
    moved_before: bool = fact("it has moved in an earlier action of this turn", default=False)
    fired_before: bool = fact("it has fired in an earlier action of this turn", default=False)
    fired_on_the_move_before: bool = fact(
        "it has fired at the end of a move earlier in this turn",
        default=False,
    )
    width_cm: float = fact("width of the tank's base", default=3.0, unit="cm", least=0, most=20)
    length_cm: float = fact("length of the tank's base", default=6.0, unit="cm", least=0, most=20)


@dataclass(frozen=True, slots=True)
class TankShot:
    """What is fired at one target: its place in the list from 1, weapon, row, rolls, the modifier of moving fire."""

    target: int
    side: str
    firer: Firer
    row: str
    rolls: int
    on_the_move: int


@dataclass(frozen=True, slots=True)
class TankAim:
    """A target by the sector it lies in: its place in the list from 1, distance in cm, and how the sector was found.

    `again`: the tank fires at this stand already in this action.
    """

    place: int
    sector: Sector
    range_cm: float
    kind: TargetKind = TargetKind.STAND
    again: bool = False
    steps: tuple[Step, ...] = ()


Line = TankShot | Step | Considered


def tank_fire(facts: TankFireFacts, book: RuleBook) -> Explained[tuple[TankShot, ...]] | Refusal:
    """Which of its targets a tank may fire at, and with what (FF-TNK-01 to -11); sight and cover are the shot's own.

    Refuses what `unknown` does, and a tank that may not fire in this action: after a move, or again where once is all.
    """
    aims = tuple(_aim(place, target, facts, book) for place, target in enumerate(facts.targets, 1))
    return fire_by_sectors(facts, aims, book)


def fire_by_sectors(
    facts: TankFireFacts, aims: tuple[TankAim, ...], book: RuleBook
) -> Explained[tuple[TankShot, ...]] | Refusal:
    """The same where the players tell on which side of the tank each target lies; the targets of `facts` are not read.

    Refuses what `tank_fire` refuses.
    """
    tank = TankFacts(tank=facts.tank, captured=facts.captured)
    refused = unknown(tank, book) or _may_not_fire(facts, book)
    if refused:
        return refused
    lines: list[Line] = [*as_captured(tank), *_before_the_shots(facts, book)]
    for aim in aims:
        shots = tuple(line for line in lines if isinstance(line, TankShot))
        lines.extend(_engage(aim, shots, facts, book))
    steps = tuple(line for line in lines if isinstance(line, Step))
    considered = tuple(line for line in lines if isinstance(line, Considered))
    return Explained(tuple(line for line in lines if isinstance(line, TankShot)), None, steps, considered)


def fires_on_the_move(facts: TankFireFacts, book: RuleBook) -> bool:
    """Whether this is moving fire: after a move in this action, by house rule in this turn (SHQ-27)."""
    return facts.moved or book.behaviour("SHQ-27", {"by_action": False, "by_turn": facts.moved_before})


def _may_not_fire(facts: TankFireFacts, book: RuleBook) -> Refusal | None:
    """Why the tank fires at nothing in this action, if so (SHQ-27, SHQ-28, SHQ-29)."""
    moving = moving_fire(facts.tank, book)
    if fires_on_the_move(facts, book):
        if moving.value == MovingFire.NO:
            return Refusal(moving.clause, "This type does not move and fire", "fire without moving")
        if moving.value == MovingFire.ONE_ACTION and facts.fired_on_the_move_before:
            return Refusal(moving.clause, "It has fired on the move this turn", "fire without moving")
    once = book.behaviour("SHQ-29", {"move_and_fire": False, "one_fire": moving.value != MovingFire.NO})
    if once and facts.fired_before:
        return Refusal("FF-TNK-11", "It has fired this turn (house rule: once a turn)", "move instead")
    return None


def _before_the_shots(facts: TankFireFacts, book: RuleBook) -> Iterator[Step]:
    """The lines of moving fire, with the house rules that allow it or bring its minus."""
    if not fires_on_the_move(facts, book):
        return
    minus = book.table("shooting/modifiers").number("on_the_move")
    yield moving_fire(facts.tank, book).cites("It may fire at the end of its move")
    by_turn = None if facts.moved else book.mark("SHQ-27")
    yield Step(minus.clause, f"Each shot takes {minus.value}", None, minus.house or by_turn)


def _aim(place: int, target: TankTarget, facts: TankFireFacts, book: RuleBook) -> TankAim:
    offset = TankOffset(
        right_cm=target.right_cm, ahead_cm=target.ahead_cm, width_cm=facts.width_cm, length_cm=facts.length_cm
    )
    found = tank_sector(offset, book)
    steps = () if side_of(facts.tank, found.value, book) == ANYWHERE else found.steps
    return TankAim(place, found.value, target.range_cm, target.kind, target.again, steps)


def _counted_as(aim: TankAim, facts: TankFireFacts, book: RuleBook) -> str:
    """The name under which the limit of its side counts a target: each flank by itself."""
    return ANYWHERE if side_of(facts.tank, aim.sector, book) == ANYWHERE else aim.sector


def _engage(aim: TankAim, shots: tuple[TankShot, ...], facts: TankFireFacts, book: RuleBook) -> Iterator[Line]:
    """The shot at one target after those before it, or why there is none, with the reasons."""
    yield from aim.steps
    weapon = weapon_on(facts.tank, aim.sector, book)
    if weapon is None:
        yield Considered("FF-TNK-01", f"Target {aim.place}: no gun bears on it")
        return
    against = next(_against(aim, weapon, shots, facts, book), None)
    if against:
        yield against
    else:
        yield weapon.cites(f"Target {aim.place}: {WEAPON_NAMES[Firer(weapon.value)]}")
        yield from _fired(aim, Firer(weapon.value), facts, book)


def _against(
    aim: TankAim, weapon: Cited[str], shots: tuple[TankShot, ...], facts: TankFireFacts, book: RuleBook
) -> Iterator[Step | Considered]:
    """Every reason why a target on which a gun bears is not fired at."""
    most, at = _reach(aim, Firer(weapon.value), book), f"Target {aim.place}"
    if most and beyond(aim.range_cm, most.value):
        yield set_aside(most.clause, f"{at}: {aim.range_cm:g} cm is beyond {cm(most.value)}", most.house)
    if aim.again and not _both_at_one(facts.tank, book):
        yield Considered("FF-TNK-01", f"{at}: each target must be another stand")
    counted_as = _counted_as(aim, facts, book)
    here = book.table(COUNTS).number(f"{facts.tank}.{side_of(facts.tank, aim.sector, book)}")
    if sum(shot.side == counted_as for shot in shots) >= here.value:
        yield set_aside(here.clause, f"{at}: targets on that side, at most: {here.value}", here.house)
    in_all = book.table(COUNTS).number(f"{facts.tank}.targets")
    if len(shots) >= in_all.value:
        yield set_aside(in_all.clause, f"{at}: targets in all, at most: {in_all.value}", in_all.house)


def _reach(aim: TankAim, firer: Firer, book: RuleBook) -> Cited[int] | None:
    return greatest_range(Distance(firer=firer, range_cm=aim.range_cm), book)


def _both_at_one(tank: TankType, book: RuleBook) -> bool:
    """Whether both shots may go at one stand (SHQ-26)."""
    both = book.behaviour("SHQ-26", {"any_two": False, "not_same_flank": False, "same_target": True})
    return both and tank in BRITISH_HEAVIES


def _fired(aim: TankAim, firer: Firer, facts: TankFireFacts, book: RuleBook) -> Iterator[Line]:
    """The shot with its row and rolls, and the house rules it owes them or its leave to."""
    if aim.again:
        yield Step("FF-TNK-01", f"Target {aim.place}: both shots at one stand", None, book.mark("SHQ-26"))
    most = _reach(aim, firer, book)
    if most and most.house:
        yield most.cites(f"Target {aim.place}: {aim.range_cm:g} cm is within {cm(most.value)}")
    row = book.table(_ROWS[aim.kind]).word(firer)
    yield row.cites(f"Target {aim.place}: read on the row {row.value.replace('_', ' ')}")
    moved = fires_on_the_move(facts, book)
    due = rolls(_action(aim, firer, moved, facts), book)
    if isinstance(due, Refusal):
        return
    if due.value > 1 or due.house:
        yield due.cites(f"Target {aim.place}: rolls: {due.value}")
    minus = book.table("shooting/modifiers").number("on_the_move").value if moved else 0
    yield TankShot(aim.place, _counted_as(aim, facts, book), firer, row.value, due.value, minus)


def _action(aim: TankAim, firer: Firer, moved: bool, facts: TankFireFacts) -> FireAction:
    shot = Shot(
        firer=firer,
        range_cm=aim.range_cm,
        cover=Cover.OPEN,
        target=aim.kind,
        fired_on_the_move=moved,
    )
    return FireAction(shot=shot, renault=facts.tank in (TankType.RENAULT_GUN, TankType.RENAULT_LMG))


def _fire(facts: TankFireFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[tuple[TankShot, ...]] | Refusal:
    return tank_fire(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "armour_class", "Heavy or light", "Armoured vehicles", VehicleFacts, no_dice, _class, example_month="1917-11"
    ),
    Resolution("tank_guns", "What a tank carries", "Tanks by type", TankFacts, no_dice, _guns),
    Resolution("tank_fire", "At which targets may a tank fire?", "Tanks by type", TankFireFacts, no_dice, _fire),
)
