"""Layouts of look-ups as TOML files: what the facts do not say, over the layout derived from them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import isfunction
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any, Final

from app.lookups.queries import BadAsk, LookUpsOffered, question
from app.lookups.vocabulary import counted
from app.lookups.vocabulary import words as plain_words
from app.pages.lookups.derived_layout import derived_layout, derived_tool
from app.pages.lookups.lookup_layout import (
    MM_A_CM,
    GridForm,
    Group,
    Labels,
    LaidOut,
    Maker,
    Outcome,
    Parts,
    Rows,
    Tool,
    Words,
    bands_of,
    factors_of,
    grid_of,
    inside,
    lines_of,
    steps_of,
)
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Questions
from rules.kernel.numerals import signed
from rules.kernel.toml_reader import Reader, read_toml

LABELS: Final = "labels.toml"
ANY: Final = "any"
YES_NO: Final = {True: "yes", False: "no"}
KINDS: Final = {kind: kind for kind in ("good", "none", "some", "more", "most", "suppressed", "killed")}
WAYS: Final = ("lines", "factors", "steps", "bands", "grid")
Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worded:
    """What only code can word, by the names that look-ups give: an outcome, and a table they are read from.

    `words` writes a word of the rules.
    """

    outcomes: Mapping[str, Callable[[Any], Outcome]]
    tables: Mapping[str, Maker]
    words: Words = plain_words


@dataclass(frozen=True, slots=True)
class SharedWords:
    """What look-ups share: the label of a fact by its name, lists of facts that stand together, tables by a name."""

    labels: Mapping[str, str]
    lists: Mapping[str, Names]
    tables: Mapping[str, Maker]


def functions_of(module: ModuleType, ending: str = "") -> dict[str, Any]:
    """Return the public functions of a module by their names: those that end so, or all that it defines itself."""
    return {
        name.removesuffix(ending): one
        for name, one in vars(module).items()
        if isfunction(one) and not name.startswith("_")
        if (name.endswith(ending) if ending else one.__module__ == module.__name__)
    }


def described_parts(of: Questions[Any], folder: Path, parts: Sequence[str], worded: Worded) -> Parts:
    """The list of look-ups out of these files of a folder, in this order. Raises BadData."""
    shared = _shared(read_toml(folder / LABELS))
    worded = replace(worded, tables={**worded.tables, **shared.tables})
    return tuple(_part(of, read_toml(folder / f"{part}.toml"), shared, worded) for part in parts)


def layout_of(offered: LookUpsOffered) -> LaidOut:
    """Lay out the look-ups of a system: derived from their facts, with what its own file says besides.

    Raises BadData.
    """
    laid = derived_layout(offered)
    if offered.layout is None:
        return laid
    file = read_toml(offered.layout)
    labels, empty = file.table("labels"), file.table("empty")
    parts = tuple(
        (title, tuple(_besides(tool, file, labels, empty, laid.words) for tool in tools)) for title, tools in laid.parts
    )
    file.close()
    return replace(laid, parts=parts)


def _besides(tool: Tool, file: Reader, labels: Mapping[str, str], empty: Mapping[str, str], written: Words) -> Tool:
    """A derived look-up with what the file of its system says of it."""
    one = file.below(tool.slug)
    rows = tool.rows
    if one.has("rows"):
        label, row = one.texts("rows")
        rows = (replace(rows[0], label=label, row=row), *rows[1:])
    names = [name for group in tool.groups for name, _ in group.facts]
    outcome, parts = tool.outcome, tool.parts
    if one.has("outcomes"):
        outcome, parts = _by_words(one, Phrases(written)), _no_parts
    made = replace(
        tool,
        about=one.text("about"),
        groups=tuple(_relabelled(group, labels) for group in tool.groups),
        rows=tuple(replace(some, facts=_relabelled_facts(some.facts, labels)) for some in rows),
        empty={name: empty[last] for name in names if (last := name.rpartition(".")[2]) in empty},
        outcome=outcome,
        parts=parts,
    )
    one.close()
    return made


def _relabelled(group: Group, labels: Mapping[str, str]) -> Group:
    return replace(group, facts=_relabelled_facts(group.facts, labels))


def _relabelled_facts(facts: Labels, labels: Mapping[str, str]) -> Labels:
    return tuple((name, labels.get(name.rpartition(".")[2], label)) for name, label in facts)


def _no_parts(_value: Any) -> tuple[tuple[str, str], ...]:
    return ()


def _shared(file: Reader) -> SharedWords:
    lists = file.table("lists") if file.has("lists") else {}
    tables = file.below("tables") if file.has("tables") else None
    named = {name: _of_book(tables.below(name)) for name in tables.names()} if tables else {}
    made = SharedWords(file.table("labels"), {name: _names(facts) for name, facts in lists.items()}, named)
    file.close()
    return made


def _names(facts: str) -> Names:
    return tuple(name.strip() for name in facts.split(",") if name.strip())


def _part(of: Questions[Any], file: Reader, shared: SharedWords, worded: Worded) -> tuple[str, tuple[Tool, ...]]:
    title = file.text("title")
    tools = tuple(_tool(of, name, file.below(name), shared, worded) for name in file.names())
    return title, tools


def _tool(of: Questions[Any], slug: str, one: Reader, shared: SharedWords, worded: Worded) -> Tool:
    """One look-up: its derived layout, and over it what is written."""
    key = one.text("asks", slug.replace("-", "_"))
    try:
        derived = derived_tool(question(of, key))
    except BadAsk as bad:
        raise one.wrong("asks", bad.wrong, bad.right) from None
    labels = {**shared.labels, **(one.table("labels") if one.has("labels") else {})}
    rows, opened = _rows(one.below("rows"), derived, shared) if one.has("rows") else (derived.rows, {})
    groups = tuple(_group(group, shared) for group in one.tables("groups", ())) or _whole(derived.groups)
    made = Tool(
        slug=slug,
        title=one.text("title", derived.title),
        about=one.text("about"),
        key=key,
        groups=tuple(_labelled(group, labels) for group in groups),
        outcome=_by_words(one, Phrases(worded.words))
        if one.has("outcomes")
        else one.word("outcome", worded.outcomes, default=key),
        start=one.plain("start", {}) | opened,
        fixed=one.plain("fixed", {}),
        rows=tuple(_labelled_rows(some, labels) for some in rows),
        only=_only(one.below("only")) if one.has("only") else {},
        empty=one.table("empty") if one.has("empty") else {},
        tallied=_counts(one.below("tallied")) if one.has("tallied") else {},
        dice=one.texts("dice", ()),
        further=one.text("further", "deviates"),
        tables=tuple(_tables(one, worded)),
    )
    one.close()
    return made


def _whole(groups: Sequence[Group]) -> tuple[Group, ...]:
    """The groups without the labels that are derived."""
    return tuple(replace(group, facts=_unlabelled(name for name, _ in group.facts)) for group in groups)


def _unlabelled(names: Iterator[str] | Names) -> Labels:
    return tuple((name, "") for name in names)


def _labelled(group: Group, labels: Mapping[str, str]) -> Group:
    """A group with the label of each fact: by its whole name, by its last part, or (empty) what the rules say of it."""
    return replace(group, facts=_with_labels(group.facts, labels))


def _with_labels(facts: Labels, labels: Mapping[str, str]) -> Labels:
    return tuple((name, labels.get(name) or labels.get(name.rpartition(".")[2], "")) for name, _ in facts)


def _labelled_rows(rows: Rows, labels: Mapping[str, str]) -> Rows:
    # A fact of a row may be called otherwise than one of the same name above.
    own = {**labels, **{name.removeprefix("row."): said for name, said in labels.items() if name.startswith("row.")}}
    more = _labelled(rows.more, own) if rows.more else None
    return replace(rows, facts=_with_labels(rows.facts, own), more=more)


def _group(group: Reader, shared: SharedWords) -> Group:
    made = Group(group.text("title", ""), _facts(group, shared), group.yes("folded"))
    group.close()
    return made


def _facts(group: Reader, shared: SharedWords) -> Labels:
    """The facts of a group, those it shares with others last; `inside` is the fact that all of them lie in."""
    prefix = group.text("inside", "")
    names = _names(group.text("facts", "")) + (group.word("also", shared.lists) if group.has("also") else ())
    if not names:
        raise group.wrong("facts", "are missing", "write the facts of the group, or the list it takes them from")
    return inside(prefix, _unlabelled(names)) if prefix else _unlabelled(names)


def _rows(one: Reader, derived: Tool, shared: SharedWords) -> tuple[tuple[Rows, ...], dict[str, object]]:
    """The rows of a list, and the facts that each of them opens with."""
    if not derived.rows:
        raise one.wrong("row", "belongs to no list", "leave the rows out")
    (base,) = derived.rows
    opens = one.plain("opens", {})
    given = one.has("facts") or one.has("also")
    rows = Rows(
        name=base.name,
        label=one.text("title"),
        row=one.text("row"),
        facts=_facts(one, shared) if given else base.facts,
        most=one.whole("most"),
        start=one.whole("start"),
        more=_group(one.below("more"), shared) if one.has("more") else None if given else base.more,
        inner=base.inner,
    )
    one.close()
    return (rows,), {f"{rows.name}.{n}.{fact}": value for fact, value in opens.items() for n in range(rows.most)}


def _only(words: Reader) -> dict[str, tuple[str, ...]]:
    return {fact: words.texts(fact) for fact in words.names()}


def _counts(counts: Reader) -> dict[str, int]:
    return {fact: counts.whole(fact) for fact in counts.names()}


class Phrases(Formatter):
    """Writes what an answer says: "{actions:n action} left" of an answer with that part, "{0}" of a plain one.

    After the colon: cm (of millimetres), signed, count (of a list), list, label or word (of the rules, with a capital
    or without), "n action" (1 action, 2 actions), "s action" (action, actions), or what Python knows.
    """

    def __init__(self, words: Words) -> None:
        self._words = words

    def phrase(self, text: str, value: Any) -> str:
        """Fill a text with the parts of an answer."""
        return self.vformat(text, (value,), value if isinstance(value, Mapping) else {})

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write one part."""
        how, _, thing = format_spec.partition(" ")
        number = value if isinstance(value, int) or not thing else len(value)
        match how:
            case "n" if thing:
                return counted(number, thing)
            case "s" if thing:
                return thing if number == 1 else f"{thing}s"
            case "label":
                return self._words(value, "")
            case "word":
                return self._words(value, "").lower()
            case "cm":
                return f"{value / MM_A_CM:g}"
            case "signed":
                return signed(value)
            case "count":
                return str(len(value))
            case "list":
                return ", ".join(f"{one:g}" if isinstance(one, float) else str(one) for one in value)
        return format(value, format_spec)


