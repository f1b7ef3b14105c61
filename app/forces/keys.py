"""How a force is named in an address, what is said where there is none, and whose a new one is."""

from typing import Annotated

from fastapi import Path, Request, Response

from app.documents.shelf import Owned
from app.documents.use import of_this_device
from app.games import problems

ForceId = Annotated[
    str,
    Path(description="the id of a force, as it stands in its address", examples=["n3kq7ydq5b2rw4ta"], max_length=40),
]

BuiltId = Annotated[
    str,
    Path(description="the id of a force that the core builds", examples=["p5kw7ydq5b2rw4ta"], max_length=40),
]


def no_such_force(force_id: str) -> problems.HttpAnswer:
    """There is no force of this id."""
    return problems.not_found(
        "no-such-force", "No such force", f"there is no force {force_id} here", "look in the list"
    )


def owned_by_this_device(request: Request, response: Response, _brought: bytes = b"") -> Owned:
    """Whoever makes a force holds the key to it; it comes from no other force's file."""
    return owned_from("", request, response)


def owned_from(origin: str, request: Request, response: Response) -> Owned:
    """The same of a force that came out of the file of another."""
    return Owned(of_this_device(request, response).key_hash, {"origin": origin})
