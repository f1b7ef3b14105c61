"""The form of a look-up: address, fields, facts, and fields of a date."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import MISSING, Field, fields
from enum import Enum
from types import UnionType
from typing import Any, Final, get_args, get_origin
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from app.lookups.queries import BadAsk
from app.lookups.vocabulary import either
from app.pages.lookups.lookup_layout import LaidOut, Rows, Tool
from app.pages.rendering import sentence
from rules.kernel.explanations import Refusal
from rules.kernel.facts import missing, speaks_of
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Questions
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.ruleset import Book
from rules.kernel.rulings import BadHouseRule, Choice, HouseRule, choose
from rules.kernel.serialization import hints_of

# The address of a look-up

THROWN: Final = ("dice", "more")
LIST: Final = "/lookups"
RULINGS: Final = "/lookups/rulings"
FIND, FOR = "find", "for"
SEARCHED: Final = {LIST: (FIND,), RULINGS: (FIND, FOR)}
Pairs = list[tuple[str, str]]


def first_month(of: Questions[Any]) -> str:
    """The first month that a book knows."""
    return str(of.calendar.periods[0].first)


def month_of(of: Questions[Any], query: QueryParams) -> str:
    """The month asked for if these rules know it, otherwise the first that they know."""
    return first_month(of) if month_problem(of, query) else query.get("date", first_month(of))


def month_problem(of: Questions[Any], query: QueryParams) -> str:
    """What is wrong with the month asked for; empty where nothing is."""
    try:
        of.calendar.period_of(parse_month(query.get("date", first_month(of))))
    except BadMonth as bad:
        return str(bad)
    return ""


def house_rules(of: Questions[Any], query: QueryParams) -> tuple[HouseRule, ...]:
    """The house rules of an address, without what is usual anyway. Raises BadAsk for one that cannot be chosen."""
    asked = tuple(HouseRule(name, option) for name, option in _settled(of, query) if option != of.rulings[name].default)
    try:
        choose(of.rulings, asked)
    except BadHouseRule as bad:
        names = ", ".join(dict.fromkeys(rule.ruling for rule in asked if rule.ruling in str(bad)))
        raise BadAsk("house_rules", f"the house rule {names} is not one of its options", "choose it anew") from None
    return asked


def choices_of(of: Questions[Any], rules: tuple[HouseRule, ...]) -> list[Choice]:
    """What house rules settle, in the order chosen."""
    settled = choose(of.rulings, rules)
    return [settled[rule.ruling] for rule in rules]


def shortened(of: Questions[Any], path: str, query: QueryParams) -> str:
    """The same address without what nothing needs there, such as the choices of the book; empty if there is none."""
    needless = {(name, option) for name, option in _settled(of, query) if option == of.rulings[name].default}
    # What was looked for in a list, and where the page of rulings leads back to, is of no use anywhere else.
    kept = SEARCHED.get(path, ())
    needless |= {
        pair for pair in query.multi_items() if pair[0] in (FIND, FOR) and (pair[0] not in kept or not pair[1])
    }
    return _joined(path, [pair for pair in query.multi_items() if pair not in needless]) if needless else ""


def chosen(of: Questions[Any], query: QueryParams) -> Pairs:
    """What stays chosen from one look-up to the next: the month and the house rules."""
    return [("date", month_of(of, query)), *_settled(of, query)]


def facts_of(of: Questions[Any], query: QueryParams) -> Pairs:
    """All of an address but the house rules and the dice."""
    return [(name, value) for name, value in query.multi_items() if name not in of.rulings and name not in THROWN]


def to(of: Questions[Any], path: str, query: QueryParams) -> str:
    """The address of another page under the same choices."""
    return _joined(path, chosen(of, query))


def without_dice(of: Questions[Any], path: str, query: QueryParams) -> str:
    """The same question before its dice, with the month written out."""
    kept = [(name, value) for name, value in facts_of(of, query) if name != "date"]
    return _joined(path, [*chosen(of, query), *kept])


def dice_of(query: QueryParams) -> tuple[int, ...]:
    """The dice in the address, one figure each: "4", "3,5,1" or "351"; those asked for later after those thrown first.

    Raises BadAsk for anything but 1 to 6.
    """
    dice = [die for name in THROWN for die in query.get(name, "") if die not in " ,"]
    if not set(dice) <= set("123456"):
        raise BadAsk("dice", "a die shows 1 to 6", "enter each die as it lies on the table")
    return tuple(map(int, dice))


def _settled(of: Questions[Any], query: QueryParams) -> Iterator[tuple[str, str]]:
    return ((name, option) for name, option in query.multi_items() if name in of.rulings)


def _joined(path: str, pairs: Pairs) -> str:
    return f"{path}?{urlencode(pairs)}"


# The form of a look-up

ASKED: Final = "asked"
EACH: Final = "each"
AS_USUAL: Final = "As usual"
MANY_FROM: Final = 6
LIST_FROM: Final = 10


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a question: its dotted name, its label, what kind of value it takes and what it starts with."""

    name: str
    label: str
    control: str
    choices: type[Enum] | None
    start: Any
    limits: Mapping[str, Any]
    only: tuple[str, ...] = ()
    empty: str = AS_USUAL

    @property
    def in_row(self) -> bool:
        """Whether it belongs to one row of a list."""
        return any(part.isdigit() for part in self.name.split("."))


