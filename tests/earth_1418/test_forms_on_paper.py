"""Formation cards and order sheets as they come out of the printer: what they say, and the size of their boxes."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result

from app.systems.earth_1418.forces import FORCES
from playsheets.earth_1418.formation_cards import cards_of, cards_of_view, orders_for, rosters
from playsheets.earth_1418.playsheet import values_for
from playsheets.forms import Form, Ledger, MusterBlock
from rules.earth_1418.forces import read_force
from rules.earth_1418.game.engine import SYSTEM
from rules.kernel.seats import Role
from tests.earth_1418.playing import Played, unit
from tests.print.forms import keeps_its_margins, on_paper, printed, says_exactly
from tests.print.on_paper import POINTS_PER_MM, drawing_of, opened
from tests.systems import cli

FORCE: Final = read_force(json.dumps(FORCES.sample).encode())
GOLDEN: Final = Path(__file__).parents[1] / "app" / "golden" / "brisefer-ridge-0.1.0.json"
SQUARE: Final = re.compile(rb"0 0 m ([\d.]+) 0 l \1 \1 l 0 \1 l\nh")


def cards() -> Form:
    return rosters(cards_of(FORCE.formations), values_for(), FORCE.name)


def orders() -> Form:
    return orders_for(FORCE.name, cards_of(FORCE.formations), values_for())


@pytest.mark.parametrize("make", [cards, orders])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_form_says_what_it_holds_and_keeps_its_margins(make: Any, paper: Any) -> None:
    form = make()
    pdf = printed(form, paper)
    assert keeps_its_margins(pdf)
    if make is cards:
        says_exactly(form, pdf)


def test_every_base_has_two_boxes_of_the_size_of_a_pencil() -> None:
    """BE-INJ-02: the first hit injures, the second removes; 25 bases have 50 boxes of 3.9 mm."""
    boxes = [
        float(side) / POINTS_PER_MM
        for page in opened(printed(cards())).pages
        for side in SQUARE.findall(drawing_of(page))
    ]
    assert len(boxes) == 50
    assert boxes == pytest.approx([3.9] * 50, abs=0.3)


def test_a_card_has_the_row_of_the_chart() -> None:
    """BE-CHR-05, BE-CHR-12 in an Elite formation (BE-STR-06), BE-CHR-13, BE-CHR-15."""
    said = on_paper(printed(cards()))
    for words in (
        "Machine guns: 4 cm, m/r 1/3(+1), R 4, range 80 cm",
        "Grenadier squads: 6 cm, m/r 3(+1)/2, R 5, range 15 cm",
        "Mother tank: 4 cm, m/r 0/3(+2), R 6, range 40 cm",
        "75 and 77 field guns: 4 cm, m/r 0/2(+1), R 4, range 200 cm",
    ):
        assert words.replace(" ", "") in said.replace(" ", ""), words


def test_an_order_sheet_has_each_sub_unit_in_its_planning_step() -> None:
    """BE-PLN-04 to BE-PLN-09: guns second, Line fourth, Heavy Weapons fifth, Elite sixth."""
    ledgers = {one.title: [row[0].text for row in one.rows] for one in orders().blocks if isinstance(one, Ledger)}
    assert ledgers["Commands"] == ["3rd Marchers", "1st Guides"]
    assert ledgers["Bombardments"] == ["Guides' field battery", ""]
    by_step = {title[0]: names[:-1] for title, names in ledgers.items() if title[0].isdigit()}
    assert by_step == {
        "1": [],
        "2": ["Guides' field battery"],
        "3": [],
        "4": ["A Company", "B Company", "C Company"],
        "5": ["Marchers' machine guns", "Marchers' command", "Guides' command"],
        "6": ["Guides' company", "Guides' bombers", "Guides' tank"],
    }


def test_the_cards_of_a_game_have_its_hits_and_leave_the_dead_out_of_the_orders() -> None:
    """BE-INJ-02: one box for an injury, both for a base that is gone."""
    game = Played([unit("A", bases=2), unit("B")], [unit("C")])
    view = json.loads(json.dumps(SYSTEM.view(game.state, Role.REFEREE)))
    first = view["formations"][0]["sub_units"][0]
    first["bases"][0]["mark"], first["bases"][1]["mark"] = "killed", "killed"
    view["formations"][0]["sub_units"][1]["bases"][2]["mark"] = "injured"
    seen = cards_of_view(view, ["attacker"])
    (card,) = [one for one in rosters(seen, values_for()).blocks if isinstance(one, MusterBlock)]
    assert [[line.ticked for line in one.tallies] for one in card.groups] == [[2, 2], [0, 0, 1]]
    assert [line.gone for line in card.groups[0].tallies] == [True, True]
    sheet = orders_for("attacker", seen, values_for())
    planned = [
        row[0].text for one in sheet.blocks if isinstance(one, Ledger) and one.title[0] == "4" for row in one.rows
    ]
    assert planned == ["B", ""]


def run(*given: str) -> Result:
    return CliRunner().invoke(cli, ["print-earth-1418", *given])


def test_the_terminal_prints_a_force(tmp_path: Path) -> None:
    file, to = tmp_path / "force.json", tmp_path / "force.pdf"
    file.write_text(json.dumps(FORCES.sample), encoding="utf-8")
    assert [line.split()[0] for line in run("--force", str(file)).stdout.splitlines()] == ["roster", "orders"]
    said = run("roster", "orders", "--force", str(file), "--to", str(to))
    assert said.exit_code == 0, said.stderr
    assert "Grenadier squads" in on_paper(to.read_bytes())
    file.write_text("{}", encoding="utf-8")
    assert run("roster", "--force", str(file)).exit_code == 2
    assert run("moon", "--force", str(tmp_path / "none.json")).exit_code == 2


def test_the_terminal_prints_of_a_game_what_a_seat_may_know(tmp_path: Path) -> None:
    to = tmp_path / "game.pdf"
    listed = {
        seat: [line.split()[0] for line in run("--game", str(GOLDEN), "--seat", seat).stdout.splitlines()]
        for seat in ("attacker", "spectator", "referee")
    }
    assert listed == {
        "attacker": ["cards-attacker", "orders-attacker", "cards-defender"],
        "spectator": ["cards-attacker", "cards-defender"],
        "referee": ["cards-attacker", "orders-attacker", "cards-defender", "orders-defender"],
    }
    said = run("cards-defender", "--game", str(GOLDEN), "--seat", "attacker", "--to", str(to))
    assert said.exit_code == 0, said.stderr
    assert "1st Ridge Company" in on_paper(to.read_bytes())
    assert run("orders-defender", "--game", str(GOLDEN), "--seat", "attacker").exit_code == 2
    assert run("--game", str(GOLDEN), "--seat", "moon").exit_code == 2
