"""Two drafts side by side: what is said to have moved, and what is not said."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from reports_samples import embedded, judged, story

from fabula.comparison.alignment import align
from fabula.comparison.result import CompareResult, FigureChange
from fabula.comparison.run import compare as set_side_by_side
from fabula.comparison.sides import Side
from fabula.judging.result import ChapterRow, EvaluateResult
from fabula.notices import Notice
from fabula.reading.findings import Finding
from fabula.reports.comparison_views import comparison_page, label, verdict
from fabula.reports.labels import labels
from fabula.result import ModelUsed
from fabula.text.book import Chapter
from fabula.text.likeness import hashes, likeness, sketch


def compare(old: EvaluateResult, new: EvaluateResult) -> CompareResult:
    return set_side_by_side(Side(old), Side(new)).result


def change(found: CompareResult, name: str) -> FigureChange:
    return next(one for one in (*found.scores, *found.measures) if one.id == name)


def compared(old: tuple[float, ...], new: tuple[float, ...]) -> CompareResult:
    return compare(
        EvaluateResult.of(judged(scores=old)),
        EvaluateResult.of(judged(scores=new)),
    )


def test_a_rise_far_beyond_the_spread_of_answers_is_higher() -> None:
    overall = change(compared((70, 71, 70, 72, 71), (88, 87, 89, 88, 88)), "overall")
    assert overall.moved == "up"
    assert overall.low is not None and 15 < overall.low < 17.2


def test_a_rise_within_the_spread_of_answers_is_noise() -> None:
    assert change(compared((70, 80, 90), (75, 85, 88)), "overall").moved == "within"


def test_one_answer_each_says_nothing_of_the_noise() -> None:
    overall = change(compared((70,), (90,)), "overall")
    assert overall.moved == "unsaid" and "asked only once" in str(overall.why)


def test_a_judge_that_repeats_himself_shows_no_noise_to_hold_a_change_against() -> None:
    assert change(compared((70, 70, 70), (72, 72, 72)), "overall").moved == "unsaid"


def test_scores_of_different_judges_are_not_compared() -> None:
    other = EvaluateResult.of(judged()).model_copy(update={"model": ModelUsed(name="other/model")})
    found = compare(EvaluateResult.of(judged()), other)
    assert {one.moved for one in found.scores if one.id != "rating"} == {"unsaid"}


def test_ratings_whose_ranges_meet_are_within_the_noise() -> None:
    assert (
        change(
            compare(EvaluateResult.of(judged()), EvaluateResult.of(judged())),
            "rating",
        ).moved
        == "within"
    )


def test_the_same_draft_twice_has_nothing_gone_or_new() -> None:
    book = EvaluateResult.of(embedded(story()))
    found = compare(book, book)
    assert not found.findings.gone and not found.findings.new
    assert {one.moved for one in found.measures} == {"within", "counted"}
    assert {verdict(one, labels("en")) for one in found.measures} == {"the same"}
    assert {pair.status for pair in found.chapters} == {"same"}


def test_chapters_cut_added_changed_and_moved_are_told_apart() -> None:
    names = ["sea", "hill", "wood", "town", "road", "moor"]
    texts = {
        name: " ".join(f"the {name} was {word}{n}" for n, word in enumerate(["dark", "cold", "wide"] * 30))
        for name in names
    }
    old = document([(name, texts[name]) for name in names])
    new = document(
        [("sea", texts["sea"]), ("inn", "a wholly new chapter of an inn by the sea where nobody sleeps"), ("wood", texts["wood"] + " and so it stayed that night"),
         ("road", texts["road"]), ("moor", texts["moor"]), ("hill", texts["hill"])]
    )  # fmt: skip
    statuses = {pair.title: pair.status for pair in align(old, new)}
    assert statuses == {
        "sea": "same",
        "inn": "added",
        "wood": "changed",
        "town": "cut",
        "road": "same",
        "moor": "same",
        "hill": "moved",
    }


def document(chapters: list[tuple[str, str]]) -> list[ChapterRow]:
    return [
        ChapterRow(number=n, title=title, sketch=sketch(text, "en"), hash=str(hash(text)))
        for n, (title, text) in enumerate(chapters, start=1)
    ]


def test_a_rewritten_chapter_is_known_by_its_title_without_any_text() -> None:
    one, two, other = (
        ChapterRow(number=n, title=title, hash="", sketch="")
        for n, title in ((1, "One"), (2, "Two"), (1, "two"))
    )
    pairs = align([one, two], [other])
    assert [(pair.status, pair.old, pair.new) for pair in pairs] == [("cut", 1, None), ("changed", 2, 1)]


@given(st.lists(st.sampled_from("abcdefgh"), max_size=8), st.lists(st.sampled_from("abcdefgh"), max_size=8))
def test_every_chapter_of_both_drafts_is_listed_once(old: list[str], new: list[str]) -> None:
    texts = {name: f"{name} " + " ".join(f"{name}{n}" for n in range(40)) for name in "abcdefgh"}
    pairs = align(
        document([(name, texts[name]) for name in old]), document([(name, texts[name]) for name in new])
    )
    assert sorted(pair.old for pair in pairs if pair.old) == list(range(1, len(old) + 1))
    assert sorted(pair.new for pair in pairs if pair.new) == list(range(1, len(new) + 1))


def test_likeness_estimates_the_share_of_triples_in_common() -> None:
    words = [f"w{n}" for n in range(4000)]
    half = words[:3000] + [f"v{n}" for n in range(1000)]
    found = likeness(hashes(sketch(" ".join(words), "en")), hashes(sketch(" ".join(half), "en")))
    assert 0.35 < found < 0.85  # 3,000 of 5,000 triples
    assert likeness(hashes(sketch("a b", "en")), hashes("")) == 0.0


def test_a_finding_that_was_mended_is_gone() -> None:
    old = EvaluateResult.of(embedded(story()))

    def crutch(word: str, n: int, quote: str) -> Finding:
        notice = Notice.of("findings.crutch-word", word=word, n=n, rate=3.0, unit="words", here=n)
        return Finding("crutch-word", "low", notice, quote, 1, 0)

    finding, kept, again = (
        crutch("very", 90, "very"),
        crutch("just", 30, "just so"),
        crutch("just", 28, "just now"),
    )
    found = compare(
        old.model_copy(update={"findings": (finding, kept)}), old.model_copy(update={"findings": (again,)})
    )
    assert found.findings.gone == (finding,) and not found.findings.new and found.findings.in_both == 1


def test_measures_move_only_where_the_changed_chapters_agree() -> None:
    book = story()
    quiet = tuple(
        Chapter(c.number, c.title, c.text.replace("“Why not?” said Tom. ", "")) for c in book.chapters
    )
    found = compare(
        EvaluateResult.of(embedded(book)),
        EvaluateResult.of(embedded(replace(book, chapters=quiet))),
    )
    talk = change(found, "dialogue_share")
    assert talk.moved == "down" and talk.high is not None and talk.high < 0


def test_few_changed_chapters_tell_nothing() -> None:
    book = story(9)
    talk = replace(book.chapters[-1], text="“Go,” said Ann. “I will,” said Tom. " * 40)
    found = compare(
        EvaluateResult.of(embedded(book)),
        EvaluateResult.of(embedded(replace(book, chapters=(*book.chapters[:-1], talk)))),
    )
    assert change(found, "dialogue_share").moved == "unsaid"
    assert "changed chapters: 1" in verdict(change(found, "dialogue_share"), labels("en"))


def test_a_comparison_is_a_document_and_a_page() -> None:
    hostile = EvaluateResult.of(embedded(replace(story(), title="<script>alert(1)</script>")))
    found = compare(EvaluateResult.of(embedded(story())), hostile)
    assert {"old", "new", "scores", "measures", "chapters", "findings"} <= set(found.json_document)
    assert CompareResult.model_validate(found.json_document) == found
    assert "<script>alert" not in comparison_page(found)


def test_a_comparison_is_worded_in_the_language_of_its_reader() -> None:
    found = compare(EvaluateResult.of(embedded(story())), EvaluateResult.of(embedded(story(7))))
    words = change(found, "words")
    assert label(words, labels("zh")) != label(words, labels("en"))
    assert verdict(words.model_copy(update={"new": words.old}), labels("en")) == "the same"


def test_two_comparisons_that_differ_have_two_signatures() -> None:
    one, two, three = (EvaluateResult.of(embedded(story(n))) for n in (6, 7, 8))
    signatures = {compare(one, two).signature, compare(one, three).signature, compare(two, one).signature}
    assert len(signatures) == 3 and compare(one, two).signature in signatures


def test_a_chapter_that_was_cut_is_counted_and_makes_nothing_better_or_worse() -> None:
    book = story(9)
    talk = replace(book.chapters[-1], text="“Go,” said Ann. “I will,” said Tom. " * 40)
    old = EvaluateResult.of(embedded(replace(book, chapters=(*book.chapters[:-1], talk))))
    found = compare(old, EvaluateResult.of(embedded(replace(book, chapters=book.chapters[:-1]))))
    said = {one.id: verdict(one, labels("en")) for one in found.measures}
    assert said["chapters"] == "1 chapter fewer" and said["words"].endswith(" words fewer")
    assert {change(found, name).moved for name in ("words", "chapters")} == {"counted"}
    assert said["dialogue_share"].startswith("not known: too little changed")
    assert "改动了 1 章" in verdict(change(found, "dialogue_share"), labels("zh"))


def test_a_chapter_with_one_word_changed_is_never_wholly_alike() -> None:
    text = " ".join(f"word{n}" for n in range(4000))
    (pair,) = align(document([("One", text)]), document([("One", text + " and")]))
    assert pair.status == "changed" and pair.likeness == 0.99
