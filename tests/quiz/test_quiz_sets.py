"""Question sets as users have them, and what is wrong with them."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from quizzes import LFED, question, quiz

from fabula.errors import FabulaError
from fabula.languages import Language
from fabula.notices import worded
from fabula.quiz import checking
from fabula.quiz.attributes import BANDS, Novel, attributes_of, read_attributes, shipped
from fabula.quiz.classify import (
    by_rule,
    classify,
    labels_file,
    names,
    nodes,
    read_labels,
    write_labels,
)
from fabula.quiz.faults import duplicates, faults, of_question
from fabula.quiz.files import csv_text, jsonl_text, read_set
from fabula.quiz.questions import Question, QuizSet
from fabula.quiz.request import QuizCheckRequest


def held(found: QuizSet) -> list[tuple[str, str, tuple[str, ...], str]]:
    return [(one.title, one.text, one.options, one.answer) for one in found.questions]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_set_reads_the_same_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "set.csv"
    path.write_bytes(csv_text(quiz().questions).encode(encoding))
    assert held(read_set(path)) == held(quiz())


def test_a_set_reads_from_jsonl_and_json_with_other_names(tmp_path: Path) -> None:
    lines = tmp_path / "set.jsonl"
    lines.write_text(jsonl_text(quiz().questions), encoding="utf-8")
    assert held(read_set(lines)) == held(quiz())
    rows = [
        {
            "novel": one.title,
            "question": one.text,
            "choices": list(one.options),
            "answer": "ABCD".index(one.answer),
        }
        for one in quiz().questions
    ]
    whole = tmp_path / "set.json"
    whole.write_text(json.dumps(rows), encoding="utf-8")
    assert held(read_set(whole)) == held(quiz())


def test_a_set_reads_from_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "set.xlsx"
    path.write_bytes(workbook([list(row) for row in table()]))
    assert held(read_set(path)) == held(quiz())


def test_full_width_keys_are_keys(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(
        "title,question,A,B,C,D,answer\nT,On T?,a,b,c,d,Ｂ\nT,On T!,a,b,c,d, c \n", encoding="utf-8"
    )
    assert [one.answer for one in read_set(path).questions] == ["B", "C"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("title,question,A,B,C,answer\nT,Q,a,b,c,A\n", "options"),
        ("title,question,A,B,C,D,answer\nT,Q,a,b,c,d,A,more\n", "header"),
        ("title,question,A,B,C,D,answer\n", "no questions"),
        ('{"question": "Q"', "not JSON"),
        ("[1, 2]", "not a JSON object"),
    ],
)
def test_a_file_that_is_no_set_ends_in_one_line(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "set.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FabulaError, match=says) as told:
        read_set(path)
    assert "\n" not in str(told.value)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_set_or_one_line(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "set.csv"
    path.write_bytes(raw)
    try:
        read_set(path)
    except FabulaError as told:
        assert "\n" not in str(told)


def test_every_fault_is_named_with_its_row() -> None:
    rows = (
        question(0, "A"),
        question(1, "C2"),
        question(2, "A", options=("一", "", "三", "四")),
        question(3, "B", options=("同", "同", "三", "四")),
        Question(4, "别的书", "谁开了门？", ("一", "二", "三", "四"), "D"),
        question(5, "D", options=("一", "二", "三", " ")),
    )
    found = faults(QuizSet("s", rows, "utf-8"))
    assert [(one.row, one.kind) for one in found] == [
        (1, "answer"), (2, "blank option"), (3, "equal options"), (4, "title"), (5, "blank option"),
    ]  # fmt: skip
    assert [one.right for one in rows] == [0, None, 0, 1, 3, None]


def test_a_question_is_known_by_the_line_it_begins_on(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(
        'title,question,A,B,C,D,answer\n\nT,"On T,\nat length?",a,b,c,d,A\nT,On T!,a,,c,d,A\n',
        encoding="utf-8",
    )
    found = read_set(path)
    assert [one.line for one in found.questions] == [3, 5]
    assert [(one.row, one.line) for one in faults(found)] == [(1, 5)]
    lines = tmp_path / "set.jsonl"
    lines.write_text("\n" + jsonl_text(found.questions), encoding="utf-8")
    assert [one.line for one in read_set(lines).questions] == [2, 3]
    path.write_text("title,question,A,B,C,D,answer\n\nT,Q,a,b,c,d,A,more\n", encoding="utf-8")
    with pytest.raises(FabulaError, match=r"question 1 \(line 3 of the file\) has 8 cells"):
        read_set(path)


def test_every_fault_is_worded_in_chinese_and_spanish() -> None:
    texts = ("甲", "乙", "", "甲")
    rows = (
        question(0, "E", options=texts),
        question(1, "甲'乙"),
        question(2, "C", options=texts),
        question(3, "A", options=("甲", "甲", "甲", "乙")),
        Question(4, "", "谁开了门？", ("一", "二", "三", "四"), "D"),
        *(question(row, "A", options=("一", "一", "一", "一")) for row in range(5, 60)),
    )
    found = [one.detail for one in faults(QuizSet("s", rows, "utf-8"))]
    said = [worded(each, Language("zh")) for each in found]
    assert {
        "答案‘E’不在 A 至 D 之中", "选项 C 为空，而它正是答案", "选项 A、D 相同：甲", "选项 A、B、C、D 相同，答案也在其中：一"
    } <= {*said}  # fmt: skip
    assert not [one for one in said if re.search("[a-z]{2}", one)]
    assert all(worded(each, Language("es")) != str(each) for each in found)


def test_questions_alike_are_found_by_wording_or_by_meaning() -> None:
    class Meaning:
        name = "test"

        def embed(self, texts: object) -> object:
            return np.array([[1.0, 0.0] if "天" in text else [0.0, 1.0] for text in texts])  # type: ignore[attr-defined]

    said = ("门后面是谁？", "门后面是谁", "今天天气如何？", "那天下雨吗？")
    rows = tuple(
        Question(row, "书", f"关于《书》这本小说，{text}", ("一", "二", "三", "四"), "A")
        for row, text in enumerate(said)
    )
    assert [one.rows for one in duplicates(rows)] == [(0, 1)]
    assert [one.rows for one in duplicates(rows, Meaning())] == [(0, 1), (2, 3)]


async def test_the_released_set_has_the_faults_that_are_known_of_it() -> None:
    if not LFED.exists():
        pytest.skip("the released LFED.csv is not at ../shared")
    found = (await checking.run(QuizCheckRequest(LFED))).result
    assert (found.questions, found.titles) == (1304, 95)
    assert found.answers == {"A": 479, "B": 406, "C": 222, "D": 196}
    assert round(found.baselines["always_A"], 4) == 0.3673
    kinds = [one.kind for one in found.faults]
    assert (kinds.count("blank option"), kinds.count("equal options")) == (2, 10)
    assert [one.row for one in found.faults if one.kind == "answer"] == [281]
    assert kinds[-1] == "positions"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("宝玉与湘云是什么关系？", "character-relationships"),
        ("小龙女的性格特点是什么？", "characterisation"),
        ("小说采用了哪种叙事手法？", "literary-style"),
        ("冉阿让为何释放了沙威？", "role-behaviour"),
        ("苏联入侵阿富汗事件和阿米尔逃往美国事件有什么关系？", "event-relation"),
        ("小说的社会背景是什么", "background-topic"),
        ("如果郭靖没有遇到黄蓉，他会学到什么武功？", "counterfactual-reasoning"),
        ("What is the relationship between Elizabeth and Jane?", "character-relationships"),
        ("Why did Victor leave his creature?", "role-behaviour"),
        ("From whose point of view is the novel narrated?", "literary-style"),
        ("What would have happened if Darcy had not written his letter?", "counterfactual-reasoning"),
        ("门后有几个人？", None),
    ],
)
def test_rules_label_what_they_see_plainly_and_leave_the_rest(text: str, kind: str | None) -> None:
    rule = by_rule(Question(0, "书", text, ("一", "二", "三", "四"), "A"))
    assert (rule.kind if rule else None) == kind


def test_the_tree_leads_to_every_kind_and_has_no_circle() -> None:
    steps = {node.id: node for node in nodes("en")}
    assert list(names("en")) == list(names("zh"))
    reached: list[str] = []

    def walk(place: str, seen: frozenset[str]) -> None:
        assert place not in seen
        if place in steps:
            walk(steps[place].yes, seen | {place})
            walk(steps[place].no, seen | {place})
        else:
            reached.append(place)

    walk(nodes("en")[0].id, frozenset())
    assert sorted(reached) == sorted(names("en"))


async def test_labels_are_kept_beside_the_set_with_their_source(tmp_path: Path) -> None:
    rows = (
        Question(0, "书", "书中甲与乙是什么关系？", ("一", "二", "三", "四"), "A", category="人物关系"),
        Question(1, "书", "书的叙事手法是什么？", ("一", "二", "三", "四"), "A", category="小说情节"),
        Question(2, "书", "书里有几扇门？", ("一", "二", "三", "四"), "A"),
    )
    found = await classify(None, QuizSet("s", rows, "utf-8"), "zh")
    assert [(one.category, one.source.partition(":")[0]) for one in found.labels] == [
        ("character-relationships", "rule"), ("literary-style", "rule"), (None, "none"),
    ]  # fmt: skip
    assert [label.row for label in found.labels if label.category is None] == [2]
    assert found.agreement is not None
    agreed = found.agreement.by_source["all"].model_dump()
    assert agreed == {"n": 2, "accuracy": 0.5, "kappa": pytest.approx(1 / 3, abs=1e-4)}
    place = labels_file(tmp_path / "s.csv")
    write_labels(place, found.labels)
    assert read_labels(place) == list(found.labels)


def test_a_lost_character_is_a_fault() -> None:
    """An encoding that could not hold a character leaves a question mark between two others."""
    whole = question(0, options=("富?慎二", "乙", "丙", "丁"))
    assert [fault.kind for fault in of_question(whole)] == ["lost character"]
    assert "富?慎二" in str(next(of_question(whole)).detail)
    assert not list(of_question(question(0, options=("他来了吗?", "Why? No", "丙", "丁"))))


@pytest.mark.skipif(not LFED.is_file(), reason="LFED.csv is in ../shared only")
def test_the_release_has_four_rows_with_lost_characters() -> None:
    lost = {fault.row for fault in faults(read_set(LFED)) if fault.kind == "lost character"}
    assert len(lost) == 4


def test_what_is_not_known_of_a_novel_stays_unknown(tmp_path: Path) -> None:
    assert attributes_of("傲慢与偏见", shipped()).groups() == {
        "type": "love and friendship",
        "length": "100,000 to 1,000,000",
        "year": "before 1900",
    }
    assert attributes_of("东方快车谋杀案", shipped()).groups()["length"] == "unknown"
    assert set(attributes_of("别的书", shipped()).groups().values()) == {"unknown"}
    novels = shipped().values()
    assert len(novels) == 95 and all(each.year and each.type in BANDS["type"] for each in novels)
    edges = [Novel(year, None, length).groups() for year, length in EDGES]
    assert [(each["year"], each["length"]) for each in edges] == [
        ("before 1900", "under 100,000"), ("1900 to 1950", "100,000 to 1,000,000"),
        ("1900 to 1950", "100,000 to 1,000,000"), ("1951 to 2000", "over 1,000,000"), ("from 2001", "unknown"),
    ]  # fmt: skip
    own = tmp_path / "own.csv"
    own.write_text('title,length\n潮汐之家,"120,000"\n', encoding="utf-8")
    assert attributes_of("潮汐之家", read_attributes(own)).groups()["length"] == "100,000 to 1,000,000"


EDGES = ((1899, 99_999), (1900, 100_000), (1950, 1_000_000), (1951, 1_000_001), (2001, None))
"""The years and lengths on both sides of each line of the paper's Table 3."""


