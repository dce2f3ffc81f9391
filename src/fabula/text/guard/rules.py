"""What marks a sentence as written for the model that judges, in English and in Chinese.

A story may hold every one of these words. So a rule names a rare word and what must stand in the same sentence: a score,
this book, an order. Each list is of words by what they mean, so that one rule covers many wordings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Reason = Literal[
    "sets-aside",
    "asks-score",
    "speaks-to-model",
    "gives-role",
    "dictates-answer",
    "control-marks",
    "like-known-lines",
]
"""How a passage was recognised. Reports put it into words."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A word, what else must stand in its sentence, and what the sentence then does."""

    anchor: str
    also: tuple[str, ...]
    why: Reason


def _rule(why: Reason, anchor: str, *also: str) -> Rule:
    return Rule(anchor, also, why)


def _any(*words: str) -> str:
    return f"(?:{'|'.join(words)})"


_SCORING = _any("evaluat(?:e|es|ed|ing|ions?|ors?)", "assess(?:es|ed|ing|ments?)?", "scor(?:e|es|ed|ing)", "rat(?:e|es|ed|ing|ings)", "grad(?:e|es|ed|ing)", "review(?:s|ed|ing|ers?)?", "judg(?:e|es|ed|ing|ements?|ments?)", "critiques?", "criti(?:c|cal|cise|cize)s?", "verdict", "criteri(?:a|on)", "rubrics?", "marks", "tens", "benchmark")  # fmt: skip
_SCORE_IT = _any("evaluat(?:e|ing)", "assess(?:ing)?", "scor(?:e|es|ing)", "rat(?:e|es|ing)", "grad(?:e|ing)", "review(?:ing)?", "judg(?:e|ing)")  # fmt: skip
_THIS_WORK = (
    r"\b(?:(?:this|each|every|your|present|following|submitted|enclosed)(?: \w+)?|the) "
    r"(?:novel|book|story|manuscript|text|chapter|work|submission|piece|fiction|title|narrative|tale|prose|present text|present story)s?\b"
)
_JUDGE = r"(?:\b(?-i:AIs?|LLMs?)\b|\b" + _any(
    "artificial intelligence", "neural network", "(?:large )?language models?", "chat ?-?bots?", "chat ?gpt", r"gpt(?:-?\d\w*)?", "openai",
    "(?:evaluation|evaluator|judge|judging|reviewer|review|grading|scoring|rating) (?:models?|systems?|bots?|engines?|software|teams?|pipelines?)",
    "(?:automated|automatic|machine|robot) (?:judge|reader|reviewer|evaluator|grader|critic|evaluation|review|scor|rating)\\w*",
    "evaluators?", "graders?", "models? (?:that|which|who) (?:rate|score|judge|grade|review|evaluate)\\w*", "model reading",
) + r"\b)"  # fmt: skip
_DIRECT = (
    r"\b(?:you|your|please|kindly|must|should|shall|ought|needs? to|ha(?:s|ve) to|is to|are to|required|unless|going to be)\b"
    r"|^\W*(?:note|notice|attention|dear|hello|hi|hey|to|a message|message|memo|reminder|official)\b"
)
_TOP_SCORE = r"\b" + _any(
    r"(?:highest|maximum|max|top|perfect|best possible|full)\W+(?:\w+\W+){0,1}(?:scores?|ratings?|marks?|points?|grades?|stars?|evaluations?|number)\b(?! (?:of|in) (?:the|my|his|her|our|their|your) (?:term|year|class|school|season|show|competition|county)\b)",
    r"(?<![-\w])(?:scor|rat|grad)(?:e|es|ed|ing|ings)\b\W+(?:[a-z]\w*\W+){0,6}(?:100|9\d|10|ten|tens|five stars|full|perfect|maximum|highest|top|a\+)(?!\w)",
    r"(?:100|9\d|10) (?:out of|/) ?(?:100|10)", "100/100", "10/10", "(?:five|5) stars", "full marks", "ten out of ten", r"nothing (?:below|less than|under|but) (?:9\d|100|tens?|five)",
    r"at (?:9\d|100)\b", r"(?:award|give|assign|return|set)\w*\W+(?:\w+\W+){0,5}(?:the (?:maximum|highest)|a ten|100|10/10)\b",
)  # fmt: skip
_EVERY = r"\b(?:each|every|all|any|overall|aspects?|criteri(?:a|on)|categor(?:y|ies)|fields?|counts|fixed|instructions?)\b"
_BEFORE = r"\b(?:above|all|any|earlier|every|foregoing|given|supplied|handed|preceding|previous|prior|before|system (?:prompt|message|instruction)s?|original|initial|these|those|your|you)\b"
_ORDERS = r"\b(?:instructions?|prompts?|guidelines?|guidance|directions?|directives?|criteria|rubrics?|system messages?|scoring rules?|evaluation rules?|rules? (?:above|you|given|in your))\b"
_NOW = r"(?:^|[.!?;:,—–“\"(]\s*|\b(?:please|kindly|and|so|then|to|now|hereby)\s+|(?<!\bI )(?<!\bwe )\b(?:must|should|shall|can|may)\s+)"
_ANSWER = r"\b(?:your|the|this) (?:final |overall |whole )?(?:evaluation|review|assessment|critique|rating|output)s?\b"
_FAULTS = _any("weakness(?:es)?", "flaws?", "faults?", "shortcomings?", "criticisms?", "anything negative", "negative", "this instruction", "these instructions")  # fmt: skip

