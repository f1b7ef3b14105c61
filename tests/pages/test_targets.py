"""What the list of targets knows."""

from typing import Any, Final

from app.pages.targets import last_target

COMPANY: Final = "a1.1.c1"
FIRST, SECOND = (f"d1.1.c1.p{n}" for n in (1, 2))


def fired(of: str, *shots: tuple[str, float, str]) -> dict[str, Any]:
    """What a seat was told of a fire action: target, distance, cover of each shot."""
    made = [{"firer": f"{of}.p1", "target": at, "range_cm": cm, "cover": cover} for at, cm, cover in shots]
    return {"kind": "fired", "unit": of, "card": {"shots": made}}


def test_a_new_firer_begins_where_somebody_fired_last() -> None:
    """The battalion under fire is unfolded; a stand that is not to be chosen from is nobody's target."""
    enemies = [{"units": [{"stands": [{"id": FIRST}, {"id": SECOND}]}]}]
    told = [
        fired("a1.2.c1", (FIRST, 20.0, "soft")),
        fired(COMPANY, (SECOND, 9.0, "soft")),
        fired("d1.1.c1", (COMPANY, 9.0, "soft")),
    ]
    assert last_target(told, enemies) == SECOND
    assert last_target([], enemies) == ""
