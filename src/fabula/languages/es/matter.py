"""Spanish words for front and back matter."""

from __future__ import annotations

from fabula.languages.topics.matter import MatterRules

RULES = MatterRules(
    anywhere=(
        r"[ií]ndice(?: general| de (?:contenidos?|cap[ií]tulos|ilustraciones))?|tabla de contenidos?|(?:la )?cubierta|portad(?:a|illa)|anteportada"
        r"|(?:p[aá]gina de )?(?:derechos(?: de autor)?|cr[eé]ditos|copyright)"
    ),
    before=(
        r"prefacio(?: .*)?|pre[aá]mbulo|introducci[oó]n(?: (?:a|al|de|por)\b.*)?|presentaci[oó]n|advertencia(?: .*)?|dedicatoria|ep[ií]grafe"
        r"|nota (?:del (?:autor|editor|traductor)|de la (?:autora|editora|traductora)|preliminar|previa)|al lector|tasa|fe de erratas|testimonio de las erratas|aprobaci[oó]n"
        r"|sobre (?:el autor|la autora|este libro|esta edici[oó]n)|agradecimientos|personajes|dramatis personae"
    ),
    after=(
        r"notas?(?: (?:al|del|de)\b.*)?|ap[eé]ndices?\b.*|glosario\b.*|[ií]ndice (?:alfab[eé]tico|onom[aá]stico).*|bibliograf[ií]a|ep[ií]logo del (?:editor|traductor)"
        r"|agradecimientos|sobre (?:el autor|la autora|este libro)|nota (?:del (?:autor|editor|traductor)|de la (?:autora|editora|traductora)|final)"
        r"|colof[oó]n|licencia|cr[eé]ditos|(?:otros t[ií]tulos|otras obras|otros libros) (?:de|del)\b.*"
    ),
    copyright=(
        r"todos los derechos reservados|reservados todos los derechos|dep[oó]sito legal|primera edici[oó]n|queda prohibida"
    ),
    advert=(
        r"\b(?:"
        r"(?:lee|leer|lea|descarga|descargar|descargue|encuentra)\b[^.!?\n]{0,40}?\b(?:gratis|online|en línea|(?:últimos?|nuevos?|más) capítulos?|en nuestr[ao] (?:web|página|sitio))\b"
        r"|(?:siguiente|próximo|anterior) capítulo\b[^.!?\n]{0,20}?(?:capítulo|índice|[|<>«»])|capítulo (?:siguiente|anterior)\b"
        r"|(?:este|esta) (?:capítulo|novela|traducción|historia)\b[^.!?\n]{0,20}?\b(?:es|fue|ha sido) (?:publicad|traducid|subid|robad|ofrecid)[oa] (?:por|en|de)\b"
        r"|(?:si (?:encuentras?|ves|ve|notas?)|av[ií]sanos|repórta\w*)\b[^.!?\n]{0,20}?\b(?:error(?:es)?|enlaces? rotos?|faltas?)\b"
        r"|(?:síguenos|sígueme|únete|apóyanos|visítanos|visita nuestr[ao]|apoya (?:al|a la|a nuestr[oa])) ?(?:traductora?|autora?|página|web|sitio|grupo|canal|en|a)\b|suscríbete\b"
        r"|(?:añade|agrega|guarda) (?:esta|nuestra) (?:página|web) (?:a|en) (?:tus )?favoritos\b"
        r"|(?:traducido|corregido|escaneado|editado) por ?:|(?:traductora?|correctora?|editora?) ?:"
        r")"
    ),
    stated={"título": "title", "autor": "author", "autora": "author", "idioma": "language"},
    byline="por",
    page_before=r"p[aá]gina |p[aá]g\. ?",
)
