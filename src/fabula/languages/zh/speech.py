"""Who speaks in Chinese prose, chapter by chapter.

Older prose puts several speakers in one paragraph, each before what they say: 黛玉笑道：“…”. Modern prose has turns:
a paragraph each, with a tag on either side (“…”她说), an action beside the speech, or nothing at all.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.languages.lexicons import word_set
from fabula.languages.topics.names import Gender
from fabula.languages.topics.speech import Conversation, Mention, Span, SpeechRules
from fabula.languages.zh.contexts import HAN
from fabula.languages.zh.evidence import tagged_words
from fabula.languages.zh.persons import TITLES
from fabula.languages.zh.scripts import simplified

_VERBS = "|".join(sorted(word_set("zh", "speech_verbs"), key=len, reverse=True))
SAYS = re.compile(rf"(?:{_VERBS})(?:[了着]|出声|出来|起来)?(?:[一两几]?[声句遍])?[：:，,]?\s*$")
"""The end of a clause that leads to a speech."""
LEADS = re.compile(r"[：:]\s*$")
SAID = re.compile(rf"[^，。！？；：\n“”\"「」『』]{{0,12}}?(?:{_VERBS})(?!不|理|不得|得|不出)")
"""From a subject after a speech: 黛玉低声说."""
CLOSES = dict.fromkeys('“„«”»"＂', '”»"＂') | {"「": "」", "『": "』", "‘": "’"}
"""What closes a speech, by the mark that opens it. Nothing closes a dash."""
STOPS = re.compile(r"[。．！？!?；;…\n”」』\"]")
COMMAS = re.compile(r"[，,、：:]")
BEFORE_OBJECT = re.compile(
    r"(?:(?<![只忽又但听])见|[面朝向]着|(?<![现正])在|[落看听想]到|[对向朝跟和与同给把被将让叫教命令请问谓告劝骂看望唤指拉扯推扶替为比像如依据按遣差使拜]|看着|望着|瞧着|指着|拉着|拉住|扶着|"
    r"对着|冲着|问着|瞅着|盯着|见了|看了|告诉|嘱咐|吩咐|连同|以及|埋怨|央及|回头|辞了|别了|因)[那这]?$"
)
OWNS = re.compile(
    r"的(?!确|声音|嗓|语气|口气|脸|面色|神|表情|目光|眼|瞳|眉|嘴|唇|呼吸|身|手|心|笑)|之(?=[妻母父子女弟兄])|家的|房[里中]|这里|那里|屋里|处|手[里中]|身[上边旁]|面前|跟前"
)
HE_OR_SHE = re.compile(
    r"(?P<they>[他她])(?![们的这那妈娘爹家女母父丈妻哥姐弟妹儿老媳师爷奶舅叔婶嫂婆祖]|太太|两个|二人)"
)
NOBODY = re.compile(
    r"[小老]?(?:我|咱|你|他|她|众|大家|人们|二人|三人|两人|那|这|一个|几个|有人|内中|旁边|左右|里面|外面|丫头|丫鬟|小厮|婆子|媳妇|太太|老爷|奶奶|"
    r"老太太|姑娘|妈妈|母亲|父亲|爸爸|爷爷|奶奶|老人|女人|男人|孩子|对方|帝|太后|使者|军士|门子|店主|小二|庄客|老者|医生|先生|老师|和尚)"
)
"""The subject of a tag is somebody, but not one of the cast."""
TITLED = re.compile(
    rf"[{HAN}]{{2}}(?:仙子|真人|上人|老祖|道长|大师|长老|师兄|师姐|师弟|师妹|前辈|宗主|掌门|城主|家主|族长)(?!们)"
)
"""A clause about somebody with an epithet who is not one of the cast: 冷月仙子轻咦了一声."""
STRANGER = re.compile(
    f"[{''.join(sorted(name for name in word_set('zh', 'common_surnames') if len(name) == 1))}]"
    f"(?:{'|'.join(sorted(title for title in TITLES if len(title) > 1))})"
)
"""坐在一旁的顾夫人 who is named once in the book, and so is not one of the cast."""
ADVERBS = re.compile(
    r"^(?:[□■○●]|却说|且说|话说|只见|忽见|只听|忽听|当下|于是|这里|那里|因此|一时|忙|又|便|因|就|也|都|即|遂|乃|方|才|再|亦|早|还|"
    r"只得|连忙|急|冷|陪|一面|笑|哭|叹|含泪|含笑|点头|摇头|一声|低声|轻声|大声|厉声|高声|悄悄|大|喜|怒|惊|说着|听了|听说|"
    r"见了|想了|接着|继续|缓缓|淡淡|忽然?|心里|心中|口里|口中|嘴里|自己|自|不禁|不觉|正色|回|答|应|半天|半晌|一|地|了|着|道|曰|，|,|\s)+"
)
I_DID = re.compile(
    r"(?:于是|一边|一面|这时|可是|但是?|因此|忽然|便|就|又|也|[，,\s])*(?:我|咱)"
    r"(?!们?家?的|们?家?那?[爸妈爹娘爷奶父母祖外叔伯姑舅姨哥姐弟妹]|[^，。]{0,4}[听见])"
)
"""A clause that tells what the narrator does: 我就催促着祖父."""
I_AM = re.compile(r"(?:[“「『，。！？]|^)(?:我(?:的名字)?叫|我名叫|在下|弟子|末将|属下|臣|贫道|鄙人)$")
AFTER_OWN_NAME = re.compile(r"[，。！”」』]")
"""“我叫夏晚晴。”"""
TOGETHER = re.compile(r"(?:都|齐声|一齐|异口同声地?)(?:这么|这样)?[说道喊叫嚷问答][：:]?\s*$")
"""Several people say it: 于是就都说."""
FROM = re.compile(r"(?:[这那]?正?是|传来了?|响起了?)")
VOICE = re.compile(r"的(?:声音|嗓音|喊声|叫声)")
"""“…”是王胖子的声音。"""
EPITHET = re.compile(
    rf"(?:(?:[坐站躺跟守靠蹲跪倚立追等]在)?[{HAN}]{{1,6}}[旁边侧后前处中里外上下面]的|[{HAN}]{{1,3}}的)?(?P<role>[{HAN}]{{0,4}})"
)
"""身边的小师妹 before 柳如烟, and 秘书 before 陈安."""
SILENT = re.compile(
    r"(?:没有?|不|并未|未曾)(?:再)?(?:说话|开口|回答|答话|作声|吭声|应声|接话|理会|理[他她]|言语)|沉默|一言不发|默不作声"
)
"""Somebody of whom this is said does not speak next."""
ACTS_ON = re.compile(r"[看望盯对朝跟和同与给把被将让叫教问]|[见听了着过]")
"""What an epithet has not: 看着门口的林晚 begins with somebody else."""
LONGEST_EPITHET = 16
SHORT_LEAD = 8
"""Characters before the name that a paragraph is about."""
TURN_GAP = 2
"""Paragraphs of narration that a conversation survives."""
RECENT = 4
"""Paragraphs in which whoever else was named may be the other speaker, if nobody unknown spoke."""
LAST = 20
"""Speeches that are remembered."""
NEAR = 400
"""How far back a pronoun or a tag without a subject may point, in characters."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """One speech with its speaker, and the paragraph it is in."""

    paragraph: int
    who: int | None


class _Reader:
    """Goes through a chapter and keeps in mind who spoke and who was named."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.text = simplified(talk.text)
        self.starts = [mention.start for mention in talk.mentions]
        self.quotes = [start for start, _ in talk.speeches]
        self.turns: list[_Turn] = []

    def speakers(self) -> list[int | None]:
        opens = [start for start, _ in self.talk.paragraphs]
        found: list[int | None] = []
        for n, span in enumerate(self.talk.speeches):
            index = max(0, bisect_right(opens, span[0]) - 1)
            start, end = self.talk.paragraphs[index]
            before = self.talk.speeches[n - 1][1] if n and self.talk.speeches[n - 1][1] > start else start
            after = end
            if n + 1 < len(self.talk.speeches):
                after = min(end, self.talk.speeches[n + 1][0])
            if n and self._goes_on(n) and self._tag_after(index, (span[1], after)) is None:
                who = self.turns.pop().who
            else:
                who = self._by_own_name(span)
                if who is None:
                    who = self._speaker(index, (before, span[0]), (span[1], after), before > start)
            found.append(who)
            self.turns.append(_Turn(index, who))
        return found

    def _goes_on(self, n: int) -> bool:
        """Whether the speech before was left open, and this paragraph opens it again."""
        (first, end), (start, _) = self.talk.speeches[n - 1 : n + 1]
        between, mark = self.text[end:start], self.text[end - 1]
        unclosed = mark not in CLOSES.get(self.text[first], mark)
        return unclosed and "\n" in between and not between.strip()

    def _speaker(self, paragraph: int, before: Span, after: Span, follows: bool) -> int | None:
        """By the tag before, the tag after, the speech before it in the paragraph, an action, or the turn."""
        if not follows and not self.text[before[0] : before[1]].strip():
            before = self._led_into(paragraph, before)
        lead = self.text[before[0] : before[1]]
        if lead.strip() and (SAYS.search(lead) or LEADS.search(lead)):
            who, known = self._subject(before)
            if known:
                return who
            return self.turns[-1].who if follows else self._pronoun(before[0], "", None)
        if not (follows and LEADS.search(self.text[after[0] : after[1]])):
            said = self._tag_after(paragraph, after)
            if said is not None:
                return said[0]
        if follows and self._carries(lead):
            return self.turns[-1].who
        acting = self._acts(paragraph, before, after)
        if acting is not None:
            return acting
        silent = not lead.strip() and not self.text[after[0] : after[1]].strip()
        return self._by_turn(paragraph) if silent and not follows else None

    def _by_own_name(self, speech: Span) -> int | None:
        """Who says “我叫夏晚晴。” or “弟子陆沉，拜见师尊！”"""
        start, end = speech
        for mention in self.talk.mentions[bisect_left(self.starts, start) : bisect_left(self.starts, end)]:
            before = self.text[max(start, mention.start - 6) : mention.start]
            if I_AM.search(before) and AFTER_OWN_NAME.match(self.text, mention.end):
                return mention.who
        return None

    def _led_into(self, paragraph: int, before: Span) -> Span:
        """The paragraph before, if it ends with 说： and so belongs to this speech."""
        if not paragraph:
            return before
        start, end = self.talk.paragraphs[paragraph - 1]
        spoken = self.turns and self.turns[-1].paragraph == paragraph - 1
        return before if spoken or not LEADS.search(self.text, start, end) else (start, end)

    def _carries(self, between: str) -> bool:
        """Whether one speaker goes on after a few words that name nobody else: 说着，又指…."""
        return len(between) <= 30 and not STOPS.search(between.strip().rstrip("。"))

    def _mentions(self, start: int, end: int) -> Sequence[Mention]:
        """In narration between two offsets."""
        at = bisect_left(self.starts, start)
        found = []
        while at < len(self.starts) and self.starts[at] < end:
            mention = self.talk.mentions[at]
            if mention.end <= end and not self._is_said(mention):
                found.append(mention)
            at += 1
        return found

    def _is_said(self, mention: Mention) -> bool:
        at = bisect_right(self.quotes, mention.start) - 1
        return at >= 0 and mention.start < self.talk.speeches[at][1]

    def _subject(self, span: Span) -> tuple[int | None, bool]:
        """Who the last sentence before a speech speaks of, and whether it speaks of anybody."""
        end = span[1]
        start = max(span[0], end - NEAR)
        text = self.text
        stops = [match.end() for match in STOPS.finditer(text, start, end) if match.end() < end - 1]
        sentence = stops[-1] if stops else start
        clauses = [sentence, *(match.end() for match in COMMAS.finditer(text, sentence, end - 1)), end]
        for first, last in zip(clauses[-2::-1], clauses[:0:-1], strict=False):
            if I_DID.match(text, first, last) or (last == end and TOGETHER.search(text, first, last)):
                return None, True
            for mention in self._mentions(first, last):
                if not self._is_object(mention, first) and not self._owns(mention):
                    return mention.who, True
            clause = text[first:last]
            own = ADVERBS.sub("", clause)
            pronoun = HE_OR_SHE.match(own) or HE_OR_SHE.match(clause)
            if pronoun:
                return self._pronoun(first, _gender(pronoun), None), True
            if (
                NOBODY.match(own)
                or TITLED.match(clause)
                or NOBODY.match(clause.lstrip("又再便也"))
                or (first == sentence and (_names_somebody(own) or STRANGER.search(clause)))
            ):
                return None, True
        return (None, False) if start == sentence else self._subject((start, sentence))

    def _is_object(self, mention: Mention, clause: int) -> bool:
        lead = self.text[max(clause, mention.start - 3) : mention.start]
        return BEFORE_OBJECT.search(lead) is not None

    def _owns(self, mention: Mention) -> bool:
        """宝玉的, but not 周瑞家的, who is a person."""
        return OWNS.match(self.text, mention.end) is not None and self.text[mention.end - 1] != "家"

    def _tag_after(self, paragraph: int, span: Span) -> tuple[int | None] | None:
        """The speaker named right after a speech: ”黛玉道。"""
        at, end = self._past_comma(span)
        text = self.text
        voice = self._voice(at, end)
        if voice is not None:
            return (voice,)
        mention = self._opening(at, end)
        if mention is not None:
            said = SAID.match(text, mention.end, end) and not self._owns(mention)
            return (mention.who,) if said else None
        pronoun = HE_OR_SHE.match(text, at, end)
        if pronoun and SAID.match(text, pronoun.end(), end):
            return (self._they(paragraph, span[0], _gender(pronoun)),)
        if NOBODY.match(text, at, end) and SAID.match(text, at, end):
            return (None,)
        return None

    def _voice(self, at: int, end: int) -> int | None:
        """Whose voice the speech before was: 是王胖子的声音."""
        lead = FROM.match(self.text, at, end)
        heard = self._mentions(lead.end(), end)[:1] if lead else []
        if lead and heard and heard[0].start == lead.end() and VOICE.match(self.text, heard[0].end, end):
            return heard[0].who
        return None

    def _opening(self, at: int, end: int) -> Mention | None:
        """Who a sentence begins with, by name or with an epithet before it: 身边的小师妹柳如烟."""
        first = next(iter(self._mentions(at, min(end, at + LONGEST_EPITHET))), None)
        if first is None or first.start == at:
            return first
        before = self.text[at : first.start]
        epithet = EPITHET.fullmatch(before)
        nobody = NOBODY.match(before) and "的" not in before
        if epithet is None or ACTS_ON.search(before) or nobody or self._is_object(first, at):
            return None
        role = epithet["role"]
        kind = (
            not role or role.lstrip("大小老") in TITLES or all(tag[0] == "n" for _, tag in tagged_words(role))
        )
        return first if kind else None

    def _past_comma(self, span: Span) -> Span:
        at, end = span
        while at < end and self.text[at] in "，,\u3000 ":
            at += 1
        return at, end

    def _before_turn(self, paragraph: int) -> int | None:
        """Who spoke last, in the paragraph before."""
        last = self.turns[-1] if self.turns else None
        return last.who if last and last.paragraph == paragraph - 1 else None

    def _acts(self, paragraph: int, before: Span, after: Span) -> int | None:
        """The subject of the sentence beside the speech: “…”林晚秋转过身."""
        at, end = self._past_comma(after)
        mention = self._opening(at, end)
        if mention is not None:
            return mention.who
        pronoun = HE_OR_SHE.match(self.text, at, end)
        if pronoun:
            return self._they(paragraph, at, _gender(pronoun))
        return self._subject(before)[0] if self.text[before[0] : before[1]].strip() else None

    def _they(self, paragraph: int, at: int, gender: Gender) -> int | None:
        """Whom a pronoun beside a speech means: the subject of its paragraph, or else not who spoke last."""
        own = self._mentions(self.talk.paragraphs[paragraph][0], at)
        if own and not self._is_object(own[0], own[0].start - 3) and self._fits(own[0].who, gender):
            return own[0].who
        return self._pronoun(at, gender, self._before_turn(paragraph))

    def _pronoun(self, at: int, gender: Gender, other: int | None) -> int | None:
        """The last person of this gender who was the subject of a clause, and who is not the `other` one."""
        first = bisect_left(self.starts, at - NEAR)
        for mention in reversed(self.talk.mentions[first : bisect_left(self.starts, at)]):
            if (
                mention.who != other
                and not self._is_said(mention)
                and self._fits(mention.who, gender)
                and not self._is_object(mention, mention.start - 3)
                and not self._owns(mention)
            ):
                return mention.who
        return None

    def _fits(self, who: int, gender: Gender) -> bool:
        genders = self.talk.genders
        return not gender or who >= len(genders) or genders[who] in ("", gender)

    def _by_turn(self, paragraph: int) -> int | None:
        """Two people take turns: whoever spoke before the last speaker."""
        by_paragraph: dict[int, int | None] = {}
        for turn in self.turns[-LAST:]:
            by_paragraph[turn.paragraph] = turn.who
        spoken = list(by_paragraph.items())[-2:]
        if not spoken or paragraph - spoken[-1][0] > TURN_GAP or spoken[-1][1] is None:
            return None
        last = spoken[-1][1]
        forward = self._came_forward(range(spoken[-1][0] + 1, paragraph), last)
        if forward is not None:
            return forward[0]
        between = self._came_between(spoken, last)
        if between is not None:
            return between
        if len(spoken) == 2 and spoken[-1][0] - spoken[0][0] <= TURN_GAP and spoken[0][1] not in (None, last):
            return spoken[0][1]
        first = max(0, paragraph - RECENT)
        if any(turn.who is None for turn in self.turns[-LAST:] if turn.paragraph >= first):
            return None
        if any(I_DID.match(self.text, *self.talk.paragraphs[index]) for index in range(first, paragraph)):
            return None  # a narrator may be the other speaker
        start = self.talk.paragraphs[first][0]
        others = {m.who for m in self._mentions(start, self.talk.paragraphs[paragraph][0])} - {last}
        return others.pop() if len(others) == 1 else None

    def _came_forward(self, paragraphs: Sequence[int], last: int) -> tuple[int | None] | None:
        """Who the narration right before a speech is about, if it is not who spoke last. If they keep silent, the last goes on."""
        for index in reversed(paragraphs):
            start, end = self.talk.paragraphs[index]
            who = self._about(index)
            if who is not None and who != last:
                silent = SILENT.search(self.text, start, end)
                return (who if silent is None else None if "不再" in silent.group() else last,)
            if who is not None:
                return None
        return None

    def _came_between(self, spoken: Sequence[tuple[int, int | None]], last: int) -> int | None:
        """Who the narration between the last two speeches is about, if nobody else is known to talk with who spoke last."""
        if len(spoken) < 2 or self.turns[-1].who is None:
            return None
        first = max(spoken[0][0] + 1, spoken[1][0] - RECENT)
        for index in reversed(range(first, spoken[1][0])):
            who = self._about(index)
            if I_DID.match(self.text, *self.talk.paragraphs[index]):
                return None
            if who is None or who == last or who == spoken[0][1]:
                continue
            meets = any(mention.who == last for mention in self._mentions(*self.talk.paragraphs[index]))
            apart = spoken[1][0] - spoken[0][0] > TURN_GAP
            if meets or apart or spoken[0][1] in (None, last):
                return who
        return None

    def _about(self, paragraph: int) -> int | None:
        """Who a paragraph of narration begins with, perhaps after a time: 夜里，陆沉盘膝坐在床上."""
        start, end = self.talk.paragraphs[paragraph]
        mention = next(iter(self._mentions(start, end)), None)
        if mention is None or self._owns(mention):
            return None
        lead = self.text[start : mention.start].strip()
        return mention.who if not lead or (len(lead) <= SHORT_LEAD and lead.endswith("，")) else None


def _gender(pronoun: re.Match[str]) -> Gender:
    return "m" if pronoun["they"] == "他" else "f"


def _names_somebody(clause: str) -> bool:
    """Whether a clause before a speech begins with a noun: 帐前一人出曰, 庶曰, 郑泰谏曰."""
    own = SAYS.sub("", clause)
    if not own or (clause.rstrip("：:“").endswith("曰") and len(own) <= 2):
        return bool(own)
    return next(tagged_words(own))[1][0] in "nrmjs"


def _speakers(talk: Conversation) -> list[int | None]:
    return _Reader(talk).speakers()


RULES = SpeechRules(by_chapter=_speakers)
