"""Where a book is silent or disagrees with itself: the question, the options, our default and why."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from rules.kernel.explanations import HouseMark
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import BadMonth, Month, When, parse_month
from rules.kernel.toml_reader import BadData, Reader, read_toml

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Change:
    """One value that an option puts in place of the book's: `key` names it inside its table.

    It holds for the named periods (none named: all) and between the two months (None: no limit), both included.
    """

    table: str
    key: str
    value: str
    periods: tuple[str, ...] = ()
    first: Month | None = None
    last: Month | None = None

    def holds(self, when: When) -> bool:
        """Whether the change is in force at a date."""
        if self.periods and when.period not in self.periods:
            return False
        return (self.first is None or when.month >= self.first) and (self.last is None or when.month <= self.last)


@dataclass(frozen=True, slots=True)
class Option:
    """One way to settle a question.

    `selectable` options take effect; a described one says in `why_not` what it still waits for.
    """

    key: str
    says: str
    changes: tuple[Change, ...] = ()
    why_not: str = ""

    @property
    def selectable(self) -> bool:
        """Whether a game can be created with it."""
        return not self.why_not


@dataclass(frozen=True, slots=True)
class Ruling:
    """A contested point: its id in the rulebook, the question, the default option and the reason for it.

    `also` names the ids under which other parts of the rulebook carry the same point: one switch serves all.
    """

    id: str
    chapter: str
    question: str
    options: tuple[Option, ...]
    default: str
    because: str
    clauses: tuple[str, ...]
    also: tuple[str, ...] = ()

    def option(self, key: str) -> Option:
        """The option of that key. Raises KeyError."""
        for option in self.options:
            if option.key == key:
                return option
        raise KeyError(key)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A choice a game makes against a default: ruling, option, and the players' reason."""

    ruling: str = fact("the ruling")
    option: str = fact("the option chosen")
    reason: str = fact("why, in the players' words", default="")


class BadHouseRule(ValueError):
    """A house rule that names no ruling, or no option that can be chosen."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is in force for one ruling, with the mark to show it by, which is None for the default."""

    ruling: Ruling
    option: Option
    mark: HouseMark | None

    def gives(self, options: Mapping[str, F]) -> F:
        """What an option's key stands for: its procedure, where the options are functions of one signature."""
        return options[self.option.key]


def without(choices: Mapping[str, Choice], ruling: str) -> Mapping[str, Choice]:
    """The same choices with one ruling settled by its default. Raises KeyError."""
    return {**choices, ruling: _settle(choices[ruling].ruling, None)}


def changes_in(choices: Mapping[str, Choice]) -> tuple[tuple[Change, HouseMark], ...]:
    """Every value that a choice changes, with the mark it is shown with."""
    return tuple(
        (change, choice.mark)
        for choice in choices.values()
        if choice.mark is not None
        for change in choice.option.changes
    )


def choose(rulings: Mapping[str, Ruling], house_rules: Iterable[HouseRule]) -> Mapping[str, Choice]:
    """Settle every ruling: the house rules where given, the defaults elsewhere.

    Raises BadHouseRule for an unknown ruling or option, one that cannot be chosen, or two that disagree.
    """
    named = {alias: ruling for ruling in rulings.values() for alias in (ruling.id, *ruling.also)}
    picked: dict[str, HouseRule] = {}
    for rule in house_rules:
        ruling = _checked(named, rule)
        if picked.setdefault(ruling.id, rule).option != rule.option:
            raise BadHouseRule(f"{ruling.id} is settled twice; choose one option for it")
    return {name: _settle(ruling, picked.get(name)) for name, ruling in rulings.items()}


def _checked(named: Mapping[str, Ruling], rule: HouseRule) -> Ruling:
    ruling = named.get(rule.ruling)
    if ruling is None:
        raise BadHouseRule(f"there is no ruling {rule.ruling!r}; the rulings page lists those that can be chosen")
    keys = [option.key for option in ruling.options if option.selectable]
    if rule.option not in keys:
        raise BadHouseRule(f"{rule.option!r} cannot be chosen for {ruling.id}; choose one of: {', '.join(keys)}")
    return ruling


def _settle(ruling: Ruling, rule: HouseRule | None) -> Choice:
    if rule is None or rule.option == ruling.default:
        return Choice(ruling, ruling.option(ruling.default), None)
    option = ruling.option(rule.option)
    mark = HouseMark(ruling.id, option.key, option.says, ruling.option(ruling.default).says)
    return Choice(ruling, option, mark)


def load_rulings(folder: Path) -> dict[str, Ruling]:
    """Every ruling of the TOML files in a folder. Raises BadData with file, ruling, key and what would be right."""
    rulings: dict[str, Ruling] = {}
    for path in sorted(folder.glob("*.toml")):
        for entry in read_toml(path).tables("ruling"):
            ruling = _ruling(entry)
            taken = {name for known in rulings.values() for name in (known.id, *known.also)}
            for name in (ruling.id, *ruling.also):
                if name in taken:
                    raise BadData(path.name, ruling.id, "id", f"{name} stands twice", "write each ruling once")
            rulings[ruling.id] = ruling
    return rulings


def _ruling(entry: Reader) -> Ruling:
    ruling = Ruling(
        id=entry.text("id"),
        chapter=entry.text("chapter"),
        question=entry.text("question"),
        options=tuple(_option(entry.name, option) for option in entry.tables("option")),
        default=entry.text("default"),
        because=entry.text("because"),
        clauses=entry.texts("clauses"),
        also=entry.texts("also", ()),
    )
    entry.close()
    keys = [option.key for option in ruling.options]
    if len(set(keys)) != len(keys):
        raise entry.wrong("option", "has two options of one key", "give every option its own key")
    if ruling.default not in keys:
        raise entry.wrong("default", f"names {ruling.default!r}", f"name one of the options: {', '.join(keys)}")
    if not ruling.option(ruling.default).selectable:
        raise entry.wrong("default", "cannot be chosen itself", "a default must be in force")
    return ruling


def _option(ruling: str, entry: Reader) -> Option:
    entry.name = f"{ruling}, {entry.name}"
    option = Option(
        key=entry.text("key"),
        says=entry.text("says"),
        changes=tuple(_change(entry.name, change) for change in entry.tables("change", ())),
        why_not=entry.text("why_not", ""),
    )
    entry.close()
    return option


def _change(option: str, entry: Reader) -> Change:
    entry.name = f"{option}, change of {entry.name}"
    change = Change(
        entry.text("table"),
        entry.text("key"),
        entry.written("value"),
        entry.texts("period", ()),
        month_of(entry, "from"),
        month_of(entry, "until"),
    )
    entry.close()
    return change


def month_of(entry: Reader, key: str) -> Month | None:
    """A month that may be left out. Raises BadData."""
    try:
        return parse_month(entry.text(key)) if entry.has(key) else None
    except BadMonth as error:
        raise entry.wrong(key, "cannot be read", str(error)) from None
