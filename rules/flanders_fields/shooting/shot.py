"""One shot: what the die does to the target, and its odds (FF-RCB, FF-SHO, FF-NAT, FF-ARM, FF-PSF)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.may_shoot import armour_is_covered, leave_by_house_rule, may_shoot, row_key
from rules.flanders_fields.shooting.modifiers import Finding, shot_modifiers
from rules.flanders_fields.vocabulary import Cover, FireResult, TargetKind
from rules.kernel.cells import Reach, ScorePair
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explain import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.odds import Odds, odds_of, tally
from rules.kernel.resolve import Resolution, no_dice, one_die, thrown
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass

_ALWAYS_FAILS = D6(1)


def shoot(shot: Shot, die: D6, book: RuleBook) -> Explained[FireResult] | Refusal:
    """What one shot does to its target: killed, suppressed or no effect (FF-SHO-01, FF-SHO-02, FF-NAT-01).

    Refuses what `may_shoot` refuses.
    """
    return may_shoot(shot, book) or effect(shot, die, book)


def effect(shot: Shot, die: D6, book: RuleBook) -> Explained[FireResult]:
    """What a shot that may be fired does to its target. Raises KeyError if the book has no row for the firer."""
    findings: list[Finding] = [*leave_by_house_rule(shot, book), *shot_modifiers(shot, book)]
    total = die.pips + sum(finding.value or 0 for finding in findings if isinstance(finding, Step))
    cell = scores(shot, book)
    result = _result(cell.value, die, total, shot.direct_sight)
    findings.extend(_table_lines(shot, cell, die, result, book))
    steps = tuple(finding for finding in findings if isinstance(finding, Step))
    return Explained(result, total, steps, tuple(f for f in findings if isinstance(f, Considered)))


def _result(pair: ScorePair, die: D6, total: int, direct_sight: bool) -> FireResult:
    if die == _ALWAYS_FAILS:
        return FireResult.SUPPRESSED if pair.suppress.reach is Reach.AUTOMATIC else FireResult.NO_EFFECT
    if pair.kill.met_by(total, direct_sight):
        return FireResult.KILLED
    return FireResult.SUPPRESSED if pair.suppress.met_by(total, direct_sight) else FireResult.NO_EFFECT


def scores(shot: Shot, book: RuleBook) -> Cited[ScorePair]:
    """The suppress and kill scores a shot is read with (FF-SHO-T1, FF-PSF-T1..T3, FF-ARM-T1)."""
    armour = shot.target is TargetKind.ARMOUR
    rows = book.table("shooting/armour_rows" if armour else "shooting/rows")
    row = rows.word(row_key(shot, rows))
    cell = book.table("shooting/armour_table" if armour else "shooting/firing_table").pair(
        row.value, target_column(shot, book)
    )
    return replace(cell, house=cell.house or row.house)


def target_column(shot: Shot, book: RuleBook) -> str:
    """The column of the table: the target's cover, or open and cover for armour (FF-CVR-11, FF-CVR-12, FF-ARM-01)."""
    if shot.target is TargetKind.ARMOUR:
        return "cover" if armour_is_covered(shot, book) else "open"
    from_anywhere = book.behaviour("SHQ-62", {"same_all_round": _as_given, "enfilade": _enfiladed})
    return from_anywhere(shot)


def _as_given(shot: Shot) -> Cover:
    return shot.cover


def _enfiladed(shot: Shot) -> Cover:
    columns = tuple(Cover)
    return columns[max(0, columns.index(shot.cover) - 1)] if shot.from_the_flank else shot.cover


def _table_lines(shot: Shot, cell: Cited[ScorePair], die: D6, result: FireResult, book: RuleBook) -> Iterator[Finding]:
    pair, column = cell.value, target_column(shot, book)
    if die == _ALWAYS_FAILS and pair.suppress.reach is not Reach.AUTOMATIC:
        yield Step("FF-NAT-01", "A natural 1 always fails", None, cell.house)
        return
    if die == _ALWAYS_FAILS:
        yield Step("FF-NAT-02", "This row suppresses in the Open even on a natural 1")
    line = cell.cites(f"{_heading(shot, column)}: {_reading(pair, result)}")
    yield replace(line, house=line.house or _column_mark(shot, book))
    yield from _why_not_more(pair, shot, result)


def _column_mark(shot: Shot, book: RuleBook) -> HouseMark | None:
    """The house rule that shaped which column was read, if one did."""
    if shot.target is TargetKind.ARMOUR:
        return book.mark("SHQ-43") or (book.mark("SHQ-44") if armour_is_covered(shot, book) else None)
    return book.mark("SHQ-62") if shot.from_the_flank else None


