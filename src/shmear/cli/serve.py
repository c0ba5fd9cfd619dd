"""``shmear serve``: the live table."""

from __future__ import annotations

from typing import Annotated

import typer


def serve_command(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets the whole network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(help="A SQLite file, or postgresql://user@host/name.", show_default="in your data folder"),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="How people reach the server, as in https://cards.example.org.")
    ] = None,
    grace: Annotated[
        float, typer.Option(min=0, max=86400, help="Seconds until a bot plays for somebody who has gone.")
    ] = 90.0,
    tables_per_hour: Annotated[int, typer.Option(min=1, help="Tables that one browser may make in an hour.")] = 60,
    sockets_per_address: Annotated[int, typer.Option(min=1, help="Connections that one address may have.")] = 200,
    messages_per_second: Annotated[float, typer.Option(min=1, help="Messages that one connection may send.")] = 15.0,
    joins_per_second: Annotated[
        float, typer.Option(min=0.01, help="How often one address may come to tables; thirty times as often at once.")
    ] = 2.0,
    trust_proxy: Annotated[
        bool, typer.Option("--trust-proxy", help="Believe X-Forwarded-For: only behind a proxy that sets it.")
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the browser on a table with bots; any free port will do.")
    ] = False,
    game: Annotated[str, typer.Option(help="The game that --open begins.")] = "six-point",
    bots: Annotated[
        str, typer.Option(help="Who plays against you there: novice, club or expert.", metavar="LEVEL")
    ] = "novice",
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
    started: Annotated[float | None, typer.Option(envvar="SHMEAR_STARTED", hidden=True)] = None,
) -> None:
    """Serve the table to browsers.

    Everything is kept in the database: stop the server whenever you like, and every match goes on where it was.
    """
    import time
    from urllib.parse import quote, urlsplit

    from shmear.bots import bot_names
    from shmear.rules import RulesError, preset_names
    from shmear.server.options import Options
    from shmear.server.run import CannotServe, serve

    began = time.time()
    if public_url is not None and (
        urlsplit(public_url).scheme not in ("http", "https") or not urlsplit(public_url).netloc
    ):
        raise typer.BadParameter("begins with http:// or https:// and a name", param_hint="--public-url")
    if log_level not in ("debug", "info", "warning", "error"):
        raise typer.BadParameter("one of debug, info, warning, error", param_hint="--log-level")
    if game not in preset_names():
        raise RulesError(f"one of {', '.join(preset_names())}", key="--game", value=game)
    if bots not in bot_names():
        raise typer.BadParameter(f"one of {', '.join(bot_names())}", param_hint="--bots")
    options = Options(
        host=host,
        port=port,
        database=database,
        public_url=public_url,
        grace=grace,
        tables_per_hour=tables_per_hour,
        sockets_per_address=sockets_per_address,
        messages_per_second=messages_per_second,
        joins_per_second=joins_per_second,
        trust_proxy=trust_proxy,
    )

    def ready(url: str) -> None:
        typer.echo(f"Shmear is at {public_url or url} (Ctrl-C stops it; nothing is lost).")
        if started is not None:
            # When `make play` began, in seconds since 1970: what came before this process was the set-up.
            taken, set_up = (max(0, round(one - started)) for one in (time.time(), began))
            typer.echo(f"The table is ready after {taken} s (set-up {set_up} s).")

    try:
        serve(
            options,
            any_port=open_browser,
            open_path=f"/?play={quote(game)}&bots={quote(bots)}" if open_browser else None,
            ready=ready,
            log_level=log_level,
        )
    except CannotServe as error:
        typer.echo(f"shmear: {error}", err=True)
        raise typer.Exit(1) from None
