"""Puts what is compiled of Python and of the environment's packages where `PYTHONPYCACHEPREFIX` says, as links.

Python would compile it anew there, which takes seven seconds before the first test begins. What has changed since is
compiled all the same: Python looks at the date of the source, and then puts its own file in the place of the link.
"""

import contextlib
import os
import sys
import sysconfig

UNASKED = {"test", "tests", "idlelib", "lib2to3", "pip", "turtledemo", "distutils"}
"""Folders that no test imports much of."""


def main() -> None:
    """Link every compiled file that has no other there."""
    if sys.pycache_prefix is None:
        return
    for root in {sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")}:
        for folder, inside, files in os.walk(root):
            inside[:] = [one for one in inside if one not in UNASKED]
            if os.path.basename(folder) == "__pycache__":
                _link(folder, sys.pycache_prefix + os.path.dirname(folder), files)


def _link(folder: str, to: str, files: list[str]) -> None:
    os.makedirs(to, exist_ok=True)
    there = set(os.listdir(to))
    for name in files:
        if name.endswith(f".{sys.implementation.cache_tag}.pyc") and name not in there:
            # A check that runs beside this one may have compiled the file since.
            with contextlib.suppress(FileExistsError):
                os.symlink(os.path.join(folder, name), os.path.join(to, name))


if __name__ == "__main__":
    main()
