"""Compiling: one decorator for all of the kernel, and the two bit instructions that Python has no name for.

Everything in the kernel counts in signed 64-bit integers. A set of cards fits into 63 bits (see `lanes`), so that no
mask is ever negative and the same code runs compiled and, with ``NUMBA_DISABLE_JIT=1``, as plain Python.

Machine code is kept beside the kernel, or in the user's cache folder where that may not be written. Its folder bears a
hash of all of the kernel's source: numba itself looks only at the file of the function it loads, and would keep code
that was compiled with another file as it used to be.
"""

# pyright: basic

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import platformdirs
from numba.core import config as _config
from numba.core import types
from numba.extending import intrinsic

KEPT = 3
"""How many folders of machine code of other versions stay."""

F = TypeVar("F", bound=Callable[..., Any])


def cache_folder() -> Path:
    """Where the machine code of this version of the kernel is kept."""
    here = Path(__file__).parent
    source = hashlib.sha256(f"{numba.__version__} {os.environ.get('NUMBA_BOUNDSCHECK', '')}".encode())
    for file in sorted(here.glob("*.py")):
        source.update(file.read_bytes())
    name = f"kernel-{source.hexdigest()[:16]}"
    beside = here / "__pycache__" / name
    if beside.is_dir() and os.access(beside, os.W_OK):
        return beside
    try:
        beside.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=beside):
            _forget_old(beside)
            return beside
    except OSError:
        return platformdirs.user_cache_path("shmear", appauthor=False) / name


def _forget_old(folder: Path) -> None:
    """Remove the machine code of former versions, all but the last few: another program may still be using one."""
    others = sorted(
        (one for one in folder.parent.glob("kernel-*") if one != folder), key=lambda one: one.stat().st_mtime
    )
    for old in others[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


_SETTINGS: Any = _config
_FOLDER = os.environ.get("NUMBA_CACHE_DIR") or str(cache_folder())


def compiled(function: F) -> F:
    """Compile a function of the kernel; keep the machine code on disk, let go of the GIL, divide as C does."""
    before = _SETTINGS.CACHE_DIR
    _SETTINGS.CACHE_DIR = _FOLDER
    try:
        made: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        return made
    finally:
        _SETTINGS.CACHE_DIR = before


JIT = not _SETTINGS.DISABLE_JIT
"""Whether the kernel is compiled."""

if TYPE_CHECKING:

    def lowest(mask: Any) -> int:
        """The number of the lowest bit set; undefined for 0."""
        ...

    def highest(mask: Any) -> int:
        """The number of the highest bit set; undefined for 0."""
        ...

    def ones(mask: Any) -> int:
        """How many bits are set."""
        ...

elif JIT:

    @intrinsic
    def lowest(typingctx, mask):
        """The number of the lowest bit set; undefined for 0."""

        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), codegen

    @intrinsic
    def highest(typingctx, mask):
        """The number of the highest bit set; undefined for 0."""

        def codegen(context, builder, signature, args):
            zeros = builder.ctlz(args[0], context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), codegen

    @intrinsic
    def ones(typingctx, mask):
        """How many bits are set."""

        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

else:

    def lowest(mask: int) -> int:
        """The number of the lowest bit set; undefined for 0."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def ones(mask: int) -> int:
        """How many bits are set."""
        return int(mask).bit_count()

    def highest(mask: int) -> int:
        """The number of the highest bit set; undefined for 0."""
        return int(mask).bit_length() - 1
