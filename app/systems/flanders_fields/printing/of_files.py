"""Forms of what lies in files and in the program itself: a force, a fire plan, a scenario."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from app.documents.file_kinds import FileKind, WrongFile, read_path
from app.printing.offers import Printable
from app.systems.flanders_fields.file_kinds import FIRE_PLAN, FORCE
from app.systems.flanders_fields.forces.document import read_document
from app.systems.flanders_fields.printing.of_game import Known, beside_of, offered
from app.systems.flanders_fields.printing.plans import by_itself, offers_of_plan
from playsheets.flanders_fields.forms.of_force import roster_of_force
from playsheets.flanders_fields.forms.roster import roster_form
from playsheets.press import BadJob
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.document import read_plan
from rules.flanders_fields.forces.force import Force, NotThere
from rules.flanders_fields.game.system import SYSTEM, as_set_up
from rules.flanders_fields.turn.game.setting_up.written import WrittenScenario
from rules.kernel.documents import NotFitting
from rules.kernel.explain import Refusal
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role

HouseRules = tuple[HouseRule, ...]


def offers_of_force(force: Force, house_rules: HouseRules = ()) -> Iterator[Printable]:
    """What is printed of a force, by its own house rules if none are named.

    Raises BadJob, when it is made, for parts that no table has.
    """
    book = RuleBook.for_game(parse_month(force.date), house_rules or force.house_rules)
    yield Printable("roster", "Roster", "every stand with boxes for its suppression", partial(_roster, force, book))


def offers_of_plan_file(path: Path, house_rules: HouseRules = ()) -> Iterator[Printable]:
    """What is printed of the file of a fire plan. Raises BadJob."""
    try:
        return offers_of_plan(by_itself(read_plan(_bytes(path, FIRE_PLAN)), house_rules))
    except (NotFitting, BadMonth) as bad:
        raise BadJob(f"{path}: {bad}") from bad


def _roster(force: Force, book: RuleBook) -> Any:
    try:
        return roster_form(roster_of_force(force, book), book)
    except NotThere as missing:
        raise BadJob(str(missing)) from missing


def read_force(path: Path) -> Force:
    """The force of a file. Raises BadJob."""
    try:
        return read_document(_bytes(path, FORCE))
    except NotFitting as bad:
        raise BadJob(f"{path}: {bad}") from bad


def _bytes(path: Path, kind: FileKind) -> bytes:
    try:
        return read_path(path, kind)
    except WrongFile as wrong:
        raise BadJob(f"{path}: {wrong}") from wrong
    except OSError as failed:
        raise BadJob(f"{path} cannot be read: {failed.strerror or failed}") from failed


def offers_of_scenario(
    scenario: str = "", house_rules: HouseRules = (), own: WrittenScenario | None = None
) -> tuple[Printable, ...]:
    """What is printed of a scenario, ready or own, before its first turn, as its referee has it. Raises BadJob."""
    state = as_set_up(scenario, own, house_rules)
    if isinstance(state, Refusal):
        raise BadJob(f"{state.because}; {state.instead}")
    return offered(Known(dict(SYSTEM.view(state, Role.REFEREE)), beside_of(state, Role.REFEREE)))