def _by_words(one: Reader, phrases: Phrases) -> Callable[[Any], Outcome]:
    """An answer in words: by what it is, or `any`; each with the ground it stands on, a word, and a number if any.

    `outcome_by` is the part of the answer that decides.
    """
    by, words = one.text("outcome_by", ""), one.below("outcomes")
    said = {word: _outcome(words, word) for word in words.names()}

    def outcome(value: Any) -> Outcome:
        deciding = value[by] if by else value
        word = YES_NO[deciding] if isinstance(deciding, bool) else "none" if deciding is None else str(deciding)
        kind, *texts = said[word] if word in said else said[ANY]
        return Outcome(kind, *(phrases.phrase(text, value) for text in texts))

    return outcome


def _outcome(words: Reader, word: str) -> tuple[str, ...]:
    written = words.texts(word)
    if len(written) not in (2, 3) or written[0] not in KINDS:
        raise words.wrong(word, f"is {list(written)}", f"write its ground, one of {', '.join(KINDS)}, and its words")
    return written


def _tables(one: Reader, worded: Worded) -> Iterator[Maker]:
    """The tables that a look-up is read from: made by code, or with `book` those of the book, a line for each cell."""
    yield from (_made(one, name, worded) for name in one.texts("made", ()))
    yield from (lines_of("", name) for name in one.texts("lines", ()))
    for table in one.tables("tables", ()):
        yield _made(table, table.text("made"), worded) if table.has("made") else _of_book(table)


def _made(one: Reader, name: str, worded: Worded) -> Maker:
    if name not in worded.tables:
        raise one.wrong("made", f"is {name!r}", f"write one of: {', '.join(worded.tables)}")
    return worded.tables[name]


def _of_book(one: Reader) -> Maker:
    """A table of the book, in the one way it is written."""
    ways = [way for way in WAYS if one.has(way)]
    if len(ways) != 1:
        raise one.wrong("lines", "is not the one way the table is written", f"write one of: {', '.join(WAYS)}")
    title, note, table = one.text("title", ""), one.text("note", ""), one.text(ways[0])
    match ways[0]:
        case "steps":
            made = steps_of(title, table)
        case "bands":
            made = bands_of(title, table, one.text("row"))
        case "factors":
            made = factors_of(title, table, note)
        case "grid":
            columns, short = one.texts("columns", ()), one.table("short") if one.has("short") else {}
            made = grid_of(GridForm(table, title, columns, note, one.text("clause", ""), short, one.yes("if_read")))
        case _:
            made = lines_of(title, table, note)
    one.close()
    return made
