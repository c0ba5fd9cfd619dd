"""JSON Schema and AsyncAPI of the protocol, written into docs/ and read by the generator of the browser's types."""

from __future__ import annotations

import inspect
import typing
from typing import Any

import msgspec

from shmear import __version__
from shmear.protocol.messages import VERSION, ClientMessage, ServerMessage

_REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of every message: ``ClientMessage``, ``ServerMessage`` and all they are made of."""
    (client, server), components = msgspec.json.schema_components([ClientMessage, ServerMessage], ref_template=_REF)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Shmear table protocol, version {VERSION}",
        "$defs": {**components, "ClientMessage": client, "ServerMessage": server},
    }


def asyncapi() -> dict[str, Any]:
    """AsyncAPI 3.0 of the one socket ``/ws/tables/{code}``, with every message and its schema."""
    (_, _), components = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template="#/components/schemas/{name}"
    )
    said, heard = typing.get_args(ClientMessage), typing.get_args(ServerMessage)
    references = {kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"} for kind in said + heard}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Shmear table",
            "version": str(VERSION),
            "description": f"One WebSocket a client, JSON text messages. Written by shmear {__version__}.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/ws/tables/{code}",
                "parameters": {"code": {"description": "The table's code, as in its link."}},
                "messages": references,
            }
        },
        "operations": {
            "say": {
                "action": "receive",
                "channel": {"$ref": "#/channels/table"},
                "messages": [{"$ref": f"#/channels/table/messages/{kind.__name__}"} for kind in said],
            },
            "hear": {
                "action": "send",
                "channel": {"$ref": "#/channels/table"},
                "messages": [{"$ref": f"#/channels/table/messages/{kind.__name__}"} for kind in heard],
            },
        },
        "components": {
            "messages": {
                kind.__name__: {
                    "name": kind.__struct_config__.tag,
                    "summary": inspect.cleandoc(kind.__doc__ or "").split("\n\n", maxsplit=1)[0].replace("\n", " "),
                    "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
                }
                for kind in said + heard
            },
            "schemas": components,
        },
    }
