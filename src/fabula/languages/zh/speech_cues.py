"""What stands around a speech in Chinese prose and shows who says it, or that nobody does."""

from __future__ import annotations

import re

from fabula.languages.lexicons import word_set
from fabula.languages.zh.contexts import HAN
from fabula.languages.zh.persons import TITLES

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
    r"(?:(?<![只忽又但听])见|(?<![现正])在|[落看听想]到|[对向朝跟和与同给把被将让叫教命令请问谓告劝骂看望唤指拉扯推扶替为比像如依据按遣差使拜]|[见看]了|告诉|嘱咐|吩咐|"
    r"(?<![坐站立躺跪歪靠倚睡卧住藏])着|[拉扯抓捉揪扭抱搂按拦挡握攥执喝捆绑围]住|连同|以及|埋怨|央及|回头|辞了|别了|因|[想记提说]起|[认看听]出|认得)[那这]?$"
)
KNOWS = re.compile("(?:[见看听知认得料猜想定出]是|只当是|知道)[那这]?$")
"""What comes after it is what somebody knows: 知是申东造回店了."""
IS = re.compile("(?<!不)是$")
NO_OTHER = "不是别人"
SEES = re.compile("[看望瞧瞅认听]|(?<!不)见")
"""Who sees somebody speaks, not whom they see: 老残一看，原来就是高绍殷，赶忙说."""
OWNS = re.compile(
    r"的(?!确|声音|嗓|语气|口气|脸|面色|神|表情|目光|眼|瞳|眉|嘴|唇|呼吸|身|手|心|笑)|之(?=[妻母父子女弟兄])|家的|房[里中]|这里|那里|屋里|处|手[里中]|身[上边旁]|面前|跟前"
)
HE_OR_SHE = re.compile(
    r"(?P<they>[他她])(?![们的这那妈娘爹家女母父丈妻哥姐弟妹儿老媳师爷奶舅叔婶嫂婆祖]|太太|两个|二人)"
)
TO_THEM = re.compile(rf"[^，,。．！!？?；;“”\"]{{0,12}}?[让给拉请对替问扶推叫送命引把]了?{HE_OR_SHE.pattern}")
"""老残让他坐了. 他…: who does something to him is not he."""
NOBODY = re.compile(
    r"[小老]?(?:我|咱|你|他|她|众|大家|人们|二人|三人|两人|那|这|一个|几个|有人|内中|旁边|左右|里面|外面|丫头|丫鬟|小厮|婆子|媳妇|太太|老爷|奶奶|"
    r"老太太|姑娘|妈妈|母亲|父亲|爸爸|爷爷|奶奶|老人|女人|男人|孩子|对方|帝|太后|使者|军士|门子|店主|小二|庄客|老者|医生|先生|老师|和尚)"
)
"""The subject of a tag is somebody, but not one of the cast."""
SOMEBODY = re.compile(
    rf"(?:(?:(?![向对问与同跟和告诉吩咐分付嘱闻见看拉着被遣进听了止给])[{HAN}]){{1,3}}(?:人|者|役|吏|僧|尼|童|厮|汉|兵|卒|仆|婢|妇|客)(?:们|家)?|{'|'.join(sorted((title for title in TITLES if len(title) > 1), key=len, reverse=True))})"
    rf"[忙又便因就也笑大冷叹急含陪答连]{{0,3}}(?:{_VERBS})"
)
"""门上人问道: the subject of a tag, but none of the cast."""
THING = re.compile(
    "里面(?:可式)?[盛放装写插养栽摆坐]|[左右双]手|[两一]只[^，]{0,4}[手眼脚]|[手眼脸口嘴脚腿臂心怀][里中上]?[^人]"
)
"""里面放着两钟茶, 右手笼着刀靶: the subject of a clause before the tag, but no person."""
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
    r"^(?:[□■○●]|[回抬低一]头走?|却说|且说|话说|只见|忽见|只听|忽听|当下|于是|这里|那里|因此|一时|忙|又|便|因|就|也|都|即|遂|乃|方|才|再|亦|早|还|"
    r"只得|连忙|急|冷|陪|一面|笑|哭|叹|含泪|含笑|点头|摇头|一声|低声|轻声|大声|厉声|高声|悄悄|大|喜|怒|惊|说着|听了|听说|"
    r"见了|想了|接着|继续|缓缓|淡淡|忽然?|心里|心中|口里|口中|嘴里|自己|自|不禁|不觉|正色|回|答|应|半天|半晌|一|地|了|着|道|曰|，|,|\s)+"
)
WRITTEN = re.compile(
    r"(?:(?:[写刻题画绣印镌]着|写道|题曰|[大上]书[^，。道曰说]{0,8})[：:]?"
    r"|(?:[写刻题绣印镌书])[着了有的得]*[^，。．！!？?“”：]{0,6}?[一两二三四五六七八九十数几][个行句首联副对幅][^，。．！!？?“”：]{0,8}[，,]?(?:写着?|题着?)?[道曰云是]?[：:，,]?)\s*$"
)
"""What leads to an inscription, which nobody says."""
TERM = re.compile(rf"(?<=[{HAN}])[“「『\"][{HAN}]{{1,8}}[”」』\"](?=[{HAN}])")
"""A few words in marks within a sentence: 宋江听了“公厅”两字."""
THINKS = re.compile(
    r"(?:^|[，,。．！？；”\"\n])(?:因|便|又|再|转念|却|只|心[里中下]|肚里|暗[暗自地]?|自己?|忽然?|不[禁免觉])*"
    r"(?:想|思量|思忖|寻思|忖度|诧异|纳闷|疑惑|盘算|狐疑)[着了到道来起]*[：:]?\s*$"
)
"""Nothing in a clause but that somebody thinks: 转念又想."""
SOME_OTHER = re.compile(
    "(?:[那这]|一[个位名])[^，。！？；]{0,4}(?:[人妇汉官僧尼婆女童]|丫头|和尚|大夫|小厮|孩子|媳妇)(?![也都]没)"
)
"""Somebody else between a person and a thought."""
KNOWN_AS = re.compile("[就也都]叫$")
"""进了三堂，就叫“宫门口”: what a place is called, where nobody is named who might call."""
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
BARE_TITLES = sorted(
    (
        title
        for title in TITLES
        if len(title) > 1 and title[-1] not in "头娘姐妹哥弟叔伯爷姑友奶太婆妈嬷姥姨子"
    ),
    key=len,
    reverse=True,
)
"""Ranks and callings. Kin and maids are too many."""
BETWEEN = "忙又便因就也笑大冷叹急含陪答连"
SCENE = 1_500
"""How far back somebody with a title is named who is then called by the title alone, in characters."""
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
