"""`make quick` runs the tests that are about what changed, and says which it leaves."""

from tools.quick import ALWAYS, ROOT, chapters_of, commands, plan_of, told

FILES = {
    "rules/one/gas.py": 'SHARE = "FF-GAS-04"\n',
    "tests/rules/test_gas_properties.py": "from rules.one import wind\n",
    "tests/game/test_clouds.py": "from rules.one.gas import SHARE\n",
    "tests/game/test_guns.py": "import rules.one.guns\n",
    "tests/browser/test_gas_on_two_tablets.py": "",
}


def test_tests_are_found_by_import_and_by_name() -> None:
    plan = plan_of(["rules/one/gas.py"], FILES)
    assert plan.tests == ("tests/game/test_clouds.py", "tests/rules/test_gas_properties.py")
    assert plan.chapters == ("FF-GAS",)
    assert plan.left == ("tests/browser/test_gas_on_two_tablets.py",)


def test_a_rule_is_tested_by_what_is_named_after_its_chapter() -> None:
    files = {
        "tests/rules/test_order_properties.py": "",
        "tests/game/test_orders.py": "",
        "tests/game/test_ordered.py": "",
    }
    plan = plan_of(["rules/one/orders/heroic.py"], files)
    assert plan.tests == ("tests/game/test_orders.py", "tests/rules/test_order_properties.py")


def test_a_module_taken_out_of_its_package_is_found() -> None:
    assert plan_of(["rules/one/wind.py"], FILES).tests == ("tests/rules/test_gas_properties.py",)


def test_a_chapter_in_play_is_tested_as_a_whole() -> None:
    files = {
        "tests/game/test_assaults.py": "",
        "tests/game/test_storm_parts.py": "from rules.one.assault.game import state\n",
        "tests/game/test_guns.py": "from rules.one.assaulted.game import state\n",
    }
    plan = plan_of(["rules/one/assault/game/judge.py"], files)
    assert plan.tests == ("tests/game/test_assaults.py", "tests/game/test_storm_parts.py")
    assert plan_of(["rules/one/assault/game/storm/events.py"], files) == plan


def test_a_room_of_the_game_is_tested_as_a_whole() -> None:
    files = {"tests/game/test_ground.py": "", "tests/game/test_places.py": "from rules.one.game.ground import state\n"}
    assert plan_of(["rules/one/game/ground/judge.py"], files).tests == tuple(files)


def test_a_chapter_of_a_system_whose_tests_have_a_folder_is_tested_by_all_of_it() -> None:
    files = {"tests/one/test_evenings.py": "", "tests/two/test_evenings.py": ""}
    for name in ("rules/one/firing/attack.py", "app/systems/one/report.py", "rules/one/data/tables/dice.toml"):
        tests = plan_of([name], files).tests
        assert "tests/one/test_evenings.py" in tests
        assert "tests/two/test_evenings.py" not in tests


def test_a_changed_test_is_run_and_other_texts_are_not_about_it() -> None:
    assert plan_of(["tests/game/test_guns.py"], FILES).tests == ("tests/game/test_guns.py",)
    assert plan_of(["rules/one/as_gas.py"], FILES).tests == ()


def test_what_cannot_be_followed_is_told() -> None:
    plan = plan_of(["frontend/src/table.ts", "tests/conftest.py"], FILES)
    assert plan.left == ("frontend/src/table.ts: whatever stands on it", "tests/conftest.py: whatever stands on it")
    assert "left to `make test`: frontend/src/table.ts: whatever stands on it" in [*told([], plan)]


def test_what_everything_stands_on_is_tested_by_itself_and_the_rest_is_left() -> None:
    files = {**FILES, "tests/rules/test_dice.py": "", "tests/game/test_odds.py": "from rules.kernel.dice import d6s\n"}
    plan = plan_of(["rules/kernel/dice.py"], files)
    assert plan.tests == ("tests/rules/test_dice.py",)
    assert plan.left == ("rules/kernel/dice.py: whatever stands on it",)


def test_of_a_table_the_second_reading_is_run_and_the_printed_goldens_are_left() -> None:
    name = "rules/flanders_fields/data/tables/artillery/sos_call.toml"
    plan = plan_of([name], {})
    assert plan.tests == ("tests/tables",)
    assert plan.left == (f"{name}: what is printed of it",)


def test_settings_of_the_project_are_told_as_left() -> None:
    assert plan_of(["pyproject.toml"], FILES).left == ("pyproject.toml: whatever stands on it",)


def test_what_is_always_run_is_there() -> None:
    assert [name for name in ALWAYS if not (ROOT / name).exists()] == []


def test_a_table_and_a_file_of_cases_name_their_chapters() -> None:
    assert chapters_of("rules/flanders_fields/data/tables/artillery/sos_call.toml", {}) == {"FF-SOS"}
    assert "FF-SOS" in chapters_of("tests/conformance/FF-SOS.toml", {})
    assert "BE-POOL" in chapters_of("tests/conformance/BE-POOL.toml", {})
    assert chapters_of("docs/notes.md", {}) == set()


def test_only_what_is_there_is_checked_and_only_the_product_is_typed() -> None:
    changed = ["rules/kernel/dice.py", "tools/quick.py", "rules/gone.py"]
    run = [command[2:] for command in commands(changed, plan_of(changed, FILES))]
    assert run == [
        ["ruff", "format", "--check", "rules/kernel/dice.py", "tools/quick.py"],
        ["ruff", "check", "rules/kernel/dice.py", "tools/quick.py"],
        ["mypy", "rules/kernel/dice.py"],
        ["pytest", "-q", *ALWAYS],
    ]
