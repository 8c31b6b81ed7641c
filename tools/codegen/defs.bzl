"""Rules that select operators, generate C++ for them, and run models. The only file here to load.

    load("@aten_lite//tools/codegen:defs.bzl", "aten_lite_library")
"""

load("//tools/codegen/private:aten_codegen.bzl", _aten_codegen = "aten_codegen")
load("//tools/codegen/private:aten_lite_library.bzl", _aten_lite_library = "aten_lite_library")
load("//tools/codegen/private:model_fits_test.bzl", _model_fits_test = "model_fits_test")
load("//tools/codegen/private:model_operators.bzl", _model_operators = "model_operators")
load("//tools/codegen/private:op_selection.bzl", _op_selection = "op_selection")
load("//tools/codegen/private:op_size.bzl", _op_size_report = "op_size_report", _op_size_test = "op_size_test")
load("//tools/codegen/private:outputs.bzl", _DEFAULT_NUM_SHARDS = "DEFAULT_NUM_SHARDS")
load("//tools/codegen/private:predictor.bzl", _lite_predictor_binary = "lite_predictor_binary", _mobile_model_test = "mobile_model_test")
load("//tools/codegen/private:providers.bzl", _AtenCodegenInfo = "AtenCodegenInfo", _OpSelectionInfo = "OpSelectionInfo", _UnboxingCodegenInfo = "UnboxingCodegenInfo")
load("//tools/codegen/private:unboxing_codegen.bzl", _unboxing_codegen = "unboxing_codegen")

AtenCodegenInfo = _AtenCodegenInfo
DEFAULT_NUM_SHARDS = _DEFAULT_NUM_SHARDS
OpSelectionInfo = _OpSelectionInfo
UnboxingCodegenInfo = _UnboxingCodegenInfo
aten_codegen = _aten_codegen
aten_lite_library = _aten_lite_library
lite_predictor_binary = _lite_predictor_binary
mobile_model_test = _mobile_model_test
model_fits_test = _model_fits_test
model_operators = _model_operators
op_selection = _op_selection
op_size_report = _op_size_report
op_size_test = _op_size_test
unboxing_codegen = _unboxing_codegen
