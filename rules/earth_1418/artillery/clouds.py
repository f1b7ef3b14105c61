"""Smoke and gas: which there is, the cordon and its drift, the wind, what it does and what it hides (BE-GAS)."""

from enum import StrEnum
from typing import Any, Final

from rules.earth_1418.book import EarthBook
from rules.earth_1418.lengths import TableLength, of_inches
from rules.earth_1418.vocabulary import CloudKind
from rules.kernel.contradictions import only
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice, thrown
from rules.kernel.values import dataclass

CHAPTER: Final = "Smoke and gas"
KINDS: Final = {CloudKind.IMMEDIATE_GAS: "immediate", CloudKind.DELAYED_GAS: "delayed"}
GASES: Final = frozenset(KINDS)
MOST_WIND: Final = 12
TURN: Final = 360
ACROSS: Final = 90
SIXTH: Final = 60


def not_yet_or_no_more(cloud: CloudKind, book: EarthBook) -> Refusal | None:
    """Why there is no such gas at the date; None where there is (BE-GAS-01, BE-GAS-02)."""
    kinds = book.table("gas/kinds")
    if cloud is CloudKind.SMOKE or kinds.has(KINDS[cloud]):
        return None
    name = cloud.replace("_", " ").capitalize()
    other = "long-delayed gas" if kinds.has("delayed") else "short-term gas" if kinds.has("immediate") else "smoke"
    return Refusal("BE-GAS-01", f"{name}: {kinds.absent[KINDS[cloud]]}", f"choose another date, or {other}")


def gas_weakens(cloud: CloudKind | None, book: EarthBook) -> Step | Considered | Refusal | None:
    """What a cordon that a sub-unit touches does to its Resilience (BE-GAS-02, BE-GAS-03)."""
    if cloud is None:
        return None
    refused = not_yet_or_no_more(cloud, book)
    if refused is not None:
        return refused
    if cloud is CloudKind.IMMEDIATE_GAS:
        return book.table("cover/changes").number("immediate_gas").because("It touches short-term gas")
    says = "Long-delayed gas does nothing to troops" if cloud is CloudKind.DELAYED_GAS else "Smoke weakens nobody"
    return Considered("BE-GAS-02", says)


@dataclass(frozen=True, slots=True, kw_only=True)
class CordonFacts:
    """A cordon of smoke or gas, and the wind."""

    kind: CloudKind = fact("what was fired", default=CloudKind.SMOKE)
    batteries: int = fact("how many batteries fired it", default=1, least=1, most=20, example=2)
    wind_towards_deg: float = fact(
        "where the wind blows to, clockwise from straight up the map",
        unit="degrees",
        default=0.0,
        least=0,
        most=360,
        example=90,
    )
    wind_value: float | None = fact("the scenario's wind value, typed by you", default=None, least=0, most=MOST_WIND)
    bounds: int = fact("bounds that have ended since it was laid", default=0, least=0, most=99, example=2)


@dataclass(frozen=True, slots=True)
class Cordon:
    """Its length across the wind, its depth, which way it lies, how far it drifts in a bound and has drifted."""

    length: TableLength
    depth: TableLength
    lies_deg: float
    drift_a_bound: TableLength
    drifted: TableLength


def cordon(facts: CordonFacts, book: EarthBook) -> Explained[Cordon] | Refusal:
    """The cordon that batteries lay, and where it has drifted to (BE-GAS-01, BE-GAS-04 to BE-GAS-06; G-31, G-32, G-41).

    Refuses gas that its date does not know.
    """
    refused = not_yet_or_no_more(facts.kind, book)
    if refused is not None:
        return refused
    templates = book.table("artillery/templates")
    length, depth = templates.number("cordon_length"), templates.number("cordon_depth")
    drift, steps = drift_inches(facts, book)
    inches = _unit(book)
    total = length.value * facts.batteries
    across = (facts.wind_towards_deg + ACROSS) % (TURN / 2)
    found = Cordon(
        of_inches(total, book),
        of_inches(depth.value, book),
        across,
        of_inches(drift, book),
        of_inches(drift * facts.bounds, book),
    )
    lines = (
        cordon_length(facts.batteries, book),
        Step("BE-GAS-04", f"{depth.value} {inches} deep", None, depth.house),
        Step("BE-GAS-05", f"It lies across the wind, along {across:g} degrees"),
        *steps,
    )
    return Explained(found, None, lines)


def _unit(book: EarthBook) -> str:
    return "in" if book.ruling("G-31").option.key == "inches" else "cm"


def cordon_length(batteries: int, book: EarthBook) -> Step:
    """How long the cordon of so many batteries is, in words (BE-GAS-04; G-31)."""
    each = book.table("artillery/templates").number("cordon_length")
    return Step("BE-GAS-04", f"{batteries} x {each.value} {_unit(book)} long", None, book.ruling("G-31").mark)


