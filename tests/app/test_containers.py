"""The container files: what they say of users, ports, settings, files and health is what the service has."""

import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from app.settings import Settings, unknown_names, variable

ROOT: Final = Path(__file__).resolve().parents[2]
DOCKERFILE: Final = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PORT: Final = str(Settings.model_fields["port"].default)


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    compose: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    return compose["services"]


def last_stage() -> str:
    return DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]


def test_the_image_is_run_by_a_user_without_rights_who_owns_only_the_games() -> None:
    made, runs = re.search(r"useradd .*--uid (\d+)", last_stage()), re.findall(r"^USER (.+)$", last_stage(), re.M)
    assert made
    assert runs == [made[1]]
    assert int(runs[0]) > 0
    assert re.findall(r"-o beatenzone .* (\S+)$", last_stage(), re.M) == re.findall(
        r"^VOLUME (.+)$", last_stage(), re.M
    )


def test_every_file_the_image_copies_is_there_and_let_through() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split() if line[0] == "!"}
    copied = [name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.M) for name in line.split()]
    assert len(copied) >= 8
    for name in copied:
        assert (ROOT / name).exists(), name
        assert name.split("/")[0] in let_in, name


def test_every_setting_in_the_container_files_is_a_setting(services: dict[str, dict[str, Any]]) -> None:
    given = dict(re.findall(r"(BEATENZONE_\w+)=(\S+)", DOCKERFILE))
    composed = {
        name: re.sub(r"\$\{\w+:-(\w+)\}", r"\1", value) for name, value in services["app"]["environment"].items()
    }
    assert {*given, *composed} >= {variable("log_format"), variable("database_url"), variable("trusted_proxies")}
    assert list(unknown_names(given | composed)) == []
    Settings.model_validate({name[len("BEATENZONE_") :].lower(): value for name, value in (given | composed).items()})


def test_every_part_says_whether_it_is_well_and_is_waited_for(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {"app", "database", "proxy"}
    assert f"http://127.0.0.1:{PORT}/health" in DOCKERFILE[DOCKERFILE.index("HEALTHCHECK") :]
    assert all(services[name]["healthcheck"]["test"] for name in ("database", "proxy"))
    waits = {name: set(one.get("depends_on", ())) for name, one in services.items()}
    assert waits == {"app": {"database"}, "database": set(), "proxy": {"app"}}
    for one in services.values():
        assert all(how == {"condition": "service_healthy"} for how in one.get("depends_on", {}).values())


def test_only_the_proxy_can_be_reached_and_it_finds_the_service(services: dict[str, dict[str, Any]]) -> None:
    assert [name for name, one in services.items() if "ports" in one or "outside" in one["networks"]] == ["proxy"]
    assert f"reverse_proxy app:{PORT} " in (ROOT / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"^EXPOSE (.+)$", DOCKERFILE, re.M) == [PORT]


def test_the_service_gains_no_rights_and_has_time_to_stop(services: dict[str, dict[str, Any]]) -> None:
    app = services["app"]
    assert app["read_only"] is True
    assert (app["cap_drop"], app["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    longest_s = int(app["stop_grace_period"].removesuffix("s"))
    assert longest_s >= Settings.model_fields["stop_seconds"].default + 2


def test_games_outlive_their_containers(services: dict[str, dict[str, Any]]) -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    kept = {name: [one.split(":")[0] for one in part.get("volumes", ())] for name, part in services.items()}
    assert kept["database"] == ["games"]
    named = {one for names in kept.values() for one in names if not one.startswith(".")}
    assert named == set(compose["volumes"])


def test_every_image_names_its_version(services: dict[str, dict[str, Any]]) -> None:
    images = [
        *re.findall(r"^FROM (\S+)", DOCKERFILE, re.M),
        *(one["image"] for one in services.values() if "image" in one),
    ]
    assert len(images) == 5
    assert all(re.search(r":\d", image) for image in images), images
