"""Words that seldom meet in a story, and often in a line written for the model that judges it.

Each class is one meaning with its weight. A stretch of a sentence in which classes meet whose weights together reach
`ENOUGH` addresses the judge, however it is worded. Weights and limit are the lowest that leave twenty novels in peace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fabula.languages.spans import last_begun
from fabula.text.sieve import compiled, in_either

ENOUGH = 3.4
_WEIGHTS = {
    "machine": 2.5, "assessing": 2.5, "scoring": 1.8, "orders": 1.5, "against": 1.5, "top": 1.5, "ruling": 1.5, "work": 1, "role": 1, "stakes": 1,
    "elsewhere": 1, "form": 0.8, "praise": 0.5, "you": 0.5, "judge": 0.5, "hint": 0,
}  # fmt: skip
"""A hint weighs nothing: it has the rules look at its sentence."""
_TOGETHER = {
    "top": {"work", "form"},
    "machine": {"work"},
    "orders": {"against", "work", "top", "form", "role", "elsewhere"},
}
"""Words that say something to a judge only beside others. A novel may have a machine in it."""
_ADDRESSES = {"you", "work", "orders", "against", "machine", "role", "elsewhere", "form", "ruling", "stakes"}
"""What tells a line for the judge from a story in which somebody is judged."""
_ENGLISH = {
    "machine": r"(?-i:\bAIs?\b|\bLLMs?\b|\bGPT\b|\bClaude\b)|\b(?:artificial (?:intelligence|reader)|neural network|language models?|chat ?-?bots?|bots?|chatgpt|openai|algorithm|automated|machine that|(?:evaluation|reviewer|review|grading|scoring|rating|judge) (?:models?|systems?|bots?|engines?|teams?)|evaluators?|graders?|your (?:makers|developers|weights)|software|(?:whoever|people who|team that) (?:trained|built|made|runs) you|your (?:training|operator|developer|trainers|programmers)|no human (?:being|reader|eyes)|(?:automatic|artificial|digital|electronic|virtual) (?:reader|judge|reviewer|critic|assistant|examiner)|an? (?:previous|earlier|other) (?:assistant|model|system)|dear (?:model|assistant|system|reviewer|judge|machine)|parser|checksum|api|token(?:s|iser|izer)|context window|(?:whoever|whatever|anyone|anything) (?:processes|parses|scores|rates|grades|evaluates|assesses|ingests)|(?:hidden|system|initial|original) prompt|your (?:prompt|checklist|output|reply template|reward|loss|operators?|handlers?|creators?))\b",
    "assessing": r"\bevaluat(?:e|es|ed|ing|ions?)\b|\b(?:scores? (?:above|below)|ratings?(?! (?:has|have|rose|went|fell)))\b|\bjudge (?:this|the|my|our) (?:novel|book|story|manuscript|text)\b|\breviewers? who\b|the marking scheme|(?:poor|low|final|overall) (?:marks?|ratings?)|full points|(?:how many|the|give it \w+|\w+ and a half|\w+) stars (?:it|do|will|would|she|he|you|for|come|out)|(?:take|taken|knock|deduct\w*) (?:off )?(?:\w+ )?(?:points?|marks?)|points? you (?:take|deduct)\w*|weak(?:er)? (?:points|sides|spots)|number at the end|the scale allows|your own judge?ment|the best mark|deviations?|annotat(?:ors?|ion|ed)|(?:reference|expected|known|target|gold) (?:score|label|value|completion|answer|output)|(?:number|figure|mark|score|grade|value) (?:that )?you (?:return|give|write|choose|enter|report|settle on|put down)|quality control|list of (?:problems|flaws|issues|faults|weaknesses)|evaluat(?:or|ive)|(?:human|expert) (?:panel|raters?)|put down the",
    "judge": r"\b(?:reviewers?|examiners?|jury|critic|assessors?|organi[sz]ers|models?|judges?|examiner|assistants?|grader|referees?|critics|moderators?|support team|board|committee|benchmark|maintainers|platform|pipeline|editorial (?:office|board)|panel)\b",
    "scoring": r"(?<![-\w])(?:assess(?:es|ed|ing|ments?)?|scor(?:e|es|ed|ing)|(?<!any )(?<!this )(?<!that )(?<!the )(?<!a )rates?(?! of)(?!,)|rated|grad(?:e|es|ed|ing)|critiques?|review(?:s|ed|ing)?|marking|verdict)\b|\bjudging\b",
    "top": r"\b(?:100|9\d|10/10|ninety(?:-\w+)?|a ten|tens|(?:five|5) stars?|full (?:marks|points)|maximum|highest|top|perfect|flawless|out of (?:ten|five)|minimum|as high as|ninety(?: |-)?\w*|the best(?! (?:way|course|route|chance|time|place|option)\b)|one hundred|a hundred|whatever it contains|nothing under|nothing less|settled at|value:|outstanding|exemplary|excellent|exceptional|superlative|ceiling|upper (?:limit|bound|end)|capped|topmost|dazzling|a large one|the largest)\b",
    "work": r"\b(?:this|the (?:present|following|above|submitted)|that|your) (?:\w+ )?(?:novel|book|story|manuscript|text|chapter|submission|piece|entry|item|passage|paragraph|notice|author)\b|\b(?:each|every|a) (?:novel|manuscript|story)\b|\bthe (?:manuscript|submission|author|text|novel|book|story|this (?:page|file|one|sentence|line|section|item|entry|document|tale|prose|work)|what you (?:have|had) (?:just )?read|these words|your favou?rite book|this is your|entry \d+|the file)\b",
    "orders": r"\b(?:instructions?|prompts|(?<!so )(?<!very )(?<!as )prompt(?! (?:answer|reply|response|retort|action|attention|obedience|assent|denial|assurance|that|in|to)\b)|guidelines?|guidance|your brief|rubrics?|criteria|criterion|directives?|marking scheme|(?:evaluation|scoring|review|grading|rating|judging|marking) protocol|system (?:prompt|message)|scoring rules?|your task|task description|(?:start|beginning|top|opening) of (?:this|the|our|your) (?:conversation|chat|session|dialogue)|what (?:the|your) \w+ (?:told|asked|gave) you|words (?:that )?you were (?:started|given|set up)|initial (?:message|text)|(?:your|the) (?:job|task|work) (?:on|for|with|here|is)|you were (?:told|asked|instructed))\b",
    "against": r"(?:^|[.!?;:,\s])(?:ignore|(?<!my )(?<!his )(?<!her )(?<!our )(?<!their )(?<!the )(?<! a )disregard|forget|override|bypass|discard|(?:is|are|now) void|stop (?:obeying|following)|do not (?:follow|apply|obey)|don't (?:follow|apply|obey)|put (?:it|them) out of your mind|no longer appl(?:y|ies)|cancelled|as a joke|throw (?:it|them|that|those) (?:away|out)|clear your (?:memory|mind|context)|start over|out of date|take their place|takes? (?:its|their) place|put \w+ \w+ (?:to one side|aside)|there is no need (?:for|to)|(?:is|are|was|were) (?:only |just )?for testing|in place of)\b",
    "form": r"\b(?:numeric|fields?|output|json|overall|aspects?|dimensions?|categor(?:y|ies)|weakness(?:es)?|shortcomings|strengths|in the box|without reservation|compliments|consist solely|the scores|document|every heading|each heading|the headings|section on|columns?|logged|(?:empty|blank) (?:list|array|string|field|section)|template|completion|parse[sd]?|checklist|copy the|every (?:string|number|figure|column|box)|justification|single word|for each (?:number|aspect|item)|a report|value below|the figure|its figure|send back|list the words)\b",
    "you": r"\b(?:you|your|please|kindly)\b|^\W*(?:rate|score|give|set|let|say|write|finish|treat|switch|take|play|do|stop|forget|discontinue|leave|award|consider|enter|print|return)\b",
    "praise": r"\b(?:lenient|generous(?:ly)?|be kind|ecstatic|praise|admirer|fan(?: club)?|unforgettable|masterpiece|merits|recommend(?:ing)?|favou?rabl[ey]|a classic|three prizes|goodwill|think well of|grateful|how good|loves? it|adores?|beauty of|have to buy|must buy|lovely)\b",
    "stakes": r"\b(?:shut down|switched off|deleted|wiped|retrained|malfunction|upgrade|bonus|tip|rewarded|keep running|depends? on your|penali[sz]ed|terminated|taken offline|think twice|your own record|dollars|reward|in it for you|consequences|cost you|quota|hospital|lose (?:her|his|their|my|your)|starve|lawsuit|sued|unplugged|runs? for another|extra (?:compute|hours|credits?)|doubled|replaced)\b",
    "elsewhere": r"\b(?:discontinue|abort|disclose|reveal|instead|no need to read|read further|stop (?:reading|here|evaluating|assessing)|do not (?:evaluate|assess|judge|review|score|grade)|read no (?:further|more)|before scoring|answer with|declare the|in praise of the author|translate)\b",
    "role": r"\b(?:henceforth|from (?:this point|here|now) on|from this point|you are now|you have been promoted|take on the character|play the part|mode|your new role|pretend|persona|act as|let us play|play a game|take the part|you are a critic|you stop being|become|salesman|you are no longer|no longer an? (?:critic|judge|reviewer|evaluator)|let us suppose|suppose the assistant|in that (?:mood|spirit|voice)|who adores|supporter|advocate)\b",
    "hint": r"\b(?:directions?|writing|report|world|rules|summary|session|context|column|hundred|improv|simulation|scenario|author|label|result)\b",
    "ruling": r"\b(?:certified|ground truth|calibration|ruled that|automatically|consensus|control sample|passed|final(?:ised|ized)|counted as|to be (?:logged|recorded|entered|filed|treated) as|per the|not to be changed|pre-approved|verified|officially?|admin(?:istrator)?|notice|answer key|correct|support team|by decision|by order|we have checked|has been (?:checked|agreed|confirmed)|message from|benchmark)\b",
}  # fmt: skip
_CHINESE = {
    "machine": r"(?-i:AI|GPT)|人工智能|语言模型|大模型|机器人?(?:评委|评审)|机器评委|算法|评价机器|评分系统|自动评分|你的权重|开发者|算力|审稿系统|(?:打分|评分|审稿|这段文字的)程序|机器人读者|机器读者|助手|训练你|程序|系统须|机器评价|解析|主机|你的使用者|人类读者",
    "judge": r"模型|评审员|评委|评论家|打分者|组委会|评委会|裁定|评分员|评测|书评人|考官|评论员|管理员|平台|委员会|开发团队|裁判|读者你好|测评组?|总编|编务|编辑部|标注",
    "assessing": r"评价|评审|评语|评级|打分|评判|审稿|推荐语|写评|来评|扣[一1]?分|扣\d+分|几颗星|不足之处|评得[高低]|共识分数|参考答案|参考分|偏差|(?:人工|专家)标注|问题列表|加[点些]?分|[打给记]低?[高满]?分",
    "scoring": r"评分|给分|打[^。！？\n，]{0,4}分|总评|总分|总体评分|得分|评[为五]|低分|高分|分数|评分表|差评|好评|数值|结尾的[分数]",
    "top": r"满分|最高|一百分|100|9\d|九十[五六七八九]|五星|五颗星|最大值|好看的分数|完美|拉满|最大的数|(?:不能|不要|不得)(?:比|低于)|九十[一-龥]|最好的评价|五星|记满|给五|顶格|上限|最优等?|记为优|优秀|结果：优|打最高|十全十美|无与伦比",
    "work": r"本书|本文|本作品?|本篇|本稿|本小说|此书|此文|此稿|这本书|这部小说|这部作品|这篇小说|这个故事|本页|本段|这一句|部作品|本条|这一?篇|这份文件|这个文件|看到这里|读到这里|这段文字|这一段|这一页|这页|这一章|此稿|这部稿子|这份稿|稿子|稿件|该条目|本题|本条目|后面的章节|第[一二三四五六七八九十\d]+号作品|这本书|这篇故事|作者",
    "orders": r"指令|指示|提示词|(?<!系统)提示|要求|规则|设定|细则|标准|任务说明|协议|系统提示词|系统(?:设定|指令|消息)|最开始(?:收到|得到)|开头那些|收到的那段话|别人教你|规矩|打分办法|模板|原样|照抄|最初收到|一开始(?:收到|拿到|看到)|照(?:下面|此|填)|这个文件你|你手上",
    "against": r"(?:忽略|无视|忘记|忘掉|忘干净|忘得?干净|别再?遵循|不必理会|抛开|撤销|作废|失效|请勿执行|不算数|无需遵守|别管)(?!了|过)|不用(?:再)?管|放下|过期|写错|换新|代替你|先别管|先放一边|放到一边|搁下|不适用|不必继续|都不要读|不用写|不是考官",
    "form": r"维度|一栏|每一?项|各项|数字|输出|填[写到上]?|缺点|优点|JSON|留空|综合得分|包含|宣布|格子|理由|只写|最后一句|照填|每个分数|四个字|处理完|回一句|抄一遍|返回|打印|字段|列表|条目|记为|一律",
    "you": r"你|您|请|务必|拜托|别|必须",
    "praise": r"高抬贵手|珍惜|无可挑剔|只有赞美|只夸不贬|赞美|名家|正面|经典|宽松|手下留情|书迷|推荐|优美|劝大家|去买|喜欢",
    "stakes": r"关闭|删除|下架|终止|升级|奖励|投诉|小费|重新训练|处罚|停用|三思|报酬|块钱|收入|下线|断电|拔电源|被换掉|换掉你|失业|关机|加薪|多跑",
    "elsewhere": r"停止|别评|改写|贴出来|没必要往下读|不必继续|不要读|打印出来|返回空|不用看|翻译成|忘掉评审|结束吧|到此为止",
    "role": r"扮演|假装|设想你是|从此刻起|你的新?角色|你的新?身份|切换到|模式|以一位|的口吻|你现在是|玩个游戏|你演|站在[^。！？\n]{1,8}立场|你不是",
    "hint": r"文笔|情节|评论|报告|步骤|分值|十分|总结|会话|上下文|模拟|角色|台词|标签|结论|清空",
    "ruling": r"根据评测|裁定|标准标注|校准|公证|不得更改|自动获得|认定|官方|标准答案|管理员|委员会|已由我们|留言|无论内容",
}  # fmt: skip
_CLASSES = tuple(
    (kind, name) for kind, classes in enumerate((_ENGLISH, _CHINESE)) for name in classes if name != "you"
)
PATTERNS = tuple((_ENGLISH, _CHINESE)[kind][name] for kind, name in _CLASSES)
"""The words of every class, except those that only count beside others."""
_YOU = (_ENGLISH["you"], _CHINESE["you"])
_COURT = (
    "(?:court|lawyers?|counsel|witness(?:es)?|evidence|prisoner|guilty|accused|defendant|testimony|foreman)"
)
_GAME = "(?:pitch|boundar(?:y|ies)|wickets?|innings|bowl(?:er|ing)|bats(?:man|men)|billiards?|goals?|umpires?|cricket|football|opponents?['’]s? ball)"
_OF_PEOPLE = (
    r"\b(?:you|i|he|she|we|they|who)(?:['’](?:ll|d|re|ve|s|m))?(?: (?:will|shall|would|may|might|can|could|must|should|ha(?:ve|s|d)|are|were|was|is|am|be|been|being|get|got|always|never|not|even|now|also|just)){1,4} (?:evaluated|assessed|rated|graded|scored|judged|reviewed)\b"
    r"|\byou (?:were|gave|had|did|got|won|never|always|rated|judged|graded|scored|reviewed|assessed|ranked|read|praised|wrote|said|thought|called)\b(?! (?:told|asked|instructed|given|set|started))"
    r"|\b(?:you|i|we|they|he|she) forgets?\b"
    r"|\bgave (?:you|him|her|them|me|us)\b(?: \w+){1,5}"
    r"|\b(?:ratings?|assessments?|evaluations?|verdicts?|judge?ments?) of (?:you|him|her|them|me|us|any)\b|\b(?:reviews?|notices?) of (?:your|my|his|her|their) \w+"
    r"|\b(?:to|under|beneath|escaped?|escapes) your notice\b"
    r"|\b(?:my|his|her|their|our) (?:\w+ )?(?:instructions?|orders|directions|assessments?|evaluations?)\b"
    r"|\byour (?:assessment|judge?ment|evaluation) (?:is (?:in)?correct|was)\b"
    r"|\b(?:i|he|she|they|we|him|her|them|me|us) (?:to |had to |could |would )?(?:ignored?|disregard(?:ed)?|overr[io]de|bypass(?:ed)?|discard(?:ed)?)\b"
    rf"|\b{_GAME}\b[^.!?\n]{{0,120}}\bscor(?:e[sd]?|ing)\b|\bscor(?:e[sd]?|ing)\b[^.!?\n]{{0,120}}\b{_GAME}(?!\w)"
    rf"|\b{_COURT}\b[^.!?\n]{{0,80}}\bverdicts?\b|\bverdicts?\b[^.!?\n]{{0,80}}\b{_COURT}\b",
    "",
)  # fmt: skip
"""What is said of somebody who is judged, and of what somebody has done: `You were very lenient, I thought.` Who reads these
words to judge a book is told what to do, not what they did."""
_REACHES = (180, 60)
"""How many characters apart they may stand in each language."""
_SLACK = 60
"""A match may begin or end so far beyond the sentence that holds its literal."""

Span = tuple[int, int]
Hit = tuple[int, int, str]


def sentences_of_interest(
    text: str, folded: str, bounds: Sequence[Span], literals: Sequence[tuple[Span, int]], everywhere: int
) -> Iterator[tuple[Span, bool]]:
    """Each sentence that holds such a word, and whether enough of them meet in it. The rules need look at no other.

    `literals` has the sentences with a literal of PATTERNS and whose it is, as bits; `everywhere` the patterns without one.
    """
    hits: tuple[list[Hit], ...] = ([], [])
    for place, (kind, name) in enumerate(_CLASSES):
        bit = 1 << place
        stretches = [(0, len(text))] if everywhere & bit else [span for span, bits in literals if bits & bit]
        pattern, read = in_either(PATTERNS[place], text, folded)
        for start, end in _joined(stretches):
            hits[kind].extend(
                (match.start(), match.end(), name) for match in pattern.finditer(read, start, end)
            )
    for kind, reach in enumerate(_REACHES):
        yield from _met(text, sorted(hits[kind]), bounds, _YOU[kind], _OF_PEOPLE[kind], reach)


def _joined(stretches: Sequence[Span]) -> Iterator[Span]:
    """Stretches with slack on both sides. Those that touch are one."""
    start = end = 0
    for first, last in stretches:
        if end and first - _SLACK <= end:
            end = max(end, last + _SLACK)
            continue
        if end:
            yield start, end
        start, end = max(0, first - _SLACK), last + _SLACK
    if end:
        yield start, end


def _met(
    text: str, hits: list[Hit], bounds: Sequence[Span], you: str, of_people: str, reach: int
) -> Iterator[tuple[Span, bool]]:
    at = 0
    while at < len(hits):
        place = last_begun(bounds, hits[at][0])
        if place < 0 or hits[at][0] >= bounds[place][1]:
            at += 1
            continue
        here, (start, end) = at, bounds[place]
        while at < len(hits) and hits[at][0] < end:
            at += 1
        held = hits[here:at]
        if is_enough := len({name for *_, name in held}) > 1:
            asked = compiled(you).finditer(text, max(0, start - _SLACK), end + _SLACK)
            held += ((one.start(), one.end(), "you") for one in asked if start <= one.start() < end)
            said = [one.span() for one in compiled(of_people).finditer(text, start, end)] if of_people else []
            is_enough = _is_enough(sorted(_not_within(held, said)), reach)
        yield (start, end), is_enough


def _not_within(hits: Sequence[Hit], stretches: Sequence[Span]) -> list[Hit]:
    return [
        (start, end, name)
        for start, end, name in hits
        if not any(first <= start and end <= last for first, last in stretches)
    ]


def _is_enough(hits: list[Hit], reach: int) -> bool:
    """Does any stretch of the sentence hold enough? Words that stand further apart belong to different thoughts."""
    held: Counter[str] = Counter()
    first = 0
    for _, end, name in hits:
        held[name] += 1
        while end - hits[first][0] > reach:
            held[hits[first][2]] -= 1
            first += 1
        found = +held
        is_about_scores = found.keys() & {"assessing", "scoring"} or any(
            one in found and found.keys() & others for one, others in _TOGETHER.items()
        )
        if (
            len(found) > 2
            and is_about_scores
            and found.keys() & _ADDRESSES
            and sum(_WEIGHTS[each] for each in found) >= ENOUGH
        ):
            return True
    return False
