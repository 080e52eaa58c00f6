"""Generates patterns of each class from a seed, with words from the texts."""

from definitions import Pattern, quoted
from records import CITIES, Dice
from samples import Sample

EACH = 4
ANY = ("prose", "russian", "chinese", "code", "logs", "csv", "oneline")
LETTERS = ("prose", "code", "logs", "oneline")
LINES = ("prose", "russian", "code", "logs", "csv")


def is_ascii(word):
    return word.isascii()


def between(first, last):
    return lambda word: all(first <= mark <= last for mark in word)


def changed(word, dice):
    """Returns the word with one character replaced."""
    place = dice.below(len(word))
    return word[:place] + dice.pick([mark for mark in "qzxjkw" if mark != word[place]]) + word[place + 1:]


def mixed_case(word, dice):
    return "".join(mark.upper() if dice.below(2) else mark.lower() for mark in word)


def alternation(words):
    return "|".join(map(quoted, words))


# The arguments of a generator function are a sample of the text, the random generator and the number of the pattern in
# its class. The function returns the pattern and its flags: "F" for a fixed string, "i" if case is ignored.

def literal_short(sample, dice, number):
    word = sample.word(4, 12)
    length = dice.between(2, 4)
    return word[:length], "F" if number % 2 else ""


def literal_long(sample, dice, number):
    text = sample.slice(20, 48)
    return (changed(text, dice) if number == 0 else text), "F"


def literal_periodic(sample, dice, number):
    unit = sample.slice(1, 3)
    return unit * dice.between(3, 8), "F"


def literal_common(sample, dice, number):
    marks = [mark for mark in sample.common(12) if mark != " "]
    return "".join(dice.pick(marks) for _ in range(dice.between(2, 5))), "F"


def caseless(where, shortest=4):
    def made(sample, dice, number):
        word = sample.word(shortest, 12, where)
        if number == 3:
            return mixed_case(word, dice) + "|" + mixed_case(sample.word(shortest, 12, where), dice), "i"
        return mixed_case(changed(word, dice) if number == 2 else word, dice), "Fi" if number % 2 else "i"
    return made


def cjk(sample, dice, number):
    words = sample.words(4, 2, 6, between("一", "鿿")) or list(CITIES)
    first, *others = [word[:dice.between(1, 4)] for word in words]
    if number == 0:
        return first, "F"
    if number == 1:
        return alternation([first, *others]), ""
    if number == 2:
        return f"[{first}{''.join(others)}]{{2,3}}", ""
    return f"{first}.{{0,{dice.between(2, 9)}}}{others[0] if others else first}", ""


def class_small(sample, dice, number):
    sets = ["".join(dice.sample("abcdefghijklmnopqrstuvwxyz", dice.between(2, 5))) for _ in range(3)]
    if number == 3:
        return f"[{sets[0].upper()}][{sets[1]}]{{2,4}}", ""
    return f"[{sets[0]}][{sets[1]}]{quoted(sample.word(4, 8)[:2])}[{sets[2]}]", ""


def class_large(sample, dice, number):
    low, high = sorted(dice.sample("bcdefghijklmnopqrstuvwxy", 2))
    length = dice.between(6, 24)
    return (f"[^{low}-{high}\\s]{{{length}}}", f"[A-Za-z0-9]{{{length}}}[{low}-{high}]",
            f"[^A-Za-z0-9 ]{{{length // 3}}}", f"[^\\x00-{high}]{{2}}{low}")[number], ""


def alternation_of(count):
    def made(sample, dice, number):
        words = sample.words(count, 3 if count == 2 else 5, 20)
        if number == 3:
            words = [changed(word, dice) for word in words]
        return alternation(words), "i" if number == 2 and count < 3000 else ""
    return made


def alternation_prefix(sample, dice, number):
    stem = sample.word(6, 12)[:dice.between(2, 4)]
    words = sample.words(dice.pick((4, 8, 20, 60)), 4, 20, lambda word: word.startswith(stem))
    return alternation(words or [stem]), "i" if number == 3 else ""


def anchors(sample, dice, number):
    word = quoted(sample.word(2, 8))
    return (f"^{word}", f"{word}$", f"^\\s*{word}\\b.*[.;,]$", f"^.{{{dice.between(1, 30)}}}{word}$")[number], ""


def word_boundary(sample, dice, number):
    word = quoted(sample.word(4, 9, is_ascii))
    return (f"\\b{word}\\b",
            f"\\b{word[:2]}\\w+{word[-1]}\\b",
            f"\\B{word[1:3]}\\B",
            f"\\b\\w{{{dice.between(2, 14)}}}\\b {word}")[number], "i" if number == 0 else ""


def bounded_repeat(sample, dice, number):
    one, two = sample.word(3, 8), sample.word(3, 8)
    low = dice.between(1, 9)
    high = low + dice.between(1, 20)
    return (f"{quoted(one)}.{{{low},{high}}}{quoted(two)}",
            f"[a-z]{{{low},{high}}}{quoted(one[-2:])}\\s[A-Z]",
            f"(?:\\w{{{low},{high}}}\\s){{2,4}}{quoted(one)}",
            f"[{quoted(one)}]{{{low + 4},{high + 4}}}")[number], ""


def dates_addresses(sample, dice, number):
    month = f"{dice.between(1, 12):02}"
    return (f"\\b20[12]\\d-{month}-(?:0[1-9]|[12]\\d|3[01])\\b",
            f"\\b{dice.between(1, 223)}\\.\\d{{1,3}}\\.\\d{{1,3}}\\.\\d{{1,3}}\\b",
            f"[a-z]+{dice.below(100)}?@[a-z]*{dice.pick('aeiou')}[a-z]*\\.example\\.(?:com|net|org)",
            f"(?:{dice.below(24):02}|{dice.below(24):02}):[0-5]\\d(?::[0-5]\\d)?\\b")[number], ""


