"""Passages of a text that address the model which is to judge it."""
