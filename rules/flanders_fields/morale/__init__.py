"""Morale and suppression (FF-MOR, FF-SUP)."""
