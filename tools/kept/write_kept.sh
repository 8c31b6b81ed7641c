#!/usr/bin/env bash
# Copies a generated file over the one that the checkout keeps: write_kept.sh MADE KEPT.
set -euo pipefail
: "${BUILD_WORKSPACE_DIRECTORY:?run this with bazel run}"
cp --no-preserve=mode -- "$1" "$BUILD_WORKSPACE_DIRECTORY/$2"
echo "wrote $2"
