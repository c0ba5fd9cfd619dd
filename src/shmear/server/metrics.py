"""Figures for Prometheus, under ``/metrics``. No label names a table, a player or an address."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """What a server counts. Each server has its own registry, so that several can live in one process."""

    def __init__(self) -> None:
        """All at zero."""
        self.registry = CollectorRegistry()
        self.sockets = Gauge("shmear_sockets", "Open sockets of tables", registry=self.registry)
        self.rooms = Gauge("shmear_rooms", "Tables in memory", registry=self.registry)
        self.events = Counter("shmear_events", "Entries written to logs of tables", ["kind"], registry=self.registry)
        self.refused = Counter("shmear_refused", "Messages refused", ["code"], registry=self.registry)
        self.cut_off = Counter("shmear_cut_off", "Sockets closed by the server", ["why"], registry=self.registry)
        self.trouble = Counter("shmear_store_trouble", "Times the store failed", registry=self.registry)
        self.defects = Counter("shmear_defects", "Errors that nobody expected", registry=self.registry)
        self.stored = Histogram(
            "shmear_message_seconds",
            "From a message's arrival to its change being stored",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """All figures in Prometheus's text format."""
        return generate_latest(self.registry)