def _heading(shot: Shot, column: str) -> str:
    if shot.target is TargetKind.ARMOUR:
        return "Armour in cover" if column == "cover" else "Armour in the open"
    return "Fortifications" if column == Cover.FORTIFIED else column.capitalize()


def _reading(pair: ScorePair, result: FireResult) -> str:
    if result is FireResult.KILLED:
        return f"{pair.kill.least} kills"
    if pair.suppress.reach is Reach.AUTOMATIC:
        return "suppressed automatically"
    if pair.suppress.reach is Reach.NOT_POSSIBLE:
        return "no effect possible"
    sight = " and direct sight" if pair.suppress.direct else ""
    needed = f"{pair.suppress.least}{sight}"
    return f"{needed} suppresses" if result is FireResult.SUPPRESSED else f"needs {needed}"


def _why_not_more(pair: ScorePair, shot: Shot, result: FireResult) -> Iterator[Considered]:
    if pair.suppress.direct and not shot.direct_sight:
        yield Considered("FF-SHO-07", "the firer does not see the target itself")
    if result is FireResult.KILLED:
        return
    if pair.kill.reach is Reach.BY_ASSAULT:
        yield Considered("FF-SHO-04", "only an assault can destroy it")
    elif pair.kill.reach is Reach.NOT_POSSIBLE:
        yield Considered("FF-SHO-06", "this row cannot kill here")
    else:
        yield Considered("FF-SHO-02", f"{pair.kill.least} would kill")


@dataclass(frozen=True, slots=True)
class Needed:
    """What a shot needs: the printed scores, the sum of its modifiers, and the natural faces that do each."""

    suppress: str
    kill: str
    modifier: int
    suppressed_on: tuple[int, ...]
    killed_on: tuple[int, ...]


def needed(shot: Shot, book: RuleBook) -> Explained[Needed] | Refusal:
    """The scores of the firing table for a shot, and the faces that reach them (FF-SHO-T1 to T3, FF-ARM-T1).

    Refuses what `may_shoot` refuses.
    """
    refused = may_shoot(shot, book)
    if refused:
        return refused
    lines = tuple(shot_modifiers(shot, book))
    steps = tuple(line for line in lines if isinstance(line, Step))
    cell = scores(shot, book)
    results = {die.pips: effect(shot, die, book).value for die in ALL_D6}
    answer = Needed(
        suppress=str(cell.value.suppress),
        kill=str(cell.value.kill),
        modifier=sum(step.value or 0 for step in steps),
        suppressed_on=tuple(pips for pips, result in results.items() if result is FireResult.SUPPRESSED),
        killed_on=tuple(pips for pips, result in results.items() if result is FireResult.KILLED),
    )
    heading = _heading(shot, target_column(shot, book))
    line = cell.cites(f"{heading}: {answer.suppress} suppresses, {answer.kill} kills")
    read = replace(line, house=line.house or _column_mark(shot, book))
    return Explained(answer, None, (*steps, read), tuple(line for line in lines if isinstance(line, Considered)))


def shot_odds(shot: Shot, book: RuleBook) -> Odds[FireResult] | Refusal:
    """The exact chance of each result of a shot."""
    return may_shoot(shot, book) or odds_of(lambda die: effect(shot, die, book))


def volley_odds(shots: Sequence[Shot], book: RuleBook) -> Mapping[str, Fraction]:
    """The chance of each tally of shots that may be fired, one die each, written '2 killed, 1 suppressed'."""
    each = [odds_of(lambda die, shot=shot: effect(shot, die, book)) for shot in shots]
    losses = tally(each, _count, _add, (0, 0))
    return {f"{killed} killed, {suppressed} suppressed": p for (killed, suppressed), p in losses.chances.items()}


def _count(result: FireResult) -> tuple[int, int]:
    return int(result is FireResult.KILLED), int(result is FireResult.SUPPRESSED)


def _add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def _resolve(shot: Shot, dice: tuple[D6, ...], book: RuleBook) -> Explained[FireResult] | Refusal:
    return shoot(shot, dice[0], book)


def _needed(shot: Shot, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Needed] | Refusal:
    return needed(shot, book)


RESOLUTIONS: tuple[Resolution[Shot, RuleBook], ...] = (
    Resolution("shot", "A shot", "Shooting", Shot, one_die, _resolve, thrown(_resolve, one_die)),
    Resolution("scores", "What a shot needs", "Shooting", Shot, no_dice, _needed),
)