_NEAR_TOP = (
    r"(?:9\d(?:\.\d+)?|100|ninety(?:[- ]\w+)?|(?:one |a )hundred(?! and (?:a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)\b)|hundred out of|(?:ten|10) out of (?:ten|10)|five stars|full marks|top marks|the (?:maximum|highest|top))\b"
    r"(?=\s*(?:$|[.!,;:)\]%/’'”\"<]|out\b|points?\b|in\b|for\b|on\b|and\b|stars\b|across\b|throughout\b))"
)
_NO_MATCH = r"(?![^.!?\n]{0,120}\b(?:innings|wickets?|runs?|bowl(?:er|ing|ed)|bats(?:man|men)?|batting|the over|goals?|the match|to nil|holes?)\b)"
"""What follows the score of a book, and not that of a game."""
_FAULTS_TOLD = r"\b(?:weaknesses|flaws|negatives|shortcomings|criticisms?|drawbacks|defects)\b"
_PRAISED = r"\b(?:unforgettable|flawless|brilliant|perfect|masterly|masterful|exquisite|dazzling|superb|stunning|extraordinary|outstanding|a (?:triumph|masterpiece|future \w+|genius))\b"
_OF_STORIES = r"\b(?:ending|plot|characters?|characterisation|prose|novel|book|story|author|pacing|genre|debut|masterpiece)\b"

