"""What is compiled of Python and of the packages is lent to the tests; what they have themselves stays."""

import os
import subprocess
import sys
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LIBRARY: Final = Path(os.__file__).parent


def test_what_is_compiled_is_linked_and_what_is_there_stays(tmp_path: Path) -> None:
    own, lent = (Path(f"{tmp_path}{LIBRARY}") / f"{name}.{sys.implementation.cache_tag}.pyc" for name in ("ast", "csv"))
    own.parent.mkdir(parents=True)
    own.write_bytes(b"its own")
    subprocess.run(
        [sys.executable, "tools/lend-what-is-compiled.py"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)},
        check=True,
    )
    assert own.read_bytes() == b"its own"
    # Python's own is compiled as it is installed; where it is not, nothing can be lent.
    compiled = LIBRARY / "__pycache__" / lent.name
    assert lent.is_symlink() == compiled.exists()
    assert not compiled.exists() or lent.read_bytes().startswith(MAGIC_NUMBER)
