"""Shots, shells and blows: their dice, whom they hit, and what becomes of whom they hit."""
