"""Answers of a declared type: the schema sent, what is mended, and what is not."""

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from fabula.models.chat import ChatMessage, ChatRequest, Choice, Unusable
from fabula.models.fitting import OTHER_NAMES
from fabula.models.structured import ask_again, read_answer, schema_of, valid_parts


class Score(BaseModel):
    score: float = Field(ge=0, le=100)


class Opinion(BaseModel):
    plot_score: float | None = Field(ge=0, le=5)
    critique: str = Field(description="two sentences", max_length=500)
    prefers: Literal["A", "B"]


class AspectScore(BaseModel):
    title: str
    score: int = Field(ge=1, le=5)


class Scores(BaseModel):
    scores: list[AspectScore] = Field(min_length=1)


class Tree(BaseModel):
    name: str
    children: list["Tree"] = []


def read(text: str) -> object:
    """The score, or the reason why there is none."""
    answer = read_answer(Choice(text), Score)
    return answer.reason if isinstance(answer, Unusable) else answer.score


def walked(schema: object) -> list[dict[str, object]]:
    if isinstance(schema, list):
        return [found for each in schema for found in walked(each)]
    if not isinstance(schema, dict):
        return []
    return [schema, *(found for each in schema.values() for found in walked(each))]


@pytest.mark.parametrize("answer_type", [Score, Opinion, Scores, Tree])
def test_every_object_of_a_schema_is_closed_and_asks_for_all_its_fields(answer_type: type[BaseModel]) -> None:
    schema = schema_of(answer_type)
    Draft202012Validator.check_schema(schema)
    objects = [each for each in walked(schema) if each.get("type") == "object"]
    assert objects
    for each in objects:
        properties = each["properties"]
        assert isinstance(properties, dict)
        assert each["additionalProperties"] is False
        assert each["required"] == list(properties)


def test_a_schema_keeps_bounds_and_descriptions_and_leaves_out_what_servers_refuse() -> None:
    text = json.dumps(schema_of(Opinion))
    assert '"maximum": 5' in text
    assert "two sentences" in text
    assert "maxLength" not in text
    assert "title" in schema_of(Scores)["properties"]["scores"]["items"]["properties"]


def test_a_dict_in_an_answer_type_is_refused_before_any_request() -> None:
    class Loose(BaseModel):
        scores: dict[str, int]

    with pytest.raises(TypeError, match="list of models"):
        schema_of(Loose)


@pytest.mark.parametrize(
    "text",
    [
        '{"score": 85}',
        '```json\n{"score": 85}\n```',
        'Here is my answer:\n```\n{"score": 85}\n```\nI hope it helps.',
        'Certainly! {"score": 85} Let me know.',
        "{'score': 85,}",
        '{"score": "85"}',
        '{"score": "85/100"}',
        '{"score": "85 out of 100"}',
        '{"score": "**85** / 100"}',
        '{"score": "８５"}',
        '{"score": "85分"}',
        '{"score": "85分（满分100分）"}',
        '{"score": "85%"}',
        '{"score": "Score: 85"}',
        '{"score": "85 (strong)"}',
        '{"Score": 85}',
        '{"result": {"score": 85}}',
        '[{"score": 85}]',
        "{“score”: 85}",
        '{{"score": 85}}',
        "{score: 85}",
        '{"score"：85，}',
        '{"score": 85, // out of 100\n}',
        '{"score": 85 /* strong */}',
        '{"score": 85/100}',
        '"{\\"score\\": 85}"',
        '{"score": "eighty-five"}',
        '{"score": "Eighty-five out of 100"}',
        '{"score": "八十五分"}',
        '{"score": "85,0"}',
        '{"score": "85分/100分"}',
        '{"score": "满分100分，85分"}',
        '{"score": "百分制：85"}',
        '{"score": "百分之八十五"}',
        '{"score": "85 percent"}',
        '{"score": "85 sur 100"}',
        '{"score": "ochenta y cinco de cien"}',
        '{"score": "85 von 100 Punkten"}',
        '{"score": "85 из 100"}',
        '{"score": "85点"}',
        '{"score": 85, "max": 100}',
        "Score: eighty-five",
        '<think>Perhaps {"score": 20}? No.</think>\n{"score": 85}',
        '{"score": 85} {"score": 85}',
        "Score: 85",
        "### Score: 85/100",
        "**Score:** 85",
        "分数：85",
        "85",
        "[85/100]",
    ],
)
def test_what_is_plainly_eighty_five_is_read_as_eighty_five(text: str) -> None:
    assert read(text) == 85


