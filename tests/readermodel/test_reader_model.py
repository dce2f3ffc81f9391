"""The shipped reader model: what it says, what it refuses to say, and how it tells where that comes from."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from fabula.cli.readers import app
from fabula.errors import UsageError
from fabula.languages import Language
from fabula.notices import Notice, worded
from fabula.readermodel.card import figures
from fabula.readermodel.comparable import Comparable, like
from fabula.readermodel.model import load, shipped, unpacked
from fabula.readermodel.predicting import predict
from fabula.readermodel.rating import Abstained, BookFacts, ReaderRating
from fabula.readermodel.variants import VARIANTS, matched

RELEASE = Path(__file__).parents[2] / ".." / "shared" / "data" / "longstoryeval" / "books_train.jsonl"
PREMISE = "A detective returns to the village where her sister vanished, and finds a letter in her own hand."
PLOT = "The detective questions the villagers, follows the letter to the mill, and learns who her sister was."
CAST = "**Anna Holt**: a detective who trusts nobody. **Jon**: the miller, kind and afraid."


def rated(facts: BookFacts) -> ReaderRating:
    told = predict(facts)
    assert isinstance(told, ReaderRating), told
    return told


def test_the_shipped_model_is_small() -> None:
    assert len((files("fabula.readermodel") / "shipped" / "reader.npz").read_bytes()) < 2_000_000


def test_every_set_of_inputs_tells_how_far_it_agreed_with_readers() -> None:
    told = shipped().variants
    assert set(told) == {variant.name for variant in VARIANTS}
    for each in told.values():
        assert each["agreement"]["books"] == 447
        assert each["agreement"]["mix"] == "new popular novels"
        assert 0.78 <= each["agreement"]["coverage"] <= 0.82
        assert all(0.77 <= aspect["coverage"] <= 0.83 for aspect in each["aspects"].values())
        assert each["shares_off"] < 0.05
    full = told["shelf genres + premise + plot + cast"]
    assert full["agreement"]["kendall"] >= 0.3
    assert full["agreement"]["of_100_pairs"] == 66
    assert full["above_genres"][1] > 0, "more than noise above genres alone"


def test_a_manuscript_is_rated_without_the_tags_that_only_readers_give() -> None:
    draft = rated(BookFacts(("Mystery", "Adult"), PREMISE, 90_000))
    assert draft.variant == "author's genres + premise"
    assert draft.unused == (Notice.of("readermodel.shelf-genre", genre="Adult"),)
    assert draft.value == rated(BookFacts(("Mystery",), PREMISE, 90_000)).value
    shelved = rated(BookFacts(("Mystery", "Adult"), PREMISE, 90_000, shelved=True))
    assert shelved.variant == "shelf genres + premise"
    assert shelved.value != draft.value


def test_what_is_there_decides_which_variant_speaks() -> None:
    assert rated(BookFacts(premise=PREMISE)).variant == "premise"
    assert rated(BookFacts(premise=PREMISE, plot=PLOT, cast=CAST)).variant == "premise + plot + cast"
    full = rated(BookFacts(("horror",), PREMISE, 80_000, PLOT, CAST))
    assert full.variant == "author's genres + premise + plot + cast"
    assert full.inputs == ("genres", "length", "premise", "plot", "cast")
    assert full.agreement.kendall > rated(BookFacts(premise=PREMISE)).agreement.kendall


def test_a_cast_without_a_plot_is_named_as_unused() -> None:
    told = rated(BookFacts(premise=PREMISE, cast=CAST))
    assert told.inputs == ("premise",)
    assert told.unused == (Notice.of("readermodel.cast-without-plot"),)


def test_genres_are_known_by_other_spellings_and_unknown_ones_are_named() -> None:
    assert matched(["sci-fi", "young adult", "YA", "Kitchen Gothic"], ["Science Fiction", "Young Adult"]) == (
        ["Science Fiction", "Young Adult"],
        ["Kitchen Gothic"],
    )
    assert "Kitchen Gothic" in str(rated(BookFacts(("Kitchen Gothic",), PREMISE)).unused[0])


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (BookFacts(("Romance",), "红楼一梦，兴衰百年。", language="zh"), "readermodel.language"),
        (BookFacts(premise="宝玉与黛玉在大观园中相识相知。"), "readermodel.other-script"),
        (BookFacts(("Romance",), "Une histoire d'amour", language="fr"), "readermodel.language"),
        (BookFacts(words=90_000), "readermodel.too-little"),
        (BookFacts(premise="xqzt vvkp"), "readermodel.too-little"),
    ],
)
def test_it_abstains_with_a_reason_where_it_does_not_know(facts: BookFacts, why: str) -> None:
    told = predict(facts)
    assert isinstance(told, Abstained)
    assert told.reason.code == why


@settings(max_examples=50)
@given(
    genres=st.lists(st.sampled_from(["Romance", "Horror", "Fantasy", "Adult", "LGBT"]), max_size=4),
    premise=st.text(max_size=200),
    words=st.none() | st.integers(-5, 2_000_000),
    plot=st.none() | st.sampled_from([PLOT, "", " "]),
    shelved=st.booleans(),
)
def test_a_rating_lies_within_its_interval_and_on_the_scale(
    genres: list[str], premise: str, words: int | None, plot: str | None, shelved: bool
) -> None:
    told = predict(BookFacts(tuple(genres), premise, words, plot, shelved=shelved))
    if isinstance(told, Abstained):
        assert str(told.reason)
        return
    for each in (told, *told.aspects.values()):
        value = each.value if isinstance(each, ReaderRating) else each.score
        assert 1 <= each.low <= value <= each.high <= 5
    assert 0 <= told.percentile <= 100
    assert told == predict(BookFacts(tuple(genres), premise, words, plot, shelved=shelved))


def test_a_better_rating_has_a_higher_place() -> None:
    told = sorted(
        (rated(BookFacts((genre,), PREMISE)) for genre in ("Horror", "Romance", "Fantasy", "Mystery")),
        key=lambda each: each.value,
    )
    assert [each.percentile for each in told] == sorted(each.percentile for each in told)


def test_a_damaged_model_file_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    path.write_bytes(b"not a model")
    with pytest.raises(UsageError, match=r"mine\.npz is not a reader model"):
        load(path)
    with pytest.raises(UsageError, match="readers train"):
        load(tmp_path / "none.npz")


def test_comparable_books_come_with_figures_of_their_readers() -> None:
    found = like(BookFacts(("Mystery", "Thriller"), PREMISE), 4)
    assert not isinstance(found, Abstained)
    assert len(found) == 4
    assert all(isinstance(each, Comparable) and 1 <= each.rating <= 5 for each in found)
    assert [each.likeness for each in found] == sorted((each.likeness for each in found), reverse=True)
    assert any({"Mystery", "Thriller"} & set(each.genres) for each in found)
    for said in (said for each in found for said in each.aspects.values()):
        assert 0 < said.share <= 1
        assert -1 <= said.kindness <= 1
        assert 1 <= said.stars <= 5


def test_comparable_books_of_a_chinese_manuscript_are_not_guessed() -> None:
    assert isinstance(like(BookFacts(("Romance",), language="zh")), Abstained)


def test_no_sentence_of_a_review_or_a_premise_is_shipped() -> None:
    words = shipped().word_place
    assert list(words) == sorted(words)
    assert not any(" " in word for word in words)
    assert all(len(entry) == 3 for entry in shipped().titles)


def test_predict_writes_a_line_for_every_book_and_a_reason_where_there_is_no_rating(tmp_path: Path) -> None:
    books = tmp_path / "books.jsonl"
    rows = [
        {"id": "one", "genres": ["Horror"], "premise": PREMISE, "book_len": "90,000 words"},
        {"id": "two", "premise": "大观园里的故事", "language": "zh"},
    ]
    books.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    output = tmp_path / "new" / "out.jsonl"
    ran = CliRunner().invoke(app, ["predict", str(books), "-o", str(output), "--draft", "--json"])
    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.stdout)["variants"] == {"author's genres + premise": 1, "abstained": 1}
    first, second = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert first["low"] < first["overall"] < first["high"]
    assert len(first["aspects"]) == 8
    assert all(first[name] == each["score"] for name, each in first["aspects"].items())
    assert second == {
        "id": "two",
        "overall": None,
        "reason": "it was trained on English books only and does not know readers of `zh`",
        "learned_from": False,
    }


def test_a_damaged_line_of_books_is_named(tmp_path: Path) -> None:
    books = tmp_path / "books.jsonl"
    books.write_text('{"id": "one", "premise": "x"}\n{"id": "two", "genres": "Horror"}\n', encoding="utf-8")
    ran = CliRunner().invoke(app, ["predict", str(books), "-o", str(tmp_path / "out.jsonl")])
    assert isinstance(ran.exception, UsageError)
    assert "line 2: genres must be a list" in str(ran.exception)


def test_books_that_were_learned_from_are_marked(tmp_path: Path) -> None:
    if not RELEASE.exists():
        pytest.skip("the release's training books are not here")
    output = tmp_path / "out.jsonl"
    ran = CliRunner().invoke(app, ["predict", str(RELEASE), "-o", str(output)])
    assert ran.exit_code == 0, ran.output
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 447
    assert all(row["learned_from"] and row["overall"] for row in rows)
    assert "proves nothing" in ran.stderr


@pytest.mark.parametrize("language", ["zh", "es"])
def test_every_notice_is_worded_in_the_readers_language(language: str) -> None:
    facts = [
        BookFacts(language="fr"),
        BookFacts(),
        BookFacts(premise="一盏灯。"),
        BookFacts(genres=("Fantasy", "Owl stories", "Audiobook"), premise="Qzx.", cast="Mara: a keeper."),
    ]
    notices: list[Notice] = []
    for each in facts:
        found = predict(each)
        notices += [found.reason] if isinstance(found, Abstained) else found.unused
    assert len({notice.code for notice in notices}) >= 6
    for notice in notices:
        assert worded(notice, Language(language)) != str(notice)


def test_another_reader_model_has_another_digest() -> None:
    data = (files("fabula.readermodel") / "shipped" / "reader.npz").read_bytes()
    assert len(shipped().digest) == 12 and shipped().digest == unpacked(data).digest


def test_the_shipped_model_says_of_one_book_what_it_said_before() -> None:
    full = rated(BookFacts(("Mystery", "Thriller"), PREMISE, 90_000, PLOT, CAST, shelved=True))
    assert (full.value, full.low, full.high, full.percentile) == pytest.approx(
        (3.896, 3.511, 4.287, 57.5), abs=0.002
    )
    assert (full.genre, full.genre_percentile) == ("Mystery", pytest.approx(61.0, abs=0.2))
    plot, emotion = full.aspects["plot"], full.aspects["emotion"]
    assert (plot.score, plot.low, plot.high) == pytest.approx((3.831, 3.365, 4.293), abs=0.002)
    assert (emotion.score, emotion.low, emotion.high) == pytest.approx((4.306, 3.929, 4.701), abs=0.002)
    bare = rated(BookFacts(("Horror",), PREMISE))
    assert (bare.value, bare.low, bare.high, bare.percentile) == pytest.approx(
        (3.702, 3.29, 4.105, 41.0), abs=0.002
    )


def test_the_nearest_books_are_those_of_before() -> None:
    found = like(BookFacts(("Mystery", "Thriller"), PREMISE, 90_000, PLOT, CAST), 3)
    assert not isinstance(found, Abstained)
    assert [(each.title, each.likeness, each.rating) for each in found] == [
        ("The Off Season", pytest.approx(0.505, abs=0.002), 3.31),
        ("Death at the Sign of the Rook", pytest.approx(0.441, abs=0.002), 3.79),
        ("The Housekeeper's Secret", pytest.approx(0.429, abs=0.002), 3.73),
    ]
    plot = found[0].aspects["plot"]
    assert (plot.share, plot.kindness, plot.stars, plot.reviews) == (0.867, 0.187, 3.31, 98)


def test_figures_are_kept_on_the_scale() -> None:
    facts = [
        BookFacts((genre,), PREMISE, shelved=True) for genre in ("Horror", "Romance", "Poetry", "Fantasy")
    ]
    for each in (predict(one) for one in facts):
        assert isinstance(each, ReaderRating)
        assert each.high <= 5 and each.low >= 1
        assert each.value == round(each.value, 3) and each.percentile == round(each.percentile, 1)


@pytest.mark.parametrize("length", [None, 0, -3])
def test_a_length_that_is_not_known_is_not_an_input(length: int | None) -> None:
    unknown = rated(BookFacts(("Horror",), PREMISE, length))
    assert "length" not in unknown.inputs
    assert unknown.value == rated(BookFacts(("Horror",), PREMISE)).value
    assert unknown.value != rated(BookFacts(("Horror",), PREMISE, 300_000)).value


def test_a_place_that_cannot_be_written_is_named_before_any_book_is_rated(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = CliRunner().invoke(
        app, ["predict", str(tmp_path / "none.jsonl"), "-o", str(tmp_path / "file" / "out.jsonl")]
    )
    assert isinstance(ran.exception, UsageError) and "cannot be written there" in str(ran.exception)


def test_the_published_figures_are_those_of_the_shipped_model() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reader-model.md").read_text(encoding="utf-8")
    published = page.partition("<!-- figures -->\n")[2].partition("\n<!-- end of figures -->")[0]
    assert published == figures(shipped()).strip()


def test_a_wide_interval_says_that_it_cannot_place_the_book() -> None:
    middle = rated(BookFacts(("Mystery",), PREMISE))
    assert middle.place == "unknown" and middle.covers >= 0.7
    low = rated(BookFacts(("Horror", "Thriller", "Adult", "Contemporary"), words=180_000, shelved=True))
    assert low.place == "low" and low.covers < 0.7 and low.percentile < 50


def test_every_rating_comes_with_shares_of_readers_that_are_a_whole() -> None:
    told = rated(BookFacts(("Horror",), PREMISE))
    assert [each.stars for each in told.shares] == [1, 2, 3, 4, 5]
    assert sum(each.share for each in told.shares) == pytest.approx(1, abs=0.003)
    assert all(0 <= each.low <= each.share <= each.high <= 1 for each in told.shares)
    mean = sum(each.stars * each.share for each in told.shares)
    assert mean == pytest.approx(told.value, abs=0.06)
