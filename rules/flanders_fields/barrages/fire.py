"""What the rolling barrage does to stands under its band, and to attackers too close behind it (FF-BAR)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.barrages.rolling import SIZES, no_barrage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import SHELTER
from rules.flanders_fields.only_where import BELOW_GROUND, OF_A_STAND, OF_ARMOUR
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.shot import effect
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, TargetKind
from rules.kernel.contradictions import only
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import beyond, cm, mm
from rules.kernel.resolve import Resolution, thrown
from rules.kernel.values import dataclass

EFFECT, COVER = "artillery/barrage_effect", "artillery/barrage_cover"
_ALWAYS_FAILS = D6(1)


class Under(StrEnum):
    """How a stand is under the band (FF-BAR-11, FF-BAR-12, AMB-351)."""

    SWEPT = "swept"
    BAND_STAYS = "band_stays"
    MOVED_INTO_IT = "moved_into_it"
    ENEMY_TURN = "enemy_turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrageFacts:
    """One stand and the band of a rolling barrage."""

    cover: Cover = fact("what protects it", example="medium")
    under: Under = fact("how it comes to be under the band", default=Under.SWEPT)
    overlap: Overlap = fact("how much of its base is touched", default=Overlap.WHOLE)
    target: TargetKind = fact("a stand, or armour", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact("it is armour in cover", default=False, only=OF_ARMOUR)
    target_is_command: bool = fact("it is a command stand", default=False, only=OF_A_STAND)
    in_shelter: bool = fact("it sits in a deep shelter", default=False, only=BELOW_GROUND, dated=SHELTER)
    friend: bool = fact("it is on the barrage's side", default=False)
    rolled_this_turn: bool = fact(
        "it has rolled for moving into the band this turn",
        default=False,
        only=only("FF-BAR-12", "under", {Under.MOVED_INTO_IT}, "a stand that moves into the band"),
    )


@dataclass(frozen=True, slots=True)
class BarrageResult:
    """Whether a stand rolls, what becomes of it, and whether it stops at the band's edge."""

    rolls: bool
    result: FireResult = FireResult.NO_EFFECT
    stops_at_edge: bool = False


