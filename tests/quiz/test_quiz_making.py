"""Questions made from a book, looked at by two reviewers, and handed to other harnesses."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from quizzes import question, quiz, settings
from typer.testing import CliRunner

from commands import fabula
from fabula.cli import app
from fabula.errors import UsageError
from fabula.models.opening import open_door
from fabula.quiz.borne_out import BookWords
from fabula.quiz.classify import KindAnswer, Label
from fabula.quiz.drafting import COUNTERFACTUAL, Contrary, SecondLook
from fabula.quiz.export import exported
from fabula.quiz.files import jsonl_text, read_set
from fabula.quiz.making import make, run
from fabula.quiz.questions import Question, QuizSet
from fabula.quiz.request import QuizMakeRequest
from fabula.quiz.review import Review, checks_for, keep, read_reviews, review_states, reviews_file, waiting
from fabula.quiz.sources import sources
from fabula.quiz.ties import ties_of
from fabula.reading.graph import Edge, Graph, Node
from fabula.reading.graph_files import document as graph_document
from fabula.reading.reading import Reading, SceneNote, Statement, Thread
from fabula.text.book import Book, Chapter
from fabula.text.files import read
from loopback import Answer, Loopback

SENTENCES = [f"第{number}天，守灯人把第{number}盏灯交给了渡口的女孩。" for number in range(1, 400)]
BOOK = Book(
    "渡口",
    None,
    "zh",
    (Chapter(1, "", "\n\n".join(SENTENCES[:200])), Chapter(2, "", "\n\n".join(SENTENCES[200:]))),
)
KINDS = ("fiction-plot", "counterfactual-reasoning")


def asked_for(each: int, kinds: tuple[str, ...], rounds: int = 0, drop: Any = "nothing") -> QuizMakeRequest:
    return QuizMakeRequest(BOOK, each=each, kinds=kinds, rounds=rounds, drop=drop)


def maker(contrary: bool, proof: str | None = None) -> Any:
    def answer(body: dict[str, Any]) -> Answer:
        properties = body["response_format"]["json_schema"]["schema"]["properties"]
        if "contrary" in properties:
            return {"contrary": contrary, "why": "原文如此。"}
        passage = str(body["messages"][-1]["content"]).rpartition("<manuscript-")[2].partition(">\n")[2]
        first = passage.partition("。")[0] + "。"
        return {
            "question": f"{first[:6]}发生了什么？", "right": "交出一盏灯", "wrong_1": "点亮一盏灯", "wrong_2": "丢失一盏灯", "wrong_3": "买下一盏灯",
            "proof": proof or first,
        }  # fmt: skip

    return answer


async def test_drafts_that_the_book_proves_stand_with_their_passage(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = maker(contrary=True)
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        made = await make(asked_for(4, KINDS), door, BOOK)
    assert made.questions
    for row, each in enumerate(made.questions):
        assert each.row == row
        assert each.right is not None and each.options[each.right] == "交出一盏灯"
        assert each.passage and each.passage in BOOK.chapters[(each.chapter or 0) - 1].text
        assert each.text.startswith("关于《渡口》这本小说，")
    keys = [each.answer for each in made.questions]
    assert max(keys.count(letter) for letter in "ABCD") - min(keys.count(letter) for letter in "ABCD") <= 1
    path = tmp_path / "made.jsonl"
    path.write_text(jsonl_text(made.questions), encoding="utf-8")
    assert read_set(path).questions == made.questions


async def test_a_draft_goes_back_with_the_reviewers_words_until_both_agree(
    loopback: Loopback, tmp_path: Path
) -> None:
    asked: list[str] = []
    usual = maker(contrary=True)

    def answer(body: dict[str, Any]) -> Answer:
        text = str(body["messages"][-1]["content"])
        properties = body["response_format"]["json_schema"]["schema"]["properties"]
        if "clear" in properties:
            passed = "第二稿" in text
            return {
                "note": "第三项也对，请换掉。",
                "clear": True,
                "kind": True,
                "answer": passed,
                "options": True,
            }
        asked.append(text)
        found = usual(body)
        assert isinstance(found, dict)
        return found | ({"right": "交出一盏灯（第二稿）"} if "第三项也对" in text else {})

    loopback.answer = answer
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        made = await make(asked_for(1, KINDS[:1], rounds=1), door, BOOK)
        refused = await make(asked_for(1, KINDS[:1], rounds=0), door, BOOK)
    (first,) = made.questions
    assert "交出一盏灯（第二稿）" in first.options
    assert "第三项也对" in asked[1] and "交出一盏灯" in asked[1]
    assert made.agreement["passed"].n == 1 and made.agreement["answer"].same == 1.0
    assert len(refused.questions) == 1 and refused.agreement["passed"].n == 0


async def test_a_question_that_its_options_answer_is_left_out(loopback: Loopback, tmp_path: Path) -> None:
    usual = maker(contrary=True)

    def answer(body: dict[str, Any]) -> Answer:
        text = str(body["messages"][-1]["content"])
        if "response_format" in body:
            return usual(body)
        options = re.findall(r"^([A-D])\. (.*)$", text, re.MULTILINE)
        return next((letter for letter, option in options if option == "交出一盏灯"), "A")

    loopback.answer = answer
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        made = await make(asked_for(2, KINDS[:1], drop="guessed"), door, BOOK)
    assert not made.questions and {each.why.code for each in made.sent_back} <= {
        "quiz.draft-guessed",
        "quiz.draft-asked-already",
    }
    loopback.answer = lambda body: usual(body) if "response_format" in body else "A"
    async with open_door("custom/other", settings(loopback, tmp_path / "ledger")) as door:
        assert (await make(asked_for(2, KINDS[:1], drop="known"), door, BOOK)).questions


async def test_a_draft_sees_two_chapters_and_may_prove_itself_from_both(
    loopback: Loopback, tmp_path: Path
) -> None:
    def answer(body: dict[str, Any]) -> Answer:
        text = str(body["messages"][-1]["content"])
        one, two = (re.search(rf"第 {chapter} 章：\n\n<[^>]*>\n(.*?。)", text) for chapter in (1, 2))
        assert one and two
        return {
            "question": "第一天与后来有什么联系？", "right": "同一盏灯", "wrong_1": "两盏灯", "wrong_2": "三盏灯", "wrong_3": "没有灯",
            "proof": one[1], "second_proof": two[1],
        }  # fmt: skip

    loopback.answer = answer
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        (first, *_) = (await make(asked_for(1, ("event-relation",)), door, BOOK)).questions
    assert (first.chapter, first.second_chapter) == (1, 2)
    assert first.second_passage and first.second_passage in BOOK.chapters[1].text
    path = tmp_path / "made.jsonl"
    path.write_text(jsonl_text([first]), encoding="utf-8")
    assert read_set(path).questions == (first,)


async def test_a_proof_that_is_not_in_the_book_sends_a_draft_back(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = maker(contrary=True, proof="这句话书里从来没有写过，也不会有人写。")
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        made = await make(asked_for(2, KINDS), door, BOOK)
    assert not made.questions
    assert {each.why.code for each in made.sent_back} == {"quiz.draft-proof-not-found"}


async def test_a_counterfactual_question_must_be_contrary_to_the_book(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = maker(contrary=False)
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        made = await make(asked_for(2, KINDS[1:]), door, BOOK)
    assert not made.questions
    assert {each.why.code for each in made.sent_back} == {"quiz.draft-not-contrary"}


def test_two_reviewers_pass_a_question_and_one_sends_it_back() -> None:
    rows = tuple(question(row) for row in range(4))
    good = dict.fromkeys(("clear", "kind", "answer", "options"), True)
    bad = good | {"answer": False}
    said = [Review("ann", each.digest, bad if each.row == 1 else good, "第三项也对") for each in rows[:3]]
    said += [Review("ben", each.digest, good) for each in rows[:2]]
    found = review_states(rows, said)
    assert (found.passed, found.waiting) == ((0,), (2, 3))
    assert [each.model_dump() for each in found.sent_back[0].by] == [
        {"reviewer": "ann", "checks": ("answer",), "note": "第三项也对"}
    ]
    assert found.agreement["answer"].model_dump() == {"yes": 0.8, "n": 2, "same": 0.5, "kappa": 0.0}
    assert [each.row for each in waiting(rows, said, "ben")] == [2, 3]
    assert [each.row for each in waiting(rows, said, "cat")] == [2, 3]


def test_counterfactual_questions_have_a_check_of_their_own_as_in_the_paper() -> None:
    rows = (
        question(0, category="fiction-plot"),
        question(1, category="反事实推理"),
        question(2, category="反事实推理"),
    )
    good = dict.fromkeys(("clear", "kind", "answer", "options"), True)
    said = [
        Review(who, each.digest, good | {"kind": each.row < 2}) for who in ("ann", "ben") for each in rows
    ]
    found = review_states(rows, said).agreement
    assert (found["kind"].n, found["kind"].yes) == (1, 1.0)
    assert (found["contrary"].n, found["contrary"].yes, found["contrary"].kappa) == (2, 0.5, 1.0)
    assert checks_for(rows[1], "zh")["kind"] != checks_for(rows[0], "zh")["kind"]


def test_a_reviewer_walks_through_the_checks_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(
        jsonl_text([question(0, category="counterfactual-reasoning"), question(1)]), encoding="utf-8"
    )
    first = CliRunner().invoke(
        app, ["quiz", "review", str(path), "--reviewer", "ann"], input="y\ny\ny\ny\ny\nn\ny\ny\n类别不对\n"
    )
    assert first.exit_code == 0, first.output
    assert "题目的假设是否与原著相反" in first.output
    kept = read_reviews(reviews_file(path))
    assert [each.passed for each in kept] == [True, False]
    assert kept[1].note == "类别不对"
    passed = tmp_path / "passed.csv"
    second = CliRunner().invoke(
        app,
        ["quiz", "review", str(path), "--reviewer", "ben", "--passed", str(passed), "--json"],
        input="y\n" * 8,
    )
    assert second.exit_code == 0, second.output
    assert [one.row for one in read_set(passed).questions] == [0]
    (kept_with_its_kind,) = read_set(passed.with_suffix(".jsonl")).questions
    assert kept_with_its_kind.category == "counterfactual-reasoning"


def test_a_mended_question_is_looked_at_anew(tmp_path: Path) -> None:
    path = reviews_file(tmp_path / "set.csv")
    keep(path, Review("ann", question(0).digest, dict.fromkeys(("clear", "kind", "answer", "options"), True)))
    assert not waiting([question(0)], read_reviews(path), "ann")
    assert waiting([question(0, "B")], read_reviews(path), "ann")


@pytest.mark.parametrize("target", ["lm-eval", "inspect"])
def test_an_export_keeps_the_kinds(target: Any) -> None:
    small = quiz("AB")
    labels = [Label(0, small.questions[0].digest, "fiction-plot", "given")]
    files = exported(small, target, labels)
    rows = next(content for name, content in files.items() if name.endswith(".jsonl"))
    assert [json.loads(row)["category"] for row in rows.splitlines()] == ["fiction-plot", ""]


@pytest.mark.parametrize("target", ["lm-eval", "inspect", "lfed"])
def test_an_export_holds_every_question_that_can_be_answered(target: Any, tmp_path: Path) -> None:
    small = QuizSet("My set 1.csv", (*quiz("ABCD").questions, question(4, "C2")), "utf-8")
    files = exported(small, target)
    rows = next(content for name, content in files.items() if name.endswith((".jsonl", ".csv")))
    path = tmp_path / "out"
    path.write_text(rows, encoding="utf-8")
    assert [one.answer for one in read_set(path).questions] == ["A", "B", "C", "D"]
    for name, content in files.items():
        if name.endswith(".py"):
            compile(content, name, "exec")


@pytest.mark.extras
def test_lm_evaluation_harness_loads_the_exported_task(tmp_path: Path) -> None:
    tasks = pytest.importorskip("lm_eval.tasks", reason="lm-eval is not installed")
    for name, content in exported(quiz("ABCD"), "lm-eval").items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    task = tasks.TaskManager(include_path=str(tmp_path), include_defaults=False).load(["small"])["tasks"][
        "small"
    ]
    documents = list(task.test_docs())
    assert [task.doc_to_target(one) for one in documents] == [0, 1, 2, 3]
    assert "A. 甲0号\nB. 乙0号" in task.doc_to_text(documents[0])
    task.set_fewshot_seed(1)
    for each in documents:
        prompt = str(task.fewshot_context(each, num_fewshot=3))
        assert sorted(prompt.count(f"《{one.title}》") for one in quiz("ABCD").questions) == [1, 1, 1, 1]


@pytest.mark.extras
def test_inspect_loads_the_exported_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    for name, content in exported(quiz("ABCD"), "inspect").items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    dataset = __import__("small").small().dataset
    assert [one.target for one in dataset] == ["A", "B", "C", "D"]
    assert "ANSWER: X" in sys.modules["small"].TEMPLATE and "请回答" in sys.modules["small"].TEMPLATE


def test_the_commands_print_one_document(tmp_path: Path, loopback: Loopback) -> None:
    loopback.answer = lambda _: "A"
    path = tmp_path / "set.jsonl"
    path.write_text(jsonl_text(quiz().questions), encoding="utf-8")
    model = ["--model", "custom/m", "--base-url", loopback.url, "--json"]
    first = CliRunner().invoke(
        app,
        [
            "quiz",
            "run",
            str(path),
            "--out",
            str(tmp_path / "a"),
            "--prompt",
            "both",
            "--shots",
            "0,2",
            *model,
        ],
    )
    assert first.exit_code == 0, first.output
    found = json.loads(first.stdout)
    assert {"n", "accuracy", "by_category", "unreadable", "faulty", "baselines"} <= set(found)
    assert [(one["shots"], one["prompt"]) for one in found["by_setting"]] == [
        (0, "short"),
        (2, "short"),
        (0, "long"),
        (2, "long"),
    ]
    page = (tmp_path / "a" / "quiz.html").read_text(encoding="utf-8")
    assert "40.0%" in page and "<svg" in page
    assert "https://" not in page and "http://" not in page.replace("http://www.w3.org", "")
    second = CliRunner().invoke(
        app, ["quiz", "run", str(path), "--against", str(tmp_path / "a"), "--language", "en", *model]
    )
    assert json.loads(second.stdout)["against"]["p"] == 1.0
    plan = CliRunner().invoke(app, ["quiz", "run", str(path), "--by", "logprob", "--dry-run", *model])
    assert json.loads(plan.stdout)["total"]["calls"] + json.loads(plan.stdout)["total"]["cached"] == 10
    exit_code = CliRunner().invoke(app, ["quiz", "run", str(path), "--shots", "6", *model]).exit_code
    assert exit_code != 0


def spanish(body: dict[str, Any]) -> Answer:
    passage = str(body["messages"][-1]["content"]).rpartition("<manuscript-")[2].partition(">\n")[2]
    first = passage.partition(".")[0] + "."
    return {
        "question": "¿Qué dio el farero?", "right": "una lámpara", "wrong_1": "una barca", "wrong_2": "un mapa",
        "wrong_3": "una llave", "proof": first,
    }  # fmt: skip


def test_of_a_spanish_book_it_is_said_that_the_model_is_asked_in_english(
    loopback: Loopback, tmp_path: Path
) -> None:
    """There are prompts in English and Chinese: who asks about a Spanish book must know it."""
    loopback.answer = spanish
    book = tmp_path / "faro.txt"
    told = "".join(
        f"El día {n} el farero dio la lámpara {n} a la niña del puerto, y ella volvió a su casa. "
        for n in range(300)
    )
    book.write_text(f"Capítulo 1\n\n{told}", encoding="utf-8")
    words = ("quiz", "make", book, "--each", 1, "--kinds", "fiction-plot", "--output", tmp_path / "set.jsonl")
    said = fabula(
        *words, "--model", "custom/m", "--base-url", loopback.url, "--ledger", tmp_path / "ledger", "--json"
    )
    assert said.returncode == 0, said.stderr
    assert "no prompts in Spanish" in said.stderr
    document = json.loads(said.stdout)
    assert document["model"]["asked_in_english"] == ["es"]
    (row,) = (json.loads(line) for line in (tmp_path / "set.jsonl").read_text(encoding="utf-8").splitlines())
    assert row["question"].startswith("En la novela «"), "what surrounds a question is Spanish"


def test_a_spanish_question_set_is_known_to_be_spanish() -> None:
    asked = "¿Qué hizo el farero con la lámpara la noche de la tormenta?"
    rows = tuple(replace(question(n), text=f"En la novela «El faro», {asked}") for n in range(5))
    assert QuizSet("set.csv", rows, "utf-8").language == "es"


async def test_a_supposition_is_held_against_the_whole_book(loopback: Loopback, tmp_path: Path) -> None:
    """What contradicts it stands in a chapter that the draft was not made from."""
    shown: list[str] = []
    usual = maker(contrary=True)

    def answer(body: dict[str, Any]) -> Answer:
        properties = body["response_format"]["json_schema"]["schema"]["properties"]
        if "contrary" in properties:
            shown.append(str(body["messages"][-1]["content"]))
            return {"contrary": True, "why": "原文如此。"}
        found = usual(body)
        assert isinstance(found, dict)
        return found | {"question": "如果老船长没有烧掉海图，会怎样？"}

    loopback.answer = answer
    chapters = (*BOOK.chapters, Chapter(3, "", "老船长在灯下烧掉了海图。"))
    book = replace(BOOK, chapters=chapters)
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        await make(replace(asked_for(1, KINDS[1:]), book=book), door, book)
    assert shown and "老船长在灯下烧掉了海图" in shown[0]


async def test_an_english_novel_gives_a_set_with_its_proofs(loopback: Loopback, tmp_path: Path) -> None:
    """A writer that errs: some proofs are not in the book, some options are equal, some questions do not stand."""
    people = ("Mara", "Finn", "the keeper", "Old Tom", "the widow", "Ruth", "the pilot")
    things = ("lamp", "chart", "rope", "letter", "coin", "bell", "key", "oar", "clock", "coat", "map")
    lines = [
        f"On the {number}th evening {people[number % 7]} carried the {things[number % 11]} past house {number}."
        for number in range(600)
    ]
    chapters = tuple(Chapter(at + 1, "", "\n\n".join(lines[at * 60 : at * 60 + 60])) for at in range(10))
    book = Book("The Ferry", None, "en", chapters)
    drafted: list[int] = []

    def answer(body: dict[str, Any]) -> Answer:
        text = str(body["messages"][-1]["content"])
        if "response_format" not in body:
            return "B"
        properties = body["response_format"]["json_schema"]["schema"]["properties"]
        if "contrary" in properties:
            return {"contrary": True, "why": "The passage says otherwise."}
        proofs = re.findall(r"On the \d+th evening [^\n]+", text)
        drafted.append(len(drafted))
        first, last = proofs[len(drafted) % 20], proofs[-1 - len(drafted) % 20]
        bad = len(drafted) % 9 == 0
        return {
            "question": f"What is carried past {first.rpartition('past ')[2]} before {last.rpartition('past ')[2]}",
            "right": first.partition("carried the ")[2].partition(" past")[0], "wrong_1": "a sail",
            "wrong_2": "a net", "wrong_3": "a net" if len(drafted) % 11 == 0 else "a cage",
            "proof": "Nobody carried anything at all." if bad else first, "second_proof": last,
        }  # fmt: skip

    loopback.answer = answer
    wanted = QuizMakeRequest(book, each=30, kinds=("event-relation", COUNTERFACTUAL), rounds=0)
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        made = await make(wanted, door, book)
    assert len(made.questions) >= 40, [str(each.why) for each in made.sent_back]
    for each in made.questions:
        assert each.passage and each.passage in chapters[(each.chapter or 0) - 1].text
        assert each.text.startswith("In the novel “The Ferry”, what is carried")
    apart = [each for each in made.questions if each.second_chapter]
    assert len(apart) > 30 and all(each.second_chapter != each.chapter for each in apart)


def test_a_reading_ties_chapters_that_share_no_words() -> None:
    """Every second draft is of a thread's two ends; the other half is spread over the book as without a reading."""
    texts = ["Mara hides the letter under the stair."] + [f"Gulls cried on day {n}." for n in range(1, 9)]
    texts.append("Finn reads at last what had been written.")
    book = Book("The Ferry", None, "en", tuple(Chapter(n, "", each) for n, each in enumerate(texts, 1)))
    thread = Thread(
        "Who will find the letter under the stair?", "question", 1, 10, "Finn reads what had been written."
    )
    told = Statement("Mara hides it and Finn reads it.", (1, 10), "model")
    left = Thread("Will she sail?", "promise", 2)
    reading = Reading("id", "incremental", "", (), (), (), threads=(thread, left), statements=(told,))
    found = sources(book, 4, ("fiction-plot",), 0, ties_of(book, reading, None))
    tied = [each for each in found if each.ties]
    assert len(found) == 4 and len(tied) == 2
    assert all([one.chapter for one in each.passages] == [1, 10] for each in tied)
    assert not [each for each in sources(book, 4, ("fiction-plot",), 0) if each.ties]


