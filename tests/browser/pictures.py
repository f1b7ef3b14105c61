"""`python -m tests.browser.pictures`: the pictures of docs/stage.md made anew, each scene as the screen draws it now.

With a folder of drawings behind it those that stand beside them are made anew too, from `<scene>-<size>-<theme>.png`.
"""

import base64
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page

from tests.browser.playing import served
from tests.browser.scenes import SCENES, Devices
from tests.chromium import chromium

ROOT: Final = Path(__file__).parents[2]
PICTURES: Final = ROOT / "docs" / "images" / "stage"
FLAT, UPRIGHT, PHONE, LAPTOP, HALL = (1024, 768), (768, 1024), (390, 844), (1440, 900), (1920, 1080)
HANDS: Final = (FLAT, UPRIGHT, PHONE)
DRAWN_IN: Final = {
    "order": HANDS,
    "fire-before": (*HANDS, (512, 384)),
    "fire-result": HANDS,
    "fire-map": (FLAT,),
    "company-fire": HANDS,
    "assault": HANDS,
    "barrage": HANDS,
    "barrage-result": HANDS,
    "staff-bonus": HANDS,
    "enemy-turn": HANDS,
    "consent": HANDS,
    "drawer": HANDS,
    "referee": (FLAT, LAPTOP),
    "wall": (HALL,),
}
"""The windows in which each scene was drawn by light."""
DARK: Final = {"order": (FLAT, PHONE), "fire-result": (FLAT,), "referee": (LAPTOP,), "wall": (HALL,)}
"""And those in which it was drawn dark."""
SMALLER: Final = 0.5
QUALITY: Final = 0.62
SHRUNK: Final = """async ([data, share, quality]) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${data}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width * share, picture.height * share].map(Math.round);
  const on = canvas.getContext("2d");
  on.imageSmoothingQuality = "high";
  on.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


class Picture(NamedTuple):
    """A scene in a window and a theme."""

    scene: str
    wide: int
    high: int
    theme: str

    @property
    def name(self) -> str:
        """What its drawing is called."""
        return f"{self.scene}-{self.wide}x{self.high}-{self.theme}"


def pictures() -> Iterator[Picture]:
    """Every scene in every window in which it was drawn."""
    for scene, sizes in DRAWN_IN.items():
        yield from (Picture(scene, *size, "light") for size in sizes)
        yield from (Picture(scene, *size, "dark") for size in DARK.get(scene, ()))


def main(arguments: Sequence[str]) -> None:
    """Make them, and say how large they are."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        shrinking = browser.new_page()
        for drawings in map(Path, arguments):
            for one in pictures():
                _keep(shrinking, (drawings / f"{one.name}.png").read_bytes(), f"{one.name}-drawn")
        for address in served(Path(tempfile.mkdtemp())):
            _of_the_screen(browser, address, shrinking)
    print(f"{sum(one.stat().st_size for one in PICTURES.iterdir()) // 1024} KiB in {PICTURES.relative_to(ROOT)}")


def _of_the_screen(browser: Browser, address: str, shrinking: Page) -> None:
    devices = Devices(browser, address)
    for scene in DRAWN_IN:
        page = SCENES[scene](devices)
        for one in pictures():
            if one.scene == scene:
                _keep(shrinking, taken(page, one), f"{one.name}-is")
        page.emulate_media(color_scheme="light")
    devices.close()


def taken(page: Page, one: Picture) -> bytes:
    """The scene as it stands in that window."""
    page.emulate_media(color_scheme=one.theme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.set_viewport_size({"width": one.wide, "height": one.high})
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    return page.screenshot()


def _keep(shrinking: Page, png: bytes, name: str) -> None:
    shrunk = shrinking.evaluate(SHRUNK, [base64.b64encode(png).decode(), SMALLER, QUALITY])
    (PICTURES / f"{name}.webp").write_bytes(base64.b64decode(shrunk))


if __name__ == "__main__":
    main(sys.argv[1:])
