"""English words for front and back matter."""

from __future__ import annotations

import re

from fabula.languages.topics.matter import MatterRules

_AUTHOR = re.compile(
    r"(?:(?:Sir|Lady|Lord|Mrs|Mr|Miss|Dr|Rev)\.? )?(?:[A-Z][^\W\d_]+(?:[’'-][^\W\d_]+)*|(?:[A-Z]\. ?)+)"
    r"(?: (?:de|du|la|le|von|van|der|[A-Z]\.|[A-Z][^\W\d_]*(?:[’'-][^\W\d_]+)*)){0,3} [A-Z][^\W\d_]+(?:[’'-][^\W\d_]+)*(?:,? (?:Jr|Sr)\.)?"
)
_NO_AUTHOR = re.compile(
    r"\b(?:an?(?!\.)|the|and|or|in|on|of|to|with|for|novel|novella|romance|stor(?:y|ies)|tales?|book|volume|part|edition|series|trilogy|saga|chronicles?|complete|illustrated"
    r"|unabridged|draft|manuscript|copy|version|revised|final|press|publish(?:er|ers|ing)|books|library|classics?|project|fiction|mystery|thriller|fantasy|memoir|contents)\b",
    re.I,
)


def is_author(line: str) -> bool:
    """Whether a line between title and first heading is a name: `Bram Stoker`, `E. M. Forster`, `Ford Madox Ford`."""
    return _AUTHOR.fullmatch(line) is not None and _NO_AUTHOR.search(line) is None