FERRY = Book(
    "The Ferry",
    None,
    "en",
    tuple(
        Chapter(n, "", text)
        for n, text in enumerate(
            ["Mara trusted Finn with the key of the ferry."]
            + [f"Gulls cried over the slip on day {n}." for n in range(2, 8)]
            + ["Mara would not speak to Finn any more."],
            1,
        )
    ),
)


def related(*edges: tuple[str, str, str, tuple[int, ...]]) -> Graph:
    names = sorted({name for one, _, other, _ in edges for name in (one, other)})
    nodes = tuple(Node(name.lower(), name, (), 1, 1, 8) for name in names)
    return Graph(
        nodes, tuple(Edge(a.lower(), how, b.lower(), len(at), at) for a, how, b, at in edges), "extracted"
    )


def test_chapters_between_which_a_relation_changes_are_drafted_from_together() -> None:
    graph = related(
        ("Mara", "trusts", "Finn", (1,)), ("Mara", "shuns", "Finn", (8,)), ("Mara", "is tired", "Mara", (1, 8)),
        ("Finn", "teases", "Mara", (2, 5)), ("Finn", "knows", "Mara", (3,)),
    )  # fmt: skip
    told, changed, again = ties_of(FERRY, None, graph)
    assert told == [] and {(one.first.chapter, one.last.chapter) for one in changed} == {(1, 8), (2, 3)}
    assert [(one.first.chapter, one.last.chapter) for one in again] == [(2, 5)]
    found = sources(FERRY, 6, ("character-relationships",), 0, (told, changed, again))
    (tied,) = [each for each in found if "shuns" in each.ties]
    assert [one.text for one in tied.passages] == [FERRY.chapters[0].text, FERRY.chapters[7].text]
    assert "trusts" in tied.ties