@dataclass(frozen=True, slots=True)
class TickBox:
    """A box that can be ticked: a fact that is true or not, or (`word`) one of several that are listed."""

    key: str
    path: tuple[str, ...]
    word: str | None = None


def fact_of(laid: LaidOut, tool: Tool, name: str, label: str) -> Fact:
    """A fact of the tool's question by its dotted name. Raises KeyError for a name the rules do not know."""
    one, hint = _found(laid.question(tool).facts, name.split("."))
    control, choices = _control(hint)
    if control == "cm" and one.metadata.get("unit") == "degrees":
        control = "count"
    start = tool.start.get(name, _start(one))
    says = label or sentence(one.metadata["says"]).removesuffix(".")
    limits: Mapping[str, Any] = one.metadata
    if name in tool.tallied:
        control, limits = "tally", {"least": 0, "most": tool.tallied[name]}
    only, empty = tool.only.get(name, ()), tool.empty.get(name, AS_USUAL)
    return Fact(name, says, control, choices, start, limits, only, empty)


def field_of(laid: LaidOut, tool: Tool, name: str) -> Field[Any]:
    """The field of the rules that a fact of the tool's question is, by its dotted name. Raises KeyError."""
    return _found(laid.question(tool).facts, name.split("."))[0]


def _found(kind: Any, path: list[str]) -> tuple[Field[Any], Any]:
    """The field at the end of a path; a step into a list names the place in it or all: "behind.0.cover", ".each."."""
    known = {one.name: one for one in fields(kind)}
    hint = hints_of(kind)[path[0]]
    if len(path) == 1:
        return known[path[0]], hint
    return _found(get_args(hint)[0], path[2:]) if get_origin(hint) is tuple else _found(hint, path[1:])


def _control(hint: Any) -> tuple[str, type[Enum] | None]:
    if isinstance(hint, UnionType):
        hint = next(kind for kind in get_args(hint) if kind is not type(None))
    if get_origin(hint) is tuple:
        entry = get_args(hint)[0]
        return ("several", entry) if issubclass(entry, Enum) else ("numbers", None)
    if issubclass(hint, Enum):
        return "choice", hint
    return {bool: "toggle", float: "cm", int: "count", str: "text"}[hint], None


def _start(one: Field[Any]) -> Any:
    if one.default is not MISSING:
        return one.default
    return one.metadata.get("example")


