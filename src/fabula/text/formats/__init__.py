"""Formats: one reader for each kind of file, and the draft that every reader returns.

A reader is `read(content, name) -> Draft`. `sniff` says which one a file needs; `fabula.text.files` calls it.
"""
