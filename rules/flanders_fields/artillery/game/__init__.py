"""Batteries, mortars and indirect machine guns: aiming points, fire on areas, the zones it leaves (FF-ART)."""
