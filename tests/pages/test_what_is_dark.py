"""The dark differs from the light in colours alone: whatever is measured of a page by day holds at night."""

import re
from pathlib import Path
from typing import Final

from app.pages.rendering import FRONTEND

STYLES: Final = FRONTEND / "styles"
DARK: Final = re.compile(r"prefers-color-scheme:\s*dark|data-theme=\"?dark")
COLOUR: Final = re.compile(r"#[0-9a-f]{3,8}|rgb\([\d /%]+\)")
SHADOW: Final = re.compile(rf"(-?\d+(px)?|{COLOUR.pattern}|,|\s)+")


def blocks(text: str) -> list[str]:
    """What stands in braces behind each word of the dark."""
    return [text[found.end() :][: end_of(text[found.end() :])] for found in DARK.finditer(text)]


def end_of(text: str) -> int:
    """Where the braces that open first are closed."""
    depth, begun = 0, text.index("{")
    for at in range(begun, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
    raise AssertionError("braces are not closed")


def is_colour(name: str, value: str) -> bool:
    """Whether a declaration says nothing but a colour, or a shadow, which takes no room."""
    if name == "color-scheme":
        return value == "dark"
    return bool((SHADOW if name.startswith("--shadow") else COLOUR).fullmatch(value))


def declarations(text: str) -> list[tuple[str, str]]:
    return [(name, value.strip()) for name, value in re.findall(r"([-\w]+):\s*([^;{}]+)(?=[;}]|\Z)", text)]


def test_the_dark_is_colours_alone() -> None:
    told = [one for path in sorted(STYLES.rglob("*.css")) for one in blocks(path.read_text(encoding="utf-8"))]
    said = [one for block in told for one in declarations(block)]
    assert len(told) == 2
    assert len(said) > 60
    assert [one for one in said if not is_colour(*one)] == []


def test_no_script_lays_out_by_theme() -> None:
    scripts: list[Path] = sorted((FRONTEND / "src").rglob("*.ts"))
    asking = [one.name for one in scripts if "prefers-color-scheme" in one.read_text(encoding="utf-8")]
    assert asking == ["settings-menu.ts"]


def test_a_shadow_takes_no_room() -> None:
    """Shadows are no widths: they are cast, and nothing else is made of them."""
    using = [
        line.strip()
        for path in sorted(STYLES.rglob("*.css"))
        for line in path.read_text(encoding="utf-8").replace("}", "}\n").splitlines()
        if "var(--shadow" in line
    ]
    assert using
    assert [one for one in using if "box-shadow" not in one] == []
