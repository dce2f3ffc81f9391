"""EPUB: the package file and its reading order, its table of contents, and its pages as chapters."""

from __future__ import annotations

from fabula.text.epub.package import read

__all__ = ["read"]