def test_scenes_of_a_reading_tell_who_meets_again() -> None:
    scenes = tuple(
        SceneNote(chapter, "the slip", who, what)
        for chapter, who, what in (
            (1, ("Mara", "Finn"), "She hands him the key."),
            (4, ("Mara",), "She rows."),
            (8, ("Finn", "Mara"), "She is silent."),
        )
    )
    _, met = ties_of(FERRY, Reading("id", "incremental", "", (), (), (), scenes=scenes), None)
    assert [(one.first.chapter, one.last.chapter) for one in met] == [(1, 8)]


async def test_a_graph_file_reaches_the_drafts_and_one_of_another_book_is_refused(
    loopback: Loopback, tmp_path: Path
) -> None:
    asked: list[str] = []

    def answer(body: dict[str, Any]) -> Answer:
        asked.append(str(body["messages"][-1]["content"]))
        return {
            "question": "Whom does Mara shun?", "right": "Finn", "wrong_1": "the gulls", "wrong_2": "nobody on the slip",
            "wrong_3": "Mara herself", "proof": FERRY.chapters[7].text, "second_proof": FERRY.chapters[0].text,
        }  # fmt: skip

    loopback.answer = answer
    file = tmp_path / "graph.json"
    graph = related(("Mara", "trusts", "Finn", (1,)), ("Mara", "shuns", "Finn", (8,)))
    file.write_text(json.dumps(graph_document(graph)), encoding="utf-8")
    wanted = QuizMakeRequest(
        FERRY, each=2, kinds=("character-relationships",), rounds=0, drop="nothing", graph_file=file
    )
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        made = await make(wanted, door, FERRY)
        (one,) = made.questions
        assert {one.chapter, one.second_chapter} == {1, 8} and any(
            "Mara shuns Finn" in each for each in asked
        )
        graph = related(("Mara", "trusts", "Finn", (1, 400)))
        file.write_text(json.dumps(graph_document(graph)), encoding="utf-8")
        with pytest.raises(UsageError, match="this book"):
            await make(wanted, door, FERRY)


