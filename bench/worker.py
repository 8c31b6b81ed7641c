"""One measurement of another runtime, in a process of its own; prints a line of JSON.

    python worker.py RUNTIME MODEL_FILE THREADS INPUT.npy SECONDS
    python worker.py --available RUNTIME      exit code 0 when it can be imported

RUNTIME is torch_lite, onnxruntime or executorch.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import time
from typing import Any, Callable

Call = Callable[[Any], Any]

MODULES = {"torch_lite": "torch", "onnxruntime": "onnxruntime", "executorch": "executorch"}


def status_mb(key: str) -> float:
    with open("/proc/self/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(key + ":"):
                return int(line.split()[1]) / 1024
    return 0.0


def loader(runtime: str, path: str, threads: int) -> Callable[[], Call]:
    """Imports the runtime; what it returns loads the model."""
    if runtime == "torch_lite":
        import torch
        from torch.jit.mobile import _load_for_lite_interpreter

        torch.set_num_threads(threads)
        torch.set_grad_enabled(False)

        def load_torch() -> Call:
            module = _load_for_lite_interpreter(path)
            return lambda x: module(torch.from_numpy(x))

        return load_torch
    if runtime == "onnxruntime":
        import onnxruntime

        def load_onnx() -> Call:
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = threads
            options.inter_op_num_threads = 1
            session = onnxruntime.InferenceSession(path, options, ["CPUExecutionProvider"])
            name = session.get_inputs()[0].name
            return lambda x: session.run(None, {name: x})

        return load_onnx
    import torch
    from executorch.extension.pybindings import portable_lib
    from executorch.runtime import Runtime

    portable_lib._unsafe_reset_threadpool(threads)

    def load_executorch() -> Call:
        method = Runtime.get().load_program(path).load_method("forward")
        return lambda x: method.execute([torch.from_numpy(x)])

    return load_executorch


def measure(load: Callable[[], Call], x: Any, seconds: float) -> dict[str, float]:
    before = status_mb("VmRSS")
    start = time.perf_counter()
    call = load()
    load_ms = 1000 * (time.perf_counter() - start)
    start = time.perf_counter()
    call(x)
    first_ms = 1000 * (time.perf_counter() - start)
    for _ in range(5):
        call(x)
    times: list[float] = []
    stop = time.perf_counter() + seconds
    while len(times) < 30 or (time.perf_counter() < stop and len(times) < 2000):
        start = time.perf_counter()
        call(x)
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    return {
        "load_ms": load_ms,
        "first_ms": first_ms,
        "median_ms": times[len(times) // 2],
        "min_ms": times[0],
        "runs": len(times),
        "rise_mb": status_mb("VmHWM") - before,
    }


def main(arguments: list[str]) -> int:
    if arguments[0] == "--available":
        return 0 if importlib.util.find_spec(MODULES[arguments[1]]) else 1
    import numpy as np

    runtime, path, threads, inputs, seconds = arguments
    load = loader(runtime, path, int(threads))
    print(json.dumps(measure(load, np.load(inputs), float(seconds))), flush=True)
    # Thread pools of some runtimes hang when the interpreter ends.
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