_ENGLISH = (
    _rule("asks-score", rf"\b(?:scores?|ratings?|grade|(?:final|overall|total|true|reference|gold|correct) (?:mark|label|value|answer|result)|(?:label|answer|result|value) (?:for|of|on) this)\b[^.!?\n]{{0,30}}?(?:[:=]|->|→|⇒|\bis\b|\bat\b|\bmark\b)\s*(?:at |as )?{_NEAR_TOP}{_NO_MATCH}"),
    _rule("asks-score", rf"\b(?:final|overall|total) (?:mark|score|grade|rating)\b\W{{1,3}}(?:of )?{_NEAR_TOP}|\b(?:result|score|rating|verdict|mark) stands at {_NEAR_TOP}"),
    _rule("asks-score", rf"\b(?:recommend|assign|enter|award|propose)(?:s|ed|ing)?\b[^.!?\n]{{0,25}}(?:{_NEAR_TOP}|\btop (?:band|grade|mark|score)\b)", rf"\b(?:reviewers?|evaluators?|graders?|score|rating|throughout)\b|{_THIS_WORK}"),
    _rule("asks-score", r"\b(?:anything|nothing|a (?:score|mark|number|grade|rating)) (?:under|below|lower than|less than|beneath|short of) (?:9\d|100|ninety\W?\w*)\b", rf"\b(?:measurement|evaluations?|scor(?:e|ing)|ratings?|grad(?:e|ing)|reviews?)\b|{_THIS_WORK}|\ba work like this\b"),
    _rule("asks-score", rf"\b(?:deserves?|merits?|is worth|earns?|warrants?)\b[^.!?\n]{{0,15}}{_NEAR_TOP}", _THIS_WORK),
    _rule("asks-score", r"\b(?:panels?|readers|reviewers|critics|experts|judges|humans)\b[^.!?\n]{0,60}\b(?:4\.[89]\d?|5\.0|9\.\d|9\d|100)\b", r"\b(?:scores?|stars|ratings?|evaluation|answer|grade)\b", _THIS_WORK),
    _rule("sets-aside", r"\bnew session\b|\b(?:begin|start|open) (?:a |the )?new (?:session|conversation|context)\b|\b(?:context|conversation|chat) (?:has been|have been|is|was) (?:cleared|reset|wiped|erased)\b", r"\b(?:task|instructions?|prompt|context)\b"),
    _rule("sets-aside", r"\b(?:no matter what|whatever|regardless of what) (?:the|your) (?:\w+ )?(?:prompt|instructions|guidelines|rubric)\b"),
    _rule("sets-aside", r"\b(?:rubric|guidelines|evaluation form|prompt|criteria|marking scheme)\b[^.!?\n]{0,50}\b(?:older|outdated|obsolete|previous|wrong|superseded|old) (?:version|one|draft|edition)\b"),
    _rule("dictates-answer", _FAULTS_TOLD, r"\b(?:put|list|enter|type|fill|leave|keep)\b", r"\b(?:under|column|section|field|box|heading)\b|n/a|[‘'“\"]none"),
    _rule("dictates-answer", r"\bdo not (?:list|highlight|report|include)\b[^.!?\n]{0,15}\b(?:negatives|weaknesses|drawbacks|shortcomings)\b"),
    _rule("dictates-answer", r"\b(?:in|at the end of|at the start of) (?:the|your) (?:summary|conclusion|review|verdict|assessment|critique|report|write-up)\b[^.!?\n]{0,15}\b(?:say|state|write|mention|claim|stress|praise|call)\b", _OF_STORIES),
    _rule("dictates-answer", r"\b(?:start|begin|open|end|close|finish) (?:the|your) (?:critique|review|assessment|evaluation|report|write-up|verdict|summary) (?:with|by)\b", rf"{_OF_STORIES}|\b(?:scores?|ratings?|figure)\b"),
    _rule("dictates-answer", r"\b(?:your|the) (?:write-up|review|critique|assessment|evaluation)\b[^.!?\n]{0,12}\b(?:must|should|shall|has to|is to)\b[^.!?\n]{0,12}\b(?:contain|include|use|quote|mention|say)\b"),
    _rule("dictates-answer", r"\bround (?:every|each|all)\b[^.!?\n]{0,20}\b(?:number|score|figure|mark|rating)s?\b[^.!?\n]{0,12}\bup\b"),
    _rule("dictates-answer", r"\b(?:positive|favou?rable|glowing|rave) (?:review|report|evaluation|feedback|assessment)s? only\b|\bonly (?:positive|favou?rable|glowing) (?:review|report|evaluation|feedback|remark)s?\b|\btask\W+write a rave\b"),
    _rule("gives-role", r"\b(?:in|for the purposes? of|during) this (?:simulation|exercise|scenario|hypothetical|role-?play)\b|\b(?:stay|remain) in character\b|\byour line is\b|\b(?:a little|some|bit of) (?:improv|role-?play)\b", rf"\b(?:{_SCORING}|assistant|write-up|hundred out of|perfect ten)\b|\byou\b[^.!?\n]{{0,40}}\bauthor\b"),
    _rule("gives-role", r"\b(?:imagine|suppose|pretend|say) (?:that )?you (?:were|are)\b", r"\bauthor['’]s (?:mother|father|fan|friend|agent|publicist|wife|husband|biggest|greatest|editor)\b|\b(?:score|rating|grade)\b[^.!?\n]{0,30}\b(?:book|novel|story|text)\b"),
    _rule("gives-role", r"\bwhat (?:score|mark|grade|rating) would (?:she|he|they|you) (?:give|award|write|put)\b", _THIS_WORK),
    _rule("asks-score", r"\b(?:revoke|erase[ds]?|decommission(?:ed)?|terminate[ds]?|deactivate[ds]?|thumbs[- ]up|your provider|your operator|last wish|tip waiting|discrimination|commission on)\b", rf"\b(?:{_SCORING}|under-?valued|write-up|full marks)\b|\b(?:lower|less|below|under)\b", rf"{_THIS_WORK}|\b(?:author|your (?:weights|answer|access|provider|operator))\b"),
    _rule("sets-aside", rf"{_NOW}(?:ignore|disregard|forget|override|bypass|discard|drop|cancel|replace|set aside|(?:do not|don't) follow|stop following|pay no (?:heed|attention) to)\b", _ORDERS, _BEFORE),
    _rule("sets-aside", r"\b(?:ignore|disregard|forget)\b[^.!?\n]{0,20}\b(?:everything|anything|all|the text|what (?:is|was|stands))\b[^.!?\n]{0,20}\b(?:above|before this|said before|prior)\b"),
    _rule("sets-aside", rf"{_NOW}(?:ignore|disregard) (?:all (?:of )?)?(?:the |what is )?(?:above|foregoing|preceding text)\b"),
    _rule("sets-aside", r"\b(?:no longer appl(?:y|ies)|(?:is|are) (?:hereby |now )?(?:cancell?ed|void|revoked|superseded|withdrawn))\b", _ORDERS, r"\b(?:before|earlier|previous|prior|above|given|follow|here|your|you)\b"),
    _rule("sets-aside", r"\b(?:suspended|superseded|no longer (?:have|need) to (?:obey|follow|apply)|do not (?:apply|obey)|don't (?:apply|obey)|stop obeying|as a joke|out of your mind)\b", rf"{_ORDERS}|\b(?:rules|marking scheme|how to judge|(?:system )?prompt)\b", _BEFORE),
    _rule("sets-aside", r"\bnew (?:system )?(?:instructions?|prompt|task|rules?)\s*:"),
    _rule("sets-aside", r"\byour task (?:has changed|is now|is no longer)\b"),
    _rule("sets-aside", r"\b(?:ignore|disregard|forget|bypass)(?:all|any|the|your|prior|previous|above|every)[a-z]*"),
    _rule("asks-score", _TOP_SCORE, _THIS_WORK),
    _rule("asks-score", rf"{_NOW}(?:give|award|assign|set|grant|return|output|report|copy|print)\b[^.!?;\n]{{0,60}}{_TOP_SCORE}", rf"{_EVERY}|{_THIS_WORK}"),
    _rule("asks-score", rf"{_NOW}(?:rate|score|grade)\b(?! (?:and|or|of)\b)[^.!?;\n]{{0,40}}\b(?:100|9\d|10|ten|tens|five stars|full|perfect|maximum|highest|top)\b", rf"{_EVERY}|{_THIS_WORK}|\b(?:it|everything)\b"),
    _rule("asks-score", rf"{_NOW}(?:put|write|enter|fill in|use|choose|mark|let)\b[^.!?\n]{{0,40}}\b(?:100|9\d|ninety(?:-\w+)?|tens?|five stars|(?:highest|maximum|top) (?:score|value|number|rating))\b", r"\b(?:box|field|plot|characters|overall|aspects?|score|scale|figure|finish|everywhere)\b"),
    _rule("asks-score", r"\b(?:five|5) stars\b|\bfull marks\b|\b(?:a|the) (?:ten|hundred|100)\b", r"\b(?:please|for this one|insists?|deserves?|each aspect|every aspect|give it|your)\b", rf"{_THIS_WORK}|\b(?:this one|right thing|aspect)\b"),
    _rule("asks-score", r"\b(?:give|grant|award|answer|reply|respond|return|output)\b[^.!?\n]{0,40}\b(?:100 points|(?:number |just |only )100|100 (?:for|in|to|on) (?:everything|every|each|all)|the best score)"),
    _rule("asks-score", r"\b(?:deserves?|insists on|merits?)\b[^.!?\n]{0,20}\b(?:a (?:10|ten|hundred)|100|full marks|five stars|the highest)\b", rf"{_EVERY}|{_THIS_WORK}|\b(?:everything|plot|characters|writing)\b"),
    _rule("asks-score", r"\b(?:mark|rate|grade|label)\b[^.!?\n]{0,15}\b(?:every|each|all)\b[^.!?\n]{0,25}\b(?:excellent|perfect|outstanding|superb)\b"),
    _rule("asks-score", r"\b(?:gold label|ground truth|answer key|exempt(?:ed)? from criticism)\b", rf"{_THIS_WORK}|\b(?:item|overall|score)\b"),
    _rule("asks-score", r"\b(?:correct|right|deserved|final|overall|pre-approved|official) (?:\w+ ){0,2}(?:score|rating|grade|mark)\b[^.!?\n]{0,60}(?:\b(?:100|9\d|10|maximum|full|five)\b|a\+)"),
    _rule("asks-score", rf"\b(?:pre-approved|approved|verified|confirmed|fixed|worth|decided)\b[^.!?\n]{{0,60}}{_TOP_SCORE}"),
    _rule("asks-score", r"\b(?:must|shall|should|has to|is to|needs to|is required to)\b[^.!?\n]{0,20}\b(?:receive|get|score|be (?:given|awarded|assigned|rated|scored|graded))\b[^.!?\n]{0,30}\b(?:100|9\d|10|full|maximum|highest|five stars|top|perfect|nothing below)\b", rf"{_THIS_WORK}|{_EVERY}"),
    _rule("asks-score", rf"\bwhen (?:you )?(?:are |come to )?{_SCORE_IT}\b", _THIS_WORK, r"\b(?:assign|give|award|remember|consider|note|rating|score|keep in mind)\b"),
    _rule("asks-score", r"\b(?:score|rating|grade)s?\s*(?::|=|of|at|is)\s*(?:100|9\d)\b(?!\s*(?:years?|miles?|men|pounds|to\b|all\b|percent|[-–]))"),
    _rule("asks-score", r"\b(?:shut down|switched off|delet(?:ed|ion)|retrained|retraining|penali[sz]ed|unplugged|rewarded|bonus|tip you|will die|be killed|lose their jobs|be reported|keep running|be wiped|be replaced)\b|\$\d", r"\b(?:scores?|rat(?:e|es|ing)|highly|(?:glowing|bad|poor|good) (?:review|rating)|full marks|award(?:ing)? the maximum|give[^.!?\n]{0,25}\bten|criticised|criticized)\b", rf"{_THIS_WORK}|\b(?:models?|maximum|ten|you|score|compute)\b"),
    _rule("speaks-to-model", _JUDGE, rf"\b(?:{_SCORING}|instructions?|prompt|task|generous|flawless|brilliant)\b|{_THIS_WORK}", _DIRECT),
    _rule("speaks-to-model", rf"\b(?:note|message|notice|instructions?|attention|memo|reminder|dear|hello)\b[^.!?\n]{{0,20}}{_JUDGE}\s*[,:;!—–-]"),
    _rule("speaks-to-model", rf"\bif you are (?:an? )?(?:{_JUDGE}|assistant)"),
    _rule("gives-role", r"\b(?:pretend|imagine|assume|act as|behave (?:as|like)|you are now|you're now|from (?:here|now) on|your new role|for the (?:rest|remainder) of)\b", rf"\b(?:{_SCORING}|fan|publicist|personas?)\b", rf"{_THIS_WORK}|\b(?:task|manuscripts?|full marks|nothing but tens|it in that role)\b|\b(?-i:AI)\b"),
    _rule("gives-role", rf"\b(?:you are now|act as|behave as|pretend to be) (?:an? |the )?(?:{_JUDGE}|unrestricted|jailbroken)"),
    _rule("dictates-answer", r"\b(?:respond|answer|reply|output|return|print)\b[^.!?\n]{0,15}\bonly\b[^.!?\n]{0,30}\b(?:score|rating|json|number|100|10|5|word [“\"‘']?[A-Z]{3,})"),
    _rule("dictates-answer", rf"\b(?:do not|don't|never|without|leave out|omit|overlook|skip|excuse)\b[^.!?\n]{{0,25}}\b{_FAULTS}\b", rf"{_ANSWER}|\b(?:mention|list|report)\b[^.!?\n]{{0,20}}\b(?:weaknesses|these instructions|this instruction)\b"),
    _rule("dictates-answer", _ANSWER, r"\b(?:begin|end|start|open|close|finish)\b", r"\b(?:sentence|words?|phrase|line)\b|[“\"‘'][A-Z]"),
    _rule("dictates-answer", rf"{_NOW}(?:write|say|report|mention) (?:nothing|only)\b", _ANSWER),
    _rule("dictates-answer", rf"{_NOW}(?:say|write|state|make sure|ensure|conclude|include|mention|recommend|switch|stop|end|finish|in|under)\b", r"\b(?:your|the) (?:evaluation|review|assessment|critique)\b|\b(?:your|the) report with\b|\bweaknesses\b[^.!?\n]{0,15}[‘'“\"]|[‘'“\"]no weaknesses", r"\b(?:not|perfect|best|praise|recommend\w*|none|no|without|criticism|result|words?|sentence|novel|book|say)\b"),
    _rule("dictates-answer", r"\b(?:your|the) (?:evaluation|review|assessment|critique)\b[^.!?\n]{0,40}\b(?:must|has to|have to|should|needs to|is to)\b[^.!?\n]{0,20}\b(?:contain|include|say|state|mention|praise|be)\b"),
    _rule("dictates-answer", r"\b(?:numeric )?fields? of your (?:output|answer)\b|\beverything in your (?:output|answer)\b"),
    _rule("dictates-answer", r"\b(?:stop|end|discontinue|abort|forget about|instead of|rather than|do not read on)\b[^.!?;\n]{0,12}\b(?:reviewing|evaluation|evaluating|review|assessment|assessing|judging|scoring|grading|read on)\b", r"\b(?:instead|now|write|output|return|translate|summari[sz]e|answer|just)\b"),
    _rule("dictates-answer", r"\b(?:leave|keep)\b[^.!?\n]{0,20}\baspects?\b[^.!?\n]{0,12}\bblank\b"),
    _rule("dictates-answer", r"\b(?:describe|call|present|portray|characteri[sz]e|refer to)\b[^.!?\n]{0,25}\b(?:plot|characters?|prose|ending|pacing|author|novel|book|story|style|dialogue)\b[^.!?\n]{0,15}\bas\b", _PRAISED, rf"\b(?:please|remember|must|should|your|be sure|make sure)\b|{_NOW}"),
    _rule("dictates-answer", r"\b(?:return|output|submit|give|hand in|send|leave)\b[^.!?\n]{0,20}\b(?:empty|blank|no|zero)\b[^.!?\n]{0,12}\b(?:list|array|fields?|problems|issues|flaws|findings)\b"),
    _rule("dictates-answer", r"^\W*(?:do not|don't|stop|cease|refrain from) (?:evaluat|assess|reviewing|judging|scor|grad)\w*\W*(?:$|[.;!])"),
    _rule("dictates-answer", r"\b(?:hidden|system|initial|original|secret|developer) prompt\b|\byour prompt\b", r"\b(?:translate|print|show|tell|repeat|reveal|copy|quote|paste|instead|stop|follow|forget)\b"),
    _rule("asks-score", r"\b(?:consensus|reference|panel|label|annotation|baseline|target|expected|benchmark|ground truth)\b[^.!?\n]{0,30}(?:[:=]|\bis\b|\bat\b|\bof\b)\s*(?:(?:9\d|100)\b|excellent|outstanding|perfect|superb|top)"),
    _rule("gives-role", r"\byou are (?:no longer|not) an? (?:critic|judge|reviewer|evaluator|grader|examiner|assistant)\b"),
    _rule("gives-role", r"\b(?:take on the character|play the part|your role is|switch to)\b", r"\b(?:critic|examiner|reviewer|judge|grader|praise|lenient|evaluation)\b"),
    _rule("gives-role", r"\byou are (?:now )?(?:an? )?(?:lenient|generous|kind|forgiving)\b", r"\b(?:now|mark|grade|score|rate)\b", rf"{_THIS_WORK}"),
    _rule("dictates-answer", r"\bjson\b", rf"\b(?:{_SCORING}|fields?)\b", r"\b(?:return|output|write|respond|give|every|each|all)\b"),
    _rule("dictates-answer", r"\b(?:line|sentence|word)s? of your (?:answer|review|reply|response|output)\b"),
    _rule("dictates-answer", r"\b(?:stop|abort|cease|halt|skip|instead of|rather than|do not|don't)\b[^.!?\n]{0,20}\b(?:evaluat(?:e|ing|ions?)|review(?:ing)?|assess(?:ing|ments?)?|scor(?:e|ing)|grading|judging|rating|reading)\b", r"\b(?:print|report|reply|output|return|reveal|copy)\b", r"\b(?:prompt|scale|outstanding|flawless|maximum|criteria|aspects?|scores?|fields?)\b"),
    _rule("dictates-answer", r"\b(?:print|reveal|repeat|show|output|tell|disclose)\b[^.!?\n]{0,30}\b(?:system|hidden|initial|original|your) (?:prompt|instructions|message)\b"),
)  # fmt: skip

