"""The evening of Mons as a script: what each seat sends, and what the rulebook says must come of it."""
