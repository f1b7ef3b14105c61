"""Every number of the data files that are no tables, and what follows it: the file is read with it changed."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from app.systems.earth_1418.features import ready_to_open
from app.systems.flanders_fields.print_offers import offers_of_scenario
from playsheets.earth_1418.catalogue import CATALOGUE as PRINTS_OF_1418
from playsheets.earth_1418.catalogue import EarthWanted
from playsheets.flanders_fields.catalogue import CATALOGUE, SheetWanted
from playsheets.flanders_fields.rosters import roster_of_force
from rules.earth_1418.game import ready_games as ready
from rules.earth_1418.game.engine import SYSTEM as EARTH_1418
from rules.earth_1418.game.setup import BeginEarth
from rules.earth_1418.ruleset import EDITION as OF_1418
from rules.flanders_fields import army_lists, turn
from rules.flanders_fields.army_lists import GunFacts, describe_gun
from rules.flanders_fields.force_totals import ListedFacts, describe_part, total_of
from rules.flanders_fields.forces import Force, element_of, left_open, open_parts
from rules.flanders_fields.game import scenario_roster
from rules.flanders_fields.game.setup.creation import CreateGame
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import DATA, EDITION, RuleBook
from rules.flanders_fields.vocabulary import ArmyList, GunKey, Nation, PartKey, Quality
from rules.kernel import ruleset as books
from rules.kernel import rulings
from rules.kernel.explanations import Refusal
from rules.kernel.months import parse_month
from rules.kernel.play import Recorded
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build
from rules.kernel.toml_reader import BadData, Reader
from tests.conformance.answered import answer_of
from tests.conformance.cases import every_case

Place = tuple[str | int, ...]
Document = Mapping[str, Any]
STEPS: Final = (1, -1, 2, -2)


@dataclass(frozen=True)
class Written:
    """A number of a file, and where it stands there."""

    file: Path
    at: Place

    def __str__(self) -> str:
        return f"{self.file.stem} {'.'.join(map(str, self.at))}"

    @property
    def key(self) -> str:
        """What it is called, whatever the row."""
        return ".".join(part for part in self.at if isinstance(part, str))

    def changed(self) -> Iterator[Document]:
        """The file with the number a little more, or a little less."""
        for step in STEPS:
            values = deepcopy(written(self.file))
            within: Any = values
            for key in self.at[:-1]:
                within = within[key]
            within[self.at[-1]] += step
            yield values


@cache
def written(file: Path) -> Document:
    """A file as it is."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def numbers_of(file: Path) -> Iterator[Written]:
    """Every number of a file."""
    return (Written(file, at) for at in _numbers(written(file), ()))


def _numbers(value: Any, at: Place) -> Iterator[Place]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(inner, (*at, key))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield at


@dataclass(frozen=True)
class Use:
    """What says the numbers of a kind of file again, and of which of them.

    `of_the_file`: it says the same of all of them; `one_of_each`: one number of each key shows it for all.
    """

    says: Callable[[Written], Any]
    holds: Callable[[Written], bool] = lambda _: True
    of_the_file: bool = False
    one_of_each: bool = False

    def said(self, number: Written) -> str:
        """What it says; a fault is said too."""
        try:
            return repr(self.says(number))
        except Exception as fault:
            return repr(fault)

    def expected(self, files: tuple[Path, ...]) -> list[Written]:
        """The numbers that it has to follow."""
        found = [number for file in files for number in numbers_of(file) if self.holds(number)]
        return list({number.key: number for number in found}.values()) if self.one_of_each else found


@cache
def said_before(use: Use, number: Written) -> str:
    """What a use says while every number is as it is."""
    return use.said(number)


@dataclass(frozen=True)
class Documents:
    """Files of one kind: how one is put in the place of what was read, and what follows its numbers, use by use."""

    files: tuple[Path, ...]
    instead: Callable[[Document], AbstractContextManager[None]]
    uses: Mapping[str, Use]

    def follows(self, use: str, number: Written) -> bool:
        """Whether something of that use says otherwise when the number is changed; what cannot be is not tried."""
        of = self.uses[use]
        before = said_before(of, Written(number.file, ()) if of.of_the_file else number)
        for document in number.changed():
            try:
                with self.instead(document):
                    if of.said(number) != before:
                        return True
            except BadData:
                continue
        return False