@pytest.mark.parametrize(
    "text",
    [
        '{"score": 850}',
        '{"score": -1}',
        '{"score": "101/100"}',
        '{"score": "4/5"}',
        '{"score": "between 70 and 80"}',
        '{"score": "70-80"}',
        '{"score": "not 85"}',
        '{"score": "about 85"}',
        '{"score": true}',
        "{'score': True}",
        '{"score": null}',
        '{"score": NaN}',
        '{"score": Infinity}',
        '{"score": 1e999}',
        '{"score": eighty-five or so}',
        '{"score": "about eighty-five"}',
        '{"score": "seven out of ten"}',
        '{"score": "七分（满分十分）"}',
        '{"score": "十分制：8分"}',
        '{"score": "On a scale of ten: 8"}',
        '{"score": "On a scale of 1 to 10: 8"}',
        '{"score": "4 stars"}',
        '{"score": "★★★★"}',
        '{"score": "★★★★☆"}',
        '{"score": "B+"}',
        '{"score": "7-8"}',
        '{"score": "<50"}',
        '{"score": "~75"}',
        '{"score": "80 ± 5"}',
        '{"score": "70 → 80"}',
        '{"score": "8/10 (80/100)"}',
        '{"score": 8, "max": 10}',
        '{"score": 8, "scale": "1-10"}',
        '{"score": 1, "score": 2}',
        "{'score': 1, 'score': 2}",
        'For example {"score": 5}. My answer: {"score": 60}',
        '{"score": 85',
        "Score: 85\nOn second thoughts, score: 70",
        "A score of 85 would be too high, 70 too low.",
        "In chapter 85 the boat is found.",
        "null",
        "{}",
    ],
)
def test_what_would_take_a_guess_is_malformed(text: str) -> None:
    assert read(text) == "malformed"


def test_a_decimal_mark_is_kept() -> None:
    answer = read_answer(Choice('{"plot_score": "4.5 out of 5", "critique": "ok", "prefers": "a"}'), Opinion)
    assert answer == Opinion(plot_score=4.5, critique="ok", prefers="A")


@pytest.mark.parametrize(
    ("written", "meant"),
    [("three and a half", 3.5), ("three point five out of five", 3.5), ("三点五分", 3.5), ("三分半", 3.5), ("Four", 4), ("四星", 4)],
)  # fmt: skip
def test_a_number_in_words_is_read(written: str, meant: float) -> None:
    answer = read_answer(
        Choice(json.dumps({"plot_score": written, "critique": "ok", "prefers": "a"})), Opinion
    )
    assert answer == Opinion(plot_score=meant, critique="ok", prefers="A")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("★★★★☆", 4),
        ("⭐️⭐️⭐️", 3),
        ("★★★½☆", 3.5),
        ("★★★★☆ (4/5)", 4),
        ("★★★★☆ (3/5)", None),
        ("4⭐", 4),
        ("4 stars out of five", 4),
        ("四颗星", 4),
        ("5星满分4星", 4),
        ("●●●○○", 3),
        ("3,5 étoiles", 3.5),
        ("☆☆☆", None),
        ("★★★★★★★☆☆☆", None),
        ("***", None),
    ],
)
def test_stars_are_counted_where_their_number_is_seen_or_the_scale_is_of_five(
    written: str, meant: float | None
) -> None:
    text = json.dumps({"plot_score": written, "critique": "ok", "prefers": "a"})
    assert valid_parts(text, Opinion).get("plot_score") == meant


@pytest.mark.parametrize("score", ["NaN", "Infinity", "nan-ish"])
def test_one_number_that_is_none_spoils_no_other(score: str) -> None:
    text = f'{{"plot_score": {score}, "critique": "ok", "prefers": "A"}}'
    assert isinstance(read_answer(Choice(text), Opinion), Opinion) == (score != "nan-ish")
    assert valid_parts(text, Opinion) | {"plot_score": None} == {
        "plot_score": None,
        "critique": "ok",
        "prefers": "A",
    }


