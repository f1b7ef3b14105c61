"""How large a base is where nobody says: ours, since the book gives no size."""

from typing import Final

from rules.earth_1418.book import EDITION
from rules.kernel.strict import read_toml
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class UsualBase:
    """Its size in millimetres, and why it is that."""

    width_mm: int
    depth_mm: int
    because: str


def _read() -> UsualBase:
    file = read_toml(EDITION.folder / "bases.toml")
    found = UsualBase(file.whole("width_mm"), file.whole("depth_mm"), file.text("because"))
    file.close()
    return found


USUAL_BASE: Final = _read()
