"""What somebody does with his account in the browser: another password, out everywhere, away for good."""

from __future__ import annotations

import time
from typing import Any

import live

PASSWORD, NEW = "correct horse battery", "a better horse battery"


def sign_up(page: Any) -> str:
    """Make an account by the form of the first page; its name."""
    name = f"Anna {time.monotonic_ns() % 10**9}"
    page.page.get_by_role("button", name="Sign in").click()
    page.page.get_by_label("Name", exact=True).fill(name)
    page.page.get_by_label("Password").fill(PASSWORD)
    with page.page.expect_navigation():
        page.page.get_by_role("button", name="New account").click()
    return name


def window(page: Any, name: str, deed: str) -> Any:
    """The window of an account, with one of its deeds unfolded by the keyboard."""
    page.page.get_by_role("button", name=name).click()
    box = page.page.get_by_role("dialog")
    box.locator("summary", has_text=deed).focus()
    page.page.keyboard.press("Enter")
    return box


def test_a_password_is_changed_and_a_wrong_one_refused(open_page: Any, phone: dict[str, Any]) -> None:
    page = open_page("/", **phone)
    name = sign_up(page)
    box = window(page, name, "Change my password")
    box.get_by_label("Old password").fill("not this one")
    box.get_by_label("New password").fill(NEW)
    box.get_by_role("button", name="Change my password").click()
    box.get_by_text("this is not the password of your account").wait_for()
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 390
    box.get_by_label("Old password").fill(PASSWORD)
    page.page.keyboard.press("Enter")
    page.page.get_by_text("Your password is changed.").wait_for()
    with live.Client(page.server.url) as other:
        assert other.post("/api/login", json={"name": name, "password": NEW}).is_success


def test_out_everywhere_is_told_at_the_other_tables(open_page: Any) -> None:
    page = open_page("/")
    name = sign_up(page)
    game = page.new_game("pgg", live.hot_seat("pgg"))["id"]
    table = open_page("/")
    table.page.context.add_cookies(page.page.context.cookies())
    table.open_game(game)
    assert table.view()["you"]
    box = window(page, name, "Sign out everywhere")
    with page.page.expect_navigation():
        box.get_by_role("button", name="Sign out everywhere").click()
    page.page.get_by_role("button", name="Sign in").wait_for()
    table.page.get_by_text("This session has ended: sign in again.").wait_for()


def test_who_deletes_himself_is_asked_again_and_the_other_may_claim(open_page: Any) -> None:
    page = open_page("/")
    name = sign_up(page)
    made = page.new_game("pgg", {"german": "me", "soviet": "link"})
    friend = open_page(f"/#/g/{made['id']}?seat={made['invites']['soviet']}")
    friend.page.get_by_role("button", name="Take the seat").click()
    friend.wait_view(lambda view: view["you"] == ["soviet"])
    friend.ready()

    box = window(page, name, "Delete my account")
    box.get_by_label("Your password").fill(NEW)
    box.get_by_role("button", name="Delete my account").click()
    page.click("delete-sure")
    box.get_by_text("this is not the password of your account").wait_for()
    box.get_by_label("Your password").fill(PASSWORD)
    box.get_by_role("button", name="Delete my account").click()
    page.page.get_by_role("button", name="Keep it").click()
    assert page.api("/api/me")["person"]["name"] == name
    box.get_by_role("button", name="Delete my account").click()
    with page.page.expect_navigation():
        page.click("delete-sure")
    page.page.get_by_role("button", name="Sign in").wait_for()
    assert page.api("/api/me")["person"]["guest"]

    friend.page.get_by_text("German has left").wait_for()
    friend.click("claim")
    friend.page.get_by_text("has left for good").wait_for()
    friend.click("claim-sure")
    assert friend.view()["seats"][0]["name"] == "Deleted player"
    assert friend.wait_view(lambda view: view["over"])["result"] == "soviet, german left the game"


def test_a_deleted_game_is_told_at_the_table_of_who_watches_it(open_page: Any) -> None:
    page = open_page("/")
    game = page.new_game("pgg", live.hot_seat("pgg"))["id"]
    watcher = open_page(f"/#/g/{game}")
    watcher.ready()
    request = page.page.context.request
    sign = request.get(f"{page.server.url}/api/me").json()["csrf"]
    assert request.post(f"{page.server.url}/api/me/delete", data={}, headers={"X-CSRF-Token": sign}).ok
    watcher.page.get_by_text("This game was deleted by whoever played it.").wait_for()


def test_a_guest_is_forgotten_without_a_password(open_page: Any) -> None:
    page = open_page("/")
    before = page.api("/api/me")["person"]["id"]
    page.new_game("pgg", live.hot_seat("pgg"))
    page.page.get_by_role("button", name="Sign in").click()
    page.page.get_by_role("dialog").locator("summary", has_text="Delete me here").click()
    page.page.get_by_role("button", name="Delete me here").click()
    with page.page.expect_navigation():
        page.click("delete-sure")
    page.test("home-card-pgg").wait_for()
    assert page.api("/api/me")["person"]["id"] != before
    assert page.api("/api/games?list=mine")["games"] == []
