"""Look-ups as their system describes them in TOML: a file for each part of the list, and one of labels they share.

Nothing is guessed: an unknown key, an outcome that the system does not have, a shared list that nobody wrote are
errors that name file, look-up and key.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from app.pages.lookups.laid_out.printed import bands_of, factors_of, grid_of, lines_of, steps_of
from app.pages.lookups.laid_out.tool import Group, Labels, Maker, Outcome, Parts, Rows, Tool, inside
from rules.kernel.strict import Reader, read_toml
from rules.kernel.values import dataclass

LABELS: Final = "labels.toml"
YES_NO: Final = {True: "yes", False: "no"}
KINDS: Final = {kind: kind for kind in ("good", "none", "some", "more", "most", "suppressed", "killed")}
WAYS: Final = ("lines", "factors", "steps", "bands", "grid", "made")
Shared = Mapping[str, Labels]


@dataclass(frozen=True, slots=True)
class Worded:
    """What only code can word, by the names that look-ups give: an outcome, and a table they are read from."""

    outcomes: Mapping[str, Callable[[Any], Outcome]]
    tables: Mapping[str, Maker]


def described_parts(folder: Path, parts: Sequence[str], worded: Worded) -> Parts:
    """The list of look-ups out of these files of a folder, in this order. Raises BadData."""
    shared = _shared(read_toml(folder / LABELS))
    return tuple(_part(read_toml(folder / f"{part}.toml"), shared, worded) for part in parts)


def _shared(file: Reader) -> Shared:
    return {name: tuple(file.table(name).items()) for name in file.names()}


def _part(file: Reader, shared: Shared, worded: Worded) -> tuple[str, tuple[Tool, ...]]:
    title = file.text("title")
    tools = tuple(_tool(one, shared, worded) for one in file.tables("look_up"))
    file.close()
    return title, tools


def _tool(one: Reader, shared: Shared, worded: Worded) -> Tool:
    rows = _rows(one.below("rows"), shared) if one.has("rows") else None
    made = Tool(
        slug=one.text("id"),
        title=one.text("title"),
        about=one.text("about"),
        key=one.text("asks"),
        groups=tuple(_group(group, shared) for group in one.tables("group", ())),
        outcome=_by_words(one) if one.has("outcomes") else one.word("outcome", worded.outcomes),
        start=one.plain("start", {}) | dict(rows[1] if rows else ()),
        fixed=one.plain("fixed", {}),
        rows=rows[0] if rows else None,
        only=_only(one.below("only")) if one.has("only") else {},
        empty=one.table("empty") if one.has("empty") else {},
        tallied=_counts(one.below("tallied")) if one.has("tallied") else {},
        dice=one.texts("dice", ()),
        further=one.text("further", "deviates"),
        tables=tuple(_table(table, worded) for table in one.tables("tables", ())),
    )
    one.close()
    return made


def _group(group: Reader, shared: Shared) -> Group:
    made = Group(group.text("title", ""), _labels(group, shared), group.yes("folded"))
    group.close()
    return made


def _labels(group: Reader, shared: Shared) -> Labels:
    """The labels of a group, those it shares with others last; `inside` is the fact that all of them lie in."""
    prefix = group.text("inside", "")
    own = tuple(group.table("facts").items()) if group.has("facts") else ()
    labels = own + (group.word("also", shared) if group.has("also") else ())
    if not labels:
        raise group.wrong("facts", "are missing", "write the facts of the group, or the list it takes them from")
    return inside(prefix, labels) if prefix else labels


def _rows(one: Reader, shared: Shared) -> tuple[Rows, Iterator[tuple[str, object]]]:
    """The rows of a list, and the facts that each of them opens with."""
    more = _group(one.below("more"), shared) if one.has("more") else None
    rows = Rows(
        name=one.text("id"),
        label=one.text("title"),
        row=one.text("row"),
        facts=_labels(one, shared),
        most=one.whole("most"),
        start=one.whole("start"),
        more=more,
    )
    opens = one.plain("opens", {})
    one.close()
    return rows, ((f"{rows.name}.{n}.{fact}", value) for fact, value in opens.items() for n in range(rows.most))


def _only(words: Reader) -> dict[str, tuple[str, ...]]:
    return {fact: words.texts(fact) for fact in words.names()}


def _counts(counts: Reader) -> dict[str, int]:
    return {fact: counts.whole(fact) for fact in counts.names()}


def _by_words(one: Reader) -> Callable[[Any], Outcome]:
    """An answer of few words, each with the ground it stands on and how it is said; of a yes or no, both.

    `outcome_by` is the part of the answer that decides.
    """
    by, words = one.text("outcome_by", ""), one.below("outcomes")
    said = {word: _outcome(words, word) for word in words.names()}

    def outcome(value: Any) -> Outcome:
        deciding = value[by] if by else value
        return said[YES_NO[deciding] if isinstance(deciding, bool) else deciding]

    return outcome


def _outcome(words: Reader, word: str) -> Outcome:
    written = words.texts(word)
    if len(written) != 2 or written[0] not in KINDS:
        raise words.wrong(word, f"is {list(written)}", f"write its ground, one of {', '.join(KINDS)}, and its words")
    return Outcome(*written)


def _table(one: Reader, worded: Worded) -> Maker:
    """A table that a look-up is read from: one of the book, or `made` by code."""
    ways = [way for way in WAYS if one.has(way)]
    if len(ways) != 1:
        raise one.wrong("lines", "is not the one way the table is written", f"write one of: {', '.join(WAYS)}")
    maker = one.word("made", worded.tables) if ways == ["made"] else _of_book(one, ways[0])
    one.close()
    return maker


def _of_book(one: Reader, way: str) -> Maker:
    title, table = one.text("title"), one.text(way)
    match way:
        case "steps":
            return steps_of(title, table)
        case "bands":
            return bands_of(title, table, one.text("row"))
        case "factors":
            return factors_of(title, table, one.text("note", ""))
        case "grid":
            return grid_of(title, table, one.texts("columns"), one.text("note", ""), one.text("marks", ""))
    return lines_of(title, table, one.text("note", ""), one.text("marks", ""))