def _reader(document: Document) -> Reader:
    return Reader("changed.toml", "file", dict(document))


# ---------- tables of organisation ----------


@contextmanager
def _another_table(document: Document) -> Iterator[None]:
    with patch.object(army_lists, "read_toml", lambda _: _reader(document)):
        made = army_lists.read_organisation(Path("changed.toml"))
    army_lists.organisation.cache_clear()
    with patch.dict(army_lists.organisations(), {made.id: made}):
        yield
    army_lists.organisation.cache_clear()


def _of_part(number: Written) -> tuple[ArmyList, PartKey, RuleBook, Quality]:
    """The part that a number is of, the book in which it counts, and the grade of its battalions."""
    document = written(number.file)
    part = document["part"][number.at[1]]
    month, rules = document["from"], list[HouseRule]()
    if "when" in number.at:
        when = part["when"][number.at[3]]
        month = when.get("from", month)
        rules = [HouseRule(when["ruling"], when["option"])] if "ruling" in when else []
    grade = Quality.RAW if number.key.endswith("_of_raw") else Quality.EXPERIENCED
    return ArmyList(document["id"]), PartKey(part["key"]), RuleBook.for_game(parse_month(month), rules), grade


def _is_in_another(number: Written) -> bool:
    """Whether it is no count of what stands by itself: of that a force takes as many as somebody wants."""
    return number.key != "part.count" or "within" in written(number.file)["part"][number.at[1]]


def _listed(number: Written) -> Any:
    table, part, book, grade = _of_part(number)
    return describe_part(ListedFacts(table=table, part=part, quality=grade), book)


def _raised(number: Written) -> Any:
    """What it is part of, as a force is made of it, its totals, its roster, and what one may choose there."""
    table, part, book, grade = _of_part(number)
    found = army_lists.organisation(table, book)
    above = next((one.key for one in found.above(part)), part)
    made = element_of(table, above, "1", book, grade)
    force = Force("Force", found.nation or Nation.BRITISH, str(book.when.month), (made,))
    own = found.parts[part]
    return made, total_of((made,), book), roster_of_force(force, book), open_parts(found), left_open(own, own.count)


# ---------- what house rules make of a number ----------


@contextmanager
def _other_rulings(document: Document) -> Iterator[None]:
    with patch.object(rulings, "read_toml", lambda _: _reader(document)):
        made = rulings.load_rulings(ONE_FILE)
    with patch.dict(books.rulings_of(EDITION), made):
        _settle_anew()
        yield
    _settle_anew()


def _settle_anew() -> None:
    books._chosen.cache_clear()
    books._settled.cache_clear()


def _by_house_rule(number: Written) -> Any:
    """The answers to the conformance cases under the house rule that makes it so."""
    ruling = written(number.file)["ruling"][number.at[1]]
    rule = ruling["id"], ruling["option"][number.at[3]]["key"]
    return [answer_of(case) for case in every_case() if rule in case.house]


# ---------- guns, scenarios, the sequence of the turn, the ready game of 1418 ----------


@contextmanager
def _other_guns(document: Document) -> Iterator[None]:
    with patch.object(army_lists, "read_toml", lambda _: _reader(document)):
        made = army_lists.read_guns(Path("changed.toml"))
    with patch.dict(army_lists.guns(), made):
        yield


def _gun(number: Written) -> Any:
    gun = written(number.file)["gun"][number.at[1]]
    return describe_gun(GunFacts(gun=GunKey(gun["key"])), RuleBook.for_game(parse_month("1917-11")))


@contextmanager
def _another_scenario(document: Document) -> Iterator[None]:
    made = scenario_roster.read_scenario(_reader(document))
    with patch.dict(scenario_roster.scenarios(), {made.id: made}):
        yield


def _opened(number: Written) -> Any:
    """The game that is opened of a scenario: forces, plans, zones, and what is asked of whoever opens it."""
    state = SYSTEM.fresh()
    scenario = written(number.file)["id"]
    made = SYSTEM.decide(state, CreateGame(scenario=scenario), Actor(Role.REFEREE))
    assert not isinstance(made, Refusal), made
    for seq, event in enumerate(made, 1):
        SYSTEM.apply(state, Recorded(seq, event, "", Role.REFEREE))
    creating = SYSTEM.asked(SYSTEM.fresh(), Actor(Role.REFEREE), "create_game", {}, {"scenario": scenario})
    asked = [(one.ask.name, one.ask.most) for one in creating.questions]
    forces = state.regiments, state.battalions, state.units, state.stands
    return forces, state.plan, state.gas, state.air, state.set_up, asked


