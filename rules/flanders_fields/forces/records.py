"""The record of a battalion: from what a game has left of it to what it brings to the next one (FF-CMP-04)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.campaign import (
    AfterGameFacts,
    BattalionRecord,
    after_game_dice,
    after_losses,
    with_drafts,
)
from rules.flanders_fields.forces.force import MOST_STANDS, Element, Force, Fought, NotThere, changed, part_of, visible
from rules.flanders_fields.forces.organisation import PartSort
from rules.flanders_fields.forces.trimming import only_what_is_there
from rules.flanders_fields.vocabulary import Quality
from rules.kernel.dice import Throw, d6s
from rules.kernel.explain import Refusal
from rules.kernel.kept import Rolled
from rules.kernel.months import parse_month
from rules.kernel.values import dataclass

LOST_ELSEWHERE = "it has lost some in another game: carry on with what it has, and write down why"


@dataclass(frozen=True, slots=True)
class After:
    """What is told of a battalion after a game: its platoons lost, those taken in as drafts, its dice.

    `game_id`, `told`: the game where the service kept it, and the platoons lost by its log. `before`: the same roll,
    where it was made and taken back. `reason` says why something is otherwise than either of them has it.
    """

    game: str
    date: str
    lost: int
    drafts: int
    dice: tuple[Throw, ...] = ()
    game_id: str = ""
    told: int | None = None
    before: Rolled | None = None
    reason: str = ""


def record_of(force: Force, battalion: str, book: RuleBook) -> BattalionRecord:
    """A battalion as it is now; at strength it is what it was in its first game, or what it has been made since.

    Raises NotThere for what is no battalion with companies of its own.
    """
    element = force.element(battalion)
    own = companies(element, book)
    if not own or element.grade is None:
        raise NotThere(f"{element.name} is no battalion with companies", "choose a battalion")
    platoons = sum(one.stands for one in own)
    full = max((platoons, *(one.full for one in force.fought if one.of == battalion)))
    return BattalionRecord(element.name, element.grade, full, platoons)


def companies(battalion: Element, book: RuleBook) -> Sequence[Element]:
    """The rifle companies it has by itself, and has not lent to others; none for what is no battalion."""
    if part_of(battalion, book).sort is not PartSort.BATTALION:
        return ()
    return [one for one in battalion.inside if not one.serves and part_of(one, book).sort is PartSort.COMPANY]


def carried_on(force: Force, battalion: str, after: After, book: RuleBook) -> Force:
    """The force with a battalion as it goes on from a game, and the game in its record (FF-CMP-04, GAP-80).

    Raises NotThere for a game that is in its record already, for losses, drafts and dice that cannot be or, without a
    reason, are not those that are known, for an earlier month without a reason, and where no platoon would be left.
    """
    after = replace(after, game=visible(after.game), reason=visible(after.reason))
    record = record_of(force, battalion, book)
    if not after.game:
        raise NotThere("the game has no name", "give the game a name")
    if any(one.is_of(battalion, after.game, after.date, after.game_id) for one in force.fought):
        raise NotThere(f"{record.name} has {after.game} in its record already", "it rolls once after each game")
    if after.lost > record.platoons:
        has = f"{record.name} has no more than {record.platoons} platoons to lose"
        by_the_log = after.told is not None and after.told >= after.lost
        raise NotThere(has, LOST_ELSEWHERE if by_the_log else "count them again")
    if not after.reason:
        _refuse_otherwise(record, after)
        _refuse_earlier(record, force, battalion, after)
    dice = _dice(record.quality, after, book)
    told = with_drafts(after_losses(record, after.lost), after.drafts, d6s([die.pips for die in dice]), book)
    if isinstance(told, Refusal):
        raise NotThere(told.because, told.instead)
    if not told.value.platoons:
        raise NotThere(f"no platoon of {record.name} is left", "send drafts, or leave it at home")
    fresh = changed(force, battalion, lambda one: _at(one, told.value, book))
    return only_what_is_there(replace(fresh, fought=(*force.fought, _fought(battalion, after, dice, told.value))))


def taken_back(force: Force, before: Element, book: RuleBook) -> Force:
    """The force with a battalion as it was before the newest game of its record, which is in it no more.

    Its grade and its companies are those of `before`; whatever else was done to it since stays.
    """
    newest = max(number for number, one in enumerate(force.fought) if one.of == before.id)
    fought = (*force.fought[:newest], *force.fought[newest + 1 :])
    fresh = changed(force, before.id, lambda now: _as_before(now, before, book))
    return only_what_is_there(replace(fresh, fought=fought))


def _as_before(now: Element, before: Element, book: RuleBook) -> Element:
    """A company that was broken up stands again where it stood."""
    was = {one.id: one for one in companies(before, book)}
    inside = list(_sized(now.inside, {name: one.stands for name, one in was.items()}))
    there = {one.id for one in inside}
    for at, one in enumerate(before.inside):
        if one.id in was and one.id not in there:
            ahead = {other.id for other in before.inside[:at]}
            inside.insert(max((n + 1 for n, other in enumerate(inside) if other.id in ahead), default=0), one)
    return replace(now, grade=before.grade, inside=tuple(inside))


def _fought(battalion: str, after: After, dice: Sequence[Throw], now: BattalionRecord) -> Fought:
    return Fought(
        of=battalion,
        game=after.game,
        date=after.date,
        lost=after.lost,
        drafts=after.drafts,
        dice=tuple(die.pips for die in dice),
        full=now.full,
        platoons=now.platoons,
        grade=now.quality,
        game_id=after.game_id,
        told=after.told,
        sources=tuple(die.source for die in dice) if any(die.source == "rolled" for die in dice) else (),
        reason=after.reason,
    )


def _refuse_otherwise(record: BattalionRecord, after: After) -> None:
    """What is known needs a reason to be otherwise: the log's losses, and a roll that was made and taken back."""
    if after.told not in (None, after.lost):
        lost = f"by the log of {after.game} it lost {after.told}, not {after.lost}"
        raise NotThere(lost, f"carry on with {after.told}, or write down why it was otherwise")
    before = after.before
    if before is None:
        return
    if (after.lost, after.drafts) != (before.lost, before.drafts):
        known = f"its dice were thrown for {before.lost} platoons lost and {before.drafts} taken in"
        raise NotThere(known, "carry on with the same numbers, or write down why it was otherwise")
    faces, kept = ([die.pips for die in dice] for dice in (after.dice, before.dice))
    if faces[: len(kept)] != kept:
        says = " and ".join(str(face) for face in kept)
        raise NotThere(
            f"{says} were thrown for it before it was taken back", f"{says} count, or write down why they do not"
        )


