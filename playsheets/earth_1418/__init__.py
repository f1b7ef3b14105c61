"""Printed matter of Battle for 2mm Earth 1418: a playsheet made from the data, templates true to size, forms."""
