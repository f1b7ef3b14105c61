"""Gas clouds: release, place and size, and the wind they drift on (FF-GAS-01 to 14)."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from rules.flanders_fields.applicability import gas_by_card, no_gas, no_gas_of_its_own
from rules.flanders_fields.fire_areas import Deviation, DeviationFacts, Unobserved, clock_odds, deviation
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import D6, sum_2d6
from rules.kernel.distances import cm, mm, offset_mm
from rules.kernel.explanations import Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, thrown
from rules.kernel.polygons import Outline, Point, rectangle

# Gas clouds (FF-GAS)

ATTACKS, SIZES = "gas/attacks", "gas/clouds"


class GasKind(StrEnum):
    """What an attack is for (FF-GAS-01)."""

    OFFENSIVE = "offensive"
    DENYING = "denying"


class Delivery(StrEnum):
    """What brings the gas (FF-GAS-04, FF-GAS-05)."""

    ARTILLERY = "artillery"
    PROJECTOR = "projector"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudFacts:
    """A cloud on the table. It is measured from one edge's left corner: along that edge, then up the table."""

    kind: GasKind = fact("offensive or denying gas", default=GasKind.OFFENSIVE)
    owner: Side = fact("whose gas it is", default=Side.ATTACKER)
    along_cm: float = fact("its middle, along the edge", unit="cm", least=-1000, most=1000, example=60.0)
    up_cm: float = fact("its middle, up the table", unit="cm", least=-1000, most=1000, example=60.0)
    turned_deg: int = fact(
        "how far it lies turned clockwise (house rule)", default=0, unit="degrees", least=-180, most=180
    )
    phases: int = fact(
        "gas phases it has been through, the one of its release counted; 0: it is released now",
        default=0,
        least=0,
        most=100,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseFacts:
    """One gas attack of the plan, measured from its owner's left corner."""

    kind: GasKind = fact("offensive or denying gas", default=GasKind.OFFENSIVE)
    owner: Side = fact("who attacks with it", default=Side.ATTACKER)
    delivery: Delivery = fact("what brings it", default=Delivery.ARTILLERY)
    along_cm: float = fact("planned point, along the owner's edge", unit="cm", least=0, most=1000, example=60.0)
    up_cm: float = fact(
        "planned point, up the table; for projectors the front of the forward trench",
        unit="cm",
        least=0,
        most=1000,
        example=60.0,
    )
    wind_deg: int = fact(
        "the wind, clockwise from straight ahead (house rule)",
        default=0,
        unit="degrees",
        least=-180,
        most=180,
        example=0,
    )
    attacks_before: int = fact("gas attacks of its owner before this one", default=0, least=0, most=100)
    attacks_granted: int | None = fact("gas attacks the scenario gives each side", default=None, least=0, most=100)
    turn: int = fact("which of its owner's turns it is", default=1, least=1, most=99)
    planned_turn: int = fact("the turn the plan names", default=1, least=1, most=99)
    by_card: bool = fact("the extra attack of the King of Spades", default=False)


@dataclass(frozen=True, slots=True)
class CloudPlace:
    """Where a cloud lies: its middle to 0.1 cm, its sides, its turn clockwise, its corners from the nearest left one.

    `deviation` is how gas from guns came down off its point.
    """

    kind: GasKind
    owner: Side
    along_cm: float
    up_cm: float
    width_cm: float
    depth_cm: float
    turned_deg: int
    corners_cm: tuple[tuple[float, float], ...]
    deviation: Deviation


def by_card(book: RuleBook) -> tuple[Step, ...]:
    """The line that says by which house rule there is gas at a date that knows none (GAP-94)."""
    found = gas_by_card(book)
    return (found,) if found else ()


def release(facts: ReleaseFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[CloudPlace] | Refusal | MoreDice:
    """Where a gas attack comes down (FF-GAS-01 to FF-GAS-07).

    Gas from guns takes the dice of `deviation`: one, and four more if it deviates; projectors take none. Refuses gas
    before there is any, an attack too many, and projectors of the defender.
    """
    refused = next(objections(facts, book), None)
    if refused:
        return refused
    fell = deviation(DeviationFacts(fire=_falls(facts)), dice, book)
    if isinstance(fell, MoreDice):
        return fell
    point = planned_middle(facts, book)
    off = fell.value
    at = (float(point[0] + round(off.right_cm * 10)), float(point[1] + round(off.ahead_cm * 10)))
    across = book.behaviour("AMB-440", {"table": 0, "across_wind": facts.wind_deg})
    outline = outline_of_cloud(facts.owner, at, across, book)
    width, depth = sides_of(facts.owner, book)
    corners = tuple((round(x / 10, 2), round(y / 10, 2)) for x, y in outline)
    cloud = CloudPlace(
        facts.kind, facts.owner, at[0] / 10, at[1] / 10, width / 10, depth / 10, across, corners, deviation=off
    )
    steps = (
        *by_card(book),
        *_allowed(facts, book),
        *_placed(facts, book),
        *fell.steps,
        _size(facts, bool(across), book),
    )
    return Explained(cloud, None, steps)


def _falls(facts: ReleaseFacts) -> Unobserved:
    return Unobserved.GAS if facts.delivery is Delivery.ARTILLERY else Unobserved.PROJECTOR_GAS


def objections(facts: ReleaseFacts, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why a gas attack does not come: its date, its delivery, its turn, an attack too many (FF-GAS-01)."""
    early = no_gas_of_its_own(book)
    if early and not facts.by_card:
        yield early
    elif early and no_gas(book):
        yield Refusal("FF-GAS-28", f"{early.because}; the card counts as the 10 of Spades", early.instead)
    if facts.delivery is Delivery.PROJECTOR and facts.owner is Side.DEFENDER:
        yield Refusal("FF-GAS-04", "Projectors are the attacker's", "deliver it by artillery")
    if facts.by_card and facts.kind is GasKind.DENYING:
        yield Refusal("FF-GAS-28", "The card brings an offensive attack", "choose offensive gas")
    if not early and not facts.by_card:
        yield from _not_planned(facts, book)


def _not_planned(facts: ReleaseFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.turn != facts.planned_turn:
        because = f"The plan names turn {facts.planned_turn}; it is turn {facts.turn}"
        yield Refusal("FF-GAS-07", because, "gas comes by itself in the turn of the plan, and in no other")
    granted = _granted(facts, book)
    limited = book.behaviour("GAP-66", {"scenario": True, "no_limit": False})
    if limited and facts.attacks_before >= granted:
        because = f"Its side has {granted} gas {'attack' if granted == 1 else 'attacks'} in this game"
        yield Refusal("FF-GAS-02", because, "keep to the plan")


def _granted(facts: ReleaseFacts, book: RuleBook) -> int:
    if facts.attacks_granted is None:
        return book.table(ATTACKS).number("attacks").value
    return facts.attacks_granted


def _allowed(facts: ReleaseFacts, book: RuleBook) -> Iterator[Step]:
    if facts.by_card:
        yield Step("FF-GAS-28", "An extra attack, beside the plan's")
    else:
        more = facts.attacks_before >= _granted(facts, book)
        yield Step("FF-GAS-07", f"By the plan, in turn {facts.turn}", None, book.mark("GAP-66") if more else None)
    steady = "drifts with the wind" if facts.kind is GasKind.OFFENSIVE else "lingers and bars ground"
    yield Step("FF-GAS-01", f"{facts.kind.capitalize()} gas: it {steady}")


def _placed(facts: ReleaseFacts, book: RuleBook) -> Iterator[Step]:
    if facts.delivery is Delivery.ARTILLERY:
        yield Step("FF-GAS-05", "From guns, on its planned point")
        return
    ahead = book.table(SIZES).number("projector")
    amb_441 = book.ruling("AMB-441")
    what = amb_441.gives({"rear_edge": "its rear edge", "centre": "its middle"})
    says = f"From projectors: {what} {cm(ahead.value)} in front of the forward trench"
    yield Step(ahead.clause, says, None, amb_441.mark)


def planned_middle(facts: ReleaseFacts, book: RuleBook) -> tuple[int, int]:
    """The middle of the cloud before deviation, in millimetres (FF-GAS-04, FF-GAS-05)."""
    along, up = offset_mm(facts.along_cm), offset_mm(facts.up_cm)
    if facts.delivery is Delivery.ARTILLERY:
        return along, up
    half = sides_of(facts.owner, book)[1] // 2
    beyond = book.behaviour("AMB-441", {"rear_edge": half, "centre": 0})
    return along, up + book.table(SIZES).number("projector").value + beyond


def sides_of(owner: Side, book: RuleBook) -> tuple[int, int]:
    """How wide and how deep a side's clouds are, in millimetres (FF-GAS-03)."""
    sizes = book.table(SIZES)
    return sizes.number(f"{owner}.width").value, sizes.number(f"{owner}.depth").value


def outline_of_cloud(owner: Side, at: Point, turned_deg: int, book: RuleBook) -> Outline:
    """A cloud about its middle, in millimetres (FF-GAS-T3)."""
    return rectangle(*sides_of(owner, book), turned_deg, at)


@dataclass(frozen=True, slots=True)
class CloudLying:
    """Where a cloud lies, in millimetres: its outline, its middle, and by which house rules it lies so."""

    outline: Outline
    middle: Point
    steps: tuple[Step, ...]


def lie(cloud: CloudFacts, book: RuleBook) -> CloudLying | Refusal:
    """Where a cloud lies.

    Refuses gas before there is any, and a turned cloud where clouds are not turned (AMB-440).
    """
    refused = no_gas(book) or _wrongly_turned(cloud, book)
    if refused:
        return refused
    middle = (float(offset_mm(cloud.along_cm)), float(offset_mm(cloud.up_cm)))
    across = Step("FF-GAS-T3", f"It lies turned by {cloud.turned_deg} degrees", None, book.mark("AMB-440"))
    steps = (*by_card(book), *((across,) if cloud.turned_deg else ()))
    return CloudLying(outline_of_cloud(cloud.owner, middle, cloud.turned_deg, book), middle, steps)


def _wrongly_turned(cloud: CloudFacts, book: RuleBook) -> Refusal | None:
    if cloud.turned_deg and book.behaviour("AMB-440", {"table": True, "across_wind": False}):
        return Refusal("FF-GAS-T3", "Clouds lie along the table's edges in this game", "leave it unturned")
    return None


def _size(facts: ReleaseFacts, turned: bool, book: RuleBook) -> Step:
    width, depth = sides_of(facts.owner, book)
    says = f"The {facts.owner}'s cloud: {cm(width)} across, {cm(depth)} deep"
    return Step("FF-GAS-03", says, None, book.mark("AMB-440") if turned else None)


def _dice(facts: ReleaseFacts, book: RuleBook) -> int:
    refused = next(objections(facts, book), None)
    return int(refused is None and facts.delivery is Delivery.ARTILLERY)


def _odds(facts: ReleaseFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    refused = next(objections(facts, book), None)
    return refused or clock_odds(DeviationFacts(fire=_falls(facts)), book)


GAS_RELEASE: Final[Resolution[Any, RuleBook]] = Resolution(
    "gas_release", "Where a gas attack comes down", "Gas", ReleaseFacts, _dice, release, _odds
)


# The wind that gas drifts on (FF-GAS-11)

SPEEDS, CHANGES = "gas/wind", "gas/movement"
STEP_DEG, HALF_TURN = 45, 180


@dataclass(frozen=True, slots=True, kw_only=True)
class WindFacts:
    """A wind: where it blows to, and how far it takes a cloud in a turn."""

    direction_deg: int = fact(
        "where it blows to, clockwise from straight ahead", default=0, unit="degrees", least=-180, most=180, example=0
    )
    speed_cm: float = fact("its speed", unit="cm", least=0, most=1000, example=17.0)


@dataclass(frozen=True, slots=True)
class Wind:
    """Where the wind blows to, -179 to 180 degrees clockwise from straight ahead, and its speed in cm a turn."""

    direction_deg: int
    speed_cm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstWindFacts:
    """A gas attack that is released, and the wind there is. All directions are seen from one edge."""

    owner: Side = fact("whose gas is released", default=Side.ATTACKER)
    planned_deg: int = fact(
        "the wind in its plan, clockwise from straight ahead",
        default=0,
        unit="degrees",
        least=-180,
        most=180,
        example=0,
    )
    stated_deg: int | None = fact(
        "the wind its owner names now, likewise (house rule)", default=None, unit="degrees", least=-180, most=180
    )
    written_cm: float | None = fact(
        "the speed written in its plan (house rule)", default=None, unit="cm", least=0, most=1000
    )
    blows: WindFacts | None = fact("the wind since an earlier release, if there was one", default=None)
    both_first: bool = fact("both sides release their first gas in this round", default=False)


def first_wind(facts: FirstWindFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Wind] | Refusal | MoreDice:
    """The wind a released cloud drifts on (FF-GAS-11 to FF-GAS-13). Two dice where it is rolled, none where it blows.

    Refuses gas before there is any, and what a house rule wants: one of eight directions, what nobody has named.
    """
    refused = no_gas(book) or next(_unnamed(facts, book), None)
    if refused:
        return refused
    if facts.blows and not _sets_it(facts, book):
        wind = Wind(turned(facts.blows.direction_deg, 0), facts.blows.speed_cm)
        blowing = Step("FF-GAS-11", "It drifts on the wind that blows already")
        return Explained(wind, None, (*by_card(book), blowing))
    speed = _first_speed(facts, dice, book)
    if isinstance(speed, MoreDice):
        return speed
    again = book.mark("AMB-445") if facts.blows else None
    direction, named = _named(facts, book)
    lines = (*by_card(book), Step("FF-GAS-11", _whose(facts, book), None, again), named, speed[1])
    return Explained(Wind(direction, speed[0] / 10), None, lines)


def _sets_it(facts: FirstWindFacts, book: RuleBook) -> bool:
    """Whether this release sets a wind though another blows (AMB-445)."""
    instead = facts.both_first and facts.owner is Side.ATTACKER
    return book.behaviour("AMB-445", {"one_wind": instead, "own_wind": True})


def _whose(facts: FirstWindFacts, book: RuleBook) -> str:
    if not facts.blows:
        return "The first release sets the wind"
    own = book.behaviour("AMB-445", {"one_wind": False, "own_wind": True})
    return "Each cloud has its own wind" if own else "Both sides release first: the attacker's wind stands"


def _unnamed(facts: FirstWindFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.blows and not _sets_it(facts, book):
        return
    direction = _direction(facts, book)
    if direction is None:
        yield Refusal("FF-GAS-12", "The direction of the wind is not named", "name it on release")
    elif none_of_eight(direction, book):
        because = f"{direction} degrees is none of the eight directions of this game"
        yield Refusal("FF-GAS-12", because, f"choose a multiple of {STEP_DEG} degrees")
    if facts.written_cm is None and speed_is_written(book):
        yield Refusal("FF-GAS-13", "The speed of the wind is not in the plan", "name the speed that was written down")


def none_of_eight(direction_deg: int, book: RuleBook) -> bool:
    """Whether a house rule keeps a wind from this direction (GAP-63)."""
    return book.behaviour("GAP-63", {"any": False, "eight": direction_deg % STEP_DEG != 0})


def _direction(facts: FirstWindFacts, book: RuleBook) -> int | None:
    return book.behaviour("GAP-62", {"in_the_plan": facts.planned_deg, "on_release": facts.stated_deg})


def speed_is_written(book: RuleBook) -> bool:
    """Whether the speed of a first wind is written down instead of rolled, by house rule (GAP-67)."""
    return book.behaviour("GAP-67", {"rolled": False, "written": True})


def _named(facts: FirstWindFacts, book: RuleBook) -> tuple[int, Step]:
    direction = _direction(facts, book) or 0
    gap_62 = book.ruling("GAP-62")
    where = "as planned" if gap_62.mark is None else "as named now"
    says = f"{direction} degrees clockwise from straight ahead, {where}"
    return turned(direction, 0), Step("FF-GAS-12", says, None, gap_62.mark or book.mark("GAP-63"))


def _first_speed(facts: FirstWindFacts, dice: tuple[D6, ...], book: RuleBook) -> tuple[int, Step] | MoreDice:
    if facts.written_cm is not None and speed_is_written(book):
        speed = mm(facts.written_cm)
        return speed, Step("FF-GAS-13", f"{cm(speed)}, as written in the plan", None, book.mark("GAP-67"))
    return _two_dice("first", dice, book)


def _two_dice(key: str, dice: tuple[D6, ...], book: RuleBook) -> tuple[int, Step] | MoreDice:
    """A speed of two dice and what it begins with, in millimetres."""
    base = book.table(SPEEDS).number(key)
    missing = 2 - len(dice)
    if missing > 0:
        return MoreDice(base.clause, f"two dice and {cm(base.value)} for the speed", missing)
    speed = base.value + 10 * sum_2d6(*dice[:2])
    return speed, base.cites(f"{dice[0].pips} and {dice[1].pips} and {base.value // 10}: {cm(speed)}")


def turned(direction_deg: int, right_deg: int) -> int:
    """A direction turned to its right, as -179 to 180 degrees."""
    return HALF_TURN - (HALF_TURN - direction_deg - right_deg) % (2 * HALF_TURN)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindChangeFacts:
    """The wind before the die, at the start of a turn after the release."""

    wind: WindFacts = fact("the wind of the last turn", example={"direction_deg": 0, "speed_cm": 17.0})
    turn_of: Side = fact("whose turn begins", default=Side.ATTACKER)
    cloud_on_table: bool = fact("the turn begins with a cloud on the table", default=True)


@dataclass(frozen=True, slots=True)
class WindChange:
    """The wind after the die, and whether the gas disperses."""

    direction_deg: int
    speed_cm: float
    disperses: bool
    change: str


def change_wind(
    facts: WindChangeFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[WindChange] | Refusal | MoreDice:
    """What the die for the wind brings (FF-GAS-14, FF-GAS-T1).

    One die; a 3 or a 4 asks for one more, a 5 for three: the angle, then two for the speed. Refuses a turn in which
    it is not rolled.
    """
    refused = no_gas(book) or next(_not_rolled(facts, book), None)
    if refused:
        return refused
    told = book.table(CHANGES).read("wind", dice[0].pips)
    mark = book.mark("AMB-453") if facts.turn_of is Side.DEFENDER else None
    rolled = told.cites(f"{dice[0].pips}: {_WORDS[told.value]}")
    lead = Step(rolled.clause, rolled.says, None, mark or _spares(told.value, book))
    found = _BRINGS[told.value](facts, dice[1:], book)
    if isinstance(found, MoreDice):
        return MoreDice(found.clause, f"{lead.says}; {found.says}", found.count)
    return Explained(found.value, dice[0].pips, (*by_card(book), lead, *found.steps))


def _not_rolled(facts: WindChangeFacts, book: RuleBook) -> Iterator[Refusal]:
    if not facts.cloud_on_table:
        yield Refusal("FF-GAS-14", "No cloud is on the table: the wind stays as it is", "roll no die")
    own = book.behaviour("AMB-453", {"attacker": False, "own_turn": True})
    if facts.turn_of is Side.DEFENDER and not own:
        yield Refusal("FF-GAS-14", "The attacker rolls for the wind, in his own turn", "wait for the attacker's turn")


_WORDS = {
    "as_before": "speed and direction as before",
    "faster": "faster",
    "slower": "slower",
    "turns": "the wind turns",
    "disperses": "the gas disperses",
}


def _spares(change: str, book: RuleBook) -> HouseMark | None:
    return book.mark("AMB-446") if change == "disperses" else None


def _as_before(facts: WindChangeFacts, _dice: tuple[D6, ...], _book: RuleBook) -> Explained[WindChange]:
    return Explained(_changed(facts, 0, mm(facts.wind.speed_cm), "as before"), None, ())


def _changed(facts: WindChangeFacts, right_deg: int, speed_mm: int, change: str) -> WindChange:
    return WindChange(turned(facts.wind.direction_deg, right_deg), speed_mm / 10, False, change)


def _faster(facts: WindChangeFacts, dice: tuple[D6, ...], _book: RuleBook) -> Explained[WindChange] | MoreDice:
    return _by_one_die(facts, dice, 1, "faster")


def _slower(facts: WindChangeFacts, dice: tuple[D6, ...], _book: RuleBook) -> Explained[WindChange] | MoreDice:
    return _by_one_die(facts, dice, -1, "slower")


def _by_one_die(
    facts: WindChangeFacts, dice: tuple[D6, ...], sign: int, change: str
) -> Explained[WindChange] | MoreDice:
    """The speed changed by a die, not below 0 (AMB-451)."""
    if not dice:
        return MoreDice("FF-GAS-T1", "one die for how much", 1)
    speed = max(0, mm(facts.wind.speed_cm) + sign * 10 * dice[0].pips)
    line = Step("FF-GAS-T1", f"{dice[0].pips} cm {change}: {cm(speed)}")
    return Explained(_changed(facts, 0, speed, change), None, (line,))


def _turns(facts: WindChangeFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[WindChange] | MoreDice:
    if not dice:
        return MoreDice("FF-GAS-T1", "one die for the angle, two for the speed", 3)
    angle = int(book.table(CHANGES).read("turn", dice[0].pips).value)
    speed = _two_dice("turned", dice[1:], book)
    if isinstance(speed, MoreDice):
        return speed
    side = f"{abs(angle)} degrees {'right' if angle > 0 else 'left'}"
    line = Step("FF-GAS-T1", f"{dice[0].pips}: {side}")
    return Explained(_changed(facts, angle, speed[0], side), None, (line, speed[1]))


def _disperses(facts: WindChangeFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[WindChange]:
    """The wind stays as it was for later releases (AMB-446)."""
    amb_446 = book.ruling("AMB-446")
    gone = amb_446.gives({"all": True, "own_6": False})
    wind = facts.wind
    says = "Every cloud goes" if gone else "Each cloud throws a die of its own"
    line = Step("FF-GAS-15", says, None, amb_446.mark)
    found = WindChange(turned(wind.direction_deg, 0), wind.speed_cm, gone, "disperses" if gone else "as before")
    return Explained(found, None, (line,))


_BRINGS = {
    "as_before": _as_before,
    "faster": _faster,
    "slower": _slower,
    "turns": _turns,
    "disperses": _disperses,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WindCardFacts:
    """The Wind Change card, just drawn."""

    drawn_by: Side = fact("who drew it", default=Side.ATTACKER)
    seen_from: Side = fact("whose edge directions are seen from", default=Side.ATTACKER)
    gas_planned: bool = fact("either side has gas on the table or still to come", default=True)


def blow_back(facts: WindCardFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Wind] | Refusal | MoreDice:
    """The wind the card brings: straight at the attacker's trenches (FF-GAS-28). Two dice for its speed.

    Refuses the card where no gas is planned: there it counts as another.
    """
    refused = no_gas(book) or _idle(facts)
    if refused:
        return refused
    speed = _two_dice("card", dice, book)
    if isinstance(speed, MoreDice):
        return speed
    gap_93 = book.ruling("GAP-93")
    at = gap_93.gives({"attacker": Side.ATTACKER, "drawer": facts.drawn_by})
    direction = HALF_TURN if at is facts.seen_from else 0
    mark = gap_93.mark if at is Side.DEFENDER else None
    says = f"Straight at the {at}'s trenches, for gas still to come as well"
    steps = (*by_card(book), Step("FF-GAS-28", says, None, mark), speed[1])
    return Explained(Wind(direction, speed[0] / 10), None, steps)


def _idle(facts: WindCardFacts) -> Refusal | None:
    if facts.gas_planned:
        return None
    return Refusal("FF-GAS-28", "Neither side has gas: the card counts as the 10 of Spades", "play it as that card")


def _first_dice(facts: FirstWindFacts, book: RuleBook) -> int:
    wanted = first_wind(facts, (), book)
    return wanted.count if isinstance(wanted, MoreDice) else 0


def _change_dice(facts: WindChangeFacts, book: RuleBook) -> int:
    return int(not no_gas(book) and not any(_not_rolled(facts, book)))


def _card_dice(facts: WindCardFacts, book: RuleBook) -> int:
    return 0 if no_gas(book) or _idle(facts) else 2


def _speed(wind: Wind) -> str:
    return f"{wind.speed_cm:g} cm"


def _change(found: WindChange) -> str:
    return found.change


WIND_CHANGE: Final[Resolution[Any, RuleBook]] = Resolution(
    "wind_change",
    "How the wind changes",
    "Gas",
    WindChangeFacts,
    _change_dice,
    change_wind,
    thrown(change_wind, _change_dice, _change),
)


def seen_from(side: Side, wind: Wind) -> Wind:
    """A wind of the attacker's edge as a side sees it from its own, and the other way round: half a turn for one."""
    half = 0 if side is Side.ATTACKER else HALF_TURN
    return Wind(turned(wind.direction_deg, half), wind.speed_cm)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    GAS_RELEASE,
    Resolution(
        "gas_wind",
        "The wind a cloud is released in",
        "Gas",
        FirstWindFacts,
        _first_dice,
        first_wind,
        thrown(first_wind, _first_dice, _speed),
    ),
    WIND_CHANGE,
    Resolution(
        "wind_card",
        "The Wind Change card",
        "Gas",
        WindCardFacts,
        _card_dice,
        blow_back,
        thrown(blow_back, _card_dice, _speed),
    ),
)