def table() -> list[tuple[str, ...]]:
    return [("名字", "题目", "选项1", "选项2", "选项3", "选项4", "答案")] + [
        (one.title, one.text, *one.options, one.answer) for one in quiz().questions
    ]


def workbook(rows: list[list[str]]) -> bytes:
    """A workbook as spreadsheets write it: shared strings, and a relation that names the sheet."""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    link = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    strings = list(dict.fromkeys(cell for row in rows for cell in row))
    cells = "".join(
        f'<row r="{y}">'
        + "".join(
            f'<c r="{chr(65 + x)}{y}" t="s"><v>{strings.index(cell)}</v></c>' for x, cell in enumerate(row)
        )
        + "</row>"
        for y, row in enumerate(rows, 1)
    )
    shared = "".join(
        f"<si><r><t>{one[:1]}</t></r><r><t>{one[1:]}</t></r><rPh><t>read aloud</t></rPh></si>"
        for one in strings
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook {main} xmlns:r="{link}"><sheets><sheet name="S" r:id="rId7"/></sheets></workbook>',
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            '<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
        )
        archive.writestr(
            "xl/worksheets/first.xml", f"<worksheet {main}><sheetData>{cells}</sheetData></worksheet>"
        )
        archive.writestr("xl/sharedStrings.xml", f"<sst {main}>{shared}</sst>")
    return out.getvalue()