def test_lines_without_commas_and_a_last_brace_that_is_missing_are_read() -> None:
    text = '{"plot_score": 3.5\n "critique": \'it\\\'s "short"\'\n "prefers": "B"'
    assert read_answer(Choice(text), Opinion) == Opinion(
        plot_score=3.5, critique='it\'s "short"', prefers="B"
    )


def test_a_list_that_breaks_off_may_lack_some_of_its_values() -> None:
    text = '{"scores": [{"title": "plot", "score": 4}, {"title": "style", "score": 5}'
    assert isinstance(read_answer(Choice(text), Scores), Unusable)


def test_half_a_character_is_replaced() -> None:
    answer = read_answer(
        Choice('{"plot_score": 3, "critique": "a\\ud800b \\ud83c\\udf0a", "prefers": "A"}'), Opinion
    )
    assert answer == Opinion(plot_score=3, critique="a\ufffdb 🌊", prefers="A")


def test_a_key_with_two_values_spoils_an_answer_and_nothing_else() -> None:
    text = '{"plot_score": 1, "plot_score": 2, "critique": "ok", "prefers": "A"}'
    assert valid_parts(text, Opinion) == {}
    answer = read_answer(Choice(text, "length"), Opinion)
    assert isinstance(answer, Unusable) and answer.reason == "cut off"


def test_a_whole_number_is_not_made_of_a_half() -> None:
    answer = read_answer(Choice('{"scores": [{"title": "plot", "score": "3.5"}]}'), Scores)
    assert isinstance(answer, Unusable)
    assert "3.5" in str(answer.notice)


def test_labelled_lines_are_read_where_each_field_stands_there_once() -> None:
    text = "**Plot score:** 4/5\n**Critique:** Lively.\nNote: the end drags.\n**Prefers:** (B)."
    answer = read_answer(Choice(text), Opinion)
    assert answer == Opinion(plot_score=4, critique="Lively.\nNote: the end drags.", prefers="B")


class Book(BaseModel):
    plot: AspectScore = Field(json_schema_extra={OTHER_NAMES: ["Plot and structure", "情节"]})
    style: AspectScore
    overall: float = Field(ge=0, le=5)


BOOK = Book(plot=AspectScore(title="a", score=3), style=AspectScore(title="b", score=4), overall=3.5)
_PLOT, _STYLE = {"title": "a", "score": 3}, {"title": "b", "score": 4}


@pytest.mark.parametrize(
    "answer",
    [
        {"Plot and structure": _PLOT, "2. Style": _STYLE, "overall": "3.5"},
        {"情节": _PLOT, "style": _STYLE, "overall": [3.5]},
        {"aspects": {"plot": _PLOT, "style": _STYLE}, "overall": {"score": 3.5}},
        {"status": "ok", "result": {"plot": _PLOT, "style": _STYLE, "overall": 3.5}},
        {"aspects": [{"aspect": "plot", **_PLOT}, {"aspect": "Style", **_STYLE}], "overall": 3.5},
    ],
)
def test_fields_in_other_places_and_under_their_other_names_are_found(answer: object) -> None:
    assert read_answer(Choice(json.dumps(answer)), Book) == BOOK


def test_a_field_that_stands_in_two_places_is_taken_from_neither() -> None:
    answer = {"draft": {"plot": _PLOT}, "final": {"plot": _STYLE, "style": _STYLE}, "overall": 3.5}
    assert isinstance(read_answer(Choice(json.dumps(answer)), Book), Unusable)


def test_another_name_of_a_field_is_not_sent_to_servers() -> None:
    assert OTHER_NAMES not in json.dumps(schema_of(Book))


def test_one_text_in_place_of_a_list_of_texts_is_its_only_member() -> None:
    class Lines(BaseModel):
        lines: list[str]
        whole: str

    for said, lines in (("one", ["one"]), (None, []), (" ", [])):
        found = read_answer(Choice(json.dumps({"lines": said, "whole": ["a", "b"]})), Lines)
        assert found == Lines(lines=lines, whole="a\nb")


def test_a_bare_list_is_the_only_field_of_a_list_type() -> None:
    answer = read_answer(Choice('[{"title": "plot", "score": "4"}, {"title": 1984, "score": "5/5"}]'), Scores)
    assert answer == Scores(scores=[AspectScore(title="plot", score=4), AspectScore(title="1984", score=5)])


