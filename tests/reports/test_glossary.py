"""The glossary: in the reader's language, linked from report and studio, and the documentation's page made from it."""

from pathlib import Path

from fabula.languages import Language
from fabula.reports.glossary import as_markdown, glossary


def test_the_page_of_the_documentation_is_this_glossary() -> None:
    page = Path(__file__).parents[2] / "docs" / "glossary.md"
    assert page.read_text(encoding="utf-8") == as_markdown(), (
        "python -m fabula.reports.glossary > docs/glossary.md"
    )


def test_every_language_explains_every_word_in_one_sentence() -> None:
    explained = {code: glossary(Language(code)) for code in ("en", "zh", "es")}
    assert len({len(rows) for rows in explained.values()}) == 1
    for code, rows in explained.items():
        assert all(means.endswith("。" if code == "zh" else ".") for _, means in rows)
    assert glossary(Language("fr")) == explained["en"]
