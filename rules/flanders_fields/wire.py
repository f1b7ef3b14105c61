"""Barbed wire: crossing it, being caught on it, and the gaps in it (FF-WIR)."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Mover, Transport
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.distances import cm
from rules.kernel.explanations import Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.odds import Odds, tally

SCORE, PROCEDURE, CROSSERS, MEASURES, ACTIONS = (
    "wire/score",
    "wire/procedure",
    "wire/crossers",
    "wire/measures",
    "wire/actions",
)


MM_IN_CM: Final = 10


class WireGap(StrEnum):
    """A way through the belt at the place of crossing."""

    NONE = "none"
    CRUSHED = "crushed"
    CLEARED = "cleared"


class OnWire(StrEnum):
    """Where a stand is after an attempt."""

    CROSSED = "crossed"
    CAUGHT = "caught"


@dataclass(frozen=True, slots=True, kw_only=True)
class WireCrossingFacts:
    """One action of a unit whose stands try to cross one belt of wire."""

    stands: int = fact("stands that try", least=1, most=16, example=4)
    mover: Mover = fact("what they are", default=Mover.INFANTRY)
    transport: Transport = fact("how a crewed weapon gets along", default=Transport.ON_ITS_OWN)
    belts: int = fact("belts of 2 cm still ahead, this one included", default=1, least=1, most=20)
    actions_left: int = fact("actions the unit still has, this one included", default=1, least=0, most=3)
    gap: WireGap = fact("a gap or track at the place they cross", default=WireGap.NONE)
    moved_up_with_it: bool = fact("the same action brought them up to the wire", default=False)
    failed_this_turn: bool = fact("they already failed to cross it this turn", default=False)


@dataclass(frozen=True, slots=True)
class WireAttempt:
    """Who crossed and who is caught, stand by stand; how far the crossers may go on, and the actions it took."""

    crossed: int
    caught: int
    stands: tuple[OnWire, ...]
    follow_on_mm: int
    actions: int


def cross_wire(
    facts: WireCrossingFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[WireAttempt] | Refusal | MoreDice:
    """One action against one belt: by a die for each stand, or (early sheet) by the order roll (FF-WIR-02 to -09).

    `dice` holds one die for each stand where the period tests them. Refuses movers that need a gap, a second try in
    the same turn, and a try with the action that moved up.
    """
    refused = wire_refusal(facts, book)
    if refused:
        return refused
    wanted = wire_dice(facts, book)
    if len(dice) < wanted:
        return MoreDice("FF-WIR-03", "one die for each stand at the wire", wanted - len(dice))
    return _way(facts, book)(facts, dice[:wanted], book)


def wire_dice(facts: WireCrossingFacts, book: RuleBook) -> int:
    """How many dice the attempt takes: one a stand where stands test, else none."""
    if wire_refusal(facts, book) or _way(facts, book) is not _by_test:
        return 0
    return facts.stands


def attempt_actions(book: RuleBook) -> int:
    """How many actions it takes to try one belt (FF-WIR-03)."""
    return book.table(ACTIONS).number("attempt").value


def cm_beyond_wire(book: RuleBook) -> float:
    """How far a stand that has crossed wire may go on (FF-WIR-05)."""
    return book.table(MEASURES).number("follow_on").value / MM_IN_CM


def decided_by_order_roll(book: RuleBook) -> bool:
    """Whether a company's order roll decides (alone or first) if it gets through wire (FF-WIR-09, AMB-57)."""
    return book.table(PROCEDURE).word("decided_by").value != "test"


_Way = Callable[[WireCrossingFacts, tuple[D6, ...], RuleBook], Explained[WireAttempt]]


def _way(facts: WireCrossingFacts, book: RuleBook) -> _Way:
    """The procedure that decides this attempt."""
    if _free_passage(facts, book):
        return _unhindered
    decided_by = book.table(PROCEDURE).word("decided_by").value
    if decided_by != "test" and not facts.actions_left:
        return _by_order_roll
    return {"test": _by_test, "both": _by_test, "order_roll": _by_order_roll}[decided_by]


def _crosser(facts: WireCrossingFacts, book: RuleBook) -> str:
    """The word of the crossers' table; packed weapons go as pack animals do."""
    return "gap" if facts.transport is Transport.PACKED else book.table(CROSSERS).word(facts.mover).value


def _free_passage(facts: WireCrossingFacts, book: RuleBook) -> bool:
    crosser = _crosser(facts, book)
    through_gap = facts.gap is WireGap.CLEARED or (facts.gap is WireGap.CRUSHED and crosser == "attempt")
    return through_gap or crosser in ("crush", "walks_over")