def under_the_barrage(
    facts: BarrageFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[BarrageResult] | Refusal | MoreDice:
    """What a rolling barrage does to a stand (FF-BAR-11 to FF-BAR-17). No die where it does not roll.

    Refuses dates before there are rolling barrages.
    """
    refused = no_barrage(True, book)
    if refused:
        return refused
    spared = next(_spared(facts, book), None)
    if spared:
        return Explained(BarrageResult(False), None, (spared,))
    if not dice:
        return MoreDice("FF-BAR-11", "one die for the stand", 1)
    shell = facts.target is TargetKind.ARMOUR and not _as_hard(facts, book)
    result, total, steps = _at_armour(facts, dice[0], book) if shell else _by_table(facts, dice[0], book)
    stops = facts.under is Under.MOVED_INTO_IT and result is FireResult.SUPPRESSED
    edge = (Step("FF-BAR-12", "It stops at the edge of the band"),) if stops else ()
    return Explained(BarrageResult(True, result, stops), total, (*steps, *edge))


def _as_hard(facts: BarrageFacts, book: RuleBook) -> bool:
    """Whether armour is read on the barrage's own table, as in Hard cover: by house rule (AMB-353)."""
    hard = book.behaviour("AMB-353", {"armour_table": False, "armour_immune": False, "armour_hard": True})
    return hard and facts.target is TargetKind.ARMOUR


def _at_armour(facts: BarrageFacts, die: D6, book: RuleBook) -> tuple[FireResult, int | None, tuple[Step, ...]]:
    """Armour takes the indirect fire of field artillery (AMB-353)."""
    shot = Shot(
        firer=Firer.FIELD_GUN,
        range_cm=0.0,
        cover=facts.cover,
        target=facts.target,
        target_armour_in_cover=facts.target_armour_in_cover,
        direct_sight=False,
        indirect=True,
        on_area=True,
        partly_in_area=_partly(facts, book),
    )
    answer = effect(shot, die, book)
    return answer.value, answer.total, answer.steps


def _by_table(facts: BarrageFacts, die: D6, book: RuleBook) -> tuple[FireResult, int | None, tuple[Step, ...]]:
    modifiers = tuple(_modifiers(facts, book))
    total = die.pips + sum(step.value or 0 for step in modifiers)
    amb_354 = book.ruling("AMB-354")
    fails = die == _ALWAYS_FAILS and amb_354.gives({"fails": True, "added": False})
    read = book.table(EFFECT).read("result", total)
    if fails:
        return FireResult.NO_EFFECT, total, (*modifiers, Step("FF-NAT-01", "A natural 1 always fails"))
    result = FireResult(read.value)
    mark = amb_354.mark if die == _ALWAYS_FAILS else None
    line = Step(read.clause, f"{total}: {result.replace('_', ' ')}", None, read.house or mark)
    return result, total, (*modifiers, line)


def _modifiers(facts: BarrageFacts, book: RuleBook) -> Iterator[Step]:
    cover = Cover.HARD if _as_hard(facts, book) else facts.cover
    added = book.table(COVER).number(cover)
    if added.value:
        step = added.because(added.says)
        yield Step(step.clause, step.says, step.value, step.house or _armour_mark(facts, book))
    if facts.target_is_command:
        yield book.table("shooting/modifiers").number("command_stand").because("A command stand")
    if _partly(facts, book):
        partly = book.table("artillery/area_modifiers").number("partly")
        yield Step(partly.clause, "Only partly under the band", partly.value, book.mark("AMB-352"))


def _armour_mark(facts: BarrageFacts, book: RuleBook) -> HouseMark | None:
    return book.mark("AMB-353") if facts.target is TargetKind.ARMOUR else None


def _partly(facts: BarrageFacts, book: RuleBook) -> bool:
    """Whether part cover counts: any overlap is a full roll but by house rule (AMB-352)."""
    counts = book.behaviour("AMB-352", {"full": False, "minus_2": True})
    return counts and facts.overlap is not Overlap.WHOLE


def _spared(facts: BarrageFacts, book: RuleBook) -> Iterator[Step]:
    """Every reason why a stand does not roll."""
    if facts.overlap is Overlap.NONE:
        yield Step("FF-BAR-11", "The band does not touch it")
    if facts.in_shelter:
        yield Step("FF-BAR-17", "In a deep shelter it is safe")
    if facts.under is Under.ENEMY_TURN:
        yield Step("FF-BAR-12", "Staying under it in the defender's turn brings no roll")
    if facts.under is Under.MOVED_INTO_IT and facts.rolled_this_turn:
        yield Step("FF-BAR-12", "It has rolled for moving in this turn")
    amb_351 = book.ruling("AMB-351")
    if facts.friend and amb_351.gives({"everyone": False, "friends_by_strip": True}):
        yield Step("FF-BAR-11", "Friends take only the attack of the danger strip", None, amb_351.mark)
    amb_353 = book.ruling("AMB-353")
    immune = amb_353.gives({"armour_table": False, "armour_immune": True, "armour_hard": False})
    if facts.target is TargetKind.ARMOUR and immune:
        yield Step("FF-BAR-14", "Armour is immune", None, amb_353.mark)
    if facts.target is TargetKind.STAND and not book.table(COVER).has(facts.cover):
        yield Step("FF-BAR-14", book.table(COVER).absent[facts.cover])


@dataclass(frozen=True, slots=True, kw_only=True)
class StripFacts:
    """A stand behind a rolling barrage."""

    distance_cm: float = fact(
        "from the nearest point of its base to the rear edge of the band", unit="cm", least=0, most=1000, example=5.0
    )
    cover: Cover = fact("what protects it", example="soft")
    attacker: bool = fact("it is on the barrage's side", default=True)
    ended_move: bool = fact(
        "a move of its own has just ended there (not: the band moved and left it there)", default=True
    )
    target: TargetKind = fact("a stand, or armour", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact("it is armour in cover", default=False, only=OF_ARMOUR)
    target_is_command: bool = fact("it is a command stand", default=False, only=OF_A_STAND)


@dataclass(frozen=True, slots=True)
class StripResult:
    """Whether a stand was at risk, what its attack did, and whether a suppression is its whole company's."""

    at_risk: bool
    result: FireResult = FireResult.NO_EFFECT
    whole_company: bool = False


def danger_strip(
    facts: StripFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[StripResult] | Refusal | MoreDice:
    """What happens to a stand close behind its own barrage (FF-BAR-22 to FF-BAR-25).

    The first die tells whether it is at risk, a second the attack of field artillery. No die outside the strip.
    Refuses dates before there are rolling barrages, and a stand inside the band.
    """
    refused = no_barrage(True, book)
    if refused:
        return refused
    if not mm(facts.distance_cm):
        return Refusal("FF-BAR-12", "It is under the band itself", "ask what the barrage does to it")
    safe = next(_outside(facts, book), None)
    if safe:
        return Explained(StripResult(False), None, (safe,))
    if not dice:
        return MoreDice("FF-BAR-23", "one die for the risk", 1)
    amb_358 = book.ruling("AMB-358")
    rounded = amb_358.gives({"exact": 1, "rounded_down": 10, "each_phase": 1})
    distance = mm(facts.distance_cm) // rounded * rounded
    at_risk = dice[0].pips * 10 >= distance
    word = "at risk" if at_risk else "safe"
    mark = amb_358.mark or (None if facts.attacker else book.mark("AMB-357"))
    risk = Step("FF-BAR-23", f"{dice[0].pips} against {cm(distance)}: {word}", None, mark)
    if not at_risk:
        return Explained(StripResult(False), None, (risk,))
    if len(dice) < 2:
        return MoreDice("FF-BAR-24", f"{dice[0].pips}: at risk; one die for the attack", 1)
    return _strip_attack(facts, dice[1], risk, book)


def _strip_attack(facts: StripFacts, die: D6, risk: Step, book: RuleBook) -> Explained[StripResult]:
    """The attack of field artillery at -1 on a stand at risk (FF-BAR-24, AMB-359)."""
    guns = {"field_gun": Firer.FIELD_GUN, "howitzer": Firer.FIELD_HOWITZER, "spreads": Firer.FIELD_GUN}
    amb_359 = book.ruling("AMB-359")
    shot = Shot(
        firer=amb_359.gives(guns),
        range_cm=0.0,
        cover=facts.cover,
        target=facts.target,
        target_armour_in_cover=facts.target_armour_in_cover,
        target_is_command=facts.target_is_command,
        direct_sight=False,
        indirect=True,
        on_area=True,
        in_danger_strip=True,
    )
    answer = effect(shot, die, book)
    spreads = amb_359.gives({"field_gun": False, "howitzer": False, "spreads": True})
    company = spreads and answer.value is FireResult.SUPPRESSED
    row = (Step("FF-BAR-24", "Attacked by field artillery", None, amb_359.mark),)
    found = StripResult(True, answer.value, company)
    return Explained(found, answer.total, (risk, *row, *answer.steps), answer.considered)


def _outside(facts: StripFacts, book: RuleBook) -> Iterator[Step]:
    """Why a stand takes no risk."""
    strip = book.table(SIZES).number("strip")
    if beyond(facts.distance_cm, strip.value):
        yield strip.cites(f"{facts.distance_cm:g} cm, over {cm(strip.value)}: no roll")
    if not facts.attacker and book.behaviour("AMB-357", {"attackers": True, "any_stand": False}):
        yield Step("FF-BAR-23", "Only the barrage's own side is at risk there")
    if not facts.ended_move and book.behaviour("AMB-358", {"exact": True, "rounded_down": True, "each_phase": False}):
        yield Step("FF-BAR-23", "Only a move that ends in the strip is rolled for")


def _barrage_dice(facts: BarrageFacts, book: RuleBook) -> int:
    return int(isinstance(under_the_barrage(facts, (), book), MoreDice))


def _strip_dice(facts: StripFacts, book: RuleBook) -> int:
    return int(isinstance(danger_strip(facts, (), book), MoreDice))


def _came_of_it(found: BarrageResult) -> str:
    return found.result.value if found.rolls else "no roll"


def _came_of_risk(found: StripResult) -> str:
    return found.result.value if found.at_risk else "safe"


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "barrage_effect",
        "What a rolling barrage does to a stand",
        "Rolling barrage",
        BarrageFacts,
        _barrage_dice,
        under_the_barrage,
        thrown(under_the_barrage, _barrage_dice, _came_of_it),
        example_month="1917-11",
    ),
    Resolution(
        "danger_strip",
        "Too close behind the barrage",
        "Rolling barrage",
        StripFacts,
        _strip_dice,
        danger_strip,
        thrown(danger_strip, _strip_dice, _came_of_risk),
        example_month="1917-11",
    ),
)
