#!/usr/bin/env python3
"""Measures the time from a saved edit to its bytes on the local server, beside hugo and zola.

    benches/race/edits.py [--pages 1000,5000] [--edits 15] [--games 2000] > table.md

Each edit replaces a file by a rename, as editors do, and the page is asked for until it has the
new text. The servers run on this machine only, one at a time; every wait has an end. The sides are
those of `race.py`, which installs them. With `--games`, a book of so many games is edited too.
"""

import argparse
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

# The modules beside this one are read as they are: no folder of compiled ones is left behind.
sys.dont_write_bytecode = True

from games import make_games
from race import RACE, ROOT, make_site, race_tools, version

# A server that needs longer than this for its start or for an edit has failed.
MOST_SECONDS = 120
PAUSE = 0.001


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def page(port, address):
    """Returns the body at an address, or nothing as long as there is no answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", address)
        return connection.getresponse().read().decode(errors="replace")
    except OSError:
        return ""
    finally:
        connection.close()


def wait_for(port, address, text):
    until = time.perf_counter() + MOST_SECONDS
    while text not in page(port, address):
        if time.perf_counter() > until:
            raise TimeoutError(f"{address} never had {text!r}")
        time.sleep(PAUSE)


def replace(path, text):
    """Saves a file as editors do: a new file beside it takes its name."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8")
    os.rename(beside, path)


def processor_seconds(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process):
    """The most memory that the process ever had, in MiB."""
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())
    return int(found[1]) / 1024


def measure(command, port, folder, edits, count):
    """Returns for each kind of edit the times, and the processor time and memory of the server.

    An edit is a file, a function from a number to the new text of the file, the address of a page,
    and a function from the number to a text that the page has afterwards.
    """
    log = open(RACE / "server.log", "wb")
    begin = time.perf_counter()
    server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)
    try:
        first = next(iter(edits.values()))
        wait_for(port, first[2], "<")
        results = {"start": ([time.perf_counter() - begin], processor_seconds(server))}
        for name, (path, text, address, shown) in edits.items():
            original, times = path.read_text(encoding="utf-8"), []
            before = processor_seconds(server)
            for number in range(count + 1):
                new = text(original, number)
                time.sleep(0.3)
                begin = time.perf_counter()
                replace(path, new)
                wait_for(port, address, shown(number))
                times.append(time.perf_counter() - begin)
            # The first edit makes what later ones find.
            results[name] = (times[1:], (processor_seconds(server) - before) / (count + 1))
            replace(path, original)
            time.sleep(0.5)
        return results, memory(server)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=20)


def appended(original, number):
    return f"{original}\nEdited {number} times.\n"


def edited(number):
    return f"Edited {number} times."


def with_year(original, number):
    """A definition with another year in its facts."""
    text = re.sub(r"(?m)^year .*\n", "", original)
    line = f"year = {1000 + number}\n"
    if "[about]\n" in text:
        return text.replace("[about]\n", f"[about]\n{line}", 1)
    return f"{text}\n[about]\n{line}"


def year(number):
    return f"{1000 + number}"


def serve(ours, port, root):
    return [ours, "serve", "--port", str(port), "--root", str(root)]


def report(work, name, results, most_memory, rows):
    for kind, (times, processor) in results.items():
        times = sorted(times)
        rows.append(
            f"| {work} | {name} | {kind} | {times[len(times) // 2] * 1e3:.0f} | {times[-1] * 1e3:.0f} "
            f"| {processor * 1e3:.0f} | {most_memory:.0f} |"
        )
        print(rows[-1], file=sys.stderr)


def edits_of_book(book):
    """Edits of this book: a page, a definition on which no other is based, and one with many."""
    variants = book / "content/variants"
    return {
        "page": (variants / "racing-kings.md", appended, "/racing-kings/", edited),
        "landing page": (book / "content/index.md", appended, "/", edited),
        "definition": (variants / "racing-kings.toml", with_year, "/racing-kings/", year),
        "definition of chess": (variants / "chess.toml", with_year, "/chess/", year),
    }


def plain_edits(folder):
    return {"page": (folder / "content/variant-00007.md", appended, "/variant-00007/", edited)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", default="1000,5000", help="numbers of plain pages, with commas")
    parser.add_argument("--games", default="", help="numbers of games, with commas")
    parser.add_argument("--edits", type=int, default=15, help="the median of so many edits counts")
    parser.add_argument("--no-book", action="store_true", help="leave this book out")
    options = parser.parse_args()
    tools = race_tools()
    ours, rows = tools["fairybook"], []
    name = f"fairybook {version([ours, '--version'])}"
    if not options.no_book:
        book = RACE / "book"
        shutil.rmtree(book, ignore_errors=True)
        for part in ("content", "templates"):
            shutil.copytree(ROOT / part, book / part)
        shutil.copy(ROOT / "fairybook.toml", book)
        port = free_port()
        edits = edits_of_book(book)
        report("this book", name, *measure(serve(ours, port, book), port, book, edits, options.edits), rows)
    for count in map(int, filter(None, options.pages.split(","))):
        for peer, path in tools.items():
            if peer not in ("fairybook", "hugo", "zola"):
                continue
            folder, port = RACE / f"{peer}-{count}", free_port()
            make_site(peer, count, folder)
            command = {
                "fairybook": serve(ours, port, folder),
                "hugo": [path, "server", "--bind", "127.0.0.1", "--port", str(port)],
                "zola": [path, "serve", "--interface", "127.0.0.1", "--port", str(port), "--debounce", "50"],
            }[peer]
            shown = f"{peer} {version([path, 'version' if peer == 'hugo' else '--version'])}"
            results = measure(command, port, folder, plain_edits(folder), options.edits)
            report(f"{count} plain pages", shown, *results, rows)
    for count in map(int, filter(None, options.games.split(","))):
        book, port = RACE / f"games-{count}", free_port()
        make_games(count, book)
        variants = book / "content/variants"
        edits = {
            "page": (variants / "game-00007.md", appended, "/game-00007/", edited),
            "definition": (variants / "game-00007.toml", with_year, "/game-00007/", year),
        }
        results = measure(serve(ours, port, book), port, book, edits, options.edits)
        report(f"{count} games", name, *results, rows)
    print("From the rename of a saved file to its text in a served page; a request every millisecond.")
    left_out = [peer for peer in ("hugo", "zola") if peer not in tools]
    if left_out:
        print(f"Not installed and left out: {', '.join(left_out)}.")
    print("\n| book | program | edit | ms (median) | ms (most) | ms of processor | MiB at most |")
    print("|---|---|---|--:|--:|--:|--:|")
    print("\n".join(rows))


main()
