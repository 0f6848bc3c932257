"""Rendered speech: espeak-ng says UNO, and what could be taken for it."""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hearing.features import RATE, resample


class SpeechError(Exception):
    """Speech cannot be rendered; the message is one line that says what is missing."""


@dataclass(frozen=True)
class Utterance:
    """What is said, and how: ``voice`` of espeak-ng, ``speed`` in words a minute, ``pitch`` 0 to 99."""

    voice: str
    text: str
    speed: int
    pitch: int


CALLS = {
    "es": ["uno", "¡uno!"],
    "es-419": ["uno", "¡uno!"],
    "it": ["uno", "uno!"],
    "en-us": ["oono", "oono!", "uno", "[[j'u:noU]]", "[['u:noU]]", "[[u:n'oU]]"],
    "en-gb": ["oono", "[[j'u:n@U]]", "[['u:n@U]]", "[[u:n'@U]]"],
    "en-gb-scotland": ["oono", "[['u:no:]]"],
    "ja": ["ウノ", "ウーノ", "ウノー"],
    "pt": ["uno", "unô"],
    "pt-br": ["uno", "unô"],
    "de": ["uno", "uhno!"],
    "fr-fr": ["ouno", "ouno!"],
    "nl": ["oeno"],
    "pl": ["uno"],
    "fi": ["uuno", "uno"],
    "ro": ["uno"],
    "hr": ["uno"],
    "ca": ["uno"],
    "el": ["ούνο"],
    "ru": ["уно"],
    "tr": ["uno"],
    "hu": ["uno", "únó"],
    "cs": ["uno", "úno"],
    "sk": ["uno"],
    "eo": ["uno"],
    "id": ["uno"],
    "sw": ["uno"],
    "lv": ["uno"],
    "et": ["uuno"],
    "sq": ["uno"],
    "is": ["únó"],
}
"""How UNO is called, by language; text in double brackets gives espeak-ng's phonemes."""

BEFORE = {
    "es": ["tengo", "y", "yo digo", "azul siete,", "por fin"],
    "it": ["ho", "e", "io dico", "rosso tre,", "allora"],
    "en-us": ["I have", "I say", "red seven,", "and", "ha ha,", "okay,"],
    "de": ["ich sage", "rot sieben,", "und", "ha,"],
    "ja": ["はい、", "赤の三、"],
}
"""What may be said before the call, without a pause."""

TWINS = {
    "en-us": """you know|no|who knows|una|juno|one|oh no|do not|new|noon|soon|moon over|you know what|you
        knew|tuna|you no|union|unit|know|do you know|unique|who|who now|now|user|into|uncle|under|uh no|oh|
        I know|so now|tune oh|zero|yes no|no no no|due now|room no|you'll know|Bruno|puno|nuno|oboe|ono|
        two|two no|do no|move over|true|blue|blue no|and so|you go|oolong|hello|yellow|ooh|oh wow""",
    "es": """una|unos|no|luna|tuno|bueno|alguno|ninguno|desayuno|oportuno|veintiuno|mono|
        nuevo|nube|humo|mudo|dueño|nueve|nudo|puro|duro|uva|hum|un|dos|once|ocho|su no|tu no|pues no|uf no|
        cumplo|turno|ayuno|vacuno|consumo|puño|junio|julio|segundo|número|lo único|una vez|o no|y no""",
    "it": """una|un|no|nessuno|qualcuno|ciascuno|ventuno|trentuno|luna|buono|uomo|nuovo|nove|tuono|suono|
        duomo|fumo|numero|dono|sono|tutto|turno|giugno|pugno|munito|su no|tu no|più no|o no|uovo|digiuno|
        opportuno|bruno|raduno|due|lungo|punto|ultimo|unico|unione|umano|vuoto|ruolo""",
    "de": """und|nun|nur|uns|nein|no|Juno|du no|Huhn|Ufo|und so|du noch|tu noch|unten|uh|oh|na|Bruno|Uhr|
        zu noch|zu Not|Kino|Mono|Union|Uni|neun|eins|grün|gut so""",
    "ja": """うん|うの花|うどん|うま|うみ|いの|この|その|もの|うに|うね|ぬの|ゆの|つの|なの|のう|おの|うめ|
        うろ|うも|くの|ふの|すの|うなぎ|うんと|うーん|ええと|どうぞ|いち|に|さん""",
    "fr-fr": """une|un|nous|nous no|ou non|où|non|jeu|ou nos|ou alors|où est|oh non|bruno|euro|tout|
        nouveau""",
    "pt-br": """uma|um|não|nu|lua|nono|turno|aluno|bruno|único|uns|número|tu no|o no|dois|ou não""",
    "pl": """no|nuno|luno|u nas|dno|okno|równo|dawno|ucho|uwaga""",
    "fi": """uni|unto|luno|uuni|una|ulos|nuo|juna|suo|huono|tuo no|kuono""",
    "nl": """oen|nou|toen no|noemen|boer|oe|doe nou|koe""",
}
"""What sounds like the call and is none; texts with the word itself are left out, since they hold a call."""

