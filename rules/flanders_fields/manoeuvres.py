"""Manoeuvres: mixed ground, rivers, turns, packing, passing through, command moves (FF-MOV)."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from rules.flanders_fields.movement import ACTIONS, CARRIAGE, MoveFacts, move_allowance, taken_off
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Going, Mover, Quality, Transport
from rules.kernel.distances import cm, mm
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import Allowance, Way

QUARTER_TURN = 90

# One move through several kinds of ground (AMB-49, AMB-50)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePart:
    """A stretch of one move through one kind of ground."""

    going: Going = fact("the ground of this stretch", example="cross_country")
    distance_cm: float = fact("how far it leads through it", unit="cm", least=0, most=1000, example=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedMoveFacts:
    """One move action whose way leads through several kinds of ground, in order."""

    mover: Mover = fact("what moves", example="infantry")
    parts: tuple[MovePart, ...] = fact(
        "the stretches in the order they are crossed", example=[{"going": "cross_country", "distance_cm": 10}], fewest=1
    )
    quality: Quality = fact("its battalion's grade", default=Quality.EXPERIENCED)
    transport: Transport = fact("how a crewed weapon gets along", default=Transport.ON_ITS_OWN)
    in_column: bool = fact("it is in column while on the road", default=False)
    close_up_cm: float = fact("already used to close up its formation", default=0.0, unit="cm", least=0, most=100)
    about_turns: int = fact("how often it turns about in this move", default=0, least=0, most=9)
    turned_deg: int = fact("other turns, added up", default=0, unit="degrees", least=0, most=720)


@dataclass(frozen=True, slots=True)
class MixedMove:
    """Whether the way can be gone in one move, how far it gets along it, and what is left in its last ground."""

    reaches: bool
    goes_mm: int
    left_mm: int


@dataclass(frozen=True, slots=True)
class _Leg:
    distance_mm: int
    rate_mm: int


def move_through(facts: MixedMoveFacts, book: RuleBook) -> Explained[MixedMove] | Refusal:
    """How far one move action leads over changing ground (FF-MOV-02).

    Refuses a way through ground the mover cannot enter, or that takes whole actions of its own.
    """
    if not facts.parts:
        return Refusal("FF-MOV-02", "The way has no stretch", "name at least one kind of ground and how far")
    rates = [move_allowance(asked, book) for asked in _each_part(facts, book)]
    legs: list[_Leg] = []
    steps: list[Step] = []
    for part, rate in zip(facts.parts, rates, strict=True):
        if isinstance(rate, Refusal):
            return rate
        if rate.value.way is Way.ACTIONS:
            return Refusal(
                rate.steps[0].clause, f"{rate.steps[0].says}, apart from this move", "end the move at its edge"
            )
        if rate.value.way is Way.DISTANCE:
            legs.append(_Leg(mm(part.distance_cm), rate.value.mm))
        steps.extend(rate.steps[:1] if rate.value.way is Way.FREE else rate.steps)
    return _gone(legs, facts, tuple(dict.fromkeys(steps)), book)


def _each_part(facts: MixedMoveFacts, book: RuleBook) -> list[MoveFacts]:
    road_counts = book.behaviour("AMB-50", {"part_on_road": _always, "whole_move": _all_road})(facts.parts)
    column = facts.in_column and road_counts
    return [
        MoveFacts(
            mover=facts.mover, going=part.going, quality=facts.quality, transport=facts.transport, in_column=column
        )
        for part in facts.parts
    ]


def _always(_parts: Sequence[MovePart]) -> bool:
    return True


def _all_road(parts: Sequence[MovePart]) -> bool:
    return all(part.going is Going.ROAD for part in parts)


def _gone(legs: list[_Leg], facts: MixedMoveFacts, steps: tuple[Step, ...], book: RuleBook) -> Explained[MixedMove]:
    amb_49 = book.ruling("AMB-49")
    spend = amb_49.gives({"in_proportion": _in_proportion, "slowest": _at_the_slowest})
    losses = tuple(taken_off(_in_one(facts), book))
    steps += tuple(loss.step for loss in losses)
    result = spend(legs, -sum(loss.mm for loss in losses))
    gets = "all the way" if result.reaches else f"only {cm(result.goes_mm)} of it"
    on_road = facts.in_column and any(part.going is Going.ROAD for part in facts.parts)
    house = amb_49.mark or (book.mark("AMB-50") if on_road else None)
    last = Step("FF-MOV-02", f"It gets {gets}", None, house)
    return Explained(result, None, (*steps, last))


def _in_one(facts: MixedMoveFacts) -> MoveFacts:
    """The whole way as one move, for what is taken off it."""
    return MoveFacts(
        mover=facts.mover,
        going=facts.parts[0].going,
        close_up_cm=facts.close_up_cm,
        about_turns=facts.about_turns,
        turned_deg=facts.turned_deg,
        trenches_crossed=sum(part.going is Going.CROSSING_TRENCH for part in facts.parts),
    )


def _in_proportion(legs: Sequence[_Leg], used_mm: int) -> MixedMove:
    share = Fraction(1)
    if legs:
        share -= min(share, Fraction(used_mm, legs[0].rate_mm))
    goes = Fraction(0)
    for leg in legs:
        stretch = min(Fraction(leg.distance_mm), share * leg.rate_mm)
        share -= stretch / leg.rate_mm
        goes += stretch
    reaches = goes == sum(leg.distance_mm for leg in legs)
    return MixedMove(reaches, int(goes), int(share * legs[-1].rate_mm) if reaches and legs else 0)


def _at_the_slowest(legs: Sequence[_Leg], used_mm: int) -> MixedMove:
    length = sum(leg.distance_mm for leg in legs)
    limit = max(0, min((leg.rate_mm for leg in legs), default=0) - used_mm)
    return MixedMove(length <= limit, min(length, limit), max(0, limit - length))


# Rivers (AMB-51)


class RiverStage(StrEnum):
    """Where a stand is in crossing a river."""

    DRY = "dry"
    NEAR_BANK = "near_bank"
    MID_STREAM = "mid_stream"
    FAR_BANK = "far_bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class RiverCrossingFacts:
    """One action of crossing a river."""

    mover: Mover = fact("what crosses", example="infantry")
    stage: RiverStage = fact("where it is before this action", example="dry")
    transport: Transport = fact("how a crewed weapon gets along", default=Transport.ON_ITS_OWN)


@dataclass(frozen=True, slots=True)
class RiverStep:
    """Where the stand is after the action, what covers it there, and whether it is over."""

    stage: RiverStage
    cover: Cover
    across: bool


def cross_river(facts: RiverCrossingFacts, book: RuleBook) -> Explained[RiverStep] | Refusal:
    """One of the three actions of a river crossing: in, over, out (FF-MOV-08). Refuses guns, tanks and motors."""
    passage = move_allowance(MoveFacts(mover=facts.mover, going=Going.RIVER, transport=facts.transport), book)
    if isinstance(passage, Refusal):
        return passage
    stages = dict(pairwise(RiverStage))
    if facts.stage not in stages:
        return Refusal("FF-MOV-08", "It is across already", "move on as over the ground it stands on")
    stage = stages[facts.stage]
    cover = book.table("movement/river_stages").word(stage)
    step = cover.cites(f"{cover.says}: counts as {cover.value.capitalize()}")
    return Explained(RiverStep(stage, Cover(cover.value), stage is RiverStage.FAR_BANK), None, (*passage.steps, step))


# Turning, packing, dismounting


@dataclass(frozen=True, slots=True, kw_only=True)
class RefaceFacts:
    """A stand that turns in order to fire."""

    mover: Mover = fact("what turns", example="machine_gun")
    turned_deg: float = fact("how far it must turn to bear", unit="degrees", least=0, most=180, example=45)


def reface(facts: RefaceFacts, book: RuleBook) -> Explained[int] | Refusal:
    """How many movement actions a turn costs before the weapon bears (FF-MOV-17). 0 is part of the fire action.

    Refuses weapons whose facing is fixed for the game (FF-TYP-05) and block houses.
    """
    ways, pivot = book.table(CARRIAGE).word(facts.mover), book.table("movement/pivot")
    if not pivot.has(facts.mover):
        return Refusal(ways.clause, f"{facts.mover.replace('_', ' ').capitalize()} {ways.says}")
    limit, cost = pivot.number(facts.mover), book.table(ACTIONS).number("reface")
    free = _free_turn(facts.mover, limit.value, book)
    pivots = book.mark("SHQ-07") if facts.mover is Mover.MACHINE_GUN else None
    house = limit.house or cost.house or book.mark("SHQ-69") or pivots
    turned = f"{facts.turned_deg:g} degrees"
    if facts.turned_deg <= free:
        within_arc = f"{turned}, up to {free}: part of the fire action" if free else "It bears already"
        return Explained(0, None, (Step(limit.clause, within_arc, None, house), *_afterwards(facts, book)))
    step = Step(cost.clause, f"{turned}, over {free}: a movement action first", None, house)
    return Explained(cost.value, None, (step,))


def _afterwards(facts: RefaceFacts, book: RuleBook) -> Iterator[Step]:
    """That a machine gun faces as before when it has fired, where a house rule wants it so (SHQ-07)."""
    shq_07 = book.ruling("SHQ-07")
    stays = shq_07.gives({"one_limit": False, "pivot_first": False, "facing_stays": True})
    if stays and facts.mover is Mover.MACHINE_GUN and facts.turned_deg:
        yield Step("FF-ARC-08", "Then it faces as before", None, shq_07.mark)


def _free_turn(mover: Mover, pivot: int, book: RuleBook) -> int:
    """Degrees between the old facing and the line of fire that cost nothing (SHQ-07, SHQ-69)."""
    arc = book.table("shooting/arc_angles").number(Mover.MACHINE_GUN).value // 2 if mover is Mover.MACHINE_GUN else 0
    own = book.behaviour("SHQ-07", {"one_limit": pivot, "pivot_first": pivot + arc, "facing_stays": pivot})
    return book.behaviour("SHQ-69", {"no": own, "up_to_90": max(own, QUARTER_TURN)})


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriageFacts:
    """A weapon that is packed, unpacked, limbered or unlimbered, or cavalry that dismounts or mounts."""

    mover: Mover = fact("what is made ready", example="machine_gun")
    again: bool = fact("it has already done so this turn", default=False)


def carriage_actions(facts: CarriageFacts, book: RuleBook) -> Explained[int] | Refusal:
    """How many actions packing or limbering (either way) or dismounting costs (FF-MOV-13, FF-TYP-10).

    Refuses whatever has no team or pack animals.
    """
    ways, costs = book.table(CARRIAGE).word(facts.mover), book.table(ACTIONS)
    if facts.mover is Mover.CAVALRY:
        cost = costs.number("dismount")
        return Explained(cost.value, None, (cost.cites(f"{cost.says}: {cost.value or 'no'} action"),))
    if not {"packed", "limbered"} & set(ways.value.split(", ")):
        says = f"{facts.mover.replace('_', ' ').capitalize()} {ways.says}"
        return Refusal(ways.clause, says, "there is nothing to pack or limber")
    cost = costs.number("carriage_again" if facts.again else "carriage_first")
    return Explained(cost.value, None, (cost.cites(f"{cost.says}: {cost.value or 'no'} action"),))


# Passing through others (AMB-54)


class Relation(StrEnum):
    """Whose stands are passed through."""

    SAME_BATTALION = "same_battalion"
    OTHER_BATTALION = "other_battalion"
    ENEMY = "enemy"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassThroughFacts:
    """A stand whose way leads through other stands."""

    through: Relation = fact("whose stands it passes through", example="other_battalion")
    other_has_moved: bool = fact("that battalion has moved this player turn", default=False)


@dataclass(frozen=True, slots=True)
class LeaveToPass:
    """Leave to pass; `locks_other` says that the other battalion may then not move this player turn."""

    locks_other: bool


def pass_through(facts: PassThroughFacts, book: RuleBook) -> Explained[LeaveToPass] | Refusal:
    """Whether a stand may pass through others (FF-MOV-16). Refuses enemies and battalions that move too."""
    if facts.through is Relation.ENEMY:
        return Refusal("FF-MOV-16", "Enemy stands are never passed through", "assault them, or go round")
    if facts.through is Relation.SAME_BATTALION:
        return Explained(LeaveToPass(False), None, (Step("FF-MOV-16", "Its own battalion: nothing restricts it"),))
    if facts.other_has_moved:
        return Refusal("FF-MOV-16", "That battalion has moved this player turn", "go round, or wait for the next turn")
    amb_54 = book.ruling("AMB-54")
    locks = amb_54.gives({"whole_turn": True, "not_so_far": False})
    says = "That battalion must stand still this player turn" if locks else "That battalion has not moved so far"
    return Explained(LeaveToPass(locks), None, (Step("FF-MOV-16", says, None, amb_54.mark),))


# Command stands (FF-CMD-05)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandMoveFacts:
    """A command stand in the last phase of its player's turn."""

    mounted: bool = fact("it is mounted", example=False)
    going: Going = fact("the ground it moves through", default=Going.CROSS_COUNTRY)
    quality: Quality = fact("its formation's grade", default=Quality.EXPERIENCED)
    in_column: bool = fact(
        "it is wholly on the road", default=False, only=only("FF-MOV-06", "going", {Going.ROAD}, "a move along a road")
    )


