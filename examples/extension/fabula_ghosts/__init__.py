"""Ghost stories for fabula: one thing of each kind that a package can add."""