async def test_wrong_options_that_nothing_bears_out_go_back_once_and_are_then_counted(
    loopback: Loopback, tmp_path: Path
) -> None:
    asked: list[str] = []
    stubborn = False

    def answer(body: dict[str, Any]) -> Answer:
        text = str(body["messages"][-1]["content"])
        if "clear" in body["response_format"]["json_schema"]["schema"]["properties"]:
            return {"note": "", "clear": True, "kind": True, "answer": True, "options": True}
        asked.append(text)
        other = "Hobbes" if stubborn or "Hobbes" not in text else "the gulls"
        return {
            "question": "Whom does Mara shun?", "right": "Finn", "wrong_1": other, "wrong_2": "nobody on the slip",
            "wrong_3": "Mara herself", "proof": FERRY.chapters[7].text,
        }  # fmt: skip

    loopback.answer = answer
    wanted = QuizMakeRequest(FERRY, each=1, kinds=("character-relationships",), rounds=1, drop="nothing")
    async with open_door("custom/m", settings(loopback, tmp_path / "ledger")) as door:
        made = await make(wanted, door, FERRY)
    assert "the gulls" in made.questions[0].options and made.strange == {0: ()}
    assert len(asked) == 2 and "nothing in the book supports these wrong options: Hobbes" in asked[1]
    stubborn = True
    async with open_door("custom/other", settings(loopback, tmp_path / "ledger")) as door:
        answered = await run(replace(wanted, output=tmp_path / "set.jsonl"), door)
    assert len(asked) == 4, "once, and no more"
    assert answered.result.questions[0].options_not_in_book == ("Hobbes",)
    assert (answered.result.wrong_options, answered.result.wrong_options_not_in_book) == (3, 1)