def _refuse_earlier(record: BattalionRecord, force: Force, battalion: str, after: After) -> None:
    """Refuse a game of an earlier month than the newest in the record: a battalion goes on from game to game."""
    newest = max((one for one in force.fought if one.of == battalion), key=lambda one: one.date, default=None)
    if newest and after.date < newest.date:
        fought = f"{record.name} has fought {newest.game} in {parse_month(newest.date).in_words} already"
        instead = "enter a later month, or write down why an earlier game comes after it"
        raise NotThere(f"{fought}, and {after.game} is of {parse_month(after.date).in_words}", instead)


def dice_of(force: Force, battalion: str, drafts: int, book: RuleBook) -> int:
    """How many dice a battalion rolls after a game with so many drafts (GAP-80). Raises NotThere for no battalion."""
    grade = record_of(force, battalion, book).quality
    return after_game_dice(AfterGameFacts(quality=grade, drafts=drafts), book)


def _dice(grade: Quality, after: After, book: RuleBook) -> tuple[Throw, ...]:
    """As many of those that were thrown as it rolls."""
    wanted = after_game_dice(AfterGameFacts(quality=grade, drafts=after.drafts), book)
    if len(after.dice) < wanted:
        raise NotThere("it rolls two dice for its grade", "throw both, and write down what they show")
    return after.dice[:wanted]


def _at(battalion: Element, now: BattalionRecord, book: RuleBook) -> Element:
    own = companies(battalion, book)
    if now.platoons > MOST_STANDS * len(own):
        raise NotThere(f"{now.name} has too few companies for {now.platoons} platoons", "add a company first")
    sizes = dict(zip((one.id for one in own), shared_out(now.platoons, len(own)), strict=True))
    return replace(battalion, grade=now.quality, inside=tuple(_sized(battalion.inside, sizes)))


def _sized(inside: Sequence[Element], sizes: dict[str, int]) -> Iterator[Element]:
    """A company that is left without a platoon is broken up."""
    for one in inside:
        stands = sizes.get(one.id, one.stands)
        if stands or one.id not in sizes:
            yield replace(one, stands=stands)


def shared_out(platoons: int, among: int) -> Iterator[int]:
    """Platoons shared out among companies as evenly as can be, the first ones having one more."""
    each, over = divmod(platoons, among)
    return (each + (number < over) for number in range(among))
