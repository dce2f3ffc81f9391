"""Who speaks in Chinese prose where a story is told over several paragraphs, and where strangers and thoughts come in."""

from __future__ import annotations

from test_chinese_speech import said_by

from fabula.languages.topics.names import Gender

PEOPLE: dict[str, Gender] = {"周福": "m", "陈远": "m", "梁先生": "m", "许青": "f", "林晚": "f"}

TALE = (
    '陈远问道："这桥是谁修的？"周福叹道："说来话长。那年大水，桥断了。\n\n'
    "\"第二年，县里来了个人，说道：'我来修。'大家都不信。\n\n"
    '"他修了三年，才把桥修好了。"说着，眼圈红了。\n\n'
    '"后来呢？"\n\n陈远道："不敢再问了。"'
)
CAR = (
    "“你记得那年冬天吗？”许青说。\n\n“记得。”林晚说，“雪下了三天。我们没有炭。\n\n“第四天，门口来了一辆车。车上是炭。\n\n"
    "“送炭的人没有留下姓名。”\n\n许青没有说话。"
)
UNCLOSED = "“你吃了吗？”林晚问。\n\n“吃了。\n\n“吃了什么？”林晚说。\n\n“面。”许青说。"


def test_a_speech_whose_mark_stays_open_goes_on_in_the_next_paragraph() -> None:
    found = dict(said_by(TALE, PEOPLE))
    assert {who for said, who in found.items() if "桥" in said and "谁" not in said} == {"周福"}
    assert found["\"第二年，县里来了个人，说道：'我来修。'大家都不信。"] == "周福"
    modern = [who for _, who in said_by(CAR, PEOPLE)]
    assert modern == ["许青", "林晚", "林晚", "林晚", "林晚"]


def test_a_tag_of_its_own_shows_that_a_mark_was_forgotten() -> None:
    assert [who for _, who in said_by(UNCLOSED, PEOPLE)][2:] == ["林晚", "许青"]


def test_a_dash_leaves_nothing_open() -> None:
    text = "林晚问他：\n\n——你吃了吗？\n\n——吃了。\n\n——吃了什么？"
    assert [who for _, who in said_by(text, PEOPLE)][:2] == ["林晚", ""]
