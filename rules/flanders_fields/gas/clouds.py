"""Gas clouds: what an attack is, how it is delivered, where it comes down, and how large it lies (FF-GAS)."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from rules.flanders_fields.artillery.deviation import Deviation, DeviationFacts, Unobserved, clock_odds, deviation
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import gas_by_card, no_gas, no_gas_of_its_own
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm, offset_mm
from rules.kernel.resolve import Resolution
from rules.kernel.shapes import Outline, Point, rectangle
from rules.kernel.values import dataclass

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

RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (GAS_RELEASE,)