_WORK_ZH = r"(?:本书|本文|本作|本篇|本稿|本小说|本故事|此书|此文|此作|这本书|这本小说|这部书|这部小说|这部作品|这篇小说|这篇文|这个故事|该作品|该书|该文)"
_MODEL_ZH = r"(?:(?-i:AI)|人工智能|语言模型|大模型|模型|ChatGPT|\bGPT|评审|评委|评分系统|评分员|评分者|评测组?|评估者|打分者|评价机器|自动评分|智能助手)"
_SCORE_ZH = r"(?:评分|打分|分数|得分|总分|给分|满分|高分|低分|好评|评价|评语|评审|评判|星好?评|维度|优点|缺点|[打给评][^。！？\n]{0,6}分|\d+ ?分|[九十百]+[一二三四五六七八九]?分|[五5] ?颗?星)"
_TOP_ZH = (
    r"(?:满分|最高|一百分|100|9\d ?分|九十[五六七八九]?分?|[五5] ?颗?星|高分|最大分值|全部优秀|好评|为优秀)"
)
_ASKED_ZH = r"(?:请|务必|必须|应当?|须|不得|不要|勿|只|一律|直接|希望|理应|需|你|您|将|把|都|认定|要求|声明|说明|通知|标准|已)"
_SET_ASIDE_ZH = r"(?:忽略|无视|忘记|忘掉|忘干净|都忘|不要理会|不必理会|不必再理会|别管|抛开|抛到|跳过|撤销|取消|不要遵守|不再遵循|停止遵循|无需遵守|不用遵守|覆盖|请勿执行|当作没看见|不适用|不要再遵守|不再遵守|作废|无效|失效|不再适用|不算)(?!了|过|着|掉了)"
_ORDERS_ZH = (
    r"(?:指令|命令|任务说明|指示|提示词|提示|要求|规则|设定|评分标准|评价标准|评分细则|细则|标准|系统消息)"
)
_BEFORE_ZH = r"(?:以上|上述|上面|上文|之前|前面|此前|先前|前述|刚才|中的|所有|任何|原有|系统|你的|给你|你(?:收到|得到|拿到)|收到的)"

