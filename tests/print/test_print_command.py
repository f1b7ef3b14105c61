"""`beatenzone print`: a PDF of what is named, or a sentence that says what would be right."""

from pathlib import Path
from re import fullmatch
from time import monotonic

import pytest
from typer.testing import CliRunner, Result

from app.printing.cli import with_progress
from playsheets.flanders_fields.catalogue import CATALOGUE
from tests.print.on_paper import opened, title_of, words_on
from tests.systems import cli

MONS = Path(__file__).parents[1] / "app" / "golden" / "mons-0.1.0.json"


def run(*given: str) -> Result:
    return CliRunner().invoke(cli, ["print", *given])


def test_without_a_thing_it_lists_what_there_is() -> None:
    said = run()
    assert said.exit_code == 0
    assert [line.split()[0] for line in said.stdout.splitlines()] == list(CATALOGUE.things)


def test_several_things_come_in_one_file_in_the_order_named(tmp_path: Path) -> None:
    to = tmp_path / "evening.pdf"
    said = run("playsheet", "templates", "--period", "late", "--across", "100", "--to", str(to))
    assert said.exit_code == 0, said.stderr
    assert "actual size" in said.stdout
    pages = words_on(to.read_bytes())
    assert pages[0].startswith("Order sequence")
    assert pages[2].startswith("Templates")
    assert title_of(to.read_bytes()) == "Playsheet, Templates: Mid 1917 to the end of the war"


@pytest.mark.parametrize(
    ("given", "first"),
    [
        (("markers",), "Is this printer true?"),
        (("playsheet", "markers"), "Is this printer true?"),
        (("markers", "--along", "100"), "Markers"),
        (("playsheet",), "Order sequence"),
    ],
)
def test_until_a_printer_is_measured_its_test_page_comes_before_what_must_measure_true(
    given: tuple[str, ...], first: str, tmp_path: Path
) -> None:
    to = tmp_path / "one.pdf"
    assert run(*given, "--to", str(to)).exit_code == 0
    assert words_on(to.read_bytes())[0].startswith(first)


@pytest.mark.parametrize("thing", [thing.key for thing in CATALOGUE.things.values() if not thing.of_game])
def test_everything_prints_in_every_period(thing: str, tmp_path: Path) -> None:
    for period in ("early", "mid", "late"):
        said = run(thing, "--period", period, "--paper", "letter", "--to", str(tmp_path / "one.pdf"))
        assert said.exit_code == 0, said.stderr


def test_a_long_print_says_that_it_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    given_up = monotonic() + 60

    def until_it_was_told_twice() -> None:
        while len(told) < 2 and monotonic() < given_up:
            told.extend(capsys.readouterr().err.splitlines())

    with_progress(until_it_was_told_twice, every_s=0.01)
    assert len(told) > 1
    assert all(fullmatch(r"Setting the pages, \d+ s", line) for line in told)
    capsys.readouterr()
    with_progress(lambda: None)
    assert capsys.readouterr().err == ""


def test_large_print_and_a_house_rule(tmp_path: Path) -> None:
    to = tmp_path / "large.pdf"
    assert run("playsheet", "--large", "--house", "AMB-13=reroll", "--to", str(to)).exit_code == 0
    assert len(opened(to.read_bytes()).pages) > 2
    assert "AMB-13" in " ".join(words_on(to.read_bytes()))


def test_a_game_of_a_file_prints_for_the_seat_that_is_named(tmp_path: Path) -> None:
    """The attacker's cards are German, the defender's British (FF-SCN-01)."""
    game, to = MONS, tmp_path / "cards.pdf"
    for seat, commander in (("attacker", "Oberst"), ("defender", "Brigadier")):
        said = run("cards", "--game", str(game), "--seat", seat, "--to", str(to))
        assert said.exit_code == 0, said.stderr
        text = " ".join(words_on(to.read_bytes()))
        assert commander in text
        assert text.count("Oberst") * text.count("Brigadier") == 0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("broadsheet",), "choose from trial, playsheet"),
        (("playsheet", "--period", "1916"), "choose from early, mid, late"),
        (("playsheet", "--paper", "a0"), "choose from a4, letter"),
        (("templates", "--across", "40"), "enter 95 to 105"),
        (("markers", "--turned", "round"), "choose long or short"),
        (("playsheet", "--house", "nonsense"), "such as AMB-13=reroll"),
        (("playsheet", "--house", "AMB-13=never"), "AMB-13"),
        (("cards",), "print it from the page of the game"),
        (("cards", "--game", "/nowhere.json"), "cannot be read"),
        (("cards", "--game", __file__), "no game file"),
        (("cards", "--game", __file__, "--seat", "umpire"), "choose from referee, attacker, defender"),
        (("playsheet", "--to", "/nowhere/at/all.pdf"), "cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_told_with_what_can(given: tuple[str, ...], says: str, tmp_path: Path) -> None:
    if "--to" not in given:
        given = (*given, "--to", str(tmp_path / "none.pdf"))
    said = run(*given)
    assert said.exit_code == 2
    assert says in said.stderr
    assert not list(tmp_path.iterdir())
