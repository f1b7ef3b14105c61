"""Pages look as they did when they were last looked at."""

from pathlib import Path

import numpy as np
import pytest

from tests.print.golden import PRINTS, kept, printed, write

CHANGED = 64  # levels of grey by which a dot is another
SHARE = 0.002  # of the dots of a page, which the edges of letters may take


@pytest.mark.parametrize("name", PRINTS)
def test_pages_look_as_they_did(name: str, tmp_path: Path) -> None:
    """Where they are meant to look otherwise: look at them, then `python -m tests.print.golden`."""
    now, then = printed(name), kept(name)
    assert len(now) == len(then)
    for number, (new, old) in enumerate(zip(now, then, strict=True), 1):
        assert new.shape == old.shape
        differ = np.abs(new.astype(int) - old.astype(int)) > CHANGED
        if differ.mean() > SHARE:
            looked_at = tmp_path / f"{name}-{number:02}.png"
            looked_at.write_bytes(write(new))
            pytest.fail(f"{differ.mean():.2%} of page {number} has changed: {looked_at}")


def test_a_line_that_moved_is_seen() -> None:
    page = printed("early")[0]
    moved = np.roll(page, 2, axis=0)
    assert (np.abs(page.astype(int) - moved.astype(int)) > CHANGED).mean() > SHARE
