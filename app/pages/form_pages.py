"""The pages of whatever has forms to print: those of the address to be read, and the chosen ones as one PDF."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

if TYPE_CHECKING:
    from app.printing.offers import FormsHere


def pages_of_forms(at: str, offered: Callable[..., Any], guard: Callable[..., Any] | None) -> APIRouter:
    """Both pages, `at` an address and below it; `offered` gives the FormsHere of a request that the `guard` lets in.

    Without a guard they stand in a router that has one.
    """
    router = APIRouter(default_response_class=HTMLResponse, dependencies=[Depends(guard)] if guard else [])

    @router.get(at)
    def forms_to_read(forms: Annotated[Any, Depends(offered)], request: Request) -> Response:
        """The forms of the address (`form`)."""
        # The press is loaded with the first form that is read, not with the service.
        from app.pages.prints import reading

        here: FormsHere = forms
        return reading(here.here, here.title, here.offers, request.query_params, **here.more)

    @router.get(f"{at}/file")
    async def file_of_forms(forms: Annotated[Any, Depends(offered)], request: Request) -> Response:
        """The chosen forms as one PDF."""
        from app.pages.prints import printed

        here: FormsHere = forms
        return await printed(here.here, here.title, here.offers, request, here.named, **here.more)

    return router