@lru_cache(maxsize=1024)
def wire_refusal(facts: WireCrossingFacts, book: RuleBook) -> Refusal | None:
    crosser, row = _crosser(facts, book), book.table(CROSSERS).word(facts.mover)
    name = facts.mover.replace("_", " ").capitalize()
    if crosser == "never":
        return Refusal(row.clause, f"{name} {row.says}")
    if _free_passage(facts, book):
        return None
    if crosser == "gap":
        track = " A crushed track does not serve." if facts.gap is WireGap.CRUSHED else ""
        return Refusal("FF-WIR-13", f"{name}: only by a cleared path.{track}", "clear a gap first, or unpack")
    return _attemptwire_refusal(facts, book)


def _attemptwire_refusal(facts: WireCrossingFacts, book: RuleBook) -> Refusal | None:
    two_actions = book.behaviour("AMB-62", {"two_actions": True, "one_action": False})
    once_a_turn = book.behaviour("AMB-60", {"next_turn": True, "each_action": False})
    if facts.moved_up_with_it and two_actions:
        return Refusal("FF-WIR-03", "This action brought them up to the wire", "try it with a further action")
    if facts.failed_this_turn and once_a_turn:
        return Refusal("FF-WIR-07", "They failed at this wire this turn", "try again in a later turn")
    if not facts.actions_left and book.table(PROCEDURE).word("decided_by").value == "test":
        return Refusal("FF-WIR-02", "Trying the wire takes an action of its own", "wait for an order")
    return None