@pytest.mark.parametrize("name", ["the-tide-house", "seven-keys.zh"])
def test_every_wrong_option_of_the_shipped_sets_passes(name: str) -> None:
    examples = Path(__file__).parents[2] / "examples"
    words = BookWords(read(examples / f"{name}.txt"))
    questions = read_set(examples / f"{name}.quiz.jsonl").questions
    assert len(questions) == 40 and not [each.text for each in questions if words.not_borne_out(each)]


def test_an_option_is_strange_by_its_name_or_where_none_has_a_word_of_the_book() -> None:
    words = BookWords(FERRY)

    def strange(*wrong: str, right: str = "Finn") -> tuple[str, ...]:
        return words.not_borne_out(Question(0, "The Ferry", "Whom does Mara shun?", (right, *wrong), "A"))

    assert strange("Hobbes", "Mara", "the gulls") == ("Hobbes",)
    assert strange("her cousin", "Mara", "the gulls") == (), "one option may be in other words"
    assert strange("a jury", "a dragon", "an engine") == ("a jury", "a dragon", "an engine")
    assert strange("1812", "1813", "1814", right="1815") == ()
    assert strange("Jealousy", "Greed", "The gulls", right="Trust") == (), "every option opens with a capital"
    zh = BookWords(BOOK)
    asked = Question(0, "渡口", "灯交给了谁？", ("女孩", "岳父", "欧阳锋", "守灯人"), "A")
    assert zh.not_borne_out(asked) == ("欧阳锋",)


def test_a_talkative_reviewer_loses_words_and_no_verdict() -> None:
    checks = {"clear": True, "kind": True, "answer": False, "options": True}
    look = SecondLook.model_validate({"note": "So " * 500, **checks})
    assert len(look.note) == 600 and look.note.endswith("…") and not look.answer
    assert Contrary.model_validate({"why": "Since " * 500, "contrary": True}).contrary
    assert KindAnswer.model_validate({"steps": "Then " * 500, "category": "literary-style"}).steps
