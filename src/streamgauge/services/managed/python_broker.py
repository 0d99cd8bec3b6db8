"""The broker of amqtt, run as a program: `python python_broker.py HOST PORT`."""

import asyncio
import logging
import sys

from amqtt.broker import Broker


async def main(host: str, port: str) -> None:
    broker = Broker(
        {
            "listeners": {"default": {"type": "tcp", "bind": f"{host}:{port}"}},
            "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
        }
    )
    await broker.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(main(*sys.argv[1:]))
