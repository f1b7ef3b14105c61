"""`python -m tests.stage_taps`: the taps of every deed; `write` keeps them, and puts the ten slowest on their page.

Nothing is written where a deed takes more taps than it did.
"""

import sys
from collections.abc import Sequence

from tests.stage_taps.counted import KEPT, MEASURING, grown, lines, measured, table


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 where a deed takes more than was kept."""
    print("\n".join(lines()))
    print("\n".join(f"-- {kind}: {why}" for kind, why in table()[1].items()))
    if wrong := grown():
        print("\n".join(["", *wrong]))
        # A deed that is new is kept; one that takes more is not.
        if any("99 were kept" not in one for one in wrong):
            return 1
    if "write" in arguments:
        KEPT.write_text("\n".join([*lines(), ""]), encoding="utf-8")
        MEASURING.write_text(measured(MEASURING.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