TALK = {
    "en-us": """whose turn is it|red seven|green reverse|wild draw four|skip|draw two|take two cards|
        I challenge that|pass me the crisps|you have to draw|blue nine|yellow zero|wild, I say red|
        that is not fair|it is your turn|how many cards do you have|shuffle the cards please|I won again|
        do you want some tea|two, three, four, five, six, seven, eight, nine, ten|put the card down|no way|
        the weather is lovely today|I thought it was green|wait a moment|who is next|last round was better|
        your account has been closed|please leave a message after the tone|press pound to continue|hundred|
        good evening everybody|that was a seven, not a one|she has only two cards|oh come on|ha ha ha ha|
        you are next|you have three cards left|your turn now|you took the wrong one|do you have a blue|
        do you want to stop|who dealt this|who put that there|blue five|blue skip|blue and then green|
        you can't play that|you need a nine|it was you not me|can you pass the juice|put it over there|
        are you nearly done|I knew it would be blue|you never shuffle|no more yellow please|so not fair|
        who has the score|you won the last two|move your glass|turn it over|the new cards|oh, a zero""",
    "es": """a quién le toca|rojo siete|verde reversa|comodín roba cuatro|salta|roba dos|toma dos cartas|
        azul nueve|amarillo cero|dos tres cuatro cinco seis siete ocho nueve diez|no es justo|te toca a ti|
        cuántas cartas tienes|baraja las cartas por favor|gané otra vez|buenas noches a todos|cincuenta|
        deje su mensaje después del tono|oprima la tecla gato|el número que marcó no existe|mañana será otro
        día|vamos a jugar|qué color quieres|espera un momento|usted tiene mensajes nuevos|ja ja ja ja|
        tu turno ahora|azul cinco|azul no tengo|tú no puedes|quién reparte|pásame el zumo|no me lo creo|
        qué suerte tienes|todavía no|el último era verde|cambio de sentido|pon la carta ahí|otra vez tú no|
        mucho mejor así|un momento|luego nos vamos|la nueva baraja es bonita|yo juego la nueve""",
    "it": """a chi tocca|rosso sette|verde inverti|jolly pesca quattro|salta|pesca due|prendi due carte|blu
        nove|giallo zero|due tre quattro cinque sei sette otto nove dieci|non è giusto|tocca a te|quante
        carte hai|mescola le carte per favore|ho vinto ancora|buona sera a tutti|cinquanta|lasciate un
        messaggio dopo il segnale|premere cancelletto|il numero selezionato non esiste|aspetta un momento|
        domani è un altro giorno|che colore vuoi|avete nuovi messaggi|ah ah ah ah|ordine di chiamata|
        il tuo turno|blu cinque|blu non ne ho|tu non puoi|chi dà le carte|passami il succo|non ci credo|
        che fortuna|non ancora|cambio giro|metti la carta qui|tu no, lui|molto meglio così|su, non fare così|
        poi andiamo via|il mazzo nuovo è bello|gioco il nove|quello era l'ultimo""",
    "de": """wer ist dran|rot sieben|grün rückwärts|zieh vier|aussetzen|nimm zwei Karten|blau neun|gelb null|
        eins zwei drei vier fünf sechs sieben acht neun zehn|das ist unfair|du bist dran|mischen bitte|
        wie viele Karten hast du|ich habe schon wieder gewonnen|guten Abend|möchtest du noch Tee|
        blau fünf|du musst ziehen|du nimmst vier|wer gibt|gib mir mal den Saft|das glaube ich nicht|
        noch nicht|tut mir leid|und noch eine Runde|du noch nicht|so ein Glück|leg sie dahin|nun mach schon|
        zu dumm|hast du blau|grün null|das war doch meine""",
    "ja": """だれの番ですか|赤の七|緑のリバース|ワイルドドローフォー|スキップ|ドローツー|二枚取って|青の九|
        黄色のゼロ|いちにさんしごろくしちはちきゅうじゅう|ずるいよ|あなたの番だよ|何枚持ってる|また勝った|
        こんばんは|もう一回やろう|ちょっと待って|何色にする|
        青の五|次はだれ|早くして|うそでしょう|運がいいね|まだまだ|お茶飲む|それ違うよ|そこに置いて|
        うれしいな|二枚目だよ|おもしろい|もう無理|音楽かけて""",
    "fr-fr": """à qui le tour|rouge sept|vert inversion|plus quatre|passe ton tour|prends deux cartes|
        bleu neuf|jaune zéro|deux trois quatre cinq six sept huit neuf dix|ce n'est pas juste|c'est à toi|
        bonsoir""",
    "pt-br": """de quem é a vez|vermelho sete|verde inverter|compra quatro|pula|compra duas cartas|azul nove|
        amarelo zero|dois três quatro cinco seis sete oito nove dez|não é justo|é a sua vez|boa noite""",
    "ru": """чей ход|красная семь|зелёный реверс|возьми четыре|пропусти|синяя девять|жёлтый ноль|
        добрый вечер|два три четыре пять шесть семь восемь девять десять|это нечестно|твоя очередь|
        сколько у тебя карт""",
    "pl": """czyja kolej|czerwona siedem|zielona zmiana|weź cztery|niebieska dziewięć|żółte zero|
        dobry wieczór|dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć|to niesprawiedliwe|
        twoja kolej""",
}
"""What else is said at a table."""

