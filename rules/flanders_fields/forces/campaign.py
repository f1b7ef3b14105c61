"""What a game has cost, and what its battalions are worth afterwards (FF-CMP)."""

from dataclasses import replace
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Quality
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice, thrown
from rules.kernel.values import dataclass

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