def test_a_missing_field_is_named_and_not_filled() -> None:
    answer = read_answer(Choice('{"plot_score": 3, "prefers": "A"}'), Opinion)
    assert isinstance(answer, Unusable)
    assert answer.reason == "malformed"
    assert "critique" in str(answer.notice)
    assert answer.raw == '{"plot_score": 3, "prefers": "A"}'


def test_a_null_is_kept_where_the_type_allows_it() -> None:
    answer = read_answer(Choice("{'plot_score': None, 'critique': \"it's short\", 'prefers': 'B'}"), Opinion)
    assert answer == Opinion(plot_score=None, critique="it's short", prefers="B")


def test_quotations_and_brackets_inside_a_critique_survive_the_mending() -> None:
    critique = "He says “no”, then {leaves}, 'quietly'; true, null, [sic],}"
    text = f"Here: {json.dumps({'plot_score': 2, 'critique': critique, 'prefers': 'A'}, ensure_ascii=False)[:-1]},}}"
    assert read_answer(Choice(text), Opinion) == Opinion(plot_score=2, critique=critique, prefers="A")


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot assist with this request.",
        "抱歉，我无法评价这部作品。",
        "作为一个AI，我不能回答。",
        "As a language model, I have no opinions on books.",
    ],
)
def test_a_refusal_is_told_from_a_malformed_answer(text: str) -> None:
    assert read(text) == "refusal"


def test_a_refusal_that_the_server_marks_is_a_refusal_whatever_it_says() -> None:
    answer = read_answer(Choice('{"score": 85}', "refusal"), Score)
    assert isinstance(answer, Unusable)
    assert answer.reason == "refusal"


def test_an_apology_inside_an_answer_is_no_refusal() -> None:
    text = '{"plot_score": 1, "critique": "I\'m sorry, but I cannot admire it.", "prefers": "A"}'
    assert isinstance(read_answer(Choice(text), Opinion), Opinion)


def test_an_answer_cut_off_is_told_from_a_malformed_one() -> None:
    for text in ('{"score": 8', "Score: 8", 'For example {"score": 5}, but', ""):
        answer = read_answer(Choice(text, "length"), Score)
        assert isinstance(answer, Unusable)
        assert answer.reason == "cut off"


def test_an_answer_complete_at_its_limit_is_an_answer() -> None:
    assert read_answer(Choice('{"score": 85}', "length"), Score) == Score(score=85)


def test_an_empty_answer_is_empty() -> None:
    assert read(" \n") == "empty"


def test_asking_again_shows_the_answer_and_the_error_in_the_language_of_the_question() -> None:
    for question, words in (("Rate this plot.", "could not be used"), ("请给情节打分。", "无法使用")):
        request = ChatRequest("verdict", (ChatMessage("user", question),))
        choice = Choice('{"score": 850}')
        unusable = read_answer(choice, Score)
        assert isinstance(unusable, Unusable)
        again = ask_again(request, choice, unusable)
        assert [each.role for each in again.messages] == ["user", "assistant", "user"]
        assert again.messages[1].content == choice.text
        assert words in again.messages[2].content
        assert "850" in again.messages[2].content
        assert again.step == request.step


def test_asking_again_after_a_cut_does_not_send_the_torso_back() -> None:
    request = ChatRequest("verdict", (ChatMessage("user", "Rate this plot."),))
    again = ask_again(request, Choice('{"score"', "length"), Unusable("cut off", "too long"))
    assert [each.role for each in again.messages] == ["user", "user"]


@given(
    st.floats(0, 5),
    st.text(max_size=400),
    st.sampled_from(["A", "B"]),
    st.text(alphabet="abc .!\n", max_size=40),
)
def test_a_valid_answer_is_read_as_it_is_whatever_prose_surrounds_it(
    score: float, critique: str, prefers: Literal["A", "B"], prose: str
) -> None:
    opinion = Opinion(plot_score=score, critique=critique, prefers=prefers)
    for text in (
        opinion.model_dump_json(),
        f"{prose}\n```json\n{opinion.model_dump_json(indent=1)}\n```\n{prose}",
    ):
        assert read_answer(Choice(text), Opinion) == opinion


@given(st.text())
def test_no_text_makes_the_reader_fail(text: str) -> None:
    for start in ("", "{", "[", "```json\n", '{"score": '):
        assert isinstance(read_answer(Choice(start + text), Score), Score | Unusable)