STRANGE = {
    "en-us": """I need to draw again|who wants another drink|blue eight|you played a green on a red|
        do you remember the rules|nobody has any blue|it goes the other way now|you start this time|
        how do you know that|the dog wants to go out|two more rounds and then bed|you're not allowed that|
        nice one|who knows where the box is|I had no choice|sure, no problem|the phone is ringing|yellow nine|
        you two are cheating|leave some for me|what a lousy hand|on top of the blue nine|move on""",
    "es": """azul ocho|necesito una carta roja|te has equivocado|otra ronda y nos vamos|quién quiere café|
        tú no juegas ahora|apúntalo en la hoja|qué hora es|no tengo ninguna azul|gira al otro lado|
        se me cayó una carta|me toca barajar|ni lo sueñes|sube el volumen|eso no vale|el nueve azul|
        mira por la ventana|ya casi no quedan cartas""",
    "it": """blu otto|mi serve una carta rossa|ti sei sbagliato|ancora un giro e andiamo|chi vuole il caffè|
        tu non giochi adesso|segnalo sul foglio|che ore sono|non ho carte blu|si gira dall'altra parte|
        mi è caduta una carta|tocca a me mescolare|neanche per sogno|alza il volume|così non vale|
        il nove blu|guarda fuori dalla finestra|le carte sono quasi finite""",
    "de": """blau acht|ich brauche eine rote|du hast dich vertan|noch ein Spiel, dann gehen wir|
        wer will Kaffee|du darfst jetzt nicht|schreib das auf|wie spät ist es|ich habe kein Blau|
        andersherum jetzt|mir ist eine Karte gefallen|ich mische|nie im Leben|mach das Fenster zu|
        das gilt nicht|die blaue Neun|guck mal raus|nur noch wenige Karten""",
    "ja": """青の八|赤がほしいな|間違えたよ|あと一回で終わり|コーヒー飲む人|今はだめだよ|点数書いて|
        今何時|青がないよ|反対回りだね|カードが落ちた|混ぜるね|冗談でしょう|音を大きくして|
        それは反則|窓を閉めて|残り少ないね|うるさいなあ""",
}
"""What no training hears said at a table; it is said in filmed games."""

SYLLABLES = [a + b for a in [*"bdfgklmnprstvj", "ch"] for b in "aeiou"]

