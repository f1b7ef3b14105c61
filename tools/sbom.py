"""Write the software bill of materials from the lock files: `python tools/sbom.py`.

The result is CycloneDX JSON. It depends on the lock files and pyproject.toml alone: the same locks give the same bytes.
Packages that only developers install have the scope "excluded". Hashes of Python packages are in the lock files,
because a package has one for each platform.
"""

import base64
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

ROOT: Final = Path(__file__).resolve().parents[1]
RESULT: Final = ROOT / "locks" / "sbom.cdx.json"
SHIPPED: Final = "required"
NOT_SHIPPED: Final = "excluded"
PYTHON_LOCKS: Final[Mapping[str, str]] = {
    "locks/runtime.txt": SHIPPED,
    "locks/dev.txt": NOT_SHIPPED,
    "locks/node.txt": NOT_SHIPPED,
}
"""Scope of the packages of each lock file. A package that any file requires is required."""
NPM_LOCK: Final = "frontend/package-lock.json"
PINNED: Final = re.compile(
    r"^(?P<name>[a-z0-9][a-z0-9._-]*)==(?P<version>\S+)(?: ; (?P<marker>.*?))? \\$", re.MULTILINE
)

Component = dict[str, Any]


def main() -> None:
    """Write the bill of materials beside the lock files."""
    RESULT.write_text(bill_of_materials(ROOT), encoding="utf-8")


def bill_of_materials(root: Path) -> str:
    """Return the bill of materials of a project as CycloneDX JSON."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    components: dict[str, Component] = {}
    for component in locked_components(root):
        if component["scope"] == SHIPPED or component["bom-ref"] not in components:
            components[component["bom-ref"]] = component
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": project["name"],
                "name": project["name"],
                "version": project["version"],
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [components[reference] for reference in sorted(components)],
    }
    return f"{json.dumps(bill, indent=1)}\n"


def locked_components(root: Path) -> Iterator[Component]:
    """Yield the components of all lock files; a package may come several times."""
    for lock, scope in PYTHON_LOCKS.items():
        yield from python_components((root / lock).read_text(encoding="utf-8"), scope)
    yield from npm_components(json.loads((root / NPM_LOCK).read_text(encoding="utf-8")))


def python_components(lock: str, scope: str) -> Iterator[Component]:
    """Yield a component for each package in a lock file of uv."""
    for pin in PINNED.finditer(lock):
        component = component_of("pypi", pin["name"], pin["version"], scope)
        if pin["marker"]:
            component["properties"] = [{"name": "beaten-zone:marker", "value": pin["marker"]}]
        yield component


def npm_components(lock: Mapping[str, Any]) -> Iterator[Component]:
    """Yield a component for each package in a lock file of npm."""
    for path, package in lock["packages"].items():
        if not path:  # the project itself
            continue
        name = path.rpartition("node_modules/")[2]
        component = component_of("npm", name, package["version"], NOT_SHIPPED if package.get("dev") else SHIPPED)
        algorithm, _, digest = package["integrity"].partition("-")
        content = base64.b64decode(digest).hex()
        component["hashes"] = [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": content}]
        if "license" in package:
            component["licenses"] = [{"expression": package["license"]}]
        yield component


def component_of(kind: str, name: str, version: str, scope: str) -> Component:
    """Return a component with its package URL, such as `pkg:npm/%40types/node@24.19.2`."""
    address = f"pkg:{kind}/{quote(name)}@{quote(version)}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "scope": scope,
        "purl": address,
    }


if __name__ == "__main__":
    main()
