"""Armour: tanks and armoured vehicles by type, and their fire (FF-TNK, FF-AFV)."""
