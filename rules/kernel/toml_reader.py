"""Strict reading of TOML: every key is known, every type is checked, errors name file and key."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

D = TypeVar("D")


class BadData(ValueError):
    """A data file that cannot be trusted: where, what is wrong, what would be right."""

    def __init__(self, file: str, table: str, key: str, wrong: str, right: str) -> None:
        self.file, self.table, self.key, self.wrong, self.right = file, table, key, wrong, right
        super().__init__(f"{file}: {table}: {key} {wrong}; {right}")


_MISSING: object = object()


class Reader:
    """One TOML table being read; `close` complains about keys nobody asked for."""

    def __init__(self, file: str, name: str, values: dict[str, object]) -> None:
        self.file, self.name, self._values = file, name, dict(values)

    def wrong(self, key: str, wrong: str, right: str) -> BadData:
        """The error to raise for one key of this table."""
        return BadData(self.file, self.name, key, wrong, right)

    def has(self, key: str) -> bool:
        """Whether the key is there and not yet read."""
        return key in self._values

    def is_table(self, key: str) -> bool:
        """Whether what stands there is a table [key] of its own."""
        return isinstance(self._values.get(key), dict)

    def _take(self, key: str, default: object) -> object:
        value = self._values.pop(key, default)
        if value is _MISSING:
            raise self.wrong(key, "is missing", "every entry needs it")
        return value

    def text(self, key: str, default: object = _MISSING) -> str:
        """A piece of text that is not empty (unless the default is)."""
        value = self._take(key, default)
        if value is default and isinstance(value, str):
            return value
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, f"is {value!r}", "write text in quotation marks")
        return value

    def word(self, key: str, words: Mapping[str, D], default: str = "") -> D:
        """What one of the known words stands for; `default` is the word where none is written."""
        written = self.text(key, default) if default else self.text(key)
        if written not in words:
            raise self.wrong(key, f"is {written!r}", f"write one of: {', '.join(words)}")
        return words[written]

    def texts(self, key: str, default: Iterable[str] | object = _MISSING) -> tuple[str, ...]:
        """A list of texts, not empty unless by default."""
        value = self._take(key, default)
        if value is default and isinstance(value, tuple):
            return value
        if not isinstance(value, list) or not value or not all(isinstance(v, str) and v for v in value):
            raise self.wrong(key, f"is {value!r}", 'write a list of texts such as ["early", "mid"]')
        return tuple(value)

    def whole(self, key: str) -> int:
        """A whole number; true and false are none."""
        value = self._take(key, _MISSING)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(key, f"is {value!r}", "write a whole number")
        return value

    def wholes(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """A list of whole numbers, not empty unless by default."""
        value = self._take(key, default)
        if value is default:
            return default
        if not isinstance(value, list) or not value or any(type(one) is not int for one in value):
            raise self.wrong(key, f"is {value!r}", "write a list of whole numbers such as [3, 4]")
        return tuple(value)

    def written(self, key: str, default: object = _MISSING) -> str:
        """A value as it stands in print: text, or a number written as text would be. Booleans are refused."""
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self.wrong(key, f"is {value!r}", "write a number or a word of the table, never true or false")
        return value if isinstance(value, str) else f"{value:g}"

    def table(self, key: str) -> dict[str, str]:
        """A table of printed values by their column."""
        value = self._take(key, _MISSING)
        if not isinstance(value, dict) or not value:
            raise self.wrong(key, f"is {value!r}", 'write the columns, such as {open = "3/4", soft = "4/5"}')
        inner = Reader(self.file, f"{self.name}, {key}", value)
        return {column: inner.written(column) for column in list(value)}

    def yes(self, key: str) -> bool:
        """Whether something is so; no where it is not written."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, f"is {value!r}", "write true or false")
        return value

    def plain(self, key: str, default: Mapping[str, object]) -> dict[str, object]:
        """A table of plain values of any type, as they are written, with lists as tuples."""
        value = self._take(key, default)
        if not isinstance(value, Mapping):
            raise self.wrong(key, f"is {value!r}", 'write names and values, such as {range_cm = 30, cover = "open"}')
        return {name: tuple(one) if isinstance(one, list) else one for name, one in value.items()}

    def below(self, key: str) -> "Reader":
        """The one table [key] below this one."""
        value = self._take(key, _MISSING)
        if not isinstance(value, dict):
            raise self.wrong(key, f"is {value!r}", f"write it as a table, [{key}]")
        return Reader(self.file, f"{self.name}, {key}", value)

    def names(self) -> tuple[str, ...]:
        """The keys that nobody read yet, as they are written."""
        return tuple(self._values)

    def tables(self, key: str, default: Iterable["Reader"] | object = _MISSING) -> tuple["Reader", ...]:
        """The repeated tables [[key]] below this one."""
        value = self._take(key, default)
        if value is default and isinstance(value, tuple):
            return value
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            raise self.wrong(key, "is no list of tables", f"write each as [[{key}]]")
        return tuple(Reader(self.file, _name_of(v, f"{key} {n}"), v) for n, v in enumerate(value, 1))

    def close(self) -> None:
        """Refuse every key that was not read."""
        for key in self._values:
            raise self.wrong(key, "is not a known key", "check its spelling or remove it")


def _name_of(values: dict[str, object], fallback: str) -> str:
    for key in ("id", "key", "row"):
        if isinstance(values.get(key), str):
            return str(values[key])
    return fallback


def read_toml(path: Path) -> Reader:
    """Open one TOML file. Raises BadData if it is no TOML (a key written twice included)."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(path.name, "file", "text", f"is no readable TOML ({error})", "mend that line") from None
    return Reader(path.name, "file", values)
