"""The models of this test, each with the inputs that its results are recorded for.

The first nine are those of PyTorch's test of the same name, with the same
behaviour. The others are here so that every type that an operator's argument
can have is met by some model; the comment above a class says which.
Dimname and Stream are absent: no operator with a CPU kernel takes them any more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn


class Entry(NamedTuple):
    """A model: how to make it and what to call it with."""

    factory: Any
    inputs: list[list[Any]]


ZOO: dict[str, Entry] = {}


def calls(*inputs: list[Any]) -> Any:
    """Adds the decorated module class to the zoo, with one list of arguments a case."""

    def add(cls: type[nn.Module]) -> type[nn.Module]:
        ZOO[cls.__name__] = Entry(cls, list(inputs))
        return cls

    return add


def grid(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """Distinct small values of both signs."""
    count = torch.Size(shape).numel()
    return (torch.arange(count, dtype=torch.float64) * 0.37 - 0.15 * count).to(dtype).view(shape)


# int[], ScalarType?, Layout?, Device?, bool?
@calls([4], [0], [1])
class ModelWithDTypeDeviceLayoutPinMemory(nn.Module):
    def forward(self, x: int):
        return torch.ones(
            [3, x], dtype=torch.int64, layout=torch.strided, device="cpu", pin_memory=False
        )


# Tensor?[] holding a tensor; int, Tensor(a) by select; Tensor(a!) by copy_
@calls([torch.tensor(0)], [torch.tensor([1, 0, -1])], [torch.tensor([True, False])])
class ModelWithTensorOptional(nn.Module):
    def forward(self, index):
        table = torch.zeros(2, 2)
        table[0][1] = 1
        table[1][0] = 2
        table[1][1] = 3
        return table[index]


# Scalar[], Scalar?, int?
@calls([0], [1], [2])
class ModelWithScalarList(nn.Module):
    def forward(self, a: int):
        values = torch.tensor([4.0, 1.0, 1.0, 16.0])
        if a == 0:
            return torch.gradient(values, spacing=torch.scalar_tensor(2.0, dtype=torch.float64))
        elif a == 1:
            return torch.gradient(values, spacing=[torch.tensor(1.0).item()])


# float[]?, int[]?
@calls([torch.ones(1, 2, 3)], [grid(2, 1, 5)], [grid(1, 1, 1)])
class ModelWithFloatList(nn.Upsample):
    def __init__(self):
        super().__init__(
            scale_factor=(2.0,), mode="linear", align_corners=False, recompute_scale_factor=True
        )


# Tensor?[]
@calls([torch.tensor([1])], [torch.tensor([[3, 0], [-1, 2]])], [torch.tensor(2)])
class ModelWithListOfOptionalTensors(nn.Module):
    def forward(self, index):
        values = torch.tensor([[4.0, 1.0, 1.0, 16.0]])
        return values[torch.tensor(0), index]


# int[2], Tensor?
@calls([torch.ones(1, 1, 1, 1)], [grid(2, 1, 3, 4)])
class ModelWithArrayOfInt(nn.Conv2d):
    def __init__(self):
        torch.manual_seed(1)
        super().__init__(1, 2, (2, 2), stride=(1, 1), padding=(1, 1))


# Tensor, Scalar, MemoryFormat?
@calls(
    [torch.tensor([1, 2, 3])],
    [grid(2, 2)],
    [torch.ones(2, dtype=torch.bool)],
    [grid(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)],
)
class ModelWithTensors(nn.Module):
    def forward(self, a):
        b = torch.ones_like(a)
        return a + b


# str?, an out= argument
@calls([torch.tensor([-12])], [torch.tensor([7])], [torch.tensor([7.5])])
class ModelWithStringOptional(nn.Module):
    def forward(self, b):
        a = torch.tensor(3, dtype=torch.int64)
        out = torch.empty([1], dtype=torch.float)
        torch.div(b, a, out=out)
        return [torch.div(b, a, rounding_mode="trunc"), out]


# several operators in one model, a changed input
@calls([torch.ones(2, 2, 2, 2)], [grid(3, 2, 2)])
class ModelWithMultipleOps(nn.Module):
    def __init__(self):
        super().__init__()
        self.ops = nn.Sequential(nn.ReLU(), nn.Flatten())

    def forward(self, x):
        x[1] = -2
        return self.ops(x)


# Device, ScalarType
@calls([grid(2, 3)], [torch.tensor([250, 3], dtype=torch.uint8)])
class ModelWithDevice(nn.Module):
    def forward(self, x):
        return x.to(torch.device("cpu"), torch.float64), x.to(torch.int32)


# Generator?, float. Probabilities of 0 and 1 leave nothing to chance.
@calls([torch.tensor([0.0, 1.0, 1.0, 0.0])])
class ModelWithGenerator(nn.Module):
    def forward(self, p):
        return torch.bernoulli(p, generator=None), torch.dropout(p, 0.5, False)


# MemoryFormat, MemoryFormat?
@calls([grid(2, 3, 2, 2)], [grid(1, 1, 4, 4)], [grid(2, 2)])
class ModelWithMemoryFormat(nn.Module):
    def forward(self, x):
        return (
            x.contiguous(memory_format=torch.channels_last),
            x.clone(memory_format=torch.contiguous_format),
        )


# Scalar?, twice: given and absent
@calls([grid(7)], [grid(6, dtype=torch.int32)])
class ModelWithScalarOptional(nn.Module):
    def forward(self, x):
        return torch.clamp(x, -1, None), torch.clamp(x, None, 1.5), torch.clamp(x, min=0, max=2)


# ScalarType?, int[1]?, bool
@calls([grid(2, 3)], [torch.tensor([[True, True], [False, True]])])
class ModelWithScalarTypeOptional(nn.Module):
    def forward(self, x):
        return torch.sum(x, dtype=torch.float64), torch.sum(x, [1], keepdim=True, dtype=None)


# Tensor(a!)[], Tensor[]
@calls([grid(2, 3), grid(2, 1)])
class ModelWithTensorListOutput(nn.Module):
    def forward(self, x, y):
        parts = [x, y]
        torch._foreach_add_(parts, 2.0)
        return torch.cat(parts, 1), parts


# float?, absent and given
@calls([torch.tensor([0.0, 0.25, 0.5, 1.0])])
class ModelWithFloatOptional(nn.Module):
    def forward(self, x):
        return torch.logit(x, None), torch.logit(x, 0.125)


# int?, absent and given; SymInt? in slice
@calls([grid(3, 4)], [torch.tensor([[2.0, float("nan")]])])
class ModelWithIntOptional(nn.Module):
    def forward(self, x):
        return torch.argmax(x), torch.argmax(x, 1, keepdim=True), x[1:], x[:, ::2]


# int[1]
@calls([grid(1, 2, 9)])
class ModelWithArrayOfOneInt(nn.MaxPool1d):
    def __init__(self):
        super().__init__(3, stride=2, padding=1)


# int[2]
@calls([grid(1, 2, 5, 6)])
class ModelWithArrayOfTwoInts(nn.MaxPool2d):
    def __init__(self):
        super().__init__((2, 3), stride=(1, 2), padding=(1, 1))


# int[3]
@calls([grid(1, 1, 3, 4, 5)])
class ModelWithArrayOfThreeInts(nn.AvgPool3d):
    def __init__(self):
        super().__init__((2, 1, 3), stride=(1, 2, 2), padding=(1, 0, 1))


# SymInt[4], SymInt[6] (int[4], int[6] before)
@calls([grid(1, 1, 3, 4)], [grid(2, 2, 2, 3)])
class ModelWithArrayOfManyInts(nn.Module):
    def forward(self, x):
        flat = torch.ops.aten.reflection_pad2d(x, [1, 0, 1, 1])
        deep = torch.ops.aten.replication_pad3d(x, [1, 2, 0, 1, 1, 0])
        return flat, deep


# int[]?, absent and given
@calls([torch.tensor([[True, False], [True, True]])], [torch.zeros(0, 2)])
class ModelWithIntListOptional(nn.Module):
    def forward(self, x):
        return torch.all(x, [0, 1]), torch.any(x, None, True), torch.all(x, [-1])


# int[], SymInt[]
@calls([grid(2, 3, 4)])
class ModelWithIntList(nn.Module):
    def forward(self, x):
        return x.permute([2, 0, 1]), x.reshape([4, -1]), x.flip([0, 2])


# str
@calls([grid(2, 3), grid(3, 2)])
class ModelWithString(nn.Module):
    def forward(self, x, y):
        return torch.einsum("ij,jk->ik", x, y), nn.functional.gelu(x, approximate="tanh")


# bool[3]
@calls([grid(2, 4), grid(2, 4)])
class ModelWithArrayOfBools(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.tensor([1.0, 0.5, 2.0, -1.0]))

    def forward(self, x, grad):
        y, mean, rstd = torch.native_layer_norm(x, [4], self.weight, None, 1e-5)
        # The result that is not asked for is an undefined tensor, which stays inside.
        dx, dweight, _ = torch.ops.aten.native_layer_norm_backward(
            grad, x, [4], mean, rstd, self.weight, None, [True, True, False]
        )
        return y, dx, dweight