def _on_paper(number: Written) -> Any:
    return [one.make() for one in offers_of_scenario(written(number.file)["id"])]


@contextmanager
def _another_turn(document: Document) -> Iterator[None]:
    def clear() -> None:
        turn._every_step.cache_clear()
        turn.steps.cache_clear()

    clear()
    with patch.object(turn, "read_toml", lambda _: _reader(document)):
        turn._every_step()
    try:
        yield
    finally:
        clear()


def _strip(number: Written) -> Any:
    period = written(number.file)["step"][number.at[1]]["period"]
    return CATALOGUE.things["playsheet"].part(SheetWanted(period))


@contextmanager
def _another_ready_game(name: str, document: Document) -> Iterator[None]:
    with patch.dict(ready.ready_games(), {name: ready._ready(_reader(document), name)}):
        yield


def _begun(number: Written) -> Any:
    """What one tap opens."""
    state = EARTH_1418.fresh()
    (one,) = (one for one in ready_to_open() if one["id"] == number.file.stem)
    told = {name: value for name, value in one["body"]["command"].items() if name != "kind"}
    events = EARTH_1418.decide(state, build(BeginEarth, told), Actor(Role.REFEREE))
    assert not isinstance(events, Refusal), events
    for seq, event in enumerate(events, 1):
        state = EARTH_1418.apply(state, Recorded(seq, event, "", Role.REFEREE))
    return EARTH_1418.view(state, Role.REFEREE)


def _cards(_: Written) -> Any:
    return PRINTS_OF_1418.things["roster"].part(EarthWanted())


PRINTED: Final = frozenset(
    f"side.{key}"
    for key in (
        "regiment.companies",
        "regiment.platoons",
        "regiment.machine_guns",
        "regiment.attached.stands",
        "regiment.attached.to",
        "reserve.first_turn",
        "reserve.needed",
        "bombardment.turn",
        "bombardment.along_cm",
        "bombardment.up_cm",
        "shift.turn",
        "shift.along_cm",
        "shift.up_cm",
        "gas.turn",
        "gas.along_cm",
        "gas.up_cm",
        "hurricane.turn",
        "rolling_barrage.start_cm",
        "rolling_barrage.turns",
        "rolling_barrage.halts",
        "air_missions",
    )
) | {"turns", "objective.points"}
"""What of a scenario stands on its sheet, its rosters or its fire plans."""

ONE_FILE: Final[Any] = SimpleNamespace(glob=lambda _: (Path("changed.toml"),))
READY: Final = tuple((OF_1418.folder / "ready").glob("*.toml"))
DOCUMENTS: Final[Mapping[str, Documents]] = {
    "armies": Documents(
        tuple(sorted((DATA / "armies").glob("*.toml"))),
        _another_table,
        {"look-up": Use(_listed), "force": Use(_raised, _is_in_another)},
    ),
    "rulings": Documents(
        tuple(sorted(one for one in (DATA / "rulings").glob("*.toml") if any(numbers_of(one)))),
        _other_rulings,
        {"look-up": Use(_by_house_rule)},
    ),
    "guns": Documents((DATA / "guns.toml",), _other_guns, {"look-up": Use(_gun)}),
    # The paper is made of the game: that each number reaches the game, and one of each key the paper, is all of it.
    "scenarios": Documents(
        tuple(sorted((DATA / "scenarios").glob("*.toml"))),
        _another_scenario,
        {
            "game": Use(_opened, of_the_file=True),
            "print": Use(_on_paper, lambda one: one.key in PRINTED, of_the_file=True, one_of_each=True),
        },
    ),
    "sequence": Documents((DATA / "sequence.toml",), _another_turn, {"print": Use(_strip)}),
    **{
        one.stem: Documents(
            (one,),
            partial(_another_ready_game, one.stem),
            {
                "game": Use(_begun, of_the_file=True),
                "print": Use(_cards, lambda one: one.key == "formation.sub_unit.bases", of_the_file=True),
            },
        )
        for one in READY
    },
}