@dataclass(frozen=True, slots=True)
class CommandMoves:
    """How many moves a command stand has, what each allows, and the distance of all together."""

    moves: int
    each: Allowance
    in_all_mm: int


@lru_cache(maxsize=1024)
def command_move(facts: CommandMoveFacts, book: RuleBook) -> Explained[CommandMoves] | Refusal:
    """The moves of a command stand, without an order roll (FF-CMD-05, FF-CMD-06). Refuses as `move_allowance` does."""
    mover = Mover.MOUNTED_COMMAND if facts.mounted else Mover.COMMAND_ON_FOOT
    each = move_allowance(
        MoveFacts(mover=mover, going=facts.going, quality=facts.quality, in_column=facts.in_column), book
    )
    if isinstance(each, Refusal):
        return each
    moves = book.table(ACTIONS).number("command_moves")
    step = moves.cites(f"{moves.value} moves in the last phase, without an order roll")
    result = CommandMoves(moves.value, each.value, moves.value * each.value.mm)
    considered = tuple(line for line in each.considered if line.clause != step.clause)
    return Explained(result, None, (*each.steps, step), considered)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "mixed_move",
        "One move over changing ground",
        "Movement",
        MixedMoveFacts,
        no_dice,
        lambda facts, _dice, book: move_through(facts, book),
    ),
    Resolution(
        "cross_river",
        "Crossing a river",
        "Movement",
        RiverCrossingFacts,
        no_dice,
        lambda facts, _dice, book: cross_river(facts, book),
    ),
    Resolution(
        "reface",
        "Turning a weapon",
        "Movement",
        RefaceFacts,
        no_dice,
        lambda facts, _dice, book: reface(facts, book),
    ),
    Resolution(
        "carriage",
        "Packing, limbering, dismounting",
        "Movement",
        CarriageFacts,
        no_dice,
        lambda facts, _dice, book: carriage_actions(facts, book),
    ),
    Resolution(
        "pass_through",
        "Passing through other stands",
        "Movement",
        PassThroughFacts,
        no_dice,
        lambda facts, _dice, book: pass_through(facts, book),
    ),
    Resolution(
        "command_move",
        "Moving a command stand",
        "Movement",
        CommandMoveFacts,
        no_dice,
        lambda facts, _dice, book: command_move(facts, book),
    ),
)
