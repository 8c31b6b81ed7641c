"""Which shard an operator is generated into.

By a hash of the root name, so that all overloads of a root share a shard and one more operator
changes one shard only. SHA-256 and not hash(): the same on every machine and in every process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from aten_codegen.model import header_root
from aten_codegen.plan import OperatorPlan

DEFAULT_SHARDS = 5


def shard_of(root: str, shards: int) -> int:
    digest = hashlib.sha256(header_root(root).encode()).digest()
    return int.from_bytes(digest[:8], "big") % shards


def shard(plans: Sequence[OperatorPlan], shards: int) -> list[list[OperatorPlan]]:
    """The plans of each shard, in their given order."""
    result: list[list[OperatorPlan]] = [[] for _ in range(shards)]
    for plan in plans:
        result[shard_of(plan.operator.name.root, shards)].append(plan)
    return result
