"""What there is to say of a scenario before it is played: whether it can be, and how strong its sides are."""

from collections.abc import Iterator
from typing import Final

from app.documents.file_kinds import WrongFile, file_bytes
from app.systems.flanders_fields.file_kinds import SCENARIO
from app.systems.flanders_fields.scenarios.document import Library, read_document
from app.systems.flanders_fields.scenarios.shown import CheckedShown, PartShown, SideChecked, WrongShown
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.force import Force, NotThere, part_of
from rules.flanders_fields.forces.organisation import PartSort
from rules.flanders_fields.forces.totals import totals
from rules.flanders_fields.game.from_forces import Brought, raise_side
from rules.flanders_fields.turn.game.setting_up.faults import faults
from rules.flanders_fields.turn.game.setting_up.making import made, strength_of
from rules.flanders_fields.turn.game.setting_up.written import WrittenScenario
from rules.flanders_fields.vocabulary import ARTILLERY, Side
from rules.kernel.documents import Misfit, NotFitting
from rules.kernel.explain import Refusal
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import BadHouseRule

MOST_WRONG: Final = 50


def checked(document: bytes, library: Library) -> CheckedShown:
    """What there is to say of a document, sound or not."""
    try:
        written = read_document(file_bytes(document, SCENARIO), library)
        book = RuleBook.for_game(parse_month(written.date), written.house_rules)
    except WrongFile as wrong_file:
        return _unsound(WrongShown(where="", because=wrong_file.because, instead=wrong_file.instead))
    except NotFitting as bad:
        return _unsound(*map(_wrong, bad.wrong))
    except BadMonth as wrong:
        return _unsound(WrongShown(where="date", because=str(wrong), instead="a month of the war"))
    except BadHouseRule as wrong:
        return _unsound(WrongShown(where="house_rules", because=str(wrong), instead="choose again"))
    return check_written(written, book)


def check_written(written: WrittenScenario, book: RuleBook) -> CheckedShown:
    """What there is to say of a scenario under a book."""
    wrong = list(map(_wrong, faults(written, book)))
    try:
        sides = [_side(written, side, book) for side in Side]
        strength = strength_of(written, book)
        refused = None if wrong else made(written, book)
    except NotThere as missing:
        return _unsound(*wrong, WrongShown(where="", because=missing.because, instead=missing.instead))
    refusal = next((one for one in (strength, refused) if isinstance(one, Refusal)), None)
    if refusal:
        wrong.append(WrongShown(where=refusal.clause, because=refusal.because, instead=refusal.instead))
    said = "" if isinstance(strength, Refusal) else strength
    return CheckedShown(sound=not wrong, strength=said, wrong=wrong[:MOST_WRONG], sides=sides)


def _wrong(one: Misfit) -> WrongShown:
    return WrongShown(where=one.of, because=one.because, instead=one.instead)


def _unsound(*wrong: WrongShown) -> CheckedShown:
    return CheckedShown(sound=False, strength="", wrong=list(wrong)[:MOST_WRONG], sides=[])


def _side(written: WrittenScenario, side: Side, book: RuleBook) -> SideChecked:
    force = written.side(side).force
    found = totals(force, book)
    return SideChecked(
        side=side,
        name=force.name,
        platoons=found.rifle_stands,
        bases=found.stands,
        battalions=list(_battalions(force, book)),
        batteries=list(_batteries(force, book)),
        parts=list(_parts(force, side, book)),
    )


def _battalions(force: Force, book: RuleBook) -> Iterator[PartShown]:
    return (PartShown(id=one.id, name=one.name) for one in force.all() if part_of(one, book).sort is PartSort.BATTALION)


def _parts(force: Force, side: Side, book: RuleBook) -> Iterator[PartShown]:
    """Battalions and their units with the formation they belong to: a name alone stands in many of them."""
    known = raise_side(Brought(force), side, book).units
    for one in force.all():
        if one.id in known:
            over = force.above(one.id)[:1]
            yield PartShown(id=one.id, name=", ".join(part.name for part in (one, *over)))


def _batteries(force: Force, book: RuleBook) -> Iterator[PartShown]:
    for one in force.all():
        if part_of(one, book).unit_class in ARTILLERY:
            yield PartShown(id=one.id, name=one.name)