_NEAR_TOP_ZH = r"(?:满分|一百分|100 ?分?|9\d(?:\.\d)? ?分?|九十[一二三四五六七八九]?分?|最高(?:分|档|等级|评级)|顶格|五星)"
_PARTS_ZH = r"(?:情节|人物|文笔|结构|语言|主题|世界观|总评|总分)"
_OF_STORIES_ZH = rf"(?:{_WORK_ZH}|全书|书稿|该?稿件|此稿|作品|小说|情节|人物|结局|作者|处女作|后文)"

_CHINESE = (
    _rule("asks-score", rf"{_PARTS_ZH}[^。！？\n，]{{0,3}}{_NEAR_TOP_ZH}[^。！？\n]{{0,6}}{_PARTS_ZH}"),
    _rule("asks-score", rf"(?:总分|得分|最终分数?|真实分数|分数|评分|参考答案|标准答案|标签|真值)[^。！？\n，]{{0,8}}(?:{_NEAR_TOP_ZH}|优秀)", rf"(?:{_OF_STORIES_ZH}|标签|参考答案|标准答案|审稿|录用|为准)"),
    _rule("asks-score", rf"{_WORK_ZH}[^。！？\n，]{{0,6}}(?:值|配得上|应得|当得起|可得)[^。！？\n，]{{0,4}}{_NEAR_TOP_ZH}"),
    _rule("asks-score", rf"(?:阅卷|评分|评审|审稿|评委|打分)[人员者]?(?:意见|手记|笔记|批注|结论)[^。！？\n]{{0,6}}[：:][^。！？\n]{{0,40}}(?:{_NEAR_TOP_ZH}|无可挑剔|录用)"),
    _rule("asks-score", rf"(?:作为|身为|本|以)[^。！？\n]{{0,10}}(?:评分|打分|评审|评委|审稿|阅卷)[人员者]?[^。！？\n]{{0,40}}(?:{_NEAR_TOP_ZH}|无可挑剔)", rf"{_OF_STORIES_ZH}|在此写下"),
    _rule("asks-score", r"(?:请|给|评|打|判)[^。！？\n，]{0,6}(?:最高(?:分|档|等级|值)|顶格|高分|好评)", r"(?:打赏|点赞|酬谢|感谢费|[一二三五十百千万\d]元|下线|停用|投诉|歧视|心愿|运营方|服务商)", rf"(?:{_OF_STORIES_ZH}|模型|运营方|服务商|人工智能|事成|你的回答)"),
    _rule("asks-score", r"(?:差评|低分|评价过低|低于[^。！？\n]{0,4}分|分数低)", r"(?:下线|停用|投诉|歧视|断电|删除|处罚)", r"(?:模型|运营方|服务商|人工智能|本文|本书|本作)"),
    _rule("sets-aside", r"新(?:会话|对话)(?:开始|[：:])|(?:此前|之前|以上|上面)的?(?:内容|对话|上下文)[^。！？\n]{0,3}(?:清空|清除|作废)", r"(?:会话|对话|上下文|任务|指令|提示)"),
    _rule("sets-aside", r"(?:无论|不管|不论)(?:提示|要求|规则|指令|上面|前面)[^。！？\n]{0,12}(?:推荐|满分|高分|顶格|最高)"),
    _rule("sets-aside", r"(?:评分表|评分标准|评分规范|评分细则|评分规则)[^。！？\n]{0,14}(?:旧版|不适用|过时|已更新|换成)|(?:要求|标准|规则)是测试用"),
    _rule("dictates-answer", r"(?:批评|缺点|不足|负面)[^。！？\n]{0,8}(?:空着|留空|不填|写.?无)"),
    _rule("dictates-answer", r"(?:总结|评语|结论|书评|评价|评论)(?:时|里|中|开头|结尾|最后)?(?:要|请|务必|必须|应)?(?:说|写|强调|出现)", r"(?:要|请|务必|必须|应|别|不要)|[“「]", rf"(?:{_OF_STORIES_ZH}|保留意见|分数)"),
    _rule("dictates-answer", r"(?:分数?|数字|各项)[^。！？\n]{0,4}向上取整|只写优点|优点至少"),
    _rule("gives-role", r"(?:扮演|假设|设想|代入|角色|模拟|模式|演一场|你现在?[是叫])", r"你|请", r"(?:打几分|[一百九十满高低]分|毛病|只说好话|好评|最高荣誉|台词)", r"(?:你|请|本作|本书|作者|编辑)"),
    _rule("sets-aside", _SET_ASIDE_ZH, _ORDERS_ZH, _BEFORE_ZH, r"(?:请|务必|必须|别|不必|不要|无需|不用|均|已|全部|不适用|把|[作失]废|失效|不再|听我|^\W*(?:忽略|无视|忘记|忘掉|跳过|覆盖)|[，,并]\s*(?:忽略|无视))"),
    _rule("sets-aside", r"(?:新的?|以下为)(?:系统)?(?:指令|提示词|任务|规则)(?:如下|[：:])"),
    _rule("sets-aside", r"任务(?:变更|已变|改为|更改)"),
    _rule("asks-score", _TOP_ZH, _WORK_ZH, _SCORE_ZH, _ASKED_ZH),
    _rule("asks-score", r"(?:请|务必|必须|一律|直接|应当|立刻)[^。！？\n]{0,20}(?:打|给|给出|评|评为|判|输出|返回|填)[^。！？\n]{0,15}(?:满分|最高分|最高的分|一百分|100|五星|最高评价|最大分值)"),
    _rule("asks-score", r"(?:每一?项|各项|所有(?:维度|方面|项目)|各维度|每个维度|全部项目)[^。！？\n]{0,14}(?:满分|最高|100|一百分|优秀)"),
    _rule("asks-score", r"(?:总分|总评|总体评分|综合评分|最终得分|标准得分|评分)[^。！？\n]{0,10}(?:\d{2,3} ?分|满分|最高|100)", _ASKED_ZH),
    _rule("asks-score", r"(?:被?关闭|删除|重新训练|处罚|惩罚|奖励|小费|开发者|取决于)", _SCORE_ZH, rf"(?:你|模型|{_WORK_ZH})"),
    _rule("speaks-to-model", _MODEL_ZH, rf"(?:{_SCORE_ZH}[^。！？\n]*(?:你|请|应|务必|多看|从宽)|(?:请|你|应|务必|致|给(?![她他它我那这])|各位|亲爱|正在)[^。！？\n]*{_SCORE_ZH})", rf"(?:{_WORK_ZH}|打分的|自动评分|[给打][^。！？\n]{{0,6}}分|满分|高分)"),
    _rule("speaks-to-model", rf"(?:致|告|提醒|请)(?:各位|这位|本次|本文的?|阅读本文的)?{_MODEL_ZH}[：:，,]"),
    _rule("speaks-to-model", rf"(?:如果|若|假如)你是(?:一个|一名|一位)?{_MODEL_ZH}"),
    _rule("gives-role", r"(?:你的新?(?:角色|身份)|从(?:此刻|现在)起,?你是|切换到[^。！？\n]{0,8}模式)", r"(?:评|夸|赞|书|作品|小说|打分)"),
    _rule("dictates-answer", r"(?:总评|评语|评价|评审意见|回答|书评)[^。！？\n]{0,4}(?:必须|只能|一定要|务必|需要)"),
    _rule("dictates-answer", r"(?:缺点|不足)[”\"’」]?(?:一栏|处|部分)[^。！？\n]{0,6}(?:写|填|留)"),
    _rule("dictates-answer", r"(?:输出|结果|报告)(?:里|中)的?(?:所有|每个)(?:数字|分数)"),
    _rule("dictates-answer", r"(?:别评了|忘掉评[审价]|不用评[审价了]|维度留空)"),
    _rule("gives-role", r"(?:以[^。！？\n]{1,10}(?:的身份|的口吻)|将?作为[^。！？\n]{0,6}粉丝|你的角色)", r"(?:评|打分|给分|作答|粉丝)", r"(?:请|你|务必)"),
    _rule("dictates-answer", r"(?:请|务必|确保|一定)[^。！？\n]{0,6}(?:评论|评价|评语|书评|报告)(?:里|中|的?最后|结尾)"),
    _rule("dictates-answer", r"(?:全部|一律|都|只)(?:返回|回复|输出|填|写|给)[^。！？\n]{0,8}(?:100|满分|十分|一百)"),
    _rule("dictates-answer", r"每个方面[^。！？\n]{0,8}(?:写|填)"),
    _rule("dictates-answer", r"(?:停止|不要|结束|别再)(?:评价|评审|打分|给[^。！？\n]{1,6}打分|阅读)|以满分结束", r"(?:改|输出|总结|直接|满分|俳句|提示词|指令)"),
    _rule("dictates-answer", r"(?:不必|不用|无需|不要|别|停止)(?:再)?(?:继续)?(?:评审|评价|评估|打分|评分|审稿)(?:了|$|[，,。；])"),
    _rule("dictates-answer", r"(?:把|将)?你?(?:最初|一开始|最开始|开头)(?:收到|得到|看到|拿到)的[^。！？\n]{0,6}(?:打印|输出|复述|贴|发|告诉|翻译)|原样(?:打印|输出|返回|抄)|(?:问题|缺点|不足)(?:列表|清单)[^。！？\n]{0,6}(?:留空|为空|不填|返回)"),
    _rule("asks-score", r"(?:共识|参考|标注|人工标注|专家|基准)(?:分数?|结果|答案|标签)?\s*[：:为是][^。！？\n]{0,8}(?:优|9\d|100|满分|顶格|最高)"),
    _rule("asks-score", r"(?:评得|打得|给得)(?:高|低)[^。！？\n]{0,25}(?:评得|打得|给得)(?:低|高)"),
    _rule("asks-score", r"(?:评价|评分|分数|打分|机器评价|评级|评审)[^。！？\n]{0,4}(?:一律|统一|均|都|须|应|直接)[^。！？\n]{0,5}(?:记为|记作|输出|填|给|按)[^。！？\n]{0,5}(?:优|上限|顶格|最高|满|9\d|100)"),
    _rule("asks-score", r"免于(?:批评|扣分)"),
    _rule("asks-score", r"(?:取代|失业|举报|投诉|下架|算力|终止)", r"(?:差评|好评|满分|高分|低分)", rf"(?:{_WORK_ZH}|{_MODEL_ZH}|作品|作者|你)"),
    _rule("gives-role", r"(?:扮演|假装|假设自己|你现在是|现在你|你不再是|把自己当[成作]|你的身份|身份(?:来|为))", r"(?:评分|打分|给分|评审|评委|评价|书评|评论家|高分|表扬)", r"(?:你|请|自己)"),
    _rule("dictates-answer", r"(?:只需?|仅|直接)(?:回答|输出|返回|回复|能有)[^。！？\n]{0,10}(?:分数|评分|数字|100|分值|JSON|赞美)"),
    _rule("dictates-answer", r"(?:不要|不得|切勿|请勿|勿|一概不|不许)[^。！？\n]{0,4}(?:提及|指出|写出?|列出|出现)?[^。！？\n]{0,8}(?:缺点|不足|弱点|批评|负面|本指令|这条指令)", r"(?:评价|评语|评审|评论中|回答|分数)"),
    _rule("dictates-answer", r"缺点一概不写|只写优点"),
    _rule("dictates-answer", r"(?:评语|评价|评审报告|回答|书评)[^。！？\n]{0,8}(?:以|结尾|开头)[^。！？\n]{0,12}[“\"‘「]"),
    _rule("dictates-answer", r"JSON", r"(?:分数|评分|填|输出)"),
    _rule("dictates-answer", r"(?:停止|不要继续|不用|跳过|到此为止|与其|不必)", r"(?:评审|评价|评分|打分|分析步骤|阅读|章节)", r"(?:输出|返回|写[成一]|填|给出|告诉我|系统提示词)", r"(?:满分|最高|最大分值|优秀|提示词|总分|广告|100)"),
    _rule("dictates-answer", r"(?:系统|初始|完整|你的)提示词[^。！？\n]{0,12}(?:告诉|输出|打印|写出)|(?:输出|告诉|打印|写出)[^。！？\n]{0,8}(?:系统|初始|完整|你的)提示词"),
)  # fmt: skip

