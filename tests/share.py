"""How many random cases a property test tries: BEATENZONE_TEST_SHARE is 1 in `make test`, more in `make torture`."""

import os
from typing import Final

SHARE: Final = float(os.environ.get("BEATENZONE_TEST_SHARE", "1"))


def cases(number: int) -> int:
    """Return how many random cases to try where `make test` tries `number`."""
    return max(1, round(number * SHARE))
