"""What the generator's rules tell the targets that depend on them."""

OpSelectionInfo = provider(
    doc = "A selection of operators, and who asked for each of them.",
    fields = {
        "custom_ops": "depset of File: yaml files that declare operators of the selection besides ours.",
        "models": "depset of File: the models whose operators are in it.",
        "target": "string: the target to edit, as errors name it.",
        "yaml": "File: the selection in PyTorch's format; `debug_info` says who asked for an operator.",
    },
)

UnboxingCodegenInfo = provider(
    doc = "Generated unboxing wrappers of a selection of operators.",
    fields = {
        "headers": "depset of File: UnboxingFunctions.h.",
        "include": "string: the folder that `ATen/UnboxingFunctions.h` is found in.",
        "num_shards": "int: into how many sources each kind is cut.",
        "registration": "depset of File: rows of the operator table; to be linked whole.",
        "report": "depset of File: which operators are selected and why, as tsv and html.",
        "static_dispatch_backends": "list of string: backends that wrappers call.",
        "table": "File: report.tsv, the first column of which has the operators.",
        "target": "string: the target to edit when an operator is missing.",
        "wrappers": "depset of File: the wrappers' sources.",
    },
)

AtenCodegenInfo = provider(
    doc = "Generated at:: functions, Tensor methods and schemas of all operators.",
    fields = {
        "headers": "depset of File: Functions.h, TensorBody.h and so on, and the tree `ops`.",
        "include": "string: the folder that `ATen/Functions.h` is found in.",
        "schemas": "depset of File: RegisterSchema.cpp.",
        "sources": "depset of File: sources that belong into one archive with the kernels.",
    },
)
