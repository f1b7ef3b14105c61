"""Casualties of a game and the records of battalions between games (FF-CMP)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.flanders_fields.army_lists import PartSort
from rules.flanders_fields.force_changes import only_what_is_there
from rules.flanders_fields.forces import MOST_STANDS, Element, Force, Fought, NotThere, changed, part_of, visible
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Quality
from rules.kernel.dice import D6, Throw, d6s
from rules.kernel.dice_ledger import Rolled
from rules.kernel.explanations import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, thrown
from rules.kernel.months import parse_month

# What a game has cost, and what its battalions are worth afterwards (FF-CMP)

LOSSES, ROLL = "campaign/losses", "campaign/grades"
FATES = ("dead", "crippled", "badly_wounded", "lightly_wounded")
GRADE_RULINGS = ("GAP-78", "GAP-79", "GAP-80")
"""What is contested about the grade of a battalion after a game."""
BETTER = {Quality.RAW: Quality.EXPERIENCED, Quality.EXPERIENCED: Quality.VETERAN, Quality.VETERAN: Quality.VETERAN}


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtiesFacts:
    """The bases of one side that a game has cost, weapons and batteries among them."""

    killed: int = fact("bases killed", least=0, most=999, example=40)
    routed: int = fact("bases that left the table in rout", default=0, least=0, most=999)


@dataclass(frozen=True, slots=True)
class Casualties:
    """About how many men, and what became of them: lightly wounded within a month, badly within a year."""

    all: int
    dead: int
    crippled: int
    badly_wounded: int
    lightly_wounded: int


def casualties(facts: CasualtiesFacts, book: RuleBook) -> Explained[Casualties]:
    """Men killed and wounded, about (FF-CMP-01, FF-CMP-02, GAP-77). A half man falls to the badly wounded."""
    table = book.table(LOSSES)
    men = table.number("men_to_a_base")
    gap_77 = book.ruling("GAP-77")
    bases = facts.killed + gap_77.gives({"killed": 0, "routed_too": facts.routed})
    lost = bases * men.value
    of_six = {fate: table.number(f"{fate}.of_six").value for fate in FATES}
    dead, crippled, lightly = (
        lost * of_six[fate] // sum(of_six.values()) for fate in ("dead", "crippled", "lightly_wounded")
    )
    found = Casualties(lost, dead, crippled, lost - dead - crippled - lightly, lightly)
    shares = f"{dead} dead, {crippled} crippled, {found.badly_wounded} badly and {lightly} lightly wounded"
    steps = (
        Step(men.clause, f"{bases} {_bases(bases)}, {men.value} men each: about {lost}", None, gap_77.mark),
        table.number("dead.of_six").cites(shares),
    )
    return Explained(found, None, steps)


def _bases(number: int) -> str:
    return "base" if number == 1 else "bases"


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterGameFacts:
    """A battalion after a game."""

    quality: Quality = fact("its grade in that game", example="experienced")
    drafts: int = fact("platoons it takes in as drafts", least=0, most=30, example=6)


@dataclass(frozen=True, slots=True)
class AfterGame:
    """The grade a battalion goes on with."""

    quality: Quality
    changed: bool


def after_the_game(facts: AfterGameFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[AfterGame]:
    """A battalion's grade after its drafts, by two dice (FF-CMP-04, GAP-78, GAP-79, GAP-80)."""
    if not dice:
        step = Step("FF-CMP-04", "It needs no drafts and does not roll", None, book.mark("GAP-80"))
        return Explained(AfterGame(facts.quality, False), None, (step,))
    total = sum(die.pips for die in dice)
    grade, why, house = _rolled(facts, total, book)
    says = f"{total} against {facts.drafts} drafts: {why}"
    return Explained(AfterGame(grade, grade is not facts.quality), total, (Step("FF-CMP-04", says, None, house),))


