"""Sentence vectors, and finding passages by them."""
