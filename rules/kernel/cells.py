"""What stands in the cells of printed tables: scores to reach, and allowances of movement."""

import re
from enum import StrEnum

from rules.kernel.measure import BadDistance, parse_cm
from rules.kernel.values import dataclass

_BAND = re.compile(r"^(?:\.\.(?P<upto>-?\d+)|(?P<low>-?\d+)(?:-(?P<high>-?\d+))?|(?P<onward>-?\d+)\.\.)$")
_SCORE = re.compile(r"^(?P<least>\d+)(?P<direct> direct)?$")


class BadCell(ValueError):
    """Text in a table's cell that no reader of the table could understand."""


class Reach(StrEnum):
    """How a result can come about."""

    AT_LEAST = "at_least"
    AUTOMATIC = "auto"
    BY_ASSAULT = "assault"
    NOT_POSSIBLE = "no"


@dataclass(frozen=True, slots=True)
class Score:
    """One score of a firing table: at least so many, automatic, only by assault, or not possible.

    `direct` asks for the firer's own sight of the target.
    """

    reach: Reach
    least: int = 0
    direct: bool = False

    def met_by(self, total: int, direct_sight: bool) -> bool:
        """Whether a modified total (with or without direct sight) reaches it."""
        if self.reach is Reach.AUTOMATIC:
            return True
        return self.reach is Reach.AT_LEAST and total >= self.least and (direct_sight or not self.direct)

    def __str__(self) -> str:
        if self.reach is Reach.AT_LEAST:
            return f"{self.least} direct" if self.direct else str(self.least)
        return self.reach.value


def parse_score(written: str) -> Score:
    """Read '4', '6 direct', 'auto', 'assault' or 'no'. Raises BadCell."""
    match = _SCORE.match(written)
    if match:
        return Score(Reach.AT_LEAST, int(match["least"]), match["direct"] is not None)
    try:
        return Score(Reach(written))
    except ValueError:
        raise BadCell(f"{written!r} is no score; write 4, 6 direct, auto, assault or no") from None


@dataclass(frozen=True, slots=True)
class ScorePair:
    """Suppress and kill scores of one weapon against one kind of cover."""

    suppress: Score
    kill: Score

    def __str__(self) -> str:
        return f"{self.suppress}/{self.kill}"


def parse_pair(written: str) -> ScorePair:
    """Read 'suppress/kill', such as '5/7', 'auto/2', '6 direct/no'. Raises BadCell."""
    parts = written.split("/")
    if len(parts) != 2:
        raise BadCell(f"{written!r} is no pair; write suppress/kill, such as 5/7 or 6 direct/no")
    return ScorePair(parse_score(parts[0]), parse_score(parts[1]))


class Way(StrEnum):
    """How a mover gets through a kind of ground."""

    DISTANCE = "distance"
    ACTIONS = "actions"
    FREE = "free"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Allowance:
    """Movement in one kind of ground: millimetres a move action, or whole actions to cross, or free, or none."""

    way: Way
    mm: int = 0
    actions: int = 0

    def __str__(self) -> str:
        if self.way is Way.DISTANCE:
            return f"{self.mm / 10:g}"
        if self.way is Way.ACTIONS:
            return f"{self.actions} action" + ("s" if self.actions != 1 else "")
        return self.way.value


def parse_allowance(written: str) -> Allowance:
    """Read '20' or '7.5' (cm), '1 action', '3 actions', 'free' or 'none'. Raises BadCell."""
    if written in ("free", "none"):
        return Allowance(Way(written))
    number, _, word = written.partition(" ")
    if word in ("action", "actions") and number.isdigit():
        return Allowance(Way.ACTIONS, actions=int(number))
    if not word:
        return Allowance(Way.DISTANCE, mm=parse_length(number))
    raise BadCell(f"{written!r} is no allowance; write centimetres, '1 action', 'free' or 'none'")


def parse_length(written: str) -> int:
    """Read centimetres with at most one decimal as whole millimetres. Raises BadCell."""
    try:
        return parse_cm(written)
    except BadDistance as bad:
        raise BadCell(str(bad)) from None


@dataclass(frozen=True, slots=True)
class Span:
    """A run of totals: low to high, either end open when None."""

    low: int | None
    high: int | None

    def holds(self, total: int) -> bool:
        """Whether the total lies in the run."""
        return (self.low is None or total >= self.low) and (self.high is None or total <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.high} or less"
        if self.high is None:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def parse_span(written: str) -> Span:
    """Read '..1' (that or less), '4', '2-3' or '6..' (that or more). Raises BadCell."""
    match = _BAND.match(written)
    if not match:
        raise BadCell(f"{written!r} is no band; write ..1 for that or less, 2-3, 4, or 6.. for that or more")
    if match["upto"] is not None:
        return Span(None, int(match["upto"]))
    if match["onward"] is not None:
        return Span(int(match["onward"]), None)
    low = int(match["low"])
    high = int(match["high"]) if match["high"] is not None else low
    if high < low:
        raise BadCell(f"{written!r} runs backwards; write the smaller total first")
    return Span(low, high)