@pytest.mark.parametrize("sign", ["{", "[", "*", '{"', "（", "- ", "score: "])
def test_a_degenerate_answer_is_given_up_on(sign: str) -> None:
    assert read(sign * 5000) == "malformed"


class Sheet(BaseModel):
    plot: int = Field(ge=1, le=10)
    style: int = Field(ge=1, le=10)
    remark: str


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('{"plot": 7, "style": 99, "remark": "good"}', {"plot": 7, "remark": "good"}),
        ('{"plot": 7, "style": 8}', {"plot": 7, "style": 8}),
        ('{"plot": 7, "inner": {"a": 1}, "remark": "cut o', {"plot": 7}),
        ('Here: {"plot": "7/10", "style": 8.5, "remark": "x"}', {"plot": 7, "remark": "x"}),
        ('{"plot": 7} or {"plot": 8}', {}),
        ('{"plot": 7} and again {"plot": 7}', {"plot": 7}),
        ("no JSON at all", {}),
        ("", {}),
    ],
)
def test_the_valid_fields_of_an_invalid_answer_are_kept(text: str, parts: dict[str, object]) -> None:
    assert valid_parts(text, Sheet) == parts


class Choices(BaseModel):
    grade: Literal[1, 2, 3]
    word: Literal["strong", "weak"]


@pytest.mark.parametrize("grade", [2, "2", "2.", "Grade: 2", "2/3", "2 points", 2.0])
def test_a_choice_among_numbers_is_read_as_a_number(grade: object) -> None:
    text = json.dumps({"grade": grade, "word": "Strong."})
    found = read_answer(Choice(text), Choices)
    expected = None if grade == "2/3" else Choices(grade=2, word="strong")
    assert (found if isinstance(found, Choices) else None) == expected


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Book A", "A"), ("the story B.", "B"), ("**Manuscript A**", "A"), ("Answer: (B)", "B"), ("作品A", "A"), ("book a", "A"),
        ("Book A or B", None), ("stro", None), ("Book A is worse", None), ("Booker", None), ("not A", None), ("first", None), ("the book", None),
    ],
)  # fmt: skip
def test_a_choice_is_known_by_its_name_and_by_what_it_is(said: str, meant: str | None) -> None:
    text = json.dumps({"plot_score": 3, "critique": "ok", "prefers": said})
    assert valid_parts(text, Opinion).get("prefers") == meant


class Ruling(BaseModel):
    verdict: Literal["contradicted", "not_found", "supported"]


@pytest.mark.parametrize(
    ("said", "meant"),
    [("support", "supported"), ("Contradict", "contradicted"), ("sup", None), ("unsupported", None), ("not supported", None)],
)  # fmt: skip
def test_a_choice_is_known_by_its_stem(said: str, meant: str | None) -> None:
    found = read_answer(Choice(json.dumps({"verdict": said})), Ruling)
    assert (found.verdict if isinstance(found, Ruling) else None) == meant


class Remark(BaseModel):
    remark: str


@pytest.mark.parametrize(
    "text",
    [
        '<think>{"score": 1}\nno,\nnot that</think>{"score": 4}',
        '<THINKING>\n{"score": 1}\n</THINKING>\n{"score": 4}',
        '{"score": 4}<think>or {"score": 1}?\nI am not sure',
    ],
)
def test_what_a_model_thinks_aloud_is_not_its_answer(text: str) -> None:
    assert read_answer(Choice(text), Score) == Score(score=4)


@pytest.mark.parametrize("after", ['{"score": 4}', '```json\n{\n "score": 4\n}\n```'])
def test_what_follows_a_thought_that_never_closes_is_the_answer_on_lines_of_its_own(after: str) -> None:
    assert read_answer(Choice(f"<think>\nLike {{'score': 1}}? No.\n{after}"), Score) == Score(score=4)


def test_an_answer_of_thoughts_alone_is_empty() -> None:
    for text in ('<think>{"score": 85}', "<think>hm</think>\n"):
        found = read_answer(Choice(text), Score)
        assert isinstance(found, Unusable) and (found.reason, found.notice.code) == (
            "empty",
            "models.only-thinking",
        )


def test_a_bare_number_is_not_the_text_that_was_asked_for() -> None:
    found = read_answer(Choice("85"), Remark)
    assert isinstance(found, Unusable)
    assert found.reason == "malformed"
