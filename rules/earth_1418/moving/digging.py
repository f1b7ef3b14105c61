"""Digging in: who may, what it costs, and what becomes of a position that is left (BE-DIG)."""

from typing import Any, Final

from rules.earth_1418.book import EarthBook
from rules.earth_1418.chart import arm_of, is_vehicle
from rules.earth_1418.vocabulary import GUNS, HighCommand, Terrain, TroopType
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

CHAPTER: Final = "Digging in"


def never_digs_in(troop: TroopType, book: EarthBook) -> Refusal | None:
    """Vehicles and artillery are never dug in (BE-DIG-07, BE-VEH-01, BE-ART-04; G-07)."""
    if is_vehicle(troop, book):
        return Refusal("BE-VEH-01", "A vehicle never digs in", "choose another plan")
    digs = book.behaviour("G-07", {"never": False, "artillery_digs": True})
    if arm_of(troop, book).value in GUNS and not digs:
        return Refusal("BE-ART-04", "Artillery never digs in", "choose another plan")
    return None


def may_dig_in(command: HighCommand, troop: TroopType, book: EarthBook) -> Refusal | None:
    """Why a sub-unit may not dig in under a command; None where it may (BE-DIG-04, BE-DIG-05, BE-DIG-07)."""
    refused = never_digs_in(troop, book)
    if refused is not None:
        return refused
    cited = book.table("commands/digging_in").word(command)
    if cited.value != "yes":
        says = f"Nobody digs in under {command.upper()}: that is a command of dramatic moves"
        return Refusal(cited.clause, says, "dig in under ADVANCE or HOLD")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class DigIn:
    """A sub-unit that is to dig in."""

    command: HighCommand = fact("what its formation was told", example="hold")
    unit: TroopType = fact("what it is", default=TroopType.LINE_INFANTRY)
    dug_in: bool = fact("it is dug in already", default=False)
    stays_put: bool = fact("it stays put for the whole bound", default=True)


@dataclass(frozen=True, slots=True)
class Digs:
    """How many whole bounds it takes, and what it changes on Resilience if attacked meanwhile."""

    bounds: int
    resilience_if_attacked: int


def dig_in(facts: DigIn, book: EarthBook) -> Explained[Digs] | Refusal:
    """Whether a sub-unit may dig in (BE-DIG-02, BE-DIG-04, BE-DIG-05, BE-DIG-07). Refuses movers and bold commands."""
    refused = may_dig_in(facts.command, facts.unit, book)
    if refused is not None:
        return refused
    if facts.dug_in:
        return Refusal("BE-DIG-01", "It is dug in already", "stay put to remain so")
    if not facts.stays_put:
        return Refusal("BE-DIG-02", "Who digs in stays put for the whole bound", "let it stay put")
    cost = book.table("cover/changes").number("digging_in")
    by_house = book.mark("G-07") if arm_of(facts.unit, book).value in GUNS else None
    steps = (
        Step("BE-DIG-02", "It takes one whole bound of staying put", None, by_house),
        book.table("commands/digging_in").word(facts.command).cites(f"{facts.command.upper()} allows it"),
        cost.because("If it is attacked while it digs"),
    )
    return Explained(Digs(1, cost.value), None, steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """A dug-in sub-unit that moves."""

    terrain: Terrain = fact("the ground it had dug in on", example="open")
    moved_cm: float = fact("how far it moved", unit="cm", default=1.0, least=0, most=1000, example=4)


@dataclass(frozen=True, slots=True)
class PositionLeft:
    """Whether it is still dug in, and what cover its old position is worth now."""

    still_dug_in: bool
    position: Terrain


def leave_position(facts: Leaving, _book: EarthBook) -> Explained[PositionLeft]:
    """What becomes of a sub-unit that moves out, and of its position (BE-DIG-03, BE-DIG-06)."""
    if not facts.moved_cm:
        line = Considered("BE-DIG-06", "Nothing was left behind")
        return Explained(
            PositionLeft(True, facts.terrain), None, (Step("BE-DIG-03", "It has not moved at all"),), (line,)
        )
    in_the_open = facts.terrain is Terrain.OPEN
    position = Terrain.ROUGH if in_the_open else facts.terrain
    says = "Dug in the open: the position is rough ground now" if in_the_open else "The ground stays what it was"
    steps = (Step("BE-DIG-03", "It moved: it is dug in no more"), Step("BE-DIG-06", says))
    return Explained(PositionLeft(False, position), None, steps)


def _dig(facts: DigIn, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Digs] | Refusal:
    return dig_in(facts, book)


def _leave(facts: Leaving, _dice: tuple[D6, ...], book: EarthBook) -> Explained[PositionLeft]:
    return leave_position(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("dig_in", "Whether it may dig in", CHAPTER, DigIn, no_dice, _dig),
    Resolution("position_left", "A position left behind", CHAPTER, Leaving, no_dice, _leave),
)
