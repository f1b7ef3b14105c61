"""The page a scanned invitation opens: it trades the code in the fragment for a seat."""

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse

from app.pages.rendering import page
from app.seats.guard import anyone

router = APIRouter()


@router.get("/join", dependencies=[Depends(anyone)])
def join() -> HTMLResponse:
    """The same page for everybody: the code stands behind the #, which no browser sends."""
    return page("join.html", {})
