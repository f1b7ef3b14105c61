"""Installing from a clean clone: a wheel holds the pages with their fonts, or it is not built."""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest
from typer.testing import CliRunner

from app.pages import rendering
from tests.systems import cli

ROOT: Final = Path(__file__).resolve().parents[2]
PARTS: Final = (
    "app",
    "rules",
    "playsheets",
    "migrations",
    "frontend",
    "pyproject.toml",
    "setup.py",
    "README.md",
    "LICENSE",
)
READY: Final = re.compile(r"On this machine +(http://\S+)/")
IN_PAGES: Final = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a clone has for the build, without the built pages."""
    made = tmp_path_factory.mktemp("clone")
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", *PARTS]
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, made / name)
    return made


def build(clone: Path, to: Path) -> subprocess.CompletedProcess[str]:
    """Build a wheel as `pip wheel .` does, with what is installed here."""
    asked = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        str(to),
        ".",
    ]
    return subprocess.run(asked, cwd=clone, capture_output=True, text=True, check=False)


@contextmanager
def built_pages(clone: Path) -> Iterator[Path]:
    dist = clone / "frontend" / "static" / "dist"
    shutil.copytree(ROOT / "frontend" / "static" / "dist", dist, copy_function=shutil.copy)
    os.utime(dist / "manifest.json")
    yield dist
    shutil.rmtree(dist)


def test_wheel_without_built_pages_fails_with_one_sentence(clone: Path, tmp_path: Path) -> None:
    done = build(clone, tmp_path)
    assert done.returncode != 0
    told = done.stdout + done.stderr
    assert "No wheel was built: the pages have not been built; run `make build` first" in told
    assert "Traceback" not in told
    assert list(tmp_path.glob("*.whl")) == []


def test_wheel_with_outdated_pages_fails_and_names_the_newer_file(clone: Path, tmp_path: Path) -> None:
    with built_pages(clone) as dist:
        os.utime(dist / "manifest.json", (0, 0))
        done = build(clone, tmp_path)
    assert done.returncode != 0
    assert (
        "No wheel was built: the pages are older than frontend/build.mjs; run `make build` first"
        in done.stdout + done.stderr
    )


def test_wheel_serves_pages_and_fonts_from_an_empty_environment(clone: Path, tmp_path: Path) -> None:
    """An environment with nothing but the wheel and, beside it, the libraries that it depends on."""
    with built_pages(clone) as dist:
        fonts = {path.name for path in dist.glob("*.woff2")}
        done = build(clone, tmp_path)
        assert done.returncode == 0, done.stderr
    [wheel] = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert fonts
    assert {f"frontend/static/dist/{name}" for name in fonts} <= names
    assert not [name for name in names if name.startswith(("tests/", "frontend/src/", "frontend/node_modules/"))]
    with installed(wheel, tmp_path / "environment") as program, served(program, tmp_path) as base:
        page = httpx.get(base, timeout=60)
        assert page.status_code == 200
        needed = [*IN_PAGES.findall(page.text), *(f"/static/{name}" for name in fonts)]
        assert {httpx.get(f"{base}{name}", timeout=60).status_code for name in needed} == {200}
        for path in ("/new?scenario=mons-1914", "/lookups/earth-1418"):
            assert httpx.get(f"{base}{path}", timeout=60).status_code == 200, path


@contextmanager
def installed(wheel: Path, environment: Path) -> Iterator[Path]:
    """Install a wheel into a new environment; gives its program."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = environment / "bin" / "python"
    asked = [
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-index",
        "--no-compile",
        "--quiet",
        str(wheel),
    ]
    subprocess.run([sys.executable, "-m", *asked], check=True, capture_output=True)
    [packages] = environment.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    asked_where = [str(python), "-c", "import app; print(app.__file__)"]
    where = subprocess.run(asked_where, cwd=environment, capture_output=True, text=True, check=True).stdout
    assert where.startswith(str(packages)), where
    yield environment / "bin" / "beatenzone"


@contextmanager
def served(program: Path, folder: Path) -> Iterator[str]:
    """The service as it is started after an installation; gives its address."""
    settings = {"BEATENZONE_PORT": "0", "BEATENZONE_HOST": "127.0.0.1", "BEATENZONE_LOG_LEVEL": "error"}
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("BEATENZONE_", "PYTHONPATH"))
    }
    process = subprocess.Popen(
        [str(program), "serve"], cwd=folder, env=environment | settings, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        yield next(found[1] for line in process.stdout if (found := READY.search(line)))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        if process.stdout:
            process.stdout.close()


@pytest.mark.parametrize("missing", ["DIST", "TEMPLATES"])
def test_service_refuses_to_start_without_its_pages(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", f"sqlite:///{tmp_path / 'games.db'}")
    monkeypatch.setattr(rendering, missing, tmp_path)
    rendering.manifest.cache_clear()
    try:
        answer = CliRunner().invoke(cli, ["serve"])
    finally:
        rendering.manifest.cache_clear()
    assert answer.exit_code == 2
    assert "missing from" in answer.output
    assert "run `make build`" in answer.output
    assert len(answer.output.splitlines()) == 1
    assert not (tmp_path / "games.db").exists()


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"manifest.json": '{"app.js": "app-1.js"}'}, r"the page file app-1\.js is missing"),
        ({"manifest.json": '{"app.js": "app-AAAAAAAA'}, r"manifest\.json, is damaged"),
        ({"manifest.json": '{"app.js": "app-AAAAAAAA.js"}', "app-AAAAAAAA.js": ""}, r"app-AAAAAAAA\.js .* is empty"),
        (
            {"manifest.json": "{}", "app-AAAAAAAA.css": "src: url(serif-BBBBBBBB.woff2)"},
            r"a script or font that app-AAAAAAAA\.css needs is missing",
        ),
        (
            {"manifest.json": "{}", "app-AAAAAAAA.js": 'import"./chunk-BBBBBBBB.js"'},
            r"a script or font that app-AAAAAAAA\.js needs is missing",
        ),
    ],
)
def test_service_refuses_to_start_with_a_part_of_its_pages(
    files: dict[str, str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.setattr(rendering, "DIST", tmp_path)
    rendering.manifest.cache_clear()
    try:
        with pytest.raises(rendering.NotBuilt, match=says):
            rendering.check_pages()
    finally:
        rendering.manifest.cache_clear()


def test_service_has_its_pages() -> None:
    rendering.check_pages()