def facts_shown(laid: LaidOut, tool: Tool, query: QueryParams) -> Iterator[Fact]:
    """Every fact the form asks for, the rows of its list too."""
    for group in tool.groups:
        for name, label in group.facts:
            yield fact_of(laid, tool, name, label)
    if tool.rows:
        for number in range(row_count(tool.rows, query)):
            yield from row_facts(laid, tool, tool.rows, number)


def row_count(rows: Rows, query: QueryParams) -> int:
    """How many rows of a list are asked for; what cannot be read counts as the start."""
    given = _number(query.get(rows.name, ""))
    return min(given, rows.most) if isinstance(given, int) and given >= 0 else rows.start


def row_facts(laid: LaidOut, tool: Tool, rows: Rows, number: int) -> Iterator[Fact]:
    """The facts of one row of a list."""
    for name, label in (*rows.facts, *(rows.more.facts if rows.more else ())):
        yield fact_of(laid, tool, f"{rows.name}.{number}.{name}", label)


def given(fact: Fact, query: QueryParams) -> Any:
    """What was entered for a fact, or what it starts with. What is no number stays as it was typed."""
    if fact.control == "toggle":
        # A box without its tick is not sent at all.
        return query.get(fact.name, "") == "true" if ASKED in query else bool(fact.start)
    if fact.control == "several":
        return query.getlist(fact.name)
    if fact.control == "tally":
        return {word: _number(query.get(f"{fact.name}.{word}", str(of_it))) for word, of_it in _start_tally(fact)}
    if fact.name not in query:
        return _first_value(fact)
    text = query.get(fact.name, "").strip()
    if fact.control == "numbers":
        return [_number(part.strip()) for part in text.split(",") if part.strip()]
    return _number(text) if fact.control in ("cm", "count") else text


def _start_tally(fact: Fact) -> Iterator[tuple[str, int]]:
    """How many of each word a tally starts with."""
    for one in fact.choices or ():
        yield str(one.value), list(fact.start or ()).count(one.value)


def _first_value(fact: Fact) -> Any:
    if isinstance(fact.start, Enum):
        return fact.start.value
    if fact.name.endswith(".name"):
        return "ABCDEFGH"[int(fact.name.split(".")[-2])]
    return fact.start


def _number(text: str) -> int | float | str | None:
    plain = text.replace("\u2212", "-").replace(",", ".")
    for kind in (int, float):
        try:
            return kind(plain)
        except ValueError:
            continue
    return text or None


def asked_facts(laid: LaidOut, tool: Tool, query: QueryParams) -> dict[str, object]:
    """The facts as the rules read them: nested as their dotted names say. An empty choice is left out.

    Raises BadAsk for a measure that was left empty though the rules need it.
    """
    facts: dict[str, object] = deepcopy(tool.fixed)
    if tool.rows:
        named = _has_names(laid, tool, tool.rows)
        rows = range(1, row_count(tool.rows, query) + 1)
        facts[tool.rows.name] = [{"name": f"{tool.rows.row} {n}"} if named else {} for n in rows]
    for fact in facts_shown(laid, tool, query):
        value = given(fact, query)
        if fact.control == "tally":
            value = _listed(fact, value)
        if value in ("", None):
            if fact.start is not None and fact.control != "choice":
                raise BadAsk(f"facts.{fact.name}", "nothing is entered", "enter what was measured or counted")
            continue
        _put(facts, fact.name.split("."), value)
    return facts


def _listed(fact: Fact, tally: Mapping[str, Any]) -> list[str]:
    """Every word as often as it was counted. Raises BadAsk for what is no number of them."""
    most = fact.limits["most"]
    if not all(isinstance(count, int) and 0 <= count <= most for count in tally.values()):
        raise BadAsk(f"facts.{fact.name}", "one of these counts does not fit", f"enter 0 to {most} of each")
    return [word for word, count in tally.items() for _ in range(count)]


def _has_names(laid: LaidOut, tool: Tool, rows: Rows) -> bool:
    """Whether the entries of a list are called something."""
    facts: type = laid.question(tool).facts
    entry: Any = get_args(hints_of(facts)[rows.name])[0]
    return any(one.name == "name" for one in fields(entry))


