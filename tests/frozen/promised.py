"""What is promised: texts by name, kept as they were, and how a difference is told."""

import difflib
import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.frozen.fixed import same_book

FOLDER: Final = Path(__file__).parent / "kept"
MOST_LINES: Final = 40
WIDEST: Final = 400
WORDS: Final = ("description", "summary", "title")
ALTERNATIVES: Final = ("oneOf", "anyOf")
"""Lists of a description in which the order says nothing."""


@dataclass(frozen=True, slots=True)
class Promise:
    """Texts that stay: their name, what they show, how they are made now, and whether they are kept to be read.

    `may_gain`: of a JSON text only what is gone or changed counts; more keys, more of a list and more words may come.
    Of one to be read more words may come where one of several stands.
    """

    name: str
    shows: str
    made: Callable[[], Mapping[str, str]]
    readable: bool = False
    may_gain: bool = False

    @property
    def path(self) -> Path:
        """Where they are kept."""
        return FOLDER / (f"{self.name}.txt" if self.readable else f"{self.name}.jsonl.gz")

    def kept(self) -> dict[str, str]:
        """The texts as they were kept."""
        if self.readable:
            entries = self.path.read_text(encoding="utf-8").strip().split("\n\n")
            return dict(one.partition("\n")[::2] for one in entries)
        with gzip.open(self.path, "rt", encoding="utf-8") as lines:
            return dict(json.loads(line) for line in lines)

    def keep(self, texts: Mapping[str, str]) -> None:
        """Keep these texts in the place of those that were kept."""
        FOLDER.mkdir(exist_ok=True)
        if self.readable:
            self.path.write_text(
                "\n\n".join(f"{name}\n{text}" for name, text in texts.items()) + "\n", encoding="utf-8"
            )
            return
        lines = "".join(json.dumps([name, text]) + "\n" for name, text in texts.items())
        self.path.write_bytes(gzip.compress(lines.encode(), compresslevel=9, mtime=0))

    def texts(self) -> Mapping[str, str]:
        """The texts as they are now."""
        with same_book():
            return self.made()

    def broken(self) -> dict[str, str]:
        """What was promised and is otherwise now: by name, in words."""
        now, found = self.texts(), dict[str, str]()
        for name, promised in self.kept().items():
            told = now.get(name)
            if told != promised and not (told and self._gains(promised, told)):
                found[name] = lost_of(promised, told)
        return found

    def _gains(self, promised: str, told: str) -> bool:
        if not self.may_gain:
            return False
        return has_more_words(promised, told) if self.readable else is_only_more(json.loads(promised), json.loads(told))

    def added(self) -> list[str]:
        """What is there now, or more than there was, and is not kept yet."""
        kept = self.kept()
        return [name for name, text in self.texts().items() if kept.get(name) != text]


def has_more_words(old: str, new: str) -> bool:
    """Whether fields, a line each, are the same but for words that were added to those of which one stands there."""
    lines = old.splitlines(), new.splitlines()
    return len(lines[0]) == len(lines[1]) and all(_gained(*both) for both in zip(*lines, strict=True))


def _gained(old: str, new: str) -> bool:
    (field, one_of, words), (same, _, more) = old.partition(": one of "), new.partition(": one of ")
    if not one_of or field != same:
        return old == new
    (words, usual, value), (more, _, now) = words.partition(" = "), more.partition(" = ")
    return more.startswith(f"{words} ") and value == now if words != more else (usual, value) == (usual, now)


def is_only_more(old: object, new: object, key: str = "") -> bool:
    """Whether a JSON value holds all that another held. What has to be sent may not become more."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(name in new and is_only_more(value, new[name], name) for name, value in old.items())
    if isinstance(old, list) and isinstance(new, list) and key != "required":
        rest = list(new) if key in ALTERNATIVES else iter(new)
        return all(any(is_only_more(one, other) for other in rest) for one in old)
    if isinstance(old, str) and isinstance(new, str) and key in WORDS:
        return old.rstrip(".") in new
    return old == new and type(old) is type(new)


def lost_of(promised: str, now: str | None) -> str:
    """What was promised and is not so any more, line by line; values of a JSON text by where they stand."""
    if now is None:
        return "promised, and gone"
    try:
        old, new = json.loads(promised), json.loads(now)
    except ValueError:
        lines = difflib.unified_diff(promised.splitlines(), now.splitlines(), "promised", "now", lineterm="", n=1)
    else:
        lines = iter(sorted(_apart(old, new, "$")))
    told = [line[:WIDEST] for line in lines] or ["the same values, written otherwise"]
    more = [f"... and {len(told) - MOST_LINES} more"] if len(told) > MOST_LINES else []
    return "\n".join([*told[:MOST_LINES], *more])


def _apart(old: object, new: object, where: str) -> Iterator[str]:
    """Where two JSON values differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in [*old, *(name for name in new if name not in old)]:
            if name not in new or name not in old:
                yield f"{where}.{name}: {'promised, and gone' if name in old else 'is new'}"
            else:
                yield from _apart(old[name], new[name], f"{where}.{name}")
        if [name for name in old if name in new] != [name for name in new if name in old]:
            yield f"{where}: the order was {list(old)}, and is {list(new)}"
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (here, there) in enumerate(zip(old, new, strict=True)):
            yield from _apart(here, there, f"{where}[{number}]")
    elif old != new or type(old) is not type(new):
        yield f"{where}: promised {json.dumps(old)[:150]}, now {json.dumps(new)[:150]}"
