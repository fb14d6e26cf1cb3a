"""report --watch: a page of a running tournament, only for browsers on this machine."""
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time
import unittest
from typing import Any, Dict, Iterator, Optional, Tuple

from cup import Cup, outcome
from cup import unconfined as plan
from program import PROGRAM, SLOWNESS, tribunal


class Watch:
    """The server, which runs during the block."""

    def __init__(self, folder: str, *more: str) -> None:
        self.process = subprocess.Popen([*PROGRAM, "report", folder, "--watch", *more], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.said = self.process.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32})/ shows ", self.said)
        if not found:
            raise AssertionError(self.process.communicate())
        self.port = int(found[1])
        self.token = found[2]

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def ask(self, target: str, method: str = "GET", host: Optional[str] = None, token: Optional[str] = None) -> Tuple[int, Dict[str, str], str]:
        target = (self.token if token is None else token) + target
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30 * SLOWNESS)
        connection.request(method, target, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def events(self) -> Iterator[Dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60 * SLOWNESS)
        connection.request("GET", self.token + "/events")
        answer = connection.getresponse()
        assert answer.getheader("Content-Type") == "text/event-stream"
        for line in answer:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
        connection.close()


class Watched(unittest.TestCase):
    def test_a_tournament_that_is_being_played(self) -> None:
        with Cup(plan("one two three", deals=4)).played("--quiet") as cup:
            cup.write("cup.toml", plan("one two slow", deals=20, name="other"))
            cup.out = cup.path("other")
            running = cup.start("--quiet")
            while not os.path.exists(os.path.join(cup.out, "results.db")) or tribunal("standings", cup.out).code != 0:
                pass
            with Watch(cup.out) as watch:
                seen = []
                for event in watch.events():
                    if not seen:
                        status, _, text = watch.ask("/")
                        self.assertEqual(status, 200)
                        self.assertRegex(text, r'<script src="watch.js" data-games="\d+">')
                    seen.append(event)
                self.assertTrue(seen[-1]["complete"])
                self.assertEqual((seen[-1]["stored"], seen[-1]["known"]), (60, 60))
                self.assertGreater(len(seen), 1)
                self.assertEqual(sorted(event["stored"] for event in seen), [event["stored"] for event in seen])
            running.communicate(timeout=60)

    def test_figures_hold_for_those_who_look_often_until_the_last_game_is_played(self) -> None:
        with Cup(plan("one two slow", deals=40)) as cup:
            cup.interrupted(40, "--workers", "1").expect(75)
            self.assertGreater(outcome(cup)["standings"]["widening"], 1.5)
            note = "Not finished: +/- is "
            for command in ("standings", "ratings"):
                tribunal(command, cup.out).expect(shows=note)
            for finished in (False, True):
                if finished:
                    cup.run("--quiet").expect(lacks=note)
                tribunal("report", cup.out, "-o", cup.path("page.html")).expect()
                self.assertEqual(note in cup.read("page.html"), not finished)
                with Watch(cup.out) as watch:
                    self.assertEqual(note in watch.ask("/")[2], not finished)
            self.assertEqual(outcome(cup)["standings"]["widening"], 1)

    def test_what_it_serves_and_what_not(self) -> None:
        with Cup(plan()).played("--quiet") as cup, Watch(cup.out) as watch:
            status, heads, page = watch.ask("/")
            self.assertEqual((status, heads["Content-Type"], heads["Cache-Control"]), (200, "text/html; charset=utf-8", "no-store"))
            policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
            assert policy
            self.assertIn("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';", policy[1])
            for name, kind in (("/page.js", "text/javascript"), ("/page.css", "text/css"), ("/watch.js", "text/javascript")):
                status, heads, text = watch.ask(name)
                self.assertEqual((status, heads["Content-Type"]), (200, kind + "; charset=utf-8"))
                self.assertTrue(text)
            self.assertEqual(watch.ask("/", "HEAD")[2], "")
            for target in ("/results.db", "/secret", "/../secret", "/index.html", "//", "/%2e%2e/secret"):
                self.assertEqual(watch.ask(target)[0], 404, target)
            self.assertEqual(watch.ask("/", "POST")[0], 405)
            for host in ("evil.example", f"evil.example:{watch.port}", "127.0.0.1", f"127.0.0.1:{watch.port + 1}"):
                for target in ("/", "/events"):
                    self.assertEqual(watch.ask(target, host=host)[0], 403, host)
            self.assertEqual(watch.ask("/", host=f"localhost:{watch.port}")[0], 200)

    def test_nobody_without_the_address_sees_anything(self) -> None:
        with Cup(plan()).played("--quiet") as cup, Watch(cup.out) as watch, Watch(cup.out) as other:
            self.assertNotEqual(watch.token, other.token)
            for token in ("", "/", watch.token[:-1], watch.token + "0", watch.token[1:], other.token, watch.token.upper() + "x"):
                for target in ("/", "/events", "/page.js"):
                    status, _, text = watch.ask(target, token=token)
                    self.assertEqual((status, watch.token[1:] in text, "<" in text), (404, False, False), token + target)
            self.assertEqual(watch.ask("/")[1]["Referrer-Policy"], "no-referrer")

    def test_a_head_is_answered_like_a_get_without_its_text(self) -> None:
        with Cup(plan()).played("--quiet") as cup, Watch(cup.out) as watch:
            connection = http.client.HTTPConnection("127.0.0.1", watch.port, timeout=30 * SLOWNESS)
            for target in ("/", "/page.js", "/events", "/nothing", "/"):  # on one connection, which stays in step
                connection.request("HEAD", watch.token + target)
                head = connection.getresponse()
                self.assertEqual(head.read(), b"")
                if target != "/events":
                    connection.request("GET", watch.token + target)
                    whole = connection.getresponse()
                    self.assertEqual(len(whole.read()), int(head.getheader("Content-Length") or -1), target)
                    self.assertEqual((head.status, head.getheader("Content-Type")), (whole.status, whole.getheader("Content-Type")))
                else:
                    self.assertEqual((head.status, head.getheader("Content-Type")), (200, "text/event-stream; charset=utf-8"))
            connection.close()

    def test_idle_connections_make_room(self) -> None:
        with Cup(plan()).played("--quiet") as cup, Watch(cup.out) as watch:
            held = [socket.create_connection(("127.0.0.1", watch.port)) for _ in range(200)]
            for connection in held[::2]:
                connection.sendall(b"GET / HT")
            begin = time.monotonic()
            self.assertEqual(watch.ask("/")[0], 200)
            self.assertLess(time.monotonic() - begin, 20 * SLOWNESS)  # they would hold it up for 30 s
            for connection in held:
                connection.close()

    def test_visitors_of_no_good_will(self) -> None:
        with Cup(plan()).played("--quiet") as cup, Watch(cup.out) as watch:
            held = [socket.create_connection(("127.0.0.1", watch.port)) for _ in range(40)]
            for number, connection in enumerate(held):
                connection.sendall((b"GET / HTTP/1.1\r\nHost: ", b"\0" * 50000, b"GET " + b"x" * 50000, b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n")[number % 4])
            self.assertEqual(watch.ask("/")[0], 200)
            for connection in held:
                connection.close()
            self.assertEqual(watch.ask("/")[0], 200)
            watch.process.send_signal(signal.SIGTERM)
            self.assertEqual(watch.process.wait(timeout=30), 0)

    def test_what_cannot_be_watched(self) -> None:
        with Cup(plan()) as cup:
            self.assertEqual(tribunal("report", cup.path("nothing"), "--watch").code, 2)
            self.assertEqual(cup.run("--quiet").code, 0)
            for words in (("--watch", "-o", "x.html"), ("--port", "80"), ("--watch", "--bot", "nobody")):
                self.assertEqual(tribunal("report", cup.out, *words).code, 2, words)
            with Watch(cup.out) as watch:
                tribunal("report", cup.out, "--watch", "--port", str(watch.port)).expect(74, "Address already in use")
