"""English words for front and back matter."""

from __future__ import annotations

from fabula.languages.topics.matter import MatterRules

RULES = MatterRules(
    anywhere=(
        r"(?:table of )?contents|(?:the )?cover(?: page| image)?|(?:half[ -]?)?title ?page|copyright(?: page| notice| information)?"
        r"|list of (?:illustrations|plates|maps|figures|tables)|illustrations"
        r"|(?:the )?(?:full )?project gutenberg.*|transcriber['’]?s['’]? notes?.*"
    ),
    before=(
        r"(?:the |a )?(?:(?:author|translator|editor|publisher)['’]?s['’]? )?(?:general )?(?:preface|foreword|introduction|introductory note)(?: (?:to|by|from|of)\b.*)?"
        r"|dedication|epigraph|frontispiece|imprint|colophon|uncopyright|newsletter.*|disclaimer|maps?|family tree"
        r"|(?:an? |the )?(?:author|translator|editor|publisher)['’]?s['’]? (?:foreword|note|preface)"
        r"|(?:a )?note (?:on|about) .*|(?:advance )?praise(?: for .*)?|(?:also|other (?:books|titles|works)|books) by .*"
        r"|about (?:the|this) (?:author|book|publisher|translator)s?|acknowledge?ments?"
        r"|(?:cast|list) of characters|dramatis person(?:ae|æ)|characters"
    ),
    after=(
        r"(?:end|foot)?notes?(?: (?:to|on)\b.*)?|appendix\b.*|appendices|glossary\b.*|index|bibliography|further reading|afterword(?: .*)?|postscript by .*"
        r"|acknowledge?ments?|about (?:the|this) (?:author|book|publisher|translator|type)s?|(?:an? |the )?(?:author|translator|editor)['’]?s['’]? (?:afterword|note)s?"
        r"|(?:a )?note (?:on|about|from) .*|colophon|uncopyright|imprint|licen[cs]e|credits|permissions"
        r"|(?:also|other (?:books|titles|works)|books|more) (?:by|from) .*|(?:an? |exclusive |sneak )?(?:excerpt|preview|extract|peek)(?: (?:from|of)\b.*)?"
        r"|(?:reading group|book club|discussion) .*|newsletter.*|advertisements?|praise(?: for .*)?"
    ),
    copyright=(
        r"all rights reserved|\bISBN\b|copyright (?:©|\(c\)|\d{4})|©|library of congress|no part of this (?:book|publication)"
        r"|first published|work of fiction"
    ),
    stated={"title": "title", "author": "author", "by": "author", "language": "language"},
    byline="by",
    page_before=r"page |p\. ?",
)
