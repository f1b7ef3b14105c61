"""Settings: every one documented, every wrong one refused with what would be right."""

from pathlib import Path

import pytest

from app.settings import PREFIX, Settings, WrongSettings, load_settings, right_values, settings_page, variable

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(autouse=True)
def no_settings_around_us(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_says_what_it_does_and_what_is_right(name: str) -> None:
    field = Settings.model_fields[name]
    assert field.description
    assert right_values(field)


def test_the_page_of_settings_is_the_one_made_from_the_code() -> None:
    assert (DOCS / "settings.md").read_text(encoding="utf-8") == settings_page(), "run `make docs`"


def test_without_an_environment_games_are_kept_in_a_file_here() -> None:
    assert load_settings().database_url == "sqlite:///var/beatenzone.sqlite3"
    assert load_settings().port == 8014


def test_the_environment_sets_and_an_argument_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEATENZONE_PORT", "8100")
    monkeypatch.setenv("BEATENZONE_DEMO", "false")
    monkeypatch.setenv("BEATENZONE_PUBLIC_URL", "https://table.example/")
    assert load_settings().port == 8100
    assert load_settings(port=8200, host=None).port == 8200
    assert not load_settings().demo
    assert load_settings().public_url == "https://table.example"


WRONG = {
    "PORT": ("eighty", "70000", "-1"),
    "PUBLIC_URL": ("table.example", "https://table.example/games", "javascript:alert(1)"),
    "DATABASE_URL": ("mysql://localhost/games", "sqlite://", ""),
    "DEMO": ("perhaps",),
    "LOG_LEVEL": ("loud",),
    "LOG_FORMAT": ("xml",),
    "STOP_SECONDS": ("0", "31", "1.5"),
    "MAX_BODY_BYTES": ("1023",),
    "WRONG_CODES_PER_MINUTE": ("0",),
    "WRONG_CODES_OF_ALL_PER_MINUTE": ("0",),
    "NEW_GAMES_PER_MINUTE": ("0",),
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_setting_is_named_with_what_would_be_right(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(WrongSettings) as refused:
        load_settings()
    told = str(refused.value)
    assert told.startswith(f"{PREFIX}{name}: ")
    assert right_values(Settings.model_fields[name.lower()]) in told


def test_all_wrong_settings_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEATENZONE_PORT", "x")
    monkeypatch.setenv("BEATENZONE_DEMO", "x")
    with pytest.raises(WrongSettings) as refused:
        load_settings()
    assert len(str(refused.value).splitlines()) == 2


def test_a_password_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEATENZONE_DATABASE_URL", "oracle://ann:canary@host/games")
    with pytest.raises(WrongSettings) as refused:
        load_settings()
    assert "canary" not in str(refused.value)


def test_a_misspelt_setting_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEATENZONE_PROT", "8100")
    with pytest.raises(WrongSettings, match="BEATENZONE_PROT is no setting: BEATENZONE_PORT is meant"):
        load_settings()


def test_the_tests_own_variables_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEATENZONE_TEST_POSTGRES_URL", "postgresql://elsewhere/postgres")
    monkeypatch.setenv("BEATENZONE_REQUIRE_POSTGRES", "1")
    assert load_settings().port == 8014
