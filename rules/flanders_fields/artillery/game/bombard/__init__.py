"""Planned bombardments in a game: batteries that fire by the plan, and the hurricane (FF-BOM, FF-HUR)."""
