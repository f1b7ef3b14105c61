"""From the map to proposed facts: what a tape, a glance or a count at the table would tell, and where it comes from.

Every function is pure. It takes a `Field` (terrain, stands, what lies under fire) and the rule book, and proposes
facts under the names the chapters use: nothing of what is not on the map, and nothing that dice or players decide.
"""