RULES = MatterRules(
    anywhere=(
        r"(?:table of )?contents|(?:the )?cover(?: page| image)?|(?:half[ -]?)?title ?page|copyright(?: page| notice| information)?"
        r"|list of (?:illustrations|plates|maps|figures|tables)|illustrations"
        r"|(?:the )?(?:full )?project gutenberg.*|transcriber['’]?s['’]? notes?.*"
    ),
    before=(
        r"(?:the |a )?(?:(?:author|translator|editor|publisher)['’]?s['’]? )?(?:general )?(?:preface|foreword|introduction|introductory note)(?: (?:to|by|from|of)\b.*)?"
        r"|dedication|letter of dedication|(?:the )?dedicatory (?:letter|epistle|preface)|(?:the )?epistle dedicatory|epigraph|frontispiece|imprint|colophon|uncopyright|newsletter.*|disclaimer|maps?|family tree"
        r"|(?:an? |the )?(?:author|translator|editor|publisher)['’]?s['’]? (?:foreword|note|preface)"
        r"|(?:a )?note (?:on|about) .*|(?:advance )?praise(?: for .*)?|(?:also|other (?:books|titles|works)|books) by .*"
        r"|about (?:the|this) (?:author|book|publisher|translator)s?|acknowledge?ments?"
        r"|(?:cast|list) of characters|dramatis person(?:ae|æ)|(?:the )?(?:characters|persons|scenes)(?: (?:of|in) the (?:play|drama|comedy|tragedy|story))?|cast"
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
    advert=(
        r"\b(?:"
        r"read (?:the |this |our )?(?:latest|newest|next|most recent|full|complete|free|more|rest of the|other|original|web|light)\b[^.!?\n]{0,30}?\b(?:chapters?|novels?|books?|stor(?:y|ies)|versions?|fiction)\b"
        r"|latest chapters? (?:at|on|from|are|is|available|of|first)\b|new chapters? (?:at|on|from|are|available|first)\b"
        r"|(?:more|advanced?|early|bonus|extra) chapters? (?:at|on|from|are|available)\b"
        r"|chapters? ahead\b|for (?:faster|quicker) (?:updates|releases)\b|updated? (?:by|at|from|on|daily)\b|fastest updates?\b"
        r"|(?:please|kindly) (?:report|visit|support|subscribe|bookmark|whitelist|disable|vote|rate|review)\b[^.!?\n]{0,40}?\b(?:us|this chapter|this (?:site|story|novel|book)|(?:the|our|this|my) (?:website|site|channel|patreon|discord|translators?|author)|ads?|ad ?block\w*)\b"
        r"|if you (?:find|see|notice|spot|encounter|come across|stumble (?:up)?on|discover)\b[^.!?\n]{0,40}?\b(?:errors?|broken links?|non-standard content|missing chapters?|typos?|this (?:story|tale|narrative|novel|book|text|content|chapter))\b"
        r"|(?:broken links|non-standard content|ads? popups?|wrong chapter|missing chapters?)\b"
        r"|let us know\b[^.!?\n]{0,40}?\b(?:fix|report chapter|as soon as possible)\b|report chapter\s*[>)\]]"
        r"|th(?:is|e) (?:chapter|novel|book|story|tale|narrative|text|content|work|translation)\b[^.!?\n]{0,30}?\b(?:is|was|were|has been|had been)\b[^.!?\n]{0,20}?\b(?:uploaded|hosted|posted|updated|published (?:first|on|at|by)|first published|originally published|provided by|brought to you|stolen|pilfered|misappropriated|purloined|unlawfully|illicitly|taken without|lifted from)\b"
        r"|without (?:the |its |his |her )?(?:author['’]?s? |writer['’]?s? |creator['’]?s? |proper )?(?:permission|consent|approval|authori[sz]ation)\b"
        r"|unauthori[sz]ed (?:use|usage|copy|reproduction|duplication|tale|story)\b"
        r"|(?:on|to|from|at|by) (?:amazon|royal ?road|wattpad|web ?novel|scribble ?hub|wuxia ?world|novel ?updates|patreon|ko-?fi)\b"
        r"|(?:join|visit|follow|find|support) (?:us|me|our|my)\b[^.!?\n]{0,20}?\b(?:discord|patreon|facebook|twitter|instagram|telegram|website|site|page|channel)\b"
        r"|google play\b|app store\b|download (?:the|our) (?:free )?app\b|sign up (?:for|to) (?:our|the|my) (?:newsletter|mailing list)\b"
        r"|(?:prev(?:ious)?|last) chapter\s*[|/<>«»\-–—·•]?\s*(?:(?:table of )?(?:contents|index|toc)\s*[|/<>«»\-–—·•]?\s*)?next chapter\b"
        r"|use (?:the )?(?:left|right|arrow|a/d)\b[^.!?\n]{0,40}?\bkeys?\b[^.!?\n]{0,30}?\bchapters?\b"
        r"|(?:scanned|ocr|ocred|e-?book (?:created|made|produced|converted)|converted) by\b|(?:translated|edited|proofread|posted|sponsored) by\s*:"
        r"|(?:translators?|editors?|proofreaders?)\s*[:：]|(?:chapters? )?sponsored by\b|bookmark this (?:web)?site\b"
        r"|stolen (?:story|novel|content|tale|chapter|from (?:royal ?road|its (?:rightful|original)))\b|royal ?road['’]s content\b|this content belongs on\b"
        r"|(?:author|writer)['’]s (?:content|tale|story|work|narrative) (?:has|have) been\b|not (?:rightfully|meant to be) on\b|report (?:any|the) (?:sightings|occurrences|instances|appearances|violation|infringement|incident)\b"
        r"|support (?:the |creative )?(?:author|writer)s? by\b|(?:seek out|find|read|reading|visit) (?:it on |their stories on |the |this )?(?:royal ?road|official|genuine|authentic|original)\b"
        r"|(?:official|genuine|authentic|original) (?:version|site|publication|source) (?:for free|of this|and|to)\b|ensure the author gets\b|is the home of this (?:novel|story)\b"
        r")|(?<![^\n])advertisements?(?![^\n])"
    ),
    stated={"title": "title", "author": "author", "by": "author", "language": "language"},
    byline="by",
    is_author=is_author,
    said_below=r"(?:a/n|author['’]?s['’]? notes?|(?:end of chapter|chapter end) notes?)\s*[:：]",
    page_before=r"page |p\. ?",
)
