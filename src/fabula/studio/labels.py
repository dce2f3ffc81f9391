"""The labels of the studio in one language: `languages/CODE/labels/studio/PAGE.toml`, a file a page."""

from __future__ import annotations

from functools import cache

from fabula.languages import ENGLISH, Language
from fabula.languages.label_files import label_names, label_texts, labelled
from fabula.reports.labels import Labels

FOLDER = "studio"
LANGUAGES = labelled(f"{FOLDER}/frame")
"""The languages of the interface."""


@cache
def studio_labels(language: str) -> Labels:
    """Every page's labels by keys such as `shelf.drop`: the file, then the key in it; and those of a checked summary
    (`judged`) and of a pitch, which the studio words as their reports do."""
    own = Language(language)
    texts = {f"judged.{key}": text for key, text in label_texts("facts", own).items()}
    texts |= {key: text for key, text in label_texts("manuscript", own).items() if key.startswith("pitch.")}
    for page in pages():
        texts |= {f"{page}.{key}": text for key, text in label_texts(f"{FOLDER}/{page}", own).items()}
    return Labels(own, texts)


def pages() -> tuple[str, ...]:
    """The names of the label files."""
    return label_names(FOLDER)


def chosen_language(cookie: str | None, accepted: str) -> Language:
    """What the user chose, else the first language of ours that their browser asks for."""
    for written in (cookie or "", *(part.partition(";")[0] for part in accepted.split(","))):
        language = Language.or_none(written)
        if language in LANGUAGES and language is not None:
            return language
    return ENGLISH