def _unhindered(facts: WireCrossingFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[WireAttempt]:
    row = book.table(CROSSERS).word(facts.mover)
    over = row.cites("It crushes the wire as it goes" if row.value == "crush" else "No test for a command stand")
    ways = {
        WireGap.CRUSHED: Step("FF-WIR-11", "A crushed track: no penalty"),
        WireGap.CLEARED: Step("FF-WIR-13", "A cleared path"),
    }
    step = over if row.value in ("crush", "walks_over") else ways[facts.gap]
    stands = (OnWire.CROSSED,) * facts.stands
    return Explained(WireAttempt(facts.stands, 0, stands, 0, 0), None, (step,))


def _by_order_roll(facts: WireCrossingFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[WireAttempt]:
    decided = book.table(PROCEDURE).word("decided_by")
    stands = (OnWire.CROSSED if facts.actions_left else OnWire.CAUGHT,) * facts.stands
    says = "an action is left: they cross" if facts.actions_left else "no action: they are caught"
    return _told(
        stands, facts, (Step("FF-WIR-09", f"Order roll: {says}", None, decided.house or _house(facts, book)),), book
    )


def _by_test(facts: WireCrossingFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[WireAttempt]:
    decided, score = book.table(PROCEDURE).word("decided_by"), book.table(SCORE).number("crosses_on")
    stands = tuple(_stand_crosses(die, score.value) for die in dice)
    house = decided.house or _house(facts, book)
    procedure = Step("FF-WIR-03", "An action to try it, a die for each stand", None, house)
    shown = ", ".join(str(die.pips) for die in dice)
    return _told(stands, facts, (procedure, score.cites(f"{shown}: {score.value} or more crosses")), book)


def _house(facts: WireCrossingFacts, book: RuleBook) -> HouseMark | None:
    """The mark of the house rule without which this attempt would have been refused."""
    if facts.moved_up_with_it:
        return book.mark("AMB-62")
    return book.mark("AMB-60") if facts.failed_this_turn else None


def _stand_crosses(die: D6, score: int) -> OnWire:
    return OnWire.CROSSED if die.pips >= score else OnWire.CAUGHT


def _told(
    stands: tuple[OnWire, ...], facts: WireCrossingFacts, steps: tuple[Step, ...], book: RuleBook
) -> Explained[WireAttempt]:
    """The attempt with its consequences: on beyond the last belt, or between belts, or hanging in the Open."""
    crossed = stands.count(OnWire.CROSSED)
    follow_on = book.table(MEASURES).number("follow_on")
    on_mm = follow_on.value if crossed and facts.belts == 1 else 0
    if on_mm:
        steps += (follow_on.cites(f"{crossed} may go up to {cm(on_mm)} on, and assault with it"),)
    elif crossed:
        steps += (Step("FF-WIR-08", f"{facts.belts - 1} more to cross; between belts they are in the Open"),)
    if crossed < len(stands):
        steps += (Step("FF-WIR-06", f"{len(stands) - crossed} caught on the wire, in the Open"),)
    spent = attempt_actions(book) if facts.actions_left else 0
    return Explained(WireAttempt(crossed, len(stands) - crossed, stands, on_mm, spent), None, steps)


def wire_odds(facts: WireCrossingFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    """Return the chance that 0, 1, 2 ... stands cross this belt, and of several belts that they cross them all.

    Every belt is tried once: a stand that is caught may try again in a later turn (FF-WIR-07, FF-WIR-08).
    """
    refused = wire_refusal(facts, book)
    if refused:
        return refused
    if not wire_dice(facts, book):
        return {str(facts.stands if facts.actions_left or _free_passage(facts, book) else 0): Fraction(1)}
    score = book.table(SCORE).number("crosses_on").value
    hits = sum(die.pips >= score for die in ALL_D6)
    crosses = Fraction(hits, len(ALL_D6))
    this_belt = {str(stands): chance for stands, chance in _crossing(facts.stands, crosses)}
    if facts.belts == 1:
        return this_belt
    which = "both belts" if facts.belts == 2 else f"all {facts.belts} belts"
    over_all = _crossing(facts.stands, crosses**facts.belts)
    return this_belt | {f"{which}: {stands}": chance for stands, chance in over_all}


def _crossing(stands: int, crosses: Fraction) -> Iterable[tuple[int, Fraction]]:
    """Return the chance of each number of stands that cross, where each crosses with the same chance."""
    one = Odds({1: crosses, 0: 1 - crosses})
    return sorted(tally([one] * stands, int, lambda so_far, more: so_far + more, 0).chances.items())


class Caught(StrEnum):
    """What troops caught on wire want to do."""

    FIRE = "fire"
    MOVE = "move"
    CROSS = "cross"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaughtFacts:
    """A stand caught on wire, at its next action."""

    wants_to: Caught = fact("what it wants to do", example="fire")


def caught_may(facts: CaughtFacts, book: RuleBook) -> Explained[bool] | Refusal:
    """What a stand caught on wire may do with an action (FF-WIR-06, FF-WIR-07). Refuses moves that are no new try."""
    if facts.wants_to is Caught.FIRE:
        return Explained(True, None, (Step("FF-WIR-06", "It may fire, and is fired on as in the Open"),))
    if facts.wants_to is Caught.CROSS:
        return Explained(True, None, (Step("FF-WIR-07", "An action and a new try"),))
    amb_65 = book.ruling("AMB-65")
    if amb_65.gives({"fire_or_try": False, "walk_back": True}):
        return Explained(True, None, (Step("FF-WIR-07", "It walks back off the wire", None, amb_65.mark),))
    return Refusal("FF-WIR-07", "It hangs on the wire", "try to cross; only a morale retreat frees it otherwise")


class Clearer(StrEnum):
    """What makes a way through wire."""

    ENGINEERS = "engineers"
    TANK = "tank"
    GRAPNEL_TANK = "grapnel_tank"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearWireFacts:
    """Something that makes a way through wire."""

    by: Clearer = fact("what makes the way", example="engineers")
    belts: int = fact("belts of 2 cm that lie there", default=1, least=1, most=20)
    touching: bool = fact("engineers touch the wire at the start of the action", default=True)


@dataclass(frozen=True, slots=True)
class WayThrough:
    """A way through wire: its kind, its size, and the actions it takes."""

    kind: WireGap
    width_mm: int
    depth_mm: int
    actions: int


def clear_wire(facts: ClearWireFacts, book: RuleBook) -> Explained[WayThrough] | Refusal:
    """The gap or track made in wire (FF-WIR-10 to FF-WIR-12). Refuses engineers not touching it, tanks too early."""
    sizes = book.table(MEASURES)
    if not sizes.has(f"{facts.by}_width"):
        return Refusal("FF-TYP-09", "There are no tanks at this date", "engineers clear wire")
    if facts.by is Clearer.ENGINEERS and not facts.touching:
        return Refusal("FF-WIR-10", "Engineers must touch the wire when the action starts", "move up first")
    width, actions = sizes.number(f"{facts.by}_width"), book.table(ACTIONS).number(facts.by)
    depth_mm = _cleared_depth(facts, book)
    kind = WireGap.CRUSHED if facts.by is Clearer.TANK else WireGap.CLEARED
    house = book.mark("AMB-64") if facts.by is Clearer.ENGINEERS else None
    cost = f"{actions.value} action" if actions.value else "made as it moves"
    says = f"{width.says}: {cm(width.value)} wide, {cm(depth_mm)} deep, {cost}"
    step = Step(width.clause, says, None, house)
    return Explained(WayThrough(kind, width.value, depth_mm, actions.value), None, (step,))


def _cleared_depth(facts: ClearWireFacts, book: RuleBook) -> int:
    sizes = book.table(MEASURES)
    belt = sizes.number("belt_depth").value
    if facts.by is Clearer.GRAPNEL_TANK:
        return min(facts.belts * belt, sizes.number("grapnel_tank_depth").value)
    if facts.by is Clearer.TANK:
        return facts.belts * belt
    return book.behaviour("AMB-64", {"one_belt": belt, "full_depth": facts.belts * belt})


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("wire", "Crossing wire", "Barbed wire", WireCrossingFacts, wire_dice, cross_wire, wire_odds),
    Resolution(
        "caught_on_wire",
        "Caught on wire",
        "Barbed wire",
        CaughtFacts,
        no_dice,
        lambda facts, _dice, book: caught_may(facts, book),
    ),
    Resolution(
        "clear_wire",
        "Making a way through wire",
        "Barbed wire",
        ClearWireFacts,
        no_dice,
        lambda facts, _dice, book: clear_wire(facts, book),
    ),
)
