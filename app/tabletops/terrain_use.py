"""What a rule system reads of a table: which pieces it has rules for, and which of their facts."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.kernel.values import dataclass
from rules.tabletop.terrain import Area, Hill, Piece, Strength, Table, Trench, Wire

FACTS: Final[Mapping[str, tuple[str, Callable[[Piece], bool]]]] = {
    "strength": ("how strongly a trench is built", lambda piece: _is_strong(piece)),
    "nation": ("whose a trench is", lambda piece: isinstance(piece, Trench)),
    "facing": ("where a block house faces", lambda piece: isinstance(piece, Area) and piece.facing_deg is not None),
    "belts": ("how many belts of wire lie behind each other", lambda piece: isinstance(piece, Wire)),
    "gaps": ("the gaps in wire", lambda piece: isinstance(piece, Wire) and bool(piece.gaps)),
    "height": ("the height of a hill", lambda piece: isinstance(piece, Hill)),
}
"""The facts of pieces that a system may have no rule for: in words, and which pieces have them."""


def _is_strong(piece: Piece) -> bool:
    return isinstance(piece, Trench) and piece.strength is Strength.STRONG


@dataclass(frozen=True, slots=True)
class TerrainUse:
    """What a system reads of a table.

    `kinds`: the kinds of pieces it has rules for, as documents write them (None: all of them).
    `facts`: the facts it reads, of FACTS (None: all of them). `words`: the words of pieces that it reads.
    """

    kinds: frozenset[str] | None = None
    facts: frozenset[str] | None = None
    words: frozenset[str] = frozenset()

    def unknown(self, table: Table) -> list[str]:
        """Return the names of the pieces that it has no rules for: with one of them a table cannot be its own."""
        return [piece.name for piece in table.pieces if self.kinds is not None and _kind(piece) not in self.kinds]

    def lost(self, table: Table) -> Iterator[str]:
        """Yield in words what of a table it does not read, so that it does not carry over to a copy for it."""
        for key, (says, has) in FACTS.items():
            names = [piece.name for piece in table.pieces if has(piece)]
            if names and self.facts is not None and key not in self.facts:
                yield f"{says}: {_list(names)}"
        for of in sorted({word.of for piece in table.pieces for word in piece.words} - self.words):
            names = [piece.name for piece in table.pieces if any(word.of == of for word in piece.words)]
            yield f"the word for {of}: {_list(names)}"


_NAMED: Final = 4
"""So many pieces are named; of more their number is told."""


def _list(names: list[str]) -> str:
    if len(names) > _NAMED:
        return f"{len(names)} pieces"
    return ", ".join(names)


def _kind(piece: Piece) -> str:
    return piece.kind.value if isinstance(piece, Area) else type(piece).__name__.lower()
