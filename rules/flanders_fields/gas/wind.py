"""The wind that gas drifts on: its first direction and speed, its changes, and the card that turns it (FF-GAS-11)."""

from collections.abc import Iterator
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.gas.clouds import by_card
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import D6, sum_2d6
from rules.kernel.explain import Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm, mm
from rules.kernel.resolve import Resolution, thrown
from rules.kernel.values import dataclass

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

RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
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


def seen_from(side: Side, wind: Wind) -> Wind:
    """A wind of the attacker's edge as a side sees it from its own, and the other way round: half a turn for one."""
    half = 0 if side is Side.ATTACKER else HALF_TURN
    return Wind(turned(wind.direction_deg, half), wind.speed_cm)
