"""What the deeds of all chapters ask alike."""

from collections.abc import Callable, Iterator
from typing import Any

from rules.earth_1418.game.table import EarthTable
from rules.kernel.asking import Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import NotPlain, build


def judged(table: EarthTable, command: type[Any], told: Told, judge: Callable[..., Any]) -> Iterator[Refusal]:
    """The judge's word on what was told, where it is a refusal."""
    try:
        found = judge(table, build(command, told))
    except NotPlain:
        return
    if isinstance(found, Refusal):
        yield found
