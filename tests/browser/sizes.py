"""What a page is measured by: whatever is tapped is 48 px or more."""

from typing import Final, Literal

LOOKED_AT: Final[tuple[tuple[str, Literal["light", "dark"]], ...]] = (
    ("phone", "dark"),
    ("tablet-upright", "light"),
    ("laptop", "light"),
)
"""The devices on which it is looked whether a page can be read, hit and heard."""
TOO_SMALL: Final = """() => [...document.querySelectorAll("a, button, label, summary, input, select")]
    .filter((one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .filter((one) => !one.matches("label.label") && !one.closest(".unseen, [popover], .skip"))
    .map((one) => one.closest("label, .stepper .amount, .stand") ?? one)
    .map((one) => [one.getBoundingClientRect(), one])
    .filter(([box]) => box.width > 1 && box.bottom > 0 && (box.width < 47.5 || box.height < 47.5))
    .map(([box, one]) => `${one.outerHTML.slice(0, 90)}: ${box.width} x ${box.height}`)"""
