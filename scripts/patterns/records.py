"""Generates invented lines of logs and of a table. The same seed gives the same lines in each run."""

import random

SEED = 1
NAMES = ["anna", "boris", "chloé", "dimitris", "élodie", "frida", "goran", "hanna", "ivan", "jürgen", "katya", "liam",
         "mei", "noor", "olga", "pavel", "quinn", "rosa", "søren", "tariq", "uma", "viktor", "wanda", "xenia", "yusuf", "zoë"]
CITIES = ["Amsterdam", "Athens", "Αθήνα", "Beijing", "北京", "Bogotá", "Cairo", "Göteborg", "Kraków", "Lagos", "Lima",
          "Москва", "Nairobi", "Oslo", "São Paulo", "Seoul", "東京", "Zürich"]
WORDS = ["account", "billing", "cache", "checkout", "config", "connect", "deploy", "export", "gateway", "index", "invoice",
         "latency", "mailbox", "metric", "network", "order", "payment", "queue", "refund", "report", "request", "retry",
         "search", "session", "shard", "stream", "thread", "token", "upload", "worker"]
AGENTS = ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36",
          "curl/8.9.1", "python-requests/2.32.3", "Googlebot/2.1 (+http://www.google.com/bot.html)"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


class Dice:
    """Makes random choices. All choices use `Random.random`, which returns the same sequence in all versions of
    Python."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, end):
        return int(self.random() * end)

    def between(self, low, high):
        """Returns a random integer from `low` to `high`, both included."""
        return low + int(self.random() * (high - low + 1))

    def pick(self, some):
        return some[int(self.random() * len(some))]

    def sample(self, some, count):
        """Returns up to `count` elements, in a random order."""
        rest = list(some)
        count = min(count, len(rest))
        for place in range(count):
            other = place + self.below(len(rest) - place)
            rest[place], rest[other] = rest[other], rest[place]
        return rest[:count]

    def hexadecimal(self, count):
        return f"{self.below(1 << 4 * count):0{count}x}"

    def address(self):
        return f"{self.between(1, 223)}.{self.below(256)}.{self.below(256)}.{self.between(1, 254)}"


def log_lines():
    """Yields the lines of a log. Half of the lines look like the log of a web server, three in ten like the log of an
    application, and the others like the log of an operating system."""
    dice = Dice(SEED)
    second = 0
    number = 0
    while True:
        number += 1
        second += dice.below(3)
        day, month = 1 + second // 86400 % 28, second // (86400 * 28) % 12
        clock = f"{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02}"
        kind = dice.random()
        if number % 50000 == 777:
            yield f"2024-{month + 1:02}-{day:02}T{clock}Z PANIC [main] invariant broken at step {number}"
        elif kind < 0.5:
            status = 500 if dice.random() < 0.02 else dice.pick((200, 200, 200, 301, 304, 404))
            method = "GET" if dice.random() < 0.8 else dice.pick(("POST", "PUT", "HEAD"))
            yield (f'{dice.address()} - - [{day:02}/{MONTHS[month]}/2024:{clock} +0000] "{method} '
                   f'/{dice.pick(WORDS)}/{dice.pick(WORDS)}/{dice.below(10000)}.html HTTP/1.1" {status} '
                   f'{dice.below(100000)} "https://{dice.pick(WORDS)}.example.org/" "{dice.pick(AGENTS)}"')
        elif kind < 0.8:
            level = dice.pick(("DEBUG", "INFO", "INFO", "INFO", "WARN")) if dice.random() < 0.95 else "ERROR"
            yield (f"2024-{month + 1:02}-{day:02}T{clock}.{dice.below(1000):03}Z {level} [{dice.pick(WORDS)}-"
                   f"{dice.below(64)}] session={dice.hexadecimal(8)}-{dice.hexadecimal(4)}-4{dice.hexadecimal(3)} "
                   f"user={dice.pick(NAMES)}@{dice.pick(WORDS)}.example.net took {dice.below(5000)} ms: "
                   f"{dice.pick(WORDS)} {dice.pick(WORDS)} {dice.pick(('failed', 'finished', 'started', 'timed out'))}")
        else:
            what = dice.pick((f"Failed password for invalid user {dice.pick(NAMES)} from {dice.address()} port "
                              f"{dice.between(1024, 65535)} ssh2",
                              f"Accepted publickey for {dice.pick(NAMES)} from {dice.address()}: SHA256:{dice.hexadecimal(32)}",
                              f"eth{dice.below(4)}: link up, 1000 Mbps, lpa 0x{dice.hexadecimal(4).upper()}"))
            yield (f"{MONTHS[month]} {day:>2} {clock} host{dice.below(40)} {dice.pick(('sshd', 'kernel', 'cron'))}"
                   f"[{dice.between(100, 32000)}]: {what}")


def table_lines():
    """Yields the rows of a table of orders, without line breaks in cells."""
    dice = Dice(SEED + 1)
    yield "id,day,time,name,email,phone,city,amount,currency,key,note"
    number = 0
    while True:
        number += 1
        name = f"{dice.pick(NAMES)} {dice.pick(NAMES)}".title()
        note = " ".join(dice.pick(WORDS) for _ in range(dice.between(1, 8)))
        if dice.random() < 0.1:
            note = f'"{note}, then {dice.pick(WORDS)}"'
        yield (f"{number},20{dice.between(10, 25)}-{dice.between(1, 12):02}-{dice.between(1, 28):02},"
               f"{dice.below(24):02}:{dice.below(60):02},{name},{dice.pick(WORDS)}{dice.below(1000)}@"
               f"{dice.pick(WORDS)}.example.{dice.pick(('com', 'org', 'net'))},+{dice.between(1, 99)} "
               f"{dice.between(100, 999)} {dice.between(1000000, 9999999)},{dice.pick(CITIES)},"
               f"{dice.below(1000000) / 100:.2f},{dice.pick(('EUR', 'USD', 'GBP', 'JPY'))},"
               f"SB{dice.hexadecimal(12).upper()},{note}")
