"""A bot in forty lines: python examples/bot.py http://127.0.0.1:8041 [GAME] [ROBOT] plays a game against a robot.

It needs nothing but Python. HEXFRONT_TOKEN holds a token of yours; without one it plays as a guest. It orders anything
that is legal: put your own thoughts into `choose`.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

SERVER, GAME, ROBOT = (sys.argv + ["http://127.0.0.1:8041", "pgg", "random"][len(sys.argv) - 1 :])[1:4]
HEADERS = {"Content-Type": "application/json"}


def call(path: str, body: dict | None = None, **headers: str) -> dict:
    """Ask the server for something, or tell it something; wait if it says that this was too fast."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(SERVER + path, data, HEADERS | headers)) as answer:
            if answer.headers["Set-Cookie"]:
                HEADERS["Cookie"] = "; ".join(one.split(";")[0] for one in answer.headers.get_all("Set-Cookie"))
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 429:
            time.sleep(int(error.headers["Retry-After"]))
            return call(path, body, **headers)
        if error.code == 409:  # somebody was quicker: the answer holds the game as it stands now
            return json.load(error)
        raise SystemExit(json.load(error)["error"]["why"]) from None


def choose(game: str, view: dict) -> str:
    """One of the orders that the rules allow now; `view` tells all that our side may know."""
    return call(f"/api/games/{game}/offered?sample=true&limit=1")["orders"][0]


token = os.environ.get("HEXFRONT_TOKEN")
if not token:  # become a guest, and let him make a token for us
    token = call("/api/tokens", {"title": "bot"}, **{"X-CSRF-Token": call("/api/me")["csrf"]})["token"]
HEADERS = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
sides = next(one["sides"] for one in call("/api/catalog")["games"] if one["id"] == GAME)
game = call("/api/games", {"game": GAME, "seats": {sides[0]: "me", sides[1]: ROBOT}})["id"]
with urllib.request.urlopen(urllib.request.Request(f"{SERVER}/api/games/{game}/stream", headers=HEADERS)) as stream:
    view = json.loads(stream.readline())  # the whole view first, then a line of JSON for every change
    while not view["over"]:
        if view["ask"]["yours"]:
            order = {"order": choose(game, view), "seen": view["number"], "key": f"bot {view['number']}"}
            view = call(f"/api/games/{game}/orders", order)["view"]
        else:
            news = json.loads(stream.readline()).get("view", view)
            view = max(view, news, key=lambda one: one["version"])  # our own orders come by here too
print(f"{SERVER}/#/g/{game}: {view['result']} after {view['number']} orders")
