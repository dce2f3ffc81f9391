"""Spanish words: cut as in English; its most frequent words."""

from __future__ import annotations

from dataclasses import replace

from fabula.languages.general.words import RULES as GENERAL

_FUNCTION_WORDS = """
a al algo alguien alguna algunas alguno algunos ahí ahora allá allí ambos ante antes apenas aquel aquella aquellas
aquello aquellos aquí así aun aunque aún bajo bastante bien cada casi como con contra cosa cual cuales cualquier
cuando cuanto cuanta cuantos cuyo cuya cómo cuál cuándo de del demasiado dentro desde después donde dos durante dónde
e el ella ellas ello ellos en entonces entre era eran eras eres es esa esas ese eso esos esta estaba estaban estado
están estar estas este esto estos estoy estuvo está éste ésta aquél ésa ése fue fuera fueron fui ha haber había habían
habría hace hacia han has hasta hay haya he hecho hemos hizo hoy hubo incluso jamás junto la las le les lo los luego
más mas me mejor menos mi mía mías mientras mío míos mis mismo misma mismos mismas mucha muchas mucho muchos muy mí
nada nadie ni ningún ninguna ninguno no nos nosotras nosotros nuestra nuestras nuestro nuestros nunca o os otra otras
otro otros para pero poca poco pocos por porque pues que quien quienes qué quién se sea según ser si sido siempre
siendo sin sino sobre solo sólo somos son soy su sus suya suyas suyo suyos sí tal también tampoco tan tanta tanto
tantos te tenía tener tengo ti tiene tienen todas toda todavía todo todos tras tu tus tuvo tuya tuyo tú u un una unas
uno unos usted ustedes vez veces vosotros vuestra vuestro y ya yo él
"""

RULES = replace(GENERAL, function_words=frozenset(_FUNCTION_WORDS.split()))
