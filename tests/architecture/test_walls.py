"""The walls of the house for several systems. What goes through them today is counted and may only shrink."""

import ast

import pytest

from tests.architecture import walls
from tests.architecture.walls import Breach


@pytest.mark.parametrize("wall", list(walls.WALLS))
def test_no_more_goes_through_a_wall_than_is_written_down(wall: str) -> None:
    now, before = walls.WALLS[wall](), walls.kept()[wall]
    added = [f"{one.where} names {one.what}" for one in walls.new(now, before)]
    assert len(now) <= len(before), f"{wall}: {len(before)} did, {len(now)} do. New or moved: {'; '.join(added)}"
    assert len(now) >= len(before), (
        f"{wall}: {len(before)} did, {len(now)} do. Write it down: python -m tests.architecture.walls write"
    )


def test_every_wall_is_written_down() -> None:
    assert [*walls.kept()] == [*walls.WALLS]


def test_imports_are_found_wherever_they_stand() -> None:
    text = "def late():\n    from rules.flanders_fields import movement, NOTHING\nimport app.main\n"
    named = ["rules.flanders_fields.movement", "rules.flanders_fields", "app.main"]
    assert sorted(walls.imported(ast.parse(text))) == sorted(named)


@pytest.mark.parametrize(
    ("wall", "where", "what"),
    [
        (walls.in_core, "app.pages.home", "rules.flanders_fields.game.state"),
        (walls.in_core, "app.pages.home", "app.systems.flanders_fields.words"),
        (walls.in_prints, "playsheets.press", "rules.flanders_fields.book"),
        (walls.rules_know_deeds, "rules.flanders_fields.gas.clouds", "rules.flanders_fields.game.state"),
        (walls.rules_know_deeds, "rules.flanders_fields.wire.crossing", "rules.flanders_fields.wire.game.judge"),
        (walls.across_chapters, "rules.flanders_fields.gas.game.judge", "rules.flanders_fields.air.game.state"),
        (walls.across_chapters, "rules.flanders_fields.game.survey.gas", "rules.flanders_fields.air.game.state"),
        (walls.names_of_a_chapter, "rules.flanders_fields.game.report", "rules.flanders_fields.gas.game.events"),
        (walls.names_of_a_chapter, "rules.flanders_fields.air.game.judge", "rules.flanders_fields.gas.game.words"),
        (walls.names_of_a_chapter, "app.systems.flanders_fields.words", "rules.flanders_fields.gas.game.commands"),
        (walls.out_of_kernel, "rules.kernel.book", "rules.tabletop.shapes"),
        (walls.out_of_kernel, "rules.kernel", "app"),
        (walls.out_of_tabletop, "rules.tabletop.sight", "rules.earth_1418.book"),
        (walls.knows_the_tabletop, "rules.flanders_fields.sight.lines", "rules.tabletop.sight"),
        (walls.knows_the_tabletop, "playsheets.flanders_fields.muster", "rules.tabletop"),
        (walls.words_know_the_book, "rules.flanders_fields.vocabulary", "rules.flanders_fields.book"),
    ],
)
def test_what_goes_through_a_wall_is_found(wall: object, where: str, what: str) -> None:
    assert callable(wall)
    assert wall(Breach(where, what))


@pytest.mark.parametrize(
    ("wall", "where", "what"),
    [
        (walls.in_core, "app.systems.flanders_fields.words", "rules.flanders_fields.book"),
        (walls.in_core, "app.pages.home", "rules.kernel.play"),
        (walls.in_prints, "playsheets.flanders_fields.order_side", "rules.flanders_fields.book"),
        (walls.rules_know_deeds, "rules.flanders_fields.gas.game.judge", "rules.flanders_fields.gas.game.state"),
        (walls.across_chapters, "rules.flanders_fields.gas.game.judge", "rules.flanders_fields.gas.game.state"),
        (walls.across_chapters, "rules.flanders_fields.gas.game.judge", "rules.flanders_fields.game.state"),
        (walls.across_chapters, "rules.flanders_fields.gas.game.by_map", "rules.flanders_fields.game.survey.gas"),
        (walls.names_of_a_chapter, "rules.flanders_fields.game.engine", "rules.flanders_fields.gas.game.chapter"),
        (walls.names_of_a_chapter, "rules.flanders_fields.gas.game.fold", "rules.flanders_fields.gas.game.events"),
        (walls.names_of_a_chapter, "rules.flanders_fields.game.view", "rules.flanders_fields.game.words"),
        (walls.out_of_kernel, "rules.kernel.book", "rules.kernel.play"),
        (walls.out_of_tabletop, "rules.tabletop.sight", "rules.kernel.explain"),
        (walls.knows_the_tabletop, "rules.flanders_fields.game.survey.field", "rules.tabletop.sight"),
        (walls.knows_the_tabletop, "app.systems.earth_1418.stage.board", "rules.tabletop.sight"),
        (walls.words_know_the_book, "rules.flanders_fields.book", "rules.flanders_fields.vocabulary"),
    ],
)
def test_what_may_pass_is_let_through(wall: object, where: str, what: str) -> None:
    assert callable(wall)
    assert not wall(Breach(where, what))


def test_what_is_new_is_named_and_what_is_gone_makes_no_room_in_silence() -> None:
    one, other = Breach("app.a", "rules.x"), Breach("app.b", "rules.x")
    assert walls.new([one, one, other], [one]) == [one, other]
    assert walls.new([other], [one, other]) == []


def test_a_chapter_is_a_folder_of_its_system() -> None:
    assert walls.chapter_of("rules.flanders_fields.gas.game") == "gas"
    assert walls.chapter_of("rules.flanders_fields.gas.game.judge") == "gas"
    assert walls.chapter_of("rules.flanders_fields.artillery.game.deep.judge") == "artillery"
    assert walls.chapter_of("rules.flanders_fields.fire_plan.document") == "fire_plan"
    assert [walls.chapter_of(f"rules.flanders_fields.{name}") for name in ("game.state", "book", "game")] == [""] * 3


def test_a_system_has_a_folder_a_chapter_of_its_book() -> None:
    chapters = {walls.chapter_of(one) for one in walls.modules() if f"{one}.".startswith("rules.flanders_fields.")}
    of_the_whole = {"ground", "record", "survey"}
    assert of_the_whole < chapters
    assert len(chapters - {""} - of_the_whole) == 16