def _put(facts: Any, path: Sequence[str], value: object) -> None:
    """Put a value where its path leads; in a list "each" leads into all of its entries."""
    step, *rest = path
    if isinstance(facts, list):
        for entry in facts if step == EACH else [facts[int(step)]]:
            _put(entry, rest, value)
    elif rest:
        _put(facts.setdefault(step, {}), rest, value)
    else:
        facts[step] = value


def form(
    laid: LaidOut, tool: Tool, query: QueryParams, problem: BadAsk | None, brings: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The groups of the form, each field with what stands in it, what is wrong with it, and what a tick brings."""
    groups = [
        {
            "title": group.title,
            "folded": group.folded,
            "fields": [
                control(laid, fact_of(laid, tool, name, label), query, problem, brings) for name, label in group.facts
            ],
        }
        for group in tool.groups
    ]
    return groups + list(_row_groups(laid, tool, query, problem, brings))


def _row_groups(
    laid: LaidOut, tool: Tool, query: QueryParams, problem: BadAsk | None, brings: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    rows = tool.rows
    if rows is None:
        return
    yield {"title": "", "folded": False, "fields": [_counter(laid, tool, rows, query, problem)]}
    for number in range(row_count(rows, query)):
        asked = [control(laid, fact, query, problem, brings) for fact in row_facts(laid, tool, rows, number)]
        name, shown = f"{rows.row} {number + 1}", len(rows.facts)
        yield {"title": name, "folded": False, "fields": asked[:shown]}
        if rows.more:
            yield {"title": f"{name}: {rows.more.title}", "folded": True, "fields": asked[shown:]}


def _counter(laid: LaidOut, tool: Tool, rows: Rows, query: QueryParams, problem: BadAsk | None) -> dict[str, Any]:
    fewest = field_of(laid, tool, rows.name).metadata["fewest"]
    made = {"control": "count", "name": rows.name, "label": rows.label, "min": fewest, "max": rows.most}
    made |= {"value": row_count(rows, query)}
    if problem and problem.field == f"facts.{rows.name}":
        made["problem"] = {"because": sentence(problem.wrong), "instead": sentence(problem.right)}
    return made


def control(
    laid: LaidOut, fact: Fact, query: QueryParams, problem: BadAsk | None, brings: Mapping[str, str]
) -> dict[str, Any]:
    """One field as components/fields.html takes it, with `control` for which of its macros."""
    value = given(fact, query)
    made: dict[str, Any] = {"control": fact.control, "name": fact.name, "label": fact.label}
    if fact.control == "tally":
        made |= {"counts": [_count_of(laid, fact, word, count) for word, count in value.items()]}
    elif fact.choices:
        made |= _choice(laid, fact, fact.choices, value, brings)
    elif fact.control == "numbers":
        made |= {"value": ", ".join(map(str, value or ()))}
    elif fact.control == "toggle":
        made |= {"word": fact.label, "on": value, "says": brings.get(fact.name, "")}
    else:
        made |= {"value": "" if value is None else value, "min": fact.limits["least"], "max": fact.limits["most"]}
    if problem and _is_about(problem, fact):
        made["problem"] = {"because": sentence(problem.wrong), "instead": _instead(problem, made)}
    return made


def _count_of(laid: LaidOut, fact: Fact, word: str, count: Any) -> dict[str, Any]:
    """The counter of one word of a tally."""
    label = laid.words(word, fact.choices.__name__ if fact.choices else "")
    value = "" if count is None else count
    return {"name": f"{fact.name}.{word}", "label": label, "value": value, "min": 0, "max": fact.limits["most"]}


def _is_about(problem: BadAsk, fact: Fact) -> bool:
    """Whether it is this fact that cannot be read; one told for all rows is found wrong in the first."""
    name = fact.name.replace(f".{EACH}.", ".0.")
    # One of several that are listed has its place behind the name: "facts.bonuses.0".
    return f"{problem.field}.".startswith(f"facts.{name}.")


def _instead(problem: BadAsk, field: Mapping[str, Any]) -> str:
    """What would be right, in the words the field itself offers."""
    if not problem.choices:
        return sentence(problem.right)
    return sentence(f"choose {either([option['word'] for option in field['options'] if option['value']])}")


def _choice(laid: LaidOut, fact: Fact, choices: type[Enum], value: Any, brings: Mapping[str, str]) -> dict[str, Any]:
    keys = [str(one.value) for one in choices if not fact.only or one.value in fact.only]
    options = [
        {"value": key, "word": laid.words(key, choices.__name__), "says": brings.get(f"{fact.name}={key}", "")}
        for key in keys
    ]
    if fact.control == "choice" and fact.start is None:
        options.insert(0, {"value": "", "word": fact.empty})
    chosen = value if value is not None else ""
    # A phone has no room for a wall of cells, and even less in every row; a list opens over the page.
    most = MANY_FROM if fact.in_row else LIST_FROM
    shape = {"control": "list"} if fact.control == "choice" and len(options) >= most else {}
    return shape | {"options": options, "chosen": chosen, "many": len(options) >= MANY_FROM}


def ticks(laid: LaidOut, tool: Tool, query: QueryParams) -> Iterator[TickBox]:
    """Every box of the form that can be ticked."""
    for fact in facts_shown(laid, tool, query):
        if fact.control == "toggle":
            yield TickBox(fact.name, tuple(fact.name.split(".")))
        elif fact.control == "several" and fact.choices:
            for one in fact.choices:
                yield TickBox(f"{fact.name}={one.value}", tuple(fact.name.split(".")), str(one.value))


def ticked(facts: Mapping[str, Any], tick: TickBox, on: bool) -> dict[str, Any]:
    """The same facts with a box ticked or not."""
    made = deepcopy(dict(facts))
    if tick.word is None:
        _put(made, list(tick.path), on)
        return made
    others = [word for word in _at(made, tick.path) if word != tick.word]
    _put(made, tick.path, [*others, tick.word] if on else others)
    return made


def _at(facts: Any, path: Sequence[str]) -> Any:
    """What is listed at the end of a path; nothing where nothing was told."""
    for step in path:
        facts = facts[int(step)] if isinstance(facts, list) else facts.get(step, ())
    return facts


# The form of a look-up at its date


def offered(laid: LaidOut, groups: list[dict[str, Any]], tool: Tool, book: Book) -> list[dict[str, Any]]:
    """The groups of a form without the words and boxes of what the book does not have; what is chosen stays."""
    found = [{**group, "fields": list(_fields(laid, group["fields"], tool, book))} for group in groups]
    return [group for group in found if group["fields"]]


def _fields(laid: LaidOut, fields: list[dict[str, Any]], tool: Tool, book: Book) -> Iterator[dict[str, Any]]:
    for field in fields:
        if "options" in field:
            yield {
                **field,
                "options": [one for one in field["options"] if _there(laid, field, one["value"], tool, book)],
            }
        elif field["control"] != "toggle" or field["on"] or _missing(laid, field, True, tool, book) is None:
            yield field


def _there(laid: LaidOut, field: Mapping[str, Any], word: str, tool: Tool, book: Book) -> bool:
    """Whether a word is offered: what leaves the choice open, what is chosen, and what there is at the date."""
    if not word or word == field["chosen"] or (isinstance(field["chosen"], list) and word in field["chosen"]):
        return True
    choices = fact_of(laid, tool, field["name"], "").choices
    return choices is None or _missing(laid, field, choices(word), tool, book) is None


def _missing(laid: LaidOut, field: Mapping[str, Any], told: Any, tool: Tool, book: Book) -> Refusal | None:
    return missing(speaks_of(field_of(laid, tool, field["name"]), told, laid.dated), book)
