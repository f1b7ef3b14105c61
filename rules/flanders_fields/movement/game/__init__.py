"""Moving, packing and getting over wire."""
