"""Target priority: the enemies that a stand may shoot at (FF-TGT)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.flanders_fields.applicability import BLOCK_HOUSE, GAS, OF_A_STAND, OF_ARMOUR
from rules.flanders_fields.fire_eligibility import (
    ARTILLERY,
    MACHINE_GUNS,
    MORTARS,
    Distance,
    RangeBand,
    Shot,
    judge_range,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import shot_odds
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, Quality, TargetKind
from rules.kernel.dice import D6
from rules.kernel.distances import mm, within
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

FREE_CHOICE = 0
_STRAIGHT_AHEAD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Enemy:
    """One enemy stand as the firer sees it. Command stands count (FF-TGT-04)."""

    name: str = fact("What the stand is called", example="A")
    distance_cm: float = fact("Distance between the bases", unit="cm", least=0, most=1000, example=12.0)
    in_arc: bool = fact("It is inside the firer's arc", default=True)
    seen: bool = fact("The firer sees it", default=True)
    could_affect: bool = fact("The best die could suppress or kill it", default=True)
    cover: Cover | None = fact("What protects it, to tell whether a die could affect it", default=None)
    target: TargetKind = fact("A stand, or armour", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact("It is armour in cover, a building or the like", default=False, only=OF_ARMOUR)
    target_is_command: bool = fact("It is a command stand", default=False, only=OF_A_STAND)
    aside_cm: float | None = fact(
        "How far it lies beside the firer's own width: 0 is straight ahead, nothing is anywhere else",
        default=None,
        unit="cm",
        least=0,
        most=1000,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Enemies:
    """A firing stand and the enemies it might shoot at."""

    firer: Firer = fact("Who fires, and with what", example="infantry", dated=BLOCK_HOUSE)
    enemies: tuple[Enemy, ...] = fact("The enemy stands", fewest=1, called="name")
    firer_quality: Quality = fact("Quality of the firing stand", default=Quality.EXPERIENCED)
    firer_in_gas: bool = fact("The firer stands in a gas cloud", default=False, dated=GAS)
    over_open_sights: bool = fact(
        "Artillery fires over open sights", default=False, only=only("FF-ART-06", "firer", ARTILLERY, "artillery")
    )
    long_range_marksmanship: bool = fact(
        "The firer are riflemen of the BEF",
        default=False,
        only=only("FF-SPR-01", "firer", {Firer.INFANTRY}, "riflemen"),
    )


@dataclass(frozen=True, slots=True)
class TargetChoice:
    """The stands that may be chosen, and the step (1 to 4) that decided; 0 where the choice is free of steps."""

    names: tuple[str, ...]
    step: int


_Chosen = tuple[int, list[Enemy]]
_Reading = Callable[[list[Enemy], RuleBook], _Chosen]


def choose_target(asked: Enemies, book: RuleBook) -> Explained[TargetChoice] | Refusal:
    """Which enemies a stand may shoot at, and by which step (FF-TGT-01, FF-TGT-02, FF-TGT-T1).

    Refuses where no enemy is in arc and range, or none of them can be seen and affected.
    """
    enemies = [replace(enemy, could_affect=_best_die_tells(asked, enemy, book)) for enemy in asked.enemies]
    near = [enemy for enemy in enemies if enemy.in_arc and _in_range(asked, enemy, book)]
    clause, ruling, reading = _reading_for(asked, book)
    if not near:
        return Refusal(clause, "no enemy is in arc and range", "turn or move first")
    step, chosen = reading(near, book)
    if not chosen:
        return Refusal(clause, "no enemy in arc and range can be seen and affected", "hold fire")
    choice = TargetChoice(tuple(enemy.name for enemy in chosen), step)
    says = f"{_STEPS[step]}: {', '.join(choice.names)}"
    wider = book.table("shooting/range_limits").number("priority.aside").house if step == _STRAIGHT_AHEAD else None
    reason = Step(clause, says, None, book.mark(ruling) or wider)
    return Explained(choice, None, (reason,), _passed_over(enemies, near, chosen))


_STEPS: Mapping[int, str] = {
    FREE_CHOICE: "Free choice",
    1: "The closest",
    2: "One of those close by",
    _STRAIGHT_AHEAD: "One straight ahead",
    4: "Any other in the arc",
}


def _in_range(asked: Enemies, enemy: Enemy, book: RuleBook) -> bool:
    distance = Distance(
        firer=asked.firer,
        range_cm=enemy.distance_cm,
        indirect=asked.firer in ARTILLERY and not asked.over_open_sights,
        long_range_marksmanship=asked.long_range_marksmanship,
    )
    answer = judge_range(distance, book)
    return not isinstance(answer, Refusal) and answer.value in (RangeBand.SHORT, RangeBand.IN_RANGE)


def _best_die_tells(asked: Enemies, enemy: Enemy, book: RuleBook) -> bool:
    """Whether a shot at this enemy could have an effect, as stated and by its cover (FF-TGT-T1, step 1)."""
    if enemy.cover is None and enemy.target is TargetKind.STAND:
        return enemy.could_affect
    shot = Shot(
        firer=asked.firer,
        range_cm=enemy.distance_cm,
        cover=enemy.cover or Cover.OPEN,
        target=enemy.target,
        target_armour_in_cover=enemy.target_armour_in_cover,
        target_is_command=enemy.target_is_command,
        direct_sight=enemy.seen,
        firer_quality=asked.firer_quality,
        firer_in_gas=asked.firer_in_gas,
        long_range_marksmanship=asked.long_range_marksmanship,
    )
    return enemy.could_affect and could_affect(shot, book)


def _reading_for(asked: Enemies, book: RuleBook) -> tuple[str, str, _Reading]:
    """The clause, the ruling and the procedure that bind this firer."""
    steps: dict[str, _Reading] = {"next_step": _by_steps, "near_free": _near_free, "strict": _strict, "advice": _advice}
    by_steps = ("FF-TGT-01", "SHQ-19", book.behaviour("SHQ-19", steps))
    if asked.firer in MACHINE_GUNS:
        nearest = ("FF-TGT-02", "SHQ-18", _nearest_seen)
        return book.behaviour("SHQ-18", {"nearest": nearest, "four_steps": ("FF-TGT-01", "SHQ-18", by_steps[2])})
    free = ("FF-TGT-01", "SHQ-76", _anyone)
    if asked.firer in MORTARS or asked.firer is Firer.GAS:
        return free
    if asked.firer in ARTILLERY:
        bound = ("FF-TGT-01", "SHQ-76", by_steps[2]) if asked.over_open_sights else free
        return book.behaviour("SHQ-76", {"stands_only": free, "open_sights_too": bound})
    return by_steps


def _nearest_seen(near: list[Enemy], _book: RuleBook) -> _Chosen:
    return 1, _closest([enemy for enemy in near if enemy.seen])


def _by_steps(near: list[Enemy], book: RuleBook) -> _Chosen:
    first = _targets(_closest(near))
    return (1, first) if first else _later_steps(near, book)


def _later_steps(near: list[Enemy], book: RuleBook) -> _Chosen:
    limits, targets = book.table("shooting/range_limits"), _targets(near)
    close_by = [enemy for enemy in targets if within(enemy.distance_cm, limits.number("priority.near").value)]
    if close_by:
        return 2, close_by
    ahead, aside = limits.number("priority.ahead").value, limits.number("priority.aside").value
    straight = [e for e in targets if e.aside_cm is not None and within(e.aside_cm, aside)]
    in_front = [enemy for enemy in straight if within(enemy.distance_cm, ahead)]
    return (_STRAIGHT_AHEAD, in_front) if in_front else (4, targets)


def _near_free(near: list[Enemy], book: RuleBook) -> _Chosen:
    """The closest or any close by, at will."""
    first, (step, later) = _targets(_closest(near)), _later_steps(near, book)
    if step == 2:
        return 2, first + [enemy for enemy in later if enemy not in first]
    return (1, first) if first else (step, later)


def _strict(near: list[Enemy], _book: RuleBook) -> _Chosen:
    return 1, _closest(_targets(near))


def _advice(near: list[Enemy], _book: RuleBook) -> _Chosen:
    return FREE_CHOICE, _targets(near)


def _anyone(near: list[Enemy], _book: RuleBook) -> _Chosen:
    return FREE_CHOICE, near


def _targets(enemies: list[Enemy]) -> list[Enemy]:
    return [enemy for enemy in enemies if enemy.seen and enemy.could_affect]


def _closest(enemies: list[Enemy]) -> list[Enemy]:
    least = min((mm(enemy.distance_cm) for enemy in enemies), default=0)
    return [enemy for enemy in enemies if mm(enemy.distance_cm) == least]


def _passed_over(enemies: list[Enemy], near: list[Enemy], chosen: list[Enemy]) -> tuple[Considered, ...]:
    return tuple(
        Considered("FF-TGT-01", f"{enemy.name} at {enemy.distance_cm:g} cm: {_why_not(enemy, near)}")
        for enemy in enemies
        if enemy not in chosen
    )


def _why_not(enemy: Enemy, near: list[Enemy]) -> str:
    if not enemy.in_arc:
        return "outside the arc"
    if enemy not in near:
        return "out of range"
    if not enemy.seen:
        return "not seen"
    return "others come first" if enemy.could_affect else "no die could affect it"


def may_pass_over(firer: Firer, book: RuleBook) -> Refusal | None:
    """Why a firer may not choose another target than the one that comes first; None where its choice is free.

    Guns count as firing at a point, not over open sights (SHQ-76).
    """
    clause, _, reading = _reading_for(Enemies(firer=firer, enemies=()), book)
    if reading in (_anyone, _advice):
        return None
    first = "the nearest troops" if clause == "FF-TGT-02" else "the enemy that comes first"
    return Refusal(clause, f"It must shoot at {first}", "choose that target, or say why it cannot be seen or hurt")


def is_settled(step: int, firer: Firer, next_cm: float, book: RuleBook) -> bool:
    """Whether no enemy `next_cm` off or farther changes a choice among all those nearer that this step decided.

    Never where the choice is free, and never at the last step: every enemy in the arc counts there (FF-TGT-T1).
    """
    reading = _reading_for(Enemies(firer=firer, enemies=()), book)[2]
    limits = book.table("shooting/range_limits")
    near, ahead = limits.number("priority.near").value, limits.number("priority.ahead").value
    if step == 1:
        return reading is not _near_free or not within(next_cm, near)
    counts = {2: near, _STRAIGHT_AHEAD: max(near, ahead)}
    return step in counts and not within(next_cm, counts[step])


def could_affect(shot: Shot, book: RuleBook) -> bool:
    """Whether the best die of an allowed shot would suppress or kill (FF-TGT-T1, step 1)."""
    odds = shot_odds(shot, book)
    return not isinstance(odds, Refusal) and odds.of(FireResult.NO_EFFECT) < 1


def _resolve(facts: Enemies, _dice: tuple[D6, ...], book: RuleBook) -> Explained[TargetChoice] | Refusal:
    return choose_target(facts, book)


RESOLUTIONS: tuple[Resolution[Enemies, RuleBook], ...] = (
    Resolution("target_priority", "Whom must it shoot at?", "Target priority", Enemies, no_dice, _resolve),
)
