"""Records what PyTorch computes for dense_ops_test.cpp: prints dense_ops_recorded.h.

    python3 aten_lite/native/cpu/record_dense_ops.py > aten_lite/native/cpu/dense_ops_recorded.h

Inputs are numbers(shape, step): element i is ((i * step) % 41 - 20) / 16, which is exact in
float32; the test makes the same.
"""

import math

import torch
import torch.nn.functional as F


def numbers(shape, step):
    i = torch.arange(math.prod(shape), dtype=torch.int64)
    return (((i * step) % 41 - 20).float() / 16).reshape(shape)


def cases():
    x = numbers((1, 2, 5, 6), 7)
    yield "max_pool2d", F.max_pool2d(x, 3, 2, 1, 1, True)
    yield "avg_pool2d", F.avg_pool2d(x, 3, 2, 1, True, False)
    yield "adaptive_avg_pool2d", F.adaptive_avg_pool2d(x, (3, 4))
    yield "adaptive_max_pool2d", F.adaptive_max_pool2d(x, (3, 4))
    yield (
        "batch_norm",
        F.batch_norm(
            x, numbers((2,), 3), numbers((2,), 5).abs() + 0.5, numbers((2,), 11), numbers((2,), 13)
        ),
    )
    yield "instance_norm", F.instance_norm(x)
    yield "group_norm", F.group_norm(numbers((2, 4, 3), 7), 2, numbers((4,), 3), numbers((4,), 5))
    yield "layer_norm", F.layer_norm(x, (6,), numbers((6,), 3), numbers((6,), 5))
    yield "softmax", F.softmax(x, 1)
    yield "log_softmax", F.log_softmax(x, 3)
    yield "upsample_nearest", F.interpolate(x, scale_factor=(1.7, 2.0))
    yield (
        "upsample_bilinear",
        F.interpolate(x, scale_factor=1.7, mode="bilinear", align_corners=False),
    )
    yield "upsample_bicubic", F.interpolate(x, size=(7, 4), mode="bicubic", align_corners=True)
    yield "reflection_pad2d", F.pad(x, (2, 1, 0, 3), "reflect")
    yield "replication_pad2d", F.pad(x, (2, 1, 0, 3), "replicate")
    yield "constant_pad", F.pad(x, (-1, 2, 1, -2), value=3.5)
    yield (
        "grid_sampler",
        F.grid_sample(
            x,
            numbers((1, 3, 4, 2), 9),
            mode="bilinear",
            padding_mode="reflection",
            align_corners=False,
        ),
    )
    yield "pixel_shuffle", F.pixel_shuffle(numbers((1, 8, 2, 3), 7), 2)
    yield "im2col", F.unfold(x, (2, 3), 1, (1, 0), 2)
    yield (
        "conv1d_same",
        F.conv1d(numbers((1, 3, 8), 7), numbers((2, 3, 4), 5), numbers((2,), 3), padding="same"),
    )
    yield (
        "conv_transpose2d",
        F.conv_transpose2d(x, numbers((2, 3, 3, 2), 5), numbers((3,), 3), 2, 1, 1, 1, (1, 2)),
    )
    yield "einsum", torch.einsum("bij,bkj->ik", numbers((2, 3, 4), 7), numbers((2, 5, 4), 5))
    yield (
        "bilinear",
        F.bilinear(
            numbers((3, 4), 7), numbers((3, 2), 5), numbers((5, 4, 2), 3), numbers((5,), 11)
        ),
    )
    yield "cdist", torch.cdist(numbers((3, 4), 7), numbers((5, 4), 5), p=3.0)
    yield (
        "attention",
        F.scaled_dot_product_attention(
            numbers((1, 2, 4, 3), 7),
            numbers((1, 2, 5, 3), 5),
            numbers((1, 2, 5, 6), 3),
            is_causal=True,
        ),
    )
    weights = [numbers((20, 3), 7), numbers((20, 5), 5), numbers((20,), 3), numbers((20,), 11)]
    yield (
        "lstm",
        torch.lstm(
            numbers((4, 2, 3), 9),
            (numbers((1, 2, 5), 13), numbers((1, 2, 5), 15)),
            weights,
            True,
            1,
            0.0,
            False,
            False,
            False,
        )[0],
    )
    weights = [numbers((15, 3), 7), numbers((15, 5), 5), numbers((15,), 3), numbers((15,), 11)]
    yield (
        "gru",
        torch.gru(
            numbers((4, 2, 3), 9),
            numbers((2, 2, 5), 13),
            weights + [w.flip(0) for w in weights],
            True,
            1,
            0.0,
            False,
            True,
            False,
        )[0],
    )


def main():
    print("// Written by record_dense_ops.py with torch. Do not edit.")
    print("#pragma once\n")
    print("#include <cstdint>\n#include <vector>\n")
    print("namespace recorded {\n")
    print("struct Result {\n  const char* name;\n  std::vector<int64_t> sizes;")
    print("  std::vector<float> values;\n};\n")
    print("inline const std::vector<Result>& results() {")
    print("  static const std::vector<Result> kResults = {")
    for name, result in cases():
        sizes = ", ".join(str(n) for n in result.shape)
        print(f'      {{"{name}",\n       {{{sizes}}},\n       {{')
        line = "        "
        for value in result.flatten().tolist():
            text = f"{value:.9g}"
            text += ("" if "." in text or "e" in text else ".0") + "f,"
            if len(line) + len(text) > 98:
                print(line.rstrip())
                line = "        "
            line += text + " "
        print(line.rstrip())
        print("       }},")
    print("  };\n  return kResults;\n}\n")
    print("}  // namespace recorded")


if __name__ == "__main__":
    main()