def _rolled(facts: AfterGameFacts, total: int, book: RuleBook) -> tuple[Quality, str, HouseMark | None]:
    table = book.table(ROLL)
    rises = total == table.number("veteran_on").value
    above = total > facts.drafts
    gap_78 = book.ruling("GAP-78")
    raw_first = gap_78.gives({"veteran": False, "one_grade_up": False, "raw_first": True})
    gap_79 = book.ruling("GAP-79")
    if rises and (above or not raw_first):
        step_by_step = gap_79.mark or gap_78.mark if _one_by_one(book) else None
        grade = BETTER[facts.quality] if step_by_step else Quality.VETERAN
        return grade, f"it is {grade.capitalize()}", step_by_step
    if above and total == table.number("veteran_on").value - 1 and gap_79.option.key == "on_11":
        grade = BETTER[facts.quality]
        return grade, f"it is {grade.capitalize()}", gap_79.mark
    if above:
        return facts.quality, f"it stays {facts.quality.capitalize()}", None
    return Quality.RAW, "it is Raw", gap_78.mark if rises else None


def _one_by_one(book: RuleBook) -> bool:
    """Whether the highest total raises by one grade only."""
    return book.option("GAP-79") == "on_11" or book.option("GAP-78") == "one_grade_up"


@dataclass(frozen=True, slots=True)
class BattalionRecord:
    """A battalion from game to game: its grade, its platoons at full strength, and those it has now."""

    name: str
    quality: Quality
    full: int
    platoons: int

    @property
    def drafts_wanted(self) -> int:
        """Platoons that bring it to strength again."""
        return self.full - self.platoons


def after_losses(record: BattalionRecord, lost: int) -> BattalionRecord:
    """A battalion that has lost platoons in a game, never more than it had."""
    return replace(record, platoons=max(0, record.platoons - lost))


def with_drafts(
    record: BattalionRecord, drafts: int, dice: tuple[D6, ...], book: RuleBook
) -> Explained[BattalionRecord] | Refusal:
    """A battalion with its drafts, at the grade its dice leave it (FF-CMP-04, GAP-80). Refuses more than it wants.

    `dice` are as many as `after_game_dice` asks for.
    """
    if not 0 <= drafts <= record.drafts_wanted:
        because = f"{record.name} wants {record.drafts_wanted} platoons to be at strength"
        return Refusal("FF-CMP-04", because, f"send 0 to {record.drafts_wanted}")
    rolled = after_the_game(AfterGameFacts(quality=record.quality, drafts=drafts), dice, book)
    made = replace(record, quality=rolled.value.quality, platoons=record.platoons + drafts)
    return Explained(made, rolled.total, rolled.steps, rolled.considered)


def grade_words(book: RuleBook) -> str:
    """How the dice of a battalion are read after a game, as the contested points are settled."""
    top = book.table(ROLL).number("veteran_on").value
    rises = f"{_a(top)} makes it Veteran"
    if book.option("GAP-79") == "on_11":
        rises = f"{_a(top - 1)} above its drafts, or {_a(top)}, raises it by one grade"
    elif book.option("GAP-78") == "one_grade_up":
        rises = f"{_a(top)} raises it by one grade"
    if book.option("GAP-78") == "raw_first":
        rises += f", where {top} is above its drafts too"
    told = f"Two dice above its drafts keep its grade, else it is Raw; {rises}."
    return told if _rolls_without_drafts(book) else f"{told} Without drafts it does not roll and keeps its grade."


def _a(total: int) -> str:
    """A total of two dice with its article."""
    return f"{'an' if total in (8, 11) else 'a'} {total}"


def _rolls_without_drafts(book: RuleBook) -> bool:
    return book.behaviour("GAP-80", {"rolls": True, "no_roll": False})


def after_game_dice(facts: AfterGameFacts, book: RuleBook) -> int:
    """Two, or none where a battalion without drafts does not roll."""
    return 2 if facts.drafts or _rolls_without_drafts(book) else 0


def _grade(value: AfterGame) -> str:
    return value.quality.value


def _casualties(facts: CasualtiesFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Casualties] | Refusal:
    return casualties(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("casualties", "What a game has cost", "Losses and campaigns", CasualtiesFacts, no_dice, _casualties),
    Resolution(
        "after_the_game",
        "A battalion after the game",
        "Losses and campaigns",
        AfterGameFacts,
        after_game_dice,
        after_the_game,
        thrown(after_the_game, after_game_dice, _grade),
    ),
)


# The record of a battalion (FF-CMP-04)

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
