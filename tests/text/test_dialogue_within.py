"""Chinese marks within marks, and marks around what nobody says."""

import pytest

from fabula.text.dialogue import spans


def said(text: str) -> list[str]:
    return [text[start:end] for start, end in spans(text, "zh")]


OLD = (
    '掌柜的道："前日有人对县官说：\'小的过桥，看见一个包袱。小的问船家："这是谁的？"船家道："不晓得。"可见人心都好了。\'县官很喜欢。"'
    '周福道："我不信。"'
)
PROVERB = (
    '老人道："大家说：\'放了他，后来还要害人。俗语说，"斩草要除根"，就是这个道理。\'这话不错。"周福点头。'
)
NEW = "“昨天他打电话说：‘妈问我：“你几时回来？”我没答。’然后就挂了。”林晚说，“后来呢？”"
CORNERS = "林晚說：「他寫道：『母親問我：「你幾時回來？」我沒答。』信就完了。」許青說：「是嗎？」"


@pytest.mark.parametrize(
    ("text", "speech"),
    [
        (OLD, [OLD[5 : OLD.index("周福")], '"我不信。"']),
        (PROVERB, [PROVERB[4 : PROVERB.index("周福")]]),
        (NEW, [NEW[: NEW.index("林晚")], "“后来呢？”"]),
        (CORNERS, [CORNERS[4 : CORNERS.index("許青")], "「是嗎？」"]),
    ],
)
def test_marks_open_again_inside_a_quotation_within_a_speech(text: str, speech: list[str]) -> None:
    assert said(text) == speech


def test_a_quotation_marked_twice_is_still_within_the_speech() -> None:
    text = "周福道：\"县官问：'是谁？'师爷答了。县官说：\"'请他来。'师爷说：'很好。'我就来了。\"陈远道：\"不敢。\""
    assert said(text) == [text[4 : text.index("陈远")], '"不敢。"']


def test_a_quotation_that_is_not_closed_takes_no_speech_with_it() -> None:
    text = "周福道：\"古人说'三日不绝，的话，我不懂，'三日'两字下得太少！\"旁边人都说道：\"说得透彻！'绕梁'二字也好！\"说着散了。"
    assert [each[:3] for each in said(text)] == ['"古人', '"说得']


@pytest.mark.parametrize(
    "text",
    [
        "开了一个药方，名叫“甘桔汤”。周福收了。",
        "这条街的一头叫做“桥口”，很热闹。",
        "家下人皆只叫“议事厅”儿。",
        "周福便叫“快腿”陈远去送信。",
        "古诗云：“大珠小珠落玉盘。”可以尽之。",
        "這地方名叫「橋口」。",
    ],
)
def test_a_name_or_a_line_of_a_poem_is_no_speech(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text", ["周福忙叫“快请”。", "许青拍着手只叫“幺”，大家都笑。", "许青念诗曰：“山在水中。”"]
)
def test_what_somebody_calls_out_is_speech(text: str) -> None:
    assert len(said(text)) == 1
