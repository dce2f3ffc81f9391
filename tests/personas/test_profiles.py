"""A reader's past from files and tables, brought within a prompt, drawn and asked about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.filesize import decimal
from typer.testing import CliRunner

from fabula.cli import app
from fabula.errors import UsageError
from fabula.jsonl import write_lines
from fabula.notices import Notice
from fabula.personas.profiles import PairQuestion, PastChoice, PastReview, Profile, read_profiles
from fabula.personas.prompt_fields import fit, shorten
from fabula.personas.questions import ReaderQuestions, anonymised, draw, read, write
from fabula.personas.rating_tables import Table, read_table
from fabula.rubrics.files import load
from fabula.rubrics.rubric import parse_scale
from fabula.text.words import count_words
from fabula.training.persona_lessons import export
from loopback import Loopback


def lines(folder: Path, rows: list[dict[str, Any]], name: str = "table.jsonl") -> Path:
    write_lines(rows, folder / name)
    return folder / name


def rating(reader: str, item: int, score: float = 3, **more: Any) -> dict[str, Any]:
    return {
        "reader": reader,
        "item": f"b{item}",
        "plot": f"Plot {item}.",
        "review": f"Said {item}.",
        "score": score,
        **more,
    }


def test_a_profile_is_read_from_jsonl_and_csv_alike(tmp_path: Path) -> None:
    rows = [rating("Ada", n, n + 1) for n in range(3)]
    table = tmp_path / "ada.csv"
    cells = "\n".join(f'Ada,b{n},"Plot {n}.","Said {n}.",{n + 1}' for n in range(3))
    table.write_text(f"reader,item,plot,review,score\n{cells}\n", encoding="utf-8")
    assert read_profiles(table) == read_profiles(lines(tmp_path, rows))


def test_scores_of_a_declared_scale_are_shown_from_1_to_10(tmp_path: Path) -> None:
    path = lines(tmp_path, [rating("Ada", 1, 5, scale="1-5"), rating("Ada", 2, 1, scale="1-5")])
    (profile,) = read_profiles(path)
    assert [profile.on_ten(past.score) for past in profile.reviews] == [10, 1] and profile.mean == 5.5


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (rating("Ada", 1, 40), "a score of 40 is not on the scale 1-10"),
        ({"reader": "Ada", "score": 4}, "needs the story's plot"),
        ({"reader": "Ada", "text": "x"}, "needs a score"),
        ({"plot_a": "x", "ending": "A"}, "both plot_a and plot_b"),
        ({"plot_a": "x", "plot_b": "y", "ending": "both"}, "at least one aspect"),
    ],
)
def test_a_row_that_is_no_judgement_is_named_with_its_place(
    tmp_path: Path, row: dict[str, Any], said: str
) -> None:
    with pytest.raises(UsageError, match=r"table\.jsonl, row 1: .*" + said):
        read_profiles(lines(tmp_path, [row]))


@pytest.mark.parametrize("typed", ["5", "5-1", "a-b", ""])
def test_what_is_no_scale_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="such as 1-5"):
        parse_scale(typed)


def test_pairs_leave_out_both_and_neither(tmp_path: Path) -> None:
    path = lines(
        tmp_path,
        [
            {
                "worker": "W",
                "premise": "P",
                "plot1": "one",
                "plot2": "two",
                "Q1": "Plot A",
                "Q2": "both",
                "Q3": "neither",
                "Q4": "2",
                "Q5": "B",
            }
        ],
    )
    table = read_table(path, "doc")
    (_, past) = table.rows[0]
    assert isinstance(past, PastChoice)
    assert past.choices == {"interestingness": "A", "character_development": "B", "ending": "B"}
    assert table.left_out == (Notice.of("personas.answers-unclear", n=2),)


def test_amazon_reviews_take_their_plots_from_a_second_file(tmp_path: Path) -> None:
    reviews = [
        {"reviewerID": "R", "asin": "a1", "overall": 5.0, "reviewText": "Fine."},
        {"reviewerID": "R", "asin": "a2", "overall": 2.0, "reviewText": "Poor."},
        {"reviewerID": "R", "asin": "zz", "overall": 2.0, "reviewText": "Lost."},
        {"reviewerID": "R", "asin": "a1", "overall": 9.0, "reviewText": "Odd."},
    ]
    books = [
        {"asin": "a1", "description": ["A sea", "story."]},
        {"asin": "a2", "description": "A war story."},
    ]
    table = read_table(lines(tmp_path, reviews), "amazon", lines(tmp_path, books, "books.jsonl"))
    assert [past.text for _, past in table.rows if isinstance(past, PastReview)] == [
        "A sea\nstory.",
        "A war story.",
    ]
    assert sorted(map(str, table.left_out)) == [
        "1 rows without a plot (--items names a file that has them)",
        "1 rows without a score of 1 to 5",
    ]
    assert list(table.ratings.score) == [10.0, 3.25]


def made_table(readers: int, books: int) -> Table:
    rows: list[tuple[str, PastReview | PastChoice]] = [
        (f"r{who}", PastReview(f"b{n}", f"Plot of book {n}.", f"r{who} on {n}.", 1 + (who + n) % 5))
        for who in range(readers)
        for n in range(books)
    ]
    return Table(parse_scale("1-5"), rows)


@given(st.integers(1, 5), st.integers(0, 99))
def test_no_story_is_both_past_and_asked_nor_asked_in_both_splits(past: int, seed: int) -> None:
    asked = draw(made_table(20, 9), past, seed=seed)
    assert len(asked) == 20 and sum(each.split == "test" for each in asked) == 2
    known = {one.item for each in asked for one in each.profile.reviews}
    wanted = {
        split: {one.past.item for each in asked if each.split == split for one in each.questions}
        for split in ("train", "test")
    }
    assert all(len(each.profile.reviews) == past for each in asked) and wanted["train"] and wanted["test"]
    assert not known & (wanted["train"] | wanted["test"]) and not wanted["train"] & wanted["test"]
    assert len(known | wanted["train"] | wanted["test"]) == 9, "a table of one crowd loses no story"


def test_the_same_seed_draws_the_same_and_another_one_other_pasts() -> None:
    table = made_table(10, 8)
    assert draw(table, seed=3) == draw(table, seed=3) != draw(table, seed=4)


def test_readers_with_too_few_judgements_are_left_out_and_none_is_an_error() -> None:
    with pytest.raises(UsageError, match="the most is 4"):
        draw(made_table(3, 4))
    with pytest.raises(UsageError, match="at least 7"):
        draw(made_table(3, 9), past=6)


def test_what_is_built_is_read_again_as_it_was(tmp_path: Path) -> None:
    asked = draw(made_table(10, 8))
    write(asked, tmp_path)
    assert read(tmp_path) == asked


LONG = "The sea was cold that day. She went down to the boats and waited. " * 100
LONG_ZH = "那天海水很冷。她走到船边等着。" * 200


@pytest.mark.parametrize("text", [LONG, LONG_ZH])
def test_plots_are_cut_evenly_between_sentences_to_stay_within_the_budget(text: str) -> None:
    pasts = (
        PastReview("a", text, "Fine.", 5),
        PastReview("b", text[:60], "Good.", 6),
        PastReview("c", text, "", 7),
    )
    asked = shorten(text, 300)
    fitted = fit(Profile("Ada", reviews=pasts), [asked], budget=900)
    language = "zh" if text is LONG_ZH else "en"
    lengths = [
        count_words(one, language)
        for one in (*(past.text for past in fitted.profile.reviews), *fitted.stories)
    ]
    assert sum(lengths) <= 900 and lengths[0] == lengths[2] > 200
    assert fitted.profile.reviews[1] == pasts[1] and fitted.stories == (asked,)
    assert fitted.profile.reviews[0].text.endswith(("waited. […]", "day. […]", "。 […]"))
    assert str(fitted.notes[0]).startswith("2 of 3 past plots were cut to")


@pytest.mark.parametrize("past", [LONG, "Short."])
@pytest.mark.parametrize("words", [300, 880])
def test_the_story_asked_about_keeps_its_ending_while_the_past_can_be_cut(past: str, words: int) -> None:
    story = "It rained. " * (words // 2) + "THE END."
    pasts = tuple(PastReview(f"b{n}", past, "I liked it. " * 200, 5) for n in range(2))
    fitted = fit(Profile("Ada", reviews=pasts), [story], budget=1_000)
    assert fitted.stories == (story,)


def test_a_story_longer_than_the_whole_budget_is_cut_and_said_to_be() -> None:
    fitted = fit(Profile("Ada"), [LONG], budget=500)
    assert count_words(fitted.stories[0], "en") <= 500
    assert "stories in question were cut" in str(fitted.notes[0])


def test_what_fits_is_left_as_it_is() -> None:
    profile = Profile("Ada", reviews=(PastReview("a", "Short.", "Fine.", 5),))
    fitted = fit(profile, ["New."])
    assert fitted.profile == profile and fitted.stories == ("New.",) and not fitted.notes


@given(st.text(alphabet="ab .。!?\n爱", max_size=300), st.integers(1, 50))
def test_shortening_keeps_a_beginning_of_the_text(text: str, length: int) -> None:
    short = shorten(text, length).removesuffix(" […]").strip()
    assert text.strip().startswith(short) and (short or not text.strip())


def test_other_names_stand_in_plot_and_review_alike() -> None:
    plot = "Elizabeth Bennet met Mr. Darcy at the ball. Elizabeth laughed at Darcy. Darcy wrote to Elizabeth. Elizabeth wept."
    profile = Profile("Ada", reviews=(PastReview("a", plot, "I loved Elizabeth and Darcy.", 9),))
    other = anonymised(ReaderQuestions(profile, (), "test")).profile.reviews[0]
    assert "Elizabeth" not in other.text + other.review and "Darcy" not in other.text + other.review
    assert other.review.split()[2] in other.text


def test_lessons_ask_what_persona_asks_and_answer_as_the_reader_did(tmp_path: Path) -> None:
    rows: list[tuple[str, PastReview | PastChoice]] = [
        (f"r{who}", PastChoice(f"P{n}", f"one {n}", f"two {n}", {"ending": "A", "surprise": "B"}))
        for who in range(10)
        for n in range(9)
    ]
    asked = [*draw(Table(parse_scale("1-10"), rows)), *draw(made_table(10, 7))]
    assert any(isinstance(question, PairQuestion) for each in asked for question in each.questions)
    written = export(asked, tmp_path / "lessons.jsonl", load("plot-preference"), one_each=True)
    assert written == {
        "lessons-ending-test.jsonl": 2,
        "lessons-ending.jsonl": 18,
        "lessons-rating-test.jsonl": 1,
        "lessons-rating.jsonl": 9,
        "lessons-surprise-test.jsonl": 2,
        "lessons-surprise.jsonl": 18,
    }
    row = json.loads((tmp_path / "lessons-rating.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert [turn["role"] for turn in row["messages"]] == ["system", "user", "assistant"]
    assert set(json.loads(row["messages"][-1]["content"])) == {"review", "score"}
    assert sum(export(asked, tmp_path / "all.jsonl", load("plot-preference")).values()) == 50
    chosen = json.loads((tmp_path / "lessons-ending.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert json.loads(chosen["messages"][-1]["content"]) == {
        "reason": "Surprise: B; Ending: A",
        "choice": "A",
    }


def test_a_score_is_the_same_number_in_a_profile_and_in_a_lesson(tmp_path: Path) -> None:
    rows: list[tuple[str, PastReview | PastChoice]] = [
        (f"r{who}", PastReview(f"b{n}", f"Plot {n}.", "Fine.", 4)) for who in range(10) for n in range(8)
    ]
    export(draw(Table(parse_scale("1-5"), rows)), tmp_path / "all.jsonl", load("plot-preference"))
    row = json.loads((tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()[0])
    score = json.loads(row["messages"][-1]["content"])["score"]
    assert f"The reader's score: {score:g} of 10" in row["messages"][1]["content"]


def test_persona_build_and_export_by_command(tmp_path: Path) -> None:
    table = lines(tmp_path, [rating(f"r{who}", n, 1 + (who + n) % 10) for who in range(10) for n in range(7)])
    built = CliRunner().invoke(
        app, ["persona", "build", str(table), "--format", "mpst", "--out", str(tmp_path / "set"), "--json"]
    )
    assert built.exit_code == 0, built.output
    document = json.loads(built.stdout)
    assert document["signature"].startswith("persona.build|seed:0|text:")
    expected = {
        "readers": 10, "tested": 1, "past": 5, "questions": 10, "seed": 0, "anonymised": False, "renaming": [], "summarised": False,
        "left_out": [],
    }  # fmt: skip
    assert {name: document[name] for name in expected} == expected
    output = tmp_path / "lessons.jsonl"
    exported = CliRunner().invoke(
        app, ["readers", "export", "--for", "persona", "--asked", str(tmp_path / "set"), "-o", str(output)]
    )
    assert exported.exit_code == 0, exported.output
    assert f"({decimal(output.stat().st_size)})" in " ".join(exported.stdout.split()), (
        "its size, as a whole release is large"
    )
    assert len(output.read_text(encoding="utf-8").splitlines()) == 9


def test_fewer_readers_are_still_split_nine_to_one() -> None:
    asked = draw(made_table(60, 8), limit=20)
    assert len(asked) == 20 and sum(each.split == "test" for each in asked) == 2


def test_a_model_names_each_plot_once_and_reviews_follow_it(loopback: Loopback, tmp_path: Path) -> None:
    new = {"Maren": "Ottilie", "Josef": "Anselm"}
    loopback.answer = lambda _: {
        "names": [
            {"name": old, "kind": "person", "sex": "unknown", "new_name": name} for old, name in new.items()
        ]
    }
    plots = [f"On day {n} Maren meets Josef, and Maren leaves Josef." for n in range(7)]
    told = [
        rating(f"r{who}", n) | {"plot": plots[n], "review": "I pity Josef."}
        for who in range(10)
        for n in range(7)
    ]
    words = [
        "persona",
        "build",
        str(lines(tmp_path, told)),
        "--format",
        "mpst",
        "--out",
        str(tmp_path / "set"),
    ]
    built = CliRunner().invoke(
        app, [*words, "--anonymise", "--json", "--model", "custom/judge", "--base-url", loopback.url]
    )
    assert built.exit_code == 0, built.output
    assert loopback.count == 7
    for past in (past for each in read(tmp_path / "set") for past in each.profile.reviews):
        assert past.text.endswith("Ottilie meets Anselm, and Ottilie leaves Anselm.")
        assert past.review == "I pity Anselm."
    (renaming,) = json.loads(built.stdout)["renaming"]
    assert renaming["text"].startswith("14 names in 7 plots were changed. 0 known names are still there")


def test_plots_are_summarised_once_each_whoever_judged_them(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = lambda body: f"Short {sum(map(len, str(body)))}."
    table = lines(tmp_path, [rating(f"r{who}", n) for who in range(10) for n in range(7)])
    built = CliRunner().invoke(
        app,
        [
            *(
                "persona",
                "build",
                str(table),
                "--format",
                "mpst",
                "--out",
                str(tmp_path / "set"),
                "--summarise",
            ),
            *("--model", "custom/judge", "--base-url", loopback.url),
        ],
    )
    assert built.exit_code == 0, built.output
    assert loopback.count == 7
    assert all(
        past.text.startswith("Short ") for each in read(tmp_path / "set") for past in each.profile.reviews
    )
