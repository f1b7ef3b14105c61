"""Printing as pages, of any rule system: what is chosen, looked at, put into the basket and saved as one PDF."""
