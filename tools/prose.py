"""Check sentence lengths of the documents and first words of docstrings: `python tools/prose.py [--list]`.

The limits are in `[tool.prose]` of pyproject.toml. They are the figures of today: lower them when a figure improves.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = ("*.md", "docs/**/*.md")
MODULES: Final = ("rules/**/*.py", "app/**/*.py", "playsheets/**/*.py")
LISTED: Final = 20
"""Number of sentences that `--list` prints."""

CODE_BLOCK: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
NOT_PROSE: Final = re.compile(r"^[|#].*$|!\[[^\]]*\]\([^)]*\)", re.MULTILINE)
"""Table rows, headings and images."""
LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
CODE: Final = re.compile(r"`[^`]*`")
NEXT_BLOCK: Final = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)")
"""The end of a paragraph or of a list item."""
LIST_MARK: Final = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
SENTENCE_END: Final = re.compile(r"(?<=[.!?:;])\s+(?=[A-Z\"*\[(])")
WORD: Final = re.compile(r"[A-Za-z0-9'’-]+")
SHORTEST: Final = 4
"""Fewer words are a label, not a sentence."""
INVERTED: Final = re.compile(r"(?:What|Who|Whose|Whom|Whoever|Of|Where|So|That)\b")
"""First words of a docstring that hide its subject."""


class Sentence(NamedTuple):
    """A sentence of a document."""

    page: str
    words: int
    text: str


class Figure(NamedTuple):
    """A measured number and the most that it may be."""

    name: str
    value: float
    limit: float


def main() -> int:
    """Print each figure with its limit; return 1 if a figure is over its limit."""
    parser = argparse.ArgumentParser(description="Check sentence lengths and docstrings.")
    parser.add_argument("--list", action="store_true", help="print the longest sentences and all inverted docstrings")
    sentences = sentences_of_documents()
    docstrings = inverted_docstrings_of_modules()
    if parser.parse_args().list:
        longest = sorted(sentences, key=lambda sentence: -sentence.words)[:LISTED]
        print("\n".join(f"{sentence.page}: {sentence.words} words: {sentence.text}" for sentence in longest))
        print("\n".join(docstrings))
    limits = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["prose"]
    figures = measure([sentence.words for sentence in sentences], len(docstrings), limits)
    print("\n".join(report(figures)))
    return int(any(figure.value > figure.limit for figure in figures))


def measure(lengths: Iterable[int], inverted: int, limits: Mapping[str, float]) -> list[Figure]:
    """Return the figures of sentence lengths in words and of a number of inverted docstrings."""
    ordered = sorted(lengths)
    values = {
        "median-words": median(ordered),
        "words-at-90-percent": ordered[int(0.9 * len(ordered))],
        "most-words": ordered[-1],
        "inverted-docstrings": inverted,
    }
    return [Figure(name, value, limits[name]) for name, value in values.items()]


def report(figures: Iterable[Figure]) -> Iterator[str]:
    """Yield a line for each figure, and what to do about it."""
    for figure in figures:
        line = f"{figure.name}: {figure.value:g} (limit {figure.limit:g})"
        if figure.value > figure.limit:
            line += ": too high; `python tools/prose.py --list` shows where"
        elif figure.value < figure.limit:
            line += ": better than the limit; lower it in pyproject.toml"
        yield line


def sentences_of_documents() -> list[Sentence]:
    """Return the sentences of all documents."""
    return [
        Sentence(name, len(WORD.findall(text)), text) for name, page in texts_of(PAGES) for text in sentences_in(page)
    ]


def sentences_in(markdown: str) -> Iterator[str]:
    """Yield the sentences of Markdown text, without code blocks, tables, headings and images."""
    prose = NOT_PROSE.sub("", CODE_BLOCK.sub("", markdown))
    prose = CODE.sub("CODE", LINK.sub(r"\1", prose))
    for block in NEXT_BLOCK.split(prose):
        for sentence in SENTENCE_END.split(" ".join(LIST_MARK.sub("", block).split())):
            if len(WORD.findall(sentence)) >= SHORTEST:
                yield sentence


def inverted_docstrings_of_modules() -> list[str]:
    """Return the places of all docstrings whose first word hides their subject."""
    return [f"{name}:{line}" for name, source in texts_of(MODULES) for line in inverted_docstrings(source)]


def inverted_docstrings(source: str) -> Iterator[int]:
    """Yield the line of each docstring in Python source that begins with What, Who, Of, Where, So or That."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node)
            if docstring and INVERTED.match(docstring):
                yield node.body[0].lineno


def texts_of(patterns: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file that matches one of the patterns."""
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
