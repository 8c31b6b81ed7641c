"""Two image classifiers, as torchvision defines them: MobileNetV2 and ResNet-18. Needs torch.

The attribute names are torchvision's too: weights are made from names (see ../recording/fill.py),
so names are part of what the recorded results depend on.
"""

from __future__ import annotations

from torch import Tensor, nn


def conv_norm(cin: int, cout: int, kernel: int, stride: int, groups: int, act: bool) -> list:
    """A convolution that keeps the size (but for its stride), its norm and, maybe, a ReLU6."""
    layers: list[nn.Module] = [
        nn.Conv2d(cin, cout, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(cout),
    ]
    return [nn.Sequential(*layers, nn.ReLU6())] if act else layers


class InvertedResidual(nn.Module):
    """Widen by a 1x1 convolution, filter each channel by a 3x3 one, narrow; skip where possible."""

    def __init__(self, cin: int, cout: int, stride: int, expand: int) -> None:
        super().__init__()
        wide = cin * expand
        layers = conv_norm(cin, wide, 1, 1, 1, True) if expand != 1 else []
        layers += conv_norm(wide, wide, 3, stride, wide, True)
        layers += conv_norm(wide, cout, 1, 1, 1, False)
        self.conv = nn.Sequential(*layers)
        self.skips = stride == 1 and cin == cout

    def forward(self, x: Tensor) -> Tensor:
        return x + self.conv(x) if self.skips else self.conv(x)


class MobileNetV2(nn.Module):
    """Full width, 1000 classes."""

    # expansion, channels, blocks, stride of the first block
    STAGES = (
        (1, 16, 1, 1),
        (6, 24, 2, 2),
        (6, 32, 3, 2),
        (6, 64, 4, 2),
        (6, 96, 3, 1),
        (6, 160, 3, 2),
        (6, 320, 1, 1),
    )

    def __init__(self) -> None:
        super().__init__()
        channels = 32
        layers = conv_norm(3, channels, 3, 2, 1, True)
        for expand, width, blocks, stride in self.STAGES:
            for block in range(blocks):
                step = stride if block == 0 else 1
                layers.append(InvertedResidual(channels, width, step, expand))
                channels = width
        layers += conv_norm(channels, 1280, 1, 1, 1, True)
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(1280, 1000))

    def forward(self, x: Tensor) -> Tensor:
        x = self.features(x)
        return self.classifier(nn.functional.adaptive_avg_pool2d(x, (1, 1)).flatten(1))


class BasicBlock(nn.Module):
    """Two 3x3 convolutions and a skip, projected where the shape changes."""

    def __init__(self, cin: int, cout: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(cin, cout, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(cout)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(cout, cout, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(cout)
        self.downsample = nn.Identity()
        if stride != 1 or cin != cout:
            self.downsample = nn.Sequential(
                nn.Conv2d(cin, cout, 1, stride, bias=False), nn.BatchNorm2d(cout)
            )

    def forward(self, x: Tensor) -> Tensor:
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return self.relu(y + self.downsample(x))


class ResNet18(nn.Module):
    """1000 classes."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        self.layer1 = nn.Sequential(BasicBlock(64, 64, 1), BasicBlock(64, 64, 1))
        self.layer2 = nn.Sequential(BasicBlock(64, 128, 2), BasicBlock(128, 128, 1))
        self.layer3 = nn.Sequential(BasicBlock(128, 256, 2), BasicBlock(256, 256, 1))
        self.layer4 = nn.Sequential(BasicBlock(256, 512, 2), BasicBlock(512, 512, 1))
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(512, 1000)

    def forward(self, x: Tensor) -> Tensor:
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(self.avgpool(x).flatten(1))
