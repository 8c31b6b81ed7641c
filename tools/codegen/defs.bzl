"""Rules that generate C++ from operator declarations. The only file of this package to load.

    load("@aten_lite//tools/codegen:defs.bzl", "unboxing_library")
"""

load("//tools/codegen/private:aten_codegen.bzl", _aten_codegen = "aten_codegen")
load("//tools/codegen/private:outputs.bzl", _DEFAULT_NUM_SHARDS = "DEFAULT_NUM_SHARDS")
load("//tools/codegen/private:providers.bzl", _AtenCodegenInfo = "AtenCodegenInfo", _UnboxingCodegenInfo = "UnboxingCodegenInfo")
load("//tools/codegen/private:unboxing_codegen.bzl", _unboxing_codegen = "unboxing_codegen")
load("//tools/codegen/private:unboxing_library.bzl", _unboxing_library = "unboxing_library")

AtenCodegenInfo = _AtenCodegenInfo
DEFAULT_NUM_SHARDS = _DEFAULT_NUM_SHARDS
UnboxingCodegenInfo = _UnboxingCodegenInfo
aten_codegen = _aten_codegen
unboxing_codegen = _unboxing_codegen
unboxing_library = _unboxing_library
