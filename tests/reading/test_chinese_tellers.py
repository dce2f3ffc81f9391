"""Who speaks in Chinese prose where a story is told over several paragraphs, and where strangers and thoughts come in."""

from __future__ import annotations

from small_books import book_of
from test_chinese_speech import said_by

from fabula.languages.topics.names import Gender
from fabula.reading.cast import find_cast

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


INN = (
    "陈远在店中闲坐，忽见一乘轿子落下，进来一个人，口中喊道：“陈先生在么？”陈远一看，原来就是梁先生，赶忙迎出，说：“请里面坐。”"
    "陈远送客回来，掌柜的笑嘻嘻的迎着说道：“好大的面子！”陈远只顾吃茶。只听外边大嚷：“掌柜的在那里？”"
    "陈远推门进去。半天，才有一个人出来说：“没有房了。”陈远见走过一个士子来，便问道：“这是什么泉？”"
    "周福正要开口，家人听见陈远来了，慌忙报道：“客到。”"
)
STREET = (
    "陈远抬起头，认出是许青，慌忙站起来说：“你来了。”\n\n许青在窗边坐下，服务员端来两杯茶，小声说：“慢用。”\n\n"
    "林晚还没有开口，门外走进来一个戴帽子的年轻人，大声问：“谁是林晚？”\n\n林晚知道是许青托他来的，笑着说：“我就是。”\n\n"
    "许青看了看表，想起陈远的话，说：“走吧。”\n\n灯亮了。进来的不是别人，正是陈远，笑着说：“都在。”"
)


def test_who_sees_somebody_speaks_not_whom_they_see() -> None:
    old, new = dict(said_by(INN, PEOPLE)), dict(said_by(STREET, PEOPLE))
    assert old["请里面坐。"] == "陈远"
    assert new["你来了。"] == "陈远"
    assert new["我就是。"] == "林晚"
    assert new["走吧。"] == "许青"


def test_who_comes_in_may_be_one_of_the_cast() -> None:
    assert dict(said_by(STREET, PEOPLE))["都在。"] == "陈远"


def test_who_comes_in_or_has_a_calling_only_is_not_whoever_was_named_before() -> None:
    old, new = dict(said_by(INN, PEOPLE)), dict(said_by(STREET, PEOPLE))
    for said in ("陈先生在么？", "好大的面子！", "掌柜的在那里？", "没有房了。", "客到。"):
        assert old[said] == "", said
    assert new["慢用。"] == new["谁是林晚？"] == ""


def test_who_meets_a_stranger_may_speak() -> None:
    assert dict(said_by(INN, PEOPLE))["这是什么泉？"] == "陈远"


def test_a_calling_before_a_name_is_theirs() -> None:
    text = "陈远不语，店伙周福道：“请。”陈远看去，人群里走出许青，叫道：“是我。”陈远正问，来人正是林晚，笑道：“我。”"
    assert [who for _, who in said_by(text, PEOPLE)] == ["周福", "许青", "林晚"]


THOUGHTS = (
    "陈远在街上走了一回，街谈巷议，大半都是这话。一路行来，人人如此，心里想道：“奇怪。”\n\n"
    "周福打开窗，看了看天，雪越下越大。又见几只鸟雀缩在檐下，甚是可怜。因想：“它们吃什么？”\n\n"
    "林晚走了。许青看着林晚的背影。灯一盏一盏亮起来了。忽然又想：“她还会来吗？”\n\n"
    "陈远坐下来吃茶。县官听了，心中疑惑：“他是何人？”\n\n"
    "又有一种人在那里高谈阔论，只听他说道：“众位请听！”许青进了三堂。这地方就叫“桥口”。许青看见，就叫“梁先生”。"
)


def test_a_thought_is_of_the_one_person_in_its_paragraph() -> None:
    found = dict(said_by(THOUGHTS, PEOPLE))
    assert (found["奇怪。"], found["它们吃什么？"], found["他是何人？"]) == ("陈远", "周福", "")
    assert found["她还会来吗？"] != "林晚"


def test_a_pronoun_may_mean_somebody_new() -> None:
    assert dict(said_by(THOUGHTS, PEOPLE))["众位请听！"] == ""


def test_what_a_place_is_called_nobody_says() -> None:
    found = dict(said_by(THOUGHTS, PEOPLE))
    assert (found["桥口"], found["梁先生"]) == ("", "许青")


def test_where_somebody_thinks_begins_no_name() -> None:
    text = "".join(
        f"陈远走到第{n}条街，一个人也没有，心里诧异道：“怎么没有人？”陈远笑道：“有了。”店家提灯进来，嘴里还喊道：“好冷！”陈远道：“请坐。”"
        for n in "一二三四"
    )
    names = [person.name for person in find_cast(book_of(text, language="zh")).characters]
    assert names == ["陈远"]


def test_who_does_something_to_him_is_not_he() -> None:
    old = "梁先生走进屋来，陈远让他上首坐了。他随手揭过一本书来，惊讶道：“好书！”"
    new = "梁先生进了屋。林晚给他倒了一杯水。她笑着说：“坐吧。”\n\n陈远拉他坐下，他才低声说：“谢谢。”"
    assert [who for _, who in said_by(old, PEOPLE)] == ["梁先生"]
    assert [who for _, who in said_by(new, PEOPLE)] == ["林晚", "梁先生"]
