"""Esperanto. A module for each topic holds its RULES; what has no module here is measured by the general rules."""

NAME = "Esperanto"
