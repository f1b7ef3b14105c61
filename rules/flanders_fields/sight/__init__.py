"""Sight: who sees whom, and what covers a stand (FF-VIS, FF-COV)."""
