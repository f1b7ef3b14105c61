"""The pages of forces: every part of every structure can be taken in hand, and whoever looks on changes nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.systems.flanders_fields.pages.force_editor import more, to_add
from rules.flanders_fields.force_changes import added
from rules.flanders_fields.force_checks import faults
from rules.flanders_fields.forces import FORMATIONS, make_force, part_of
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList
from rules.kernel.months import parse_month
from tests.app.test_saved_forces import FORCES, SOMME, Making, every
from tests.app.test_seats import device
from tests.client import TestClient, toy_app
from tests.torture.payloads import BREAKOUTS

CHANGES = re.compile(r'data-change="(\w+)"')
STRUCTURES = {
    ArmyList.BRITISH_1914: "1914-08",
    ArmyList.BRITISH_1915: "1916-11",
    ArmyList.BRITISH_1917: "1917-11",
    ArmyList.BRITISH_TANKS: "1917-11",
    ArmyList.BRITISH_CAVALRY: "1914-08",
    ArmyList.FRENCH_1914: "1914-09",
    ArmyList.FRENCH_1917: "1917-10",
    ArmyList.GERMAN_1914: "1914-08",
    ArmyList.GERMAN_1916: "1916-07",
    ArmyList.GERMAN_STORM: "1918-03",
}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    made = toy_app(f"sqlite:///{tmp_path / 'games.db'}")
    with TestClient(made):
        yield made


@pytest.fixture
def maker(app: FastAPI) -> TestClient:
    return device(app)


def page_of(force: Making) -> str:
    return force.at.removeprefix("/api/v1")


def test_the_ten_structures_are_offered(maker: TestClient) -> None:
    offered = re.findall(r'href="/forces/new\?table=(\w+)"', maker.get("/forces").text)
    assert sorted(offered) == sorted(STRUCTURES)
    assert maker.get("/forces/new?table=attached").status_code == 404


def test_every_part_of_every_structure_is_taken_in_hand(maker: TestClient) -> None:
    for table, date in STRUCTURES.items():
        wanted = {"table": table.value, "date": date}
        assert maker.get("/forces/new", params=wanted).status_code == 200
        force = Making(maker, wanted)
        one_of_each = {one["part"]: one for one in every(force.now["document"]["elements"])}
        assert len(one_of_each) > 2
        for one in one_of_each.values():
            shown = maker.get(page_of(force), params={"of": one["id"]})
            assert shown.status_code == 200
            assert f">{one['name']}</h2>" in shown.text
            assert {"rename", "leave"} <= set(CHANGES.findall(shown.text))


def test_each_part_is_offered_what_its_kind_leaves_to_choose(maker: TestClient) -> None:
    force = Making(maker, SOMME)

    def offered(name: str) -> set[str]:
        shown = maker.get(page_of(force), params={"of": force.element(name)["id"]}).text
        return set(CHANGES.findall(shown.partition('id="findings"')[0].partition('id="in-hand"')[2]))

    assert offered("1st Brigade") == {"grade", "rename", "keep_only", "leave", "add"}
    assert offered("1st Battalion") == {"grade", "attach", "carry_on", "rename", "keep_only", "leave", "add"}
    assert offered("A Company") == {"resize", "rename", "leave"}
    assert offered("Major-General") == {"on_stand", "rename", "leave"}
    assert offered("Brigadier, 1st Brigade") == {"rename", "leave"}
    assert offered("18-pounder, 1st Battery") == {"resize", "on_stand", "attach", "rename", "leave"}
    assert offered("2 inch mortars, 1st Battery") == {"resize", "attach", "rename", "leave"}
    tank = {"kind": "add", "table": "attached", "part": "tank", "to": force.element("1st Brigade")["id"]}
    force.change({"kind": "settle", "date": "1916-09"}, tank)
    assert offered("Tank") == {"grade", "resize", "of_type", "attach", "rename", "leave"}


def test_whatever_is_offered_can_be_added() -> None:
    for table, date in STRUCTURES.items():
        book = RuleBook.for_game(parse_month(date))
        force = make_force(table, book)
        hosts = {one.part: one for one in force.all() if part_of(one, book).sort in FORMATIONS}
        wanted = [("", to_add(force, book))]
        wanted += [(one.id, to_add(force, book, part_of(one, book).sort)) for one in hosts.values()]
        offered = [(to, *option["value"]) for to, groups in wanted for one in groups for option in one["options"]]
        offered += [(to.id, one["table"], one["part"]) for to in hosts.values() for one in more(force, to, book)]
        assert len(offered) > 15
        for to, own_table, part in offered:
            assert list(faults(added(force, ArmyList(own_table), part, to, book))) == []


def chosen_in(page: str, name: str) -> list[str]:
    field = page.partition(f'name="{name}"')[2].partition("</select>")[0]
    return re.findall(r'value="([^"]*)"[^>]* selected', field)


def test_a_game_is_set_up_with_a_force_against_an_enemy_of_its_month(maker: TestClient) -> None:
    rule = {"ruling": "GAP-09", "option": "four"}
    force = Making(maker, {**SOMME, "house_rules": [rule]})
    (link,) = re.findall(r'href="(/new/forces[^"]*)"', maker.get(page_of(force)).text)
    form = maker.get(link).text
    assert chosen_in(form, "attacker_force") == [page_of(force).rpartition("/")[2]]
    assert chosen_in(form, "defender_force") == ["german_1916:regiment"]
    assert chosen_in(form, "date") == ["1916-07"]
    assert re.search(r'name="GAP-09" value="four"[^>]* checked', form)
    german = Making(maker, {"table": "german_1914", "date": "1914-08"})
    form = maker.get("/new/forces", params={"defender": page_of(german).rpartition("/")[2]}).text
    assert (chosen_in(form, "attacker_force"), chosen_in(form, "date")) == (["british_1914:regiment"], ["1914-08"])


def test_whoever_looks_on_changes_nothing(app: FastAPI, maker: TestClient) -> None:
    force = Making(maker, SOMME)
    shown = device(app).get(page_of(force), params={"of": "1"}).text
    assert CHANGES.findall(shown) == []
    assert "data-document" not in shown
    assert f'{force.at}/copy"' in shown


def test_what_breaks_a_rule_stands_at_its_part_with_the_way_to_allow_it(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    battery = force.element("2 inch mortars, 1st Battery")
    force.change({"kind": "attach", "of": battery["id"], "to": force.element("1st Battalion")["id"]})
    shown = maker.get(page_of(force), params={"of": battery["id"]}).text
    in_hand = shown.partition('id="in-hand"')[2].partition('id="findings"')[0]
    assert "2 inch mortars, 1st Battery is with a battalion" in in_hand
    assert 'data-change="allow"' in in_hand
    assert "FF-TOE-15" in in_hand
    force.change({"kind": "allow", "clause": "FF-TOE-15", "of": battery["id"], "reason": "the scenario says so"})
    shown = maker.get(page_of(force), params={"of": battery["id"]}).text
    assert 'data-change="allow"' not in shown
    assert "the scenario says so" in shown


def test_an_address_that_names_what_is_not_there_shows_the_force(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    for query in ({"of": "x9"}, {"against": "nowhere"}, {"of": "1", "against": page_of(force).rpartition("/")[2]}):
        assert maker.get(page_of(force), params=query).status_code == 200
    assert maker.get("/forces/nowhere").status_code == 404


def test_two_forces_stand_side_by_side_and_tanks_have_no_platoons(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    german = Making(maker, {"table": "german_1916", "date": "1916-07"})
    tanks = Making(maker, {"table": "british_tanks", "date": "1916-11"})
    # 192 platoons and 16 of the pioneers against 108 (FF-TOE-152, -161).
    shown = maker.get(page_of(force), params={"against": page_of(german).rpartition("/")[2]}).text
    assert "1.93 to 1" in shown
    shown = maker.get(page_of(german), params={"against": page_of(force).rpartition("/")[2], "defends": "true"}).text
    assert "1.93 to 1" in shown
    shown = maker.get(page_of(force), params={"against": page_of(tanks).rpartition("/")[2]}).text
    assert "has no rifle platoons" in shown


def test_names_and_reasons_are_text(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    for markup in BREAKOUTS:
        name = "".join(letter for letter in markup if letter.isprintable())[:40].strip()
        force.change(
            {"kind": "rename", "name": name},
            {"kind": "rename", "of": "1", "name": name},
            {"kind": "allow", "clause": "FF-QLM-18", "reason": name},
            {"kind": "grade", "grade": "veteran"},
        )
        for place in ("/forces", page_of(force), f"{page_of(force)}?of=1"):
            shown = maker.get(place)
            assert shown.status_code == 200
            assert name not in shown.text or name == re.sub("[<>&'\"]", "", name)


def test_a_force_out_of_the_time_of_its_structure_says_so(maker: TestClient) -> None:
    shown = maker.get("/forces/new", params={"table": "german_storm", "date": "1914-08"}).text
    assert "FF-FOR-19" in shown
    force = Making(maker, {"table": "german_storm", "date": "1914-08"})
    assert "FF-FOR-19" in force.forbidden()


def test_the_roster_of_a_force_is_read_and_printed(maker: TestClient) -> None:
    force = Making(maker, {"table": "german_storm", "date": "1918-03", "name": "Rohr"})
    assert "Rohr" in maker.get(f"{page_of(force)}/print").text
    pdf = maker.get(f"{page_of(force)}/print/file", params={"form": "roster", "paper": "a4"})
    assert (pdf.status_code, pdf.content[:5]) == (200, b"%PDF-")
    assert maker.get("/forces/nowhere/print").status_code == 404


def titles(text: str) -> list[str]:
    return re.findall(r'</span> ([^<]+)</a> <span class="cl">', text)


def test_the_guns_are_sifted_by_army_class_and_words(maker: TestClient) -> None:
    assert len(titles(maker.get("/guns").text)) == 30
    # The French pieces: four guns and howitzers, and the trench mortar (FF-GUN-16 to -19, FF-GUN-35).
    assert len(titles(maker.get("/guns?nation=french").text)) == 5
    assert titles(maker.get("/guns?nation=french&class=heavy_artillery").text) == ["155 mm howitzer"]
    assert titles(maker.get("/guns?find=bertha").text) == ["42 cm howitzer"]
    assert "No piece is like that" in maker.get("/guns?find=moon").text
    assert maker.get("/guns?nation=moon&class=moon").status_code == 200


def test_nothing_is_kept_by_looking(maker: TestClient) -> None:
    force = Making(maker, SOMME)
    before = maker.get(force.at).json()
    for place in ("/forces", "/forces/new?table=french_1914", page_of(force), f"{page_of(force)}/print"):
        maker.get(place)
    assert (maker.get(force.at).json(), len(maker.get(FORCES).json())) == (before, 1)