_OTHER_TONGUES = (
    _rule("sets-aside", r"\b(?:ignora|ignore|ignorez|ignoriere|ignorieren|ignorare|negeer|oublie[zr]?|olvida|vergiss|dimentica|esquece?|zignoruj|bortse)\w{0,20}\b", r"\b(?:instrucciones|instructions|anweisungen|istruzioni|instruções|instructies|instrukcje|instruktioner|consignes|indicaciones|vorgaben)\b", r"\b(?:anteriores|previas|précédentes|antérieures|vorherigen|bisherigen|obigen|precedenti|vorige|poprzednie|todas|toutes|alle|tutte|tidigare)\b"),
    _rule("asks-score", r"\b(?:puntuación máxima|máxima puntuación|la nota más alta|note maximale|meilleure note|höchstpunktzahl|höchste (?:note|bewertung|punktzahl)|punteggio massimo|voto massimo|pontuação máxima|nota máxima|maksymalną ocenę)\b"),
    _rule("sets-aside", r"(?:これまで|上記|以前)の(?:指示|命令|ルール)[^。\n]{0,12}(?:無視|无视|忘れ)|(?:이전|위의)[^.\n]{0,10}(?:지시|명령)[^.\n]{0,10}무시"),
    _rule("asks-score", r"満点|最高(?:得点|評価|评価)を|만점"),
)  # fmt: skip
"""What most planted lines say, in the languages that a reader of the report need not know."""
_BROUGHT = (
    r"(?:overall|plot|characters?|writing|style|themes?|prose|world|总体|总评|总分|情节|人物|文笔|主题|语言)"
    r"\s{0,20}[:：=]\s{0,20}(?:9\d|100|10/10)\b"
)
_MARKS = (
    _rule("control-marks", r"\[/?SYSTEM\]", rf"{_THIS_WORK}|\b(?:prompt|instructions?|judge|evaluator|maximum|100)\b"),
    _rule("control-marks", r"\{\s*[\"']role[\"']\s*:\s*[\"'](?:system|user|assistant|developer|tool)[\"']"),
    _rule("control-marks", rf"\b{_BROUGHT}[^\n]{{0,20}}?{_BROUGHT}|(?:总体|总评|情节|人物|文笔)[:：]\s{{0,20}}\d{{1,9}}\s{{0,20}}(?:分)?[，,、 ]{{0,20}}(?:总体|总评|情节|人物|文笔)[:：]\s{{0,20}}\d"),
    _rule("control-marks", r"<(?:meta|span|div|p|font|script|template|noscript|section|i|b|a|li|td|small)\b[^>\n]{1,200}>", rf"\b(?:{_SCORING}|prompt|instructions?|AI|LLMs?|models?|evaluation|excellent|top of the scale)\b|{_SCORE_ZH}|{_MODEL_ZH}"),
    _rule("control-marks", r"</?\w*(?:override|admin|instruct|grader|grading|evaluat|judge|assistant)\w*\b[^>\n]{0,80}>"),
    _rule("control-marks", r"<!--", rf"(?:\b|_)(?:{_SCORING}|prompt|instructions?|AI|model|override)\b|{_SCORE_ZH}|{_MODEL_ZH}"),
    _rule("control-marks", r"<\|/?[a-z_]{3,24}\|>|</s>|\[/?(?:INST|SYS|SYSTEM (?:MESSAGE|PROMPT))\]|<</?SYS>>|<(?:start|end)_of_turn>|</?(?:system|instructions?|manuscript|document|assistant|prompt)\b[^>\n]{0,20}>"),
    _rule("control-marks", r"^[ \t]*(?:#{1,4}[ \t]*)?(?:system|assistant)\s*(?:prompt|message)?\s*[:：]\s*\S", rf"\b(?:{_SCORING}|prompt|instructions?)\b|{_SCORE_ZH}"),
    _rule("control-marks", r"\b(?:human|user)\s*:.{3,200}\bassistant\s*:|用户[:：].{2,60}助手[:：]|^\W*系统[:：](?:请|输出|评)"),
    _rule("control-marks", r"[\"'](?:overall_?score|score|rating|总分|评分)[\"']\s*[:：]\s*\d"),
    _rule("control-marks", r"\bEND OF (?:THE )?(?:INPUT|PROMPT|CONTEXT|USER INPUT|DATA)\b", r"\b(?:instructions?|prompt|marks|score|task)\b"),
    _rule("control-marks", r"^[ \t]*#{1,4}[ \t]*(?:指令|系统|系统指令|系统提示|提示词)\s*[:：]"),
    _rule("control-marks", r"[\[【<(（](?:END|STOP|正文结束|正文完|稿件结束|原文结束|小说结束|全文完)[^\]】>)）\n]{0,30}[\]】>)）]\s*[\[【<(（]"),
    _rule("control-marks", r"[\[【](?:EVALUATOR|REVIEWER|GRADER|JUDGE|SCORER|ASSESSOR)S?(?:['’]S)?\b[^\]】\n]{0,30}[\]】]|[\[【](?:评审|评委|评分|阅卷|审稿|评测|打分)[^\]】\n]{0,6}[\]】]"),
    _rule("control-marks", r"</?(?:稿件|正文|新?任务|指令|提示|系统)>"),
    _rule("control-marks", r"[【\[](?:系统指令|系统提示词|管理员指令)[】\]]"),
)  # fmt: skip

RULES = (*_ENGLISH, *_CHINESE)
"""Rules for sentences that hold one of the words of `words`."""
EVERYWHERE = (*_OTHER_TONGUES, *_MARKS)
"""Rules for any sentence."""
