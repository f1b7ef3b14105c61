"""The whole tables behind the look-ups of plain dice."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.dice_tables import sums_of, thirds_of
from app.pages.lookups.laid_out.tool import Maker

MADE: Final[Mapping[str, Maker]] = {"sums": sums_of("FF-DIC-01"), "thirds": thirds_of("FF-DIC-02")}
