"""Numbers, clauses and chances as players read them; user text as data; the bar above the faces."""

from fractions import Fraction
from typing import Any

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup, escape

from app.pages import rendering
from app.pages.rendering import FaceBrings, odds_bar
from rules.kernel.distances import cm_of
from rules.kernel.explanations import Considered, HouseMark, Step
from rules.kernel.numerals import minuses, signed

NOTHING = FaceBrings("none", "nothing")
KILLED = FaceBrings("killed", "killed")


@pytest.mark.parametrize(("number", "written"), [(2, "+2"), (0, "±0"), (-1, "\u22121")])
def test_modifiers_carry_a_sign_and_a_true_minus(number: int, written: str) -> None:
    assert signed(number) == written


@pytest.mark.parametrize(
    ("stamp", "written"),
    [
        ("2026-11-07T09:05:00.123Z", "7 Nov 2026, 09:05 UTC"),
        ("2026-11-21T17:40:59Z", "21 Nov 2026, 17:40 UTC"),
        ("1-1", "1-1"),
    ],
)
def test_a_moment_has_its_day_and_what_is_no_time_stays(stamp: str, written: str) -> None:
    assert rendering.moment(stamp) == written


@pytest.mark.parametrize(
    ("centimetres", "written"), [(30, "30 cm"), (24.5, "24.5 cm"), (Fraction(1, 2), "0.5 cm"), (-3, "\u22123 cm")]
)
def test_centimetres_have_a_space_and_no_idle_tenths(centimetres: float, written: str) -> None:
    assert cm_of(centimetres) == written


@pytest.mark.parametrize(("clause", "short"), [("FF-ORD-17", "ORD-17"), ("FF-PSF-T3", "PSF-T3"), ("ORD-17", "ORD-17")])
def test_clauses_lose_the_books_letters_in_running_text(clause: str, short: str) -> None:
    assert rendering.clause_short(clause) == short


@pytest.mark.parametrize(
    ("chance", "written"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1296), "under 1%"),
        (Fraction(1, 6), "17%"),
        (Fraction(1, 8), "13%"),
        (Fraction(5, 6), "83%"),
        (Fraction(1295, 1296), "over 99%"),
        (Fraction(1), "100%"),
    ],
)
def test_what_can_happen_is_never_nothing_and_what_can_fail_never_certain(chance: Fraction, written: str) -> None:
    assert rendering.percent(chance) == written


def test_the_answer_of_a_rule_goes_into_the_ledger_as_it_is() -> None:
    steps = (
        Step("FF-ORD-20", "Veteran battalion", 1),
        Step("FF-ORD-15", "<i>far</i>", -1, HouseMark("r", "o", "30 cm", "25 cm")),
    )
    template = rendering.environment().from_string(
        '{% from "components/ledger.html" import ledger, considered %}{{ ledger(steps) }}{{ considered(not_applied) }}'
    )
    html = template.render(steps=steps, not_applied=(Considered("FF-ORD-18", "he is not suppressed"),))
    assert "\u22121" in html
    assert "&lt;i&gt;far&lt;/i&gt;" in html
    assert "<i>" not in html
    assert "House rule: 30 cm (in the book: 25 cm)" in html
    assert "he is not suppressed" in html
    assert ">ORD-18<" in html


def test_a_name_that_was_not_given_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        rendering.page("error.html", {"status": 404})


def test_an_error_page_says_what_would_be_right() -> None:
    told = {
        "status": 404,
        "heading": "No such game",
        "because": "There is no game <K7>.",
        "instead": "Ask for the code again.",
    }
    answer = rendering.page("error.html", told, status=404)
    html = bytes(answer.body).decode()
    assert answer.status_code == 404
    assert "There is no game &lt;K7&gt;." in html
    assert "Ask for the code again." in html


def test_faces_that_bring_the_same_share_a_cell_with_their_chance() -> None:
    bar = odds_bar((NOTHING,) * 4 + (KILLED,) * 2)
    assert [(cell.faces, cell.word, cell.chance) for cell in bar.cells] == [
        (4, "nothing", Fraction(2, 3)),
        (2, "killed", Fraction(1, 3)),
    ]
    assert bar.in_order


def test_an_outcome_in_two_places_makes_no_bar() -> None:
    assert not odds_bar((KILLED, *(NOTHING,) * 4, KILLED)).in_order


def test_a_die_has_six_faces() -> None:
    with pytest.raises(ValueError, match="six faces, not 5"):
        odds_bar((NOTHING,) * 5)


def test_before_the_build_the_error_names_the_command_that_builds(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setattr(rendering, "DIST", tmp_path_factory.mktemp("empty"))
    rendering.manifest.cache_clear()
    try:
        with pytest.raises(rendering.NotBuilt, match="make build"):
            rendering.static_url("app.css")
    finally:
        rendering.manifest.cache_clear()


def test_what_was_drawn_is_drawn_again_only_where_it_changed_and_what_was_typed_stays_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rendering, "pieces", rendering.Pieces())
    drawn: list[str] = []

    def note(name: str) -> str:
        drawn.append(name)
        return ""

    environment = rendering.environment().overlay()
    environment.globals = {**environment.globals, "note": note}
    made: Any = environment.from_string(
        "{% macro card(one) %}{{ note(one.name) }}<b>{{ one.name }}</b>{% endmacro %}"
    ).make_module()
    page = environment.from_string("{% for one in cards %}{{ kept(card, one) }}{% endfor %}")
    assert page.render(card=made.card, cards=[{"name": "<A>"}, {"name": "B"}]) == "<b>&lt;A&gt;</b><b>B</b>"
    assert page.render(card=made.card, cards=[{"name": "<A>"}, {"name": "C"}]) == "<b>&lt;A&gt;</b><b>C</b>"
    assert drawn == ["<A>", "B", "C"]


def test_a_piece_drawn_of_markup_is_not_the_piece_drawn_of_the_same_text() -> None:
    pieces, typed = rendering.Pieces(), "<b>B</b>"
    assert pieces.draw(escape, [typed]) == "&lt;b&gt;B&lt;/b&gt;"
    assert pieces.draw(escape, [Markup(typed)]) == typed
    assert pieces.draw(escape, [typed]) == "&lt;b&gt;B&lt;/b&gt;"


def test_what_cannot_be_told_apart_once_it_is_written_is_not_kept() -> None:
    with pytest.raises(TypeError, match="object is none"):
        rendering.Pieces().draw(str, [object()])


def test_pieces_take_no_more_room_than_they_are_given() -> None:
    drawn: list[str] = []
    pieces = rendering.Pieces(most=40)

    def draw(text: str) -> str:
        drawn.append(text)
        return text

    for text in ("a" * 10, "b" * 10, "a" * 10, "b" * 10):
        pieces.draw(draw, [text])
    assert [text[0] for text in drawn] == ["a", "b", "a"]


@pytest.mark.parametrize(
    ("says", "drawn"),
    [
        ("5: -2 until the next such die", "5: \u22122 until the next such die"),
        ("-1, -2 and -3", "\u22121, \u22122 and \u22123"),
        ("The war of 1914-18, off-table, FF-DSU-03, 20-40 cm", "The war of 1914-18, off-table, FF-DSU-03, 20-40 cm"),
    ],
)
def test_only_a_hyphen_that_stands_for_a_minus_becomes_one(says: str, drawn: str) -> None:
    assert minuses(says) == drawn


def test_the_name_of_a_battalion_is_not_broken_at_its_stroke() -> None:
    assert rendering.unbroken("9 Company serves with I / 1st Regt now") == (
        "9 Company serves with I\u00a0/\u00a01st\u00a0Regt now"
    )
