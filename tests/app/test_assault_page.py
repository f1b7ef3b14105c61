"""The form of those that fire at an assault though nobody assaults them, for tables with that house rule (AMB-402)."""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import QueryParams

from app.pages.rendering import environment
from app.systems.flanders_fields.pages.forms.assault import ASIDE, aside, assault_drafts
from app.systems.flanders_fields.pages.on_map.filled_in import NOTHING
from rules.flanders_fields.game import SYSTEM
from rules.kernel.play import Role
from tests.game.evening import Evening, die, mons

OURS, THEIRS, BESIDE, GUN = "a1.1.c1.p1", "d1.3.c1.p1", "d1.3.c2.p1", "d1.b1"


def assaulted(*house: str) -> Evening:
    """A German platoon has come at a British one, which may fire now."""
    evening = mons(house_rules=[{"ruling": "AMB-402", "option": option} for option in house])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    evening.do("attacker", "go_in", unit="a1.1.c1", stand=OURS, target=THEIRS, cover="soft")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    return evening


def shown(evening: Evening, role: Role, query: str = "") -> tuple[Mapping[str, Any], dict[str, Any] | None]:
    view = SYSTEM.view(evening.state, role)
    return view, aside(view, QueryParams(query))


def test_it_asks_who_fires_at_whom_and_how_far() -> None:
    """Anybody of the defending side but the assaulted, artillery and command stands; typed facts are kept."""
    typed = f"closing={ASIDE}&stand={BESIDE}&target={OURS}&range_cm=12.5"
    view, form = shown(assaulted("in_reach"), Role.DEFENDER, typed)
    assert form is not None
    assert (form["stand"], form["target"], form["range_cm"], form["sector"]) == (BESIDE, OURS, 12.5, "none")
    assert BESIDE in form["stands"]
    assert not {THEIRS, GUN, "d1.hq", OURS} & set(form["stands"])
    draft = assault_drafts(view, QueryParams(typed))[ASIDE]
    assert {name: draft[name] for name in ("kind", "stand", "target", "range_cm", "sector")} == {
        "kind": "fire_as_they_close",
        "stand": BESIDE,
        "target": OURS,
        "range_cm": 12.5,
        "sector": "none",
    }


def test_only_its_own_side_is_asked_and_only_by_house_rule() -> None:
    assert shown(assaulted("in_reach"), Role.ATTACKER)[1] is None
    assert shown(assaulted("in_reach"), Role.REFEREE)[1] is not None
    assert shown(assaulted(), Role.DEFENDER)[1] is None
    assert shown(assaulted("once"), Role.DEFENDER)[1] is None


def test_the_form_has_a_field_for_the_range() -> None:
    view, form = shown(assaulted("in_reach"), Role.DEFENDER, f"closing={ASIDE}&stand={BESIDE}&range_cm=12.5")
    assert form is not None
    names = {one: one for one in (*form["stands"], *form["at"])}
    macros: Any = environment().get_template("assault.html").module
    html = str(macros.fires_aside(view, form, None, names, NOTHING))
    assert 'name="range_cm"' in html
    assert 'value="12.5"' in html
    assert f'<option value="{BESIDE}" selected>' in html
    assert 'name="sector"' not in html
