"""The build of a wheel: it holds the built pages and their fonts, or it fails with one sentence."""

import json
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
FRONTEND = ROOT / "frontend"
DIST = FRONTEND / "static" / "dist"
MANIFEST = DIST / "manifest.json"
SOURCES = ("src", "styles", "icons", "assets")
WHAT_TO_DO = "run `make build` first, which needs Node."


class BuildWithPages(build_py):
    """Copies the packages into the wheel, and refuses to make one without current pages."""

    def run(self) -> None:
        """Build, unless this is an editable installation, which reads the pages where they are built later."""
        if self.editable_mode:
            super().run()
            return
        if reason := why_not_current():
            raise SystemExit(f"No wheel was built: {reason}; {WHAT_TO_DO}")
        # Files of an earlier build would come into the wheel too.
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if missing := missing_in(Path(self.build_lib)):
            raise SystemExit(f"No wheel was built: package-data in pyproject.toml leaves out {', '.join(missing)}.")


def why_not_current() -> str:
    """Return why the built pages cannot go into a wheel, empty if they can."""
    if not MANIFEST.is_file():
        return "the pages have not been built"
    built_at = MANIFEST.stat().st_mtime
    sources = [FRONTEND / "build.mjs", *(path for name in SOURCES for path in (FRONTEND / name).rglob("*"))]
    newer = [path for path in sources if path.is_file() and path.stat().st_mtime > built_at]
    if newer:
        return f"the pages are older than {newer[0].relative_to(ROOT)}"
    return ""


def missing_in(built: Path) -> list[str]:
    """Return the files of the pages that are not in a built folder: scripts, styles, icons, fonts, templates."""
    wanted = [DIST / name for name in json.loads(MANIFEST.read_text(encoding="utf-8")).values()]
    wanted += [*DIST.rglob("*.woff2"), *DIST.rglob("*.js"), *(FRONTEND / "templates").rglob("*.html")]
    return sorted(str(path.relative_to(ROOT)) for path in wanted if not (built / path.relative_to(ROOT)).is_file())


setup(cmdclass={"build_py": BuildWithPages})