def log_format(sample, dice, number):
    word, other = sample.word(5, 8, is_ascii), sample.word(5, 8, is_ascii)
    status, level = dice.pick((200, 301, 404, 500)), dice.pick(("INFO", "WARN", "ERROR", "DEBUG"))
    return (f"\"(?:GET|HEAD) /{word}/[a-z]+/{dice.below(10)}\\d*\\.html",
            f"\\] \"[A-Z]+ [^ ]+ HTTP/1\\.1\" {status} {dice.between(1, 9)}\\d+ ",
            f"^\\S+ {level} \\[{word}-\\d+\\].*{other}",
            f"host{dice.below(40)} (?:sshd|cron)\\[\\d+\\]: \\w+ (?:password|publickey) for")[number], ""


def keys(sample, dice, number):
    return (f"\\b{dice.pick(('SB', 'AK', 'ID'))}[0-9A-F]{{{dice.between(4, 12)}}}\\b",
            f"[0-9a-f]{{8}}-{dice.hexadecimal(2)}[0-9a-f]{{2}}-4",
            f"0x[0-9A-Fa-f]{{{dice.between(2, 4)}}}\\b",
            f"\\b[A-Z]{{{dice.between(2, 3)}}}[0-9]{{{dice.between(2, 5)}}}[A-Z]?\\b")[number], ""


def unicode_property(sample, dice, number):
    script = dice.pick(("Greek", "Cyrillic", "Han", "Latin", "Hiragana"))
    length = dice.between(2, 12)
    return (f"\\p{{{script}}}{{{length}}}",
            f"\\p{{Lu}}\\p{{Ll}}{{{length}}}",
            f"\\P{{L}}{{{length}}}\\p{{{script}}}",
            f"[\\p{{Nd}}\\p{{Sc}}]{{{length}}}")[number], ""


def dot_star(sample, dice, number):
    one, two = quoted(sample.word(3, 9)), quoted(sample.word(3, 9))
    return (f".*{one}", f"{one}.*{two}", f"{one}.*", f".*{one}.*{two}.*")[number], ""


def nested_repeat(sample, dice, number):
    one, two = quoted(sample.word(3, 8)), quoted(sample.word(3, 8))
    return (f"(?:{one[0]}+{one[-1]}?)+{two[-1]}$",
            f"(?:[a-z]+\\s?){{{dice.between(3, 9)}}}{two}",
            f"(?:(?:{one}|{two})\\s?)+$",
            f"(?:(?:[a-z]+[,.]?)+\\s)+{one}")[number], ""


def match_never(sample, dice, number):
    one, two = sample.word(4, 8), sample.word(4, 8)
    wrong = one[:2] + "qxj" + one[2:]
    return (wrong, f"{quoted(wrong)}|{quoted('jqz' + two)}", f"\\d{{{dice.between(15, 18)}}}{quoted(two)}",
            f"{quoted(one)}[a-z]*{quoted(wrong)}")[number], "F" if number == 0 else ""


def match_rate(sample, dice, number):
    return quoted(sample.with_share((0.0005, 0.01, 0.5, 1.0)[number])), ""


# The generator function of each pattern class, and the texts on which the class is measured.
GENERATORS = {
    "literal-short": (literal_short, ANY),
    "literal-long": (literal_long, ANY),
    "literal-periodic": (literal_periodic, ANY),
    "literal-common-bytes": (literal_common, ANY),
    "caseless-ascii": (caseless(is_ascii), LETTERS),
    "caseless-greek": (caseless(between("Ͱ", "Ͽ")), ("prose", "oneline")),
    "caseless-cyrillic": (caseless(between("А", "я")), ("russian",)),
    "cjk": (cjk, ("chinese",)),
    "class-small": (class_small, LETTERS),
    "class-large": (class_large, ANY),
    "alternation-2": (alternation_of(2), ANY),
    "alternation-20": (alternation_of(20), ANY),
    "alternation-3000": (alternation_of(3000), ("prose", "russian", "code", "oneline")),
    "alternation-prefix": (alternation_prefix, LINES),
    "anchors": (anchors, LINES),
    "word-boundary": (word_boundary, LETTERS),
    "bounded-repeat": (bounded_repeat, LETTERS),
    "dates-addresses": (dates_addresses, ("logs", "csv")),
    "log-format": (log_format, ("logs",)),
    "keys": (keys, ("logs", "csv", "code")),
    "unicode-property": (unicode_property, ANY),
    "dot-star": (dot_star, ANY),
    "nested-repeat": (nested_repeat, LETTERS),
    "match-never": (match_never, ANY),
    "match-rate": (match_rate, LINES),
}


def generated(kinds, chosen, texts, seed):
    """Yields the patterns of a seed. The patterns of a class do not depend on which other classes and texts are
    selected."""
    samples = {}
    for kind in kinds:
        make, fitting = GENERATORS[kind]
        dice = Dice(f"{seed} {kind}")
        order = dice.sample(fitting, len(fitting))
        for number in range(EACH):
            text = order[number % len(order)]
            if text not in chosen:
                continue
            if text not in samples:
                samples[text] = Sample(texts[text], seed)
            sample = samples[text]
            sample.dice = Dice(f"{seed} {kind} {number}")
            pattern, flags = make(sample, sample.dice, number)
            yield Pattern(kind, f"generated {number + 1}", text, pattern, "F" in flags, "i" in flags, "generated")
