"""Runs a predictor on a file that may be hostile, and judges how it ended."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass

# Exit codes of lite_predictor: done, refused, and values differ.
DONE, REFUSED, DIFFERS = 0, 1, 3
# Of a sanitizer's report, so that it is not taken for a refusal.
_SANITIZER_CODE = 97
_MAX_SECONDS = 60
_MAX_RESIDENT_KIB = 600 << 10


@dataclass(frozen=True)
class Outcome:
    code: int
    error: str
    resident_kib: int

    def problem(self, allowed: tuple[int, ...]) -> str | None:
        """What is wrong with this outcome, or None."""
        if self.code < 0:
            return f"ended by signal {-self.code}: {self.error}"
        if "Sanitizer" in self.error or "runtime error:" in self.error:
            return f"sanitizer report: {self.error}"
        if self.code not in allowed:
            return f"exit code {self.code}, not one of {allowed}: {self.error}"
        if self.code == REFUSED and not self.error.strip():
            return "refused without a message"
        if self.resident_kib > _MAX_RESIDENT_KIB:
            return f"took {self.resident_kib >> 10} MiB of memory"
        return None


def run(predictor: str, arguments: list[str]) -> Outcome:
    """Runs the predictor to its end, at most for a minute."""
    options = f"exitcode={_SANITIZER_CODE}:allocator_may_return_null=1:detect_leaks=0"
    environment = {**os.environ, "ASAN_OPTIONS": options, "UBSAN_OPTIONS": options}
    with tempfile.TemporaryFile() as error:
        process = subprocess.Popen(
            [predictor, *arguments], stdout=subprocess.DEVNULL, stderr=error, env=environment
        )
        timer = threading.Timer(_MAX_SECONDS, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        error.seek(0)
        text = error.read(4000).decode("utf-8", "replace")
        return Outcome(process.returncode, text, usage.ru_maxrss)
