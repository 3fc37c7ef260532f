"""The routes of what is kept: who one is, one's own games and settings, and the shelf that the host shares.

Who asks comes from the guard, never from the request itself. Somebody who has not said a name has nothing yet: they
see the shelf, and keep nothing.
"""

from __future__ import annotations

import json
import secrets
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from elagage.i18n import Message, translate_both
from elagage.web.http_errors import Refusal
from elagage.web.names import check_name
from elagage.web.people import HOST, Person, address_of
from elagage.web.request_fields import text
from elagage.web.routes import AppContext, Asked, make_route, reply

__all__ = ["kept_routes"]


def owner_of(asked: Asked) -> str:
    """Whose games are meant: those of whoever asks; Refusal for somebody without a name."""
    if asked.person is None:
        raise Refusal("Nothing is kept for somebody without a name: give yours first.", status=403)
    return asked.person.id


def check_host(asked: Asked) -> None:
    """Refusal for anybody but the host, whatever they name."""
    if asked.person != HOST:
        raise Refusal("Only the host, who is at the server's own machine, may do that.", status=403)


# Who one is


def tell_person(context: AppContext, person: Person | None) -> dict[str, Any]:
    """What the page is told of who sits before it."""
    return {
        "host": person == HOST,
        "name": None if person is None or person == HOST else person.name,
        "others": context.open,
    }


def me(context: AppContext, asked: Asked) -> Response:
    """Who asks; a guest is remembered for another while."""
    person = asked.person
    if person is None or person == HOST:
        return reply(tell_person(context, person))
    return welcome(context, asked, context.store.remember(person))


def name_me(context: AppContext, asked: Asked) -> Response:
    """Take a name, the first one or another."""
    if asked.person == HOST:
        raise Refusal("The host needs no name: what is kept at this machine is theirs.")
    name = check_name(text(asked.fields, "name", most=1000))
    if asked.person is not None:
        ident = asked.person.id
    elif context.newcomers.admit(address_of(asked.scope.get("client"))):
        ident = secrets.token_hex(16)
    else:
        raise Refusal("Too many people have come from this machine: wait an hour, then try again.", status=429)
    person = context.store.remember(Person(ident, name))
    told = None
    if person.name != name:
        told = Message("Somebody is called {name} already: you are {number}.", name=name, number=person.name)
    return welcome(context, asked, person, told)


def welcome(context: AppContext, asked: Asked, person: Person, told: Message | None = None) -> Response:
    """Who somebody is, which they keep in a cookie."""
    response = reply({**tell_person(context, person), "told": None if told is None else translate_both(told)})
    response.headers["set-cookie"] = context.signer.make_header(person, asked.scope)
    return response


# What is one's own


def list_saved(context: AppContext, asked: Asked) -> list[dict[str, Any]]:
    return [] if asked.person is None else context.store.list_saved(asked.person.id)


def save(context: AppContext, asked: Asked) -> dict[str, Any]:
    owner, fields = owner_of(asked), asked.fields
    if fields.get("record") is None:
        raise Refusal("'{name}' is missing from the request.", name="record")
    ident = None if fields.get("id") is None else text(fields, "id", most=64)
    return context.store.save(text(fields, "name", most=200), text(fields, "game"), fields["record"], ident, owner)


def get_saved(context: AppContext, asked: Asked) -> dict[str, Any]:
    return context.store.get(asked.ident, "" if asked.person is None else asked.person.id)


def delete_saved(context: AppContext, asked: Asked) -> dict[str, Any]:
    context.store.delete(asked.ident, owner_of(asked))
    return {}


def get_settings(context: AppContext, asked: Asked) -> dict[str, Any]:
    return {} if asked.person is None else context.store.settings(asked.person.id)


def change_settings(context: AppContext, asked: Asked) -> dict[str, Any]:
    return context.store.change_settings(asked.fields, owner_of(asked))


def export_all(context: AppContext, asked: Asked) -> Response:
    content = json.dumps(context.store.export(owner_of(asked)), ensure_ascii=False, indent=1)
    return Response(
        content,
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="elagage.json"', "cache-control": "no-store"},
    )


# What the host does


def put_on_shelf(context: AppContext, asked: Asked) -> dict[str, Any]:
    check_host(asked)
    context.store.share(asked.ident, True)
    return {}


def take_off_shelf(context: AppContext, asked: Asked) -> dict[str, Any]:
    check_host(asked)
    context.store.share(asked.ident, False)
    return {}


def list_people(context: AppContext, asked: Asked) -> list[dict[str, Any]]:
    check_host(asked)
    return context.store.list_people()


def forget_person(context: AppContext, asked: Asked) -> dict[str, Any]:
    check_host(asked)
    context.store.forget(asked.ident)
    return {}


def kept_routes(context: AppContext) -> list[Route]:
    """All of them."""
    bodiless = [
        ("GET", "/api/me", me),
        ("GET", "/api/saved", list_saved),
        ("GET", "/api/saved/{ident}", get_saved),
        ("DELETE", "/api/saved/{ident}", delete_saved),
        ("GET", "/api/settings", get_settings),
        ("GET", "/api/export", export_all),
        ("GET", "/api/shelf", lambda context, _asked: context.store.list_shelf()),
        ("GET", "/api/shelf/{ident}", lambda context, asked: context.store.get_shared(asked.ident)),
        ("PUT", "/api/shelf/{ident}", put_on_shelf),
        ("DELETE", "/api/shelf/{ident}", take_off_shelf),
        ("GET", "/api/people", list_people),
        ("DELETE", "/api/people/{ident}", forget_person),
    ]
    posted = [("/api/me", name_me), ("/api/saved", save), ("/api/settings", change_settings)]
    return [
        *(Route(where, make_route(context, work, with_body=False), methods=[how]) for how, where, work in bodiless),
        *(Route(where, make_route(context, work), methods=["POST"]) for where, work in posted),
    ]
