"""Quizzes and synopses in English."""

from __future__ import annotations

from fabula.languages.topics.quiz import QuizRules

RULES = QuizRules(
    frame="In the novel “{title}”, {question}",
    lowers_first=True,
    question="Question: ",
    answer="The answer is:",
    chosen="Answer the following multiple-choice question about a novel. Write “ANSWER: X” as the last line of your reply, where X is one of {letters}.\n\n{question}\n\n{choices}",
    clear="Is it clear, without mistakes, and about this novel?",
    kind="Is it of the kind that its label says?",
    sound="Does the book prove the answer, and no other option?",
    options="Could someone who has not read the book believe each wrong option?",
    contrary="Does it suppose something that contradicts the book?",
    synopsis=("Characters", "Plot", "Scenes"),
)