def drift_inches(facts: CordonFacts, book: EarthBook) -> tuple[float, tuple[Step, ...]]:
    """How far a cordon drifts in a bound, in the book's unit (BE-GAS-05, BE-GAS-06; G-32)."""
    base = book.table("artillery/templates").number("drift")
    g_32 = book.ruling("G-32")
    immediate = facts.kind is CloudKind.IMMEDIATE_GAS
    with_wind = g_32.gives({"gas_with_wind": immediate, "always_three": False, "wind_for_all": True})
    wind = (facts.wind_value or 0) if with_wind else 0
    clause = "BE-GAS-06" if immediate and with_wind else base.clause
    says = f"{base.value} and {wind:g} for the wind" if with_wind else f"{base.value}"
    typed = " (typed by you)" if with_wind and facts.wind_value is not None else ""
    lines = [Step(clause, f"It drifts {says}{typed} as each bound ends", None, g_32.mark)]
    if with_wind and facts.wind_value is None:
        lines.append(Step("BE-GAS-06", "The scenario gives no wind value: 0", None, g_32.mark))
    return base.value + wind, tuple(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindAsked:
    """Where the wind blows to: entered from the scenario, or thrown for."""

    entered_deg: float | None = fact(
        "where it blows to by the scenario, clockwise from straight up the map; none: a die is thrown",
        unit="degrees",
        default=None,
        least=0,
        most=360,
    )


def wind(facts: WindAsked, dice: tuple[D6, ...], book: EarthBook) -> Explained[float] | Refusal:
    """Where the wind blows to, in degrees clockwise from straight up the map (BE-GAS-07; G-42)."""
    if facts.entered_deg is not None:
        step = Step("BE-GAS-07", f"{facts.entered_deg:g} degrees, typed by you")
        return Explained(float(facts.entered_deg % TURN), None, (step,))
    g_42 = book.ruling("G-42")
    if not g_42.gives({"sixths": True, "entered_only": False}):
        return Refusal("BE-GAS-07", "By house rule nobody throws for the wind (G-42)", "enter where it blows to")
    towards = dice[0].pips * SIXTH % TURN
    says = f"A {dice[0].pips}: {towards} degrees, by a table of ours (G-42)"
    return Explained(float(towards), dice[0].pips, (Step("BE-GAS-07", says, None, g_42.mark),))


def _wind_dice(facts: WindAsked, book: EarthBook) -> int:
    thrown_for = facts.entered_deg is None and book.behaviour("G-42", {"sixths": True, "entered_only": False})
    return int(thrown_for)


class Inside(StrEnum):
    """How much of a sub-unit lies in a cordon (BE-GAS-09)."""

    NOT = "not"
    PARTLY = "partly"
    WHOLLY = "wholly"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThroughFacts:
    """A line of sight and a cordon near it."""

    kind: CloudKind = fact("what the cordon is made of", default=CloudKind.SMOKE)
    transparent: bool = fact("it is a transparent gas", default=False, only=only("BE-GAS-08", "kind", GASES, "gas"))
    firer_inside: Inside = fact("how much of the firer lies in it", default=Inside.NOT)
    target_inside: Inside = fact("how much of the target lies in it", default=Inside.NOT)
    between: bool = fact("the line between them crosses it", default=False, example=True)


def sight_through(facts: ThroughFacts, book: EarthBook) -> Explained[bool] | Refusal:
    """Whether a cordon leaves a line of sight free (BE-GAS-02, BE-GAS-08, BE-GAS-09; G-34)."""
    refused = not_yet_or_no_more(facts.kind, book)
    if refused is not None:
        return refused
    if facts.transparent:
        return Explained(True, None, (Step("BE-GAS-08", "Transparent gas hides nothing"),))
    clause = "BE-GAS-02" if facts.kind is CloudKind.DELAYED_GAS else "BE-GAS-09"
    if facts.firer_inside is Inside.WHOLLY:
        return Explained(False, None, (Step(clause, "Wholly in it: it cannot see out"),))
    if facts.target_inside is Inside.WHOLLY:
        return Explained(False, None, (Step(clause, "The target lies wholly in it: it cannot be seen"),))
    if facts.firer_inside is Inside.PARTLY:
        return Explained(True, None, (Step("BE-GAS-09", "Partly in it: it shoots out freely"),))
    if facts.between:
        return Explained(False, None, (Step(clause, "The cordon lies between them"),))
    return Explained(True, None, (Step(clause, "The cordon is not in the way"),))


def _cordon(facts: CordonFacts, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Cordon] | Refusal:
    return cordon(facts, book)


def _through(facts: ThroughFacts, _dice: tuple[D6, ...], book: EarthBook) -> Explained[bool] | Refusal:
    return sight_through(facts, book)


def _degrees(value: float) -> str:
    return f"{value:g} degrees"


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("cordon", "A cordon and its drift", CHAPTER, CordonFacts, no_dice, _cordon),
    Resolution(
        "wind", "Where the wind blows to", CHAPTER, WindAsked, _wind_dice, wind, thrown(wind, _wind_dice, _degrees)
    ),
    Resolution("sight_through_cloud", "Sight through smoke and gas", CHAPTER, ThroughFacts, no_dice, _through),
)
