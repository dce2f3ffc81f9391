"""Quizzes and synopses in Spanish."""

from __future__ import annotations

from fabula.languages.topics.quiz import QuizRules

RULES = QuizRules(
    frame="En la novela «{title}», {question}",
    lowers_first=True,
    question="Pregunta: ",
    answer="La respuesta es:",
    chosen="Responda a la siguiente pregunta de opción múltiple sobre una novela. Escriba «ANSWER: X» en la última línea de la respuesta, donde X es una de {letters}.\n\n{question}\n\n{choices}",
    clear="¿Es clara, sin errores y trata de esta novela?",
    kind="¿Es de la clase que dice su etiqueta?",
    sound="¿Demuestra el libro la respuesta, y ninguna otra opción?",
    options="¿Podría creer cada opción falsa quien no ha leído el libro?",
    contrary="¿Supone algo que contradice el libro?",
    synopsis=("Personajes", "Argumento", "Escenas"),
)
