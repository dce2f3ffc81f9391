"""The glossary: in the reader's language, linked from report and studio, and the documentation's page made from it."""

from pathlib import Path

from fabula.languages import Language
from fabula.reports.glossary import as_markdown, glossary, used_in


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


def test_a_report_explains_the_words_that_it_uses_and_no_others() -> None:
    body = "<p class='ledger'>Kendall’s tau of .2; two echoes are findings, said by the readers.</p>"
    said = [word for word, _ in used_in(glossary(Language("en")), body)]
    assert said == ["Finding", "Kendall's tau"]
    assert [word for word, _ in used_in(glossary(Language("zh")), "<b>评委</b>的签名")] == ["签名"]


def test_what_the_book_says_is_no_word_of_the_report() -> None:
    body = '<p>A finding: <em lang="en">a <b>token</b> of forgotten violence</em>, and one <span lang=en>verdict</span>.</p>'
    assert [word for word, _ in used_in(glossary(Language("en")), body)] == ["Finding"]