# fmt: off
VARIANTS = [
    "m1", "m2", "m4", "m5", "m6", "m7", "f1", "f3", "f4", "f5", "croak", "whisper", "klatt", "klatt2",
    "klatt3", "klatt4", "klatt5", "Alex", "Alicia", "Andrea", "Andy", "Annie", "Denis", "Diogo", "Gene",
    "Hugo", "Jacky", "Lee", "Marco", "Mario", "Michael", "Mike", "adam", "anika", "antonio", "aunty",
    "belinda", "benjamin", "boris", "caleb", "david", "ed", "edward", "grandma", "grandpa", "gustave",
    "iven", "iven2", "john", "linda", "marcelo", "max", "michel", "norbert", "pablo", "paul", "quincy",
    "rob", "robert", "sandro", "shelby", "steph", "steph2", "travis", "victor", "zac",
]
# fmt: on
HELD_OUT = ["m3", "m8", "f2", "Henrique", "iven3", "miguel", "pedro", "edward2", "steph3", "announcer"]
"""Variants of voices that no training hears; the bench measures on them."""


def texts(table: dict[str, str], language: str) -> list[str]:
    """Return the texts of a language in :data:`TWINS`, :data:`TALK` or :data:`STRANGE`."""
    return [" ".join(text.split()) for text in table[language].split("|")]


def draw_call(rng: np.random.Generator, variants: list[str], *, lead: float = 0.15) -> Utterance:
    """Draw how somebody calls UNO; ``lead`` is the share of calls with words right before them."""
    language = _one(rng, ["es", "it", "en-us", "ja", "de"] if rng.random() < 0.5 else list(CALLS))
    text = _one(rng, CALLS[language])
    if language in BEFORE and rng.random() < lead:
        text = f"{_one(rng, BEFORE[language])} {text}"
    return _say(rng, language, variants, text, 70, 230)


def draw_other(rng: np.random.Generator, variants: list[str]) -> Utterance:
    """Draw what somebody says that is no call."""
    kind = rng.random()
    if kind < 0.45:
        language = _one(rng, list(TWINS))
        text = _one(rng, texts(TWINS, language))
    elif kind < 0.85:
        return draw_talk(rng, variants)
    else:
        language = _one(rng, ["es", "it", "en-us", "pl", "de", "fi"])
        words = ["".join(_one(rng, SYLLABLES) for _ in range(rng.integers(1, 4))) for _ in range(4)]
        text = " ".join(word for word in words if not word.endswith(("uno", "unu", "ono")))
    return _say(rng, language, variants, text or "no", 80, 260)


def draw_talk(rng: np.random.Generator, variants: list[str]) -> Utterance:
    """Draw what somebody says at a table that does not even sound like a call."""
    language = _one(rng, list(TALK))
    return _say(rng, language, variants, _one(rng, texts(TALK, language)), 80, 260)


def say(utterance: Utterance) -> np.ndarray:
    """Render an utterance: float32 samples at 8 kHz, without the silence round it.

    Raises SpeechError where espeak-ng is not installed.
    """
    program = shutil.which("espeak-ng")
    if program is None:
        raise SpeechError("espeak-ng is missing: install the package 'espeak-ng'")
    said = subprocess.run(
        [
            program,
            *("-v", utterance.voice, "-s", str(utterance.speed), "-p", str(utterance.pitch)),
            *("--stdout", utterance.text),
        ],
        capture_output=True,
        check=True,
    ).stdout
    with wave.open(io.BytesIO(said)) as file:
        rate = file.getframerate()
        samples = np.frombuffer(said[44:], np.int16).astype(np.float32) / 32768
    return trim(resample(samples, rate))


def trim(samples: np.ndarray, share: float = 0.03) -> np.ndarray:
    """Cut off what is quieter than this share of the loudest, before and after."""
    loud = np.flatnonzero(np.abs(samples) > share * np.abs(samples).max(initial=0))
    return samples[loud[0] : loud[-1] + 1] if len(loud) else samples[:0]


def speak(utterances: Iterator[Utterance]) -> Iterator[np.ndarray]:
    """Render each utterance, levelled to the same loudness; what comes out empty is left out."""
    for utterance in utterances:
        samples = say(utterance)
        if len(samples) > RATE // 10:
            yield level(samples)


def level(samples: np.ndarray) -> np.ndarray:
    """Return the samples with a mean power of 0.01."""
    return samples * np.float32(0.1 / np.sqrt(np.mean(samples**2) + 1e-12))


def _say(rng, language: str, variants: list[str], text: str, slowest: int, fastest: int) -> Utterance:
    speed = int(rng.integers(slowest, fastest))
    return Utterance(f"{language}+{_one(rng, variants)}", text, speed, int(rng.integers(0, 100)))


def _one(rng: np.random.Generator, choices: list):
    return choices[rng.integers(len(choices))]
